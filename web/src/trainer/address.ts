// What an address asks to practise, as far as the house has it.
import { wrong } from '../chart/address';
import { decksOf } from '../chart/decks';
import { trainer as t } from '../text/en/trainer';
import { money, parseMoney } from '../text/money';
import type { BookLine } from '../wire';
import { DRILLS } from './drills';
import { MEASURES } from './judge';
import type { Practice } from './trainer.svelte';

const WAGER = 2500;
const NAMES: ReadonlySet<string> = new Set(['book', 'drill', 'decks', 'wager', 'by']);

export interface Wished {
  practice: Practice;
  /** What the address says wrongly, in words. */
  faults: string[];
}

export function read(params: URLSearchParams, books: readonly BookLine[]): Wished | null {
  const faults: string[] = [];
  /**
   * What the address says under a name, or else what is usual; where it says something that cannot
   * be, that is told.
   */
  function take<T>(
    name: string,
    find: (said: string) => T | undefined,
    usual: T,
    words: (usual: T) => string,
  ): T {
    const said = params.get(name);
    if (said === null) return usual;
    const found = find(said);
    if (found === undefined) faults.push(wrong(name, said, words(usual)));
    return found ?? usual;
  }
  const [first] = books;
  if (!first) return null;
  const book = take(
    'book',
    (said) => books.find((each) => each.book === said),
    first,
    ({ title }) => title,
  );
  const practice: Practice = {
    book: book.book,
    decks: take(
      'decks',
      (said) => decksOf(book.decks_allowed).find((count) => String(count) === said),
      book.decks,
      t.ofDecks,
    ),
    wager: take('wager', (said) => parseMoney(said) || undefined, WAGER, money),
    drill: take(
      'drill',
      (said) => DRILLS.find((each) => each === said),
      'any',
      (drill) => t.drill[drill],
    ),
    measure: take(
      'by',
      (said) => MEASURES.find((each) => each === said),
      'cards',
      (measure) => t.measure[measure],
    ),
  };
  for (const [name, value] of params) if (!NAMES.has(name)) faults.push(wrong(name, value));
  return { practice, faults };
}

export const write = ({ book, drill, decks, wager, measure }: Practice): URLSearchParams =>
  new URLSearchParams({
    book,
    drill,
    decks: String(decks),
    wager: String(wager / 100),
    by: measure,
  });
