// What was decided in a round and what it cost.
import { LANGUAGE } from '../text';
import type { HandRef, LegalLine, RoundPage, StepLine } from '../wire';

const worth = new Intl.NumberFormat(LANGUAGE, {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  signDisplay: 'exceptZero',
});
const cost = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
/** Less than what is shown is nothing. */
const NOTHING = 0.00005;

export const worthWords = (value: number): string => worth.format(value).replace('-', '−');
export const costWords = (value: number): string => cost.format(value);
export const isCost = (value: number | null | undefined): value is number => (value ?? 0) >= NOTHING;

const sameHand = (one: HandRef | null, other: HandRef | null): boolean =>
  one?.box_no === other?.box_no && one?.hand === other?.hand;

/** Whether a hand is the one in turn, or where there is not one alone, what some choice at a step is about. */
export const isAsked = ({ view, legal }: StepLine, hand: HandRef): boolean =>
  view.in_turn ? sameHand(view.in_turn, hand) : legal.some((line) => sameHand(line.hand, hand));

/** Whether a choice is the best of its player's about its hand; of equals the first is. */
export function isBest(legal: readonly LegalLine[], place: number): boolean {
  const line = legal[place];
  if (!line || line.worth === null) return false;
  const own = legal.filter(({ player, hand }) => player === line.player && sameHand(hand, line.hand));
  const best = Math.max(...own.map(({ worth }) => worth ?? Number.NEGATIVE_INFINITY));
  return own.find(({ worth }) => worth === best) === line;
}

/** Whether choices are about several hands, so that each must say which. */
export const areSeveral = (legal: readonly LegalLine[]): boolean =>
  legal.some(({ hand }) => !sameHand(hand, legal[0]?.hand ?? null));

/** What each player's choices cost in all; nothing for those whose choices have no worth. */
export function costs(page: RoundPage): { player: string; cost: number }[] {
  const sums = new Map<string, number>();
  for (const { chose, did } of page.steps)
    if (chose?.cost != null && did.player !== null) sums.set(did.player, (sums.get(did.player) ?? 0) + chose.cost);
  return [...sums].map(([player, cost]) => ({ player, cost }));
}
