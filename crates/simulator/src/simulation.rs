//! Rounds of a table, block by block.

use crate::alike::{Alike, is_enough};
use crate::by_rows::BoxEnd;
use crate::by_rows::{BOXES, Dealt, Faces, Hands, OUTCOMES, Rare, Ready};
use crate::counters::Counters;
use crate::counting::{Late, UNIT};
use crate::dealing::{Dealing, Source};
use crate::engine::{EngineRound, EngineTable, Start, Stuck};
use crate::record::{BettorResult, Bonus, Record, Spread};
use crate::seats::Table;
use crate::shoe::Drawer;
use crate::unfit::Unfit;
use crate::words::Words;
use rules::{LateLimit, RackReturn};
use solver::{CardValue, Outcome, Pile, VALUES};
use std::collections::BTreeMap;

/// How many rounds make a block. A run is cut into blocks, each with random words of its own and a new shoe.
pub const BLOCK: u32 = 1 << 18;

/// The words of paths, far from those of blocks.
const PATHS: u64 = 1 << 62;

/// True counts beyond these, to either side, are counted with them.
pub const FARTHEST: i32 = 10;
/// At a device that never holds all cards between rounds, sums are closed after so many: a round bears on the next by the
/// few cards it leaves out, and hardly on any later one.
const STRETCH: u64 = 64;


/// A table made ready to be simulated.
#[derive(Debug)]
pub struct Simulation<'a> {
    table: &'a Table<'a>,
    ready: Vec<Ready<'a>>,
    engine: EngineTable<'a>,
    faces: Faces,
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
        let ready = table.seats.iter().map(|seat| Ready::new(table, seat)).collect::<Option<Vec<_>>>();
        Ok(Self { table, ready: ready.ok_or(Unfit::TooManyHands)?, engine, faces: Faces::new() })
    }

    /// Plays so many rounds of a block of the run with this seed.
    pub fn block(&self, seed: u64, block: u64, rounds: u32) -> Record {
        if self.is_alike() {
            return Alike::new(self.table, &self.ready[0], &self.engine).block(seed, block, rounds);
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

    fn play(&self, seed: u64, block: u64, rounds: u32, round: impl Fn(&mut Run<'a>, &Self)) -> Record {
        let mut run = Run::new(self, seed, block);
        let mut book = Bookkeeper::new(self);
        for _ in 0..rounds {
            round(&mut run, self);
            book.enter(self, &run);
        }
        book.close(self)
    }

    /// Whether all boxes are played alike, with one wager each and nothing beside it, from a fresh shuffle.
    fn is_alike(&self) -> bool {
        let fresh = match self.table.dealing {
            Dealing::Fresh => true,
            Dealing::Device => self.table.book.shoe.rack_return.is == RackReturn::RoundEnd,
            Dealing::Shoe(_) => false,
        };
        let [seat] = &self.table.seats[..] else { return false };
        let plain = seat.mind.counting.is_none() && seat.bettors.len() == 1 && !self.ready[0].has_sides();
        fresh && plain && is_enough(&Pile::of(&self.table.shoe), self.table.boxes.len()) && !self.ready[0].insures()
    }

    /// Everything that the bettors of a seat won and lost, round by round: `each` is called after every round.
    pub fn path(&self, seed: u64, path: u64, seat: usize, rounds: u32, mut each: impl FnMut(i64)) {
        let mut run = Run::new(self, seed, PATHS + path);
        for _ in 0..rounds {
            run.round(self);
            let boxes = (0..).zip(&self.table.boxes).filter(|(_, of)| **of == seat);
            let results = boxes.flat_map(|(place, _): (usize, _)| &run.results[place]);
            each(results.map(BettorResult::net).sum());
        }
    }

    /// Plays rounds both by rows and by the engine, with the same cards, and compares: how many rounds were by rows.
    ///
    /// # Errors
    ///
    /// The first round in which the two differ.
    pub fn compare(&self, seed: u64, block: u64, rounds: u32) -> Result<Compared, Difference> {
        let mut run = Run::new(self, seed, block);
        let mut compared = Compared::default();
        for no in 0..rounds {
            run.begin(self);
            let start = run.start_of_engine(self);
            if run.source.is_for_the_engine() || run.by_rows(self).is_err() {
                run.by_engine(self);
                compared.engine_only += 1;
            } else {
                let mut source = run.source.clone();
                let cards = source.of_round().to_vec();
                let played = self.engine.play(start, &cards, &mut source, &mut run.words.clone());
                let main = |results: &[Vec<BettorResult>]| -> Vec<Vec<BettorResult>> {
                    // Multipliers are drawn anew by the engine.
                    let plain = |result: &BettorResult| BettorResult { pandemonium: None, ..*result };
                    results.iter().map(|results| results.iter().map(plain).collect()).collect()
                };
                let same = played.as_ref().is_ok_and(|played| {
                    main(&played.results) == main(&run.results)
                        && played.dealt == cards.len()
                        && played.upcard == run.upcard(self)
                });
                if !same {
                    let cards = cards.iter().map(|&card| self.faces.cards[usize::from(card)].to_string()).collect();
                    return Err(Difference {
                        round: no,
                        cards,
                        by_rows: run.results.clone(),
                        by_engine: played.ok().map(|one| one.results),
                    });
                }
                compared.both += 1;
                let EngineRound { split, bonuses, .. } = played.expect("it was the same");
                compared.splits += u64::from(split);
                compared.bonuses += u64::from(!bonuses.is_empty());
            }
        }
        Ok(compared)
    }
}

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
}

/// A round that came to something else by rows than by the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Difference {
    pub round: u32,
    pub cards: Vec<String>,
    pub by_rows: Vec<Vec<BettorResult>>,
    pub by_engine: Option<Vec<Vec<BettorResult>>>,
}

/// A table while its rounds are played.
struct Run<'a> {
    words: Drawer,
    source: Source,
    counters: Counters<'a>,
    dealt: Dealt,
    start: Start<'a>,
    /// Whether all cards went back before this round.
    shuffled: bool,
    /// Which boxes have a wager, and at which level.
    plays: [bool; BOXES],
    levels: [usize; BOXES],
    /// Who sits out, and who did so since the last shuffle.
    out: [bool; BOXES],
    late: [bool; BOXES],
    /// What each bettor of each box came to, and the cell of an unsplit hand.
    results: Vec<Vec<BettorResult>>,
    cells: Vec<Vec<Option<usize>>>,
    by_engine: Option<EngineRound>,
}

impl<'a> Run<'a> {
    fn new(simulation: &Simulation<'a>, seed: u64, block: u64) -> Self {
        let table = simulation.table;
        let counters = Counters::new(&table.seats);
        let bettors = |place: &usize| table.seats[*place].bettors.len();
        let late = |place: usize| {
            let seat = table.boxes.get(place).map(|&seat| &table.seats[seat]);
            seat.and_then(|seat| seat.mind.counting).is_some_and(|counting| counting.enter.is_some())
        };
        Self {
            words: Drawer::new(Words::new(seed, block)),
            source: Source::new(table.book, &table.shoe, table.dealing),
            start: Start {
                wagers: vec![None; table.boxes.len()],
                earlier: Vec::new(),
                left: 0,
                unseen: 0,
                counters: counters.clone(),
            },
            counters,
            dealt: Dealt::default(),
            shuffled: false,
            plays: [true; BOXES],
            levels: [0; BOXES],
            out: std::array::from_fn(late),
            late: [false; BOXES],
            results: table.boxes.iter().map(|seat| vec![BettorResult::default(); bettors(seat)]).collect(),
            cells: table.boxes.iter().map(|seat| vec![None; bettors(seat)]).collect(),
            by_engine: None,
        }
    }

    fn upcard(&self, simulation: &Simulation<'_>) -> CardValue {
        match &self.by_engine {
            Some(played) => played.upcard,
            None => simulation.faces.code(self.dealt.upcard).value(),
        }
    }

    fn round(&mut self, simulation: &Simulation<'a>) {
        self.begin(simulation);
        if self.source.is_for_the_engine() || self.by_rows(simulation).is_err() {
            self.by_engine(simulation);
        }
    }

    /// Before a round: shuffles where that is due, and places the wagers.
    fn begin(&mut self, simulation: &Simulation<'a>) {
        let table = simulation.table;
        self.shuffled = self.source.begin(&mut self.words);
        if self.shuffled {
            self.counters.reset(&[]);
            self.late = [false; BOXES];
        }
        self.by_engine = None;
        let unseen = self.source.unseen();
        for (place, &seat) in table.boxes.iter().enumerate() {
            let Some(counting) = table.seats[seat].mind.counting else { continue };
            let count = self.counters.true_count(seat, unseen).unwrap_or(0);
            if counting.leave.is_some_and(|leave| count < leave) {
                self.out[place] = true;
            } else if counting.enter.is_some_and(|enter| count >= enter) || counting.enter.is_none() {
                self.out[place] = false;
            }
            self.plays[place] = !self.out[place];
            self.late[place] |= self.out[place];
            self.levels[place] = counting.step(count);
            if self.late[place] && counting.late == Late::Held && simulation.holds_the_late() {
                self.levels[place] = simulation.ready[seat].stakes[0].len() - 1;
            }
        }
        self.start.left = self.source.left();
        self.start.unseen = unseen;
        self.start.earlier.clear();
        if table.dealing == Dealing::Device {
            // They go back in mid-round.
            self.start.earlier.extend_from_slice(self.source.of_earlier_rounds());
        }
        self.start.counters.clone_from(&self.counters);
    }

    fn by_rows(&mut self, simulation: &Simulation<'a>) -> Result<(), Rare> {
        let Simulation { table, ready, faces, .. } = simulation;
        let mut hands =
            Hands { table, ready, faces, source: &mut self.source, words: &mut self.words, counters: &mut self.counters };
        hands.play(&self.plays, &mut self.dealt)?;
        for (place, &seat) in table.boxes.iter().enumerate() {
            let ready = &ready[seat];
            for bettor in 0..self.results[place].len() {
                let (cell, mut result) = ready.result(&self.dealt, place, bettor, self.levels[place]);
                if self.plays[place] && ready.has_sides() {
                    let two = [self.dealt.first[place], self.dealt.second[place]].map(|card| faces.cards[usize::from(card)]);
                    ready.add_sides(table, two, bettor, &mut self.words, &mut result);
                }
                self.results[place][bettor] = result;
                self.cells[place][bettor] = cell;
            }
        }
        Ok(())
    }

    /// What the engine must know of this round.
    fn start_of_engine(&self, simulation: &Simulation<'a>) -> Start<'a> {
        let table = simulation.table;
        let mut start = self.start.clone();
        for (place, wager) in start.wagers.iter_mut().enumerate() {
            let stake = simulation.ready[table.boxes[place]].stake(0, self.levels[place]);
            *wager = self.plays[place].then_some(stake.wager);
        }
        if table.dealing != Dealing::Device {
            start.earlier.extend_from_slice(self.source.of_earlier_rounds());
        }
        start
    }

    #[cold]
    fn by_engine(&mut self, simulation: &Simulation<'a>) {
        let start = self.start_of_engine(simulation);
        let dealt = self.source.of_round().to_vec();
        let played = simulation.engine.play(start, &dealt, &mut self.source, &mut self.words);
        self.cells.iter_mut().flatten().for_each(|cell| *cell = None);
        match played {
            Ok(played) => {
                self.results.clone_from(&played.results);
                self.by_engine = Some(played);
            }
            // The round is void: every wager goes back.
            Err(Stuck) => {
                self.results.iter_mut().flatten().for_each(|result| *result = BettorResult::default());
                self.by_engine = Some(EngineRound {
                    results: self.results.clone(),
                    bonuses: Vec::new(),
                    upcard: CardValue::ACE,
                    dealt: 0,
                    split: false,
                });
            }
        }
    }
}

impl Simulation<'_> {
    /// Whether the book lets the house hold somebody who sat out to the minimum.
    fn holds_the_late(&self) -> bool {
        let limits = &self.table.book.limits;
        let late = match self.table.dealing {
            Dealing::Fresh | Dealing::Shoe(_) => limits.late.is,
            Dealing::Device => limits.late_device.is,
        };
        late != LateLimit::NotProvided
    }
}

/// Adds up what rounds came to.
struct Bookkeeper {
    record: Record,
    /// How often each cell came, by seat, bettor and level, and in each by upcard.
    cells: Vec<Vec<Vec<Vec<u64>>>>,
    /// What each bettor of each seat won and wagered since the last shuffle, or in this stretch.
    shoe: Vec<Vec<(i64, i64)>>,
    by_count: Vec<BTreeMap<i32, Spread>>,
}

impl Bookkeeper {
    fn new(simulation: &Simulation<'_>) -> Self {
        let bettors: Vec<usize> = simulation.table.seats.iter().map(|seat| seat.bettors.len()).collect();
        let cells = |ready: &Ready<'_>| {
            let cells = vec![0; VALUES * ready.rows.ends.len() * OUTCOMES];
            ready.stakes.iter().map(|stakes| vec![cells.clone(); stakes.len()]).collect()
        };
        Self {
            record: Record::of(&bettors),
            cells: simulation.ready.iter().map(cells).collect(),
            shoe: bettors.iter().map(|&bettors| vec![(0, 0); bettors]).collect(),
            by_count: vec![BTreeMap::new(); bettors.len()],
        }
    }

    fn enter(&mut self, simulation: &Simulation<'_>, run: &Run<'_>) {
        let table = simulation.table;
        self.record.shuffles += u64::from(run.shuffled);
        if run.shuffled || !run.source.comes_together() && self.record.rounds.is_multiple_of(STRETCH) {
            self.close_shoe();
        }
        self.record.rounds += 1;
        self.record.by_engine += u64::from(run.by_engine.is_some());
        let upcard = run.upcard(simulation);
        let mut seats = [(0_i64, 0_i64); BOXES];
        let mut all = (0, 0);
        for (place, &seat) in table.boxes.iter().enumerate().filter(|(place, _)| run.plays[*place]) {
            let mut each = (0, 0);
            for (bettor, result) in run.results[place].iter().enumerate() {
                each = (each.0 + result.main.net, each.1 + result.main.initial);
                all = (all.0 + result.net(), all.1 + result.main.initial);
                let shoe = &mut self.shoe[seat][bettor];
                *shoe = (shoe.0 + result.main.net, shoe.1 + result.main.initial);
                self.enter_bettor(simulation, run, (place, seat, bettor), upcard, result);
            }
            self.record.seats[seat].boxes.add(each.0, each.1);
            seats[seat] = (seats[seat].0 + each.0, seats[seat].1 + each.1);
            if let Some(count) = run.start.counters.true_count(seat, run.start.unseen) {
                let main = run.results[place][0].main;
                let whole = count.div_euclid(UNIT).clamp(-FARTHEST, FARTHEST) * UNIT;
                self.by_count[seat].entry(whole).or_default().add(main.net, main.initial);
            }
        }
        for (place, &(net, initial)) in seats.iter().enumerate().take(table.seats.len()) {
            self.record.seats[place].rounds.add(net, initial);
            for (other, &(theirs, _)) in seats.iter().enumerate().take(place) {
                *self.record.products.entry((other, place)).or_default() += i128::from(net) * i128::from(theirs);
            }
        }
        self.record.table.add(all.0, all.1);
    }

    fn enter_bettor(
        &mut self,
        simulation: &Simulation<'_>,
        run: &Run<'_>,
        (place, seat, bettor): (usize, usize, usize),
        upcard: CardValue,
        result: &BettorResult,
    ) {
        let record = &mut self.record.seats[seat].bettors[bettor];
        if let Some(cell) = run.cells[place][bettor] {
            let level = if bettor == 0 { run.levels[place] } else { 0 };
            let cells = &mut self.cells[seat][bettor][level];
            let ends = cells.len() / VALUES;
            cells[upcard.index() * ends + cell] += 1;
        } else {
            record.tally.add(upcard, result.main, 1);
            match (&run.by_engine, &run.dealt.ends.get(place)) {
                (Some(played), _) => {
                    let won = played.bonuses.iter().filter(|(of, whose, ..)| (*of, *whose) == (place, bettor));
                    won.for_each(|&(_, _, bonus, cents)| record.bonuses[bonus.index()].add(1, cents));
                }
                (None, Some(Some(end))) => {
                    let stake = simulation.ready[seat].stake(bettor, run.levels[place]);
                    won_by_rows(simulation, seat, end, stake, run.dealt.outcome)
                        .for_each(|(bonus, cents)| record.bonuses[bonus.index()].add(1, cents));
                }
                (None, _) => {}
            }
        }
        for (side, of) in [
            (&mut record.insurance, result.insurance),
            (&mut record.pairs, result.pairs),
            (&mut record.pandemonium, result.pandemonium),
        ] {
            if let Some((stake, net)) = of {
                side.add(net, stake);
            }
        }
    }

    fn close_shoe(&mut self) {
        for (bettors, seat) in self.shoe.iter_mut().zip(&mut self.record.seats) {
            let mut all = (0, 0);
            for (sums, bettor) in bettors.iter_mut().zip(&mut seat.bettors) {
                let (net, initial) = std::mem::take(sums);
                all = (all.0 + net, all.1 + initial);
                if initial > 0 {
                    bettor.shoes.add(net, initial);
                }
            }
            if all.1 > 0 {
                seat.shoes.add(all.0, all.1);
            }
        }
    }

    /// The record of the block.
    fn close(mut self, simulation: &Simulation<'_>) -> Record {
        self.close_shoe();
        for (seat, bettors) in self.cells.iter().enumerate() {
            let ready = &simulation.ready[seat];
            for (bettor, levels) in bettors.iter().enumerate() {
                for (stake, cells) in ready.stakes[bettor].iter().zip(levels) {
                    let record = &mut self.record.seats[seat].bettors[bettor];
                    for (cell, &times) in cells.iter().enumerate().filter(|(_, times)| **times > 0) {
                        let ends = cells.len() / VALUES;
                        let upcard = CardValue::all().nth(cell / ends).expect("cells go by upcard");
                        let result = stake.results[cell % ends];
                        record.tally.add(upcard, result, times);
                        if let Some(bonus) = Bonus::of(ready.rows.ends[cell % ends / OUTCOMES]).filter(|_| result.net > 0) {
                            record.bonuses[bonus.index()].add(times, result.net);
                        }
                    }
                }
            }
            self.record.seats[seat].by_count = std::mem::take(&mut self.by_count[seat]);
        }
        self.record
    }
}

/// The bonuses that a box has won by rows.
fn won_by_rows<'s>(
    simulation: &'s Simulation<'_>,
    seat: usize,
    end: &'s BoxEnd,
    stake: &'s crate::by_rows::Stake<'_>,
    outcome: usize,
) -> impl Iterator<Item = (Bonus, i64)> + 's {
    let alone = match end {
        BoxEnd::Hand(end) => {
            let ended = simulation.ready[seat].rows.ends[usize::from(*end)];
            let net = stake.bettor.net(ended, Outcome::ALL[outcome]);
            Bonus::of(ended).filter(|_| net > 0).map(|bonus| (bonus, net))
        }
        BoxEnd::Split(_) => None,
    };
    let hands = match end {
        BoxEnd::Hand(_) => &[][..],
        BoxEnd::Split(hands) => hands,
    };
    let split = (0..).zip(hands).filter_map(|(place, hand)| {
        let bonus = Bonus::of(hand.ended)?;
        Some((bonus, stake.bettor.paid_21(hands, place)))
    });
    alone.into_iter().chain(split)
}
