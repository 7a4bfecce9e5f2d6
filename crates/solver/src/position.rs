//! One position: a hand, an upcard, the cards already gone, and what each action is worth.

use crate::against::Against;
use crate::dealer::{Chances, DealerTree, Outcome};
use crate::hands::Hands;
use crate::payoff::{Payoff, Place, odds};
use crate::pile::Pile;
use crate::plan::{Action, Best, Options};
use crate::split::{HowClose, PairSplit};
use crate::suits::third_of;
use crate::terms::Terms;
use crate::value::{CardValue, VALUES};
use crate::worth::{ShoeError, check_shoe};
use cards::{Card, Composition};
use rules::HoleCard;
use std::fmt;

/// What each action is worth, in wagers.
#[derive(Clone, Debug)]
pub struct Position {
    /// What may be done. With a hole card: given that the dealer has no Pontoon.
    pub options: Options<f64>,
    /// By how much the worth of a split may be wrong.
    pub split_slack: f64,
    /// The dealer's chances when the hand lies.
    pub dealer: Chances<f64>,
    /// What insuring one unit is worth, where insurance is offered.
    pub insurance: Option<f64>,
    /// The points of the hand, and whether it is soft.
    pub points: u8,
    /// Whether an Ace counts 11.
    pub soft: bool,
}

impl Position {
    /// The best action, and what it is worth.
    pub fn best(&self) -> Option<(Action, f64)> {
        self.options.best()
    }
}

/// What keeping a doubled hand is worth, and giving it up, in initial wagers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Doubled {
    /// Kept until the dealer's hand is complete.
    pub keep: f64,
    /// Forfeited, where the book lets one.
    pub forfeit: Option<f64>,
}

/// Why a position cannot be looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A card is not there any more.
    NotInShoe {
        /// The card.
        card: Card,
        /// How many of it the shoe held.
        held: u16,
    },
    /// A hand has at least two cards.
    TooFewCards,
    /// The hand is over 21.
    Bust {
        /// Its points.
        points: u16,
    },
    /// The hand is Pontoon: it is paid, nothing is to be decided.
    Pontoon,
    /// The hand is 21: nothing is to be decided.
    TwentyOne,
    /// Every card that is left makes the dealer's Pontoon.
    DealerHasPontoon,
    /// The cards may run out.
    Shoe(ShoeError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInShoe { card, held } => {
                write!(
                    f,
                    "{card} is named more often than the shoe holds it: {held} of {card} are in \
                    the shoe"
                )
            }
            Self::TooFewCards => f.write_str("a hand has two or more cards, for example \"8s 8h\""),
            Self::Bust { points } => write!(
                f,
                "the hand counts {points}: over 21 nothing is to be decided"
            ),
            Self::Pontoon => {
                f.write_str("the hand is Pontoon: it is paid, and nothing is to be decided")
            }
            Self::TwentyOne => f.write_str("the hand counts 21: nothing is to be decided"),
            Self::DealerHasPontoon => f.write_str(
                "every card that is left makes the dealer's Pontoon: nothing is to be decided",
            ),
            Self::Shoe(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

/// What each action is worth for an unsplit hand.
///
/// # Errors
///
/// When the cards cannot lie so, or nothing is to be decided.
pub fn position(
    terms: &Terms,
    shoe: &Composition,
    seen: &[Card],
    hand: &[Card],
    upcard: Card,
) -> Result<Position, PositionError> {
    let pile = take(shoe, seen, hand, upcard)?;
    let values: Vec<CardValue> = hand.iter().map(|card| CardValue::of(card.rank)).collect();
    if values.len() < 2 {
        return Err(PositionError::TooFewCards);
    }
    let points: u16 = values.iter().map(|value| u16::from(value.points())).sum();
    let no = Hands::list()
        .of(values.iter().copied())
        .ok_or(PositionError::Bust { points })?;
    let here = Hands::list().get(no);
    match (here.points(), here.cards) {
        (21, 2) => return Err(PositionError::Pontoon),
        (21, _) => return Err(PositionError::TwentyOne),
        _ => {}
    }
    check_shoe(terms, &pile).map_err(PositionError::Shoe)?;
    let upvalue = CardValue::of(upcard.rank);
    let left = pile.without_card(upcard).ok_or(PositionError::NotInShoe {
        card: upcard,
        held: 0,
    })?;
    let tree = DealerTree::of(upvalue, terms.soft_17);
    let mut within = here.counts;
    if let Some(pair) = here.pair() {
        within = [0; VALUES];
        within[pair.index()] = 1;
    }
    let table: Against<f64> = Against::within(terms, tree, upvalue, left.clone(), &within, &Best);
    let mut options = table.options[no.index()];
    let suited = match *hand {
        [one, other] if one.suit == other.suit => Some((values[0], values[1], one.suit)),
        _ => None,
    };
    if let Some((one, other, suit)) =
        suited.filter(|(one, other, _)| third_of(*one, *other).is_some())
    {
        let extra = table.suited_draw(terms, &left, (one, other), suit)
            + table.super_bonus_draw(terms, &left, (one, other), suit);
        options.draw = options.draw.map(|draw| draw + extra);
    }
    let mut split_slack = 0.0;
    if let (Some(pair), &[one, other]) = (here.pair(), hand) {
        let plain = PairSplit::new(terms, tree, &table, pair, &Best);
        let tied = plain.tied_table();
        let better = tied
            .as_ref()
            .map(|tied| PairSplit::new(terms, tree, tied, pair, &Best));
        let played = better
            .as_ref()
            .filter(|split| split.is_better_than(&plain))
            .unwrap_or(&plain);
        let split = played.worth(&left, (one.suit, other.suit), HowClose::Close);
        options.split = split.map(|split| split.worth.worth);
        split_slack = split.map_or(0.0, |split| split.worth.slack);
    }
    let dealer = *table.chances_of(here);
    let pontoon = dealer[Outcome::Pontoon.index()];
    if terms.hole == HoleCard::Peeks {
        if pontoon >= 1.0 {
            return Err(PositionError::DealerHasPontoon);
        }
        let given = |worth: f64| worth / (1.0 - pontoon);
        let Options {
            stand,
            draw,
            double,
            split,
            surrender,
        } = options;
        let [stand, draw, double, split, surrender] =
            [stand, draw, double, split, surrender].map(|worth| worth.map(given));
        options = Options {
            stand,
            draw,
            double,
            split,
            surrender,
        };
    }
    let insurance = (upvalue == CardValue::ACE && here.cards == 2)
        .then(|| (odds::<f64>(terms.insurance.pays) + 1.0) * pontoon - 1.0);
    Ok(Position {
        options,
        split_slack,
        dealer,
        insurance,
        points: here.points(),
        soft: here.is_soft(),
    })
}

/// What it is worth to keep or to forfeit an unsplit hand that was doubled; its last card is the
/// one that came for that.
///
/// # Errors
///
/// When the cards cannot lie so, or nothing is to be decided.
pub fn doubled_position(
    terms: &Terms,
    shoe: &Composition,
    seen: &[Card],
    hand: &[Card],
    upcard: Card,
) -> Result<Doubled, PositionError> {
    let pile = take(shoe, seen, hand, upcard)?;
    let [before @ .., last] = hand else {
        return Err(PositionError::TooFewCards);
    };
    if before.len() < 2 {
        return Err(PositionError::TooFewCards);
    }
    let hands = Hands::list();
    let value = |card: &Card| CardValue::of(card.rank);
    let points: u16 = hand
        .iter()
        .map(|card| u16::from(value(card).points()))
        .sum();
    let bust = || PositionError::Bust { points };
    let held = hands.get(hands.of(before.iter().map(value)).ok_or_else(bust)?);
    let payoff = Payoff::<f64>::new(terms, Place::Alone);
    let points = payoff.doubled_points(held, value(last)).ok_or_else(bust)?;
    let whole = hands.get(held.then[value(last).index()].ok_or_else(bust)?);
    let left = pile.without_card(upcard).ok_or(PositionError::NotInShoe {
        card: upcard,
        held: 0,
    })?;
    let tree = DealerTree::of(CardValue::of(upcard.rank), terms.soft_17);
    let found = tree.chances::<f64>(left.values(), &[whole.counts]);
    let Some(chances) = found.first() else {
        return Err(PositionError::TooFewCards);
    };
    let keep = if points == 21 {
        payoff.doubled_21(chances)
    } else {
        payoff.doubled(points, chances)
    };
    let pontoon = chances[Outcome::Pontoon.index()];
    Ok(Doubled {
        keep,
        forfeit: payoff
            .may_forfeit(points)
            .then(|| payoff.forfeited(pontoon)),
    })
}

/// The cards there are, the hand and the upcard among them, those seen elsewhere not.
fn take(
    shoe: &Composition,
    seen: &[Card],
    hand: &[Card],
    upcard: Card,
) -> Result<Pile, PositionError> {
    let mut rest = shoe.clone();
    for &card in seen {
        if !rest.take(card) {
            return Err(PositionError::NotInShoe {
                card,
                held: shoe.count(card),
            });
        }
    }
    let pile = Pile::of(&rest);
    for &card in hand.iter().chain([&upcard]) {
        if !rest.take(card) {
            return Err(PositionError::NotInShoe {
                card,
                held: shoe.count(card),
            });
        }
    }
    Ok(pile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Money, builtin};

    fn at(hand: &str, upcard: &str, seen: &[Card]) -> Result<Position, PositionError> {
        let terms = Terms::of(&builtin("sydney").unwrap(), Money::from_dollars(25));
        let cards: Vec<Card> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
        position(
            &terms,
            &Composition::decks_of_48(8),
            seen,
            &cards,
            upcard.parse().unwrap(),
        )
    }

    #[test]
    fn insurance_is_offered_on_two_cards_against_an_ace() {
        // 96 tens among 381 cards, at 2 to 1.
        let insurance = at("8s 5h", "Ad", &[]).unwrap().insurance.unwrap();
        assert!((insurance - (3.0 * 96.0 / 381.0 - 1.0)).abs() < 1e-15);
        assert_eq!(at("8s 2h 3d", "Ad", &[]).unwrap().insurance, None);
        assert_eq!(at("8s 5h", "Kd", &[]).unwrap().insurance, None);
    }

    #[test]
    fn a_doubled_hand_is_worth_what_it_loses_where_the_dealer_cannot_bust() {
        let terms = Terms::of(&builtin("sydney").unwrap(), Money::from_dollars(25));
        let cards = |text: &str| {
            text.split(' ')
                .map(|card| card.parse().unwrap())
                .collect::<Vec<Card>>()
        };
        let hand = cards("6s 5h 2d");
        let shoe: Composition = cards("6s 5h 2d 9c 9d 9h 9s Ac Ad Ah As 8c 8d")
            .into_iter()
            .collect();
        let found = doubled_position(&terms, &shoe, &[], &hand, "9c".parse().unwrap()).unwrap();
        // The dealer's nine with a nine is 18, with an eight 17, with an Ace 20: 13 loses two
        // wagers to each of them.
        assert!((found.keep - -2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found.forfeit, Some(-1.0), "one wager is given up");
        let error = doubled_position(&terms, &shoe, &[], &cards("6s 5h"), "9c".parse().unwrap());
        assert_eq!(error, Err(PositionError::TooFewCards));
    }

    #[test]
    fn cards_that_are_gone_change_the_worth() {
        let low: Vec<Card> = ["5s", "5h", "5d", "5c"]
            .iter()
            .flat_map(|card| [card.parse().unwrap(); 4])
            .collect();
        let (full, without) = (
            at("Ks 6h", "9d", &[]).unwrap(),
            at("Ks 6h", "9d", &low).unwrap(),
        );
        assert!(
            without.options.draw < full.options.draw,
            "fives make 21 of 16"
        );
    }
}
