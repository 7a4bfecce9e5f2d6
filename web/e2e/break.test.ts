import { expect, test } from './house';
import { finish, sitAt, untilAsked, untilWagersAreOpen } from './play';

test('the server ends in mid-round and comes back: the page goes on where it was', async ({ page, house }) => {
  await sitAt(page, house.url, 'The Star Sydney');
  await untilAsked(page);
  const cards = await page.locator('.box.own .card').count();
  await house.kill();
  await expect(page.getByText('Connection lost', { exact: false }).first()).toBeVisible();
  await house.restart();
  await expect(page.locator('.state.open')).toBeVisible();
  await expect(page.locator('.box.own .card')).toHaveCount(cards);
  await finish(page);
});

test('a command given while the connection is cut happens once', async ({ page, house }) => {
  await sitAt(page, house.url, 'Wrest Point');
  const spot = page.locator('.box.own button.spot.wager');
  await untilWagersAreOpen(page);
  await house.kill();
  await expect(page.getByText('Connection lost', { exact: false }).first()).toBeVisible();
  await spot.click();
  await page.getByRole('button', { name: 'Place only' }).click();
  await house.restart();
  await expect(page.locator('.box.own .laid')).toHaveCount(1);
  await expect(page.locator('.me b')).toHaveText('$995');
});
