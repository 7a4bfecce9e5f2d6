//! The notation: one readable text for a round.
//!
//! [`Script`] is a round as written; it need not be legal. [`Script::parse`] reads one, its `Display` writes it, [`play`]
//! plays it through the engine, and [`Script::of`] writes down a round that was played. `docs/notation.md` is the
//! specification.

mod check;
mod head;
mod parse;
mod player;
mod record;
mod script;
mod table;
mod words;

pub use check::outcome_line;
pub use parse::{NotationError, check_name};
pub use player::{Books, Played, play};
pub use script::{BettorEntry, Fact, Head, InsuranceItem, Line, Numbered, Offer, Place, ResultLine, Script, Token, WagerRef};
pub use words::{describe, legal_words, narrate};
