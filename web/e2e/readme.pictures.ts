// The pictures of the README, into docs/pictures.
import { test } from './floor-staff';
import { scenes } from './scenes';

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 960 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

for (const { name, show } of scenes.filter((scene) => ['table', 'trainer', 'lab'].includes(scene.name))) {
  for (const [device, options] of Object.entries(DEVICES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${name} ${device} ${colorScheme}`, async ({ browser, house }) => {
        const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' });
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
