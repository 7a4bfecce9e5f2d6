//! The best play as a chart, and its forms that are files: a sheet of paper, a page, a table of
//! values.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

mod csv;
mod html;
mod notation;
mod palette;
mod sheet;
mod svg;

pub use csv::{name, write as csv};
pub use html::page as html;
pub(crate) use html::{charts, document, figures};
pub use notation::{Class, letter};
pub use sheet::{About, Cell, Footnotes, Paint, Row, Sheet, Table};
pub use svg::write as svg;

use rules::DoubleAces;
use solver::{Bounded, Chart, Detail, Loss, Question, Solved, SuitClass, Terms, solve};

/// How many of the dearest hands a chart tells.
const DEAREST: usize = 12;

/// What stands above them.
pub const DEAREST_TITLE: &str = "The hands that cost most by this chart, split hands apart";

/// A chart, and what it costs.
#[derive(Debug)]
pub struct Study {
    /// What the chart goes by.
    pub detail: Detail,
    /// Its tables.
    pub sheet: Sheet,
    /// The expectation of best play.
    pub best: Bounded<f64>,
    /// Of the chart by the number of cards, and of the plain one.
    pub by_cards: Bounded<f64>,
    /// See [`Study::by_cards`].
    pub plain: Bounded<f64>,
    /// The hands that the chart on the sheet plays less well than can be, the dearest first.
    pub losses: Vec<Loss>,
}

impl Study {
    /// The chart of a book that was solved for best play.
    pub fn new(question: &Question, best: &Solved<f64>, detail: Detail) -> Self {
        let Question { terms, shoe } = question;
        let of = |detail| {
            let chart = Chart::new(terms, best, detail);
            let played: Solved<f64> = solve(terms, shoe, &chart);
            (chart, played)
        };
        let (by_cards, plain) = (of(Detail::ByCards), of(Detail::Totals));
        let (chart, played) = match detail {
            Detail::ByCards => &by_cards,
            Detail::Totals => &plain,
        };
        let mut losses = told_apart(terms, chart.losses(best, played));
        losses.truncate(DEAREST);
        Self {
            detail,
            sheet: Sheet::new(terms, chart),
            best: best.expectation(),
            by_cards: by_cards.1.expectation(),
            plain: plain.1.expectation(),
            losses,
        }
    }

    /// What stands above the chart.
    pub fn heading(&self) -> &'static str {
        match self.detail {
            Detail::ByCards => "Strategy",
            Detail::Totals => "Plain strategy",
        }
    }

    /// What a plain chart goes by.
    pub const fn about(&self) -> Option<&'static str> {
        match self.detail {
            Detail::ByCards => None,
            Detail::Totals => Some("The plain chart: totals only, first two cards and later ones."),
        }
    }

    /// What the charts are worth, line by line: words, and a share of the wager.
    pub fn figures(&self) -> [(&'static str, String); 5] {
        let costs =
            |chart: Bounded<f64>| format!("{:.6} %", (self.best.worth - chart.worth) * 100.0);
        [
            (
                "Best play, by every card of the hand",
                percent(self.best.worth),
            ),
            ("The chart by number of cards", percent(self.by_cards.worth)),
            ("Cost of the chart by number of cards", costs(self.by_cards)),
            (
                "The plain chart: totals only, first two cards and later ones",
                percent(self.plain.worth),
            ),
            ("Cost of the plain chart", costs(self.plain)),
        ]
    }

    /// What the figures are shares of, and how far they can be trusted.
    pub fn convention(&self) -> String {
        let slack = self
            .best
            .slack
            .max(self.by_cards.slack)
            .max(self.plain.slack);
        let bound = if slack > 0.0 {
            format!(", within {:.0e} %", slack * 100.0)
        } else {
            String::new()
        };
        format!("Expectation per initial wager{bound}; one bettor alone at the table, a full shoe.")
    }
}

/// Whether an Ace came later is told only where it matters; elsewhere such hands are one.
fn told_apart(terms: &Terms, losses: Vec<Loss>) -> Vec<Loss> {
    if terms.double.aces == DoubleAces::FirstTwo {
        return losses;
    }
    let mut found: Vec<Loss> = Vec::new();
    for loss in losses {
        let key = |loss: &Loss| {
            (
                loss.upcard,
                loss.hand.clone(),
                loss.suits,
                loss.chart,
                loss.best,
            )
        };
        match found.iter_mut().find(|known| key(known) == key(&loss)) {
            Some(known) => known.cost += loss.cost,
            None => found.push(Loss {
                later_ace: false,
                ..loss
            }),
        }
    }
    found.sort_by(|one, other| other.cost.total_cmp(&one.cost));
    found
}

/// A share in per cent with six places and its sign.
fn percent(share: f64) -> String {
    format!("{:+.6} %", share * 100.0)
}

/// What a very small share comes to, in per cent.
pub fn small_percent(share: f64) -> String {
    format!("{:.7} %", share * 100.0)
}

/// The cards of a hand that costs something.
pub fn hand_words(loss: &Loss) -> String {
    let cards: Vec<String> = loss.hand.iter().map(ToString::to_string).collect();
    let suits = match loss.suits {
        SuitClass::Mixed => "",
        SuitClass::Suited => " of one suit",
        SuitClass::Spades => " of spades",
    };
    let later = if loss.later_ace { " (later Ace)" } else { "" };
    format!("{}{suits}{later}", cards.join("-"))
}
