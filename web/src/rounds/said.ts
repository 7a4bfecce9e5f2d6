// What happened in a step of a round, as its table told it.
import { pairNameOf } from '../books/books.svelte';
import { roundWords } from '../table/round-words';
import { sentence } from '../text/errors';
import type { HappenedLine, RoundPage } from '../wire';

/** Says the lines of a page's round; what a table does not tell is said in the words of the notation. */
export function teller({ players, book }: RoundPage): (line: HappenedLine) => string {
  const name = book.split('@')[0] ?? '';
  const at = (place: number): string => players[place] ?? '';
  return ({ what, words }) => roundWords(what, at, pairNameOf(name)) ?? sentence(words);
}
