//! The split pairs and Super Bonuses of a single box: the lanes only count them.
//!
//! What is left of the shoe is as good as any other cards, so they are played when all rounds of
//! their upcard are dealt.

use super::bookkeeper::Bookkeeper;
use super::deal::{DECKS, Deal, Source};
use super::page::{LOST, Page, cell, outcome};
use super::splits::{self, Pair};
use crate::code::Code;
use crate::rows::{RoundEnd, Row};
use crate::shoe::{Drawer, without};
use crate::split::Prize;
use cards::{Card, Rank};
use solver::Outcome;

/// How many cards the dealer is dealt at once, and how many that makes with those of both hands.
const DEALER: usize = 4;
const AT_ONCE: usize = 2 * splits::DRAWN + DEALER;

/// Plays them.
pub(super) struct Single {
    deal: Deal<AT_ONCE>,
}

impl Single {
    /// For a shoe of so many cards beside the upcard.
    pub(super) fn new(cards: usize) -> Self {
        Self {
            deal: Deal::new(cards - 2),
        }
    }

    /// Plays those that were counted with the upcard of a page.
    pub(super) fn play(
        &mut self,
        page: &Page,
        source: &mut Source,
        book: &mut Bookkeeper<'_, '_, '_>,
    ) {
        let rows = book.rows();
        for (row, at) in page.ends().filter(|(row, _)| *row >= rows.split) {
            let times = std::mem::take(&mut book.cells[usize::from(cell(at, 0))]);
            if let Row::Over(RoundEnd::Split(_, first, second)) = rows.row(row)
                && times > 0
            {
                self.pairs((first, second), times, page, source, book);
            } else if let Row::Over(RoundEnd::SuperBonus(suit)) = rows.row(row) {
                let hands = [vec![
                    Code::of(Card {
                        rank: Rank::Seven,
                        suit
                    });
                    3
                ]];
                (0..times)
                    .for_each(|_| _ = book.by_engine(page.upcard, &hands, &[], &mut source.spare));
            }
        }
    }

    /// Plays a pair so many times.
    fn pairs(
        &mut self,
        cards: (Code, Code),
        times: u32,
        page: &Page,
        source: &mut Source,
        book: &mut Bookkeeper<'_, '_, '_>,
    ) {
        self.deal.take(&without(&page.rest, &[cards.0, cards.1]));
        for number in 0..usize::try_from(times).expect("a block is small") {
            let deck = number % DECKS;
            if deck == 0 {
                self.deal.shuffle(source);
                (0..AT_ONCE).for_each(|number| _ = self.deal.next(number));
            }
            let dealt = [
                self.deal.cards(deck, 0),
                self.deal.cards(deck, splits::DRAWN),
            ];
            let starts = page.starts(cards.0, cards.1);
            self.pair(
                Pair {
                    place: 0,
                    upcard: page.upcard,
                    cards,
                    starts,
                    dealt,
                },
                deck,
                page,
                &mut source.spare,
                book,
            );
        }
    }

    #[inline(always)]
    fn pair(
        &mut self,
        pair: Pair,
        deck: usize,
        page: &Page,
        spare: &mut Drawer,
        book: &mut Bookkeeper<'_, '_, '_>,
    ) {
        book.splits.clear();
        if book.splits.play(pair, || self.deal.one_more(deck, spare)) != Prize::None {
            let hands = [book.splits.hand(&pair)];
            book.by_engine(page.upcard, &hands, &[], spare);
            return;
        }
        let dealer: [Code; DEALER] = self.deal.cards(deck, 2 * splits::DRAWN);
        let mut last = dealer
            .iter()
            .fold(page.dealer, |at, code| page.after(at, code.byte()));
        #[cfg(test)]
        let mut dealer = dealer.to_vec();
        while last >= LOST {
            let code = self
                .deal
                .one_more(deck, spare)
                .expect("one box cannot use up the shoe: it was checked");
            last = page.after(last, code.byte());
            #[cfg(test)]
            dealer.push(code);
        }
        book.splits
            .count(page.value, Outcome::ALL[usize::from(outcome(last))]);
        #[cfg(test)]
        book.watch(page.upcard, &[book.splits.hand(&pair)], &dealer);
    }
}
