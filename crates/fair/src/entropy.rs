//! Where chance comes from: a trait, words drawn through it, and a shuffle that fails when they
//! fail.
//!
//! The operating system's randomness is not here: whoever has it hands it in. Nothing here knows a
//! wager, a player or a clock.

use cards::{WordSource, shuffle};
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use std::fmt;

/// No random bytes could be had: nothing may be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoEntropy;

impl fmt::Display for NoEntropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no random bytes could be drawn")
    }
}

impl std::error::Error for NoEntropy {}

/// A source of random bytes.
pub trait Entropy {
    /// Fills `bytes` with random ones.
    ///
    /// # Errors
    ///
    /// When the source has none. What `bytes` holds then must not be used.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

impl<E: Entropy + ?Sized> Entropy for &mut E {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        (**self).fill(bytes)
    }
}

/// Random bytes that can be had again from a recorded seed: ChaCha20. For tests and simulations,
/// never for money.
pub struct Seeded {
    seed: [u8; 32],
    stream: ChaCha20Rng,
}

impl Seeded {
    /// The stream of this seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self {
            seed,
            stream: ChaCha20Rng::from_seed(seed),
        }
    }

    /// The stream of a small number.
    pub fn of_number(number: u64) -> Self {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Self::new(seed)
    }

    /// The seed, for the record.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }
}

impl Entropy for Seeded {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        self.stream.fill_bytes(bytes);
        Ok(())
    }
}

/// Four bytes of entropy a word, least byte first, drawn when the word is asked for and never kept
/// for later.
///
/// A [`WordSource`] cannot fail, so a failure is remembered, and [`Words::finish`] tells it. After
/// a failure every word is 0, which every range accepts, so whoever waits for a word does not wait
/// for ever.
pub struct Words<E> {
    entropy: E,
    drawn: u64,
    failed: Option<NoEntropy>,
}

impl<E: Entropy> Words<E> {
    /// Words from this source.
    pub fn new(entropy: E) -> Self {
        Self {
            entropy,
            drawn: 0,
            failed: None,
        }
    }

    /// How many words were drawn.
    ///
    /// # Errors
    ///
    /// When one of them could not be: then nothing made of them may be used.
    pub fn finish(self) -> Result<u64, NoEntropy> {
        match self.failed {
            Some(failure) => Err(failure),
            None => Ok(self.drawn),
        }
    }
}

impl<E: Entropy> WordSource for Words<E> {
    fn next_word(&mut self) -> u32 {
        let mut bytes = [0; 4];
        if self.failed.is_none() {
            self.failed = self.entropy.fill(&mut bytes).err();
        }
        if self.failed.is_some() {
            return 0;
        }
        self.drawn += 1;
        u32::from_le_bytes(bytes)
    }
}

/// How many words a shuffle took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordCount {
    /// Words drawn.
    pub drawn: u64,
    /// Those of them that were thrown away because they would have favoured some cards.
    pub rejected: u64,
}

/// `items` in an order drawn from `entropy` by [`cards::shuffle`].
///
/// Nothing but the items and chance goes in: no wager, no player, no history.
///
/// # Errors
///
/// When the entropy failed at any word. The items are then lost: there is no half-shuffled pile to
/// deal from.
pub fn shuffled<T, E: Entropy>(
    mut items: Vec<T>,
    entropy: &mut E,
) -> Result<(Vec<T>, WordCount), NoEntropy> {
    let mut words = Words::new(entropy);
    shuffle(&mut items, &mut words);
    let drawn = words.finish()?;
    // One index for every place but the first; what was drawn beyond that was rejected.
    let used = u64::try_from(items.len().saturating_sub(1)).unwrap_or(u64::MAX);
    Ok((
        items,
        WordCount {
            drawn,
            rejected: drawn.saturating_sub(used),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes from a list, then none.
    struct Listed(Vec<u8>);

    impl Entropy for Listed {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
            if self.0.len() < bytes.len() {
                return Err(NoEntropy);
            }
            let rest = self.0.split_off(bytes.len());
            bytes.copy_from_slice(&self.0);
            self.0 = rest;
            Ok(())
        }
    }

    #[test]
    fn a_word_is_four_bytes_least_first() {
        let mut words = Words::new(Listed(vec![1, 2, 3, 4]));
        assert_eq!(words.next_word(), 0x0403_0201);
        assert_eq!(words.finish(), Ok(1));
    }

    #[test]
    fn a_failure_at_any_word_leaves_nothing_to_deal() {
        // Ten items need nine words.
        for whole in 0..9 {
            let mut entropy = Listed(vec![7; whole * 4 + 3]);
            assert_eq!(
                shuffled((0..10).collect::<Vec<u8>>(), &mut entropy),
                Err(NoEntropy),
                "{whole} words"
            );
        }
        assert!(shuffled((0..10).collect::<Vec<u8>>(), &mut Listed(vec![7; 36])).is_ok());
    }

    #[test]
    fn a_failure_is_remembered_though_later_words_could_be_had() {
        /// Fails once.
        struct Once(u8);
        impl Entropy for Once {
            fn fill(&mut self, _: &mut [u8]) -> Result<(), NoEntropy> {
                self.0 += 1;
                if self.0 == 3 { Err(NoEntropy) } else { Ok(()) }
            }
        }
        assert_eq!(shuffled(vec![0; 20], &mut Once(0)), Err(NoEntropy));
    }

    #[test]
    fn rejected_words_are_counted() {
        // For three items the last word of all is rejected; then 0 for the third place, 1 for the
        // second.
        let bytes = [[0xff; 4], [0; 4], [1, 0, 0, 0]].concat();
        let (items, count) = shuffled(vec!['a', 'b', 'c'], &mut Listed(bytes)).unwrap();
        assert_eq!(items, ['c', 'b', 'a']);
        assert_eq!(
            count,
            WordCount {
                drawn: 3,
                rejected: 1
            }
        );
    }

    #[test]
    fn the_same_seed_is_the_same_order_and_the_words_are_those_of_chacha20() {
        let mut seeded = Seeded::of_number(7);
        let mut stream = ChaCha20Rng::from_seed(*seeded.seed());
        let mut words = Words::new(&mut seeded);
        for _ in 0..100 {
            assert_eq!(words.next_word(), stream.next_u32());
        }
        let order = |number| {
            shuffled((0..48).collect::<Vec<u8>>(), &mut Seeded::of_number(number))
                .unwrap()
                .0
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }

    #[test]
    fn the_deal_has_no_parameter_for_wagers() {
        // The signature as a type: a further parameter would not compile.
        type Dealt = Result<(Vec<cards::Card>, WordCount), NoEntropy>;
        let deal: fn(Vec<cards::Card>, &mut Seeded) -> Dealt = shuffled;
        assert!(deal(Vec::new(), &mut Seeded::of_number(1)).is_ok());
    }
}
