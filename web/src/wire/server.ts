// Generated from the Rust types: do not edit. `make types` writes it again.

import type { About } from "./books";
import type { Card } from "./cards";
import type { BoxView, Choice, Draw, HandRef, RoundPlayer, Stage, Total } from "./game";
import type { Meter } from "./house";
import type { Money } from "./rules";
import type { Command, Phase } from "./table";

/** A command to a table, for those without a socket. */
export type Asked = {
  /** The caller's own name for it; a repetition has the same. */
  id: string;
  /** The command. */
  command: Command;
};

/** A choice that was made. */
export type ChoseLine = {
  /** Its place in the `legal` of the step before, from 0. */
  legal: number;
  /** What it was worth. */
  worth: number | null;
  /** The best of the same player's choices about the same hand, by its place. */
  best: number | null;
  /** What the choice cost against the best, in initial wagers. */
  cost: number | null;
};

/** Who did what. */
export type DidLine = {
  /** `choose`, `deal`, `close`, `absent` or `withdraw`. */
  kind: string;
  /** Who, where it was a player. */
  player: string | null;
};

/** The body of an error. */
export type ErrorBody = {
  /** For programs. */
  code: string;
  /** For people. */
  error: string;
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

/** Something that may be chosen. */
export type LegalLine = {
  /** Who. */
  player: string;
  /** What, in the words of the notation. */
  words: string;
  /** What, ready to be sent; an amount in it is the most there may be. */
  choice: Choice;
  /** The hand it is about, where it is about one. */
  hand: HandRef | null;
  /** The least amount in cents, where there is one. */
  least: number | null;
  /** The clause that allows it. */
  clause: string;
  /** What it is worth, in initial wagers. */
  worth: number | null;
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

/** What a round waits for. */
export type NeedLine = {
  /** `wagers`, `choice`, `card`, `burn`, `shuffle` or `multiplier`. */
  kind: string;
  /** The same in words. */
  words: string;
  /** Whose choice it is, by name. */
  of: string[];
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

/** Why a round cannot be read, and where. */
export type NotationFault = {
  /** Always `notation`. */
  code: string;
  /** The words of the notation's own error. */
  error: string;
  /** The line of the text, from 1; nothing where it is about what follows the text. */
  line: number | null;
  /** The column, from 1. */
  column: number | null;
};

/** A private table, for those who may come: its number and its key belong into the link. */
export type PrivateTable = {
  /** Its number. */
  table: number;
  /** Its key. */
  key: string;
};

/** A round to be read. */
export type RoundQuestion = {
  /** The round in the notation. It may end before the round does. */
  text: string;
  /** Whether every choice is valued. */
  values?: boolean;
  /** Only so many of its steps are played; all unless told. */
  after?: number | null;
  /** What is done after them instead. */
  then?: ThenDo[];
};

/** One step of a round. */
export type StepLine = {
  /** Its number, from 1: `after` takes it. */
  step: number;
  /** The line of the text that says so, or from which it follows; nothing for what was added. */
  line: number | null;
  /** What was done. */
  did: DidLine;
  /** Everything that happened then, with the clause of each. */
  happened: WordsLine[];
  /** The table after it. */
  view: StepView;
  /** What the round waits for after it; nothing when it is over. */
  needs: NeedLine | null;
  /** What may be chosen after it. Wagers are not listed. */
  legal: LegalLine[];
  /**
   * By how much the worth of these choices may mislead: why there is none, or that a hand of a split is
   * reckoned alone.
   */
  note: string | null;
  /** The choice that was made in this step, among what the step before it lists as legal. */
  chose: ChoseLine | null;
};

/** The table, in the form in which tables show a round. */
export type StepView = {
  /** The stage. */
  stage: Stage;
  /** The boxes, as everybody at the table sees them. */
  boxes: BoxView[];
  /** The dealer's cards. */
  dealer: Card[];
  /** What they count, once there are any. */
  dealer_total: Total | null;
  /** The hand that is in turn, where it is one alone. */
  in_turn: HandRef | null;
  /** Who must act, by their places in `players`. */
  waiting_for: RoundPlayer[];
};

/** The Super Bonus for one wager. Worths are in initial wagers. */
export type SuperBonusLine = {
  /** The initial wager, in cents. */
  wager: number;
  /** What may be won, in cents; nothing where such a wager wins none. */
  prize: number | null;
  /** What being offered it is worth. */
  worth: number;
  /** What one wager brings the bettor on average. */
  expectation: number;
  /** By how much that may be wrong. */
  bound: number;
  /** The house's share of the initial wager. */
  edge: number;
};

/** The Super Bonus of a book. */
export type SuperBonusPage = {
  /** Which book. */
  about: About;
  /** The clause that names the prizes. */
  clause: string;
  /** Wagers that tell its steps apart, in their order; none where the book has no Super Bonus. */
  wagers: SuperBonusLine[];
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
  /** How many people are there. */
  people: number;
  /** How many boxes have nobody sitting at them. */
  free: number;
  /** How many rounds were begun. */
  rounds: number;
  /** Whether it is about to close. */
  closing: boolean;
  /** Whether it is private: others do not see it in their lobby. */
  private: boolean;
};

/** One more thing that is done. */
export type ThenDo =
  | {
      choose: {
        /** Who, by name. */
        player: string;
        /** What. */
        choice: Choice;
      };
    }
  | {
      deal: {
        /** With what. */
        draw: Draw;
      };
    }
  | "close";

/** Something in words, with its clause. */
export type WordsLine = {
  /** What. */
  what: string;
  /** By which clause. */
  clause: string;
};
