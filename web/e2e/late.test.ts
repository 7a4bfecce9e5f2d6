// Answers that come late, fail or come twice, and keys that are pressed twice.
import type { Locator, Page, Route } from '@playwright/test';
import type { PrivateView } from '../src/wire';
import { areaOf } from './area';
import { money } from './command';
import { comeAs, comeAsPlayer, expect, test } from './floor-staff';
import { finish, sitAt, untilAsked, untilPlaying, untilWagersAreOpen } from './play';
import { recorded, TEXT } from './rounds-recorded';
import { spoken } from './spoken';

const BUSY = { status: 503, json: { code: 'busy', error: 'others come first' } };

/** Goes to another address without loading the page anew. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('a key that is pressed again before the table has answered does nothing', async ({
  page,
  house,
}) => {
  const chosen: string[] = [];
  let isDeaf = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (String(message).includes('"choose"')) chosen.push(String(message));
      server.send(message);
    });
    server.onMessage((message) => {
      if (!isDeaf) socket.send(message);
    });
  });
  await sitAt(page, house.url, 'Casino Canberra');
  const key = page.locator('.group [aria-keyshortcuts]').first();
  await untilAsked(page);
  const name = (await key.getAttribute('aria-keyshortcuts')) ?? '';
  isDeaf = true;
  for (let count = 0; count < 3; count += 1) await page.keyboard.press(name);
  await page.evaluate(() => {});
  expect(chosen).toHaveLength(1);
});

test('a double click and a key that is held decide once', async ({ page, house }) => {
  const said = await spoken(page);
  const twice = async (button: Locator) => {
    const { x, y, width, height } = await areaOf(button);
    for (let count = 0; count < 2; count += 1)
      await page.mouse.click(x + width / 2, y + height / 2);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await sitAt(page, house.url, 'Star Sydney');
  await untilWagersAreOpen(page);
  await page.locator('.box.own button.spot.wager').click();
  await page.getByRole('button', { name: 'Twice' }).focus();
  for (let count = 0; count < 3; count += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await twice(page.getByRole('button', { name: 'Deal, $10' }));
  await expect.poll(() => said).toContain('ready');
  await finish(page);
  expect(said.slice(0, 2)).toEqual(['lay', 'ready']);
  expect(said).not.toContain('withdraw');

  await untilPlaying(page);
  const draw = page.getByRole('button', { name: /^Draw/ });
  const before = said.length;
  await twice(draw);
  // Whatever was clicked was said before the next question, or the end of the round, is seen.
  const asked = page.locator('.group button:not([aria-disabled], :disabled)');
  await expect(asked.or(page.getByTestId('outcome')).first()).toBeVisible();
  expect(said.slice(before)).toEqual(['choose']);
});

test('a dialog is not answered by the second click or key of what opened it', async ({
  page,
  house,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await comeAsPlayer(page, house.url, 'quick');
  await page.goto(`${house.url}me`);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('11');
  sent.length = 0;
  // One after the other, without a pause.
  await page.evaluate(async () => {
    const field = document.activeElement as HTMLInputElement;
    field.form?.requestSubmit();
    while (!document.querySelector('dialog')) await new Promise(requestAnimationFrame);
    for (const button of document.querySelectorAll<HTMLElement>('dialog button')) button.click();
  });
  const dialog = page.getByRole('dialog', { name: /Cash out/ });
  await expect(dialog).not.toHaveClass(/fresh/);
  await expect(dialog, 'it was not even closed').toBeVisible();
  expect(sent).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);
});

test('seats are offered and given up as far as the table says so', async ({ page, house }) => {
  let hidden = /^$/;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const told = JSON.parse(String(message));
      if (told.private) {
        const { view } = told.private;
        view.can = view.can.filter(
          ({ what }: { what: unknown }) => !hidden.test(JSON.stringify(what)),
        );
      }
      socket.send(JSON.stringify(told));
    });
  });
  await sitAt(page, house.url, 'Wrest Point');
  const giveUp = page.getByRole('button', { name: /^Give up/ });
  await expect(giveUp).toBeVisible();
  hidden = /give_up/;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expect(giveUp).toHaveCount(0);
  hidden = /arrive/;
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('You are watching', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Take a seat|Sit)/ })).toHaveCount(0);
  hidden = /^$/;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Take a seat' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sit/ })).not.toHaveCount(0);
});

test('the words of a clause are those of the clause that is shown, and are asked for again after a failure', async ({
  page,
  house,
}) => {
  await page.route('**/api/rounds/read', (route) =>
    route.fulfill({ json: recorded(route.request().postDataJSON()) }),
  );
  let isDown = true;
  await page.route('**/api/books/sydney/clauses/*', (route) => {
    const clause = new URL(route.request().url()).pathname.split('/').at(-1);
    return isDown ? route.fulfill(BUSY) : route.fulfill({ json: { words: `Words of ${clause}.` } });
  });
  await page.goto(`${house.url}rounds`);
  await page.getByLabel('The round in the notation').fill(TEXT);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Clause 6.1' }).first().hover();
  const tip = page.locator('[role=tooltip]:popover-open');
  await expect(tip).toHaveText('The words of this clause cannot be shown now.');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(tip).toHaveCount(0);
  isDown = false;
  await page.getByRole('button', { name: 'Clause 6.1' }).first().hover();
  await expect(tip).toHaveText('Words of 6.1.');
  // The line of the next step takes the place of this one, under the pointer.
  await page.keyboard.press('ArrowRight');
  await expect(tip).toHaveText('Words of 8.1.');
});

test('a round that comes late is not shown in the place of another', async ({ page, house }) => {
  const record = (no: number) => ({
    table: 1,
    no,
    shoe: no,
    at: 0,
    book: 'sydney',
    text: TEXT,
    void: null,
    wagers: [],
  });
  let late: Route | undefined;
  await page.route('**/api/rounds/read', (route) =>
    route.fulfill({ json: recorded(route.request().postDataJSON()) }),
  );
  await page.route('**/api/tables/1/rounds/5', (route) => {
    late = route;
  });
  await page.route('**/api/tables/1/rounds/6', (route) => route.fulfill({ json: record(6) }));
  await page.goto(`${house.url}rounds/1/5`);
  await expect.poll(() => late).toBeDefined();
  await go(page, '/rounds/1/6');
  await expect(page.getByText('shoe 6', { exact: false })).toBeVisible();
  const answer = page.waitForResponse('**/api/tables/1/rounds/5');
  await late?.fulfill({ json: record(5) });
  await (await answer).finished();
  await page.evaluate(() => {});
  await expect(page.getByText('shoe 6', { exact: false })).toBeVisible();
});

test('rounds of somebody else that come late are not shown', async ({ page, house }) => {
  const late: Route[] = [];
  await page.route('**/api/me/rounds?*', (route) => {
    late.push(route);
  });
  const rounds = (no: number) => {
    const round = {
      table: 1,
      no,
      shoe: 1,
      at: 0,
      book: 'sydney',
      text: TEXT,
      void: null,
      wagers: [],
    };
    return [
      { shows: 'recall', funds_before: 0, funds_after: 0, wagered: 500, net: 0, steps: [], round },
    ];
  };
  const lines = page.getByRole('main').getByRole('link', { name: /^Table 1, round/ });
  await comeAsPlayer(page, house.url, 'late-anna');
  await page.goto(`${house.url}rounds`);
  await expect.poll(() => late).toHaveLength(1);
  await comeAsPlayer(page, house.url, 'late-bertha');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => late).toHaveLength(2);
  const answer = page.waitForResponse('**/api/me/rounds?*');
  await late[0]?.fulfill({ json: rounds(1) });
  await (await answer).finished();
  await late[1]?.fulfill({ json: rounds(2) });
  await expect(lines).toHaveText([/^Table 1, round 2/]);
});

test('more people who come late are not put under another search', async ({ page, house }) => {
  const people = (first: number, count: number) =>
    Array.from({ length: count }, (_, no) => ({
      person: first + no,
      handle: `player-${first + no}`,
      kind: 'member',
      roles: [],
      created: 0,
      last_sign_in: null,
      sign_ins: 0,
      locked: null,
      excluded: null,
      sessions: 0,
    }));
  const late: Route[] = [];
  await page.route('**/api/people?*', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    if (asked.has('after')) late.push(route);
    else return route.fulfill({ json: asked.has('search') ? people(900, 1) : people(100, 50) });
  });
  await comeAs(page, house.url, 'late-max', ['gaming_manager']);
  await page.goto(`${house.url}floor/people`);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(more).toBeDisabled();
  await page.getByLabel('Search by name').fill('900');
  await expect(page.getByRole('link', { name: 'player-900' })).toBeVisible();
  expect(late).toHaveLength(1);
  const answer = page.waitForResponse('**/api/people?*');
  await late[0]?.fulfill({ json: people(150, 50) });
  await (await answer).finished();
  await page.evaluate(() => {});
  await expect(page.getByRole('link', { name: /^player-/ })).toHaveText(['player-900']);
});

test('the account says what fails, and what is at stake now', async ({ page, house }) => {
  await comeAsPlayer(page, house.url, 'late-pat');
  await page.goto(`${house.url}me`);
  const stake = page.locator('dl').first().locator('dd').nth(1);
  await expect(stake).toHaveText('$0');
  const other = await page.context().newPage();
  await sitAt(other, house.url, 'Casino Canberra');
  await page.route('**/api/me/statement?*', (route) => route.fulfill(BUSY));
  await other.locator('.box.own button.spot.wager').click();
  await other.getByRole('button', { name: 'Place only' }).click();
  await expect(stake).toHaveText('$5');
  await expect(page.getByRole('alert')).toHaveText('Others come first.');
  await expect(page.getByText('Given to a newcomer')).toBeVisible();
  await page.route('**/api/sign-out', (route) => route.fulfill(BUSY));
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await expect(dialog).toContainText('wagers at stake');
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Others come first.').nth(1)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'late-pat' })).toBeVisible();
});

test('a lobby that is refused says so, and is there when it can be had', async ({
  page,
  house,
}) => {
  let isDown = true;
  await page.route('**/api/lobby', (route) => (isDown ? route.fulfill(BUSY) : route.continue()));
  await page.goto(house.url);
  await expect(page.getByRole('heading', { name: 'The tables cannot be shown' })).toBeVisible();
  await expect(page.getByText('Others come first.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Sit down at/ })).not.toHaveCount(0);
});

test('a screen that is left asks nothing about the address that comes after it', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}rules/sydney`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sydney');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const path of ['/fair/5', '/rules/sydney/settings', '/rounds/5/1', '/lab']) {
    await go(page, path);
    await expect(page.getByRole('main').getByText('Loading …')).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'Lab' })).toBeVisible();
  expect(asked.filter((url) => url.includes('undefined'))).toEqual([]);
});

test('a wish to sit that was given up drags nobody from where they went', async ({
  page,
  house,
}) => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/guest', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(house.url);
  const guest = page.waitForResponse('**/api/guest');
  await page.getByRole('button', { name: /Sit down at .*Canberra/ }).click();
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  answer();
  await guest;
  await expect(page.locator('.me')).toBeVisible();
  await expect(page).toHaveURL(/\/rules$/);
});

test('whoever goes back before the table is there is not seated when they look at it later', async ({
  page,
  house,
}) => {
  const sent: string[] = [];
  let held: (() => void)[] | null = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(String(message));
      server.send(message);
    });
    server.onMessage((message) => {
      const give = () => socket.send(message);
      if (held && String(message).startsWith('{"frame"')) held.push(give);
      else give();
    });
  });
  await page.goto(house.url);
  await page.getByRole('button', { name: /Sit down at .*Canberra/ }).click();
  await expect(page).toHaveURL(/\/table\/2/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible();
  for (const give of held) give();
  held = null;
  await go(page, '/table/2');
  await expect(
    page.getByRole('button', { name: /Play as guest|Take a seat/ }).first(),
  ).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Table' })).toBeVisible();
  expect(sent.filter((message) => /"sit"|"arrive"/.test(message))).toEqual([]);
});

test('a guest who is signed out in another window is told so, and what is to be done', async ({
  page,
  house,
  context,
}) => {
  await sitAt(page, house.url, 'Wrest Point');
  const other = await context.newPage();
  await other.goto(house.url);
  await other.evaluate(() => fetch('/api/sign-out', { method: 'POST' }));
  await expect(page.locator('.toast')).toHaveText([
    /ended.*in another window.*come in as a new guest/,
  ]);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a dialog for an amount says so when the decision is taken in another window', async ({
  page,
  house,
  context,
}) => {
  await sitAt(page, house.url, 'Star Sydney');
  const another = page.getByRole('button', { name: /another amount/i }).first();
  await untilPlaying(page);
  await another.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other
    .getByRole('button', { name: /^Stand/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('The table was quicker').first()).toBeVisible();
});

test('a dialog for an amount offers what chips can lay, and says what is possible', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'Star Sydney');
  await untilPlaying(page);
  const table = new URL(page.url()).pathname.split('/').at(-1);
  const mine = await page.request.get(`${house.url}api/tables/${table}/mine`);
  const { can } = (await mine.json()) as PrivateView;
  const least = can.find(({ what }) => JSON.stringify(what).includes('"double"'))?.least;
  await page.getByRole('button', { name: 'Double: another amount' }).click();
  const amount = page.getByRole('textbox', { name: 'Another amount' });
  await expect(amount).toHaveAccessibleDescription('From $1 to $5');
  await amount.fill('0');
  const range = `From ${money(least ?? 0)} to $5`;
  expect(range, 'the book lets less be laid than a chip of the tray').not.toBe('From $1 to $5');
  await expect(amount).toHaveAccessibleDescription(`$0 is not possible here. ${range}.`);
});
