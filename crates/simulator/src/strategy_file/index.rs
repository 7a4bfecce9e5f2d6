//! Index plays: what is played in another way from or below a true count.

use super::cell::Cell;
use super::charts::Of;
use super::fault::At;
use solver::CardValue;

/// A cell that holds for some true counts only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexPlay {
    pub(crate) of: Of,
    pub(crate) row: u8,
    pub(crate) upcard: CardValue,
    pub(crate) cell: Cell,
    /// From which true count on, in hundredths.
    pub(crate) from: Option<i32>,
    /// Below which true count, in hundredths.
    pub(crate) below: Option<i32>,
    pub(crate) at: At,
}

impl IndexPlay {
    /// The hands it is about, as people say it.
    pub(crate) fn hand(&self) -> String {
        format!("{} v {}", self.of.row(self.row), self.upcard)
    }

    /// Whether it holds where the lowest true count of a band is this; none for the lowest band of
    /// all.
    pub(crate) fn holds_from(&self, lowest: Option<i32>) -> bool {
        let begun = self
            .from
            .is_none_or(|from| lowest.is_some_and(|lowest| from <= lowest));
        let over = self
            .below
            .is_some_and(|below| lowest.is_some_and(|lowest| below <= lowest));
        begun && !over
    }

    /// Whether there is a true count for which both hold.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let hands = |play: &Self| (play.of, play.row, play.upcard);
        let apart = |one: &Self, other: &Self| {
            one.below
                .zip(other.from)
                .is_some_and(|(below, from)| below <= from)
        };
        hands(self) == hands(other) && !apart(self, other) && !apart(other, self)
    }
}
