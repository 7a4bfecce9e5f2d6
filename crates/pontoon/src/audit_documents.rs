//! The documents beside the log: each is read, and what the log says of it is compared.
//! `audit_desk.rs` knows the desk's.

use crate::audit_desk::DeskDocuments;
use anyhow::{Context, Result, bail};
use desk::{Desk, Document as _, Incident, MoneyWhy, SPACES, Terms};
use house::{Funds, Replayed, TableDocuments, read_document};
use rules::Net;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use store::{Entry, Hash, Put, Read, Row};
use table::Time;

/// How many are read at a time.
const AT_ONCE: usize = 256;

/// How many documents there are of each kind.
pub(crate) type Counts = BTreeMap<String, u64>;

/// Kinds that are written once and then stay as they are.
const KEPT: [&str; 7] = [
    "round",
    "recall",
    "funds",
    "funds-after",
    "cash",
    "incident",
    "shoe",
];
/// The one kind of which the log says nothing: when a session was last heard of.
const SEEN: &str = "seen";
/// The one kind whose content is not shown to anybody.
const SECRET: &str = "sealed";

/// Reads every document.
pub(crate) fn read_all(read: &mut dyn Read) -> Result<Counts> {
    let mut counts = Counts::new();
    each(read, |_, space, key, value| {
        decode(space, key, value).with_context(|| name(space, key))?;
        *counts.entry(kind(space).to_owned()).or_default() += 1;
        Ok(())
    })?;
    Ok(counts)
}

/// Replays the log to its end and compares every document, and every answer kept with an entry,
/// with what the log says.
/// What is read must be held still.
pub(crate) fn compare(read: &mut dyn Read, to: u64) -> Result<(Replayed, Compared)> {
    let mut replayed = Replayed::default();
    let (mut tables, mut desk) = (TableDocuments::default(), DeskDocuments::default());
    let mut expected = Expected::default();
    while replayed.entries < to {
        let rows = read.rows(replayed.entries + 1, AT_ONCE)?;
        if rows.is_empty() {
            break;
        }
        for Row { raw, answered } in rows {
            let (position, entry) = (
                raw.position,
                Entry::decode_exact(&raw.bytes)
                    .with_context(|| format!("entry {}", raw.position))?,
            );
            replayed.tell(position, &entry)?;
            let left = tables.of_entry(&entry, read)?;
            if let Some((name, why)) = left.lost.first() {
                bail!("document {name}: {why}");
            }
            if let Some(right) = &left.answered {
                let found = answered
                    .as_ref()
                    .map(|answered| (answered.digest, answer(&answered.answer)));
                same_answer(position, found, right)?;
                expected.answers += 1;
            }
            let puts = desk.of_entry(&entry, &left, &tables, &replayed)?;
            for put in left.puts.into_iter().chain(puts) {
                expected.put(put, read)?;
            }
        }
    }
    expected.now.extend(desk.now());
    let compared = expected.end(read)?;
    Ok((replayed, compared))
}

fn answer(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_default()
}

fn same_answer(position: u64, found: Option<(Hash, Value)>, right: &(Hash, Value)) -> Result<()> {
    let Some((digest, answer)) = found else {
        bail!("entry {position}: the answer to its command is missing")
    };
    if digest != right.0 {
        bail!(
            "entry {position}: the digest of its command is {digest}, and the command in the log \
            has {}",
            right.0
        );
    }
    if answer != right.1 {
        bail!(
            "entry {position}: its command was answered {}, and the database has {answer}",
            right.1
        );
    }
    Ok(())
}

/// What was compared with the log, and what could only be read.
#[derive(Debug)]
pub(crate) struct Compared {
    /// Documents of each kind that are what the log says.
    pub(crate) documents: Counts,
    /// Answers to commands at tables.
    pub(crate) answers: u64,
    /// Documents of which the log says nothing.
    pub(crate) readable: u64,
}

/// What there must be beside the log.
#[derive(Default)]
struct Expected {
    /// Documents that change: as they must be now, and what of them the log does not know.
    now: BTreeMap<(String, String), Right>,
    /// Documents that stay and were compared when they were met.
    met: HashSet<Hash>,
    documents: Counts,
    answers: u64,
}

/// A document as the log says it is.
pub(crate) struct Right {
    pub(crate) value: Vec<u8>,
    /// Places in it of which the log says nothing.
    pub(crate) but: &'static [&'static str],
}

impl Expected {
    fn put(&mut self, put: Put, read: &mut dyn Read) -> Result<()> {
        let Put { space, key, value } = put;
        let Some(value) = value else {
            self.now.remove(&(space, key));
            return Ok(());
        };
        let right = Right { value, but: &[] };
        if !KEPT.contains(&kind(&space)) {
            self.now.insert((space, key), right);
            return Ok(());
        }
        let found = read.document(&space, &key)?;
        same(&space, &key, found.as_deref(), &right)?;
        if self.met.insert(fingerprint(&space, &key)) {
            *self.documents.entry(kind(&space).to_owned()).or_default() += 1;
        }
        Ok(())
    }

    fn end(mut self, read: &mut dyn Read) -> Result<Compared> {
        let mut readable = 0;
        each(read, |_, space, key, value| {
            if self.met.contains(&fingerprint(space, key)) {
                return Ok(());
            }
            if space == SEEN {
                readable += 1;
                return Ok(());
            }
            let Some(right) = self.now.remove(&(space.to_owned(), key.to_owned())) else {
                bail!(
                    "{}: it is there, and nothing in the log leaves such a document",
                    name(space, key)
                );
            };
            same(space, key, Some(value), &right)?;
            *self.documents.entry(kind(space).to_owned()).or_default() += 1;
            Ok(())
        })?;
        if let Some(((space, key), right)) = self.now.first_key_value() {
            same(space, key, None, right)?;
        }
        Ok(Compared {
            documents: self.documents,
            answers: self.answers,
            readable,
        })
    }
}

fn fingerprint(space: &str, key: &str) -> Hash {
    Hash::of(format!("{space}\n{key}").as_bytes())
}

fn same(space: &str, key: &str, found: Option<&[u8]>, right: &Right) -> Result<()> {
    let shown = |value: &[u8]| match space {
        SECRET => "cards that nobody may see yet".to_owned(),
        _ => String::from_utf8_lossy(value).into_owned(),
    };
    let Some(found) = found else {
        bail!(
            "{}: it is missing, and the log says {}",
            name(space, key),
            shown(&right.value)
        );
    };
    if found == right.value {
        return Ok(());
    }
    let values = serde_json::from_slice(found)
        .ok()
        .zip(serde_json::from_slice(&right.value).ok());
    match values {
        Some((found, value)) => match difference(String::new(), &found, &value, right.but) {
            None => Ok(()),
            Some((place, found, right)) => bail!(
                "{}: {place} is {found}, and the log says {right}",
                name(space, key)
            ),
        },
        None => bail!(
            "{}: it is {}, and the log says {}",
            name(space, key),
            shown(found),
            shown(&right.value)
        ),
    }
}

/// The first place where two values differ, but for these places.
fn difference(
    place: String,
    found: &Value,
    right: &Value,
    but: &[&str],
) -> Option<(String, String, String)> {
    if found == right || but.contains(&place.as_str()) {
        return None;
    }
    if let (Value::Object(found), Value::Object(right)) = (found, right) {
        let keys: std::collections::BTreeSet<&String> = found.keys().chain(right.keys()).collect();
        return keys.into_iter().find_map(|key| {
            let inner = if place.is_empty() {
                key.clone()
            } else {
                format!("{place}.{key}")
            };
            difference(
                inner,
                found.get(key).unwrap_or(&Value::Null),
                right.get(key).unwrap_or(&Value::Null),
                but,
            )
        });
    }
    let place = if place.is_empty() {
        "it".to_owned()
    } else {
        place
    };
    Some((place, found.to_string(), right.to_string()))
}

fn name(space: &str, key: &str) -> String {
    format!("document {space}/{key}")
}

/// What kind of document lies in a space: some have one for each player.
fn kind(space: &str) -> &str {
    space.split_once('/').map_or(space, |(kind, _)| kind)
}

/// Every document, in the order of their names.
fn each(
    read: &mut dyn Read,
    mut does: impl FnMut(&mut dyn Read, &str, &str, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut last = (String::new(), String::new());
    loop {
        let documents = read.documents_after(&last.0, &last.1, AT_ONCE)?;
        let Some((space, document)) = documents.last() else {
            return Ok(());
        };
        last = (space.clone(), document.key.clone());
        for (space, document) in &documents {
            does(read, space, &document.key, &document.value)?;
        }
    }
}

/// A movement of money at the desk.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is only read")]
struct Cash {
    at: Time,
    net: Net,
    why: MoneyWhy,
    transfer: String,
}

fn decode(space: &str, key: &str, value: &[u8]) -> Result<()> {
    if let Some(read) = read_document(space, key, value) {
        return read.map_err(anyhow::Error::msg);
    }
    match kind(space) {
        _ if SPACES.contains(&space) => {
            drop(Desk::restore(Terms::default(), [(space, key, value)])?)
        }
        Incident::SPACE => drop(Incident::read(key, value)?),
        "funds" => {
            serde_json::from_slice::<Funds>(value)?;
        }
        "cash" => drop(serde_json::from_slice::<Cash>(value)?),
        "funds-after" => drop(std::str::from_utf8(value)?.parse::<i64>()?),
        _ => bail!(
            "this program knows no documents of the kind `{}`",
            kind(space)
        ),
    }
    Ok(())
}
