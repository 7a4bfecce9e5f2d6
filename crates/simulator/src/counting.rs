//! A counter: what the cards seen are worth, and what follows from it.

use rules::Money;
use solver::{CardValue, VALUES};

/// Hundredths: tags, counts and thresholds are whole numbers of these, so that no sum depends on
/// its order.
pub const UNIT: i32 = 100;

/// Cards of a deck, by which a true count is reckoned.
const DECK: i32 = 48;

/// How somebody counts, and what for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting {
    /// What each card adds to the running count when it is seen, in hundredths.
    pub tags: [i32; VALUES],
    /// The running count of a full shoe, in hundredths.
    pub start: i32,
    /// How the true count is rounded.
    pub rounding: Rounding,
    /// How finely the decks left are told.
    pub decks: DeckEye,
    /// What is wagered from which true count on, in hundredths, upwards; the first step holds for
    /// all below it too.
    /// Empty where the count does not bear on the wager.
    pub ramp: Vec<Step>,
    /// From which true count on a wager is placed by somebody who sat out, in hundredths; none
    /// plays from the start.
    pub enter: Option<i32>,
    /// Below which true count no wager is placed any more, in hundredths.
    pub leave: Option<i32>,
    /// Whether the house holds somebody who sat out to the minimum until the next shoe.
    pub late: Late,
    /// From which true count on insurance is taken, in hundredths; none never does.
    pub insurance: Option<i32>,
    /// The true counts at which something is played in another way, in hundredths, upwards: so many
    /// and one ways to play.
    pub thresholds: Vec<i32>,
}

/// A step of a ramp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// From this true count on, in hundredths.
    pub from: i32,
    /// The wager.
    pub wager: Money,
}

/// How a true count is rounded to a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Not at all: it is told to the hundredth.
    Exact,
    /// Downwards.
    Floor,
    /// Towards nothing.
    Truncate,
    /// To the nearest.
    Nearest,
}

/// How finely somebody tells how many decks are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeckEye {
    /// To the card.
    Cards,
    /// To the nearest half deck.
    Halves,
    /// To the nearest deck.
    Whole,
}

/// What the house does with somebody who sat out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// Nothing.
    Free,
    /// Holds them to the minimum until the next shoe, where the book allows that.
    Held,
}

impl Counting {
    /// A count that nothing follows from.
    pub fn new(tags: [i32; VALUES]) -> Self {
        Self {
            tags,
            start: 0,
            rounding: Rounding::Floor,
            decks: DeckEye::Cards,
            ramp: Vec::new(),
            enter: None,
            leave: None,
            late: Late::Free,
            insurance: None,
            thresholds: Vec::new(),
        }
    }

    /// What a card adds.
    pub fn tag(&self, value: CardValue) -> i32 {
        self.tags[value.index()]
    }

    /// The true count, in hundredths, when so many cards were not seen.
    pub fn true_count(&self, running: i32, unseen: i32) -> i32 {
        let cards = match self.decks {
            DeckEye::Cards => unseen,
            DeckEye::Halves => nearest(unseen, DECK / 2),
            DeckEye::Whole => nearest(unseen, DECK),
        };
        let exact = |unit: i32| (running * DECK).div_euclid(cards.max(1) * unit) * unit;
        match self.rounding {
            Rounding::Exact => exact(1),
            Rounding::Floor => exact(UNIT),
            Rounding::Truncate => running * DECK / (cards.max(1) * UNIT) * UNIT,
            Rounding::Nearest => {
                (2 * running * DECK + cards.max(1) * UNIT).div_euclid(2 * cards.max(1) * UNIT)
                    * UNIT
            }
        }
    }

    /// Which of the ways to play a true count calls for.
    pub fn band(&self, true_count: i32) -> usize {
        self.thresholds
            .iter()
            .take_while(|&&from| from <= true_count)
            .count()
    }

    /// The step of the ramp that a true count calls for.
    pub fn step(&self, true_count: i32) -> usize {
        self.ramp
            .iter()
            .rposition(|step| step.from <= true_count)
            .unwrap_or(0)
    }
}

/// The multiple of a number that is nearest, but never nothing.
fn nearest(cards: i32, of: i32) -> i32 {
    ((cards + of / 2) / of * of).max(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting(rounding: Rounding, decks: DeckEye) -> Counting {
        Counting {
            rounding,
            decks,
            ..Counting::new([0; VALUES])
        }
    }

    #[test]
    fn a_true_count_is_the_running_count_by_decks_of_48() {
        // Seven over four decks is 1.75; minus seven -1.75.
        let count =
            |rounding, running| counting(rounding, DeckEye::Cards).true_count(running, 4 * 48);
        assert_eq!(
            [count(Rounding::Exact, 700), count(Rounding::Exact, -700)],
            [175, -175]
        );
        assert_eq!(
            [count(Rounding::Floor, 700), count(Rounding::Floor, -700)],
            [100, -200]
        );
        assert_eq!(
            [
                count(Rounding::Truncate, 700),
                count(Rounding::Truncate, -700)
            ],
            [100, -100]
        );
        assert_eq!(
            [
                count(Rounding::Nearest, 700),
                count(Rounding::Nearest, -700)
            ],
            [200, -200]
        );
        assert_eq!(
            [
                count(Rounding::Nearest, 600),
                count(Rounding::Nearest, -600)
            ],
            [200, -100]
        );
    }

    #[test]
    fn decks_are_told_as_finely_as_the_eye_can() {
        // 100 cards are 2.08 decks, 70 cards 1.46.
        let count = |decks, unseen| counting(Rounding::Exact, decks).true_count(1_000, unseen);
        assert_eq!(
            [
                count(DeckEye::Cards, 100),
                count(DeckEye::Halves, 100),
                count(DeckEye::Whole, 100)
            ],
            [480, 500, 500]
        );
        assert_eq!(
            [
                count(DeckEye::Cards, 70),
                count(DeckEye::Halves, 70),
                count(DeckEye::Whole, 70)
            ],
            [685, 666, 1_000]
        );
        assert_eq!(count(DeckEye::Whole, 3), 1_000);
    }

    #[test]
    fn bands_and_steps_begin_at_their_true_counts() {
        let mut counting = counting(Rounding::Floor, DeckEye::Cards);
        counting.thresholds = vec![-100, 300];
        assert_eq!(
            [-200, -100, 0, 299, 300].map(|count| counting.band(count)),
            [0, 1, 1, 1, 2]
        );
        let step = |from, dollars| Step {
            from,
            wager: Money::from_dollars(dollars),
        };
        counting.ramp = vec![step(0, 5), step(200, 25)];
        assert_eq!(
            [-500, 0, 199, 200, 900].map(|count| counting.step(count)),
            [0, 0, 0, 1, 1]
        );
    }
}
