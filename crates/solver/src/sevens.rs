//! Sevens split against a seven where a split hand can still win the Super Bonus: unless sevens of one suit were split.
//!
//! Here suits decide what happens, so the hands of the split are listed suit by suit. A hand whose two sevens are of one
//! suit is drawn to for the Super Bonus where that is better than splitting it; then it is not split again, and no seven
//! of one suit is ever split on the box.

use crate::number::Number;
use cards::Suit;

/// Sevens by suit.
pub(crate) type Sevens = [i32; 4];

/// What is done with two sevens of one suit when they come again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuitedPair {
    /// A card is drawn to them.
    Drawn,
    /// They are split like any other pair.
    Split,
}

/// A hand of the split as it must be valued: with these sevens gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SevenHand {
    /// The suit it starts with.
    pub(crate) suit: Suit,
    /// How many sevens of each suit are gone from those left when the pair lies, its own start included where it was drawn.
    pub(crate) gone: Sevens,
    /// Whether it may hold any second card; else none that would have been split again.
    pub(crate) any: bool,
    /// Whether the Super Bonus can still be won.
    pub(crate) bonus: bool,
}

/// All ways a pair of sevens of two suits can go.
pub(crate) struct SevenSplit<'a, N> {
    /// The sevens that are left when the pair lies, by suit, and how many cards are left in all.
    pub(crate) left: Sevens,
    pub(crate) cards: i32,
    pub(crate) most: usize,
    /// By suit.
    pub(crate) suited: [SuitedPair; 4],
    /// What a hand is worth.
    pub(crate) worth: &'a dyn Fn(SevenHand) -> N,
}

/// The hands so far.
#[derive(Clone, Default)]
struct So {
    waiting: Vec<Suit>,
    /// Hands that are played, with a second card that is not split again.
    done: Vec<Suit>,
    gone: Sevens,
    barred: bool,
}

impl<N: Number> SevenSplit<'_, N> {
    pub(crate) fn total(&self, pair: (Suit, Suit)) -> N {
        self.walk(So { waiting: vec![pair.0, pair.1], ..So::default() }, N::one())
    }

    /// Whether a second seven of suit `second` is split again on a hand that starts with `first`.
    fn is_split(&self, first: Suit, second: Suit) -> bool {
        first != second || self.suited[index(first)] == SuitedPair::Split
    }

    /// The chance that the next card is a seven of this suit.
    fn chance(&self, gone: &Sevens, suit: Suit) -> N {
        let count = self.left[index(suit)] - gone[index(suit)];
        let cards = self.cards - gone.iter().sum::<i32>();
        if count > 0 { N::ratio(count, cards) } else { N::zero() }
    }

    fn walk(&self, so: So, weight: N) -> N {
        let Some((&now, later)) = so.waiting.split_first() else { return self.leaf(&so, weight) };
        if so.waiting.len() + so.done.len() == self.most {
            return self.leaf(&so, weight);
        }
        let mut total = N::zero();
        for second in Suit::ALL.into_iter().filter(|&second| self.is_split(now, second)) {
            let chance = self.chance(&so.gone, second);
            if chance > N::zero() {
                let mut next = so.clone();
                next.waiting.insert(1, second);
                next.gone[index(second)] += 1;
                next.barred |= second == now;
                total += self.walk(next, weight * chance);
            }
        }
        let mut next = so.clone();
        next.waiting = later.to_vec();
        next.done.push(now);
        total + self.walk(next, weight)
    }

    /// All hands are known: each is valued, the other played hands holding no second card that would have been split.
    fn leaf(&self, so: &So, weight: N) -> N {
        let mut total = N::zero();
        for (place, &suit) in so.done.iter().enumerate() {
            let mut others = so.done.clone();
            others.remove(place);
            total += self.without(&others, SevenHand { suit, gone: so.gone, any: false, bonus: !so.barred }, weight);
        }
        for &suit in &so.waiting {
            total += self.without(&so.done, SevenHand { suit, gone: so.gone, any: true, bonus: !so.barred }, weight);
        }
        total
    }

    /// The worth of a hand where none of the others holds a second card that would have been split: anything, less those.
    fn without(&self, others: &[Suit], hand: SevenHand, weight: N) -> N {
        let Some((&other, rest)) = others.split_first() else { return (self.worth)(hand) * weight };
        let mut total = self.without(rest, hand, weight);
        for second in Suit::ALL.into_iter().filter(|&second| self.is_split(other, second)) {
            let chance = self.chance(&hand.gone, second);
            if chance > N::zero() {
                let mut gone = hand.gone;
                gone[index(second)] += 1;
                total = total - self.without(rest, SevenHand { gone, ..hand }, weight * chance);
            }
        }
        total
    }
}

pub(crate) const fn index(suit: Suit) -> usize {
    match suit {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}
