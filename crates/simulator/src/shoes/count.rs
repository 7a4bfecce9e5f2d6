//! A count in the lanes: small whole numbers that are added card by card, and what follows from
//! their sum when so many cards are out.
//!
//! All lanes have seen as many cards, so where a way to play begins is one number for all of them.
//! A tag is told as so many units above the lowest; every true count is the counter's own.

use super::ways::Ways;
use crate::bookkeeper::FARTHEST;
use crate::code::{CODES, Code};
use crate::counting::{Counting, UNIT};

/// Bits of a code; a card's units stand above, in a byte.
pub(super) const CODE_BITS: u32 = 5;
/// The most units of a card.
const MOST_UNITS: i32 = 7;

/// What a counter knows before a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The true count in whole numbers, by which rounds are put together.
    pub(super) count: i32,
    /// Which of its wagers is placed.
    pub(super) level: usize,
}

/// A count.
#[derive(Debug)]
pub(super) struct Count {
    /// The units of each code.
    units: [u8; CODES],
    /// By how many cards are out, burned ones included: from which sums on the ways to play after
    /// the first are taken.
    from: Vec<i16>,
    ways: usize,
    /// By how many cards are out and by the sum: what is known, by its place.
    places: Vec<u16>,
    sums: usize,
    known: Vec<Known>,
}

/// The tags are too far apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooFine;

impl Count {
    /// The count of a shoe of which so many cards are burned.
    pub(super) fn new(
        counting: &Counting,
        ways: &Ways<'_>,
        shoe: &[Code],
        burned: usize,
    ) -> Result<Self, TooFine> {
        let tag = |code: &Code| counting.tag(code.value());
        let least = shoe.iter().map(tag).min().unwrap_or(0);
        let unit = shoe
            .iter()
            .fold(0, |unit, code| divisor(unit, tag(code) - least))
            .max(1);
        let mut units = [0; CODES];
        for code in shoe {
            let many = (tag(code) - least) / unit;
            units[code.column()] = match u8::try_from(many) {
                Ok(units) if many <= MOST_UNITS => units,
                Ok(_) | Err(_) => return Err(TooFine),
            };
        }
        let mut each: Vec<usize> = shoe
            .iter()
            .map(|code| usize::from(units[code.column()]))
            .collect();
        each.sort_unstable();
        let sums = each.iter().sum::<usize>() + 1;
        let mut count = Self {
            units,
            from: Vec::new(),
            ways: ways.len(),
            places: vec![0; (shoe.len() + 1) * sums],
            sums,
            known: Vec::new(),
        };
        for out in 0..=shoe.len() {
            let seen = out.saturating_sub(burned);
            // No sum is less than that of the lowest cards, or more than that of the highest.
            let low = each[..seen].iter().sum();
            let high = each[shoe.len() - seen..].iter().sum();
            let number =
                |cards: usize| i32::try_from(cards).expect("a shoe has some hundred cards");
            let true_count = |sum: usize| {
                let running = counting.start + least * number(seen) + unit * number(sum);
                counting.true_count(running, number(shoe.len() - seen))
            };
            count.fill(out, (low, high), counting, &ways.from, true_count);
        }
        Ok(count)
    }

    fn fill(
        &mut self,
        out: usize,
        (low, high): (usize, usize),
        counting: &Counting,
        ways: &[i32],
        true_count: impl Fn(usize) -> i32,
    ) {
        let counts: Vec<i32> = (low..=high).map(true_count).collect();
        for from in ways {
            // True counts rise with the sum.
            let sum = low + counts.partition_point(|count| count < from);
            self.from.push(i16::try_from(sum).expect("units are few"));
        }
        for (sum, &count) in (low..).zip(&counts) {
            let known = Known {
                count: count.div_euclid(UNIT).clamp(-FARTHEST, FARTHEST) * UNIT,
                level: counting.step(count),
            };
            let place = self.known.iter().rposition(|one| *one == known);
            let place = place.unwrap_or_else(|| {
                self.known.push(known);
                self.known.len() - 1
            });
            self.places[out * self.sums + sum] =
                u16::try_from(place).expect("true counts and wagers are few");
        }
    }

    /// The byte of a card: its code and its units.
    pub(super) fn byte(&self, code: Code) -> u8 {
        code.byte() | self.units[code.column()] << CODE_BITS
    }

    /// From which sums on the ways to play after the first are taken, when so many cards are out.
    #[inline(always)]
    pub(super) fn from(&self, out: usize) -> &[i16] {
        let others = self.ways - 1;
        &self.from[out * others..(out + 1) * others]
    }

    /// The place of what is known with a sum when so many cards are out.
    #[inline(always)]
    pub(super) fn place(&self, out: usize, sum: i16) -> u16 {
        self.places[out * self.sums + usize::try_from(sum).unwrap_or(0)]
    }

    /// What is known, by its place.
    pub(super) fn known(&self) -> &[Known] {
        &self.known
    }
}

/// The greatest number that divides both.
fn divisor(one: i32, other: i32) -> i32 {
    match other {
        0 => one,
        _ => divisor(other, one % other),
    }
}
