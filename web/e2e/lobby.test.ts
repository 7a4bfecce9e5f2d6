// The lobby: what there is to sit at, and by which book.
import type { BookLine, TableLine, TableView } from '../src/wire';
import { serious } from './axe';
import { AS_SHIPPED, expect, House, test } from './house';

const BOOKS = ['Adelaide', 'Canberra', 'Singapore', 'Tasmania', 'Sydney'];
const WIDTHS = [360, 768, 1440, 2560];

test.describe('as it is shipped', () => {
  test.use({ settings: AS_SHIPPED });

  test('every table is told by its book, sign, seats, people and shoe', async ({ page, house }) => {
    await page.goto(house.url);
    const lines = (await (await page.request.get(`${house.url}api/lobby`)).json()) as TableLine[];
    expect(lines).toHaveLength(BOOKS.length);
    for (const { table, title, limits } of lines) {
      const line = page
        .getByRole('region', { name: 'Tables' })
        .locator('article', { hasText: `Table ${table} ` });
      await expect(line.getByRole('heading')).toHaveText(title);
      await expect(line).toContainText(
        limits.map((cents) => `$${(cents / 100).toLocaleString('en')}`).join(' to '),
      );
      await expect(line).toContainText(/\d seats? free|No seat free/);
      await expect(line).toContainText(/\d house players?/);
      const { shoe } = (await (
        await page.request.get(`${house.url}api/tables/${table}`)
      ).json()) as TableView;
      await expect(line).toContainText(new RegExp(`\\d+ of ${shoe.all} cards left`));
    }
  });
});

test('one watches without coming in, and sits as a guest; who plays is told by name', async ({
  page,
  house,
  browser,
}) => {
  await page.goto(house.url);
  await page.getByRole('link', { name: /^Watch .*Canberra/ }).click();
  await expect(page.getByText('You are watching this table.')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: /^Sit down at .*Canberra/ }).click();
  await expect(page.locator('.box.own')).toBeVisible();
  const { handle } = (await (await page.request.get(`${house.url}api/me`)).json()) as {
    handle: string;
  };
  const other = await browser.newPage();
  await other.goto(house.url);
  await expect(other.locator('article', { hasText: 'Canberra' }).first()).toContainText(handle);
  await other.close();
});

test('the five books are compared in plain words, and each leads to its rules and its table', async ({
  page,
  house,
}) => {
  await page.goto(house.url);
  const books = (await (await page.request.get(`${house.url}api/books`)).json()) as BookLine[];
  const cards = page.getByRole('region', { name: 'The five books' }).locator('article');
  await expect(cards).toHaveCount(BOOKS.length);
  const told = new Set<string>();
  for (const [no, { book, title }] of books.entries()) {
    const card = cards.nth(no);
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByRole('heading')).toHaveText(title);
    await expect(card.getByRole('listitem').nth(3)).toBeVisible();
    told.add((await card.getByRole('listitem').allTextContents()).join());
    await expect(card.getByRole('link')).toHaveAttribute('href', `/rules/${book}`);
  }
  expect(told.size, 'no two books are told alike').toBe(BOOKS.length);
  await cards
    .filter({ hasText: 'Federal Pontoon' })
    .getByRole('button', { name: /^Play here/ })
    .click();
  await expect(page.locator('.box.own')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Federal Pontoon');
});

test('it fits every width, and has no serious finding of axe', async ({ page, house }) => {
  await page.goto(house.url);
  await expect(
    page.getByRole('region', { name: 'The five books' }).getByRole('listitem').nth(3),
  ).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(
      width,
    );
  }
  expect(await serious(page)).toEqual([]);
});

test('a table that is opened meanwhile takes nothing away that is there', async ({
  page,
  house,
}) => {
  await page.goto(house.url);
  const last = page.getByRole('link', { name: /^Read the rules: .*Star Sydney/ });
  await last.focus();
  await page.route('**/api/lobby', async (route) => {
    const answer = await route.fetch();
    const lines = await answer.json();
    await route.fulfill({
      response: answer,
      json: [...lines, { ...lines[0], table: 99 }, { ...lines[0], table: 98 }],
    });
  });
  await expect(page.locator('.list > li')).toHaveCount(7);
  await expect(last).toBeFocused();
});

test('a house without tables, or that does not answer, says so', async ({ page, house }) => {
  await page.route('**/api/lobby', (route) => route.abort());
  await page.goto(house.url);
  await expect(page.getByRole('heading', { name: 'The house does not answer' })).toBeVisible();
  await page.unroute('**/api/lobby');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Sit down at/ })).toHaveCount(BOOKS.length);
  const bare = await House.open('[demo]\ntables = []\n');
  try {
    await page.goto(bare.url);
    await expect(page.getByRole('heading', { name: 'No table is open' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play now' })).toBeDisabled();
    // A private table can be started all the same.
    await expect(page.getByRole('button', { name: 'Start a private table' })).toBeEnabled();
  } finally {
    await bare.close();
  }
});
