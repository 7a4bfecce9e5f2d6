// The rule books as far as pages need them, asked for once.
import { get } from '../net/http';
import { t } from '../text';
import type { BookLine, BookPage, Clause, ClauseLine } from '../wire';
import { once } from './once';

const list = once(() => get<BookLine[]>('/api/books'));
export const allBooks = (): Promise<BookLine[]> => list('');
export const bookPage = once((book) => get<BookPage>(`/api/books/${encodeURIComponent(book)}`));

const clauseLine = once((path) => get<ClauseLine>(path));

/** A clause in words: what the book's page says of it, or what kind of silence it is. */
export async function clauseWords(book: string, clause: Clause): Promise<string> {
  if (clause === 'not stated') return t.books.notStated;
  if (clause.startsWith('reading ')) {
    const name = clause.slice('reading '.length);
    const { readings } = await bookPage(book);
    return readings.find((reading) => reading.reading === name)?.asks ?? t.books.reading(name);
  }
  const path = `/api/books/${encodeURIComponent(book)}/clauses/${encodeURIComponent(clause)}`;
  return (await clauseLine(path)).words;
}

/** The value of a setting; empty where the book has none of that name. */
export function setting(page: BookPage, key: string): string {
  return page.settings.find((each) => each.key === key)?.value ?? '';
}

/** What the layout of a book's table says. */
export function inscriptions(page: BookPage): string[] {
  const words = t.books.inscription;
  const lines = [
    words.pontoon(setting(page, 'pays.pontoon')),
    setting(page, 'dealer.soft-17') === 'draws' ? words.draws : words.stands,
    words.insurance(setting(page, 'insurance.pays')),
  ];
  return lines;
}

/** The name of the wager on a pair in a book. */
export const pairName = (page: BookPage | null): string =>
  (page && t.books.pairs[setting(page, 'pairs.wager')]) ?? t.books.pairs.pair ?? '';

const pairNames = $state<Record<string, string>>({});

/** The same of a book by its name: the usual name until the book is here. */
export function pairNameOf(book: string): string {
  if (!(book in pairNames)) {
    bookPage(book).then(
      (page) => {
        pairNames[book] = pairName(page);
      },
      // A book that the house does not have calls it by the usual name.
      () => {},
    );
  }
  return pairNames[book] ?? pairName(null);
}

/** What sets a book apart, in plain words. */
export function traits(page: BookPage): string[] {
  const words = Object.entries(t.books.trait).map(([key, values]) => values[setting(page, key)]);
  const pairs = t.books.pairs[setting(page, 'pairs.wager')];
  const isPair = setting(page, 'pairs.wager') === 'pair';
  const prizes = setting(page, 'super-bonus.prizes');
  return [
    ...words,
    setting(page, 'split.again') === 'may'
      ? t.books.hands(setting(page, 'split.most-hands'))
      : t.books.splitOnce,
    pairs && t.books.pairPays(pairs, setting(page, isPair ? 'pairs.pair' : 'pairs.perfect')),
    setting(page, 'pandemonium.multipliers') !== '' &&
      setting(page, 'pandemonium.multipliers') !== 'none' &&
      t.books.pandemonium,
    prizes !== 'none' && prizes !== '' && t.books.superBonus,
  ].filter((line): line is string => typeof line === 'string');
}
