//! Splitting a pair.
//!
//! Every hand of a split is played without regard to the others: as the same cards would be played
//! unsplit, or, where a dealer's Pontoon takes one wager for all hands and that is better, as one
//! hand of several. A pair that comes again is split again where the book allows it and that is
//! better. The expectation of that is exact, or carries its bound.

mod hands;
mod joint;
mod pair;
mod patterns;
mod products;
mod results;
mod sevens;
mod tally;
mod tied;

pub(crate) use hands::split_options;
pub use joint::Bounded;
pub(crate) use pair::{HowClose, PairSplit, SplitWorth};
pub(crate) use tally::SplitTally;
