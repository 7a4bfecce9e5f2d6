//! A run: blocks of rounds on several threads, added up in their order.

use crate::progress::Progress;
use anyhow::{Result, bail};
use rules::Money;
use simulator::{BLOCK, Fresh, Summary, Tally};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) rounds: u64,
    pub(crate) error: Option<f64>,
    pub(crate) wager: Money,
}

/// How often it is looked whether the error is small enough, in blocks: the same blocks whatever the number of threads.
const LOOK: u64 = 16;

impl Stop {
    pub(crate) fn check(&self) -> Result<()> {
        match self.error {
            Some(error) if error.is_nan() || error <= 0.0 => bail!("a standard error is more than nothing, such as 1e-4"),
            Some(_) | None => Ok(()),
        }
    }

    fn blocks(&self) -> u64 {
        self.rounds.div_ceil(u64::from(BLOCK))
    }

    /// How many rounds a block has: the last one what is left.
    fn rounds_of(&self, block: u64) -> u32 {
        let left = self.rounds - block * u64::from(BLOCK);
        u32::try_from(left).unwrap_or(BLOCK).min(BLOCK)
    }

    fn is_reached(&self, summary: Option<Summary>) -> bool {
        self.error.zip(summary).is_some_and(|(error, summary)| summary.error <= error)
    }
}

/// What a run came to.
pub(crate) struct Run {
    pub(crate) tally: Tally,
    pub(crate) seconds: f64,
}

impl Run {
    #[expect(clippy::float_arithmetic, clippy::as_conversions, reason = "a speed")]
    pub(crate) fn rounds_per_second(&self) -> f64 {
        self.tally.rounds() as f64 / self.seconds
    }
}

/// Plays all blocks.
pub(crate) fn all(fresh: &Fresh<'_>, seed: u64, stop: Stop, threads: Option<u16>) -> Run {
    let threads = threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, played) = mpsc::sync_channel(4 * threads);
    let mut sum = InOrder::new(stop);
    let mut progress = Progress::start();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, enough) = (sender.clone(), &next, &enough);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= stop.blocks() || sender.send((block, fresh.block(seed, block, stop.rounds_of(block)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (block, tally) in played {
            sum.add(block, tally);
            if sum.done {
                enough.store(true, Ordering::Relaxed);
            }
            if progress.is_due() {
                tell(&mut progress, &sum);
            }
        }
    });
    progress.clear();
    Run { tally: sum.tally, seconds: progress.elapsed().as_secs_f64() }
}

#[expect(clippy::float_arithmetic, clippy::as_conversions, reason = "a share and a speed")]
fn tell(progress: &mut Progress, sum: &InOrder) {
    let Some(summary) = sum.tally.summary(sum.stop.wager) else { return };
    let (done, all) = (summary.rounds as f64, sum.stop.rounds as f64);
    let speed = done / progress.elapsed().as_secs_f64();
    progress.tell(format_args!(
        "{:.0} % of {all:.0} rounds, {:.1} million a second, {:+.4} % ± {:.4} %, {:.0} s left",
        100.0 * done / all,
        speed / 1e6,
        100.0 * summary.mean,
        100.0 * summary.error,
        (all - done) / speed
    ));
}

/// Adds up blocks in their order, until it is enough.
struct InOrder {
    stop: Stop,
    tally: Tally,
    waiting: BTreeMap<u64, Tally>,
    next: u64,
    done: bool,
}

impl InOrder {
    fn new(stop: Stop) -> Self {
        Self { stop, tally: Tally::default(), waiting: BTreeMap::new(), next: 0, done: false }
    }

    fn add(&mut self, block: u64, tally: Tally) {
        self.waiting.insert(block, tally);
        while let Some(tally) = self.waiting.remove(&self.next).filter(|_| !self.done) {
            self.tally.merge(&tally);
            self.next += 1;
            let looks = self.stop.error.is_some() && self.next.is_multiple_of(LOOK);
            self.done = looks && self.stop.is_reached(self.tally.summary(self.stop.wager));
        }
    }
}
