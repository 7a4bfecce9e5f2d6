//! One playing card: its rank, its suit and the two letters that write it.
//!
//! Nothing here says what an Ace counts: that depends on the hand and on the rule book.

use std::fmt;
use std::str::FromStr;

/// The thirteen ranks. Pontoon decks hold no [`Rank::Ten`]; reference games with 52 cards do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Every rank, Ace first.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// The point value, an Ace counted as 1.
    pub const fn points(self) -> u8 {
        match self {
            Self::Ace => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
            Self::Five => 5,
            Self::Six => 6,
            Self::Seven => 7,
            Self::Eight => 8,
            Self::Nine => 9,
            Self::Ten | Self::Jack | Self::Queen | Self::King => 10,
        }
    }

    /// The letter that writes this rank.
    pub const fn letter(self) -> char {
        match self {
            Self::Ace => 'A',
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Five => '5',
            Self::Six => '6',
            Self::Seven => '7',
            Self::Eight => '8',
            Self::Nine => '9',
            Self::Ten => 'T',
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    const fn position(self) -> u8 {
        match self {
            Self::Ace => 0,
            Self::Two => 1,
            Self::Three => 2,
            Self::Four => 3,
            Self::Five => 4,
            Self::Six => 5,
            Self::Seven => 6,
            Self::Eight => 7,
            Self::Nine => 8,
            Self::Ten => 9,
            Self::Jack => 10,
            Self::Queen => 11,
            Self::King => 12,
        }
    }
}

/// The four suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// The two colours of a suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Red,
    Black,
}

impl Suit {
    /// Every suit, in the order of the alphabet.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter that writes this suit.
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'c',
            Self::Diamonds => 'd',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }

    /// The pip that people know.
    pub const fn pip(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }

    /// Red or black.
    pub const fn colour(self) -> Colour {
        match self {
            Self::Diamonds | Self::Hearts => Colour::Red,
            Self::Clubs | Self::Spades => Colour::Black,
        }
    }

    const fn position(self) -> u8 {
        match self {
            Self::Clubs => 0,
            Self::Diamonds => 1,
            Self::Hearts => 2,
            Self::Spades => 3,
        }
    }
}

/// One card, written as its rank and its suit: `8s`.
///
/// ```
/// use cards::{Card, Rank, Suit};
/// let card: Card = "8s".parse()?;
/// assert_eq!(card, Card { rank: Rank::Eight, suit: Suit::Spades });
/// assert_eq!(card.to_string(), "8s");
/// # Ok::<(), cards::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Card {
    pub rank: Rank,
    pub suit: Suit,
}

impl Card {
    /// How many different cards there are, tens included.
    pub const KINDS: usize = 52;

    /// Every different card, tens included.
    pub fn all() -> impl Iterator<Item = Self> {
        Rank::ALL
            .into_iter()
            .flat_map(|rank| Suit::ALL.into_iter().map(move |suit| Self { rank, suit }))
    }

    /// A number below [`Card::KINDS`] that belongs to this card alone.
    pub fn index(self) -> usize {
        usize::from(self.rank.position() * 4 + self.suit.position())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.letter(), self.suit.letter())
    }
}

/// Why a text is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardError {
    text: String,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a card: write a rank (A, 2 to 9, J, Q or K; T for a ten) and a suit (c, \
            d, h or s), for example 8s or Qd",
            self.text
        )
    }
}

impl std::error::Error for CardError {}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let mut letters = text.chars();
        let rank = letters
            .next()
            .and_then(|letter| Rank::ALL.into_iter().find(|rank| rank.letter() == letter));
        let suit = letters
            .next()
            .and_then(|letter| Suit::ALL.into_iter().find(|suit| suit.letter() == letter));
        match (rank, suit, letters.next()) {
            (Some(rank), Some(suit), None) => Ok(Self { rank, suit }),
            _ => Err(CardError {
                text: text.chars().take(20).collect(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_written_and_read_back_and_has_its_own_index() {
        let mut seen = [false; Card::KINDS];
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert!(!seen[card.index()], "{card} shares its index");
            seen[card.index()] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn what_is_not_a_card_is_named_in_the_error() {
        for text in ["", "8", "s8", "8S", "10s", "8sx", "é♠"] {
            let error = text.parse::<Card>().unwrap_err();
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("`{text}` is not a card")),
                "{error}"
            );
        }
    }
}
