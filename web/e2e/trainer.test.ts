import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Dealt } from '../src/trainer/types';
import { expect, test } from './house';

/** Remembers every hand the house dealt, so that a test knows what is right. */
function watch(page: Page): { shown(): Promise<Dealt> } {
  const all: Dealt[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/trainer/deal') && response.ok()) all.push((await response.json()) as Dealt);
  });
  const RANKS: Record<string, string> = { A: 'Ace', K: 'King', Q: 'Queen', J: 'Jack' };
  const SUITS: Record<string, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
  const name = (card: string) => `${RANKS[card.charAt(0)] ?? card.charAt(0)} of ${SUITS[card.charAt(1)]}`;
  return {
    async shown() {
      const names = await page.locator('.felt .cards svg').evaluateAll((cards) => cards.map((card) => card.ariaLabel));
      const isShown = ({ hand, upcard }: Dealt) =>
        JSON.stringify([upcard, ...hand].map(name)) === JSON.stringify(names);
      await expect.poll(() => all.some(isShown)).toBe(true);
      return all.findLast(isShown) as Dealt;
    },
  };
}

const ACTIONS: Record<string, string> = { stand: 's', draw: 'd', double: 'b', split: 'p', surrender: 'u' };

async function open(page: Page, url: string, query: string): Promise<void> {
  await page.goto(`${url}trainer?${query}`);
  await expect(page.getByTestId('hand')).toBeVisible();
}

test('answers are marked at once, and a hand that went wrong comes again', async ({ page, house }) => {
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
  await page.keyboard.press('n');
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
  await page.getByLabel('Book').selectOption('adelaide');
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

test('the trainer has no serious finding of axe', async ({ page, house }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, house.url, 'book=sydney');
    await page.keyboard.press('s');
    await expect(page.locator('.chart .shown')).toHaveCount(1);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }
});
