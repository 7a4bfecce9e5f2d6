//! Chances that tie the hands of a split together: that every one of them has come to a certain
//! kind of end, and then the dealer makes Pontoon.
//!
//! A book may let a dealer's Pontoon take one original wager for all hands that are left. That is
//! no sum over hands, so all hands are looked at together: the piles of cards they end with are
//! multiplied out, card by card, exactly. Several hands of small cards are too many to list; then
//! the chance is put between nought and the chance of one hand less.
//!
//! A hand with any second card is one whose second card is not of the pair's value, or one whose
//! is. The first kind makes nearly all of the work, and is the same whatever the others are.

use super::patterns::{Shape, whole};
use super::products::{self, Packed, Products};
use crate::number::Number;
use crate::pile_tree::{End, PileTree};
use crate::value::{CardValue, Counts, VALUES};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How much work one more hand may be. What is more is put within its bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Work {
    /// How many cards are looked at to find the chance of two hands.
    pub(crate) two_hands: usize,
    /// How many piles are multiplied out.
    pub(crate) products: usize,
    /// How many cards are looked at to find the chance of more hands.
    pub(crate) looks: usize,
}

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
        Self {
            worth,
            slack: N::zero(),
        }
    }
}

/// The ends of one hand that are asked for, without the pair's card it starts with.
#[derive(Debug)]
pub(crate) struct HandEnds {
    /// With a second card that is not of the pair's value.
    pub(crate) not_the_pair: Vec<End>,
    /// With a second card of the pair's value.
    pub(crate) the_pair: Vec<End>,
}

impl HandEnds {
    /// With any second card.
    fn any(&self) -> Vec<End> {
        [&self.not_the_pair[..], &self.the_pair].concat()
    }
}

/// What the second card of a hand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SecondCard {
    NotThePair,
    ThePair,
}

/// Several hands: so many of each kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Several {
    not_the_pair: usize,
    the_pair: usize,
}

impl Several {
    const NONE: Self = Self {
        not_the_pair: 0,
        the_pair: 0,
    };
    const TWO_ALIKE: Self = Self {
        not_the_pair: 2,
        the_pair: 0,
    };

    const fn one(second: SecondCard) -> Self {
        match second {
            SecondCard::NotThePair => Self {
                not_the_pair: 1,
                the_pair: 0,
            },
            SecondCard::ThePair => Self {
                not_the_pair: 0,
                the_pair: 1,
            },
        }
    }

    /// The last hand, and those without it.
    fn split_last(self) -> Option<(SecondCard, Self)> {
        match self {
            Self {
                not_the_pair: 1..,
                the_pair,
            } => Some((
                SecondCard::NotThePair,
                Self {
                    not_the_pair: self.not_the_pair - 1,
                    the_pair,
                },
            )),
            Self {
                not_the_pair: 0,
                the_pair: 1..,
            } => Some((
                SecondCard::ThePair,
                Self {
                    not_the_pair: 0,
                    the_pair: self.the_pair - 1,
                },
            )),
            Self::NONE => None,
        }
    }
}

/// How many blocks the ends of one hand make.
const BLOCKS: usize = 4;

/// The hands of a split that all come to certain ends.
pub(crate) struct Joint<N> {
    left: Left,
    ends: HandEnds,
    /// The ends of one hand as a tree, by kind of hand.
    trees: [OnceCell<PileTree>; 2],
    /// Blocks of ends with the tree of them and all after them, for two hands.
    alike: OnceCell<Vec<(Products<N>, PileTree)>>,
    /// What was reckoned before: the piles of several hands, and by cards split again their
    /// chances.
    products: RefCell<BTreeMap<Several, Rc<Products<N>>>>,
    chances: RefCell<BTreeMap<(Several, usize, Work), Bounded<N>>>,
}

impl<N: Number> Joint<N> {
    pub(crate) fn new(left: Left, ends: HandEnds) -> Self {
        Self {
            left,
            ends,
            trees: Default::default(),
            alike: OnceCell::new(),
            products: RefCell::default(),
            chances: RefCell::default(),
        }
    }

    /// How often one hand comes to such an end, given that the dealer makes Pontoon where that must
    /// come too.
    pub(crate) fn ends_so(&self) -> N {
        self.left.ends_so(&self.ends)
    }

    /// The chance that all hands come to such an end and the dealer to Pontoon.
    pub(crate) fn chance(&self, shapes: &[Shape], work: Work) -> Bounded<N> {
        let mut total = Bounded::exact(N::zero());
        for shape in shapes {
            let mut times = shape.times;
            for the_pair in 0..=shape.any {
                let not_the_pair = shape.not_the_pair + shape.any - the_pair;
                let one = self.several(
                    Several {
                        not_the_pair,
                        the_pair,
                    },
                    shape.gone,
                    work,
                );
                total.worth += one.worth * N::whole(times);
                total.slack += one.slack * N::whole(times);
                // The next binomial coefficient.
                times = times * whole(shape.any - the_pair) / whole(the_pair + 1);
            }
        }
        total
    }

    fn several(&self, several: Several, gone: usize, work: Work) -> Bounded<N> {
        if let Some(&known) = self.chances.borrow().get(&(several, gone, work)) {
            return known;
        }
        let chance = self.reckon(several, gone, work);
        self.chances
            .borrow_mut()
            .insert((several, gone, work), chance);
        chance
    }

    fn reckon(&self, several: Several, gone: usize, work: Work) -> Bounded<N> {
        let before = self.left.before(gone);
        let Some((last, others)) = several.split_last() else {
            return Bounded::exact(self.left.chance(&before));
        };
        // The last hand is looked up in its tree.
        let tree = self.tree(last);
        let exact = |piles: &Products<N>| Bounded::exact(self.left.last(piles, &before, tree));
        let Some((_, fewer)) = others.split_last() else {
            return exact(&products::none());
        };
        let looks = match (fewer.split_last(), gone) {
            (None, _) => work.two_hands,
            (Some(_), 0 | 1) => work.looks,
            // The more cards were split again, the rarer: four hands are looked at less closely
            // than three.
            (Some(_), _) => work.looks / 8,
        };
        let few = |piles: &Rc<Products<N>>| piles.len() * tree.len() <= looks;
        // With a hand more there are no fewer piles: where these are too many, those are.
        let piles = self
            .products(fewer, work)
            .filter(few)
            .and_then(|_| self.products(others, work))
            .filter(few);
        match piles {
            Some(_) if several == Several::TWO_ALIKE => Bounded::exact(self.two_alike(&before)),
            Some(piles) => exact(&piles),
            None => {
                let alone = |several| self.several(several, gone, work).worth;
                estimate(
                    self.several(others, gone, work),
                    alone(Several::one(last)),
                    alone(Several::NONE),
                )
            }
        }
    }

    /// The chance of two hands whose second card is not of the pair's value. Either can come to the
    /// one end and the other to the other: for each block of ends only it and those after it are
    /// looked at, these counted twice.
    fn two_alike(&self, before: &Counts) -> N {
        let blocks = self.alike.get_or_init(|| {
            let ends = &self.ends.not_the_pair;
            let size = ends.len().div_ceil(BLOCKS).max(1);
            let block = |(place, block): (usize, &[End])| {
                let after = ends[place * size + block.len()..].iter().map(|end| End {
                    orders: 2 * end.orders,
                    ..*end
                });
                let ends: Vec<End> = block.iter().copied().chain(after).collect();
                (products::of_one(block), PileTree::new(&ends))
            };
            ends.chunks(size).enumerate().map(block).collect()
        });
        blocks.iter().fold(N::zero(), |sum, (piles, tree)| {
            sum + self.left.last(piles, before, tree)
        })
    }

    /// The piles that some hands end with together; none where they are too many.
    fn products(&self, several: Several, work: Work) -> Option<Rc<Products<N>>> {
        if let Some(known) = self.products.borrow().get(&several) {
            return Some(Rc::clone(known));
        }
        let products = Rc::new(self.multiply(several, work)?);
        self.products
            .borrow_mut()
            .insert(several, Rc::clone(&products));
        Some(products)
    }

    fn multiply(&self, several: Several, work: Work) -> Option<Products<N>> {
        let Some((last, others)) = several.split_last() else {
            return Some(products::none());
        };
        let hand = products::of_one(self.ends_of(last));
        let few = |products: usize| products <= work.products;
        match several {
            Several {
                not_the_pair: 1,
                the_pair: 0,
            }
            | Several {
                not_the_pair: 0,
                the_pair: 1,
            } => Some(hand),
            Several::TWO_ALIKE => {
                few(hand.len() * hand.len() / 2).then(|| products::squared(&hand))
            }
            Several { .. } => {
                let others = self.products(others, work)?;
                few(others.len() * hand.len()).then(|| products::multiply(&others, &hand))
            }
        }
    }

    fn ends_of(&self, second: SecondCard) -> &[End] {
        match second {
            SecondCard::NotThePair => &self.ends.not_the_pair,
            SecondCard::ThePair => &self.ends.the_pair,
        }
    }

    fn tree(&self, second: SecondCard) -> &PileTree {
        let place = match second {
            SecondCard::NotThePair => 0,
            SecondCard::ThePair => 1,
        };
        self.trees[place].get_or_init(|| PileTree::new(self.ends_of(second)))
    }
}

/// One hand more than was looked at: between nought and the chance without it; taken to end so as
/// often as `alone` among `all`.
fn estimate<N: Number>(without: Bounded<N>, alone: N, all: N) -> Bounded<N> {
    let guess = if all > N::zero() {
        without.worth * alone / all
    } else {
        N::zero()
    };
    Bounded {
        worth: guess,
        slack: guess.larger(without.worth + without.slack - guess),
    }
}

/// The cards that are left when a pair and the upcard lie.
pub(crate) struct Left {
    pub(crate) values: [u16; VALUES],
    pub(crate) pair: CardValue,
    /// The value that makes the dealer's Pontoon, where that must come too.
    pub(crate) partner: Option<CardValue>,
}

impl Left {
    /// How often one hand comes to such an end, given that the dealer makes Pontoon where that must
    /// come too.
    pub(crate) fn ends_so<N: Number>(&self, ends: &HandEnds) -> N {
        let before = Packed::of(&self.before(0));
        let given = self.chance::<N>(&before.counts());
        if given == N::zero() {
            return given;
        }
        let each = products::of_one::<N>(&ends.any()).into_iter();
        let each = each.map(|(pile, orders)| orders * self.chance::<N>(&pile.and(before).counts()));
        each.fold(N::zero(), |sum, one| sum + one) / given
    }

    /// The cards that come before any hand: those split again, and the dealer's.
    fn before(&self, gone: usize) -> Counts {
        let mut before = [0; VALUES];
        before[self.pair.index()] += u8::try_from(gone).unwrap_or(u8::MAX);
        if let Some(partner) = self.partner {
            before[partner.index()] += 1;
        }
        before
    }

    /// The chance that one hand comes to an end of `first` and a later one to an end of `second`,
    /// summed over all pairs of hands. Exact for two hands; for more, no less than the chance that
    /// some pair does.
    pub(crate) fn pairs<N: Number>(&self, first: &HandEnds, second: &HandEnds, shape: Shape) -> N {
        let (bound, any) = (shape.not_the_pair, shape.any);
        let before = self.before(shape.gone);
        let trees = [&second.not_the_pair, &second.any()].map(|ends| PileTree::new(ends));
        let firsts = [&first.not_the_pair, &first.any()].map(|ends| products::of_one::<N>(ends));
        let times = |pairs: usize| N::whole(whole(pairs));
        self.last(&firsts[0], &before, &trees[0]) * times(bound * bound.saturating_sub(1) / 2)
            + self.last(&firsts[0], &before, &trees[1]) * times(bound * any)
            + self.last(&firsts[1], &before, &trees[1]) * times(any * any.saturating_sub(1) / 2)
    }

    /// The chance of all the piles after the cards `before`, each followed by a last hand.
    fn last<N: Number>(&self, piles: &[(Packed, N)], before: &Counts, tree: &PileTree) -> N {
        let before = Packed::of(before);
        let taken: Vec<Counts> = piles
            .iter()
            .map(|(packed, _)| packed.and(before).counts())
            .collect();
        let chances = tree.chances::<N>(&self.values, &taken);
        let each = piles.iter().zip(&taken).zip(chances);
        let each = each
            .map(|(((_, orders), counts), [last, ..])| *orders * self.chance::<N>(counts) * last);
        each.fold(N::zero(), |sum, one| sum + one)
    }

    /// The dealer's chance of Pontoon.
    pub(crate) fn pontoon<N: Number>(&self) -> N {
        self.partner
            .map_or(N::zero(), |_| self.chance(&self.before(0)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Fraction;
    use crate::split::patterns::Patterns;

    /// A hand that ends with a ten, or with a five and a six: with a second card of the pair's
    /// value too, or not.
    fn ends() -> HandEnds {
        let pile = |cards: &[(usize, u8)]| {
            let mut counts = [0; VALUES];
            cards
                .iter()
                .for_each(|&(value, count)| counts[value] = count);
            counts
        };
        let bound = [
            End {
                counts: pile(&[(9, 1)]),
                end: 0,
                orders: 1,
            },
            End {
                counts: pile(&[(4, 1), (5, 1)]),
                end: 0,
                orders: 2,
            },
        ];
        let pair = End {
            counts: pile(&[(7, 1), (5, 1)]),
            end: 0,
            orders: 1,
        };
        HandEnds {
            not_the_pair: bound.to_vec(),
            the_pair: vec![pair],
        }
    }

    #[test]
    fn what_is_not_looked_at_stays_within_its_bound() {
        let left = || Left {
            values: [4, 4, 4, 4, 6, 6, 4, 8, 4, 12],
            pair: CardValue::EIGHT,
            partner: Some(CardValue::ACE),
        };
        let looked = |shapes: &[Shape], two_hands, products, looks| {
            Joint::<Fraction>::new(left(), ends()).chance(
                shapes,
                Work {
                    two_hands,
                    products,
                    looks,
                },
            )
        };
        for most in 3..=4 {
            let shapes = Patterns::new(most).shapes;
            let exact = looked(&shapes, usize::MAX, usize::MAX, usize::MAX);
            assert_eq!(exact.slack, <Fraction as Number>::zero());
            let rough = [
                looked(&shapes, 0, 0, 0),
                looked(&shapes, usize::MAX, 0, 0),
                looked(&shapes, 0, usize::MAX, usize::MAX),
            ];
            for rough in rough {
                let off = if rough.worth > exact.worth {
                    rough.worth - exact.worth
                } else {
                    exact.worth - rough.worth
                };
                assert!(
                    off > <Fraction as Number>::zero(),
                    "{most} hands: a rough answer is not the exact one"
                );
                assert!(
                    off <= rough.slack,
                    "{most} hands: off by {off}, bound {}",
                    rough.slack
                );
            }
        }
    }
}
