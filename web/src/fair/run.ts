// Which cards of a shoe were those of one round: they came out one after the other.
import type { Card, FairOut, StepView } from '../wire';

/** From the first card up to, and without, the last. */
export interface Run {
  from: number;
  to: number;
}

/** The cards that lie on the layout. */
export function cardsOn({ boxes, dealer }: Pick<StepView, 'boxes' | 'dealer'>): Card[] {
  const seen = boxes.flatMap((box) => box.hands.flatMap((hand) => hand.cards));
  return [...dealer, ...seen.flatMap((card) => (card === 'down' ? [] : [card.up]))];
}

/**
 * Where these cards came out, in whatever order among themselves; null where they did not, or where
 * it could be twice.
 */
export function runOf(out: readonly FairOut[], cards: readonly Card[]): Run | null {
  const wanted = [...cards].sort().join();
  const starts = [...out.keys()].filter((from) => {
    const shown = out.slice(from, from + cards.length).map((one) => one.shown?.card ?? '');
    return shown.sort().join() === wanted;
  });
  const [from] = starts;
  return cards.length === 0 || from === undefined || starts.length > 1
    ? null
    : { from, to: from + cards.length };
}
