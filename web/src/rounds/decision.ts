// What was decided in a round and what it cost.
import { about, centsOf, percent } from '../chart/figures';
import { choiceName } from '../table/action';
import { t } from '../text';
import { chart } from '../text/en/chart';
import { rounds } from '../text/en/rounds';
import { money } from '../text/money';
import type { HandRef, LegalLine, RoundPage, StepLine } from '../wire';
import { amountOf } from './branch';

/** Less than what is shown is nothing. */
const NOTHING = 0.00005;

export const isCost = (value: number | null | undefined): value is number =>
  (value ?? 0) >= NOTHING;

const sameHand = (one: HandRef | null, other: HandRef | null): boolean =>
  one?.box_no === other?.box_no && one?.hand === other?.hand;

/**
 * Whether a hand is the one in turn, or where there is not one alone, what some choice at a step is
 * about.
 */
export const isAsked = ({ view, legal }: StepLine, hand: HandRef): boolean =>
  view.in_turn ? sameHand(view.in_turn, hand) : legal.some((line) => sameHand(line.hand, hand));

/** Whether a choice is the best of its player's about its hand; of equals the first is. */
export function isBest(legal: readonly LegalLine[], place: number): boolean {
  const line = legal[place];
  if (!line || line.worth === null) return false;
  const own = legal.filter(
    ({ player, hand }) => player === line.player && sameHand(hand, line.hand),
  );
  const best = Math.max(...own.map(({ worth }) => worth ?? Number.NEGATIVE_INFINITY));
  return own.find(({ worth }) => worth === best) === line;
}

/** The hand or the box that a choice is about. */
function placeOf({ hand, choice }: LegalLine): string {
  if (hand) return rounds.hand(hand.box_no, hand.hand + 1, true);
  const [is] = typeof choice === 'string' ? [] : Object.values(choice);
  return is && 'box_no' in is ? t.table.box(is.box_no) : '';
}

/** The least and the most, where one may choose between them. */
export function rangeOf({ choice, least }: LegalLine): [number, number] | null {
  const most = amountOf(choice);
  return most !== null && least !== null && least < most ? [least, most] : null;
}

/**
 * A choice as the table's button calls it, with its amount where that is given; whose and where,
 * where there are several.
 */
export function choiceWords(
  page: RoundPage,
  legal: readonly LegalLine[],
  line: LegalLine,
  called: (name: string) => string,
): string {
  const amount = amountOf(line.choice);
  const name = choiceName(line.choice, (place) => page.players[place] ?? '');
  const words = amount === null || rangeOf(line) ? name : `${name} ${money(amount)}`;
  const said = legal.some(({ player }) => player !== line.player)
    ? rounds.of(called(line.player), words)
    : words;
  const place = placeOf(line);
  return place !== '' && legal.some((other) => placeOf(other) !== place)
    ? rounds.of(place, said)
    : said;
}

/** The wager on the hand that a choice is about, by which its worth is money. */
export function wagerOf(
  page: RoundPage,
  step: StepLine,
  { player, hand }: LegalLine,
): number | null {
  if (!hand) return null;
  const stakes = step.view.boxes.find((box) => box.no === hand.box_no)?.hands[hand.hand]?.stakes;
  return stakes?.find((stake) => page.players[stake.player] === player)?.wager ?? null;
}

/** What a choice cost: in initial wagers, and on which wager of which box. */
interface Cost {
  share: number;
  wager: number | null;
  box: number | null;
}

/** What the choice cost that was made in a step; nothing where it had no worth. */
export function costOf(page: RoundPage, { chose, step }: StepLine): Cost | null {
  if (chose?.cost == null) return null;
  const before = page.steps[step - 2];
  const line = before?.legal[chose.legal];
  const wager = before && line ? wagerOf(page, before, line) : null;
  return { share: chose.cost, wager, box: line?.hand?.box_no ?? null };
}

/** `$1.32, 5.27% of the wager`. */
export function costWords({ share, wager }: Omit<Cost, 'box'>): string {
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
  const { wager = null, box = null } = own[0] ?? {};
  if (own.every((cost) => cost.wager === wager && cost.box === box))
    return costWords({ share: own.reduce((sum, { share }) => sum + share, 0), wager });
  return about(
    own.reduce((sum, cost) => sum + centsOf(cost.share, cost.wager ?? 0), 0),
    chart.under,
  );
}
