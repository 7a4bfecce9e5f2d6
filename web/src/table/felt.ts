// What lies on the layout, card by card. Events tell in which order cards came and what became of
// wagers and hands; what lies there and what it counts is the round of the frame: the one that goes
// on, or the one that just ended. Nothing is counted or decided here: what the server did not say
// is not shown.
import type {
  BoxNo,
  BoxView,
  Card,
  CardView,
  Clause,
  Ending,
  Frame,
  HandRef,
  HandView,
  Money,
  Net,
  Odds,
  Outcome,
  PlayerId,
  RoundEvent,
  RoundView,
  Side,
  Total,
  WagerKind,
} from '../wire';
import { readRound, readTable } from './event';

export interface FeltCard {
  key: string;
  /** Null while it lies face down. */
  card: Card | null;
  /**
   * When it leaves the shoe, by the clock that frames are taken at; less than nothing where it lay
   * there before.
   */
  at: number;
}
interface FeltStake {
  player: PlayerId;
  wager: Money;
  double: Money;
  surrendered: boolean;
}
export interface FeltHand {
  cards: FeltCard[];
  total: Total | null;
  doubled: boolean;
  ended: Ending | null;
  stakes: FeltStake[];
}
interface FeltBeside {
  player: PlayerId;
  kind: Side | 'insurance';
  amount: Money;
}
export interface FeltBox {
  no: BoxNo;
  controller: PlayerId | null;
  hands: FeltHand[];
  beside: FeltBeside[];
}
export interface Result {
  box_no: BoxNo;
  hand: number | null;
  player: PlayerId;
  kind: WagerKind;
  outcome: Outcome;
  odds: Odds | null;
  stake: Money;
  net: Net;
  clause: Clause;
}
export interface Felt {
  round: number | null;
  players: PlayerId[];
  over: boolean;
  void: string | null;
  boxes: FeltBox[];
  dealer: FeltCard[];
  dealerTotal: Total | null;
  dealerPontoon: boolean;
  /** The hand that is in turn, where it is one alone. */
  inTurn: HandRef | null;
  results: Result[];
  multiplier: number | null;
  /** When the last frame came. */
  came: number;
  /** While it is followed, when its next card leaves the shoe. */
  next: number;
  /**
   * When every card has landed, by the clock that frames are taken at; nothing where none was on
   * its way.
   */
  landed: number;
  /** How many cards there were, for their keys. */
  dealt: number;
}

/**
 * Milliseconds from card to card: the initial deal goes round quickly, what is drawn later is
 * watched.
 */
const STEP_INITIAL = 110;
const STEP_LATER = 330;
/**
 * Cards leave the shoe so much later than their frame at most: a line that stood still brings many
 * frames at once.
 */
const LATEST = 2500;
/** How long a card is on its way. */
export const FLIGHT = 280;

export const EMPTY: Felt = {
  round: null,
  players: [],
  over: false,
  void: null,
  boxes: [],
  dealer: [],
  dealerTotal: null,
  dealerPontoon: false,
  inTurn: null,
  results: [],
  multiplier: null,
  came: 0,
  next: 0,
  landed: 0,
  dealt: 0,
};

/**
 * The layout after a frame that came at this time, in milliseconds by a clock that is never put
 * back.
 */
export function follow(before: Felt, frame: Frame, came: number): Felt {
  const felt = structuredClone(before);
  settleDown(felt);
  // What comes while cards are on their way comes after them.
  felt.came = came;
  felt.landed = Math.max(came, before.landed);
  felt.next = Math.min(came + LATEST, felt.landed);
  for (const event of frame.events) {
    const seen = readTable(event);
    if (seen.name === 'round_began') begin(felt, seen.is.no, seen.is.players);
    if (seen.name === 'round_void') {
      felt.void = seen.is.why;
      // What had been settled is taken back.
      felt.results = [];
    }
    if (seen.name === 'round') apply(felt, seen.is);
  }
  const { round } = frame.view;
  if (round && frame.earlier.length > 0) catchUp(felt, round, frame.earlier);
  else if (round) reconcile(felt, round);
  else if (frame.over) {
    reconcile(felt, frame.over);
    felt.over = true;
  } else if (!felt.over) return EMPTY;
  return felt;
}

/** A round that one comes to: everything in it happened before, and lies still. */
function catchUp(felt: Felt, round: RoundView, earlier: readonly RoundEvent[]): void {
  begin(felt, round.no, round.players);
  for (const event of earlier) apply(felt, event);
  reconcile(felt, round);
  settleDown(felt);
  felt.landed = 0;
}

/** What was dealt before lies still. */
function settleDown(felt: Felt): void {
  for (const card of [
    ...felt.dealer,
    ...felt.boxes.flatMap((box) => box.hands.flatMap((hand) => hand.cards)),
  ])
    card.at = -1;
}

function begin(felt: Felt, round: number, players: PlayerId[]): void {
  // Cards are counted on and on, so that those of a new round are more than there were. They wait
  // for none of the last round.
  const { dealt, came } = felt;
  Object.assign(felt, structuredClone(EMPTY), {
    round,
    players: [...players],
    dealt,
    came,
    next: came,
    landed: came,
  });
}

function apply(felt: Felt, { what, clause }: RoundEvent): void {
  const seen = readRound(what);
  const player = (place: number): PlayerId => felt.players[place] ?? -1;
  switch (seen.name) {
    case 'side_placed':
      boxAt(felt, seen.is.box_no).beside.push({
        player: player(seen.is.player),
        kind: seen.is.side,
        amount: seen.is.amount,
      });
      return;
    case 'insurance_taken':
      boxAt(felt, seen.is.box_no).beside.push({
        player: player(seen.is.by),
        kind: 'insurance',
        amount: seen.is.amount,
      });
      return;
    case 'dealt': {
      const { to, card } = seen.is;
      deal(
        felt,
        to === 'dealer' ? felt.dealer : handAt(felt, to.hand.box_no, to.hand.hand).cards,
        card,
      );
      return;
    }
    case 'hand_split':
      split(boxAt(felt, seen.is.hand.box_no), seen.is.hand.hand);
      return;
    case 'hand_ended':
      handAt(felt, seen.is.hand.box_no, seen.is.hand.hand).ended = seen.is.how;
      return;
    case 'multiplier_shown':
      felt.multiplier = seen.is.multiplier;
      return;
    case 'settled':
      felt.results.push({ ...seen.is, player: player(seen.is.player), clause });
      return;
    default:
  }
}

function deal(felt: Felt, cards: FeltCard[], card: Card | null): void {
  const isInitial = cards.length < (cards === felt.dealer ? 1 : 2);
  fly(felt, cards, card, isInitial ? STEP_INITIAL : STEP_LATER);
}

/** Lets a card come to others, and the next one so much later. */
function fly(felt: Felt, cards: FeltCard[], card: Card | null, step: number): void {
  add(felt, cards, card, felt.next);
  felt.landed = felt.next + FLIGHT;
  felt.next = Math.min(felt.came + LATEST, felt.next + step);
}

function add(felt: Felt, cards: FeltCard[], card: Card | null, at: number): void {
  cards.push({ key: `${felt.round}-${felt.dealt}`, card, at });
  felt.dealt += 1;
}

/** The second card becomes a hand of its own, next in the order of play. */
function split(box: FeltBox, at: number): void {
  const second = box.hands[at]?.cards.pop();
  if (second) box.hands.splice(at + 1, 0, { ...emptyHand(), cards: [second] });
}

const emptyHand = (): FeltHand => ({
  cards: [],
  total: null,
  doubled: false,
  ended: null,
  stakes: [],
});

function boxAt(felt: Felt, no: BoxNo): FeltBox {
  const known = felt.boxes.find((box) => box.no === no);
  if (known) return known;
  const box: FeltBox = { no, controller: null, hands: [], beside: [] };
  felt.boxes.push(box);
  felt.boxes.sort((one, other) => one.no - other.no);
  return box;
}

function handAt(felt: Felt, no: BoxNo, place: number): FeltHand {
  const { hands } = boxAt(felt, no);
  while (hands.length <= place) hands.push(emptyHand());
  return hands[place] as FeltHand;
}

/** Takes over what the round says; cards that are there already keep their place. */
function reconcile(felt: Felt, round: RoundView): void {
  if (felt.round !== round.no) begin(felt, round.no, round.players);
  felt.players = [...round.players];
  for (const box of round.boxes) {
    const own = boxAt(felt, box.no);
    own.controller = box.controller === null ? null : (round.players[box.controller] ?? null);
    box.hands.forEach((hand, place) => {
      takeHand(felt, handAt(felt, box.no, place), hand);
    });
    own.hands.length = box.hands.length;
  }
  for (const card of round.dealer.slice(felt.dealer.length)) addUntold(felt, felt.dealer, card);
  felt.dealerTotal = round.dealer_total;
  felt.dealerPontoon = round.dealer_pontoon;
  felt.inTurn = round.in_turn;
}

function takeHand(felt: Felt, own: FeltHand, hand: HandView): void {
  hand.cards.forEach((view, place) => {
    const card = faceOf(view);
    const there = own.cards[place];
    if (there) there.card = card;
    else addUntold(felt, own.cards, card);
  });
  own.cards.length = hand.cards.length;
  own.total = hand.total;
  own.doubled = hand.doubled;
  own.stakes = hand.stakes.map(({ player, wager, double, surrendered }) => {
    return { player: felt.players[player] ?? -1, wager, double, surrendered };
  });
}

/** A card that no event told of: it lay there when the page came, or lies face down. */
function addUntold(felt: Felt, cards: FeltCard[], card: Card | null): void {
  if (card === null) fly(felt, cards, card, STEP_INITIAL);
  else add(felt, cards, card, -1);
}

/** The layout with the cards turned up that only this player sees. */
export function withOwn(felt: Felt, own: readonly BoxView[]): Felt {
  if (own.length === 0) return felt;
  const seen = structuredClone(felt);
  for (const { no, hands } of own)
    for (const [place, hand] of hands.entries()) turnUp(handAt(seen, no, place), hand);
  return seen;
}

function turnUp(hand: FeltHand, { cards, total }: HandView): void {
  for (const [place, there] of hand.cards.entries()) there.card ??= faceOf(cards[place] ?? 'down');
  hand.total ??= total;
}

const faceOf = (view: CardView): Card | null => (view === 'down' ? null : view.up);
