//! How long answers take, on one core. Every answer is checked before it is timed.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a bench"
)]

use cards::Card;
use criterion::{Criterion, criterion_group, criterion_main};
use rules::{BOOK_IDS, Money, RuleBook, builtin, reference};
use solver::{Best, Chart, Detail, Pile, Terms, Worth, full_shoe, position, solve};
use std::hint::black_box;

const WAGER: Money = Money::from_dollars(25);

/// All hands, all upcards, the chart and both edges.
fn whole(book: &RuleBook, decks: u8) -> (Worth, Chart) {
    let worth = Worth::of(book, decks, WAGER).unwrap();
    let chart = Chart::new(&worth.terms, &worth.solved, Detail::ByCards);
    (worth, chart)
}

fn expectation(book: &RuleBook, decks: u8) -> f64 {
    solve::<f64>(
        &Terms::of(book, WAGER),
        &Pile::of(&full_shoe(book, decks).unwrap()),
        &Best,
    )
    .expectation()
    .worth
}

/// Published: Eric Farmer's program, six decks.
fn check() {
    let blackjack = reference("blackjack").unwrap();
    assert!((expectation(&blackjack, 6) + 0.004_028_702_36).abs() < 6e-12);
    for id in BOOK_IDS {
        let (worth, _) = whole(&builtin(id).unwrap(), 8);
        let parts: f64 = worth.tally.parts.values().map(|part| part.worth).sum();
        assert!((parts - worth.expectation).abs() < 1e-12, "{id}");
    }
}

fn books(c: &mut Criterion) {
    check();
    let mut group = c.benchmark_group("solver");
    group.sample_size(10);
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        group.bench_function(
            format!("{id}, 8 decks: all hands, chart, both edges"),
            |b| b.iter(|| black_box(whole(&book, 8))),
        );
    }
    let mut changed = RuleBook::clone(&builtin("sydney").unwrap());
    changed.set("split.again", "may").unwrap();
    group.bench_function("sydney with one setting changed, expectation", |b| {
        b.iter(|| black_box(expectation(&changed, 8)))
    });
    group.bench_function("all books, all numbers of decks", |b| {
        b.iter(|| {
            for id in BOOK_IDS {
                let book = builtin(id).unwrap();
                for decks in book.cards.decks.is.counts() {
                    black_box(expectation(&book, decks));
                }
            }
        });
    });
    group.finish();
}

fn positions(c: &mut Criterion) {
    let mut group = c.benchmark_group("position");
    let cards = |text: &str| {
        text.split(' ')
            .map(|card| card.parse().unwrap())
            .collect::<Vec<Card>>()
    };
    // The last four take longest of all positions.
    for (id, decks, hand, upcard) in [
        ("sydney", 8, "8s 8h", "6d"),
        ("sydney", 8, "2s 3h Ac", "5d"),
        ("adelaide", 8, "2s 2h", "7d"),
        ("canberra", 8, "8s 8h", "Kd"),
        ("tasmania", 3, "8s 8h", "Kd"),
        ("canberra", 8, "2s 2h", "Ad"),
        ("tasmania", 8, "2s 2h", "Ad"),
    ] {
        let book = builtin(id).unwrap();
        let (terms, shoe) = (Terms::of(&book, WAGER), full_shoe(&book, decks).unwrap());
        let (hand_cards, up) = (cards(hand), upcard.parse().unwrap());
        let best = position(&terms, &shoe, &[], &hand_cards, up)
            .unwrap()
            .best()
            .unwrap();
        assert!(best.1 > -1.0 && best.1 < 1.5);
        group.bench_function(
            format!("{id}, {decks} decks: {hand} against {upcard}"),
            |b| {
                b.iter(|| black_box(position(&terms, &shoe, &[], &hand_cards, up).unwrap()));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, books, positions);
criterion_main!(benches);
