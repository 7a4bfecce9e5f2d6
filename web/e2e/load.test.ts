import { areaOf } from './area';
import { held } from './held';
import { expect, test } from './house';

/** What a first visit may cost, in bytes as they come over the line; what a socket says is not counted. */
const MOST = 200_000;

/** Every screen, and what is there when all of it has come. */
const SCREENS = [
  ['', 'h3'],
  ['table/1', '[role=tab]'],
  ['trainer', '[data-testid=hand]'],
  ['lab', '.chart tbody tr'],
  ['rounds', 'textarea'],
  ['primer', 'td.odds'],
  ['rules', '#five'],
  ['rules/sydney', 'article'],
  ['fair', 'li a'],
  ['fair/1', '.report'],
  ['floor', 'h2'],
  ['log', 'h2'],
  ['me', 'h2'],
] as const;

for (const [path, seen] of SCREENS) {
  test(`a first visit is light: /${path}`, async ({ page, house }) => {
    const line = await page.context().newCDPSession(page);
    let bytes = 0;
    line.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await line.send('Network.enable');
    const scripts: (string | undefined)[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js')) scripts.push(answer.headers()['content-encoding']);
    });
    await page.goto(`${house.url}${path}`);
    await expect(page.locator('main').locator(seen).first()).toBeVisible();
    expect(bytes).toBeLessThan(MOST);
    expect(scripts.length, 'the page and the screen').toBeGreaterThan(1);
    expect(new Set(scripts), 'all of it packed').toEqual(new Set(['br']));
  });
}

/** What lies below a phone's window, what it is drawn as, and what is there when all that is in sight has come. */
const BELOW = [
  { path: 'table/1', place: 'aside', drawn: '[role=tab]', seen: '[data-box="7"]', script: /\/Panel-/ },
  {
    path: 'lab',
    place: '.charts[tabindex]',
    drawn: '.chart tbody tr',
    seen: '.strip b:text-matches("[0-9]")',
    script: null,
  },
] as const;

for (const { path, place, drawn, seen, script } of BELOW) {
  test(`what lies below a phone's window comes when it is looked at: /${path}`, async ({ page, house }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const below = page.locator('main').locator(place).first();
    const isFetched = () => scripts.some((each) => script?.test(each));
    for (const look of [() => below.scrollIntoViewIfNeeded(), () => below.focus()]) {
      await page.goto(`${house.url}${path}`);
      await expect(below).toHaveAttribute('tabindex', '0');
      await expect(page.locator(seen)).toBeAttached();
      await expect(below.locator(drawn)).toHaveCount(0);
      if (script) expect(isFetched()).toBe(false);
      await look();
      await expect(below.locator(drawn).first()).toBeVisible();
      await expect(below).toHaveAttribute('tabindex', '-1');
      if (script) expect(isFetched()).toBe(true);
      scripts.length = 0;
      // Whoever loads the same address anew is where they were.
      await page.goto('about:blank');
    }
  });
}

test('nothing moves when the names of the books come, on a phone neither', async ({ page, house }) => {
  const come = await held(page, '**/api/books');
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto(`${house.url}primer`);
  const heading = page.locator('#aim');
  await expect(heading).toBeVisible();
  const before = await areaOf(heading);
  come();
  await expect(page.getByRole('link', { name: 'Tasmania' })).toBeVisible();
  expect(await areaOf(heading)).toEqual(before);
});

/** What is far below is asked for when it comes near: the screen, what is there by then, the place, and what is asked. */
const FAR = [
  {
    path: '',
    seen: 'a[href="/rules/sydney"]',
    place: 'article:has(a[href="/rules/sydney"])',
    asked: '/api/books/sydney',
  },
  { path: 'rules', seen: '#five', place: 'li:has(a[href="/rules/sydney"])', asked: '/api/books/sydney/clauses' },
] as const;

for (const { path, seen, place, asked } of FAR) {
  test(`what is far below the window is asked for when it comes near: /${path}`, async ({ page, house }) => {
    await page.setViewportSize({ width: 412, height: 600 });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${house.url}${path}`);
    await expect(page.locator('main').locator(seen)).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(requests).not.toContain(asked);
    await page.locator('main').locator(place).scrollIntoViewIfNeeded();
    await expect.poll(() => requests).toContain(asked);
  });
}

test('what lies at a table when one comes does not move; what comes later does', async ({ browser, house }) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    document.addEventListener('animationend', ({ elapsedTime }) => moved.push(elapsedTime), true);
  });
  const moved = () => page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved);
  // The table as it is, and nothing after it until it is wanted.
  let first = '';
  let later = () => {};
  const wanted = new Promise<void>((resolve) => {
    later = resolve;
  });
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage(async (message) => {
      const isFrame = String(message).startsWith('{"frame"');
      if (isFrame && first !== '') await wanted;
      else if (isFrame) first = String(message);
      socket.send(message);
    });
  });
  await page.goto(`${house.url}table/1`);
  await expect(page.locator('[data-box="7"]')).toBeAttached();
  await expect.poll(moved).not.toEqual([]);
  expect(Math.max(...(await moved()))).toBe(0);
  later();
  await expect.poll(async () => Math.max(...(await moved())), { timeout: 60_000 }).toBeGreaterThan(0);
  await context.close();
});
