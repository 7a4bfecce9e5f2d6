//! The ways to play a box, told apart by the true count: those of its strategy, parted once more
//! where insurance begins.

use crate::by_rows::may_insure;
use crate::compile::Play;
use crate::seats::Seat;
use cards::Card;
use rules::RuleBook;

/// The ways to play.
#[derive(Clone)]
pub(super) struct Ways<'a> {
    plays: Vec<&'a dyn Play>,
    /// From which true counts on the ways after the first are taken, upwards, in hundredths.
    pub(super) from: Vec<i32>,
    ways: Vec<Way>,
}

/// One of them.
#[derive(Clone, Copy)]
struct Way {
    /// Its place among the strategy's ways to play.
    play: usize,
    insurance: Insurance,
}

/// Whether the count calls for insurance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Insurance {
    Taken,
    LeftToThePlay,
}

impl<'a> Ways<'a> {
    pub(super) fn new(seat: &Seat<'a>) -> Self {
        let (thresholds, insurance) = match seat.mind.counting {
            Some(counting) => (&counting.thresholds[..], counting.insurance),
            None => (&[][..], None),
        };
        let mut from: Vec<i32> = thresholds.iter().copied().chain(insurance).collect();
        from.sort_unstable();
        from.dedup();
        let way = |least: Option<i32>| Way {
            play: thresholds
                .iter()
                .filter(|threshold| least.is_some_and(|least| **threshold <= least))
                .count(),
            insurance: match insurance.zip(least) {
                Some((insurance, least)) if insurance <= least => Insurance::Taken,
                Some(_) | None => Insurance::LeftToThePlay,
            },
        };
        Self {
            plays: seat.mind.plays.clone(),
            ways: [None]
                .into_iter()
                .chain(from.iter().copied().map(Some))
                .map(way)
                .collect(),
            from,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.ways.len()
    }

    /// The place of a way among those of the strategy.
    pub(super) fn play(&self, way: usize) -> usize {
        self.ways[way].play
    }

    /// Whether two cards are insured against an Ace.
    pub(super) fn insures(
        &self,
        book: &RuleBook,
        way: usize,
        upcard: Card,
        two: [Card; 2],
    ) -> bool {
        let Way { play, insurance } = self.ways[way];
        may_insure(book, two)
            && (insurance == Insurance::Taken || self.plays[play].insures(upcard, two))
    }
}
