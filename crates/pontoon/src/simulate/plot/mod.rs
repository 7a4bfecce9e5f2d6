//! What a run came to, as pictures: the estimate, the results of rounds, the true count, the
//! bankroll.
//!
//! The figures come in reckoned; only places on paper are reckoned here. What is not a number is
//! not drawn.
#![expect(clippy::float_arithmetic, reason = "places on a picture are no money")]

mod bankroll;
mod by_count;
mod canvas;
mod convergence;
mod distribution;
mod label;
mod panel;
mod png;
mod scale;

pub(crate) use png::png;

/// The figures of a run, in wagers. What was not counted is left empty and not drawn.
pub(crate) struct Plots {
    /// What was played: the title of the book.
    pub(crate) title: String,
    /// How: book, decks, strategy, seed; facts apart by ` · `.
    pub(crate) subtitle: String,
    pub(crate) convergence: Vec<Point>,
    /// The exact value, where it is known.
    pub(crate) expected: Option<f64>,
    pub(crate) distribution: Vec<Bar>,
    pub(crate) by_count: Vec<CountBar>,
    pub(crate) fan: Vec<FanPoint>,
}

/// The estimate per initial wager after so many rounds, and its standard error.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) rounds: u64,
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

/// What a round came to, and its share of all rounds.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) net: f64,
    pub(crate) share: f64,
}

/// What a round came to at a true count, and how often that count was met.
#[derive(Clone, Copy)]
pub(crate) struct CountBar {
    pub(crate) count: f64,
    pub(crate) share: f64,
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

/// What a bankroll has won or lost after so many rounds: 5, 25, 50, 75 and 95 of 100 have at most
/// this.
#[derive(Clone, Copy)]
pub(crate) struct FanPoint {
    pub(crate) rounds: u64,
    pub(crate) quantiles: [f64; 5],
}

/// The pictures for which there are figures: the name of the file without its ending, and the SVG.
pub(crate) fn draw(plots: &Plots) -> Vec<(String, String)> {
    let pictures = [
        ("convergence", convergence::draw(plots)),
        ("distribution", distribution::draw(plots)),
        ("by-count", by_count::draw(plots)),
        ("bankroll", bankroll::draw(plots)),
    ];
    pictures
        .into_iter()
        .filter_map(|(stem, svg)| Some((stem.to_owned(), svg?)))
        .collect()
}

/// How many standard errors to either side hold 95 in 100.
const SURE: f64 = super::SURE;

#[expect(
    clippy::as_conversions,
    reason = "a place on paper needs no more than 53 bits"
)]
const fn real(rounds: u64) -> f64 {
    rounds as f64
}

#[cfg(test)]
mod tests;
