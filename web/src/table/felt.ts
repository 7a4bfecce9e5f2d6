// What lies on the layout, card by card. Frames carry a table's view and what just happened; the cards of a round that
// ends within a frame are in its events alone, so the events are followed here and the view, where there is one, has the
// last word. Nothing is decided here: what the server did not say is not shown.
import type {
  BoxNo,
  BoxView,
  Card,
  Clause,
  Ending,
  Frame,
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
  /** When it is dealt, in milliseconds after its frame; less than nothing where it lay there before. */
  at: number;
}
export interface FeltStake {
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
export interface FeltBeside {
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
  results: Result[];
  multiplier: number | null;
  /** When everything of the last frame has been dealt, in milliseconds after it. */
  after: number;
  /** How many cards there were, for their keys. */
  dealt: number;
}

/** Milliseconds from card to card: the initial deal goes round quickly, what is drawn later is watched. */
const STEP_INITIAL = 110;
const STEP_LATER = 330;

export const EMPTY: Felt = {
  round: null,
  players: [],
  over: false,
  void: null,
  boxes: [],
  dealer: [],
  results: [],
  multiplier: null,
  after: 0,
  dealt: 0,
};

/** The layout after a frame. */
export function follow(before: Felt, frame: Frame): Felt {
  const felt = structuredClone(before);
  settleDown(felt);
  for (const event of frame.events) {
    const seen = readTable(event);
    if (seen.name === 'round_began') begin(felt, seen.is.no, seen.is.players);
    else if (seen.name === 'round_over' || seen.name === 'round_void') felt.over = true;
    if (seen.name === 'round_void') felt.void = seen.is.why;
    if (seen.name === 'round') apply(felt, seen.is);
  }
  const { round } = frame.view;
  if (round) reconcile(felt, round);
  else if (!felt.over) return EMPTY;
  return felt;
}

/** What was dealt before lies still. */
function settleDown(felt: Felt): void {
  felt.after = 0;
  for (const card of [...felt.dealer, ...felt.boxes.flatMap((box) => box.hands.flatMap((hand) => hand.cards))])
    card.at = -1;
}

function begin(felt: Felt, round: number, players: PlayerId[]): void {
  Object.assign(felt, structuredClone(EMPTY), { round, players: [...players] });
}

function apply(felt: Felt, { what, clause }: RoundEvent): void {
  const seen = readRound(what);
  const player = (place: number): PlayerId => felt.players[place] ?? -1;
  switch (seen.name) {
    case 'wager_placed': {
      const hand = handAt(felt, seen.is.box_no, 0);
      hand.stakes.push({ player: player(seen.is.player), wager: seen.is.amount, double: 0, surrendered: false });
      return;
    }
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
    case 'control_given':
      boxAt(felt, seen.is.box_no).controller = player(seen.is.player);
      return;
    case 'dealt': {
      const { to, card } = seen.is;
      if (to === 'dealer') deal(felt, felt.dealer, card);
      else {
        const hand = handAt(felt, to.hand.box_no, to.hand.hand);
        deal(felt, hand.cards, card);
        hand.total = null;
      }
      return;
    }
    case 'doubled': {
      const hand = handAt(felt, seen.is.hand.box_no, seen.is.hand.hand);
      hand.doubled = true;
      const stake = hand.stakes.find((each) => each.player === player(seen.is.player));
      if (stake) stake.double += seen.is.amount;
      return;
    }
    case 'surrendered': {
      const hand = handAt(felt, seen.is.hand.box_no, seen.is.hand.hand);
      const stake = hand.stakes.find((each) => each.player === player(seen.is.player));
      if (stake) stake.surrendered = true;
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
  cards.push({ key: `${felt.round}-${felt.dealt}`, card, at: felt.after });
  felt.dealt += 1;
  felt.after +=
    cards.length <= 2 && cards !== felt.dealer ? STEP_INITIAL : cards.length === 1 ? STEP_INITIAL : STEP_LATER;
}

/** The second card becomes a hand of its own, next in the order of play. Whose wager is on it the view tells. */
function split(box: FeltBox, at: number): void {
  const hand = box.hands[at];
  const second = hand?.cards.pop();
  if (!hand || !second) return;
  const stakes = hand.stakes.map((stake) => ({ ...stake, double: 0 }));
  box.hands.splice(at + 1, 0, { cards: [second], total: null, doubled: false, ended: null, stakes });
}

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
  for (let at = hands.length; at <= place; at += 1) {
    hands.push({ cards: [], total: null, doubled: false, ended: null, stakes: [] });
  }
  return hands[place] as FeltHand;
}

/** Takes over what the view says; cards that are there already keep their place. */
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
  for (const card of round.dealer.slice(felt.dealer.length)) lay(felt, felt.dealer, card);
}

function takeHand(felt: Felt, own: FeltHand, hand: HandView): void {
  hand.cards.forEach((view, place) => {
    const card = view === 'down' ? null : view.up;
    const there = own.cards[place];
    if (there) there.card = card;
    else lay(felt, own.cards, card);
  });
  own.cards.length = hand.cards.length;
  own.total = hand.total;
  own.doubled = hand.doubled;
  own.stakes = hand.stakes.map(({ player, wager, double, surrendered }) => {
    return { player: felt.players[player] ?? -1, wager, double, surrendered };
  });
}

/** A card that no event told of: it lay there when the page came, or lies face down. */
function lay(felt: Felt, cards: FeltCard[], card: Card | null): void {
  cards.push({ key: `${felt.round}-${felt.dealt}`, card, at: card === null ? felt.after : -1 });
  felt.dealt += 1;
  if (card === null) felt.after += STEP_INITIAL;
}

/** The layout with the cards that only this player sees. */
export function withOwn(felt: Felt, own: readonly BoxView[]): Felt {
  if (own.length === 0) return felt;
  const seen = structuredClone(felt);
  for (const box of own) {
    for (const [place, hand] of box.hands.entries()) takeHand(seen, handAt(seen, box.no, place), hand);
  }
  return seen;
}
