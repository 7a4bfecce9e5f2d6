//! How many complete rounds a second the engine plays, with every event and clause.
//!
//! One box, one bettor, 8 decks, each round from a fresh shoe, played by a fixed simple strategy
//! with doubles, splits and surrenders. The bench checks its answer: the rounds must come to a
//! known sum, which `tests/bench_answer.rs` finds another way.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::builtin;

#[path = "../tests/support/bench_play.rs"]
mod bench_play;

use bench_play::{NETS, ROUNDS};

fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one-box rounds with events and clauses");
    group.throughput(Throughput::Elements(ROUNDS));
    for (name, expected) in NETS {
        let book = builtin(name).expect("the book is built in");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let net =
                    bench_play::session(&book, ROUNDS, |round| assert!(!round.events().is_empty()));
                assert_eq!(net, expected, "the same rounds must come to the same money");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rounds);
criterion_main!(benches);
