//! The shoe of one table from shuffle to shuffle: what it holds, what has left it, and when it must
//! be shuffled.
//!
//! It asks nobody and prints nothing; where to cut is told to it.

use super::randomness::Randomness;
use anyhow::Result;
use cards::{Card, Composition, Drawn, Shoe, index_below, shuffle};
use rules::AfterRanOut;
use solver::side_wagers::pandemonium::Chances;
use std::ops::RangeInclusive;

/// The cards of one deck, by which cuts are measured.
const DECK: usize = 48;

/// The shoe of a table.
pub(crate) struct TableShoe {
    full: Composition,
    shoe: Shoe,
    /// The cards dealt since the last shuffle.
    gone: Vec<Card>,
    shuffle_due: bool,
    is_new: bool,
    randomness: Randomness,
}

impl TableShoe {
    /// An empty shoe for these cards: a shuffle is due.
    pub(crate) fn new(full: Composition, randomness: Randomness) -> Self {
        Self {
            full,
            shoe: Shoe::new(Vec::new()),
            gone: Vec::new(),
            shuffle_due: true,
            is_new: true,
            randomness,
        }
    }

    /// Whether all cards must be shuffled before the next round.
    pub(crate) fn shuffle_is_due(&self) -> bool {
        self.shuffle_due
    }

    /// Whether nothing has been drawn since the shuffle.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    /// The cards dealt since the shuffle.
    pub(crate) fn gone(&self) -> &[Card] {
        &self.gone
    }

    /// How many cards are left.
    pub(crate) fn left(&self) -> usize {
        self.shoe.left()
    }

    /// Where a player may cut: a deck or more from either end, or in the middle of a pack too small
    /// for that.
    pub(crate) fn cuts(&self) -> RangeInclusive<usize> {
        let all = self.all();
        let edge = DECK.min(all / 2);
        edge..=all - edge
    }

    fn all(&self) -> usize {
        self.full.cards().count()
    }

    /// A cut for somebody who does not choose one.
    pub(crate) fn any_cut(&mut self) -> usize {
        let cuts = self.cuts();
        let choices = u32::try_from(cuts.end() - cuts.start() + 1).unwrap_or(1);
        let above = index_below(choices, &mut self.randomness);
        cuts.start() + usize::try_from(above).unwrap_or(0)
    }

    /// Shuffles all cards, for a shoe that [`TableShoe::load`] then cuts.
    pub(crate) fn shuffle(&mut self) -> Result<()> {
        self.randomness.refresh()?;
        let mut cards: Vec<Card> = self.full.cards().collect();
        shuffle(&mut cards, &mut self.randomness);
        self.shoe = Shoe::new(cards);
        Ok(())
    }

    /// Cuts the shuffled cards and puts the cutting card one deck from the back, or half way in a
    /// pack of less than two:
    /// every book that says where it goes allows that.
    pub(crate) fn load(&mut self, cut: usize) {
        let from_back = DECK.min(self.all() / 2);
        self.shoe = self.shoe.clone().cut(cut).with_cutting_card(from_back);
        self.gone.clear();
        self.shuffle_due = false;
        self.is_new = true;
    }

    /// Fills the empty shoe in mid-round with every card that is not on the layout. Where all cards
    /// are shuffled after the round no cutting card goes in, else one at most half way from the
    /// back.
    pub(crate) fn refill(&mut self, layout: &[Card], then: AfterRanOut) -> Result<()> {
        self.randomness.refresh()?;
        let mut rest = self.full.clone();
        for &card in layout {
            // A card of the layout came out of this pack.
            let _ = rest.take(card);
        }
        let mut cards: Vec<Card> = rest.cards().collect();
        shuffle(&mut cards, &mut self.randomness);
        let from_back = DECK.min(cards.len() / 2);
        let shoe = Shoe::new(cards);
        (self.shoe, self.shuffle_due) = match then {
            AfterRanOut::AllCards => (shoe, true),
            AfterRanOut::NextCuttingCard => (shoe.with_cutting_card(from_back), false),
        };
        self.gone = layout.to_vec();
        Ok(())
    }

    /// The next thing out of the shoe; none when it is empty.
    pub(crate) fn draw(&mut self) -> Option<Drawn> {
        let drawn = self.shoe.draw()?;
        self.is_new = false;
        match drawn {
            Drawn::Card(card) => self.gone.push(card),
            Drawn::CuttingCard => self.shuffle_due = true,
        }
        Some(drawn)
    }

    /// Burns a card: nobody sees it, so it is not known to be gone. False when what came was the
    /// cutting card or nothing.
    pub(crate) fn burn(&mut self) -> bool {
        let drawn = self.draw();
        self.gone.pop();
        matches!(drawn, Some(Drawn::Card(_)))
    }

    /// What the jackpot button shows.
    pub(crate) fn multiplier(&mut self, chances: &Chances) -> u16 {
        chances.draw(&mut self.randomness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shoe(decks: u8) -> TableShoe {
        TableShoe::new(
            Composition::decks_of_48(decks),
            Randomness::new(Some("1".parse().unwrap())).unwrap(),
        )
    }

    #[test]
    fn the_cutting_card_comes_when_one_deck_is_left() {
        let mut shoe = shoe(3);
        assert!(shoe.shuffle_is_due());
        shoe.shuffle().unwrap();
        shoe.load(60);
        for _ in 0..96 {
            assert!(!shoe.shuffle_is_due());
            assert!(matches!(shoe.draw(), Some(Drawn::Card(_))));
        }
        assert_eq!(shoe.draw(), Some(Drawn::CuttingCard));
        assert!(shoe.shuffle_is_due());
        assert_eq!((shoe.left(), shoe.gone().len()), (48, 96));
    }

    #[test]
    fn a_cut_keeps_a_deck_on_either_side_where_there_are_two() {
        assert_eq!(shoe(8).cuts(), 48..=336);
        assert_eq!(shoe(2).cuts(), 48..=48);
        assert_eq!(shoe(1).cuts(), 24..=24);
        let mut small = shoe(3);
        assert!((0..200).all(|_| small.cuts().contains(&small.any_cut())));
    }

    #[test]
    fn a_burned_card_is_not_known_to_be_gone() {
        let mut shoe = shoe(6);
        shoe.shuffle().unwrap();
        shoe.load(100);
        assert!(shoe.burn());
        assert_eq!((shoe.left(), shoe.gone().len()), (287, 0));
    }

    #[test]
    fn an_empty_shoe_is_filled_with_what_is_not_on_the_layout() {
        let mut shoe = shoe(1);
        let layout: Vec<Card> = ["As", "Kd"].map(|card| card.parse().unwrap()).to_vec();
        shoe.refill(&layout, AfterRanOut::AllCards).unwrap();
        assert_eq!(shoe.left(), 46);
        let dealt: Vec<Card> = std::iter::from_fn(|| shoe.draw())
            .filter_map(|drawn| match drawn {
                Drawn::Card(card) => Some(card),
                Drawn::CuttingCard => None,
            })
            .collect();
        assert!(layout.iter().all(|card| !dealt.contains(card)));
        assert!(shoe.shuffle_is_due());
    }

    #[test]
    fn a_rack_with_a_cutting_card_of_its_own_is_dealt_from_until_that_comes() {
        let mut shoe = shoe(1);
        let layout: Vec<Card> = ["As", "Kd"].map(|card| card.parse().unwrap()).to_vec();
        shoe.refill(&layout, AfterRanOut::NextCuttingCard).unwrap();
        for _ in 0..23 {
            assert!(!shoe.shuffle_is_due());
            assert!(matches!(shoe.draw(), Some(Drawn::Card(_))));
        }
        assert_eq!(shoe.draw(), Some(Drawn::CuttingCard));
        assert!(shoe.shuffle_is_due());
    }
}
