//! Plain hands, judged by their cards: neither split nor doubled, whatever else happened to them.

use super::json::{number, tagged, text};
use super::objection::{Law, Objection, demand};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The cards of a round.
#[derive(Default)]
pub(crate) struct Cards {
    boxes: BTreeMap<u64, Vec<String>>,
    dealer: Vec<String>,
    /// Boxes that were split or doubled: who wins what there is left to the replay.
    other: BTreeSet<u64>,
    /// Who surrendered, on which box; others may have played the hand on.
    surrendered: BTreeSet<(u64, u64)>,
}

/// What a hand counts: an Ace 11 where that is not too much. Twenty-one in two cards is told apart.
fn total(cards: &[String]) -> (u64, bool) {
    let points = |card: &String| match card.as_bytes().first() {
        Some(b'A') => 1,
        Some(digit @ b'2'..=b'9') => u64::from(digit - b'0'),
        _ => 10,
    };
    let hard: u64 = cards.iter().map(points).sum();
    let soft = cards.iter().any(|card| card.starts_with('A')) && hard + 10 <= 21;
    let total = if soft { hard + 10 } else { hard };
    (total, total == 21 && cards.len() == 2)
}

/// The odds at which a winning hand is paid.
fn odds(cards: &[String]) -> &'static str {
    let (points, pontoon) = total(cards);
    if pontoon {
        return "3 to 2";
    }
    if points != 21 {
        return "1 to 1";
    }
    let mut ranks: Vec<u8> = cards
        .iter()
        .filter_map(|card| card.bytes().next())
        .collect();
    ranks.sort_unstable();
    let suits: BTreeSet<u8> = cards
        .iter()
        .filter_map(|card| card.as_bytes().get(1).copied())
        .collect();
    match (ranks.as_slice(), suits.len() == 1, suits.contains(&b's')) {
        (b"777" | b"678", true, true) => "3 to 1",
        (b"777" | b"678", true, false) => "2 to 1",
        (b"777" | b"678", false, _) => "3 to 2",
        _ => match cards.len() {
            0..=4 => "1 to 1",
            5 => "3 to 2",
            6 => "2 to 1",
            _ => "3 to 1",
        },
    }
}

impl Cards {
    /// Takes in what a round says happened.
    pub(crate) fn take(&mut self, kind: &str, event: &Value) -> Result<(), Objection> {
        match kind {
            "dealt" => {
                let card = text(event, "card")?.to_owned();
                match tagged(&event["to"])? {
                    ("hand", hand) => self
                        .boxes
                        .entry(number(hand, "box_no")?)
                        .or_default()
                        .push(card),
                    _ => self.dealer.push(card),
                }
            }
            "hand_split" | "doubled" => drop(self.other.insert(number(&event["hand"], "box_no")?)),
            "surrendered" => drop(
                self.surrendered
                    .insert((number(&event["hand"], "box_no")?, number(event, "player")?)),
            ),
            "settled" => self.settled(event)?,
            _ => {}
        }
        Ok(())
    }

    fn settled(&self, settled: &Value) -> Result<(), Objection> {
        let box_no = number(settled, "box_no")?;
        let outcome = text(settled, "outcome")?;
        if settled["kind"] != "wager"
            || self.other.contains(&box_no)
            || !["won", "lost", "stand_off"].contains(&outcome)
        {
            return Ok(());
        }
        let cards = self.boxes.get(&box_no).map_or(&[][..], Vec::as_slice);
        let ((mine, pontoon), (dealers, dealers_pontoon)) = (total(cards), total(&self.dealer));
        let right = if mine > 21
            || self
                .surrendered
                .contains(&(box_no, number(settled, "player")?))
                && dealers_pontoon
        {
            // A dealer's Pontoon makes a surrender void: the whole wager is lost, whatever others
            // made of the hand.
            "lost"
        } else if pontoon || mine == 21 {
            "won"
        } else if dealers_pontoon {
            "lost"
        } else if dealers > 21 || mine > dealers {
            "won"
        } else if mine == dealers {
            "stand_off"
        } else {
            "lost"
        };
        let said = || {
            format!(
                "{} against {} is {outcome} at {}",
                cards.join(" "),
                self.dealer.join(" "),
                settled["odds"]
            )
        };
        demand(outcome == right, Law::Hands, said)?;
        demand(
            outcome != "won" || settled["odds"] == odds(cards),
            Law::Hands,
            said,
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use serde_json::json;

    fn cards(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn hands_are_counted_and_paid() {
        for (hand, points, paid) in [
            ("As Kd", 21, "3 to 2"),
            ("As As 9d", 21, "1 to 1"),
            ("7s 7s 7s", 21, "3 to 1"),
            ("7s 7d 7s", 21, "3 to 2"),
            ("8h 6h 7h", 21, "2 to 1"),
            ("2s 3s 4s 5s 7s", 21, "3 to 2"),
            ("2s 3s 4s 5s 6s", 20, "1 to 1"),
            ("As 2s 2d 2h 2c Ks 2s", 21, "3 to 1"),
            ("Ks Qs 2d", 22, "1 to 1"),
        ] {
            assert_eq!(
                (total(&cards(hand)).0, odds(&cards(hand))),
                (points, paid),
                "{hand}"
            );
        }
    }

    #[test]
    fn a_surrender_is_lost_to_a_pontoon_though_others_make_twenty_one_of_the_hand() {
        let mut round = Cards {
            dealer: cards("As Kd"),
            ..Cards::default()
        };
        round.boxes.insert(4, cards("9s 5d 7h"));
        round
            .take(
                "surrendered",
                &json!({ "hand": { "box_no": 4, "hand": 0 }, "player": 2 }),
            )
            .unwrap();
        let settled = |player: u64, outcome: &str| {
            let odds = (outcome == "won").then_some("1 to 1");
            json!({
                "box_no": 4,
                "player": player,
                "kind": "wager",
                "outcome": outcome,
                "odds": odds,
            })
        };
        for (player, right, wrong) in [(2, "lost", "won"), (3, "won", "lost")] {
            round.take("settled", &settled(player, right)).unwrap();
            assert_eq!(
                round
                    .take("settled", &settled(player, wrong))
                    .unwrap_err()
                    .law,
                Law::Hands
            );
        }
    }
}
