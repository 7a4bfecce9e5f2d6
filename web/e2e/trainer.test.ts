import type { Locator, Page } from '@playwright/test';
import type { Dealt } from '../src/wire';
import { serious } from './axe';
import { money, net, percent, said, signed } from './command';
import { held } from './held';
import { expect, test } from './house';

/** Remembers every hand the house dealt, so that a test knows what is right. */
function watch(page: Page): { all: readonly Dealt[]; shown(): Promise<Dealt> } {
  const all: Dealt[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/trainer/deal') && response.ok())
      all.push((await response.json()) as Dealt);
  });
  const RANKS: Record<string, string> = { A: 'Ace', K: 'King', Q: 'Queen', J: 'Jack' };
  const SUITS: Record<string, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
  const name = (card: string) =>
    `${RANKS[card.charAt(0)] ?? card.charAt(0)} of ${SUITS[card.charAt(1)]}`;
  return {
    all,
    async shown() {
      const names = await page
        .locator('.felt .cards svg')
        .evaluateAll((cards) => cards.map((card) => card.ariaLabel));
      const isShown = ({ hand, upcard }: Dealt) =>
        JSON.stringify([upcard, ...hand].map(name)) === JSON.stringify(names);
      await expect.poll(() => all.some(isShown)).toBe(true);
      return all.findLast(isShown) as Dealt;
    },
  };
}

const ACTIONS: Record<string, string> = {
  stand: 's',
  draw: 'd',
  double: 'b',
  split: 'p',
  surrender: 'u',
};

async function open(page: Page, url: string, query: string): Promise<void> {
  await page.goto(`${url}trainer?${query}`);
  await expect(page.getByTestId('hand')).toBeVisible();
}

/** The cards that the page shows, as the command line takes them: the dealer's first. */
async function cardsOf(page: Page): Promise<string[]> {
  const names = await page
    .locator('.felt .cards svg')
    .evaluateAll((cards) => cards.map((card) => card.ariaLabel ?? ''));
  return names.map((name) => {
    const [rank = '', suit = ''] = name.split(' of ');
    return (/\d/.test(rank) ? rank : rank.charAt(0)) + suit.charAt(0);
  });
}

/** What `pontoon ev` says of a hand, as far as the page shows it. */
interface Ev {
  actions: { action: string; ev: number; behind: number }[];
}

const word = (action: string): string => action.charAt(0).toUpperCase() + action.slice(1);

for (const [book, decks, wager, drill] of [
  ['sydney', 8, 25, 'any'],
  ['adelaide', 6, 12.5, 'pairs'],
  ['canberra', 4, 100, 'soft'],
  ['singapore', 8, 25, 'special'],
  ['tasmania', 3, 10, 'any'],
] as const)
  test(`prices are those of the command line: ${book}, ${drill}`, async ({ page, house }) => {
    await open(page, house.url, `book=${book}&decks=${decks}&wager=${wager}&drill=${drill}`);
    for (let hand = 0; hand < 3; hand += 1) {
      const [upcard = '', ...cards] = await cardsOf(page);
      const terms = ['--decks', String(decks), '--wager', String(wager)];
      const { actions } = said<Ev>('ev', book, ...cards, 'against', upcard, ...terms);
      const worst = actions.at(-1) ?? { action: '', ev: 0, behind: 0 };
      await page.getByRole('button', { name: new RegExp(`^${word(worst.action)}`) }).click();
      const cost = `costs ${money(worst.behind * wager * 100)} on average, ${percent(worst.behind, 2)} of the wager`;
      await expect(page.getByTestId('verdict')).toContainText(cost);
      await expect(page.getByTestId('verdict')).toContainText(
        `${word(actions[0]?.action ?? '')} is best`,
      );
      await expect(page.locator('.marked tbody td:nth-of-type(2)')).toHaveText(
        actions.map(({ ev }) => net(ev * wager * 100)),
      );
      await expect(page.locator('.marked tbody td:nth-of-type(3)')).toHaveText(
        actions.map(({ ev }) => signed(ev, 2)),
      );
      await page.getByRole('button', { name: /^Next hand/ }).click();
      await expect(page.getByTestId('verdict')).toHaveCount(0);
    }
  });

test('who forfeits loses the wager and no more', async ({ page, house }) => {
  await open(page, house.url, 'book=canberra&drill=forfeit&wager=30');
  await page.getByRole('button', { name: /^Forfeit/ }).click();
  const row = page.locator('.marked').getByRole('row', { name: /^Forfeit/ });
  await expect(row.getByRole('cell').nth(1)).toHaveText('−$30');
  await expect(row.getByRole('cell').nth(2)).toHaveText('−100.00%');
});

const nextOf = (page: Page): Locator => page.getByRole('button', { name: /^Next hand/ });

/**
 * Opens the forfeit drill. What it returns checks that the second hand is asked about, and no
 * third.
 */
async function openForfeits(page: Page, url: string): Promise<() => Promise<void>> {
  const deals = watch(page);
  await open(page, url, 'book=canberra&drill=forfeit');
  await deals.shown();
  return async () => {
    await expect.poll(() => deals.all.length).toBe(2);
    expect((await deals.shown()).seed).toBe(deals.all[1]?.seed);
    await expect(page.locator('.answers button')).toHaveText([/^Keep/, /^Forfeit/]);
    await expect(page.getByTestId('answers')).toHaveText('1');
  };
}

/** Buttons that have just come take no click for a moment. */
const untilReady = (page: Page) => expect(page.locator('.asked.fresh')).toHaveCount(0);

test('no key both answers and goes on', async ({ page, house }) => {
  const isSecond = await openForfeits(page, house.url);
  const first = await cardsOf(page);
  const coming = page.waitForResponse('**/api/trainer/deal');
  await page.keyboard.press('n');
  await expect(nextOf(page)).toBeFocused();
  // The next hand is here already: a press that goes on would show it at once.
  await (await coming).finished();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(nextOf(page)).toBeFocused();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await expect(page.getByTestId('answers')).toHaveText('1');
  expect(await cardsOf(page)).toEqual(first);

  const key = (await nextOf(page).getAttribute('aria-keyshortcuts')) ?? '';
  await expect(nextOf(page).locator('kbd')).toHaveText(key.toUpperCase());
  await page.keyboard.press(key);
  await page.keyboard.press(key);
  await page.keyboard.press(key);
  await isSecond();
});

test('a key that is held down answers once, and goes on once', async ({ page, house }) => {
  const isSecond = await openForfeits(page, house.url);
  for (const key of ['n', 'e']) {
    for (let count = 0; count < 4; count += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
    if (key === 'n') await expect(page.getByTestId('verdict')).toBeVisible();
  }
  await isSecond();
});

test('whoever goes on by Enter answers nothing by a second Enter', async ({ page, house }) => {
  const isSecond = await openForfeits(page, house.url);
  await page.getByRole('button', { name: /^Keep/ }).focus();
  await untilReady(page);
  await page.keyboard.press('Enter');
  await expect(nextOf(page)).toBeFocused();
  await untilReady(page);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('verdict')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'What do you do?' })).toBeFocused();
  await untilReady(page);
  await page.keyboard.press('Enter');
  await isSecond();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Keep/ })).toBeFocused();
});

test('a double click on an answer does not skip the verdict', async ({ page, house }) => {
  const isSecond = await openForfeits(page, house.url);
  const coming = page.waitForResponse('**/api/trainer/deal');
  await page.getByRole('button', { name: /^Keep/ }).dblclick();
  await (await coming).finished();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await nextOf(page).click();
  await isSecond();
});

test('the list of keys has the answers and the next hand', async ({ page, house }) => {
  await openForfeits(page, house.url);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog').getByRole('row');
  for (const words of [/^N\s*Keep$/, /^F\s*Forfeit$/, /^E\s*Next hand$/])
    await expect(keys.filter({ hasText: words })).toHaveCount(1);
});

test('answers are marked by the chart where that is wanted', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney&drill=any');
  await page.getByText('The chart of the book').click();
  await expect(page).toHaveURL(/by=chart/);
  await expect(page.getByTestId('hand')).toBeVisible();
  await page.keyboard.press('s');
  // The square that is marked says what is right, with the letters of the chart.
  const letter = (await page.locator('.chart .shown').textContent())?.charAt(0) ?? '';
  const best = { S: 'Stand', H: 'Draw', D: 'Double', P: 'Split', R: 'Surrender' }[letter] ?? '';
  await expect(page.locator('.marked tr.best th')).toContainText(best);
  await expect(page.getByTestId('verdict')).toContainText(
    letter === 'S' ? 'Right: stand' : `${best} is best here`,
  );
});

test('hands that went wrong are a drill of their own', async ({ page, house }) => {
  const deals = watch(page);
  await page.goto(`${house.url}trainer?book=tasmania&drill=missed`);
  await expect(page.getByRole('heading', { name: 'No hand waits to come again' })).toBeVisible();
  await page.getByRole('button', { name: 'Practise any hand' }).click();
  await expect(page.getByTestId('hand')).toBeVisible();
  const wrong = await deals.shown();
  await page.keyboard.press(ACTIONS[wrong.actions.at(-1)?.action ?? ''] ?? '');
  await page.getByText('Hands I had wrong (1)').click();
  await expect(page.getByText('You had this one wrong before.')).toBeVisible();
  expect((await deals.shown()).seed).toBe(wrong.seed);
  for (const more of [true, true, false]) {
    await page.keyboard.press(ACTIONS[wrong.actions[0]?.action ?? ''] ?? '');
    await expect(page.getByTestId('verdict')).toContainText('Right');
    await page.keyboard.press('e');
    if (more) await expect(page.getByTestId('verdict')).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'No hand waits to come again' })).toBeVisible();
});

test('answers are marked at once, and a hand that went wrong comes again', async ({
  page,
  house,
}) => {
  const deals = watch(page);
  await open(page, house.url, 'book=sydney&drill=pairs');
  const answer = async (which: 'best' | 'worst'): Promise<Dealt> => {
    const dealt = await deals.shown();
    const line = which === 'best' ? dealt.actions[0] : dealt.actions.at(-1);
    await page.keyboard.press(ACTIONS[line?.action ?? ''] ?? '');
    await expect(page.getByTestId('verdict')).toContainText(which === 'best' ? 'Right' : 'costs $');
    return dealt;
  };
  const next = async () => {
    await page.getByRole('button', { name: /^Next hand/ }).click();
    await expect(page.getByTestId('verdict')).toHaveCount(0);
  };
  const wrong = await answer('worst');
  await expect(page.getByTestId('streak')).toHaveText('0');
  await expect(page.locator('.chart .shown')).toHaveCount(1);
  for (const _ of [1, 2]) {
    await next();
    await answer('best');
  }
  await expect(page.getByTestId('streak')).toHaveText('2');
  await expect(page.getByTestId('accuracy')).toHaveText('67%');
  await page.keyboard.press('e');
  await expect(page.getByText('You had this one wrong before.')).toBeVisible();
  expect((await deals.shown()).seed).toBe(wrong.seed);
  // What was done is still there when the page is loaded anew, and gone when one begins anew.
  await page.reload();
  await expect(page.getByTestId('answers')).toHaveText('3');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export progress' }).click();
  expect((await file).suggestedFilename()).toBe('pontoon-trainer-sydney.json');
  await page.getByRole('button', { name: 'Begin anew' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click();
  await expect(page.getByTestId('answers')).toHaveText('0');
});

test('each book has its own progress, and each drill its own actions', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  await page.keyboard.press('s');
  await expect(page.getByTestId('answers')).toHaveText('1');
  await page.getByLabel('Book', { exact: true }).selectOption('adelaide');
  await expect(page.getByTestId('answers')).toHaveText('0');
  await page.getByText('Forfeit after a double').click();
  await expect(page.locator('.answers button')).toHaveText([/^Keep/, /^Forfeit/]);
  await page.getByRole('button', { name: /^Forfeit/ }).click();
  await expect(page.getByRole('button', { name: /^Next hand/ })).toBeFocused();
  await expect(page).toHaveURL(/book=adelaide&drill=forfeit/);
});

test('a wager that is none is answered at the field', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  await page.getByLabel('Wager').fill('much');
  await page.getByLabel('Wager').blur();
  await expect(page.getByText('Write an amount of money')).toBeVisible();
  await expect(page.getByLabel('Wager')).toHaveValue('much');
  await page.getByLabel('Wager').fill('12.50');
  await page.getByLabel('Wager').blur();
  await expect(page.getByText('Write an amount of money')).toHaveCount(0);
  await expect(page).toHaveURL(/wager=12.5/);
});

test('what is wrong in a link is named once, and what is right is used', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=nosuch&drill=pairs&decks=99&seed=7');
  await expect(page.locator('.toast')).toHaveText([
    /“book=nosuch” .*Adelaide\. “decks=99” .* 8 decks\. “seed=7” .*left out/,
  ]);
  await expect(page).toHaveURL(/book=adelaide&drill=pairs&decks=8&/);
  await expect(page.getByRole('radio', { name: 'Pairs' })).toBeChecked();
});

for (const name of ['Trainer', 'Lab']) {
  test(`whoever leaves before the books are there finds the next address as it was: ${name}`, async ({
    page,
    house,
  }) => {
    const come = await held(page, '**/api/books');
    await page.goto(`${house.url}table/1?key=abcdef`);
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /Trainer|Lab/ })).toBeVisible();
    await page.goBack();
    const told = page.waitForResponse('**/api/books');
    come();
    await told;
    await expect(page.locator('[data-box="7"]')).toBeAttached();
    await expect(page).toHaveURL(/\/table\/1\?key=abcdef$/);
    await expect(page.locator('.toast')).toHaveCount(0);
  });
}

test('the trainer has no serious finding of axe', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  await page.keyboard.press('s');
  await expect(page.locator('.chart .shown')).toHaveCount(1);
  expect(await serious(page)).toEqual([]);
});
