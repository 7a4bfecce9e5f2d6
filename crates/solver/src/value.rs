//! What a card counts: ten values, Ace to ten.

use cards::Rank;
use std::fmt;

/// How many values there are: Ace, 2 to 9, ten.
pub const VALUES: usize = 10;

/// How many cards of each value a hand holds.
pub type Counts = [u8; VALUES];

/// What a card counts, as a place from 0 (Ace) to 9 (ten, jack, queen and king).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardValue(u8);

impl CardValue {
    /// The Ace.
    pub const ACE: Self = Self(0);
    /// The 6: its suit matters in a 6-7-8.
    pub const SIX: Self = Self(5);
    /// The 7: its suit matters in a 6-7-8 and a 7-7-7.
    pub const SEVEN: Self = Self(6);
    /// The 8: its suit matters in a 6-7-8.
    pub const EIGHT: Self = Self(7);
    /// Everything that counts ten.
    pub const TEN: Self = Self(9);

    /// Every value, Ace first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..10_u8).map(Self)
    }

    /// Every value as the columns of a chart stand: 2 to 9, ten, Ace.
    pub fn columns() -> impl Iterator<Item = Self> + Clone {
        (1..10_u8).chain([0]).map(Self)
    }

    /// The value of a rank.
    pub const fn of(rank: Rank) -> Self {
        Self(rank.points() - 1)
    }

    /// The place, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The points, an Ace counted 1.
    pub const fn points(self) -> u8 {
        self.0 + 1
    }

    /// The value that makes Pontoon with this one, if one does.
    pub const fn partner(self) -> Option<Self> {
        match self.0 {
            0 => Some(Self::TEN),
            9 => Some(Self::ACE),
            _ => None,
        }
    }
}

impl fmt::Display for CardValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("A"),
            9 => f.pad("T"),
            _ => f.pad(&self.points().to_string()),
        }
    }
}
