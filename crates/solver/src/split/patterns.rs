//! How a pair becomes two, three or four hands, and how often.
//!
//! Each hand of a split gets a second card: a card of the pair's value is split again while there
//! may be more hands, any other lets the hand be played. Hands are played without regard to each
//! other, and unseen cards are as good as any others, so the cards of the pair that were split
//! again can be taken out beforehand. "The other hands' second card is no such card" is reckoned as
//! "anything, less those where it is": each term is one hand played with so many cards of the
//! pair's value gone. What remains are whole numbers, the same for every pair and every shoe.

/// Where a split hand comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Origin {
    /// The pair's first card.
    First,
    /// The pair's second card.
    Second,
    /// A card split off again.
    New,
}

/// What its second card may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Second {
    /// Not a card of the pair's value: it would have been split again.
    NotThePair,
    /// Any: there may be no more hands.
    Any,
}

/// One term: a hand, how many hands there are in all, how many cards of the pair's value are gone,
/// and how often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Term {
    pub(crate) hands: usize,
    pub(crate) origin: Origin,
    pub(crate) second: Second,
    pub(crate) gone: usize,
    pub(crate) times: i32,
}

/// A way the splitting can go: so many times, each with so many cards split again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shape {
    /// Hands whose second card is not of the pair's value.
    pub(crate) not_the_pair: usize,
    /// Hands with any second card.
    pub(crate) any: usize,
    /// Cards of the pair's value that were split again.
    pub(crate) gone: usize,
    pub(crate) times: i32,
}

/// All ways for at most so many hands.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    pub(crate) terms: Vec<Term>,
    pub(crate) shapes: Vec<Shape>,
}

impl Patterns {
    pub(crate) fn new(most: u8) -> Self {
        let mut patterns = Self {
            terms: Vec::new(),
            shapes: Vec::new(),
        };
        patterns.walk(usize::from(most), &[Origin::First, Origin::Second], &[], 0);
        patterns.terms.retain(|term| term.times != 0);
        patterns.shapes.sort_by_key(|shape| (shape.gone, shape.any));
        patterns
    }

    /// The most cards of the pair's value that any term takes out.
    pub(crate) fn most_gone(&self) -> usize {
        self.terms.iter().map(|term| term.gone).max().unwrap_or(0)
    }

    /// The most hands there can be.
    pub(crate) fn most_hands(&self) -> usize {
        self.shapes
            .iter()
            .map(|shape| shape.not_the_pair + shape.any)
            .max()
            .unwrap_or(0)
    }

    fn walk(&mut self, most: usize, waiting: &[Origin], done: &[(Origin, Second)], gone: usize) {
        let Some((&now, later)) = waiting.split_first() else {
            return self.leaf(done, gone);
        };
        if waiting.len() + done.len() == most {
            let rest = waiting.iter().map(|&origin| (origin, Second::Any));
            return self.leaf(&done.iter().copied().chain(rest).collect::<Vec<_>>(), gone);
        }
        let again: Vec<Origin> = [now, Origin::New]
            .into_iter()
            .chain(later.iter().copied())
            .collect();
        self.walk(most, &again, done, gone + 1);
        let played: Vec<_> = done
            .iter()
            .copied()
            .chain([(now, Second::NotThePair)])
            .collect();
        self.walk(most, later, &played, gone);
    }

    fn leaf(&mut self, hands: &[(Origin, Second)], gone: usize) {
        let bound = hands
            .iter()
            .filter(|(_, second)| *second == Second::NotThePair)
            .count();
        self.shape(Shape {
            not_the_pair: bound,
            any: hands.len() - bound,
            gone,
            times: 1,
        });
        for &(origin, second) in hands {
            let others = bound - usize::from(second == Second::NotThePair);
            let mut times = 1;
            for among in 0..=others {
                self.term(Term {
                    hands: hands.len(),
                    origin,
                    second,
                    gone: gone + among,
                    times,
                });
                // The next binomial coefficient, with the other sign.
                times = -times * whole(others - among) / whole(among + 1);
            }
        }
    }

    fn term(&mut self, new: Term) {
        let same = |term: &&mut Term| Term { times: 0, ..**term } == Term { times: 0, ..new };
        match self.terms.iter_mut().find(same) {
            Some(term) => term.times += new.times,
            None => self.terms.push(new),
        }
    }

    fn shape(&mut self, new: Shape) {
        let same = |shape: &&mut Shape| {
            Shape {
                times: 0,
                ..**shape
            } == Shape { times: 0, ..new }
        };
        match self.shapes.iter_mut().find(same) {
            Some(shape) => shape.times += new.times,
            None => self.shapes.push(new),
        }
    }
}

pub(super) fn whole(number: usize) -> i32 {
    i32::try_from(number).expect("a box has few hands")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_split_is_two_hands_with_any_second_card() {
        let patterns = Patterns::new(2);
        assert_eq!(
            patterns.shapes,
            [Shape {
                not_the_pair: 0,
                any: 2,
                gone: 0,
                times: 1
            }]
        );
        assert_eq!(patterns.most_gone(), 0);
    }

    #[test]
    fn four_hands_come_about_in_as_many_ways_as_counting_by_hand_gives() {
        let mut shapes = Patterns::new(4).shapes;
        shapes.sort_unstable();
        let shape = |not_the_pair, any, gone, times| Shape {
            not_the_pair,
            any,
            gone,
            times,
        };
        assert_eq!(
            shapes,
            [
                shape(0, 4, 2, 1),
                shape(1, 3, 2, 2),
                shape(2, 0, 0, 1),
                shape(2, 2, 2, 2),
                shape(3, 0, 1, 2)
            ]
        );
    }

    #[test]
    fn the_chances_of_all_ways_add_up_to_one() {
        // With 5 of 20 cards of the pair's value: each term's hand counts as one in as many as
        // there are hands.
        for most in 2..=8 {
            let patterns = Patterns::new(most);
            let gone_chance = |gone: usize| {
                (0..gone)
                    .map(|n| (5.0 - f64::from(whole(n))).max(0.0) / (20.0 - f64::from(whole(n))))
                    .product::<f64>()
            };
            let all: f64 = patterns
                .terms
                .iter()
                .map(|term| {
                    let not_pair = 1.0
                        - (5.0 - f64::from(whole(term.gone))).max(0.0)
                            / (20.0 - f64::from(whole(term.gone)));
                    let second = if term.second == Second::Any {
                        1.0
                    } else {
                        not_pair
                    };
                    f64::from(term.times) * gone_chance(term.gone) * second
                        / f64::from(whole(term.hands))
                })
                .sum();
            assert!((all - 1.0).abs() < 1e-12, "{most} hands: {all}");
        }
    }
}
