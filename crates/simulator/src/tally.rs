//! What rounds came to: whole numbers, so that the order in which they are added does not matter.

use solver::{CardValue, VALUES};
use std::collections::BTreeMap;

/// What one box came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct BoxResult {
    /// The initial wager, in cents.
    pub initial: i64,
    /// Won or lost, in cents.
    pub net: i64,
    /// Everything wagered, in cents.
    pub wagered: i64,
    /// Of the net, the Super Bonus.
    pub super_bonus: i64,
}

/// How often each result came, by upcard.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    by_upcard: [BTreeMap<BoxResult, u64>; VALUES],
}

impl Tally {
    /// Counts a result.
    pub fn add(&mut self, upcard: CardValue, result: BoxResult, times: u64) {
        *self.by_upcard[upcard.index()].entry(result).or_default() += times;
    }

    /// Adds what another came to.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.by_upcard.iter_mut().zip(&other.by_upcard) {
            for (result, times) in theirs {
                *mine.entry(*result).or_default() += times;
            }
        }
    }

    /// Every result against an upcard, with how often it came.
    pub fn against(&self, upcard: CardValue) -> impl Iterator<Item = (BoxResult, u64)> + '_ {
        self.by_upcard[upcard.index()]
            .iter()
            .map(|(result, times)| (*result, *times))
    }

    /// Every result, with how often it came.
    pub fn all(&self) -> impl Iterator<Item = (BoxResult, u64)> + '_ {
        CardValue::all().flat_map(|upcard| self.against(upcard))
    }

    /// How many rounds there were.
    pub fn rounds(&self) -> u64 {
        self.all().map(|(_, times)| times).sum()
    }
}
