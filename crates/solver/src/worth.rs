//! What a book is worth to a bettor alone on a box: the figures a table of books prints.

use crate::pile::Pile;
use crate::plan::{Best, Plan};
use crate::results::common_unit;
use crate::side_wagers::new_shoe;
use crate::solve::{Solved, solve_and_tally, without_super_bonus};
use crate::tally::Tally;
use crate::terms::Terms;
use crate::value::CardValue;
use cards::Composition;
use rules::{Money, RuleBook};
use std::fmt;

/// What a book is worth.
#[derive(Debug)]
pub struct Worth {
    /// The rules it was reckoned for.
    pub terms: Terms,
    /// The cards.
    pub shoe: Pile,
    /// Every first two cards against every upcard.
    pub solved: Solved<f64>,
    /// How often each result comes.
    pub tally: Tally<f64>,
    /// The expectation of one wager.
    pub expectation: f64,
    /// By how much the expectation may be wrong.
    pub slack: f64,
    /// The same book played best without a Super Bonus.
    pub without_super_bonus: f64,
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShoeError {
    /// The round could need more cards than there are.
    RunsOut {
        /// How many are left.
        cards: u16,
        /// How many a round may need.
        needed: u16,
    },
    /// The odds have no common unit to count results in.
    Odds,
    /// The book does not allow so many decks.
    Decks {
        /// So many.
        decks: u8,
        /// What it allows.
        allowed: String,
    },
}

impl fmt::Display for ShoeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RunsOut { cards, needed } => {
                write!(
                    f,
                    "{cards} cards are left, but a round may need {needed}: a shoe that may run \
                    out has no exact worth"
                )
            }
            Self::Odds => f.write_str(
                "the odds of this book have no common unit: write odds with smaller second numbers",
            ),
            Self::Decks { decks, allowed } => {
                write!(
                    f,
                    "{decks} deck{}: this book allows {allowed}",
                    if *decks == 1 { "" } else { "s" }
                )
            }
        }
    }
}

impl std::error::Error for ShoeError {}

/// The full shoe of a book.
///
/// # Errors
///
/// When the book does not allow so many decks.
pub fn full_shoe(book: &RuleBook, decks: u8) -> Result<Composition, ShoeError> {
    if !book.cards.decks.is.allows(decks) {
        return Err(ShoeError::Decks {
            decks,
            allowed: rules::Value::write(&book.cards.decks.is),
        });
    }
    Ok(new_shoe(book, decks))
}

/// Whether a round can always be finished with the cards of a shoe.
///
/// # Errors
///
/// When it may need more cards than there are: each hand below 21 and the dealer below 17, all of
/// the smallest cards, and then one card more for each.
pub fn check_shoe(terms: &Terms, shoe: &Pile) -> Result<(), ShoeError> {
    if common_unit(terms).is_none() {
        return Err(ShoeError::Odds);
    }
    let hands = u32::from(terms.split.most.max(terms.split.most_aces));
    let needed = u16::try_from(most_cards(shoe, hands)).unwrap_or(u16::MAX);
    if shoe.len() < needed {
        Err(ShoeError::RunsOut {
            cards: shoe.len(),
            needed,
        })
    } else {
        Ok(())
    }
}

/// The most cards that so many hands and the dealer can take of a shoe, with the smallest first:
/// each hand draws with 20 points at most and the dealer with 16, Aces as 1, and then there is one
/// card more for each.
pub fn most_cards(shoe: &Pile, hands: u32) -> u32 {
    let (mut points, mut cards) = (20 * hands + 16, hands + 1);
    for (value, &count) in CardValue::all().zip(shoe.values()) {
        let fit = (points / u32::from(value.points())).min(u32::from(count));
        points -= fit * u32::from(value.points());
        cards += fit;
    }
    cards
}

impl Worth {
    /// What a book is worth with so many decks to a bettor who wagers so much and plays best.
    ///
    /// # Errors
    ///
    /// When the book does not allow so many decks.
    pub fn of(book: &RuleBook, decks: u8, wager: Money) -> Result<Self, ShoeError> {
        Self::played(
            &Terms::of(book, wager),
            Pile::of(&full_shoe(book, decks)?),
            &Best,
        )
    }

    /// The same for any cards and any way to play.
    ///
    /// # Errors
    ///
    /// When the cards may run out in mid-round.
    pub fn played(terms: &Terms, shoe: Pile, plan: &impl Plan) -> Result<Self, ShoeError> {
        check_shoe(terms, &shoe)?;
        let (solved, tally) = solve_and_tally(terms, &shoe, plan);
        let expectation = solved.expectation();
        let without = without_super_bonus(terms, &shoe, &solved, plan);
        Ok(Self {
            terms: terms.clone(),
            shoe,
            solved,
            tally,
            expectation: expectation.worth,
            slack: expectation.slack,
            without_super_bonus: without,
        })
    }

    /// The house's share of the initial wager.
    pub fn edge_per_initial_wager(&self) -> f64 {
        -self.expectation
    }

    /// The house's share of everything wagered: doubles, splits and insurance included.
    pub fn edge_per_total_wagered(&self) -> f64 {
        -self.expectation / self.tally.wagered
    }

    /// The standard deviation of the net result of one initial wager.
    pub fn deviation(&self) -> f64 {
        self.tally.deviation()
    }

    /// What having the Super Bonus is worth.
    pub fn super_bonus(&self) -> f64 {
        self.expectation - self.without_super_bonus
    }
}
