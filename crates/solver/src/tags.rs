//! Tags for a counter, made from effects of removal, and what a true count is then worth.
//!
//! Everything here is linear: the expectation is taken to change with the cards that are left as it
//! changes with the first card. How somebody plays by a count, and wagers, is no matter here.

use crate::number::Number;
use crate::removal::{Cards, Effects};
use crate::side_wagers::insurance;
use crate::value::{CardValue, VALUES};
use rules::RuleBook;
use std::cmp::Ordering;
use std::fmt;

/// Correlations that differ by less are equal: it is far above what doubles lose in adding up.
const EQUAL: f64 = 1e-12;

/// What each card adds to the running count when it is seen, Ace first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tags([i32; VALUES]);

/// The largest tag a counter is willing to add: 1, 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(i32);

/// A number that is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelError(i32);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are no tags of level {}: write 1, 2 or 3", self.0)
    }
}

impl std::error::Error for LevelError {}

impl TryFrom<i32> for Level {
    type Error = LevelError;

    fn try_from(largest: i32) -> Result<Self, LevelError> {
        if (1..=3).contains(&largest) {
            Ok(Self(largest))
        } else {
            Err(LevelError(largest))
        }
    }
}

impl Level {
    /// The largest tag.
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Tags {
    /// Tags that somebody else made.
    pub const fn new(tags: [i32; VALUES]) -> Self {
        Self(tags)
    }

    /// The balanced tags of a level that go best with the effects, from a full shoe.
    ///
    /// Of all such tags those of the highest [correlation](Count::correlation); of equals the
    /// smallest ones.
    pub fn propose(effects: &Effects, level: Level) -> Self {
        let mut best: Option<(Self, f64)> = None;
        for tags in candidates(effects, level) {
            let count = Count { tags, effects };
            let (found, size) = (count.correlation(), count.square_sum());
            let better = best.is_none_or(|(best, highest)| match found - highest {
                more if more > EQUAL => true,
                less if less < -EQUAL => false,
                _ => {
                    size < Count {
                        tags: best,
                        effects,
                    }
                    .square_sum()
                }
            });
            if better {
                best = Some((tags, found));
            }
        }
        best.map_or(Self([0; VALUES]), |(tags, _)| tags)
    }

    /// What a card adds.
    pub fn of(&self, value: CardValue) -> i32 {
        self.0[value.index()]
    }

    /// Whether the tags of all cards come to nothing.
    pub fn is_balanced(&self, cards: &Cards) -> bool {
        self.sum(cards) == 0
    }

    fn sum(&self, cards: &Cards) -> i32 {
        self.0
            .iter()
            .zip(cards.counts)
            .map(|(tag, count)| tag * i32::from(count))
            .sum()
    }
}

/// Every balanced way to tag that may be best, and no other.
///
/// A shoe holds as many Aces as twos, threes and so on up to nines. Of two such values the one with
/// the larger effect never has the smaller tag in the best tags: with the two tags changed about
/// they would be as balanced, and go better with the effects. So the tags of these nine never rise
/// as the effects fall, and being balanced fixes the tag of the tens.
fn candidates(effects: &Effects, Level(level): Level) -> Vec<Tags> {
    let mut nine: Vec<CardValue> = CardValue::all()
        .filter(|value| *value != CardValue::TEN)
        .collect();
    nine.sort_by(|one, other| by_effect(effects, *one, *other));
    let mut falling: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in &nine {
        let longer = |tags: Vec<i32>| {
            let most = tags.last().copied().unwrap_or(level);
            (-level..=most).map(move |tag| [&tags[..], &[tag]].concat())
        };
        falling = falling.into_iter().flat_map(longer).collect();
    }
    let tens = i32::from(effects.cards.counts[CardValue::TEN.index()]);
    let with_tens = |tags: Vec<i32>| {
        let mut all = [0; VALUES];
        nine.iter()
            .zip(tags)
            .for_each(|(value, tag)| all[value.index()] = tag);
        let rest = Tags(all).sum(&effects.cards);
        let fits = tens > 0 && rest % tens == 0 && (rest / tens).abs() <= level;
        all[CardValue::TEN.index()] = if fits { -rest / tens } else { 0 };
        (fits && all != [0; VALUES]).then_some(Tags(all))
    };
    falling.into_iter().filter_map(with_tens).collect()
}

/// The larger effect first.
fn by_effect(effects: &Effects, one: CardValue, other: CardValue) -> Ordering {
    effects.by_value[other.index()].total_cmp(&effects.by_value[one.index()])
}

/// Balanced tags and the game they are for.
#[derive(Clone, Copy, Debug)]
pub struct Count<'a> {
    /// The tags.
    pub tags: Tags,
    /// The effects of the game.
    pub effects: &'a Effects,
}

impl Count<'_> {
    /// The betting correlation: how well the tags go with the effects, from -1 to 1, every card of
    /// the shoe counted once.
    pub fn correlation(&self) -> f64 {
        let mean = self.effects.mean();
        let cards = &self.effects.cards;
        let apart = |value: CardValue| self.effects.by_value[value.index()] - mean;
        let squares = cards.weighted(|value| apart(value).powi(2));
        cards.weighted(|value| self.tag(value) * apart(value))
            / (squares * self.square_sum()).sqrt()
    }

    /// What a true count higher by one adds to the expectation.
    pub fn slope(&self) -> f64 {
        self.slope_of(&self.effects.by_value)
    }

    /// The true count at which the expectation is nothing, best play of the full shoe taken for
    /// granted.
    pub fn even(&self) -> f64 {
        -self.effects.expectation.worth / self.slope()
    }

    /// What a true count higher by one adds to something that one card of each value fewer changes
    /// by so much.
    ///
    /// The cards of a value that may be expected to be gone rise with the running count in
    /// proportion to its tag and the number of its cards, and each weighs the more the fewer cards
    /// are left; so the number of decks left drops out.
    pub(crate) fn slope_of(&self, changes: &[f64; VALUES]) -> f64 {
        let Cards { deck, .. } = self.effects.cards;
        let together = self
            .effects
            .cards
            .weighted(|value| self.tag(value) * changes[value.index()]);
        together / self.square_sum() * f64::from(self.effects.cards.len() - 1) / f64::from(deck)
    }

    /// The standard deviation of the true count when half of the shoe has been seen.
    pub fn deviation_at_half(&self) -> f64 {
        let cards = f64::from(self.effects.cards.len());
        f64::from(self.effects.cards.deck) * (self.square_sum() / cards / (cards - 1.0)).sqrt()
    }

    /// From which true count on insurance pays for itself, where the dealer's Ace and everything
    /// else seen is counted; none where these tags do not tell.
    pub fn insurance_from(&self, book: &RuleBook) -> Option<f64> {
        let cards = self.effects.cards.weighted(|_| 1.0) - 1.0;
        let ace = self.tag(CardValue::ACE);
        // Without the Ace the tags do not come to nothing any more.
        let mean = -ace / cards;
        let squares = self
            .effects
            .cards
            .weighted(|value| (self.tag(value) - mean).powi(2))
            - (ace - mean).powi(2);
        let tens = f64::from(self.effects.cards.counts[CardValue::TEN.index()]);
        let rises = -tens * (self.tag(CardValue::TEN) - mean) / squares;
        let wanted = Number::to_double(insurance::break_even(book));
        let from = f64::from(self.effects.cards.deck) * ((wanted - tens / cards) / rises - mean);
        (rises > 0.0).then_some(from)
    }

    pub(crate) fn tag(&self, value: CardValue) -> f64 {
        f64::from(self.tags.of(value))
    }

    fn square_sum(&self) -> f64 {
        self.effects.cards.weighted(|value| self.tag(value).powi(2))
    }
}
