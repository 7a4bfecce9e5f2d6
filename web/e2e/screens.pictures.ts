// Every screen at four widths in both themes, into screenshots/: to be looked at. `-g lobby` takes
// one screen only.
import { test } from './floor-staff';
import { AS_SHIPPED } from './house';
import { scenes } from './scenes';

// With the house players that a new house has: an empty table shows little.
test.use({ settings: AS_SHIPPED });

const SIZES = [
  [360, 760],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
] as const;

for (const { name, show } of scenes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of SIZES) {
      test(`${name} ${width} ${colorScheme}`, async ({ browser, house }) => {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await show(page, house.url, `${name}-${width}-${colorScheme}`);
        await page.screenshot({
          path: `screenshots/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
        await context.close();
      });
    }
  }
}
