//! Shoes side by side: every lane deals a shoe of its own, and all stand at the same card.
//!
//! So how many cards are left, and where a counter's ways to play begin, is one number for all
//! lanes, and a card takes the same few steps in each. A round that leaves its lane does not move
//! the lane's card: it is played by itself from the same shoe, and the lane waits until it is over.
#![expect(
    clippy::as_conversions,
    reason = "the inner loop: words are cut to their halves, and places to the room there is"
)]

use super::again::Again;
use super::count::{CODE_BITS, Count};
use super::ledger::Ledger;
use super::transitions::{ADDED, COLUMNS, DIFFERS, RARE, ROOM, ROW, START, Transitions, WAIT};
use crate::alike::PLACES;
use crate::dealing::{Cut, cut_after};
use crate::shoe_words::{self, Purpose, ShoeId, ShoeWords, is_fair, two_places};

/// A place in a shoe, cut to fit.
const PLACE: usize = PLACES - 1;
/// A card's code in its byte.
pub(super) const CODE: u8 = (1 << CODE_BITS) - 1;
/// How many lanes one word of marks tells.
const MARKS: usize = 64;

/// What all lanes of a table have in common.
#[derive(Debug)]
pub(super) struct Common {
    /// The bytes of the cards in the order in which every shoe begins.
    pub(super) shoe: Vec<u8>,
    pub(super) burned: usize,
    pub(super) cut: Cut,
    pub(super) next: Transitions,
}

/// The lanes: laid where a line of the machine's cache begins.
#[repr(align(64))]
pub(super) struct Lanes<const LANES: usize> {
    /// The cards of each shoe, by place: those that are out stand in front, as they came.
    pub(super) shoe: [[u8; LANES]; PLACES],
    /// The states of the shoes' words.
    state: [[u32; LANES]; 4],
    words: [u32; LANES],
    /// Where among those left the card of this place comes from, and that of the next.
    places: [[u16; LANES]; 2],
    /// The card that came.
    pub(super) came: [u8; LANES],
    /// Where the lane's row begins, the entry that was followed, and the sum.
    pub(super) row: [u32; LANES],
    entry: [u32; LANES],
    pub(super) sum: [u16; LANES],
    /// The sum as it was when the round was over.
    pub(super) cell: [u16; LANES],
    over: [u8; LANES],
    /// For a counter: the sum of all cards seen, the column, whether the ways to play differ in
    /// the lane's row, and the place of what was known before the round.
    count: [i16; LANES],
    column: [u16; LANES],
    pub(super) differs: [u16; LANES],
    pub(super) known: [u16; LANES],
    /// How many cards were out when the round began.
    pub(super) began: [u16; LANES],
    /// How many may be out before the cutting card comes.
    pub(super) cut: [u16; LANES],
    /// How many rounds ended in the lane, and what the shoe came to.
    pub(super) rounds: [u32; LANES],
    pub(super) net: [i64; LANES],
    pub(super) initial: [i64; LANES],
    /// By how many cards are out, which lanes go on then that wait.
    pub(super) wake: [u128; PLACES + 1],
    /// Which lanes deal a shoe that is not over.
    pub(super) dealing: u128,
    /// The hands of pairs that came again.
    pub(super) again: [Option<Box<Again>>; LANES],
}

/// Some shoes that are dealt side by side.
pub(super) struct Group<'g, 's, 'a, const LANES: usize> {
    pub(super) lanes: &'g mut Lanes<LANES>,
    pub(super) common: &'g Common,
    pub(super) count: Option<&'g Count>,
    pub(super) ledger: &'g mut Ledger<'s, 'a>,
    /// The first shoe, and how many there are.
    pub(super) first: ShoeId,
    pub(super) shoes: usize,
}

impl<const LANES: usize> Lanes<LANES> {
    pub(super) fn new() -> Box<Self> {
        const { assert!(LANES <= 128 && LANES.is_power_of_two() && LANES >= 8) };
        Box::new(Self {
            shoe: [[0; LANES]; PLACES],
            state: [[0; LANES]; 4],
            words: [0; LANES],
            places: [[0; LANES]; 2],
            came: [0; LANES],
            row: [0; LANES],
            entry: [0; LANES],
            sum: [0; LANES],
            cell: [0; LANES],
            over: [0; LANES],
            count: [0; LANES],
            column: [0; LANES],
            differs: [0; LANES],
            known: [0; LANES],
            began: [0; LANES],
            cut: [0; LANES],
            rounds: [0; LANES],
            net: [0; LANES],
            initial: [0; LANES],
            wake: [0; PLACES + 1],
            dealing: 0,
            again: [const { None }; LANES],
        })
    }

    /// How many rounds each shoe of the last group had.
    pub(super) const fn rounds(&self) -> &[u32; LANES] {
        &self.rounds
    }

    pub(super) fn wait(&mut self, lane: usize) {
        self.row[lane] = WAIT * COLUMNS;
        self.differs[lane] = 0;
    }

    /// No more rounds are dealt from the lane's shoe.
    pub(super) fn stop(&mut self, lane: usize) {
        self.wait(lane);
        self.dealing &= !(1 << lane);
    }
}

impl<const LANES: usize> pulp::WithSimd for &mut Group<'_, '_, '_, LANES> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        match self.count {
            Some(_) => self.deal::<true>(),
            None => self.deal::<false>(),
        }
    }
}

impl<const LANES: usize> Group<'_, '_, '_, LANES> {
    /// Deals all shoes, each until its cutting card has come and the round is over.
    pub(super) fn play(mut self) {
        pulp::Arch::new().dispatch(&mut self);
        for lane in 0..self.shoes {
            let (net, initial) = (self.lanes.net[lane], self.lanes.initial[lane]);
            self.ledger.close_shoe(net, initial);
        }
        self.ledger.close_group();
    }

    #[inline(always)]
    fn deal<const COUNTS: bool>(&mut self) {
        self.begin::<COUNTS>();
        let (cards, burned) = (self.common.shoe.len(), self.common.burned);
        for out in 0..burned {
            self.draw(out);
        }
        let least = self.lanes.cut[..self.shoes].iter().min().copied();
        let edge = usize::from(least.unwrap_or(0)).clamp(burned + 1, cards);
        // Before any cutting card has come, nobody asks for one.
        for out in burned..edge - 1 {
            self.deal_card::<COUNTS, false>(out);
        }
        let mut out = edge - 1;
        while out < cards && self.lanes.dealing != 0 {
            self.deal_card::<COUNTS, true>(out);
            out += 1;
        }
        if self.lanes.dealing != 0 {
            self.run_out();
        }
    }

    /// New shoes.
    #[inline(always)]
    fn begin<const COUNTS: bool>(&mut self) {
        let Self {
            lanes,
            common,
            first,
            shoes,
            count,
            ..
        } = self;
        for (place, &card) in lanes.shoe.iter_mut().zip(&common.shoe) {
            *place = [card; LANES];
        }
        for lane in 0..LANES {
            let mut words = ShoeWords::new(first.plus(lane), Purpose::Cards);
            let behind = common.cut.place(&mut words);
            let cut = cut_after(common.shoe.len(), common.burned, behind);
            lanes.cut[lane] = cut as u16;
            for (state, word) in lanes.state.iter_mut().zip(words.state()) {
                state[lane] = word;
            }
        }
        let known = count.map_or(0, |count| count.place(common.burned, 0));
        lanes.row = [START * COLUMNS; LANES];
        lanes.sum = [0; LANES];
        lanes.count = [0; LANES];
        lanes.differs = [0; LANES];
        lanes.known = [known; LANES];
        lanes.began = [common.burned as u16; LANES];
        lanes.rounds = [0; LANES];
        lanes.net = [0; LANES];
        lanes.initial = [0; LANES];
        lanes.dealing = 0;
        for lane in 0..LANES {
            if lane < *shoes {
                lanes.dealing |= 1 << lane;
            } else {
                lanes.wait(lane);
            }
        }
    }

    /// Draws a card to every lane when so many are out.
    #[inline(always)]
    fn draw(&mut self, out: usize) {
        let left = (self.common.shoe.len() - out) as u32;
        // Of a shoe, cards are drawn by twos.
        if out & 1 == 0 {
            self.draw_places(left);
        }
        let Lanes {
            shoe, places, came, ..
        } = &mut *self.lanes;
        let taken = shoe[out & PLACE];
        for lane in 0..LANES {
            let from = out.wrapping_add(usize::from(places[out & 1][lane]));
            let card = &mut shoe[from & PLACE][lane];
            came[lane] = *card;
            *card = taken[lane];
        }
        shoe[out & PLACE] = *came;
    }

    #[inline(always)]
    fn draw_places(&mut self, left: u32) {
        let Lanes {
            state: [one, two, three, four],
            words,
            places: [first, second],
            ..
        } = &mut *self.lanes;
        for lane in 0..LANES {
            let mut state = [one[lane], two[lane], three[lane], four[lane]];
            words[lane] = shoe_words::next(&mut state);
            [one[lane], two[lane], three[lane], four[lane]] = state;
        }
        let other = (left - 1).max(1);
        let pairs = left * other;
        let mut unsure = 0;
        for lane in 0..LANES {
            let (places, rest) = two_places(words[lane], left, other);
            first[lane] = places[0] as u16;
            second[lane] = places[1] as u16;
            unsure |= u32::from(rest < pairs);
        }
        if unsure != 0 {
            self.draw_again(left, other);
        }
    }

    /// Draws the places of those lanes again whose word would make some likelier.
    #[cold]
    #[inline(never)]
    fn draw_again(&mut self, left: u32, other: u32) {
        let lanes = &mut *self.lanes;
        for lane in 0..LANES {
            let (mut places, mut rest) = two_places(lanes.words[lane], left, other);
            while !is_fair(rest, left * other) {
                let mut state = lanes.state.map(|words| words[lane]);
                (places, rest) = two_places(shoe_words::next(&mut state), left, other);
                for (words, word) in lanes.state.iter_mut().zip(state) {
                    words[lane] = word;
                }
            }
            lanes.places[0][lane] = places[0] as u16;
            lanes.places[1][lane] = places[1] as u16;
        }
    }

    /// Deals a card to every lane when so many are out, and follows it.
    #[inline(always)]
    fn deal_card<const COUNTS: bool, const LATE: bool>(&mut self, out: usize) {
        self.draw(out);
        if COUNTS {
            self.see(out + 1);
        }
        let Lanes {
            came,
            row,
            entry,
            sum,
            cell,
            over,
            column,
            differs,
            ..
        } = &mut *self.lanes;
        let next = &self.common.next.next;
        for lane in 0..LANES {
            let column = match COUNTS {
                true => u32::from(column[lane]),
                false => u32::from(came[lane]),
            };
            entry[lane] = next[row[lane].wrapping_add(column) as usize & (ROOM - 1)];
        }
        for lane in 0..LANES {
            let then = entry[lane] & ROW;
            row[lane] = then.wrapping_mul(COLUMNS);
            if COUNTS {
                differs[lane] = mask(entry[lane] & DIFFERS != 0);
            }
            let is_over = mask(then <= RARE);
            let added = sum[lane].wrapping_add((entry[lane] >> ADDED) as u16);
            cell[lane] = added;
            sum[lane] = added & !is_over;
            over[lane] = is_over as u8;
        }
        let marks = marks(over);
        for (half, mut marks) in marks.into_iter().enumerate() {
            while marks != 0 {
                let lane = half * MARKS + marks.trailing_zeros() as usize;
                marks &= marks.wrapping_sub(1);
                self.end::<COUNTS, LATE>(lane & (LANES - 1), out + 1);
            }
        }
        if self.lanes.wake[out + 1] != 0 {
            self.go_on::<COUNTS>(out + 1);
        }
    }

    /// Counts the card that came to every lane, when so many are out.
    #[inline(always)]
    fn see(&mut self, out: usize) {
        let Some(all) = self.count else { return };
        let Lanes {
            came,
            count,
            column,
            differs,
            ..
        } = &mut *self.lanes;
        for lane in 0..LANES {
            count[lane] = count[lane].wrapping_add(i16::from(came[lane] >> CODE_BITS));
        }
        let mut ways = [0_u16; LANES];
        for &from in all.from(out) {
            for lane in 0..LANES {
                ways[lane] = ways[lane].wrapping_add(u16::from(count[lane] >= from));
            }
        }
        for lane in 0..LANES {
            let way = ways[lane].wrapping_mul(COLUMNS as u16) & differs[lane];
            column[lane] = way.wrapping_add(u16::from(came[lane] & CODE));
        }
    }

    /// A round has come to its end in a lane, or leaves it, when so many cards are out.
    #[inline(always)]
    fn end<const COUNTS: bool, const LATE: bool>(&mut self, lane: usize, out: usize) {
        if self.lanes.row[lane] != START * COLUMNS {
            return self.call::<COUNTS>(lane, out);
        }
        let level = self.level::<COUNTS>(lane);
        let cell = usize::from(self.lanes.cell[lane]);
        let cell = &mut self.ledger.levels[level][cell];
        cell.times = cell.times.wrapping_add(1);
        let net = i64::from(cell.net);
        self.settle::<COUNTS>(lane, level, net);
        if LATE && out >= usize::from(self.lanes.cut[lane]) {
            self.lanes.stop(lane);
        } else {
            self.next_round::<COUNTS>(lane, out);
        }
    }

    /// Which of its wagers the box has placed.
    #[inline(always)]
    pub(super) fn level<const COUNTS: bool>(&self, lane: usize) -> usize {
        match self.count.filter(|_| COUNTS) {
            Some(count) => count.known()[usize::from(self.lanes.known[lane])].level,
            None => 0,
        }
    }

    /// A round of a lane has won so much.
    #[inline(always)]
    pub(super) fn settle<const COUNTS: bool>(&mut self, lane: usize, level: usize, net: i64) {
        let (lanes, ledger) = (&mut *self.lanes, &mut *self.ledger);
        // Nothing here is near the most that can be counted: what a round may win is limited.
        lanes.net[lane] = lanes.net[lane].wrapping_add(net);
        lanes.rounds[lane] = lanes.rounds[lane].wrapping_add(1);
        lanes.initial[lane] = lanes.initial[lane].wrapping_add(ledger.initials[level]);
        if COUNTS {
            let sums = &mut ledger.known[usize::from(lanes.known[lane])];
            sums.times = sums.times.wrapping_add(1);
            sums.net = sums.net.wrapping_add(net);
            sums.net_net = sums.net_net.wrapping_add(net.wrapping_mul(net));
        }
    }

    /// The next round of a lane begins when so many cards are out.
    #[inline(always)]
    pub(super) fn next_round<const COUNTS: bool>(&mut self, lane: usize, out: usize) {
        let lanes = &mut *self.lanes;
        lanes.began[lane] = out as u16;
        if let Some(count) = self.count.filter(|_| COUNTS) {
            lanes.known[lane] = count.place(out, lanes.count[lane]);
        }
    }
}

/// A bit for each lane that is marked.
#[inline(always)]
fn marks<const LANES: usize>(lanes: &[u8; LANES]) -> [u64; 2] {
    let mut marks = [0; 2];
    for (place, eight) in lanes.as_chunks::<8>().0.iter().enumerate() {
        // One bit of each byte, gathered by a product.
        let bits = (u64::from_le_bytes(*eight) & 0x8040_2010_0804_0201)
            .wrapping_mul(0x0101_0101_0101_0101)
            >> 56;
        marks[place / 8] |= bits << (place % 8 * 8);
    }
    marks
}

/// All ones or none.
#[inline(always)]
pub(super) const fn mask(is_so: bool) -> u16 {
    (is_so as u16).wrapping_neg()
}
