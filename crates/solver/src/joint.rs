//! Chances that tie the hands of a split together: that every one of them has come to a certain kind of end, and then the
//! dealer makes Pontoon.
//!
//! A book may let a dealer's Pontoon take one original wager for all hands that are left. That is no sum over hands, so all
//! hands are looked at together: the piles of cards they end with are multiplied out, card by card, exactly. Four hands
//! of small cards are too many to list; then the chance is put between nought and the chance of one hand less.

use crate::number::Number;
use crate::pile_tree::{End, PileTree};
use crate::split_patterns::Shape;
use crate::value::{CardValue, Counts, VALUES};

/// How many products of piles are multiplied out before a bound has to do.
const MOST_PRODUCTS: usize = 2_000_000;

/// A number and how far it may be off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounded<N> {
    /// The number.
    pub worth: N,
    /// The most by which it may be wrong; nought where it is exact.
    pub slack: N,
}

impl<N: Number> Bounded<N> {
    pub(crate) fn exact(worth: N) -> Self {
        Self { worth, slack: N::zero() }
    }
}

/// The ends of one hand that are asked for, without the pair's card it starts with.
#[derive(Debug)]
pub(crate) struct HandEnds {
    /// With a second card that is not of the pair's value.
    pub(crate) not_the_pair: Vec<End>,
    /// With any second card.
    pub(crate) any: Vec<End>,
}

/// The cards that are left when a pair and the upcard lie.
pub(crate) struct Left {
    pub(crate) values: [u16; VALUES],
    pub(crate) pair: CardValue,
    /// The value that makes the dealer's Pontoon.
    pub(crate) partner: CardValue,
}

impl Left {
    /// The chance that all hands come to such an end and the dealer to Pontoon.
    pub(crate) fn joint<N: Number>(&self, ends: &HandEnds, shapes: &[Shape]) -> Bounded<N> {
        let trees = [&ends.not_the_pair, &ends.any].map(|ends| PileTree::new(ends));
        let mut total = Bounded::exact(N::zero());
        for shape in shapes {
            let one = self.shape::<N>(ends, &trees, *shape);
            let times = N::whole(shape.times);
            total.worth += one.worth * times;
            total.slack += one.slack * times;
        }
        total
    }

    fn shape<N: Number>(&self, ends: &HandEnds, [not_the_pair, any]: &[PileTree; 2], shape: Shape) -> Bounded<N> {
        let mut before = [0; VALUES];
        before[self.pair.index()] += u8::try_from(shape.gone).unwrap_or(u8::MAX);
        before[self.partner.index()] += 1;
        if self.chance::<N>(&before) == N::zero() {
            return Bounded::exact(N::zero());
        }
        // Hands with any second card come last: the last of all is looked up in its tree.
        let (last, tree) = if shape.any > 0 { (&ends.any, any) } else { (&ends.not_the_pair, not_the_pair) };
        let first = std::iter::repeat_n(&ends.not_the_pair, shape.not_the_pair).chain(std::iter::repeat_n(&ends.any, shape.any));
        let first: Vec<&Vec<End>> = first.take(shape.not_the_pair + shape.any - 1).collect();
        let mut piles = vec![(before, N::one())];
        let mut fewer = None;
        for hand in first {
            if last.is_empty() || hand.is_empty() {
                return Bounded::exact(N::zero());
            }
            if piles.len() * hand.len() > MOST_PRODUCTS {
                return self.estimate(&piles, fewer, tree);
            }
            fewer = Some(self.last(&piles, tree));
            piles = self.multiply(&piles, hand);
        }
        if piles.len() * tree.len() > 40 * MOST_PRODUCTS {
            return self.estimate(&piles, fewer, tree);
        }
        Bounded::exact(self.last(&piles, tree))
    }

    /// Between nought and what the hands so far and one more come to: the next hand is as likely to end so as the last.
    fn estimate<N: Number>(&self, piles: &[(Counts, N)], fewer: Option<N>, tree: &PileTree) -> Bounded<N> {
        let most = self.last(piles, tree);
        let half = most / N::whole(2);
        match fewer.filter(|fewer| *fewer > N::zero()) {
            Some(fewer) => {
                let guess = most * most / fewer;
                Bounded { worth: guess, slack: guess.larger(most - guess) }
            }
            None => Bounded { worth: half, slack: half },
        }
    }

    /// The chance of all the piles, each followed by a last hand.
    fn last<N: Number>(&self, piles: &[(Counts, N)], tree: &PileTree) -> N {
        let taken: Vec<Counts> = piles.iter().map(|(counts, _)| *counts).collect();
        let chances = tree.chances::<N>(&self.values, &taken);
        let each = piles.iter().zip(chances).map(|((counts, orders), [last, ..])| *orders * self.chance::<N>(counts) * last);
        each.fold(N::zero(), |sum, one| sum + one)
    }

    fn multiply<N: Number>(&self, piles: &[(Counts, N)], hand: &[End]) -> Vec<(Counts, N)> {
        let mut products: Vec<(Counts, N)> = Vec::with_capacity(piles.len() * hand.len());
        for (counts, orders) in piles {
            for end in hand {
                let mut sum = *counts;
                sum.iter_mut().zip(end.counts).for_each(|(count, more)| *count += more);
                if sum.iter().zip(self.values).all(|(&count, left)| u16::from(count) <= left) {
                    products.push((sum, *orders * N::whole(end.orders)));
                }
            }
        }
        products.sort_unstable_by_key(|(counts, _)| *counts);
        products.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        products
    }

    /// The chance of one order of some cards.
    fn chance<N: Number>(&self, counts: &Counts) -> N {
        let mut left: i32 = self.values.iter().map(|&count| i32::from(count)).sum();
        let mut chance = N::one();
        for (&count, &here) in counts.iter().zip(&self.values) {
            for taken in 0..i32::from(count) {
                if left <= 0 {
                    return N::zero();
                }
                chance = chance * N::ratio((i32::from(here) - taken).max(0), left);
                left -= 1;
            }
        }
        chance
    }
}
