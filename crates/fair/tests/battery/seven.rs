//! The seven tests of a stream of shoes of one deck. Each gives one chance, evenly spread over 0 to
//! 1 for fair shoes.
//!
//! All are made of the final outcome, the order of the cards, and their expectations are reckoned,
//! not simulated.

use crate::shuffles::DECK;
use crate::statistics::{chi_square, chi_square_tail, normal};
use std::collections::BTreeSet;

/// A shoe of one deck.
pub(crate) type Shoe = [u8; 48];

/// A test with its name.
pub(crate) type Test = (&'static str, fn(&[Shoe]) -> f64);

pub(crate) const SEVEN: [Test; 7] = [
    ("distribution", distribution),
    ("overlaps", overlaps),
    ("coupon collector", coupon_collector),
    ("runs", runs),
    ("serial correlation", serial_correlation),
    ("interplay correlation", interplay_correlation),
    ("duplicates", duplicates),
];

/// Every card comes as often in every place.
///
/// Places of one shoe depend on each other: the covariance of the counts is 48/47 times that of a
/// free table.
fn distribution(shoes: &[Shoe]) -> f64 {
    let mut counts = vec![[0_u32; 48]; 48];
    for shoe in shoes {
        for (place, &card) in shoe.iter().enumerate() {
            counts[place][usize::from(card)] += 1;
        }
    }
    let expected = number(shoes.len()) / 48.0;
    let statistic: f64 = counts
        .iter()
        .flatten()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    chi_square_tail(statistic * 47.0 / 48.0, 47.0 * 47.0)
}

/// The first twelve cards of two shoes in a row have so many in common as twelve of 48 drawn twice
/// have.
fn overlaps(shoes: &[Shoe]) -> f64 {
    let mut counts = [0_u32; 13];
    for pair in shoes.chunks_exact(2) {
        let first: BTreeSet<u8> = pair[0][..12].iter().copied().collect();
        counts[pair[1][..12]
            .iter()
            .filter(|card| first.contains(card))
            .count()] += 1;
    }
    let chance = |common| choose(12, common) * choose(36, 12 - common) / choose(48, 12);
    chi_square(&counts, &(0..=12).map(chance).collect::<Vec<f64>>())
}

/// How many shoes it takes until every rank has once been the first card.
fn coupon_collector(shoes: &[Shoe]) -> f64 {
    const LEAST: u32 = 12;
    /// So many or more.
    const MOST: u32 = 120;
    let mut counts = vec![0_u32; usize::try_from(MOST - LEAST + 1).unwrap()];
    let (mut seen, mut length) = (BTreeSet::new(), 0);
    for shoe in shoes {
        seen.insert(shoe[0] / 4);
        length += 1;
        if seen.len() == 12 {
            counts[usize::try_from(MOST.min(length) - LEAST).unwrap()] += 1;
            (seen, length) = (BTreeSet::new(), 0);
        }
    }
    // All seen after r shoes: inclusion and exclusion over the ranks not seen.
    let all_by = |r: u32| -> f64 {
        (0..=12_u32)
            .map(|gone| {
                let sign = if gone % 2 == 0 { 1.0 } else { -1.0 };
                sign * choose(12, gone)
                    * (1.0 - f64::from(gone) / 12.0).powi(i32::try_from(r).unwrap())
            })
            .sum()
    };
    let chance = |r| if r == MOST { 1.0 } else { all_by(r) } - all_by(r - 1);
    let chances: Vec<f64> = (LEAST..=MOST).map(chance).collect();
    chi_square(&counts, &chances)
}

/// Runs of cards above or below the middle: 24 of each make 25 runs on average (Wald and
/// Wolfowitz).
fn runs(shoes: &[Shoe]) -> f64 {
    let is_high = |card: u8| card >= DECK / 2;
    let changes = |shoe: &Shoe| {
        shoe.windows(2)
            .filter(|pair| is_high(pair[0]) != is_high(pair[1]))
            .count()
    };
    let runs: usize = shoes.iter().map(|shoe| 1 + changes(shoe)).sum();
    let (pairs, n) = (2.0 * 24.0 * 24.0, 48.0);
    let variance = pairs * (pairs - n) / (n * n * (n - 1.0));
    normal((number(runs) - 25.0 * number(shoes.len())) / (number(shoes.len()) * variance).sqrt())
}

/// A card does not tell the next one: the sum of products of neighbours, against its mean over all
/// orders.
fn serial_correlation(shoes: &[Shoe]) -> f64 {
    let sums: Vec<f64> = shoes
        .iter()
        .map(|shoe| {
            shoe.windows(2)
                .map(|pair| centred(pair[0]) * centred(pair[1]))
                .sum()
        })
        .collect();
    // Values that add up to 0: two different ones have the mean product -S / (48 * 47), with S the
    // sum of squares.
    let expected = -squares() / 48.0;
    let n = number(sums.len());
    let mean = sums.iter().sum::<f64>() / n;
    let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / (n - 1.0);
    normal((mean - expected) / (variance / n).sqrt())
}

/// A shoe does not tell the next one: the sum of products place by place has mean 0 and variance S²
/// / 47.
fn interplay_correlation(shoes: &[Shoe]) -> f64 {
    let product = |pair: &[Shoe]| -> f64 {
        pair[0]
            .iter()
            .zip(&pair[1])
            .map(|(&one, &other)| centred(one) * centred(other))
            .sum()
    };
    let sum: f64 = shoes.chunks_exact(2).map(product).sum();
    let pairs = number(shoes.len() / 2);
    normal(sum / (pairs * squares().powi(2) / 47.0).sqrt())
}

/// The same first three cards come again as often as birthdays do.
fn duplicates(shoes: &[Shoe]) -> f64 {
    let different: BTreeSet<&[u8]> = shoes.iter().map(|shoe| &shoe[..3]).collect();
    let (boxes, n) = (48.0 * 47.0 * 46.0, number(shoes.len()));
    // Of `boxes` boxes, those that n balls leave empty: mean and variance.
    let one = (n * (-1.0_f64 / boxes).ln_1p()).exp();
    let two = (n * (-2.0_f64 / boxes).ln_1p()).exp();
    let variance = boxes * (boxes - 1.0) * two + boxes * one - (boxes * one).powi(2);
    normal((boxes - number(different.len()) - boxes * one) / variance.sqrt())
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap())
}

/// The number of a card, the middle being 0.
fn centred(card: u8) -> f64 {
    f64::from(card) - 23.5
}

/// The sum of squares of all cards.
fn squares() -> f64 {
    (0..DECK).map(|card| centred(card).powi(2)).sum()
}

fn choose(n: u32, k: u32) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k)
        .map(|at| f64::from(n - at) / f64::from(at + 1))
        .product()
}
