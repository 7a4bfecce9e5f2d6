import { describe, expect, it } from 'vitest';
import type { Result } from './felt';
import { countOf, listed } from './results';

const result = (rest: Partial<Result>): Result => ({
  box_no: 3,
  hand: 0,
  player: 21,
  kind: 'wager',
  outcome: 'lost',
  odds: null,
  stake: 500,
  net: -500,
  clause: '10b',
  ...rest,
});
const FORFEIT = result({ outcome: 'forfeited' });
const RETURNED = result({ kind: 'double', outcome: 'returned', net: 0 });

describe('the list of results', () => {
  it('has the boxes in their order, and in each what was settled first', () => {
    const pair = result({ box_no: 5, hand: null, kind: { side: 'pairs' } });
    const boxes = listed([pair, result({ box_no: 2 }), result({ box_no: 5 })]);
    expect(boxes.map(({ box }) => box)).toEqual([2, 5]);
    expect(boxes[1]?.lines.map(({ result: { kind } }) => kind)).toEqual([
      { side: 'pairs' },
      'wager',
    ]);
    expect(countOf(boxes)).toBe(3);
  });

  it('tells a forfeited double in one line', () => {
    const [box] = listed([FORFEIT, RETURNED]);
    expect(box?.lines).toEqual([{ result: FORFEIT, isDoubleReturned: true }]);
  });

  it('says nothing of a double where none was returned', () => {
    expect(listed([FORFEIT])[0]?.lines).toEqual([{ result: FORFEIT, isDoubleReturned: false }]);
  });

  it('keeps a returned double of another hand, box or player, and one that was not forfeited', () => {
    for (const other of [{ hand: 1 }, { box_no: 4 }, { player: 22 }])
      expect(countOf(listed([FORFEIT, { ...RETURNED, ...other }]))).toBe(2);
    expect(countOf(listed([result({}), RETURNED]))).toBe(2);
  });
});
