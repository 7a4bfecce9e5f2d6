//! How the rounds of a table are played: side by side, or round by round and why.

use std::fmt;

/// How the rounds of a table are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Rounds from a fresh shuffle, side by side.
    FreshSideBySide,
    /// Shoes, side by side.
    ShoesSideBySide,
    /// Round by round.
    RoundByRound(WhyAlone),
}

/// Why the rounds of a table are not played side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyAlone {
    /// Several boxes, which are dealt in turn from a shoe.
    Boxes,
    /// Boxes that are played in different ways.
    Ways,
    /// Several bettors on a box.
    Bettors,
    /// Wagers beside the hand.
    SideWagers,
    /// Insurance from a fresh shuffle.
    Insurance,
    /// Insurance that some of the wagers of a ramp are too small for.
    InsuranceOfSomeWagers,
    /// A count from a fresh shuffle.
    Count,
    /// Tags that are further apart than the lanes can add.
    Tags,
    /// Cards that are missing when a round begins.
    Device,
    /// Cards that may run out.
    FewCards,
    /// More rows than the machine's cache holds.
    Rows,
    /// More ends of split hands than are told apart.
    Ends,
    /// Wagers that may win too much to be added up.
    LargeWagers,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FreshSideBySide => f.write_str("rounds side by side"),
            Self::ShoesSideBySide => f.write_str("shoes side by side"),
            Self::RoundByRound(why) => write!(f, "round by round: {why}"),
        }
    }
}

impl fmt::Display for WhyAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Boxes => "several boxes of a shoe",
            Self::Ways => "boxes played in different ways",
            Self::Bettors => "several bettors on a box",
            Self::SideWagers => "side wagers",
            Self::Insurance => "insurance from a fresh shuffle",
            Self::InsuranceOfSomeWagers => "some wagers are too small to insure",
            Self::Count => "a count from a fresh shuffle",
            Self::Tags => "tags more than seven units apart",
            Self::Device => "cards of the round before are out",
            Self::FewCards => "the cards may run out",
            Self::Rows => "the play tells too many hands apart",
            Self::Ends => "the book pays split hands in too many ways",
            Self::LargeWagers => "a wager may win more than 41943.04",
        })
    }
}
