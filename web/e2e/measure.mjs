// How smooth a table is: frames a second while seven boxes are dealt, and the time from a message's
// arrival until the browser has drawn the page that it changed. Run by hand against a page that is
// being served:
//   PONTOON_PAGE=http://127.0.0.1:8021 node e2e/measure.mjs
import { chromium } from '@playwright/test';
import { BROWSER } from './browser.mjs';

const PAGE = process.env.PONTOON_PAGE ?? 'http://127.0.0.1:8021';
const BOOK = /Sit down at .*Star Sydney/;
const OUTCOME = '[data-testid="outcome"]';
const ASKED = '.group [aria-keyshortcuts]:not([aria-disabled])';
const OPEN = 'button.spot.wager';
const CUT = 'dialog[open]';
/** From look to look, in milliseconds. */
const PAUSE = 50;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** As long as the initial deal of seven boxes takes, in milliseconds. */
const DEAL = 2200;
/** As long as a round of others may take that was under way before, in milliseconds. */
const PATIENCE = 180_000;

/**
 * Notes when messages come and when what they changed is drawn; runs in the page before anything
 * else.
 */
function listen() {
  const messages = [];
  const nameOf = ({ what }) => (typeof what === 'string' ? what : Object.keys(what)[0]);
  const eventsOf = (data) => {
    const { events, version } = JSON.parse(data).frame;
    const names = events.map((event) =>
      nameOf(event) === 'round' ? nameOf(event.what.round) : nameOf(event),
    );
    return `version ${version}: ${names.join(' ') || 'nothing new'}`;
  };
  Object.assign(globalThis, { messages });
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...address) {
      super(...address);
      this.addEventListener('message', ({ data }) => {
        if (!String(data).startsWith('{"frame"')) return;
        const came = performance.now();
        const watch = new MutationObserver(() => {
          watch.disconnect();
          requestAnimationFrame(() => {
            // Once the browser has laid out and painted this frame, before anything else that
            // waits.
            const note = () =>
              messages.push({ ms: performance.now() - came, events: eventsOf(data) });
            scheduler.postTask(note, { priority: 'user-blocking' });
          });
        });
        watch.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        // What has changed nothing by then changes nothing.
        setTimeout(() => watch.disconnect(), 1000);
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

/**
 * Waits until one of these is to be seen, and says which. A test's own way of waiting would look
 * for it in every frame.
 */
async function until(page, selectors) {
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    const found = await page.evaluate(
      (all) =>
        all.find((each) =>
          [...document.querySelectorAll(each)].some((it) =>
            it.checkVisibility({ visibilityProperty: true }),
          ),
        ),
      selectors,
    );
    if (found) return found;
    await page.waitForTimeout(PAUSE);
  }
  throw new Error(`waited in vain for ${selectors.join(' or ')}`);
}

const click = (page, selector) =>
  page.evaluate((it) => document.querySelector(it).click(), selector);

/** Brings the round to its end, by keys. */
async function finish(page) {
  while ((await until(page, [OUTCOME, ASKED])) === ASKED) {
    const offered = await page.evaluate(
      (asked) =>
        [...document.querySelectorAll(asked)].map((each) => each.getAttribute('aria-keyshortcuts')),
      ASKED,
    );
    const key = ['n', 's', 'd'].find((each) => offered.includes(each));
    if (!key) throw new Error(`nothing that ends a round is offered: ${offered.join(', ')}`);
    await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE);
  }
}

const browser = await chromium.launch({ executablePath: BROWSER });
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'no-preference',
});
const page = await context.newPage();
await page.addInitScript(listen);
await page.goto(PAGE);
await page.getByRole('button', { name: BOOK }).first().click();
await until(page, ['.box.own']);
const steps = [];
for (let round = 0; round < ROUNDS; round += 1) {
  if ((await until(page, [CUT, OPEN])) === CUT)
    await page.getByRole('button', { name: 'No, thank you' }).click();
  await until(page, [OPEN]);
  for (let box = 1; box <= 7; box += 1)
    await click(page, `.box[data-box="${box}"] button.spot.wager`);
  await page.keyboard.press('g');
  // The outcome of the last round lies there until the next is dealt, and others may take their
  // time.
  await until(page, [`body:not(:has(${OUTCOME})) .hand`]);
  steps.push(...(await page.evaluate(frames, DEAL)));
  await finish(page);
}
const messages = await page.evaluate(() => globalThis.messages);
const waits = messages.map(({ ms }) => ms);
// Whoever stays away without leaving is waited for, by the next who measures too.
await page.getByRole('button', { name: 'Leave the table' }).click();
await page.locator('.box.own').waitFor({ state: 'detached' });
console.log(
  `${ROUNDS} rounds of seven boxes, ${steps.length} frames of the deal, ${waits.length} messages`,
);
console.log(
  `frames a second: ${digits(1000 / mean(steps))} on average; longest frame ${digits(share(steps, 1))} ms, 95 in 100 within ${digits(share(steps, 0.95))} ms`,
);
console.log(
  `from message to picture: ${digits(share(waits, 0.5))} ms half of them, ${digits(share(waits, 0.95))} ms 95 in 100, ${digits(share(waits, 1))} ms the longest`,
);
for (const { ms, events } of messages.toSorted((one, other) => other.ms - one.ms).slice(0, 3))
  console.log(`  ${digits(ms)} ms, ${events.slice(0, 160)}`);
await browser.close();
