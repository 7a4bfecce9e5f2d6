//! The results of the hands of a split, one by one.

use super::hands::Gone;
use super::pair::{Lefts, PairSplit, Two};
use super::patterns::{Origin, Second, Term, whole};
use crate::dealer::{Chances, Outcome};
use crate::ends::Ends;
use crate::hands::{Hand, Hands};
use crate::number::Number;
use crate::pile::Pile;
use crate::plan::{Action, Plan, SuitClass};
use crate::results::Results;
use crate::solve::{Cell, any_suits};
use crate::suits::third_of;
use crate::value::CardValue;
use cards::Suit;
use rules::HoleCard;

impl<N: Number, P: Plan> PairSplit<'_, N, P> {
    /// The dealer's chances when the pair lies.
    pub(crate) fn dealer(&self) -> Chances<N> {
        let pair = Hands::list().of([self.hands.pair; 2]);
        pair.map_or([N::zero(); 7], |no| {
            *self.table.chances_of(Hands::list().get(no))
        })
    }

    /// The part of a split that is played: with a hole card, where the dealer has no Pontoon.
    pub(crate) fn played(&self, cell: &Cell<N>) -> N {
        match self.terms.hole {
            HoleCard::None => N::one(),
            HoleCard::Peeks => {
                N::one()
                    - self.table.chances_of(Hands::list().get(cell.hand))[Outcome::Pontoon.index()]
            }
        }
    }

    /// The hands a split comes to, each with how often: `first_two` are the pair's suits.
    pub(crate) fn starts(&self, left: &Pile, cell: &Cell<N>, each: &mut impl FnMut(Start, N)) {
        let pair = self.hands.pair;
        let Some(suits) = cell.suits.or_else(|| any_suits(left, pair)) else {
            return;
        };
        let Some(way) = self
            .ways
            .iter()
            .find(|way| (way.patterns.most_gone() > 0) == cell.again)
        else {
            return;
        };
        let Some(lefts) = Lefts::new(left, pair, suits) else {
            return;
        };
        let suits_matter = cell.suits.is_some();
        for term in &way.patterns.terms {
            let weight = self.gone_chance(&lefts.split, term.gone) * N::whole(term.times);
            if weight == N::zero() {
                continue;
            }
            let start = |suit, drawn| Start {
                term: Term { times: 0, ..*term },
                suit,
                drawn,
                pair: suits,
            };
            match term.origin {
                Origin::First => each(start(suits.0, 0), weight),
                Origin::Second => each(start(suits.1, 0), weight),
                Origin::New if !suits_matter => each(start(suits.0, 0), weight),
                Origin::New => {
                    let all = i32::from(lefts.split.count(pair));
                    for (suit, count) in lefts.split.suits(pair) {
                        each(start(suit, 1), weight * N::ratio(i32::from(count), all));
                    }
                }
            }
        }
    }

    /// The ends of one hand of a split that starts so.
    pub(crate) fn ends_of(&self, left: &Pile, start: Start, weight: N, ends: &mut Ends<N>) {
        let payoff = &self.payoffs[usize::from(start.term.origin != Origin::First)];
        let gone = Gone {
            terms: self.terms,
            table: self.table,
            hands: &self.hands,
            payoff,
            gone: start.term.gone,
        };
        if let Some(lefts) = Lefts::new(left, self.hands.pair, start.pair) {
            self.hand_results(&gone, &lefts, start, weight, ends);
        }
    }

    fn hand_results(
        &self,
        gone: &Gone<'_, N>,
        lefts: &Lefts<'_>,
        start: Start,
        of: N,
        ends: &mut Ends<N>,
    ) {
        let pair = self.hands.pair;
        let results = Results::new(self.terms, gone.payoff);
        let mut reach = vec![N::zero(); Hands::list().len()];
        let cards = i32::from(lefts.split.len()) - whole(gone.gone);
        for value in CardValue::all() {
            let is_pair = value == pair;
            let count =
                i32::from(lefts.split.count(value)) - if is_pair { whole(gone.gone) } else { 0 };
            let Some(no) = self.hands.two(value) else {
                continue;
            };
            if count <= 0 || is_pair && start.term.second == Second::NotThePair {
                continue;
            }
            let weight = of * N::ratio(count, cards);
            let hand = Hands::list().get(no);
            if hand.points() == 21 {
                ends.twenty_one(
                    &results,
                    hand,
                    SuitClass::Mixed,
                    weight,
                    &gone.chances(hand),
                );
                continue;
            }
            let mixed = self
                .choose(no, SuitClass::Mixed, N::zero())
                .unwrap_or(Action::Stand);
            let Some(third) = third_of(pair, value) else {
                self.act(gone, hand, mixed, weight, &mut reach, ends);
                continue;
            };
            let two = Two {
                value,
                third,
                suit: start.suit,
                gone: gone.gone,
                drawn: start.drawn,
            };
            let matched = self.matched(&lefts.split, two);
            self.act(
                gone,
                hand,
                mixed,
                weight * (N::one() - matched),
                &mut reach,
                ends,
            );
            let class = SuitClass::of(start.suit, start.suit);
            let extra =
                self.table
                    .suited_draw(self.terms, lefts.unsplit, (pair, value), start.suit);
            let action = self.choose(no, class, extra).unwrap_or(mixed);
            self.act(gone, hand, action, weight * matched, &mut reach, ends);
            if let Some(then) = hand.then[third.index()].filter(|_| action == Action::Draw) {
                let suited = weight * matched * self.suited_chance(&lefts.split, two);
                reach[then.index()] = reach[then.index()] - suited;
                let three = Hands::list().get(then);
                ends.twenty_one(&results, three, class, suited, &gone.chances(three));
            }
        }
        for &(no, action) in self.hands.reached.iter().rev() {
            let (weight, hand) = (reach[no.index()], Hands::list().get(no));
            if weight == N::zero() {
                continue;
            }
            if hand.points() == 21 {
                ends.twenty_one(
                    &results,
                    hand,
                    SuitClass::Mixed,
                    weight,
                    &gone.chances(hand),
                );
            } else {
                self.act(gone, hand, action, weight, &mut reach, ends);
            }
        }
    }

    fn act(
        &self,
        gone: &Gone<'_, N>,
        hand: &Hand,
        action: Action,
        weight: N,
        reach: &mut [N],
        ends: &mut Ends<N>,
    ) {
        if weight == N::zero() {
            return;
        }
        let share = weight / N::whole(gone.cards(hand).max(1));
        let next = |value: CardValue| share * N::whole(gone.count(hand, value).max(0));
        match action {
            Action::Stand => ends.stood(hand, weight, &gone.chances(hand)),
            Action::Surrender => ends.surrendered(weight, gone.pontoon(hand, None)),
            Action::Split => {}
            Action::Draw => {
                for value in CardValue::all() {
                    match hand.then[value.index()] {
                        Some(no) => reach[no.index()] += next(value),
                        None => ends.bust(next(value), gone.pontoon(hand, Some(value))),
                    }
                }
            }
            Action::Double => {
                for value in CardValue::all() {
                    let points = gone.payoff.doubled_points(hand, value);
                    let (Some(points), Some(no)) = (points, hand.then[value.index()]) else {
                        ends.doubled_bust(next(value), gone.pontoon(hand, Some(value)));
                        continue;
                    };
                    let chances = gone.chances(Hands::list().get(no));
                    if gone.doubled(hand, value, self.plan).1 {
                        ends.forfeited(next(value), chances[Outcome::Pontoon.index()]);
                    } else {
                        ends.doubled(points, next(value), &chances);
                    }
                }
            }
        }
    }
}

impl<N: Number, P: Plan> PairSplit<'_, N, P> {
    /// Tells the results of the first hand of the split, or of another, apart.
    pub(crate) fn results(&self, first: bool) -> Results<'_, N> {
        Results::new(self.terms, &self.payoffs[usize::from(!first)])
    }
}

/// A card of the pair that starts a hand: what becomes of the pair, the card's suit, and whether it
/// was drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Start {
    pub(crate) term: Term,
    suit: Suit,
    drawn: i32,
    pub(crate) pair: (Suit, Suit),
}

impl Start {
    /// Whether it is the first hand of the split.
    pub(crate) fn is_first(self) -> bool {
        self.term.origin == Origin::First
    }

    /// The same start where the first hand is paid like the others.
    pub(crate) fn like_others(self) -> Self {
        let origin = if self.term.origin == Origin::First {
            Origin::Second
        } else {
            self.term.origin
        };
        Self {
            term: Term {
                origin,
                ..self.term
            },
            ..self
        }
    }

    /// Two suits that stand for any: those of the first pair that was asked about.
    pub(crate) fn any_pair(self, pair: (Suit, Suit)) -> Self {
        Self { pair, ..self }
    }
}
