//! Rounds of one box, each from a fresh shuffle.

use crate::bettor::Bettor;
use crate::code::Code;
use crate::lanes::{LANES, Lanes, TooManyCards};
use crate::rows::{RoundEnd, Row, Rows};
use crate::shoe::{Drawer, Shoe};
use crate::split::SplitPlay;
use crate::tally::{Result, Tally};
use crate::words::Words;
use cards::Composition;
use solver::{CardValue, Outcome, Terms};

/// How many rounds make a block. A run is cut into blocks, each with random words of its own.
pub const BLOCK: u32 = 1 << 18;

/// Plays one box from a fresh shuffle.
#[derive(Debug)]
pub struct Fresh<'a> {
    rows: &'a Rows,
    bettor: Bettor<'a>,
    terms: &'a Terms,
    shoe: Vec<Code>,
}

/// Which words of a block are for what.
const MAIN: u64 = 0;
const SPARE: u64 = 1;

impl<'a> Fresh<'a> {
    /// By this table, from a full shoe.
    pub fn new(rows: &'a Rows, terms: &'a Terms, bettor: Bettor<'a>, shoe: &Composition) -> Self {
        Self { rows, bettor, terms, shoe: shoe.cards().map(Code::of).collect() }
    }

    /// Plays so many rounds of a block of the run with this seed.
    ///
    /// # Errors
    ///
    /// When the shoe has too many cards.
    pub fn block(&self, seed: u64, block: u64, rounds: u32) -> std::result::Result<Tally, TooManyCards> {
        let mut words = Words::new(seed, 2 * block + MAIN);
        let mut spare = Drawer::new(Words::new(seed, 2 * block + SPARE));
        let (ended, outcomes) = (self.rows.ended, self.rows.outcomes);
        let mut counts = vec![0_u64; usize::from(outcomes - ended) * WAYS];
        let mut count = |end: u16, last: u16| {
            // An outcome is at most the seventh row from there.
            let waited = usize::from(last >= outcomes);
            let box_end = if waited == 1 { end } else { last };
            let way = waited * usize::from(last.wrapping_sub(outcomes).wrapping_add(1));
            counts[usize::from(box_end - ended) * WAYS + way] += 1;
        };
        let share = u32::try_from(LANES).map_or(1, |lanes| lanes);
        let quota =
            std::array::from_fn(|lane| rounds / share + u32::from(u32::try_from(lane).is_ok_and(|lane| lane < rounds % share)));
        Lanes::new(self.rows, &self.shoe)?.play(quota, &mut words, &mut spare, &mut count);
        Ok(self.tally(&counts, &mut spare))
    }

    /// Plays one round with the cards that `draw` gives: the upcard, two for the box, then one by one. None where they run out.
    pub fn round(&self, draw: &mut impl FnMut() -> Option<Code>) -> Option<(CardValue, Result)> {
        let mut place = self.rows.start;
        loop {
            place = self.rows.after(place, draw()?);
            if let Row::Ended(upcard, ended) = self.rows.row(place) {
                let outcome = self.splits().dealer(upcard, draw)?;
                return Some((upcard, self.bettor.result(ended, outcome)));
            }
            if let Row::Over(end) = self.rows.row(place) {
                return self.end(end, draw);
            }
        }
    }

    /// What a round comes to that has left the table.
    fn end(&self, end: RoundEnd, draw: &mut impl FnMut() -> Option<Code>) -> Option<(CardValue, Result)> {
        match end {
            // Whatever the dealer has.
            RoundEnd::Box(upcard, ended) => Some((upcard, self.bettor.result(ended, Outcome::Bust))),
            RoundEnd::SuperBonus(suit) => Some((CardValue::SEVEN, self.bettor.result_of_bonus(suit))),
            RoundEnd::Split(upcard, first, second) => {
                let (hands, outcome) = self.splits().play(upcard, (first, second), draw)?;
                Some((upcard.value(), self.bettor.result_of_split(&hands, outcome)))
            }
        }
    }

    fn splits(&self) -> SplitPlay<'_> {
        SplitPlay { rows: self.rows, terms: self.terms }
    }

    fn tally(&self, counts: &[u64], spare: &mut Drawer) -> Tally {
        let mut tally = Tally::default();
        let mut shoe = Shoe::new(&self.shoe);
        for (place, &times) in counts.iter().enumerate().filter(|(_, times)| **times > 0) {
            let (row, way) = (self.rows.rows[usize::from(self.rows.ended) + place / WAYS], place % WAYS);
            if let (Row::Ended(upcard, ended), Some(outcome)) = (row, self.outcome(way)) {
                tally.add(upcard, self.bettor.result(ended, outcome), times);
            } else if let Row::Over(RoundEnd::Split(upcard, first, second)) = row {
                for _ in 0..times {
                    self.finish_split(upcard, (first, second), &mut shoe, spare, &mut tally);
                }
            } else if let Row::Over(end) = row
                && let Some((upcard, result)) = self.end(end, &mut || None)
            {
                tally.add(upcard, result, times);
            }
        }
        tally
    }

    /// Plays a split on: what is left of the shoe is as good as any.
    fn finish_split(&self, upcard: Code, pair: (Code, Code), shoe: &mut Shoe, spare: &mut Drawer, tally: &mut Tally) {
        loop {
            shoe.shuffle();
            [upcard, pair.0, pair.1].into_iter().for_each(|code| _ = shoe.take(code));
            // One box cannot use up a shoe that a book allows.
            if let Some((upcard, result)) = self.end(RoundEnd::Split(upcard, pair.0, pair.1), &mut || shoe.draw(spare)) {
                return tally.add(upcard, result, 1);
            }
        }
    }

    fn outcome(&self, way: usize) -> Option<Outcome> {
        let row = self.rows.rows[usize::from(self.rows.outcomes) + way.checked_sub(1)?];
        if let Row::Outcome(outcome) = row { Some(outcome) } else { None }
    }
}

/// An end of a box that does not wait for the dealer, and the dealer's seven outcomes.
const WAYS: usize = 8;
