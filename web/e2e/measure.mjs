// How smooth a table is: frames a second while seven boxes are dealt, and the time from a message's arrival to the next
// frame after the page changed. Run by hand against a page that is being served:
//   PONTOON_PAGE=http://127.0.0.1:8021 node e2e/measure.mjs
import { chromium } from '@playwright/test';

const PAGE = process.env.PONTOON_PAGE ?? 'http://127.0.0.1:8021';
const BOOK = /Sit down at .*Star Sydney/;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** As long as the initial deal of seven boxes takes, in milliseconds. */
const DEAL = 2200;
/** As long as a round of others may take that was under way before, in milliseconds. */
const PATIENCE = 180_000;

/** Notes when messages come and when what they changed is drawn; runs in the page before anything else. */
function listen() {
  const noted = { waits: [] };
  Object.assign(globalThis, { noted });
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...address) {
      super(...address);
      this.addEventListener('message', ({ data }) => {
        if (!String(data).startsWith('{"frame"')) return;
        const came = performance.now();
        const watch = new MutationObserver(() => {
          watch.disconnect();
          requestAnimationFrame(() => noted.waits.push(performance.now() - came));
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    }
  };
}

/** The times between frames, for so many milliseconds. */
function frames(ms) {
  return new Promise((resolve) => {
    const steps = [];
    const began = performance.now();
    let last = began;
    const step = (now) => {
      steps.push(now - last);
      last = now;
      if (now - began < ms) requestAnimationFrame(step);
      else resolve(steps.slice(1));
    };
    requestAnimationFrame(step);
  });
}

const share = (values, part) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const digits = (value) => value.toFixed(1);

/** Brings the round to its end, by keys. */
async function finish(page) {
  const outcome = page.getByTestId('outcome');
  const keys = page.locator('.group [aria-keyshortcuts]:enabled');
  for (;;) {
    await outcome.or(keys.first()).first().waitFor({ timeout: 60_000 });
    if (await outcome.isVisible()) return;
    const offered = await keys.evaluateAll((all) => all.map((each) => each.getAttribute('aria-keyshortcuts')));
    const key = ['n', 's', 'd'].find((each) => offered.includes(each));
    if (key) await page.keyboard.press(key);
  }
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' });
const page = await context.newPage();
await page.addInitScript(listen);
await page.goto(PAGE);
await page.getByRole('button', { name: BOOK }).first().click();
await page.locator('.box.own').waitFor();
const steps = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const refuse = page.getByRole('button', { name: 'No, thank you' });
  const open = page.locator('button.spot.wager').first();
  await refuse.or(open).first().waitFor({ timeout: PATIENCE });
  if (await refuse.isVisible()) await refuse.click();
  await open.waitFor({ timeout: PATIENCE });
  for (let box = 1; box <= 7; box += 1) await page.locator(`.box[data-box="${box}"] button.spot.wager`).click();
  await page.keyboard.press('g');
  // The cards and the outcome of the last round lie there until the next is dealt, and others may take their time.
  await page.getByTestId('outcome').waitFor({ state: 'detached', timeout: PATIENCE });
  await page.locator('.hand').first().waitFor({ timeout: PATIENCE });
  steps.push(...(await page.evaluate(frames, DEAL)));
  await finish(page);
}
const waits = await page.evaluate(() => globalThis.noted.waits);
// Whoever stays away without leaving is waited for, by the next who measures too.
await page.getByRole('button', { name: 'Leave the table' }).click();
await page.locator('.box.own').waitFor({ state: 'detached' });
console.log(`${ROUNDS} rounds of seven boxes, ${steps.length} frames of the deal, ${waits.length} messages`);
console.log(
  `frames a second: ${digits(1000 / mean(steps))} on average; longest frame ${digits(share(steps, 1))} ms, 95 in 100 within ${digits(share(steps, 0.95))} ms`,
);
console.log(
  `from message to frame: ${digits(share(waits, 0.5))} ms half of them, ${digits(share(waits, 0.95))} ms 95 in 100, ${digits(share(waits, 1))} ms the longest`,
);
await browser.close();
