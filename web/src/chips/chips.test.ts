import { expect, it } from 'vitest';
import type { Sign } from '../wire';
import { amounts, doubled, type Put, pile, replaced, trayFor } from './chips';

const sign: Sign = {
  minimum: 500,
  maximum: 100_000,
  chip: 1,
  multiples: false,
  pairs: [100, 20_000],
  pairs_compulsory: false,
  pandemonium: null,
  bettors: null,
};

it('a pile comes to the amount, with the fewest chips', () => {
  expect(pile(63_100)).toEqual([50_000, 10_000, 2_500, 500, 100]);
  expect(pile(1_050)).toEqual([500, 500, null]);
  expect(pile(0)).toEqual([]);
});

it('a tray fits its sign', () => {
  expect(trayFor(sign)).toEqual([100, 500, 2_500, 10_000, 50_000]);
  expect(trayFor({ ...sign, minimum: 10_000, maximum: 1_000_000, pairs: null, chip: 500 })[0]).toBe(
    2_500,
  );
});

it('chips that are put down can be summed, doubled and replaced by what is typed', () => {
  const puts = [
    { spot: 'wager:3', amount: 500 },
    { spot: 'pairs:3', amount: 100 },
    { spot: 'wager:3', amount: 2_500 },
  ];
  expect([...amounts(puts)]).toEqual([
    ['wager:3', 3_000],
    ['pairs:3', 100],
  ]);
  expect(amounts(doubled(puts)).get('wager:3')).toBe(6_000);
  expect([...amounts(replaced(puts, 'wager:3', 700))]).toEqual([
    ['pairs:3', 100],
    ['wager:3', 700],
  ]);
  expect(replaced(puts, 'wager:3', 0)).toHaveLength(1);
});

it('a pile that nobody can see the whole of is cut, and nothing is doubled for ever', () => {
  expect(pile(1e12)).toHaveLength(40);
  let puts: readonly Put[] = [{ spot: 'wager 3', amount: 500 }];
  for (let count = 0; count < 100; count += 1) puts = doubled(puts);
  expect(amounts(puts).get('wager 3')).toBeLessThanOrEqual(1e11);
  expect(puts.length).toBeLessThan(40);
});
