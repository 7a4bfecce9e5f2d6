import { expect, it } from 'vitest';
import type { AdvicePage, Choice } from '../wire';
import { decided, ranked } from './advice';

const hand = { box_no: 3, hand: 0 };
const line = (words: string, choice: Choice, worth: number | null) => ({
  words,
  choice,
  hand,
  least: null,
  clause: '1',
  worth,
});
const page: AdvicePage = {
  table: 5,
  round: 1,
  version: 7,
  hand,
  cards_unknown: 300,
  choices: [
    line('stand', { stand: { hand } }, -0.2),
    line('double 0.01 to 25', { double: { hand, amount: 2500 } }, 0.3),
    line('draw', { draw: { hand } }, 0.1),
    line('split', { split: { hand } }, null),
  ],
  best: 1,
  card: 2,
  exact: true,
  note: null,
};

it('says what a decision cost, whatever the amount', () => {
  expect(decided(page, { stand: { hand } })).toEqual({ name: 'Stand', cost: 0.5 });
  expect(decided(page, { double: { hand, amount: 1000 } })).toEqual({ name: 'Double', cost: 0 });
});

it('says nothing of what it knows no worth of, or did not know of', () => {
  expect(decided(page, { split: { hand } })).toBeNull();
  expect(decided(page, { stand: { hand: { box_no: 4, hand: 0 } } })).toBeNull();
  expect(decided({ ...page, best: null }, { stand: { hand } })).toBeNull();
});

it('puts the best first and marks what the card says', () => {
  expect(ranked(page).map(({ name, isCard }) => [name, isCard])).toEqual([
    ['Double', false],
    ['Draw', true],
    ['Stand', false],
  ]);
});

it('leaves out what is asked about another hand at the same time', () => {
  const other = { box_no: 4, hand: 0 };
  const both = {
    ...page,
    choices: [...page.choices, { ...line('stand', { stand: { hand: other } }, 0.9), hand: other }],
  };
  expect(ranked(both)).toEqual(ranked(page));
});
