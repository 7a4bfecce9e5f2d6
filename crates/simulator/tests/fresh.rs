//! Blocks of rounds: as many as were asked for, the same for the same seed, and worth what the solver says.
#![allow(clippy::unwrap_used, clippy::float_arithmetic, reason = "a test; figures are doubles")]

use cards::{Card, Composition};
use rules::{BOOK_IDS, Money, Sign, builtin};
use simulator::{BLOCK, Fresh, Tally, Unfit};
use solver::{Best, Pile, Strategy, Terms, full_shoe, solve};

/// Best play of a book with eight decks: what the solver says it is worth, and what `each` makes of its rounds.
fn with_best_play<T>(id: &str, each: impl FnOnce(&Fresh<'_>) -> T) -> (f64, T) {
    let book = builtin(id).unwrap();
    let wager = Money::from_dollars(25);
    let (terms, shoe) = (Terms::of(&book, wager), full_shoe(&book, 8).unwrap());
    let pile = Pile::of(&shoe);
    let solved = solve::<f64>(&terms, &pile, &Best);
    let strategy = Strategy::new(&terms, &pile, &solved, &Best);
    let sign = Sign::usual(&book);
    let fresh = Fresh::new(&book, &sign, wager, &shoe, &strategy).unwrap();
    (solved.expectation().worth, each(&fresh))
}

#[test]
fn the_mean_is_what_the_solver_says() {
    for id in BOOK_IDS {
        let (worth, tally) = with_best_play(id, |fresh| {
            let mut tally = Tally::default();
            (0..16).for_each(|block| tally.merge(&fresh.block(2, block, BLOCK)));
            tally
        });
        let summary = tally.summary(Money::from_dollars(25)).unwrap();
        let off = (summary.mean - worth) / summary.error;
        assert!(off.abs() < 3.0, "{id}: {} is {off} standard errors from {worth}", summary.mean);
    }
}

#[test]
fn a_block_has_as_many_rounds_as_were_asked_for() {
    let (_, counts) = with_best_play("sydney", |fresh| {
        [0, 1, 15, 16, 17, 1_000, 100_003].map(|rounds| (u64::from(rounds), fresh.block(3, 0, rounds).rounds()))
    });
    assert!(counts.iter().all(|(asked, played)| asked == played), "{counts:?}");
}

#[test]
fn a_block_is_the_same_for_the_same_seed_only() {
    let (_, [one, same, other_block, other_seed]) = with_best_play("canberra", |fresh| {
        [(5, 1), (5, 1), (5, 2), (6, 1)].map(|(seed, block)| fresh.block(seed, block, 20_000))
    });
    assert_eq!(one, same);
    assert_ne!(one, other_block);
    assert_ne!(one, other_seed);
}

#[test]
fn a_shoe_that_cannot_be_dealt_is_refused() {
    let book = builtin("sydney").unwrap();
    let (sign, wager) = (Sign::usual(&book), Money::from_dollars(25));
    let terms = Terms::of(&book, wager);
    let full = Pile::of(&full_shoe(&book, 8).unwrap());
    let solved = solve::<f64>(&terms, &full, &Best);
    let strategy = Strategy::new(&terms, &full, &solved, &Best);
    let fault = |shoe: Composition| Fresh::new(&book, &sign, wager, &shoe, &strategy).unwrap_err();
    assert!(matches!(fault("As Kd 5h 5s 9c".split(' ').map(|card| card.parse::<Card>().unwrap()).collect()), Unfit::Shoe(_)));
    assert_eq!(fault(Composition::decks_of_48(11)), Unfit::TooManyCards { cards: 528 });
}
