// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Money } from "./rules";

/** Which book an answer is about, and how it was changed. */
export type About = {
  /** The book. */
  book: string;
  /** The version of its data. */
  version: number;
  /** How many decks. */
  decks: number;
  /** The initial wager, in cents. */
  wager: number;
  /** The settings that differ from the book's own. */
  changed: Record<string, string>;
};

/** A book in the list. */
export type BookLine = {
  /** Its id. */
  book: string;
  /** The version of its data. */
  version: number;
  /** Its title. */
  title: string;
  /** The date it prints. */
  date: string;
  /** The usual number of decks. */
  decks: number;
  /** The numbers of decks it allows. */
  decks_allowed: string;
};

/** A book. */
export type BookPage = {
  /** Which. */
  book: BookLine;
  /** Its settings, in the order of play. */
  settings: SettingLine[];
  /** The questions it leaves open, and how they are settled. */
  readings: ReadingLine[];
};

/** What to do with one kind of hand against one upcard. */
export type ChartCell = {
  /** The upcard. */
  upcard: string;
  /** The actions from the best to the worst, each with what it is worth in initial wagers. */
  ranked: Array<[string, number]>;
  /** How often best play meets such a hand. */
  chance: number;
};

/** One kind of hand. */
export type ChartLine = {
  /**
   * `hard`, `soft`, `later_soft` (an Ace came after the first two cards), `pair` or `straight` (two cards of
   * a 6-7-8).
   */
  kind: string;
  /** The total, or the cards of a pair or straight. */
  hand: string;
  /** How many cards; the largest number stands for more too. */
  cards: number;
  /** `mixed`, `suited` or `spades`, where suits matter. */
  suits: string | null;
  /** What to do against each upcard, 2 to ten and then Ace; nothing where there are no such hands. */
  cells: Array<ChartCell | null>;
};

/** The strategy of a book. */
export type ChartPage = {
  /** What the book is worth at best play. */
  edge: Edge;
  /** The chart: one line for each kind of hand, one cell for each upcard. */
  lines: ChartLine[];
};

/** What enforces a clause, or a part of it. */
export type ClauseBy = "round" | "table";

/** A clause on a book's page. */
export type ClauseLine = {
  /** Its number. */
  clause: string;
  /** The heading it stands under. */
  section: string;
  /** What the software does about it. */
  status: ClauseStatus;
  /** What enforces it, where it is enforced, wholly or partly. */
  by: ClauseBy | null;
  /** Where the status needs a reason; where the clause is partly enforced, what is missing. */
  reason: string | null;
  /** The clause in our own words. */
  words: string;
  /** Rounds that show it, in the notation. */
  examples: string[];
};

/** What the software does about a clause. */
export type ClauseStatus =
  | "enforced"
  | "partly_enforced"
  | "recorded"
  | "informative"
  | "outside"
  | "planned";

/** What two books do differently. */
export type DifferenceLine = {
  /** The key of the setting. */
  key: string;
  /** What it is about. */
  words: string;
  /** The first book's value and clause. */
  left: [string, string];
  /** The second's. */
  right: [string, string];
};

/** What a book is worth. All figures are in initial wagers. */
export type Edge = {
  /** The book. */
  book: string;
  /** The version of its data. */
  version: number;
  /** How many decks. */
  decks: number;
  /** The initial wager, in cents. */
  wager: number;
  /** The settings that differ from the book's own. */
  changed: Record<string, string>;
  /** What one wager brings the bettor on average. */
  expectation: number;
  /** By how much that may be wrong. */
  bound: number;
  /** The house's share of the initial wager. */
  edge_per_initial_wager: number;
  /** The house's share of all that is wagered: doubles, splits and insurance included. */
  edge_per_total_wagered: number;
  /** What is wagered in all for one initial wager. */
  total_wagered: number;
  /** The standard deviation of the result. */
  standard_deviation: number;
  /** What being offered the Super Bonus is worth. */
  super_bonus: number;
  /** Where the expectation comes from. */
  parts: PartLine[];
};

/** A part of the expectation. */
export type PartLine = {
  /** Which. */
  part: string;
  /** How often. */
  chance: number;
  /** What it brings. */
  worth: number;
};

/** A question: a book, from so many decks, for so much, with so many settings changed. */
export type Question = {
  /** The id of the book. */
  book: string;
  /** How many decks; the usual number unless told. */
  decks?: number | null;
  /** The initial wager, in cents; 25 dollars unless told. It decides which Super Bonus may be won. */
  wager?: Money | null;
  /** Settings that are changed, by key or reading. */
  set?: Record<string, string>;
};

/** A question that a book leaves open. */
export type ReadingLine = {
  /** Its name. */
  reading: string;
  /** The setting it decides. */
  key: string;
  /** The question. */
  asks: string;
  /** The answers that are not taken. */
  or: string[];
};

/** A setting. */
export type SettingLine = {
  /** Its key. */
  key: string;
  /** What it is about. */
  words: string;
  /** Its value; empty for a rule without alternatives. */
  value: string;
  /** Every value there is, where that is a short list. */
  values: string[];
  /** The clause that fixes it. */
  clause: string;
};
