//! What the Super Bonus is worth, wager by wager.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::Asked;
use rules::Money;
use solver::{Best, Bounded, Question, ShoeError, without_super_bonus};

/// What the Super Bonus is worth to one wager.
#[derive(Clone, PartialEq, Debug)]
pub struct Prize {
    /// The initial wager.
    pub wager: Money,
    /// What may be won; nothing where the book pays no such wager.
    pub prize: Option<Money>,
    /// What one wager brings, in initial wagers.
    pub expectation: Bounded<f64>,
    /// What it would bring without the Super Bonus, each hand then played best.
    pub without: f64,
}

impl Prize {
    /// What it is worth to this wager.
    ///
    /// # Errors
    ///
    /// When the cards may run out in mid-round.
    pub fn of(asked: &Asked, wager: Money) -> Result<Self, ShoeError> {
        let question = Question::of(&asked.book, asked.decks, wager);
        let solved = question.solved()?;
        let without = without_super_bonus(&question.terms, &question.shoe, &solved, &Best);
        let prize = question.terms.super_bonus.as_ref().map(|bonus| bonus.prize);
        Ok(Self {
            wager,
            prize,
            expectation: solved.expectation(),
            without,
        })
    }

    /// What having it is worth.
    pub fn worth(&self) -> f64 {
        self.expectation.worth - self.without
    }

    /// The house's share of the initial wager.
    pub fn edge(&self) -> f64 {
        -self.expectation.worth
    }
}

/// Wagers that tell the steps apart: their ends, what lies below, between and above them; none
/// without a Super Bonus.
pub fn telling_wagers(asked: &Asked) -> Vec<Money> {
    let steps = asked.book.super_bonus.prizes.is.steps();
    let mut wagers: Vec<Money> = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        wagers.extend([step.from].into_iter().chain(step.to));
        if place == 0 {
            let dollar = Money::from_dollars(1);
            wagers.push(if step.from.is_zero() {
                dollar
            } else {
                step.from.saturating_sub(dollar)
            });
        }
        // Between two steps, where the book leaves room.
        let between = step.from.saturating_sub(Money::from_cents(50));
        let before = place.checked_sub(1).and_then(|before| steps[before].to);
        wagers.extend(before.filter(|&to| to < between).map(|_| between));
    }
    if !steps.is_empty() {
        wagers.extend([5, 10, 25, 50, 100].map(Money::from_dollars));
        wagers.push(asked.wager);
    }
    wagers.retain(|wager| !wager.is_zero());
    wagers.sort_unstable();
    wagers.dedup();
    wagers
}
