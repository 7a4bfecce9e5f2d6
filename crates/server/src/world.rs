//! The clock and the randomness of the machine: the only places that ask for them.

use fair::{Entropy, NoEntropy};
use std::time::{SystemTime, UNIX_EPOCH};
use table::Time;

/// The time of the machine's clock.
#[expect(clippy::disallowed_methods, reason = "the server is where the clock comes from")]
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The operating system's generator.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Os;

impl Entropy for Os {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        getrandom::fill(bytes).map_err(|_| NoEntropy)
    }
}

impl Os {
    /// So many random bytes.
    ///
    /// # Errors
    ///
    /// When the operating system has none.
    pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], NoEntropy> {
        let mut bytes = [0; N];
        Self.fill(&mut bytes)?;
        Ok(bytes)
    }
}
