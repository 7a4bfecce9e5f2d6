import type { TableLine } from '../src/wire';
import { areaOf } from './area';
import { serious } from './axe';
import { Bettor } from './bettor';
import { EMPTY, expect, House, test } from './house';
import {
  canBeAnswered,
  finish,
  playRound,
  sitAt,
  untilAsked,
  untilPlaying,
  untilWagersAreOpen,
} from './play';
import { Tables } from './tables';

const BOOKS = [
  'SKYCITY Adelaide',
  'Casino Canberra',
  'Marina Bay Sands',
  'Wrest Point',
  'The Star Sydney',
];

/** Where the cards come from: a pair comes within these rounds. */
const CARDS_WITH_A_PAIR = 1;
const ROUNDS_TO_A_PAIR = 8;

for (const book of BOOKS) {
  test(`a guest sits and plays a full round: ${book}`, async ({ page, house }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await sitAt(page, house.url, book);
    await playRound(page);
    await expect(page.getByTestId('outcome')).toContainText(
      /won|lost|stand off|surrendered|returned/,
    );
    await page.getByRole('tab', { name: 'My rounds' }).click();
    await expect(page.locator('details')).toHaveCount(1);
    await page.getByRole('button', { name: 'Leave the table' }).click();
    expect(faults).toEqual([]);
  });
}

test('whoever only watched a table leaves it by the menu, and is seated nowhere', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'Casino Canberra');
  await page.getByRole('button', { name: 'Leave the table' }).click();
  const people = async (): Promise<string[]> => {
    const lines = (await (await page.request.get(`${house.url}api/lobby`)).json()) as TableLine[];
    return lines.find(({ table }) => table === 1)?.people ?? ['nobody knows'];
  };
  const before = await people();
  const said: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => said.push(String(payload))),
  );
  await page.goto(`${house.url}table/1`);
  await expect(page.getByRole('button', { name: 'Take a seat' })).toBeVisible();
  await page.getByRole('link', { name: 'Lobby', exact: true }).first().click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Pontoon, dealt by the book' }),
  ).toBeVisible();
  await expect.poll(() => said.filter((each) => each.includes('unwatch')).length).toBe(1);
  expect(await people()).toEqual(before);
  expect(said.filter((each) => each.includes('"do"'))).toEqual([]);
});

test('whoever leaves a wager behind is asked first, and the button for that comes up under no decision', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'The Star Sydney');
  const leave = page.getByRole('button', { name: 'Leave the table' });
  const asked = page.getByRole('dialog', { name: 'Leave the table?' });
  await untilPlaying(page);
  const decisions = await Promise.all((await page.locator('.group button').all()).map(areaOf));
  const before = await areaOf(leave);
  await leave.click();
  await expect(asked).toContainText('Your wager stays in the round');
  await expect(asked.getByRole('button', { name: 'Stay' })).toBeFocused();
  await canBeAnswered(asked);
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();
  await page.getByRole('button', { name: /^Stand/ }).click();
  await finish(page);
  expect((await areaOf(leave)).y).toBe(before.y);
  for (const { y, height } of decisions) expect(y + height).toBeLessThanOrEqual(before.y);
  await untilWagersAreOpen(page);
  await page.locator('.box.own button.spot.wager').click();
  await page.getByRole('button', { name: 'Place only' }).click();
  await expect(page.getByRole('button', { name: /^Take back/ })).toBeVisible();
  await leave.click();
  await expect(asked).toContainText('Your wager for the next round goes back to you');
  await asked.getByRole('button', { name: 'Leave the table' }).click();
  await expect(page.getByText('You are watching this table.')).toBeVisible();
});

for (const [width, height] of [
  [360, 700],
  [1440, 900],
] as const) {
  test(`the layout keeps its size whatever lies there or is asked: ${width}`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height });
    await sitAt(page, house.url, 'The Star Sydney');
    await untilWagersAreOpen(page);
    // A pixel's fraction is nobody's concern.
    const size = async () =>
      Math.round((await areaOf(page.getByRole('region', { name: 'The layout' }))).height);
    const field = page.getByRole('textbox', { name: /^Amount/ });
    const before = await size();
    await page.locator('.box.own button.spot.wager').click();
    await expect(page.getByRole('button', { name: /^Deal, / })).toBeVisible();
    expect(await size()).toBe(before);
    await field.fill('2');
    await expect(field).toHaveAccessibleDescription(/is too little/);
    expect(await size()).toBe(before);
    await field.fill('5');
    const pairs = page.locator('.box.own .spot.pairs');
    const { width: wide, height: high } = await areaOf(pairs);
    await pairs.click();
    await page.getByRole('button', { name: 'Place only' }).click();
    await expect(page.getByRole('button', { name: /^Take back/ })).toBeVisible();
    expect(await size()).toBe(before);
    await expect.poll(() => pairs.boundingBox()).toMatchObject({ width: wide, height: high });
    await page.getByRole('button', { name: 'Ready, deal' }).click();
    const choice = page.locator('.group').first();
    const outcome = page.getByTestId('outcome');
    await expect(choice.or(outcome).first()).toBeVisible();
    if (await choice.isVisible()) expect(await size()).toBe(before);
    await finish(page);
    await expect(outcome).toBeVisible();
    expect(await size()).toBe(before);
  });
}

for (const width of [340, 360]) {
  test(`a pair, whose decisions take three rows, leaves the layout its size: ${width}`, async ({
    page,
  }) => {
    const house = await House.open(EMPTY, { cards: CARDS_WITH_A_PAIR });
    try {
      await page.setViewportSize({ width, height: 740 });
      await sitAt(page, house.url, 'The Star Sydney');
      await untilWagersAreOpen(page);
      const layout = page.getByRole('region', { name: 'The layout' });
      const before = Math.round((await areaOf(layout)).height);
      const split = page.getByRole('button', { name: /^Split/ });
      for (let rounds = 0; rounds < ROUNDS_TO_A_PAIR && !(await split.isVisible()); rounds++) {
        if (rounds > 0) await finish(page);
        await untilPlaying(page);
      }
      await expect(split).toBeVisible();
      expect(Math.round((await areaOf(layout)).height)).toBe(before);
    } finally {
      await house.close();
    }
  });
}

test('a spot that is come to by the keyboard is seen with its whole box', async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await sitAt(page, house.url, 'The Star Sydney');
  await untilWagersAreOpen(page);
  const row = await areaOf(page.locator('.boxes'));
  const box = page.locator('.box[data-box="3"]');
  const spot = box.locator('button.spot.wager');
  await spot.focus();
  await page.keyboard.press('Shift+Tab');
  // The spot is in sight and the rest of its box is not.
  await spot.evaluate((element) => {
    const [list, right] = [element.closest('.boxes'), element.getBoundingClientRect().right];
    if (list) list.scrollLeft += right + 4 - list.getBoundingClientRect().right;
  });
  const isSeen = async () => {
    const { x, width } = await areaOf(box);
    return x >= row.x && x + width <= row.x + row.width;
  };
  expect(await isSeen()).toBe(false);
  await page.keyboard.press('Tab');
  await expect(spot).toBeFocused();
  await expect.poll(isSeen).toBe(true);
});

test('the cards of the last round are gone when one begins to wager, and there again when the chip is taken back', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'Casino Canberra');
  await playRound(page);
  await untilWagersAreOpen(page);
  const dealer = page.getByRole('group', { name: 'Dealer', exact: true });
  const cards = [dealer.locator('.card').first(), page.locator('.box.own .hand')];
  for (const each of cards) await expect(each).toBeVisible();
  await page.locator('.box.own button.spot.wager').click();
  for (const each of cards) await expect(each).toBeHidden();
  await expect(dealer.locator('.place')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const each of cards) await expect(each).toBeVisible();
});

test('a table that closes says so on the layout, and a closed one has no shoe', async ({
  page,
}) => {
  const tables = await Tables.open();
  try {
    const table = await tables.found({ book: 'canberra' });
    const ann = await Bettor.come(page, tables.url, table, 4);
    await tables.order(table, { announce_closing: { last_rounds: false } });
    const layout = page.getByRole('region', { name: 'The layout' });
    await expect(layout).toContainText(/This table closes at \d/);
    await expect(layout).toContainText(/Shoe 1\s*\d+ left/);
    await ann.send('depart');
    await tables.order(table, 'close');
    await expect(layout).toContainText('The table is closed');
    await expect(page.getByText('This table is closed. Nobody plays here now.')).toBeVisible();
    await expect(layout).not.toContainText(/left|closes|Free/);
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(/Last shoe\s*Shoe\s+1/);
  } finally {
    await tables.close();
  }
});

test('events and one’s own rounds tell a round with the same verbs', async ({ page, house }) => {
  await sitAt(page, house.url, 'The Star Sydney');
  await untilPlaying(page);
  await finish(page);
  const said = await page.locator('[role="tabpanel"] li > span:first-child').allTextContents();
  // The latest comes first.
  const ofRound = said.slice(
    0,
    said.findIndex((line) => /^Round \d/.test(line)),
  );
  const told = ofRound.filter((line) => /stands|draws on|declines|surrender Box|burned/.test(line));
  expect(told.length).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'My rounds' }).click();
  await page.locator('details summary').first().click();
  const steps = await page.locator('details[open] li > span:first-child').allTextContents();
  for (const line of told)
    expect(steps.map((step) => step.toLowerCase())).toContain(line.toLowerCase());
});

test('a table has no serious finding of axe', async ({ page, house }) => {
  await sitAt(page, house.url, 'Sydney');
  expect(await serious(page)).toEqual([]);
  await untilAsked(page);
  expect(await serious(page)).toEqual([]);
  await finish(page);
  expect(await serious(page)).toEqual([]);
});

test('a round by keyboard alone, and what those hear who do not see it', async ({
  page,
  house,
}) => {
  const heard = page.getByRole('log');
  const tabTo = async (name: RegExp): Promise<void> => {
    const isThere = () =>
      page.evaluate((text) => {
        const at = document.activeElement;
        return new RegExp(text).test(at?.getAttribute('aria-label') ?? at?.textContent ?? '');
      }, name.source);
    for (let step = 0; step < 80 && !(await isThere()); step += 1) await page.keyboard.press('Tab');
    expect(await isThere(), `the key Tab leads to ${name}`).toBe(true);
  };
  await page.goto(house.url);
  await expect(page.getByRole('button', { name: /Sit down at .*Sydney/ })).toBeVisible();
  await tabTo(/Sit down at .*Sydney/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.box.own')).toBeVisible();
  await expect(heard).toContainText(/guest-\w+ sits at Box \d/);
  const cut = page.getByRole('dialog', { name: 'The cut is yours' });
  await expect(cut.or(page.getByText('Place your wagers')).first()).toBeVisible();
  if (await cut.isVisible()) {
    await canBeAnswered(cut);
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
    const key = ['n', 's', 'd'].find((each) => offered.includes(each));
    expect(key, `one of ${offered} declines`).toBeDefined();
    await page.keyboard.press(key ?? '');
    await expect(page.locator('.group [aria-disabled="true"]')).toHaveCount(0);
  }
  await expect(heard).toContainText(
    /guest-\w+, Box \d: Wager (won|lost|stand off|surrendered|returned)/,
  );
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
  const other = page.getByRole('button', { name: 'Double: another amount' });
  await untilPlaying(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(other.getByText('Another amount')).toBeVisible();
  const { x, width } = await areaOf(other);
  expect(x + width).toBeLessThanOrEqual(360);
  await other.click();
  const field = page.getByRole('textbox', { name: 'Another amount' });
  const confirm = page.getByRole('button', { name: 'Confirm' });
  // Chips can lay a dollar and more; the book has no least amount, so less can be typed.
  await expect(field).toHaveAccessibleDescription('From $1 to $5');
  for (const [typed, words] of [
    ['much', '“much” is no amount of money. Write dollars, such as 25 or 12.50.'],
    ['500', '$500 is not possible here. From $0.01 to $5.'],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveAccessibleDescription(words);
    await expect(confirm).toBeDisabled();
  }
  await field.fill('0.50');
  await confirm.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('tabpanel')).toContainText(/guest-\w+ doubles Box \d with \$0\.50/);
  await finish(page);
});

test('what the table alone can refuse is told at the field, with its clause', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'SKYCITY Adelaide');
  await untilWagersAreOpen(page);
  for (const box of [3, 6]) await page.locator(`.box[data-box="${box}"] button.spot.wager`).click();
  await page.getByRole('button', { name: /^Deal/ }).click();
  const field = page.getByRole('textbox', { name: /^Amount/ });
  await expect(field).toHaveAccessibleDescription(
    /^A player alone at the table wagers on one box \(clause .+\)\.$/,
  );
  await expect(page.getByText('The table was quicker')).toHaveCount(0);
  // What is laid is laid, and plays; the chips that may not lie are taken back.
  await expect(page.locator('.spot.wager .laid')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Ready, deal' })).toBeVisible();
  await expect(page.locator('.spot .ghost')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ready, deal' }).click();
  await finish(page);
});

test('a key out of turn is answered, and a click that comes too late is told so', async ({
  page,
  house,
}) => {
  let isDeaf = false;
  const unheard: (() => void)[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!isDeaf || !/^\{"(frame|private)"/.test(String(message))) socket.send(message);
      else unheard.push(() => socket.send(message));
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
  await untilAsked(other);
  await page.locator('.box.own button.spot.wager').click();
  await page.getByRole('button', { name: /^Deal/ }).click();
  await expect(page.getByText('This was not done: it came too late').first()).toBeVisible();
  // When it hears of the round, that wagers are closed is no news: one click, one message.
  for (const hear of unheard) hear();
  await expect(page.locator('.box.own .card').first()).toBeVisible();
  await expect(page.locator('.toast')).toHaveText([/^This was not done/]);
  await finish(other);
});

test('what play has come to counts from when one came, also after the page is loaded anew', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'Casino Canberra');
  const balance = async () =>
    Number((await page.locator('.me b').textContent())?.replace(/[$,]/g, ''));
  const before = await balance();
  await playRound(page);
  await page.reload();
  await playRound(page);
  const running = page.getByTestId('running');
  await expect(running).toContainText('Since you came to this table');
  await expect(running).toContainText('2 rounds');
  const said = (await running.textContent()) ?? '';
  const net = Number(
    (/[+−]?\$[\d,.]+/.exec(said)?.[0] ?? '').replace('−', '-').replace(/[$+,]/g, ''),
  );
  expect(net).toBe((await balance()) - before);
});

test('advice is there for those who want it, and the chart of the book', async ({
  page,
  house,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await sitAt(page, house.url, 'Marina Bay Sands');
  await page.getByRole('tab', { name: 'Advice' }).click();
  const advice = page.getByRole('region', { name: 'Advice' });
  const choice = page.locator('.group').first();
  await untilAsked(page);
  await expect(advice).toHaveCount(0);
  expect(asked.filter((url) => url.endsWith('/advice'))).toEqual([]);
  await page.getByRole('checkbox', { name: 'Advise me at my decisions' }).check();
  await expect(advice).toContainText(/\d+ cards not seen/);
  await page.getByText('Strategy, Pontoon Pandemonium, Marina Bay Sands').click();
  await expect(page.getByRole('table', { name: 'Hard totals' })).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, 'the chart is moved beside the table, and the page is no longer for it').toBe(
    page.viewportSize()?.height,
  );
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

test('when the own wager is placed, typed amounts wait until a spot is chosen, and one that is none deals nothing', async ({
  page,
  house,
}) => {
  const sent: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(String(payload))),
  );
  await sitAt(page, house.url, 'SKYCITY Adelaide');
  await untilWagersAreOpen(page);
  const field = page.getByRole('textbox', { name: /^Amount/ });
  await field.fill('12.50');
  await page.getByRole('button', { name: 'Place only' }).click();
  await expect(page.getByRole('textbox', { name: 'Amount, choose a spot' })).toHaveValue('');
  await expect(field).not.toBeEditable();
  const spots = page.getByRole('combobox', { name: 'For' });
  await expect(spots.locator('option:checked')).toHaveText('choose a spot');
  await spots.selectOption({ index: 1 });
  await expect(field).toBeEditable();
  await field.fill('1O');
  await field.press('Enter');
  await expect(
    page.getByText('“1O” is no amount of money.', { exact: false }).first(),
  ).toBeVisible();
  await expect(field).toBeFocused();
  expect(sent.filter((each) => each.includes('"ready"'))).toEqual([]);
});

test('chips for the next round lie under no cards of the last', async ({ page, house }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await sitAt(page, house.url, 'Wrest Point');
  await playRound(page);
  const spot = page.locator('.box.own button.spot.wager');
  const hand = page.locator('.box.own .hand').first();
  await expect(spot).toBeVisible();
  await expect(hand).toBeVisible();
  const before = await areaOf(spot);
  await spot.click();
  await expect(hand).toBeHidden();
  expect(await areaOf(spot), 'nothing moves under the pointer').toEqual(before);
  await page.keyboard.press('z');
  await expect(hand).toBeVisible();
});
