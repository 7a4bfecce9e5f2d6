// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Card } from "./cards";
import type { BoxNo, Clause, Money, Net, Odds } from "./rules";

/** A box as somebody sees it. */
export type BoxView = {
  no: BoxNo;
  controller: RoundPlayer | null;
  hands: HandView[];
};

/** A card as somebody sees it. */
export type CardView = { up: Card } | "down";

/**
 * Everything a person may choose to do. A choice names its box or hand, so that one that comes late acts on
 * no other.
 */
export type Choice =
  | { wager: { box_no: BoxNo; amount: Money; seated: boolean } }
  | { side_wager: { box_no: BoxNo; side: Side; amount: Money } }
  | { decline_control: { box_no: BoxNo } }
  | { insure: { box_no: BoxNo; amount: Money } }
  | { no_insurance: { box_no: BoxNo } }
  | { take_insurance: { box_no: BoxNo; of: RoundPlayer; amount: Money } }
  | "no_more_insurance"
  | { press: { box_no: BoxNo } }
  | { nominate: { box_no: BoxNo; nominee: RoundPlayer } }
  | { surrender: { box_no: BoxNo } }
  | { no_surrender: { box_no: BoxNo } }
  | { stand: { hand: HandRef } }
  | { draw: { hand: HandRef } }
  | { double: { hand: HandRef; amount: Money } }
  | { no_double: { hand: HandRef } }
  | { split: { hand: HandRef } }
  | { stay_on_first: { hand: HandRef } }
  | { forfeit: { hand: HandRef } }
  | { no_forfeit: { hand: HandRef } };

/** What the cards are dealt from. */
export type Dealing = "shoe" | "device";

/** Where a card goes. */
export type DealtTo = { hand: HandRef } | "dealer";

/** What comes from outside: a card, a cutting card, a multiplier. */
export type Draw = { card: Card } | "burned" | "cutting_card" | "joker" | "shuffle" | { multiplier: number };

/** How a hand came to its end. */
export type Ending =
  | "pontoon"
  | "stood"
  | "twenty_one"
  | "bust"
  | "doubled"
  | "forfeited"
  | "split_ace"
  | "no_more_cards"
  | "absent"
  | "withdrawn";

/** Whether a card is dealt face up. */
export type Face = "up" | "down";

/** How the first two cards of each box are dealt. */
export type Faces = "up" | "down";

/** A hand of a box, counted from 0 in the order of play. */
export type HandRef = {
  box_no: BoxNo;
  hand: number;
};

/** A hand as somebody sees it. */
export type HandView = {
  cards: CardView[];
  /** The total, if every card is seen. */
  total: Total | null;
  doubled: boolean;
  stakes: StakeView[];
};

/** How a person's wagers are restricted. */
export type Held = "free" | "late" | "by_order";

/** What chance must bring. */
export type Need = "burn" | { card: DealtTo } | "shuffle" | "multiplier";

/** How a wager ended. */
export type Outcome = "won" | "lost" | "stand_off" | "surrendered" | "forfeited" | "returned";

/**
 * The least and the most that one player may wager on a box where the house allows them more than the sign
 * does.
 */
export type RaisedLimits = {
  /** The smallest wager; not below the sign's. */
  minimum: Money;
  /** The largest wager; above the sign's. */
  maximum: Money;
};

/** One thing that happened. */
export type RoundEvent = {
  what: RoundWhat;
  clause: Clause;
};

/** A person at the table, by their place in the setup's list. */
export type RoundPlayer = number;

/** The reasons there are. */
export type RoundReason =
  | "wagers_closed"
  | "nothing_wagered"
  | { no_such_box: { most: number } }
  | "no_amount"
  | "too_much"
  | { not_in_chips: { chip: Money } }
  | "no_player_card"
  | { held_to_minimum: { minimum: Money } }
  | { held_to_boxes: { boxes: number } }
  | "alone_on_one_box"
  | { box_full: { most: number } }
  | "already_wagered"
  | { seat_taken: { box_no: BoxNo } }
  | { below_minimum: { minimum: Money } }
  | { above_maximum: { maximum: Money } }
  | { not_a_multiple: { of: Money } }
  | { side_not_offered: { side: Side } }
  | { side_outside_limits: { least: Money; most: Money } }
  | "side_needs_box_wager"
  | "side_needs_own_wager"
  | "side_already_wagered"
  | "no_wager_here"
  | "control_cannot_be_declined"
  | "not_time_to_deal"
  | { not_needed: { need: Need } }
  | { card_not_in_shoe: { card: Card } }
  | { card_not_in_pack: { card: Card } }
  | "shoe_not_empty"
  | "no_rule_for_empty_shoe"
  | "nothing_to_shuffle"
  | "no_cutting_card_here"
  | "no_joker_here"
  | { no_such_multiplier: { multiplier: number } }
  | "not_now"
  | "not_your_turn"
  | "no_insurance_offered"
  | "no_insurance_with_pontoon"
  | { insurance_too_high: { most: Money } }
  | { insurance_step: { step: Money } }
  | { add_on_below_minimum: { minimum: Money } }
  | "already_answered"
  | "insurance_not_declined"
  | "own_insurance"
  | "others_insurance_barred"
  | "already_claimed"
  | "no_press_due"
  | "nominee_has_winning_wager"
  | "nominee_unknown"
  | "surrender_not_offered"
  | "no_surrender"
  | "controller_plays_on"
  | "wait_for_controller"
  | "surrender_after_split"
  | "only_controller_decides"
  | "must_draw"
  | "hand_complete"
  | "double_not_on_this_total"
  | "double_only_first_two"
  | "double_after_split"
  | "double_split_aces"
  | { double_too_high: { most: Money } }
  | { double_too_low: { least: Money } }
  | "not_a_pair"
  | "split_again"
  | { too_many_hands: { most: number } }
  | "split_aces_again"
  | "split_declined_before"
  | "split_aces_one_card"
  | "nothing_to_forfeit"
  | "forfeit_without_double"
  | "no_forfeit"
  | "already_absent"
  | "round_over"
  | "no_withdrawing"
  | "already_decided"
  | "nothing_to_withdraw";

/** Everything that can happen. */
export type RoundWhat =
  | { wager_placed: { box_no: BoxNo; player: RoundPlayer; amount: Money; seated: boolean } }
  | { side_placed: { box_no: BoxNo; player: RoundPlayer; side: Side; amount: Money } }
  | { below_minimum: { box_no: BoxNo; player: RoundPlayer } }
  | {
      above_maximum: {
        box_no: BoxNo;
        player: RoundPlayer;
        counted: Money;
        /** What goes back at once. */
        returned: Money;
      };
    }
  | { control_declined: { box_no: BoxNo; player: RoundPlayer } }
  | { control_given: { box_no: BoxNo; player: RoundPlayer } }
  | { wager_moved: { box_no: BoxNo; player: RoundPlayer } }
  | { began: Stage }
  | "burned"
  | "cutting_card_seen"
  | "cutting_card_first"
  | "joker_replaced"
  | "rack_shuffled"
  | "rack_returned"
  | { dealt: { to: DealtTo; card: Card; face: Face } }
  | { exposed: { box_no: BoxNo } }
  | { insurance_taken: { box_no: BoxNo; of: RoundPlayer; by: RoundPlayer; amount: Money } }
  | { insurance_declined: { box_no: BoxNo; player: RoundPlayer } }
  | { insurance_claimed: { box_no: BoxNo; of: RoundPlayer; by: RoundPlayer; amount: Money } }
  | { claim_refused: { box_no: BoxNo; of: RoundPlayer; by: RoundPlayer } }
  | { claims_ended: { player: RoundPlayer } }
  | { pressed: { box_no: BoxNo; player: RoundPlayer; by: RoundPlayer } }
  | { multiplier_shown: { multiplier: number } }
  | { surrendered: { hand: HandRef; player: RoundPlayer } }
  | { surrender_declined: { hand: HandRef; player: RoundPlayer } }
  | { absent: { box_no: BoxNo; player: RoundPlayer } }
  | { withdrawn: { player: RoundPlayer } }
  | { card_asked: { hand: HandRef; by: RoundPlayer | null } }
  | { doubled: { hand: HandRef; player: RoundPlayer; amount: Money } }
  | { double_declined: { hand: HandRef; player: RoundPlayer } }
  | { split_matched: { hand: HandRef; player: RoundPlayer } }
  | { stayed_on_first: { hand: HandRef; player: RoundPlayer } }
  | { hand_split: { hand: HandRef } }
  | { forfeited: { hand: HandRef; player: RoundPlayer } }
  | { forfeit_declined: { hand: HandRef; player: RoundPlayer } }
  | { hand_ended: { hand: HandRef; how: Ending } }
  | { super_bonus_won: { hand: HandRef } }
  | { settled: Settled };

/** What became of one wager. */
export type Settled = {
  /** On which box. */
  box_no: BoxNo;
  /** On which hand, where the wager lay on one. */
  hand: number | null;
  /** Whose wager. */
  player: RoundPlayer;
  /** What kind. */
  kind: WagerKind;
  /** How it ended. */
  outcome: Outcome;
  /** The odds it was paid at, if it was. */
  odds: Odds | null;
  /** The amount that was at stake; nothing for a bonus. */
  stake: Money;
  /** What was won or lost. */
  net: Net;
};

/** A wager beside the one on the hand. */
export type Side = "pairs" | "pandemonium";

/** The parts of a round of play, in their order. */
export type Stage =
  | "wagering"
  | "burning"
  | "initial_deal"
  | "side_settlement"
  | "insurance"
  | "anothers_insurance"
  | "interim_settlement"
  | "jackpot"
  | "surrender"
  | "subsequent_deal"
  | "forfeits"
  | "dealers_hand"
  | "final_settlement"
  | "over";

/** Somebody's money on a hand. Wagers lie open on the layout. */
export type StakeView = {
  player: RoundPlayer;
  wager: Money;
  double: Money;
  open: boolean;
  surrendered: boolean;
};

/** A point total. */
export type Total = {
  /** The points, an Ace counted 11 where that does not exceed 21. */
  points: number;
  /** Whether an Ace counts 11. */
  kind: TotalKind;
};

/** Hard or soft. */
export type TotalKind = "hard" | "soft";

/** The kinds of wagers and payments that are settled. */
export type WagerKind = "wager" | "double" | { side: Side } | "insurance" | "super_bonus" | "others_bonus";

/** When wagers are held against the sign. */
export type WagersChecked = "when_laid" | "when_closed";
