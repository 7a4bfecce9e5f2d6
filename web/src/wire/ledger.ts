// Generated from the Rust types: do not edit. `make types` writes it again.

/** A person with money in the house. */
export type PlayerId = number;

/** A gaming table. */
export type TableId = number;
