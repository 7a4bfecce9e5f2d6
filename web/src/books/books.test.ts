import { expect, it } from 'vitest';
import type { BookPage, SettingLine } from '../wire';
import { inscriptions } from './books.svelte';

const page = (settings: Record<string, string>): BookPage => ({
  book: { book: 'ours', version: 1, title: '', date: '', decks: 8, decks_allowed: '8' },
  settings: Object.entries(settings).map(
    ([key, value]): SettingLine => ({ key, words: '', value, values: [], clause: '' }),
  ),
  readings: [],
});

// Adelaide 4a to 4c, Sydney 3.2.3.1 to 3.2.3.3.
it('bears on the layout what Pontoon and insurance pay and when the dealer stands', () => {
  const values = {
    'pays.pontoon': '3 to 2',
    'dealer.soft-17': 'draws',
    'insurance.pays': '2 to 1',
  };
  expect(inscriptions(page(values))).toEqual([
    'Pontoon pays 3 to 2',
    'Dealer must stand on hard 17 or soft 18',
    'Insurance pays 2 to 1',
  ]);
  expect(inscriptions(page({ ...values, 'dealer.soft-17': 'stands' }))[1]).toBe(
    'Dealer must stand on all 17s',
  );
});
