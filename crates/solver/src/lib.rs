//! What every book is worth, exactly, and how to play it.
#![allow(
    clippy::float_arithmetic,
    reason = "the worth of a game is a number of wagers, not money"
)]

mod against;
mod chart;
mod dealer;
mod ends;
mod hands;
mod index_plays;
mod number;
mod on_worth;
mod payoff;
mod pile;
mod pile_tree;
mod plan;
mod position;
mod price;
mod reach;
mod removal;
mod results;
pub mod side_wagers;
mod solve;
mod split;
mod strategy;
mod suits;
mod tags;
mod tally;
pub mod terms;
mod value;
mod worth;

pub use against::Against;
pub use chart::{Advice, Chart, Detail, Kind, Loss, MOST_CARDS};
pub use dealer::{Chances, DealerTree, Outcome};
pub use hands::{Hand, HandNo, Hands};
pub use index_plays::{IndexPlay, Side, index_plays};
pub use number::{Fraction, Number};
pub use on_worth::{OnWorth, on_worth};
pub use payoff::{Payoff, Place};
pub use pile::Pile;
pub use plan::{Action, Best, Options, Plan, SuitClass};
pub use position::{Doubled, Position, PositionError, doubled_position, position};
pub use price::{Alternative, Bearing, Question, Step, alternatives, is_of_side_wager, walk};
pub use removal::{Cards, Effects, Removal, Without, insurance_effects};
pub use results::Row;
pub use solve::{Cell, Solved, solve, solve_and_tally, without_super_bonus};
pub use split::Bounded;
pub use strategy::{From, Strategy};
pub use tags::{Count, Level, LevelError, Tags};
pub use tally::{Part, Share, Tally};
pub use terms::Terms;
pub use value::{CardValue, Counts, VALUES};
pub use worth::{ShoeError, Worth, check_shoe, full_shoe, most_cards};
