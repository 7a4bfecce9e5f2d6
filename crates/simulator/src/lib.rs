//! Rounds by the billion, each played exactly by the book.
//!
//! A book and a strategy are compiled to one flat table of rows: what is known of a round so far, and for each next card
//! the row that follows. Playing is then one look-up a card, the same for every book.

mod bettor;
mod code;
mod compile;
mod counting;
mod ended;
mod engine;
mod fresh;
mod lanes;
mod rows;
mod shoe;
mod split;
mod strategy_file;
mod summary;
mod tally;
mod words;

pub use code::Code;
pub use compile::Play;
pub use counting::{Counting, DeckEye, Late, Rounding, Step, UNIT};
pub use engine::{Engine, Played};
pub use fresh::{BLOCK, Fresh, Unfit};
pub use shoe::Drawer;
pub use strategy_file::{Barred, Base, Cell, Charts, FileFault, FileFaultKind, IndexPlay, Of, StrategyFile};
pub use summary::Summary;
pub use tally::{BoxResult, Tally};
pub use words::Words;
