//! What a hand counts.

use cards::{Card, Rank};
use rules::DoubleAces;

/// A point total.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Total {
    /// The points, an Ace counted 11 where that does not exceed 21.
    pub points: u8,
    /// Whether an Ace counts 11.
    pub kind: TotalKind,
}

/// Hard or soft.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TotalKind {
    /// No Ace, or every Ace counts 1.
    Hard,
    /// One Ace counts 11.
    Soft,
}

impl Total {
    /// The total of a hand that was not doubled.
    pub fn of(cards: &[Card]) -> Self {
        Self::with_free_aces(cards, cards.iter().any(is_ace))
    }

    /// The total of a doubled hand: the last card is the one drawn to the double, and the book says
    /// which Aces count 1.
    pub fn of_doubled(cards: &[Card], aces: DoubleAces) -> Self {
        let low = match aces {
            DoubleAces::Free => 0,
            DoubleAces::FirstTwo => 2,
            DoubleAces::Held => cards.len().saturating_sub(1),
        };
        Self::with_free_aces(cards, cards.iter().skip(low).any(is_ace))
    }

    fn with_free_aces(cards: &[Card], free_ace: bool) -> Self {
        let hard = cards.iter().fold(0_u8, |points, card| {
            points.saturating_add(card.rank.points())
        });
        if free_ace && hard <= 11 {
            Self {
                points: hard + 10,
                kind: TotalKind::Soft,
            }
        } else {
            Self {
                points: hard,
                kind: TotalKind::Hard,
            }
        }
    }

    /// Whether the total exceeds 21.
    pub const fn is_bust(self) -> bool {
        self.points > 21
    }

    /// Whether an Ace counts 11.
    pub const fn is_soft(self) -> bool {
        matches!(self.kind, TotalKind::Soft)
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            TotalKind::Hard => write!(f, "{}", self.points),
            TotalKind::Soft => write!(f, "soft {}", self.points),
        }
    }
}

fn is_ace(card: &Card) -> bool {
    card.rank == Rank::Ace
}

/// Whether the first two cards are an Ace and a card worth ten.
pub fn is_pontoon(cards: &[Card]) -> bool {
    cards.len() == 2 && Total::of(cards).points == 21
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace()
            .map(|card| card.parse().unwrap())
            .collect()
    }

    #[track_caller]
    fn check(hand: &str, total: &str) {
        assert_eq!(Total::of(&cards(hand)).to_string(), total, "{hand}");
    }

    #[test]
    fn an_ace_counts_11_unless_that_exceeds_21() {
        check("As", "soft 11");
        check("As Ah", "soft 12");
        check("As Ks", "soft 21");
        check("As 5s 5h", "soft 21");
        check("As 6s 5h", "12");
        check("As Ah Ac Ad 7s", "soft 21");
        check("Ks Qs 2h", "22");
    }

    #[track_caller]
    fn check_doubled(hand: &str, aces: DoubleAces, total: &str) {
        assert_eq!(
            Total::of_doubled(&cards(hand), aces).to_string(),
            total,
            "{hand} {aces:?}"
        );
    }

    #[test]
    fn aces_held_when_doubling_count_1_as_the_book_says() {
        check_doubled("As 6h 4c", DoubleAces::FirstTwo, "11");
        check_doubled("As 6h 4c", DoubleAces::Held, "11");
        check_doubled("As 6h 4c", DoubleAces::Free, "soft 21");
        // The Ace drawn to the double may count 11.
        check_doubled("As 9h Ac", DoubleAces::FirstTwo, "soft 21");
        check_doubled("As 9h Ac", DoubleAces::Held, "soft 21");
        // A third-card Ace held before doubling.
        check_doubled("2s 3h Ac 4d", DoubleAces::FirstTwo, "soft 20");
        check_doubled("2s 3h Ac 4d", DoubleAces::Held, "10");
        check_doubled("As Ah 5c", DoubleAces::Held, "7");
    }

    #[test]
    fn pontoon_is_an_ace_and_a_ten_card() {
        assert!(is_pontoon(&cards("As Kd")));
        assert!(!is_pontoon(&cards("As 5d 5c")));
        assert!(!is_pontoon(&cards("Ks Qd")));
    }
}
