//! The sign at the table: limits and what is offered.

use crate::choices::{Allowed, PairWager};
use crate::{Clause, Money, RuleBook};
use std::fmt;

/// What the sign at a table says.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sign {
    /// The smallest wager.
    pub minimum: Money,
    /// The largest wager.
    pub maximum: Money,
    /// The smallest chip: wagers are multiples of it, and payments too where the book rounds.
    pub chip: Money,
    /// Whether wagers must be multiples of the minimum.
    pub multiples: bool,
    /// Limits of the wager on a pair, where it is offered.
    pub pairs: Option<(Money, Money)>,
    /// Whether that wager is a condition of play.
    pub pairs_compulsory: bool,
    /// Limits of the Pontoon Pandemonium wager, where it is offered.
    pub pandemonium: Option<(Money, Money)>,
    /// The most bettors on a box, if fewer than the book allows.
    pub bettors: Option<u8>,
}

impl Sign {
    /// A usual sign for a book: 5 to 1000, side wagers from 1 to 200 where the book has them, every
    /// cent payable.
    pub fn usual(book: &RuleBook) -> Self {
        let side = (Money::from_dollars(1), Money::from_dollars(200));
        Self {
            minimum: Money::from_dollars(5),
            maximum: Money::from_dollars(1000),
            chip: Money::from_cents(1),
            multiples: false,
            pairs: (book.pairs.wager.is != PairWager::None).then_some(side),
            pairs_compulsory: false,
            pandemonium: (!book.pandemonium.multipliers.is.all().is_empty()).then_some(side),
            bettors: None,
        }
    }

    /// Whether this sign may hang over a table of `book`.
    ///
    /// # Errors
    ///
    /// The first thing that does not fit.
    pub fn check(&self, book: &RuleBook) -> Result<(), SignFault> {
        if self.minimum.is_zero()
            || self.chip.is_zero()
            || self
                .pairs
                .into_iter()
                .chain(self.pandemonium)
                .any(|(least, _)| least.is_zero())
        {
            return Err(SignFault::Nothing);
        }
        if self.multiples && !self.minimum.is_multiple_of(self.chip) {
            return Err(SignFault::OddMinimum {
                minimum: self.minimum,
                chip: self.chip,
            });
        }
        let limits = [
            Some((self.minimum, self.maximum)),
            self.pairs,
            self.pandemonium,
        ];
        if let Some((least, most)) = limits
            .into_iter()
            .flatten()
            .find(|(least, most)| least > most)
        {
            return Err(SignFault::Crossed { least, most });
        }
        let without_chips = |(least, most): &(Money, Money)| {
            most.cents() / self.chip.cents() * self.chip.cents() < least.cents()
        };
        if let Some((least, most)) = limits.into_iter().flatten().find(without_chips) {
            return Err(SignFault::NoChips {
                chip: self.chip,
                least,
                most,
            });
        }
        if let Some(most) = limits
            .into_iter()
            .flatten()
            .map(|(_, most)| most)
            .find(|&most| most > Money::MOST)
        {
            return Err(SignFault::TooMuch { most });
        }
        if self.pairs.is_some() && book.pairs.wager.is == PairWager::None {
            return Err(SignFault::NoPairs {
                clause: book.pairs.wager.clause,
            });
        }
        if self.pairs_compulsory
            && (book.pairs.compulsory.is == Allowed::MayNot || self.pairs.is_none())
        {
            return Err(SignFault::NotCompulsory {
                clause: book.pairs.compulsory.clause,
            });
        }
        if self.pandemonium.is_some() && book.pandemonium.multipliers.is.all().is_empty() {
            return Err(SignFault::NoPandemonium {
                clause: book.pandemonium.multipliers.clause,
            });
        }
        match self.bettors {
            Some(bettors) if bettors == 0 || bettors > book.boxes.bettors.is.get() => {
                Err(SignFault::Bettors {
                    most: book.boxes.bettors.is.get(),
                    clause: book.boxes.bettors.clause,
                })
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Why a sign does not fit a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SignFault {
    Nothing,
    OddMinimum {
        minimum: Money,
        chip: Money,
    },
    Crossed {
        least: Money,
        most: Money,
    },
    NoChips {
        chip: Money,
        least: Money,
        most: Money,
    },
    TooMuch {
        most: Money,
    },
    NoPairs {
        clause: Clause,
    },
    NotCompulsory {
        clause: Clause,
    },
    NoPandemonium {
        clause: Clause,
    },
    Bettors {
        most: u8,
        clause: Clause,
    },
}

impl SignFault {
    /// The clause behind it, where a rule says so.
    pub const fn clause(&self) -> Option<Clause> {
        match self {
            Self::NoPairs { clause }
            | Self::NotCompulsory { clause }
            | Self::NoPandemonium { clause }
            | Self::Bettors { clause, .. } => Some(*clause),
            Self::Nothing
            | Self::OddMinimum { .. }
            | Self::Crossed { .. }
            | Self::NoChips { .. }
            | Self::TooMuch { .. } => None,
        }
    }
}

impl fmt::Display for SignFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => {
                f.write_str("every minimum and the smallest chip must be more than nothing")
            }
            Self::OddMinimum { minimum, chip } => {
                write!(
                    f,
                    "multiples of a minimum of {minimum} cannot be wagered in chips of {chip}"
                )
            }
            Self::Crossed { least, most } => {
                write!(f, "a minimum of {least} is above its maximum of {most}")
            }
            Self::NoChips { chip, least, most } => {
                write!(f, "chips of {chip} make no wager from {least} to {most}")
            }
            Self::TooMuch { most } => write!(f, "a maximum of {most} is above {}", Money::MOST),
            Self::NoPairs { clause } => write!(f, "this book has no wager on pairs ({clause})"),
            Self::NotCompulsory { clause } => write!(
                f,
                "the wager on pairs cannot be a condition of play here ({clause})"
            ),
            Self::NoPandemonium { clause } => {
                write!(f, "this book has no Pontoon Pandemonium wager ({clause})")
            }
            Self::Bettors { most, clause } => {
                write!(f, "a box takes from 1 to {most} bettors ({clause})")
            }
        }
    }
}

impl std::error::Error for SignFault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    #[test]
    fn some_wager_must_be_possible_in_the_chips_of_the_sign() {
        let book = builtin("sydney").unwrap();
        let usual = Sign::usual(&book);
        let cents = |least, most| (Money::from_cents(least), Money::from_cents(most));
        let with = |(minimum, maximum), chip| {
            Sign {
                minimum,
                maximum,
                chip: Money::from_cents(chip),
                pairs: None,
                ..usual.clone()
            }
            .check(&book)
        };
        assert_eq!(with(cents(500, 550), 250), Ok(()));
        assert_eq!(with(cents(450, 500), 250), Ok(()));
        let (least, most) = cents(500, 550);
        assert_eq!(
            with((least, most), 300),
            Err(SignFault::NoChips {
                chip: Money::from_cents(300),
                least,
                most
            })
        );
    }
}
