import { afterEach, expect, test, vi } from 'vitest';
import type { Frame, Line } from '../wire';
import { playedSince, Running } from './running.svelte';

afterEach(() => vi.unstubAllGlobals());

const line = (at: number, net: number, what = 'round', table: number | null = 1): Line => ({
  at,
  net,
  what,
  table,
  round: at,
  why: null,
  transfer: null,
  after: null,
});

test('what was played here counts, from the time one came: not before, not elsewhere, not at the desk', () => {
  const lines = [
    line(50, 1000),
    line(40, -500),
    line(35, 700, 'round', 2),
    line(30, 10000, 'credit', null),
    line(20, -250),
  ];
  expect([...playedSince(lines, 1, 30)]).toEqual([
    [50, 1000],
    [40, -500],
  ]);
});

test('a round that ended at the very moment one came counts', () => {
  expect([...playedSince([line(30, 300)], 1, 30)]).toEqual([[30, 300]]);
});

test('of two answers that come in another order the later question counts', async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const running = new Running(1);
  running.follow({ at: 30, view: { people: [] }, events: [] } as unknown as Frame, 7);
  const both = [running.read(), running.read()];
  answers[1]?.(Response.json({ lines: [line(50, 1000), line(40, -500)] }));
  answers[0]?.(Response.json({ lines: [line(40, -500)] }));
  await Promise.all(both);
  expect(running.played).toEqual({ net: 500, rounds: 2 });
});

test('a round counts from its end, once, and as the statement has it when that is read', async () => {
  let lines = [line(40, -500)];
  vi.stubGlobal('fetch', async () => Response.json({ lines }));
  const running = new Running(1);
  running.follow({ at: 30, view: { people: [] }, events: [] } as unknown as Frame, 7);
  await running.read();
  running.end(50, 1000);
  expect(running.played).toEqual({ net: 500, rounds: 2 });
  // The statement that was read before the end of a round says nothing of it.
  await running.read();
  expect(running.played).toEqual({ net: 500, rounds: 2 });
  lines = [line(50, 900), ...lines];
  await running.read();
  expect(running.played).toEqual({ net: 400, rounds: 2 });
});

test('a round that ended before anybody signed in counts for nobody', () => {
  const running = new Running(1);
  running.end(50, 1000);
  expect(running.played).toEqual({ net: 0, rounds: 0 });
});
