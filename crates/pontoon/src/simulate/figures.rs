//! What a run came to, as figures that are printed, written and drawn.
#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "a share of a wager is no money; sums are turned into doubles last"
)]

use super::run::summary;
use simulator::{Bonus, Record, SeatRecord, SideRecord, Spread, Summary, UNIT};
use solver::CardValue;
use std::collections::BTreeMap;

/// How sure an interval is: 95 in 100.
pub(crate) const SURE: f64 = 1.959_963_984_540_054;

/// True counts from here on, to either side, are told together.
pub(crate) const FARTHEST: i32 = 10;

/// The figures of a run. The first bettor of the first box is what it is about.
pub(crate) struct Figures {
    pub(crate) rounds: u64,
    pub(crate) shuffles: u64,
    pub(crate) by_engine: u64,
    pub(crate) main: Summary,
    pub(crate) by_upcard: Vec<(CardValue, Summary)>,
    /// Every bettor of every seat.
    pub(crate) bettors: Vec<BettorFigures>,
    pub(crate) covariances: Vec<Covariance>,
    /// Net results in initial wagers, with their share.
    pub(crate) distribution: Vec<(f64, f64)>,
    pub(crate) bonuses: Vec<BonusFigures>,
    pub(crate) by_count: Vec<CountFigures>,
    pub(crate) pace: Pace,
}

/// One bettor's wagers on all boxes of a seat.
pub(crate) struct BettorFigures {
    pub(crate) seat: usize,
    pub(crate) bettor: usize,
    pub(crate) summary: Option<Summary>,
    pub(crate) sides: Vec<SideFigures>,
}

/// A wager beside the one on the hand.
pub(crate) struct SideFigures {
    pub(crate) name: &'static str,
    pub(crate) times: u64,
    pub(crate) mean: f64,
    pub(crate) error: f64,
    pub(crate) deviation: f64,
    /// Net results in stakes, with their share.
    pub(crate) results: Vec<(f64, f64)>,
}

/// How the results of two boxes go together.
pub(crate) struct Covariance {
    /// The seats of the two boxes.
    pub(crate) seats: (usize, usize),
    /// In initial wagers squared.
    pub(crate) covariance: f64,
    pub(crate) correlation: f64,
}

/// How often a bonus was won, and what it added to the expectation.
pub(crate) struct BonusFigures {
    pub(crate) bonus: Bonus,
    pub(crate) times: u64,
    /// Share of initial wagers.
    pub(crate) share: f64,
    /// What these hands won in all, per initial wager.
    pub(crate) value: f64,
}

/// The rounds with a wager at a true count.
pub(crate) struct CountFigures {
    pub(crate) count: i32,
    pub(crate) times: u64,
    pub(crate) share: f64,
    pub(crate) mean: f64,
    /// None where one round cannot tell.
    pub(crate) error: Option<f64>,
    /// The mean initial wager, in dollars.
    pub(crate) wager: f64,
}

/// What all wagers of the first seat come to by the round, in dollars, side wagers too.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
}

impl Pace {
    /// After so many rounds the expectation is as large as the standard deviation; none where
    /// nothing is won.
    pub(crate) fn n0(self) -> Option<f64> {
        (self.mean > 0.0).then(|| (self.deviation / self.mean).powi(2))
    }

    /// The chance that a bankroll is lost some day by somebody who plays on for ever.
    pub(crate) fn risk_of_ruin(self, bankroll: f64) -> f64 {
        if self.mean > 0.0 {
            (-2.0 * self.mean * bankroll / self.deviation.powi(2)).exp()
        } else {
            1.0
        }
    }

    /// The bankroll that is lost some day with such a chance; none where it is lost for sure.
    pub(crate) fn bankroll_for(self, risk: f64) -> Option<f64> {
        (self.mean > 0.0).then(|| -self.deviation.powi(2) * risk.ln() / (2.0 * self.mean))
    }
}

impl Figures {
    /// The figures of a record of so many boxes for each seat; none where there are too few rounds
    /// to tell.
    pub(crate) fn of(record: &Record, boxes: &[usize]) -> Option<Self> {
        let first = record.seats.first()?;
        let bettor = first.bettors.first()?;
        let main = summary(record)?;
        let against = |upcard| {
            let results: Vec<_> = bettor.tally.against(upcard).collect();
            Some((
                upcard,
                Summary::of(results.iter().copied(), &first.by_upcard[upcard.index()])?,
            ))
        };
        Some(Self {
            rounds: record.rounds,
            shuffles: record.shuffles,
            by_engine: record.by_engine,
            main,
            by_upcard: CardValue::columns().filter_map(against).collect(),
            bettors: bettors(record),
            covariances: covariances(record, boxes),
            distribution: distribution(
                bettor
                    .tally
                    .all()
                    .map(|(result, times)| (ratio(result.net, result.initial), times)),
            ),
            bonuses: bonuses(first, &main),
            by_count: by_count(first, boxes[0]),
            pace: pace(first)?,
        })
    }
}

fn ratio(part: i64, of: i64) -> f64 {
    part as f64 / of as f64
}

fn bettors(record: &Record) -> Vec<BettorFigures> {
    let mut all = Vec::new();
    for (seat, of) in record.seats.iter().enumerate() {
        for (bettor, figures) in of.bettors.iter().enumerate() {
            let sides = [
                ("insurance", &figures.insurance),
                ("pairs", &figures.pairs),
                ("pandemonium", &figures.pandemonium),
            ];
            let sides = sides
                .into_iter()
                .filter_map(|(name, side)| side_figures(name, side))
                .collect();
            all.push(BettorFigures {
                seat,
                bettor,
                summary: Summary::of_bettor(figures),
                sides,
            });
        }
    }
    all
}

fn side_figures(name: &'static str, side: &SideRecord) -> Option<SideFigures> {
    let times = side.times();
    if times < 2 {
        return None;
    }
    let stake = side.rounds.initial as f64 / times as f64;
    let mut sums = Spread::default();
    side.results
        .iter()
        .for_each(|(&net, &times)| sums.add_times(net, 0, times));
    Some(SideFigures {
        name,
        times,
        mean: side.rounds.mean()?,
        error: side.rounds.error()?,
        deviation: sums.deviation()? / stake,
        results: distribution(
            side.results
                .iter()
                .map(|(&net, &times)| (net as f64 / stake, times)),
        ),
    })
}

/// Shares of results, the smallest first, equal ones together.
fn distribution(results: impl Iterator<Item = (f64, u64)>) -> Vec<(f64, f64)> {
    let mut results: Vec<(f64, u64)> = results.collect();
    results.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    results.dedup_by(|next, kept| {
        let same = (next.0 - kept.0).abs() < 1e-9;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    let all: u64 = results.iter().map(|(_, times)| times).sum();
    results
        .into_iter()
        .map(|(net, times)| (net, times as f64 / all as f64))
        .collect()
}

fn bonuses(seat: &SeatRecord, main: &Summary) -> Vec<BonusFigures> {
    let initial = main.initial * main.rounds as f64;
    let won = Bonus::ALL
        .into_iter()
        .zip(seat.bettors[0].bonuses)
        .filter(|(_, won)| won.times > 0);
    let figures = won.map(|(bonus, won)| BonusFigures {
        bonus,
        times: won.times,
        share: won.times as f64 / main.rounds as f64,
        value: won.cents as f64 / initial,
    });
    figures.collect()
}

fn by_count(seat: &SeatRecord, boxes: usize) -> Vec<CountFigures> {
    let all: u64 = seat.by_count.values().map(|spread| spread.times).sum();
    let mut gathered: BTreeMap<i32, Spread> = BTreeMap::new();
    for (count, spread) in &seat.by_count {
        gathered
            .entry((count / UNIT).clamp(-FARTHEST, FARTHEST))
            .or_default()
            .merge(spread);
    }
    let row = |(count, spread): (&i32, &Spread)| {
        Some(CountFigures {
            count: *count,
            times: spread.times,
            share: spread.times as f64 / all as f64,
            mean: spread.mean()?,
            error: spread.error(),
            wager: spread.initial as f64 / spread.times as f64 / boxes as f64 / 100.0,
        })
    };
    gathered.iter().filter_map(row).collect()
}

/// By the round, the spread from shuffle to shuffle: rounds of one shoe depend on each other.
fn pace(seat: &SeatRecord) -> Option<Pace> {
    let (rounds, shoes) = (seat.rounds.times as f64, seat.purse.times as f64);
    let variance = seat.purse.deviation()?.powi(2) * shoes / rounds;
    Some(Pace {
        mean: seat.purse.net as f64 / rounds / 100.0,
        deviation: variance.sqrt() / 100.0,
    })
}

/// How boxes go together, where they are always played.
fn covariances(record: &Record, boxes: &[usize]) -> Vec<Covariance> {
    // Void rounds come to nothing.
    let rounds = record.table.times as f64;
    let always =
        |seat: usize| record.seats[seat].boxes.times == record.table.times * boxes[seat] as u64;
    let mean = |seat: usize| record.seats[seat].rounds.net as f64 / rounds;
    let single = |seat: usize| record.seats[seat].boxes.deviation();
    let wager = |seat: usize| {
        record.seats[seat].boxes.initial as f64 / record.seats[seat].boxes.times as f64
    };
    let mut all = Vec::new();
    for one in (0..record.seats.len()).filter(|&seat| always(seat)) {
        let count = boxes[one] as f64;
        if let (Some(sum), Some(each)) = (
            record.seats[one]
                .rounds
                .deviation()
                .filter(|_| boxes[one] > 1),
            single(one),
        ) {
            let covariance = (sum.powi(2) - count * each.powi(2)) / (count * (count - 1.0));
            all.push(Covariance {
                seats: (one, one),
                covariance: covariance / wager(one).powi(2),
                correlation: covariance / each.powi(2),
            });
        }
        for other in (one + 1..record.seats.len()).filter(|&seat| always(seat)) {
            let (Some(product), Some(mine), Some(theirs)) = (
                record.products.get(&(one, other)),
                single(one),
                single(other),
            ) else {
                continue;
            };
            let together = *product as f64 / rounds - mean(one) * mean(other);
            let covariance = together / (count * boxes[other] as f64);
            all.push(Covariance {
                seats: (one, other),
                covariance: covariance / (wager(one) * wager(other)),
                correlation: covariance / (mine * theirs),
            });
        }
    }
    all
}
