import { expect, it } from 'vitest';
import type { BookLine } from '../wire';
import { read, write } from './address';

const BOOKS: BookLine[] = [
  { book: 'adelaide', version: 1, title: 'Adelaide', date: '', decks: 8, decks_allowed: '3 to 8' },
  { book: 'sydney', version: 1, title: 'Sydney', date: '', decks: 8, decks_allowed: '6 or 8' },
];
const reading = (text: string) => read(new URLSearchParams(text), BOOKS);

it('finds in an address what was written into it', () => {
  const practice = {
    book: 'sydney',
    decks: 6,
    wager: 1250,
    drill: 'soft',
    measure: 'chart',
  } as const;
  expect(read(write(practice), BOOKS)).toEqual({ practice, faults: [] });
});

it('begins as usual where an address says nothing, and has nothing to say of it', () => {
  const practice = { book: 'adelaide', decks: 8, wager: 2500, drill: 'any', measure: 'cards' };
  expect(reading('')).toEqual({ practice, faults: [] });
  expect(read(new URLSearchParams(''), [])).toBeNull();
});

it.each([
  ['book=nosuch', 'Adelaide'],
  ['decks=99', '8 decks'],
  ['decks=', '8 decks'],
  ['drill=nosuch', 'Any hand'],
  ['wager=much', '$25'],
  ['wager=0', '$25'],
  ['by=heart', 'The cards that lie there, exactly'],
])('says that %s cannot be used, and what is: %s', (part, used) => {
  expect(reading(part)).toEqual({
    practice: reading('')?.practice,
    faults: [`“${part}” in the link cannot be used. Used instead: ${used}.`],
  });
});

it('uses what is right beside what is wrong', () => {
  expect(reading('book=sydney&decks=3&drill=pairs&wager=12.5&seed=7')).toEqual({
    practice: { book: 'sydney', decks: 8, wager: 1250, drill: 'pairs', measure: 'cards' },
    faults: [
      '“decks=3” in the link cannot be used. Used instead: 8 decks.',
      '“seed=7” in the link means nothing here and is left out.',
    ],
  });
});
