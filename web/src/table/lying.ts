// What chips lie where, and whose box it is to act.
import type { BoxNo, BoxPlace, Money, PlayerId, RoundView, Side, StakeView } from '../wire';
import type { Action } from './action';
import type { Felt, FeltBox, Result } from './felt';
import { laidOn, type SpotKind, spotOf } from './spot';

interface Lying {
  player: PlayerId;
  amount: Money;
  /** Lost: the dealer takes it. */
  taken: boolean;
}

/** Chips laid for the next round. */
export function laidFor(box: BoxPlace, kind: SpotKind): Lying[] {
  const spot = spotOf(kind, box.no);
  return box.laid.flatMap(([player, lay]) => {
    const on = laidOn(lay);
    return on?.spot === spot ? [{ player, amount: on.amount, taken: false }] : [];
  });
}

/**
 * Whether chips are laid at a box for the next round: they must not look like those of the hand
 * that was there.
 */
export const isForNext = (box: BoxPlace): boolean =>
  box.laid.some(([, lay]) => laidOn(lay) !== null);

/** Whether chips for the next round lie wherever a hand of the last one was. */
export function isCleared({ boxes }: Felt, places: readonly BoxPlace[]): boolean {
  return boxes.every(({ no }) => places.some((place) => place.no === no && isForNext(place)));
}

/**
 * Chips in the round that is played, or was just settled: what somebody has left of them, or all
 * that the dealer takes.
 */
export function inPlay(felt: Felt, settled: readonly Result[], no: BoxNo, kind: SpotKind): Lying[] {
  const box = felt.boxes.find((each) => each.no === no);
  const results = settled.filter(({ box_no }) => box_no === no);
  const wagers = box ? (kind === 'wager' ? onHands(box, results) : beside(box, results, kind)) : [];
  return [...new Set(wagers.map(({ player }) => player))].map((player) => {
    const own = together(wagers.filter((each) => each.player === player));
    return own.lies > 0
      ? { player, amount: own.lies, taken: false }
      : { player, amount: own.taken, taken: own.taken > 0 };
  });
}

/**
 * Each hand's wagers and doubles by themselves: a hand of a split may be lost while another is
 * played.
 */
function onHands({ hands }: FeltBox, results: readonly Result[]): Lying[] {
  return hands.flatMap(({ stakes }, hand) =>
    stakes.flatMap(({ player, wager, double }) =>
      [{ kind: 'wager', amount: wager } as const, { kind: 'double', amount: double } as const].map(
        ({ kind, amount }) => {
          const taken = isLost(
            results,
            player,
            (result) => result.hand === hand && result.kind === kind,
          );
          return { player, amount, taken };
        },
      ),
    ),
  );
}

function beside(box: FeltBox, results: readonly Result[], side: Side): Lying[] {
  const isOn = ({ kind }: Result): boolean => typeof kind === 'object' && kind.side === side;
  return box.beside
    .filter(({ kind }) => kind === side)
    .map(({ player, amount }) => ({ player, amount, taken: isLost(results, player, isOn) }));
}

/**
 * What all have on a spot together, and what the dealer takes of it. How much of it is whose stands
 * beside the names.
 */
export function together(all: readonly Lying[]): { lies: Money; taken: Money } {
  const sum = { lies: 0, taken: 0 };
  for (const { amount, taken } of all) sum[taken ? 'taken' : 'lies'] += amount;
  return sum;
}

function isLost(
  results: readonly Result[],
  player: PlayerId,
  isOn: (result: Result) => boolean,
): boolean {
  return results.some((result) => result.player === player && isOn(result) && result.net < 0);
}

/** Whether somebody has a wager in the round that is not settled yet. */
export function isInPlay(round: RoundView | null, player: PlayerId | null): boolean {
  const stakes = round?.boxes.flatMap(({ hands }) => hands.flatMap((hand) => hand.stakes)) ?? [];
  return stakes.some((stake) => stake.open && round?.players[stake.player] === player);
}

/**
 * One's own boxes, first those where one both sits and has a wager in the round, then those with a
 * wager alone.
 */
export function boxesOf(felt: Felt, me: PlayerId | null, seats: readonly BoxNo[]): BoxNo[] {
  const isMine = ({ hands }: FeltBox) =>
    hands.some(({ stakes }) => stakes.some(({ player }) => player === me));
  const wagered = felt.boxes.filter(isMine).map(({ no }) => no);
  return [...new Set([...seats.filter((no) => wagered.includes(no)), ...wagered, ...seats])];
}

/**
 * The box that one should see: one's own that is asked about, else what is asked about, else what
 * is waited for, else one's own.
 */
export function boxInSight(
  asked: readonly Action[],
  own: readonly BoxNo[],
  waited: ReadonlySet<BoxNo>,
): BoxNo | null {
  const about = asked.flatMap(({ at }) => (at ? [at.box_no] : []));
  const seen = about.find((no) => own.includes(no)) ?? about[0];
  return seen ?? (asked.length > 0 ? undefined : [...waited][0]) ?? own[0] ?? null;
}

/**
 * The boxes that are waited for: by what one may do oneself, the one in turn, or else where those
 * who must answer have wagers.
 */
export function askedBoxes(round: RoundView | null, own: readonly Action[]): Set<BoxNo> {
  const asked = new Set(own.flatMap(({ at }) => (at ? [at.box_no] : [])));
  if (!round) return asked;
  if (round.in_turn) return asked.add(round.in_turn.box_no);
  const isWaited = ({ player, open }: StakeView) =>
    open && round.waiting_for.includes(round.players[player] ?? -1);
  for (const { no, hands } of round.boxes)
    if (hands.some(({ stakes }) => stakes.some(isWaited))) asked.add(no);
  return asked;
}
