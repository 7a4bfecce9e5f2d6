//! A battery of statistical tests of the final outcome, at 99 % confidence, with fixed seeds; and
//! shuffles that it must catch.
//!
//! Seven tests of twenty streams give 140 chances. A chance below 0.5 % or above 99.5 % is a
//! rejection: too good is as bad as too uneven. So many rejections must be what 1 % of 140 can be,
//! and all chances together must be evenly spread.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::float_arithmetic, reason = "chances are no money")]

mod seven;
mod shuffles;
mod statistics;

use cards::Composition;
use fair::{Device, Seeded, ServerSeed, Words};
use seven::SEVEN;
use shuffles::{Shuffle, shoes};
use statistics::{chi_square, chi_square_tail, evenly_spread};
use std::collections::BTreeSet;

const STREAMS: u64 = 20;
const SHOES: usize = 20_000;

/// One test in a hundred rejects what is fair.
fn rejects(chance: f64) -> bool {
    !(0.005..=0.995).contains(&chance)
}

#[test]
fn seven_tests_of_twenty_streams_reject_no_more_than_one_in_a_hundred_does() {
    let mut chances = [[0.0; 20]; 7];
    for (stream, number) in (0..STREAMS).enumerate() {
        let shoes = shoes(Shuffle::Fair, 1000 + number, SHOES);
        let all: BTreeSet<&[u8; 48]> = shoes.iter().collect();
        assert_eq!(all.len(), SHOES, "a whole shoe came twice");
        for ((_, test), chances) in SEVEN.iter().zip(&mut chances) {
            chances[stream] = test(&shoes);
        }
    }
    let mut rejections = 0;
    for ((name, _), chances) in SEVEN.iter().zip(&chances) {
        let rejected = chances.iter().filter(|&&chance| rejects(chance)).count();
        // More than 2 of 20 at 1 % have a chance of 0.1 %.
        assert!(
            rejected <= 2,
            "{name} rejects {rejected} of {STREAMS} streams: {chances:?}"
        );
        rejections += rejected;
    }
    // More than 6 of 140 at 1 % have a chance of 0.1 %.
    assert!(rejections <= 6, "{rejections} rejections of 140");
    let spread = evenly_spread(&chances.concat());
    assert!(
        !rejects(spread),
        "the 140 chances are not evenly spread: {spread}"
    );
}

/// Which tests reject a stream of a wrong shuffle.
fn caught_by(kind: Shuffle) -> Vec<&'static str> {
    let shoes = shoes(kind, 1, SHOES);
    // One in a million: no accident.
    let rejects = |chance: f64| !(1e-6..=1.0 - 1e-6).contains(&chance);
    SEVEN
        .iter()
        .filter(|(_, test)| rejects(test(&shoes)))
        .map(|(name, _)| *name)
        .collect()
}

#[test]
fn every_wrong_shuffle_is_caught() {
    for kind in Shuffle::WRONG {
        let caught = caught_by(kind);
        assert!(!caught.is_empty(), "{kind:?} is caught by no test");
    }
    // What each of the three best known mistakes does to the cards shows in their places.
    for kind in [Shuffle::SwapWithAny, Shuffle::EightBits, Shuffle::OffByOne] {
        assert!(caught_by(kind).contains(&"distribution"), "{kind:?}");
    }
}

#[test]
fn every_test_catches_a_wrong_shuffle_that_it_is_there_for() {
    for (name, kind) in [
        ("distribution", Shuffle::OffByOne),
        ("overlaps", Shuffle::Stale),
        ("coupon collector", Shuffle::TooFew),
        ("runs", Shuffle::TooFew),
        ("serial correlation", Shuffle::TooFew),
        ("interplay correlation", Shuffle::Stale),
        ("duplicates", Shuffle::FewSeeds),
    ] {
        let caught = caught_by(kind);
        assert!(
            caught.contains(&name),
            "{name} does not catch {kind:?}; {caught:?} do"
        );
    }
}

#[test]
fn chances_that_are_too_good_are_rejected() {
    // Every card exactly as often in every place: 48 orders turned round, again and again.
    let turned = |by: usize| {
        let mut shoe = [0; 48];
        shuffles::fresh(&mut shoe);
        shoe.rotate_left(by % 48);
        shoe
    };
    let shoes: Vec<[u8; 48]> = (0..4800).map(turned).collect();
    let (_, distribution) = SEVEN[0];
    assert!(distribution(&shoes) > 0.999_999);
    assert!(rejects(distribution(&shoes)));
}

/// How often each order of five cards came.
fn orders_of_five(kind: Shuffle, times: u32) -> Vec<u32> {
    let mut words = Words::new(Seeded::of_number(5));
    let mut counts = vec![0; 5_usize.pow(4)];
    let mut cards = [0; 5];
    for _ in 0..times {
        kind.next(&mut cards, &mut words);
        // The first four cards as digits.
        counts[cards[..4]
            .iter()
            .fold(0, |number, &card| number * 5 + usize::from(card))] += 1;
    }
    counts
}

/// The chance of such counts if all 120 orders are equally likely.
fn chance_of_orders(counts: &[u32]) -> f64 {
    let possible = |number: usize| {
        let digits: BTreeSet<usize> = (0..4)
            .map(|digit| number / 5_usize.pow(digit) % 5)
            .collect();
        digits.len() == 4
    };
    let counts: Vec<u32> = (0..counts.len())
        .filter(|&number| possible(number))
        .map(|number| counts[number])
        .collect();
    assert_eq!(counts.len(), 120);
    chi_square(&counts, &[1.0 / 120.0; 120])
}

#[test]
fn all_orders_of_five_cards_come_equally_often() {
    let counts = orders_of_five(Shuffle::Fair, 10_000_000);
    let chance = chance_of_orders(&counts);
    assert!(!rejects(chance), "{chance}");
}

#[test]
fn orders_of_five_cards_show_the_three_best_known_mistakes() {
    for kind in [Shuffle::SwapWithAny, Shuffle::EightBits, Shuffle::OffByOne] {
        let chance = chance_of_orders(&orders_of_five(kind, 5_000_000));
        assert!(chance < 1e-6, "{kind:?}: {chance}");
    }
}

/// Places and pairs of neighbours in shoes of three decks.
struct ThreeDecks {
    places: Vec<[u32; 48]>,
    /// One pair of neighbours a shoe, from a place that goes round.
    pairs: Vec<[u32; 48]>,
}

fn three_decks(kind: Shuffle, times: usize) -> ThreeDecks {
    let mut words = Words::new(Seeded::of_number(3));
    let mut cards = [0; 144];
    let mut counts = ThreeDecks {
        places: vec![[0; 48]; 144],
        pairs: vec![[0; 48]; 48],
    };
    for shoe in 0..times {
        kind.next(&mut cards, &mut words);
        for (place, &card) in cards.iter().enumerate() {
            counts.places[place][usize::from(card)] += 1;
        }
        let at = shoe % 143;
        counts.pairs[usize::from(cards[at])][usize::from(cards[at + 1])] += 1;
    }
    counts
}

/// As for one deck: the covariance is 144/143 times that of a free table.
fn chance_of_places(places: &[[u32; 48]]) -> f64 {
    let shoes: u32 = places[0].iter().sum();
    let expected = f64::from(shoes) / 48.0;
    let statistic: f64 = places
        .iter()
        .flatten()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    chi_square_tail(statistic * 143.0 / 144.0, 143.0 * 47.0)
}

/// Two neighbours are any two of the 144 cards: nine ways for two kinds, six for the same twice.
fn chance_of_pairs(pairs: &[[u32; 48]]) -> f64 {
    let ways = |first: usize, second: usize| if first == second { 6.0 } else { 9.0 };
    let chances: Vec<f64> = (0..48)
        .flat_map(|first| (0..48).map(move |second| ways(first, second) / (144.0 * 143.0)))
        .collect();
    chi_square(&pairs.concat(), &chances)
}

#[test]
fn places_and_neighbours_in_a_million_shoes_of_three_decks_are_as_expected() {
    let counts = three_decks(Shuffle::Fair, 1_000_000);
    let (places, pairs) = (
        chance_of_places(&counts.places),
        chance_of_pairs(&counts.pairs),
    );
    assert!(!rejects(places), "{places}");
    assert!(!rejects(pairs), "{pairs}");
}

#[test]
fn places_and_neighbours_in_three_decks_show_wrong_shuffles() {
    for kind in [Shuffle::SwapWithAny, Shuffle::EightBits, Shuffle::OffByOne] {
        let places = chance_of_places(&three_decks(kind, 50_000).places);
        assert!(places < 1e-6, "{kind:?}: {places}");
    }
    let pairs = chance_of_pairs(&three_decks(Shuffle::TooFew, 50_000).pairs);
    assert!(pairs < 1e-6, "{pairs}");
}

#[test]
fn every_card_comes_as_often_in_every_place_out_of_a_device() {
    let mut counts = vec![[0_u32; 48]; 48];
    let mut entropy = Seeded::of_number(4);
    // The tens have no place in a pack, so the numbers of the cards close up behind them.
    let kinds: Vec<cards::Card> = Composition::decks_of_48(1).cards().collect();
    for _ in 0..5000 {
        let server = ServerSeed::draw(&mut entropy).unwrap();
        let mut device = Device::new("table 1", Composition::decks_of_48(1), server, &[]);
        for places in &mut counts {
            let card = device.draw().unwrap();
            places[kinds.iter().position(|&kind| kind == card).unwrap()] += 1;
        }
    }
    let statistic: f64 = counts
        .iter()
        .flatten()
        .map(|&count| (f64::from(count) - 5000.0 / 48.0).powi(2) * 48.0 / 5000.0)
        .sum();
    let chance = chi_square_tail(statistic * 47.0 / 48.0, 47.0 * 47.0);
    assert!(!rejects(chance), "{chance}");
}
