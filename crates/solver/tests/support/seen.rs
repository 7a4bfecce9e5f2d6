//! What has happened in rounds, in words, so that a test can say what its cases must meet.

use crate::support::layout::{HandLayout, Layout};
use cards::{Card, Rank, Suit};
use game::{Ending, Kind, Outcome, Round, Settled, Total, What, is_pontoon};
use rules::DoubleAces;
use std::collections::BTreeSet;

/// What was seen, unsplit hands and split ones apart.
#[derive(Default)]
pub(crate) struct Seen {
    unsplit: BTreeSet<&'static str>,
    split: BTreeSet<&'static str>,
}

impl Seen {
    /// Those of the `wanted` that were not seen. "split: …" asks for a split hand.
    pub(crate) fn missing<'a>(&self, wanted: &[&'a str]) -> Vec<&'a str> {
        let is_seen = |words: &&&str| match words.strip_prefix("split: ") {
            Some(words) => self.split.contains(words),
            None => self.unsplit.contains(**words),
        };
        wanted
            .iter()
            .filter(|words| !is_seen(words))
            .copied()
            .collect()
    }

    pub(crate) fn add_all(&mut self, more: Self) {
        self.unsplit.extend(more.unsplit);
        self.split.extend(more.split);
    }

    fn add(&mut self, split: bool, words: &'static str) {
        (if split {
            &mut self.split
        } else {
            &mut self.unsplit
        })
        .insert(words);
    }

    /// Looks at a round that is over.
    pub(crate) fn look(&mut self, round: &Round) {
        let aces = round.book().double.aces.is;
        let mut layout = Layout::start();
        for event in round.events() {
            layout.follow(&event.what);
            self.event(&event.what, &layout, aces);
        }
        if is_pontoon(&layout.dealer) {
            for hand in &layout.hands {
                self.add(layout.is_split(), against_pontoon(hand));
            }
        }
    }

    fn event(&mut self, what: &What, layout: &Layout, aces: DoubleAces) {
        let split = layout.is_split();
        if let What::Doubled { hand, .. } = what {
            let cards = &layout.hand(hand.hand).cards;
            let is_ace = |card: &Card| card.rank == Rank::Ace;
            self.add(
                split,
                if cards.len() > 2 {
                    "double with three cards or more"
                } else {
                    "double"
                },
            );
            if cards[..2].iter().any(is_ace) {
                self.add(split, "double with an Ace");
            }
            if cards[2..].iter().any(is_ace) {
                self.add(split, "double with a later Ace");
            }
        } else if let What::Forfeited { hand, .. } = what {
            let total = Total::of_doubled(&layout.hand(hand.hand).cards, aces);
            self.add(
                split,
                if total.points == 21 {
                    "forfeit at 21"
                } else {
                    "forfeit"
                },
            );
        } else if let What::Surrendered { hand, .. } = what {
            let late = layout.hand(hand.hand).cards.len() > 2;
            self.add(
                split,
                if late {
                    "surrender with three cards or more"
                } else {
                    "surrender"
                },
            );
        } else if let What::HandSplit { hand } = what {
            let again = layout.hands.len() > 2 && layout.hand(hand.hand).cards[0].rank == Rank::Ace;
            self.add(split, if again { "Aces again" } else { "a split" });
            self.add(
                split,
                [
                    "no hands",
                    "one hand",
                    "two hands",
                    "three hands",
                    "four hands",
                ][layout.hands.len()],
            );
        } else if let What::Settled(settled) = what {
            self.settled(settled, layout);
        }
    }

    fn settled(&mut self, settled: &Settled, layout: &Layout) {
        let split = layout.is_split();
        let won = settled.outcome == Outcome::Won;
        match (settled.kind, settled.hand) {
            (Kind::Insurance, _) => self.add(
                split,
                if won {
                    "insurance won"
                } else {
                    "insurance lost"
                },
            ),
            (Kind::SuperBonus, _) => self.add(split, "Super Bonus"),
            (Kind::Wager, Some(hand)) if won && !layout.hand(hand).doubled => {
                self.add(split, hand_words(&layout.hand(hand).cards));
            }
            (Kind::Wager | Kind::Double | Kind::Side(_) | Kind::OthersBonus, _) => {}
        }
    }
}

/// What a dealer's Pontoon finds.
fn against_pontoon(hand: &HandLayout) -> &'static str {
    match hand.ended {
        Some(Ending::Bust) if hand.doubled => "Pontoon finds a doubled hand over 21",
        Some(Ending::TwentyOne) if hand.doubled => "Pontoon finds a doubled 21",
        Some(Ending::Pontoon) => "Pontoon finds Pontoon",
        Some(Ending::Stood) => "Pontoon finds a hand that stands",
        Some(Ending::TwentyOne) => "Pontoon finds 21",
        Some(Ending::Bust) => "Pontoon finds a hand over 21",
        Some(Ending::Doubled) => "Pontoon finds a doubled hand",
        Some(Ending::Forfeited) => "Pontoon finds a forfeited hand",
        Some(Ending::SplitAce) => "Pontoon finds a split Ace",
        Some(Ending::NoMoreCards) => "Pontoon finds a surrendered hand",
        Some(Ending::Absent | Ending::Withdrawn) | None => "Pontoon finds nobody",
    }
}

/// What a hand that has won is called.
fn hand_words(cards: &[Card]) -> &'static str {
    let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank).collect();
    ranks.sort_unstable();
    let one_suit = cards.iter().all(|card| card.suit == cards[0].suit);
    let spades = one_suit && cards[0].suit == Suit::Spades;
    match (ranks.as_slice(), Total::of(cards).points) {
        ([Rank::Six, Rank::Seven, Rank::Eight], _) if spades => "6-7-8 of spades",
        ([Rank::Six, Rank::Seven, Rank::Eight], _) if one_suit => "6-7-8 of one suit",
        ([Rank::Six, Rank::Seven, Rank::Eight], _) => "6-7-8 of mixed suits",
        ([Rank::Seven, Rank::Seven, Rank::Seven], _) if spades => "7-7-7 of spades",
        ([Rank::Seven, Rank::Seven, Rank::Seven], _) if one_suit => "7-7-7 of one suit",
        ([Rank::Seven, Rank::Seven, Rank::Seven], _) => "7-7-7 of mixed suits",
        ([_, _], 21) => "an Ace and a ten",
        ([_, _, _, _, _], 21) => "21 with five cards",
        ([_, _, _, _, _, _], 21) => "21 with six cards",
        ([_, _, _, _, _, _, _, ..], 21) => "21 with seven cards or more",
        ([_, _, _, _, _], _) => "five cards below 21",
        ([_, _, _, _, _, _], _) => "six cards below 21",
        ([_, _, _, _, _, _, _, ..], _) => "seven cards or more below 21",
        (_, 21) => "21",
        _ => "a win",
    }
}
