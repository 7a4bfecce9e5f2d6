import { expect, it } from 'vitest';
import type { FormLine, MayBe } from '../wire';
import { concerned, fits } from './check';

const line = (may_be: MayBe): FormLine => ({
  key: 'a.b',
  section: 'a',
  title: '',
  clause: '1',
  value: '',
  may_be,
  valid: '',
  worth: 'main',
  reading: null,
});

it.each<[MayBe, string[], string[]]>([
  [{ kind: 'number', least: 1, most: 7 }, ['1', '7', ' 3 '], ['0', '8', '', 'x', '1.5', '-1']],
  [{ kind: 'one_of', values: ['may', 'may-not'] }, ['may'], ['must', '']],
  [{ kind: 'odds' }, ['3 to 2', '1000 to 1'], ['3:2', '3', '']],
  [{ kind: 'money' }, ['50', '12.50'], ['$50', '1.234', '']],
  [{ kind: 'decks', most: 15 }, ['8', '6 or 8', '3 to 8', '4, 6 or 8'], ['', 'many', '6-8']],
  [{ kind: 'steps' }, ['none', '5 up: 1000'], ['', ' ']],
])('knows what %j may be', (may_be, good, bad) => {
  expect(good.filter((value) => !fits(line(may_be), value))).toEqual([]);
  expect(bad.filter((value) => fits(line(may_be), value))).toEqual([]);
});

it('finds the fields that a refusal is about', () => {
  const known = ['cards.decks', 'cards.decks-with-pairs', 'boxes.most'];
  const set = { 'cards.decks': '6', 'boxes.most': '99' };
  const found = (refusal: string, last: string | null = null) => concerned(refusal, known, set, last);
  expect(found('`99` is not valid here: write a whole number from 1 to 7', 'cards.decks')).toEqual(['boxes.most']);
  expect(found('`cards.decks-with-pairs` allows a number that `cards.decks` does not')).toEqual([
    'cards.decks-with-pairs',
    'cards.decks',
  ]);
  expect(found('sydney is not dealt from 5 decks: it allows 6 or 8', 'boxes.most')).toEqual(['decks']);
  expect(found('something else', 'boxes.most')).toEqual(['boxes.most']);
  expect(concerned('something else', known, {}, 'boxes.most')).toEqual([]);
});
