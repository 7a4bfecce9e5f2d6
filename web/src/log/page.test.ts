import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/http';
import { LogPage } from './page.svelte';

/** A log without entries; what it was asked for, and whether it answers. */
const log = vi.hoisted(() => ({ asked: [] as string[], isAway: false }));
vi.mock('../net/http', async (original) => ({
  ...(await original<typeof import('../net/http')>()),
  get: async (path: string) => {
    log.asked.push(path);
    if (log.isAway) throw new ApiError(0, 'away', 'no answer');
    return { entries: [], next: null, length: 0 };
  },
}));

beforeEach(() => {
  log.asked = [];
  log.isAway = false;
});

it('asks again for what failed, and not for the page before it', async () => {
  const page = new LogPage();
  await page.go('', 1);
  log.isAway = true;
  await page.go('table/5', 301);
  expect(page.error).toBeInstanceOf(ApiError);
  expect([page.stream, page.from]).toEqual(['', 1]);
  log.isAway = false;
  await page.again();
  expect(log.asked.at(-1)).toBe('/api/log?from=301&most=100&stream=table%2F5');
  expect([page.stream, page.from, page.error]).toEqual(['table/5', 301, null]);
});

it('says that the last page failed where only its entries did', async () => {
  const page = new LogPage();
  const latest = page.latest('house');
  // The end of an empty log is found with one question; the entries are the next.
  await vi.waitFor(() => expect(log.asked).toHaveLength(1));
  log.isAway = true;
  await latest;
  expect(page.error).toBeInstanceOf(ApiError);
  expect(page.busy).toBe(false);
});
