//! How a hand of a box ends before the dealer draws.

use cards::{Card, Rank, Suit};

/// Three cards of 21 that pay by their suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ThreeCards {
    SixSevenEightMixed,
    SixSevenEightSuited,
    SixSevenEightSpades,
    SevensMixed,
    SevensSuited,
    SevensSpades,
}

/// How a hand has ended before the dealer draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Ended {
    /// Ace and ten, dealt.
    Pontoon,
    /// 21, with so many cards (seven stands for more).
    TwentyOne {
        /// How many cards.
        cards: u8,
        /// Whether they pay by their suits.
        three: Option<ThreeCards>,
    },
    /// Less than 21, with so many cards (seven stands for more).
    Stood {
        /// The points.
        points: u8,
        /// How many cards.
        cards: u8,
    },
    /// Doubled, and not over 21.
    Doubled {
        /// The points.
        points: u8,
    },
    /// Doubled and over 21.
    DoubledBust,
    /// Doubled and given up.
    Forfeited,
    /// Over 21.
    Bust,
    /// Surrendered.
    Surrendered,
}

impl Ended {
    /// Whether the wager was doubled.
    pub(crate) const fn is_doubled(self) -> bool {
        match self {
            Self::Doubled { .. } | Self::DoubledBust | Self::Forfeited => true,
            Self::Pontoon
            | Self::TwentyOne { .. }
            | Self::Stood { .. }
            | Self::Bust
            | Self::Surrendered => false,
        }
    }

    /// A number that no other end has, and that is not nothing.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Pontoon => 1,
            Self::DoubledBust => 2,
            Self::Forfeited => 3,
            Self::Bust => 4,
            Self::Surrendered => 5,
            Self::Doubled { points } => 8 + points,
            Self::TwentyOne { cards, three } => 32 + 8 * (cards - 2) + three_number(three),
            Self::Stood { points, cards } => 80 + 8 * points + cards,
        }
    }

    /// The hand that wins the Super Bonus.
    pub(crate) const fn super_bonus(suit: Suit) -> Self {
        Self::TwentyOne {
            cards: 3,
            three: Some(ThreeCards::sevens(suit)),
        }
    }
}

const fn three_number(three: Option<ThreeCards>) -> u8 {
    match three {
        None => 0,
        Some(ThreeCards::SixSevenEightMixed) => 1,
        Some(ThreeCards::SixSevenEightSuited) => 2,
        Some(ThreeCards::SixSevenEightSpades) => 3,
        Some(ThreeCards::SevensMixed) => 4,
        Some(ThreeCards::SevensSuited) => 5,
        Some(ThreeCards::SevensSpades) => 6,
    }
}

impl ThreeCards {
    /// Three sevens of one suit.
    pub(crate) const fn sevens(suit: Suit) -> Self {
        match suit {
            Suit::Spades => Self::SevensSpades,
            Suit::Clubs | Suit::Diamonds | Suit::Hearts => Self::SevensSuited,
        }
    }

    /// A 6-7-8 of one suit.
    pub(crate) const fn six_seven_eight(suit: Suit) -> Self {
        match suit {
            Suit::Spades => Self::SixSevenEightSpades,
            Suit::Clubs | Suit::Diamonds | Suit::Hearts => Self::SixSevenEightSuited,
        }
    }
}

/// Three cards that pay by their suits, if these are such.
pub(crate) fn three_cards(cards: &[Card]) -> Option<ThreeCards> {
    let &[one, two, three] = cards else {
        return None;
    };
    let one_suit = one.suit == two.suit && two.suit == three.suit;
    let mut ranks = [one.rank, two.rank, three.rank];
    ranks.sort_unstable();
    match (ranks, one_suit) {
        ([Rank::Seven, Rank::Seven, Rank::Seven], false) => Some(ThreeCards::SevensMixed),
        ([Rank::Seven, Rank::Seven, Rank::Seven], true) => Some(ThreeCards::sevens(one.suit)),
        ([Rank::Six, Rank::Seven, Rank::Eight], false) => Some(ThreeCards::SixSevenEightMixed),
        ([Rank::Six, Rank::Seven, Rank::Eight], true) => {
            Some(ThreeCards::six_seven_eight(one.suit))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_a_number_of_its_own() {
        let threes = [
            ThreeCards::SixSevenEightMixed,
            ThreeCards::SixSevenEightSuited,
            ThreeCards::SixSevenEightSpades,
            ThreeCards::SevensMixed,
            ThreeCards::SevensSuited,
            ThreeCards::SevensSpades,
        ];
        let mut ends = vec![
            Ended::Pontoon,
            Ended::DoubledBust,
            Ended::Forfeited,
            Ended::Bust,
            Ended::Surrendered,
        ];
        ends.extend((2..=21).map(|points| Ended::Doubled { points }));
        ends.extend(
            (2..=7).flat_map(|cards| (2..=20).map(move |points| Ended::Stood { points, cards })),
        );
        let suited = threes.map(|three| Ended::TwentyOne {
            cards: 3,
            three: Some(three),
        });
        ends.extend(
            (2..=7)
                .map(|cards| Ended::TwentyOne { cards, three: None })
                .chain(suited),
        );
        let numbers: std::collections::BTreeSet<u8> =
            ends.iter().map(|ended| ended.number()).collect();
        assert_eq!(numbers.len(), ends.len());
        assert!(!numbers.contains(&0));
    }
}
