//! What is done with a hand, card by card: the strategy behind a solved book.

use crate::against::Against;
use crate::hands::{HandNo, Hands};
use crate::number::Number;
use crate::pile::Pile;
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::solve::{Cell, Solved};
use crate::split::split_options;
use crate::suits::third_of;
use crate::terms::Terms;
use crate::value::CardValue;
use cards::{Card, Rank};
use rules::SplitSuperBonus;

/// Where a hand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// The box's own two cards.
    Dealt,
    /// A pair that was split; `again` where two more such cards may be split once more.
    Split {
        /// Whether another split is allowed.
        may_again: bool,
        /// Whether the strategy splits again where it may, as it said of the first pair.
        again: bool,
        /// Whether sevens of one suit were split on the box.
        suited_sevens: bool,
    },
}

/// Asks a solved book what to do.
#[derive(Debug)]
pub struct Strategy<'a, N, P> {
    terms: &'a Terms,
    shoe: &'a Pile,
    solved: &'a Solved<N>,
    plan: &'a P,
}

impl<'a, N: Number, P: Plan> Strategy<'a, N, P> {
    /// The strategy of a book solved for `shoe` by `plan`.
    pub fn new(terms: &'a Terms, shoe: &'a Pile, solved: &'a Solved<N>, plan: &'a P) -> Self {
        Self {
            terms,
            shoe,
            solved,
            plan,
        }
    }

    fn table(&self, upcard: Card) -> Option<&'a Against<N>> {
        let value = CardValue::of(upcard.rank);
        self.solved
            .tables
            .iter()
            .find(|table| table.upcard == value)
    }

    /// What was found for the first two cards of a box.
    pub fn first_two(&self, upcard: Card, one: Card, other: Card) -> Option<&'a Cell<N>> {
        let upvalue = CardValue::of(upcard.rank);
        let (low, high) = if CardValue::of(one.rank) <= CardValue::of(other.rank) {
            (one, other)
        } else {
            (other, one)
        };
        let no = Hands::list().of([low, high].map(|card| CardValue::of(card.rank)))?;
        self.solved.cells.iter().find(|cell| {
            let upcard_fits =
                cell.upcard == upvalue && cell.upsuit.is_none_or(|suit| suit == upcard.suit);
            upcard_fits
                && cell.hand == no
                && cell
                    .suits
                    .is_none_or(|suits| suits == (low.suit, high.suit))
        })
    }

    /// What is done with the cards of a hand below 21.
    pub fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let hand = Hands::list().of(cards.iter().map(|card| CardValue::of(card.rank)))?;
        match (from, cards) {
            (From::Dealt, &[one, other]) => self.first_two(upcard, one, other)?.action,
            (From::Dealt, _) => Some(self.table(upcard)?.plays[hand.index()].0),
            (
                From::Split {
                    may_again,
                    again,
                    suited_sevens,
                },
                &[one, other],
            ) => {
                let pair = CardValue::of(one.rank) == CardValue::of(other.rank);
                let bonus = !suited_sevens && self.bonus_possible(upcard, one, other);
                // Sevens of one suit that can still win the Super Bonus are split only where they
                // would be unsplit.
                let kept = bonus
                    && self
                        .first_two(upcard, one, other)
                        .is_some_and(|cell| cell.action != Some(Action::Split));
                let split = pair && may_again && again && !kept;
                if split {
                    Some(Action::Split)
                } else {
                    self.after_split(upcard, hand, one, Some(other), bonus)
                }
            }
            (From::Split { .. }, &[first, ..]) => {
                self.after_split(upcard, hand, first, None, false)
            }
            (From::Split { .. }, []) => None,
        }
    }

    /// Whether a split hand of these cards can win the Super Bonus.
    fn bonus_possible(&self, upcard: Card, one: Card, other: Card) -> bool {
        let allowed = self
            .terms
            .super_bonus
            .is_some_and(|bonus| bonus.split == SplitSuperBonus::UnlessSuitedSplit);
        allowed
            && [upcard, one, other]
                .iter()
                .all(|card| card.rank == Rank::Seven)
            && one.suit == other.suit
    }

    /// The table by which a hand of a split is played that starts with this card.
    fn split_table(&self, upcard: Card, first: Card) -> Option<&'a Against<N>> {
        let (upcard_value, pair) = (CardValue::of(upcard.rank), CardValue::of(first.rank));
        let mut tied = self.solved.tied.iter();
        let tied = tied
            .find(|(of, table)| *of == pair && table.upcard == upcard_value)
            .map(|(_, table)| table);
        tied.or_else(|| self.table(upcard))
    }

    fn after_split(
        &self,
        upcard: Card,
        no: HandNo,
        first: Card,
        second: Option<Card>,
        bonus: bool,
    ) -> Option<Action> {
        let table = self.split_table(upcard, first)?;
        let start = CardValue::of(first.rank);
        let mut options: Options<N> = split_options(self.terms, table, start, no);
        let two = second.map(|second| (start, CardValue::of(second.rank)));
        let same_suit = second.is_some_and(|second| second.suit == first.suit);
        let mut class = SuitClass::Mixed;
        if let Some(two) =
            two.filter(|two| same_suit && !table.suit_blind && third_of(two.0, two.1).is_some())
        {
            class = SuitClass::of(first.suit, first.suit);
            let left = self.shoe.without_card(upcard)?;
            let prize = if bonus {
                table.super_bonus_draw(self.terms, &left, two, first.suit)
            } else {
                N::zero()
            };
            options.draw = options
                .draw
                .map(|draw| draw + table.suited_draw(self.terms, &left, two, first.suit) + prize);
        }
        self.plan
            .choose(table.upcard, Hands::list().get(no), class, &options)
            .map(|(action, _)| action)
    }

    /// Whether a doubled hand is given up: `cards` are all its cards, the last one the card drawn
    /// to the double.
    pub fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> Option<bool> {
        let (last, held) = cards.split_last()?;
        let table = match from {
            From::Dealt => self.table(upcard)?,
            From::Split { .. } => self.split_table(upcard, *cards.first()?)?,
        };
        let no = Hands::list().of(held.iter().map(|card| CardValue::of(card.rank)))?;
        let (_, forfeits) = table.doubled(
            &table.payoff,
            Hands::list().get(no),
            CardValue::of(last.rank),
            self.plan,
        );
        Some(forfeits)
    }

    /// Whether insurance is taken on the first two cards of a box.
    pub fn insures(&self, upcard: Card, one: Card, other: Card) -> Option<bool> {
        Some(self.first_two(upcard, one, other)?.insurance > N::zero())
    }
}
