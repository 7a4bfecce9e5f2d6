import type { Page } from '@playwright/test';
import { expect, test } from './house';

/** What a first visit may cost, in bytes as they come over the line. */
const MOST = 200_000;

const SCREENS = [
  '',
  'table/1',
  'trainer',
  'lab',
  'rounds',
  'primer',
  'rules',
  'rules/sydney',
  'fair',
  'floor',
  'log',
  'me',
];

/** How many bytes come over the line until the screen is there, in a browser that has been nowhere. */
async function bytesOf(page: Page, address: string): Promise<number> {
  const line = await page.context().newCDPSession(page);
  let bytes = 0;
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await line.send('Network.enable');
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.locator('main h1')).not.toHaveCount(0);
  return bytes;
}

for (const path of SCREENS) {
  test(`a first visit is light: /${path}`, async ({ page, house }) => {
    const bytes = await bytesOf(page, `${house.url}${path}`);
    expect(bytes, 'the screen came').toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(MOST);
  });
}
