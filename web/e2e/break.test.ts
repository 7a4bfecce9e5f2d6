import { expect, test } from './house';
import { finish, sitAt, untilAsked, untilWagersAreOpen } from './play';

test('the server ends in mid-round and comes back: the page goes on where it was', async ({
  page,
  house,
}) => {
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

test('whoever loads the page anew in mid-round has the whole round in its outcome', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'SKYCITY Adelaide');
  await untilAsked(page, ['wager', 'pairs']);
  await page.reload();
  await finish(page);
  await expect(page.getByTestId('outcome')).toContainText('Perfect Pairs');
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

test('a command that the connection came back too late for is not done, and that is said once', async ({
  page,
  house,
}) => {
  await page.clock.install();
  await sitAt(page, house.url, 'Wrest Point');
  const spot = page.locator('.box.own button.spot.wager');
  await untilWagersAreOpen(page);
  await house.kill();
  await expect(page.locator('p.bar')).toContainText('What you do now may not be done');
  await spot.click();
  await page.getByRole('button', { name: 'Place only' }).click();
  await page.clock.fastForward(11_000);
  await house.restart();
  await expect(page.locator('.toast')).toHaveText([/This was not done: the connection was away/]);
  // What was not sent lies where it was put, to be placed again.
  await expect(page.getByRole('button', { name: 'Place only' })).toBeEnabled();
  await expect(page.locator('.box.own .laid')).toHaveCount(0);
  await expect(page.locator('.me b')).toHaveText('$1,000');
});

test('a window too many is told so, and is let in when another has closed', async ({
  page,
  house,
}) => {
  await sitAt(page, house.url, 'Wrest Point');
  // As many as a session may have, and more.
  const others = await page.evaluateHandle(async () => {
    const sockets = Array.from({ length: 12 }, () => new WebSocket('/ws'));
    const settled = (socket: WebSocket) =>
      new Promise((resolve) => {
        socket.onopen = resolve;
        socket.onclose = resolve;
      });
    await Promise.all(sockets.map(settled));
    return sockets;
  });
  const table = new URL(page.url()).pathname;
  const late = await page.context().newPage();
  await late.goto(house.url + table);
  const bar = late.locator('p.bar');
  await expect(bar).toContainText('too many windows');
  await others.evaluate((sockets) => sockets.map((socket) => socket.close()));
  await expect(late.locator('.box.own')).toBeVisible();
  await expect(bar).toHaveCount(0);
});
