//! Rounds that a lane cannot finish by itself: a pair that comes again is played on in its lane,
//! hand by hand; all others leave it, and the lane waits at its card until they are over.

use super::again::Again;
use super::cells::Against;
use super::lanes::{CODE, Group, mask};
use super::ledger::{Left, Next};
use super::split_hands;
use super::transitions::{COLUMNS, Call, DIFFERS, Insured, ROW, START, dealt};
use crate::by_rows::Waits;
use crate::code::Code;
use solver::{CardValue, Outcome};

/// What comes next after a call.
enum Then {
    /// A hand or the dealer's begins at an entry.
    Entry(u32),
    /// The round is over.
    Over(Outcome),
}

impl<const LANES: usize> Group<'_, '_, '_, LANES> {
    /// A lane calls when so many cards are out.
    #[cold]
    #[inline(never)]
    pub(super) fn call<const COUNTS: bool>(&mut self, lane: usize, out: usize) {
        let Some((mut again, call)) = self.again(lane) else {
            return self.leave::<COUNTS>(lane, out);
        };
        match self.answer(&mut again, call, self.card(lane, out - 1)) {
            Some(Then::Entry(entry)) => {
                let lanes = &mut *self.lanes;
                lanes.row[lane] = (entry & ROW) * COLUMNS;
                lanes.differs[lane] = mask(entry & DIFFERS != 0);
                lanes.again[lane] = Some(again);
            }
            Some(Then::Over(outcome)) => {
                let level = self.level::<COUNTS>(lane);
                let net = self.ledger.settle_again(level, *again, outcome);
                self.settle::<COUNTS>(lane, level, net);
                if out >= usize::from(self.lanes.cut[lane]) {
                    self.lanes.stop(lane);
                } else {
                    self.lanes.row[lane] = START * COLUMNS;
                    self.lanes.differs[lane] = 0;
                    self.next_round::<COUNTS>(lane, out);
                }
            }
            None => self.leave::<COUNTS>(lane, out),
        }
    }

    /// The hands of a pair that has come again, and what their lane calls for; none where it is
    /// something else.
    fn again(&mut self, lane: usize) -> Option<(Box<Again>, Call)> {
        let sum = usize::from(self.lanes.cell[lane]);
        if let Some(again) = self.lanes.again[lane].take() {
            return Some((again, Call::of(sum)));
        }
        let (simulation, shoes) = (self.ledger.simulation, self.ledger.shoes);
        let (call, first_end) = shoes.cells.in_a_pair(sum);
        let call @ Call::Again(insured) = Call::of(call) else {
            return None;
        };
        let began = usize::from(self.lanes.began[lane]);
        let [first, upcard, second] = [0, 1, 2].map(|card| self.card(lane, began + card));
        let against = match insured {
            Insured::No => Against::Upcard(upcard.value()),
            Insured::Yes => Against::InsuredAce,
        };
        let ended = first_end.map(|end| shoes.cells.split_ended(end));
        let ready = &simulation.ready[0];
        let again = Again::new(ready, (against, upcard), [first, second], ended)?;
        Some((Box::new(again), call))
    }

    /// The card of a lane at a place in its shoe.
    fn card(&self, lane: usize, place: usize) -> Code {
        Code::from_byte(self.lanes.shoe[place][lane] & CODE)
    }

    /// What comes next when a card has made such a call; none where the round must leave its lane.
    fn answer(&self, again: &mut Again, call: Call, card: Code) -> Option<Then> {
        let first = match call {
            Call::Leave => return None,
            Call::Outcome(outcome) => return Some(Then::Over(outcome)),
            Call::Again(_) => Some(again.split(card)),
            Call::Ended(end) => again.end(self.ledger.shoes.cells.split_ended(end)),
        };
        let next = &self.common.next;
        let Some(first) = first else {
            return Some(match next.dealer(again.upcard.value(), self.waits(again)) {
                Some(entry) => Then::Entry(entry),
                None => Then::Over(Outcome::Bust),
            });
        };
        let rows = &self.ledger.simulation.ready[0].rows;
        let row = rows.split_start(again.upcard, first, again.splits())?;
        Some(Then::Entry(next.alone(row)?))
    }

    /// How much of the dealer's hand is dealt when all hands have ended.
    fn waits(&self, again: &Again) -> Waits {
        let book = self.ledger.simulation.table.book;
        let upcard: CardValue = again.upcard.value();
        let each = again
            .ends
            .iter()
            .map(|&ended| split_hands::against(Waits::of_split_hand(book, ended), upcard));
        dealt(book, again.against, each.max().unwrap_or(Waits::Nothing))
    }

    /// A round leaves its lane.
    fn leave<const COUNTS: bool>(&mut self, lane: usize, out: usize) {
        let Left {
            net,
            initial,
            rounds,
            next,
        } = self.play_alone(lane, out);
        let lanes = &mut *self.lanes;
        lanes.net[lane] += net;
        lanes.initial[lane] += initial;
        lanes.rounds[lane] += rounds;
        match next {
            Next::Shoe => lanes.stop(lane),
            Next::Round(then) if then == out => {
                lanes.row[lane] = START * COLUMNS;
                self.next_round::<COUNTS>(lane, out);
            }
            Next::Round(then) => {
                lanes.wait(lane);
                lanes.wake[then] |= 1 << lane;
            }
        }
    }

    fn play_alone(&mut self, lane: usize, out: usize) -> Left {
        let began = usize::from(self.lanes.began[lane]);
        let left = self.ledger.leave(self.first.plus(lane), began);
        let mut cards = (began..out).map(|place| self.card(lane, place));
        debug_assert!(
            // Where the cards ran out, they were shuffled.
            left.next == Next::Shoe
                || self
                    .ledger
                    .codes(began)
                    .map_while(|code| Some((code, cards.next()?)))
                    .all(|(code, card)| code == card),
            "the lane was dealt other cards"
        );
        left
    }

    /// Rounds that left these lanes are over now that so many cards are out.
    #[cold]
    #[inline(never)]
    pub(super) fn go_on<const COUNTS: bool>(&mut self, out: usize) {
        let mut lanes = std::mem::take(&mut self.lanes.wake[out]);
        for lane in 0..LANES {
            if lanes & 1 != 0 {
                self.lanes.row[lane] = START * COLUMNS;
                self.lanes.sum[lane] = 0;
                self.next_round::<COUNTS>(lane, out);
            }
            lanes >>= 1;
        }
    }

    /// The cards have run out in the middle of the last rounds.
    #[cold]
    pub(super) fn run_out(&mut self) {
        let out = self.common.shoe.len();
        for lane in 0..LANES {
            if self.lanes.dealing & 1 << lane != 0 {
                let Left {
                    net,
                    initial,
                    rounds,
                    ..
                } = self.play_alone(lane, out);
                self.lanes.net[lane] += net;
                self.lanes.initial[lane] += initial;
                self.lanes.rounds[lane] += rounds;
                self.lanes.again[lane] = None;
                self.lanes.stop(lane);
            }
        }
    }
}
