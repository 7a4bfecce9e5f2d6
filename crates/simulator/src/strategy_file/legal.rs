//! What a book allows to do with a hand, and why not.

use super::fault::Barred;
use rules::{AceCards, Allowed, DoubleOn, MustDraw, SurrenderAgainst};
use solver::{Action, CardValue, From, Hand, Terms};

/// A hand as the rules look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) upcard: CardValue,
    pub(crate) hand: &'a Hand,
    /// The card that a split hand began with, and whether it may be split again; none for the box's
    /// own two cards.
    pub(crate) split: Option<(CardValue, bool)>,
}

impl<'a> Situation<'a> {
    /// A hand of the first card of its cards, from where it comes.
    pub(crate) fn new(
        terms: &'a Terms,
        upcard: CardValue,
        hand: &'a Hand,
        first: CardValue,
        from: From,
    ) -> Self {
        let split = match from {
            From::Dealt => None,
            From::Split {
                may_again, again, ..
            } => Some((first, may_again && again)),
        };
        Self {
            terms,
            upcard,
            hand,
            split,
        }
    }

    /// Whether something may be done.
    pub(crate) fn may(&self, action: Action) -> bool {
        let terms = self.terms;
        let split_ace = matches!(self.split, Some((CardValue::ACE, _)));
        // A split Ace with its one card is complete: it stands, or is split again.
        let complete = split_ace && terms.split.ace_cards == AceCards::One;
        match action {
            Action::Stand => complete || self.bars(action).is_none(),
            Action::Draw => !complete,
            Action::Double => {
                let after_split = self.split.is_none() || terms.double.after_split == Allowed::May;
                after_split
                    && (!split_ace || terms.double.split_aces == Allowed::May)
                    && self.bars(action).is_none()
            }
            Action::Split => {
                self.hand.pair().is_some() && self.split.is_none_or(|(_, again)| again)
            }
            Action::Surrender => {
                let in_time = self.split.is_none()
                    || self.hand.cards == 2 && terms.surrender.after_split == Allowed::May;
                in_time && self.bars(action).is_none()
            }
        }
    }

    /// Why something may not be done even with a hand that was not split.
    pub(crate) fn bars(&self, action: Action) -> Option<Barred> {
        let (terms, hand) = (self.terms, self.hand);
        match action {
            Action::Draw => None,
            Action::Split => hand.pair().is_none().then_some(Barred::NoPair),
            Action::Stand => (terms.must_draw == MustDraw::Under12 && hand.points() < 12)
                .then_some(Barred::MustDraw),
            Action::Double => match terms.double.on {
                DoubleOn::AnyCards => None,
                DoubleOn::Hard9To11 if hand.is_soft() || !(9..=11).contains(&hand.hard) => {
                    Some(Barred::DoubleTotal)
                }
                DoubleOn::FirstTwo | DoubleOn::Hard9To11 => {
                    (hand.cards != 2).then_some(Barred::DoubleFirstTwo)
                }
            },
            Action::Surrender => match terms.surrender.against {
                SurrenderAgainst::Nothing => Some(Barred::NoSurrender),
                SurrenderAgainst::AceOrPicture if self.upcard.partner().is_none() => {
                    Some(Barred::SurrenderAgainst)
                }
                SurrenderAgainst::AceOrPicture | SurrenderAgainst::AnyCard => {
                    (hand.cards != 2 && !terms.surrender.any_time).then_some(Barred::SurrenderTime)
                }
            },
        }
    }
}
