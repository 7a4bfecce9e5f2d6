// What is told when a round is over: the dealer's hand, every result, and what play has come to.
import type { Locator, Page } from '@playwright/test';
import { areaOf, isClear, lies } from './area';
import { Bettor, endRound } from './bettor';
import { held } from './held';
import { expect, test } from './house';
import { playRound, sitAt, untilWagersAreOpen } from './play';
import { Tables } from './tables';
import { WINDOWS } from './windows';

/** The dealer has a Pontoon in one round of 24, and one may double and forfeit in more. */
const ROUNDS_MOST = 150;
/** The number from which the cards come: with it what is waited for comes soon. */
const CARDS = 1;

const cents = (text: string): number =>
  Math.round(
    100 * Number((/[+−]?\$[\d,.]+/.exec(text)?.[0] ?? '').replace('−', '-').replace(/[$+,]/g, '')),
  );

/** Wagers past the page and deals. */
async function deal(bettor: Bettor, boxes: number[]): Promise<void> {
  await expect.poll(async () => (await bettor.view()).phase).toBe('wagers');
  for (const box_no of boxes)
    await bettor.send({ lay: { lay: { wager: { box_no, amount: 1000 } } } });
  await bettor.send('ready');
}

test('a dealer’s Pontoon is called so, and not 21', async ({ page }) => {
  const tables = await Tables.open(CARDS);
  try {
    const ann = await Bettor.come(page, tables.url, await tables.found({ book: 'tasmania' }), 4);
    const outcome = page.getByTestId('outcome');
    const dealer = page.getByRole('group', { name: 'Dealer', exact: true });
    const isPontoon = async () => {
      const names = await dealer
        .locator('svg.card')
        .evaluateAll((cards) => cards.map((card) => card.ariaLabel ?? ''));
      const ranks = names.map((name) => name.split(' ')[0] ?? '');
      return (
        ranks.length === 2 &&
        ranks.includes('Ace') &&
        ranks.some((rank) => /Jack|Queen|King/.test(rank))
      );
    };
    for (let round = 1; round <= ROUNDS_MOST; round += 1) {
      await ann.cutPlainly();
      await deal(ann, [4]);
      await endRound(ann);
      await expect(outcome).toContainText(`Round ${round}`);
      if (await isPontoon()) break;
    }
    expect(await isPontoon(), `a Pontoon of the dealer in ${ROUNDS_MOST} rounds`).toBe(true);
    await expect(dealer.locator('.total')).toHaveText('Pontoon');
  } finally {
    await tables.close();
  }
});

test('a forfeited double is told in one line', async ({ page }) => {
  const tables = await Tables.open(CARDS);
  try {
    const ann = await Bettor.come(page, tables.url, await tables.found({ book: 'canberra' }), 4);
    const forfeited = async (): Promise<boolean> => {
      for (
        let offers = await ann.offers(true);
        offers.length > 0;
        offers = await ann.offers(true)
      ) {
        const offer = (wanted: string) => offers.find(({ kind }) => kind === wanted);
        const [forfeit, double] = [offer('forfeit'), offer('double')];
        const chosen = forfeit ?? double;
        if (chosen) await ann.send({ choose: { choice: chosen.choice } });
        else await ann.answerPlainly(offers);
        if (forfeit) return true;
      }
      return false;
    };
    let isForfeited = false;
    for (let round = 0; round < ROUNDS_MOST && !isForfeited; round += 1) {
      await ann.cutPlainly();
      await deal(ann, [4]);
      isForfeited = await forfeited();
      await endRound(ann);
    }
    expect(isForfeited, `a forfeit in ${ROUNDS_MOST} rounds`).toBe(true);
    const lines = page.getByTestId('outcome').getByRole('listitem');
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText(/forfeited, double returned\s*−\$10\s/);
  } finally {
    await tables.close();
  }
});

/** Boxes with both side wagers on each, settled: three results a box and more. */
async function settled(page: Page, tables: Tables, boxes: number[]): Promise<Locator> {
  const table = await tables.found({ book: 'singapore' });
  const ann = await Bettor.come(page, tables.url, table, boxes[0] ?? 1);
  await ann.cutPlainly();
  await ann.sit(...boxes.slice(1));
  const { sign } = await ann.view();
  await expect.poll(async () => (await ann.view()).phase).toBe('wagers');
  for (const box_no of boxes) {
    await ann.send({ lay: { lay: { wager: { box_no, amount: 1000 } } } });
    for (const side of ['pairs', 'pandemonium'] as const)
      await ann.send({ lay: { lay: { side: { box_no, side, amount: sign[side]?.[0] ?? 0 } } } });
  }
  await ann.send('ready');
  await endRound(ann);
  const outcome = page.getByTestId('outcome');
  await expect(outcome).toContainText('Round 1');
  return outcome;
}

for (const [width, height] of WINDOWS) {
  test(`nine results are at hand and no chip is cut off: ${width}`, async ({ page }) => {
    const tables = await Tables.open(CARDS);
    try {
      await page.setViewportSize({ width, height });
      const outcome = await settled(page, tables, [2, 3, 4]);
      await untilWagersAreOpen(page);
      const lines = outcome.getByRole('listitem');
      expect(await lines.count()).toBeGreaterThanOrEqual(9);
      const list = outcome.getByRole('group', { name: 'Results of round 1' });
      const inWindow = { x: 0, y: 0, width, height };
      // A desk has room for all of them.
      if (width >= 1260)
        for (const line of await lines.all())
          expect(lies(await areaOf(line), await areaOf(list))).toBe(true);
      await eachIsReached(list, lines);
      for (const part of await page.locator('.tray label, .tray button, .tray .typed').all())
        expect(lies(await areaOf(part), inWindow), 'chips and buttons are in the window').toBe(
          true,
        );
      expect(
        isClear(await areaOf(list), await areaOf(page.getByRole('radiogroup', { name: 'Chips' }))),
      ).toBe(true);
    } finally {
      await tables.close();
    }
  });
}

/** Scrolls by the keyboard alone until each line was seen whole. */
async function eachIsReached(list: Locator, lines: Locator): Promise<void> {
  const seen = async () => {
    const area = await areaOf(list);
    const areas = await Promise.all((await lines.all()).map(areaOf));
    return areas.flatMap((line, no) => (lies(line, area) ? [no] : []));
  };
  const reached = new Set(await seen());
  await list.focus();
  await expect(list).toBeFocused();
  const all = await lines.count();
  for (let step = 0; step < all * 3 && reached.size < all; step += 1) {
    await list.press('ArrowDown');
    // The browser scrolls with its next picture.
    await list.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    for (const no of await seen()) reached.add(no);
  }
  expect(reached.size, 'lines that come in sight').toBe(all);
}

for (const [width, height] of [[360, 640], WINDOWS[2]] as const) {
  test(`a list of results longer than its place is scrolled to its end: ${width}`, async ({
    page,
  }) => {
    const tables = await Tables.open(CARDS);
    try {
      await page.setViewportSize({ width, height });
      const outcome = await settled(page, tables, [1, 2, 3, 4, 5, 6, 7]);
      const list = outcome.getByRole('group', { name: 'Results of round 1' });
      const lines = outcome.getByRole('listitem');
      expect(await lines.count()).toBeGreaterThanOrEqual(21);
      expect(await list.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true);
      await eachIsReached(list, lines);
      const chips = await areaOf(page.getByRole('radiogroup', { name: 'Chips' }));
      expect(lies(chips, { x: 0, y: 0, width, height })).toBe(true);
      expect(isClear(await areaOf(list), chips)).toBe(true);
    } finally {
      await tables.close();
    }
  });
}

test.describe('alone at a table', () => {
  test('the sum since one came has the round whose result is shown', async ({ page, house }) => {
    await sitAt(page, house.url, 'Casino Canberra');
    // What the house says of it does not come.
    const come = await held(page, '**/api/me/statement*');
    const nets: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      await playRound(page);
      nets.push(cents((await page.getByTestId('outcome').locator('.sum').textContent()) ?? ''));
    }
    const running = page.getByTestId('running');
    await expect(running).toContainText('2 rounds');
    expect(cents((await running.textContent()) ?? '')).toBe((nets[0] ?? 0) + (nets[1] ?? 0));
    // When it comes, nothing is counted twice.
    const answer = page.waitForResponse('**/api/me/statement*');
    come();
    await (await answer).finished();
    await expect(running).toContainText('2 rounds');
    expect(cents((await running.textContent()) ?? '')).toBe((nets[0] ?? 0) + (nets[1] ?? 0));
  });
});
