// Takes pictures of the screens at four widths in both themes, from a page that is being served.
//   PONTOON_PAGE=http://127.0.0.1:4173 npm run screenshots [folder]
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const page = process.env.PONTOON_PAGE ?? 'http://127.0.0.1:4173';
const folder = process.argv[2] ?? 'screenshots';
const only = process.argv[3];
const sizes = [
  [360, 760],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });

/** Plays until this player is asked for a decision in a round. */
async function untilAsked(tab) {
  for (let tries = 0; tries < 6; tries += 1) {
    const choice = tab.getByRole('button', { name: /^(Stand|Draw|Surrender|Insurance)/ }).first();
    const chip = tab.locator('.own button.spot.wager');
    await choice.or(chip).first().waitFor({ timeout: 30_000 });
    if (await choice.isVisible()) return;
    await chip.click();
    await tab.getByRole('button', { name: /^Deal/ }).click();
    await tab
      .waitForFunction(() => !document.querySelector('.own button.spot.wager'), null, { timeout: 10_000 })
      .catch(() => {});
  }
}

for (const theme of ['light', 'dark']) {
  for (const [width, height] of sizes) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const tab = await context.newPage();
    tab.on('pageerror', (error) => console.error('page:', error.message));
    const shot = (name, whole = false) =>
      tab.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: whole });
    await tab.goto(page);
    await tab.getByRole('heading', { level: 3 }).first().waitFor();
    if (!only || only === 'lobby') await shot('lobby', true);
    if (!only || only === 'table') {
      const books =
        theme === 'light' ? ['Sydney', 'Adelaide', 'Marina', 'Canberra'] : ['Marina', 'Wrest', 'Sydney', 'Adelaide'];
      const book = books[sizes.findIndex(([each]) => each === width)];
      await tab.getByRole('button', { name: new RegExp(`Sit down at .*${book}`) }).click();
      await tab.locator('.own').waitFor();
      await tab.locator('.own button.spot.wager').waitFor({ timeout: 90_000 });
      await tab.locator('.own button.spot.wager').click();
      await shot('wagers', true);
      await untilAsked(tab);
      await shot('table', true);
      const last = tab.getByRole('button', { name: /^(Stand|Draw|Surrender|No insurance)/ }).first();
      while (await last.isVisible()) {
        await last.click();
        await tab.waitForTimeout(700);
      }
      await tab.getByTestId('outcome').waitFor({ timeout: 60_000 });
      await shot('after', true);
      await tab.getByRole('button', { name: 'Leave the table' }).click();
    }
    await context.close();
    console.log(theme, width);
  }
}
await browser.close();
