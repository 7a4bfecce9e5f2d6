//! The ways to play that were asked for, solved or read.

use super::box_asked::How;
use crate::books;
use anyhow::{Result, bail};
use rules::{Money, RuleBook, Sign};
use simulator::{Base, Counting, Play, StrategyFile};
use solver::{Best, Bounded, Chart, Detail, Pile, Solved, Strategy, Terms, solve};
use std::path::Path;

/// So many faults of a file are told.
const FAULTS_TOLD: usize = 100;

/// One way to play, for one wager: what the Super Bonus is worth depends on that.
pub(crate) struct Way {
    pub(crate) how: How,
    pub(crate) wager: Money,
    terms: Terms,
    best: Solved<f64>,
    card: Option<(Chart, Solved<f64>)>,
    file: Option<(StrategyFile, String)>,
}

impl Way {
    /// Solves the book, and reads the file where there is one.
    pub(crate) fn new(
        book: &RuleBook,
        sign: &Sign,
        pile: &Pile,
        how: How,
        wager: Money,
    ) -> Result<Self> {
        let file = match &how {
            How::File(path) => Some(read(path, book, sign)?),
            How::Best | How::Card => None,
        };
        let terms = Terms::of(book, wager);
        let best = solve::<f64>(&terms, pile, &Best);
        let by_card = how == How::Card
            || file
                .as_ref()
                .is_some_and(|(file, _)| file.base == Base::Card);
        let card = by_card.then(|| chart(&terms, pile, &best));
        Ok(Self {
            how,
            wager,
            terms,
            best,
            card,
            file,
        })
    }

    /// What is played where no file says otherwise.
    pub(crate) fn base<'a>(&'a self, pile: &'a Pile) -> Box<dyn Play + 'a> {
        match &self.card {
            Some((chart, solved)) => Box::new(Strategy::new(&self.terms, pile, solved, chart)),
            None => Box::new(Strategy::new(&self.terms, pile, &self.best, &Best)),
        }
    }

    /// The ways to play by the true count; one where nobody counts.
    pub(crate) fn plays<'a>(&'a self, base: &'a dyn Play) -> Vec<Box<dyn Play + 'a>> {
        match &self.file {
            Some((file, _)) => {
                let play =
                    |band| -> Box<dyn Play + 'a> { Box::new(file.play(band, &self.terms, base)) };
                (0..file.bands()).map(play).collect()
            }
            None => vec![Box::new(base)],
        }
    }

    /// How the way counts.
    pub(crate) fn counting(&self) -> Option<&Counting> {
        self.file
            .as_ref()
            .and_then(|(file, _)| file.counting.as_ref())
    }

    /// What its writer calls it, or the word for it.
    pub(crate) fn name(&self) -> String {
        let named = self
            .file
            .as_ref()
            .map(|(file, _)| file.name.clone())
            .filter(|name| !name.is_empty());
        named.unwrap_or_else(|| self.how.word())
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> Option<&str> {
        self.file.as_ref().map(|(_, text)| text.as_str())
    }

    /// What the way is worth to a box alone from a full shoe, where the solver knows that.
    pub(crate) fn worth(&self) -> Option<Bounded<f64>> {
        match (&self.how, &self.card) {
            (How::Best, _) => Some(self.best.expectation()),
            (How::Card, Some((_, solved))) => Some(solved.expectation()),
            (How::Card, None) | (How::File(_), _) => None,
        }
    }
}

/// A strategy file that is right for the book, and its text.
fn read(path: &Path, book: &RuleBook, sign: &Sign) -> Result<(StrategyFile, String)> {
    let text = books::read(path)?;
    let faults = match StrategyFile::parse(&text) {
        Ok(file) => {
            let faults = file.check(book, sign);
            if faults.is_empty() {
                return Ok((file, text));
            }
            faults
        }
        Err(faults) => faults,
    };
    let lines: Vec<String> = faults
        .iter()
        .map(|fault| format!("{}: {fault}", path.display()))
        .collect();
    let more = if lines.len() >= FAULTS_TOLD {
        " or more"
    } else {
        ""
    };
    bail!("{}{more} fault(s)\n{}", lines.len(), lines.join("\n"))
}

fn chart(terms: &Terms, pile: &Pile, best: &Solved<f64>) -> (Chart, Solved<f64>) {
    let chart = Chart::new(terms, best, Detail::ByCards);
    let solved = solve::<f64>(terms, pile, &chart);
    (chart, solved)
}
