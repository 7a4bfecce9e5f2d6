//! Adds up what rounds of boxes that are played alike come to.

use super::Alike;
use super::splits::Splits;
use crate::by_rows::{OUTCOMES, Stake};
use crate::code::Code;
use crate::lanes::{LANES, Seen, after, halves};
use crate::record::{BettorRecord, Bonus, Record, Spread};
use crate::rows::{NO_END, RoundEnd, Row, Rows};
use crate::shoe::Drawer;
use cards::{Card, Rank, Suit};
use solver::{CardValue, Outcome, VALUES};

/// Adds up what rounds came to.
pub(super) struct Bookkeeper<'b, 's, 'a> {
    pub(super) alike: &'b Alike<'s, 'a>,
    /// With several boxes: the step at which the round of each lane began.
    starts: [usize; LANES],
    /// How often a box ended with each row, by outcome.
    counts: Vec<u32>,
    /// What each end of a hand comes to, by outcome.
    nets: Vec<i64>,
    /// Rounds that rows alone do not tell.
    special: BettorRecord,
    by_engine: u64,
    /// With several boxes, by upcard: how many rounds, what all boxes of a round won, and the square of that.
    rounds: [(u64, i64, i128); VALUES],
    /// The upcard of each row of an ended box.
    upcards: Vec<u8>,
    pub(super) splits: Splits,
    #[cfg(test)]
    pub(super) watched: Vec<super::checked::Watched>,
}

impl<'b, 's, 'a> Bookkeeper<'b, 's, 'a> {
    pub(super) fn new(alike: &'b Alike<'s, 'a>) -> Self {
        Self {
            alike,
            starts: [0; LANES],
            counts: vec![0; usize::from(alike.ready.rows.outcomes - alike.ready.rows.ended) * OUTCOMES],
            nets: alike.ready.stake(0, 0).results.iter().map(|result| result.net).collect(),
            special: BettorRecord::default(),
            by_engine: 0,
            rounds: [(0, 0, 0); VALUES],
            upcards: upcards(&alike.ready.rows),
            splits: Splits::default(),
            #[cfg(test)]
            watched: Vec::new(),
        }
    }

    fn stake(&self) -> &'b Stake<'a> {
        self.alike.ready.stake(0, 0)
    }

    fn cell(&self, row: u16, outcome: usize) -> usize {
        usize::from(row - self.alike.ready.rows.ended) * OUTCOMES + outcome
    }

    /// Counts an unsplit box, and says what it came to.
    #[inline(always)]
    fn enter(&mut self, row: u16, outcome: usize) -> i64 {
        let cell = self.cell(row, outcome);
        self.counts[cell] += 1;
        self.nets[usize::from(self.alike.ready.rows.end_of[usize::from(row)]) * OUTCOMES + outcome]
    }

    /// The rounds of a single box that are over: the row of the box where the dealer's outcome decides, and that of the
    /// outcome; else only the last one counts.
    #[inline(always)]
    pub(super) fn look_at_one(&mut self, log: &[u32]) -> usize {
        let rows = &self.alike.ready.rows;
        for &entry in log {
            let (end, last) = halves(entry);
            // Nothing to guess here either: an end that did not wait for the dealer counts with the first outcome.
            let waited = usize::from(last >= rows.outcomes);
            let row = if waited == 1 { end } else { last };
            let outcome = waited * usize::from(last.wrapping_sub(rows.outcomes));
            self.counts[usize::from(row - rows.ended) * OUTCOMES + outcome] += 1;
        }
        log.len()
    }

    /// Plays the splits of a single box on: what is left of the shoe is as good as any.
    pub(super) fn finish_splits(&mut self, words: &mut Drawer) {
        let alike = self.alike;
        let rows = &alike.ready.rows;
        for row in rows.ended..rows.outcomes {
            let cell = self.cell(row, 0);
            if rows.end_of[usize::from(row)] != NO_END || self.counts[cell] == 0 {
                continue;
            }
            let times = std::mem::take(&mut self.counts[cell]);
            for _ in 0..times {
                self.splits.clear();
                if let Row::Over(RoundEnd::Split(upcard, first, second)) = rows.row(row) {
                    self.split_one([upcard, first, second], words);
                } else if let Row::Over(RoundEnd::SuperBonus(suit)) = rows.row(row) {
                    let seven = |suit| Code::of(Card { rank: Rank::Seven, suit });
                    // Of which suit the dealer's seven is does not matter, but the shoe must have it.
                    let left =
                        |of: Suit| alike.table.shoe.count(Card { rank: Rank::Seven, suit: of }) > if of == suit { 3 } else { 0 };
                    let other = Suit::ALL.into_iter().find(|&of| left(of)).unwrap_or(suit);
                    self.by_engine(&[seven(other), seven(suit), seven(suit), seven(suit)], words);
                }
            }
        }
    }

    fn split_one(&mut self, cards: [Code; 3], words: &mut Drawer) {
        let ready = self.alike.ready;
        let mut rest = self.alike.shoe.without(cards.into_iter());
        self.splits.play(0, ready, cards, &mut rest, words);
        if self.splits.rare {
            self.by_engine(&cards, words);
            return;
        }
        let rows = &ready.rows;
        let mut row = rows.dealer_start(cards[0]);
        #[cfg(test)]
        let mut dealt = cards.to_vec();
        while row < rows.outcomes {
            let code = rest.draw(words).expect("one box cannot use up the shoe: it was checked");
            row = rows.first().after(row, code);
            #[cfg(test)]
            dealt.push(code);
        }
        self.enter_splits(cards[0].value(), self.alike.outcomes[usize::from(row - rows.outcomes)]);
        #[cfg(test)]
        self.watch(&dealt, true);
    }

    /// The rounds of several boxes that are over on a lane.
    #[inline(always)]
    pub(super) fn look(&mut self, seen: &Seen<'_>, log: &[u32], words: &mut Drawer) -> usize {
        let (rows, boxes) = (&self.alike.ready.rows, self.alike.boxes);
        let Rows { split, over, super_bonus, .. } = *rows;
        let mut taken = 0;
        while let Some(ends) = log.get(taken..taken + boxes) {
            let (mut waits, mut special) = (false, false);
            for &entry in ends {
                let (_, row) = halves(entry);
                // Nothing is skipped here, so there is nothing to guess.
                waits |= row < over;
                special |= (row >= split) & (row < over) | (row >= super_bonus);
            }
            // Where a box waits, the dealer's outcome comes last.
            let Some(&last) = log.get(taken + boxes - 1 + usize::from(waits)) else { break };
            let (step, row) = halves(last);
            let outcome = if waits { self.alike.outcomes[usize::from(row - rows.outcomes)] } else { Outcome::Bust.index() };
            let net = if special {
                self.special(ends, seen.of(self.starts[seen.lane], after(step)), outcome, words)
            } else {
                self.plain(ends, outcome)
            };
            #[cfg(test)]
            self.watch(&seen.of(self.starts[seen.lane], after(step)).collect::<Vec<_>>(), special);
            let sums = &mut self.rounds[usize::from(self.upcards[usize::from(halves(ends[0]).1 - rows.ended)]) % VALUES];
            *sums = (sums.0 + 1, sums.1 + net, sums.2 + i128::from(net) * i128::from(net));
            self.starts[seen.lane] = after(step);
            taken += boxes + usize::from(waits);
        }
        taken
    }

    #[inline(always)]
    fn plain(&mut self, ends: &[u32], outcome: usize) -> i64 {
        let mut net = 0;
        for &entry in ends {
            net += self.enter(halves(entry).1, outcome);
        }
        net
    }

    /// A round with a pair split or a Super Bonus.
    #[cold]
    fn special(&mut self, ends: &[u32], cards: impl Iterator<Item = Code> + Clone, outcome: usize, words: &mut Drawer) -> i64 {
        let alike = self.alike;
        let rows = &alike.ready.rows;
        let mut rest = alike.shoe.without(cards.clone());
        self.splits.clear();
        let ends = ends.iter().map(|&entry| halves(entry).1);
        for (place, row) in ends.clone().enumerate().filter(|(_, row)| rows.end_of[usize::from(*row)] == NO_END) {
            if let Row::Over(RoundEnd::Split(upcard, first, second)) = rows.row(row) {
                self.splits.play(place, alike.ready, [upcard, first, second], &mut rest, words);
            } else {
                self.splits.rare = true;
            }
        }
        if self.splits.rare {
            return self.by_engine(&cards.collect::<Vec<Code>>(), words);
        }
        let upcard = cards.clone().next().map_or(CardValue::ACE, Code::value);
        let mut net = self.enter_splits(upcard, outcome);
        for row in ends.filter(|row| rows.end_of[usize::from(*row)] != NO_END) {
            net += self.enter(row, outcome);
        }
        net
    }

    /// Writes down the split boxes of a round, and says what they came to.
    fn enter_splits(&mut self, upcard: CardValue, outcome: usize) -> i64 {
        let stake = self.stake();
        let mut net = 0;
        for (_, hands) in self.splits.each() {
            let result = stake.bettor.result_of_split(hands, Outcome::ALL[outcome]);
            self.special.tally.add(upcard, result, 1);
            net += result.net;
            for (place, &ended) in hands.iter().enumerate() {
                if let Some(bonus) = Bonus::of(ended) {
                    self.special.bonuses[bonus.index()].add(1, stake.bettor.paid_21(hands, place));
                }
            }
        }
        net
    }

    /// The engine plays the same cards, in the order in which a dealer deals, and says what all boxes came to.
    fn by_engine(&mut self, cards: &[Code], words: &mut Drawer) -> i64 {
        let dealt = self.alike.in_order(cards, &self.splits);
        let played = self.alike.replay(&dealt, words);
        self.by_engine += 1;
        #[cfg(test)]
        self.watched.push(super::checked::Watched::ByEngine(played.clone()));
        for result in played.results.iter().flatten() {
            self.special.tally.add(played.upcard, result.main, 1);
        }
        for (_, _, bonus, cents) in played.bonuses {
            self.special.bonuses[bonus.index()].add(1, cents);
        }
        played.results.iter().flatten().map(|result| result.main.net).sum()
    }

    pub(super) fn close(self) -> Record {
        let alike = self.alike;
        let (stake, rows) = (self.stake(), &alike.ready.rows);
        let mut bettor = self.special;
        for (cell, &times) in self.counts.iter().enumerate().filter(|(_, times)| **times > 0) {
            let row = usize::from(rows.ended) + cell / OUTCOMES;
            let (Row::Ended(upcard, ended) | Row::Over(RoundEnd::Box(upcard, ended))) = rows.rows[row] else { continue };
            let outcome = if alike.boxes == 1 { alike.outcomes[cell % OUTCOMES] } else { cell % OUTCOMES };
            let result = stake.results[usize::from(rows.end_of[row]) * OUTCOMES + outcome];
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
            several => self.rounds.map(|sums| of_rounds(sums, stake.results[0].initial, several)),
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

/// The upcard of each row of an ended box, by its place.
fn upcards(rows: &Rows) -> Vec<u8> {
    let upcard = |row: u16| {
        if let Row::Ended(upcard, _) | Row::Over(RoundEnd::Box(upcard, _)) = rows.row(row) {
            upcard
        } else if let Row::Over(RoundEnd::Split(upcard, ..)) = rows.row(row) {
            upcard.value()
        } else {
            // What is left is a Super Bonus.
            CardValue::SEVEN
        }
    };
    (rows.ended..rows.outcomes).map(|row| u8::try_from(upcard(row).index()).expect("there are ten values")).collect()
}

/// The sums of rounds of several boxes with the same wager.
fn of_rounds((times, net, net_net): (u64, i64, i128), wager: i64, boxes: usize) -> Spread {
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
