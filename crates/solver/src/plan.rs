//! How a hand is played: the best way there is, or by a card in the hand.

use crate::hands::Hand;
use crate::number::Number;
use crate::value::CardValue;
use cards::Suit;
use std::fmt;

/// What may be done with a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Action {
    Stand,
    Draw,
    Double,
    Split,
    Surrender,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 5] = [
        Self::Stand,
        Self::Draw,
        Self::Double,
        Self::Split,
        Self::Surrender,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Draw => "draw",
            Self::Double => "double",
            Self::Split => "split",
            Self::Surrender => "surrender",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The suits of a first two cards that can become a 6-7-8 or a 7-7-7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SuitClass {
    /// Of two suits, or cards whose suits do not matter.
    Mixed,
    /// Of one suit, not spades.
    Suited,
    /// Both spades.
    Spades,
}

impl SuitClass {
    /// The class of two cards of these suits.
    pub fn of(one: Suit, other: Suit) -> Self {
        match (one == other, one) {
            (false, _) => Self::Mixed,
            (true, Suit::Spades) => Self::Spades,
            (true, Suit::Clubs | Suit::Diamonds | Suit::Hearts) => Self::Suited,
        }
    }
}

/// What each action is worth, where it is allowed.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Options<N> {
    pub stand: Option<N>,
    pub draw: Option<N>,
    pub double: Option<N>,
    pub split: Option<N>,
    pub surrender: Option<N>,
}

impl<N: Number> Options<N> {
    /// Nothing is allowed.
    pub const NONE: Self = Self {
        stand: None,
        draw: None,
        double: None,
        split: None,
        surrender: None,
    };

    /// The worth of an action, where it is allowed.
    pub fn get(&self, action: Action) -> Option<N> {
        match action {
            Action::Stand => self.stand,
            Action::Draw => self.draw,
            Action::Double => self.double,
            Action::Split => self.split,
            Action::Surrender => self.surrender,
        }
    }

    /// What is allowed, with its worth.
    pub fn each(&self) -> impl Iterator<Item = (Action, N)> + '_ {
        Action::ALL
            .into_iter()
            .filter_map(|action| Some((action, self.get(action)?)))
    }

    /// The best of them; of equals the first in the order of [`Action::ALL`].
    pub fn best(&self) -> Option<(Action, N)> {
        self.each().fold(None, |best, next| match best {
            Some((_, worth)) if next.1 <= worth => best,
            Some(_) | None => Some(next),
        })
    }
}

/// A way to play.
pub trait Plan {
    /// Picks one of the options of a hand.
    fn choose<N: Number>(
        &self,
        upcard: CardValue,
        hand: &Hand,
        suits: SuitClass,
        options: &Options<N>,
    ) -> Option<(Action, N)>;

    /// Whether a doubled hand of so many points is given up, where that may be done.
    fn forfeits<N: Number>(&self, upcard: CardValue, points: u8, kept: N, forfeited: N) -> bool;
}

/// The best play.
#[derive(Clone, Copy, Debug)]
pub struct Best;

impl Plan for Best {
    fn choose<N: Number>(
        &self,
        _: CardValue,
        _: &Hand,
        _: SuitClass,
        options: &Options<N>,
    ) -> Option<(Action, N)> {
        options.best()
    }

    fn forfeits<N: Number>(&self, _: CardValue, _: u8, kept: N, forfeited: N) -> bool {
        forfeited > kept
    }
}
