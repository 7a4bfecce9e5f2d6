//! Rounds from a fresh shuffle, sixteen side by side.
//!
//! Each lane has a shoe of its own and is somewhere in a round of its own. A step gives every lane one card: it is drawn from
//! those left (Fisher and Yates, one swap a card), and the row that follows is looked up. No step asks what kind of row that
//! is: that a round is over only chooses where the next card goes. So there is nothing to guess wrong for the machine, and
//! what is not a look-up is done for all lanes at once.
#![expect(clippy::as_conversions, reason = "the inner loop: words are cut to their halves, and small numbers are indices")]

use crate::code::{COLUMNS, Code};
use crate::rows::Rows;
use crate::shoe::Drawer;
use crate::words::Words;

/// How many rounds are played side by side: a word of each half of each stream.
const LANES: usize = 16;
/// Room for the cards of a shoe, a power of two, so that an index can be cut to fit instead of checked.
const ROOM: usize = 512;
/// The most cards a shoe may have.
pub(crate) const MOST_CARDS: usize = ROOM;
/// How many steps are made between looks at how many rounds are over.
const STEPS: usize = 256;
/// Room for the ends of rounds in so many steps.
const LOG: usize = STEPS * LANES;
/// No round takes fewer cards: the upcard and two.
const FEWEST_CARDS: u32 = 3;

/// The lanes.
pub(crate) struct Lanes<'a> {
    rows: &'a Rows,
    cards: u32,
    shoes: Box<[[u8; ROOM]; LANES]>,
    /// The row of each lane.
    row: [u32; LANES],
    /// The row with which the box has ended.
    end: [u32; LANES],
    /// How many cards of the round are dealt.
    dealt: [u32; LANES],
    /// How many rounds are over.
    rounds: [u32; LANES],
}

impl<'a> Lanes<'a> {
    /// Lanes that deal from such a shoe of at most [`MOST_CARDS`].
    pub(crate) fn new(rows: &'a Rows, shoe: &[Code]) -> Self {
        let mut cards = [0; ROOM];
        cards.iter_mut().zip(shoe).for_each(|(card, code)| *card = code.byte());
        let (row, none) = ([u32::from(rows.start); LANES], [0; LANES]);
        Self { rows, cards: shoe.len() as u32, shoes: Box::new([cards; LANES]), row, end: none, dealt: none, rounds: none }
    }

    /// Plays so many rounds, and tells the rows each ends with: that of the box where the dealer's outcome decides, and then
    /// that of the outcome; else only the last one counts. Each lane plays its share, however long its rounds are.
    pub(crate) fn play(&mut self, rounds: u32, words: &mut Words, spare: &mut Drawer, each: &mut impl FnMut(u16, u16)) {
        let share = |lane: usize| rounds / LANES as u32 + u32::from((lane as u32) < rounds % LANES as u32);
        let mut buffer = vec![[0; LANES]; STEPS];
        let mut log = Box::new([0; LOG]);
        let most = STEPS as u32 / FEWEST_CARDS + 1;
        while (0..LANES).all(|lane| self.rounds[lane] + most <= share(lane)) {
            let over = pulp::Arch::new().dispatch(Steps { lanes: self, words, spare, buffer: &mut buffer, log: &mut log });
            log[..over].iter().for_each(|&entry| each((entry >> 16) as u16, entry as u16));
        }
        for lane in 0..LANES {
            self.finish(lane, share(lane), spare, each);
        }
    }

    /// Plays the last rounds of one lane.
    fn finish(&mut self, lane: usize, rounds: u32, spare: &mut Drawer, each: &mut impl FnMut(u16, u16)) {
        while self.rounds[lane] < rounds {
            let left = u64::from(self.cards - self.dealt[lane]);
            let place = self.dealt[lane] as usize + spare.below(left) as usize;
            self.shoes[lane].swap(place, self.dealt[lane] as usize);
            let card = self.shoes[lane][self.dealt[lane] as usize];
            let next = self.rows.next[self.row[lane] as usize].0[usize::from(card) % COLUMNS];
            self.dealt[lane] += 1;
            self.row[lane] = u32::from(next);
            if next >= self.rows.ended && next < self.rows.over {
                self.end[lane] = u32::from(next);
            }
            if next >= self.rows.over {
                each(self.end[lane] as u16, next);
                self.row[lane] = u32::from(self.rows.start);
                self.dealt[lane] = 0;
                self.rounds[lane] += 1;
            }
        }
    }
}

/// A number of steps; how many rounds they end.
struct Steps<'a, 'b> {
    lanes: &'a mut Lanes<'b>,
    words: &'a mut Words,
    spare: &'a mut Drawer,
    buffer: &'a mut [[u32; LANES]],
    log: &'a mut [u32; LOG],
}

impl pulp::WithSimd for Steps<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> usize {
        let Self { lanes, words, spare, buffer, log } = self;
        words.fill(buffer);
        let mut done = 0;
        for words in buffer {
            let next = lanes.cards(words, spare);
            done = lanes.follow(&next, log, done);
        }
        done
    }
}

impl Lanes<'_> {
    /// Draws a card on every lane: the rows that follow.
    #[inline(always)]
    fn cards(&mut self, words: &[u32; LANES], spare: &mut Drawer) -> [u32; LANES] {
        let mut places = [0; LANES];
        let mut least = u32::MAX;
        for lane in 0..LANES {
            let product = u64::from(words[lane]).wrapping_mul(u64::from(self.cards.wrapping_sub(self.dealt[lane])));
            least = least.min(product as u32);
            places[lane] = self.dealt[lane].wrapping_add((product >> 32) as u32);
        }
        if least < self.cards {
            self.draw_again(words, spare, &mut places);
        }
        let mut next = [0; LANES];
        let (table, shoes) = (&self.rows.next[..], &mut *self.shoes);
        for lane in 0..LANES {
            let shoe = &mut shoes[lane];
            let (from, to) = (places[lane] as usize % ROOM, self.dealt[lane] as usize % ROOM);
            shoe.swap(from, to);
            let card = shoe[to];
            next[lane] = u32::from(table[self.row[lane] as usize].0[usize::from(card) % COLUMNS]);
        }
        next
    }

    /// A word that would make some places likelier than others is drawn again (Lemire's method): once in ten million.
    #[cold]
    fn draw_again(&self, words: &[u32; LANES], spare: &mut Drawer, places: &mut [u32; LANES]) {
        for lane in 0..LANES {
            let left = self.cards - self.dealt[lane];
            let rest = words[lane].wrapping_mul(left);
            if rest < left && rest < left.wrapping_neg() % left {
                places[lane] = self.dealt[lane] + spare.below(u64::from(left)) as u32;
            }
        }
    }

    /// Goes on to the rows that follow, and writes down what is over.
    #[inline(always)]
    fn follow(&mut self, next: &[u32; LANES], log: &mut [u32; LOG], mut done: usize) -> usize {
        let (ended, over_from) = (u32::from(self.rows.ended), u32::from(self.rows.over));
        let start = u32::from(self.rows.start);
        let mut entries = [0; LANES];
        let mut over = [0; LANES];
        for lane in 0..LANES {
            // All ones where it holds.
            let is_over = 0_u32.wrapping_sub(u32::from(next[lane] >= over_from));
            let is_end = 0_u32.wrapping_sub(u32::from(next[lane].wrapping_sub(ended) < over_from.wrapping_sub(ended)));
            self.end[lane] = (next[lane] & is_end) | (self.end[lane] & !is_end);
            self.row[lane] = (start & is_over) | (next[lane] & !is_over);
            self.dealt[lane] = self.dealt[lane].wrapping_add(1) & !is_over;
            self.rounds[lane] = self.rounds[lane].wrapping_sub(is_over);
            entries[lane] = self.end[lane] << 16 | next[lane];
            over[lane] = is_over & 1;
        }
        for lane in 0..LANES {
            log[done % LOG] = entries[lane];
            done = done.wrapping_add(over[lane] as usize);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_makes_places_likelier_is_drawn_again_and_no_other() {
        let rows = Rows::default();
        let shoe: Vec<Code> = Code::all().cycle().take(384).collect();
        let lanes = Lanes::new(&rows, &shoe);
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
