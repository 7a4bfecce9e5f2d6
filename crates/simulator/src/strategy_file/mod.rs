//! Strategies that people write by hand: charts, or best play, and what a counter does otherwise.
//!
//! Nothing here reads a file: a text comes in. `docs/strategy-files.md` tells the form.

mod cell;
mod chart_lines;
mod charts;
mod check;
mod count_lines;
mod fault;
mod index;
mod legal;
mod lines;
mod of_chart;
mod parse;
mod play;
mod write;

pub use cell::Cell;
pub use charts::{Charts, Of};
pub use fault::{Barred, FileFault, FileFaultKind};
pub use index::IndexPlay;

use crate::compile::Play;
use crate::counting::Counting;
use fault::At;
use play::FilePlay;
use rules::{RuleBook, Sign};
use solver::Terms;

/// A way to play that somebody wrote down.
///
/// ```
/// use simulator::{Base, StrategyFile};
/// let file = StrategyFile::parse("name Best play\nbase best\n").unwrap();
/// assert_eq!((file.name.as_str(), file.base, file.bands()), ("Best play", Base::Best, 1));
/// let faults = StrategyFile::parse("base worst").unwrap_err();
/// assert_eq!(faults[0].to_string(), "line 1, column 6: `worst` is not valid here: write best or card");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyFile {
    /// What its writer calls it; empty where it has no name.
    pub name: String,
    /// The book it was written for; none where it is for any.
    pub book: Option<String>,
    /// What is played where no index play says otherwise.
    pub base: Base,
    /// The charts, where the base is these.
    pub charts: Option<Charts>,
    /// How the cards are counted, and what for.
    pub counting: Option<Counting>,
    /// What is played in another way at some true counts.
    pub index: Vec<IndexPlay>,
    places: Places,
}

/// What is played where no index play says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The best play, by every card of the hand.
    Best,
    /// The chart of the book.
    Card,
    /// The charts of the file.
    Charts,
}

/// Where things stand that are checked against a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Places {
    book: At,
    ramp: Vec<At>,
}

impl StrategyFile {
    /// Reads a strategy.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text, in its order.
    pub fn parse(text: &str) -> Result<Self, Vec<FileFault>> {
        parse::parse(text)
    }

    /// A strategy of charts only.
    pub fn of_charts(name: impl Into<String>, book: Option<String>, charts: Charts) -> Self {
        let (index, places) = (Vec::new(), Places::default());
        Self {
            name: name.into(),
            book,
            base: Base::Charts,
            charts: Some(charts),
            counting: None,
            index,
            places,
        }
    }

    /// Everything in it that a book or a sign does not allow, in the order of the text.
    pub fn check(&self, book: &RuleBook, sign: &Sign) -> Vec<FileFault> {
        check::check(self, book, sign)
    }

    /// How many ways to play there are, by the true count.
    pub fn bands(&self) -> usize {
        self.counting
            .as_ref()
            .map_or(0, |counting| counting.thresholds.len())
            + 1
    }

    /// The way to play in one band of the true count. `base` is best play or the book's chart and
    /// is asked where the base is one of these; a hand is never played in a way the terms do not
    /// allow, whatever is written.
    pub fn play<'a>(&'a self, band: usize, terms: &'a Terms, base: &'a dyn Play) -> impl Play + 'a {
        FilePlay::new(self, band, terms, base)
    }
}
