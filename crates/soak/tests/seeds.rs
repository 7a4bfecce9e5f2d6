//! Two hundred houses, an eighth of them in each test.

use soak::{Counts, run};

/// How many seeds each test runs.
const EACH: u64 = 25;

/// Runs the seeds of one test. They must all hold, and together they must have met what houses
/// meet.
#[track_caller]
fn soak(nth: u64) {
    let mut all = Counts::default();
    for seed in nth * EACH + 1..=(nth + 1) * EACH {
        match run(seed) {
            Ok(report) => all += &report.counts,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert_eq!(all.seeds, EACH);
    for (what, count, least) in [
        ("rounds", all.rounds, 500),
        ("void rounds", all.void, 5),
        ("crashes", all.crashes, 30),
        ("interrupted rounds", all.interrupted, 20),
        ("shoes", all.shoes, EACH),
        ("repeated requests", all.repeated, 500),
        ("refusals", all.refused, 1000),
        ("settled wagers", all.settled, 2000),
        ("top-ups", all.top_ups, 1),
    ] {
        assert!(count >= least, "only {count} {what}:\n{all}");
    }
}

#[test]
fn seeds_1_to_25_hold() {
    soak(0);
}

#[test]
fn seeds_26_to_50_hold() {
    soak(1);
}

#[test]
fn seeds_51_to_75_hold() {
    soak(2);
}

#[test]
fn seeds_76_to_100_hold() {
    soak(3);
}

#[test]
fn seeds_101_to_125_hold() {
    soak(4);
}

#[test]
fn seeds_126_to_150_hold() {
    soak(5);
}

#[test]
fn seeds_151_to_175_hold() {
    soak(6);
}

#[test]
fn seeds_176_to_200_hold() {
    soak(7);
}
