// What happened in a step of a round, as its table told it.
import { roundWords } from '../table/round-words';
import { t } from '../text';
import { sentence } from '../text/errors';
import type { HappenedLine, RoundPage } from '../wire';

/** Says the lines of a page's round; what a table does not tell is said in the words of the notation. */
export function teller({ players }: RoundPage): (line: HappenedLine) => string {
  const at = (place: number): string => players[place] ?? '';
  return ({ what, words }) => roundWords(what, at, t.books.pairs.pair ?? '') ?? sentence(words);
}
