import { expect, it } from 'vitest';
import { changeOf, limitWords, typed } from './limit';

it('reads limits as they are typed', () => {
  expect(changeOf('loss_a_day', ' $1,000.50 ')).toEqual({ loss_a_day: 100_050 });
  expect(changeOf('play_a_day', '90')).toEqual({ play_a_day: 5_400_000 });
  expect(changeOf('one_wager', '')).toEqual({ one_wager: null });
});

it('refuses what is no limit, and a reality check that never comes', () => {
  for (const text of ['five', '-1', '1.5']) expect(changeOf('play_a_day', text)).toBe('bad');
  expect(changeOf('wagered_a_day', 'much')).toBe('bad');
  expect(changeOf('reality_every', '')).toBe('bad');
});

it('writes what it read', () => {
  expect(limitWords('loss_a_day', 2500)).toBe('$25');
  expect(limitWords('play_a_day', 5_400_000)).toBe('1 h 30 min');
  expect(limitWords('reality_every', 3_600_000)).toBe('60 min of play');
  expect(limitWords('one_wager', null)).toBeNull();
  expect(changeOf('reality_every', typed('reality_every', 900_000))).toEqual({
    reality_every: 900_000,
  });
  expect(changeOf('one_wager', typed('one_wager', 1250))).toEqual({ one_wager: 1250 });
});
