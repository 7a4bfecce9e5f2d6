import { type APIRequestContext, type Page, request } from '@playwright/test';
import type { FairOut, ShoeRecord } from '../src/wire';
import { serious } from './axe';
import { comeAs, expect, test, WITH_HOUSE_PLAYERS } from './floor-staff';
import type { House } from './house';

// Cards must come out of a shoe.
test.use({ settings: WITH_HOUSE_PLAYERS });

const TABLE = 5;
/** A shoe that is over, of whichever house: what is pasted is checked without one. */
let over: Promise<ShoeRecord> | undefined;
let visitor: APIRequestContext;

test.beforeAll(async () => {
  visitor = await request.newContext();
});
test.afterAll(() => visitor.dispose());

/**
 * Has the first shoe shuffled once cards have come out of it, as a supervisor may, and gives its
 * record.
 */
async function finished(page: Page, house: House): Promise<ShoeRecord> {
  over ??= finish(page, house);
  return structuredClone(await over);
}

async function finish(page: Page, house: House): Promise<ShoeRecord> {
  const at = `${house.url}api/tables/${TABLE}`;
  await expect
    .poll(
      async () =>
        ((await (await visitor.get(`${at}/shoe`)).json()) as Partial<ShoeRecord>).out?.length ?? 0,
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(8);
  await comeAs(page, house.url, 'sue', ['supervisor']);
  const order = { id: 'shuffle', command: 'order_shuffle' };
  expect((await page.context().request.post(`${at}/commands`, { data: order })).ok()).toBe(true);
  await page.context().clearCookies();
  await expect
    .poll(async () => (await visitor.get(`${at}/shoes/1`)).status(), { timeout: 60_000 })
    .toBe(200);
  return (await visitor.get(`${at}/shoes/1`)).json() as Promise<ShoeRecord>;
}

const flip = (hex = ''): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
const firstShown = ({ out }: ShoeRecord): number => out.findIndex(({ shown }) => shown);
const proof = (record: ShoeRecord): NonNullable<FairOut['shown']> => {
  const shown = record.out[firstShown(record)]?.shown;
  if (!shown) throw new Error('no card was shown');
  return shown;
};

/** What is altered, the check that must fail, and what it must say. */
const ALTERED: [string, (record: ShoeRecord) => void, string, RegExp][] = [
  [
    'two cards of the opened shoe change places',
    ({ reveal = [] }) => {
      const other = reveal.findIndex(({ card }) => card !== reveal[0]?.card);
      const [one, two] = [reveal[0], reveal[other]];
      if (one && two) [one.card, two.card] = [two.card, one.card];
    },
    'reveal',
    /^reveal: expected root [0-9a-f]{64}, was [0-9a-f]{64}$/,
  ],
  [
    'a dealt card becomes another',
    (record) => {
      const shown = proof(record);
      shown.card = shown.card === 'Ah' ? '2c' : 'Ah';
    },
    'openings',
    /^out\[\d+\], (Ah|2c) from place \d+: it leads to root/,
  ],
  [
    'one digit of a proof is flipped',
    (record) => {
      const { path } = proof(record);
      path[0] = flip(path[0]);
    },
    'openings',
    /^out\[\d+\], .. from place \d+: it leads to root/,
  ],
  [
    'the signature is another',
    ({ commitment }) => {
      commitment.signature = flip(commitment.signature);
    },
    'signature',
    /^commitment: its signature does not fit its values and its key$/,
  ],
];

const line = (page: Page, check: string) =>
  page
    .getByRole('list', { name: 'What was checked' })
    .getByRole('listitem')
    .filter({ has: page.getByText(check, { exact: true }) });

async function give(page: Page, house: House, text: string): Promise<void> {
  await page.goto(`${house.url}fair`);
  await page.getByLabel('Record', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Check it' }).click();
}

test('the shoe that is being dealt is checked from its table, against what the table showed', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}table/${TABLE}`);
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('link', { name: 'Check this shoe' }).click();
  await expect(page.getByRole('heading', { name: 'Accepted so far' })).toBeVisible();
  await expect(line(page, 'openings')).toContainText('every card that was shown leads to the root');
  await expect(line(page, 'seen')).toContainText('this browser was shown the same commitment');
  await expect(line(page, 'opened')).toContainText('still being dealt');
});

test('a shoe that is over is accepted, and every card of it by itself', async ({ page, house }) => {
  const record = await finished(page, house);
  await page.goto(`${house.url}fair/${TABLE}/1`);
  await expect(page.getByRole('heading', { name: 'Accepted', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Check card / })).toHaveCount(record.out.length);
  expect(await serious(page)).toEqual([]);
  const nth = firstShown(record);
  await page.getByRole('button', { name: new RegExp(`^Check card ${nth + 1}:`) }).click();
  const dialog = page.getByRole('dialog', { name: `Card ${nth + 1}` });
  await expect(dialog.getByRole('heading', { name: 'Accepted', exact: true })).toBeVisible();
  await expect(dialog).toContainText('the card leads to the root');
  await expect(dialog).toContainText(proof(record).salt);
  expect(await serious(page)).toEqual([]);
});

for (const [what, alter, check, says] of ALTERED) {
  test(`rejected, and told where: ${what}`, async ({ page, house }) => {
    const record = await finished(page, house);
    await give(page, house, JSON.stringify(record));
    await expect(page.getByRole('heading', { name: 'Accepted', exact: true })).toBeVisible();
    alter(record);
    await page.getByLabel('Record', { exact: true }).fill(JSON.stringify(record));
    await page.getByRole('button', { name: 'Check it' }).click();
    await expect(page.getByRole('heading', { name: 'Rejected' })).toBeVisible();
    await expect(line(page, check)).toContainText('does not hold');
    await expect(line(page, check).locator('.text')).toHaveText(says);
  });
}

test('a house that publishes another shoe than it showed is caught, though it fits itself', async ({
  page,
  house,
}) => {
  const record = await finished(page, house);
  await page.goto(`${house.url}table/${TABLE}`);
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByRole('link', { name: 'Check this shoe' })).toBeVisible();
  // The first shoe of the table in the place of the present one.
  const { reveal: _, ...present } = record;
  await page.route(`**/api/tables/${TABLE}/shoe`, (route) => route.fulfill({ json: present }));
  await page.getByRole('link', { name: 'Check this shoe' }).click();
  await expect(page.getByRole('heading', { name: 'Rejected' })).toBeVisible();
  await expect(line(page, 'signature')).toContainText('holds');
  await expect(line(page, 'seen')).toContainText(
    'another commitment to this shoe: its id was different',
  );
});

test('a file that is no record is refused with the place', async ({ page, house }) => {
  await give(page, house, '{"format":"pontoon-shoe-1"}');
  await expect(page.getByText('record.commitment: this field is missing').first()).toBeVisible();
  const file = { name: 'shoe.json', mimeType: 'application/json', buffer: Buffer.from('no json') };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText('not JSON', { exact: false }).first()).toBeVisible();
  await page.getByLabel('The house’s public key').fill('abc');
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByText('A key is 64 digits of 0 to 9 and a to f.')).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('what is said of a record comes into sight, each time', async ({ page, house }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(`${house.url}fair`);
  const toTop = () => page.evaluate(() => scrollTo(0, 0));
  const verdict = page.locator('.report');
  for (const [text, fault] of [
    ['{}', 'format: expected pontoon-shoe-1'],
    ['no json', 'not JSON'],
  ] as const) {
    await page.getByLabel('Record', { exact: true }).fill(text);
    await page.getByLabel('The house’s public key').focus();
    await toTop();
    await page.keyboard.press('Enter');
    await expect(verdict).toContainText(fault);
    await expect(verdict).toBeInViewport({ ratio: 1 });
    await toTop();
    await expect(verdict, 'it is far down').not.toBeInViewport();
  }
});

test('the cards of a round are found in its shoe, and checked', async ({ page, house }) => {
  await finish(page, house);
  await page.goto(`${house.url}rounds/${TABLE}/1`);
  await page.getByRole('link', { name: 'Check its cards' }).click();
  await expect(page.getByRole('heading', { name: 'Accepted', exact: true })).toBeVisible();
  await expect(page.getByText('The cards of this round', { exact: false })).toBeVisible();
  const cards = page.getByRole('button', { name: /^Check card / });
  const ofRound = await cards.count();
  expect(ofRound).toBeGreaterThan(3);
  await cards.first().click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: 'Accepted', exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show all cards of the shoe' }).click();
  expect(await cards.count()).toBeGreaterThan(ofRound);
});

test('where there is nothing to check it is said why', async ({ page, house }) => {
  await page.goto(`${house.url}fair/99`);
  await expect(page.getByText('This house has no table of that number.')).toBeVisible();
  await page.goto(`${house.url}fair/${TABLE}/77`);
  await expect(page.getByText('This house has no such shoe', { exact: false })).toBeVisible();
});
