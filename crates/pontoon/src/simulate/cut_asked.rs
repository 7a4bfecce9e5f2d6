//! Where the cutting card goes, as it is typed: `1`, `0.5-2` or `drawn`.

use anyhow::{Result, bail};
use rules::RuleBook;
use simulator::{Cut, DECK};
use std::str::FromStr;

/// Where the cutting card goes, in hundredths of a deck from the back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CutAsked {
    /// Anywhere that the book allows, each place as likely as any other.
    Drawn,
    /// Between these places.
    Between(u32, u32),
}

/// What a deck is told in.
const PARTS: u32 = 100;

impl FromStr for CutAsked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "drawn" {
            return Ok(Self::Drawn);
        }
        let wrong = || {
            "write decks from the back, such as 1 or 1.5, two of them such as 0.5-2, or drawn"
                .to_owned()
        };
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let (least, most) = (
            parts(least).ok_or_else(wrong)?,
            parts(most).ok_or_else(wrong)?,
        );
        if least > most {
            return Err("the place nearer the back comes first, such as 0.5-2".to_owned());
        }
        Ok(Self::Between(least, most))
    }
}

fn parts(decks: &str) -> Option<u32> {
    let (whole, part) = decks.split_once('.').unwrap_or((decks, "0"));
    if part.is_empty()
        || part.len() > 2
        || !decks
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '.')
    {
        return None;
    }
    let part: u32 = format!("{part:0<2}").parse().ok()?;
    whole
        .parse::<u32>()
        .ok()
        .filter(|&whole| whole < 1_000)
        .map(|whole| whole * PARTS + part)
}

impl CutAsked {
    /// The places in a shoe of so many cards.
    pub(crate) fn places(self, book: &RuleBook, cards: u32) -> Result<Cut> {
        let allowed = Cut::allowed(book, cards);
        let cut = match self {
            Self::Drawn => allowed,
            Self::Between(least, most) => Cut {
                least: least * DECK / PARTS,
                most: most * DECK / PARTS,
            },
        };
        if !cut.is_within(allowed) {
            let not = if cut.least == cut.most {
                cut.least.to_string()
            } else {
                format!("{} to {}", cut.least, cut.most)
            };
            bail!(
                "--cut: {} lets the cutting card be placed with {} to {} cards behind it ({} to {} \
                decks), not {not}",
                book.id.name,
                allowed.least,
                allowed.most,
                in_decks(allowed.least),
                in_decks(allowed.most)
            );
        }
        Ok(cut)
    }
}

/// A number of cards in decks, as short as it can be written.
fn in_decks(cards: u32) -> String {
    let parts = cards * PARTS / DECK;
    let text = format!("{}.{:02}", parts / PARTS, parts % PARTS);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::builtin;

    #[test]
    fn a_place_is_read_in_decks_and_held_to_the_book() {
        let read = |text: &str| text.parse::<CutAsked>().ok();
        assert_eq!(read("1"), Some(CutAsked::Between(100, 100)));
        assert_eq!(read("0.5-2"), Some(CutAsked::Between(50, 200)));
        assert_eq!(read("drawn"), Some(CutAsked::Drawn));
        for wrong in ["", "-1", "2-1", "1.", "a", "1.234", "1-", "9999999999"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let canberra = builtin("canberra").unwrap();
        let places = |text: &str| read(text).unwrap().places(&canberra, 384);
        assert_eq!(
            places("drawn").unwrap(),
            Cut {
                least: 48,
                most: 192
            }
        );
        assert_eq!(
            places("1.5").unwrap(),
            Cut {
                least: 72,
                most: 72
            }
        );
        let message = places("0.5").unwrap_err().to_string();
        assert!(
            message.contains("48 to 192 cards behind it (1 to 4 decks), not 24"),
            "{message}"
        );
    }
}
