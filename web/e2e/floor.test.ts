import { money } from '../src/text/money';
import { serious } from './axe';
import {
  comeAs,
  comeAsAdministrator,
  comeAsPlayer,
  expect,
  test,
  WITH_HOUSE_PLAYERS,
} from './floor-staff';
import { seated, WAGER } from './pageless';

test('a player is told politely that the floor is not theirs', async ({ page, house }) => {
  await comeAsPlayer(page, house.url, 'floor-visitor');
  await page.goto(`${house.url}floor`);
  await expect(page.getByRole('heading', { name: 'The floor is for staff' })).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('an address of the floor that nobody has gets a face', async ({ page, house }) => {
  await comeAs(page, house.url, 'fay', ['supervisor']);
  for (const address of ['table/3', 'nowhere', 'incidents/3']) {
    await page.goto(`${house.url}floor/${address}`);
    await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  }
  await page.goto(`${house.url}floor/tables/999`);
  await expect(page.getByRole('heading', { name: 'No such table' })).toBeVisible();
});

test('a supervisor voids a round by keyboard, with a reason, and the money returns', async ({
  page,
  house,
  browser,
}) => {
  const at = `${house.url}api/tables/1`;
  const player = await (await browser.newContext()).newPage();
  await comeAsPlayer(player, house.url, 'floor-bettor');
  const bettor = await seated(player.context().request, at, 'floor-bettor');
  await player.goto(`${house.url}table/1`);
  const balance = player.locator('.me b');
  await expect(balance).toHaveText(/^\$/);
  await comeAs(page, house.url, 'sue', ['supervisor']);
  await page.goto(`${house.url}floor/tables/1`);

  const before = await bettor.untilAsked();
  await expect(balance).toHaveText(money(before - WAGER));
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: /^Void round \d+$/ });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Give a reason of 1 to 200 characters.')).toBeVisible();
  await page.keyboard.type('A card was exposed');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The round is void: A card was exposed').first()).toBeVisible();
  await expect(balance).toHaveText(money(before));
  expect(await bettor.balance()).toBe(before);
});

test.describe('where somebody needs notice', () => {
  test.use({ settings: WITH_HOUSE_PLAYERS });

  test('the sign is changed with notice, and bad limits are answered at the field', async ({
    page,
    house,
  }) => {
    await comeAs(page, house.url, 'sue', ['supervisor']);
    await page.goto(`${house.url}floor/tables/2`);
    // Where nobody is at the table, nobody needs notice.
    await expect(page.getByText('House player').first()).toBeVisible();
    await page.getByRole('button', { name: 'Change the sign' }).click();
    const minimum = page.getByRole('textbox', { name: 'Minimum', exact: true });
    await minimum.fill('ten');
    await page.getByRole('button', { name: 'Set the sign' }).click();
    await expect(page.getByText('That is no amount of money.')).toBeVisible();
    await expect(minimum).toHaveAttribute('aria-invalid', 'true');
    await minimum.fill('10');
    await page.getByRole('button', { name: 'Set the sign' }).click();
    await expect(page.getByText(/\$10 to \$1,000 from/)).toBeVisible();
  });
});

test('closing is announced once; the house says why not twice', async ({ page, house }) => {
  await comeAs(page, house.url, 'sue', ['supervisor']);
  await page.goto(`${house.url}floor/tables/3`);
  const announce = page.getByRole('button', { name: 'Announce closing' });
  const question = page.getByRole('dialog', { name: 'Announce closing' });
  await announce.click();
  await expect(question.getByRole('button', { name: 'Leave it open' })).toBeFocused();
  await expect(page.getByRole('heading', { name: /Table 3 Open/ })).toBeVisible();
  await question.getByRole('button', { name: 'Announce closing' }).click();
  await expect(page.getByRole('heading', { name: /Table 3 Closes/ })).toBeVisible();
  await announce.click();
  await question.getByRole('button', { name: 'Announce closing' }).click();
  await expect(page.locator('.toast.bad')).toContainText('closing');
});

test.describe('where house players sit', () => {
  test.use({ settings: WITH_HOUSE_PLAYERS });

  test('a gaming manager founds a table, opens it and restricts a player by order', async ({
    page,
    house,
  }) => {
    await comeAs(page, house.url, 'max', ['gaming_manager']);
    await page.goto(`${house.url}floor`);
    await page.getByRole('button', { name: 'Set up a table' }).click();
    await page.getByLabel('Rule book').selectOption({ label: 'Pontoon, The Star Sydney' });
    await page.getByLabel('Decks').fill('3');
    await page.getByRole('button', { name: 'Set up the table' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('3 decks');
    await page.getByLabel('Decks').fill('6');
    await page.getByRole('button', { name: 'Set up the table' }).click();
    await expect(page.getByRole('heading', { name: /Table 6 Closed/ })).toBeVisible();
    await page.getByRole('button', { name: 'Open the table' }).click();
    await expect(page.getByRole('heading', { name: /Table 6 Open/ })).toBeVisible();

    await page.goto(`${house.url}floor/tables/5`);
    await page
      .getByRole('button', { name: /^Restrict house-/ })
      .first()
      .click();
    // In a round the house refuses, and says so; between rounds it does it.
    const order = page.getByRole('dialog').getByRole('button', { name: 'Restrict by order' });
    await expect(async () => {
      if (await order.isVisible()) await order.click({ timeout: 1000 });
      await expect(order).toBeHidden({ timeout: 300 });
    }).toPass({ timeout: 60_000, intervals: [100] });
    await expect(page.getByText('Restricted by order, House player')).toBeVisible();
    expect(await serious(page)).toEqual([]);
  });
});

test('a gaming manager credits, corrects and locks; an administrator unlocks', async ({
  page,
  house,
  browser,
}) => {
  const player = await comeAsPlayer(
    await (await browser.newContext()).newPage(),
    house.url,
    'floor-pat',
  );
  await comeAs(page, house.url, 'max', ['gaming_manager']);
  await page.goto(`${house.url}floor/people`);
  await page.getByLabel('Search by name').fill('floor-pat');
  await page.getByRole('link', { name: 'floor-pat' }).click();
  await page.getByRole('button', { name: 'Credit …' }).click();
  await page.getByLabel('Amount').fill('many');
  await page.getByRole('button', { name: 'Credit', exact: true }).click();
  await expect(page.getByText('That is no amount of money.')).toBeVisible();
  await page.getByLabel('Amount').fill('25');
  await page.getByLabel('Reason').fill('A round of drinks');
  await page.getByRole('button', { name: 'Credit', exact: true }).click();
  await expect(page.getByText('Credit: A round of drinks')).toBeVisible();
  await page.getByRole('button', { name: 'Correct …' }).click();
  await page.getByLabel('Amount').fill('-5');
  await page.getByLabel('Reason').fill('One too many');
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(page.getByText('Correction: One too many')).toBeVisible();
  await page.getByRole('button', { name: 'Lock …' }).click();
  await page.getByLabel('Reason').fill('Asked to');
  await page.getByRole('button', { name: 'Lock the account' }).click();
  await expect(page.getByText('Locked: Asked to.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
  expect(await serious(page)).toEqual([]);

  await comeAsAdministrator(page, house.url);
  await page.goto(`${house.url}floor/people/${player}`);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Locked: Asked to.')).toHaveCount(0);
});

test('an administrator opens an account for staff and changes roles', async ({ page, house }) => {
  await comeAsAdministrator(page, house.url);
  await page.goto(`${house.url}floor/staff`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('dan');
  await page.getByLabel('First password').fill('short');
  await page.getByLabel('Dealer').check();
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByLabel('First password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('First password').fill('long-enough-for-now');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByRole('link', { name: 'dan', exact: true }).click();
  await page.getByLabel('Give a role').selectOption('supervisor');
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Take the role of Supervisor' })).toBeVisible();
  await page.getByRole('button', { name: 'Take the role of Dealer' }).click();
  await expect(page.getByRole('button', { name: 'Take the role of Dealer' })).toHaveCount(0);
  expect(await serious(page)).toEqual([]);
});

test('a dealer writes an incident down and may not read the list; a supervisor may', async ({
  page,
  house,
}) => {
  await comeAs(page, house.url, 'deb', ['dealer']);
  await page.goto(`${house.url}floor/incidents`);
  await page.getByLabel('What happened').fill('A glass fell on the layout');
  await page.getByRole('button', { name: 'Write it down' }).click();
  await expect(page.getByText(/Incident \d+ is written down/).first()).toBeVisible();
  await expect(page.getByText('The list of incidents is read by', { exact: false })).toBeVisible();
  await comeAs(page, house.url, 'sue', ['supervisor']);
  await page.goto(`${house.url}floor/incidents`);
  await expect(page.getByText('A glass fell on the layout')).toBeVisible();
  expect(await serious(page)).toEqual([]);
});
