//! How long answers took.

use std::sync::Mutex;
use std::time::Duration;

/// Answers as they come in.
#[derive(Default)]
pub(crate) struct Latencies(Mutex<Vec<Duration>>);

/// What was measured, in order.
pub(crate) struct Spread(Vec<Duration>);

impl Latencies {
    pub(crate) fn add(&self, latency: Duration) {
        self.0.lock().unwrap().push(latency);
    }

    /// What came in since the last time.
    pub(crate) fn take(&self) -> Spread {
        let mut all = std::mem::take(&mut *self.0.lock().unwrap());
        all.sort_unstable();
        Spread(all)
    }
}

impl Spread {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// What so great a share of all stayed below.
    pub(crate) fn at(&self, share: f64) -> Duration {
        let last = self.0.len().checked_sub(1).expect("nothing was answered");
        self.0[((self.0.len() as f64 * share).ceil() as usize)
            .saturating_sub(1)
            .min(last)]
    }
}
