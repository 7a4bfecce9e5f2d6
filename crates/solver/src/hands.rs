//! Every hand a box can hold, by what its cards count: each once, with the hand that follows when a
//! card comes.

use crate::value::{CardValue, Counts, VALUES};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A hand's place in the list of all hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandNo(u16);

impl HandNo {
    /// The place, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A hand of up to 21 points (Aces counted 1).
#[derive(Clone, Debug)]
pub struct Hand {
    /// How many cards of each value.
    pub counts: Counts,
    /// How many cards.
    pub cards: u8,
    /// The points, every Ace counted 1.
    pub hard: u8,
    /// Whether an Ace came after the first two cards. Told apart only where a double can make a
    /// difference of it: where another card could leave the hand soft.
    pub later_ace: bool,
    /// Where the cards of this hand stand in the list of [`Hands::cards`], whatever their order.
    pub pile: u16,
    /// The hand with one more card of each value; none where that is over 21.
    pub then: [Option<HandNo>; VALUES],
}

impl Hand {
    /// The points, an Ace counted 11 where that does not exceed 21.
    pub fn points(&self) -> u8 {
        if self.is_soft() {
            self.hard + 10
        } else {
            self.hard
        }
    }

    /// Whether an Ace counts 11.
    pub fn is_soft(&self) -> bool {
        self.counts[0] > 0 && self.hard <= 11
    }

    /// The value of a pair, where the hand is one.
    pub fn pair(&self) -> Option<CardValue> {
        CardValue::all().find(|value| self.cards == 2 && self.counts[value.index()] == 2)
    }

    /// How many cards of a value the hand holds.
    pub fn count(&self, value: CardValue) -> u8 {
        self.counts[value.index()]
    }
}

/// Every hand, and every pile of cards a hand can be.
#[derive(Debug)]
pub struct Hands {
    all: Vec<Hand>,
    /// The different piles, with how many cards each has.
    piles: Vec<Counts>,
    /// Every hand from the highest total down, so that what follows a hand stands before it.
    downwards: Vec<HandNo>,
    singles: [HandNo; VALUES],
}

impl Hands {
    /// The list; it is the same for every book.
    pub fn list() -> &'static Self {
        static LIST: OnceLock<Hands> = OnceLock::new();
        LIST.get_or_init(Self::make)
    }

    fn make() -> Self {
        let mut list = Self {
            all: Vec::new(),
            piles: Vec::new(),
            downwards: Vec::new(),
            singles: [HandNo(0); VALUES],
        };
        let mut known = Known::default();
        for value in CardValue::all() {
            let mut counts = [0; VALUES];
            counts[value.index()] = 1;
            list.singles[value.index()] = list.enter(&mut known, counts, false);
        }
        let mut next = 0;
        while next < list.all.len() {
            let hand = list.all[next].clone();
            for value in CardValue::all().filter(|value| hand.hard + value.points() <= 21) {
                let mut counts = hand.counts;
                counts[value.index()] += 1;
                let later_ace = hand.later_ace || hand.cards >= 2 && value == CardValue::ACE;
                list.all[next].then[value.index()] =
                    Some(list.enter(&mut known, counts, later_ace));
            }
            next += 1;
        }
        list.downwards = (0..).map(HandNo).take(list.all.len()).collect();
        list.downwards
            .sort_by_key(|no| std::cmp::Reverse(list.all[no.index()].hard));
        list
    }

    fn enter(&mut self, known: &mut Known, counts: Counts, later_ace: bool) -> HandNo {
        let hard = points(&counts);
        // From 10 on, one more card makes 12 or more: only an Ace just drawn can count 11 then.
        let later_ace = later_ace && hard < 10;
        if let Some(&no) = known.hands.get(&(counts, later_ace)) {
            return no;
        }
        let pile = *known.piles.entry(counts).or_insert_with(|| {
            self.piles.push(counts);
            number(self.piles.len() - 1)
        });
        let no = HandNo(number(self.all.len()));
        let cards = counts.iter().sum();
        self.all.push(Hand {
            counts,
            cards,
            hard,
            later_ace,
            pile,
            then: [None; VALUES],
        });
        known.hands.insert((counts, later_ace), no);
        no
    }

    /// One hand.
    pub fn get(&self, no: HandNo) -> &Hand {
        &self.all[no.index()]
    }

    /// The hand at a place of the list.
    pub(crate) fn at(&self, place: usize) -> &Hand {
        &self.all[place]
    }

    /// How many hands there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Every hand, from the highest total down.
    pub fn downwards(&self) -> impl DoubleEndedIterator<Item = (HandNo, &Hand)> {
        self.downwards.iter().map(|&no| (no, self.get(no)))
    }

    /// The different piles of cards that hands can be.
    pub fn piles(&self) -> &[Counts] {
        &self.piles
    }

    /// The hand of one card.
    pub fn single(&self, value: CardValue) -> HandNo {
        self.singles[value.index()]
    }

    /// The hand that cards make when they come in this order; none where it is over 21 or empty.
    pub fn of(&self, cards: impl IntoIterator<Item = CardValue>) -> Option<HandNo> {
        let mut cards = cards.into_iter();
        let first = self.single(cards.next()?);
        cards.try_fold(first, |hand, value| self.get(hand).then[value.index()])
    }

    /// The hands of two cards, each pair of values once.
    pub fn twos(&self) -> impl Iterator<Item = (CardValue, CardValue, HandNo)> + '_ {
        let pairs = CardValue::all().flat_map(|low| {
            CardValue::all()
                .filter(move |&high| high >= low)
                .map(move |high| (low, high))
        });
        pairs.filter_map(|(low, high)| Some((low, high, self.of([low, high])?)))
    }
}

#[derive(Default)]
struct Known {
    hands: BTreeMap<(Counts, bool), HandNo>,
    piles: BTreeMap<Counts, u16>,
}

/// The points of a pile, every Ace counted 1.
pub(crate) fn points(counts: &Counts) -> u8 {
    CardValue::all()
        .map(|value| value.points() * counts[value.index()])
        .sum()
}

fn number(place: usize) -> u16 {
    u16::try_from(place).expect("there are a few thousand hands")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pile_of_up_to_21_points_is_there_once() {
        // The partitions of 1 to 21 into parts of at most 10, added up by Euler's recurrence.
        let mut ways = [0_u32; 22];
        ways[0] = 1;
        for part in 1..=10 {
            for total in part..=21 {
                ways[total] += ways[total - part];
            }
        }
        let wanted: u32 = ways[1..].iter().sum();
        assert_eq!(u32::try_from(Hands::list().piles().len()), Ok(wanted));
    }

    #[test]
    fn what_follows_a_hand_has_one_card_more() {
        let hands = Hands::list();
        for (_, hand) in hands.downwards() {
            for value in CardValue::all() {
                match hand.then[value.index()] {
                    Some(no) => {
                        let next = hands.get(no);
                        assert_eq!(next.hard, hand.hard + value.points());
                        assert_eq!(next.cards, hand.cards + 1);
                        assert_eq!(next.count(value), hand.count(value) + 1);
                    }
                    None => assert!(hand.hard + value.points() > 21),
                }
            }
        }
    }

    #[test]
    fn a_later_ace_is_told_apart_where_a_double_could_use_it() {
        let hands = Hands::list();
        let of = |points: &[u8]| {
            let values = points
                .iter()
                .filter_map(|&points| CardValue::all().find(|value| value.points() == points));
            hands.of(values).unwrap()
        };
        assert_ne!(of(&[2, 3, 1]), of(&[1, 2, 3]));
        assert_eq!(of(&[2, 7, 1]), of(&[1, 2, 7]));
        assert_eq!(
            hands.get(of(&[2, 3, 1])).pile,
            hands.get(of(&[1, 2, 3])).pile
        );
    }
}
