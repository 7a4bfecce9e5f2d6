//! Piles of cards that several hands end with together, multiplied out hand by hand.

use crate::number::Number;
use crate::pile_tree::End;
use crate::value::{Counts, VALUES};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Piles and in how many orders each comes.
pub(super) type Products<N> = Vec<(Packed, N)>;

/// No hand: no cards.
pub(super) fn none<N: Number>() -> Products<N> {
    vec![(Packed::of(&[0; VALUES]), N::one())]
}

/// The ends of one hand as piles.
pub(super) fn of_one<N: Number>(hand: &[End]) -> Products<N> {
    hand.iter()
        .map(|end| (Packed::of(&end.counts), N::large(end.orders)))
        .collect()
}

/// The ends of two hands that can end alike.
pub(super) fn squared<N: Number>(hand: &[(Packed, N)]) -> Products<N> {
    let mut gathered = Gathered::new(hand.len() * hand.len() / 2);
    for (place, &(pile, times)) in hand.iter().enumerate() {
        gathered.add(pile.and(pile), times * times);
        // Either of the two can be the one hand, and the other the other.
        let twice = times * N::whole(2);
        hand[place + 1..]
            .iter()
            .for_each(|&(end, orders)| gathered.add(pile.and(end), twice * orders));
    }
    gathered.products
}

/// The ends of one more hand.
pub(super) fn multiply<N: Number>(piles: &[(Packed, N)], hand: &[(Packed, N)]) -> Products<N> {
    let mut gathered = Gathered::new(piles.len() * hand.len());
    for &(pile, times) in piles {
        hand.iter()
            .for_each(|&(end, orders)| gathered.add(pile.and(end), times * orders));
    }
    gathered.products
}

/// Products while they are gathered: each stands where it came first.
struct Gathered<N> {
    products: Products<N>,
    places: FxHashMap<Packed, usize>,
}

impl<N: Number> Gathered<N> {
    /// Makes room for so many products, of which some are alike.
    fn new(products: usize) -> Self {
        let room = products / 4;
        Self {
            products: Vec::with_capacity(room),
            places: FxHashMap::with_capacity_and_hasher(room, FxBuildHasher),
        }
    }

    fn add(&mut self, pile: Packed, orders: N) {
        let place = *self.places.entry(pile).or_insert(self.products.len());
        match self.products.get_mut(place) {
            Some((_, all)) => *all += orders,
            None => self.products.push((pile, orders)),
        }
    }
}

/// A pile of cards in one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Packed(u64);

/// Where the count of each value begins. Eight hands, the cards split again and the dealer's hold
/// no more of a value than fit: a hand ends with at most 22 Aces, 11 twos, 8 threes and so on.
const SHIFTS: [u32; VALUES + 1] = [0, 8, 15, 22, 28, 34, 40, 46, 51, 56, 61];

impl Packed {
    pub(super) fn of(counts: &Counts) -> Self {
        Self(
            counts
                .iter()
                .zip(SHIFTS)
                .fold(0, |packed, (&count, shift)| {
                    packed + (u64::from(count) << shift)
                }),
        )
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    pub(super) fn counts(self) -> Counts {
        let mut counts = [0; VALUES];
        for (count, bits) in counts.iter_mut().zip(SHIFTS.windows(2)) {
            let here = self.0 >> bits[0] & ((1 << (bits[1] - bits[0])) - 1);
            *count = u8::try_from(here).unwrap_or(u8::MAX);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_in_one_number_is_the_pile() {
        // Eight hands of the most cards of a value that end a hand, and seven cards more of any
        // value but the Ace.
        let counts = [176, 95, 71, 55, 47, 39, 39, 31, 31, 31];
        assert_eq!(Packed::of(&counts).counts(), counts);
        let sum = Packed::of(&[1; VALUES]).and(Packed::of(&[2; VALUES]));
        assert_eq!(sum.counts(), [3; VALUES]);
    }

    #[test]
    fn a_hand_squared_is_the_hand_multiplied_with_itself() {
        let hand: Products<f64> = [[1, 0], [0, 1], [2, 1]]
            .iter()
            .zip([1.0, 3.0, 5.0])
            .map(|(&[aces, tens], orders)| {
                (Packed::of(&[aces, 0, 0, 0, 0, 0, 0, 0, 0, tens]), orders)
            })
            .collect();
        let squared = squared(&hand);
        assert_eq!(squared, multiply(&hand, &hand));
        let all: f64 = squared.iter().map(|(_, orders)| orders).sum();
        assert!(
            (all - 81.0).abs() < 1e-12,
            "nine orders of one hand and nine of the other"
        );
    }
}
