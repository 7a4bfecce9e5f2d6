// The results of a round as they are listed after it: box by box, a forfeited double in one line.
import type { BoxNo } from '../wire';
import type { Result } from './felt';

interface Listed {
  result: Result;
  /** Whether the wager was forfeited and the double that lay beside it taken back. */
  isDoubleReturned: boolean;
}
export interface BoxResults {
  box: BoxNo;
  lines: Listed[];
}

const isSameWager = (one: Result, other: Result): boolean =>
  one.player === other.player && one.box_no === other.box_no && one.hand === other.hand;

/** Boxes in their order. Within a box, results stay in the order in which wagers were settled. */
export function listed(results: readonly Result[]): BoxResults[] {
  const isReturnedDouble = ({ kind, outcome }: Result) =>
    kind === 'double' && outcome === 'returned';
  const forfeits = results.filter(({ outcome }) => outcome === 'forfeited');
  const isForfeited = (result: Result) => forfeits.some((each) => isSameWager(each, result));
  const found = new Map<BoxNo, Listed[]>();
  for (const result of results) {
    if (isReturnedDouble(result) && isForfeited(result)) continue;
    const isDoubleReturned =
      result.outcome === 'forfeited' &&
      results.some((each) => isReturnedDouble(each) && isSameWager(each, result));
    found.set(result.box_no, [...(found.get(result.box_no) ?? []), { result, isDoubleReturned }]);
  }
  return [...found].sort(([one], [other]) => one - other).map(([box, lines]) => ({ box, lines }));
}

/** How many lines there are. */
export const countOf = (boxes: readonly BoxResults[]): number =>
  boxes.reduce((count, { lines }) => count + lines.length, 0);
