// Generated from the Rust types: do not edit. `make types` writes it again.

/** One card, written as its rank and its suit: `8s`. */
export type Card = string;
