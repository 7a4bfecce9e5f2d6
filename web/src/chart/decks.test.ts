import { expect, it } from 'vitest';
import { decksOf } from './decks';

it('reads numbers of decks', () => {
  expect(decksOf('8')).toEqual([8]);
  expect(decksOf('6 or 8')).toEqual([6, 8]);
  expect(decksOf('3 to 8')).toEqual([3, 4, 5, 6, 7, 8]);
  expect(decksOf('4 or 6 or 8')).toEqual([4, 6, 8]);
  expect(decksOf('6 or 6')).toEqual([6]);
  expect(decksOf('8 to 3')).toEqual([]);
});
