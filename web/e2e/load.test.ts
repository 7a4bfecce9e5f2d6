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
  ['rules', 'tbody tr'],
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
