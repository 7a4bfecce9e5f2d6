//! Chances that tie the hands of a split together: that every one of them has come to a certain kind of end, and then the
//! dealer makes Pontoon.
//!
//! A book may let a dealer's Pontoon take one original wager for all hands that are left. That is no sum over hands, so all
//! hands are looked at together: the piles of cards they end with are multiplied out, card by card, exactly. Four hands
//! of small cards are too many to list; then the chance is put between nought and the chance of one hand less.

use super::patterns::Shape;
use crate::number::Number;
use crate::pile_tree::{End, PileTree};
use crate::value::{CardValue, Counts, VALUES};

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
    /// The value that makes the dealer's Pontoon, where that must come too.
    pub(crate) partner: Option<CardValue>,
}

impl Left {
    /// The chance that all hands come to such an end and the dealer to Pontoon. At most `work` products are multiplied out
    /// for one more hand.
    pub(crate) fn joint<N: Number>(&self, ends: &HandEnds, shapes: &[Shape], work: usize) -> Bounded<N> {
        let trees = [&ends.not_the_pair, &ends.any].map(|ends| PileTree::new(ends));
        // The more cards were split again, the rarer: four hands are looked at less closely than three.
        self.sum(shapes, |shape| self.shape(ends, &trees, shape, if shape.gone > 1 { work / 4 } else { work }))
    }

    /// The same at a glance: every hand is taken to end so as often as one alone.
    pub(crate) fn joint_at_a_glance<N: Number>(&self, ends: &HandEnds, shapes: &[Shape]) -> Bounded<N> {
        let one = self.ends_so::<N>(ends);
        self.sum(shapes, |shape| {
            let most = self.chance::<N>(&self.before(shape));
            let guess = (0..shape.not_the_pair + shape.any).fold(most, |chance, _| chance * one);
            Bounded { worth: guess, slack: guess.larger(most - guess) }
        })
    }

    fn sum<N: Number>(&self, shapes: &[Shape], each: impl Fn(Shape) -> Bounded<N>) -> Bounded<N> {
        let mut total = Bounded::exact(N::zero());
        for shape in shapes {
            let (one, times) = (each(*shape), N::whole(shape.times));
            total.worth += one.worth * times;
            total.slack += one.slack * times;
        }
        total
    }

    fn shape<N: Number>(&self, ends: &HandEnds, trees: &[PileTree; 2], shape: Shape, work: usize) -> Bounded<N> {
        let nothing = Bounded::exact(N::zero());
        let before = self.before(shape);
        if self.chance::<N>(&before) == N::zero() {
            return nothing;
        }
        let all = std::iter::repeat_n(&ends.not_the_pair, shape.not_the_pair).chain(std::iter::repeat_n(&ends.any, shape.any));
        let mut hands: Vec<&Vec<End>> = all.collect();
        // The last hand is looked up in its tree.
        let (Some(last), tree) = (hands.pop(), &trees[usize::from(shape.any > 0)]) else { return nothing };
        let mut piles = vec![(Packed::of(&before), N::one())];
        // The chance with one hand, with two and so on.
        let mut found = vec![self.chance(&before)];
        for hand in hands {
            if found.len() > 2 && piles.len() * tree.len() > 20 * work {
                return estimate(&found);
            }
            found.push(self.last(&piles, tree));
            // Two hands are always looked at.
            if found.len() > 2 && piles.len() * hand.len() > work {
                return estimate(&found);
            }
            piles = Self::multiply(&piles, hand);
        }
        if piles.is_empty() || last.is_empty() {
            return nothing;
        }
        if found.len() > 2 && piles.len() * tree.len() > 20 * work {
            return estimate(&found);
        }
        Bounded::exact(self.last(&piles, tree))
    }

    /// The chance that one hand comes to such an end when the dealer makes Pontoon.
    pub(crate) fn ends_so<N: Number>(&self, ends: &HandEnds) -> N {
        let mut dealer = [0; VALUES];
        if let Some(partner) = self.partner {
            dealer[partner.index()] += 1;
        }
        let [[chance, ..]] = PileTree::new(&ends.any).chances::<N>(&self.values, &[dealer])[..] else { return N::zero() };
        chance
    }

    /// The cards that come before any hand: those split again, and the dealer's.
    fn before(&self, shape: Shape) -> Counts {
        let mut before = [0; VALUES];
        before[self.pair.index()] += u8::try_from(shape.gone).unwrap_or(u8::MAX);
        if let Some(partner) = self.partner {
            before[partner.index()] += 1;
        }
        before
    }

    /// The chance that one hand comes to an end of `first` and a later one to an end of `second`, summed over all pairs of
    /// hands. Exact for two hands; for more, no less than the chance that some pair does.
    pub(crate) fn pairs<N: Number>(&self, first: &HandEnds, second: &HandEnds, shape: Shape) -> N {
        let (bound, any) = (shape.not_the_pair, shape.any);
        let trees = [&second.not_the_pair, &second.any].map(|ends| PileTree::new(ends));
        let start = [(Packed::of(&self.before(shape)), N::one())];
        let firsts = [&first.not_the_pair, &first.any].map(|ends| Self::multiply(&start, ends));
        let times = |pairs: usize| N::whole(i32::try_from(pairs).unwrap_or(i32::MAX));
        self.last(&firsts[0], &trees[0]) * times(bound * bound.saturating_sub(1) / 2)
            + self.last(&firsts[0], &trees[1]) * times(bound * any)
            + self.last(&firsts[1], &trees[1]) * times(any * any.saturating_sub(1) / 2)
    }

    /// The chance of all the piles, each followed by a last hand.
    fn last<N: Number>(&self, piles: &[(Packed, N)], tree: &PileTree) -> N {
        let taken: Vec<Counts> = piles.iter().map(|(packed, _)| packed.counts()).collect();
        let chances = tree.chances::<N>(&self.values, &taken);
        let each = piles.iter().zip(&taken).zip(chances);
        let each = each.map(|(((_, orders), counts), [last, ..])| *orders * self.chance::<N>(counts) * last);
        each.fold(N::zero(), |sum, one| sum + one)
    }

    fn multiply<N: Number>(piles: &[(Packed, N)], hand: &[End]) -> Vec<(Packed, N)> {
        let hand: Vec<(Packed, N)> = hand.iter().map(|end| (Packed::of(&end.counts), N::whole(end.orders))).collect();
        let mut products: Vec<(Packed, N)> = Vec::with_capacity(piles.len() * hand.len());
        for &(pile, times) in piles {
            products.extend(hand.iter().map(|&(end, orders)| (pile.and(end), times * orders)));
        }
        products.sort_unstable_by_key(|(packed, _)| *packed);
        products.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        products
    }

    /// The dealer's chance of Pontoon.
    pub(crate) fn pontoon<N: Number>(&self) -> N {
        let Some(value) = self.partner else { return N::zero() };
        let mut partner = [0; VALUES];
        partner[value.index()] = 1;
        self.chance(&partner)
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

/// One hand more than was looked at: between nought and the chance without it; taken to end so as often as the last one.
fn estimate<N: Number>(found: &[N]) -> Bounded<N> {
    let nothing = Bounded::exact(N::zero());
    let Some((&most, fewer)) = found.split_last() else { return nothing };
    let guess = match fewer.last() {
        Some(&fewer) if fewer > N::zero() => most * most / fewer,
        Some(_) | None => most / N::whole(2),
    };
    Bounded { worth: guess, slack: guess.larger(most - guess) }
}

/// A pile of cards in one number: twelve bits a value, more than any number of hands can hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Packed(u128);

impl Packed {
    fn of(counts: &Counts) -> Self {
        Self(counts.iter().rev().fold(0, |packed, &count| packed << 12 | u128::from(count)))
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    fn counts(self) -> Counts {
        let mut rest = self.0;
        [(); VALUES].map(|()| {
            let count = u8::try_from(rest & 0xfff).unwrap_or(u8::MAX);
            rest >>= 12;
            count
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Fraction;
    use crate::split::patterns::Patterns;

    /// A hand that ends with a ten, or with a five and a six: with a second card of the pair's value too, or not.
    fn ends() -> HandEnds {
        let pile = |cards: &[(usize, u8)]| {
            let mut counts = [0; VALUES];
            cards.iter().for_each(|&(value, count)| counts[value] = count);
            counts
        };
        let bound =
            [End { counts: pile(&[(9, 1)]), end: 0, orders: 1 }, End { counts: pile(&[(4, 1), (5, 1)]), end: 0, orders: 2 }];
        let pair = End { counts: pile(&[(7, 1), (5, 1)]), end: 0, orders: 1 };
        HandEnds { not_the_pair: bound.to_vec(), any: [&bound[..], &[pair]].concat() }
    }

    #[test]
    fn what_is_not_looked_at_stays_within_its_bound() {
        let left = Left { values: [4, 4, 4, 4, 6, 6, 4, 8, 4, 12], pair: CardValue::EIGHT, partner: Some(CardValue::ACE) };
        let ends = ends();
        for most in 3..=4 {
            let shapes = Patterns::new(most).shapes;
            let exact = left.joint::<Fraction>(&ends, &shapes, usize::MAX / 20);
            assert_eq!(exact.slack, <Fraction as Number>::zero());
            let rough = [left.joint::<Fraction>(&ends, &shapes, 0), left.joint_at_a_glance::<Fraction>(&ends, &shapes)];
            for rough in rough {
                let off = if rough.worth > exact.worth { rough.worth - exact.worth } else { exact.worth - rough.worth };
                assert!(off > <Fraction as Number>::zero(), "{most} hands: a rough answer is not the exact one");
                assert!(off <= rough.slack, "{most} hands: off by {off}, bound {}", rough.slack);
            }
        }
    }

    #[test]
    fn a_pile_in_one_number_is_the_pile() {
        let counts = [22, 0, 3, 0, 0, 63, 64, 200, 1, 12];
        assert_eq!(Packed::of(&counts).counts(), counts);
        let sum = Packed::of(&[1; VALUES]).and(Packed::of(&[2; VALUES]));
        assert_eq!(sum.counts(), [3; VALUES]);
    }
}
