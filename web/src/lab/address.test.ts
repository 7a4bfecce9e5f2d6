import { expect, it } from 'vitest';
import { fileAddress, type LabAddress, read, write } from './address';

it('finds in an address what was written into it', () => {
  const lab: LabAddress = {
    variants: [
      {
        book: 'sydney',
        decks: 6,
        set: { 'double.on': 'first-two', 'super-bonus.prizes': '5 to 24: 1000, 25 up: 5000' },
      },
      { book: 'adelaide', decks: null, set: { 'pays.pontoon': '6 to 5' } },
    ],
    wager: '12.50',
    hand: '8s 8h',
    upcard: '6d',
    removed: '',
  };
  expect(read(new URLSearchParams(write(lab).toString()))).toEqual(lab);
});

it('takes an address that says nothing, or nonsense', () => {
  expect(read(new URLSearchParams(''))).toEqual({ variants: [], wager: null, hand: '', upcard: '', removed: '' });
  expect(read(new URLSearchParams('book=x&decks=many&2.decks=3')).variants).toEqual([
    { book: 'x', decks: null, set: {} },
  ]);
});

it('has the address of a file about a question', () => {
  const set = { 'double.on': 'first-two', 'pays.pontoon': '6 to 5' };
  expect(fileAddress({ book: 'sydney', decks: 6, wager: 2500, set }, 'chart.svg')).toBe(
    '/api/books/sydney/chart.svg?double.on=first-two&pays.pontoon=6+to+5&decks=6&wager=2500',
  );
  expect(fileAddress({ book: 'sydney', decks: null }, 'par')).toBe('/api/books/sydney/par?');
});
