//! What the command line and the server both tell of a book, so that both tell the same, byte for
//! byte.
//!
//! Nothing is printed or sent here: questions and answers of the solver go in, and texts come out.

mod asked;
mod card_text;
pub mod chart;
mod markup;
mod par;
mod super_bonus;
mod words;

pub use asked::{Asked, decks_words};
pub use card_text::{CardTextError, position_words, read_cards};
pub use chart::Study;
pub use markup::escape;
pub use par::page as par_sheet;
pub use super_bonus::{Prize, telling_wagers};
pub use words::{NONE, edge_words, is_nothing, part_words};
