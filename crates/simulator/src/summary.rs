//! The figures of a run.
#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "a share of a wager is no money; sums are turned into doubles last"
)]

use crate::tally::{BoxResult, Tally};
use rules::Money;

/// What rounds came to, per initial wager.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many rounds.
    pub rounds: u64,
    /// The mean net result.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The standard deviation of one round.
    pub deviation: f64,
    /// The mean of everything wagered.
    pub wagered: f64,
    /// Of the mean, the Super Bonus.
    pub super_bonus: f64,
}

impl Summary {
    /// The figures of some results, each with how often it came; none where there are too few to tell.
    pub fn of(results: impl Iterator<Item = (BoxResult, u64)> + Clone, wager: Money) -> Option<Self> {
        let rounds: u64 = results.clone().map(|(_, times)| times).sum();
        if rounds < 2 {
            return None;
        }
        let sum = |of: fn(BoxResult) -> i128| results.clone().map(|(result, times)| of(result) * i128::from(times)).sum::<i128>();
        let (count, unit) = (rounds as f64, wager.cents() as f64);
        let net = sum(|result| i128::from(result.net));
        // Whole numbers until here: nothing is lost when the mean's square is taken off.
        let spread = i128::from(rounds) * sum(|result| i128::from(result.net).pow(2)) - net * net;
        let deviation = (spread as f64 / (count * (count - 1.0))).sqrt() / unit;
        let mean = |cents: i128| cents as f64 / count / unit;
        Some(Self {
            rounds,
            mean: mean(net),
            error: deviation / count.sqrt(),
            deviation,
            wagered: mean(sum(|result| i128::from(result.wagered))),
            super_bonus: mean(sum(|result| i128::from(result.super_bonus))),
        })
    }
}

impl Tally {
    /// The figures of all rounds.
    pub fn summary(&self, wager: Money) -> Option<Summary> {
        let all: Vec<(BoxResult, u64)> = self.all().collect();
        Summary::of(all.iter().copied(), wager)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::CardValue;

    #[test]
    fn the_figures_are_those_of_the_numbers() {
        let mut tally = Tally::default();
        let result = |net, wagered, super_bonus| BoxResult { net, wagered, super_bonus };
        tally.add(CardValue::ACE, result(-1_000, 1_000, 0), 2);
        tally.add(CardValue::SEVEN, result(4_000, 2_000, 3_000), 2);
        let summary = tally.summary(Money::from_dollars(10)).unwrap();
        assert_eq!(summary.rounds, 4);
        // Two of -1, two of +4: the mean is 1.5, the squares off it are four times 2.5², over three.
        assert!((summary.mean - 1.5).abs() < 1e-15);
        assert!((summary.deviation - (25.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert!((summary.error - (25.0_f64 / 12.0).sqrt()).abs() < 1e-15);
        assert!((summary.wagered - 1.5).abs() < 1e-15 && (summary.super_bonus - 1.5).abs() < 1e-15);
    }

    #[test]
    fn one_round_tells_nothing_about_the_spread() {
        let mut tally = Tally::default();
        tally.add(CardValue::ACE, BoxResult { net: 1, wagered: 1, super_bonus: 0 }, 1);
        assert_eq!(tally.summary(Money::from_dollars(1)), None);
    }
}
