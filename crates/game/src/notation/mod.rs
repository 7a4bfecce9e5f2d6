//! The notation: one readable text for a round.
//!
//! [`Script`] is a round as written; it need not be legal. [`Script::parse`] reads one, its
//! `Display` writes it, [`play`] plays it through the engine, and [`Script::of`] writes down a
//! round that was played. `docs/notation.md` is the specification.

mod check;
mod course;
mod head;
mod parse;
mod player;
mod record;
mod script;
mod table;
mod words;

pub use check::outcome_line;
pub use course::{Done, Move, Refused};
pub use parse::{NotationError, check_name};
pub use player::{Books, Played, play, play_so_far};
pub use script::{
    BettorEntry, Fact, Head, InsuranceItem, Line, Numbered, Offer, Place, ResultLine, Script,
    Token, WagerRef,
};
pub use words::{choice_words, describe, legal_words, narrate, question_words};
