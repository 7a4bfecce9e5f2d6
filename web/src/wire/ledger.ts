// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Clause, Money } from "./rules";

/** Where money can be. */
export type Account =
  | "house"
  | { player: PlayerId }
  | { tokens: PlayerId }
  | { float: TableId }
  | { held: TableId }
  | { pool: [TableId, Pool] }
  | { tournament: TournamentId };

/** What a transfer does. */
export type Move =
  | {
      pay: {
        /** Who pays. */
        from: Account;
        /** Who is paid. */
        to: Account;
        /** How much. */
        amount: Money;
      };
    }
  | {
      reclaim: {
        /** Who was paid. */
        from: Account;
        /** Who paid. */
        to: Account;
        /** How much. */
        amount: Money;
      };
    }
  | {
      hold: {
        /** Whose money. */
        from: Account;
        /** Where it waits. */
        held: Account;
        /** Who gets it if it is posted. */
        to: Account;
        /** How much. */
        amount: Money;
      };
    }
  | {
      post: {
        /** The hold. */
        hold: TransferId;
        /** How much of it. */
        amount: Money;
      };
    }
  | {
      void: {
        /** The hold. */
        hold: TransferId;
      };
    };

/** A person with money in the house. */
export type PlayerId = number;

/** The pools of wagers beside the hand. */
export type Pool = "pairs" | "jackpot";

/** Why money moved. */
export type Purpose =
  | "wager"
  | "double"
  | "split"
  | "insurance"
  | "side_wager"
  | "won"
  | "lost"
  | "stand_off"
  | "surrendered"
  | "forfeited"
  | "returned"
  | "withdrawn"
  | "round_void"
  | "fill"
  | "credit"
  | "play_money"
  | "tokens"
  | "cash_out"
  | "correction"
  | "entry"
  | "prize";

/** Who numbers a transfer. Each series counts from 1 without gaps. */
export type Series = "cashier" | { table: TableId };

/** A gaming table. */
export type TableId = number;

/** A tournament. */
export type TournamentId = number;

/** A movement of money, why, and by which clause. */
export type Transfer = {
  /** Its name. */
  id: TransferId;
  /** What it does. */
  does: Move;
  /** Why. */
  purpose: Purpose;
  /** The clause that says so; silent where no rule book has a say. */
  clause: Clause;
};

/** The name of a transfer, never used twice. */
export type TransferId = {
  /** Who numbered it. */
  series: Series;
  /** Its number there, from 1. */
  no: number;
};
