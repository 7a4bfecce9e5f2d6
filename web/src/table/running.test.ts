import { expect, test } from 'vitest';
import type { Line } from '../wire';
import { playedSince } from './running.svelte';

const line = (at: number, net: number, what = 'round', table: number | null = 1): Line => ({
  at,
  net,
  what,
  table,
  round: 1,
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
  expect(playedSince(lines, 1, 30)).toEqual({ net: 500, rounds: 2 });
});

test('a round that ended at the very moment one came counts', () => {
  expect(playedSince([line(30, 300)], 1, 30)).toEqual({ net: 300, rounds: 1 });
});
