//! How often each result of a split comes.
//!
//! The mean of all hands together is exact. How the hands' results come together is not listed card
//! by card: hands are taken as independent of each other once the dealer's result and the number of
//! hands are known.

use super::pair::PairSplit;
use super::results::Start;
use crate::dealer::Outcome;
use crate::ends::Ends;
use crate::number::{Fraction, Number};
use crate::payoff::odds;
use crate::pile::Pile;
use crate::plan::{Plan, SuitClass};
use crate::results::{Result, Row, TieTo, unit};
use crate::solve::Cell;
use crate::suits::super_bonus_extra;
use crate::tally::{Part, Tally, in_wagers};
use crate::terms::Terms;
use crate::value::CardValue;
use cards::Suit;
use rules::{DealerPontoon, HoleCard};
use std::collections::BTreeMap;

/// What the hands of one pair against one upcard come to.
pub(crate) struct SplitTally<'a, 'b, N, P> {
    terms: &'a Terms,
    split: &'a PairSplit<'b, N, P>,
    /// The dealer's chances when the pair lies.
    dealer: [N; 7],
    /// A pair that stands for all pairs, by the upcard's suit.
    any: BTreeMap<Option<Suit>, (Suit, Suit)>,
    /// How often a hand starts so, when the upcard is of this suit.
    starts: BTreeMap<(Option<Suit>, Start), (Pile, N)>,
    /// By number of hands: the results of a hand, each counted once for every hand.
    hands: BTreeMap<usize, Vec<(Result, N)>>,
    chance: N,
    worth: N,
    super_bonus: N,
    wagered: N,
}

impl<'a, 'b, N: Number, P: Plan> SplitTally<'a, 'b, N, P> {
    pub(crate) fn new(terms: &'a Terms, split: &'a PairSplit<'b, N, P>) -> Self {
        let mut dealer = split.dealer();
        if terms.hole == HoleCard::Peeks {
            dealer[Outcome::Pontoon.index()] = N::zero();
        }
        let zero = N::zero();
        Self {
            terms,
            split,
            dealer,
            any: BTreeMap::new(),
            starts: BTreeMap::new(),
            hands: BTreeMap::new(),
            chance: zero,
            worth: zero,
            super_bonus: zero,
            wagered: zero,
        }
    }

    pub(crate) fn add(&mut self, cell: &Cell<N>, left: &Pile) {
        self.chance += cell.chance;
        if let Some(worth) = cell.options.split {
            self.worth += worth * cell.chance;
        }
        self.super_bonus += cell.super_bonus * cell.chance;
        // One wager of them all is the initial one.
        self.wagered = self.wagered - cell.chance * self.split.played(cell);
        let starts = &mut self.starts;
        let any = &mut self.any;
        self.split.starts(left, cell, &mut |start, weight| {
            // Only of sevens do the pair's own suits bear on what may come.
            let first_apart = self.terms.dealer_pontoon == DealerPontoon::FirstHandOnly;
            let start = if first_apart {
                start
            } else {
                start.like_others()
            };
            let start = match self.split.hands.pair {
                CardValue::SEVEN => start,
                _ => start.any_pair(*any.entry(cell.upsuit).or_insert(start.pair)),
            };
            let entry = starts
                .entry((cell.upsuit, start))
                .or_insert_with(|| (left.clone(), N::zero()));
            entry.1 += weight * cell.chance;
        });
    }

    fn play(&mut self) {
        let mut ends: BTreeMap<(usize, bool), Ends<N>> = BTreeMap::new();
        for ((_, start), (left, weight)) in std::mem::take(&mut self.starts) {
            let sum = ends
                .entry((start.term.hands, start.is_first()))
                .or_insert_with(Ends::nothing);
            self.split.ends_of(&left, start, weight, sum);
        }
        for ((hands, first), ends) in ends {
            let list = self.hands.entry(hands).or_default();
            let wagered = &mut self.wagered;
            ends.results(&self.split.results(first), &mut |result, chance| {
                *wagered += chance * N::whole(if doubled(result.row) { 2 } else { 1 });
                list.push((result, chance));
            });
        }
    }

    pub(crate) fn finish(mut self, tally: &mut Tally<N>) {
        self.play();
        let unit = unit(self.terms);
        let other = unit / i64::from(self.terms.pays.other.wagered())
            * i64::from(self.terms.pays.other.paid());
        let mut bonus = N::zero();
        for (result, chance) in self
            .hands
            .values()
            .flatten()
            .filter(|(result, _)| result.row.is_bonus())
        {
            bonus += in_wagers::<N>(result.net - other, unit) * *chance;
            tally.part(
                Part::Bonus,
                *chance,
                in_wagers::<N>(result.net - other, unit) * *chance,
            );
        }
        // A split hand that wins the Super Bonus is put at its prize and odds, whatever the other
        // hands come to.
        let prize = self
            .terms
            .super_bonus
            .filter(|_| self.super_bonus > N::zero());
        let won = prize.map_or(N::zero(), |prize| {
            self.super_bonus / super_bonus_extra::<N>(self.terms, prize, SuitClass::Suited)
        });
        tally.part(
            Part::Split,
            self.chance * self.played(),
            self.worth - bonus - self.super_bonus,
        );
        if let Some(prize) = prize {
            tally.part(Part::SuperBonus, won, self.super_bonus);
            let suited = odds::<Fraction>(self.terms.pays.sevens.suited);
            let net = super_bonus_extra::<Fraction>(self.terms, prize, SuitClass::Suited) + suited;
            *tally.nets.entry(net).or_insert_with(N::zero) += won;
        }
        tally.row(Row::Split, self.chance * self.played(), self.worth);
        tally.wagered += self.wagered;
        let rest = (self.chance - won) / self.chance;
        for (net, chance) in self.nets(unit) {
            tally.net(net, unit, chance * rest);
        }
    }

    fn played(&self) -> N {
        let all = self
            .dealer
            .iter()
            .fold(N::zero(), |sum, &chance| sum + chance);
        if self.terms.hole == HoleCard::Peeks {
            all
        } else {
            N::one()
        }
    }

    /// The net results of all hands together.
    fn nets(&self, wager: i64) -> BTreeMap<i64, N> {
        // What ends without the dealer comes with each of the dealer's results as often as the rest
        // leaves room for.
        let mut open = self.dealer.map(|chance| chance * self.chance);
        let mut without = N::zero();
        for (&hands, results) in &self.hands {
            let each = N::whole(i32::try_from(hands).unwrap_or(1));
            for (result, chance) in results {
                match result.dealer {
                    Some(outcome) => open[outcome.index()] = open[outcome.index()] - *chance / each,
                    None => without += *chance / each,
                }
            }
        }
        let mut nets = BTreeMap::new();
        for (&hands, results) in &self.hands {
            let each = N::whole(i32::try_from(hands).unwrap_or(1));
            for outcome in Outcome::ALL {
                let room = if without > N::zero() {
                    open[outcome.index()] / without
                } else {
                    N::zero()
                };
                let mut one: BTreeMap<(i64, TieTo), N> = BTreeMap::new();
                let mut total = N::zero();
                for (result, chance) in results {
                    let chance = match result.dealer {
                        Some(dealer) if dealer == outcome => *chance / each,
                        Some(_) => continue,
                        None => *chance / each * room,
                    };
                    total += chance;
                    *one.entry((result.net, result.tie)).or_insert_with(N::zero) += chance;
                }
                if total > N::zero() {
                    together(&one, hands, total, wager, &mut nets);
                }
            }
        }
        nets
    }
}

/// All hands together, as if each came to its result apart from the others; nets are counted in
/// units.
fn together<N: Number>(
    one: &BTreeMap<(i64, TieTo), N>,
    hands: usize,
    total: N,
    wager: i64,
    nets: &mut BTreeMap<i64, N>,
) {
    let mut sums: BTreeMap<(i64, TieTo), N> = BTreeMap::from([((0, TieTo::Nothing), total)]);
    for _ in 0..hands {
        let mut next = BTreeMap::new();
        for (&(net, tie), &chance) in &sums {
            for (&(more, other), &times) in one {
                // Where one hand has paid, no other does; else one that is live does.
                *next
                    .entry((net + more, tie.max(other)))
                    .or_insert_with(N::zero) += chance * times / total;
            }
        }
        sums = next;
    }
    for ((net, tie), chance) in sums {
        *nets
            .entry(net - if tie == TieTo::Live { wager } else { 0 })
            .or_insert_with(N::zero) += chance;
    }
}

fn doubled(row: Row) -> bool {
    matches!(
        row,
        Row::DoubledWon
            | Row::DoubledStandOff
            | Row::DoubledLost
            | Row::DoubledBust
            | Row::DoubledLostToPontoon
            | Row::Forfeited
    )
}
