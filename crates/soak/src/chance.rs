//! Chance, all of it from one seed.
//!
//! Every purpose has a stream of its own, so that one more draw for the network does not shuffle
//! other cards. Nothing here asks the operating system.

use cards::index_below;
use fair::{Entropy, Seeded, Words};
use sha2::{Digest, Sha256};

/// A stream of chance.
pub struct Chance {
    stream: Seeded,
}

impl Chance {
    /// The stream of a seed for one purpose.
    pub fn of(seed: u64, purpose: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"pontoon soak 1\n");
        hasher.update(seed.to_le_bytes());
        hasher.update(purpose.as_bytes());
        Self {
            stream: Seeded::new(hasher.finalize().into()),
        }
    }

    /// A number below `n`; 0 where there is none.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            0
        } else {
            index_below(n, &mut Words::new(&mut self.stream))
        }
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most.saturating_sub(least).saturating_add(1))
    }

    /// Whether something happens that happens once in `n` times; never for 0.
    pub fn once_in(&mut self, n: u32) -> bool {
        n > 0 && self.below(n) == 0
    }

    /// A place in a list of so many.
    pub fn place(&mut self, len: usize) -> usize {
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        usize::try_from(self.below(len)).unwrap_or(0)
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let place = self.place(list.len());
        list.get(place)
    }

    /// So many bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        // A recorded stream never fails.
        let _ = self.stream.fill(&mut bytes);
        bytes
    }
}

impl Entropy for Chance {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), fair::NoEntropy> {
        self.stream.fill(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_have_streams_of_their_own() {
        let draw = |seed, purpose| {
            (0..8)
                .map(|_| 0)
                .scan(Chance::of(seed, purpose), |c, _| Some(c.below(1000)))
                .collect::<Vec<_>>()
        };
        assert_eq!(draw(1, "people"), draw(1, "people"));
        assert_ne!(draw(1, "people"), draw(1, "network"));
        assert_ne!(draw(1, "people"), draw(2, "people"));
    }

    #[test]
    fn every_number_in_the_range_comes() {
        let mut chance = Chance::of(1, "range");
        let drawn: std::collections::BTreeSet<u32> =
            (0..200).map(|_| chance.between(3, 6)).collect();
        assert_eq!(drawn, [3, 4, 5, 6].into());
        assert!(!chance.once_in(0) && chance.once_in(1));
        assert_eq!(chance.pick::<u8>(&[]), None);
    }
}
