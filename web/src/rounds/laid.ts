// What lies on a box and is no stake of a hand: wagers before the initial deal, side wagers and
// insurance. A round tells of them as they come and go. The table's `felt.ts` keeps them until the
// round is over; here each goes when it is settled.
import { readRound } from '../table/event';
import type { BoxNo, BoxView, HandRef, HandView, Money, Side, StepLine } from '../wire';
import { kindOf } from './said';

type Seen = ReturnType<typeof readRound>;

/** What happened in some steps. */
export const happenedIn = (steps: readonly StepLine[]): Seen[] =>
  steps.flatMap(({ happened }) => happened.map(({ what }) => readRound(what)));

/**
 * The hands of a box after all this happened; while it has none, one without cards, with the wagers
 * laid and not given back.
 */
export function handsOf(happened: readonly Seen[], { no, hands }: BoxView): HandView[] {
  if (hands.length > 0) return hands;
  const wagers = new Map<number, number>();
  for (const seen of happened) {
    if (seen.name === 'wager_placed' && seen.is.box_no === no)
      wagers.set(seen.is.player, seen.is.amount);
    if (seen.name === 'settled' && seen.is.box_no === no && seen.is.kind === 'wager')
      wagers.delete(seen.is.player);
  }
  const stakes = [...wagers].map(([player, wager]) => ({
    player,
    wager,
    double: 0,
    open: true,
    surrendered: false,
  }));
  return [{ cards: [], total: null, doubled: false, stakes }];
}

/** Whether a hand ended as a Pontoon. */
export const isPontoon = (happened: readonly Seen[], { box_no, hand }: HandRef): boolean =>
  happened.some(
    ({ name, is }) =>
      name === 'hand_ended' &&
      is.how === 'pontoon' &&
      is.hand.box_no === box_no &&
      is.hand.hand === hand,
  );

export interface Beside {
  player: number;
  kind: Side | 'insurance';
  amount: Money;
}

/** The side wagers and insurance on a box after all this happened, until each is settled. */
export function besideOf(happened: readonly Seen[], no: BoxNo): Beside[] {
  let found: Beside[] = [];
  for (const seen of happened) {
    if (seen.name === 'side_placed' && seen.is.box_no === no) {
      found.push({ player: seen.is.player, kind: seen.is.side, amount: seen.is.amount });
    } else if (seen.name === 'insurance_taken' && seen.is.box_no === no) {
      found.push({ player: seen.is.by, kind: 'insurance', amount: seen.is.amount });
    } else if (seen.name === 'settled' && seen.is.box_no === no) {
      const { player, kind } = seen.is;
      found = found.filter((each) => each.player !== player || each.kind !== kindOf(kind));
    }
  }
  return found;
}
