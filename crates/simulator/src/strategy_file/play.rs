//! A strategy file as a way to play, in one band of the true count.

use super::cell::{Cell, Chain};
use super::charts::Of;
use super::index::IndexPlay;
use super::legal::Situation;
use super::{Base, StrategyFile};
use crate::compile::Play;
use cards::Card;
use rules::SplitSuperBonus;
use solver::{Action, CardValue, From, Hand, Hands, Payoff, Place, SuitClass, Terms};

pub(crate) struct FilePlay<'a> {
    file: &'a StrategyFile,
    terms: &'a Terms,
    base: &'a dyn Play,
    /// The index plays that hold in this band.
    index: Vec<&'a IndexPlay>,
    payoff: Payoff<f64>,
}

/// A hand that is asked about.
#[derive(Clone, Copy)]
struct Held<'c> {
    upcard: CardValue,
    hand: &'static Hand,
    /// The suits of two cards that can become a 6-7-8 or a 7-7-7.
    suits: Option<SuitClass>,
    /// Whether a third seven would win the Super Bonus.
    bonus: bool,
    cards: &'c [Card],
}

impl<'a> FilePlay<'a> {
    pub(crate) fn new(
        file: &'a StrategyFile,
        band: usize,
        terms: &'a Terms,
        base: &'a dyn Play,
    ) -> Self {
        let thresholds = file
            .counting
            .as_ref()
            .map_or(&[][..], |counting| &counting.thresholds);
        let lowest = band
            .checked_sub(1)
            .and_then(|below| thresholds.get(below).or(thresholds.last()))
            .copied();
        let index = file
            .index
            .iter()
            .filter(|play| play.holds_from(lowest))
            .collect();
        Self {
            file,
            terms,
            base,
            index,
            payoff: Payoff::new(terms, Place::Alone),
        }
    }

    fn held<'c>(&self, upcard: Card, cards: &'c [Card], from: From) -> Option<Held<'c>> {
        let hand =
            Hands::list().get(Hands::list().of(cards.iter().map(|card| CardValue::of(card.rank)))?);
        let upcard = CardValue::of(upcard.rank);
        let suits = match *cards {
            [one, other] if can_become_21(one, other) => Some(SuitClass::of(one.suit, other.suit)),
            _ => None,
        };
        let sevens = hand.pair() == Some(CardValue::SEVEN)
            && suits.is_some_and(|suits| suits != SuitClass::Mixed);
        let bonus = sevens && upcard == CardValue::SEVEN && self.wins_super_bonus(from);
        Some(Held {
            upcard,
            hand,
            suits,
            bonus,
            cards,
        })
    }

    fn wins_super_bonus(&self, from: From) -> bool {
        let unless_suited = |rule: SplitSuperBonus| rule == SplitSuperBonus::UnlessSuitedSplit;
        self.terms.super_bonus.is_some_and(|bonus| match from {
            From::Dealt => true,
            From::Split { suited_sevens, .. } => unless_suited(bonus.split) && !suited_sevens,
        })
    }

    /// The cell for a row: of an index play that holds, or else of the charts.
    fn cell(&self, of: Of, row: u8, upcard: CardValue) -> Option<&'a Cell> {
        self.indexed(of, row, upcard)
            .or_else(|| self.charted(of, row, upcard))
    }

    fn indexed(&self, of: Of, row: u8, upcard: CardValue) -> Option<&'a Cell> {
        self.index
            .iter()
            .find(|play| (play.of, play.row, play.upcard) == (of, row, upcard))
            .map(|play| &play.cell)
    }

    fn charted(&self, of: Of, row: u8, upcard: CardValue) -> Option<&'a Cell> {
        self.file.charts.as_ref()?.cell(of, row, upcard)
    }

    /// The cell for a hand taken as a total.
    fn total(&self, held: &Held<'_>) -> Option<&'a Cell> {
        let (upcard, points) = (held.upcard, held.hand.points());
        if !held.hand.is_soft() {
            return self.cell(Of::Hard, points, upcard);
        }
        if !held.hand.later_ace {
            return self.cell(Of::Soft, points, upcard);
        }
        // A later Ace is played like any other where nothing is written of it.
        let index = self
            .indexed(Of::LaterSoft, points, upcard)
            .or_else(|| self.indexed(Of::Soft, points, upcard));
        index
            .or_else(|| self.charted(Of::LaterSoft, points, upcard))
            .or_else(|| self.charted(Of::Soft, points, upcard))
    }

    /// What the cells say, the first choice first. None where the base must be asked.
    fn wanted(&self, held: &Held<'_>, may_split: bool) -> Option<Chain> {
        let mut wanted = Chain::new();
        if let Some(pair) = held.hand.pair() {
            match self.cell(Of::Pair, pair.points(), held.upcard) {
                Some(cell) => wanted.extend(chain(cell, held)),
                // The base knows what to do with a pair that it may split.
                None if self.file.base != Base::Charts && may_split => return None,
                None => {}
            }
        }
        match self.total(held) {
            // A pair is none of the two cards that can become a 6-7-8.
            Some(cell) if held.hand.pair().is_some() => wanted.extend(cell.with(2)),
            Some(cell) => wanted.extend(chain(cell, held)),
            None if self.file.base != Base::Charts && wanted.is_empty() => return None,
            None => {}
        }
        Some(wanted)
    }
}

/// What a cell says of a hand.
fn chain<'c>(cell: &'c Cell, held: &Held<'_>) -> &'c [Action] {
    match held.suits {
        Some(_) if held.bonus && cell.bonus => &[Action::Draw],
        Some(suits) => cell.suited(suits),
        None => cell.with(held.hand.cards),
    }
}

/// Whether a third card can make a 6-7-8 or a 7-7-7 of two.
fn can_become_21(one: Card, other: Card) -> bool {
    let [one, other] = [one, other].map(|card| CardValue::of(card.rank));
    let among = |value: CardValue| (CardValue::SIX..=CardValue::EIGHT).contains(&value);
    among(one) && among(other) && (one != other || one == CardValue::SEVEN)
}

/// What is done where nothing that is written is allowed: as the dealer draws.
fn last_resort(hand: &Hand) -> Action {
    let draws = if hand.is_soft() {
        hand.points() <= 17
    } else {
        hand.points() <= 16
    };
    if draws { Action::Draw } else { Action::Stand }
}

impl Play for FilePlay<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let held = self.held(upcard, cards, from)?;
        let first = CardValue::of(held.cards.first()?.rank);
        let situation = Situation::new(self.terms, held.upcard, held.hand, first, from);
        let Some(wanted) = self.wanted(&held, situation.may(Action::Split)) else {
            return self.base.action(upcard, cards, from);
        };
        let found = wanted.into_iter().find(|action| situation.may(*action));
        let instead = || match self.file.base {
            Base::Best | Base::Card => self.base.action(upcard, cards, from),
            Base::Charts => None,
        };
        let last = [last_resort(held.hand), Action::Draw, Action::Stand];
        found
            .or_else(instead)
            .or_else(|| last.into_iter().find(|action| situation.may(*action)))
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        let Some(held) = self.held(upcard, &pair, From::Dealt) else {
            return false;
        };
        let Some(value) = held.hand.pair() else {
            return false;
        };
        match (
            self.cell(Of::Pair, value.points(), held.upcard),
            self.file.base,
        ) {
            (Some(cell), _) => !cell.once && chain(cell, &held).first() == Some(&Action::Split),
            (None, Base::Best | Base::Card) => self.base.splits_again(upcard, pair),
            (None, Base::Charts) => false,
        }
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        let Some(charts) = &self.file.charts else {
            return self.base.forfeits(upcard, cards, from);
        };
        let Some((last, held)) = cards.split_last() else {
            return false;
        };
        let hand = Hands::list().of(held.iter().map(|card| CardValue::of(card.rank)));
        let points = hand.and_then(|hand| {
            self.payoff
                .doubled_points(Hands::list().get(hand), CardValue::of(last.rank))
        });
        points.is_some_and(|points| {
            self.payoff.may_forfeit(points) && charts.gives_up(points, CardValue::of(upcard.rank))
        })
    }
}
