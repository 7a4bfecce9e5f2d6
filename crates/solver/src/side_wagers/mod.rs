//! The wagers beside the one on the hand, each worked out exactly: on a pair, Pontoon Pandemonium,
//! and insurance.
//!
//! Everything is a fraction of whole numbers of cards; nothing is rounded before it is printed. How
//! the hand itself is played does not matter here.

pub mod insurance;
pub mod pairs;
pub mod pandemonium;

use cards::{Card, Composition};
use num_traits::{One, Zero};
use pandemonium::ChancesError;
use rules::{BookId, Clause, Odds, PackSize, RuleBook};
use std::fmt;

/// An exact number.
///
/// Its range is enough for any shoe of up to [`rules::DeckCounts::MOST`] decks, squares of amounts
/// included.
pub use crate::number::Fraction;

/// One way a side wager can end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideResult {
    /// What happened, for example `perfect pair`.
    pub name: String,
    /// What is paid; nothing where the wager is lost.
    pub odds: Option<Odds>,
    /// Where the book says so; [`Clause::SILENT`] for a pay table of no book.
    pub clause: Clause,
    /// How often it happens.
    pub probability: Fraction,
    /// What it adds to the player's expectation for each unit wagered.
    pub contribution: Fraction,
}

impl SideResult {
    fn new(
        name: impl Into<String>,
        odds: Option<Odds>,
        clause: Clause,
        probability: Fraction,
    ) -> Self {
        let contribution = probability * gain(odds);
        Self {
            name: name.into(),
            odds,
            clause,
            probability,
            contribution,
        }
    }

    /// What the player gains for each unit wagered: the odds, or the loss of the unit.
    pub fn gain(&self) -> Fraction {
        gain(self.odds)
    }
}

/// A side wager with everything that can become of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWager {
    /// The wager, with its odds where they tell it from others, for example `Perfect Pairs
    /// 5/10/25`.
    pub name: String,
    /// Every result, the losing one last; the probabilities add up to one.
    pub results: Vec<SideResult>,
    /// What the player may expect for each unit wagered; negative where the house has the edge.
    pub expectation: Fraction,
}

impl SideWager {
    /// The winning results, and what is left over as the one that loses.
    fn new(name: impl Into<String>, won: Vec<SideResult>, lost: (&str, Clause)) -> Self {
        let winning: Fraction = won.iter().map(|result| result.probability).sum();
        let mut results = won;
        results.push(SideResult::new(
            lost.0,
            None,
            lost.1,
            Fraction::one() - winning,
        ));
        let expectation = results.iter().map(|result| result.contribution).sum();
        Self {
            name: name.into(),
            results,
            expectation,
        }
    }

    /// The house edge; negative where the wager favours the player.
    pub fn edge(&self) -> Fraction {
        -self.expectation
    }

    /// How often the wager wins anything.
    pub fn win_frequency(&self) -> Fraction {
        self.results
            .iter()
            .filter(|result| result.odds.is_some())
            .map(|result| result.probability)
            .sum()
    }

    /// The variance of the gain for one unit wagered.
    pub fn variance(&self) -> Fraction {
        let squares: Fraction = self
            .results
            .iter()
            .map(|result| result.contribution * result.gain())
            .sum();
        squares - self.expectation * self.expectation
    }
}

/// Why a side wager cannot be worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SideWagerError {
    /// The book does not offer it.
    NotOffered {
        /// Which book.
        book: BookId,
        /// Which wager.
        wager: &'static str,
    },
    /// Too few cards to decide it.
    TooFewCards {
        /// How many are needed.
        needed: u32,
        /// How many there are.
        left: u32,
    },
    /// A card was seen more often than the shoe held it.
    NotInShoe(Card),
    /// The chances of the multipliers do not fit the book.
    Chances(ChancesError),
}

impl fmt::Display for SideWagerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered { book, wager } => write!(f, "{book} offers no {wager} wager"),
            Self::TooFewCards { needed, left } => write!(
                f,
                "{needed} cards are needed to decide the wager: {left} are left"
            ),
            Self::NotInShoe(card) => write!(f, "{card} was seen more often than the shoe holds it"),
            Self::Chances(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SideWagerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Chances(error) => Some(error),
            Self::NotOffered { .. } | Self::TooFewCards { .. } | Self::NotInShoe(_) => None,
        }
    }
}

impl From<ChancesError> for SideWagerError {
    fn from(error: ChancesError) -> Self {
        Self::Chances(error)
    }
}

/// So many new decks, of the cards that the book plays with.
pub fn new_shoe(book: &RuleBook, decks: u8) -> Composition {
    match book.cards.pack.is {
        PackSize::FortyEight => Composition::decks_of_48(decks),
        PackSize::FiftyTwo => Composition::decks_of_52(decks),
    }
}

/// A fraction as a decimal number, rounded half away from zero.
///
/// ```
/// use solver::side_wagers::{Fraction, decimal};
/// assert_eq!(decimal(Fraction::new(-1, 8), 2), "-0.13");
/// ```
pub fn decimal(fraction: Fraction, places: usize) -> String {
    // Long division: scaling the numerator first could leave the range of the type.
    let (numerator, denominator) = (
        fraction.numer().unsigned_abs(),
        fraction.denom().unsigned_abs(),
    );
    let (mut whole, mut rest) = (numerator / denominator, numerator % denominator);
    let mut digits = Vec::with_capacity(places);
    for _ in 0..places {
        rest *= 10;
        digits.push(rest / denominator);
        rest %= denominator;
    }
    let mut carry = rest >= denominator - rest;
    for digit in digits.iter_mut().rev() {
        *digit = (*digit + u128::from(carry)) % 10;
        carry &= *digit == 0;
    }
    whole += u128::from(carry);
    // What rounds to nothing has no sign.
    let nothing = whole == 0 && digits.iter().all(|&digit| digit == 0);
    let sign = if fraction < Fraction::zero() && !nothing {
        "-"
    } else {
        ""
    };
    let point = if places == 0 { "" } else { "." };
    let digits: String = digits.iter().map(u128::to_string).collect();
    format!("{sign}{whole}{point}{digits}")
}

/// A fraction in per cent, rounded half away from zero: `24.7 %`.
pub fn percent(fraction: Fraction, places: usize) -> String {
    format!(
        "{} %",
        decimal(fraction * Fraction::from_integer(100), places)
    )
}

fn gain(odds: Option<Odds>) -> Fraction {
    match odds {
        Some(odds) => Fraction::new(odds.paid().into(), odds.wagered().into()),
        None => -Fraction::one(),
    }
}

/// How many cards of a pile count ten.
fn tens(pile: &Composition) -> i128 {
    pile.kinds()
        .filter(|(card, _)| card.rank.points() == 10)
        .map(|(_, count)| i128::from(count))
        .sum()
}

/// The number of cards in a pile that must hold at least `needed`.
fn at_least(needed: u32, pile: &Composition) -> Result<i128, SideWagerError> {
    let left = pile.len();
    if left < needed {
        Err(SideWagerError::TooFewCards { needed, left })
    } else {
        Ok(left.into())
    }
}
