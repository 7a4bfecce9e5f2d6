import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/http';
import { LogSearch } from './search.svelte';

/**
 * A log of so many entries; what it was asked for, and from which question on it does not answer.
 */
const log = vi.hoisted(() => ({
  length: 2500,
  asked: [] as string[],
  answers: Number.POSITIVE_INFINITY,
}));
vi.mock('../net/http', async (original) => ({
  ...(await original<typeof import('../net/http')>()),
  get: async (path: string) => {
    log.asked.push(path);
    if (log.asked.length > log.answers) throw new ApiError(0, 'away', 'no answer');
    const { searchParams } = new URL(path, 'http://house');
    const [from, most] = [Number(searchParams.get('from')), Number(searchParams.get('most'))];
    const count = Math.max(0, Math.min(most, log.length - from + 1));
    const entry = (no: number) => ({
      position: no,
      hash: '',
      entry: {
        stream: 'house',
        seq: no,
        by: 'house',
        kind: '',
        body: { events: [] },
        transfers: [],
      },
    });
    return {
      entries: Array.from({ length: count }, (_, no) => entry(from + no)),
      next: null,
      length: log.length,
    };
  },
}));

beforeEach(() => {
  log.asked = [];
  log.answers = Number.POSITIVE_INFINITY;
});

it('reads everything once, from the latest entry back', async () => {
  const search = new LogSearch();
  await search.start('', ({ position }) => position % 1000 === 0);
  expect(search.found?.map(({ position }) => position)).toEqual([2000, 1000]);
  expect(log.asked.slice(1)).toEqual([
    '/api/log?from=1501&most=1000',
    '/api/log?from=501&most=1000',
    '/api/log?from=1&most=500',
  ]);
  expect([search.isDone, search.isRunning, search.looked]).toEqual([true, false, 2500]);
});

it('waits when it has found plenty, and goes on from there', async () => {
  const search = new LogSearch();
  await search.start('', () => true);
  expect([search.found?.length, search.left, search.isDone]).toEqual([1000, 1500, false]);
  await search.goOn();
  expect([search.found?.length, search.left]).toEqual([2000, 500]);
});

it('keeps what it has found where the house does not answer, and goes on later', async () => {
  const search = new LogSearch();
  log.answers = 2;
  await search.start('', ({ position }) => position === 2400 || position === 3);
  expect(search.error).toBeInstanceOf(ApiError);
  expect([search.found?.length, search.left, search.isRunning]).toEqual([1, 1500, false]);
  log.answers = Number.POSITIVE_INFINITY;
  await search.goOn();
  expect([search.found?.length, search.isDone, search.error]).toEqual([2, true, null]);
});

it('is stopped at once', async () => {
  const search = new LogSearch();
  const started = search.start('', () => true);
  search.stop();
  await started;
  expect([search.isRunning, search.isDone, search.found]).toEqual([false, false, []]);
});
