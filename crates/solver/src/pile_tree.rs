//! Piles of cards on one tree, and the chance that one of them comes.
//!
//! A pile (a dealer's hand, or a hand of a box that has come to an end) comes in a number of orders. The chance of one order
//! depends only on how many cards of each value it takes, so all piles hang on one tree: each node adds one card, and the
//! product of what is left of each value is carried down. Many questions are answered side by side.

use crate::number::Number;
use crate::value::{Counts, VALUES};

/// More cards of one value than this come to no hand: 21 Aces make 21, and one more is over.
const MOST_OF_ONE: usize = 22;
/// No hand has more cards.
const MOST_CARDS: usize = 23;
const NO_END: usize = ENDS - 1;
/// How many ends a tree can tell apart, and a place for nodes that are none.
const ENDS: usize = 8;

/// A pile that ends something: its cards, which end it is, and in how many orders it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) counts: Counts,
    pub(crate) end: usize,
    pub(crate) orders: i32,
}

/// Piles of cards, each with an end.
#[derive(Debug)]
pub(crate) struct PileTree {
    nodes: Vec<Node>,
    deepest: usize,
}

/// One more card in a pile.
#[derive(Debug)]
struct Node {
    /// How many cards the pile has, this one included.
    depth: usize,
    /// Which value, and the how manieth of it: the place among the factors.
    factor: usize,
    /// Where a pile ends here: how; else [`NO_END`].
    end: usize,
    orders: i32,
    /// The node after everything that hangs on this one.
    beyond: usize,
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
    fn hang(&mut self, ends: &[End], taken: Counts, value: usize, depth: usize) {
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
        let factor = next * MOST_OF_ONE + usize::from(with[next]) - 1;
        self.nodes.push(Node { depth: depth + 1, factor, end, orders, beyond: 0 });
        self.deepest = self.deepest.max(depth + 1);
        self.hang(&more, with, next, depth + 1);
        self.nodes[here].beyond = self.nodes.len();
    }

    /// The chance of each end for each pile of cards taken out of `left`.
    pub(crate) fn chances<N: Number>(&self, left: &[u16; VALUES], taken: &[Counts]) -> Vec<[N; NO_END]> {
        let mut answers = vec![[N::zero(); NO_END]; taken.len()];
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
        let mut below = vec![N::one(); self.deepest + 1];
        let mut cards = i32::from(cards);
        for depth in 1..below.len() {
            // Piles larger than what is left have no chance: their products are zero.
            below[depth] = if cards > 0 { below[depth - 1] / N::whole(cards) } else { N::zero() };
            cards -= 1;
        }
        self.nodes.iter().map(|node| below[node.depth] * N::whole(node.orders)).collect()
    }

    fn lanes<N: Number, const W: usize>(&self, ask: &Ask<'_, N>, places: &[usize], answers: &mut [[N; NO_END]]) {
        let mut factors = [[N::zero(); W]; VALUES * MOST_OF_ONE];
        for (lane, &place) in places.iter().enumerate() {
            for value in 0..VALUES {
                let mut count = i32::from(ask.left[value]) - i32::from(ask.taken[place][value]);
                for which in 0..MOST_OF_ONE {
                    factors[value * MOST_OF_ONE + which][lane] = N::whole(count.max(0));
                    count -= 1;
                }
            }
        }
        let mut products = [[N::one(); W]; MOST_CARDS + 1];
        let mut sums = [[N::zero(); W]; ENDS];
        let mut next = 0;
        while let Some(node) = self.nodes.get(next) {
            let weight = ask.weights[next];
            next += 1;
            let before = products[node.depth - 1];
            let factor = &factors[node.factor];
            let sum = &mut sums[node.end];
            let product = &mut products[node.depth];
            for lane in 0..W {
                product[lane] = before[lane] * factor[lane];
                sum[lane] += product[lane] * weight;
            }
            if W == 1 && product[0] == N::zero() {
                next = node.beyond;
            }
        }
        for (lane, &place) in places.iter().enumerate() {
            for end in 0..NO_END {
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
