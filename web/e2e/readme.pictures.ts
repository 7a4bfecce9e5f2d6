// The pictures of the README, into docs/pictures.
import { test } from './floor-staff';
import { AS_SHIPPED } from './house';
import { scenes } from './scenes';

// With the house players that a new house has: an empty table shows little.
test.use({ settings: AS_SHIPPED });

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 960 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
};

/** The screens of the README, each on the devices on which it is shown there. */
const SHOWN: Record<string, (keyof typeof DEVICES)[]> = {
  table: ['desktop', 'phone'],
  trainer: ['desktop'],
  lab: ['desktop'],
};

for (const { name, show } of scenes) {
  for (const device of SHOWN[name] ?? []) {
    const options = DEVICES[device];
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${name} ${device} ${colorScheme}`, async ({ browser, house }) => {
        const context = await browser.newContext({
          ...options,
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await show(page, house.url, `${name}-${device}-${colorScheme}`);
        // No tip lies over the picture.
        await page.mouse.move(0, 0);
        await page.screenshot({ path: `../docs/pictures/${name}-${device}-${colorScheme}.png` });
        await context.close();
      });
    }
  }
}
