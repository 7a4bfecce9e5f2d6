//! Rounds of a table, block by block.

use crate::alike::{Alike, Prepared, is_enough};
use crate::bookkeeper::Bookkeeper;
use crate::by_rows::{Faces, Ready};
use crate::dealing::Dealing;
use crate::engine::EngineTable;
use crate::record::{BettorResult, Record};
use crate::run::Run;
use crate::seats::Table;
use crate::unfit::Unfit;
use rules::LateLimit;
use solver::Pile;

/// How many rounds make a block. A run is cut into blocks, each with random words of its own and a
/// new shoe.
pub const BLOCK: u32 = 1 << 18;

/// The words of paths, far from those of blocks.
const PATHS: u64 = 1 << 62;

/// A table made ready to be simulated.
#[derive(Debug)]
pub struct Simulation<'a> {
    pub(crate) table: &'a Table<'a>,
    pub(crate) ready: Vec<Ready<'a>>,
    pub(crate) engine: EngineTable<'a>,
    pub(crate) faces: Faces,
    /// What the fast way needs, where it can be taken.
    pub(crate) prepared: Option<Prepared>,
}

impl<'a> Simulation<'a> {
    /// Makes a table ready.
    ///
    /// # Errors
    ///
    /// What cannot be simulated.
    pub fn new(table: &'a Table<'a>) -> Result<Self, Unfit> {
        table.check()?;
        let engine = EngineTable::new(table).map_err(|fault| Unfit::Setup(Box::new(fault)))?;
        let ready = table
            .seats
            .iter()
            .map(|seat| Ready::new(table, seat))
            .collect::<Option<Vec<_>>>();
        let ready = ready.ok_or(Unfit::TooManyHands)?;
        let mut simulation = Self {
            table,
            ready,
            engine,
            faces: Faces::new(),
            prepared: None,
        };
        if simulation.is_alike() {
            simulation.prepared = Some(Prepared::new(table, &simulation.ready[0]));
        }
        Ok(simulation)
    }

    /// Plays so many rounds of a block of the run with this seed.
    pub fn block(&self, seed: u64, block: u64, rounds: u32) -> Record {
        if let Some(prepared) = &self.prepared {
            return Alike::new(self.table, &self.ready[0], &self.engine, prepared)
                .block(seed, block, rounds);
        }
        self.play(seed, block, rounds, Run::round)
    }

    /// The same rounds, all of them through the engine: slow, and the measure of what is fast.
    pub fn block_by_engine(&self, seed: u64, block: u64, rounds: u32) -> Record {
        self.play(seed, block, rounds, |run, simulation| {
            run.begin(simulation);
            run.by_engine(simulation);
        })
    }

    fn play(
        &self,
        seed: u64,
        block: u64,
        rounds: u32,
        round: impl Fn(&mut Run<'a>, &Self),
    ) -> Record {
        let mut run = Run::new(self, seed, block);
        let mut book = Bookkeeper::new(self);
        for _ in 0..rounds {
            round(&mut run, self);
            book.enter(self, &run);
        }
        book.close(self)
    }

    /// Whether all boxes are played alike, with one wager each and nothing beside it, from a fresh
    /// shuffle.
    pub(crate) fn is_alike(&self) -> bool {
        let [seat] = &self.table.seats[..] else {
            return false;
        };
        let split = &self.ready[0].terms().split;
        let hands = split.most.max(split.most_aces);
        let plain =
            seat.mind.counting.is_none() && seat.bettors.len() == 1 && !self.ready[0].has_sides();
        let fresh = self.table.dealing.is_fresh(self.table.book);
        fresh
            && plain
            && is_enough(&Pile::of(&self.table.shoe), self.table.boxes.len(), hands)
            && !self.ready[0].insures()
    }

    /// Everything that the bettors of a seat won and lost, round by round: `each` is called after
    /// every round.
    pub fn path(&self, seed: u64, path: u64, seat: usize, rounds: u32, mut each: impl FnMut(i64)) {
        let mut run = Run::new(self, seed, PATHS + path);
        for _ in 0..rounds {
            run.round(self);
            let boxes = (0..).zip(&self.table.boxes).filter(|(_, of)| **of == seat);
            let results = boxes.flat_map(|(place, _): (usize, _)| &run.results[place]);
            each(results.map(BettorResult::net).sum());
        }
    }
}

impl Simulation<'_> {
    /// Whether the book lets the house hold somebody who sat out to the minimum.
    pub(crate) fn holds_the_late(&self) -> bool {
        let limits = &self.table.book.limits;
        let late = match self.table.dealing {
            Dealing::Fresh | Dealing::Shoe(_) => limits.late.is,
            Dealing::Device => limits.late_device.is,
        };
        match late {
            // Who plays several boxes is several bettors here, so a limit of boxes holds nobody.
            LateLimit::Minimum | LateLimit::MinimumTwoBoxes => true,
            LateLimit::NotProvided => false,
        }
    }
}
