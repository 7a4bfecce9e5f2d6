//! Index plays: hands that are played in another way from some true count on, or below it.
//!
//! Each play's lead over another is taken to change with the true count as it changes with the
//! first card that is gone. So nothing is solved again here; what is lost is told in
//! `docs/solver.md`.

use crate::chart::{Detail, Kind, aces_told, later_hands_met};
use crate::hands::{Hand, Hands};
use crate::plan::{Action, Options, SuitClass};
use crate::removal::{Effects, Removal};
use crate::solve::Solved;
use crate::tags::{Count, Tags};
use crate::terms::Terms;
use crate::value::{CardValue, VALUES};
use std::collections::BTreeMap;

/// Hands that are played in another way by the count.
#[derive(Clone, Debug)]
pub struct IndexPlay {
    /// The dealer's card.
    pub upcard: CardValue,
    /// The hands.
    pub kind: Kind,
    /// What is done with them from a full shoe.
    pub usual: Action,
    /// What is done with them instead.
    pub instead: Action,
    /// On which side of the index.
    pub side: Side,
    /// The true count at which both are worth the same, the hand and the upcard counted.
    pub index: f64,
    /// How often such hands are met.
    pub chance: f64,
    /// What it adds to the expectation of an initial wager when half of the shoe has been seen,
    /// every wager being the same.
    pub gain: f64,
}

/// A side of an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// From it on.
    From,
    /// Below it.
    Below,
}

/// Every hand that tags may call to play in another way, what gains most first. `solved` are the
/// answers to the [questions](Removal::questions) of a removal in their order, and `effects` was
/// made from them.
///
/// # Panics
///
/// When there is not an answer to each question.
pub fn index_plays(
    removal: &Removal,
    effects: &Effects,
    tags: Tags,
    solved: &[Solved<f64>],
) -> Vec<IndexPlay> {
    assert_eq!(
        solved.len(),
        removal.without.len() + 1,
        "an answer to each question"
    );
    let count = Count { tags, effects };
    let classes = classes(&removal.full.terms, &count, solved);
    let mut plays: Vec<IndexPlay> = classes
        .into_iter()
        .flat_map(|((upcard, kind), class)| class.plays(removal, &count, upcard, kind))
        .collect();
    // The sort is stable: of equals the first in the order of the chart stays first.
    plays.sort_by(|one, other| other.gain.total_cmp(&one.gain));
    plays
}

/// Hands that are played alike: sums over them, each as often as best play meets it.
#[derive(Default)]
struct Class {
    chance: f64,
    /// Of each action in each shoe.
    worths: BTreeMap<Action, Vec<f64>>,
    /// Of the true count that the hand and the upcard alone make.
    seen: f64,
}

type Classes = BTreeMap<(CardValue, Kind), Class>;

fn classes(terms: &Terms, count: &Count<'_>, solved: &[Solved<f64>]) -> Classes {
    let mut classes = Classes::new();
    let Some(full) = solved.first() else {
        return classes;
    };
    let aces = aces_told(terms);
    let mut add = |upcard: CardValue,
                   hand: &Hand,
                   suits: SuitClass,
                   chance: f64,
                   options: Vec<&Options<f64>>| {
        if chance > 0.0 {
            let class = classes
                .entry((upcard, Kind::of(Detail::ByCards, aces, hand, suits)))
                .or_default();
            class.add(&options, chance, true_count_of(count, upcard, hand));
        }
    };
    for (place, cell) in full
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.action.is_some())
    {
        let options = solved.iter().filter_map(|solved| solved.cells.get(place));
        let same = options.filter(|other| {
            (other.upcard, other.hand, other.suits) == (cell.upcard, cell.hand, cell.suits)
        });
        add(
            cell.upcard,
            Hands::list().get(cell.hand),
            cell.class(),
            cell.chance,
            same.map(|cell| &cell.options).collect(),
        );
    }
    for (place, table) in full.tables.iter().enumerate() {
        let met = later_hands_met(full, table);
        for (no, hand) in Hands::list()
            .downwards()
            .filter(|(_, hand)| hand.points() < 21 && hand.cards > 2)
        {
            let tables = solved.iter().filter_map(|solved| solved.tables.get(place));
            let options = tables.map(|table| &table.options[no.index()]).collect();
            add(
                table.upcard,
                hand,
                SuitClass::Mixed,
                met[no.index()],
                options,
            );
        }
    }
    // Where a card is so rare that a shoe lacks some of the hands, nothing is said of them.
    classes.retain(|_, class| {
        class
            .worths
            .values()
            .all(|worths| worths.len() == solved.len())
    });
    classes
}

/// The true count of somebody who has seen nothing of the shoe but a hand and an upcard.
fn true_count_of(count: &Count<'_>, upcard: CardValue, hand: &Hand) -> f64 {
    let of_hand: f64 = CardValue::all()
        .map(|value| count.tag(value) * f64::from(hand.count(value)))
        .sum();
    let unseen = f64::from(count.effects.cards.len()) - f64::from(hand.cards) - 1.0;
    (of_hand + count.tag(upcard)) * f64::from(count.effects.cards.deck) / unseen
}

impl Class {
    fn add(&mut self, options: &[&Options<f64>], chance: f64, seen: f64) {
        self.chance += chance;
        self.seen += seen * chance;
        let Some((full, _)) = options.split_first() else {
            return;
        };
        for (action, _) in full.each() {
            let worths: Vec<f64> = options
                .iter()
                .filter_map(|options| options.get(action))
                .collect();
            let sums = self
                .worths
                .entry(action)
                .or_insert_with(|| vec![0.0; worths.len()]);
            sums.truncate(worths.len());
            sums.iter_mut()
                .zip(worths)
                .for_each(|(sum, worth)| *sum += worth * chance);
        }
    }

    /// What is done instead on either side, if that ever gains.
    fn plays(
        &self,
        removal: &Removal,
        count: &Count<'_>,
        upcard: CardValue,
        kind: Kind,
    ) -> Vec<IndexPlay> {
        let full = |worths: &[f64]| worths.first().copied().unwrap_or(f64::MIN);
        let usual = self
            .worths
            .iter()
            .max_by(|(_, one), (_, other)| full(one).total_cmp(&full(other)));
        let Some((&usual, best)) = usual else {
            return Vec::new();
        };
        let mut plays: Vec<IndexPlay> = Vec::new();
        for (&instead, worths) in self.worths.iter().filter(|(action, _)| **action != usual) {
            let leads: Vec<f64> = best
                .iter()
                .zip(worths)
                .map(|(best, other)| (best - other) / self.chance)
                .collect();
            let changes: [f64; VALUES] = removal.changes(&leads);
            let (lead, slope) = (full(&leads), count.slope_of(&changes));
            if slope == 0.0 {
                continue;
            }
            let side = if slope < 0.0 { Side::From } else { Side::Below };
            let gain = self.chance * gain(lead, slope.abs() * count.deviation_at_half());
            let index = self.seen / self.chance - lead / slope;
            let play = IndexPlay {
                upcard,
                kind,
                usual,
                instead,
                side,
                index,
                chance: self.chance,
                gain,
            };
            match plays.iter_mut().find(|known| known.side == side) {
                Some(known) if known.gain >= gain => {}
                Some(known) => *known = play,
                None => plays.push(play),
            }
        }
        plays
    }
}

/// The mean of what is below nothing, its sign turned, of a normal distribution.
fn gain(mean: f64, deviation: f64) -> f64 {
    const STEP: f64 = 0.01;
    const STEPS: i32 = 800;
    let from = mean / deviation;
    let density = |at: f64| (-at * at / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let middles = (0..STEPS).map(|step| (f64::from(step) + 0.5) * STEP);
    deviation
        * middles
            .map(|more| more * density(from + more) * STEP)
            .sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gained_at_an_even_lead_is_the_mean_of_half_a_normal_distribution() {
        // 0.3989422804 and 0.0833154706: the unit normal loss at nothing and at one.
        assert!((gain(0.0, 1.0) - 0.398_942_280_4).abs() < 1e-5);
        assert!((gain(2.0, 2.0) - 2.0 * 0.083_315_470_6).abs() < 1e-5);
    }
}
