// Generated from the Rust types: do not edit. `make types` writes it again.

import type { OwnLimits } from "./account";
import type { DeskEvent, PersonKind, Role } from "./desk";
import type { Dealing, Faces } from "./game";
import type { TableRecord } from "./house";
import type { Transfer } from "./ledger";
import type { Money, Net, Sign } from "./rules";
import type { Advice, LastCutBy, LatePolicy, PlayerCards, Times } from "./table";

/** What a verification found. */
export type Audit = {
  /** Whether everything holds. */
  holds: boolean;
  /** How many entries there are. */
  entries: number;
  /** How many signed checkpoints. */
  checkpoints: number;
  /** How many entries a signature covers; those behind are only chained. */
  signed: number;
  /** How many rounds were played again, where that was asked for. */
  rounds: number | null;
  /** The first thing that does not hold. */
  fault: Found | null;
};

/** A correction. */
export type Correction = {
  /** The caller's own name for it; a repetition has the same, and moves nothing again. */
  id: string;
  /** By how much, in cents; below nothing it is taken from the player. */
  net: Net;
  /** Why, for the record. */
  why: string;
};

/** A credit. */
export type Credit = {
  /** The caller's own name for it; a repetition has the same, and moves nothing again. */
  id: string;
  /** How much, in cents. */
  amount: Money;
  /** Why, for the record. */
  why: string;
};

/** Which entries are asked for. */
export type Entries = {
  /** Only one stream: `house`, `table/3`, `tournament/1`. */
  stream?: string;
  /** From this position on, or from this number of the stream; 1 is the first. */
  from?: number;
  /** How many at most. */
  most?: number;
};

/** What is to be exported. */
export type Export = {
  /** `jsonl`: one JSON object on a line, signed. `entries` and `transfers`: tables as CSV, not signed. */
  format?: Format;
  /** From this position on; from the first unless told. */
  from?: number;
  /** To this position; to the last unless told. */
  to?: number;
};

/** The form of an export. */
export type Format = "jsonl" | "entries" | "transfers";

/** What does not hold. */
export type Found = {
  /** At which entry, where it is one. */
  position: number | null;
  /** What. */
  what: string;
};

/** A table that was set up. */
export type Founded = {
  /** Its number. */
  table: number;
};

/** A new password, chosen by the staff. */
export type GivenPassword = {
  /** The password; it must be changed at the next sign-in. */
  password: string;
};

/** An incident as it was written down. */
export type IncidentLine = {
  /** Its number. */
  no: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** By whom. */
  by: string;
  /** At which table, if at one. */
  table: number | null;
  /** What. */
  what: string;
};

/** What happened, by the kind of the entry. */
export type LogBody = TableRecord | { events: DeskEvent[] };

/** Who sent a command, and the sender's own name for it. */
export type LogCommand = {
  id: string;
  sender: string;
};

/**
 * What an entry says. It is sent as the log has it, so that its hash can be reckoned from it; nobody reads
 * it on the way.
 */
export type LogEntry = {
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** What happened. */
  body: LogBody;
  /** Who did it: `house`, `visitor` or `person/7`. */
  by: string;
  /** The command that asked for it; none where the house acted by itself. */
  command: LogCommand | null;
  /** `table` or `desk`. */
  kind: string;
  /** Its number in its stream, from 1. */
  seq: number;
  /** `house`, `table/3`, `tournament/1`. */
  stream: string;
  /** The money that moved. */
  transfers: Transfer[];
  /** The version of the kind. */
  version: number;
};

/** An entry with its place. */
export type LogLine = {
  /** Its position among all entries, from 1. */
  position: number;
  /** Its hash, which binds it to all entries before it. */
  hash: string;
  /** The entry. */
  entry: LogEntry;
};

/** A player card to issue. */
export type NewCard = {
  /** Its number: 1 to 20 letters and digits. */
  number: string;
};

/** An incident to write down. */
export type NewIncident = {
  /** At which table, if at one. */
  table?: number | null;
  /** What: 1 to 200 characters. */
  what: string;
};

/** Somebody who has an account now. */
export type NewPerson = {
  /** Who. */
  person: number;
};

/** An account for somebody of the staff. */
export type NewStaff = {
  /** The name. */
  handle: string;
  /** The first password; it must be changed at the first sign-in. */
  password: string;
  /**
   * What they are employed to do: `dealer`, `supervisor`, `gaming_manager`, `tournament_director`,
   * `inspector`, `administrator`.
   */
  roles: Role[];
};

/** A table to set up. Everything but the book has the book's usual value. */
export type NewTable = {
  /** The id of the rule book. */
  book: string;
  /** Settings of the book that this table has otherwise, by key or reading. */
  set?: Array<[string, string]>;
  /** How many decks. */
  decks?: number | null;
  /** `shoe` or `device`. */
  dealing?: Dealing | null;
  /** `up` or `down`: how the first two cards of each box are dealt. */
  faces?: Faces | null;
  /** The sign at the table. */
  sign?: Sign | null;
  /** How many cards lie behind the cutting card. */
  cutting_card?: number | null;
  /** What the float holds when the table opens, in cents. */
  float?: Money | null;
  /** How long people have, in milliseconds. */
  times?: Times | null;
  /** `free` or `held`: what is done about players who sat out. */
  late?: LatePolicy | null;
  /**
   * `asked` or `not_asked`: whether players show a player card where the book wants one. Only at a table of
   * play money nobody is asked, by a clause of the house's own.
   */
  player_cards?: PlayerCards | null;
  /**
   * `off` or `on`: whether the software advises players at the table. Where the book bars it only at a table
   * of play money, by a clause of the house's own.
   */
  advice?: Advice | null;
  /** `software` or `supervisor`: who cuts when no player wants to and the book names a supervisor. */
  last_cut?: LastCutBy | null;
};

/** The number of an incident. */
export type Noted = {
  /** Its number. */
  no: number;
};

/** A page of the log. */
export type Page = {
  /** The entries, in their order. */
  entries: LogLine[];
  /** Where the next page begins; nothing at the end. */
  next: number | null;
  /** How many entries the whole log has, of all streams. */
  length: number;
};

/** An account. Passwords, hashes and tokens are in no answer. */
export type PersonLine = {
  /** The number. */
  person: number;
  /** The name. */
  handle: string;
  /** `guest`, `member`, `house_player` or `staff`. */
  kind: PersonKind;
  /** Roles. */
  roles: Role[];
  /** Since when, in milliseconds since 1970. */
  created: number;
  /** When they signed in last. */
  last_sign_in: number | null;
  /** How often they signed in. */
  sign_ins: number;
  /** Why the account is locked. */
  locked: string | null;
  /** Until when they are excluded. */
  excluded: string | null;
  /** The number of the valid player card that was issued to them. */
  card: string | null;
  /** How many sessions they have. */
  sessions: number;
};

/** An account with its limits. */
export type PersonPage = {
  /** The account. */
  account: PersonLine;
  /** What they set for themselves, and their day where the caller may read money. */
  limits: OwnLimits;
};

/** A role to give. */
export type RoleGiven = {
  /** Which. */
  role: Role;
};

/** How the log is to be verified. */
export type Verification = {
  /** Whether every round is also played again and every cent reckoned anew. It takes longer. */
  replay?: boolean;
};

/** Which people are asked for. */
export type Wanted = {
  /** Letters that occur in the name. */
  search?: string;
  /** Only people of this kind: `guest`, `member`, `house_player` or `staff`. */
  kind?: PersonKind;
  /** Only people with a higher number: the last one of the page before. */
  after?: number;
  /** How many at most. */
  most?: number;
};

/** A reason, for the record. */
export type Why = {
  /** 1 to 200 characters. */
  why: string;
};
