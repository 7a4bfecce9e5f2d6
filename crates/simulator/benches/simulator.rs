//! How many rounds a second one core plays. Every answer is checked before it is timed.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic, reason = "a bench")]

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use rules::{BOOK_IDS, Money, Sign, builtin};
use simulator::{BLOCK, Bets, Cut, DECK, Dealing, Mind, Record, Seat, Simulation, Summary, Table};
use solver::{Best, Pile, Strategy, Terms, full_shoe, solve};
use std::hint::black_box;

/// Best play with eight decks and a wager of 25, at so many boxes.
fn best_play(group: &mut BenchmarkGroup<'_, WallTime>, id: &str, boxes: usize, dealing: Dealing, name: &str) {
    let book = builtin(id).unwrap();
    let wager = Money::from_dollars(25);
    let (terms, shoe) = (Terms::of(&book, wager), full_shoe(&book, 8).unwrap());
    let pile = Pile::of(&shoe);
    let solved = solve::<f64>(&terms, &pile, &Best);
    let strategy = Strategy::new(&terms, &pile, &solved, &Best);
    let seat = Seat { mind: Mind { plays: vec![&strategy], counting: None }, bettors: vec![Bets::of(wager)] };
    let multipliers = Vec::new();
    let sign = Sign::usual(&book);
    let table = Table { book: &book, sign, shoe, dealing, seats: vec![seat], boxes: vec![0; boxes], multipliers };
    let simulation = Simulation::new(&table).unwrap();
    let mut record = Record::default();
    (0..64).for_each(|block| record.merge(&simulation.block(9, block, BLOCK)));
    let summary = Summary::of_bettor(&record.seats[0].bettors[0]).unwrap();
    // What others win with a Super Bonus, and the cards gone of a shoe, are not in the solver's figure: both are small.
    let beside = if boxes > 1 || dealing != Dealing::Fresh { 0.001 } else { 0.0 };
    let off = (summary.mean - solved.expectation().worth).abs();
    assert!(off < 3.0 * summary.error + beside, "{id}, {boxes} boxes: off the solver by {off}");
    group.throughput(Throughput::Elements(u64::from(BLOCK) * u64::try_from(boxes).unwrap()));
    let mut block = 0;
    group.bench_function(name, |b| {
        b.iter(|| {
            block += 1;
            black_box(simulation.block(9, block, BLOCK))
        });
    });
}

fn fresh(c: &mut Criterion) {
    let mut group = c.benchmark_group("one box, fresh shuffle, rounds");
    group.sample_size(20);
    for id in BOOK_IDS {
        best_play(&mut group, id, 1, Dealing::Fresh, id);
    }
    group.finish();
}

fn boxes(c: &mut Criterion) {
    let mut group = c.benchmark_group("sydney, box-rounds");
    group.sample_size(10);
    let shoe = Dealing::Shoe(Cut { least: DECK, most: DECK });
    for (boxes, dealing, name) in [
        (1, Dealing::Fresh, "1 box, fresh shuffle"),
        (2, Dealing::Fresh, "2 boxes, fresh shuffle"),
        (7, Dealing::Fresh, "7 boxes, fresh shuffle"),
        (1, shoe, "1 box, shoe"),
        (7, shoe, "7 boxes, shoe"),
        (7, Dealing::Device, "7 boxes, device"),
    ] {
        best_play(&mut group, "sydney", boxes, dealing, name);
    }
    group.finish();
}

criterion_group!(benches, fresh, boxes);
criterion_main!(benches);
