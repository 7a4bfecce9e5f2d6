//! Runs seeds, on as many threads as there are processors, and says what came of them.
//!
//! `SOAK_SEED` runs one seed, `SOAK_SEEDS` so many, from `SOAK_FROM` on.

use soak::{Counts, Failure, Report, run};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// After how many seeds the program says how far it is.
const PROGRESS: u64 = 250;

fn main() -> ExitCode {
    let (from, count) = match number("SOAK_SEED") {
        Some(seed) => (seed, 1),
        None => (
            number("SOAK_FROM").unwrap_or(1),
            number("SOAK_SEEDS").unwrap_or(200),
        ),
    };
    let (counts, failures) = run_all(from, count);
    println!("{counts}");
    if failures.is_empty() {
        println!("every law held");
        return ExitCode::SUCCESS;
    }
    for failure in &failures {
        println!("{failure}");
    }
    ExitCode::FAILURE
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Runs the seeds; which thread runs which changes nothing.
fn run_all(from: u64, count: u64) -> (Counts, Vec<Failure>) {
    let next = AtomicU64::new(from);
    let done: Mutex<(Counts, Vec<Failure>)> = Mutex::default();
    let end = from.saturating_add(count);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let result = run(seed);
                    note(
                        &mut done
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner),
                        result,
                        count,
                    );
                }
            });
        }
    });
    let (counts, mut failures) = done
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    failures.sort_by_key(|failure| failure.seed);
    (counts, failures)
}

fn note(done: &mut (Counts, Vec<Failure>), result: Result<Report, Failure>, count: u64) {
    let (counts, failures) = done;
    match result {
        Ok(report) => {
            *counts += &report.counts;
            if count == 1 {
                println!("the log ends with {}", report.head);
            }
        }
        Err(failure) => failures.push(failure),
    }
    let seeds = counts.seeds + u64::try_from(failures.len()).unwrap_or(0);
    if seeds.is_multiple_of(PROGRESS) {
        println!(
            "{seeds} of {count} seeds, {} rounds, {} crashes, {} failures",
            counts.rounds,
            counts.crashes,
            failures.len()
        );
    }
}
