//! Adds up what rounds of boxes that are played alike come to.

use super::Alike;
use super::boxes::Boxes;
use super::page::{At, CELLS, Page, boxed, cell, outcome};
use super::splits::Splits;
use crate::by_rows::{OUTCOMES, Stake};
use crate::code::Code;
use crate::record::{BettorRecord, Bonus, Record, Spread};
use crate::rows::{RoundEnd, Row, Rows};
use crate::shoe::Drawer;
use solver::{CardValue, VALUES};

/// How many rounds there were, what all boxes of a round won, and the square of that.
#[derive(Clone, Copy, Default)]
struct Rounds {
    times: u64,
    net: i64,
    net_net: i128,
}

/// Adds up what rounds came to.
pub(super) struct Bookkeeper<'b, 's, 'a> {
    alike: &'b Alike<'s, 'a>,
    /// How often a box ended in each cell of the page, and what that comes to.
    pub(super) cells: Box<[u32; CELLS]>,
    nets: Box<[i64; CELLS]>,
    /// How often a box ended with each row, by the row of the outcome.
    counts: Vec<u32>,
    pub(super) splits: Splits<'b, 'a>,
    /// Rounds that rows alone do not tell.
    special: BettorRecord,
    by_engine: u64,
    /// With several boxes, what rounds came to by upcard, and with this one.
    rounds: [Rounds; VALUES],
    these: Rounds,
    #[cfg(test)]
    pub(super) watched: Vec<super::checked::Watched>,
    #[cfg(test)]
    pub(super) lanes: Vec<Vec<Code>>,
}

impl<'b, 's, 'a> Bookkeeper<'b, 's, 'a> {
    pub(super) fn new(alike: &'b Alike<'s, 'a>) -> Self {
        let rows = &alike.ready.rows;
        Self {
            alike,
            cells: boxed(),
            nets: boxed(),
            counts: vec![0; usize::from(rows.outcomes - rows.ended) * OUTCOMES],
            splits: Splits::new(alike.ready, alike.pairs),
            special: BettorRecord::default(),
            by_engine: 0,
            rounds: [Rounds::default(); VALUES],
            these: Rounds::default(),
            #[cfg(test)]
            watched: Vec::new(),
            #[cfg(test)]
            lanes: Vec::new(),
        }
    }

    fn stake(&self) -> &'b Stake<'a> {
        self.alike.ready.stake(0, 0)
    }

    pub(super) const fn rows(&self) -> &'b Rows {
        &self.alike.ready.rows
    }

    fn place(&self, row: u16, outcome: usize) -> usize {
        usize::from(row - self.alike.ready.rows.ended) * OUTCOMES + outcome
    }

    /// Opens a page: what its cells come to.
    pub(super) fn open(&mut self, page: &Page) {
        let (rows, stake) = (&self.alike.ready.rows, self.stake());
        for (row, at) in page.ends() {
            let results = stake
                .results
                .chunks_exact(OUTCOMES)
                .nth(usize::from(rows.end_of[usize::from(row)]));
            for outcome in 0..OUTCOMES {
                // A split pair and a Super Bonus come to nothing here: they are entered elsewhere.
                self.nets[usize::from(cell(at, 0)) + outcome] =
                    results.map_or(0, |results| results[outcome].net);
            }
        }
    }

    /// Turns a page: what was counted in its cells goes to its rows.
    pub(super) fn turn(&mut self, page: &Page) {
        for (row, at) in page.ends() {
            for outcome in 0..OUTCOMES {
                let place = self.place(row, outcome);
                let cell = usize::from(cell(at, 0)) + outcome;
                self.counts[place] += std::mem::take(&mut self.cells[cell]);
            }
        }
    }

    /// The last page of an upcard is turned, whatever its suits.
    pub(super) fn turn_last(&mut self, upcard: CardValue) {
        self.rounds[upcard.index()] = std::mem::take(&mut self.these);
        self.splits.turn(upcard, &mut self.special);
    }

    /// Enters a round of several boxes, of which split pairs won so much.
    #[inline(always)]
    pub(super) fn enter<const BOXES: usize, const AT_ONCE: usize>(
        &mut self,
        boxes: &Boxes<BOXES, AT_ONCE>,
        deck: usize,
        won: i64,
    ) {
        let outcome = outcome(boxes.last[deck]);
        let mut net = won;
        for ends in &boxes.ends {
            // A split pair is counted too, where nobody looks, and comes to nothing here. What some
            // boxes win is far from the most that can be counted, and a check would cost more than
            // the sum.
            net = net.wrapping_add(self.count(ends[deck], outcome));
        }
        self.add_round(net);
    }

    #[inline(always)]
    fn add_round(&mut self, net: i64) {
        let Rounds {
            times,
            net: sum,
            net_net,
        } = &mut self.these;
        *times += 1;
        *sum = sum.wrapping_add(net);
        *net_net = net_net.wrapping_add(i128::from(net) * i128::from(net));
    }

    /// Counts an unsplit box, and says what it came to.
    #[inline(always)]
    fn count(&mut self, end: At, outcome: u16) -> i64 {
        let cell = usize::from(cell(end, outcome));
        self.cells[cell] = self.cells[cell].wrapping_add(1);
        self.nets[cell]
    }

    /// Enters a round of several boxes that the engine plays.
    pub(super) fn enter_by_engine(
        &mut self,
        upcard: Code,
        hands: &[Vec<Code>],
        dealer: &[Code],
        words: &mut Drawer,
    ) {
        let net = self.by_engine(upcard, hands, dealer, words);
        self.add_round(net);
    }

    /// The engine plays the same cards, in the order in which a dealer deals, and says what all
    /// boxes came to.
    pub(super) fn by_engine(
        &mut self,
        upcard: Code,
        hands: &[Vec<Code>],
        dealer: &[Code],
        words: &mut Drawer,
    ) -> i64 {
        let played = self.alike.replay(&in_order(upcard, hands, dealer), words);
        self.by_engine += 1;
        #[cfg(test)]
        self.watched
            .push(super::checked::Watched::ByEngine(played.clone()));
        for result in played.results.iter().flatten() {
            self.special.tally.add(played.upcard, result.main, 1);
        }
        for (_, _, bonus, cents) in played.bonuses {
            self.special.bonuses[bonus.index()].add(1, cents);
        }
        played
            .results
            .iter()
            .flatten()
            .map(|result| result.main.net)
            .sum()
    }

    pub(super) fn close(self) -> Record {
        let alike = self.alike;
        let (stake, rows) = (self.stake(), &alike.ready.rows);
        let mut bettor = self.special;
        self.splits.close(&mut bettor);
        for (place, &times) in self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, times)| **times > 0)
        {
            let row = usize::from(rows.ended) + place / OUTCOMES;
            let (Row::Ended(upcard, ended) | Row::Over(RoundEnd::Box(upcard, ended))) =
                rows.rows[row]
            else {
                continue;
            };
            let result = stake.results[usize::from(rows.end_of[row]) * OUTCOMES + place % OUTCOMES];
            let times = u64::from(times);
            bettor.tally.add(upcard, result, times);
            if let Some(bonus) = Bonus::of(ended).filter(|_| result.net > 0) {
                bettor.bonuses[bonus.index()].add(times, result.net);
            }
        }
        let mut record = Record::of(&[1]);
        let boxes = bettor.tally.spread();
        let by_upcard = match alike.boxes {
            1 => bettor.tally.by_upcard(),
            several => self
                .rounds
                .map(|sums| of_rounds(sums, stake.results[0].initial, several)),
        };
        let mut rounds = Spread::default();
        by_upcard.iter().for_each(|sums| rounds.merge(sums));
        record.rounds = rounds.times;
        record.shuffles = rounds.times;
        record.by_engine = self.by_engine;
        record.table = rounds;
        let seat = &mut record.seats[0];
        (seat.boxes, seat.rounds, seat.shoes, seat.purse) = (boxes, rounds, rounds, rounds);
        seat.by_upcard = by_upcard;
        bettor.shoes = rounds;
        seat.bettors[0] = bettor;
        record
    }
}

/// The cards of a round in the order in which a dealer deals them.
pub(super) fn in_order(upcard: Code, hands: &[Vec<Code>], dealer: &[Code]) -> Vec<Code> {
    let firsts = hands.iter().map(|hand| hand[0]).chain([upcard]);
    let seconds = hands.iter().map(|hand| hand[1]);
    let drawn = hands
        .iter()
        .flat_map(|hand| &hand[2..])
        .chain(dealer)
        .copied();
    firsts.chain(seconds).chain(drawn).collect()
}

/// The sums of rounds of several boxes with the same wager.
fn of_rounds(
    Rounds {
        times,
        net,
        net_net,
    }: Rounds,
    wager: i64,
    boxes: usize,
) -> Spread {
    let initial = i128::from(wager) * i128::try_from(boxes).expect("a table has few boxes");
    let (rounds, net) = (i128::from(times), i128::from(net));
    Spread {
        times,
        net,
        initial: initial * rounds,
        net_net,
        net_initial: net * initial,
        initial_initial: initial * initial * rounds,
    }
}
