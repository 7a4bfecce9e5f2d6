//! What the two hands of a split pair come to, for every way in which both can end.

use super::page::OUTCOME_ROOM;
use crate::by_rows::{OUTCOMES, Ready};
use crate::ended::Ended;
use crate::tally::BoxResult;
use solver::Outcome;
use std::collections::BTreeSet;

/// How many ends of a hand are told apart: more than any of the five books needs.
const MOST_ENDS: usize = 32;
/// How many ways there are for both hands and the dealer.
pub(super) const WAYS: usize = MOST_ENDS * MOST_ENDS * OUTCOME_ROOM;

/// The ways in which the hands of split pairs end.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The ends that pay differently.
    ends: Vec<Ended>,
    /// For each row the number of its end; none where no split hand ends there, or there are too
    /// many.
    numbers: Vec<Option<u8>>,
    /// By the numbers of both ends and by outcome; and of it what is looked at most.
    results: Vec<BoxResult>,
    nets: Vec<i64>,
}

impl Pairs {
    pub(super) fn new(ready: &Ready<'_>) -> Self {
        let (rows, bettor) = (&ready.rows, &ready.stake(0, 0).bettor);
        let end = |row: &u16| rows.split_end(*row).map(|ended| bettor.as_split(ended));
        let all = 0..u16::try_from(rows.rows.len()).expect("rows have numbers of 16 bits");
        let mut ends: Vec<Ended> = all
            .clone()
            .filter_map(|row| end(&row))
            .collect::<BTreeSet<Ended>>()
            .into_iter()
            .collect();
        ends.truncate(MOST_ENDS);
        let number = |ended: Ended| {
            ends.binary_search(&ended)
                .ok()
                .and_then(|place| u8::try_from(place).ok())
        };
        let numbers = all.map(|row| end(&row).and_then(number)).collect();
        let mut results = vec![BoxResult::default(); WAYS];
        for (one, &first) in (0..).zip(&ends) {
            for (two, &second) in (0..).zip(&ends) {
                for outcome in Outcome::ALL {
                    results[way([one, two], outcome.index())] =
                        bettor.result_of_split(&[first, second], outcome);
                }
            }
        }
        let nets = results.iter().map(|result| result.net).collect();
        Self {
            ends,
            numbers,
            results,
            nets,
        }
    }

    /// The number of the end of a hand at a row.
    #[inline(always)]
    pub(super) fn number(&self, row: u16) -> Option<u8> {
        self.numbers[usize::from(row)]
    }

    /// What a way wins.
    #[inline(always)]
    pub(super) fn net(&self, way: usize) -> i64 {
        self.nets[way]
    }

    /// What a way comes to.
    pub(super) fn result(&self, way: usize) -> BoxResult {
        self.results[way]
    }

    /// Every way there is.
    pub(super) fn ways(&self) -> impl Iterator<Item = usize> + '_ {
        let numbers = || (0..self.ends.len()).filter_map(|number| u8::try_from(number).ok());
        let both = numbers().flat_map(move |one| numbers().map(move |two| [one, two]));
        both.flat_map(|both| (0..OUTCOMES).map(move |outcome| way(both, outcome)))
    }

    /// The hands of a way, and the dealer's outcome.
    pub(super) fn of(&self, way: usize) -> ([Ended; 2], Outcome) {
        let hands = [
            way / (MOST_ENDS * OUTCOME_ROOM),
            way / OUTCOME_ROOM % MOST_ENDS,
        ];
        (
            hands.map(|number| self.ends[number]),
            Outcome::ALL[way % OUTCOME_ROOM],
        )
    }
}

/// The way in which both hands ended, by the numbers of their ends, and the dealer's.
#[inline(always)]
pub(super) fn way([one, two]: [u8; 2], outcome: usize) -> usize {
    (usize::from(one) * MOST_ENDS + usize::from(two)) * OUTCOME_ROOM + outcome
}
