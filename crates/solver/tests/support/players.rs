//! Two players for a small shoe: one who plays what the solver says, one who tries everything.

use crate::every_order::{Moment, Plays};
use game::{Choice, Question};
use solver::{Action, Fraction, From, Plan, Strategy};

/// Plays the solver's strategy; where a first choice is named, begins with that instead.
pub(crate) struct BySolver<'a, P> {
    pub(crate) strategy: &'a Strategy<'a, Fraction, P>,
    /// Whether the pair that was split first is split again: the last answer for the cell.
    pub(crate) again: bool,
    pub(crate) first: Option<Action>,
}

impl<P: Plan> Plays for BySolver<'_, P> {
    fn choices(&self, at: &Moment<'_>) -> Vec<Choice> {
        let strategy = self.strategy;
        if at.question == Some(Question::Insurance) {
            return insured(at, strategy.insures(at.upcard, at.cards[0], at.cards[1]).unwrap());
        }
        if at.question == Some(Question::Forfeit) {
            return forfeited(at, strategy.forfeits(at.upcard, &at.cards).unwrap());
        }
        let split = From::Split { may_again: at.may_split, again: self.again, suited_sevens: at.suited_sevens };
        let from = if at.split { split } else { From::Dealt };
        let first = self.first.filter(|_| !at.split && at.cards.len() == 2);
        let action = first.or_else(|| strategy.action(at.upcard, &at.cards, from));
        action.map_or(Vec::new(), |action| acted(at, action))
    }
}

/// Tries everything but splitting; where a first choice is named, begins with that.
pub(crate) struct Everything {
    pub(crate) first: Option<Action>,
}

impl Plays for Everything {
    fn choices(&self, at: &Moment<'_>) -> Vec<Choice> {
        let first = self.first.filter(|_| at.cards.len() == 2 && at.question.is_none_or(|asked| asked == Question::Surrender));
        if let Some(action) = first {
            return acted(at, action);
        }
        let all = at.legal.iter().map(|legal| legal.choice);
        all.filter(|choice| !matches!(choice, Choice::Split { .. })).collect()
    }
}

fn insured(at: &Moment<'_>, insures: bool) -> Vec<Choice> {
    let insure = at.find(|choice| matches!(choice, Choice::Insure { .. }));
    let decline = at.find(|choice| matches!(choice, Choice::NoInsurance { .. }));
    (if insures { insure } else { decline }).into_iter().collect()
}

fn forfeited(at: &Moment<'_>, forfeits: bool) -> Vec<Choice> {
    let forfeit = at.find(|choice| matches!(choice, Choice::Forfeit { .. }));
    let keep = at.find(|choice| matches!(choice, Choice::NoForfeit { .. }));
    (if forfeits { forfeit } else { keep }).into_iter().collect()
}

/// The choice for an action; surrender is asked before anything else is.
fn acted(at: &Moment<'_>, action: Action) -> Vec<Choice> {
    let asked = at.question == Some(Question::Surrender);
    let choice = match action {
        Action::Surrender => at.find(|choice| matches!(choice, Choice::Surrender { .. })),
        _ if asked => at.find(|choice| matches!(choice, Choice::NoSurrender { .. })),
        Action::Stand => at.find(|choice| matches!(choice, Choice::Stand { .. })),
        Action::Draw => at.find(|choice| matches!(choice, Choice::Draw { .. })),
        Action::Double => at.find(|choice| matches!(choice, Choice::Double { .. })),
        Action::Split => at.find(|choice| matches!(choice, Choice::Split { .. })),
    };
    choice.into_iter().collect()
}
