// Who plays several boxes: everything that can be done with them is at hand, and covers nothing.
import type { Page } from '@playwright/test';
import { areaOf, isClear, lies } from './area';
import { Bettor } from './bettor';
import { expect, test } from './house';
import { untilWagersAreOpen } from './play';
import { Tables } from './tables';
import { WINDOWS } from './windows';

const BOXES = [1, 2, 3, 4, 5, 6, 7];

/** Somebody with a wager on each of these boxes, and nobody else at the table. */
async function placedOn(page: Page, tables: Tables, boxes: number[]): Promise<Bettor> {
  const ann = await Bettor.come(
    page,
    tables.url,
    await tables.found({ book: 'singapore' }),
    boxes[0] ?? 0,
  );
  await ann.cutPlainly();
  await ann.sit(...boxes.slice(1));
  await untilWagersAreOpen(page);
  for (const box of boxes) await ann.put(box);
  await ann.button('Place only').click();
  await expect(ann.button(`Take back from box ${boxes.at(-1)}`)).not.toHaveAttribute(
    'aria-disabled',
  );
  return ann;
}

for (const [width, height] of WINDOWS) {
  for (const boxes of [BOXES.slice(0, 3), BOXES]) {
    test(`each of ${boxes.length} wagers can be taken back: ${width}`, async ({ page }) => {
      const tables = await Tables.open();
      try {
        await page.setViewportSize({ width, height });
        const ann = await placedOn(page, tables, boxes);
        const inWindow = { x: 0, y: 0, width, height };
        const layout = page.getByRole('region', { name: 'The layout' });
        expect(lies(await areaOf(layout), inWindow)).toBe(true);
        const backs = page.getByRole('button', { name: /^Take back from box/ });
        await expect(backs).toHaveCount(boxes.length);
        for (const back of [
          ...(await backs.all()),
          ann.button('Ready, deal'),
          ann.button('Leave the table'),
        ]) {
          // A button that something lies over cannot be clicked.
          await back.click({ trial: true });
          const area = await areaOf(back);
          expect(lies(area, inWindow), 'it is in the window').toBe(true);
          expect(isClear(area, await areaOf(layout)), 'it covers nothing of the layout').toBe(true);
        }
      } finally {
        await tables.close();
      }
    });
  }
}

test('a late second click on one “Take back” takes nothing from another box', async ({ page }) => {
  const tables = await Tables.open();
  try {
    const ann = await placedOn(page, tables, BOXES.slice(0, 3));
    const [first, second] = [
      ann.button('Take back from box 1'),
      ann.button('Take back from box 2'),
    ];
    const [before, next] = [await areaOf(first), await areaOf(second)];
    await first.click();
    await ann.hears(`${ann.name} has the wagers on Box 1 back`);
    await expect(first).toBeDisabled();
    expect([await areaOf(first), await areaOf(second)]).toEqual([before, next]);
  } finally {
    await tables.close();
  }
});
