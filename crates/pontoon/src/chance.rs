//! Randomness for shoes and dumps: the operating system's, or a stream that a seed gives again.

use crate::play::Seed;
use fair::{Entropy, NoEntropy, Seeded};

/// Where random bytes come from.
pub(crate) enum Chance {
    /// The operating system, asked anew each time.
    Os,
    /// ChaCha20 from a seed.
    Seeded(Box<Seeded>),
}

impl Chance {
    pub(crate) fn new(seed: Option<&Seed>) -> Self {
        seed.map_or(Self::Os, |seed| {
            Self::Seeded(Box::new(Seeded::new(*seed.bytes())))
        })
    }
}

impl Entropy for Chance {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        match self {
            Self::Os => getrandom::fill(bytes).map_err(|_| NoEntropy),
            Self::Seeded(seeded) => seeded.fill(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_thousand_tables_have_a_thousand_different_first_blocks() {
        let first = |_| {
            let mut block = [0; 64];
            Chance::new(None).fill(&mut block).unwrap();
            block
        };
        assert_eq!(
            (0..1000).map(first).collect::<BTreeSet<[u8; 64]>>().len(),
            1000
        );
    }

    #[test]
    fn a_seed_gives_the_same_bytes_and_the_operating_system_others() {
        let bytes = |seed: Option<&str>| {
            let mut bytes = [0; 32];
            Chance::new(seed.map(|seed| seed.parse().unwrap()).as_ref())
                .fill(&mut bytes)
                .unwrap();
            bytes
        };
        assert_eq!(bytes(Some("7")), bytes(Some("0x7")));
        assert_ne!(bytes(Some("7")), bytes(Some("8")));
        assert_ne!(bytes(None), bytes(None));
    }
}
