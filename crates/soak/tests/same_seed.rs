//! A seed is a run, to the last byte.

use soak::{Failure, run};
use std::collections::BTreeSet;

#[test]
fn the_same_seed_twice_is_the_same_log_and_another_seed_is_another() {
    let mut heads = BTreeSet::new();
    for seed in 1..=6 {
        let (once, again) = (run(seed).unwrap(), run(seed).unwrap());
        assert_eq!(once, again, "seed {seed}");
        heads.insert(once.head);
    }
    assert_eq!(heads.len(), 6);
}

#[test]
fn a_seed_that_fails_says_how_to_run_it_again() {
    let failure = Failure {
        seed: 7,
        what: "a round does not end".to_owned(),
    };
    let said =
        "seed 7: a round does not end\nto run it again: SOAK_SEED=7 cargo run --release -p soak";
    assert_eq!(failure.to_string(), said);
}
