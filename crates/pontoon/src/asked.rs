//! What a command about worth is asked: a book, changed or not, from so many decks, for so much.

use crate::books;
use crate::figures::settings;
use anyhow::{Result, bail};
use clap::Args;
use rules::{Money, RuleBook, Value as _};
use serde_json::Value;
use solver::Question;
use std::sync::Arc;

/// Arguments that all these commands take.
#[derive(Args)]
pub(crate) struct Terms {
    /// The wager. It decides what Super Bonus may be won; everything else goes by the wager.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, default_value = "25")]
    wager: Money,
    /// Change a setting or reading: key=value.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) sets: Vec<String>,
}

/// The same for commands that can answer other programs.
#[derive(Args)]
pub(crate) struct Asking {
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A book, its decks and a wager.
pub(crate) struct Asked {
    /// The book as it stands.
    pub(crate) usual: Arc<RuleBook>,
    /// The book as it was changed.
    pub(crate) book: RuleBook,
    pub(crate) decks: u8,
    pub(crate) wager: Money,
}

impl Asked {
    /// The book of a name, with the changes, from so many decks or its usual number of them.
    pub(crate) fn new(name: &str, decks: Option<u32>, terms: &Terms) -> Result<Self> {
        check_wager(terms.wager)?;
        let (usual, book) = books::changed(name, &terms.sets)?;
        let decks = decks_of(&book, decks)?;
        Ok(Self { usual, book, decks, wager: terms.wager })
    }

    /// The question for the solver.
    pub(crate) fn question(&self) -> Question {
        Question::of(&self.book, self.decks, self.wager)
    }

    /// The changed settings as a JSON object.
    pub(crate) fn settings(&self) -> Value {
        settings(&self.book, &self.usual)
    }

    /// The book with its changes, the decks and the wager in one line.
    pub(crate) fn title(&self) -> String {
        let changes = self.book.changes_from(&self.usual);
        let changes: String = changes.iter().map(|(key, value)| format!(", {key}={value}")).collect();
        format!("{} ({}), {}, wager {}{changes}", self.book.title, self.book.id, decks_words(self.decks), self.wager)
    }
}

/// A number of decks in words.
pub(crate) fn decks_words(decks: impl Into<u32>) -> String {
    match decks.into() {
        1 => "1 deck".to_owned(),
        decks => format!("{decks} decks"),
    }
}

/// The number of decks that was asked for, or the usual one.
pub(crate) fn decks_of(book: &RuleBook, asked: Option<u32>) -> Result<u8> {
    let Some(asked) = asked else { return Ok(book.decks()) };
    match u8::try_from(asked) {
        Ok(decks) if book.cards.decks.is.allows(decks) => Ok(decks),
        _ => bail!("{} is not dealt from {}: it allows {}", book.id.name, decks_words(asked), book.cards.decks.is.write()),
    }
}

/// Whether there is a wager to reckon with.
pub(crate) fn check_wager(wager: Money) -> Result<()> {
    if wager == Money::ZERO {
        bail!("a wager must be more than nothing");
    }
    Ok(())
}
