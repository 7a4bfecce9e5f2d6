//! Rounds from a fresh shuffle, sixteen side by side.
//!
//! Each lane has a shoe of its own and is somewhere in a round of its own. A step gives every lane one card: it is drawn from
//! those left (Fisher and Yates, one swap a card), and the row that follows is looked up. No step asks what kind of row that
//! is: that a box or a round is over only chooses where the next card goes. So there is nothing to guess wrong for the
//! machine, and what is not a look-up is done for all lanes at once.
//!
//! With several boxes, each is dealt all its cards before the next, and the dealer last: from a fresh shuffle, and with
//! hands that are played by their own cards and the upcard alone, that is as good as any order.
#![expect(clippy::as_conversions, reason = "the inner loop: words are cut to their halves, and small numbers are indices")]

use crate::code::{COLUMNS, Code};
use crate::rows::Rows;
use crate::shoe::Drawer;
use crate::words::Words;

/// How many rounds are played side by side: a word of each half of each stream.
pub(crate) const LANES: usize = 16;
/// Room for the cards of a shoe, a power of two, so that an index can be cut to fit instead of checked.
const ROOM: usize = 512;
/// The most cards a shoe may have.
pub(crate) const MOST_CARDS: usize = ROOM;
/// How many steps are made between looks at how many rounds are over.
const STEPS: usize = 256;
/// Room for what has ended on a lane in so many steps, and in a round that goes on.
const LOG: usize = 2 * STEPS;
/// A log is longer than it must be, so that those of all lanes do not fall on the same lines of the machine's cache.
const LOG_ROOM: usize = LOG + 16;
/// A round must take fewer cards.
pub(crate) const LONGEST: u32 = STEPS as u32;
/// No round takes fewer cards: the upcard and two.
const FEWEST_CARDS: u32 = 3;

/// Where lanes are in their rounds: laid where a line of the machine's cache begins.
#[repr(align(64))]
struct At<const N: usize> {
    /// The row.
    row: [u32; N],
    /// What is kept of the round: the row of the upcard alone, or for a single box the row with which it ended.
    kept: [u32; N],
    /// How many boxes are still to be dealt.
    left: [u32; N],
    /// All ones where a box waits for the dealer.
    waits: [u32; N],
    /// How many cards of the round are dealt.
    dealt: [u32; N],
    /// How many rounds are over.
    rounds: [u32; N],
}

/// The lanes.
pub(crate) struct Lanes<'a> {
    rows: &'a Rows,
    marks: Marks,
    cards: u32,
    shoes: Box<[[u8; ROOM]; LANES]>,
    at: At<LANES>,
    /// What has ended on each lane since the last look, and how much that is.
    log: Box<[[u32; LOG_ROOM]; LANES]>,
    logged: [u32; LANES],
    /// The cards of the last steps, two looks' worth.
    seen: Box<[[u8; LANES]; 2 * STEPS]>,
    step: usize,
}

impl<'a> Lanes<'a> {
    /// Lanes that deal to so many boxes from such a shoe of at most [`MOST_CARDS`].
    pub(crate) fn new(rows: &'a Rows, boxes: u32, shoe: &[Code]) -> Self {
        let mut cards = [0; ROOM];
        cards.iter_mut().zip(shoe).for_each(|(card, code)| *card = code.byte());
        let none = [0; LANES];
        Self {
            rows,
            marks: Marks {
                start: u32::from(rows.start),
                ended: u32::from(rows.ended),
                split: u32::from(rows.split),
                over: u32::from(rows.over),
                outcomes: u32::from(rows.outcomes),
                to_dealer: u32::from(rows.upcards),
                boxes,
            },
            cards: shoe.len() as u32,
            shoes: Box::new([cards; LANES]),
            at: At {
                row: [u32::from(rows.start); LANES],
                kept: none,
                left: [boxes; LANES],
                waits: none,
                dealt: none,
                rounds: none,
            },
            log: Box::new([[0; LOG_ROOM]; LANES]),
            logged: none,
            seen: Box::new([[0; LANES]; 2 * STEPS]),
            step: 0,
        }
    }

    /// Plays so many rounds. Each lane plays its share, however long its rounds are. After some steps `look` is told what has
    /// ended on each lane: the boxes of a round one after the other, and then, where one waits for it, the dealer's hand. It
    /// says how much of this it has taken in; the rest is told again with what follows.
    pub(crate) fn play(
        &mut self,
        rounds: u32,
        words: &mut Words,
        spare: &mut Drawer,
        look: &mut impl FnMut(&Seen<'_>, &[u32]) -> usize,
    ) {
        let share = |lane: usize| rounds / LANES as u32 + u32::from((lane as u32) < rounds % LANES as u32);
        let mut buffer = vec![[0; LANES]; STEPS];
        let most = STEPS as u32 / FEWEST_CARDS + 1;
        while (0..LANES).all(|lane| self.at.rounds[lane] + most <= share(lane)) {
            let buffer = &mut buffer;
            if self.marks.boxes == 1 {
                pulp::Arch::new().dispatch(Steps::<true> { lanes: self, words, spare, buffer });
            } else {
                pulp::Arch::new().dispatch(Steps::<false> { lanes: self, words, spare, buffer });
            }
            self.show(look);
        }
        // From here on each lane goes its own way, and counts its own steps.
        let step = self.step;
        for lane in 0..LANES {
            self.step = step;
            while self.at.rounds[lane] < share(lane) {
                self.finish(lane, share(lane), spare);
                self.show(look);
            }
        }
    }

    fn show(&mut self, look: &mut impl FnMut(&Seen<'_>, &[u32]) -> usize) {
        if self.marks.boxes == 1 {
            let seen = Seen { cards: &self.seen, lane: 0 };
            look(&seen, &self.log.as_flattened()[..self.logged[0] as usize]);
            self.logged[0] = 0;
            return;
        }
        for lane in 0..LANES {
            let (log, logged) = (&mut self.log[lane], self.logged[lane] as usize);
            let taken = look(&Seen { cards: &self.seen, lane }, &log[..logged]);
            log.copy_within(taken..logged, 0);
            self.logged[lane] = (logged - taken) as u32;
        }
    }

    /// Plays some of the last rounds of one lane, while the others wait.
    fn finish(&mut self, lane: usize, rounds: u32, spare: &mut Drawer) {
        let mut at = self.at.lane(lane);
        for _ in 0..STEPS {
            if at.rounds[0] >= rounds {
                break;
            }
            let (dealt, left) = (at.dealt[0] as usize, u64::from(self.cards - at.dealt[0]));
            let place = dealt + spare.below(left) as usize;
            self.shoes[lane].swap(place, dealt);
            let card = self.shoes[lane][dealt];
            self.seen[self.step % (2 * STEPS)][lane] = card;
            let next = u32::from(self.rows.first().next[at.row[0] as usize].0[usize::from(card) % COLUMNS]);
            let (log, ([entry], [ends])) = match self.marks.boxes {
                1 => (0, at.follow_one(&[next], &self.marks)),
                _ => (lane, ([self.step_mark() | next], at.follow(&[next], &self.marks))),
            };
            self.log[log][self.logged[log] as usize % LOG] = entry;
            self.logged[log] += ends;
            self.step += 1;
        }
        self.at.set_lane(lane, &at);
    }
}

/// The cards that one lane was dealt lately.
pub(crate) struct Seen<'a> {
    cards: &'a [[u8; LANES]; 2 * STEPS],
    /// Which lane.
    pub(crate) lane: usize,
}

impl Seen<'_> {
    /// The cards of these steps, of which there are fewer than a look's worth.
    pub(crate) fn of(&self, from: usize, to: usize) -> impl Iterator<Item = Code> + Clone + '_ {
        let steps = (to + 2 * STEPS - from) % (2 * STEPS);
        (0..steps).map(move |step| Code::from_byte(self.cards[(from + step) % (2 * STEPS)][self.lane]))
    }
}

/// The halves of an entry of the log. With one box: the row of the box and the row with which the round is over. With
/// several: the step, and the row with which a box or the dealer's hand has ended.
pub(crate) const fn halves(entry: u32) -> (u16, u16) {
    ((entry >> 16) as u16, entry as u16)
}

/// The step after another, as a log counts them.
pub(crate) const fn after(step: u16) -> usize {
    (step as usize + 1) % (2 * STEPS)
}

/// A number of steps.
struct Steps<'a, 'b, const ONE: bool> {
    lanes: &'a mut Lanes<'b>,
    words: &'a mut Words,
    spare: &'a mut Drawer,
    buffer: &'a mut [[u32; LANES]],
}

impl<const ONE: bool> pulp::WithSimd for Steps<'_, '_, ONE> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { lanes, words, spare, buffer } = self;
        words.fill(buffer);
        for words in buffer {
            let next = lanes.cards::<ONE>(words, spare);
            lanes.follow::<ONE>(&next);
            lanes.step = lanes.step.wrapping_add(1);
        }
    }
}

impl Lanes<'_> {
    /// Draws a card on every lane: the rows that follow.
    #[inline(always)]
    fn cards<const ONE: bool>(&mut self, words: &[u32; LANES], spare: &mut Drawer) -> [u32; LANES] {
        let mut places = [0; LANES];
        let mut least = u32::MAX;
        for lane in 0..LANES {
            let product = u64::from(words[lane]).wrapping_mul(u64::from(self.cards.wrapping_sub(self.at.dealt[lane])));
            least = least.min(product as u32);
            places[lane] = self.at.dealt[lane].wrapping_add((product >> 32) as u32);
        }
        if least < self.cards {
            self.draw_again(words, spare, &mut places);
        }
        let mut next = [0; LANES];
        let (table, shoes) = (&self.rows.first().next[..], &mut *self.shoes);
        let seen = &mut self.seen[self.step % (2 * STEPS)];
        for lane in 0..LANES {
            let shoe = &mut shoes[lane];
            let (from, to) = (places[lane] as usize % ROOM, self.at.dealt[lane] as usize % ROOM);
            shoe.swap(from, to);
            let card = shoe[to];
            if !ONE {
                seen[lane] = card;
            }
            next[lane] = u32::from(table[self.at.row[lane] as usize].0[usize::from(card) % COLUMNS]);
        }
        next
    }

    /// A word that would make some places likelier than others is drawn again (Lemire's method): once in ten million.
    #[cold]
    fn draw_again(&self, words: &[u32; LANES], spare: &mut Drawer, places: &mut [u32; LANES]) {
        for lane in 0..LANES {
            let left = self.cards - self.at.dealt[lane];
            let rest = words[lane].wrapping_mul(left);
            if rest < left && rest < left.wrapping_neg() % left {
                places[lane] = self.at.dealt[lane] + spare.below(u64::from(left)) as u32;
            }
        }
    }

    /// Goes on to the rows that follow, and writes down what has ended.
    #[inline(always)]
    fn follow<const ONE: bool>(&mut self, next: &[u32; LANES]) {
        if ONE {
            let (entries, ends) = self.at.follow_one(next, &self.marks);
            // Whose round it was does not matter: all lanes write one log.
            let log = self.log.as_flattened_mut();
            let mut logged = self.logged[0] as usize;
            for lane in 0..LANES {
                log[logged % (LANES * LOG)] = entries[lane];
                logged = logged.wrapping_add(ends[lane] as usize);
            }
            self.logged[0] = logged as u32;
        } else {
            let ends = self.at.follow(next, &self.marks);
            let step = self.step_mark();
            for lane in 0..LANES {
                self.log[lane][self.logged[lane] as usize % LOG] = step | next[lane];
                self.logged[lane] = self.logged[lane].wrapping_add(ends[lane]);
            }
        }
    }

    /// The step as entries of the log carry it.
    #[inline(always)]
    fn step_mark(&self) -> u32 {
        ((self.step % (2 * STEPS)) as u32) << 16
    }
}

/// Where kinds of rows begin, and what else a step must know.
#[derive(Clone, Copy)]
struct Marks {
    start: u32,
    ended: u32,
    split: u32,
    over: u32,
    outcomes: u32,
    to_dealer: u32,
    boxes: u32,
}

/// All ones where it holds.
#[inline(always)]
fn mask(holds: bool) -> u32 {
    0_u32.wrapping_sub(u32::from(holds))
}

impl<const N: usize> At<N> {
    /// Goes on to the rows that follow, of a single box: the entries for the log, and 1 where the round is over.
    #[inline(always)]
    fn follow_one(&mut self, next: &[u32; N], marks: &Marks) -> ([u32; N], [u32; N]) {
        let Marks { start, ended, split, .. } = *marks;
        let (mut entries, mut ends) = ([0; N], [0; N]);
        for lane in 0..N {
            let is_over = mask(next[lane] >= split);
            let is_end = mask(next[lane].wrapping_sub(ended) < split.wrapping_sub(ended));
            self.kept[lane] = (next[lane] & is_end) | (self.kept[lane] & !is_end);
            self.row[lane] = (start & is_over) | (next[lane] & !is_over);
            self.dealt[lane] = self.dealt[lane].wrapping_add(1) & !is_over;
            self.rounds[lane] = self.rounds[lane].wrapping_sub(is_over);
            // The entry is made here, while the row is at hand: a store that is masked and read again at once is slow.
            entries[lane] = self.kept[lane] << 16 | next[lane];
            ends[lane] = is_over & 1;
        }
        (entries, ends)
    }

    /// Goes on to the rows that follow, of several boxes: 1 where one of them or the dealer's hand has ended.
    #[inline(always)]
    fn follow(&mut self, next: &[u32; N], marks: &Marks) -> [u32; N] {
        let Marks { start, ended, over, outcomes, to_dealer, boxes, .. } = *marks;
        let mut ends = [0; N];
        for lane in 0..N {
            let is_first = mask(self.row[lane] == start);
            let upcard = (next[lane] & is_first) | (self.kept[lane] & !is_first);
            let is_outcome = mask(next[lane] >= outcomes);
            let is_end = mask(next[lane] >= ended);
            let is_box = is_end & !is_outcome;
            let waits = self.waits[lane] | (is_box & mask(next[lane] < over));
            let left = self.left[lane].wrapping_add(is_box);
            // The last box: the dealer is next where one waits, else the round is over.
            let done = is_box & mask(left == 0);
            let is_over = is_outcome | (done & !waits);
            let then = upcard.wrapping_sub(to_dealer & done);
            self.row[lane] = (next[lane] & !is_end) | (then & is_box & !is_over) | (start & is_over);
            self.kept[lane] = upcard;
            self.waits[lane] = waits & !is_over;
            self.left[lane] = (left & !is_over) | (boxes & is_over);
            self.dealt[lane] = self.dealt[lane].wrapping_add(1) & !is_over;
            self.rounds[lane] = self.rounds[lane].wrapping_sub(is_over);
            ends[lane] = is_end & 1;
        }
        ends
    }

    /// One lane alone.
    fn lane(&self, lane: usize) -> At<1> {
        At {
            row: [self.row[lane]],
            kept: [self.kept[lane]],
            left: [self.left[lane]],
            waits: [self.waits[lane]],
            dealt: [self.dealt[lane]],
            rounds: [self.rounds[lane]],
        }
    }

    fn set_lane(&mut self, lane: usize, one: &At<1>) {
        self.row[lane] = one.row[0];
        self.kept[lane] = one.kept[0];
        self.left[lane] = one.left[0];
        self.waits[lane] = one.waits[0];
        self.dealt[lane] = one.dealt[0];
        self.rounds[lane] = one.rounds[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Band;

    #[test]
    fn a_word_that_makes_places_likelier_is_drawn_again_and_no_other() {
        let rows = Rows { bands: vec![Band::default()], ..Rows::default() };
        let shoe: Vec<Code> = Code::all().cycle().take(384).collect();
        let lanes = Lanes::new(&rows, 1, &shoe);
        // 2^32 leaves 256 when divided by 384: products whose lower half is below that are too many.
        let mut words = [1; LANES];
        (words[3], words[5]) = (0, u32::MAX);
        let mut places = [999; LANES];
        lanes.draw_again(&words, &mut Drawer::new(Words::new(1, 1)), &mut places);
        let again: Vec<usize> = (0..LANES).filter(|&lane| places[lane] != 999).collect();
        assert_eq!(again, [3], "384 times 1 and 384 times -1 are not below 256");
        assert!(places[3] < 384);
    }
}
