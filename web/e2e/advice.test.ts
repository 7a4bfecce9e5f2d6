import type { Page } from '@playwright/test';
import { money, net, percent, said, signed } from './command';
import { expect, House, test } from './house';
import { sitAt, untilPlaying } from './play';
import { Tables } from './tables';

/** Nobody else is at the table: every card that was dealt lies before the player. */
const ALONE = '[demo]\ntables = ["sydney"]\nhouse_players = 0\n';
/** Where the cards come from: a hand that is asked for comes soon. */
const CARDS = 7;
/** One chip, as it lies in the tray. */
const WAGER = 5;

/** What `pontoon ev` says of a hand, as far as the page shows it. */
interface Ev {
  actions: { action: string; ev: number }[];
}

/** The cards that lie somewhere on the layout, as the command line takes them. */
async function cardsIn(page: Page, where: string): Promise<string[]> {
  const cards = page.locator(`${where} svg[aria-label*=" of "]`);
  const names = await cards.evaluateAll((all) => all.map((card) => card.ariaLabel ?? ''));
  return names.map((name) => {
    const [rank = '', suit = ''] = name.split(' of ');
    return (/\d/.test(rank) ? rank : rank.charAt(0)) + suit.charAt(0);
  });
}

test('advice goes by the cards really left, as the command line does, and prices the decision', async ({
  page,
}) => {
  const house = await House.open(ALONE, { cards: CARDS });
  try {
    await sitAt(page, house.url, 'The Star Sydney');
    const advice = page.getByRole('region', { name: 'Advice' });
    await page.getByRole('tab', { name: 'Advice' }).click();
    await page.getByLabel('Advise me at my decisions').check();
    await expect(advice).toContainText('Nothing is yours to decide now.');
    const gone: string[] = [];
    await untilPlaying(page, async () => {
      gone.push(...(await cardsIn(page, '.box.own')), ...(await cardsIn(page, '.dealer')));
    });
    const hand = await cardsIn(page, '.box.own');
    const [upcard = ''] = await cardsIn(page, '.dealer');
    const terms = [
      '--wager',
      String(WAGER),
      ...(gone.length > 0 ? ['--seen', gone.join(' ')] : []),
    ];
    const { actions } = said<Ev>('ev', 'sydney', ...hand, 'against', upcard, ...terms);
    // Who is asked what to do with a hand has not surrendered it.
    const may = actions.filter(({ action }) => action !== 'surrender');
    await expect(advice.locator('tbody td:nth-of-type(2)')).toHaveText(
      may.map(({ ev }) => net(ev * WAGER * 100)),
    );
    await expect(advice.locator('tbody td:nth-of-type(3)')).toHaveText(
      may.map(({ ev }) => signed(ev, 2)),
    );
    await expect(advice).toContainText(new RegExp(`Best: ${may[0]?.action}`, 'i'));
    await page.getByRole('button', { name: /^Stand/ }).click();
    const behind = (may[0]?.ev ?? 0) - (may.find(({ action }) => action === 'stand')?.ev ?? 0);
    await expect(advice.getByRole('heading', { name: 'Last decision' })).toBeVisible();
    await expect(advice).toContainText(
      behind === 0
        ? 'The best there was.'
        : `It cost ${money(behind * WAGER * 100)}, ${percent(behind, 2)} of the wager.`,
    );
  } finally {
    await house.close();
  }
});

test('where nobody is advised the page says so, and the sign tells the clauses of the house’s own', async ({
  page,
}) => {
  const tables = await Tables.open();
  try {
    const off = await tables.found({ book: 'sydney', advice: 'off', player_cards: 'asked' });
    await page.goto(`${tables.url}table/${off}`);
    await page.getByRole('tab', { name: 'Advice' }).click();
    await expect(page.getByText('At this table nobody is advised on how to play.')).toBeVisible();
    await expect(page.getByLabel('Advise me at my decisions')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await expect(page.getByText('Whoever wagers here holds a valid player card')).toBeVisible();
    const on = await tables.found({ book: 'sydney' });
    await page.goto(`${tables.url}table/${on}`);
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await expect(page.getByText('House clause H1')).toBeVisible();
    await expect(page.getByText('House clause H2')).toBeVisible();
    await page.getByRole('tab', { name: 'Advice' }).click();
    await expect(page.getByLabel('Advise me at my decisions')).toBeVisible();
  } finally {
    await tables.close();
  }
});
