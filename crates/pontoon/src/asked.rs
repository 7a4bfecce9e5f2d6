//! What a command about worth is asked: a book, changed or not, from so many decks, for so much.

use crate::books;
use anyhow::{Result, bail};
use clap::Args;
use report::{Asked, decks_words};
use rules::{Money, RuleBook, Value as _};

/// Arguments that all these commands take.
#[derive(Args)]
pub(crate) struct Terms {
    /// The wager. It decides what Super Bonus may be won; everything else goes by the wager.
    #[arg(
        long,
        value_name = "AMOUNT",
        allow_negative_numbers = true,
        default_value = "25"
    )]
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

impl Terms {
    /// The book of a name, with the changes, from so many decks or its usual number of them.
    pub(crate) fn of(&self, name: &str, decks: Option<u32>) -> Result<Asked> {
        check_wager(self.wager)?;
        let (usual, book) = books::changed(name, &self.sets)?;
        let decks = decks_of(&book, decks)?;
        Ok(Asked {
            usual,
            book,
            decks,
            wager: self.wager,
        })
    }
}

/// The number of decks that was asked for, or the usual one.
pub(crate) fn decks_of(book: &RuleBook, asked: Option<u32>) -> Result<u8> {
    let Some(asked) = asked else {
        return Ok(book.decks());
    };
    match u8::try_from(asked) {
        Ok(decks) if book.cards.decks.is.allows(decks) => Ok(decks),
        _ => bail!(
            "{} is not dealt from {}: it allows {}",
            book.id.name,
            decks_words(asked),
            book.cards.decks.is.write()
        ),
    }
}

/// Whether there is a wager to reckon with.
pub(crate) fn check_wager(wager: Money) -> Result<()> {
    if wager == Money::ZERO {
        bail!("a wager must be more than nothing");
    }
    Ok(())
}
