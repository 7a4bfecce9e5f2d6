// What happened in a step of a round, as its table told it.
import { pairNameOf } from '../books/books.svelte';
import { roundWords } from '../table/round-words';
import { rounds } from '../text/en/rounds';
import { sentence } from '../text/errors';
import type { HappenedLine, RoundPage, WagerKind } from '../wire';

/**
 * Says the lines of a page's round; what a table does not tell is said in the words of the
 * notation.
 */
export function teller({ players, book }: RoundPage): (line: HappenedLine) => string {
  const name = book.split('@')[0] ?? '';
  const at = (place: number): string => players[place] ?? '';
  return ({ what, words }) => roundWords(what, at, pairNameOf(name)) ?? sentence(words);
}

/** The name of a kind of wager, as a round's results have it. */
export const kindOf = (kind: WagerKind): string => (typeof kind === 'string' ? kind : kind.side);

/** What a kind of wager is called in a book. */
export const kindWords = (kind: string, book: string): string =>
  kind === 'pairs' ? pairNameOf(book) : (rounds.kinds[kind] ?? kind);
