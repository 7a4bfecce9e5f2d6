// A private table: whoever has its link comes to it, and nobody else knows that it is there.
import { type Browser, expect, type Page } from '@playwright/test';
import { serious } from './axe';
import { EMPTY, House, test } from './house';
import { playRound } from './play';
import { inOwnWindow } from './tables';

const RATE = '[rate]\nsign_ins = 10000\nrequests = 1000000\n';
test.use({
  settings: `${EMPTY}${RATE}[times]\nwagers_ms = 600000\ndecision_ms = 600000\ncut_ms = 600000\n`,
  actionTimeout: 8000,
});

const KEYED = /\/table\/(\d+)\?key=[0-9a-f]{32}$/;
const invite = (page: Page) => page.getByRole('region', { name: 'Private table' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'A private table' });

async function ask(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Start a private table' }).click();
}

/** Starts a private table without house players, and gives its link. */
async function start(page: Page, url: string): Promise<string> {
  await ask(page, url);
  await dialog(page).getByLabel('House players').selectOption('None');
  await dialog(page).getByRole('button', { name: 'Start the table' }).click();
  await isSeatedAtNew(page);
  return page.url();
}

/** Whoever is at a new table first is asked to cut. */
async function isSeatedAtNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'No, thank you' }).click();
  await expect(page.locator('.box.own')).toBeVisible();
  await expect(page).toHaveURL(KEYED);
}

/** Comes by a link as somebody new. */
async function come(browser: Browser, link: string): Promise<Page> {
  const page = await inOwnWindow(browser);
  await page.goto(link);
  return page;
}

const notice = async (page: Page): Promise<string | null> => page.locator('.notice').textContent();

test('a guest starts one with one click, and another comes by its link and plays a round', async ({
  browser,
  house,
}) => {
  const ann = await inOwnWindow(browser);
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const link = await start(ann, house.url);
  await expect(invite(ann)).toContainText('Whoever has its link may sit and watch.');
  await invite(ann).getByRole('button', { name: 'Copy link' }).click();
  expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const bob = await come(browser, link);
  await expect(bob.getByText('You are watching this table.')).toBeVisible();
  await expect(invite(bob)).toBeVisible();
  await bob.getByRole('button', { name: 'Sit at box 2', exact: true }).click();
  await expect(bob.locator('.box.own')).toBeVisible();
  // Who came by a link keeps it: loaded anew, the table is there.
  await bob.reload();
  await expect(bob.locator('.box.own')).toBeVisible();
  await expect(bob).toHaveURL(link);

  await playRound(bob);
  await expect(
    ann.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Box 2' }).first(),
  ).toBeAttached();

  // The round has a link that others can open, as long as it has the key.
  await bob.getByRole('tab', { name: 'My rounds' }).click();
  await bob.locator('details').first().locator('summary').click();
  await bob.locator('details a').first().click();
  await expect(bob).toHaveURL(/\/rounds\/\d+\/1\?key=[0-9a-f]{32}$/);
  await expect(bob.getByRole('slider').first()).toBeVisible();
  const reader = await come(browser, bob.url());
  await expect(reader.getByRole('slider').first()).toBeVisible();
  await reader.getByRole('link', { name: 'Check its cards' }).click();
  await expect(reader).toHaveURL(/\/fair\/\d+\/round\/1\?key=/);
  await expect(reader.getByRole('link', { name: /table \d+/ })).toHaveAttribute(
    'href',
    new URL(link).pathname + new URL(link).search,
  );
  const stranger = await come(browser, bob.url().replace(/\?.*/, ''));
  await expect(stranger.getByRole('heading', { name: 'No such round' })).toBeVisible();
  await Promise.all([ann, bob, reader, stranger].map((page) => page.context().close()));
});

test('without its key it is not there: on the page, in the lobby, for a wrong key', async ({
  browser,
  house,
}) => {
  const ann = await inOwnWindow(browser);
  const link = await start(ann, house.url);
  const [, table] = KEYED.exec(link) ?? [];
  const stranger = await come(browser, `${house.url}table/9999`);
  await expect(stranger.getByRole('heading', { name: 'No such table' })).toBeVisible();
  const said = await notice(stranger);
  for (const address of [`table/${table}`, `table/${table}?key=${'0'.repeat(32)}`]) {
    await stranger.goto(house.url + address);
    await expect(stranger.getByRole('heading', { name: 'No such table' })).toBeVisible();
    expect(await notice(stranger)).toBe(said);
  }
  await stranger.goto(house.url);
  await expect(stranger.getByRole('heading', { name: /Sydney/ }).first()).toBeVisible();
  await expect(stranger.getByText('Private', { exact: true })).toHaveCount(0);
  // Whoever started it finds it in the lobby, and goes back by its link.
  await ann.goto(house.url);
  const line = ann
    .locator('article', { hasText: `Table ${table} ` })
    .filter({ hasText: 'Private' });
  await line.getByRole('link', { name: /^Watch/ }).click();
  await expect(ann).toHaveURL(link);
  await expect(invite(ann)).toBeVisible();
  // A key in the address of a public table makes no private one of it.
  await stranger.goto(`${house.url}table/1?key=${'0'.repeat(32)}`);
  await expect(stranger.getByText('You are watching this table.')).toBeVisible();
  await expect(invite(stranger)).toHaveCount(0);
  // Starting another closes it, and whoever watched is told.
  await stranger.goto(link);
  await expect(invite(stranger)).toContainText('Whoever has its link');
  expect(await start(ann, house.url)).not.toBe(link);
  await expect(invite(stranger)).toContainText('It is closed for good.');
  await Promise.all([ann, stranger].map((page) => page.context().close()));
});

test('who came by the link stays through registering and a break of the connection', async ({
  browser,
  house,
}) => {
  const ann = await inOwnWindow(browser);
  const link = await start(ann, house.url);
  const bob = await come(browser, link);
  await bob.getByRole('button', { name: 'Sign in' }).first().click();
  const door = bob.getByRole('dialog');
  await door.getByRole('button', { name: 'I have no account yet' }).click();
  await door.getByLabel('Name').fill('private-bob');
  await door.getByLabel('Password').fill('a-password-of-my-own');
  await door.getByRole('button', { name: 'Create an account' }).click();
  await expect(door).toHaveCount(0);
  await expect(bob).toHaveURL(link);
  await expect(bob.getByRole('button', { name: 'Sit at box 2', exact: true })).toBeVisible();
  await house.kill();
  await house.restart();
  // What happens after the break reaches those who only watch.
  await ann.getByRole('button', { name: 'Sit at box 3', exact: true }).click();
  await expect(ann.locator('.box.own')).toHaveCount(2);
  await expect(bob.getByRole('button', { name: 'Sit at box 3', exact: true })).toHaveCount(0);
  await bob.getByRole('button', { name: 'Sit at box 2', exact: true }).click();
  await expect(bob.locator('.box.own')).toBeVisible();

  // Nobody is sent away: who has others at their table starts no other, and is led back to it.
  await ask(ann, house.url);
  await dialog(ann).getByRole('button', { name: 'Start the table' }).click();
  await expect(dialog(ann).getByRole('alert')).toContainText('Others are at your private table');
  await dialog(ann)
    .getByRole('button', { name: /^Go to your private table/ })
    .click();
  await expect(ann).toHaveURL(link);
  await Promise.all([ann, bob].map((page) => page.context().close()));
});

test('what the house refuses is said in the dialog', async ({ browser, house, page }) => {
  await ask(page, house.url);
  await dialog(page).getByLabel('Minimum wager').fill('ten');
  await dialog(page).getByRole('button', { name: 'Start the table' }).click();
  await expect(dialog(page).getByText('Write an amount such as 25 or 12.50.')).toBeVisible();
  await dialog(page).getByLabel('Minimum wager').fill('50');
  await dialog(page).getByLabel('Maximum wager').fill('20');
  await dialog(page).getByRole('button', { name: 'Start the table' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    'a minimum of 50 is above its maximum of 20',
  );
  await dialog(page).getByLabel('Maximum wager').fill('20,000');
  await dialog(page).getByRole('button', { name: 'Start the table' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('“Maximum wager” is');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start a private table' })).toBeFocused();

  const [few, none] = [
    await House.open(`${EMPTY}${RATE}[private]\ntables = 1\n`),
    await House.open(`${EMPTY}${RATE}[private]\ntables = 0\n`),
  ];
  const [ann, bob] = [await inOwnWindow(browser), await inOwnWindow(browser)];
  try {
    await start(ann, few.url);
    await ask(bob, few.url);
    await dialog(bob).getByRole('button', { name: 'Start the table' }).click();
    await expect(dialog(bob).getByRole('alert')).toContainText('The house has 1 private tables');
    await ask(ann, none.url);
    await dialog(ann).getByRole('button', { name: 'Start the table' }).click();
    await expect(dialog(ann).getByRole('alert')).toHaveText('This house has no private tables.');
  } finally {
    await few.close();
    await none.close();
  }
  await Promise.all([ann, bob].map((each) => each.context().close()));
});

test('it is started by keys alone, with what one chose, and has no serious finding of axe', async ({
  house,
  page,
}) => {
  await page.goto(house.url);
  const start = page.getByRole('button', { name: 'Start a private table' });
  // The books come a moment later.
  await expect(start).toBeEnabled();
  await start.focus();
  await page.keyboard.press('Enter');
  expect(await serious(page)).toEqual([]);
  await expect(dialog(page).getByLabel('Book')).toBeFocused();
  await dialog(page).getByLabel('Book').selectOption('sydney');
  await dialog(page).getByLabel('Decks').selectOption('6');
  await dialog(page).getByLabel('Minimum wager').fill('25');
  await dialog(page).getByLabel('Maximum wager').fill('500');
  await page.keyboard.press('Enter');
  await isSeatedAtNew(page);
  expect(await serious(page)).toEqual([]);
  for (const width of [360, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(invite(page).getByRole('button', { name: 'About this table' })).toBeInViewport({
      ratio: 1,
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(
      width,
    );
  }
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByText('$25 to $500')).toBeVisible();
  const [, table] = KEYED.exec(page.url()) ?? [];
  const view = await (await page.request.get(`${house.url}api/tables/${table}`)).json();
  expect([view.book, view.shoe.all]).toEqual(['sydney', 6 * 48]);
  await invite(page).getByRole('button', { name: 'About this table' }).click();
  await expect(page.getByRole('dialog').getByLabel('Its link')).toHaveValue(page.url());
});

for (const [width, height] of [
  [360, 640],
  [740, 360],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`what is told in passing lies on no control: ${width}`, async ({ page, context, house }) => {
    await context.grantPermissions(['clipboard-write']);
    await page.setViewportSize({ width, height });
    await start(page, house.url);
    const told = page.locator('.toast').filter({ hasText: 'The link is copied' });
    /** Of what could be pressed, everything that lies under the words. */
    const covered = () =>
      told.evaluate((toast) => {
        const { top, right, bottom, left } = toast.getBoundingClientRect();
        const isUnder = (each: Element): boolean => {
          const area = each.getBoundingClientRect();
          return area.left < right && area.right > left && area.top < bottom && area.bottom > top;
        };
        const scope = toast.closest('dialog') ?? document;
        const all = [...scope.querySelectorAll('button, a, input, select')].filter(
          (each) => !toast.contains(each),
        );
        return all
          .filter((each) => each.checkVisibility() && isUnder(each))
          .map((each) => each.textContent);
      });
    await invite(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(told).toBeVisible();
    expect(await covered()).toEqual([]);
    // In a dialog too, also in one that fills the window.
    await invite(page).getByRole('button', { name: 'About this table' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
    await expect(told).toBeVisible();
    expect(await covered()).toEqual([]);
  });
}
