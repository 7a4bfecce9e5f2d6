//! Piles of cards on one tree, and the chance that one of them comes.
//!
//! A pile (a dealer's hand, or a hand of a box that has come to an end) comes in a number of orders. The chance of one order
//! depends only on how many cards of each value it takes, so all piles hang on one tree: each node adds one card, and the
//! product of what is left of each value is carried down. Many questions are answered side by side.

use crate::number::Number;
use crate::value::{Counts, VALUES};

/// Where the factors of each value begin. No hand holds more cards of a value than make 21 and one more: 22 Aces, 11 twos,
/// 8 threes and so on, 69 in all.
const FIRST_FACTOR: [u8; VALUES + 1] = [0, 22, 33, 41, 47, 52, 56, 60, 63, 66, 69];
/// Room for the factors, for the cards of a hand (at most 22) and for the ends, each a power of two, so that an index
/// can be cut to fit instead of checked.
const FACTORS: usize = 128;
const CARDS: usize = 32;
const ENDS: usize = 8;
/// The end of a node that is none.
const NO_END: u8 = 7;
/// How many ends a tree can tell apart.
const TOLD: usize = 7;

/// A pile that ends something: its cards, which end it is, and in how many orders it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) counts: Counts,
    pub(crate) end: u8,
    pub(crate) orders: i32,
}

/// Piles of cards, each with an end.
#[derive(Debug)]
pub(crate) struct PileTree {
    nodes: Vec<Node>,
    deepest: u8,
}

/// One more card in a pile.
#[derive(Debug)]
struct Node {
    /// How many cards the pile has, this one included.
    depth: u8,
    /// Which value, and the how manieth of it: the place among the factors.
    factor: u8,
    /// Where a pile ends here: how; else [`NO_END`].
    end: u8,
    orders: i32,
    /// The node after everything that hangs on this one.
    beyond: u32,
}

impl PileTree {
    /// The tree of some piles, none of them empty.
    pub(crate) fn new(ends: &[End]) -> Self {
        let mut tree = Self { nodes: Vec::new(), deepest: 0 };
        tree.hang(ends, [0; VALUES], 0, 0);
        tree
    }

    /// How many nodes it has.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Hangs all ends that hold `taken`, and more only from `value` on.
    fn hang(&mut self, ends: &[End], taken: Counts, value: usize, depth: u8) {
        let more_of = |next: usize| move |end: &&End| end.counts[next] > taken[next];
        let Some(next) = (value..VALUES).find(|&next| ends.iter().any(|end| more_of(next)(&end))) else { return };
        // All with no more of this value, then those with one more.
        let (more, rest): (Vec<End>, Vec<End>) = ends.iter().partition(more_of(next));
        self.hang(&rest, taken, next + 1, depth);
        let mut with = taken;
        with[next] += 1;
        let here = self.nodes.len();
        let end = more.iter().find(|end| end.counts == with);
        let (end, orders) = end.map_or((NO_END, 0), |end| (end.end, end.orders));
        let factor = FIRST_FACTOR[next] + with[next] - 1;
        self.nodes.push(Node { depth: depth + 1, factor, end, orders, beyond: 0 });
        self.deepest = self.deepest.max(depth + 1);
        self.hang(&more, with, next, depth + 1);
        self.nodes[here].beyond = u32::try_from(self.nodes.len()).expect("a tree has some thousand nodes");
    }

    /// The chance of each end for each pile of cards taken out of `left`.
    pub(crate) fn chances<N: Number>(&self, left: &[u16; VALUES], taken: &[Counts]) -> Vec<[N; TOLD]> {
        let mut answers = vec![[N::zero(); TOLD]; taken.len()];
        let total: u16 = left.iter().sum();
        let size = |place: &usize| taken[*place].iter().map(|&count| u16::from(count)).sum::<u16>();
        let mut places: Vec<usize> = (0..taken.len()).collect();
        places.sort_by_key(size);
        for group in places.chunk_by(|one, other| size(one) == size(other)) {
            let weights = self.weights::<N>(total.saturating_sub(size(&group[0])));
            let ask = Ask { left, taken, weights: &weights };
            if N::LANES == 1 {
                group.chunks(1).for_each(|lanes| self.lanes::<N, 1>(&ask, lanes, &mut answers));
            } else {
                group.chunks(8).for_each(|lanes| self.lanes::<N, 8>(&ask, lanes, &mut answers));
            }
        }
        answers
    }

    /// What the product of a node is worth when `cards` cards are left: the orders over the falling factorial.
    fn weights<N: Number>(&self, cards: u16) -> Vec<N> {
        let mut below = vec![N::one(); usize::from(self.deepest) + 1];
        let mut cards = i32::from(cards);
        for depth in 1..below.len() {
            // Piles larger than what is left have no chance: their products are zero.
            below[depth] = if cards > 0 { below[depth - 1] / N::whole(cards) } else { N::zero() };
            cards -= 1;
        }
        self.nodes.iter().map(|node| below[usize::from(node.depth)] * N::whole(node.orders)).collect()
    }

    fn lanes<N: Number, const W: usize>(&self, ask: &Ask<'_, N>, places: &[usize], answers: &mut [[N; TOLD]]) {
        let mut factors = [[N::zero(); W]; FACTORS];
        for (lane, &place) in places.iter().enumerate() {
            for value in 0..VALUES {
                let mut count = i32::from(ask.left[value]) - i32::from(ask.taken[place][value]);
                for factor in &mut factors[usize::from(FIRST_FACTOR[value])..usize::from(FIRST_FACTOR[value + 1])] {
                    factor[lane] = N::whole(count.max(0));
                    count -= 1;
                }
            }
        }
        let mut products = [[N::one(); W]; CARDS];
        let mut sums = [[N::zero(); W]; ENDS];
        let mut next = 0;
        while let (Some(node), Some(&weight)) = (self.nodes.get(next), ask.weights.get(next)) {
            next += 1;
            let depth = usize::from(node.depth);
            let before = products[(depth - 1) % CARDS];
            let factor = &factors[usize::from(node.factor) % FACTORS];
            let sum = &mut sums[usize::from(node.end) % ENDS];
            let product = &mut products[depth % CARDS];
            for lane in 0..W {
                product[lane] = before[lane] * factor[lane];
                sum[lane] += product[lane] * weight;
            }
            if W == 1 && product[0] == N::zero() {
                next = usize::try_from(node.beyond).expect("a place in the tree");
            }
        }
        for (lane, &place) in places.iter().enumerate() {
            for end in 0..TOLD {
                answers[place][end] = sums[end][lane];
            }
        }
    }
}

/// What is asked: the cards left, the piles taken out of them, and the weights of the nodes.
struct Ask<'a, N> {
    left: &'a [u16; VALUES],
    taken: &'a [Counts],
    weights: &'a [N],
}
