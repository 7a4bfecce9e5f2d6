import type { Page } from '@playwright/test';
import { expect, type House, test } from './house';
import { sitAt } from './play';

/** The house as if it had been upgraded: its page names another entry script. */
async function upgrade(page: Page, house: House): Promise<void> {
  await page.route(house.url, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /\/assets\/index-[^"]+\.js/,
      '/assets/index-upgraded.js',
    );
    await route.fulfill({ response, body });
  });
}

const bar = (page: Page) => page.getByText('The house was upgraded', { exact: false }).first();
const reload = (page: Page) => page.getByRole('button', { name: 'Load the new page' }).first();

test('a page from before an upgrade notices it when it connects again; loading the new one loses nothing', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'Wrest Point');
  const box = await page.locator('.box.own').getAttribute('data-box');
  await upgrade(page, house);
  await house.kill();
  await expect(page.getByText('Connection lost', { exact: false }).first()).toBeVisible();
  await house.restart();
  await expect(bar(page)).toBeVisible();
  await expect(
    page.getByRole('log').getByText('The house was upgraded', { exact: false }),
  ).toBeAttached();
  // Nothing is forced: the table goes on.
  await expect(page.locator('.box.own')).toBeVisible();
  await page.unroute(house.url);
  await reload(page).click();
  await expect(page.locator('.box.own')).toBeVisible();
  expect(await page.locator('.box.own').getAttribute('data-box')).toBe(box);
  await expect(page.locator('.me b')).toHaveText('$1,000');
  await expect(bar(page)).toHaveCount(0);
});

test('a page that was just loaded is not looked for again', async ({ page, house }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(house.url);
  await expect(page.locator('.state.open')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url === house.url)).toHaveLength(1);
});

test('a dialog that could not be had says so where one is, and is there at the next click', async ({
  page,
  house,
}) => {
  await page.goto(house.url);
  await page.route('**/assets/StartPrivate-*', (route) => route.abort());
  const start = page.getByRole('button', { name: 'Start a private table' });
  await start.click();
  await expect(page.locator('.toast')).toContainText('The connection failed on the way');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll();
  await start.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a break without an upgrade is no upgrade', async ({ page, house }) => {
  await page.goto(house.url);
  await expect(page.locator('.state.open')).toBeVisible();
  await house.kill();
  await expect(page.getByText('Connection lost', { exact: false }).first()).toBeVisible();
  const looked = page.waitForResponse(house.url);
  await house.restart();
  await looked;
  await expect(page.getByText('Connected again')).toBeAttached();
  await expect(bar(page)).toHaveCount(0);
});

test('a screen that the upgraded house no longer has leads to the notice, and not to nothing', async ({
  page,
  house,
}) => {
  await page.goto(house.url);
  await expect(page.locator('.state.open')).toBeVisible();
  await upgrade(page, house);
  await page.route('**/assets/Trainer-*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Trainer' }).click();
  await expect(
    page.getByRole('heading', { name: 'This part of the page could not be loaded' }),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The house was upgraded');
  await page.unrouteAll();
  await page.getByRole('main').getByRole('button', { name: 'Load the new page' }).click();
  await expect(page).toHaveURL(/\/trainer/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a screen that is lost on the way can be had again', async ({ page, house }) => {
  await page.goto(house.url);
  await expect(page.locator('.state.open')).toBeVisible();
  await page.route('**/assets/Trainer-*', (route) => route.abort());
  await page.getByRole('link', { name: 'Trainer' }).click();
  await expect(page.getByRole('main')).toContainText('The connection failed on the way');
  await expect(bar(page)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page).toHaveURL(/\/trainer/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a table is played even when what is said beside it was lost on the way', async ({
  page,
  house,
}) => {
  await page.route('**/assets/Panel-*', (route) => route.abort());
  await sitAt(page, house.url, 'Marina Bay Sands');
  const beside = page.getByRole('complementary');
  await expect(beside).toContainText('The connection failed on the way');
  await expect(page.locator('.box.own')).toBeVisible();
  await page.unrouteAll();
  await beside.getByRole('button', { name: 'Load the page again' }).click();
  await expect(beside.getByRole('tab', { name: 'Events' })).toBeVisible();
  await expect(page.locator('.box.own')).toBeVisible();
});
