import { expect, it } from 'vitest';
import type { BoxPlace } from '../wire';
import { laidOn } from './box';

it('adds up what each player laid on a box', () => {
  const laid: BoxPlace['laid'] = [
    [7, { wager: { box_no: 1, amount: 500 } }],
    [9, { wager: { box_no: 1, amount: 1000 } }],
    [7, { side: { box_no: 1, side: 'pairs', amount: 100 } }],
    [9, { decline_control: { box_no: 1 } }],
  ];
  expect(laidOn({ laid })).toEqual([
    { player: 7, amount: 600 },
    { player: 9, amount: 1000 },
  ]);
  expect(laidOn({ laid: [] })).toEqual([]);
});
