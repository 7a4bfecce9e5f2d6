//! The figures of a run.
#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "a share of a wager is no money; sums are turned into doubles last"
)]

use crate::record::{BettorRecord, Spread};
use crate::tally::{BoxResult, Tally};
use solver::{CardValue, VALUES};

/// What wagers came to, per initial wager.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many initial wagers.
    pub rounds: u64,
    /// The mean net result.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The standard deviation of one round, in mean initial wagers.
    pub deviation: f64,
    /// Everything wagered.
    pub wagered: f64,
    /// Of the mean, the Super Bonus.
    pub super_bonus: f64,
    /// The mean initial wager, in cents.
    pub initial: f64,
}

impl Spread {
    /// What was won per amount wagered; none where nothing was.
    pub fn mean(&self) -> Option<f64> {
        (self.initial > 0).then(|| self.net as f64 / self.initial as f64)
    }

    /// The standard error of [`Spread::mean`], where the pairs do not depend on each other.
    pub fn error(&self) -> Option<f64> {
        let (mean, times) = (self.mean()?, self.times as f64);
        if self.times < 2 {
            return None;
        }
        let squares = self.net_net as f64 - 2.0 * mean * self.net_initial as f64
            + mean * mean * self.initial_initial as f64;
        Some((squares.max(0.0) * times / (times - 1.0)).sqrt() / self.initial as f64)
    }

    /// The standard deviation of what was won, in cents.
    pub fn deviation(&self) -> Option<f64> {
        if self.times < 2 {
            return None;
        }
        let times = self.times as f64;
        // Whole numbers until here: nothing is lost when the mean's square is taken off.
        let spread = (i128::from(self.times))
            .checked_mul(self.net_net)?
            .checked_sub(self.net.checked_mul(self.net)?)?;
        Some((spread as f64 / (times * (times - 1.0))).sqrt())
    }
}

impl Summary {
    /// The figures of some results, each with how often it came; none where there are too few to
    /// tell. The error is that of `sums` that do not depend on each other.
    pub fn of(
        results: impl Iterator<Item = (BoxResult, u64)> + Clone,
        sums: &Spread,
    ) -> Option<Self> {
        let sum = |of: fn(BoxResult) -> i64| {
            results
                .clone()
                .map(|(result, times)| i128::from(of(result)) * i128::from(times))
                .sum::<i128>()
        };
        let rounds: u64 = results.clone().map(|(_, times)| times).sum();
        let initial = sum(|result| result.initial);
        if initial == 0 {
            return None;
        }
        let mut each = Spread::default();
        results
            .clone()
            .for_each(|(result, times)| each.add_times(result.net, result.initial, times));
        let mean_initial = initial as f64 / rounds as f64;
        let share = |cents: i128| cents as f64 / initial as f64;
        Some(Self {
            rounds,
            mean: each.mean()?,
            error: sums.error()?,
            deviation: each.deviation()? / mean_initial,
            wagered: share(sum(|result| result.wagered)),
            super_bonus: share(sum(|result| result.super_bonus)),
            initial: mean_initial,
        })
    }

    /// The figures of a bettor's wagers, with the error from shuffle to shuffle.
    pub fn of_bettor(bettor: &BettorRecord) -> Option<Self> {
        let all: Vec<(BoxResult, u64)> = bettor.tally.all().collect();
        Self::of(all.iter().copied(), &bettor.shoes)
    }
}

impl Tally {
    /// The sums over all results.
    pub fn spread(&self) -> Spread {
        let mut sum = Spread::default();
        self.all()
            .for_each(|(result, times)| sum.add_times(result.net, result.initial, times));
        sum
    }

    /// The sums over all results against each upcard.
    pub fn by_upcard(&self) -> [Spread; VALUES] {
        let mut sums = [Spread::default(); VALUES];
        for (upcard, sums) in CardValue::all().zip(&mut sums) {
            self.against(upcard)
                .for_each(|(result, times)| sums.add_times(result.net, result.initial, times));
        }
        sums
    }

    /// The figures of all rounds, which do not depend on each other.
    pub fn summary(&self) -> Option<Summary> {
        let all: Vec<(BoxResult, u64)> = self.all().collect();
        Summary::of(all.iter().copied(), &self.spread())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(initial: i64, net: i64, wagered: i64, super_bonus: i64) -> BoxResult {
        BoxResult {
            initial,
            net,
            wagered,
            super_bonus,
        }
    }

    #[test]
    fn the_figures_are_those_of_the_numbers() {
        let mut tally = Tally::default();
        tally.add(CardValue::ACE, result(1_000, -1_000, 1_000, 0), 2);
        tally.add(CardValue::SEVEN, result(1_000, 4_000, 2_000, 3_000), 2);
        let summary = tally.summary().unwrap();
        assert_eq!(summary.rounds, 4);
        // Two of -1, two of +4: the mean is 1.5, the squares off it are four times 2.5², over
        // three.
        assert!((summary.mean - 1.5).abs() < 1e-15);
        assert!((summary.deviation - (25.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert!((summary.error - (25.0_f64 / 12.0).sqrt()).abs() < 1e-15);
        assert!((summary.wagered - 1.5).abs() < 1e-15 && (summary.super_bonus - 1.5).abs() < 1e-15);
        assert!((summary.initial - 1_000.0).abs() < 1e-12);
    }

    #[test]
    fn the_mean_is_per_amount_wagered_where_wagers_differ() {
        let mut tally = Tally::default();
        tally.add(CardValue::ACE, result(1_000, -1_000, 1_000, 0), 3);
        tally.add(CardValue::ACE, result(5_000, 5_000, 5_000, 0), 1);
        let summary = tally.summary().unwrap();
        // 2,000 won on 8,000 wagered. Off that: three times -1,250, once 3,750, over 8,000.
        assert!((summary.mean - 0.25).abs() < 1e-15 && (summary.initial - 2_000.0).abs() < 1e-12);
        let squares: f64 = 3.0 * 1_250.0_f64.powi(2) + 3_750.0_f64.powi(2);
        assert!((summary.error - (squares * 4.0 / 3.0).sqrt() / 8_000.0).abs() < 1e-15);
    }

    #[test]
    fn one_round_tells_nothing_about_the_spread() {
        let mut tally = Tally::default();
        tally.add(CardValue::ACE, result(1, 1, 1, 0), 1);
        assert_eq!(tally.summary(), None);
    }
}
