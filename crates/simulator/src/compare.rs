//! The same rounds by rows and by the engine, wager by wager: the proof that rows play by the book.

use crate::bookkeeper::bonuses_by_rows;
use crate::engine::EngineRound;
use crate::record::{BettorResult, Bonus};
use crate::run::Run;
use crate::simulation::Simulation;
use std::fmt;

/// How many rounds were compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Compared {
    /// Played both ways, and the same.
    pub both: u64,
    /// Only by the engine, because rows do not tell them.
    pub engine_only: u64,
    /// Of those played both ways, with a pair split.
    pub splits: u64,
    /// With a bonus won.
    pub bonuses: u64,
    /// With insurance taken.
    pub insured: u64,
}

impl Compared {
    /// Adds what others came to.
    pub fn merge(&mut self, other: &Self) {
        self.both += other.both;
        self.engine_only += other.engine_only;
        self.splits += other.splits;
        self.bonuses += other.bonuses;
        self.insured += other.insured;
    }

    /// How many rounds there were.
    pub const fn rounds(&self) -> u64 {
        self.both + self.engine_only
    }
}

/// A bonus that was won: the box, the bettor, which, and how much in cents.
type WonBy = (usize, usize, Bonus, i64);

/// A round that came to something else by rows than by the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Difference {
    pub round: u32,
    pub cards: Vec<String>,
    pub by_rows: Vec<Vec<BettorResult>>,
    pub by_engine: Option<Vec<Vec<BettorResult>>>,
    pub bonuses_by_rows: Vec<WonBy>,
    pub bonuses_by_engine: Vec<WonBy>,
    pub dealt_by_engine: usize,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "round {}: {}", self.round, self.cards.join(" "))?;
        let Some(by_engine) = &self.by_engine else {
            return writeln!(f, "the engine could not finish it");
        };
        for (box_no, (mine, theirs)) in (1..).zip(self.by_rows.iter().zip(by_engine)) {
            for (bettor, (mine, theirs)) in (1..)
                .zip(mine.iter().zip(theirs))
                .filter(|(_, (mine, theirs))| mine != theirs)
            {
                writeln!(
                    f,
                    "box {box_no}, bettor {bettor}:\n  by rows   {mine:?}\n  by engine {theirs:?}"
                )?;
            }
        }
        if self.bonuses_by_rows != self.bonuses_by_engine {
            writeln!(
                f,
                "bonuses by rows   {:?}\nbonuses by engine {:?}",
                self.bonuses_by_rows, self.bonuses_by_engine
            )?;
        }
        write!(
            f,
            "cards dealt by rows {}, by the engine {}",
            self.cards.len(),
            self.dealt_by_engine
        )
    }
}

impl std::error::Error for Difference {}

impl Simulation<'_> {
    /// Plays rounds both by rows and by the engine, with the same cards, and compares: how many
    /// rounds were by rows.
    ///
    /// # Errors
    ///
    /// The first round in which the two differ.
    pub fn compare(&self, seed: u64, block: u64, rounds: u32) -> Result<Compared, Box<Difference>> {
        let mut run = Run::new(self, seed, block);
        let mut compared = Compared::default();
        for no in 0..rounds {
            run.begin(self);
            let start = run.start_of_engine(self);
            if run.source.is_for_the_engine() || run.by_rows(self).is_err() {
                run.by_engine(self);
                compared.engine_only += 1;
                continue;
            }
            let mut source = run.source.clone();
            let cards = source.of_round().to_vec();
            let played = self
                .engine
                .play(start, &cards, &mut source, &mut run.words.clone())
                .ok();
            let mut by_rows = bonuses_by_rows(self, &run);
            by_rows.sort_unstable();
            let same = played.as_ref().is_some_and(|played| {
                self.told(&played.results) == self.told(&run.results)
                    && sorted(&played.bonuses) == by_rows
                    && played.dealt == cards.len()
                    && played.upcard == run.upcard(self)
            });
            if !same {
                return Err(Box::new(Difference {
                    round: no,
                    cards: cards
                        .iter()
                        .map(|&card| self.faces.cards[usize::from(card)].to_string())
                        .collect(),
                    by_rows: run.results.clone(),
                    by_engine: played.as_ref().map(|played| played.results.clone()),
                    dealt_by_engine: played.as_ref().map_or(0, |played| played.dealt),
                    bonuses_by_rows: by_rows,
                    bonuses_by_engine: played.map_or(Vec::new(), |played| sorted(&played.bonuses)),
                }));
            }
            compared.both += 1;
            let EngineRound {
                split,
                bonuses,
                results,
                ..
            } = played.expect("it was the same");
            compared.splits += u64::from(split);
            compared.bonuses += u64::from(!bonuses.is_empty());
            compared.insured += u64::from(
                results
                    .iter()
                    .flatten()
                    .any(|result| result.insurance.is_some()),
            );
        }
        Ok(compared)
    }

    /// What is the same both ways: where there are several multipliers, the engine draws others.
    fn told(&self, results: &[Vec<BettorResult>]) -> Vec<Vec<BettorResult>> {
        let drawn = self.table.multipliers.len() > 1;
        let told = |result: &BettorResult| BettorResult {
            pandemonium: result.pandemonium.filter(|_| !drawn),
            ..*result
        };
        results
            .iter()
            .map(|results| results.iter().map(told).collect())
            .collect()
    }
}

fn sorted(bonuses: &[WonBy]) -> Vec<WonBy> {
    let mut sorted = bonuses.to_vec();
    sorted.sort_unstable();
    sorted
}
