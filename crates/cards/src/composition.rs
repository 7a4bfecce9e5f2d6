//! How many of each card a pile holds, whatever their order.

use crate::{Card, Rank, Suit};

/// A pile of cards without order: what is left in a shoe, what lies in a rack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composition {
    counts: [u16; Card::KINDS],
    len: u32,
}

impl Default for Composition {
    fn default() -> Self {
        Self {
            counts: [0; Card::KINDS],
            len: 0,
        }
    }
}

impl Composition {
    /// `decks` decks of 48 cards: no jokers and no tens.
    pub fn decks_of_48(decks: u8) -> Self {
        let mut pile = Self {
            len: 48 * u32::from(decks),
            ..Self::decks_of_52(decks)
        };
        for suit in Suit::ALL {
            pile.counts[Card {
                rank: Rank::Ten,
                suit,
            }
            .index()] = 0;
        }
        pile
    }

    /// `decks` decks of 52 cards: all thirteen ranks, no jokers.
    pub fn decks_of_52(decks: u8) -> Self {
        Self {
            counts: [u16::from(decks); Card::KINDS],
            len: 52 * u32::from(decks),
        }
    }

    /// How many of `card` the pile holds.
    pub fn count(&self, card: Card) -> u16 {
        self.counts[card.index()]
    }

    /// How many cards the pile holds.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether no card is left.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes one `card` out; false, and nothing changed, when there is none.
    #[must_use]
    pub fn take(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.len -= 1;
        true
    }

    /// Puts one `card` in.
    pub fn put(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.len += 1;
    }

    /// Puts in everything `other` holds and leaves `other` empty.
    pub fn put_all(&mut self, other: &mut Self) {
        for (count, more) in self.counts.iter_mut().zip(&mut other.counts) {
            *count += std::mem::take(more);
        }
        self.len += std::mem::take(&mut other.len);
    }

    /// The different cards the pile holds, each with its count.
    pub fn kinds(&self) -> impl Iterator<Item = (Card, u16)> + '_ {
        Card::all()
            .map(|card| (card, self.count(card)))
            .filter(|&(_, count)| count > 0)
    }

    /// Every card of the pile, by rank and suit.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.kinds()
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
    }
}

impl FromIterator<Card> for Composition {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pile = Self::default();
        for card in cards {
            pile.put(card);
        }
        pile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_has_48_cards_and_no_ten() {
        let deck = Composition::decks_of_48(1);
        assert_eq!(deck.len(), 48);
        assert_eq!(deck.cards().count(), 48);
        assert!(deck.cards().all(|card| card.rank != Rank::Ten));
        assert_eq!(Composition::decks_of_48(8).len(), 384);
    }

    #[test]
    fn a_deck_of_52_has_every_card_once() {
        let deck = Composition::decks_of_52(1);
        assert_eq!(deck.len(), 52);
        assert!(Card::all().all(|card| deck.count(card) == 1));
        assert_eq!(deck.cards().count(), 52);
        assert_eq!(Composition::decks_of_52(6).len(), 312);
    }

    #[test]
    fn a_card_that_is_gone_cannot_be_taken() {
        let card: Card = "7s".parse().unwrap();
        let mut deck = Composition::decks_of_48(1);
        assert!(deck.take(card));
        assert!(!deck.take(card));
        assert_eq!(deck.len(), 47);
        deck.put(card);
        assert_eq!(deck, Composition::decks_of_48(1));
    }

    #[test]
    fn putting_all_moves_every_card() {
        let mut shoe: Composition = ["7s", "7s", "Ah"]
            .map(|text| text.parse().unwrap())
            .into_iter()
            .collect();
        let mut rack: Composition = ["7s"]
            .map(|text| text.parse().unwrap())
            .into_iter()
            .collect();
        shoe.put_all(&mut rack);
        assert_eq!(shoe.count("7s".parse().unwrap()), 3);
        assert_eq!((shoe.len(), rack.len()), (4, 0));
        assert_eq!(rack, Composition::default());
    }
}
