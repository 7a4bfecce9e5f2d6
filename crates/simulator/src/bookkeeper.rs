//! Adds up what the rounds of a table come to.

use crate::by_rows::{BOXES, BoxEnd, OUTCOMES, Ready, Stake};
use crate::counting::UNIT;
use crate::record::{BettorResult, Bonus, Record, Spread};
use crate::run::Run;
use crate::simulation::Simulation;
use solver::{CardValue, Outcome, VALUES};
use std::collections::BTreeMap;

/// True counts beyond these, to either side, are counted with them.
pub(crate) const FARTHEST: i32 = 30;

/// At a device that never holds all cards between rounds, sums are closed after so many: a round
/// bears on the next by the few cards it leaves out, and hardly on any later one.
const STRETCH: u64 = 64;

/// Adds up what rounds came to.
pub(crate) struct Bookkeeper {
    record: Record,
    /// How often each cell came, by seat, bettor and level, and in each by upcard.
    cells: Vec<Vec<Vec<Vec<u64>>>>,
    /// What each bettor of each seat won and wagered since the last shuffle, or in this stretch.
    shoe: Vec<Vec<(i64, i64)>>,
    /// What the seats' bettors won beside that with other wagers.
    beside: Vec<i64>,
    /// What each bettor of each seat won and staked in this round: insurance, pairs, Pandemonium.
    sides: Vec<Vec<[(i64, i64); 3]>>,
    by_count: Vec<BTreeMap<i32, Spread>>,
}

impl Bookkeeper {
    pub(crate) fn new(simulation: &Simulation<'_>) -> Self {
        let bettors: Vec<usize> = simulation
            .table
            .seats
            .iter()
            .map(|seat| seat.bettors.len())
            .collect();
        let cells = |ready: &Ready<'_>| {
            let cells = vec![0; VALUES * ready.rows.ends.len() * OUTCOMES];
            ready
                .stakes
                .iter()
                .map(|stakes| vec![cells.clone(); stakes.len()])
                .collect()
        };
        Self {
            record: Record::of(&bettors),
            cells: simulation.ready.iter().map(cells).collect(),
            shoe: bettors
                .iter()
                .map(|&bettors| vec![(0, 0); bettors])
                .collect(),
            beside: vec![0; bettors.len()],
            sides: bettors
                .iter()
                .map(|&bettors| vec![[(0, 0); 3]; bettors])
                .collect(),
            by_count: vec![BTreeMap::new(); bettors.len()],
        }
    }

    pub(crate) fn enter(&mut self, simulation: &Simulation<'_>, run: &Run<'_>) {
        let table = simulation.table;
        self.record.shuffles += u64::from(run.shuffled);
        if run.shuffled
            || !run.source.comes_together() && self.record.rounds.is_multiple_of(STRETCH)
        {
            self.close_shoe();
        }
        self.record.rounds += 1;
        self.record.by_engine += u64::from(run.by_engine.is_some());
        if run.void {
            self.record.void += 1;
            return;
        }
        let upcard = run.upcard(simulation);
        let mut seats = [(0_i64, 0_i64); BOXES];
        let mut controllers = [(0_i64, 0_i64); BOXES];
        let mut all = (0, 0);
        for (place, &seat) in table
            .boxes
            .iter()
            .enumerate()
            .filter(|(place, _)| run.plays[*place])
        {
            let mut each = (0, 0);
            for (bettor, result) in run.results[place].iter().enumerate() {
                each = (each.0 + result.main.net, each.1 + result.main.initial);
                all = (all.0 + result.net(), all.1 + result.main.initial);
                let shoe = &mut self.shoe[seat][bettor];
                *shoe = (shoe.0 + result.main.net, shoe.1 + result.main.initial);
                self.beside[seat] += result.net() - result.main.net;
                self.enter_bettor(simulation, run, (place, seat, bettor), upcard, result);
            }
            let first = run.results[place][0].main;
            controllers[seat] = (
                controllers[seat].0 + first.net,
                controllers[seat].1 + first.initial,
            );
            self.record.seats[seat].boxes.add(each.0, each.1);
            seats[seat] = (seats[seat].0 + each.0, seats[seat].1 + each.1);
        }
        for (seat, &(net, initial)) in controllers
            .iter()
            .enumerate()
            .filter(|(_, (_, initial))| *initial > 0)
        {
            self.record.seats[seat].by_upcard[upcard.index()].add(net, initial);
            if let Some(count) = run.start.counters.true_count(seat, run.start.unseen) {
                let whole = count.div_euclid(UNIT).clamp(-FARTHEST, FARTHEST) * UNIT;
                self.by_count[seat]
                    .entry(whole)
                    .or_default()
                    .add(net, initial);
            }
        }
        for (place, &(net, initial)) in seats.iter().enumerate().take(table.seats.len()) {
            self.record.seats[place].rounds.add(net, initial);
            for (other, &(theirs, _)) in seats.iter().enumerate().take(place) {
                *self.record.products.entry((other, place)).or_default() +=
                    i128::from(net) * i128::from(theirs);
            }
        }
        self.record.table.add(all.0, all.1);
        self.enter_sides();
    }

    /// The wagers beside the hands, all boxes of a round together: these depend on the same cards.
    fn enter_sides(&mut self) {
        for (sides, seat) in self.sides.iter_mut().zip(&mut self.record.seats) {
            for (sides, bettor) in sides.iter_mut().zip(&mut seat.bettors) {
                let records = [
                    &mut bettor.insurance,
                    &mut bettor.pairs,
                    &mut bettor.pandemonium,
                ];
                for (sums, record) in sides.iter_mut().zip(records) {
                    let (net, stake) = std::mem::take(sums);
                    if stake > 0 {
                        record.rounds.add(net, stake);
                    }
                }
            }
        }
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
                    let won = played
                        .bonuses
                        .iter()
                        .filter(|(of, whose, ..)| (*of, *whose) == (place, bettor));
                    won.for_each(|&(_, _, bonus, cents)| {
                        record.bonuses[bonus.index()].add(1, cents)
                    });
                }
                (None, Some(Some(end))) => {
                    let stake = simulation.ready[seat].stake(bettor, run.levels[place]);
                    won_by_rows(simulation, seat, end, stake, run.dealt.outcome)
                        .for_each(|(bonus, cents)| record.bonuses[bonus.index()].add(1, cents));
                }
                (None, _) => {}
            }
        }
        let records = [
            (&mut record.insurance, result.insurance),
            (&mut record.pairs, result.pairs),
            (&mut record.pandemonium, result.pandemonium),
        ];
        for ((side, of), sums) in records.into_iter().zip(&mut self.sides[seat][bettor]) {
            if let Some((stake, net)) = of {
                side.add(net);
                sums.0 += net;
                sums.1 += stake;
            }
        }
    }

    fn close_shoe(&mut self) {
        for ((bettors, beside), seat) in self
            .shoe
            .iter_mut()
            .zip(&mut self.beside)
            .zip(&mut self.record.seats)
        {
            let mut all = (0, 0);
            for (sums, bettor) in bettors.iter_mut().zip(&mut seat.bettors) {
                let (net, initial) = std::mem::take(sums);
                all = (all.0 + net, all.1 + initial);
                if initial > 0 {
                    bettor.shoes.add(net, initial);
                }
            }
            let beside = std::mem::take(beside);
            if all.1 > 0 {
                seat.shoes.add(all.0, all.1);
                seat.purse.add(all.0 + beside, all.1);
            }
        }
    }

    /// What the first bettor of the first seat won and wagered since the last shuffle, which is
    /// added up elsewhere.
    pub(crate) fn take_shoe(&mut self) -> (i64, i64) {
        std::mem::take(&mut self.shoe[0][0])
    }

    /// How many rounds were entered.
    pub(crate) const fn rounds(&self) -> u64 {
        self.record.rounds
    }

    /// The record of the block.
    pub(crate) fn close(mut self, simulation: &Simulation<'_>) -> Record {
        self.close_shoe();
        for (seat, bettors) in self.cells.iter().enumerate() {
            let ready = &simulation.ready[seat];
            for (bettor, levels) in bettors.iter().enumerate() {
                for (stake, cells) in ready.stakes[bettor].iter().zip(levels) {
                    let record = &mut self.record.seats[seat].bettors[bettor];
                    for (cell, &times) in cells.iter().enumerate().filter(|(_, times)| **times > 0)
                    {
                        let ends = cells.len() / VALUES;
                        let upcard = CardValue::all()
                            .nth(cell / ends)
                            .expect("cells go by upcard");
                        let result = stake.results[cell % ends];
                        record.tally.add(upcard, result, times);
                        if let Some(bonus) = Bonus::of(ready.rows.ends[cell % ends / OUTCOMES])
                            .filter(|_| result.net > 0)
                        {
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
    stake: &'s Stake<'_>,
    outcome: usize,
) -> impl Iterator<Item = (Bonus, i64)> + 's {
    let alone = match end {
        BoxEnd::Hand(end) => {
            let ended = simulation.ready[seat].rows.ends[usize::from(*end)];
            let net = stake.bettor.net(ended, Outcome::ALL[outcome]);
            Bonus::of(ended)
                .filter(|_| net > 0)
                .map(|bonus| (bonus, net))
        }
        BoxEnd::Split(_) => None,
    };
    let hands = match end {
        BoxEnd::Hand(_) => &[][..],
        BoxEnd::Split(hands) => hands,
    };
    let split = (0..).zip(hands).filter_map(move |(place, &ended)| {
        let bonus = Bonus::of(ended)?;
        Some((
            bonus,
            stake.bettor.won_21(hands, place, Outcome::ALL[outcome])?,
        ))
    });
    alone.into_iter().chain(split)
}

/// The bonuses that were won in a round by rows: box, bettor, which, and how much in cents.
pub(crate) fn bonuses_by_rows(
    simulation: &Simulation<'_>,
    run: &Run<'_>,
) -> Vec<(usize, usize, Bonus, i64)> {
    let mut won = Vec::new();
    for (place, &seat) in simulation.table.boxes.iter().enumerate() {
        let Some(Some(end)) = run.dealt.ends.get(place) else {
            continue;
        };
        for bettor in 0..run.results[place].len() {
            let stake = simulation.ready[seat].stake(bettor, run.levels[place]);
            let each = won_by_rows(simulation, seat, end, stake, run.dealt.outcome);
            won.extend(each.map(|(bonus, cents)| (place, bettor, bonus, cents)));
        }
    }
    won
}
