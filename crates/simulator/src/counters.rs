//! The running counts of a table, card by card.

use crate::counting::Counting;
use crate::seats::Seat;
use cards::Card;
use solver::CardValue;

/// How many different cards there are.
pub(crate) const CARDS: usize = 52;

/// What the counters at a table know.
#[derive(Clone, Debug)]
pub(crate) struct Counters<'a> {
    /// The counter of each seat that has one, with what each card adds.
    counters: Vec<(usize, &'a Counting, Box<[i32; CARDS]>)>,
    /// Their running counts.
    running: Vec<i32>,
}

impl<'a> Counters<'a> {
    /// The counters of these seats, before the first card.
    pub(crate) fn new(seats: &[Seat<'a>]) -> Self {
        let counters: Vec<_> = (0..)
            .zip(seats)
            .filter_map(|(place, seat)| {
                let counting = seat.mind.counting?;
                let mut tags = Box::new([0; CARDS]);
                Card::all()
                    .for_each(|card| tags[card.index()] = counting.tag(CardValue::of(card.rank)));
                Some((place, counting, tags))
            })
            .collect();
        let running = counters
            .iter()
            .map(|(_, counting, _)| counting.start)
            .collect();
        Self { counters, running }
    }

    /// All cards went back but these.
    pub(crate) fn reset(&mut self, out: &[u8]) {
        for ((_, counting, _), running) in self.counters.iter().zip(&mut self.running) {
            *running = counting.start;
        }
        out.iter().for_each(|&card| self.see(card));
    }

    /// A card is seen.
    #[inline(always)]
    pub(crate) fn see(&mut self, card: u8) {
        for ((_, _, tags), running) in self.counters.iter().zip(&mut self.running) {
            *running += tags[usize::from(card) % CARDS];
        }
    }

    /// The true count of a seat that counts, with so many cards unseen.
    pub(crate) fn true_count(&self, seat: usize, unseen: usize) -> Option<i32> {
        let place = self.counters.iter().position(|(of, ..)| *of == seat)?;
        let (_, counting, _) = &self.counters[place];
        Some(counting.true_count(
            self.running[place],
            i32::try_from(unseen).unwrap_or(i32::MAX),
        ))
    }

    /// Which of its ways to play a seat takes.
    #[inline]
    pub(crate) fn band(&self, seat: usize, unseen: usize) -> usize {
        let Some((_, counting, _)) = self.counters.iter().find(|(of, ..)| *of == seat) else {
            return 0;
        };
        if counting.thresholds.is_empty() {
            return 0;
        }
        self.true_count(seat, unseen)
            .map_or(0, |count| counting.band(count))
    }

    /// Whether a seat's count calls for insurance.
    pub(crate) fn insures(&self, seat: usize, unseen: usize) -> bool {
        let counting = self
            .counters
            .iter()
            .find(|(of, ..)| *of == seat)
            .map(|(_, counting, _)| *counting);
        let from = counting.and_then(|counting| counting.insurance);
        from.zip(self.true_count(seat, unseen))
            .is_some_and(|(from, count)| count >= from)
    }
}
