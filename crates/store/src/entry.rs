//! An entry of the log: one accepted command and everything that followed. What its body means is
//! not known here.

use crate::canonical::{self, ValueFault};
use crate::chain::Hash;
use crate::command::CommandId;
use crate::stream::Stream;
use ledger::Transfer;
use serde::Deserialize;
use serde_json::Value;

/// What a caller wants written: an entry that has no number yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// Whose history it belongs to.
    pub stream: Stream,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// Who did it.
    pub by: String,
    /// What kind of record the body is.
    pub kind: String,
    /// The version of that kind.
    pub version: u16,
    /// The events.
    pub body: Value,
    /// The money that moved.
    pub transfers: Vec<Transfer>,
}

/// An entry as it stands in the log.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The events.
    pub body: Value,
    /// Who did it.
    pub by: String,
    /// The command that asked for it; none where the house acted by itself.
    pub command: Option<CommandId>,
    /// What kind of record the body is.
    pub kind: String,
    /// Its number in its stream, from 1.
    pub seq: u64,
    /// Whose history it belongs to.
    pub stream: Stream,
    /// The money that moved.
    pub transfers: Vec<Transfer>,
    /// The version of the kind.
    pub version: u16,
}

/// An entry with its place in the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Logged {
    /// Its position among all entries, from 1.
    pub position: u64,
    /// Its hash.
    pub hash: Hash,
    /// The entry.
    pub entry: Entry,
}

/// Why an entry cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DraftFault {
    /// A body that has no place in a record.
    #[error("the body of an entry does not fit: {0}")]
    Body(#[from] ValueFault),
    /// Who did it is not told in plain text.
    #[error("who did it is told in 1 to 128 bytes of text without control characters")]
    By,
    /// A kind that is no word.
    #[error("the kind of a record is 1 to 64 lower-case letters, digits, `-`, `_`, `.` or `/`")]
    Kind,
    /// Longer than a reader should have to hold.
    #[error("an entry has at most {LARGEST} bytes")]
    TooLarge,
}

/// The largest entry, in bytes.
pub const LARGEST: usize = 1 << 24;

/// Why bytes are no entry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntryFault {
    /// Not JSON, or not the JSON of an entry.
    #[error("these bytes are no entry: {0}")]
    Json(String),
    /// An entry, but not as one is written.
    #[error(
        "an entry is written with sorted keys, without spaces and with whole numbers only: these \
        bytes are not"
    )]
    NotCanonical,
}

/// The bytes of a draft but for its number, which only the journal knows.
#[derive(Clone, Debug)]
pub(crate) struct Encoded {
    bytes: Vec<u8>,
    /// Where the number goes.
    seq_at: usize,
}

impl Encoded {
    pub(crate) fn with_seq(mut self, seq: u64) -> Vec<u8> {
        self.bytes
            .splice(self.seq_at..self.seq_at, seq.to_string().into_bytes());
        self.bytes
    }
}

impl Draft {
    pub(crate) fn encode(&self, command: Option<&CommandId>) -> Result<Encoded, DraftFault> {
        if !(1..=128).contains(&self.by.len()) || self.by.chars().any(char::is_control) {
            return Err(DraftFault::By);
        }
        let letter = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/');
        if !(1..=64).contains(&self.kind.len()) || !self.kind.bytes().all(letter) {
            return Err(DraftFault::Kind);
        }
        let encoded = encode(&Fields {
            at: self.at,
            body: &self.body,
            by: &self.by,
            command,
            kind: &self.kind,
            stream: self.stream,
            transfers: &self.transfers,
            version: self.version,
        })?;
        if encoded.bytes.len() > LARGEST {
            return Err(DraftFault::TooLarge);
        }
        Ok(encoded)
    }
}

impl Entry {
    /// Reads an entry.
    ///
    /// # Errors
    ///
    /// When the bytes are not the JSON of an entry.
    pub fn decode(bytes: &[u8]) -> Result<Self, EntryFault> {
        serde_json::from_slice(bytes).map_err(|error| EntryFault::Json(error.to_string()))
    }

    /// Reads an entry that must be written as entries are.
    ///
    /// # Errors
    ///
    /// When the bytes are not the JSON of an entry, or not byte for byte what [`Entry::encode`]
    /// gives.
    pub fn decode_exact(bytes: &[u8]) -> Result<Self, EntryFault> {
        let entry = Self::decode(bytes)?;
        if entry.encode().is_ok_and(|again| again == bytes) {
            Ok(entry)
        } else {
            Err(EntryFault::NotCanonical)
        }
    }

    /// The bytes of the entry: the ones that are hashed.
    ///
    /// # Errors
    ///
    /// When the body has no place in a record.
    pub fn encode(&self) -> Result<Vec<u8>, ValueFault> {
        let encoded = encode(&Fields {
            at: self.at,
            body: &self.body,
            by: &self.by,
            command: self.command.as_ref(),
            kind: &self.kind,
            stream: self.stream,
            transfers: &self.transfers,
            version: self.version,
        })?;
        Ok(encoded.with_seq(self.seq))
    }
}

struct Fields<'a> {
    at: u64,
    body: &'a Value,
    by: &'a str,
    command: Option<&'a CommandId>,
    kind: &'a str,
    stream: Stream,
    transfers: &'a [Transfer],
    version: u16,
}

fn encode(fields: &Fields<'_>) -> Result<Encoded, ValueFault> {
    let mut out = Vec::with_capacity(1024);
    out.extend_from_slice(br#"{"at":"#);
    canonical::write_sorted(&fields.at, &mut out);
    out.extend_from_slice(br#","body":"#);
    canonical::write(fields.body, &mut out)?;
    out.extend_from_slice(br#","by":"#);
    canonical::write_sorted(fields.by, &mut out);
    out.extend_from_slice(br#","command":"#);
    canonical::write_sorted(&fields.command, &mut out);
    out.extend_from_slice(br#","kind":"#);
    canonical::write_sorted(fields.kind, &mut out);
    out.extend_from_slice(br#","seq":"#);
    let seq_at = out.len();
    out.extend_from_slice(br#","stream":"#);
    canonical::write_sorted(&fields.stream, &mut out);
    out.extend_from_slice(br#","transfers":"#);
    canonical::write_transfers(fields.transfers, &mut out);
    out.extend_from_slice(br#","version":"#);
    canonical::write_sorted(&fields.version, &mut out);
    out.push(b'}');
    // Room for the number: the journal should not have to move the bytes.
    out.reserve(20);
    Ok(Encoded { bytes: out, seq_at })
}
