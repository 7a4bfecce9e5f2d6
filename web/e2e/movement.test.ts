// What is on its way: nobody is asked about a card, or told what came of it, before it lies there.
import type { Page } from '@playwright/test';
import { EMPTY, expect, test } from './house';
import { finish, sitAt, untilPlaying, untilWagersAreOpen } from './play';

test.use({ settings: `${EMPTY}[times]\nwagers_ms = 3000\n` });

/** Within these rounds a hand goes on after a card, and its cards are seen to fly. */
const ROUNDS_MOST = 30;

interface Seen {
  /** Pictures in which a card was on its way. */
  flying: number;
  /** Decisions that could be taken meanwhile, and what was told of a card before it lay there. */
  early: string[];
  /** What was shown sooner or later than when it was drawn to be. */
  moved: string[];
  /** The spots on which chips dropped. */
  dropped: string[];
}

/**
 * Looks at every picture of the page, from its first on. In a slow browser, what the page wants to
 * do before its next picture is done before a later one.
 */
function watch(isSlow: boolean): void {
  const FORGOTTEN = 300;
  const next = requestAnimationFrame;
  if (isSlow) globalThis.requestAnimationFrame = (act) => Number(setTimeout(() => next(act), 100));
  const seen: Seen = { flying: 0, early: [], moved: [], dropped: [] };
  Object.assign(globalThis, { seen });
  document.addEventListener(
    'animationstart',
    ({ animationName, target }) => {
      const spot = (target as Element).closest('.spot');
      const box = spot?.closest<HTMLElement>('.box')?.dataset.box;
      if (animationName.endsWith('drop')) seen.dropped.push(`${box} ${spot?.classList[1]}`);
    },
    true,
  );
  const planned = new WeakMap<Element, unknown>();
  /**
   * The milliseconds until a card lies there; the page and its pictures may differ by a few of
   * them.
   */
  const leftOf = (animation: Animation) =>
    Number(animation.effect?.getComputedTiming().endTime ?? 0) - Number(animation.currentTime ?? 0);
  /** What one has, and how many chips the dealer has taken. */
  const shown = () =>
    `${document.querySelector('.me b')?.textContent}, ${document.querySelectorAll('.taken').length} taken`;
  let known = '';
  let wasFlying = false;
  const see = () => {
    for (const each of document.querySelectorAll('.late')) {
      const starts = each.getAnimations()[0]?.startTime;
      if (starts === undefined) continue;
      const before = planned.get(each) ?? starts;
      planned.set(each, before);
      if (starts === null || before !== starts)
        seen.moved.push(`${each.className} ${before} ${starts}`);
    }
    const before = known;
    known = shown();
    const flies = (card: Element) =>
      card.getAnimations().some((animation) => leftOf(animation) > 100);
    if ([...document.querySelectorAll('.cards .one')].some(flies)) {
      seen.flying += 1;
      for (const each of document.querySelectorAll('.group button:not([aria-disabled], :disabled)'))
        if (each.checkVisibility({ visibilityProperty: true }))
          seen.early.push(each.textContent ?? '');
      for (const each of document.querySelectorAll('.outcome'))
        if (getComputedStyle(each).opacity !== '0') seen.early.push(each.textContent ?? '');
      if (wasFlying && before !== known) seen.early.push(`${before} became ${known}`);
      wasFlying = true;
    } else wasFlying = false;
    for (const hand of document.querySelectorAll('.hand, .dealer')) {
      if (![...hand.querySelectorAll('.one')].some(flies)) continue;
      for (const told of hand.querySelectorAll('.late'))
        if (getComputedStyle(told).opacity !== '0') seen.early.push(told.textContent ?? '');
    }
  };
  let looked = 0;
  const look = () => {
    looked = performance.now();
    next(look);
    see();
  };
  // Under load the headless browser sometimes forgets a frame that it was asked for.
  setInterval(() => {
    if (performance.now() - looked > FORGOTTEN) next(look);
  }, FORGOTTEN);
}

const seenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

for (const isSlow of [false, true])
  test(`nothing is asked or told of a card while it is on its way${isSlow ? ' in a slow browser' : ''}`, async ({
    browser,
    house,
  }) => {
    // Several rounds are played, each by the clock, and a slow browser takes its time.
    test.slow(isSlow);
    const context = await browser.newContext({ reducedMotion: 'no-preference' });
    const page = await context.newPage();
    await page.addInitScript(watch, isSlow);
    await sitAt(page, house.url, 'Star Sydney');
    // While a card is on its way nothing can be pressed.
    const stand = page.getByRole('button', { name: /^Stand/, disabled: false });
    const outcome = page.getByTestId('outcome');
    const flying = async () => (await seenOn(page)).flying;
    // Until cards of a deal and a drawn card were seen to fly, and the hand went on. A browser
    // that is busy may draw no picture while a card flies; then another round has to do. A slow
    // one draws a single card when it has almost landed, so there the deal is enough.
    let isSeen = false;
    for (let rounds = 0; rounds < ROUNDS_MOST && !isSeen; rounds++) {
      if (await stand.isVisible()) await finish(page);
      const before = await flying();
      await untilPlaying(page);
      const dealt = await flying();
      await page.getByRole('button', { name: /^Draw/ }).click();
      await expect(outcome.or(page.locator('.box.own svg.card').nth(2)).first()).toBeVisible();
      await expect(outcome.or(stand).first()).toBeVisible();
      const drawn = isSlow || (await flying()) > dealt;
      isSeen = dealt > before && drawn && !(await outcome.isVisible());
    }
    expect(isSeen, 'cards were seen to fly').toBe(true);
    await finish(page);
    const { early, moved } = await seenOn(page);
    expect({ early, moved }).toEqual({ early: [], moved: [] });
    await context.close();
  });

test('the dealer’s total waits for its card, also after a round in which the dealer had no other', async ({
  browser,
  house,
}) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.addInitScript(watch, false);
  await sitAt(page, house.url, 'Star Sydney');
  const draw = page.getByRole('button', { name: /^Draw/, disabled: false });
  const dealers = page.getByRole('group', { name: 'Dealer', exact: true }).locator('svg.card');
  const outcome = page.getByTestId('outcome');
  do {
    await untilPlaying(page);
    for (;;) {
      await expect(draw.or(outcome).first()).toBeVisible();
      if (await outcome.isVisible()) break;
      await draw.click();
    }
  } while ((await dealers.count()) > 1);
  await untilPlaying(page);
  await finish(page);
  expect((await seenOn(page)).early).toEqual([]);
  await context.close();
});

test('chips of others drop once, and not again when wagers close under them', async ({
  browser,
  house,
}) => {
  const [still, moving] = await Promise.all([
    browser.newContext({ reducedMotion: 'reduce' }),
    browser.newContext({ reducedMotion: 'no-preference' }),
  ]);
  const [ann, bob] = await Promise.all([still.newPage(), moving.newPage()]);
  await bob.addInitScript(watch, false);
  await sitAt(bob, house.url, 'Casino Canberra');
  await sitAt(ann, house.url, 'Casino Canberra');
  const no = await ann.locator('.box.own').getAttribute('data-box');
  const box = bob.locator(`.box[data-box="${no}"]`);
  await untilWagersAreOpen(ann);
  await ann.locator('.box.own button.spot.wager').click();
  await ann.getByRole('button', { name: 'Place only' }).click();
  await expect(box.locator('button.spot.wager .laid')).toBeVisible();
  const drops = async () => (await seenOn(bob)).dropped.filter((spot) => spot === `${no} wager`);
  await expect.poll(drops).toHaveLength(1);
  await ann.getByRole('button', { name: 'Ready' }).click();
  await expect(box.locator('div.spot.wager .laid')).toBeVisible({ timeout: 60_000 });
  await expect(box.locator('.hand')).toBeVisible();
  expect(await drops()).toHaveLength(1);
  await Promise.all([still.close(), moving.close()]);
});
