// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Outcome, WagerKind } from "./game";
import type { PlayerId, TableId } from "./ledger";
import type { BoxNo, Clause, Money, Net, Odds } from "./rules";
import type { Actor, Command, TableConfig, TableEvent, TableReason, Time } from "./table";

/** The highest single prize of a meter. */
export type Highest = {
  /** How much. */
  amount: Money;
  /** In which round of the table. */
  round: number;
  /** When. */
  at: Time;
};

/** What a jackpot meter shows. */
export type Meter = {
  /** Wagers that were decided. */
  wagers: number;
  /** What was staked with them. */
  wagered: Money;
  /** What of it was lost to the pool. */
  lost: Money;
  /** What the pool paid, stakes not counted. */
  paid: Money;
  /** How often each multiplier was shown. */
  hits: Record<string, number>;
  /** The highest single prize. */
  highest: Highest | null;
};

/** A round that is over. */
export type RoundRecord = {
  /** At which table. */
  table: TableId;
  /** Its number there. */
  no: number;
  /** From which shoe. */
  shoe: number;
  /** When it was over. */
  at: Time;
  /** The id of its rule book. */
  book: string;
  /** The round in the notation, with its results. */
  text: string;
  /** Why it was void, if it was. */
  void: string | null;
  /** What became of each wager. */
  wagers: WagerRecord[];
};

/** The answer to a request, as it is stored and sent. */
export type TableAnswer =
  | {
      done: {
        /** The number of the table's entry in its stream. */
        version: number;
      };
    }
  | {
      refused: {
        /** Why, in words. */
        why: string;
        /** The clause that says so. */
        clause: string;
        /** The reason for programs. */
        reason: TableReason;
      };
    };

/** One entry. */
export type TableRecord = { founded: TableConfig } | { steps: TableStep[] };

/** One command and its events. */
export type TableStep = {
  /** Who asked. */
  by: Actor;
  /** For what. */
  command: Command;
  /** What happened. */
  events: TableEvent[];
};

/** What became of a wager. */
export type WagerRecord = {
  player: PlayerId;
  name: string;
  box_no: BoxNo;
  kind: WagerKind;
  outcome: Outcome;
  odds: Odds | null;
  stake: Money;
  net: Net;
  clause: Clause;
};
