//! The clock and the randomness of the machine: the only places that ask for them. Whoever runs the
//! house from a seed, or tests it, tells it another time and other chances.

use fair::{Entropy, NoEntropy};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use table::{Span, Time};
use tokio::sync::watch;

/// The longest time for which the clock is not looked at.
const PIECE: Duration = Duration::from_secs(5);

/// What the house takes from the machine it runs on.
#[derive(Clone, Debug)]
pub struct World {
    /// What time it is.
    pub clock: Clock,
    /// Where chance comes from.
    pub chance: Chance,
}

impl World {
    /// The machine's own clock and the operating system's generator.
    pub fn machine() -> Self {
        Self {
            clock: Clock::machine(),
            chance: Chance::os(),
        }
    }
}

/// What time it is, and how to wait for another.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Machine,
    Told(watch::Receiver<Time>),
}

/// The hand of a clock that only goes when it is moved.
#[derive(Debug)]
pub struct ClockHand(watch::Sender<Time>);

impl Clock {
    /// The machine's clock.
    pub const fn machine() -> Self {
        Self(Source::Machine)
    }

    /// A clock that stands still until its hand is moved.
    pub fn told(at: Time) -> (Self, ClockHand) {
        let (hand, time) = watch::channel(at);
        (Self(Source::Told(time)), ClockHand(hand))
    }

    /// The time.
    pub fn now(&self) -> Time {
        match &self.0 {
            Source::Machine => machine_time(),
            Source::Told(time) => *time.borrow(),
        }
    }

    /// Waits until it is so late.
    pub async fn wait_until(&self, late: Time) {
        match &self.0 {
            Source::Machine => loop {
                let left = late.since(machine_time());
                if left == Span(0) {
                    return;
                }
                // In short pieces: the machine's clock may be set while nobody looks.
                tokio::time::sleep(Duration::from_millis(left.0).min(PIECE)).await;
            },
            Source::Told(time) => {
                if time.clone().wait_for(|now| *now >= late).await.is_err() {
                    // The hand is gone, and the clock never moves again.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

impl ClockHand {
    /// Moves the clock on.
    pub fn advance(&self, span: Span) {
        self.0.send_modify(|time| *time = time.after(span));
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the server is where the clock comes from"
)]
fn machine_time() -> Time {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Where chance comes from.
#[derive(Clone)]
pub struct Chance(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) -> Result<(), NoEntropy> + Send + Sync;

impl Chance {
    /// The operating system's generator.
    pub fn os() -> Self {
        Self::new(|bytes| getrandom::fill(bytes).map_err(|_| NoEntropy))
    }

    /// Another one.
    pub fn new(fill: impl Fn(&mut [u8]) -> Result<(), NoEntropy> + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    /// So many random bytes.
    ///
    /// # Errors
    ///
    /// When there are none to be had.
    pub fn bytes<const N: usize>(&self) -> Result<[u8; N], NoEntropy> {
        let mut bytes = [0; N];
        (self.0)(&mut bytes)?;
        Ok(bytes)
    }
}

impl Entropy for Chance {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        (self.0)(bytes)
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_clock_that_is_told_wakes_whoever_waits_for_the_time() {
        let (clock, hand) = Clock::told(Time(1000));
        clock.wait_until(Time(1000)).await;
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move { clock.wait_until(Time(5000)).await }
        });
        hand.advance(Span::seconds(3));
        assert_eq!(clock.now(), Time(4000));
        assert!(!waiting.is_finished());
        hand.advance(Span::seconds(1));
        waiting.await.unwrap();
    }
}
