//! The log as the auditor reads it: hashes and numbers first.

use super::json::{list, number, text};
use super::objection::{Law, Objection, demand};
use crate::evidence::Evidence;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// An entry.
pub(crate) struct Entry {
    pub(crate) position: u64,
    pub(crate) at: u64,
    pub(crate) stream: String,
    pub(crate) seq: u64,
    /// Sender and id of the command, where one asked for it.
    pub(crate) command: Option<(String, String)>,
    pub(crate) body: Value,
    pub(crate) transfers: Vec<Value>,
}

impl Entry {
    /// The table it belongs to.
    pub(crate) fn table(&self) -> Option<u64> {
        self.stream
            .strip_prefix("table/")
            .and_then(|no| no.parse().ok())
    }

    /// The commands with their events; none in an entry that sets a table up.
    pub(crate) fn steps(&self) -> &[Value] {
        self.body["steps"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Everything that happened at the table.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Value> {
        self.steps()
            .iter()
            .flat_map(|step| step["events"].as_array().into_iter().flatten())
    }
}

/// Reads the log. Its chain and its numbers must hold.
pub(crate) fn read(evidence: &Evidence) -> Result<Vec<Entry>, Objection> {
    let mut hash = genesis(evidence);
    let mut streams: BTreeMap<String, u64> = BTreeMap::new();
    let mut entries = Vec::new();
    for (position, line) in (1..).zip(&evidence.log) {
        hash = next(hash, &line.bytes);
        demand(
            line.position == position && line.hash == hash,
            Law::Log,
            || format!("entry {position} breaks the chain"),
        )?;
        let entry = entry(position, &line.bytes)?;
        let last = streams.entry(entry.stream.clone()).or_insert(0);
        *last += 1;
        demand(entry.seq == *last, Law::Log, || {
            format!(
                "entry {position} is number {} of {}, not {last}",
                entry.seq, entry.stream
            )
        })?;
        entries.push(entry);
    }
    Ok(entries)
}

fn genesis(evidence: &Evidence) -> [u8; 32] {
    let start = [
        b"pontoon log 1\n",
        evidence.origin.as_bytes(),
        b"\n",
        &evidence.key,
    ]
    .concat();
    Sha256::digest(start).into()
}

fn next(hash: [u8; 32], bytes: &[u8]) -> [u8; 32] {
    Sha256::digest([b"pontoon entry 1\n", hash.as_slice(), bytes].concat()).into()
}

fn entry(position: u64, bytes: &[u8]) -> Result<Entry, Objection> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Objection::new(Law::Log, format!("entry {position}: {error}")))?;
    let command = &value["command"];
    let command = match command.is_null() {
        true => None,
        false => Some((
            text(command, "sender")?.to_owned(),
            text(command, "id")?.to_owned(),
        )),
    };
    Ok(Entry {
        position,
        at: number(&value, "at")?,
        stream: text(&value, "stream")?.to_owned(),
        seq: number(&value, "seq")?,
        command,
        body: value["body"].clone(),
        transfers: list(&value, "transfers")?.to_vec(),
    })
}
