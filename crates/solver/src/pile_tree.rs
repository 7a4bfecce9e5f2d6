//! Piles of cards on one tree, and the chance that one of them comes.
//!
//! A pile (a dealer's hand, or a hand of a box that has come to an end) comes in a number of
//! orders. The chance of one order depends only on how many cards of each value it takes, so all
//! piles hang on one tree: each branch adds one card, and the product of what is left of each value
//! is carried along. A pile that ends something is a branch and one last card. Many questions are
//! answered side by side.

use crate::number::Number;
use crate::value::{Counts, VALUES};
use std::cmp::Reverse;
use std::ops::Range;

/// Where the factors of each value begin. No hand holds more cards of a value than make 21 and one
/// more: 22 Aces, 11 twos, 8 threes and so on, 69 in all.
const FIRST_FACTOR: [u8; VALUES + 1] = [0, 22, 33, 41, 47, 52, 56, 60, 63, 66, 69];
/// Room for the factors: a power of two, so that an index can be cut to fit instead of checked.
const FACTORS: usize = 128;
/// How many ends a tree can tell apart.
const TOLD: usize = 7;

/// A pile that ends something: its cards, which end it is, and in how many orders it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) counts: Counts,
    pub(crate) end: u8,
    pub(crate) orders: i64,
}

/// Piles of cards, each with an end.
#[derive(Debug)]
pub(crate) struct PileTree {
    /// The piles to which more cards come, each after the one it hangs on. The first is the empty
    /// one.
    branches: Vec<Card>,
    /// The last cards of the piles that end something, end by end.
    lasts: Vec<Card>,
    /// How many cards each of these piles has, and in how many orders it comes.
    sizes: Vec<(u8, i64)>,
    /// Where the last cards of each end stand.
    ends: [Range<usize>; TOLD],
}

/// One more card on a branch.
#[derive(Clone, Copy, Debug)]
struct Card {
    /// The branch it comes to.
    branch: u16,
    /// Which value, and the how manieth of it: the place among the factors.
    factor: u8,
}

impl PileTree {
    /// The tree of some piles, none of them empty.
    pub(crate) fn new(ends: &[End]) -> Self {
        let mut ends = ends.to_vec();
        ends.sort_unstable_by_key(|end| Reverse(end.counts));
        let mut growing = Growing {
            branches: vec![Card {
                branch: 0,
                factor: 0,
            }],
            lasts: Vec::with_capacity(ends.len()),
        };
        growing.grow(&ends, [0; VALUES], 0, 0);
        let Growing {
            branches,
            mut lasts,
        } = growing;
        lasts.sort_by_key(|(_, end, _)| end.end);
        let sizes = lasts
            .iter()
            .map(|(_, end, depth)| (*depth, end.orders))
            .collect();
        let mut ranges = [const { 0..0 }; TOLD];
        for (end, range) in (0..).zip(&mut ranges) {
            let place = |end: u8| lasts.partition_point(|(_, last, _)| last.end < end);
            *range = place(end)..place(end + 1);
        }
        Self {
            branches,
            lasts: lasts.into_iter().map(|(card, ..)| card).collect(),
            sizes,
            ends: ranges,
        }
    }

    /// How many cards hang on it.
    pub(crate) fn len(&self) -> usize {
        self.branches.len() + self.lasts.len()
    }

    /// The chance of each end for each pile of cards taken out of `left`.
    pub(crate) fn chances<N: Number>(
        &self,
        left: &[u16; VALUES],
        taken: &[Counts],
    ) -> Vec<[N; TOLD]> {
        let mut answers = vec![[N::zero(); TOLD]; taken.len()];
        let total: u16 = left.iter().sum();
        let sizes: Vec<u16> = taken
            .iter()
            .map(|counts| counts.iter().map(|&count| u16::from(count)).sum())
            .collect();
        let mut places: Vec<usize> = (0..taken.len()).collect();
        places.sort_by_key(|&place| sizes[place]);
        for group in places.chunk_by(|&one, &other| sizes[one] == sizes[other]) {
            let weights = self.weights::<N>(total.saturating_sub(sizes[group[0]]));
            let ask = Ask {
                left,
                taken,
                weights: &weights,
            };
            if !N::SIDE_BY_SIDE {
                self.answer::<N, 1>(&ask, group, &mut answers);
            } else {
                pulp::Arch::new().dispatch(SideBySide {
                    tree: self,
                    ask: &ask,
                    group,
                    answers: &mut answers,
                });
            }
        }
        answers
    }

    /// What the product of each pile is worth when `cards` cards are left: its orders over the
    /// falling factorial.
    fn weights<N: Number>(&self, cards: u16) -> Vec<N> {
        let deepest = self.sizes.iter().map(|(size, _)| *size).max().unwrap_or(0);
        let mut below = vec![N::one(); usize::from(deepest) + 1];
        let mut cards = i32::from(cards);
        for depth in 1..below.len() {
            // Piles larger than what is left have no chance: their products are zero.
            below[depth] = if cards > 0 {
                below[depth - 1] / N::whole(cards)
            } else {
                N::zero()
            };
            cards -= 1;
        }
        self.sizes
            .iter()
            .map(|&(size, orders)| below[usize::from(size)] * N::large(orders))
            .collect()
    }

    /// Answers for the piles at some places, `W` of them side by side.
    #[inline(always)]
    fn answer<N: Number, const W: usize>(
        &self,
        ask: &Ask<'_, N>,
        places: &[usize],
        answers: &mut [[N; TOLD]],
    ) {
        let mut factors = [[N::zero(); W]; FACTORS];
        let mut products = vec![[N::one(); W]; self.branches.len()];
        for places in places.chunks(W) {
            ask.fill(places, &mut factors);
            for (place, card) in self.branches.iter().enumerate().skip(1) {
                let (before, factor) = (
                    &products[usize::from(card.branch)],
                    &factors[usize::from(card.factor) % FACTORS],
                );
                products[place] = std::array::from_fn(|lane| before[lane] * factor[lane]);
            }
            for (end, range) in self.ends.iter().enumerate() {
                let sum = self.sum(range.clone(), ask.weights, &factors, &products);
                for (&place, one) in places.iter().zip(sum) {
                    answers[place][end] = one;
                }
            }
        }
    }

    /// The chance of one end.
    #[inline(always)]
    fn sum<N: Number, const W: usize>(
        &self,
        range: Range<usize>,
        weights: &[N],
        factors: &[[N; W]; FACTORS],
        products: &[[N; W]],
    ) -> [N; W] {
        let mut sum = [N::zero(); W];
        for (last, &weight) in self.lasts[range.clone()].iter().zip(&weights[range]) {
            let (product, factor) = (
                &products[usize::from(last.branch)],
                &factors[usize::from(last.factor) % FACTORS],
            );
            if W == 1 && product[0] == N::zero() {
                continue;
            }
            for lane in 0..W {
                sum[lane] += product[lane] * factor[lane] * weight;
            }
        }
        sum
    }
}

/// A tree while it is grown.
struct Growing {
    branches: Vec<Card>,
    /// The last cards, each with its end and how many cards the pile has.
    lasts: Vec<(Card, End, u8)>,
}

impl Growing {
    /// Hangs all ends on the newest branch, which is `taken` with `depth` cards: the next card is
    /// of `value` or above. Those with more cards of a value stand before those with fewer.
    fn grow(&mut self, ends: &[End], taken: Counts, value: usize, depth: u8) {
        let branch =
            u16::try_from(self.branches.len() - 1).expect("a tree has some thousand branches");
        let depth = depth + 1;
        let mut rest = ends;
        for next in value..VALUES {
            let (more, others) =
                rest.split_at(rest.partition_point(|end| end.counts[next] > taken[next]));
            rest = others;
            let mut with = taken;
            with[next] += 1;
            let card = Card {
                branch,
                factor: FIRST_FACTOR[next] + with[next] - 1,
            };
            let (beyond, here) = more.split_at(more.partition_point(|end| end.counts != with));
            self.lasts
                .extend(here.iter().map(|&end| (card, end, depth)));
            if !beyond.is_empty() {
                self.branches.push(card);
                self.grow(beyond, with, next, depth);
            }
        }
    }
}

/// Questions that are answered side by side, in wide registers where the machine has them.
struct SideBySide<'a, N> {
    tree: &'a PileTree,
    ask: &'a Ask<'a, N>,
    group: &'a [usize],
    answers: &'a mut [[N; TOLD]],
}

impl<N: Number> pulp::WithSimd for SideBySide<'_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.tree
            .answer::<N, 16>(self.ask, self.group, self.answers);
    }
}

/// What is asked: the cards left, the piles taken out of them, and what each pile of the tree is
/// worth.
struct Ask<'a, N> {
    left: &'a [u16; VALUES],
    taken: &'a [Counts],
    weights: &'a [N],
}

impl<N: Number> Ask<'_, N> {
    /// How many cards of a value are left for the first of them, the second and so on, by pile
    /// taken out.
    #[inline(always)]
    fn fill<const W: usize>(&self, places: &[usize], factors: &mut [[N; W]; FACTORS]) {
        for (lane, &place) in places.iter().enumerate() {
            for value in 0..VALUES {
                let mut count = i32::from(self.left[value]) - i32::from(self.taken[place][value]);
                for factor in &mut factors
                    [usize::from(FIRST_FACTOR[value])..usize::from(FIRST_FACTOR[value + 1])]
                {
                    factor[lane] = N::whole(count.max(0));
                    count -= 1;
                }
            }
        }
    }
}
