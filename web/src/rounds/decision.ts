// What was decided in a round and what it cost.
import { about, centsOf, percent } from '../chart/figures';
import { choiceName } from '../table/action';
import { chart } from '../text/en/chart';
import { rounds } from '../text/en/rounds';
import { money } from '../text/money';
import type { HandRef, LegalLine, RoundPage, StepLine } from '../wire';
import { amountOf } from './branch';

/** Less than what is shown is nothing. */
const NOTHING = 0.00005;

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

/** The least and the most, where one may choose between them. */
export function rangeOf({ choice, least }: LegalLine): [number, number] | null {
  const most = amountOf(choice);
  return most !== null && least !== null && least < most ? [least, most] : null;
}

/** A choice as the table's button calls it, with its amount where that is given, and whose it is where several are asked. */
export function choiceWords(page: RoundPage, legal: readonly LegalLine[], line: LegalLine): string {
  const amount = amountOf(line.choice);
  const name = choiceName(line.choice, (place) => page.players[place] ?? '');
  const words = amount === null || rangeOf(line) ? name : `${name} ${money(amount)}`;
  return legal.some(({ player }) => player !== line.player) ? rounds.of(line.player, words) : words;
}

/** The wager a choice is about, by which its worth is money. */
export function wagerOf(page: RoundPage, step: StepLine, { player, hand, choice }: LegalLine): number | null {
  const [is] = typeof choice === 'string' ? [] : Object.values(choice);
  const no = hand?.box_no ?? (is && 'box_no' in is ? is.box_no : undefined);
  const stakes = step.view.boxes.find((box) => box.no === no)?.hands[hand?.hand ?? 0]?.stakes;
  return stakes?.find((stake) => page.players[stake.player] === player)?.wager ?? null;
}

/** What a choice cost: in initial wagers, and on which wager. */
interface Cost {
  share: number;
  wager: number | null;
}

/** What the choice cost that was made in a step; nothing where it had no worth. */
export function costOf(page: RoundPage, { chose, step }: StepLine): Cost | null {
  if (chose?.cost == null) return null;
  const before = page.steps[step - 2];
  const line = before?.legal[chose.legal];
  return { share: chose.cost, wager: before && line ? wagerOf(page, before, line) : null };
}

/** `$1.32, 5.27% of the wager`. */
export function costWords({ share, wager }: Cost): string {
  const part = rounds.ofWager(percent(share, 2));
  return wager === null ? part : rounds.both(about(centsOf(share, wager), chart.under), part);
}

/** What each player's choices cost in all; nothing for those whose choices have no worth. */
export function costs(page: RoundPage): { player: string; share: number; words: string }[] {
  const all = new Map<string, Cost[]>();
  for (const step of page.steps) {
    const { player } = step.did;
    const cost = costOf(page, step);
    if (cost && player !== null) all.set(player, [...(all.get(player) ?? []), cost]);
  }
  return [...all].map(([player, own]) => ({
    player,
    share: own.reduce((sum, { share }) => sum + share, 0),
    words: togetherWords(own),
  }));
}

/** Shares of one wager are added up; of several wagers only the money is. */
function togetherWords(own: readonly Cost[]): string {
  const wager = own[0]?.wager ?? null;
  if (own.every((cost) => cost.wager === wager))
    return costWords({ share: own.reduce((sum, { share }) => sum + share, 0), wager });
  return about(
    own.reduce((sum, cost) => sum + centsOf(cost.share, cost.wager ?? 0), 0),
    chart.under,
  );
}
