import { expect, it } from 'vitest';
import type { FormLine, MayBe } from '../wire';
import { fits } from './check';

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

const all = (may_be: MayBe, typed: string[]): boolean[] =>
  typed.map((value) => fits(line(may_be), value));

it('knows a number within its bounds, and a value of a list', () => {
  const number: MayBe = { kind: 'number', least: 1, most: 7 };
  expect(all(number, ['1', '7', ' 3 '])).toEqual([true, true, true]);
  expect(all(number, ['0', '8', '', 'x', '1.5', '-1'])).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(all({ kind: 'one_of', values: ['may', 'may-not'] }, ['may', 'must', ''])).toEqual([
    true,
    false,
    false,
  ]);
  expect(all({ kind: 'nothing' }, ['', 'something'])).toEqual([true, false]);
});

it.each<[MayBe, string]>([
  [{ kind: 'decks', most: 15 }, '4 or 6 or 8'],
  [{ kind: 'money' }, '$50'],
  [{ kind: 'odds' }, '3:2'],
  [{ kind: 'steps' }, '5 up: 1000'],
  [{ kind: 'multipliers' }, '10 x 2'],
])('leaves it to the house how %j is written, as long as something is', (may_be, typed) => {
  expect(all(may_be, [typed, ' '])).toEqual([true, false]);
});
