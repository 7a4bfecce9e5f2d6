// What is in sight at once, at windows of several sizes: nothing is covered and nothing is cut.
import { test as base, expect, type Locator } from '@playwright/test';
import { House } from './house';
import { finish, sitAt, untilAsked } from './play';

/** A house for each test: whoever sat there before and went away would be waited for. */
const test = base.extend<{ house: House }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  house: async ({}, use) => {
    const house = await House.open();
    await use(house);
    await house.close();
  },
});

const WINDOWS = {
  'a phone': [360, 640],
  'a phone on its side': [740, 360],
  'a tablet': [768, 1024],
  'a desk': [1280, 720],
};

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function areaOf(what: Locator): Promise<Area> {
  const area = await what.boundingBox();
  if (!area) throw new Error('it has no place');
  return area;
}

/** Whether one area lies in another; a pixel's fraction is nobody's concern. */
const lies = (one: Area, other: Area): boolean =>
  one.x >= other.x - 1 &&
  one.y >= other.y - 1 &&
  one.x + one.width <= other.x + other.width + 1 &&
  one.y + one.height <= other.y + other.height + 1;

for (const [name, [width, height]] of Object.entries(WINDOWS) as [string, [number, number]][]) {
  test(`whoever is asked sees hand, total and buttons at once: ${name}`, async ({ page, house }) => {
    await page.setViewportSize({ width, height });
    await sitAt(page, house.url, 'Star Sydney');
    await untilAsked(page);
    const own = page.locator('.box.own');
    const felt = await areaOf(page.getByRole('region', { name: 'The layout' }));
    expect(lies(felt, { x: 0, y: 0, width, height }), 'the layout is in the window').toBe(true);
    await expect
      .poll(async () => lies(await areaOf(own), felt), { message: 'one’s own box is in the layout' })
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

test('on a phone one’s own box is in sight when the page is loaded again', async ({ page, house }) => {
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
  for (const tab of await page.getByRole('tab').all()) expect(lies(await areaOf(tab), list)).toBe(true);
});

test('a table needs few fonts: each is made ready before it is drawn', async ({ page, house }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await sitAt(page, house.url, 'Star Sydney');
  await untilAsked(page);
  const fonts = await page.evaluate(() => {
    const seen = [...document.querySelectorAll('#app *')].filter(
      (each) =>
        each.checkVisibility() && [...each.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
    );
    const used = seen.map((each) => {
      const { fontFamily, fontWeight, fontSize } = getComputedStyle(each);
      return `${fontWeight} ${fontSize} ${fontFamily}`;
    });
    return [...new Set(used)].sort();
  });
  expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(16);
});
