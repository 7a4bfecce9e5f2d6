//! The shuffle: the only source of order in a shoe.
//!
//! Durstenfeld's form of the Fisher–Yates shuffle with unbiased indices. It is part of our
//! specification, so that a recorded stream of words gives the same order for ever. Where the words
//! come from is the caller's business.

/// A stream of random 32-bit words.
pub trait WordSource {
    /// The next word.
    fn next_word(&mut self) -> u32;
}

impl<F: FnMut() -> u32> WordSource for F {
    fn next_word(&mut self) -> u32 {
        self()
    }
}

/// An index below `n`, every one equally likely: words at or above the largest multiple of `n` are
/// thrown away.
///
/// # Panics
///
/// When `n` is 0: there is no index below nothing.
pub fn index_below(n: u32, words: &mut impl WordSource) -> u32 {
    assert!(n > 0, "no index is below 0");
    let rejected = (u32::MAX % n + 1) % n;
    loop {
        let word = words.next_word();
        if word <= u32::MAX - rejected {
            return word % n;
        }
    }
}

/// Puts `items` in an order drawn from `words`, from the last place to the second.
///
/// # Panics
///
/// When there are more than `u32::MAX` items.
pub fn shuffle<T>(items: &mut [T], words: &mut impl WordSource) {
    for place in (1..items.len()).rev() {
        let n = u32::try_from(place + 1).expect("a pile of cards is far shorter than 2^32");
        let other = usize::try_from(index_below(n, words)).expect("an index below n fits");
        items.swap(place, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Answers with every possible sequence of choices, one after the other, like an odometer.
    struct Every {
        digits: Vec<(u32, u32)>,
        at: usize,
    }

    impl Every {
        fn next(&mut self) -> bool {
            self.at = 0;
            while let Some((digit, n)) = self.digits.pop() {
                if digit + 1 < n {
                    self.digits.push((digit + 1, n));
                    return true;
                }
            }
            false
        }
    }

    /// The shuffle of `n` items asks for indices below n, n - 1, … 2, in that order.
    fn orders(n: u32) -> BTreeMap<Vec<u32>, u32> {
        let mut every = Every {
            digits: Vec::new(),
            at: 0,
        };
        let mut seen = BTreeMap::new();
        loop {
            let mut items: Vec<u32> = (0..n).collect();
            let mut below = n;
            let mut words = || {
                if every.at == every.digits.len() {
                    every.digits.push((0, below));
                }
                let (digit, _) = every.digits[every.at];
                every.at += 1;
                below -= 1;
                digit
            };
            shuffle(&mut items, &mut words);
            *seen.entry(items).or_default() += 1;
            if !every.next() {
                return seen;
            }
        }
    }

    #[test]
    fn every_order_of_up_to_six_cards_comes_up_exactly_once() {
        for (n, factorial) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
            let orders = orders(n);
            assert_eq!(orders.len(), factorial);
            assert!(orders.values().all(|&times| times == 1));
        }
    }

    #[test]
    fn a_word_that_would_favour_low_indices_is_thrown_away() {
        // 2^32 = 3 * 1431655765 + 1, so exactly one word, the last, is rejected for n = 3.
        let mut words = [u32::MAX, u32::MAX - 1].into_iter();
        assert_eq!(
            index_below(3, &mut || words.next().unwrap()),
            (u32::MAX - 1) % 3
        );
        assert_eq!(
            words.next(),
            None,
            "the first word was rejected and the second used"
        );
        // A power of two rejects nothing.
        assert_eq!(index_below(4, &mut || u32::MAX), 3);
    }

    #[test]
    fn for_every_shoe_size_the_accepted_words_are_a_multiple_of_n() {
        for n in 1..=416_u32 {
            let rejected = (u64::from(u32::MAX) + 1) % u64::from(n);
            let limit = u64::from(u32::MAX) + 1 - rejected;
            assert_eq!(limit % u64::from(n), 0);
            if rejected > 0 {
                let first_rejected = u32::try_from(limit).unwrap();
                let mut words = [first_rejected, 0].into_iter();
                assert_eq!(index_below(n, &mut || words.next().unwrap()), 0);
                assert_eq!(words.next(), None);
            }
            let last_accepted = u32::try_from(limit - 1).unwrap();
            assert_eq!(index_below(n, &mut || last_accepted), n - 1);
        }
    }
}
