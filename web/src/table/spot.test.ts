import { expect, test } from 'vitest';
import type { Can, Sign } from '../wire';
import { declinable, limitsOn } from './spot';

const SIGN: Sign = {
  minimum: 500,
  maximum: 100_000,
  chip: 100,
  multiples: false,
  pairs: [200, 5000],
  pairs_compulsory: false,
  pandemonium: null,
  bettors: null,
};
const can = (
  lay: Extract<Can['what'], { lay: unknown }>['lay']['lay'],
  least: number | null,
): Can => ({
  what: { lay: { lay } },
  least,
  clause: '5.2',
});

test('what the table offers to this player limits a spot, and not the sign', () => {
  const offered = [can({ wager: { box_no: 3, amount: 2000 } }, 100)];
  expect(limitsOn('wager:3', SIGN, offered)).toEqual([100, 2000]);
});

test('a spot that opens only with one’s chips has the limits of the sign', () => {
  expect(limitsOn('pairs:3', SIGN, [])).toEqual([200, 5000]);
  expect(limitsOn('pandemonium:3', SIGN, [])).toBeNull();
});

test('control may be declined of the boxes that the table names', () => {
  const offered = [
    can({ wager: { box_no: 3, amount: 2000 } }, 100),
    can({ decline_control: { box_no: 6 } }, null),
  ];
  expect(declinable(offered)).toEqual([6]);
});
