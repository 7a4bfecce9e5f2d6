import { expect, it } from 'vitest';
import type { ThenDo } from '../wire';
import { amountOf, branchAt, choose, questionOf, withAmount } from './branch';

const deal = (card: string): ThenDo => ({ deal: { draw: { card } } });

it('branches from the text, and from a branch', () => {
  const first = branchAt(null, 5, [deal('8s')]);
  expect(first).toEqual({ after: 5, more: [deal('8s')], from: 5 });
  expect(branchAt(first, 6, [deal('9s')])).toEqual({
    after: 5,
    more: [deal('8s'), deal('9s')],
    from: 5,
  });
  // Going back into the text leaves the branch.
  expect(branchAt(first, 3, [deal('2c')])).toEqual({ after: 3, more: [deal('2c')], from: 3 });
  const longer = { after: 5, more: [deal('8s'), deal('9s'), deal('3c')], from: 6 };
  expect(branchAt(longer, 6, [deal('Kd')])).toEqual({
    after: 5,
    more: [deal('8s'), deal('Kd')],
    from: 6,
  });
});

it('asks for the text alone where there is no branch', () => {
  expect(questionOf('book sydney', null, true)).toEqual({ text: 'book sydney', values: true });
  expect(JSON.stringify(questionOf('x', { after: 2, more: ['close'], from: 2 }, false))).toBe(
    '{"text":"x","values":false,"after":2,"then":["close"]}',
  );
});

it('knows the amount in a choice and changes it', () => {
  const double = { double: { hand: { box_no: 1, hand: 0 }, amount: 2500 } };
  expect(amountOf(double)).toBe(2500);
  expect(amountOf('no_more_insurance')).toBeNull();
  expect(amountOf({ stand: { hand: { box_no: 1, hand: 0 } } })).toBeNull();
  expect(withAmount(double, 1000)).toEqual({
    double: { hand: { box_no: 1, hand: 0 }, amount: 1000 },
  });
  const legal = {
    player: 'ann',
    words: '',
    choice: double,
    hand: null,
    least: 500,
    clause: '',
    worth: null,
  };
  expect(choose(legal, null)).toEqual({ choose: { player: 'ann', choice: double } });
  expect(choose(legal, 700)).toEqual({
    choose: { player: 'ann', choice: withAmount(double, 700) },
  });
});
