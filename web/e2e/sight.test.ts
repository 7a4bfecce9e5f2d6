// What is in sight at once, at windows of several sizes: nothing is covered and nothing is cut.
import type { Page } from '@playwright/test';
import { type Area, areaOf, isClear, lies } from './area';
import { Bettor, endRound } from './bettor';
import { expect, test } from './house';
import { tellLongest } from './longest';
import { finish, sitAt, untilAsked, untilPlaying, untilWagersAreOpen } from './play';
import { Tables } from './tables';

const WINDOWS = {
  'a phone': [360, 640],
  'a phone on its side': [740, 360],
  'a tablet': [768, 1024],
  'a desk': [1280, 720],
};

for (const [name, [width, height]] of Object.entries(WINDOWS) as [string, [number, number]][]) {
  test(`whoever is asked sees hand, total and buttons at once: ${name}`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height });
    await sitAt(page, house.url, 'Star Sydney');
    await untilAsked(page);
    const own = page.locator('.box.own');
    const felt = await areaOf(page.getByRole('region', { name: 'The layout' }));
    expect(lies(felt, { x: 0, y: 0, width, height }), 'the layout is in the window').toBe(true);
    await expect
      .poll(async () => lies(await areaOf(own), felt), {
        message: 'one’s own box is in the layout',
      })
      .toBe(true);
    for (const part of [own.locator('.hand'), own.locator('.total')])
      expect(lies(await areaOf(part.first()), felt)).toBe(true);
    for (const button of await page.locator('.group button').all()) {
      const area = await areaOf(button);
      expect(lies(area, { x: 0, y: 0, width, height }), 'a button is in the window').toBe(true);
      const isClear = area.y >= felt.y + felt.height || area.x >= felt.x + felt.width;
      expect(isClear, 'a button covers nothing of the layout').toBe(true);
    }
    await finish(page);
  });
}

test('all seven boxes lie in the arc, the first at the right', async ({ page, house }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await sitAt(page, house.url, 'Star Sydney');
  const felt = await areaOf(page.getByRole('region', { name: 'The layout' }));
  await expect(page.locator('.box')).toHaveCount(7);
  const boxes = await Promise.all((await page.locator('.box').all()).map(areaOf));
  expect(boxes.filter((box) => !lies(box, felt))).toEqual([]);
  const fromTheLeft = boxes.map(({ x }) => x).reverse();
  expect(fromTheLeft).toEqual(fromTheLeft.toSorted((one, other) => one - other));
});

test('on a phone one’s own box is in sight when the page is loaded again', async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${house.url}table/5`);
  // The last that is free, and so the last that is drawn.
  await page
    .getByRole('button', { name: /^Sit at box [67]/ })
    .last()
    .click();
  const own = page.locator('.box.own');
  await expect(own).toBeVisible();
  await page.reload();
  await expect(own).toBeVisible();
  const felt = await areaOf(page.getByRole('region', { name: 'The layout' }));
  await expect.poll(async () => lies(await areaOf(own), felt)).toBe(true);
});

test('all tabs beside the layout are in sight', async ({ page, house }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await sitAt(page, house.url, 'Star Sydney');
  const list = await areaOf(page.getByRole('tablist'));
  for (const tab of await page.getByRole('tab').all())
    expect(lies(await areaOf(tab), list)).toBe(true);
});

test('a table needs few fonts: each is made ready before it is drawn', async ({ page, house }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await sitAt(page, house.url, 'Star Sydney');
  await untilAsked(page);
  const fonts = await page.evaluate(() => {
    const seen = [...document.querySelectorAll('#app *')].filter(
      (each) =>
        each.checkVisibility() &&
        [...each.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
    );
    const used = seen.map((each) => {
      const { fontFamily, fontWeight, fontSize } = getComputedStyle(each);
      return `${fontWeight} ${fontSize} ${fontFamily}`;
    });
    return [...new Set(used)].sort();
  });
  expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(16);
});

test('each square of a chart beside a table holds what stands in it, in the narrowest panel', async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(`${house.url}table/5`);
  await page.getByRole('complementary', { name: 'About this table' }).scrollIntoViewIfNeeded();
  await page.getByRole('tab', { name: 'Advice' }).click();
  await page.getByText(/^Strategy, /).click();
  await expect(page.getByRole('table', { name: 'Pairs' }).getByRole('img').last()).toBeVisible();
  await expect(page.locator('.legend')).toContainText(
    'T: a card that counts ten, a Jack, Queen or King',
  );
  // A chart is drawn in parts.
  await expect(page.locator('.blocks .square').filter({ hasNotText: /\S/ })).toHaveCount(0);
  const marks = await page.locator('.blocks .square').evaluateAll((squares) =>
    squares.map((square) => {
      const words = document.createRange();
      words.selectNodeContents(square);
      const [within, all] = [words.getBoundingClientRect(), square.getBoundingClientRect()];
      const number = square.querySelector('.from')?.getBoundingClientRect();
      return {
        says: square.textContent,
        isCut: within.left < all.left || within.right > all.right || within.bottom > all.bottom,
        isBelow: !number || number.top > all.top + 8,
      };
    }),
  );
  expect(marks.filter(({ says }) => /^(Db|S)\d$/.test(says ?? '')).length).toBeGreaterThan(20);
  expect(marks.filter(({ isCut, isBelow }) => isCut || !isBelow)).toEqual([]);
});

for (const name of ['a phone', 'a phone on its side'] as const) {
  test(`the row of boxes shows on which side it goes on: ${name}`, async ({ page, house }) => {
    const [across, high] = WINDOWS[name];
    await page.setViewportSize({ width: across ?? 0, height: high ?? 0 });
    // With two spots beside each box it is higher than a phone on its side lets it be.
    await page.goto(`${house.url}table/3`);
    const row = page.getByRole('region', { name: 'The layout' }).locator('ol.boxes');
    const [left, right] = [page.locator('.more').first(), page.locator('.more.right')];
    const shown = async () =>
      Promise.all(
        [left, right].map((each) =>
          each.evaluate((arrow) => getComputedStyle(arrow).opacity === '1'),
        ),
      );
    const go = (to: number) => row.evaluate((each, x) => each.scrollTo({ left: x }), to);
    await expect(page.locator('.box')).toHaveCount(7);
    for (const [to, sides] of [
      [0, [false, true]],
      [300, [true, true]],
      [2000, [true, false]],
    ] as const) {
      await go(to);
      await expect.poll(shown).toEqual(sides);
    }
    // What lies under it is pressed all the same.
    await go(0);
    await expect.poll(shown).toEqual([false, true]);
    const { x, y, width, height } = await areaOf(right);
    const on = await page.evaluate(
      ([at, down]) => document.elementFromPoint(at, down)?.closest('.boxes') !== null,
      [x + width / 2, y + height / 2] as const,
    );
    expect(on).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(left).toBeHidden();
    await expect(right).toBeHidden();
  });
}

test('on a phone chips lie within their spots, however many', async ({ page, house }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await sitAt(page, house.url, 'Star Sydney');
  await untilWagersAreOpen(page);
  const own = page.locator('.box.own');
  const amount = page.getByRole('textbox', { name: /^Amount/ });
  for (const spot of ['wager', 'pairs']) {
    await own.locator(`button.spot.${spot}`).click();
    // Six chips are shown of it.
    await amount.fill('194');
    await expect(own.locator(`.spot.${spot} .chip`)).toHaveCount(6);
    const ring = await areaOf(own.locator(`.spot.${spot}`));
    for (const part of await own.locator(`.spot.${spot} :is(.chip, .amount)`).all())
      expect(lies(await areaOf(part), ring), spot).toBe(true);
  }
});

for (const width of [360, 920, 1440]) {
  test(`the field for an amount says in full which spot it is for: ${width}`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await sitAt(page, house.url, 'Star Sydney');
    await untilWagersAreOpen(page);
    const box = await page.locator('.box.own').getAttribute('data-box');
    await page.locator('.box.own button.spot.wager').click();
    await page.locator('.box.own button.spot.pairs').click();
    const list = page.getByRole('combobox', { name: 'For' });
    const mark = page.locator('.field .for');
    if (width < 560) {
      await expect(mark).toHaveText(`${box}, Perfect Pairs`);
      const words = await mark.evaluate((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const { x, y, width: wide, height } = range.getBoundingClientRect();
        return { x, y, width: wide, height };
      });
      expect(lies(words, await areaOf(page.getByRole('textbox', { name: /^Amount/ })))).toBe(true);
      return;
    }
    await expect(list.locator('option:checked')).toHaveText(`Box ${box}, Perfect Pairs`);
    // A list that may be as wide as it wants is as wide as its longest name.
    const [given, wanted] = await list.evaluate((each: HTMLElement) => {
      const before = each.offsetWidth;
      each.style.width = 'auto';
      return [before, each.offsetWidth];
    });
    expect(given).toBeGreaterThanOrEqual(wanted ?? 0);
  });
}

test('the words of a clause in the list of events cover no tab', async ({ page, house }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await sitAt(page, house.url, 'Star Sydney');
  const tip = page.locator('[role=tooltip]:popover-open');
  await page.getByRole('tabpanel').locator('.clause').first().hover();
  await expect(tip).toBeVisible();
  expect(isClear(await areaOf(tip), await areaOf(page.getByRole('tablist')))).toBe(true);
});

/** Where the decisions and the foot are seen: some of each may be scrolled out of sight. */
const partsOf = (page: Page): Promise<Area[]> =>
  page.locator('.group button, .foot button, .foot .wrong:not(:empty)').evaluateAll((parts) =>
    parts.map((part) => {
      const all = part.getBoundingClientRect();
      const shown = (part.closest('.upper, .foot') ?? part).getBoundingClientRect();
      const [top, bottom] = [Math.max(all.top, shown.top), Math.min(all.bottom, shown.bottom)];
      return { x: all.x, y: top, width: all.width, height: bottom - top };
    }),
  );

/** Points at each decision: the words of its clause are seen whole and cover nothing. */
async function expectWordsInSight(page: Page, longest: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const layout = page.getByRole('region', { name: 'The layout' });
  const tip = page.getByRole('tooltip');
  for (const button of await page.locator('.group .one > button:not(.other)').all()) {
    const at = `${await button.textContent()} at ${width}x${height}`;
    await button.hover();
    await expect(tip).toContainText(longest);
    await expect(button).toHaveAccessibleDescription(/^Clause \S+ ./);
    const words = await areaOf(tip);
    expect(lies(words, { x: 0, y: 0, width, height }), `it is in the window: ${at}`).toBe(true);
    const covered = [await areaOf(layout), ...(await partsOf(page))].filter(
      (each) => !isClear(words, each),
    );
    expect(covered, at).toEqual([]);
    const [all, shown] = await tip.evaluate((each) => [each.scrollHeight, each.clientHeight]);
    expect(all, `nothing of it is cut: ${at}`).toBeLessThanOrEqual(shown ?? 0);
  }
}

/** Each decision is pointed at in each of the windows. */
const LONG = { wagers: 600_000, decision: 600_000, cut: 600_000 };
/** Windows in which the words are read: the usual ones, and where their place changes. */
const READ_IN = [
  [340, 740],
  [360, 640],
  [560, 800],
  [720, 800],
  [768, 1024],
  [1260, 720],
  [1280, 720],
  [1280, 800],
  [1440, 900],
  [740, 360],
] as const;

test('the clause of a decision is read whole, and covers neither the layout nor a decision', async ({
  page,
}) => {
  const tables = await Tables.open(1);
  try {
    const longest = await tellLongest(page, tables.url);
    expect(longest.length).toBeGreaterThan(200);
    const ann = await Bettor.come(
      page,
      tables.url,
      await tables.found({ book: 'sydney', times: LONG }),
      4,
    );
    await ann.cutPlainly();
    await untilPlaying(page);
    // Insurance is asked about at another time: why the key does nothing is said beside the words.
    await page.keyboard.press('i');
    await expect(page.locator('.foot .wrong')).toHaveText(/^Insurance is not possible now\./);
    for (const [width, height] of READ_IN) {
      await page.setViewportSize({ width, height });
      await expectWordsInSight(page, longest);
    }
  } finally {
    await tables.close();
  }
});

test('the clause of a decision is read whole where several boxes are asked at once', async ({
  page,
}) => {
  const tables = await Tables.open(1);
  try {
    const longest = await tellLongest(page, tables.url);
    const boxes = [1, 2, 3, 4, 5, 6, 7];
    const ann = await Bettor.come(
      page,
      tables.url,
      await tables.found({ book: 'singapore', times: LONG }),
      1,
    );
    await ann.cutPlainly();
    await ann.sit(...boxes.slice(1));
    for (let round = 0; round < 40; round += 1) {
      await expect.poll(async () => (await ann.view()).phase).toBe('wagers');
      for (const box_no of boxes)
        await ann.send({ lay: { lay: { wager: { box_no, amount: 1000 } } } });
      await ann.send('ready');
      if (new Set((await ann.offers(true)).map(({ at }) => at?.box_no)).size > 1) break;
      await endRound(ann);
      await ann.cutPlainly();
    }
    await expect(page.locator('.groups.several .group:not([aria-label=""])').nth(1)).toBeVisible();
    for (const [width, height] of READ_IN) {
      await page.setViewportSize({ width, height });
      await expectWordsInSight(page, longest);
    }
  } finally {
    await tables.close();
  }
});

test('the bar beside the seconds gets shorter', async ({ page, house }) => {
  await sitAt(page, house.url, 'Star Sydney');
  await untilAsked(page);
  const bar = page.locator('.countdown .bar > span');
  const share = () => bar.evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);
  const before = await share();
  expect(before).toBeGreaterThan(0.5);
  await expect.poll(share).toBeLessThan(before);
});
