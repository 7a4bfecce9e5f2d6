//! Cards as the table of rows tells them apart.

use cards::{Card, Rank, Suit};
use solver::{CardValue, VALUES};

/// What of a card matters to a hand: its value, and the suit of a 6, 7 or 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(u8);

/// How many codes there are: seven values, and three values in four suits.
pub(crate) const CODES: usize = 19;
/// Room for the codes in a row, a power of two.
pub(crate) const COLUMNS: usize = 32;

const SIX: u8 = 5;
const NINE: u8 = SIX + 12;
const TEN: u8 = NINE + 1;

impl Code {
    /// The code of a card.
    pub fn of(card: Card) -> Self {
        let suited = |first: u8| first + suit_place(card.suit);
        Self(match card.rank {
            Rank::Ace => 0,
            Rank::Two => 1,
            Rank::Three => 2,
            Rank::Four => 3,
            Rank::Five => 4,
            Rank::Six => suited(SIX),
            Rank::Seven => suited(SIX + 4),
            Rank::Eight => suited(SIX + 8),
            Rank::Nine => NINE,
            Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => TEN,
        })
    }

    /// Every code.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..=TEN).map(Self)
    }

    /// A code of this value.
    pub(crate) fn of_value(value: CardValue) -> Self {
        const FIRST: [u8; VALUES] = [0, 1, 2, 3, 4, SIX, SIX + 4, SIX + 8, NINE, TEN];
        Self(FIRST[value.index()])
    }

    /// A card of this code.
    pub fn card(self) -> Card {
        let suited = |rank: Rank, first: u8| Card {
            rank,
            suit: Suit::ALL[usize::from(self.0 - first)],
        };
        let plain = |rank: Rank| Card {
            rank,
            suit: Suit::Clubs,
        };
        match self.0 {
            0 => plain(Rank::Ace),
            1 => plain(Rank::Two),
            2 => plain(Rank::Three),
            3 => plain(Rank::Four),
            4 => plain(Rank::Five),
            5..=8 => suited(Rank::Six, SIX),
            9..=12 => suited(Rank::Seven, SIX + 4),
            13..=16 => suited(Rank::Eight, SIX + 8),
            NINE => plain(Rank::Nine),
            _ => plain(Rank::King),
        }
    }

    /// What the card counts.
    pub fn value(self) -> CardValue {
        CardValue::of(self.card().rank)
    }

    /// The suit, where it is told.
    pub fn suit(self) -> Option<Suit> {
        (SIX..NINE).contains(&self.0).then(|| self.card().suit)
    }

    /// Its place in a row.
    pub(crate) fn column(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// The code of a byte that [`Code::byte`] gave.
    pub(crate) const fn from_byte(byte: u8) -> Self {
        Self(byte)
    }
}

fn suit_place(suit: Suit) -> u8 {
    (0..)
        .zip(Suit::ALL)
        .find(|(_, one)| *one == suit)
        .map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_that_of_its_card() {
        assert_eq!(Code::all().count(), CODES);
        assert!(Code::all().all(|code| Code::of(code.card()) == code));
        assert!(Card::all().all(|card| Code::of(card).value() == CardValue::of(card.rank)));
        assert!(CardValue::all().all(|value| Code::of_value(value).value() == value));
        assert!(Card::all().all(|card| Code::of(card).suit().is_none_or(|suit| suit == card.suit)));
    }
}
