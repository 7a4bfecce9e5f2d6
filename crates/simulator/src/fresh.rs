//! Rounds of one box, each from a fresh shuffle.

use crate::bettor::Bettor;
use crate::code::Code;
use crate::compile::Play;
use crate::lanes::{Lanes, MOST_CARDS};
use crate::rows::{RoundEnd, Row, Rows};
use crate::shoe::{Drawer, Shoe};
use crate::split::SplitPlay;
use crate::tally::{BoxResult, Tally};
use crate::words::Words;
use cards::Composition;
use rules::{Money, RuleBook, Sign};
use solver::{CardValue, Outcome, Pile, ShoeError, Terms, check_shoe};
use std::fmt;

/// How many rounds make a block. A run is cut into blocks, each with random words of its own.
pub const BLOCK: u32 = 1 << 18;

/// One bettor on one box, who plays by a strategy from a fresh shuffle every round.
#[derive(Debug)]
pub struct Fresh<'a> {
    rows: Rows,
    bettor: Bettor<'a>,
    terms: Terms,
    shoe: Vec<Code>,
}

/// Why rounds cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// A round may need more cards than there are.
    Shoe(ShoeError),
    /// The shoe has more cards than there is room for.
    TooManyCards {
        /// So many.
        cards: usize,
    },
    /// The strategy tells more hands apart than can be numbered.
    TooManyHands,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe(error) => error.fmt(f),
            Self::TooManyCards { cards } => write!(f, "a shoe of {cards} cards is not simulated: {MOST_CARDS} are the most"),
            Self::TooManyHands => f.write_str("this strategy draws to more different hands than can be simulated"),
        }
    }
}

impl std::error::Error for Unfit {}

/// An end of a box that does not wait for the dealer, and the dealer's seven outcomes.
const WAYS: usize = 8;

/// Which words of a block are for what.
const MAIN: u64 = 0;
const SPARE: u64 = 1;

impl<'a> Fresh<'a> {
    /// A wager by a book under a sign, from a full shoe.
    ///
    /// # Errors
    ///
    /// When the shoe is too small or too large, or the strategy tells too many hands apart.
    pub fn new(book: &'a RuleBook, sign: &'a Sign, wager: Money, shoe: &Composition, play: &impl Play) -> Result<Self, Unfit> {
        let terms = Terms::of(book, wager);
        check_shoe(&terms, &Pile::of(shoe)).map_err(Unfit::Shoe)?;
        let shoe: Vec<Code> = shoe.cards().map(Code::of).collect();
        if shoe.len() > MOST_CARDS {
            return Err(Unfit::TooManyCards { cards: shoe.len() });
        }
        let bettor = Bettor::new(book, sign, wager, terms.super_bonus.map(|bonus| bonus.prize));
        let rows = Rows::compile(&terms, &bettor, play).ok_or(Unfit::TooManyHands)?;
        Ok(Self { rows, bettor, terms, shoe })
    }

    /// Plays so many rounds of a block of the run with this seed.
    pub fn block(&self, seed: u64, block: u64, rounds: u32) -> Tally {
        let mut words = Words::new(seed, 2 * block + MAIN);
        let mut spare = Drawer::new(Words::new(seed, 2 * block + SPARE));
        let (ended, outcomes) = (self.rows.ended, self.rows.outcomes);
        let mut counts = vec![0_u64; usize::from(outcomes - ended) * WAYS];
        let mut count = |end: u16, last: u16| {
            // Nothing to guess here either: an end that did not wait for the dealer counts as way 0.
            let waited = usize::from(last >= outcomes);
            let box_end = if waited == 1 { end } else { last };
            let way = waited * usize::from(last.wrapping_sub(outcomes).wrapping_add(1));
            counts[usize::from(box_end - ended) * WAYS + way] += 1;
        };
        Lanes::new(&self.rows, &self.shoe).play(rounds, &mut words, &mut spare, &mut count);
        self.tally(&counts, &mut spare)
    }

    /// Plays one round with the cards that `draw` gives: the upcard, two for the box, then one by one. None where they run out.
    pub fn round(&self, draw: &mut impl FnMut() -> Option<Code>) -> Option<(CardValue, BoxResult)> {
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
    fn end(&self, end: RoundEnd, draw: &mut impl FnMut() -> Option<Code>) -> Option<(CardValue, BoxResult)> {
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
        SplitPlay { rows: &self.rows, terms: &self.terms }
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
        shoe.shuffle();
        [upcard, pair.0, pair.1].into_iter().for_each(|code| _ = shoe.take(code));
        let played = self.end(RoundEnd::Split(upcard, pair.0, pair.1), &mut || shoe.draw(spare));
        let (upcard, result) = played.expect("the shoe was checked: one box cannot use it up");
        tally.add(upcard, result, 1);
    }

    fn outcome(&self, way: usize) -> Option<Outcome> {
        let row = self.rows.rows[usize::from(self.rows.outcomes) + way.checked_sub(1)?];
        if let Row::Outcome(outcome) = row { Some(outcome) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_uses_share_their_words() {
        let words = |block: u64, of: u64| Words::new(1, 2 * block + of).draw();
        assert_ne!(words(5, MAIN), words(5, SPARE));
        assert_ne!(words(5, SPARE), words(6, MAIN));
    }
}
