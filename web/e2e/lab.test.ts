import type { Page } from '@playwright/test';
import { serious } from './axe';
import { money, net, percent, said, signed } from './command';
import { expect, test } from './house';

const edge = (page: Page) =>
  page.getByRole('row', { name: /House edge, of the initial wager/ }).getByRole('cell');
const figure = async (page: Page): Promise<string> =>
  (await edge(page).first().textContent()) ?? '';
const field = (page: Page, key: string) => page.locator(`[data-key='${key}']`);

async function open(page: Page, url: string, query: string): Promise<void> {
  await page.goto(`${url}lab?${query}`);
  await expect(edge(page).first()).toHaveText(/^\d\.\d{4}%$/);
  await expect(page.locator('.chart')).not.toHaveCount(0);
  await expect(page.locator('[data-key]')).not.toHaveCount(0);
}

/** What `pontoon edge` says of a book, as far as the page shows it. */
interface Edge {
  edge_per_initial_wager: number;
  edge_per_total_wagered: number;
  sd: number;
  total_wagered: number;
  super_bonus_ev: number;
  ev_bound: number;
}

/** What `pontoon ev` says of a hand. */
interface Ev {
  actions: { ev: number }[];
  insurance_per_unit: number;
}

/** What `pontoon side` says of a wager. */
interface Wager {
  edge: { decimal: number };
  win_frequency: { decimal: number };
  results: { pays: string | null; chance: { decimal: number }; adds: { decimal: number } }[];
}
interface Beside {
  pairs: Wager;
  pandemonium: Wager;
  super_bonus: {
    wager: number;
    prize: number | null;
    super_bonus_ev: number;
    ev_per_initial_wager: number;
  }[];
}

/** The page shows what the command says, to the last digit. */
async function showsWhatIsSaid(page: Page, ...command: string[]): Promise<void> {
  const [edge] = said<Edge[]>('edge', ...command);
  if (!edge) throw new Error('the command said nothing');
  const column = page
    .getByRole('region', { name: 'Figures' })
    .locator('tbody tr td:nth-of-type(1)');
  await expect(column).toHaveText([
    percent(edge.edge_per_initial_wager, 4),
    percent(edge.edge_per_total_wagered, 4),
    edge.sd.toFixed(5),
    edge.total_wagered.toFixed(5),
    percent(edge.super_bonus_ev, 4),
    // What is exact has no line that says so.
    ...(edge.ev_bound > 0 ? [/^0\.0*[1-9]\d?%$/] : []),
  ]);
  if (edge.ev_bound === 0) return;
  const shown = Number.parseFloat((await column.last().textContent()) ?? '') / 100;
  expect(shown).toBeGreaterThanOrEqual(edge.ev_bound);
  expect(shown).toBeLessThan(edge.ev_bound * 1.1);
}

test('figures are those of the command line: each book, other decks, a changed setting, another wager', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=sydney');
  for (const book of ['adelaide', 'canberra', 'singapore', 'tasmania', 'sydney']) {
    await page.getByLabel('Book', { exact: true }).selectOption(book);
    await showsWhatIsSaid(page, book);
  }
  await page.getByLabel('Decks', { exact: true }).selectOption('6');
  await showsWhatIsSaid(page, 'sydney', '--decks', '6');
  await field(page, 'double.on').getByRole('combobox').selectOption('first-two');
  await showsWhatIsSaid(page, 'sydney', '--decks', '6', '--set', 'double.on=first-two');
  await field(page, 'pays.pontoon').getByRole('textbox').fill('6 to 5');
  const both = ['--set', 'double.on=first-two', '--set', 'pays.pontoon=6 to 5'];
  await showsWhatIsSaid(page, 'sydney', '--decks', '6', ...both);
  // The Super Bonus is a flat amount: it is worth less to whoever wagers more.
  await page.getByLabel('Wager', { exact: true }).fill('200');
  await showsWhatIsSaid(page, 'sydney', '--decks', '6', ...both, '--wager', '200');
});

test('settings that fit only together are changed one after the other; until then the last figures stay', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=tasmania&pays.pontoon=6+to+5');
  await showsWhatIsSaid(page, 'tasmania', '--set', 'pays.pontoon=6 to 5');
  const side = page.getByRole('region', { name: 'Side wagers' });
  await expect(side.getByText('No side wager is offered')).toBeVisible();
  await field(page, 'pairs.wager').getByRole('combobox').selectOption('perfect-pairs');
  const most = field(page, 'pairs.most');
  await expect(most).toContainText('Not counted.');
  await expect(most).toContainText('from 1 to 3');
  await expect(most.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expect(
    page.getByText('All figures are those of the last settings that fitted'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Last that fitted' })).toBeVisible();
  await showsWhatIsSaid(page, 'tasmania', '--set', 'pays.pontoon=6 to 5');
  await most.getByRole('textbox').fill('2');
  await expect(page.getByText('Not counted')).toHaveCount(0);
  await expect(page.getByText('the last settings that fitted')).toHaveCount(0);
  await expect(side.getByRole('heading', { name: 'Perfect Pairs' })).toBeVisible();
  await expect(page).toHaveURL(/pairs\.most=2.*pairs\.wager=perfect-pairs/);
});

test('a changed setting changes figures and chart, stands in the address and is reset', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=sydney');
  const before = await figure(page);
  await expect(edge(page).nth(2)).toHaveText('0.0000%');
  await field(page, 'double.on').getByRole('combobox').selectOption('first-two');
  await expect(edge(page).first()).not.toHaveText(before);
  await expect(edge(page).nth(1)).toHaveText(before);
  await expect(page.locator('.chart button.changed')).not.toHaveCount(0);
  await expect(page).toHaveURL(/double\.on=first-two/);
  const after = await figure(page);
  await page.reload();
  await expect(edge(page).first()).toHaveText(after);
  await expect(field(page, 'double.on')).toHaveClass(/changed/);
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(edge(page).first()).toHaveText(before);
  await expect(page.locator('.chart button.changed')).toHaveCount(0);
});

test('a value that cannot be is answered at its field, and the figures stay', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=sydney');
  const before = await figure(page);
  const pontoon = field(page, 'pays.pontoon');
  await pontoon.getByRole('textbox').fill('three');
  await expect(pontoon).toContainText('Not counted');
  await expect(pontoon.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expect(pontoon.getByRole('textbox')).toHaveValue('three');
  await expect(edge(page).first()).toHaveText(before);
  await pontoon.getByRole('textbox').fill('6 to 5');
  await expect(pontoon).not.toContainText('Not counted');
  await expect(edge(page).first()).not.toHaveText(before);
  // What only the house can know to be wrong is answered at the field too.
  const decks = field(page, 'cards.decks');
  await decks.getByRole('textbox').fill('6');
  await expect(decks).toContainText('Not counted');
});

test('a setting is found by searching', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  await page.getByLabel('Search settings').fill('soft 17');
  await expect(page.locator('[data-key]')).toHaveCount(1);
  await page.getByLabel('Search settings').fill('nothing is called so');
  await expect(page.getByText('No setting fits')).toBeVisible();
});

for (const width of [360, 768, 1440]) {
  test(`a setting about forfeiting a doubled hand says so: ${width}`, async ({ page, house }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${house.url}lab?book=adelaide`);
    await expect(edge(page).first()).toHaveText(/^\d\.\d{4}%$/);
    // What lies below the window is drawn when it comes near.
    const search = page.getByLabel('Search settings');
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(search).toBeVisible({ timeout: 100 });
    }).toPass();
    await search.fill('forfeit');
    const label = 'totals on which a doubled hand may be forfeited';
    await expect(field(page, 'double.forfeit-when')).toContainText(label);
    await expect(page.getByText('on what totals')).toHaveCount(0);
    const prices = page.getByRole('region', { name: 'Price of each rule' });
    await prices.getByRole('button', { name: 'Work out the prices' }).click();
    await expect(prices.locator('tbody tr', { hasText: `Double: ${label}` }).first()).toBeVisible();
  });
}

test('settings that are not shown are counted, and all are shown when that is asked for', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=sydney');
  const shown = page.locator('[data-key]');
  const more = page.getByRole('button', { name: /^\d+ more are not shown: show all$/ });
  const hidden = Number.parseInt((await more.textContent()) ?? '', 10);
  expect(hidden).toBeGreaterThan(0);
  await expect(page.getByText(/^\d+ settings, nothing changed$/)).toBeVisible();
  const before = Number.parseInt((await page.getByText(/^\d+ settings, /).textContent()) ?? '', 10);
  await more.press('Enter');
  const show = page.getByLabel('Show', { exact: true });
  await expect(show).toHaveValue('all');
  await expect(show).toBeFocused();
  await expect(shown).toHaveCount(before + hidden);
  await expect(page.getByRole('button', { name: /show all$/ })).toHaveCount(0);
  // What is searched for and hidden by the choice is counted too.
  await show.selectOption('changed');
  await page.getByLabel('Search settings').fill('soft 17');
  await page.getByRole('button', { name: '1 more is not shown: show all' }).click();
  await expect(shown).toHaveCount(1);
});

test('what is wrong in a link is named once, and what is right is used', async ({
  page,
  house,
}) => {
  await page.goto(
    `${house.url}lab?book=sydney&decks=0&double.on=first-two&split.most-hands=99&no.such=1&wager=much`,
  );
  const said = page.locator('.toast');
  await expect(said).toHaveText([
    /“decks=0” .*: 8, as usual\. “wager=much” .*: \$25\./,
    /“split.most-hands=99” .* “no.such=1” .* is left out\./,
  ]);
  await expect(page).toHaveURL(/lab\?book=sydney&double\.on=first-two$/);
  await showsWhatIsSaid(page, 'sydney', '--set', 'double.on=first-two');
});

test('two books stand side by side', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney&2.book=adelaide');
  await expect(page.locator('.chart')).toHaveCount(2);
  await expect(edge(page).nth(1)).not.toHaveText(await figure(page));
  await expect(
    page.getByText('The difference is the first column less the second, taken before'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page.locator('.chart')).toHaveCount(1);
  await expect(page).not.toHaveURL(/adelaide/);
});

test('squares of the chart are reached by arrow keys and say what actions are worth', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=sydney');
  const squares = page.locator('.chart button.square');
  await squares.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.chart button:focus')).toHaveAccessibleName(/^6 against 3: Draw/);
  await expect(page.locator('.detail')).toContainText('Hard totals: 6 against 3');
});

test('a hand is put together by typing and by picking cards', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  const hand = page.getByRole('region', { name: 'One hand' });
  await hand.getByLabel('Hand', { exact: true }).first().fill('8s 8x');
  await hand.getByLabel('Dealer shows', { exact: true }).first().fill('6d');
  await expect(hand.locator('.field').first()).toContainText('8x');
  await hand.getByRole('button', { name: 'Clear' }).click();
  await hand.getByRole('button', { name: 'Add 8 of spades' }).click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await hand.getByRole('button', { name: 'Add 6 of diamonds' }).click();
  await expect(hand.getByRole('row', { name: /^Split/ })).toBeVisible();
  await expect(page).toHaveURL(/hand=8s\+8h&upcard=6d/);
  await hand.getByRole('button', { name: /Dealer shows: Remove/ }).click();
  await expect(hand.getByText('Choose a hand and an upcard.')).toBeVisible();
});

test('a hand with cards removed is worth what the command line says', async ({ page, house }) => {
  await open(page, house.url, 'book=canberra&decks=4&wager=10&hand=As+6h&upcard=Ad');
  const answer = page.getByRole('region', { name: 'One hand' }).locator('.answer');
  for (const gone of ['', 'Ks Kd Qc Jh']) {
    await page.getByLabel('Gone besides').first().fill(gone);
    const command = [
      'ev',
      'canberra',
      'As',
      '6h',
      'against',
      'Ad',
      '--decks',
      '4',
      '--wager',
      '10',
      '--seen',
      gone,
    ];
    const { actions, insurance_per_unit } = said<Ev>(...command);
    await expect(answer.locator('tbody td:nth-of-type(2)')).toHaveText(
      actions.map(({ ev }) => net(ev * 1000)),
    );
    await expect(answer.locator('tbody td:nth-of-type(3)')).toHaveText(
      actions.map(({ ev }) => signed(ev, 2)),
    );
    await expect(answer).toContainText(`Insurance is worth ${signed(insurance_per_unit, 2)}`);
  }
});

test('side wagers are worth what the command line says', async ({ page, house }) => {
  await open(page, house.url, 'book=singapore&decks=6');
  const { pairs, pandemonium } = said<Beside>('side', 'singapore', '--decks', '6');
  const side = page.getByRole('region', { name: 'Side wagers' }).locator('section');
  for (const [no, { edge, win_frequency, results }] of [pairs, pandemonium].entries()) {
    const whole = `House edge ${percent(edge.decimal, 3)} · wins ${percent(win_frequency.decimal, 3)} of the time`;
    await expect(side.nth(no)).toContainText(whole);
    const column = (place: number) => side.nth(no).locator(`tbody td:nth-of-type(${place})`);
    await expect(column(1)).toHaveText(results.map(({ pays }) => pays ?? 'lost'));
    await expect(column(2)).toHaveText(results.map(({ chance }) => percent(chance.decimal, 3)));
    await expect(column(3)).toHaveText(results.map(({ adds }) => signed(adds.decimal, 3)));
  }
});

test('the Super Bonus is worth what the command line says, wager by wager', async ({
  page,
  house,
}) => {
  await open(page, house.url, 'book=sydney&decks=6&pays.pontoon=6+to+5');
  const bonus = page.getByRole('region', { name: 'Side wagers' }).locator('section').last();
  const column = (place: number) => bonus.locator(`tbody tr > :nth-child(${place})`);
  const saysWhatIsSaid = async (...command: string[]): Promise<void> => {
    const { super_bonus: wagers } = said<Beside>('side', ...command);
    expect(wagers.length, 'the book has a Super Bonus').toBeGreaterThan(1);
    const prizes = wagers.map(({ prize }) =>
      prize === null ? 'none' : `$${prize.toLocaleString('en')}`,
    );
    await expect(column(1)).toHaveText(wagers.map(({ wager }) => money(wager * 100)));
    await expect(column(2)).toHaveText(prizes);
    await expect(column(3)).toHaveText(
      wagers.map(({ super_bonus_ev }) => signed(super_bonus_ev, 4)),
    );
    await expect(column(4)).toHaveText(
      wagers.map(({ ev_per_initial_wager: ev }) => percent(-ev, 4)),
    );
  };
  await saysWhatIsSaid('sydney', '--decks', '6', '--set', 'pays.pontoon=6 to 5');
  await expect(bonus.locator('.clause')).toHaveText('11.5');
  // Another wager changes nothing here; another book everything.
  await page.getByLabel('Wager', { exact: true }).fill('200');
  await saysWhatIsSaid('sydney', '--decks', '6', '--set', 'pays.pontoon=6 to 5');
  await page.getByLabel('Book', { exact: true }).selectOption('tasmania');
  await saysWhatIsSaid('tasmania');
  await page.getByLabel('Book', { exact: true }).selectOption('adelaide');
  await expect(bonus.getByText('There is none with these settings.')).toBeVisible();
});

test('files are kept under the names the house gives them', async ({ page, house }) => {
  const asked: string[] = [];
  await page.route('**/api/books/sydney/par?*', (route) => {
    asked.push(new URL(route.request().url()).search);
    const headers = {
      'content-disposition': 'attachment; filename="pontoon-sydney-6-decks-changed-par.html"',
    };
    return route.fulfill({ body: '<h1>PAR</h1>', headers });
  });
  await open(page, house.url, 'book=sydney&decks=6&double.on=first-two');
  const files = page.getByRole('group', { name: 'Downloads' }).getByRole('button');
  await expect(files).toHaveText(['PAR sheet', 'Chart, SVG', 'Chart, CSV']);
  await expect(page.locator('.chart button.changed')).not.toHaveCount(0);
  const file = page.waitForEvent('download');
  await files.first().click();
  expect((await file).suggestedFilename()).toBe('pontoon-sydney-6-decks-changed-par.html');
  expect(asked).toEqual(['?double.on=first-two&decks=6&wager=2500']);
});

test('prices of rules fill in, and stop when told', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  const prices = page.getByRole('region', { name: 'Price of each rule' });
  await prices.getByRole('button', { name: 'Work out the prices' }).click();
  await expect(prices.locator('tbody tr').first()).toBeVisible();
  await prices.getByRole('button', { name: 'Stop' }).click();
  await expect(prices.getByRole('button', { name: 'Work them out again' })).toBeVisible();
});

test('a simulation closes on the exact figure, and stops when told', async ({ page, house }) => {
  await open(page, house.url, 'book=sydney');
  const simulation = page.getByRole('region', { name: 'Simulation' });
  await simulation.getByRole('textbox', { name: 'Rounds' }).fill('1');
  await expect(simulation.getByText('Write a whole number from 2')).toBeVisible();
  await simulation.getByRole('textbox', { name: 'Rounds' }).fill('300,000');
  await simulation.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByTestId('played')).toHaveText('300,000', { timeout: 60_000 });
  await expect(simulation.getByRole('img')).toHaveAccessibleName(/After 300,000 rounds between/);
  await simulation.getByRole('textbox', { name: 'Rounds' }).fill('1,000,000,000');
  await simulation.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByTestId('played')).toHaveText(/,/);
  await expect(page.getByTestId('played')).not.toHaveText('300,000');
  await simulation.getByRole('button', { name: 'Stop' }).click();
  await expect(simulation.getByRole('button', { name: 'Run' })).toBeVisible();
});

test('nothing of the lab is wider than the narrowest window', async ({ page, house }) => {
  await page.setViewportSize({ width: 280, height: 700 });
  await page.goto(`${house.url}lab?book=sydney&double.on=first-two&hand=8s+8h&upcard=6d`);
  await expect(page.getByText('The dealer comes to')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '$4', exact: true })).toBeVisible();
  for (const panel of await page.locator('.panel').all()) {
    // What is far from the window is not laid out.
    await panel.scrollIntoViewIfNeeded();
    const over = await panel.evaluate((it) =>
      [it, ...it.querySelectorAll('table, .scroll')]
        .filter((part) => !part.closest('.chart'))
        .filter(
          (part) =>
            part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > innerWidth,
        )
        .map((part) => part.textContent),
    );
    expect(over).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(280);
});

test('the lab has no serious finding of axe', async ({ page, house }) => {
  await open(
    page,
    house.url,
    'book=sydney&double.on=first-two&pays.pontoon=x&hand=8s+8h&upcard=6d&2.book=adelaide',
  );
  await expect(page.getByText('The dealer comes to')).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('a book that nothing is changed in is asked about once, and beside it only where something is', async ({
  page,
  house,
}) => {
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/analysis/chart')) asked.push(request.postDataJSON());
  });
  await open(page, house.url, 'book=sydney');
  await expect(edge(page).nth(1)).toHaveText(/^\d\.\d{4}%$/);
  const plain = { book: 'sydney', decks: null, set: {} };
  expect(asked).toEqual([{ ...plain, wager: 2500 }]);
  const answer = page.waitForResponse('**/api/analysis/chart');
  await page.getByLabel('Wager', { exact: true }).fill('10');
  await (await answer).finished();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await field(page, 'double.on').locator('select').selectOption('first-two');
  await expect(page.locator('.chart button.changed').first()).toBeVisible();
  expect(asked).toEqual([
    { ...plain, wager: 2500 },
    { ...plain, wager: 1000 },
    { ...plain, wager: 1000, set: { 'double.on': 'first-two' } },
  ]);
});
