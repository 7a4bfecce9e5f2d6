//! Who plays: one who does what the solver says, one who tries everything; and a plan that is a
//! whim.

use crate::support::every_order::{Asked, Plays};
use crate::support::seen::Seen;
use game::{Choice, Question, Round};
use solver::{Action, CardValue, Fraction, From, Hand, Number, Options, Plan, Strategy, SuitClass};
use std::cell::RefCell;

/// Plays the solver's strategy.
pub(crate) struct BySolver<'a, P> {
    pub(crate) strategy: &'a Strategy<'a, Fraction, P>,
    /// Begins with this instead, where it is given.
    pub(crate) first: Option<Action>,
    /// Whether a pair that comes again is split again.
    pub(crate) again: bool,
    /// What has happened in its rounds.
    pub(crate) seen: Option<&'a RefCell<Seen>>,
}

impl<P: Plan> Plays for BySolver<'_, P> {
    fn choices(&self, asked: &Asked<'_>) -> Vec<Choice> {
        let (strategy, upcard, cards) = (self.strategy, asked.upcard, &asked.cards[..]);
        let split = From::Split {
            may_again: asked.may_split,
            again: self.again,
            suited_sevens: asked.suited_sevens,
        };
        let from = if asked.split { split } else { From::Dealt };
        let choice = match asked.question {
            Some(Question::Insurance) if strategy.insures(upcard, cards[0], cards[1]).unwrap() => {
                asked.find(|choice| matches!(choice, Choice::Insure { .. }))
            }
            Some(Question::Insurance) => {
                asked.find(|choice| matches!(choice, Choice::NoInsurance { .. }))
            }
            Some(Question::Forfeit) if strategy.forfeits(upcard, cards, from).unwrap() => {
                asked.find(|choice| matches!(choice, Choice::Forfeit { .. }))
            }
            Some(Question::Forfeit) => {
                asked.find(|choice| matches!(choice, Choice::NoForfeit { .. }))
            }
            Some(_) | None => {
                let first = self.first.filter(|_| !asked.split && cards.len() == 2);
                // A book may ask whether a Pontoon that is not paid at once is surrendered: it is
                // kept.
                let action = first
                    .or_else(|| strategy.action(upcard, cards, from))
                    .unwrap_or(Action::Stand);
                choice_of(asked, action)
            }
        };
        choice.into_iter().collect()
    }

    fn ended(&self, round: &Round) {
        if let Some(seen) = self.seen {
            seen.borrow_mut().look(round);
        }
    }
}

/// Tries everything but splitting, so that the best way to play an unsplit hand is found.
pub(crate) struct Everything {
    /// Begins with this.
    pub(crate) first: Option<Action>,
}

impl Plays for Everything {
    fn choices(&self, asked: &Asked<'_>) -> Vec<Choice> {
        let plays = asked
            .question
            .is_none_or(|question| question == Question::Surrender);
        match self.first.filter(|_| plays && asked.cards.len() == 2) {
            Some(action) => choice_of(asked, action).into_iter().collect(),
            None => {
                let all = asked.legal.iter().map(|legal| legal.choice);
                all.filter(|choice| !matches!(choice, Choice::Split { .. }))
                    .collect()
            }
        }
    }
}

/// The choice that is an action. Where surrender is asked for, anything else declines it.
fn choice_of(asked: &Asked<'_>, action: Action) -> Option<Choice> {
    if asked.question == Some(Question::Surrender) && action != Action::Surrender {
        return asked.find(|choice| matches!(choice, Choice::NoSurrender { .. }));
    }
    asked.find(match action {
        Action::Stand => |choice| matches!(choice, Choice::Stand { .. }),
        Action::Draw => |choice| matches!(choice, Choice::Draw { .. }),
        Action::Double => |choice| matches!(choice, Choice::Double { .. }),
        Action::Split => |choice| matches!(choice, Choice::Split { .. }),
        Action::Surrender => |choice| matches!(choice, Choice::Surrender { .. }),
    })
}

/// A plan that picks anything, for the same hand always the same: what no sensible player does is
/// played too.
pub(crate) struct Whim(pub(crate) u64);

impl Whim {
    fn number(&self, of: impl IntoIterator<Item = u8>) -> u64 {
        // FNV-1a, stirred once more.
        let start = 0xcbf2_9ce4_8422_2325 ^ self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = of.into_iter().fold(start, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^ (hash >> 31)
    }
}

impl Plan for Whim {
    fn choose<N: Number>(
        &self,
        upcard: CardValue,
        hand: &Hand,
        suits: SuitClass,
        options: &Options<N>,
    ) -> Option<(Action, N)> {
        let all: Vec<(Action, N)> = options.each().collect();
        let with = |wanted: Action| all.iter().copied().find(|(action, _)| *action == wanted);
        // A small shoe cannot feed somebody who draws to a high total.
        if hand.hard >= 17 && options.stand.is_some() {
            return with(Action::Stand);
        }
        let suits = match suits {
            SuitClass::Mixed => 0,
            SuitClass::Suited => 1,
            SuitClass::Spades => 2,
        };
        let number = self.number(
            [upcard.points(), suits, u8::from(hand.later_ace)]
                .into_iter()
                .chain(hand.counts),
        );
        // Every other pair is split, whatever its suits.
        let pair = self.number([upcard.points()].into_iter().chain(hand.counts));
        let split = with(Action::Split).filter(|_| pair.is_multiple_of(2));
        let place = usize::try_from(number % u64::try_from(all.len().max(1)).unwrap()).unwrap();
        split.or_else(|| all.get(place).copied())
    }

    fn forfeits<N: Number>(&self, upcard: CardValue, points: u8, _kept: N, _forfeited: N) -> bool {
        self.number([upcard.points(), points]).is_multiple_of(3)
    }
}
