import type { Page } from '@playwright/test';
import { serious } from './axe';
import { Bettor } from './bettor';
import { expect, House, test } from './house';
import { playRound, sitAt } from './play';
import { recorded, TEXT } from './rounds-recorded';
import { Tables } from './tables';

/** The server's answers to written rounds, recorded. */
async function answer(page: Page): Promise<void> {
  await page.route('**/api/rounds/read', (route) => {
    const question = route.request().postDataJSON();
    const oops = question.text.split('\n').findIndex((line: string) => line.includes('oops'));
    if (oops === -1) return route.fulfill({ json: recorded(question) });
    const fault = { code: 'notation', error: '`oops` is no card', line: oops + 1, column: 13 };
    return route.fulfill({ status: 400, json: fault });
  });
}

async function paste(page: Page, url: string, text: string): Promise<void> {
  await page.goto(`${url}rounds`);
  await page.getByLabel('The round in the notation').fill(text);
  await page.getByRole('button', { name: 'Replay' }).click();
}

test('a written round is replayed by keys, slider and play', async ({ page, house }) => {
  await answer(page);
  await paste(page, house.url, TEXT);
  const slider = page.getByRole('slider');
  await expect(slider).toHaveValue('1');
  await expect(page.getByRole('group', { name: 'Box 1' })).toHaveText('ann $25');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('3');
  await expect(
    page.getByRole('group', { name: 'Box 1' }).getByRole('img', { name: '6 of spades' }),
  ).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue('2');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.getByText('Step 8 of 8', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Dealer' })).toContainText('17');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue('7');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(slider).toHaveValue('8');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

/** A round with a split, two on one box, and a name that is long for a phone. */
const SPLIT = `book sydney  decks 8  minimum 5  maximum 1000
box 1  house-sydney-5-12* 25, bob 10
box 4  cho* 50 pairs 5
deal   8s Qd | Kd | 8h Qc
4      surrender
1      split house-sydney-5-12 bob  3c double house-sydney-5-12 25 Kh  /  9d stand
dealer 7c
`;

for (const [width, height] of [
  [360, 640],
  [1280, 720],
] as const) {
  test(`at ${width} × ${height} no step of a round moves the buttons, and the layout is in sight with them`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await paste(page, house.url, SPLIT);
    const count = page.getByText(/^Step \d+ of \d+$/);
    const on = page.getByRole('button', { name: 'One step on' });
    const layout = page.getByRole('region', { name: 'The layout after this step' });
    await expect(count).toHaveText('Step 1 of 21');
    const replay = page.getByRole('button', { name: 'First step' });
    await replay.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top - 4));
    const before = await on.boundingBox();
    const heights = new Set<number>();
    for (let step = 1; ; step += 1) {
      await expect(count).toHaveText(`Step ${step} of 21`);
      expect(await on.boundingBox(), `step ${step}`).toEqual(before);
      const lies = await layout.boundingBox();
      expect((lies?.y ?? height) + (lies?.height ?? 0), `step ${step}`).toBeLessThanOrEqual(height);
      heights.add(lies?.height ?? 0);
      if (step === 21) break;
      await on.click();
    }
    expect(heights.size, 'what lies there takes more room in some steps').toBeGreaterThan(1);
  });
}

test('on a phone a long name is broken and not cut', async ({ page, house }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await paste(page, house.url, SPLIT);
  const row = page.getByRole('row').filter({ hasText: 'house-sydney-5-12' }).first();
  await expect(row).toBeVisible();
  const [name, where] = await row.evaluate((line) =>
    [...line.children].slice(0, 2).map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right } = range.getBoundingClientRect();
      return { left, right, isCut: cell.scrollWidth > cell.clientWidth };
    }),
  );
  expect(name?.isCut).toBe(false);
  expect(name?.right).toBeLessThan(where?.left ?? 0);
  const stakes = page.getByRole('group', { name: 'Box 1' });
  expect(await stakes.evaluate((hand) => hand.scrollWidth <= hand.clientWidth)).toBe(true);
});

test('a decision shows what each choice was worth and what the one that was made cost', async ({
  page,
  house,
}) => {
  await answer(page);
  await paste(page, house.url, TEXT);
  await page.getByRole('list', { name: 'Steps' }).getByRole('button').nth(4).click();
  const row = (words: string) => page.getByRole('row').filter({ hasText: words });
  await expect(row('Double')).toContainText('+17.31%');
  await expect(row('Double')).toContainText('best');
  await expect(row('Draw')).toContainText('chosen');
  await expect(
    page.getByText('In all, ann’s choices cost $1.32, 5.27% of the wager.'),
  ).toBeVisible();
  // So at the step before it, and at the step in which it was made.
  await page.getByRole('button', { name: 'One step on' }).click();
  const made = page.getByRole('region', { name: 'The decision in this step' });
  await expect(made).toContainText('ann decides on hand 1 of box 1');
  await expect(row('Double')).toContainText('+17.31%');
  await expect(row('Draw')).toContainText('chosen');
  await expect(made).toContainText('Against the best, this choice cost $1.32, 5.27% of the wager.');
  await page.getByLabel('Show what each choice is worth').uncheck();
  await expect(page.getByText('+17.31%')).toHaveCount(0);
});

test('what if: another choice, given cards, random cards, and back', async ({ page, house }) => {
  await answer(page);
  await paste(page, house.url, TEXT);
  await page.getByRole('list', { name: 'Steps' }).getByRole('button').nth(4).click();
  await page.getByLabel('Amount').fill('3');
  await page.getByRole('button', { name: 'What if: Double' }).click();
  await expect(page.getByText('Give an amount from $5 to $25.')).toBeVisible();
  await page.getByLabel('Amount').fill('10');
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/rounds/read'));
  await page.getByRole('button', { name: 'What if: Double' }).click();
  const question = (await asked).postDataJSON();
  expect(question.after).toBe(5);
  expect(question.then).toMatchObject([
    { choose: { player: 'ann', choice: { double: { amount: 1000 } } } },
  ]);
  await expect(page.getByText('What if: from step 6 on this is another course.')).toBeVisible();
  await page.getByLabel('These cards').fill('10d');
  await page.getByRole('button', { name: 'Deal these' }).click();
  await expect(page.getByText('10d is no card')).toBeVisible();
  await expect(page.getByLabel('These cards')).toHaveValue('10d');
  await page.getByLabel('These cards').fill('qd');
  await page.getByRole('button', { name: 'Deal these' }).click();
  await expect(
    page.getByRole('group', { name: 'Box 1' }).getByRole('img', { name: 'Queen of diamonds' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Take the last one back' }).click();
  await expect(page.getByText('Step 6 of 6', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'One at random' }).click();
  await expect(page.getByText('Step 7 of 7', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the round' }).click();
  await expect(page.getByText('Step 5 of 8', { exact: true })).toBeVisible();
});

test('what if: another choice in place of the one that was made, and back to it', async ({
  page,
  house,
}) => {
  await answer(page);
  await paste(page, house.url, TEXT);
  await page.getByRole('list', { name: 'Steps' }).getByRole('button').nth(5).click();
  const made = page.getByRole('region', { name: 'The decision in this step' });
  await expect(page.getByRole('button', { name: 'One at random' })).toHaveCount(0);
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/rounds/read'));
  await made.getByRole('button', { name: 'What if: Double' }).click();
  expect((await asked).postDataJSON().after).toBe(5);
  await expect(page.getByText('Step 6 of 6', { exact: true })).toBeVisible();
  await expect(made.getByRole('row').filter({ hasText: 'Double' })).toContainText('chosen');
  await page.getByRole('button', { name: 'One at random' }).click();
  await expect(page.getByText('Step 7 of 7', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the round' }).click();
  await expect(page.getByText('Step 6 of 8', { exact: true })).toBeVisible();
  await expect(made.getByRole('row').filter({ hasText: 'Draw' })).toContainText('chosen');
});

test('the field for an amount keeps its distance from the choice above it', async ({
  page,
  house,
}) => {
  await answer(page);
  await paste(page, house.url, TEXT);
  await page.getByRole('list', { name: 'Steps' }).getByRole('button').nth(4).click();
  const row = page.getByRole('row').filter({ hasText: 'Double' });
  const above = await row.locator('.clause').boundingBox();
  const field = await row.getByLabel('Amount').boundingBox();
  expect((field?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(4);
});

test('a fault is shown at its line, and the text stays', async ({ page, house }) => {
  await answer(page);
  const wrong = TEXT.replace('9d', 'oops');
  await paste(page, house.url, wrong);
  await expect(page.getByRole('alert')).toContainText('Line 3, column 13: “oops” is no card.');
  await expect(page.locator('.gutter .fault')).toHaveText('3');
  await page.getByRole('button', { name: 'Go to that place' }).click();
  const area = page.getByLabel('The round in the notation');
  await expect(area).toBeFocused();
  expect(await area.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(
    wrong.indexOf('oops'),
  );
  await page.reload();
  await expect(area).toHaveValue(wrong);
  await area.fill('');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('alert')).toContainText('There is nothing to replay');
});

/** One bettor alone and one of the house, and a table that does not wait long. */
const QUICK = '[demo]\ntables = ["sydney"]\nhouse_players = 1\n[times]\nwagers_ms = 3000\n';

/** What a table and a replay both show of a wager: box, outcome, cents and clause. */
type Line = [box: string, outcome: string, net: string, clause: string];
const OUTCOME = /won|lost|stand off|surrendered|forfeited|returned/;

async function shownAtTable(page: Page): Promise<Line[]> {
  const lines = await page.getByTestId('outcome').getByRole('listitem').all();
  return Promise.all(
    lines.map(async (line) => {
      const text = (await line.textContent()) ?? '';
      const net = /[+−]?\$[\d,.]+/.exec(text)?.[0] ?? '';
      return [
        /Box \d/.exec(text)?.[0] ?? '',
        OUTCOME.exec(text)?.[0] ?? '',
        net,
        (await line.locator('.clause').textContent()) ?? '',
      ];
    }),
  );
}

async function shownInReplay(page: Page, who: string): Promise<Line[]> {
  const rows = page
    .locator('table')
    .filter({ hasText: 'Won or lost' })
    .locator('tbody tr')
    .filter({ hasText: who });
  await expect(rows.first()).toBeVisible();
  return Promise.all(
    (await rows.all()).map(async (row) => {
      const [, box = '', , outcome = '', , net = '', clause = ''] = await row
        .getByRole('cell')
        .allInnerTexts();
      return [/Box \d/.exec(box)?.[0] ?? '', OUTCOME.exec(outcome)?.[0] ?? '', net, clause];
    }),
  );
}

test('a round under its permanent link, and pasted from its notation, comes to the cents and clauses of the table', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const house = await House.open(QUICK);
  try {
    await sitAt(page, house.url, 'The Star Sydney');
    await playRound(page);
    const who = (await page.locator('header .me .name').textContent()) ?? '';
    const atTable = await shownAtTable(page);
    const sum = await page.getByTestId('outcome').locator('.sum span').last().textContent();
    expect(atTable.length).toBeGreaterThan(0);
    for (const [box, outcome, net, clause] of atTable)
      expect(box && outcome && net && clause).not.toBe('');
    await page.getByRole('tab', { name: 'My rounds' }).click();
    await page.locator('details summary').first().click();
    const link = await page.getByRole('link', { name: 'Open this round' }).getAttribute('href');
    const replay = await context.newPage();
    await replay.goto(new URL(link ?? '', house.url).href);
    await expect(replay.getByRole('slider')).toBeVisible();
    // Whoever looks is called as at the table.
    expect(await shownInReplay(replay, 'You')).toEqual(atTable);
    await expect(replay.getByText(`You in all: ${sum}`)).toBeVisible();
    await expect(
      replay.getByRole('region', { name: 'The layout after this step' }),
    ).not.toContainText(who);
    await replay.getByRole('button', { name: 'Last step' }).click();
    await expect(
      replay.getByRole('group', { name: /^Box \d/ }).filter({ hasText: 'You $' }),
    ).not.toHaveCount(0);
    await replay.getByRole('button', { name: 'Copy as notation' }).click();
    await expect(replay.getByText('The notation is copied.').first()).toBeVisible();
    const text = await replay.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('book sydney');
    await replay.goto(`${house.url}rounds`);
    await expect(replay.getByRole('link', { name: /^Table \d+, round \d+/ })).toHaveAttribute(
      'href',
      link ?? '',
    );
    await replay.getByLabel('The round in the notation').fill(text);
    await replay.getByRole('button', { name: 'Replay' }).click();
    await expect(replay.getByText(`${who} in all: ${sum}`)).toBeVisible();
    expect(await shownInReplay(replay, who)).toEqual(atTable);
    // The statement of the account leads there too.
    await replay.goto(`${house.url}me`);
    await expect(replay.getByRole('link', { name: /^Table \d+, round \d+/ })).toHaveAttribute(
      'href',
      link ?? '',
    );
  } finally {
    await house.close();
  }
});

test('a void round is called so in one’s rounds', async ({ page }) => {
  // With these cards somebody is asked, and the round waits.
  const tables = await Tables.open(3);
  try {
    const table = await tables.found({ book: 'sydney' });
    const ann = await Bettor.come(page, tables.url, table, 4);
    await ann.cutPlainly();
    await ann.send({ lay: { lay: { wager: { box_no: 4, amount: 1000 } } } });
    await ann.send('ready');
    await expect(page.locator('.group').first()).toBeVisible();
    await tables.order(table, { void_round: { why: 'a card was turned up' } });
    await page.getByRole('tab', { name: 'My rounds' }).click();
    await expect(page.locator('details summary')).toHaveText(/Round 1.*Void\s*$/);
    await page.locator('details summary').click();
    await expect(page.locator('details')).toContainText('The round is void: a card was turned up.');
    await page.goto(`${tables.url}rounds`);
    await expect(page.getByRole('link', { name: /^Table \d+, round 1/ })).toHaveText(/Void\s*$/);
  } finally {
    await tables.close();
  }
});

test('a round that does not exist, is not one’s own or cannot be replayed says so', async ({
  page,
  house,
}) => {
  for (const path of ['rounds/1/999999', 'rounds/1/x', 'rounds/77/1']) {
    await page.goto(`${house.url}${path}`);
    await expect(page.getByRole('heading', { name: 'No such round' })).toBeVisible();
  }
  await page.route('**/api/tables/1/rounds/5', (route) =>
    route.fulfill({ status: 403, json: { code: 'not_allowed', error: 'you may not' } }),
  );
  await page.goto(`${house.url}rounds/1/5`);
  await expect(page.getByRole('heading', { name: 'This round is not yours to see' })).toBeVisible();
  const record = {
    table: 1,
    no: 6,
    shoe: 1,
    at: 1794795231740,
    book: 'sydney',
    text: TEXT,
    void: null,
    wagers: [],
  };
  await page.route('**/api/tables/1/rounds/6', (route) => route.fulfill({ json: record }));
  await page.route('**/api/rounds/read', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', error: 'others come first' } }),
  );
  await page.goto(`${house.url}rounds/1/6`);
  await expect(
    page.getByRole('heading', { name: 'The round could not be replayed.' }),
  ).toBeVisible();
  await expect(page.locator('pre')).toContainText('ann* 25');
});

test('rounds have no serious finding of axe', async ({ page, house }) => {
  await answer(page);
  await paste(page, house.url, TEXT);
  await page.getByRole('list', { name: 'Steps' }).getByRole('button').nth(4).click();
  await expect(page.getByText('best', { exact: true })).toBeVisible();
  for (const then of ['What if: draw', 'First step']) {
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: then }).click();
  }
});
