// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Card } from "./cards";
import type { BoxView, Choice, Draw, HandRef, RoundPlayer, RoundWhat, Stage, Total } from "./game";

/** How long chance answers. */
export type Answering = "once" | "until_asked";

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

/** Something that happened. */
export type HappenedLine = {
  /** What, in the words of the notation. */
  words: string;
  /** The same for programs, as tables tell it. Players are told by their places in `players`. */
  what: RoundWhat;
  /** By which clause. */
  clause: string;
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

/** What a round waits for. */
export type NeedLine = {
  /** `wagers`, `choice`, `card`, `burn`, `shuffle` or `multiplier`. */
  kind: string;
  /** The same in words. */
  words: string;
  /** Whose choice it is, by name. */
  of: string[];
};

/** What a player has won or lost. */
export type NetLine = {
  /** Who. */
  player: string;
  /** How much, in cents. */
  net: number;
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

/** What became of a wager. */
export type ResultLine = {
  /** Whose. */
  bettor: string;
  /** On which box. */
  box_no: number;
  /** On which hand of it, from 1, where it lay on one. */
  hand: number | null;
  /** `wager`, `double`, `pairs`, `pandemonium`, `insurance`, `super-bonus` or `others-bonus`. */
  kind: string;
  /** `won`, `lost`, `stand-off`, `surrendered`, `forfeited` or `returned`. */
  result: string;
  /** What was at stake, in cents. */
  stake: number;
  /** The odds it was paid at. */
  odds: string | null;
  /** What was won or lost, in cents. */
  net: number;
  /** By which clause. */
  clause: string;
};

/** A round that was read. */
export type RoundPage = {
  /** The book, with its version. */
  book: string;
  /** Its title. */
  title: string;
  /** The settings that differ from the book's own. */
  changed: Record<string, string>;
  /** The people at the table; views and choices name them by their place in this list, from 0. */
  players: string[];
  /** Every step, in order. */
  steps: StepLine[];
  /** Whether the round is over. */
  finished: boolean;
  /** What the round waits for at its end; nothing when it is over. */
  needs: NeedLine | null;
  /** What became of each wager. */
  results: ResultLine[];
  /** What each player has won or lost, in cents. */
  nets: NetLine[];
  /** What was refused, as the text demanded. */
  refused: WordsLine[];
  /** How many statements of the text hold. */
  statements: number;
  /** The round as it stands, in the notation. */
  text: string;
  /** What was done after the steps that were kept, with what chance answered. */
  instead: ThenDo[];
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
  happened: HappenedLine[];
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
  /** Whether they are a Pontoon, which beats every other 21. */
  dealer_pontoon: boolean;
  /** The hand that is in turn, where it is one alone. */
  in_turn: HandRef | null;
  /** Who must act, by their places in `players`. */
  waiting_for: RoundPlayer[];
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
  | "close"
  | { chance: Answering };

/** Something in words, with its clause. */
export type WordsLine = {
  /** What. */
  what: string;
  /** By which clause. */
  clause: string;
};
