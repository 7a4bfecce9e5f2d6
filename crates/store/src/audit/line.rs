//! The lines of an export. One line, one text: whatever is read must be written again byte for
//! byte.

use crate::backend::Identity;
use crate::chain::{Hash, hex, unhex};
use crate::key::{HouseKey, is_signed};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What the file says it is.
pub(super) const FORMAT: &str = "pontoon-log";
/// The version of the form.
pub(super) const VERSION: u16 = 1;

/// What goes before the bytes that are signed, so that no signature can be used for anything else.
const HEADER: &[u8] = b"pontoon export header 1\n";
const TRAILER: &[u8] = b"pontoon export trailer 1\n";

/// The first line: what this is, and from where to where.
// Fields in the order of their names, as they are written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// `pontoon-log`.
    pub format: String,
    /// The position of the first entry.
    pub from: u64,
    /// The house's public key, in hexadecimal digits.
    pub key: String,
    /// The house.
    pub origin: String,
    /// The hash before the first entry.
    pub previous: Hash,
    /// When it was exported, in milliseconds since 1970.
    pub time: u64,
    /// The position of the last entry.
    pub to: u64,
    /// The version of the form.
    pub version: u16,
}

/// The last line: what all lines before it come to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trailer {
    /// The size of the last checkpoint, or 0.
    pub after: u64,
    /// How many entries there are.
    pub count: u64,
    /// The SHA-256 hash of all bytes before this line.
    pub digest: Hash,
    /// The hash of the last entry, or the one before the first where there is none.
    pub head: Hash,
}

/// A line of an export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The first line.
    Header {
        /// What it says.
        header: Header,
        /// The house's signature.
        signature: [u8; 64],
    },
    /// An entry.
    Entry {
        /// Its position.
        position: u64,
        /// Its hash.
        hash: Hash,
        /// Its exact bytes.
        bytes: String,
    },
    /// A checkpoint, behind the last entry it covers.
    Checkpoint {
        /// The size of the checkpoint before, or 0.
        after: u64,
        /// Its text.
        text: String,
    },
    /// The last line.
    Trailer {
        /// What it says.
        trailer: Trailer,
        /// The house's signature.
        signature: [u8; 64],
    },
}

/// Why a line is none of an export.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    /// It starts like none of them.
    #[error("the line starts like no header, entry, checkpoint or trailer")]
    Kind,
    /// It is not JSON, or lacks something.
    #[error("{0}")]
    Json(String),
    /// It is not written as such a line is.
    #[error("the line is not written as such a line is: sorted keys, no spaces, lower-case digits")]
    NotExact,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderLine {
    header: Header,
    signature: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine<'a> {
    #[serde(borrow)]
    entry: &'a RawValue,
    hash: Hash,
    position: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointLine {
    after: u64,
    checkpoint: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrailerLine {
    signature: String,
    trailer: Trailer,
}

impl Line {
    /// Reads a line, without its end.
    ///
    /// # Errors
    ///
    /// When it is not exactly a line of an export.
    pub fn parse(text: &str) -> Result<Self, LineFault> {
        let line = if text.starts_with(r#"{"entry":"#) {
            let line: EntryLine<'_> = read(text)?;
            Self::Entry {
                position: line.position,
                hash: line.hash,
                bytes: line.entry.get().to_owned(),
            }
        } else if text.starts_with(r#"{"after":"#) {
            let line: CheckpointLine = read(text)?;
            Self::Checkpoint {
                after: line.after,
                text: line.checkpoint,
            }
        } else if text.starts_with(r#"{"header":"#) {
            let line: HeaderLine = read(text)?;
            Self::Header {
                header: line.header,
                signature: unhex(&line.signature).ok_or(LineFault::NotExact)?,
            }
        } else if text.starts_with(r#"{"signature":"#) {
            let line: TrailerLine = read(text)?;
            Self::Trailer {
                trailer: line.trailer,
                signature: unhex(&line.signature).ok_or(LineFault::NotExact)?,
            }
        } else {
            return Err(LineFault::Kind);
        };
        if line.text() == text {
            Ok(line)
        } else {
            Err(LineFault::NotExact)
        }
    }

    /// Writes the line, without its end.
    pub fn text(&self) -> String {
        match self {
            Self::Entry {
                position,
                hash,
                bytes,
            } => {
                format!(r#"{{"entry":{bytes},"hash":"{hash}","position":{position}}}"#)
            }
            Self::Checkpoint { after, text } => write(&CheckpointLine {
                after: *after,
                checkpoint: text.clone(),
            }),
            Self::Header { header, signature } => write(&HeaderLine {
                header: header.clone(),
                signature: hex(signature),
            }),
            Self::Trailer { trailer, signature } => write(&TrailerLine {
                signature: hex(signature),
                trailer: trailer.clone(),
            }),
        }
    }

    pub(super) fn sign_header(header: Header, key: &HouseKey) -> Self {
        let signature = key.sign(&header.signed());
        Self::Header { header, signature }
    }

    pub(super) fn sign_trailer(trailer: Trailer, key: &HouseKey) -> Self {
        let signature = key.sign(&trailer.signed());
        Self::Trailer { trailer, signature }
    }
}

impl Header {
    /// Whose log it says it is.
    pub(super) fn identity(&self) -> Option<Identity> {
        Some(Identity {
            origin: self.origin.clone(),
            key: unhex(&self.key)?,
        })
    }

    pub(super) fn is_signed(&self, key: &[u8; 32], signature: &[u8; 64]) -> bool {
        is_signed(key, &self.signed(), signature)
    }

    fn signed(&self) -> Vec<u8> {
        [HEADER, write(self).as_bytes()].concat()
    }
}

impl Trailer {
    pub(super) fn is_signed(&self, key: &[u8; 32], signature: &[u8; 64]) -> bool {
        is_signed(key, &self.signed(), signature)
    }

    fn signed(&self) -> Vec<u8> {
        [TRAILER, write(self).as_bytes()].concat()
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineFault> {
    serde_json::from_str(text).map_err(|error| LineFault::Json(error.to_string()))
}

fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a plain value is written to a string")
}
