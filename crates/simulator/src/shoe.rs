//! Random numbers, and cards drawn with them from what is left of a shoe.

use crate::code::Code;
use crate::words::{STREAMS, Words};

/// Words one by one.
#[derive(Clone, Debug)]
pub(crate) struct Drawer {
    words: Words,
    buffer: [u64; STREAMS],
    used: usize,
}

impl Drawer {
    /// Takes the words of a block.
    pub(crate) fn new(words: Words) -> Self {
        Self {
            words,
            buffer: [0; STREAMS],
            used: STREAMS,
        }
    }

    #[inline(always)]
    fn word(&mut self) -> u64 {
        if self.used == self.buffer.len() {
            self.words.draw(&mut self.buffer);
            self.used = 0;
        }
        self.used += 1;
        self.buffer[self.used - 1]
    }

    /// A number below `n`, each as likely as any other (Lemire's method: what would be too likely
    /// is drawn again).
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

#[expect(
    clippy::as_conversions,
    reason = "a place among some hundred cards, on a machine of 32 bits or more"
)]
impl Drawer {
    /// One of so many places, each as likely as any other.
    #[inline(always)]
    pub(crate) fn place_below(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// Places among `n`, `n - 1` and so on, each as likely as any other, of one word (the method of
    /// Brackett-Rozinsky and Lemire: what is left of the word after a place gives the next).
    #[inline(always)]
    pub(crate) fn places_below<const N: usize>(&mut self, n: usize) -> [usize; N] {
        let all = (0..N).map(|before| (n - before) as u64).product::<u64>();
        loop {
            let mut rest = self.word();
            let places = std::array::from_fn(|before| {
                let (place, left) = halves(u128::from(rest) * (n - before) as u128);
                rest = left;
                place as usize
            });
            if rest >= all || rest >= all.wrapping_neg() % all {
                return places;
            }
        }
    }
}

#[expect(clippy::as_conversions, reason = "the halves of a double word")]
const fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

/// Sorted cards without one of each of these, which are among them.
pub(crate) fn without(cards: &[Code], gone: &[Code]) -> Vec<Code> {
    let mut left = cards.to_vec();
    for code in gone {
        left.remove(left.binary_search(code).expect("the card is there"));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_one_word_are_as_likely_as_any_others() {
        let mut words = Drawer::new(Words::new(5, 6));
        let mut counts = [[[0_i64; 3]; 4]; 5];
        for _ in 0..600_000 {
            let [one, two, three] = words.places_below(5);
            counts[one][two][three] += 1;
        }
        // 60 ways: chi-squared with 59 degrees of freedom is below 98.3 but for one time in a
        // thousand.
        let squares: i64 = counts
            .as_flattened()
            .as_flattened()
            .iter()
            .map(|times| (times - 10_000).pow(2))
            .sum();
        assert!(squares < 983_000, "{squares}");
    }
}
