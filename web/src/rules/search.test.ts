import { expect, it } from 'vitest';
import type { ClauseLine, ClauseStatus } from '../wire';
import { find, isReasonFound, pieces, references, sections, statusCounts } from './search';

const line = (
  clause: string,
  section: string,
  words: string,
  status: ClauseStatus = 'enforced',
): ClauseLine => ({
  clause,
  section,
  status,
  by: null,
  reason: null,
  words,
  examples: [],
});
const book = [
  line('1.1', 'Cards', 'Eight decks of 48 cards.'),
  line('1.2', 'Cards', 'The shoe holds them.', 'informative'),
  line('11.1', 'Wagers', 'A wager on 1.1 cards.'),
];

it('finds clauses that have every word, a clause by its number first', () => {
  expect(find(book, '').length).toBe(3);
  expect(find(book, 'DECKS cards').map(({ clause }) => clause)).toEqual(['1.1']);
  expect(find(book, '11.1').map(({ clause }) => clause)).toEqual(['11.1']);
  expect(find([...book].reverse(), '1.1').map(({ clause }) => clause)).toEqual(['1.1', '11.1']);
  expect(find(book, 'joker')).toEqual([]);
});

it('finds a clause by the reason for its state too, and knows that it did', () => {
  const announced = {
    ...line('1.3', 'Cards', 'The dealer says so.', 'outside'),
    reason: 'an announcement',
  };
  expect(find([...book, announced], 'Announcement')).toEqual([announced]);
  expect(isReasonFound(announced, 'Announcement')).toBe(true);
  expect(isReasonFound(announced, 'dealer')).toBe(false);
  expect(isReasonFound(announced, ' ')).toBe(false);
  expect(isReasonFound(line('1.4', 'Cards', 'An announcement.'), 'announcement')).toBe(false);
});

it('marks what was searched for, whatever it is', () => {
  expect(pieces('The shoe', 'SHOE')).toEqual([
    { text: 'The ', hit: false },
    { text: 'shoe', hit: true },
  ]);
  expect(pieces('a (b)', '(')).toEqual([
    { text: 'a ', hit: false },
    { text: '(', hit: true },
    { text: 'b)', hit: false },
  ]);
  expect(pieces('words', ' ')).toEqual([{ text: 'words', hit: false }]);
});

it('finds the clauses that a clause names, and takes no other number for one', () => {
  const known = new Set(['1.1', '11.1', '5.2d', '21']);
  const named = (text: string) => references(text, known).flatMap(({ clause }) => clause ?? []);
  expect(named('By 11.1 and 5.2d, not 11.12 or 1.1.1, at 21.')).toEqual(['11.1', '5.2d']);
  expect(references('By 1.1.', known).map(({ text }) => text)).toEqual(['By ', '1.1', '.']);
});

it('keeps clauses under their headings and counts them by status', () => {
  expect(sections(book).map(({ title, start, clauses }) => [title, start, clauses.length])).toEqual(
    [
      ['Cards', 0, 2],
      ['Wagers', 2, 1],
    ],
  );
  const counted = (lines: ClauseLine[]) => statusCounts(lines).filter(({ count }) => count > 0);
  expect(counted(book)).toEqual([
    { status: 'enforced', count: 2 },
    { status: 'informative', count: 1 },
  ]);
  const half = { ...line('1.3', 'Cards', 'Told.', 'partly_enforced'), reason: 'nobody is told' };
  expect(counted([...book, half])).toEqual([
    { status: 'enforced', count: 2 },
    { status: 'partly_enforced', count: 1 },
    { status: 'informative', count: 1 },
  ]);
  expect(find([...book, half], 'nobody')).toEqual([half]);
});
