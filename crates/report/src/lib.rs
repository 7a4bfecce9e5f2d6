//! What the command line and the server both tell of a book, so that both tell the same.
//!
//! Nothing is reckoned here, and nothing is printed or sent: texts go in, and texts come out.

mod card_text;

pub use card_text::{CardTextError, position_words, read_cards};
