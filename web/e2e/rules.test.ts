import type { Page } from '@playwright/test';
import type { BookLine, SettingsPage } from '../src/wire';
import { serious } from './axe';
import { expect, test } from './house';
import { recorded } from './rounds-recorded';

const showStates = (page: Page) =>
  page.getByRole('checkbox', { name: 'Show what the software does with each clause' });

/** The words for how far a clause is built in, alone, with a count or with a reason. */
const statesOf = (page: Page) =>
  page.getByText(
    /^\s*(Enforced|Partly enforced|Recorded|Informative|Outside|Planned)( by the table)?(\s+\d+|: .+)?\s*$/,
  );

test('a clause has an address of its own and is shown there', async ({ page, house }) => {
  await page.goto(`${house.url}rules/sydney/2.1%20burn`);
  const clause = page.getByRole('article', { name: 'Clause 2.1 burn', exact: true });
  await expect(clause).toBeInViewport();
  await expect(clause).toBeFocused();
  // Whoever searches then is not called back to it.
  const search = page.getByLabel('Search this book');
  await search.fill('joker');
  await expect(clause).toHaveCount(0);
  await search.fill('');
  await expect(clause).toBeAttached();
  await expect(search).toBeFocused();
  await page.getByRole('link', { name: 'Clause 17.1.10', exact: true }).click();
  await expect(page).toHaveURL(/\/rules\/sydney\/17\.1\.10$/);
  await expect(page.getByRole('article', { name: 'Clause 17.1.10', exact: true })).toBeInViewport();
  await page.goBack();
  await expect(clause).toBeFocused();
});

test('a link to a clause or a section ends at its very place, however much of the book lies before it', async ({
  page,
  house,
}) => {
  const top = (place: string) =>
    page.locator(place).evaluate((each) => Math.round(each.getBoundingClientRect().top));
  await page.goto(`${house.url}rules/sydney/17.1.10`);
  // As far below the window's edge as every clause.
  await expect.poll(() => top('[id="clause-17.1.10"]')).toBe(80);
  await page.goto(`${house.url}rules/sydney/settings`);
  await page
    .getByRole('row')
    .filter({ hasText: 'cards.decks-with-pairs' })
    .getByRole('link')
    .click();
  await expect.poll(() => top('[id="clause-4.1"]')).toBe(80);
  await page.goto(`${house.url}rules/sydney#section-5`);
  await expect.poll(() => top('#section-5')).toBeLessThan(200);
  expect(await top('#section-5')).toBeGreaterThanOrEqual(0);
});

test('a clause leads to those it names, and whoever comes back is where they were', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}rules/sydney/2.1%20controlling%20player`);
  const clause = page.getByRole('article', { name: 'Clause 2.1 controlling player' });
  await expect(clause).toBeInViewport();
  await clause.getByRole('link', { name: '6.6', exact: true }).click();
  await expect(page).toHaveURL(/\/rules\/sydney\/6\.6$/);
  await expect(page.getByRole('article', { name: 'Clause 6.6', exact: true })).toBeFocused();
  await expect(page).toHaveTitle('Clause 6.6 · Pontoon, The Star Sydney · Rules · Pontoon');
  // The heading under which one reads is marked.
  await expect(page.locator('nav [aria-current]').filter({ hasText: /^6 / })).toBeVisible();

  // Somewhere in the middle of the book, from another screen.
  await page.goto(`${house.url}rules/sydney`);
  const clauses = (
    await page
      .getByText(/^\d+ clauses$/)
      .first()
      .textContent()
  )?.match(/\d+/)?.[0];
  await expect(page.locator('article')).toHaveCount(Number(clauses));
  await page.locator('#section-9 article').first().scrollIntoViewIfNeeded();
  const inSight = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('article')].find(
          (each) => each.getBoundingClientRect().top > 80,
        )?.id,
    );
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const before = await inSight();
  // A real click would bring the menu into sight first.
  await page.getByRole('link', { name: 'Lab', exact: true }).dispatchEvent('click');
  await expect(page).toHaveTitle(/Lab · Pontoon$/);
  await page.goBack();
  await expect(page).toHaveTitle('Pontoon, The Star Sydney · Rules · Pontoon');
  await expect.poll(inSight).toBe(before);

  // The same from another book, which is the same screen.
  await page
    .getByRole('link', { name: /Adelaide/ })
    .first()
    .dispatchEvent('click');
  await expect(page).toHaveTitle('Pontoon, SKYCITY Adelaide · Rules · Pontoon');
  await page.goBack();
  await expect.poll(inSight).toBe(before);
});

test('a round that shows a clause is stepped through beside it', async ({ page, house }) => {
  await page.route('**/api/rounds/read', (route) =>
    route.fulfill({ json: recorded(route.request().postDataJSON()) }),
  );
  await page.goto(`${house.url}rules/sydney/2.1%20burn`);
  const clause = page.getByRole('article', { name: 'Clause 2.1 burn', exact: true });
  await clause.getByText('A round that shows it').click();
  await clause.getByRole('button', { name: 'Last step' }).click();
  await expect(clause.getByRole('group', { name: 'Dealer' })).toContainText('17');
  await expect(clause.locator('pre')).toContainText('book sydney');
});

test('a round that cannot be played says so, and the text is there', async ({ page, house }) => {
  await page.route('**/api/rounds/read', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', error: 'others come first' } }),
  );
  await page.goto(`${house.url}rules/sydney/2.1%20burn`);
  const clause = page.getByRole('article', { name: 'Clause 2.1 burn', exact: true });
  await clause.getByText('A round that shows it').click();
  await expect(clause.getByText('The round could not be played. Others come first.')).toBeVisible();
  await expect(clause.locator('pre')).toContainText('book sydney');
});

test('what is not there says so', async ({ page, house }) => {
  await page.goto(`${house.url}rules/sydney/99.9`);
  await expect(page.getByText('This book has no clause 99.9.')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto(`${house.url}rules/perth`);
  await expect(page.getByRole('heading', { name: 'No such book' })).toBeVisible();
  await page.goto(`${house.url}rules/sydney/compare/sydney`);
  await expect(page.getByRole('heading', { name: 'The same book twice' })).toBeVisible();
});

test('whoever goes back to what was searched for finds it again', async ({ page, house }) => {
  await page.goto(`${house.url}rules/sydney`);
  const search = page.getByLabel('Search this book');
  await search.fill('surrender');
  const count = await page.getByText(/^\d+ of \d+ clauses$/).textContent();
  await page.getByRole('link', { name: 'Clause 10.2', exact: true }).click();
  await expect(page).toHaveTitle('Clause 10.2 · Pontoon, The Star Sydney · Rules · Pontoon');
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(search).toHaveValue('surrender');
  await expect(page.getByText(/^\d+ of \d+ clauses$/)).toHaveText(count ?? '');
});

test('a book is searched by words and by what the software does', async ({ page, house }) => {
  await page.goto(`${house.url}rules/tasmania`);
  // A long list is drawn in parts.
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(40);
  const all = await page.getByRole('article').count();
  await page.getByLabel('Search this book').fill('surrender');
  await expect(page.locator('mark').first()).toHaveText(/surrender/i);
  const found = await page.getByRole('article').count();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await page.getByLabel('Search this book').fill('zebra');
  await page.getByRole('button', { name: 'Show all clauses' }).click();
  await page.goto(`${house.url}rules/singapore`);
  await showStates(page).check();
  await page.getByRole('button', { name: 'Recorded 2' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`a book begins with play, and shows states only where wanted: ${width}`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${house.url}rules/sydney`);
    const begins = page.locator('main section').first();
    const title = begins.getByRole('heading', { level: 2, name: 'How it is played and paid' });
    const planned = page.getByRole('button', { name: /^Planned \d+$/ });
    await expect(title).toBeInViewport();
    // All of the book is here.
    await expect(
      page.getByRole('article', { name: 'Clause 22/21.13.1', exact: true }),
    ).toBeAttached();
    await expect(statesOf(page)).toHaveCount(0);
    await expect(showStates(page)).not.toBeChecked();

    await showStates(page).check();
    await expect(planned).toBeVisible();
    await expect(
      page
        .getByRole('article')
        .first()
        .getByText(/^(Enforced|Informative)/),
    ).toBeVisible();
    await page.reload();
    await expect(planned).toBeVisible();
    await expect(showStates(page)).toBeChecked();
    await expect(title).toBeVisible();

    // What was filtered by a state is all there when states are not shown.
    await planned.click();
    await expect(title).toHaveCount(0);
    await showStates(page).uncheck();
    await expect(title).toBeVisible();
    await expect(page.getByText(/^\d+ clauses$/)).toBeVisible();
    await expect(statesOf(page)).toHaveCount(0);
  });
}

test('the list of all books speaks of states only where wanted', async ({ page, house }) => {
  await page.goto(`${house.url}rules`);
  const sydney = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /Sydney/ }) });
  await sydney.scrollIntoViewIfNeeded();
  await expect(sydney.getByText(/^\d+ clauses$/)).toBeVisible();
  await page.getByLabel('Search all five books').fill('joker');
  await expect(page.locator('mark').first()).toBeVisible();
  await expect(statesOf(page)).toHaveCount(0);
  await showStates(page).check();
  await expect(sydney.getByText(/^\s*Planned\s+\d+\s*$/)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Adelaide' }).getByText('Enforced').first(),
  ).toBeVisible();
});

test('what a book is said to pay is what its settings and clauses say', async ({ page, house }) => {
  const books = (await (await page.request.get(`${house.url}api/books`)).json()) as BookLine[];
  for (const { book } of books) {
    const { settings } = (await (
      await page.request.get(`${house.url}api/books/${book}/settings`)
    ).json()) as SettingsPage;
    const pays = settings.filter(
      ({ key, value }) => /^pays\..*(?<!count)$|^double\.pays$/.test(key) && value !== '',
    );
    await page.goto(`${house.url}rules/${book}`);
    for (const { key, value } of pays)
      await expect(page.locator(`#play td[data-setting="${key}"]`), `${book} ${key}`).toHaveText(
        value,
      );
    await expect(page.locator('#play [data-setting^="pays."]')).toHaveCount(pays.length - 1);
  }
  await page
    .getByRole('row', { name: /^A doubled hand that wins/ })
    .getByRole('link')
    .click();
  const clause = page.locator('article:focus');
  await expect(clause).toBeInViewport();
  expect(await clause.getAttribute('aria-label')).toBe(
    `Clause ${decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')}`,
  );
});

test('a clause that is found by the reason for its state says so', async ({ page, house }) => {
  await page.goto(`${house.url}rules/sydney`);
  await page.getByLabel('Search this book').fill('announcement');
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const article of await page.getByRole('article').all())
    await expect(article.locator('mark').first()).toBeVisible();
  await expect(statesOf(page)).toHaveCount(0);
});

test('all books are searched at once, and the find leads to its clause', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}rules`);
  await page.getByLabel('Search all five books').fill('joker');
  const adelaide = page.getByRole('region', { name: 'Adelaide' });
  await expect(adelaide.locator('mark').first()).toHaveText(/joker/i);
  await adelaide.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/rules\/adelaide\/.+/);
  await expect(page.locator('article[aria-label]:focus')).toContainText(/joker/i);
});

test('books are compared: any two, and all five', async ({ page, house }) => {
  await page.goto(`${house.url}rules`);
  const five = page.getByRole('region', { name: 'The five books side by side' }).last();
  await expect(five.getByRole('columnheader')).toHaveCount(6);
  await five.scrollIntoViewIfNeeded();
  const rows = () => five.getByRole('rowheader').count();
  /** As many as are told, when all of them are drawn. */
  const told = async () =>
    Number.parseInt((await page.getByText(/^\d+ settings$/).textContent()) ?? '', 10);
  const differ = await told();
  await expect.poll(rows).toBe(differ);
  await page.getByLabel('Only where the books differ').uncheck();
  await expect.poll(told).toBeGreaterThan(differ);
  await expect.poll(async () => (await rows()) - (await told())).toBe(0);
  await page.getByLabel('Find a setting').fill('decks in the shoe');
  await expect(five.getByRole('rowheader')).toHaveText([
    'decks in the shoe',
    'decks in the shoe of a table with a side wager on pairs',
  ]);
  await page.getByLabel('First book').selectOption('Tasmania');
  await page.getByLabel('Second book').selectOption('Singapore');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/rules\/tasmania\/compare\/singapore$/);
  await expect(page.getByRole('heading', { name: 'Tasmania and Singapore' })).toBeVisible();
  const decks = page.getByRole('rowheader', { name: 'decks in the shoe', exact: true });
  await expect(page.getByRole('row').filter({ has: decks })).toContainText('4 to 8');
});

test('settings lead to the clauses that fix them', async ({ page, house }) => {
  await page.goto(`${house.url}rules/sydney/settings`);
  await expect(page.getByRole('heading', { name: 'Questions the book leaves open' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'cards.decks-with-pairs' });
  await expect(row).toContainText('6 or 8');
  await row.getByRole('link').click();
  await expect(page.getByRole('article', { name: 'Clause 4.1', exact: true })).toBeInViewport();
});

test('whoever never played finds the game in a few words, and what they say is what every book pays', async ({
  page,
  house,
}) => {
  await page.goto(house.url);
  await page.getByRole('link', { name: 'How Pontoon is played' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'How Pontoon is played' }),
  ).toBeVisible();
  const said = await page.locator('td.odds').allTextContents();
  const settings = [
    ['pays.pontoon'],
    ['pays.five-cards'],
    ['pays.six-cards'],
    ['pays.seven-cards'],
    ['pays.six-seven-eight-mixed', 'pays.sevens-mixed'],
    ['pays.six-seven-eight-suited', 'pays.sevens-suited'],
    ['pays.six-seven-eight-spades', 'pays.sevens-spades'],
    ['pays.other'],
  ];
  expect(said).toHaveLength(settings.length);
  const ask = async <T>(path: string): Promise<T> =>
    (await page.request.get(`${house.url}api/books${path}`)).json();
  const books = await ask<BookLine[]>('');
  expect(books).toHaveLength(5);
  for (const { book } of books) {
    const { settings: lines } = await ask<SettingsPage>(`/${book}/settings`);
    const pays = (key: string) => lines.find((line) => line.key === key)?.value;
    for (const [no, keys] of settings.entries())
      for (const key of keys) expect([book, key, pays(key)]).toEqual([book, key, said[no]]);
  }
});

for (const path of [
  'primer',
  'rules',
  'rules/tasmania',
  'rules/tasmania/settings',
  'rules/tasmania/compare/sydney',
]) {
  test(`no serious finding of axe: /${path}`, async ({ page, house }) => {
    await page.goto(`${house.url}${path}`);
    await expect(page.locator('article, table').first()).toBeVisible();
    // A thousand cells that are all alike take long to look at.
    if (path === 'rules') await page.getByLabel('Find a setting').fill('decks');
    expect(await serious(page)).toEqual([]);
  });
}
