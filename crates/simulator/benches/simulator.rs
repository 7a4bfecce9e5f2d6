//! How many rounds a second one core plays. Every answer is checked before it is timed.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a bench"
)]

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use rules::{BOOK_IDS, Money, RuleBook, Sign, builtin};
use simulator::{
    BLOCK, Bets, Cut, DECK, Dealing, Method, Mind, Play, Record, Seat, Simulation, StrategyFile,
    Summary, Table,
};
use solver::{Best, Pile, Solved, Strategy, Terms, full_shoe, solve};
use std::hint::black_box;

/// Best play with eight decks and a wager of 25, at so many boxes; its answer is checked. What it
/// borrows from lasts as long as the bench.
fn best_play(id: &str, boxes: usize, dealing: Dealing) -> Simulation<'static> {
    let book: &RuleBook = Box::leak(Box::new((*builtin(id).unwrap()).clone()));
    let wager = Money::from_dollars(25);
    let shoe = full_shoe(book, 8).unwrap();
    let terms: &Terms = Box::leak(Box::new(Terms::of(book, wager)));
    let pile: &Pile = Box::leak(Box::new(Pile::of(&shoe)));
    let solved: &Solved<f64> = Box::leak(Box::new(solve::<f64>(terms, pile, &Best)));
    let strategy = Box::leak(Box::new(Strategy::new(terms, pile, solved, &Best)));
    let seat = Seat {
        mind: Mind {
            plays: vec![strategy],
            counting: None,
        },
        bettors: vec![Bets::of(wager)],
    };
    let sign = Sign::usual(book);
    let table = Table {
        book,
        sign,
        shoe,
        dealing,
        seats: vec![seat],
        boxes: vec![0; boxes],
        multipliers: Vec::new(),
    };
    let simulation = Simulation::new(Box::leak(Box::new(table))).unwrap();
    let mut record = Record::default();
    (0..8).for_each(|block| record.merge(&simulation.block(9, block, BLOCK)));
    let summary = Summary::of_bettor(&record.seats[0].bettors[0]).unwrap();
    // What others win with a Super Bonus, and the cards gone of a shoe, are not in the solver's
    // figure: both are small.
    let beside = if boxes > 1 || dealing != Dealing::Fresh {
        0.001
    } else {
        0.0
    };
    let off = (summary.mean - solved.expectation().worth).abs();
    assert!(
        off < 3.0 * summary.error + beside,
        "{id}, {boxes} boxes: off the solver by {off}"
    );
    simulation
}

fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: &str,
    boxes: usize,
    dealing: Dealing,
    name: &str,
) {
    group.throughput(Throughput::Elements(
        u64::from(BLOCK) * u64::try_from(boxes).unwrap(),
    ));
    let (mut simulation, mut block) = (None, 0);
    group.bench_function(name, |b| {
        let simulation = simulation.get_or_insert_with(|| best_play(id, boxes, dealing));
        b.iter(|| {
            block += 1;
            black_box(simulation.block(9, block, BLOCK))
        });
    });
}

/// One box, played best or by a strategy file.
fn one_box(
    id: &str,
    decks: u8,
    strategy: Option<&str>,
    dealing: Dealing,
) -> &'static Table<'static> {
    let book: &RuleBook = Box::leak(Box::new((*builtin(id).unwrap()).clone()));
    let wager = Money::from_dollars(25);
    let shoe = full_shoe(book, decks).unwrap();
    let terms: &Terms = Box::leak(Box::new(Terms::of(book, wager)));
    let pile: &Pile = Box::leak(Box::new(Pile::of(&shoe)));
    let solved: &Solved<f64> = Box::leak(Box::new(solve::<f64>(terms, pile, &Best)));
    let best: &dyn Play = Box::leak(Box::new(Strategy::new(terms, pile, solved, &Best)));
    let mut mind = Mind {
        plays: vec![best],
        counting: None,
    };
    if let Some(text) = strategy {
        let file = Box::leak(Box::new(StrategyFile::parse(text).unwrap()));
        let play =
            |band| -> &'static dyn Play { Box::leak(Box::new(file.play(band, terms, best))) };
        mind.plays = (0..file.bands()).map(play).collect();
        mind.counting = file.counting.as_ref();
    }
    let mut sign = Sign::usual(book);
    sign.minimum = Money::from_dollars(5);
    let table = Table {
        book,
        sign,
        shoe,
        dealing,
        seats: vec![Seat {
            mind,
            bettors: vec![Bets::of(wager)],
        }],
        boxes: vec![0],
        multipliers: Vec::new(),
    };
    Box::leak(Box::new(table))
}

/// Shoes side by side come to what they come to round by round; says how many rounds left their
/// lanes.
fn check_lanes(name: &str, simulation: &Simulation<'_>) {
    assert_eq!(simulation.method(), Method::ShoesSideBySide, "{name}");
    let lanes = simulation.block(9, 0, 4 * BLOCK);
    let alone = simulation.block_by_rows(9, 0, 4 * BLOCK);
    assert_eq!(lanes.table, alone.table, "{name}");
    eprintln!(
        "{name}: {} of {} rounds left their lanes",
        lanes.left_lanes, lanes.rounds
    );
}

/// Shoes side by side beside the same shoes round by round and rounds from a fresh shuffle, in one
/// run: what matters is how they stand to each other.
fn shoes(c: &mut Criterion) {
    const COUNTER: &str = include_str!("../../../examples/strategies/sydney-counter.strategy");
    let mut group = c.benchmark_group("sydney, six decks, and others, one box, rounds");
    group.sample_size(10);
    group.throughput(Throughput::Elements(u64::from(BLOCK)));
    let shoe = Dealing::Shoe(Cut {
        least: DECK,
        most: DECK,
    });
    let mut block = 0;
    let fresh = Simulation::new(one_box("sydney", 6, None, Dealing::Fresh)).unwrap();
    assert_eq!(fresh.method(), Method::FreshSideBySide);
    group.bench_function("fresh shuffle", |b| {
        b.iter(|| {
            block += 1;
            black_box(fresh.block(9, block, BLOCK))
        });
    });
    for (name, strategy) in [("flat", None), ("counter", Some(COUNTER))] {
        let table = one_box("sydney", 6, strategy, shoe);
        group.bench_function(format!("{name} shoe, its tables made ready"), |b| {
            b.iter(|| black_box(Simulation::new(table).unwrap()))
        });
        let simulation = Simulation::new(table).unwrap();
        check_lanes(name, &simulation);
        // A few rounds more than are asked for finish the last shoe.
        group.bench_function(format!("{name} shoe, side by side"), |b| {
            b.iter(|| {
                block += 1;
                black_box(simulation.block(9, block, BLOCK))
            });
        });
        group.bench_function(format!("{name} shoe, round by round"), |b| {
            b.iter(|| {
                block += 1;
                black_box(simulation.block_by_rows(9, block, BLOCK))
            });
        });
    }
    for id in BOOK_IDS {
        let simulation = Simulation::new(one_box(id, 8, None, shoe)).unwrap();
        check_lanes(id, &simulation);
        group.bench_function(format!("{id}, eight decks, flat shoe"), |b| {
            b.iter(|| {
                block += 1;
                black_box(simulation.block(9, block, BLOCK))
            });
        });
    }
    group.finish();
}

fn fresh(c: &mut Criterion) {
    let mut group = c.benchmark_group("one box, fresh shuffle, rounds");
    group.sample_size(20);
    for id in BOOK_IDS {
        bench(&mut group, id, 1, Dealing::Fresh, id);
    }
    group.finish();
}

fn boxes(c: &mut Criterion) {
    let mut group = c.benchmark_group("sydney, box-rounds");
    group.sample_size(10);
    let shoe = Dealing::Shoe(Cut {
        least: DECK,
        most: DECK,
    });
    for (boxes, dealing, name) in [
        (1, Dealing::Fresh, "1 box, fresh shuffle"),
        (2, Dealing::Fresh, "2 boxes, fresh shuffle"),
        (7, Dealing::Fresh, "7 boxes, fresh shuffle"),
        (1, shoe, "1 box, shoe"),
        (7, shoe, "7 boxes, shoe"),
        (7, Dealing::Device, "7 boxes, device"),
    ] {
        bench(&mut group, "sydney", boxes, dealing, name);
    }
    group.finish();
}

criterion_group!(benches, fresh, shoes, boxes);
criterion_main!(benches);
