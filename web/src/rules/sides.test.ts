import { expect, it } from 'vitest';
import type { BookPage } from '../wire';
import { fits, type Row, sideBySide } from './sides';

function page(book: string, decks: string): BookPage {
  const setting = (key: string, words: string, value: string) => ({
    key,
    words,
    value,
    values: [],
    clause: '1',
  });
  return {
    book: { book, version: 1, title: book, date: '', decks: 8, decks_allowed: decks },
    settings: [
      setting('cards.decks', 'decks in the shoe', decks),
      setting('cards.pack', 'cards of a deck', '48'),
    ],
    readings: [],
  };
}

it('puts books side by side and tells where they differ', () => {
  const rows = sideBySide([page('a', '6 or 8'), page('b', '3 to 8')]);
  expect(rows.map(({ key, differs }) => [key, differs])).toEqual([
    ['cards.decks', true],
    ['cards.pack', false],
  ]);
  expect(rows[0]?.cells.map(({ value }) => value)).toEqual(['6 or 8', '3 to 8']);
  expect(sideBySide([])).toEqual([]);
});

it('finds a row by its words and its values', () => {
  const row = sideBySide([page('a', '6 or 8')])[0] as Row;
  expect(fits(row, '')).toBe(true);
  expect(fits(row, 'Shoe 6')).toBe(true);
  expect(fits(row, 'joker')).toBe(false);
});
