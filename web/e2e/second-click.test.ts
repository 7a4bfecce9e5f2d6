// A click too many: the place of the button that deals decides nothing, and what is asked is
// answered once.
import type { Locator, Page } from '@playwright/test';
import { areaOf } from './area';
import { Bettor } from './bettor';
import { expect, test } from './house';
import { sitAt, untilPlaying, untilWagersAreOpen } from './play';
import { spoken } from './spoken';
import { inOwnWindow, Tables } from './tables';
import { WINDOWS } from './windows';

/** A Pontoon, of which nothing is asked, comes to a hand in one round of twenty. */
const ROUNDS_MOST = 10;
/** So many buttons of the boxes lie beside the one that deals, or below it. */
const SEVERAL = [
  [1, 2, 3],
  [1, 2, 3, 4],
  [1, 2, 3, 4, 5],
];
/** The number from which the cards come at tables that are founded here. */
const CARDS = 1;

const choicesOf = (page: Page): Locator =>
  page.locator('.group button:not([aria-disabled], :disabled)');
const outcomeOf = (page: Page): Locator => page.getByTestId('outcome');

/** The middle of where something is now, wherever it goes. */
interface Spot {
  click(): Promise<void>;
  /** What can be clicked there now. */
  button(): Promise<string | null>;
}

async function spotOf(page: Page, what: Locator): Promise<Spot> {
  const { x, y, width, height } = await areaOf(what);
  const [across, down] = [x + width / 2, y + height / 2];
  return {
    click: () => page.mouse.click(across, down),
    button: () =>
      page.evaluate(
        ([left, top]) =>
          document.elementFromPoint(left, top)?.closest('button, a, input')?.textContent ?? null,
        [across, down] as const,
      ),
  };
}

/** Clicks there until something is asked or the round is over. */
async function clickUntilAsked(page: Page, what: Locator): Promise<Spot> {
  // What the last round came to is told until the next begins.
  const last = outcomeOf(page).locator('.sum .soft').first();
  const before = (await last.count()) > 0 ? ((await last.textContent()) ?? '') : 'no round';
  const over = outcomeOf(page).filter({ hasNot: page.getByText(before, { exact: true }) });
  const spot = await spotOf(page, what);
  const isOver = async () => {
    await spot.click();
    return choicesOf(page).first().or(over).first().isVisible();
  };
  await expect.poll(isOver, { intervals: [10] }).toBe(true);
  return spot;
}

/** Nothing is said or changed by more clicks there. */
async function expectDeaf(page: Page, spot: Spot, words: string[], said: string[]): Promise<void> {
  const asked = await choicesOf(page).allTextContents();
  expect(await spot.button(), 'nothing lies there').toBeNull();
  for (let count = 0; count < 5; count += 1) await spot.click();
  expect(await choicesOf(page).allTextContents()).toEqual(asked);
  expect(words).toEqual(said);
}

/** Wagers on one's own box and clicks where “Deal” is until something is asked. */
async function dealWithClicks(page: Page): Promise<Spot> {
  await untilWagersAreOpen(page);
  await page.locator('.box.own button.spot.wager').click();
  return clickUntilAsked(page, page.getByRole('button', { name: /^Deal, / }));
}

for (const [width, height] of WINDOWS) {
  test(`clicks where Deal was decide nothing: ${width}`, async ({ page, house }) => {
    await page.setViewportSize({ width, height });
    const words = await spoken(page);
    await sitAt(page, house.url, 'Star Sydney');
    let spot = await dealWithClicks(page);
    for (let round = 1; round < ROUNDS_MOST && (await outcomeOf(page).isVisible()); round += 1) {
      words.length = 0;
      spot = await dealWithClicks(page);
    }
    await expectDeaf(page, spot, words, ['lay', 'ready']);
  });

  test(`a late second click on Place only does not deal: ${width}`, async ({ page, house }) => {
    await page.setViewportSize({ width, height });
    const words = await spoken(page);
    await sitAt(page, house.url, 'Star Sydney');
    await untilWagersAreOpen(page);
    await page.locator('.box.own button.spot.wager').click();
    const deal = await areaOf(page.getByRole('button', { name: /^Deal, / }));
    const { click } = await spotOf(page, page.getByRole('button', { name: 'Place only' }));
    await click();
    const ready = page.getByRole('button', { name: 'Ready, deal' });
    await expect(ready, 'what is clicked is taken again').not.toHaveAttribute('aria-disabled');
    await click();
    const { x, y, width: across, height: high } = await areaOf(ready);
    expect([x + across / 2, y + high / 2], 'it lies where Deal lay').toEqual([
      expect.closeTo(deal.x + deal.width / 2, 0),
      expect.closeTo(deal.y + deal.height / 2, 0),
    ]);
    await ready.click();
    await expect.poll(() => words).toEqual(['lay', 'ready']);
  });

  test(`a late second click on Deal takes nothing back while others are waited for: ${width}`, async ({
    page,
    browser,
  }) => {
    const tables = await Tables.open(CARDS);
    try {
      await page.setViewportSize({ width, height });
      const words = await spoken(page);
      const table = await tables.found({ book: 'sydney' });
      const ann = await Bettor.come(page, tables.url, table, 4);
      await ann.cutPlainly();
      await Bettor.come(await inOwnWindow(browser), tables.url, table, 2);
      await untilWagersAreOpen(page);
      await ann.put(4);
      const { click } = await spotOf(page, page.getByRole('button', { name: /^Deal, / }));
      await click();
      const back = ann.button('Take back from box 4');
      await expect(back, 'what is clicked is taken again').not.toHaveAttribute('aria-disabled');
      await click();
      // It is still there to be taken back, and that is the next that is said.
      await back.click();
      await expect.poll(() => words).toEqual(['lay', 'ready', 'withdraw']);
    } finally {
      await tables.close();
    }
  });

  for (const boxes of SEVERAL) {
    test(`clicks where Ready was decide nothing with ${boxes.length} boxes: ${width}`, async ({
      page,
    }) => {
      const tables = await Tables.open(CARDS);
      try {
        await page.setViewportSize({ width, height });
        const words = await spoken(page);
        const ann = await Bettor.come(
          page,
          tables.url,
          await tables.found({ book: 'singapore' }),
          1,
        );
        await ann.cutPlainly();
        await ann.sit(...boxes.slice(1));
        await untilWagersAreOpen(page);
        for (const box of boxes) await ann.put(box);
        await ann.button('Place only').click();
        const ready = ann.button('Ready, deal');
        await expect(ready).not.toHaveAttribute('aria-disabled');
        const spot = await clickUntilAsked(page, ready);
        await expect(outcomeOf(page), 'something is asked').toHaveCount(0);
        await expectDeaf(page, spot, words, [...boxes.map(() => 'lay'), 'ready']);
      } finally {
        await tables.close();
      }
    });
  }
}

for (const [name, order] of Object.entries({
  'a click and a key': ['click', 'key', 'click'],
  'a key and a click': ['key', 'click', 'key'],
})) {
  test(`${name} for the same choice at once are one command`, async ({ page, house }) => {
    const words = await spoken(page);
    await sitAt(page, house.url, 'Star Sydney');
    await untilPlaying(page);
    words.length = 0;
    await page
      .getByRole('button', { name: /^Draw/ })
      .evaluate((button: HTMLButtonElement, inputs) => {
        const key = button.getAttribute('aria-keyshortcuts') ?? '';
        for (const input of inputs) {
          if (input === 'click') button.click();
          else
            document.body.dispatchEvent(
              new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
            );
        }
      }, order);
    await expect(choicesOf(page).or(outcomeOf(page)).first()).toBeVisible();
    expect(words).toEqual(['choose']);
  });
}
