//! What a report is about: a book, changed or not, from so many decks, for so much.

use rules::{Money, RuleBook};
use solver::Question;
use std::sync::Arc;

/// A book, its decks and a wager.
#[derive(Debug)]
pub struct Asked {
    /// The book as it stands.
    pub usual: Arc<RuleBook>,
    /// The book as it was changed.
    pub book: RuleBook,
    /// How many decks.
    pub decks: u8,
    /// The initial wager.
    pub wager: Money,
}

impl Asked {
    /// The question for the solver.
    pub fn question(&self) -> Question {
        Question::of(&self.book, self.decks, self.wager)
    }

    /// The book with its changes, the decks and the wager in one line.
    pub fn title(&self) -> String {
        let changes = self.book.changes_from(&self.usual);
        let changes: String = changes
            .iter()
            .map(|(key, value)| format!(", {key}={value}"))
            .collect();
        format!(
            "{} ({}), {}, wager {}{changes}",
            self.book.title,
            self.book.id,
            decks_words(self.decks),
            self.wager
        )
    }
}

/// A number of decks in words.
pub fn decks_words(decks: impl Into<u32>) -> String {
    match decks.into() {
        1 => "1 deck".to_owned(),
        decks => format!("{decks} decks"),
    }
}
