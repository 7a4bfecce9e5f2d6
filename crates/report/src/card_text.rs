//! Cards as people type them, and what is wrong with a position in words.

use cards::{Card, CardError, Rank, Suit};
use rules::{Clause, PackSize, RuleBook};
use solver::PositionError;
use std::fmt;

/// Why a text is not cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardTextError {
    /// A ten was written with two digits.
    Ten {
        /// The word.
        word: String,
        /// Where the book says that no deck holds one, if it does.
        none: Option<Clause>,
    },
    /// A word is no card.
    NotACard(CardError),
}

impl fmt::Display for CardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ten { word, none } => {
                write!(
                    f,
                    "`{word}` is not a card: a ten is written T, for example Ts"
                )?;
                none.map_or(Ok(()), |clause| {
                    write!(f, "; no deck of this game holds one ({clause})")
                })
            }
            Self::NotACard(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CardTextError {}

impl From<CardError> for CardTextError {
    fn from(error: CardError) -> Self {
        Self::NotACard(error)
    }
}

/// The cards of a text: words apart by blanks or commas, each one card or several: `8s 8h`, `8s8h`.
///
/// # Errors
///
/// The first word that is no card of this book's game.
pub fn read_cards(book: &RuleBook, text: &str) -> Result<Vec<Card>, CardTextError> {
    let mut cards = Vec::new();
    for word in text
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
    {
        cards.extend(cards_of(book, word)?);
    }
    Ok(cards)
}

/// The cards of a word: ranks and suits in capitals or not, suits as letters or pips.
fn cards_of(book: &RuleBook, word: &str) -> Result<Vec<Card>, CardTextError> {
    // Some keyboards put a mark behind a pip that asks for its coloured form.
    let mut letters: &[char] = &word
        .chars()
        .filter(|letter| *letter != '\u{fe0f}')
        .collect::<Vec<char>>();
    let mut cards = Vec::new();
    while let [rank, suit, rest @ ..] = letters {
        if (*rank, *suit) == ('1', '0') {
            let none = match book.cards.pack.is {
                PackSize::FortyEight => Some(book.cards.pack.clause),
                PackSize::FiftyTwo => None,
            };
            return Err(CardTextError::Ten {
                word: word.to_owned(),
                none,
            });
        }
        let rank = Rank::ALL
            .into_iter()
            .find(|known| known.letter().eq_ignore_ascii_case(rank));
        let suit = Suit::ALL
            .into_iter()
            .find(|known| known.letter().eq_ignore_ascii_case(suit) || known.pip() == *suit);
        let (Some(rank), Some(suit)) = (rank, suit) else {
            break;
        };
        cards.push(Card { rank, suit });
        letters = rest;
    }
    // What is left is no card, and the message says so of the whole word.
    if letters.is_empty() {
        Ok(cards)
    } else {
        Ok(vec![word.parse()?])
    }
}

/// Why a position cannot be looked at. A card that no deck holds is not one that is gone.
pub fn position_words(book: &RuleBook, error: &PositionError) -> String {
    let PositionError::NotInShoe { card, held: 0 } = error else {
        return error.to_string();
    };
    format!(
        "no deck of this game holds a {card} ({})",
        book.cards.pack.clause
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::builtin;

    #[test]
    fn cards_are_read_as_people_type_them() {
        let book = builtin("sydney").unwrap();
        let read = |text: &str| {
            read_cards(&book, text)
                .map(|cards| cards.iter().map(Card::to_string).collect::<Vec<_>>())
        };
        let pair = Ok(vec!["8s".to_owned(), "8h".to_owned()]);
        for text in ["8s 8h", "8S,8H", "8s8h", " 8♠ 8♥\u{fe0f} "] {
            assert_eq!(read(text), pair, "{text}");
        }
        assert_eq!(read(""), Ok(Vec::new()));
        let ten = read("8s 10h").unwrap_err().to_string();
        assert!(
            ten.starts_with("`10h` is not a card: a ten is written T"),
            "{ten}"
        );
        assert!(ten.contains("no deck of this game holds one"), "{ten}");
        assert!(matches!(read("8x"), Err(CardTextError::NotACard(_))));
    }
}
