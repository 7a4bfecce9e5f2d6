//! The hands of split pairs, each kind once: hands that go on alike and end alike are the same.

use super::cells::Cells;
use crate::by_rows::{Ready, Waits};
use crate::code::{CODES, Code};
use crate::rows::{HandEnd, Row};
use rules::RuleBook;
use rustc_hash::FxHashMap;
use solver::CardValue;

/// What follows when a split hand gets a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Then {
    /// It goes on.
    Hand(u32),
    /// It has ended: by the number of its end, and how much of the dealer's hand it waits for,
    /// where the dealer cannot make Pontoon and where that may be.
    Ended(usize, [Waits; 2]),
    /// It is split again.
    Again,
    /// It wins a Super Bonus.
    Rare,
}

/// Hands of split pairs.
pub(super) struct SplitHands<'r, 'a> {
    book: &'r RuleBook,
    ready: &'r Ready<'a>,
    cells: &'r Cells,
    /// What follows each, for each way to play and code.
    kinds: Vec<Box<[Then]>>,
    known: FxHashMap<Box<[Then]>, u32>,
    /// The kind of each row that was asked for.
    of_row: FxHashMap<u16, u32>,
}

impl<'r, 'a> SplitHands<'r, 'a> {
    pub(super) fn new(book: &'r RuleBook, ready: &'r Ready<'a>, cells: &'r Cells) -> Self {
        Self {
            book,
            ready,
            cells,
            kinds: Vec::new(),
            known: FxHashMap::default(),
            of_row: FxHashMap::default(),
        }
    }

    /// The kind of hand that a row stands for.
    pub(super) fn kind(&mut self, row: u16) -> u32 {
        if let Some(&kind) = self.of_row.get(&row) {
            return kind;
        }
        let bands = &self.ready.rows.bands;
        let mut then = Vec::with_capacity(bands.len() * CODES);
        for band in bands {
            for code in Code::all() {
                let next = self.after(band.after(row, code));
                then.push(next);
            }
        }
        let next = u32::try_from(self.kinds.len()).expect("rows have numbers of 16 bits");
        let then = then.into_boxed_slice();
        let kind = *self.known.entry(then.clone()).or_insert(next);
        if kind == next {
            self.kinds.push(then);
        }
        self.of_row.insert(row, kind);
        kind
    }

    fn after(&mut self, row: u16) -> Then {
        match self.ready.rows.row(row) {
            Row::SplitDone(HandEnd::Ended(ended)) => Then::Ended(
                self.cells.split_end(self.ready, ended),
                Waits::of_split_hand(self.book, ended),
            ),
            Row::SplitDone(HandEnd::Again(_)) => Then::Again,
            Row::SplitDone(HandEnd::SuperBonus(_)) => Then::Rare,
            Row::Start
            | Row::Upcard(_)
            | Row::First(..)
            | Row::SplitFirst { .. }
            | Row::Hand { .. }
            | Row::DealerFirst(_)
            | Row::Dealer { .. }
            | Row::Ended(..)
            | Row::Over(_)
            | Row::Outcome(_) => Then::Hand(self.kind(row)),
        }
    }

    /// Whether any hand is split again.
    pub(super) fn has_again(&self) -> bool {
        self.kinds.iter().any(|kind| kind.contains(&Then::Again))
    }

    /// What follows a hand by a way to play when a card comes.
    pub(super) fn then(&self, kind: u32, play: usize, code: Code) -> Then {
        let kind = usize::try_from(kind).expect("a place in a list");
        self.kinds[kind][play * CODES + code.column()]
    }
}

/// How much of the dealer's hand is waited for against an upcard.
pub(super) fn against(waits: [Waits; 2], upcard: CardValue) -> Waits {
    waits[usize::from(upcard.partner().is_some())]
}
