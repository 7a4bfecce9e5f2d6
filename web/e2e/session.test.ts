import type { Page, Route } from '@playwright/test';
import type { ServerSays } from '../src/wire';
import { serious } from './axe';
import { again, comeAsAdministrator, comeAsPlayer, expect, test } from './floor-staff';
import { canBeAnswered } from './play';

const PASSWORD = 'a-password-of-my-own';

/**
 * The dialog for coming in, opened by keyboard: the first Tab stops are the skip link, the brand
 * and the menu.
 */
async function doorByKeyboard(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign in' });
  await expect(button).toBeVisible();
  for (
    let stops = 0;
    stops < 20 && !(await button.evaluate((it) => it === document.activeElement));
    stops += 1
  )
    await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
}

test('a window whose person changed in another window becomes that person', async ({
  page,
  house,
}) => {
  await comeAsPlayer(page, house.url, 'first-anna');
  await page.goto(`${house.url}me`);
  await expect(page.locator('.me')).toContainText('first-anna');
  const other = await page.context().newPage();
  await comeAsPlayer(other, house.url, 'then-bertha');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('.me')).toContainText('then-bertha');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('then-bertha');
  await other.close();
});

test('somebody registers and signs in again, by keyboard only', async ({ page, house }) => {
  await doorByKeyboard(page, house.url);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  // To “I have no account yet”: past the password and the button.
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create an account' });
  await expect(dialog).toBeVisible();
  expect(await serious(page)).toEqual([]);
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('session-key');
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  const password = dialog.getByLabel('Password');
  await expect(password).toHaveAccessibleDescription(/at least 8|8 to 128/i);
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.press('ControlOrMeta+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('.me')).toContainText('session-key');
  await expect(page.locator('.me')).toContainText('$1,000');
  await page.context().clearCookies();

  await doorByKeyboard(page, house.url);
  await page.keyboard.type('session-key');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('.me')).toContainText('session-key');
});

test('a name that somebody has is answered at the name', async ({ page, house, browser }) => {
  await comeAsPlayer(await (await browser.newContext()).newPage(), house.url, 'session-name');
  await page.goto(`${house.url}me`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('session-name');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Somebody has that name: take another.');
  await name.fill('Not A Name!');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Password')).not.toHaveAttribute('aria-invalid');
});

test('everything that is wrong with a new account is said at once, each at its field', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}me`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  const password = page.getByLabel('Password');
  await name.fill('Not A Name!');
  await password.fill('short');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/^A name has 1 to 20 small letters/);
  await expect(password).toHaveAccessibleDescription(
    'A password has 8 to 128 characters; this one has 5.',
  );
  for (const field of [name, password]) await expect(field).toHaveAttribute('aria-invalid', 'true');
});

test('a browser that keeps no cookies is told so, in the dialog and outside of it', async ({
  page,
  house,
}) => {
  const json = { person: 7, handle: 'guest-7', token: '', last: null };
  const words = 'This browser keeps no cookies for this address.';
  const asked: Route[] = [];
  await page.route('**/api/guest', (route) => {
    asked.push(route);
  });
  await page.goto(`${house.url}me`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  const guest = dialog.getByRole('button', { name: 'Continue as guest' });
  await guest.click();
  await expect.poll(() => asked).toHaveLength(1);
  await asked[0]?.fulfill({ json });
  await expect(dialog).toContainText(words);
  // Also where the dialog was closed before the answer came.
  await guest.click();
  await expect.poll(() => asked).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await asked[1]?.fulfill({ json });
  await expect(page.locator('.toast')).toContainText(words);
  // And where there was none.
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect.poll(() => asked).toHaveLength(3);
  await asked[2]?.fulfill({ json });
  await expect(page.locator('.toast')).toContainText(words);
});

test('wrong passwords bring a short wait, which is said in words, and lock nobody out', async ({
  page,
  house,
  browser,
}) => {
  await comeAsPlayer(await (await browser.newContext()).newPage(), house.url, 'session-wait');
  await page.goto(`${house.url}me`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('session-wait');
  const password = page.getByLabel('Password');
  const tryOne = async (what: string) => {
    await password.fill(what);
    const answered = page.waitForResponse('**/api/sign-in');
    await page.keyboard.press('Enter');
    return answered;
  };
  for (const wrong of ['wrong-the-first', 'wrong-the-second']) {
    await tryOne(wrong);
    await expect(password).toHaveAccessibleDescription('Name or password is wrong.');
    await expect(password).toBeFocused();
  }
  await tryOne('wrong-the-third');
  await expect(password).toHaveAccessibleDescription(
    'Name or password is wrong. You can try again in 1 second.',
  );
  // Until the house judges again, the dialog says how long that takes; then the right one opens.
  await expect(async () => {
    if ((await tryOne('wrong-once-more')).status() !== 401) throw new Error('not judged yet');
  }).toPass();
  const waits = await tryOne(PASSWORD);
  expect(waits.status()).toBe(429);
  expect(Number(waits.headers()['retry-after'])).toBeLessThanOrEqual(2);
  await expect(password).toHaveAccessibleDescription(
    /^Too many wrong passwords\. This one was not looked at: try again in [12] seconds?\.$/,
  );
  expect(await serious(page)).toEqual([]);
  await expect(async () => {
    if (!(await tryOne(PASSWORD)).ok()) throw new Error('not judged yet');
  }).toPass();
  await expect(page.locator('.me')).toContainText('session-wait');
});

test('after a silence the password is asked for again, and the page goes on where it was', async ({
  page,
  house,
}) => {
  await comeAsPlayer(page, house.url, 'session-idle');
  await page.goto(`${house.url}me`);
  await expect(page.getByRole('heading', { name: 'session-idle' })).toBeVisible();
  // The half hour is the house's own and cannot be shortened: what it says after one is put in its
  // mouth.
  let isIdle = true;
  const refusal = {
    code: 'password_needed',
    error: 'nothing was heard of you for 30 minutes: give your password again',
  };
  await page.route('**/api/me', (route) =>
    isIdle ? route.fulfill({ status: 401, json: refusal }) : route.continue(),
  );
  await page.route('**/api/me/sessions', (route) =>
    isIdle ? route.fulfill({ status: 401, json: refusal }) : route.continue(),
  );
  page.on('response', (response) => {
    if (response.url().endsWith('/reauthenticate') && response.ok()) isIdle = false;
  });
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await serious(page)).toEqual([]);
  const password = dialog.getByLabel('Password');
  await password.fill('not-this-one');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/wrong/);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'session-idle' })).toBeVisible();
  await expect(page.locator('.state.open')).toBeVisible();
});

test('a password that the staff chose is changed before anything else', async ({ page, house }) => {
  const { request } = page.context();
  await comeAsAdministrator(page, house.url);
  const staff = { handle: 'session-new', password: 'chosen-by-the-staff', roles: ['dealer'] };
  expect((await request.post(`${house.url}api/staff`, { data: staff })).ok()).toBe(true);
  await page.context().clearCookies();
  await page.goto(`${house.url}me`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('session-new');
  await page.getByLabel('Password').fill('chosen-by-the-staff');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose a password of your own' });
  await expect(dialog).toBeVisible();
  // Nothing is lost: the house connects nobody before that, and it is not tried for.
  const lost = page.getByText('Connection lost', { exact: false });
  await expect(page.locator('.state.stopped')).toBeAttached();
  await expect(lost).toHaveCount(0);
  // Loading the page anew does not lead past it.
  await page.reload();
  await expect(dialog).toBeVisible();
  await expect(page.locator('.state.stopped')).toBeAttached();
  await expect(lost).toHaveCount(0);
  expect(await serious(page)).toEqual([]);
  await dialog.getByLabel('Present password').fill('something-else');
  await dialog.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Present password')).toHaveAccessibleDescription(/wrong/);
  await dialog.getByLabel('Present password').fill('chosen-by-the-staff');
  await dialog.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'session-new' })).toBeVisible();
  await expect(page.locator('.state.open')).toBeVisible();
});

test('a reality check is answered before anything else, also where another window has answered it', async ({
  page,
  house,
}) => {
  await comeAsPlayer(page, house.url, 'session-clock');
  // An hour of play is put in the house's mouth: the least is five minutes, and no setting shortens
  // them.
  const check: ServerSays = { reality: { check: { played: 3_600_000, net: -2500 } } };
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (String(message).startsWith('{"hello"')) socket.send(JSON.stringify(check));
    });
  });
  let answers = 0;
  await page.route('**/api/me/reality', (route) => {
    answers += 1;
    return answers === 1 ? route.fulfill({ status: 204 }) : route.continue();
  });
  const dialog = page.getByRole('dialog', { name: 'A look at the clock' });
  await page.goto(`${house.url}me`);
  await expect(dialog).toContainText('You have played for 1 h since');
  await expect(dialog).toContainText('You have lost: −$25');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stop for now' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(house.url);
  // To the house itself nothing is due, as after an answer in another window: it refuses, and that
  // is no obstacle.
  await page.reload();
  await canBeAnswered(dialog);
  await dialog.getByRole('button', { name: 'Play on' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast.bad')).toHaveCount(0);
  expect(answers).toBe(2);
});

test('a session that is ended from another window says so, and lets come in again', async ({
  page,
  house,
  browser,
}) => {
  await comeAsPlayer(page, house.url, 'session-two');
  await page.goto(`${house.url}trainer`);
  await expect(page.locator('.me')).toContainText('session-two');
  const other = await again(browser, house.url, 'session-two');
  await other.goto(`${house.url}me`);
  await other.getByRole('button', { name: /^End session/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await expect(dialog).toContainText('Your session is over');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('session-two');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/trainer\b/);
  await expect(page.locator('.me')).toContainText('session-two');
  await other.close();
});

test('a session that ended while the connection was away is noticed, however often it was tried in vain', async ({
  page,
  house,
}) => {
  await comeAsPlayer(page, house.url, 'session-away');
  let attempts = 0;
  await page.routeWebSocket('**/ws', (socket) => {
    attempts += 1;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      void socket.close({ code: 1001 });
    });
  });
  await page.goto(`${house.url}trainer`);
  await expect(page.locator('.me')).toContainText('session-away');
  await expect.poll(() => attempts).toBeGreaterThan(2);
  await page.route('**/api/me', (route) =>
    route.fulfill({ status: 401, json: { code: 'session', error: 'your session is over' } }),
  );
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toContainText('Your session is over');
});
