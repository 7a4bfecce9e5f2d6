//! What the cells come to for one wager: what is looked up after every round, and what is written
//! down of it in the end.

use super::cells::{Against, CELLS, Cells, Held};
use crate::by_rows::{OUTCOMES, Ready, Stake};
use crate::ended::Ended;
use crate::record::Bonus;
use crate::tally::BoxResult;
use rustc_hash::FxHashMap;
use solver::{CardValue, Outcome};

/// The most that a round may win or lose, in cents, where no pair comes again: squares of it, and of
/// four times as much, are added up in 64 bits.
pub(crate) const MOST_NET: i64 = 1 << 22;

/// What a round comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Paid {
    pub(super) upcard: CardValue,
    pub(super) main: BoxResult,
    pub(super) insurance: Option<(i64, i64)>,
}

impl Paid {
    /// What a box comes to, with its insurance.
    pub(super) fn new(
        stake: &Stake<'_>,
        against: Against,
        mut main: BoxResult,
        outcome: Outcome,
    ) -> Self {
        let insurance = match against {
            Against::Upcard(_) => None,
            Against::InsuredAce => stake.insured(outcome),
        };
        if let Some((amount, net)) = insurance {
            main.net += net;
            main.wagered += amount;
        }
        Self {
            upcard: against.upcard(),
            main,
            insurance,
        }
    }
}

/// What all cells come to.
#[derive(Debug)]
pub(super) struct Worth {
    /// The initial wager.
    pub(super) initial: i64,
    /// What each cell wins.
    pub(super) nets: Vec<i32>,
    /// The result of each cell, by its place among all results.
    places: Vec<u16>,
    pub(super) results: Vec<Paid>,
}

/// A wager that may win or lose too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

impl Worth {
    /// What the cells come to for a wager of the controlling player.
    pub(super) fn new(ready: &Ready<'_>, cells: &Cells, level: usize) -> Result<Self, TooLarge> {
        let stake = ready.stake(0, level);
        let mut worth = Self {
            initial: stake.results[0].initial,
            nets: vec![0; CELLS],
            places: vec![0; CELLS],
            results: Vec::new(),
        };
        let mut known: FxHashMap<Paid, u16> = FxHashMap::default();
        let mut pairs = FxHashMap::default();
        for (cell, against, held, outcome) in cells.all() {
            let main = match held {
                Held::Hand(end) => stake.results[end * OUTCOMES + outcome.index()],
                Held::Pair(hands) => *pairs
                    .entry((hands, outcome))
                    .or_insert_with(|| stake.bettor.result_of_split(&hands, outcome)),
            };
            let result = Paid::new(stake, against, main, outcome);
            let net = result.main.net;
            if net.abs() > MOST_NET {
                return Err(TooLarge);
            }
            worth.nets[cell] = i32::try_from(net).map_err(|_| TooLarge)?;
            let results = &mut worth.results;
            worth.places[cell] = *known.entry(result).or_insert_with(|| {
                results.push(result);
                u16::try_from(results.len() - 1).expect("there are fewer results than cells")
            });
        }
        Ok(worth)
    }

    /// The place of a cell's result.
    pub(super) fn place(&self, cell: usize) -> usize {
        usize::from(self.places[cell])
    }
}

/// The bonuses that a cell is paid for a stake, each with what it pays.
pub(super) fn bonuses(
    ready: &Ready<'_>,
    stake: &Stake<'_>,
    held: Held,
    outcome: Outcome,
    mut each: impl FnMut(Bonus, i64),
) {
    match held {
        Held::Hand(end) => {
            let net = stake.results[end * OUTCOMES + outcome.index()].net;
            if let Some(bonus) = Bonus::of(ready.rows.ends[end]).filter(|_| net > 0) {
                each(bonus, net);
            }
        }
        Held::Pair(hands) => bonuses_of_split(stake, &hands, outcome, each),
    }
}

/// The bonuses that hands of a split are paid.
pub(super) fn bonuses_of_split(
    stake: &Stake<'_>,
    hands: &[Ended],
    outcome: Outcome,
    mut each: impl FnMut(Bonus, i64),
) {
    for (place, &ended) in hands.iter().enumerate() {
        let won = || stake.bettor.won_21(hands, place, outcome);
        if let Some((bonus, net)) = Bonus::of(ended).and_then(|bonus| Some((bonus, won()?))) {
            each(bonus, net);
        }
    }
}
