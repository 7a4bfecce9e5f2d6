//! A table while its rounds are played, each by rows or by the engine. What they come to is added
//! up elsewhere.

use crate::by_rows::{BOXES, Dealt, Hands, Rare};
use crate::counters::Counters;
use crate::counting::Late;
use crate::dealing::{Dealing, Source};
use crate::engine::{EngineRound, Start, Stuck};
use crate::record::BettorResult;
use crate::shoe::Drawer;
use crate::shoe_words::ShoeId;
use crate::simulation::Simulation;
use crate::words::Words;
use solver::CardValue;

/// A table while its rounds are played.
pub(crate) struct Run<'a> {
    pub(crate) words: Drawer,
    pub(crate) source: Source,
    pub(crate) counters: Counters<'a>,
    pub(crate) dealt: Dealt,
    pub(crate) start: Start<'a>,
    /// Whether all cards went back before this round.
    pub(crate) shuffled: bool,
    /// Whether the cards ran out and the book has no rule for that.
    pub(crate) void: bool,
    /// Which boxes have a wager, and at which level.
    pub(crate) plays: [bool; BOXES],
    pub(crate) levels: [usize; BOXES],
    /// Who sits out, who does at the beginning of a shoe, and who did so since the last shuffle.
    pub(crate) out: [bool; BOXES],
    out_at_first: [bool; BOXES],
    pub(crate) late: [bool; BOXES],
    /// What each bettor of each box came to, and the cell of an unsplit hand.
    pub(crate) results: Vec<Vec<BettorResult>>,
    pub(crate) cells: Vec<Vec<Option<usize>>>,
    pub(crate) by_engine: Option<EngineRound>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(simulation: &Simulation<'a>, seed: u64, block: u64) -> Self {
        let table = simulation.table;
        let counters = Counters::new(&table.seats);
        let bettors = |place: &usize| table.seats[*place].bettors.len();
        let sits_out = |place: usize| {
            let seat = table.boxes.get(place).map(|&seat| &table.seats[seat]);
            seat.and_then(|seat| seat.mind.counting)
                .is_some_and(|counting| counting.enter.is_some())
        };
        let out_at_first = std::array::from_fn(sits_out);
        let first = ShoeId::first(seed, block);
        Self {
            words: Drawer::new(Words::new(seed, block)),
            source: Source::new(table.book, &table.shoe, table.dealing, first),
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
            void: false,
            plays: [true; BOXES],
            levels: [0; BOXES],
            out: out_at_first,
            out_at_first,
            late: [false; BOXES],
            results: table
                .boxes
                .iter()
                .map(|seat| vec![BettorResult::default(); bettors(seat)])
                .collect(),
            cells: table
                .boxes
                .iter()
                .map(|seat| vec![None; bettors(seat)])
                .collect(),
            by_engine: None,
        }
    }

    pub(crate) fn upcard(&self, simulation: &Simulation<'_>) -> CardValue {
        match &self.by_engine {
            Some(played) => played.upcard,
            None => simulation.faces.code(self.dealt.upcard).value(),
        }
    }

    /// Goes to the round of a shoe before which so many cards are out, burned ones included.
    pub(crate) fn seek(&mut self, number: u64, out: usize) {
        self.source.seek(number, out);
        self.counters.reset(self.source.all_out());
    }

    pub(crate) fn round(&mut self, simulation: &Simulation<'a>) {
        self.begin(simulation);
        if self.source.is_for_the_engine() || self.by_rows(simulation).is_err() {
            self.by_engine(simulation);
        }
    }

    /// Before a round: shuffles where that is due, and places the wagers.
    pub(crate) fn begin(&mut self, simulation: &Simulation<'a>) {
        let table = simulation.table;
        self.shuffled = self.source.begin();
        if self.shuffled {
            self.counters.reset(&[]);
            // A new shoe is begun as the first one was.
            self.late = [false; BOXES];
            self.out = self.out_at_first;
        }
        self.by_engine = None;
        self.void = false;
        let unseen = self.source.unseen();
        for (place, &seat) in table.boxes.iter().enumerate() {
            let Some(counting) = table.seats[seat].mind.counting else {
                continue;
            };
            let count = self.counters.true_count(seat, unseen).unwrap_or(0);
            if counting.leave.is_some_and(|leave| count < leave) {
                self.out[place] = true;
            } else if counting.enter.is_some_and(|enter| count >= enter) || counting.enter.is_none()
            {
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
            self.start
                .earlier
                .extend_from_slice(self.source.of_earlier_rounds());
        }
        self.start.counters.clone_from(&self.counters);
    }

    pub(crate) fn by_rows(&mut self, simulation: &Simulation<'a>) -> Result<(), Rare> {
        let Simulation {
            table,
            ready,
            faces,
            ..
        } = simulation;
        let mut hands = Hands {
            table,
            ready,
            faces,
            source: &mut self.source,
            words: &mut self.words,
            counters: &mut self.counters,
        };
        hands.play(&self.plays, &self.levels, &mut self.dealt)?;
        for (place, &seat) in table.boxes.iter().enumerate() {
            let ready = &ready[seat];
            for bettor in 0..self.results[place].len() {
                let (cell, mut result) =
                    ready.result(&self.dealt, place, bettor, self.levels[place]);
                if self.plays[place] && ready.has_sides() {
                    let two = [self.dealt.first[place], self.dealt.second[place]]
                        .map(|card| faces.cards[usize::from(card)]);
                    let chance = (&mut self.source, &mut self.words);
                    ready.add_sides(table, two, bettor, chance, &mut result);
                }
                self.results[place][bettor] = result;
                self.cells[place][bettor] = cell;
            }
        }
        Ok(())
    }

    /// What the engine must know of this round.
    pub(crate) fn start_of_engine(&self, simulation: &Simulation<'a>) -> Start<'a> {
        let table = simulation.table;
        let mut start = self.start.clone();
        for (place, wager) in start.wagers.iter_mut().enumerate() {
            let stake = simulation.ready[table.boxes[place]].stake(0, self.levels[place]);
            *wager = self.plays[place].then_some(stake.wager);
        }
        if table.dealing != Dealing::Device {
            start
                .earlier
                .extend_from_slice(self.source.of_earlier_rounds());
        }
        start
    }

    #[cold]
    pub(crate) fn by_engine(&mut self, simulation: &Simulation<'a>) {
        let start = self.start_of_engine(simulation);
        let dealt = self.source.of_round().to_vec();
        let played = simulation
            .engine
            .play(start, &dealt, &mut self.source, &mut self.words);
        // Rows saw only some of these cards, the engine all of them.
        self.counters.reset(self.source.all_out());
        self.cells
            .iter_mut()
            .flatten()
            .for_each(|cell| *cell = None);
        match played {
            Ok(played) => {
                self.results.clone_from(&played.results);
                self.by_engine = Some(played);
            }
            // The round is void: every wager goes back.
            Err(Stuck) => {
                self.results
                    .iter_mut()
                    .flatten()
                    .for_each(|result| *result = BettorResult::default());
                self.void = true;
            }
        }
    }
}
