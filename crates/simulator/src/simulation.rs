//! Rounds of a table, block by block.

use crate::alike::{Alike, Prepared, is_enough};
use crate::bookkeeper::Bookkeeper;
use crate::by_rows::{Faces, Ready};
use crate::dealing::Dealing;
use crate::engine::EngineTable;
use crate::method::{Method, WhyAlone};
use crate::record::{BettorResult, Record};
use crate::run::Run;
use crate::seats::Table;
use crate::shoes::Shoes;
use crate::unfit::Unfit;
use rules::LateLimit;
use solver::Pile;

/// How many rounds make a block, where no shoe is dealt. A run is cut into blocks, each with random
/// words of its own.
pub const BLOCK: u32 = 1 << 18;

/// How many shoes make a block, where shoes are dealt to a cutting card.
pub const SHOES: u32 = 1 << 13;

/// What a block is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// It has [`BLOCK`] rounds.
    Rounds,
    /// It has [`SHOES`] shoes, each dealt to its cutting card.
    Shoes,
}

/// The words of paths, far from those of blocks: each path has words of its own, and may deal as
/// many shoes as this many blocks have.
const PATHS: u64 = 1 << 48;
const BLOCKS_OF_PATH: u64 = 1 << 12;

/// A table made ready to be simulated.
#[derive(Debug)]
pub struct Simulation<'a> {
    pub(crate) table: &'a Table<'a>,
    pub(crate) ready: Vec<Ready<'a>>,
    pub(crate) engine: EngineTable<'a>,
    pub(crate) faces: Faces,
    pub(crate) fast: Fast,
}

/// What the fast way needs, or why it cannot be taken.
#[derive(Debug)]
pub(crate) enum Fast {
    /// Rounds from a fresh shuffle.
    Fresh(Box<Prepared>),
    /// Shoes.
    Shoes(Box<Shoes>),
    /// Neither.
    Neither(WhyAlone),
}

impl Fast {
    fn new(table: &Table<'_>, ready: &[Ready<'_>]) -> Result<Self, WhyAlone> {
        match table.dealing {
            Dealing::Shoe(_) => Ok(Self::Shoes(Box::new(Shoes::new(table, ready)?))),
            Dealing::Fresh | Dealing::Device => {
                are_fresh_and_alike(table, ready)?;
                Ok(Self::Fresh(Box::new(Prepared::new(table, &ready[0]))))
            }
        }
    }
}

/// Whether all boxes are played alike, with one wager each and nothing beside it, from a fresh
/// shuffle.
fn are_fresh_and_alike(table: &Table<'_>, ready: &[Ready<'_>]) -> Result<(), WhyAlone> {
    let ([seat], [ready]) = (&table.seats[..], ready) else {
        return Err(WhyAlone::Ways);
    };
    let split = &ready.terms().split;
    let hands = split.most.max(split.most_aces);
    let enough = is_enough(&Pile::of(&table.shoe), table.boxes.len(), hands);
    let reasons = [
        (table.dealing.is_fresh(table.book), WhyAlone::Device),
        (seat.mind.counting.is_none(), WhyAlone::Count),
        (seat.bettors.len() == 1, WhyAlone::Bettors),
        (!ready.has_sides(), WhyAlone::SideWagers),
        (!ready.insures(), WhyAlone::Insurance),
        (enough, WhyAlone::FewCards),
    ];
    match reasons.into_iter().find(|(holds, _)| !holds) {
        Some((_, why)) => Err(why),
        None => Ok(()),
    }
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
        let fast = Fast::new(table, &ready).unwrap_or_else(Fast::Neither);
        Ok(Self {
            table,
            ready,
            engine,
            faces: Faces::new(),
            fast,
        })
    }

    /// Plays a block of the run with this seed: so many rounds, or the block's shoes, each to its
    /// end, until there are at least as many.
    pub fn block(&self, seed: u64, block: u64, rounds: u32) -> Record {
        match &self.fast {
            Fast::Fresh(prepared) => Alike::new(self.table, &self.ready[0], &self.engine, prepared)
                .block(seed, block, rounds),
            Fast::Shoes(shoes) => shoes.block(self, seed, block, rounds),
            Fast::Neither(_) => self.block_by_rows(seed, block, rounds),
        }
    }

    /// How blocks are played.
    pub const fn method(&self) -> Method {
        match &self.fast {
            Fast::Fresh(_) => Method::FreshSideBySide,
            Fast::Shoes(_) => Method::ShoesSideBySide,
            Fast::Neither(why) => Method::RoundByRound(*why),
        }
    }

    /// The same block, round by round.
    pub fn block_by_rows(&self, seed: u64, block: u64, rounds: u32) -> Record {
        self.play(seed, block, rounds, Run::round)
    }

    /// The same block, all rounds through the engine: slow, and the measure of what is fast.
    pub fn block_by_engine(&self, seed: u64, block: u64, rounds: u32) -> Record {
        self.play(seed, block, rounds, |run, simulation| {
            run.begin(simulation);
            run.by_engine(simulation);
        })
    }

    /// The first rounds of a block, whether or not a shoe is over after them.
    pub fn first_rounds(&self, seed: u64, block: u64, rounds: u32) -> Record {
        let mut run = Run::new(self, seed, block);
        let mut book = Bookkeeper::new(self);
        for _ in 0..rounds {
            run.round(self);
            book.enter(self, &run);
        }
        book.close(self)
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
        let (mut shoes, unit) = (0, self.unit());
        while book.rounds() < u64::from(rounds) && shoes < SHOES {
            loop {
                round(&mut run, self);
                book.enter(self, &run);
                match unit {
                    Unit::Rounds => break,
                    Unit::Shoes if run.source.is_at_the_cut() => {
                        shoes += 1;
                        break;
                    }
                    Unit::Shoes => {}
                }
            }
        }
        book.close(self)
    }

    /// What a block of this table is measured in.
    pub const fn unit(&self) -> Unit {
        match self.table.dealing {
            Dealing::Fresh | Dealing::Device => Unit::Rounds,
            Dealing::Shoe(_) => Unit::Shoes,
        }
    }

    /// Whether a record is that of so many whole blocks.
    pub fn is_of_blocks(&self, record: &Record, blocks: u64) -> bool {
        let (each, units) = match self.unit() {
            Unit::Rounds => (BLOCK, record.rounds),
            Unit::Shoes => (SHOES, record.shuffles),
        };
        blocks.checked_mul(u64::from(each)) == Some(units)
    }

    /// Everything that the bettors of a seat won and lost, round by round: `each` is called after
    /// every round.
    pub fn path(&self, seed: u64, path: u64, seat: usize, rounds: u32, mut each: impl FnMut(i64)) {
        let mut run = Run::new(self, seed, PATHS + BLOCKS_OF_PATH * path);
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
