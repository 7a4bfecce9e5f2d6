//! Runs seeds and says what came of them.
use soak::{Counts, run};

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn main() {
    let (from, count) = match number("SOAK_SEED") {
        Some(seed) => (seed, 1),
        None => (number("SOAK_FROM").unwrap_or(1), number("SOAK_SEEDS").unwrap_or(100)),
    };
    let mut all = Counts::default();
    for seed in from..from + count {
        match run(seed) {
            Ok(report) => {
                if count == 1 {
                    println!("{:?}", report.head);
                }
                all += &report.counts
            }
            Err(failure) => {
                println!("{failure}");
            }
        }
    }
    println!("{all}");
}
