//! What the sums of lanes stand for: a cell for each way in which a round can end.
//!
//! While a round is played, what its cards decide is added up: the end of the hand, or those of
//! both hands of a split pair, and the dealer's outcome. The sum is the number of a cell, so the
//! end of a round asks nothing. What a cell pays is not known here.

use crate::by_rows::Ready;
use crate::ended::Ended;
use crate::record::Bonus;
use crate::rows::{HandEnd, Row};
use solver::{CardValue, Outcome};
use std::collections::BTreeSet;

/// Sums have 16 bits.
pub(super) const CELLS: usize = 1 << 16;
/// Room for the dealer's outcomes, a power of two.
const OUTCOME_ROOM: usize = 8;

/// What a round is played against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Against {
    /// The dealer's upcard.
    Upcard(CardValue),
    /// An Ace, and the box is insured.
    InsuredAce,
}

impl Against {
    pub(super) const fn upcard(self) -> CardValue {
        match self {
            Self::Upcard(value) => value,
            Self::InsuredAce => CardValue::ACE,
        }
    }
}

/// How a box has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// An unsplit hand, by its number among the ends.
    Hand(usize),
    /// The two hands of a split pair.
    Pair([Ended; 2]),
}

/// The cells of a table.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    against: Vec<Against>,
    ends: usize,
    /// The ends of split hands that are told apart.
    split_ends: Vec<Ended>,
}

impl Cells {
    /// The cells of a table; none where they are more than a sum can tell.
    pub(super) fn new(ready: &Ready<'_>) -> Option<Self> {
        let upcards = CardValue::all().map(Against::Upcard);
        let insured = ready.insures().then_some(Against::InsuredAce);
        let rows = &ready.rows;
        let split_end = |row: &Row| match *row {
            Row::SplitDone(HandEnd::Ended(ended)) => Some(as_paid(ready, ended)),
            Row::Start
            | Row::Upcard(_)
            | Row::First(..)
            | Row::SplitFirst { .. }
            | Row::Hand { .. }
            | Row::DealerFirst(_)
            | Row::Dealer { .. }
            | Row::Ended(..)
            | Row::Over(_)
            | Row::Outcome(_)
            | Row::SplitDone(HandEnd::SuperBonus(_) | HandEnd::Again(_)) => None,
        };
        let split_ends: BTreeSet<Ended> = rows.rows.iter().filter_map(split_end).collect();
        let cells = Self {
            against: upcards.chain(insured).collect(),
            ends: rows.ends.len(),
            split_ends: split_ends.into_iter().collect(),
        };
        (cells.len() <= CELLS).then_some(cells)
    }

    fn pairs(&self) -> usize {
        self.against.len() * self.ends * OUTCOME_ROOM
    }

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        self.pairs() + self.against.len() * self.split_ends.len().pow(2) * OUTCOME_ROOM
    }

    fn place(&self, against: Against) -> usize {
        self.against
            .iter()
            .position(|one| *one == against)
            .expect("nobody insures where nobody may")
    }

    /// What is added when an unsplit hand ends.
    pub(super) fn hand(&self, against: Against, end: usize) -> usize {
        (self.place(against) * self.ends + end) * OUTCOME_ROOM
    }

    /// The number of an end of a split hand.
    pub(super) fn split_end(&self, ready: &Ready<'_>, ended: Ended) -> usize {
        self.split_ends
            .binary_search(&as_paid(ready, ended))
            .expect("every end of a split hand was found")
    }

    /// What is added when the first hand of a split pair ends.
    pub(super) fn first_hand(&self, against: Against, split_end: usize) -> usize {
        let ends = self.split_ends.len();
        self.pairs() + (self.place(against) * ends + split_end) * ends * OUTCOME_ROOM
    }

    /// What is added when the second hand ends.
    pub(super) const fn second_hand(split_end: usize) -> usize {
        split_end * OUTCOME_ROOM
    }

    /// Of a sum in the middle of a pair, what was added last, and how the first hand has ended, if
    /// it has.
    pub(super) fn in_a_pair(&self, sum: usize) -> (usize, Option<usize>) {
        match sum.checked_sub(self.pairs()) {
            None => (sum, None),
            Some(pair) => {
                let first = pair / OUTCOME_ROOM / self.split_ends.len() % self.split_ends.len();
                (pair % OUTCOME_ROOM, Some(first))
            }
        }
    }

    /// The end of a split hand of such a number.
    pub(super) fn split_ended(&self, split_end: usize) -> Ended {
        self.split_ends[split_end]
    }

    /// Every cell that stands for something, with what it stands for.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, Against, Held, Outcome)> + '_ {
        (0..self.len()).filter_map(|cell| {
            let (against, held, outcome) = self.of(cell)?;
            Some((cell, against, held, outcome))
        })
    }

    /// What a cell stands for, if for anything.
    pub(super) fn of(&self, cell: usize) -> Option<(Against, Held, Outcome)> {
        let outcome = *Outcome::ALL.get(cell % OUTCOME_ROOM)?;
        let Some(pair) = cell.checked_sub(self.pairs()) else {
            let hand = cell / OUTCOME_ROOM;
            let against = self.against[hand / self.ends];
            return Some((against, Held::Hand(hand % self.ends), outcome));
        };
        let (pair, ends) = (pair / OUTCOME_ROOM, self.split_ends.len());
        let against = *self.against.get(pair / ends.pow(2))?;
        let hands = [pair / ends % ends, pair % ends].map(|end| self.split_ends[end]);
        Some((against, Held::Pair(hands), outcome))
    }
}

/// The end of a split hand, told only as far as it is paid.
fn as_paid(ready: &Ready<'_>, ended: Ended) -> Ended {
    let ended = ready.stake(0, 0).bettor.as_split(ended);
    let plain_21 = Ended::TwentyOne {
        cards: 2,
        three: None,
    };
    match Bonus::of(ended) {
        // Fewer than five cards pay nothing of their own.
        None if matches!(ended, Ended::TwentyOne { .. }) => plain_21,
        None | Some(_) => ended,
    }
}
