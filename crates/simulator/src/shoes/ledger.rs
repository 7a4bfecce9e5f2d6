//! What the rounds of a block of shoes come to.
//!
//! A round that ends in its lane is counted in its cell; what cells come to is reckoned when the
//! block is over. A round that leaves its lane is played round by round and entered at once.

use super::Shoes;
use super::again::Again;
use super::cells::{Against, CELLS};
use super::worth::{Paid, bonuses, bonuses_of_split};
use crate::bookkeeper::Bookkeeper;
use crate::code::Code;
use crate::ended::Ended;
use crate::record::{Record, SeatRecord, Spread};
use crate::run::Run;
use crate::shoe_words::ShoeId;
use crate::simulation::Simulation;
use rustc_hash::FxHashMap;
use solver::Outcome;

/// How often rounds ended in a cell, and what it wins.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    pub(super) times: u32,
    pub(super) net: i32,
}

/// Sums over the rounds of some shoes before which the same was known.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    pub(super) times: i64,
    pub(super) net: i64,
    pub(super) net_net: i64,
}

/// What became of a round that left its lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left {
    pub(super) net: i64,
    pub(super) initial: i64,
    /// One, or all that were dealt from a rack after the shoe had run out.
    pub(super) rounds: u32,
    pub(super) next: Next,
}

/// What comes after a round that left its lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Another round, when so many cards are out.
    Round(usize),
    /// Another shoe.
    Shoe,
}

/// How the hands of a pair that came again ended, for which wager and against what.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Hands {
    level: usize,
    against: Against,
    ends: Vec<Ended>,
    outcome: Outcome,
}

/// What rounds come to.
pub(super) struct Ledger<'s, 'a> {
    pub(super) simulation: &'s Simulation<'a>,
    pub(super) shoes: &'s Shoes,
    /// By wager, the cells.
    pub(super) levels: Vec<Box<[Cell; CELLS]>>,
    /// For a counter, by what was known before the round.
    pub(super) known: Vec<Sums>,
    /// The wagers.
    pub(super) initials: Vec<i64>,
    by_known: Vec<Spread>,
    by_shoe: Spread,
    /// How often pairs that came again ended in each way, and what that pays.
    again: FxHashMap<Hands, (Paid, u64)>,
    dealt: u64,
    left: u64,
    run: Run<'a>,
    book: Bookkeeper,
}

impl<'s, 'a> Ledger<'s, 'a> {
    pub(super) fn new(simulation: &'s Simulation<'a>, shoes: &'s Shoes, first: ShoeId) -> Self {
        let cells = |worth: &super::worth::Worth| {
            let cells: Vec<Cell> = worth
                .nets
                .iter()
                .map(|&net| Cell { times: 0, net })
                .collect();
            let cells: Box<[Cell; CELLS]> = cells
                .into_boxed_slice()
                .try_into()
                .ok()
                .expect("there are as many nets as cells");
            cells
        };
        let known = shoes.count.as_ref().map_or(0, |count| count.known().len());
        Self {
            simulation,
            shoes,
            levels: shoes.worths.iter().map(cells).collect(),
            known: vec![Sums::default(); known],
            initials: shoes.worths.iter().map(|worth| worth.initial).collect(),
            by_known: vec![Spread::default(); known],
            by_shoe: Spread::default(),
            again: FxHashMap::default(),
            dealt: 0,
            left: 0,
            run: Run::new(simulation, first.seed, 0),
            book: Bookkeeper::new(simulation),
        }
    }

    /// Plays a round that leaves its lane: it begins when so many cards of the shoe are out.
    pub(super) fn leave(&mut self, shoe: ShoeId, out: usize) -> Left {
        let Self {
            simulation,
            run,
            book,
            ..
        } = self;
        self.left += 1;
        run.seek(shoe.number, out);
        let mut rounds = 0;
        loop {
            run.round(simulation);
            book.enter(simulation, run);
            rounds += 1;
            // Adelaide 110: a rack that was shuffled is dealt from until its own cutting card comes.
            // No lane stands at its cards.
            if run.source.is_at_the_cut() || !run.source.is_refilled() {
                break;
            }
        }
        let (net, initial) = book.take_shoe();
        let next = match run.source.is_at_the_cut() {
            true => Next::Shoe,
            false => Next::Round(run.source.out()),
        };
        Left {
            net,
            initial,
            rounds,
            next,
        }
    }

    /// The cards that came to the round that left its lane last, from a place of its shoe on.
    pub(super) fn codes(&self, from: usize) -> impl Iterator<Item = Code> + '_ {
        let faces = &self.simulation.faces;
        let cards = self.run.source.cards_out().iter().skip(from);
        cards.map(|&card| faces.code(card))
    }

    /// A round with a pair that came again is over: what it won.
    pub(super) fn settle_again(&mut self, level: usize, again: Again, outcome: Outcome) -> i64 {
        let hands = Hands {
            level,
            against: again.against,
            ends: again.ends,
            outcome,
        };
        let stake = self.simulation.ready[0].stake(0, level);
        let (paid, times) = self.again.entry(hands).or_insert_with_key(|hands| {
            let main = stake.bettor.result_of_split(&hands.ends, outcome);
            (Paid::new(stake, hands.against, main, outcome), 0)
        });
        *times += 1;
        paid.main.net
    }

    /// A shoe is over that won so much for such wagers.
    pub(super) fn close_shoe(&mut self, net: i64, initial: i64) {
        self.dealt += 1;
        if initial > 0 {
            self.by_shoe.add(net, initial);
        }
    }

    /// Some shoes are over: their sums are put with those of all.
    pub(super) fn close_group(&mut self) {
        let Some(count) = &self.shoes.count else {
            return;
        };
        for ((sums, all), known) in self
            .known
            .iter_mut()
            .zip(&mut self.by_known)
            .zip(count.known())
        {
            let Sums {
                times,
                net,
                net_net,
            } = std::mem::take(sums);
            let initial = self.shoes.worths[known.level].initial;
            all.merge(&of_rounds(times, net, net_net, initial));
        }
    }

    /// The record of the block.
    pub(super) fn close(mut self) -> Record {
        let Self {
            simulation, shoes, ..
        } = self;
        let mut record = self.book.close(simulation);
        record.shuffles += self.dealt;
        record.left_lanes += self.left;
        let mut all = Spread::default();
        for (level, cells) in self.levels.iter_mut().enumerate() {
            add_level(
                simulation,
                shoes,
                (level, cells),
                &mut record.seats[0],
                &mut all,
            );
        }
        let seat = &mut record.seats[0];
        for (hands, (paid, times)) in std::mem::take(&mut self.again) {
            let stake = simulation.ready[0].stake(0, hands.level);
            bonuses_of_split(stake, &hands.ends, hands.outcome, |bonus, net| {
                seat.bettors[0].bonuses[bonus.index()].add(times, net);
            });
            add_paid(&paid, times, seat, &mut all);
        }
        record.rounds += all.times;
        record.table.merge(&all);
        let seat = &mut record.seats[0];
        seat.rounds.merge(&all);
        seat.boxes.merge(&all);
        for shoes in [&mut seat.shoes, &mut seat.purse, &mut seat.bettors[0].shoes] {
            shoes.merge(&self.by_shoe);
        }
        if let Some(count) = &shoes.count {
            for (known, sums) in count.known().iter().zip(&self.by_known) {
                if sums.times > 0 {
                    seat.by_count.entry(known.count).or_default().merge(sums);
                }
            }
        }
        record
    }
}

/// Adds what was counted in the cells of a wager.
fn add_level(
    simulation: &Simulation<'_>,
    shoes: &Shoes,
    (level, cells): (usize, &[Cell; CELLS]),
    seat: &mut SeatRecord,
    all: &mut Spread,
) {
    let (worth, ready) = (&shoes.worths[level], &simulation.ready[0]);
    let stake = ready.stake(0, level);
    let mut times = vec![0_u64; worth.results.len()];
    for (cell, counted) in cells.iter().enumerate().filter(|(_, cell)| cell.times > 0) {
        let Some((_, held, outcome)) = shoes.cells.of(cell) else {
            continue;
        };
        let often = u64::from(counted.times);
        times[worth.place(cell)] += often;
        bonuses(ready, stake, held, outcome, |bonus, net| {
            seat.bettors[0].bonuses[bonus.index()].add(often, net);
        });
    }
    for (result, times) in worth
        .results
        .iter()
        .zip(times)
        .filter(|(_, times)| *times > 0)
    {
        add_paid(result, times, seat, all);
    }
}

/// Adds what some rounds came to.
fn add_paid(paid: &Paid, times: u64, seat: &mut SeatRecord, all: &mut Spread) {
    let (main, bettor) = (paid.main, &mut seat.bettors[0]);
    bettor.tally.add(paid.upcard, main, times);
    if let Some((stake, net)) = paid.insurance {
        bettor.insurance.add_times(net, stake, times);
    }
    seat.by_upcard[paid.upcard.index()].add_times(main.net, main.initial, times);
    all.add_times(main.net, main.initial, times);
}

/// The sums of rounds with the same wager.
fn of_rounds(times: i64, net: i64, net_net: i64, initial: i64) -> Spread {
    let (rounds, net, initial) = (i128::from(times), i128::from(net), i128::from(initial));
    Spread {
        times: u64::try_from(times).expect("rounds are counted upwards"),
        net,
        initial: initial * rounds,
        net_net: i128::from(net_net),
        net_initial: net * initial,
        initial_initial: initial * initial * rounds,
    }
}
