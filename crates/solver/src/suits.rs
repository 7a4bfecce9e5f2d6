//! Where suits matter: two cards that one more makes a 6-7-8 or a 7-7-7.

use crate::dealer::Chances;
use crate::number::Number;
use crate::payoff::{Payoff, odds};
use crate::plan::SuitClass;
use crate::terms::{BySuit, SuperBonus, Terms};
use crate::value::CardValue;
use rules::OnTop;

/// The value that makes a 6-7-8 or a 7-7-7 of two cards, where one does.
pub(crate) fn third_of(one: CardValue, other: CardValue) -> Option<CardValue> {
    let (low, high) = (one.min(other), one.max(other));
    match (low, high) {
        (CardValue::SIX, CardValue::SEVEN) => Some(CardValue::EIGHT),
        (CardValue::SIX, CardValue::EIGHT) | (CardValue::SEVEN, CardValue::SEVEN) => {
            Some(CardValue::SEVEN)
        }
        (CardValue::SEVEN, CardValue::EIGHT) => Some(CardValue::SIX),
        _ => None,
    }
}

/// How much more a 6-7-8 or a 7-7-7 of one suit pays than one of mixed suits; `chances` are the
/// dealer's when it lies.
/// The Super Bonus is apart.
pub(crate) fn suited_extra<N: Number>(
    terms: &Terms,
    payoff: &Payoff<N>,
    (one, other): (CardValue, CardValue),
    class: SuitClass,
    chances: &Chances<N>,
) -> N {
    let table: BySuit = if one == other {
        terms.pays.sevens
    } else {
        terms.pays.six_seven_eight
    };
    let suited = match class {
        SuitClass::Mixed => table.mixed,
        SuitClass::Suited => table.suited,
        SuitClass::Spades => table.spades,
    };
    (odds::<N>(suited) - odds::<N>(table.mixed)) * payoff.certainty_of_21(chances)
}

/// What the Super Bonus adds to a 7-7-7 of one suit, in wagers.
pub(crate) fn super_bonus_extra<N: Number>(
    terms: &Terms,
    bonus: SuperBonus,
    class: SuitClass,
) -> N {
    let prize = bonus.in_wagers::<N>();
    let instead_of = match class {
        SuitClass::Mixed => terms.pays.sevens.mixed,
        SuitClass::Suited => terms.pays.sevens.suited,
        SuitClass::Spades => terms.pays.sevens.spades,
    };
    match bonus.on_top {
        OnTop::OnTop => prize,
        OnTop::Instead => prize - odds::<N>(instead_of),
    }
}
