import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, House } from './house';
import { finish, playRound, sitAt, untilWagersAreOpen, wager } from './play';

/** Nobody else is at the tables, so that nobody is waited for. */
const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const house = await House.open('[demo]\nhouse_players = 0\n');
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
});

const BOOKS = ['SKYCITY Adelaide', 'Casino Canberra', 'Marina Bay Sands', 'Wrest Point', 'The Star Sydney'];

for (const book of BOOKS) {
  test(`a guest sits and plays a full round: ${book}`, async ({ page, house }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await sitAt(page, house.url, book);
    await playRound(page);
    await expect(page.getByTestId('outcome')).toContainText(/won|lost|stand off|surrendered|returned/);
    await page.getByRole('tab', { name: 'My rounds' }).click();
    await expect(page.locator('details')).toHaveCount(1);
    await page.getByRole('button', { name: 'Leave the table' }).click();
    expect(faults).toEqual([]);
  });
}

test('whoever only watched a table leaves it by the menu, and is seated nowhere', async ({ page, house }) => {
  await sitAt(page, house.url, 'Casino Canberra');
  await page.getByRole('button', { name: 'Leave the table' }).click();
  const people = () => page.evaluate(() => fetch('/api/lobby').then(async (answer) => (await answer.json())[0].people));
  const before = await people();
  const said: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))));
  await page.goto(`${house.url}table/1`);
  await expect(page.getByRole('button', { name: 'Take a seat' })).toBeVisible();
  await page.getByRole('link', { name: 'Lobby', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pontoon, dealt by the book' })).toBeVisible();
  await expect.poll(() => said.filter((each) => each.includes('unwatch')).length).toBe(1);
  expect(await people()).toBe(before);
  expect(said.filter((each) => each.includes('"do"'))).toEqual([]);
});

test('lobby and table have no serious finding of axe', async ({ page, house }) => {
  const serious = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0]?.html]);
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(house.url);
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
    expect(await serious()).toEqual([]);
    await page.getByRole('button', { name: /Sit down at .*Sydney/ }).click();
    await expect(page.locator('.box.own')).toBeVisible();
    expect(await serious()).toEqual([]);
  }
});

test('a round by keyboard alone, and what those hear who do not see it', async ({ page, house }) => {
  const heard = page.getByRole('log');
  const tabTo = async (name: RegExp): Promise<void> => {
    const isThere = () => page.evaluate((text) => new RegExp(text).test(nameOf(document.activeElement)), name.source);
    for (let step = 0; step < 80 && !(await isThere()); step += 1) await page.keyboard.press('Tab');
    expect(await isThere(), `the key Tab leads to ${name}`).toBe(true);
  };
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      nameOf: (element: Element | null) => element?.getAttribute('aria-label') ?? element?.textContent ?? '',
    });
  });
  await page.goto(house.url);
  await expect(page.getByRole('button', { name: /Sit down at .*Sydney/ })).toBeVisible();
  await tabTo(/Sit down at .*Sydney/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.box.own')).toBeVisible();
  await expect(heard).toContainText(/guest-\w+ sits at Box \d/);
  const cut = page.getByRole('dialog', { name: 'The cut is yours' });
  await expect(cut.or(page.getByText('Place your wagers')).first()).toBeVisible();
  if (await cut.isVisible()) {
    await tabTo(/^Cut here$/);
    await page.keyboard.press('Enter');
    await expect(heard).toContainText(/guest-\w+ cuts after \d+ cards/);
  }
  await expect(page.getByText('Place your wagers').first()).toBeVisible();
  for (const key of ['a', 'a', 'z', 'x', 'g']) await page.keyboard.press(key);
  await expect(heard).toContainText(/guest-\w+ wagers \$10 on Box \d/);
  await expect(heard).toContainText('No more wagers: the initial deal');
  await expect(heard).toContainText(/(Ace|King|Queen|Jack|\d) of \w+ to Box \d/);
  await expect(heard).toContainText(/ of \w+ to the dealer/);
  const outcome = page.getByTestId('outcome');
  const keys = page.locator('.group [aria-keyshortcuts]');
  for (;;) {
    await expect(outcome.or(keys.first()).first()).toBeVisible();
    if (await outcome.isVisible()) break;
    const offered = await keys.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-keyshortcuts')),
    );
    const key = ['n', 's', 'd'].find((each) => offered.includes(each)) ?? '';
    const version = await keys.count();
    await page.keyboard.press(key);
    await expect(outcome.or(keys.nth(version)).or(page.locator('.group:not(:has([disabled]))')).first()).toBeVisible();
  }
  await expect(heard).toContainText(/guest-\w+, Box \d: Wager (won|lost|stand off|surrendered|returned)/);
  await expect(heard).toContainText('The round is over');
});

test('an amount that cannot be is answered at the field, with what would be right, on the smallest phone too', async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await sitAt(page, house.url, 'Wrest Point');
  await untilWagersAreOpen(page);
  const field = page.getByRole('textbox', { name: /^Amount/ });
  const wrong: [string, RegExp][] = [
    ['ten', /^“ten” is no amount of money\. Write dollars, such as 25 or 12\.50\.$/],
    ['2', /^Box \d: \$2 is too little\. From \$5 to \$1,000 may be wagered here\.$/],
    ['5000', /^Box \d: \$5,000 is too much\. From \$5 to \$1,000 may be wagered here\.$/],
  ];
  for (const [typed, words] of wrong) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(words);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.locator('.box.own .laid')).toHaveCount(0);
  // The spot it is about is not covered.
  const isSeen = (spot: Element) => {
    const { left, width, top, bottom } = spot.getBoundingClientRect();
    return [top, bottom].every((edge, no) => {
      const seen = document.elementFromPoint(left + width / 2, edge + (no === 0 ? 3 : -3));
      return seen !== null && spot.contains(seen);
    });
  };
  await expect.poll(() => page.locator('.box.own .spot.wager').evaluate(isSeen)).toBe(true);
  await field.fill('10');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await field.press('Enter');
  await finish(page);
});

test('an amount of a double that cannot be is answered in its dialog', async ({ page, house }) => {
  await sitAt(page, house.url, 'The Star Sydney');
  const outcome = page.getByTestId('outcome');
  const other = page.getByRole('button', { name: 'Double: another amount' });
  const first = page.getByRole('button', { name: /^(Play on|No insurance)/ });
  // A Pontoon is settled before anybody is asked: then the next round has to do.
  do {
    await wager(page);
    for (;;) {
      await expect(outcome.or(other).or(first).first()).toBeVisible();
      if (!(await first.isVisible())) break;
      await first.click();
    }
  } while (await outcome.isVisible());
  await other.click();
  const field = page.getByRole('textbox', { name: 'Another amount' });
  const confirm = page.getByRole('button', { name: 'Confirm' });
  for (const [typed, words] of [
    ['much', '“much” is no amount of money. Write dollars, such as 25 or 12.50.'],
    ['500', '$500 is not possible here. From $0.01 to $5.'],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveAccessibleDescription(words);
    await expect(confirm).toBeDisabled();
  }
  await field.fill('3');
  await confirm.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('tabpanel')).toContainText(/guest-\w+ doubles Box \d with \$3/);
  await finish(page);
});

test('what the table alone can refuse is told at the field, with its clause', async ({ page, house }) => {
  await sitAt(page, house.url, 'SKYCITY Adelaide');
  await untilWagersAreOpen(page);
  for (const box of [3, 6]) await page.locator(`.box[data-box="${box}"] button.spot.wager`).click();
  await page.getByRole('button', { name: /^Deal/ }).click();
  const field = page.getByRole('textbox', { name: /^Amount/ });
  await expect(field).toHaveAccessibleDescription(/^A player alone at the table wagers on one box \(clause .+\)\.$/);
  await expect(page.getByText('The table was quicker')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(field).toHaveAccessibleDescription('');
});

test('a key out of turn is answered, and a click that comes too late is told so', async ({ page, house }) => {
  let isDeaf = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!isDeaf || !/^\{"(frame|private)"/.test(String(message))) socket.send(message);
    });
  });
  await sitAt(page, house.url, 'Casino Canberra');
  await untilWagersAreOpen(page);
  await page.keyboard.press('d');
  await expect(page.getByText('Draw: it is not your turn. Place your wagers.')).toBeVisible();
  // Another window of the same person deals while this one hears nothing of it.
  isDeaf = true;
  const other = await page.context().newPage();
  await other.goto(page.url());
  await wager(other);
  // A round that is settled at once leaves nothing to be late for: then the next has to do.
  const asked = other.locator('.group').first();
  await expect(asked.or(other.getByTestId('outcome')).first()).toBeVisible();
  while (!(await asked.isVisible())) {
    await wager(other);
    await expect(asked.or(other.getByTestId('outcome')).first()).toBeVisible();
  }
  await page.locator('.box.own button.spot.wager').click();
  await page.getByRole('button', { name: /^Deal/ }).click();
  await expect(page.getByText(/^The table was quicker\. Wagers are closed \(clause .+\)\.$/).first()).toBeVisible();
  await finish(other);
});

test('what play has come to counts from when one came, also after the page is loaded anew', async ({ page, house }) => {
  await sitAt(page, house.url, 'Casino Canberra');
  const balance = async () => Number((await page.locator('.me b').textContent())?.replace(/[$,]/g, ''));
  const before = await balance();
  await playRound(page);
  await page.reload();
  await playRound(page);
  const running = page.getByTestId('running');
  await expect(running).toContainText('Since you came to this table');
  await expect(running).toContainText('2 rounds');
  const said = (await running.textContent()) ?? '';
  const net = Number((/[+−]?\$[\d,.]+/.exec(said)?.[0] ?? '').replace('−', '-').replace(/[$+,]/g, ''));
  expect(net).toBe((await balance()) - before);
});

test('advice is there for those who want it, and the chart of the book', async ({ page, house }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await sitAt(page, house.url, 'Marina Bay Sands');
  await page.getByRole('tab', { name: 'Advice' }).click();
  const advice = page.getByRole('region', { name: 'Advice' });
  const choice = page.locator('.group').first();
  const outcome = page.getByTestId('outcome');
  do {
    await wager(page);
    await expect(choice.or(outcome).first()).toBeVisible();
  } while (await outcome.isVisible());
  await expect(advice).toHaveCount(0);
  expect(asked.filter((url) => url.endsWith('/advice'))).toEqual([]);
  await page.getByRole('checkbox', { name: 'Advise me at my decisions' }).check();
  await expect(advice).toContainText(/\d+ cards not seen/);
  await page.getByText('Strategy, Pontoon Pandemonium, Marina Bay Sands').click();
  await expect(page.getByRole('table', { name: 'Hard totals' })).toBeVisible();
  await choice.getByRole('button').last().click();
  const sum = advice.getByText(/decisions? advised at this table/);
  const said = await sum.textContent();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('tab', { name: 'Advice' }).click();
  await expect(sum).toHaveText(said ?? '');
  await finish(page);
});

test('an address that nobody has gets a face', async ({ page, house }) => {
  await page.goto(`${house.url}nowhere`);
  await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  await page.goto(`${house.url}table/99`);
  await expect(page.getByRole('heading', { name: 'No such table' })).toBeVisible();
});
