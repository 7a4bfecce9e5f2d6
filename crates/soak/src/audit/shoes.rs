//! Cards: what came out of every shoe and device, and what was committed to before.

use super::json::{list, number, tagged, text};
use super::log::Entry;
use super::objection::{Law, Objection, demand};
use crate::evidence::Evidence;
use fair::{DeviceRecord, Known, PublicKey, Report, ShoeRecord, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;

/// The shoes of every table.
#[derive(Default)]
pub(crate) struct Shoes {
    tables: BTreeMap<u64, Source>,
    over: Vec<Shoe>,
}

/// Where a table's cards come from.
#[derive(Default)]
struct Source {
    decks: u64,
    device: bool,
    /// Whether cards are dealt face down.
    down: bool,
    in_round: bool,
    shoe: Option<Shoe>,
    /// Shoes that ended in mid-round, while their cards may lie face down: they must not be opened
    /// before its end.
    waiting: Vec<Shoe>,
}

/// A shoe, or a device under one pair of seeds.
struct Shoe {
    table: u64,
    no: u64,
    decks: u64,
    device: bool,
    /// What was published before its first card.
    seal: Value,
    cut: u64,
    /// What came out: a card, or one that was burned unseen.
    out: Vec<Option<String>>,
}

impl Shoes {
    pub(crate) fn take(&mut self, entry: &Entry) -> Result<(), Objection> {
        let Some(table) = entry.table() else {
            return Ok(());
        };
        let source = self.tables.entry(table).or_default();
        if let Some(config) = entry.body.get("founded") {
            source.decks = number(config, "decks")?;
            source.device = config["dealing"] == "device";
            source.down = config["faces"] == "down";
        }
        for event in entry.events() {
            let (kind, inner) = tagged(&event["what"])?;
            match kind {
                "shuffle_due" | "closed" => self.over.extend(source.ended()),
                "round_began" => source.in_round = true,
                "round_over" | "round_void" => {
                    source.in_round = false;
                    self.over.append(&mut source.waiting);
                }
                "shuffled" => source.shuffled(table, inner)?,
                "cut" => {
                    let place = number(inner, "place")?;
                    source.shoe.iter_mut().for_each(|shoe| shoe.cut = place);
                }
                "round" => {
                    let (kind, inner) = tagged(&inner["what"])?;
                    match kind {
                        "dealt" => source.out(Some(text(inner, "card")?.to_owned()))?,
                        "burned" => source.out(None)?,
                        "cutting_card_first" => self.over.extend(source.ended()),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Every shoe that is over and need not wait is opened, holds, and gave what came out of it; no
    /// other is opened. How many there are.
    pub(crate) fn compare(&self, evidence: &Evidence) -> Result<u64, Objection> {
        for shoe in &self.over {
            let key = ("shoe".to_owned(), format!("{}/{:010}", shoe.table, shoe.no));
            let place = format!("shoe {} of table {}", shoe.no, shoe.table);
            let document = evidence.documents.get(&key);
            let document = document.ok_or_else(|| {
                Objection::new(Law::Shoes, format!("{place} is over and not opened"))
            })?;
            shoe.check(document, evidence.key)
                .map_err(|objection| objection.at(&place))?;
        }
        let opened = evidence
            .documents
            .keys()
            .filter(|(space, _)| space == "shoe")
            .count();
        let over = self.over.len();
        demand(opened == over, Law::Shoes, || {
            format!("{over} shoes are over and {opened} are opened")
        })?;
        for (table, source) in &self.tables {
            let sealed = evidence
                .documents
                .contains_key(&("sealed".to_owned(), table.to_string()));
            let kept = source.shoe.is_some() || !source.waiting.is_empty();
            demand(sealed == kept, Law::Shoes, || {
                format!("table {table}: sealed cards and shoe do not agree")
            })?;
        }
        Ok(u64::try_from(over).unwrap_or(u64::MAX))
    }
}

impl Source {
    /// The shoe ends. It is returned if it must be opened at once.
    fn ended(&mut self) -> Option<Shoe> {
        let shoe = self.shoe.take()?;
        if self.down && self.in_round {
            self.waiting.push(shoe);
            return None;
        }
        Some(shoe)
    }

    fn shuffled(&mut self, table: u64, event: &Value) -> Result<(), Objection> {
        let seal = serde_json::from_str(text(event, "seal")?)
            .map_err(|error| Objection::new(Law::Shoes, error.to_string()))?;
        let (no, decks, device) = (number(event, "shoe")?, self.decks, self.device);
        let before = self.shoe.replace(Shoe {
            table,
            no,
            decks,
            device,
            seal,
            cut: 0,
            out: Vec::new(),
        });
        demand(before.is_none(), Law::Shoes, || {
            format!("shoe {no} is shuffled before the last one is over")
        })
    }

    fn out(&mut self, card: Option<String>) -> Result<(), Objection> {
        let shoe = self
            .shoe
            .as_mut()
            .ok_or_else(|| Objection::new(Law::Cards, "a card comes from nowhere".to_owned()))?;
        shoe.out.push(card);
        if self.device {
            return Ok(());
        }
        let all = number(&shoe.seal, "cards")?;
        let many = u64::try_from(shoe.out.len()).unwrap_or(u64::MAX) > all;
        demand(!many, Law::Cards, || {
            format!("more than {all} cards come out of shoe {}", shoe.no)
        })?;
        let last = shoe.out.last().and_then(Option::as_ref);
        let twins = shoe
            .out
            .iter()
            .flatten()
            .filter(|card| Some(*card) == last)
            .count();
        let twice = u64::try_from(twins).unwrap_or(u64::MAX) > self.decks;
        demand(!twice, Law::Cards, || {
            format!("{last:?} comes {twins} times out of {} decks", self.decks)
        })
    }
}

impl Shoe {
    fn check(&self, document: &[u8], key: [u8; 32]) -> Result<(), Objection> {
        let unreadable = |error: serde_json::Error| Objection::new(Law::Shoes, error.to_string());
        let record: Value = serde_json::from_slice(document).map_err(unreadable)?;
        let known = Known {
            key: Some(PublicKey::new(key)),
            ..Known::default()
        };
        let report = if self.device {
            self.is_device(&record)?;
            serde_json::from_slice::<DeviceRecord>(document)
                .map_err(unreadable)?
                .verify(&known)
        } else {
            self.is_shoe(&record)?;
            serde_json::from_slice::<ShoeRecord>(document)
                .map_err(unreadable)?
                .verify(&known)
        };
        holds(&report)
    }

    /// The opened order, cut where it was cut, is what came out; and it is the whole pack.
    fn is_shoe(&self, record: &Value) -> Result<(), Objection> {
        demand(record["commitment"] == self.seal, Law::Shoes, || {
            "another commitment was published".to_owned()
        })?;
        let order: Vec<&str> = list(record, "reveal")?
            .iter()
            .filter_map(|sealed| sealed["card"].as_str())
            .collect();
        let n = u64::try_from(order.len()).unwrap_or(0);
        for (nth, card) in (0..).zip(&self.out) {
            let place = usize::try_from((self.cut + nth) % n.max(1)).unwrap_or(usize::MAX);
            let right = card.is_none() || order.get(place).copied() == card.as_deref();
            demand(right, Law::Cards, || {
                format!(
                    "card {nth} was {card:?} and the opened shoe has {:?}",
                    order.get(place)
                )
            })?;
        }
        demand(
            list(record, "out")?.len() == self.out.len(),
            Law::Cards,
            || "more or fewer cards are on record".to_owned(),
        )?;
        let mut counts = self.pack(&record["pack"])?;
        for card in order {
            *counts.entry(card.to_owned()).or_default() -= 1;
        }
        let wrong = counts.iter().find(|(_, left)| **left != 0);
        demand(wrong.is_none(), Law::Cards, || {
            format!("the opened shoe is not the pack: {wrong:?}")
        })
    }

    /// Every card was in the device when it came out, and is the one that was seen.
    fn is_device(&self, record: &Value) -> Result<(), Objection> {
        let stretch = list(record, "stretches")?
            .first()
            .ok_or_else(|| Objection::new(Law::Shoes, "no stretch".to_owned()))?;
        demand(stretch["commitment"] == self.seal, Law::Shoes, || {
            "another commitment was published".to_owned()
        })?;
        let mut inside = self.pack(&record["pack"])?;
        let mut out = self.out.iter();
        for one in list(stretch, "moves")? {
            match tagged(one)? {
                ("draw", card) => {
                    let card = card.as_str().unwrap_or_default();
                    let left = inside.entry(card.to_owned()).or_default();
                    *left -= 1;
                    demand(*left >= 0, Law::Cards, || {
                        format!("{card} comes out and is not inside")
                    })?;
                    let seen = out.next();
                    let same =
                        seen.is_some_and(|seen| seen.as_deref().is_none_or(|seen| seen == card));
                    demand(same, Law::Cards, || {
                        format!("{card} is on record and {seen:?} was seen")
                    })?;
                }
                (_, cards) => {
                    for card in cards
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                    {
                        *inside.entry(card.to_owned()).or_default() += 1;
                    }
                }
            }
        }
        demand(out.next().is_none(), Law::Cards, || {
            "more cards were seen than are on record".to_owned()
        })
    }

    /// How often each card is in the pack.
    fn pack(&self, pack: &Value) -> Result<BTreeMap<String, i64>, Objection> {
        demand(pack["decks"] == self.decks, Law::Shoes, || {
            format!("{pack} has not {} decks", self.decks)
        })?;
        let decks = i64::try_from(self.decks).unwrap_or(0);
        let mut counts = BTreeMap::new();
        for rank in "A23456789JQK".chars() {
            counts.extend("cdhs".chars().map(|suit| (format!("{rank}{suit}"), decks)));
        }
        for card in pack["without"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            *counts.entry(card.to_owned()).or_default() -= 1;
        }
        Ok(counts)
    }
}

fn holds(report: &Report) -> Result<(), Objection> {
    demand(report.verdict() == Verdict::Holds, Law::Shoes, || {
        format!("it does not hold: {:?}", report.first_fault())
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use serde_json::json;

    fn entry(body: Value) -> Entry {
        let (stream, transfers) = ("table/1".to_owned(), Vec::new());
        Entry {
            position: 1,
            at: 1,
            stream,
            seq: 1,
            command: None,
            body,
            transfers,
        }
    }

    /// How many shoes must be open after each of these events at a table with its first cards face
    /// up or down.
    fn over(faces: &str, events: &[Value]) -> Vec<usize> {
        let mut shoes = Shoes::default();
        shoes
            .take(&entry(
                json!({ "founded": { "decks": 6, "dealing": "shoe", "faces": faces } }),
            ))
            .unwrap();
        let mut take = |event: &Value| {
            shoes
                .take(&entry(
                    json!({ "steps": [{ "events": [{ "what": event }] }] }),
                ))
                .unwrap();
            shoes.over.len()
        };
        events.iter().map(&mut take).collect()
    }

    #[test]
    fn a_shoe_that_ends_in_mid_round_must_wait_where_cards_lie_face_down() {
        let shuffled = |no: u64| json!({ "shuffled": { "shoe": no, "seal": "{}" } });
        let due = json!({ "shuffle_due": { "why": "ran_out" } });
        for end in ["round_over", "round_void"] {
            let events = [
                shuffled(1),
                json!({ "round_began": {} }),
                due.clone(),
                shuffled(2),
                due.clone(),
                shuffled(3),
                json!({ end: {} }),
                due.clone(),
            ];
            assert_eq!(over("down", &events), [0, 0, 0, 0, 0, 0, 2, 3]);
            assert_eq!(over("up", &events), [0, 0, 1, 1, 2, 2, 2, 3]);
        }
    }
}
