//! The dealer's chances: what becomes of an upcard, exactly, for any cards that are left.

use crate::number::Number;
use crate::pile_tree::{End, PileTree};
use crate::value::{CardValue, Counts, VALUES};
use rules::SoftSeventeen;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// How a dealer's hand can end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the totals speak for themselves")]
pub enum Outcome {
    Seventeen,
    Eighteen,
    Nineteen,
    Twenty,
    /// 21 with three or more cards.
    TwentyOne,
    /// Over 21.
    Bust,
    /// Ace and ten.
    Pontoon,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 7] = [
        Self::Seventeen,
        Self::Eighteen,
        Self::Nineteen,
        Self::Twenty,
        Self::TwentyOne,
        Self::Bust,
        Self::Pontoon,
    ];

    /// What a dealer's hand has come to: its points with Aces as 1, whether an Ace is among them,
    /// and whether its second card has just come. None while the dealer draws.
    pub const fn of(hard: u8, ace: bool, second: bool, soft_17: SoftSeventeen) -> Option<Self> {
        let soft = ace && hard <= 11;
        let points = if soft { hard + 10 } else { hard };
        match (points, soft_17) {
            (17, SoftSeventeen::Draws) if soft => None,
            (17, SoftSeventeen::Draws | SoftSeventeen::Stands) => Some(Self::Seventeen),
            (18, _) => Some(Self::Eighteen),
            (19, _) => Some(Self::Nineteen),
            (20, _) => Some(Self::Twenty),
            (21, _) if second => Some(Self::Pontoon),
            (21, _) => Some(Self::TwentyOne),
            (22.., _) => Some(Self::Bust),
            (..17, _) => None,
        }
    }

    /// Its place.
    pub fn index(self) -> usize {
        usize::from(self.place())
    }

    const fn place(self) -> u8 {
        match self {
            Self::Seventeen => 0,
            Self::Eighteen => 1,
            Self::Nineteen => 2,
            Self::Twenty => 3,
            Self::TwentyOne => 4,
            Self::Bust => 5,
            Self::Pontoon => 6,
        }
    }

    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Seventeen => "17",
            Self::Eighteen => "18",
            Self::Nineteen => "19",
            Self::Twenty => "20",
            Self::TwentyOne => "21",
            Self::Bust => "over 21",
            Self::Pontoon => "Pontoon",
        }
    }

    /// The points where they count.
    pub const fn points(self) -> Option<u8> {
        match self {
            Self::Seventeen => Some(17),
            Self::Eighteen => Some(18),
            Self::Nineteen => Some(19),
            Self::Twenty => Some(20),
            Self::TwentyOne | Self::Pontoon => Some(21),
            Self::Bust => None,
        }
    }
}

/// The chance of each outcome.
pub type Chances<N> = [N; 7];

/// Every hand the dealer can make from one upcard.
#[derive(Debug)]
pub struct DealerTree {
    upcard: CardValue,
    tree: PileTree,
}

impl DealerTree {
    /// The hands of an upcard: they are the same for every shoe.
    pub fn of(upcard: CardValue, soft_17: SoftSeventeen) -> &'static Self {
        static TREES: [[OnceLock<DealerTree>; VALUES]; 2] =
            [const { [const { OnceLock::new() }; VALUES] }; 2];
        let rule = match soft_17 {
            SoftSeventeen::Draws => 0,
            SoftSeventeen::Stands => 1,
        };
        TREES[rule][upcard.index()].get_or_init(|| Self::new(upcard, soft_17))
    }

    fn new(upcard: CardValue, soft_17: SoftSeventeen) -> Self {
        let mut ends = BTreeMap::new();
        let start = DealerHand {
            hard: upcard.points(),
            ace: upcard == CardValue::ACE,
            soft_17,
        };
        start.draw([0; VALUES], &mut ends);
        let ends: Vec<End> = ends
            .into_iter()
            .map(
                |(counts, (outcome, orders)): (Counts, (Outcome, i64))| End {
                    counts,
                    end: outcome.place(),
                    orders,
                },
            )
            .collect();
        Self {
            upcard,
            tree: PileTree::new(&ends),
        }
    }

    /// The upcard.
    pub fn upcard(&self) -> CardValue {
        self.upcard
    }

    /// The dealer's chances for each pile of cards taken out of `left` (the upcard is out already).
    pub fn chances<N: Number>(&self, left: &[u16; VALUES], taken: &[Counts]) -> Vec<Chances<N>> {
        self.tree.chances(left, taken)
    }
}

/// The dealer's hand while the tree is grown.
#[derive(Clone, Copy)]
struct DealerHand {
    soft_17: SoftSeventeen,
    hard: u8,
    ace: bool,
}

impl DealerHand {
    fn draw(self, taken: Counts, ends: &mut BTreeMap<Counts, (Outcome, i64)>) {
        for value in CardValue::all() {
            let mut taken = taken;
            taken[value.index()] += 1;
            let hand = Self {
                hard: self.hard + value.points(),
                ace: self.ace || value == CardValue::ACE,
                ..self
            };
            match hand.end(&taken) {
                Some(outcome) => ends.entry(taken).or_insert((outcome, 0)).1 += 1,
                None => hand.draw(taken, ends),
            }
        }
    }

    fn end(self, taken: &Counts) -> Option<Outcome> {
        let second = taken.iter().sum::<u8>() == 1;
        Outcome::of(self.hard, self.ace, second, self.soft_17)
    }
}
