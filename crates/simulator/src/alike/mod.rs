//! Boxes that are all played alike, from a fresh shuffle every round: the fast way.

mod bookkeeper;
mod boxes;
#[cfg(test)]
mod checked;
mod deal;
mod lanes;
mod page;
mod pairs;
mod place;
mod single;
mod splits;
mod upcards;

use crate::by_rows::{BOXES as MOST_BOXES, Ready};
use crate::code::Code;
use crate::counters::Counters;
use crate::dealing;
use crate::engine::{EngineRound, EngineTable, Start};
use crate::record::Record;
use crate::seats::Table;
use crate::shoe::Drawer;
use crate::shoe_words::ShoeId;
use crate::split::SplitPlay;
use crate::words::Words;
use bookkeeper::Bookkeeper;
use boxes::{Boxes, at_once, unused};
use cards::{Card, Composition};
use deal::Source;
use lanes::Lanes;
pub(crate) use page::{MOST_CARDS, PLACES};
use page::{Page, Then};
use pairs::Pairs;
use single::Single;
use solver::{Pile, most_cards};

/// Which words of a block are for what: cards that are dealt many at once or one by one, in rounds
/// and to split hands.
const USES: u64 = 4;
const MAIN: u64 = 0;
const SPARE: u64 = 1;
const SPLIT: u64 = 2;
const SPLIT_SPARE: u64 = 3;

/// A table whose boxes are all played alike.
#[derive(Debug)]
pub(crate) struct Alike<'s, 'a> {
    table: &'s Table<'a>,
    ready: &'s Ready<'a>,
    engine: &'s EngineTable<'a>,
    pages: &'s [Page],
    pairs: &'s Pairs,
    boxes: usize,
    shoe: Vec<Code>,
}

/// What is prepared once for a table whose boxes are all played alike.
#[derive(Debug)]
pub(crate) struct Prepared {
    pages: Vec<Page>,
    pairs: Pairs,
}

impl Prepared {
    pub(crate) fn new(table: &Table<'_>, ready: &Ready<'_>) -> Self {
        let then = if table.boxes.len() == 1 {
            Then::Dealer
        } else {
            Then::Boxes
        };
        let play = SplitPlay {
            rows: &ready.rows,
            terms: ready.terms(),
        };
        Self {
            pages: Page::all(&play, &shoe(table), then),
            pairs: Pairs::new(ready),
        }
    }
}

fn shoe(table: &Table<'_>) -> Vec<Code> {
    let mut codes: Vec<Code> = table.shoe.cards().map(Code::of).collect();
    codes.sort_unstable();
    codes
}

impl<'s, 'a> Alike<'s, 'a> {
    pub(crate) fn new(
        table: &'s Table<'a>,
        ready: &'s Ready<'a>,
        engine: &'s EngineTable<'a>,
        prepared: &'s Prepared,
    ) -> Self {
        let Prepared { pages, pairs } = prepared;
        Self {
            table,
            ready,
            engine,
            pages,
            pairs,
            boxes: table.boxes.len(),
            shoe: shoe(table),
        }
    }

    /// Plays so many rounds of a block of the run with this seed.
    pub(crate) fn block(&self, seed: u64, block: u64, rounds: u32) -> Record {
        self.play(seed, block, rounds).close()
    }

    fn play(&self, seed: u64, block: u64, rounds: u32) -> Bookkeeper<'_, 's, 'a> {
        let words = |of: u64| Words::new(seed, USES.wrapping_mul(block).wrapping_add(of));
        let source = |many: u64, single: u64| Source {
            words: words(many),
            spare: Drawer::new(words(single)),
        };
        let mut main = source(MAIN, SPARE);
        let mut book = Bookkeeper::new(self);
        let upcards = upcards::draw(&self.shoe, rounds, &mut main);
        let rounds = |page: &Page| upcards[page.upcard.column()];
        match self.boxes {
            1 => self.single(
                rounds,
                &mut main,
                &mut source(SPLIT, SPLIT_SPARE),
                &mut book,
            ),
            2 => self.several::<2, { at_once(2) }>(rounds, &mut main, &mut book),
            3 => self.several::<3, { at_once(3) }>(rounds, &mut main, &mut book),
            4 => self.several::<4, { at_once(4) }>(rounds, &mut main, &mut book),
            5 => self.several::<5, { at_once(5) }>(rounds, &mut main, &mut book),
            6 => self.several::<6, { at_once(6) }>(rounds, &mut main, &mut book),
            _ => self.several::<MOST_BOXES, { at_once(MOST_BOXES) }>(rounds, &mut main, &mut book),
        }
        book
    }

    fn single(
        &self,
        rounds: impl Fn(&Page) -> u32,
        source: &mut Source,
        splits: &mut Source,
        book: &mut Bookkeeper<'_, 's, 'a>,
    ) {
        let cards = self.shoe.len() - 1;
        let (mut lanes, mut single) = (Lanes::new(cards), Single::new(cards));
        self.each_page(book, |book, page| {
            lanes.play(
                page,
                &self.ready.rows,
                rounds(page),
                source,
                &mut book.cells,
            );
            single.play(page, splits, book);
        });
        #[cfg(test)]
        (book.lanes = lanes.watched);
    }

    fn several<const BOXES: usize, const AT_ONCE: usize>(
        &self,
        rounds: impl Fn(&Page) -> u32,
        source: &mut Source,
        book: &mut Bookkeeper<'_, 's, 'a>,
    ) {
        let mut boxes = Boxes::<BOXES, AT_ONCE>::new(self.shoe.len() - 1);
        self.each_page(book, |book, page| {
            book.open(page);
            boxes.play(page, rounds(page), source, book);
        });
    }

    fn each_page<'b>(
        &self,
        book: &mut Bookkeeper<'b, 's, 'a>,
        mut play: impl FnMut(&mut Bookkeeper<'b, 's, 'a>, &Page),
    ) {
        for pages in self.pages.chunk_by(|one, other| one.value == other.value) {
            for page in pages {
                play(book, page);
                book.turn(page);
            }
            book.turn_last(pages[0].value);
        }
    }
}

/// Whether so many boxes, each split into so many hands, and the dealer cannot use up a shoe.
pub(crate) fn is_enough(shoe: &Pile, boxes: usize, hands: u8) -> bool {
    let most = most_cards(
        shoe,
        u32::try_from(boxes).expect("a table has few boxes") * u32::from(hands),
    );
    let unused = u32::try_from(unused(boxes)).expect("a table has few boxes");
    most + unused < u32::from(shoe.len())
}

impl Alike<'_, '_> {
    /// The engine plays cards in the order in which they are dealt, and draws more where it needs
    /// them.
    fn replay(&self, dealt: &[Code], words: &mut Drawer) -> EngineRound {
        let mut left = self.table.shoe.clone();
        let mut used = Composition::default();
        let mut face = |code: &Code| {
            let card = Card::all()
                .find(|card| Code::of(*card) == *code && left.take(*card))
                .expect("the shoe held the card");
            used.put(card);
            u8::try_from(card.index()).expect("there are 52 cards")
        };
        let dealt: Vec<u8> = dealt.iter().map(&mut face).collect();
        // No shoe is dealt, so which one would be the first does not matter.
        let first = ShoeId { seed: 0, number: 0 };
        let Table {
            book,
            shoe,
            dealing,
            ..
        } = self.table;
        let mut source = dealing::Source::new(book, shoe, *dealing, first);
        source.refill(&used);
        let all = self.shoe.len();
        let start = Start {
            wagers: vec![Some(self.ready.stake(0, 0).wager); self.boxes],
            earlier: Vec::new(),
            left: all,
            unseen: all,
            counters: Counters::new(&self.table.seats),
        };
        self.engine
            .play(start, &dealt, &mut source, words)
            .expect("the shoe is not used up: it was checked")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::STREAMS;

    #[test]
    fn no_two_uses_share_their_words() {
        let words = |block: u64, of: u64| {
            let mut drawn = [0; STREAMS];
            Words::new(1, USES * block + of).draw(&mut drawn);
            drawn
        };
        let all: Vec<_> = [MAIN, SPARE, SPLIT, SPLIT_SPARE]
            .into_iter()
            .flat_map(|of| [words(5, of), words(6, of)])
            .collect();
        assert!((1..all.len()).all(|place| !all[..place].contains(&all[place])));
    }
}
