//! The cards that are left, as the solver sees them: by value and suit.

use crate::value::{CardValue, Counts, VALUES};
use cards::{Card, Composition, Suit};

/// How many cards of each value and suit are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    suits: [[u16; 4]; VALUES],
    values: [u16; VALUES],
    len: u16,
}

impl Pile {
    /// The cards of a composition.
    pub fn of(composition: &Composition) -> Self {
        let mut pile = Self {
            suits: [[0; 4]; VALUES],
            values: [0; VALUES],
            len: 0,
        };
        for (card, count) in composition.kinds() {
            let value = CardValue::of(card.rank).index();
            pile.suits[value][place(card.suit)] += count;
            pile.values[value] += count;
            pile.len += count;
        }
        pile
    }

    /// How many cards are left.
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Whether no card is left.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many cards of a value are left.
    pub fn count(&self, value: CardValue) -> u16 {
        self.values[value.index()]
    }

    /// How many cards of a value and suit are left.
    pub fn suited(&self, value: CardValue, suit: Suit) -> u16 {
        self.suits[value.index()][place(suit)]
    }

    /// How many of each value are left.
    pub fn values(&self) -> &[u16; VALUES] {
        &self.values
    }

    /// The sevens that are left, by suit.
    pub(crate) fn sevens(&self) -> [i32; 4] {
        self.suits[CardValue::SEVEN.index()].map(i32::from)
    }

    /// The suits of a value that are left, with their counts.
    pub fn suits(&self, value: CardValue) -> impl Iterator<Item = (Suit, u16)> + '_ {
        Suit::ALL
            .into_iter()
            .map(move |suit| (suit, self.suited(value, suit)))
            .filter(|&(_, count)| count > 0)
    }

    /// The pile without one card, if it holds it.
    pub fn without(&self, value: CardValue, suit: Suit) -> Option<Self> {
        let mut rest = self.clone();
        let count = &mut rest.suits[value.index()][place(suit)];
        *count = count.checked_sub(1)?;
        rest.values[value.index()] -= 1;
        rest.len -= 1;
        Some(rest)
    }

    /// The pile without a card, if it holds it.
    pub fn without_card(&self, card: Card) -> Option<Self> {
        self.without(CardValue::of(card.rank), card.suit)
    }

    /// Whether the pile holds all these cards.
    pub fn holds(&self, counts: &Counts) -> bool {
        self.values
            .iter()
            .zip(counts)
            .all(|(&left, &wanted)| left >= u16::from(wanted))
    }
}

/// The place of a suit in a list by suit.
pub(crate) const fn place(suit: Suit) -> usize {
    match suit {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}
