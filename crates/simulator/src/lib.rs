//! Rounds by the billion, each played exactly by the book.
//!
//! A book and a strategy are compiled to one flat table of rows: what is known of a round so far,
//! and for each next card the row that follows. Playing is then one look-up a card, the same for
//! every book. What rows do not tell, the engine plays, with the same cards.

#[cfg(test)]
extern crate self as simulator;

mod alike;
mod bettor;
mod bookkeeper;
mod by_rows;
mod code;
mod compare;
mod compile;
mod counters;
mod counting;
mod dealing;
mod ended;
mod engine;
mod method;
mod record;
mod rows;
mod run;
mod seats;
mod shoe;
mod shoe_words;
mod shoes;
mod simulation;
mod split;
mod strategy_file;
mod summary;
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;
mod tally;
mod unfit;
mod words;

pub use code::Code;
pub use compare::{Compared, Difference};
pub use compile::Play;
pub use counting::{Counting, DeckEye, Late, Rounding, Step, UNIT};
pub use dealing::{Cut, DECK, Dealing};
pub use method::{Method, WhyAlone};
pub use record::{BettorRecord, BettorResult, Bonus, Record, SeatRecord, SideRecord, Spread, Won};
pub use seats::{Bets, Follows, Mind, Seat, Table};
pub use simulation::{BLOCK, SHOES, Simulation, Unit};
pub use strategy_file::{
    Barred, Base, Cell, Charts, FileFault, FileFaultKind, IndexPlay, Of, StrategyFile,
};
pub use summary::Summary;
pub use tally::{BoxResult, Tally};
pub use unfit::Unfit;
