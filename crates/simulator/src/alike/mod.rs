//! Boxes that are all played alike, from a fresh shuffle every round: the fast way.

mod bookkeeper;
#[cfg(test)]
mod checked;
mod splits;

use crate::by_rows::Ready;
use crate::code::Code;
use crate::counters::Counters;
use crate::dealing::Source;
use crate::engine::{EngineRound, EngineTable, Start};
use crate::lanes::{LONGEST, Lanes};
use crate::record::Record;
use crate::rows::Row;
use crate::seats::Table;
use crate::shoe::{Drawer, Full};
use crate::words::Words;
use bookkeeper::Bookkeeper;
use cards::{Card, Composition};
use solver::{CardValue, Pile};
use splits::Splits;

/// Which words of a block are for what: the lanes, what they draw again and finish with, and split hands.
const USES: u64 = 3;
const MAIN: u64 = 0;
const SPARE: u64 = 1;
const SPLIT: u64 = 2;

/// A table whose boxes are all played alike.
#[derive(Debug)]
pub(crate) struct Alike<'s, 'a> {
    table: &'s Table<'a>,
    ready: &'s Ready<'a>,
    engine: &'s EngineTable<'a>,
    boxes: usize,
    shoe: Full,
    /// The dealer's outcomes in the order of their rows.
    outcomes: Vec<usize>,
}

impl<'s, 'a> Alike<'s, 'a> {
    pub(crate) fn new(table: &'s Table<'a>, ready: &'s Ready<'a>, engine: &'s EngineTable<'a>) -> Self {
        let rows = &ready.rows;
        let outcome = |row: &Row| if let Row::Outcome(outcome) = row { Some(outcome.index()) } else { None };
        Self {
            boxes: table.boxes.len(),
            shoe: Full::new(table.shoe.cards().map(Code::of).collect()),
            outcomes: rows.rows[usize::from(rows.outcomes)..].iter().map_while(outcome).collect(),
            table,
            ready,
            engine,
        }
    }

    /// Plays so many rounds of a block of the run with this seed.
    pub(crate) fn block(&self, seed: u64, block: u64, rounds: u32) -> Record {
        self.play(seed, block, rounds).close()
    }

    fn play(&self, seed: u64, block: u64, rounds: u32) -> Bookkeeper<'_, 's, 'a> {
        let words = |of: u64| Words::new(seed, (USES * block).wrapping_add(of));
        let (mut main, mut spare, mut rest) = (words(MAIN), Drawer::new(words(SPARE)), Drawer::new(words(SPLIT)));
        let mut book = Bookkeeper::new(self);
        let boxes = u32::try_from(self.boxes).expect("a table has few boxes");
        let mut lanes = Lanes::new(&self.ready.rows, boxes, self.shoe.cards());
        if self.boxes == 1 {
            lanes.play(rounds, &mut main, &mut spare, &mut |_, log| book.look_at_one(log));
            book.finish_splits(&mut rest);
        } else {
            lanes.play(rounds, &mut main, &mut spare, &mut |seen, log| book.look(seen, log, &mut rest));
        }
        book
    }
}

/// Whether so many boxes, each split into so many hands, and the dealer cannot use up a shoe.
pub(crate) fn is_enough(shoe: &Pile, boxes: usize, hands: u8) -> bool {
    let boxes = u32::try_from(boxes).expect("a table has few boxes");
    let most = most_cards(shoe, boxes * u32::from(hands));
    most < u32::from(shoe.len()) && most_cards(shoe, boxes) < LONGEST
}

/// The most cards that so many hands and the dealer can take: with the lowest cards first.
fn most_cards(shoe: &Pile, hands: u32) -> u32 {
    // Every hand draws with 20 points at most, the dealer with 17.
    let (mut points, mut cards) = (20 * hands + 17, hands + 1);
    for (value, &count) in CardValue::all().zip(shoe.values()) {
        let fit = (points / u32::from(value.points())).min(u32::from(count));
        points -= fit * u32::from(value.points());
        cards += fit;
    }
    cards
}

impl Alike<'_, '_> {
    /// The engine plays cards in the order in which they are dealt, and draws more where it needs them.
    fn replay(&self, dealt: &[Code], words: &mut Drawer) -> EngineRound {
        let mut left = self.table.shoe.clone();
        let mut used = Composition::default();
        let mut face = |code: &Code| {
            let card = Card::all().find(|card| Code::of(*card) == *code && left.take(*card)).expect("the shoe held the card");
            used.put(card);
            u8::try_from(card.index()).expect("there are 52 cards")
        };
        let dealt: Vec<u8> = dealt.iter().map(&mut face).collect();
        let mut source = Source::new(self.table.book, &self.table.shoe, self.table.dealing);
        source.refill(&used);
        let all = self.shoe.cards().len();
        let start = Start {
            wagers: vec![Some(self.ready.stake(0, 0).wager); self.boxes],
            earlier: Vec::new(),
            left: all,
            unseen: all,
            counters: Counters::new(&self.table.seats),
        };
        self.engine.play(start, &dealt, &mut source, words).expect("the shoe is not used up: it was checked")
    }

    /// The cards of a round in the order in which a dealer deals them: a lane has the upcard first, then all of each box,
    /// and the dealer's.
    fn in_order(&self, cards: &[Code], splits: &Splits) -> Vec<Code> {
        let rows = &self.ready.rows;
        let mut rest = cards[1..].iter().copied();
        let mut boxes: Vec<Vec<Code>> = Vec::new();
        for place in 0..self.boxes {
            let mut row = rows.dealer_start(cards[0]) + rows.upcards;
            let mut hand = Vec::new();
            while row < rows.ended {
                let code = rest.next().expect("the lane dealt the box to its end");
                row = rows.first().after(row, code);
                hand.push(code);
            }
            hand.extend_from_slice(splits.drawn(place));
            boxes.push(hand);
        }
        let firsts = boxes.iter().map(|hand| hand[0]).chain([cards[0]]);
        let seconds = boxes.iter().map(|hand| hand[1]);
        firsts.chain(seconds).chain(boxes.iter().flat_map(|hand| hand[2..].iter().copied())).chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_uses_share_their_words() {
        let words = |block: u64, of: u64| Words::new(1, USES * block + of).draw();
        let all: Vec<_> = [MAIN, SPARE, SPLIT].into_iter().flat_map(|of| [words(5, of), words(6, of)]).collect();
        assert!((1..all.len()).all(|place| !all[..place].contains(&all[place])));
    }
}
