import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/http';
import { LogPage } from './page.svelte';

/** A log; what it was asked for, and after how many questions it does not answer. */
const log = vi.hoisted(() => ({
  asked: [] as string[],
  answers: Number.POSITIVE_INFINITY,
  entries: [] as { entry: { seq: number } }[],
}));
vi.mock('../net/http', async (original) => ({
  ...(await original<typeof import('../net/http')>()),
  get: async (path: string) => {
    log.asked.push(path);
    if (log.asked.length > log.answers) throw new ApiError(0, 'away', 'no answer');
    const { searchParams } = new URL(path, 'http://house');
    const [from, most] = [Number(searchParams.get('from')), Number(searchParams.get('most'))];
    const entries = log.entries.filter(({ entry: { seq } }) => seq >= from && seq < from + most);
    return { entries, next: null, length: log.entries.length };
  },
}));

beforeEach(() => {
  log.asked = [];
  log.answers = Number.POSITIVE_INFINITY;
  log.entries = [];
});

it('asks again for what failed, and not for the page before it', async () => {
  const page = new LogPage();
  await page.go('', 1);
  log.answers = 1;
  await page.go('table/5', 301);
  expect(page.error).toBeInstanceOf(ApiError);
  expect([page.stream, page.from]).toEqual(['', 1]);
  log.answers = Number.POSITIVE_INFINITY;
  await page.again();
  expect(log.asked.at(-1)).toBe('/api/log?from=301&most=100&stream=table%2F5');
  expect([page.stream, page.from, page.error]).toEqual(['table/5', 301, null]);
});

it('says that the last page failed where only its entries did', async () => {
  const page = new LogPage();
  // The end of an empty log is found with one question; the entries are the next.
  log.answers = 1;
  await page.latest('house');
  expect(log.asked).toHaveLength(2);
  expect(page.error).toBeInstanceOf(ApiError);
  expect(page.busy).toBe(false);
});

it('knows who plays in a round that began before the page does', async () => {
  const event = (what: object) => ({ clause: '8', what });
  const doubled = { doubled: { hand: { box_no: 3, hand: 0 }, player: 1, amount: 500 } };
  const events = [
    event({ round_began: { no: 4, players: [9, 7] } }),
    event({ round: { clause: '8', what: doubled } }),
  ];
  log.entries = events.map((each, no) => ({
    position: no + 1,
    hash: '',
    entry: {
      stream: 'table/1',
      seq: no + 1,
      kind: 'table',
      body: { steps: [{ events: [each] }] },
      transfers: [],
    },
  }));
  const page = new LogPage();
  await page.go('table/1', 2);
  expect(page.entries?.map(({ players }) => players)).toEqual([[9, 7]]);
});
