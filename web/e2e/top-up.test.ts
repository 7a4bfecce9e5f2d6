// More play money for whoever has less than the least wager of a table.
import type { APIRequestContext, Page } from '@playwright/test';
import { areaOf, lies } from './area';
import { comeAsPlayer, expect, test } from './floor-staff';
import { playRound, untilWagersAreOpen } from './play';
import { WINDOWS } from './windows';

/** Leaves so many cents in the account. */
async function keep(request: APIRequestContext, url: string, cents: number): Promise<void> {
  const { balance } = await (await request.get(`${url}api/me`)).json();
  const data = { id: `out-${balance}-${cents}`, amount: balance - cents };
  expect((await request.post(`${url}api/me/cash-out`, { data })).ok()).toBe(true);
}

/** A member with 50 cents at a table where the least wager is $5. */
async function comePoor(page: Page, url: string, name: string): Promise<void> {
  await comeAsPlayer(page, url, name);
  await keep(page.request, url, 50);
  await page.goto(`${url}table/1`);
  await page.getByRole('button', { name: 'Sit at box 4', exact: true }).click();
  await untilWagersAreOpen(page);
}

const more = (page: Page) => page.getByRole('button', { name: 'Get $1,000 more' });
const balance = (page: Page) => page.locator('.me b');

for (const [width, height] of WINDOWS) {
  test(`whoever has too little gets more play money and plays on: ${width}`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height });
    await comePoor(page, house.url, 'poor');
    await expect(page.getByText('You have $0.50, and the least wager here is $5.')).toBeVisible();
    expect(lies(await areaOf(more(page)), { x: 0, y: 0, width, height })).toBe(true);
    const place = await areaOf(page.locator('.controls .place'));
    expect(lies(await areaOf(more(page)), place), 'nothing of it is cut').toBe(true);
    await more(page).click();
    await expect(balance(page)).toHaveText('$1,000.50');
    await expect(more(page)).toHaveCount(0);
    await playRound(page);
    // Once a day: what is left of it may be lost too.
    await keep(page.request, house.url, 0);
    await untilWagersAreOpen(page);
    await expect(
      page.getByText(
        /You have \$0, and the least wager here is \$5\. You can get more play money from \d/,
      ),
    ).toBeVisible();
    await page.goto(`${house.url}me`);
    await expect(page.getByText('More play money')).toBeVisible();
  });
}

test('two clicks and two windows at once get it once', async ({ page, house }) => {
  await comePoor(page, house.url, 'poor');
  const other = await page.context().newPage();
  await other.goto(`${house.url}table/1`);
  await expect(more(other)).toBeVisible();
  // Both windows have asked before either is answered.
  const asked: (() => void)[] = [];
  await page.context().route('**/top-up', async (route) => {
    await new Promise<void>((go) => asked.push(go));
    await route.continue();
  });
  for (const each of [page, other]) await more(each).dblclick();
  await expect.poll(() => asked.length).toBe(2);
  for (const go of asked) go();
  const told = /You got more play money today\.|You have \$1,000\.50, enough for a wager here\./;
  const isTold = async () =>
    (await page.getByText(told).count()) + (await other.getByText(told).count());
  await expect.poll(isTold).toBeGreaterThan(0);
  for (const each of [page, other]) await expect(balance(each)).toHaveText('$1,000.50');
});

test('chips that are put down stay where they lie, and can be dealt then', async ({
  page,
  house,
}) => {
  await comePoor(page, house.url, 'poor');
  await page.locator('.box.own button.spot.wager').click();
  await more(page).click();
  await expect(balance(page)).toHaveText('$1,000.50');
  await page.getByRole('button', { name: 'Deal, $5' }).click();
  await expect(page.locator('.box.own .spot.wager .laid')).toBeVisible();
});

test('whoever has too little is told what is wrong with what they type', async ({
  page,
  house,
}) => {
  await comePoor(page, house.url, 'poor');
  const amount = page.getByRole('textbox', { name: /^Amount/ });
  const why = page.getByText('You have $0.50, and the least wager here is $5.');
  await expect(why).toBeVisible();
  await amount.fill('lots');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveAccessibleDescription(/^“lots” is no amount of money\./);
  await expect(page.getByText('“lots” is no amount of money.')).toBeVisible();
  await expect(more(page)).toBeVisible();
  // Too much for the account and enough for the table: the offer says so, once.
  await amount.fill('5');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveAccessibleDescription(
    'You have $0.50, and the least wager here is $5.',
  );
  await expect(why).toHaveCount(1);
});

test('whoever is excluded gets none, and is told why', async ({ page, house }) => {
  await comePoor(page, house.url, 'poor');
  // The exclusion comes from another window, just before.
  await page.route('**/top-up', async (route) => {
    const data = { for: { hours: 48 } };
    expect((await page.request.post(`${house.url}api/me/exclusion`, { data })).ok()).toBe(true);
    await route.continue();
  });
  await more(page).click();
  await expect(
    page.getByText(/You excluded yourself from play until \d+ \w+ \d{4}/).first(),
  ).toBeVisible();
  await expect(balance(page)).toHaveText('$0.50');
  await expect(more(page)).toHaveCount(0);
  await expect(page.getByText('This house gives no play money')).toHaveCount(0);
});

test.describe('in Sydney', () => {
  test.use({ timezoneId: 'Australia/Sydney' });

  test('a limit of one’s own is told in dollars and by the clock of whoever reads', async ({
    page,
    house,
  }) => {
    await comeAsPlayer(page, house.url, 'careful');
    const data = { changes: [{ loss_a_day: 2000 }] };
    expect((await page.request.post(`${house.url}api/me/limits`, { data })).ok()).toBe(true);
    await page.goto(`${house.url}table/1`);
    await page.getByRole('button', { name: 'Sit at box 4', exact: true }).click();
    await untilWagersAreOpen(page);
    await page.getByRole('textbox', { name: /^Amount/ }).fill('25');
    await page.getByRole('button', { name: 'Deal, $25' }).click();
    // The house's day ends at midnight UTC, which is in the morning there.
    await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveAccessibleDescription(
      /^A wager of \$25 could take .* limit of \$20\. You can still lose \$20 before \d+ \w+ \d{4}, 1[01]:00 am\.$/,
    );
  });
});
