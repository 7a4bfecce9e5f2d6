//! The charts of a strategy: rows of cells, each row for a total or a pair.

use super::cell::{Among, Cell};
use super::fault::At;
use solver::{CardValue, VALUES};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// Which hands a chart is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Of {
    /// Hard totals.
    Hard,
    /// Soft totals.
    Soft,
    /// Soft totals with an Ace that came after the first two cards.
    LaterSoft,
    /// Pairs, by what one of the cards counts.
    Pair,
}

impl Of {
    /// Every kind of chart, in the order they are written.
    pub(crate) const ALL: [Self; 4] = [Self::Hard, Self::Soft, Self::LaterSoft, Self::Pair];

    /// What stands above the chart.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Hard => "Hard totals",
            Self::Soft => "Soft totals",
            Self::LaterSoft => "Soft totals with a later Ace",
            Self::Pair => "Pairs",
        }
    }

    /// The word before a row.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
            Self::LaterSoft => "later soft",
            Self::Pair => "pair",
        }
    }

    /// The rows there can be.
    pub(crate) const fn rows(self) -> RangeInclusive<u8> {
        match self {
            Self::Hard => 5..=20,
            Self::Soft => 12..=20,
            Self::LaterSoft => 13..=19,
            Self::Pair => 1..=10,
        }
    }

    /// The rows that there must be: soft 12 is two Aces, which are a pair.
    pub(crate) const fn needed(self) -> RangeInclusive<u8> {
        match self {
            Self::Soft => 13..=20,
            Self::Hard | Self::LaterSoft | Self::Pair => self.rows(),
        }
    }

    /// The rows in words.
    pub(crate) const fn valid(self) -> &'static str {
        match self {
            Self::Hard => "a total from 5 to 20, or several: 5-8, to 11, from 17",
            Self::Soft => {
                "a total from 13 to 20 (12 may be left out), or several: 13-15, to 17, from 19"
            }
            Self::LaterSoft => "a total from 13 to 19, or several: 13-15, to 17, from 18",
            Self::Pair => "a pair: 2-2 to 9-9, T-T or A-A",
        }
    }

    /// A row as people say it.
    pub(crate) fn row(self, row: u8) -> String {
        format!("{} {}", self.word(), self.label(row))
    }

    /// What stands before a row.
    pub(crate) fn label(self, row: u8) -> String {
        match self {
            Self::Hard | Self::Soft | Self::LaterSoft => row.to_string(),
            Self::Pair => value_of(row).map_or(String::new(), |value| format!("{value}-{value}")),
        }
    }

    /// What the cells of a row may say.
    pub(crate) fn among(self, row: u8, upcard: CardValue) -> Among {
        match self {
            Self::Hard if (13..=15).contains(&row) => Among::Straights,
            Self::Hard | Self::Soft | Self::LaterSoft => Among::Totals,
            Self::Pair if row == CardValue::SEVEN.points() => Among::Sevens {
                against_seven: upcard == CardValue::SEVEN,
            },
            Self::Pair => Among::Pairs,
        }
    }
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The value of a card that counts so much.
pub(crate) fn value_of(points: u8) -> Option<CardValue> {
    CardValue::all().find(|value| value.points() == points)
}

/// A cell and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placed<T> {
    pub(crate) is: T,
    pub(crate) at: At,
}

/// A row: what stands under each upcard, by [`CardValue::index`].
pub(crate) type Row<T> = [Placed<T>; VALUES];

/// The rows of a chart.
pub(crate) type Rows<T> = BTreeMap<u8, Row<T>>;

/// The charts of a strategy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Charts {
    pub(crate) tables: BTreeMap<Of, Rows<Cell>>,
    /// Whether a doubled hand of so many points is given up.
    pub(crate) forfeits: Rows<bool>,
}

impl Charts {
    /// What is written for a row against an upcard.
    pub(crate) fn cell(&self, of: Of, row: u8, upcard: CardValue) -> Option<&Cell> {
        let row = self.tables.get(&of)?.get(&row)?;
        Some(&row[upcard.index()].is)
    }

    /// Whether a doubled hand of so many points is given up; it is kept where nothing is written.
    pub(crate) fn gives_up(&self, points: u8, upcard: CardValue) -> bool {
        self.forfeits
            .get(&points)
            .is_some_and(|row| row[upcard.index()].is)
    }
}

/// The totals of doubled hands: 21 may be left out.
pub(crate) const FORFEITS: RangeInclusive<u8> = 4..=21;
/// Those that must be there.
pub(crate) const FORFEITS_NEEDED: RangeInclusive<u8> = 4..=20;
