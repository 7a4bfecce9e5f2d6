// What a player does at the page, for tests that play.
import { expect, type Locator, type Page } from '@playwright/test';

/** Comes in as a guest and sits at the table of this book. */
export async function sitAt(page: Page, url: string, book: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: new RegExp(`Sit down at .*${book}`) }).click();
  await expect(page.locator('.box.own')).toBeVisible();
}

/**
 * Waits until a question that has just come can be answered: at once it takes no key, which was
 * meant for what lay there before.
 */
export async function canBeAnswered(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toHaveClass(/fresh/);
}

/** Waits until wagers can be laid. The cut, when it is offered, is left to others. */
export async function untilWagersAreOpen(page: Page): Promise<void> {
  const refuse = page.getByRole('button', { name: 'No, thank you' });
  const open = page.getByText('Place your wagers').first();
  // The cut is offered for some seconds only: the question may go before it is answered.
  await expect(async () => {
    if (await refuse.isVisible()) await refuse.click({ timeout: 2_000 });
    await expect(open).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

/** Wagers on these spots of the own box, as soon as that is possible. */
export async function wager(page: Page, spots = ['wager']): Promise<void> {
  await untilWagersAreOpen(page);
  for (const spot of spots) await page.locator(`.box.own button.spot.${spot}`).click();
  // What the last round came to lies there until the next begins.
  const last = page
    .getByTestId('outcome')
    .locator('.sum')
    .getByText(/^Round \d/);
  const before = (await last.count()) > 0 ? await last.textContent() : null;
  await page.getByRole('button', { name: /^Deal/ }).click();
  if (before !== null)
    await expect(last.filter({ hasText: before })).toHaveCount(0, { timeout: 60_000 });
}

/** Wagers until something is asked and can be answered: right after a wager nothing can be pressed. A Pontoon is settled before
    anybody is asked: then the next round has to do. */
export async function untilAsked(page: Page, spots?: string[]): Promise<void> {
  const choice = page.locator('.group button:not([aria-disabled], :disabled)').first();
  const outcome = page.getByTestId('outcome');
  do {
    await wager(page, spots);
    await expect(choice.or(outcome).first()).toBeVisible({ timeout: 60_000 });
  } while (await outcome.isVisible());
}

/**
 * Wagers until a hand is to be played: nothing is insured or surrendered. Each round that was over
 * before is told.
 */
export async function untilPlaying(
  page: Page,
  over: () => Promise<void> = async () => {},
): Promise<void> {
  const stand = page.getByRole('button', { name: /^Stand/, disabled: false });
  const decline = page.getByRole('button', { name: /^(Play on|No insurance)/ }).first();
  const outcome = page.getByTestId('outcome');
  for (;;) {
    await untilAsked(page);
    for (;;) {
      await expect(stand.or(decline).or(outcome).first()).toBeVisible();
      if (await stand.isVisible()) return;
      if (await outcome.isVisible()) break;
      // One question may follow another at once, with a button of the same name; one that is gone
      // need not be pressed.
      await decline.click({ timeout: 5_000 }).catch(() => {});
    }
    await over();
  }
}

/** Answers whatever is asked until the round is settled: stands, does not insure, plays on. */
export async function finish(page: Page): Promise<void> {
  const outcome = page.getByTestId('outcome');
  const choice = page.locator('.group button.plain, .group button.main').last();
  for (;;) {
    await expect(outcome.or(choice).first()).toBeVisible({ timeout: 60_000 });
    if (await outcome.isVisible()) return;
    const name = page
      .getByRole('button', { name: /^(Stand|Play on|No insurance|No others|Draw|Do not)/ })
      .first();
    await name.click({ timeout: 5_000 }).catch(() => {});
  }
}

export async function playRound(page: Page): Promise<void> {
  await wager(page);
  await finish(page);
}
