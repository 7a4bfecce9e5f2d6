//! What the rounds of a table came to: whole numbers only, so that the order in which they are
//! added does not matter.

use crate::ended::{Ended, ThreeCards};
use crate::tally::{BoxResult, Tally};
use solver::VALUES;
use std::collections::BTreeMap;

/// Sums over pairs of amounts: what was won, and what was wagered for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spread {
    /// How many pairs.
    pub times: u64,
    /// The sum of what was won, in cents.
    pub net: i128,
    /// The sum of the initial wagers, in cents.
    pub initial: i128,
    /// The sum of squares of what was won.
    pub net_net: i128,
    /// The sum of products.
    pub net_initial: i128,
    /// The sum of squares of the initial wagers.
    pub initial_initial: i128,
}

impl Spread {
    /// Counts a pair.
    #[inline]
    pub fn add(&mut self, net: i64, initial: i64) {
        self.add_times(net, initial, 1);
    }

    /// Counts the same pair several times.
    #[inline]
    pub fn add_times(&mut self, net: i64, initial: i64, times: u64) {
        let (x, y, n) = (i128::from(net), i128::from(initial), i128::from(times));
        self.times += times;
        self.net += n * x;
        self.initial += n * y;
        self.net_net += n * x * x;
        self.net_initial += n * x * y;
        self.initial_initial += n * y * y;
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: &Self) {
        self.times += other.times;
        self.net += other.net;
        self.initial += other.initial;
        self.net_net += other.net_net;
        self.net_initial += other.net_initial;
        self.initial_initial += other.initial_initial;
    }
}

/// A win that is paid more than the usual odds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Bonus {
    Pontoon,
    FiveCards,
    SixCards,
    SevenCards,
    SixSevenEightMixed,
    SixSevenEightSuited,
    SixSevenEightSpades,
    SevensMixed,
    SevensSuited,
    SevensSpades,
    SuperBonus,
    /// What everybody else gets when a Super Bonus is won.
    Others,
}

impl Bonus {
    /// Every one, in the order of the pay table.
    pub const ALL: [Self; 12] = [
        Self::Pontoon,
        Self::FiveCards,
        Self::SixCards,
        Self::SevenCards,
        Self::SixSevenEightMixed,
        Self::SixSevenEightSuited,
        Self::SixSevenEightSpades,
        Self::SevensMixed,
        Self::SevensSuited,
        Self::SevensSpades,
        Self::SuperBonus,
        Self::Others,
    ];

    /// Its place in [`Bonus::ALL`].
    pub fn index(self) -> usize {
        Self::ALL
            .iter()
            .position(|bonus| *bonus == self)
            .expect("every one is listed")
    }

    /// Its words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pontoon => "Pontoon",
            Self::FiveCards => "21 with five cards",
            Self::SixCards => "21 with six cards",
            Self::SevenCards => "21 with seven or more",
            Self::SixSevenEightMixed => "6-7-8 of mixed suits",
            Self::SixSevenEightSuited => "6-7-8 of one suit",
            Self::SixSevenEightSpades => "6-7-8 of spades",
            Self::SevensMixed => "7-7-7 of mixed suits",
            Self::SevensSuited => "7-7-7 of one suit",
            Self::SevensSpades => "7-7-7 of spades",
            Self::SuperBonus => "Super Bonus",
            Self::Others => "others' bonus",
        }
    }

    /// The bonus that an end of a hand is paid, if one.
    pub(crate) const fn of(ended: Ended) -> Option<Self> {
        match ended {
            Ended::Pontoon => Some(Self::Pontoon),
            Ended::TwentyOne {
                three: Some(three), ..
            } => Some(match three {
                ThreeCards::SixSevenEightMixed => Self::SixSevenEightMixed,
                ThreeCards::SixSevenEightSuited => Self::SixSevenEightSuited,
                ThreeCards::SixSevenEightSpades => Self::SixSevenEightSpades,
                ThreeCards::SevensMixed => Self::SevensMixed,
                ThreeCards::SevensSuited => Self::SevensSuited,
                ThreeCards::SevensSpades => Self::SevensSpades,
            }),
            Ended::TwentyOne { cards, three: None } => match cards {
                0..5 => None,
                5 => Some(Self::FiveCards),
                6 => Some(Self::SixCards),
                7.. => Some(Self::SevenCards),
            },
            Ended::Stood { .. }
            | Ended::Doubled { .. }
            | Ended::DoubledBust
            | Ended::Forfeited
            | Ended::Bust
            | Ended::Surrendered => None,
        }
    }
}

/// How often something was won, and how much.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Won {
    /// How often.
    pub times: u64,
    /// How much in all, in cents.
    pub cents: i128,
}

impl Won {
    pub(crate) fn add(&mut self, times: u64, cents: i64) {
        self.times += times;
        self.cents += i128::from(cents) * i128::from(times);
    }

    fn merge(&mut self, other: &Self) {
        self.times += other.times;
        self.cents += other.cents;
    }
}

/// A wager beside the one on the hand: how often each net result came, in cents, and the sums of
/// rounds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SideRecord {
    /// How often each net result came.
    pub results: BTreeMap<i64, u64>,
    /// What was won and staked in a round on all boxes together.
    pub rounds: Spread,
}

impl SideRecord {
    pub(crate) fn add(&mut self, net: i64) {
        *self.results.entry(net).or_default() += 1;
    }

    /// Counts the only such wager of some rounds.
    pub(crate) fn add_times(&mut self, net: i64, stake: i64, times: u64) {
        *self.results.entry(net).or_default() += times;
        self.rounds.add_times(net, stake, times);
    }

    fn merge(&mut self, other: &Self) {
        for (net, times) in &other.results {
            *self.results.entry(*net).or_default() += times;
        }
        self.rounds.merge(&other.rounds);
    }

    /// How often it was wagered.
    pub fn times(&self) -> u64 {
        self.results.values().sum()
    }
}

/// What one bettor's wagers on boxes of one seat came to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BettorRecord {
    /// The wagers on hands, insurance included, box by box.
    pub tally: Tally,
    /// The same from shuffle to shuffle, all boxes together: these sums do not depend on each
    /// other. Where a device is never full between rounds, the sums are of stretches of rounds.
    pub shoes: Spread,
    /// How often each bonus was won, and what these hands were paid in all.
    pub bonuses: [Won; Bonus::ALL.len()],
    /// Insurance.
    pub insurance: SideRecord,
    /// The wager on a pair.
    pub pairs: SideRecord,
    /// Pontoon Pandemonium.
    pub pandemonium: SideRecord,
}

impl BettorRecord {
    fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        self.shoes.merge(&other.shoes);
        self.bonuses
            .iter_mut()
            .zip(&other.bonuses)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.insurance.merge(&other.insurance);
        self.pairs.merge(&other.pairs);
        self.pandemonium.merge(&other.pandemonium);
    }
}

/// What the boxes of one seat came to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SeatRecord {
    /// Each bettor's wagers.
    pub bettors: Vec<BettorRecord>,
    /// The wagers on hands of all bettors of all these boxes together, round by round.
    pub rounds: Spread,
    /// The same from shuffle to shuffle: these sums do not depend on each other.
    pub shoes: Spread,
    /// The same for single boxes.
    pub boxes: Spread,
    /// The controlling players' wagers of all these boxes together, round by round, by the upcard.
    pub by_upcard: [Spread; VALUES],
    /// For a counter, the same by the true count before the round, in hundredths.
    pub by_count: BTreeMap<i32, Spread>,
    /// Everything, wagers beside the hands too, from shuffle to shuffle.
    pub purse: Spread,
}

impl SeatRecord {
    fn merge(&mut self, other: &Self) {
        grow(&mut self.bettors, other.bettors.len());
        self.bettors
            .iter_mut()
            .zip(&other.bettors)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.rounds.merge(&other.rounds);
        self.shoes.merge(&other.shoes);
        self.boxes.merge(&other.boxes);
        self.purse.merge(&other.purse);
        self.by_upcard
            .iter_mut()
            .zip(&other.by_upcard)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        for (count, spread) in &other.by_count {
            self.by_count.entry(*count).or_default().merge(spread);
        }
    }
}

/// What a block or a run of rounds came to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Record {
    /// How many rounds.
    pub rounds: u64,
    /// How often all cards were shuffled.
    pub shuffles: u64,
    /// How many rounds the engine had to play.
    pub by_engine: u64,
    /// How many rounds of shoes that were dealt side by side left their lane, and were played by
    /// themselves with the same cards.
    pub left_lanes: u64,
    /// How many rounds were void, because the cards ran out and the book has no rule for that. They
    /// come to nothing.
    pub void: u64,
    /// Each seat.
    pub seats: Vec<SeatRecord>,
    /// For each two seats the sum of products of what they won in a round.
    pub products: BTreeMap<(usize, usize), i128>,
    /// Everything that all bettors won in a round, side wagers too, and what they wagered at first.
    pub table: Spread,
}

impl Record {
    /// A record of so many bettors on each seat, before the first round.
    pub fn of(bettors: &[usize]) -> Self {
        let seat = |&bettors: &usize| SeatRecord {
            bettors: vec![BettorRecord::default(); bettors],
            ..SeatRecord::default()
        };
        Self {
            seats: bettors.iter().map(seat).collect(),
            ..Self::default()
        }
    }

    /// Adds what other rounds came to.
    pub fn merge(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.shuffles += other.shuffles;
        self.by_engine += other.by_engine;
        self.left_lanes += other.left_lanes;
        self.void += other.void;
        grow(&mut self.seats, other.seats.len());
        self.seats
            .iter_mut()
            .zip(&other.seats)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        for (seats, sum) in &other.products {
            *self.products.entry(*seats).or_default() += sum;
        }
        self.table.merge(&other.table);
    }
}

fn grow<T: Default + Clone>(list: &mut Vec<T>, to: usize) {
    if list.len() < to {
        list.resize(to, T::default());
    }
}

/// What one bettor won on one box in one round.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BettorResult {
    /// The wager on the hands, insurance included.
    pub main: BoxResult,
    /// The insurance: its stake and what it won or lost.
    pub insurance: Option<(i64, i64)>,
    /// The wager on a pair, likewise.
    pub pairs: Option<(i64, i64)>,
    /// Pontoon Pandemonium, likewise.
    pub pandemonium: Option<(i64, i64)>,
}

impl BettorResult {
    /// Everything that was won or lost.
    pub fn net(&self) -> i64 {
        self.main.net
            + self.pairs.map_or(0, |(_, net)| net)
            + self.pandemonium.map_or(0, |(_, net)| net)
    }
}
