// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Check, Deed, Exclusion, LimitChange, PersonKind, Role, Then } from "./desk";
import type { RoundRecord } from "./house";
import type { Money } from "./rules";
import type { OwnTopUp } from "./server";

/** One's password once more. */
export type Again = {
  /** The password. */
  password: string;
};

/** Money that is to move. */
export type CashOut = {
  /** The caller's own name for it; a repetition has the same, and moves nothing again. */
  id: string;
  /** How much, in cents. */
  amount: Money;
};

/** A loosening that waits. */
export type ComingLimit = {
  /** The new limit; nothing where it is removed. */
  is: number | null;
  /** From when on. */
  from: number;
};

/** A name and a password. */
export type Credentials = {
  /** 1 to 20 small letters, digits, `-` and `_`, a letter first. */
  handle: string;
  /** 8 to 128 characters. */
  password: string;
};

/** A day's play. */
export type Day = {
  /** Won or lost. */
  net: number;
  /** Wagers that were decided. */
  wagered: number;
  /** Time at tables. */
  played: number;
  /** Wagers that are not decided. */
  at_stake: number;
};

/** How many sessions were ended. */
export type Ended = {
  /** How many. */
  sessions: number;
};

/** How long to be excluded: `{"for": {"hours": 720}}` or `{"for": "ever"}`. */
export type ExclusionWanted = {
  /** For so many hours, 24 at least, or for ever. It cannot be shortened. */
  for: HowLong;
};

/** How long somebody wants to be excluded. */
export type HowLong = { hours: number } | "ever";

/** From when on a change holds. */
export type LimitSet = {
  /** The change. */
  change: LimitChange;
  /** From when on: at once for a tightening, a day later for a loosening. */
  from: number;
};

/** Limits that are wanted: `{"changes": [{"loss_a_day": 10000}, {"one_wager": null}]}`. */
export type LimitsWanted = {
  /**
   * One after the other: `loss_a_day`, `wagered_a_day` and `one_wager` in cents, `play_a_day` and
   * `reality_every` in milliseconds; null removes a limit.
   */
  changes: LimitChange[];
};

/** A line of a statement. */
export type Line = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** What came or went, in cents. */
  net: number;
  /** `round`, `newcomer`, `top_up`, `credit`, `correction`, `cash_out` or `guest_closed`. */
  what: string;
  /** At which table, if it was a round. */
  table: number | null;
  /** Which round there. */
  round: number | null;
  /** The reason that was given. */
  why: string | null;
  /** The number of the transfer, if it was at the desk. */
  transfer: string | null;
  /** What the account held after a round. */
  after: number | null;
};

/** Oneself. */
export type Me = {
  /** Who. */
  person: number;
  /** The name. */
  handle: string;
  /** `guest`, `member`, `house_player` or `staff`. */
  kind: PersonKind;
  /** Roles of staff. */
  roles: Role[];
  /**
   * Everything that one may do, somewhere in the house. Who is excluded from play is not told of seats and
   * wagers.
   */
  deeds: Deed[];
  /** What one has, in cents; wagers that are not decided are not counted. */
  balance: number;
  /** What is wagered and not decided, in cents. */
  at_stake: number;
  /**
   * The play money that one may ask for at a table for which one has too little; nothing where the house
   * gives none.
   */
  top_up: OwnTopUp | null;
};

/** Money that moved. */
export type MovedMoney = {
  /** The number of the transfer. */
  transfer: string;
};

/** A change of password. */
export type NewPassword = {
  /** The old one. */
  old: string;
  /** The new one: 8 to 128 characters. */
  new: string;
};

/** A session that was opened. */
export type Opened = {
  /** Who. */
  person: number;
  /** The name. */
  handle: string;
  /** The token, for programs; browsers get it as a cookie that scripts cannot read. */
  token: string;
  /** When this person signed in the time before, in milliseconds since 1970. */
  last: number | null;
  /** `welcome`, or `change_password` where the password was chosen by the staff. */
  then: Then;
};

/** The days of the house. */
export type OwnDays = {
  /** The time zone at whose midnight they begin, by its name in the IANA's database. */
  zone: string;
  /** When today ends. */
  until: number;
};

/** One limit: what holds, and what comes. */
export type OwnLimit = {
  /** What holds now; nothing where there is no limit. */
  now: number | null;
  /** The loosening that waits. */
  coming: ComingLimit | null;
};

/**
 * What one has set for oneself, and what the day has come to. Amounts are in cents, times in milliseconds.
 */
export type OwnLimits = {
  /** The most that may be lost in a day. */
  loss_a_day: OwnLimit;
  /** The most that may be wagered in a day. */
  wagered_a_day: OwnLimit;
  /** The most on one wager. */
  one_wager: OwnLimit;
  /** The longest play in a day. */
  play_a_day: OwnLimit;
  /** The time of play from one reality check to the next. */
  reality_every: OwnLimit;
  /** The days for which the limits hold. */
  days: OwnDays;
  /** What today has come to. */
  today: Day | null;
  /** Until when one has excluded oneself; `for_ever`, or nothing. */
  excluded: Exclusion | null;
};

/** A session of one's own. */
export type OwnSession = {
  /** Its number. */
  session: number;
  /** Since when, in milliseconds since 1970. */
  created: number;
  /** The last sign of life. */
  seen: number;
  /** Whether it is the one that asks. */
  this: boolean;
};

/** A reality check. */
export type RealityCheck = {
  /** How long was played since the last one and what it came to, where one is due. */
  due: Check | null;
};

/** A round that is over, recalled. It is a record, and not a round that is being played. */
export type Recalled = {
  /** Always `recall`. */
  shows: string;
  /** What the account held before the round, in cents. */
  funds_before: number | null;
  /** What the account held after it, in cents. */
  funds_after: number | null;
  /** What was wagered on it, in cents. */
  wagered: number;
  /** What it came to, in cents. */
  net: number;
  /** Everything that happened, step by step, with the clause of each. */
  steps: RecalledStep[];
  /** The round: when, where, by which book, its text in the notation and what became of each wager. */
  round: RoundRecord;
};

/** One step of a round. */
export type RecalledStep = {
  /** What happened. */
  what: string;
  /** By which clause. */
  clause: string;
};

/** A statement of an account. */
export type Statement = {
  /** What the account holds, in cents. */
  balance: number;
  /** What is wagered and not decided, in cents. */
  at_stake: number;
  /** The movements, the latest first. */
  lines: Line[];
};
