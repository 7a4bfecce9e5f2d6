// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Meter } from "./house";
import type { Money } from "./rules";
import type { Command, Phase } from "./table";

/** A command to a table, for those without a socket. */
export type Asked = {
  /** The caller's own name for it; a repetition has the same. */
  id: string;
  /** How many rounds had begun at the table when it was meant; once another has begun it is refused. */
  rounds?: number | null;
  /** A word such as `"ready"`, or an object with one field; docs/api.md has them all. */
  command: Command;
};

/** The body of an error. */
export type ErrorBody = {
  /** For programs. */
  code: string;
  /** For people. */
  error: string;
  /** The names of what is wrong in what was asked, where it is plain which: a form shows the error there. */
  fields?: string[];
  /** Amounts and times that the refusal goes by, for a page that says them in its own currency and clock. */
  detail?: ErrorDetail;
};

/** The amounts, in cents, and the times, in milliseconds, that a refusal goes by. */
export type ErrorDetail =
  | {
      one_wager: {
        /** The wager. */
        amount: number;
        /** The limit. */
        limit: number;
      };
    }
  | {
      loss: {
        /** The wager. */
        amount: number;
        /** The limit. */
        limit: number;
        /** What may still be lost. */
        left: number;
        /** When the day ends. */
        until: number;
      };
    }
  | {
      wagered: {
        /** The wager. */
        amount: number;
        /** The limit. */
        limit: number;
        /** What may still be wagered. */
        left: number;
        /** When the day ends. */
        until: number;
      };
    }
  | {
      play: {
        /** The limit. */
        limit: number;
        /** When the day ends. */
        until: number;
      };
    }
  | {
      excluded: {
        /** Until when; nothing if for ever. */
        until: number | null;
      };
    }
  | {
      top_up_enough: {
        /** What the account of the person holds. */
        has: number;
        /** The least wager, below which a top-up is given. */
        least: number;
      };
    }
  | {
      top_up_at_stake: {
        /** The sum of these wagers. */
        open: number;
      };
    }
  | {
      wrong_password: {
        /** How long, in seconds. */
        seconds: number;
      };
    }
  | {
      wait: {
        /** For how long none is, in seconds. */
        seconds: number;
      };
    }
  | {
      top_up_given: {
        /** When the day ends. */
        until: number;
      };
    };

/** How the server does. */
export type Health = {
  /** Whether everything is well. */
  ok: boolean;
  /** Whether the journal answers. */
  journal: boolean;
  /** Whether the last thing that was to be written down was. */
  writes: boolean;
  /** How many tables there are. */
  tables: number;
  /** The version of the software. */
  version: string;
  /** The house's public key, in hexadecimal digits: what signs its shoes and its log. */
  key: string;
};

/** How many of something are asked for. */
export type HowMany = {
  /** How many at most. */
  most?: number;
};

/** What may stand behind the `?` of a table's address. */
export type Keyed = {
  /** The key of a private table. */
  key?: string;
};

/**
 * The jackpot meter of a table: its Pontoon Pandemonium wagers since it was founded. Amounts are in cents.
 */
export type MeterPage = {
  /** Which table. */
  table: number;
  /** The multipliers that the button may show, the largest first. */
  multipliers: number[];
  /** What came in and went out, how often each multiplier was shown, and the highest prize. */
  meter: Meter;
  /** What the pool behind it holds since the table was opened last. */
  pool: number;
};

/** A private table to start. Everything but the book has its usual value. */
export type NewPrivateTable = {
  /** The id of the rule book. */
  book: string;
  /** How many decks. */
  decks?: number | null;
  /** The minimum on its sign, in cents. */
  minimum?: Money | null;
  /** The maximum on its sign, in cents. */
  maximum?: Money | null;
  /** How many house players come; as many as the house allows unless told. */
  house_players?: number | null;
};

/** The play money that one may ask for once one has less than a table's minimum. */
export type OwnTopUp = {
  /** How much it is, in cents. */
  amount: number;
  /** From when on it may be asked for, in milliseconds since 1970. */
  from: number;
};

/** A private table, for those who may come: its number and its key belong into the link. */
export type PrivateTable = {
  /** Its number. */
  table: number;
  /** Its key. */
  key: string;
};

/** A table in the lobby. */
export type TableLine = {
  /** Its number. */
  table: number;
  /** The id of its rule book. */
  book: string;
  /** The title of its rule book. */
  title: string;
  /** Closed, shuffle, cut, wagers or round. */
  phase: Phase;
  /** Minimum and maximum, in cents. */
  limits: [number, number];
  /** The names of the people there. */
  people: string[];
  /** How many boxes have nobody sitting at them. */
  free: number;
  /** How many cards are left in the shoe or device, and how many there are in all. */
  cards: [number, number];
  /** How many rounds were begun. */
  rounds: number;
  /** Whether it is about to close. */
  closing: boolean;
  /** Whether it is private: others do not see it in their lobby. */
  private: boolean;
};

/** A wish for more play money. */
export type TopUpWanted = {
  /** The caller's own name for it; a repetition has the same, and moves nothing again. */
  id: string;
};
