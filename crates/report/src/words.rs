//! Words that stand beside figures, on paper and on the terminal.

use solver::side_wagers::{Fraction, SideWager, percent};
use solver::{Part, Share};
use std::cmp::Ordering;

/// What cannot be told: there is no such thing.
pub const NONE: &str = "–";

/// The words for a part; what the Super Bonus pays is not what being offered it is worth.
pub const fn part_words(part: Part) -> &'static str {
    match part {
        Part::SuperBonus => "Super Bonus: prizes paid",
        Part::Pontoon
        | Part::Stand
        | Part::Draw
        | Part::Double
        | Part::Split
        | Part::Surrender
        | Part::Bonus
        | Part::Insurance => part.words(),
    }
}

/// Whether a part is one of bonuses that pay nothing here.
pub fn is_nothing(part: Part, share: &Share<f64>) -> bool {
    matches!(part, Part::Bonus | Part::SuperBonus) && share.worth == 0.0
}

/// The house edge, and whose favour it is in where it is not the house's.
pub fn edge_words(bet: &SideWager, places: usize) -> String {
    let edge = bet.edge();
    let whose = match edge.cmp(&Fraction::from_integer(0)) {
        Ordering::Less => " (in the player's favour)",
        Ordering::Equal => " (fair)",
        Ordering::Greater => "",
    };
    format!("{edge} = {}{whose}", percent(edge, places))
}
