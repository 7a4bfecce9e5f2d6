//! Rounds by the billion, each played exactly by the book.
//!
//! A book and a strategy are compiled to one flat table of rows: what is known of a round so far, and for each next card
//! the row that follows. Playing is then one look-up a card, the same for every book.

mod bettor;
mod code;
mod compile;
mod ended;
mod fresh;
mod lanes;
mod rows;
mod shoe;
mod split;
mod summary;
mod tally;
mod words;

pub use bettor::{Bettor, SplitHand};
pub use code::Code;
pub use compile::Play;
pub use ended::{Ended, ThreeCards};
pub use fresh::{BLOCK, Fresh};
pub use lanes::TooManyCards;
pub use rows::{HandEnd, RoundEnd, Row, Rows, Splits, Whose};
pub use shoe::{Drawer, Shoe};
pub use split::SplitPlay;
pub use summary::Summary;
pub use tally::{Result, Tally};
pub use words::Words;
