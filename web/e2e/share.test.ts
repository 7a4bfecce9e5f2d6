// Two people on one box and one who looks on, each in a browser of their own.
import { expect, type Page } from '@playwright/test';
import type { Me } from '../src/wire';
import { Bettor, endRound } from './bettor';
import { inOwnWindow, test } from './tables';

const BOX = 3;
/** A pair comes to a box in one round of eight. */
const ROUNDS_MOST = 200;

test.use({ actionTimeout: 8000 });

/** What lies on a box, as whoever looks at it would read it out. */
async function layout(page: Page): Promise<unknown> {
  const box = page.locator(`.box[data-box="${BOX}"]`);
  const names = (cards: SVGElement[]) => cards.map((card) => card.getAttribute('aria-label'));
  return {
    cards: await box.locator('svg.card').evaluateAll(names),
    totals: await box.locator('.total').allTextContents(),
    wagers: await box.locator('.spot.wager').textContent(),
    dealer: await page
      .getByRole('group', { name: 'Dealer' })
      .locator('svg.card')
      .evaluateAll(names),
  };
}

async function sameLayout(...pages: Page[]): Promise<void> {
  const [first, ...others] = pages;
  if (!first) return;
  for (const other of others) await expect.poll(() => layout(other)).toEqual(await layout(first));
}

test('a box is shared: one decides, the other follows or stays, and everybody sees the same', async ({
  browser,
  tables,
}) => {
  const table = await tables.found({ book: 'canberra' });
  const ann = await Bettor.come(await inOwnWindow(browser), tables.url, table, BOX);
  await ann.button('Cut here').click();
  const bob = await Bettor.come(await inOwnWindow(browser), tables.url, table, 5);
  const spectator = await inOwnWindow(browser);
  await spectator.goto(`${tables.url}table/${table}`);
  await untilOffered('double', ann, bob);
  const [annHad, bobHad] = [await owned(ann), await owned(bob)];

  // The same cards, totals and wagers in all three browsers, with whose they are.
  await expect(ann.page.locator('.group')).toBeVisible();
  await sameLayout(ann.page, bob.page, spectator);
  const hers = bob.box(BOX).locator('.people li', { hasText: ann.name });
  await expect(hers).toContainText('$10');
  await expect(hers.getByLabel('controls this box')).toBeVisible();
  await expect(bob.box(BOX).locator('.people li', { hasText: 'You' })).toContainText('$5');

  // Only the controlling player is asked; the other is told so, and nothing happens.
  await expect(bob.page.locator('.group')).toHaveCount(0);
  await bob.page.keyboard.press('d');
  await expect(
    bob.page.getByText(`Draw: it is not your turn. Waiting for ${ann.name}.`),
  ).toBeVisible();

  // She doubles: he is asked whether he doubles too, and does.
  await ann.press('b');
  await bob.button('Double $5').click();
  await bob.hears(`${bob.name} doubles Box ${BOX} with $5`);
  await endRound(ann, bob);
  for (const { page } of [ann, bob]) await expect(page.getByTestId('outcome')).toBeVisible();
  await sameLayout(ann.page, bob.page, spectator);
  await moneyAgrees(ann, annHad);
  await moneyAgrees(bob, bobHad);

  // She splits: he is asked whether he matches it, and stays on the first hand.
  for (const bettor of [ann, bob]) await bettor.cutPlainly();
  await untilOffered('split', ann, bob);
  await ann.button('Split').click();
  await bob.button('Stay on the first hand').click();
  await expect(ann.box(BOX).getByRole('group', { name: `Box ${BOX}, hand 2` })).toBeVisible();
  await sameLayout(ann.page, bob.page, spectator);
  await expect(bob.box(BOX).locator('.people li', { hasText: ann.name })).toContainText('$20');
  await expect(bob.box(BOX).locator('.people li', { hasText: 'You' })).toContainText('$5');
  await endRound(ann, bob);
  await seesOnly(spectator);
  await Promise.all([ann.page, bob.page, spectator].map((page) => page.context().close()));
});

/**
 * Plays until ann may do this with the first cards of the shared box, and nothing else is asked
 * before.
 */
async function untilOffered(wanted: 'double' | 'split', ann: Bettor, bob: Bettor): Promise<void> {
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    await expect.poll(async () => (await ann.view()).phase).toBe('wagers');
    await ann.send({ lay: { lay: { wager: { box_no: BOX, amount: 1000 } } } });
    await bob.send({ lay: { lay: { wager: { box_no: BOX, amount: 500 } } } });
    for (const bettor of [ann, bob]) await bettor.send('ready');
    if ((await ann.offers(true)).some(({ kind }) => kind === wanted)) return;
    await endRound(ann, bob);
    for (const bettor of [ann, bob]) await bettor.cutPlainly();
  }
  throw new Error(`nothing to ${wanted} in ${ROUNDS_MOST} rounds`);
}

/**
 * What the house says that somebody has, with what is wagered, in dollars: the page hears of it a
 * moment later.
 */
async function owned({ page }: Bettor): Promise<number> {
  const me = (await (await page.request.get(new URL('/api/me', page.url()).href)).json()) as Me;
  return (me.balance + me.at_stake) / 100;
}

/** What the page says that somebody has, in dollars. */
async function funds({ page }: Bettor): Promise<number> {
  return Number((await page.locator('.me b').textContent())?.replace(/[$,]/g, ''));
}

/** One's own results with their clauses add up to what one's account shows. */
async function moneyAgrees(bettor: Bettor, before: number): Promise<void> {
  const outcome = bettor.page.getByTestId('outcome');
  await expect(outcome.locator('li .clause').first()).toHaveText(/^\d/);
  const amount = (text: string) => Number(text.replace('−', '-').replace(/[$+,]/g, ''));
  const sum = amount((await outcome.locator('.sum > :nth-child(2)').textContent()) ?? '');
  const each = (await outcome.locator('li').allTextContents()).map((line) =>
    amount(/[+−]?\$[\d,.]+/.exec(line)?.[0] ?? '0'),
  );
  expect(each.reduce((all, one) => all + one, 0)).toBe(sum);
  await expect.poll(() => funds(bettor)).toBe(before + sum);
}

/** Somebody who looks on has nothing to click at the table but a seat, and keys that do nothing. */
async function seesOnly(page: Page): Promise<void> {
  await expect(page.getByText('You are watching this table.')).toBeVisible();
  await expect(page.locator('.group')).toHaveCount(0);
  await expect(page.locator('button.spot')).toHaveCount(0);
  await expect(page.getByTestId('outcome')).toHaveCount(0);
  const before = await layout(page);
  for (const key of ['d', 's', 'b', 'p', 'g', 'a']) await page.keyboard.press(key);
  expect(await layout(page)).toEqual(before);
}
