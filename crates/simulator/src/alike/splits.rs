//! The pairs that were split: played, and counted by how their hands ended.

use super::page::boxed;
use super::pairs::{Pairs, WAYS, way};
use crate::by_rows::{Ready, Stake};
use crate::code::Code;
use crate::ended::Ended;
use crate::record::{BettorRecord, Bonus};
use crate::split::{MOST_HANDS, Prize, SplitPlay};
use crate::tally::BoxResult;
use rustc_hash::FxHashMap;
use solver::{CardValue, Outcome, VALUES};

/// How many cards each hand of a pair is dealt at once: more than most need.
pub(super) const DRAWN: usize = 3;

/// A pair that is split.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The place of its box.
    pub(super) place: usize,
    pub(super) upcard: Code,
    pub(super) cards: (Code, Code),
    /// The rows at which its hands start.
    pub(super) starts: [u16; 2],
    /// The first cards for its two hands.
    pub(super) dealt: [[Code; DRAWN]; 2],
}

/// Plays and counts split pairs.
pub(super) struct Splits<'b, 'a> {
    by_rows: SplitPlay<'b>,
    stake: &'b Stake<'a>,
    pairs: &'b Pairs,
    /// How often pairs came to two hands that ended in each way, with this upcard.
    ways: Box<[u32; WAYS]>,
    /// Pairs that came to others.
    counted: FxHashMap<u128, Counted>,
    /// The pairs of this round that came to two hands with the first cards, and the numbers of
    /// their ends.
    quick: Vec<(Pair, [u8; 2])>,
    /// The hands of the others, where those of each pair end, and the cards drawn to them.
    hands: Vec<Ended>,
    ends: Vec<usize>,
    drawn: Vec<(usize, Code)>,
}

/// Pairs whose hands ended alike and saw the same outcome.
struct Counted {
    hands: Vec<Ended>,
    outcome: Outcome,
    result: BoxResult,
    /// By upcard.
    times: [u64; VALUES],
}

impl<'b, 'a> Splits<'b, 'a> {
    pub(super) fn new(ready: &'b Ready<'a>, pairs: &'b Pairs) -> Self {
        Self {
            by_rows: SplitPlay {
                rows: &ready.rows,
                terms: ready.terms(),
            },
            stake: ready.stake(0, 0),
            pairs,
            ways: boxed(),
            counted: FxHashMap::default(),
            quick: Vec::new(),
            hands: Vec::new(),
            ends: Vec::new(),
            drawn: Vec::new(),
        }
    }

    /// A new round begins.
    pub(super) fn clear(&mut self) {
        self.hands.clear();
        self.ends.clear();
        self.quick.clear();
        self.drawn.clear();
    }

    /// Plays a pair, with more cards where the first do not do: what its hands win beside their
    /// odds.
    #[inline(always)]
    pub(super) fn play(&mut self, pair: Pair, more: impl FnMut() -> Option<Code>) -> Prize {
        let band = self.by_rows.rows.first();
        let end = |hand: usize| {
            pair.dealt[hand]
                .into_iter()
                .fold(pair.starts[hand], |row, code| band.after(row, code))
        };
        if let (Some(one), Some(two)) = (self.pairs.number(end(0)), self.pairs.number(end(1))) {
            self.quick.push((pair, [one, two]));
            return Prize::None;
        }
        self.play_on(pair, more)
    }

    #[cold]
    fn play_on(&mut self, pair: Pair, mut more: impl FnMut() -> Option<Code>) -> Prize {
        let drawn = &mut self.drawn;
        let prize = card_by_card(&self.by_rows, &pair, &mut self.hands, |dealt| {
            let code = dealt.or_else(&mut more)?;
            drawn.push((pair.place, code));
            Some(code)
        });
        self.ends.push(self.hands.len());
        prize.expect("the shoe is not used up: it was checked")
    }

    /// The cards of a pair and those drawn to its hands, in their order.
    pub(super) fn hand(&self, pair: &Pair) -> Vec<Code> {
        [vec![pair.cards.0, pair.cards.1], self.drawn(pair.place)].concat()
    }

    /// The cards drawn to the hands of a box, in their order.
    pub(super) fn drawn(&self, place: usize) -> Vec<Code> {
        let mut cards: Vec<Code> = self
            .drawn
            .iter()
            .filter(|(of, _)| *of == place)
            .map(|(_, code)| *code)
            .collect();
        if let Some((pair, _)) = self.quick.iter().find(|(pair, _)| pair.place == place) {
            let mut hands = Vec::new();
            card_by_card(&self.by_rows, pair, &mut hands, |dealt| {
                cards.extend(dealt);
                dealt
            });
        }
        cards
    }

    /// Counts the pairs of the round, and says what they came to.
    #[inline(always)]
    pub(super) fn count(&mut self, upcard: CardValue, outcome: Outcome) -> i64 {
        let mut net = 0;
        for (_, numbers) in &self.quick {
            let way = way(*numbers, outcome.index());
            self.ways[way] += 1;
            net += self.pairs.net(way);
        }
        if !self.ends.is_empty() {
            net += self.count_others(upcard, outcome);
        }
        net
    }

    #[cold]
    fn count_others(&mut self, upcard: CardValue, outcome: Outcome) -> i64 {
        let Self {
            stake,
            counted,
            hands,
            ends,
            ..
        } = self;
        let bettor = &stake.bettor;
        hands
            .iter_mut()
            .for_each(|ended| *ended = bettor.as_split(*ended));
        let (mut net, mut from) = (0, 0);
        for &end in &*ends {
            let hands = &hands[from..end];
            let counted = counted
                .entry(key(outcome, hands))
                .or_insert_with(|| Counted {
                    hands: hands.to_vec(),
                    outcome,
                    result: bettor.result_of_split(hands, outcome),
                    times: [0; VALUES],
                });
            counted.times[upcard.index()] += 1;
            (net, from) = (net + counted.result.net, end);
        }
        net
    }

    /// Writes down the pairs that came to two hands with this upcard.
    pub(super) fn turn(&mut self, upcard: CardValue, record: &mut BettorRecord) {
        for way in self.pairs.ways() {
            let times = u64::from(std::mem::take(&mut self.ways[way]));
            if times == 0 {
                continue;
            }
            record.tally.add(upcard, self.pairs.result(way), times);
            let (hands, outcome) = self.pairs.of(way);
            add_bonuses(record, self.stake, &hands, outcome, times);
        }
    }

    /// Writes down the others.
    pub(super) fn close(self, record: &mut BettorRecord) {
        for Counted {
            hands,
            outcome,
            result,
            times,
        } in self.counted.into_values()
        {
            for (upcard, &times) in CardValue::all()
                .zip(&times)
                .filter(|(_, times)| **times > 0)
            {
                record.tally.add(upcard, result, times);
            }
            add_bonuses(record, self.stake, &hands, outcome, times.iter().sum());
        }
    }
}

fn add_bonuses(
    record: &mut BettorRecord,
    stake: &Stake<'_>,
    hands: &[Ended],
    outcome: Outcome,
    times: u64,
) {
    for (place, &ended) in hands.iter().enumerate() {
        if let (Some(bonus), Some(won)) =
            (Bonus::of(ended), stake.bettor.won_21(hands, place, outcome))
        {
            record.bonuses[bonus.index()].add(times, won);
        }
    }
}

/// Plays a pair card by card: `draw` gets the next of those dealt to the hand, if there is one.
fn card_by_card(
    by_rows: &SplitPlay<'_>,
    pair: &Pair,
    hands: &mut Vec<Ended>,
    mut draw: impl FnMut(Option<Code>) -> Option<Code>,
) -> Option<Prize> {
    let mut dealt = pair.dealt.map(|cards| cards.into_iter());
    let mut next = |hand: usize| {
        let first = dealt.get_mut(hand).and_then(Iterator::next);
        draw(first).map(|code| (code, 0))
    };
    by_rows.hands(pair.upcard, pair.cards, 0, hands, &mut next)
}

/// A number that no other hands and outcome have: no end has the number nothing, and the outcome
/// stands above all hands.
fn key(outcome: Outcome, hands: &[Ended]) -> u128 {
    const {
        assert!(
            MOST_HANDS * 8 <= 64,
            "the numbers of all hands fit below that of the outcome"
        )
    };
    let outcome = u128::try_from(outcome.index()).expect("outcomes are few") << 64;
    outcome
        | hands
            .iter()
            .fold(0, |key, ended| key << 8 | u128::from(ended.number()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_hands_have_another_key() {
        let (one, two) = (
            Ended::Stood {
                points: 18,
                cards: 2,
            },
            Ended::Stood {
                points: 18,
                cards: 3,
            },
        );
        let bust = Ended::Bust;
        let keys = [
            key(Outcome::ALL[0], &[bust, one, two]),
            key(Outcome::ALL[usize::from(bust.number())], &[one, two]),
            key(Outcome::Bust, &[one, two]),
            key(Outcome::Bust, &[two, one]),
            key(Outcome::Bust, &[one, two, one]),
            key(Outcome::Pontoon, &[one, two]),
        ];
        assert!((1..keys.len()).all(|place| !keys[..place].contains(&keys[place])));
    }
}
