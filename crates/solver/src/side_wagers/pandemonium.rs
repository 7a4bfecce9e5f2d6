//! The Pontoon Pandemonium wager: won by a Pontoon, and paid by a multiplier that a button draws.
//!
//! How often each multiplier comes up stands in no book; it is the operator's setting and is given
//! here as [`Chances`].

use super::{Fraction, SideResult, SideWager, SideWagerError, at_least, decimal, new_shoe, tens};
use cards::{Composition, Rank, WordSource, index_below};
use num_integer::Integer;
use num_traits::{One, Zero};
use rules::{Multipliers, RuleBook};
use std::fmt;

/// Chances of our own, where an operator gives none. **They are not the book's**, which names the
/// multipliers only.
///
/// They are round hundredths, and no multiplier is rarer than a larger one. Their mean is 20, below
/// the 22.9 at which the wager would be fair from eight decks, so the house edge is a little over
/// 12 % whatever the number of decks: the size usual for a side wager with a jackpot.
pub const OUR_CHANCES: &str = "100=0.07,50=0.09,25=0.12,20=0.13,10=0.14,5=0.15,3=0.15,2=0.15";

/// The largest common denominator of the chances: with it no number on the way leaves the range of
/// [`Fraction`].
const FINEST: i128 = 1_000_000_000;

/// How often the button shows each multiplier; they add up to one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chances(Vec<(u16, Fraction)>);

impl Chances {
    /// The chances for the multipliers of a book.
    ///
    /// # Errors
    ///
    /// When they do not name exactly these multipliers, or one is negative, or they do not add up
    /// to one, or their common denominator is over a thousand million.
    pub fn new(given: &[(u16, Fraction)], multipliers: &Multipliers) -> Result<Self, ChancesError> {
        let known = multipliers.all();
        for (place, &(multiplier, chance)) in given.iter().enumerate() {
            if !known.contains(&multiplier) {
                return Err(ChancesError::Unknown {
                    multiplier,
                    known: known.to_vec(),
                });
            }
            if given[..place]
                .iter()
                .any(|&(earlier, _)| earlier == multiplier)
            {
                return Err(ChancesError::Twice(multiplier));
            }
            if chance < Fraction::zero() {
                return Err(ChancesError::Negative(multiplier));
            }
        }
        let chance_of =
            |&multiplier: &u16| match given.iter().find(|(named, _)| *named == multiplier) {
                Some(&(_, chance)) => Ok((multiplier, chance)),
                None => Err(ChancesError::Missing(multiplier)),
            };
        let chances = known.iter().map(chance_of).collect::<Result<Vec<_>, _>>()?;
        check_fineness(&chances)?;
        let sum: Fraction = chances.iter().map(|&(_, chance)| chance).sum();
        if sum.is_one() {
            Ok(Self(chances))
        } else {
            Err(ChancesError::Sum(sum))
        }
    }

    /// Reads chances: `100=0.001,50=1/500` and so on, as decimal numbers or fractions.
    ///
    /// # Errors
    ///
    /// When an entry cannot be read, or the chances do not fit the multipliers as [`Chances::new`]
    /// demands.
    pub fn parse(text: &str, multipliers: &Multipliers) -> Result<Self, ChancesError> {
        let given = text
            .split(',')
            .map(|entry| read_entry(entry.trim()))
            .collect::<Result<Vec<_>, _>>()?;
        Self::new(&given, multipliers)
    }

    /// [`OUR_CHANCES`], for a book with the multipliers they name.
    ///
    /// # Errors
    ///
    /// When the book has other multipliers: the operator must then say how often each comes up.
    pub fn ours(multipliers: &Multipliers) -> Result<Self, ChancesError> {
        Self::parse(OUR_CHANCES, multipliers)
    }

    /// What is drawn by where nobody gives chances: [`OUR_CHANCES`] or, for multipliers that they
    /// do not name, each multiplier as often as any other. None where there is nothing to draw.
    pub fn usual(multipliers: &Multipliers) -> Option<Self> {
        let all = multipliers.all();
        let count = i128::try_from(all.len()).ok().filter(|&count| count > 0)?;
        let equally = || {
            Self(
                all.iter()
                    .map(|&multiplier| (multiplier, Fraction::new(1, count)))
                    .collect(),
            )
        };
        Some(Self::ours(multipliers).unwrap_or_else(|_| equally()))
    }

    /// Each multiplier with its chance in parts of what all parts come to, largest multiplier
    /// first.
    pub fn parts(&self) -> Vec<(u16, u32)> {
        let common = self
            .0
            .iter()
            .fold(1, |common: i128, (_, chance)| common.lcm(chance.denom()));
        let part = |chance: &Fraction| u32::try_from(common / chance.denom() * chance.numer());
        self.0
            .iter()
            .map(|(multiplier, chance)| {
                (*multiplier, part(chance).expect("the fineness was checked"))
            })
            .collect()
    }

    /// A multiplier, as often as its chance says.
    pub fn draw(&self, words: &mut impl WordSource) -> u16 {
        let parts = self.parts();
        let mut place = index_below(parts.iter().map(|&(_, parts)| parts).sum(), words);
        let drawn = parts.iter().find(|&&(_, parts)| {
            let here = place < parts;
            place = place.saturating_sub(parts);
            here
        });
        drawn.expect("the parts add up").0
    }

    /// Each multiplier with its chance, largest multiplier first.
    pub fn all(&self) -> &[(u16, Fraction)] {
        &self.0
    }

    /// The mean multiplier.
    pub fn mean(&self) -> Fraction {
        self.0
            .iter()
            .map(|&(multiplier, chance)| chance * Fraction::from_integer(multiplier.into()))
            .sum()
    }
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self
            .0
            .iter()
            .map(|(multiplier, chance)| format!("{multiplier}={chance}"));
        f.pad(&entries.collect::<Vec<_>>().join(","))
    }
}

/// Why chances are not the chances of a book's multipliers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChancesError {
    /// An entry that is not a multiplier, an equals sign and a chance.
    Entry(String),
    /// A chance that is neither a decimal number nor a fraction.
    Chance {
        /// The multiplier it was given for.
        multiplier: u16,
        /// What was written.
        text: String,
    },
    /// A multiplier that the book does not have.
    Unknown {
        /// The multiplier.
        multiplier: u16,
        /// Those the book has.
        known: Vec<u16>,
    },
    /// A multiplier without a chance.
    Missing(u16),
    /// A multiplier named twice.
    Twice(u16),
    /// A multiplier with a chance below zero.
    Negative(u16),
    /// The common denominator is too large.
    TooFine,
    /// The chances add up to this, not to one.
    Sum(Fraction),
}

impl fmt::Display for ChancesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(text) => write!(
                f,
                "`{text}` is not a multiplier with its chance: write for example 100=0.001"
            ),
            Self::Chance { multiplier, text } => {
                write!(
                    f,
                    "`{text}` is not a chance of multiplier {multiplier}: write for example 0.001 \
                    or 1/1000"
                )
            }
            Self::Unknown { multiplier, known } if known.is_empty() => {
                write!(f, "there is no multiplier {multiplier}: the book has none")
            }
            Self::Unknown { multiplier, known } => {
                let known = known
                    .iter()
                    .map(u16::to_string)
                    .collect::<Vec<_>>()
                    .join(", ");
                write!(
                    f,
                    "there is no multiplier {multiplier}: the book has {known}"
                )
            }
            Self::Missing(multiplier) => {
                write!(
                    f,
                    "multiplier {multiplier} has no chance: give one for it, 0 if it never comes up"
                )
            }
            Self::Twice(multiplier) => write!(f, "multiplier {multiplier} is named twice"),
            Self::Negative(multiplier) => {
                write!(f, "the chance of multiplier {multiplier} is below zero")
            }
            Self::TooFine => write!(
                f,
                "the chances have a common denominator over {FINEST}: round them"
            ),
            Self::Sum(sum) => write!(
                f,
                "the chances add up to {sum} (about {}), not to 1",
                decimal(*sum, 6)
            ),
        }
    }
}

impl std::error::Error for ChancesError {}

/// How often the first two cards of a box from this shoe are a Pontoon: an Ace and a card that
/// counts ten.
///
/// # Errors
///
/// When the shoe does not hold two cards.
pub fn pontoon(shoe: &Composition) -> Result<Fraction, SideWagerError> {
    let cards = at_least(2, shoe)?;
    let aces: i128 = shoe
        .kinds()
        .filter(|(card, _)| card.rank == Rank::Ace)
        .map(|(_, count)| i128::from(count))
        .sum();
    // Either of the two may come first.
    Ok(Fraction::new(2 * aces * tens(shoe), cards * (cards - 1)))
}

/// The mean multiplier at which the wager is fair; none where the shoe cannot give a Pontoon.
///
/// # Errors
///
/// When the shoe does not hold two cards.
pub fn break_even(shoe: &Composition) -> Result<Option<Fraction>, SideWagerError> {
    let probability = pontoon(shoe)?;
    // A winner keeps the wager beside the multiplier: probability × (mean + 1) = 1.
    Ok((!probability.is_zero()).then(|| probability.recip() - Fraction::one()))
}

/// The Pontoon Pandemonium wager on a box dealt from any shoe, at the given chances.
///
/// # Errors
///
/// When the book offers no such wager, the chances are not those of its multipliers, or the shoe
/// does not hold two cards.
pub fn side_wager(
    book: &RuleBook,
    shoe: &Composition,
    chances: &Chances,
) -> Result<SideWager, SideWagerError> {
    const NAME: &str = "Pontoon Pandemonium";
    let rule = &book.pandemonium;
    if rule.multipliers.is.all().is_empty() {
        return Err(SideWagerError::NotOffered {
            book: book.id.clone(),
            wager: NAME,
        });
    }
    // The chances may have been made for another book.
    let chances = Chances::new(chances.all(), &rule.multipliers.is)?;
    let pontoon = pontoon(shoe)?;
    let won = |&(multiplier, chance): &(u16, Fraction)| {
        let name = format!("Pontoon, multiplier {multiplier}");
        SideResult::new(
            name,
            rule.multipliers.is.odds(multiplier),
            rule.multipliers.clause,
            pontoon * chance,
        )
    };
    let won = chances.all().iter().map(won).collect();
    Ok(SideWager::new(NAME, won, ("no Pontoon", rule.lost.clause)))
}

/// The wager for each number of new decks the book allows, smallest first.
///
/// # Errors
///
/// When the book offers no such wager, or the chances are not those of its multipliers.
pub fn by_decks(
    book: &RuleBook,
    chances: &Chances,
) -> Result<Vec<(u8, SideWager)>, SideWagerError> {
    let row = |decks| Ok((decks, side_wager(book, &new_shoe(book, decks), chances)?));
    book.cards.decks.is.counts().map(row).collect()
}

fn read_entry(entry: &str) -> Result<(u16, Fraction), ChancesError> {
    let not_an_entry = || ChancesError::Entry(entry.to_owned());
    let (multiplier, chance) = entry.split_once('=').ok_or_else(not_an_entry)?;
    let multiplier = digits(multiplier.trim())
        .and_then(|number| u16::try_from(number).ok())
        .ok_or_else(not_an_entry)?;
    let text = chance.trim();
    // A sign is read, so that a negative chance is told as what it is.
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text),
    };
    let chance = read_chance(size).ok_or_else(|| ChancesError::Chance {
        multiplier,
        text: text.to_owned(),
    })?;
    Ok((multiplier, chance * Fraction::from_integer(sign)))
}

/// A decimal number or a fraction without a sign.
fn read_chance(text: &str) -> Option<Fraction> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = digits(denominator.trim()).filter(|&denominator| denominator > 0)?;
        return Some(Fraction::new(
            digits(numerator.trim())?.into(),
            denominator.into(),
        ));
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let places = u32::try_from(part.len()).ok()?;
    // Zeros may make a small number of any length, so the power of ten is checked beside the
    // digits.
    Some(Fraction::new(
        digits(&format!("{whole}{part}"))?.into(),
        10_i128.checked_pow(places)?,
    ))
}

/// A whole number of digits alone; the standard reader would take a plus sign too.
fn digits(text: &str) -> Option<u64> {
    text.chars()
        .all(|digit| digit.is_ascii_digit())
        .then(|| text.parse().ok())?
}

fn check_fineness(chances: &[(u16, Fraction)]) -> Result<(), ChancesError> {
    let mut common = 1_i128;
    for (_, chance) in chances {
        // The least common multiple: a fraction in its lowest terms has lost the common factor.
        let factor = Fraction::new(common, *chance.denom());
        common = common
            .checked_mul(*factor.denom())
            .filter(|&common| common <= FINEST)
            .ok_or(ChancesError::TooFine)?;
    }
    Ok(())
}
