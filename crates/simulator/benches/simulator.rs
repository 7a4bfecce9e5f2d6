//! How many rounds a second one core plays. The answer is checked before it is timed.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic, reason = "a bench")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::{BOOK_IDS, Money, Sign, builtin};
use simulator::{BLOCK, Fresh, Tally};
use solver::{Best, Pile, Strategy, Terms, full_shoe, solve};
use std::hint::black_box;

/// Best play, one box, eight decks, a fresh shuffle every round.
fn fresh(c: &mut Criterion) {
    let mut group = c.benchmark_group("one box, eight decks, fresh shuffle, best play");
    group.throughput(Throughput::Elements(u64::from(BLOCK)));
    group.sample_size(20);
    let wager = Money::from_dollars(25);
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        let (terms, shoe) = (Terms::of(&book, wager), full_shoe(&book, 8).unwrap());
        let pile = Pile::of(&shoe);
        let solved = solve::<f64>(&terms, &pile, &Best);
        let strategy = Strategy::new(&terms, &pile, &solved, &Best);
        let sign = Sign::usual(&book);
        let fresh = Fresh::new(&book, &sign, wager, &shoe, &strategy).unwrap();
        let mut tally = Tally::default();
        (0..64).for_each(|block| tally.merge(&fresh.block(9, block, BLOCK)));
        let summary = tally.summary(wager).unwrap();
        let off = (summary.mean - solved.expectation().worth) / summary.error;
        assert!(off.abs() < 3.0, "{id}: {off} standard errors from the solver");
        let mut block = 0;
        group.bench_function(id, |b| {
            b.iter(|| {
                block += 1;
                black_box(fresh.block(9, block, BLOCK))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, fresh);
criterion_main!(benches);
