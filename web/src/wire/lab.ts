// Generated from the Rust types: do not edit. `make types` writes it again.

import type { About } from "./books";
import type { Choice, HandRef, Total } from "./game";
import type { Money } from "./rules";
import type { NeedLine, StepLine, WordsLine } from "./server";

/** One action. */
export type ActionLine = {
  /** `stand`, `draw`, `double`, `split` or `surrender`; of a doubled hand `keep` or `forfeit`. */
  action: string;
  /** What it is worth. */
  worth: number;
  /** How far it is behind the best. */
  behind: number;
};

/** One choice. */
export type AdviceLine = {
  /** What, in words. */
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

/** What one may choose now, and what each choice is worth. */
export type AdvicePage = {
  /** The table. */
  table: number;
  /** The round. */
  round: number;
  /** The version of the table that this is about. */
  version: number;
  /** The hand that one is asked about first; `best` and `card` are about it. */
  hand: HandRef | null;
  /** How many cards one cannot know: those in the shoe, those burned, and those that lie face down. */
  cards_unknown: number;
  /** Every choice there is now. */
  choices: AdviceLine[];
  /** The best of them by the cards that are left, by its place from 0. */
  best: number | null;
  /** What the card strategy of the book says, by its place from 0. */
  card: number | null;
  /** Whether the worth is exact; a hand of a split is reckoned as if it were the only one of its box. */
  exact: boolean;
  /** Why there is no worth, where there is none. */
  note: string | null;
};

/** A hand is wanted. */
export type DealWanted = {
  /** The id of the book. */
  book: string;
  /** How many decks; the usual number unless told. */
  decks?: number | null;
  /** The initial wager, in cents; 25 dollars unless told. */
  wager?: Money | null;
  /** Settings that are changed, by key or reading. */
  set?: Record<string, string>;
  /** What is practised. */
  drill?: Drill;
  /** The same seed gives the same hand; one of the house's own unless told. */
  seed?: number | null;
};

/** One result of the dealer's. */
export type DealerLine = {
  /** `17` to `21`, `Pontoon` or `bust`. */
  result: string;
  /** How often. */
  chance: number;
};

/** A hand to practise on. */
export type Dealt = {
  /** Which book. */
  about: About;
  /** What is practised. */
  drill: Drill;
  /** The seed that gives this hand. */
  seed: number;
  /** The cards of the hand. */
  hand: string[];
  /** What the hand counts. */
  total: Total;
  /** The dealer's card. */
  upcard: string;
  /** Whether the hand was doubled; its last card came for that. */
  doubled: boolean;
  /** What may be done, the best first. */
  actions: ActionLine[];
  /** By how much the best is better than the next. */
  margin: number | null;
};

/** The house's share with a number of decks. */
export type DecksLine = {
  /** How many. */
  decks: number;
  /** The share. */
  edge: Exact;
};

/** What is practised. */
export type Drill = "any" | "special" | "forfeit" | "pairs" | "soft";

/** An exact number. */
export type Exact = {
  /** As a fraction. */
  fraction: string;
  /** As a decimal number. */
  decimal: number;
};

/** One setting. */
export type FormLine = {
  /** Its key, which a question's `set` takes. */
  key: string;
  /** The part of the book it stands in: the key up to its first dot. */
  section: string;
  /** What it is about. */
  title: string;
  /** The clause that fixes it. */
  clause: string;
  /** The book's own value; empty for a rule without alternatives. */
  value: string;
  /** What it may be. */
  may_be: MayBe;
  /** The same in words. */
  valid: string;
  /** What it has to do with the worth, at the usual decks and a wager of 25 dollars. */
  worth: OnWorthWord;
  /** The reading that settles it, where the book leaves it open. */
  reading: ReadingOf | null;
};

/** What each action is worth with a hand. All figures are in initial wagers, best play after each action. */
export type HandPage = {
  /** Which book. */
  about: About;
  /** The cards of the hand. */
  hand: string[];
  /** The dealer's card. */
  upcard: string;
  /** The cards that are gone besides. */
  removed: string[];
  /** What the hand counts. */
  points: number;
  /** Whether an Ace counts 11. */
  soft: boolean;
  /** Whether the dealer has looked at a hole card, and the figures are given that there is no Pontoon. */
  given_no_dealer_pontoon: boolean;
  /** What the book allows, the best first. */
  actions: ActionLine[];
  /** By how much the best is better than the next. */
  margin: number | null;
  /** By how much the worth of a split may be wrong. */
  split_bound: number;
  /** How often the dealer comes to what. */
  dealer: DealerLine[];
  /** What insuring one unit brings, where insurance is offered. */
  insurance_per_unit: number | null;
};

/** A question about one hand. */
export type HandQuestion = {
  /** The id of the book. */
  book: string;
  /** How many decks; the usual number unless told. */
  decks?: number | null;
  /** The initial wager, in cents; 25 dollars unless told. */
  wager?: Money | null;
  /** Settings that are changed, by key or reading. */
  set?: Record<string, string>;
  /** The cards of the hand, for example `8s 8h`. */
  hand: string;
  /** The dealer's card, for example `6d`. */
  upcard: string;
  /** Cards of the shoe that are gone besides. */
  removed?: string;
};

/** Insurance, given what is seen. */
export type InsuranceLine = {
  /** Ten-point cards among one's own two; nothing where they are not seen. */
  own_tens: number | null;
  /** The wager. */
  wager: SideLine;
};

/** What the value of a setting may be. */
export type MayBe =
  | { kind: "nothing" }
  | {
      kind: "one_of";
      /** Every value. */
      values: string[];
    }
  | {
      kind: "number";
      /** The smallest. */
      least: number;
      /** The largest. */
      most: number;
    }
  | {
      kind: "decks";
      /** The largest. */
      most: number;
    }
  | { kind: "odds" }
  | { kind: "money" }
  | { kind: "steps" }
  | { kind: "multipliers" };

/** A multiplier of the jackpot meter. */
export type MultiplierLine = {
  /** Which. */
  multiplier: number;
  /** How often it comes. */
  chance: Exact;
};

/** What a player has won or lost. */
export type NetLine = {
  /** Who. */
  player: string;
  /** How much, in cents. */
  net: number;
};

/** What a setting has to do with the worth of a book. */
export type OnWorthWord = "main" | "side" | "none";

/** One other answer. */
export type PriceLine = {
  /** What it would be instead. */
  value: string;
  /** The reading to which it is another answer, if it is one. */
  reading: string | null;
  /** Whether it makes another game, one that only reference books have. */
  reference_only: boolean;
  /** Whether it bears on the main wager at all: where not, the difference is exactly nothing. */
  bears: boolean;
  /** What one wager brings then. */
  expectation: number;
  /** By how much that may be wrong. */
  bound: number;
  /** What it is worth to the bettor: then, less now. */
  difference: number;
};

/** What the other answers to a setting are worth. All figures are in initial wagers. */
export type PricePage = {
  /** Which book. */
  about: About;
  /** The setting. */
  key: string;
  /** What it is about. */
  title: string;
  /** What it is now. */
  now: string;
  /** The clause that fixes it. */
  clause: string;
  /** Whether it is of a wager beside the main one, whose worth it does not change. */
  side_wager: boolean;
  /** What one wager brings the bettor on average as it is. */
  expectation: number;
  /** By how much that may be wrong. */
  bound: number;
  /** The other answers that the book could give. */
  alternatives: PriceLine[];
};

/** A question about one setting. */
export type PriceQuestion = {
  /** The id of the book. */
  book: string;
  /** How many decks; the usual number unless told. */
  decks?: number | null;
  /** The initial wager, in cents; 25 dollars unless told. */
  wager?: Money | null;
  /** Settings that are changed, by key or reading. */
  set?: Record<string, string>;
  /** The setting, by key or reading. */
  key: string;
};

/** The reading behind a setting. */
export type ReadingOf = {
  /** Its name, which a question's `set` takes too. */
  reading: string;
  /** The question. */
  asks: string;
  /** The answers that are not taken. */
  or: string[];
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
};

/** The settings of a book, in the order of play. */
export type SettingsPage = {
  /** The book. */
  book: string;
  /** Its title. */
  title: string;
  /** The usual number of decks. */
  decks: number;
  /** Every number of decks it allows. */
  decks_allowed: number[];
  /** Its settings. */
  settings: FormLine[];
};

/** A side wager. */
export type SideLine = {
  /** Its name. */
  name: string;
  /** What one wager brings the bettor on average. */
  expectation: Exact;
  /** The house's share of it. */
  edge: Exact;
  /** How often it wins. */
  wins: Exact;
  /** The variance of its result. */
  variance: Exact;
  /** Every result. */
  results: SideResultLine[];
  /** The house's share by the number of decks. */
  by_decks: DecksLine[];
};

/** The side wagers of a book. */
export type SidePage = {
  /** Which book. */
  about: About;
  /** The wager on a pair; nothing where the book has none, or not with so many decks. */
  pairs: SideLine | null;
  /** The numbers of decks with which the wager on a pair is offered. */
  pairs_decks: number[];
  /** The Pontoon Pandemonium wager, where the book has it. */
  pandemonium: SideLine | null;
  /** How often each multiplier comes; the book does not say it, and these chances are ours. */
  multipliers: MultiplierLine[];
  /** Insurance against the dealer's Ace, by what is seen, for each unit insured. */
  insurance: InsuranceLine[];
  /** The share of ten-point cards among those unseen at which insurance is fair. */
  insurance_break_even: Exact;
};

/** A result of a side wager. */
export type SideResultLine = {
  /** Which. */
  result: string;
  /** The odds it pays; nothing where the wager is lost. */
  pays: string | null;
  /** The clause that says so. */
  clause: string;
  /** How often it comes. */
  chance: Exact;
  /** What it adds to the expectation. */
  adds: Exact;
};

/** How far a simulation has come: one line of the answer. */
export type SimulationLine = {
  /** Rounds so far. */
  rounds: number;
  /** Rounds in all. */
  of: number;
  /** What one wager brought on average, in initial wagers. */
  expectation: number;
  /** Its standard error. */
  standard_error: number;
  /** The interval that holds the true figure 95 times in 100. */
  interval: [number, number];
  /** The standard deviation of one round. */
  standard_deviation: number;
  /** The solver's exact figure. */
  exact: number;
  /** By how much that may be wrong. */
  exact_bound: number;
  /** Whether this is the last line. */
  done: boolean;
};

/** A simulation is wanted. */
export type SimulationWanted = {
  /** The id of the book. */
  book: string;
  /** How many decks; the usual number unless told. */
  decks?: number | null;
  /** The initial wager, in cents; 25 dollars unless told. */
  wager?: Money | null;
  /** Settings that are changed, by key or reading. */
  set?: Record<string, string>;
  /** How many rounds, at most a thousand million. */
  rounds: number;
  /** The same seed gives the same rounds; 1 unless told. */
  seed?: number | null;
};
