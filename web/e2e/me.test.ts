import { serious } from './axe';
import { again, comeAs, comeAsPlayer, expect, test } from './floor-staff';
import { canBeAnswered } from './play';

test('a tighter limit holds at once, a looser one is shown as coming', async ({ page, house }) => {
  await comeAsPlayer(page, house.url, 'me-limits');
  await page.goto(`${house.url}me`);
  await page.getByRole('button', { name: 'Change: Loss a day' }).click();
  const field = page.getByLabel('New limit in dollars');
  await field.fill('a lot');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByText('That is no amount of money.')).toBeVisible();
  await field.fill('100');
  await page.getByRole('button', { name: 'Set limit' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Loss a day' });
  await expect(line).toContainText('$100');
  await page.getByRole('button', { name: 'Change: Loss a day' }).click();
  await field.fill('200');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(line).toContainText(/\$100\s*\$200 from/);
  await expect(page.getByText(/^Days begin at midnight in .* the house, UTC\./)).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('reality checks come between every 5 and every 60 minutes: the house says so at the field', async ({
  page,
  house,
}) => {
  await comeAsPlayer(page, house.url, 'me-reality');
  await page.goto(`${house.url}me`);
  await page.getByRole('button', { name: 'Change: Reality check every' }).click();
  await page.getByLabel('Minutes of play').fill('90');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByText('Reality checks come every 5 to 60 minutes of play.')).toBeVisible();
  await page.getByLabel('Minutes of play').fill('15');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByText('15 min of play')).toBeVisible();
});

test('exclusion is confirmed by typing', async ({ page, house }) => {
  await comeAsPlayer(page, house.url, 'me-excluded');
  await page.goto(`${house.url}me`);
  await page.getByRole('button', { name: 'Exclude myself …' }).click();
  await page.getByRole('button', { name: 'Exclude me', exact: true }).click();
  await expect(page.getByText('and nothing else', { exact: false })).toBeVisible();
  await page.getByLabel('For how long').selectOption('168');
  await page.getByLabel('Type “exclude me” to confirm').fill('exclude me');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are excluded from play until', { exact: false })).toBeVisible();
});

test('statement, cash-out and the sessions of another window', async ({ page, house, browser }) => {
  await comeAsPlayer(page, house.url, 'me-money');
  const other = await again(browser, house.url, 'me-money');
  await other.goto(`${house.url}me`);
  await expect(other.getByRole('heading', { name: 'me-money' })).toBeVisible();
  await page.goto(`${house.url}me`);
  await expect(page.getByText('Given to a newcomer')).toBeVisible();
  for (const [typed, words] of [
    ['ten', 'That is no amount of money.'],
    ['0', 'Nothing cannot be cashed out. Give an amount.'],
    ['1000.01', '$1,000.01 is more than you have. You may cash out up to $1,000.'],
  ] as const) {
    await page.getByLabel('Amount').fill(typed);
    await page.getByLabel('Amount').press('Enter');
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(words);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Amount').press('Enter');
  const sure = page.getByRole('dialog', { name: 'Cash out $10?' });
  // Whoever thinks better of it keeps the money, and what was typed.
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sure).toBeHidden();
  await expect(page.getByLabel('Amount')).toHaveValue('10');
  await expect(page.locator('.me b')).toHaveText('$1,000');
  await page.getByLabel('Amount').press('Enter');
  expect(await serious(page)).toEqual([]);
  await canBeAnswered(sure);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cashed out', { exact: true })).toBeVisible();
  await expect(page.locator('.me b')).toHaveText('$990');
  await page.getByRole('button', { name: /^End session/ }).click();
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('a guest is told nothing of passwords, of sessions or of cashing out', async ({
  page,
  house,
}) => {
  await page.context().request.post(`${house.url}api/guest`);
  await page.goto(`${house.url}me`);
  await expect(page.getByText('Guests are forgotten')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Exclude yourself from play' })).toBeVisible();
  await expect(page.getByText(/password|cash out|sign in/i)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sessions' })).toHaveCount(0);
});

test('a guest is asked before signing out, for no guest comes back', async ({ page, house }) => {
  await page.context().request.post(`${house.url}api/guest`);
  await page.goto(`${house.url}me`);
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  const out = page.getByRole('button', { name: 'Sign out', exact: true });
  await out.click();
  await expect(dialog).toContainText('cannot come back');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^guest-/);
  await out.click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are looking on.')).toBeVisible();
});

test('staff find their rooms under their own name', async ({ page, house }) => {
  await comeAs(page, house.url, 'max', ['gaming_manager']);
  await page.goto(`${house.url}me`);
  await expect(page.getByText('Gaming manager')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the floor' }).click();
  await expect(page.getByRole('heading', { name: 'Floor' })).toBeVisible();
});

test('the header leads everybody to the fair cards, and staff to where they work', async ({
  page,
  house,
}) => {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const floor = menu.getByRole('link', { name: 'Floor' });
  const log = menu.getByRole('link', { name: 'Log' });
  await comeAs(page, house.url, 'max', ['gaming_manager']);
  await page.goto(house.url);
  await floor.click();
  await expect(page).toHaveURL(/\/floor$/);
  await log.click();
  await expect(log).toHaveAttribute('aria-current', 'page');
  await comeAs(page, house.url, 'ida', ['inspector']);
  await page.goto(house.url);
  await expect(log).toBeVisible();
  await expect(floor).toHaveCount(0);
  await comeAsPlayer(page, house.url, 'me-menu');
  await page.goto(house.url);
  await expect(page.locator('.me')).toContainText('me-menu');
  await expect(log).toHaveCount(0);
  await menu.getByRole('link', { name: 'Fair', exact: true }).click();
  await expect(page).toHaveURL(/\/fair$/);
});
