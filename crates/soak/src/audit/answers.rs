//! What clients were told, held against the log.

use super::json::tagged;
use super::log::Entry;
use super::objection::{Law, Objection, demand};
use crate::evidence::{Evidence, Heard};
use serde_json::Value;
use std::collections::BTreeMap;

type Name = (String, String);

/// Everything clients heard must be so in the log. How many were refused.
pub(crate) fn compare(entries: &[Entry], evidence: &Evidence) -> Result<u64, Objection> {
    let mut named: BTreeMap<&Name, &Entry> = BTreeMap::new();
    for entry in entries {
        if let Some(name) = &entry.command
            && let Some(before) = named.insert(name, entry)
        {
            let what = format!(
                "{name:?} was done in entry {} and again in entry {}",
                before.position, entry.position
            );
            return Err(Objection::new(Law::Once, what));
        }
    }
    let mut refused = 0;
    let mut positions: Vec<(&Heard, u64)> = Vec::new();
    for heard in &evidence.heard {
        let place = format!("{} of {}", heard.id, heard.sender);
        let done = named
            .get(&(heard.sender.clone(), heard.id.clone()))
            .copied();
        match tagged(&heard.answer)? {
            ("refused", why) => {
                refused += 1;
                // The name may be that of another command, which was done.
                let other = why["reason"] == "id_reused";
                demand(done.is_none() || other, Law::Refused, || {
                    format!("{place} was refused and is in the log")
                })?;
            }
            ("done", said) if heard.table.is_some() => {
                positions
                    .extend(at_table(heard, said, done).map_err(|objection| objection.at(&place))?);
            }
            _ => {
                let entry = done.filter(|entry| entry.stream == "house");
                let entry = entry.ok_or_else(|| {
                    Objection::new(Law::Acknowledged, format!("{place} is not in the log"))
                })?;
                positions.push((heard, entry.position));
            }
        }
    }
    in_order(&positions)?;
    told(entries, evidence)?;
    Ok(refused)
}

/// A command that was acknowledged is in the log of its table, under its version, as it was asked.
fn at_table<'a>(
    heard: &'a Heard,
    said: &Value,
    done: Option<&Entry>,
) -> Result<Option<(&'a Heard, u64)>, Objection> {
    let Some(entry) = done else {
        // Whoever is ready already may say so again, and nothing happens.
        let nothing = heard
            .command
            .as_ref()
            .is_some_and(|command| command == "ready" || command == "tick");
        demand(nothing, Law::Acknowledged, || {
            format!("{:?} is not in the log", heard.command)
        })?;
        return Ok(None);
    };
    let same = said["version"] == entry.seq && entry.table() == heard.table;
    demand(same, Law::Acknowledged, || {
        format!(
            "version {} was told and it is {} {}",
            said["version"], entry.stream, entry.seq
        )
    })?;
    let step = entry.steps().first().unwrap_or(&Value::Null);
    demand(
        Some(&step["command"]) == heard.command.as_ref(),
        Law::Acknowledged,
        || {
            format!(
                "{:?} was asked and {} is in the log",
                heard.command, step["command"]
            )
        },
    )?;
    let by = step["by"]["player"]
        .as_u64()
        .map(|player| format!("person/{player}"));
    let own = by.is_none_or(|by| by == heard.sender);
    demand(own, Law::Acknowledged, || {
        format!("it is in the log as {}'s", step["by"])
    })?;
    Ok(Some((heard, entry.position)))
}

/// What somebody knew before something else was asked comes before it in the log.
fn in_order(positions: &[(&Heard, u64)]) -> Result<(), Objection> {
    let mut asked: Vec<&(&Heard, u64)> = positions.iter().collect();
    asked.sort_by_key(|(heard, _)| heard.first);
    let mut answered: Vec<&(&Heard, u64)> = positions.iter().collect();
    answered.sort_by_key(|(heard, _)| heard.heard);
    let mut answered = answered.into_iter().peekable();
    let mut last = 0;
    for (heard, position) in asked {
        while let Some((_, before)) = answered.next_if(|(other, _)| other.heard < heard.first) {
            last = last.max(*before);
        }
        demand(*position > last, Law::Order, || {
            format!(
                "{} of {} is entry {position} and was asked when entry {last} was known",
                heard.id, heard.sender
            )
        })?;
    }
    Ok(())
}

/// Everybody was told what the log says of each version, but for cards that lie face down.
fn told(entries: &[Entry], evidence: &Evidence) -> Result<(), Objection> {
    let by_version: BTreeMap<(u64, u64), &Entry> = entries
        .iter()
        .filter_map(|entry| Some(((entry.table()?, entry.seq), entry)))
        .collect();
    for (key, events) in &evidence.frames {
        let (table, version) = key;
        let fault = |what: &str| {
            Objection::new(
                Law::Told,
                format!("version {version} of table {table} {what}"),
            )
        };
        let entry = by_version
            .get(key)
            .ok_or_else(|| fault("was told and is not in the log"))?;
        let told: Vec<Value> =
            serde_json::from_str(events).map_err(|_| fault("was told in no JSON"))?;
        let mut told = told.iter().peekable();
        for event in entry.events() {
            if told.next_if_eq(&event).is_none() {
                let down = event["what"]["round"]["what"]["dealt"]["face"] == "down";
                demand(down, Law::Told, || {
                    fault(&format!("was told without {event}")).what
                })?;
            }
        }
        demand(told.next().is_none(), Law::Told, || {
            fault("was told with more than happened").what
        })?;
    }
    Ok(())
}
