import { expect, it } from 'vitest';
import { fileAddress, type LabAddress, read, unread, write } from './address';

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
  const nothing = { book: '', decks: null, set: {} };
  expect(read(new URLSearchParams(''))).toEqual({
    variants: [nothing],
    wager: null,
    hand: '',
    upcard: '',
    removed: '',
  });
  const { variants } = read(new URLSearchParams('decks=many&2.decks=3&double.on=first-two'));
  expect(variants).toEqual([{ ...nothing, set: { 'double.on': 'first-two' } }]);
  const decksOf = (said: string) => read(new URLSearchParams(`decks=${said}`)).variants[0]?.decks;
  expect(['0', '1', '15', '16', '9999', '-3', '1.5'].map(decksOf)).toEqual([
    null,
    1,
    15,
    null,
    null,
    null,
    null,
  ]);
});

it('knows what says nothing to it', () => {
  const said = 'book=a&decks=6&wager=5&hand=8s&upcard=6d&removed=2c&double.on=x';
  expect(unread(new URLSearchParams(`${said}&2.book=b&2.decks=8&2.pays.pontoon=y`))).toEqual([]);
  const params = new URLSearchParams(`${said}&seed=1&seed=2&2.decks=8&2.pays.pontoon=y`);
  expect(unread(params)).toEqual(['seed', '2.decks', '2.pays.pontoon']);
  expect(unread(new URLSearchParams('2.book=b&2.wager=5&2.2.book=c'))).toEqual([
    '2.wager',
    '2.2.book',
  ]);
});

it('has the address of a file about a question', () => {
  const set = { 'double.on': 'first-two', 'pays.pontoon': '6 to 5' };
  expect(fileAddress({ book: 'sydney', decks: 6, wager: 2500, set }, 'chart.svg')).toBe(
    '/api/books/sydney/chart.svg?double.on=first-two&pays.pontoon=6+to+5&decks=6&wager=2500',
  );
  expect(fileAddress({ book: 'sydney', decks: null }, 'par')).toBe('/api/books/sydney/par?');
});
