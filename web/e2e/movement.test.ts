// What is on its way: nobody is asked about a card, or told what came of it, before it lies there.
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { finish, sitAt, untilPlaying, untilWagersAreOpen } from './play';

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

/** Looks at every picture of the page, from its first on. */
function watch(): void {
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
  const drawn = new WeakMap<Element, string>();
  const afterOf = (each: HTMLElement) => getComputedStyle(each).getPropertyValue('--after');
  /** The milliseconds until a card lies there; the page and its pictures may differ by a few of them. */
  const leftOf = (animation: Animation) =>
    Number(animation.effect?.getComputedTiming().endTime ?? 0) - Number(animation.currentTime ?? 0);
  /** What one has, and how many chips the dealer has taken. */
  const shown = () =>
    `${document.querySelector('.me b')?.textContent}, ${document.querySelectorAll('.taken').length} taken`;
  let known = '';
  let wasFlying = false;
  const look = () => {
    for (const each of document.querySelectorAll<HTMLElement>('.late')) {
      const before = drawn.get(each) ?? afterOf(each);
      drawn.set(each, before);
      if (before === '' || before !== afterOf(each)) seen.moved.push(`${each.className} ${before} ${afterOf(each)}`);
    }
    const before = known;
    known = shown();
    const flies = (card: Element) => card.getAnimations().some((animation) => leftOf(animation) > 100);
    if ([...document.querySelectorAll('.cards .one')].some(flies)) {
      seen.flying += 1;
      for (const each of document.querySelectorAll('.group button:not([aria-disabled], :disabled)'))
        if (each.checkVisibility({ visibilityProperty: true })) seen.early.push(each.textContent ?? '');
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
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const seenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

test('nothing is asked or told of a card while it is on its way', async ({ browser, house }) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await sitAt(page, house.url, 'Star Sydney');
  const stand = page.getByRole('button', { name: /^Stand/ });
  const outcome = page.getByTestId('outcome');
  // Until a hand goes on after a card was drawn: then something is asked while it flies.
  do {
    await untilPlaying(page);
    const dealt = (await seenOn(page)).flying;
    expect(dealt).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Draw/ }).click();
    await expect.poll(async () => (await seenOn(page)).flying, { message: 'the card flies' }).toBeGreaterThan(dealt);
    await expect(outcome.or(stand).first()).toBeVisible();
  } while (await outcome.isVisible());
  await finish(page);
  const { early, moved } = await seenOn(page);
  expect({ early, moved }).toEqual({ early: [], moved: [] });
  await context.close();
});

test('chips of others drop once, and not again when wagers close under them', async ({ browser, house }) => {
  const [still, moving] = await Promise.all([
    browser.newContext({ reducedMotion: 'reduce' }),
    browser.newContext({ reducedMotion: 'no-preference' }),
  ]);
  const [ann, bob] = await Promise.all([still.newPage(), moving.newPage()]);
  await bob.addInitScript(watch);
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
