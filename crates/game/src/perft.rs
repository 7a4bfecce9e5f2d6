//! Counting every complete round there is: the strictest test of a rules engine.

use crate::choice::{Choice, Draw, Need, Turn};
use crate::round::Round;
use cards::{Card, Rank};
use std::collections::BTreeMap;

/// Whether cards of one rank count as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suits {
    /// Cards are told apart by rank and suit.
    Told,
    /// Cards are told apart by rank.
    Ignored,
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a> {
    /// Whether suits are told apart.
    pub suits: Suits,
    /// The choices that may be made beside declining; all, if none are named. The words are those
    /// of the notation.
    pub only: &'a [&'a str],
}

/// How many complete rounds follow from here. Amounts are always the most there may be; every order
/// of dealing counts.
/// A round that runs out of cards is not complete.
pub fn perft(round: &Round, what: Perft<'_>) -> u64 {
    let mut count = 0;
    walk(round, what, "", &mut |_| count += 1);
    count
}

/// The same, by the first choice that was made.
pub fn divide(round: &Round, what: Perft<'_>) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    walk(round, what, "", &mut |first| {
        *counts.entry(first).or_default() += 1
    });
    counts
}

fn walk(round: &Round, what: Perft<'_>, first: &'static str, leaf: &mut dyn FnMut(&'static str)) {
    match round.turn() {
        Turn::Over => leaf(if first.is_empty() { "no choice" } else { first }),
        Turn::Wagers => {
            let mut next = round.clone();
            if next.close_wagers().is_ok() {
                walk(&next, what, first, leaf);
            }
        }
        Turn::Deal(need) => {
            for draw in draws(round, need, what.suits) {
                let mut next = round.clone();
                next.events.clear();
                if next.deal(draw).is_ok() {
                    walk(&next, what, first, leaf);
                }
            }
        }
        Turn::Decide(..) | Turn::Answer(..) => {
            // Of several people asked at once, the first answers first: the order of answers
            // changes nothing.
            let legal = round.legal();
            let player = legal.first().map(|legal| legal.player);
            for legal in legal.iter().filter(|legal| Some(legal.player) == player) {
                let (word, declines) = word(&legal.choice);
                if !declines && !what.only.is_empty() && !what.only.contains(&word) {
                    continue;
                }
                let mut next = round.clone();
                next.events.clear();
                if next.choose(legal.player, legal.choice).is_ok() {
                    let first = if first.is_empty() && !declines {
                        word
                    } else {
                        first
                    };
                    walk(&next, what, first, leaf);
                }
            }
        }
    }
}

fn draws(round: &Round, need: Need, suits: Suits) -> Vec<Draw> {
    match need {
        Need::Burn => vec![Draw::Burned],
        Need::Shuffle => Vec::new(),
        Need::Multiplier => round
            .book()
            .pandemonium
            .multipliers
            .is
            .all()
            .iter()
            .map(|&n| Draw::Multiplier(n))
            .collect(),
        Need::Card(_) => {
            let mut cards: Vec<Card> = round.state.unseen.kinds().map(|(card, _)| card).collect();
            if suits == Suits::Ignored {
                let mut seen: Vec<Rank> = Vec::new();
                cards.retain(|card| {
                    let new = !seen.contains(&card.rank);
                    seen.push(card.rank);
                    new
                });
            }
            cards.into_iter().map(Draw::Card).collect()
        }
    }
}

/// The word for a choice, and whether it only declines.
fn word(choice: &Choice) -> (&'static str, bool) {
    match choice {
        Choice::Wager { .. } => ("wager", false),
        Choice::SideWager { side, .. } => (side.word(), false),
        Choice::DeclineControl { .. } => ("declines", true),
        Choice::Insure { .. } | Choice::TakeInsurance { .. } => ("insurance", false),
        Choice::NoInsurance { .. } | Choice::NoMoreInsurance => ("no insurance", true),
        Choice::Press { .. } | Choice::Nominate { .. } => ("press", true),
        Choice::Surrender { .. } => ("surrender", false),
        Choice::NoSurrender { .. } => ("no surrender", true),
        Choice::Stand { .. } => ("stand", false),
        Choice::Draw { .. } => ("draw", false),
        Choice::Double { .. } => ("double", false),
        Choice::NoDouble { .. } => ("no double", true),
        Choice::Split { .. } => ("split", false),
        Choice::StayOnFirst { .. } => ("stay", true),
        Choice::Forfeit { .. } => ("forfeit", false),
        Choice::NoForfeit { .. } => ("keep", true),
    }
}
