import { expect, test } from 'vitest';
import type { Can, Choice } from '../wire';
import { actionOf, actions, decisionKeys, declinedTogether } from './action';

const can = (choice: Choice, least: number | null = null): Can => ({
  what: { choose: { choice } },
  least,
  clause: '9.1',
});

test('where several hands are asked at once, a key means the first of them', () => {
  const offered = actions(
    [
      can({ insure: { box_no: 2, amount: 500 } }, 100),
      can({ no_insurance: { box_no: 2 } }),
      can({ insure: { box_no: 5, amount: 500 } }, 100),
      can({ no_insurance: { box_no: 5 } }),
    ],
    () => '',
  );
  expect(actionOf(offered, 'n')?.at?.box_no).toBe(2);
  expect(actionOf(offered, 'd')).toBeUndefined();
});

test('each key of a decision stands for one thing, so that they can be listed', () => {
  const keys = decisionKeys().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(expect.arrayContaining(['d', 's', 'b', 'p', 'u', 'i', 'f', 'j', 'n']));
});

test('playing on is drawn boldly, and neither answer to a question is', () => {
  const hand = { box_no: 2, hand: 0 };
  const choices: Choice[] = [
    { stand: { hand } },
    { double: { hand, amount: 500 } },
    { press: { box_no: 2 } },
    { surrender: { box_no: 2 } },
    { no_surrender: { box_no: 2 } },
    { forfeit: { hand } },
    { insure: { box_no: 2, amount: 250 } },
  ];
  const looks = actions(
    choices.map((choice) => can(choice)),
    () => '',
  ).map(({ look }) => look);
  expect(looks).toEqual(['main', 'main', 'main', 'plain', 'plain', 'plain', 'plain']);
});

test('declines for all hands at once what is asked of all of them, and nothing else', () => {
  const offeredOf = (...choices: Choice[]) =>
    declinedTogether(
      actions(
        choices.map((choice) => can(choice)),
        () => 'bob',
      ),
    ).map((action) => action.command(null));
  const insure = [3, 4].map((box_no): Choice => ({ insure: { box_no, amount: 500 } }));
  const no = [3, 4].map((box_no): Choice => ({ no_insurance: { box_no } }));
  const other: Choice = { no_surrender: { box_no: 5 } };
  expect(offeredOf(...insure, ...no)).toEqual(no.map((choice) => ({ choose: { choice } })));
  expect(offeredOf(...insure.slice(1), ...no.slice(1)), 'of one').toEqual([]);
  expect(offeredOf(...insure, ...no, other), 'something else of another').toEqual([]);
});
