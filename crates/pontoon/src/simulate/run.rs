//! A run: blocks of rounds on several threads, added up in their order.

use super::plot::Point;
use crate::progress::Progress;
use anyhow::{Result, bail};
use simulator::{BLOCK, Record, Simulation, Summary, Unit};
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
}

/// How often it is looked whether the error is small enough, in blocks: the same blocks whatever
/// the number of threads.
const LOOK: u64 = 16;

impl Stop {
    pub(crate) fn check(&self) -> Result<()> {
        match self.error {
            Some(error) if error.is_nan() || error <= 0.0 => {
                bail!("a standard error is more than nothing, such as 1e-4")
            }
            Some(_) | None => Ok(()),
        }
    }

    /// How many rounds a block is asked for, when so many of the blocks before it are known: none
    /// where it is not needed. With shoes it may be more than are needed in the end, since nobody
    /// knows how many a block has before it is played.
    fn rounds_of(&self, unit: Unit, block: u64, known: u64) -> Option<NonZero<u32>> {
        let most = |most: u32, left: u64| u32::try_from(left).unwrap_or(most).min(most);
        NonZero::new(match unit {
            Unit::Rounds => {
                let before = block.saturating_mul(u64::from(BLOCK));
                most(BLOCK, self.rounds.saturating_sub(before))
            }
            Unit::Shoes => most(u32::MAX, self.rounds.saturating_sub(known)),
        })
    }

    fn is_reached(&self, summary: Option<Summary>) -> bool {
        self.error
            .zip(summary)
            .is_some_and(|(error, summary)| summary.error <= error)
    }
}

/// How far a run has come: so many whole blocks, what they came to, and how the estimate went.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Progressed {
    pub(crate) blocks: u64,
    pub(crate) record: Record,
    pub(crate) points: Vec<Point>,
}

/// The first bettor of the first seat: what a run is about.
pub(crate) fn summary(record: &Record) -> Option<Summary> {
    Summary::of_bettor(record.seats.first()?.bettors.first()?)
}

/// What a run came to.
pub(crate) struct Run {
    pub(crate) record: Record,
    pub(crate) points: Vec<Point>,
    pub(crate) seconds: f64,
    /// How many rounds were played this time.
    pub(crate) played: u64,
    pub(crate) interrupted: bool,
}

impl Run {
    #[expect(clippy::float_arithmetic, clippy::as_conversions, reason = "a speed")]
    pub(crate) fn rounds_per_second(&self) -> f64 {
        self.played as f64 / self.seconds
    }
}

/// What goes on around a run.
pub(crate) struct Around<'a> {
    pub(crate) threads: Option<u16>,
    /// Somebody wants it to stop.
    pub(crate) interrupted: &'a AtomicBool,
    /// Keeps what there is, now and then and at the end.
    pub(crate) keep: &'a mut dyn FnMut(&Progressed, Moment) -> Result<()>,
}

/// When something is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    NowAndThen,
    End,
}

/// Plays all blocks that are not played yet.
pub(crate) fn all(
    simulation: &Simulation<'_>,
    seed: u64,
    stop: Stop,
    from: Progressed,
    around: &mut Around<'_>,
) -> Result<Run> {
    let threads = around.threads.map_or_else(
        || thread::available_parallelism().map_or(1, NonZero::get),
        usize::from,
    );
    let (next, enough) = (AtomicU64::new(from.blocks), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel(4 * threads);
    let before = from.record.rounds;
    let known = AtomicU64::new(before);
    let mut sum = InOrder::new(simulation, seed, stop, from);
    let unit = simulation.unit();
    let mut progress = Progress::start();
    let mut kept = Ok(());
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, enough, known) = (sender.clone(), &next, &enough, &known);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    let known = known.load(Ordering::Relaxed);
                    let Some(rounds) = stop.rounds_of(unit, block, known) else {
                        break;
                    };
                    let played = Played {
                        asked: rounds.get(),
                        record: simulation.block(seed, block, rounds.get()),
                    };
                    if sender.send((block, played)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (block, played) in receiver {
            sum.add(block, played);
            known.store(sum.whole.record.rounds, Ordering::Relaxed);
            if sum.done || around.interrupted.load(Ordering::Relaxed) {
                enough.store(true, Ordering::Relaxed);
            }
            if kept.is_ok() {
                kept = (around.keep)(&sum.whole, Moment::NowAndThen);
            } else {
                enough.store(true, Ordering::Relaxed);
            }
            if progress.is_due() {
                tell(&mut progress, &sum, before);
            }
        }
    });
    progress.clear();
    kept?;
    (around.keep)(&sum.whole, Moment::End)?;
    let seconds = progress.elapsed().as_secs_f64();
    let interrupted = around.interrupted.load(Ordering::Relaxed) && !sum.is_complete();
    let (record, points) = sum.all();
    Ok(Run {
        played: record.rounds - before,
        record,
        points,
        seconds,
        interrupted,
    })
}

#[expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "a share and a speed"
)]
fn tell(progress: &mut Progress, sum: &InOrder<'_>, before: u64) {
    let Some(summary) = summary(&sum.whole.record) else {
        return;
    };
    let rounds = sum.whole.record.rounds;
    let (done, all) = (rounds as f64, sum.stop.rounds as f64);
    let speed = (rounds - before) as f64 / progress.elapsed().as_secs_f64();
    progress.tell(format_args!(
        "{:.0} % of {all:.0} rounds, {:.1} million a second, {:+.4} % ± {:.4} %, {:.0} s left",
        100.0 * done / all,
        speed / 1e6,
        100.0 * summary.mean,
        100.0 * summary.error,
        (all - done) / speed
    ));
}

/// What a block came to that was asked for so many rounds.
struct Played {
    asked: u32,
    record: Record,
}

/// Adds up blocks in their order, until it is enough.
struct InOrder<'a> {
    simulation: &'a Simulation<'a>,
    seed: u64,
    stop: Stop,
    whole: Progressed,
    /// The last block, where it is not a whole one: a longer run would play it anew.
    last: Option<Record>,
    waiting: BTreeMap<u64, Played>,
    done: bool,
}

impl<'a> InOrder<'a> {
    fn new(simulation: &'a Simulation<'a>, seed: u64, stop: Stop, whole: Progressed) -> Self {
        let mut sum = Self {
            simulation,
            seed,
            stop,
            whole,
            last: None,
            waiting: BTreeMap::new(),
            done: false,
        };
        sum.done = sum.is_enough();
        sum
    }

    fn is_enough(&self) -> bool {
        let looks = self.stop.error.is_some()
            && self.whole.blocks > 0
            && self.whole.blocks.is_multiple_of(LOOK);
        looks && self.stop.is_reached(summary(&self.whole.record))
    }

    fn add(&mut self, block: u64, played: Played) {
        self.waiting.insert(block, played);
        while let Some(Played { asked, record }) = self
            .waiting
            .remove(&self.whole.blocks)
            .filter(|_| !self.done)
        {
            let missing = self.stop.rounds - self.whole.record.rounds;
            if record.rounds > missing || !self.simulation.is_of_blocks(&record, 1) {
                self.last = Some(match u32::try_from(missing) {
                    // Fewer shoes are enough than seemed to be when the block was begun.
                    Ok(missing) if missing < asked => {
                        let block = self.whole.blocks;
                        self.simulation.block(self.seed, block, missing)
                    }
                    Ok(_) | Err(_) => record,
                });
                self.done = true;
                break;
            }
            self.whole.record.merge(&record);
            self.whole.blocks += 1;
            self.mark();
            self.done = self.is_enough();
        }
    }

    /// Notes the estimate, the more seldom the longer it goes on.
    fn mark(&mut self) {
        let due = match self.whole.points.last() {
            Some(last) => self.whole.record.rounds * 20 >= last.rounds * 21,
            None => true,
        };
        if let Some(summary) = summary(&self.whole.record).filter(|_| due) {
            self.whole.points.push(Point {
                rounds: self.whole.record.rounds,
                mean: summary.mean,
                error: summary.error,
            });
        }
    }

    fn is_complete(&self) -> bool {
        let last = self.last.as_ref().map_or(0, |record| record.rounds);
        self.done || self.whole.record.rounds + last >= self.stop.rounds
    }

    /// Everything, the last block too.
    fn all(self) -> (Record, Vec<Point>) {
        let Progressed {
            mut record,
            mut points,
            ..
        } = self.whole;
        if let Some(last) = &self.last {
            record.merge(last);
        }
        let end = summary(&record).map(|summary| Point {
            rounds: record.rounds,
            mean: summary.mean,
            error: summary.error,
        });
        points.extend(end.filter(|end| points.last().is_none_or(|last| last.rounds < end.rounds)));
        (record, points)
    }
}
