// Generated from the Rust types: do not edit. `make types` writes it again.

import type { PlayerId, TableId } from "./ledger";
import type { Money, Net } from "./rules";
import type { Span, Time } from "./table";

/** What a reality check says. */
export type Check = {
  /** How long was played since the last one. */
  played: Span;
  /** What was won or lost since. */
  net: Net;
};

/** One thing somebody can do. */
export type Deed =
  | "open"
  | "announce_closing"
  | "close"
  | "set_sign"
  | "set_maximum"
  | "reserve"
  | "restrict_late"
  | "restrict_by_order"
  | "refuse_wager"
  | "note_touched"
  | "refuse_future"
  | "find_card"
  | "cut_by_supervisor"
  | "vacate"
  | "order_shuffle"
  | "refuse_several"
  | "void_round"
  | "arrive"
  | "depart"
  | "sit"
  | "give_up"
  | "lay"
  | "withdraw"
  | "withdraw_from_round"
  | "ready"
  | "cut"
  | "refuse_cut"
  | "give_seed"
  | "choose"
  | "shuffle"
  | "cut_by_house"
  | "seed_by_house"
  | "deal"
  | "tick"
  | "restart"
  | "register"
  | "enter_as_guest"
  | "sign_in"
  | "sign_out"
  | "change_password"
  | "set_own_limits"
  | "acknowledge"
  | "exclude_oneself"
  | "read_own_account"
  | "read_own_history"
  | "cash_out"
  | "top_up"
  | "read_lobby"
  | "read_rules"
  | "watch"
  | "start_private_table"
  | "see_private_tables"
  | "check_fairness"
  | "found_table"
  | "create_house_player"
  | "fund_house_player"
  | "close_guest"
  | "set_days"
  | "end_old_sessions"
  | "create_staff"
  | "give_role"
  | "take_role"
  | "keep_cards"
  | "lock"
  | "unlock"
  | "reset_password"
  | "credit"
  | "correct"
  | "write_incident"
  | "read_incidents"
  | "read_people"
  | "read_money"
  | "read_log"
  | "verify_log"
  | "export_log"
  | "read_metrics"
  | "back_up";

/** One thing that happened. The time is the entry's. */
export type DeskEvent =
  | { registered: { person: PlayerId; handle: string; kind: PersonKind; roles: Role[] } }
  | { guest_closed: { person: PlayerId } }
  | { signed_in: { person: PlayerId; session: SessionNo } }
  | { reauthenticated: { person: PlayerId; session: SessionNo } }
  | {
      sign_in_failed: {
        person: PlayerId;
        /** How many in a row. */
        failures: number;
      };
    }
  | { wrong_password: { person: PlayerId; tries: Tries } }
  | { session_ended: { person: PlayerId; session: SessionNo; why: SessionEnd } }
  | { password_changed: { person: PlayerId } }
  | { password_reset: { person: PlayerId } }
  | { locked: { person: PlayerId; why: string } }
  | { unlocked: { person: PlayerId } }
  | { role_given: { person: PlayerId; role: Role } }
  | { role_taken: { person: PlayerId; role: Role } }
  | { card_issued: { person: PlayerId; number: string } }
  | { card_cancelled: { person: PlayerId; number: string } }
  | { moved: { person: PlayerId; net: Net; why: MoneyWhy } }
  | { limit_set: { person: PlayerId; change: LimitChange; from: Time } }
  | {
      reality_acknowledged: {
        person: PlayerId;
        /** Everything played until then. */
        seen: PlaySum;
      };
    }
  | { excluded: { person: PlayerId; until: Exclusion } }
  | { incident_noted: { no: number; table: TableId | null; what: string } }
  | {
      days_set: {
        zone: Zone;
        /** When its first day begins. */
        from: Time;
      };
    }
  | { done: { deed: Deed; what: string } };

/** Until when somebody is excluded from play. */
export type Exclusion = { until: Time } | "for_ever";

/** A change that a player wants. None removes the limit. */
export type LimitChange =
  | { loss_a_day: Money | null }
  | { wagered_a_day: Money | null }
  | { one_wager: Money | null }
  | { play_a_day: Span | null }
  | { reality_every: Span };

/** Why money moved at the desk. */
export type MoneyWhy =
  | "newcomer"
  | "top_up"
  | { credit: string }
  | { correction: string }
  | "cash_out"
  | "guest_closed";

/** The kinds of people. */
export type PersonKind = "guest" | "member" | "house_player" | "staff";

/** Play added up. */
export type PlaySum = {
  /** Won or lost. */
  net: Net;
  /** Wagers that were decided. */
  wagered: Money;
  /** Time at the table. */
  played: Span;
};

/** What a person is employed or admitted to do. */
export type Role =
  | "player"
  | "dealer"
  | "supervisor"
  | "gaming_manager"
  | "tournament_director"
  | "inspector"
  | "administrator";

/** Why a session ended. */
export type SessionEnd =
  | "signed_out"
  | "ended"
  | "too_many"
  | "password_changed"
  | "locked"
  | "time_over"
  | "guest_closed";

/** The number of a session: what records and lists call it. */
export type SessionNo = number;

/** What a person must do after signing in. */
export type Then = "welcome" | "change_password";

/** Wrong passwords that are not forgotten yet. */
export type Tries = {
  /** When the last one was given. */
  last: Time;
  /** Before this time no password is judged. */
  until: Time;
  /** How many there were then. */
  count: number;
};

/** A time zone: its name, and how its clocks go from 1970 on. */
export type Zone = {
  /** Its name, as the IANA's database has it. */
  name: string;
  /** How far its clocks are ahead of UTC at first, in seconds. */
  first: number;
  /** From when on they are how far ahead of it. After the last change they stay as they are. */
  changes: Array<[Time, number]>;
};
