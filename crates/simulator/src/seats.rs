//! Who sits at a simulated table, and what they wager.

use crate::compile::Play;
use crate::counting::Counting;
use crate::dealing::{Dealing, Source};
use crate::shoe::Drawer;
use cards::Composition;
use rules::{Money, RuleBook, Sign};

/// A table: a book, its sign, cards and how they are dealt, and who plays.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The book.
    pub book: &'a RuleBook,
    /// The sign; its limits are widened to take every wager.
    pub sign: Sign,
    /// The cards of a full shoe.
    pub shoe: Composition,
    /// How they are dealt.
    pub dealing: Dealing,
    /// The different ways in which boxes are played.
    pub seats: Vec<Seat<'a>>,
    /// Which of them each box is, from the dealer's left.
    pub boxes: Vec<usize>,
    /// How often each multiplier of the Pontoon Pandemonium wager comes, in parts of their sum.
    pub multipliers: Vec<(u16, u64)>,
}

/// One way to play a box. Two boxes with the same seat are played alike.
#[derive(Clone, Debug)]
pub struct Seat<'a> {
    /// What the controlling player thinks.
    pub mind: Mind<'a>,
    /// The wagers on the box, the controlling player's first.
    pub bettors: Vec<Bets>,
}

/// What one bettor puts on a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bets {
    /// The wager; a counter's ramp goes before it.
    pub wager: Money,
    /// What a bettor who does not control the box does when the controlling player doubles or
    /// splits.
    pub follows: Follows,
    /// The wager on a pair.
    pub pairs: Option<Money>,
    /// The Pontoon Pandemonium wager.
    pub pandemonium: Option<Money>,
}

impl Bets {
    /// A wager alone.
    pub const fn of(wager: Money) -> Self {
        Self {
            wager,
            follows: Follows::Everything,
            pairs: None,
            pandemonium: None,
        }
    }
}

/// How far a co-bettor goes along with the controlling player. All surrender and forfeit with that
/// player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// Doubles and splits.
    Everything,
    /// Splits, but does not double.
    SplitsOnly,
    /// Doubles, but stays on the first of split hands.
    DoublesOnly,
    /// Neither.
    Nothing,
}

impl Follows {
    pub(crate) const fn doubles(self) -> bool {
        match self {
            Self::Everything | Self::DoublesOnly => true,
            Self::SplitsOnly | Self::Nothing => false,
        }
    }

    pub(crate) const fn splits(self) -> bool {
        match self {
            Self::Everything | Self::SplitsOnly => true,
            Self::DoublesOnly | Self::Nothing => false,
        }
    }
}

/// What the controlling player of a box thinks.
#[derive(Clone)]
pub struct Mind<'a> {
    /// The ways to play, one for each band of the true count; one where nobody counts.
    pub plays: Vec<&'a dyn Play>,
    /// How the player counts.
    pub counting: Option<&'a Counting>,
}

impl std::fmt::Debug for Mind<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mind")
            .field("ways", &self.plays.len())
            .field("counting", &self.counting)
            .finish()
    }
}

impl Seat<'_> {
    /// Every wager that the controlling player may place.
    pub(crate) fn levels(&self, minimum: Money) -> Vec<Money> {
        let ramp = self
            .mind
            .counting
            .map_or(&[][..], |counting| &counting.ramp);
        let mut levels: Vec<Money> = ramp.iter().map(|step| step.wager).collect();
        if levels.is_empty() {
            levels.push(self.bettors[0].wager);
        }
        // Held to the minimum after sitting out.
        levels.push(minimum.min(levels[0]));
        levels
    }

    /// Whether the box may be left out of a round.
    pub(crate) fn may_sit_out(&self) -> bool {
        self.mind
            .counting
            .is_some_and(|counting| counting.enter.is_some() || counting.leave.is_some())
    }
}

impl Table<'_> {
    /// A multiplier, as often as its chance says.
    pub(crate) fn multiplier(&self, source: &mut Source, words: &mut Drawer) -> u16 {
        let sum = self.multipliers.iter().map(|(_, parts)| parts).sum::<u64>();
        let mut part = source.below(sum.max(1), words);
        for &(multiplier, parts) in &self.multipliers {
            if part < parts {
                return multiplier;
            }
            part -= parts;
        }
        0
    }
}
