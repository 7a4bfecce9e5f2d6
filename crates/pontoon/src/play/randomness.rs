//! Where the order of the cards comes from: the operating system, or a seed that gives the same
//! cards again.
//!
//! The shuffle itself is in `cards`; nothing here knows what is shuffled.

use anyhow::{Context, Result};
use cards::WordSource;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

/// A seed somebody chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seed([u8; 32]);

impl Seed {
    /// Its bytes, the smallest first.
    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Why a text is not a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeedError;

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is a whole number below 2^64, or 0x and 1 to 64 hexadecimal digits")
    }
}

impl std::error::Error for SeedError {}

impl FromStr for Seed {
    type Err = SeedError;

    /// Digits alone are a number; anything else is hexadecimal. `7` and `0x7` are the same seed.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let mut seed = [0; 32];
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number: u64 = text.parse().map_err(|_| SeedError)?;
            seed[..8].copy_from_slice(&number.to_le_bytes());
            return Ok(Self(seed));
        }
        let digits = text.strip_prefix("0x").unwrap_or(text);
        if digits.is_empty() || digits.len() > 64 {
            return Err(SeedError);
        }
        // The last digit is the smallest, as in any number, and the smallest byte comes first.
        for (place, digit) in digits.chars().rev().enumerate() {
            let value = digit
                .to_digit(16)
                .and_then(|value| u8::try_from(value).ok())
                .ok_or(SeedError)?;
            seed[place / 2] |= if place % 2 == 0 { value } else { value << 4 };
        }
        Ok(Self(seed))
    }
}

/// The stream of random words for a table.
pub(crate) struct Randomness {
    words: ChaCha20Rng,
    seeded: bool,
}

impl Randomness {
    /// Words from `seed`, or else from the operating system.
    pub(crate) fn new(seed: Option<Seed>) -> Result<Self> {
        match seed {
            Some(Seed(seed)) => Ok(Self {
                words: ChaCha20Rng::from_seed(seed),
                seeded: true,
            }),
            None => Ok(Self {
                words: ChaCha20Rng::from_seed(entropy()?),
                seeded: false,
            }),
        }
    }

    /// Takes fresh randomness from the operating system for a new shoe; a seeded stream just goes
    /// on.
    pub(crate) fn refresh(&mut self) -> Result<()> {
        if !self.seeded {
            self.words = ChaCha20Rng::from_seed(entropy()?);
        }
        Ok(())
    }
}

impl WordSource for Randomness {
    fn next_word(&mut self) -> u32 {
        self.words.next_u32()
    }
}

fn entropy() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the operating system gives no randomness")?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number_or_hexadecimal() {
        assert_eq!("7".parse::<Seed>(), "0x7".parse());
        assert_eq!("255".parse::<Seed>(), "ff".parse());
        assert_eq!("256".parse::<Seed>(), "0x100".parse());
        assert_ne!("10".parse::<Seed>(), "0x10".parse());
        assert!("f".repeat(64).parse::<Seed>().is_ok());
        for text in [
            "",
            "0x",
            "-1",
            "seven",
            "é",
            "99999999999999999999",
            &"f".repeat(65),
        ] {
            assert_eq!(text.parse::<Seed>(), Err(SeedError), "{text}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_words() {
        let words = |seed: &str| {
            let mut source = Randomness::new(Some(seed.parse().unwrap())).unwrap();
            source.refresh().unwrap();
            [source.next_word(), source.next_word()]
        };
        assert_eq!(words("7"), words("7"));
        assert_ne!(words("7"), words("8"));
    }
}
