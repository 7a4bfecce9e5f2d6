import type { Page } from '@playwright/test';
import { areaOf } from './area';
import { Bettor, endRound } from './bettor';
import { held } from './held';
import { expect, test } from './house';
import { Tables } from './tables';

/**
 * What a first visit may cost, in bytes as they come over the line; what a socket says is not
 * counted.
 */
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

/**
 * What lies below a phone's window, what it is drawn as, and what is there when all that is in
 * sight has come.
 */
const BELOW = [
  {
    path: 'table/1',
    place: 'aside',
    drawn: '[role=tab]',
    seen: '[data-box="7"]',
    script: /\/Panel-/,
  },
  {
    path: 'lab',
    place: '.charts[tabindex]',
    drawn: '.chart tbody tr',
    seen: '.strip b:text-matches("[0-9]")',
    script: null,
  },
] as const;

for (const { path, place, drawn, seen, script } of BELOW) {
  test(`what lies below a phone's window comes when it is looked at: /${path}`, async ({
    page,
    house,
  }) => {
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

test('nothing moves when the names of the books come, on a phone neither', async ({
  page,
  house,
}) => {
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

/**
 * What is far below is asked for when it comes near: the screen, what is there by then, the place,
 * and what is asked.
 */
const FAR = [
  {
    path: '',
    seen: 'a[href="/rules/sydney"]',
    place: 'article:has(a[href="/rules/sydney"])',
    asked: '/api/books/sydney',
  },
  {
    path: 'rules',
    seen: '#five',
    place: 'li:has(a[href="/rules/sydney"])',
    asked: '/api/books/sydney/clauses',
  },
] as const;

for (const { path, seen, place, asked } of FAR) {
  test(`what is far below the window is asked for when it comes near: /${path}`, async ({
    page,
    house,
  }) => {
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

interface Moved {
  /** The classes of what was animated on the layout. */
  classes: string[];
  /** How many frames the browser has drawn. */
  frames: number;
}

/** Looks in every frame that the page draws, from its first on, for animations on the layout. */
function watchLayout(): void {
  const moved: Moved = { classes: [], frames: 0 };
  Object.assign(globalThis, { moved });
  const look = () => {
    moved.frames += 1;
    for (const { effect } of document.getAnimations()) {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      // One that takes no time shows nothing.
      if (!target?.closest('.felt') || !effect?.getComputedTiming().duration) continue;
      moved.classes.push(...[...target.classList].filter((name) => !moved.classes.includes(name)));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const movedOn = (page: Page): Promise<Moved> =>
  page.evaluate(() => (globalThis as unknown as { moved: Moved }).moved);

/** What lies at the table when one comes, and what must be seen of it before we ask what moved. */
const LYING = [
  ['a wager', ['.box .laid']],
  ['a round', ['.box .laid', '.dealer .one', '.box .one', '.box .total.late', '.state .late']],
] as const;

for (const [lying, seen] of LYING)
  test(`${lying} that lies at a table when one comes does not move; what comes later does`, async ({
    page: hers,
    browser,
  }) => {
    const tables = await Tables.open();
    const context = await browser.newContext({ reducedMotion: 'no-preference' });
    try {
      const table = await tables.found({ book: 'canberra' });
      const ann = await Bettor.come(hers, tables.url, table, 4);
      const lay = async () => {
        await ann.cutPlainly();
        await expect.poll(async () => (await ann.view()).phase).toBe('wagers');
        await ann.send({ lay: { lay: { wager: { box_no: 4, amount: 1000 } } } });
      };
      await lay();
      if (lying === 'a round')
        for (;;) {
          await ann.send('ready');
          // A Pontoon is settled before anybody is asked: then the next round has to do.
          if ((await ann.offers(true)).length > 0) break;
          await lay();
        }
      expect((await ann.view()).phase).toBe(lying === 'a round' ? 'round' : 'wagers');
      const page = await context.newPage();
      await page.addInitScript(watchLayout);
      let told = 0;
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).startsWith('{"frame"')) told += 1;
        }),
      );
      await page.goto(`${tables.url}table/${table}`);
      for (const each of [...seen, '[data-box="7"]'])
        await expect(page.locator(each).first()).toBeVisible();
      // The page gives a card its starting place in the frame after it was drawn.
      const { frames } = await movedOn(page);
      await expect.poll(async () => (await movedOn(page)).frames).toBeGreaterThan(frames + 2);
      expect([told, (await movedOn(page)).classes]).toEqual([1, []]);
      if (lying === 'a wager') await ann.send('ready');
      else await endRound(ann);
      const classes = async () => (await movedOn(page)).classes;
      await expect.poll(classes).toEqual(expect.arrayContaining(['one', 'late']));
    } finally {
      await context.close();
      await tables.close();
    }
  });
