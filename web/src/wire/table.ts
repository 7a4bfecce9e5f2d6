// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Card } from "./cards";
import type { BoxView, Choice, Dealing, Draw, Faces, HandRef, Held, RaisedLimits, RoundEvent, RoundReason, Side, Stage, Total, WagersChecked } from "./game";
import type { PlayerId, TableId } from "./ledger";
import type { BoxNo, Clause, Money, Sign } from "./rules";

/** The kinds of things a player may do. */
export type Able =
  | "arrive"
  | "depart"
  | { sit: { box_no: BoxNo } }
  | { give_up: { box_no: BoxNo } }
  | { lay: { lay: Lay } }
  | { withdraw: { box_no: BoxNo } }
  | "ready"
  | "give_seed"
  | { cut: { least: number; most: number } }
  | "refuse_cut"
  | "withdraw_from_round"
  | { choose: { choice: Choice } };

/** Who asks. Who may ask for what is decided by the house's table of roles, not here. */
export type Actor = { player: PlayerId } | { staff: string } | "software" | "dealer" | "clock";

/** Whether the house's software advises players on their decisions at the table. */
export type Advice = "off" | "on";

/** A box, and who has what to do with it. */
export type BoxPlace = {
  no: BoxNo;
  seated: PlayerId | null;
  reserved: PlayerId | null;
  maximum: Money | null;
  /** What lies on it before the round. */
  laid: Array<[PlayerId, Lay]>;
};

/** Something a player may do now. */
export type Can = {
  /** What; an amount in it is the most there may be. */
  what: Able;
  /** The least amount, where there is one. */
  least: Money | null;
  /** The clause that allows it. */
  clause: Clause;
};

/** Everything that may be asked of a table. */
export type Command =
  | "open"
  | {
      announce_closing: {
        /** After the last rounds instead of after a time. */
        last_rounds: boolean;
      };
    }
  | "close"
  | {
      set_sign: {
        /** The new sign. */
        sign: Sign;
        /** At once, and for newcomers only, where the book allows it. */
        newcomers: boolean;
      };
    }
  | {
      set_maximum: {
        /** Which box. */
        box_no: BoxNo;
        /** Its maximum. */
        maximum: Money | null;
      };
    }
  | {
      raise_limits: {
        /** Whom. */
        player: PlayerId;
        /** The least and the most the player may wager on a box. */
        limits: RaisedLimits | null;
      };
    }
  | {
      reserve: {
        /** Which box. */
        box_no: BoxNo;
        /** For whom. */
        player: PlayerId | null;
      };
    }
  | {
      restrict: {
        /** Whom. */
        player: PlayerId;
        /** How. */
        held: Held;
      };
    }
  | {
      refuse_several: {
        /** Whom. */
        player: PlayerId;
        /** Refused, or allowed again. */
        refused: boolean;
      };
    }
  | {
      find_card: {
        /** Whose. */
        player: PlayerId;
        /** Whether it is valid. */
        valid: boolean;
      };
    }
  | {
      note_touched: {
        /** Who. */
        player: PlayerId;
      };
    }
  | {
      refuse_future: {
        /** Whose wagers. */
        player: PlayerId;
        /** Refused, or taken again. */
        refused: boolean;
      };
    }
  | {
      refuse_wager: {
        /** Whose. */
        player: PlayerId;
        /** Where. */
        box_no: BoxNo;
      };
    }
  | {
      vacate: {
        /** Which box. */
        box_no: BoxNo;
      };
    }
  | "order_shuffle"
  | {
      void_round: {
        /** Why, for the record. */
        why: string;
      };
    }
  | {
      arrive: {
        /** The name in the records. */
        name: string;
      };
    }
  | "depart"
  | {
      sit: {
        /** At which box. */
        box_no: BoxNo;
      };
    }
  | {
      give_up: {
        /** At which box. */
        box_no: BoxNo;
      };
    }
  | {
      lay: {
        /** What. */
        lay: Lay;
      };
    }
  | {
      withdraw: {
        /** Which box. */
        box_no: BoxNo;
      };
    }
  | "ready"
  | "withdraw_from_round"
  | {
      cut: {
        /** How many cards are taken from the front. */
        place: number;
      };
    }
  | "refuse_cut"
  | {
      give_seed: {
        /** Any short text. */
        seed: string;
      };
    }
  | {
      choose: {
        /** Which. */
        choice: Choice;
      };
    }
  | {
      shuffled: {
        /** What binds the source to their order. */
        seal: Seal;
      };
    }
  | {
      cut_by_house: {
        /** How many cards are taken from the front. */
        place: number;
      };
    }
  | {
      cut_by_supervisor: {
        /** How many cards are taken from the front. */
        place: number;
      };
    }
  | {
      seed_by_house: {
        /** The seed. */
        seed: string;
      };
    }
  | {
      deal: {
        /** What came. */
        draw: Draw;
      };
    }
  | "tick"
  | "restarted";

/** How a cut was refused. */
export type CutRefused = "declined" | "no_answer" | "departed";

/** Who cut, or added a seed. */
export type Cutter = { player: PlayerId } | "software" | "dealer" | "supervisor";

/** Who made a choice. */
export type Decider = "player" | "clock" | "absence";

/** A clause of the house's own that a table goes by beside its book. */
export type HouseClause = {
  /** Its number. */
  number: string;
  /** Its words. */
  words: string;
};

/** Who cuts where software deals, when no player wants to and the book names a supervisor. */
export type LastCutBy = "software" | "supervisor";

/** Whether players who sat out are held to the minimum until the next shoe. */
export type LatePolicy = "free" | "held";

/** What may be laid before the first card. */
export type Lay =
  | {
      wager: {
        /** Which box. */
        box_no: BoxNo;
        /** How much. */
        amount: Money;
      };
    }
  | {
      side: {
        /** Which box. */
        box_no: BoxNo;
        /** Which wager. */
        side: Side;
        /** How much. */
        amount: Money;
      };
    }
  | {
      decline_control: {
        /** Which box. */
        box_no: BoxNo;
      };
    };

/** Whether a table is open. */
export type Openness = "closed" | "open" | { until: Time } | { rounds: number };

/** A person at the table. */
export type PersonView = {
  player: PlayerId;
  name: string;
  held: Held;
  /** Whether the house found a valid player card. */
  card: boolean;
  /** How often it was noted that the player touched wagers in play. */
  touched: number;
  /** Further wagers are refused for it. */
  future_refused: boolean;
  marker: Money | null;
  raised: RaisedLimits | null;
  ready: boolean;
  leaving: boolean;
};

/** Where a table stands. */
export type Phase = "closed" | "shuffle" | "cut" | "wagers" | "round";

/** Whether players show a player card where the book wants one. */
export type PlayerCards = "asked" | "not_asked";

/** What only one player sees. */
export type PrivateView = {
  /** What the player may do. */
  can: Can[];
  /** Cards of the player's own boxes that lie face down for everybody else. */
  own: BoxView[];
};

/** The round, as somebody sees it. Its players are numbered as in `players`. */
export type RoundView = {
  no: number;
  players: PlayerId[];
  stage: Stage;
  boxes: BoxView[];
  dealer: Card[];
  /** What they count, once there are any. */
  dealer_total: Total | null;
  /** Whether they are a Pontoon, which beats every other 21. */
  dealer_pontoon: boolean;
  /** The hand that is in turn, where it is one alone. */
  in_turn: HandRef | null;
  waiting_for: PlayerId[];
};

/**
 * What a source of cards says of a shuffle, as text: a commitment, or nothing where real cards are shuffled.
 */
export type Seal = string;

/** Why a seat was lost. */
export type SeatLost = "given_up" | "wanted" | "idle" | "restricted" | "closed";

/** The shoe or device. */
export type ShoeView = {
  no: number;
  dealing: Dealing;
  seal: Seal;
  all: number;
  drawn: number;
  cut_at: number | null;
  cutting_card: number | null;
  offered_to: PlayerId | null;
  /** No player wants to cut, and a supervisor is waited for. */
  supervisor_awaited: boolean;
};

/** Why cards must be shuffled. */
export type ShuffleWhy =
  | "start"
  | "cutting_card"
  | "cutting_card_first"
  | "order"
  | "empty_table"
  | "ran_out"
  | "new_seeds"
  | "after_ran_out";

/** A length of time, in milliseconds. */
export type Span = number;

/** Who may come to a table. The table itself asks nobody: whoever keeps the door goes by this. */
export type TableAccess =
  | "public"
  | {
      private: {
        /** Who started it. */
        owner: PlayerId;
        /** How many house players come when people are there. */
        house_players: number;
      };
    };

/** How a table is set up. */
export type TableConfig = {
  /** The id of the rule book. */
  book: string;
  /** Settings of the book that this table has otherwise, by key or reading. */
  set: Array<[string, string]>;
  /** How many decks. */
  decks: number;
  /** Shoe or device. */
  dealing: Dealing;
  /** How the first two cards of each box are dealt. */
  faces: Faces;
  /** The sign at the table. */
  sign: Sign;
  /** How many cards lie behind the cutting card. */
  cutting_card: number;
  /** What the float holds when the table opens. */
  float: Money;
  /** How long people have. */
  times: Times;
  /** What is done about players who sat out, where the book lets the house restrict them. */
  late: LatePolicy;
  /**
   * When wagers are held against the sign: when they are laid where software deals, when they are closed
   * where a person does. A config that was written down before this was asked has them checked when they are
   * closed, as it was then.
   */
  wagers_checked?: WagersChecked;
  /**
   * Whether players show a card where the book wants one. Before this was asked, whoever came said it of
   * themselves, so nobody was.
   */
  player_cards?: PlayerCards;
  /** Whether the house's software advises players at the table. Before this was asked it did everywhere. */
  advice?: Advice;
  /** Who cuts where software deals, when no player wants to and the book names a supervisor. */
  last_cut?: LastCutBy;
  /** Who may come. What was written down before there were private tables is public. */
  access?: TableAccess;
};

/** One thing that happened. */
export type TableEvent = {
  what: TableWhat;
  clause: Clause;
};

/** The reasons there are. */
export type TableReason =
  | "closed"
  | "already_open"
  | "round_under_way"
  | "no_round_under_way"
  | "for_players_only"
  | { closing_needs_notice: { minutes: number } }
  | "no_last_rounds"
  | "already_closing"
  | { sign: string }
  | { notice_first: { minutes: number } }
  | "not_higher"
  | "no_own_maximum"
  | "no_raised_limits"
  | "limits_not_raised"
  | "maximum_too_low"
  | "no_reserving"
  | "box_reserved"
  | "cannot_restrict"
  | "held_by_order"
  | "not_sat_out"
  | "cannot_refuse"
  | "no_partner"
  | "nothing_noted"
  | { too_few_instances: { noted: number; needed: number } }
  | "future_refused"
  | "cannot_refuse_several"
  | "not_at_table"
  | "already_at_table"
  | { table_full: { most: number } }
  | { name: string }
  | "name_taken"
  | "leaving"
  | { no_such_box: { most: number } }
  | "seat_taken"
  | "several_refused"
  | "not_your_seat"
  | "seat_empty"
  | { not_idle: { rounds: number } }
  | "seats_free"
  | "idle_not_provided"
  | "no_shuffle_by_order"
  | "shuffle_due_already"
  | "no_shuffle_due"
  | "no_cut_due"
  | "cut_not_offered"
  | { cut_out_of_range: { least: number; most: number } }
  | "house_cuts_last"
  | "supervisor_cuts"
  | "dealer_cuts"
  | "for_dealer_only"
  | "card_claimed"
  | "no_card_asked"
  | "advice_off"
  | "no_seeds_here"
  | "seed_too_late"
  | { bad_seed: { most: number } }
  | "nothing_laid"
  | "nothing_laid_here"
  | "not_dealt"
  | "why_too_long"
  | "interrupted"
  | "not_interrupted"
  | { game: RoundReason };

/** A table as everybody sees it. */
export type TableView = {
  id: TableId;
  book: string;
  phase: Phase;
  open: Openness;
  sign: Sign;
  /** The clauses of the house's own by which this table goes where its book says otherwise. */
  house_clauses: HouseClause[];
  /** Whether whoever wagers here must hold a valid player card. */
  cards_asked: boolean;
  /** Whether the house's software advises players here. */
  advice: Advice;
  /** The sign that comes, and when. */
  coming: [Sign, Time] | null;
  people: PersonView[];
  boxes: BoxPlace[];
  shoe: ShoeView;
  round: RoundView | null;
  rounds: number;
  /** Until when somebody is waited for. */
  until: Time | null;
};

/** Everything that can happen. */
export type TableWhat =
  | "opened"
  | {
      closing_announced: {
        /** When, where it is a matter of time. */
        at: Time | null;
        /** After how many rounds, where it is a matter of rounds. */
        rounds: number | null;
      };
    }
  | "closed"
  | { sign_announced: { sign: Sign; from: Time } }
  | { sign_changed: { sign: Sign } }
  | { marker_placed: { player: PlayerId; minimum: Money } }
  | { marker_removed: { player: PlayerId } }
  | { maximum_set: { box_no: BoxNo; maximum: Money | null } }
  | { limits_raised: { player: PlayerId; limits: RaisedLimits | null } }
  | { reserved: { box_no: BoxNo; player: PlayerId | null } }
  | { restricted: { player: PlayerId; held: Held } }
  | { several_refused: { player: PlayerId; refused: boolean } }
  | { wagers_touched: { player: PlayerId; instances: number } }
  | { future_refused: { player: PlayerId; refused: boolean } }
  | { arrived: { player: PlayerId; name: string } }
  | { card_found: { player: PlayerId; valid: boolean } }
  | { departed: { player: PlayerId } }
  | { seated: { player: PlayerId; box_no: BoxNo } }
  | { seat_lost: { player: PlayerId; box_no: BoxNo; why: SeatLost } }
  | "shuffle_ordered"
  | { shuffle_due: { why: ShuffleWhy } }
  | { shuffled: { shoe: number; seal: Seal } }
  | { seed_given: { by: Cutter; seed: string } }
  | { cut_offered: { to: PlayerId; until: Time } }
  | { cut_refused: { by: PlayerId; how: CutRefused } }
  | { supervisor_awaited: { until: Time } }
  | "supervisor_missed"
  | { cut: { by: Cutter; place: number } }
  | { cutting_card_placed: { from_back: number } }
  | "cutting_card_aside"
  | { wagers_until: { until: Time } }
  | { laid: { player: PlayerId; lay: Lay } }
  | { wagers_withdrawn: { player: PlayerId; box_no: BoxNo; why: Withdrawn } }
  | { ready: { player: PlayerId } }
  | { round_began: { no: number; players: PlayerId[] } }
  | { chosen: { player: PlayerId; choice: Choice; by: Decider } }
  | { found_absent: { player: PlayerId; box_no: BoxNo; by: Decider } }
  | { decision_until: { until: Time } }
  | { interrupted: { until: Time } }
  | { withdrew_from_round: { player: PlayerId } }
  | "resumed"
  | { round: RoundEvent }
  | { round_over: { no: number } }
  | { round_void: { no: number; why: string } };

/** Milliseconds since the beginning of 1970. */
export type Time = number;

/** How long people have to make up their minds. */
export type Times = {
  /** From the first wager to "no more bets". */
  wagers: Span;
  /** For a decision. */
  decision: Span;
  /** For taking or refusing the cut. */
  cut: Span;
};

/** Why wagers were taken back before the first card. */
export type Withdrawn = "by_player" | "by_house" | "departed" | "box_given_up" | "not_in_play" | "closed";
