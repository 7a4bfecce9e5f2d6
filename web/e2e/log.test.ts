import { serious } from './axe';
import {
  comeAs,
  comeAsAdministrator,
  comeAsPlayer,
  expect,
  test,
  WITH_HOUSE_PLAYERS,
} from './floor-staff';

// Something must be in the log.
test.use({ settings: WITH_HOUSE_PLAYERS });

test('an inspector reads the log, searches it and looks at an entry', async ({ page, house }) => {
  await comeAs(page, house.url, 'ivy', ['inspector']);
  let asked = 0;
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // Who plays in rounds that began before the page is asked for table by table.
    asked += Number(pathname === '/api/log' && !searchParams.has('stream'));
  });
  await page.goto(`${house.url}log`);
  const shown = page.getByRole('status').filter({ hasText: /Entries \d+ to \d+ of \d+/ });
  await expect(shown).toBeVisible();
  // The end is shown first, and found at once: how long the log is, and the page. What is written
  // between is not on it.
  const [from = 0, to = 0, length = 0] =
    (await shown.textContent())?.match(/\d+/g)?.map(Number) ?? [];
  expect(from).toBe(Math.max(1, to - 99));
  expect(length - to).toBeLessThan(50);
  expect(asked).toBe(2);
  expect(await serious(page)).toEqual([]);
  await page.getByLabel('From position').fill('zero');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.getByText('That is no whole number from 1.')).toBeVisible();
  await page.getByLabel('From position').fill('1');
  await page.getByRole('button', { name: 'Go' }).click();
  const entries = page.locator('details');
  await expect(entries.first()).toContainText('The table is founded by the book adelaide');
  await page.getByLabel('Text', { exact: true }).fill('founded by the book sydney');
  await expect(entries).toHaveCount(1);
  await entries.first().locator('summary').click();
  await expect(entries.first().locator('pre')).toContainText('"founded"');
  await page.getByLabel('Text', { exact: true }).fill('');
  await page.getByLabel('Person').fill('house-syd-5-1');
  await expect(entries.first()).toContainText('house-syd-5-1');
  await page.getByLabel('Person').fill('');
  await page.getByLabel('Stream').selectOption('table');
  await page.getByLabel('Its number').fill('4');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(entries.first()).toContainText('Table 4, number 1');
  await expect(
    page.getByRole('status').filter({ hasText: /Numbers 1 to \d+ of the stream/ }),
  ).toBeVisible();
});

test('a search goes through the whole log, tells how far it is, and can be stopped and gone on with', async ({
  page,
  house,
}) => {
  await comeAs(page, house.url, 'ivy', ['inspector']);
  await page.goto(`${house.url}log`);
  await expect(page.getByRole('navigation', { name: 'Pages of the log' })).toBeVisible();
  // The part with the first entries is held up, so that there is something to stop.
  let held: (() => void) | null = null;
  await page.route(/\/api\/log\?from=1&most=(?!1$)/, async (route) => {
    await new Promise<void>((resolve) => {
      held = resolve;
    });
    await route.continue().catch(() => {});
  });
  const whole = page.getByRole('button', { name: 'Search whole log' });
  await expect(whole).toBeDisabled();
  await page.getByLabel('Text', { exact: true }).fill('founded by the book sydney');
  await whole.click();
  const found = page.getByRole('region', { name: 'Found in the whole log' });
  await expect(found.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => held !== null).toBe(true);
  await found.getByRole('button', { name: 'Stop' }).click();
  await expect(found).toContainText(
    /\d+ of [\d,]+ entries searched, from the latest back\. 0 fit\. Those from number/,
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await found.getByRole('button', { name: 'Search on' }).click();
  await expect(found).toContainText(/All [\d,]+ entries are searched\. \d fit/);
  // The demo table is founded by the house; others may have been founded since.
  await expect(found.locator('details').last()).toContainText(
    'founded by the book sydney, with 8 decks',
  );
  expect(await serious(page)).toEqual([]);
  await found.getByRole('button', { name: 'Back to the page' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages of the log' })).toBeVisible();
});

test('the log is verified, and with every round played again', async ({ page, house }) => {
  await comeAs(page, house.url, 'ivy', ['inspector']);
  await page.goto(`${house.url}log/verify`);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The log holds.' })).toBeVisible();
  await expect(page.getByText('not asked for')).toBeVisible();
  await page.getByRole('button', { name: 'Verify and play every round again' }).click();
  await expect(page.getByText('not asked for')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'The log holds.' })).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('an export is asked for as a file; a span that is not there is answered at the field', async ({
  page,
  house,
}) => {
  await comeAs(page, house.url, 'ivy', ['inspector']);
  await page.goto(`${house.url}log/export`);
  await page.getByLabel('To position').fill('999999999');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText(/^The log has \d+ entries\.$/)).toBeVisible();
  await page.getByLabel('To position').fill('5');
  await page.getByLabel('Form').selectOption('entries');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('The export has begun', { exact: false }).first()).toBeVisible();
  await expect(page.locator('a[download]')).toHaveAttribute(
    'href',
    '/api/log/export?format=entries&to=5',
  );
  expect(await serious(page)).toEqual([]);
});

test('an administrator verifies and does not read; a player is told politely', async ({
  page,
  house,
}) => {
  await comeAsAdministrator(page, house.url);
  await page.goto(`${house.url}log`);
  await expect(page.getByRole('heading', { name: 'Verify the log' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entries' })).toHaveCount(0);
  await comeAsPlayer(page, house.url, 'log-visitor');
  await page.goto(`${house.url}log`);
  await expect(page.getByRole('heading', { name: 'The log is for inspectors' })).toBeVisible();
});
