// Generated from the Rust types: do not edit. `make types` writes it again.

/** A box, counted from 1 at the dealer's left. */
export type BoxNo = number;

/** Where in a book a rule stands. */
export type Clause = string;

/** An amount of money in cents, never negative. */
export type Money = number;

/** What somebody has won (positive) or lost (negative), in cents. */
export type Net = number;

/** So much paid for so much wagered: `3 to 2`. */
export type Odds = string;

/** What the sign at a table says. */
export type Sign = {
  /** The smallest wager. */
  minimum: Money;
  /** The largest wager. */
  maximum: Money;
  /** The smallest chip: wagers are multiples of it, and payments too where the book rounds. */
  chip: Money;
  /** Whether wagers must be multiples of the minimum. */
  multiples: boolean;
  /** Limits of the wager on a pair, where it is offered. */
  pairs: [Money, Money] | null;
  /** Whether that wager is a condition of play. */
  pairs_compulsory: boolean;
  /** Limits of the Pontoon Pandemonium wager, where it is offered. */
  pandemonium: [Money, Money] | null;
  /** The most bettors on a box, if fewer than the book allows. */
  bettors: number | null;
};
