//! Random numbers, and cards drawn with them from what is left of a shoe.

use crate::code::{CODES, Code};
use crate::words::Words;

/// Words one by one.
#[derive(Clone, Debug)]
pub(crate) struct Drawer {
    words: Words,
    buffer: [u64; 8],
    used: usize,
}

impl Drawer {
    /// Takes the words of a block.
    pub(crate) fn new(words: Words) -> Self {
        Self { words, buffer: [0; 8], used: 8 }
    }

    #[inline(always)]
    fn word(&mut self) -> u64 {
        if self.used == self.buffer.len() {
            self.buffer = self.words.draw();
            self.used = 0;
        }
        self.used += 1;
        self.buffer[self.used - 1]
    }

    /// A number below `n`, each as likely as any other (Lemire's method: what would be too likely is drawn again).
    #[inline(always)]
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.word()) * u128::from(n);
            let (number, rest) = halves(product);
            if rest >= n || rest >= n.wrapping_neg() % n {
                return number;
            }
        }
    }
}

#[expect(clippy::as_conversions, reason = "a place among some hundred cards, on a machine of 32 bits or more")]
impl Drawer {
    /// One of so many places, each as likely as any other.
    #[inline(always)]
    pub(crate) fn place_below(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }
}

#[expect(clippy::as_conversions, reason = "the halves of a double word")]
const fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

/// A full shoe, its cards sorted by their codes.
#[derive(Clone, Debug)]
pub(crate) struct Full {
    cards: Vec<Code>,
    /// Where the cards of each code begin, and how many there are.
    starts: [usize; CODES],
    counts: [u16; CODES],
}

impl Full {
    /// A shoe of these cards.
    pub(crate) fn new(mut cards: Vec<Code>) -> Self {
        cards.sort_unstable();
        let (mut starts, mut counts) = ([0; CODES], [0; CODES]);
        for (place, code) in cards.iter().enumerate().rev() {
            starts[code.column()] = place;
            counts[code.column()] += 1;
        }
        Self { cards, starts, counts }
    }

    pub(crate) fn cards(&self) -> &[Code] {
        &self.cards
    }

    /// What is left when these are gone.
    pub(crate) fn without(&self, gone: impl Iterator<Item = Code>) -> Rest<'_> {
        let mut left = self.counts;
        gone.for_each(|code| left[code.column()] -= 1);
        Rest { full: self, left }
    }
}

/// The cards that are left of a shoe when some are gone, to draw a few more of.
#[derive(Clone, Debug)]
pub(crate) struct Rest<'a> {
    full: &'a Full,
    left: [u16; CODES],
}

impl Rest<'_> {
    /// Draws one of the cards that are left: any card of the full shoe, until it is none of those gone. None where nothing
    /// is left.
    pub(crate) fn draw(&mut self, words: &mut Drawer) -> Option<Code> {
        // Most cards are left, so the first is nearly always good; a long search means that there may be none.
        for tries in 1.. {
            let place = words.place_below(self.full.cards.len());
            let code = self.full.cards[place];
            let column = code.column();
            if place - self.full.starts[column] < usize::from(self.left[column]) {
                self.left[column] -= 1;
                return Some(code);
            }
            if tries % 1024 == 0 && self.left.iter().all(|&left| left == 0) {
                return None;
            }
        }
        None
    }
}
