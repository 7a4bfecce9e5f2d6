//! The cover of CSV files: their names and digests, what they cover, and the house's signature, in
//! a file of its own.

use super::csv::CsvFiles;
use crate::backend::Identity;
use crate::chain::{Hash, hex, unhex};
use crate::checkpoint::is_origin;
use crate::key::{HouseKey, is_signed};
use std::fmt;
use std::str::FromStr;

const WORD: &str = "pontoon-csv 1";
/// What goes before the bytes that are signed.
const DOMAIN: &[u8] = b"pontoon csv cover 1\n";

/// What the house signed about two CSV files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Whose log.
    pub identity: Identity,
    /// The position of the first entry.
    pub from: u64,
    /// The position of the last.
    pub to: u64,
    /// The hash before the first entry.
    pub previous: Hash,
    /// The hash of the last.
    pub head: Hash,
    /// When, in milliseconds since 1970.
    pub time: u64,
    /// The names of the files.
    pub files: CsvFiles,
    /// The SHA-256 hash of the file of entries.
    pub entries: Hash,
    /// The SHA-256 hash of the file of transfers.
    pub transfers: Hash,
    pub(super) signature: [u8; 64],
}

/// Why a text is no cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "this is no cover: it has the lines `{WORD}`, origin, key, from, to, previous, head, time, \
    entries, transfers, an empty line \
     and signature, each name before its value"
)]
pub struct CoverFault;

impl Cover {
    pub(super) fn sign(mut self, key: &HouseKey) -> Self {
        self.signature = key.sign(&self.signed());
        self
    }

    /// Whether the house's key signed it.
    pub fn is_signed(&self) -> bool {
        is_signed(&self.identity.key, &self.signed(), &self.signature)
    }

    fn signed(&self) -> Vec<u8> {
        [DOMAIN, self.body().as_bytes()].concat()
    }

    fn body(&self) -> String {
        let Self {
            identity,
            from,
            to,
            previous,
            head,
            time,
            files,
            entries,
            transfers,
            ..
        } = self;
        let Identity { origin, key } = identity;
        format!(
            "{WORD}\norigin {origin}\nkey {}\nfrom {from}\nto {to}\nprevious {previous}\nhead \
            {head}\ntime {time}\n\
             entries {entries} {}\ntransfers {transfers} {}\n",
            hex(key),
            files.entries,
            files.transfers,
        )
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\nsignature {}", self.body(), hex(&self.signature))
    }
}

impl FromStr for Cover {
    type Err = CoverFault;

    fn from_str(text: &str) -> Result<Self, CoverFault> {
        // One cover, one text.
        parts(text)
            .filter(|cover| cover.to_string() == text)
            .ok_or(CoverFault)
    }
}

fn parts(text: &str) -> Option<Cover> {
    let mut lines = text.lines();
    lines.next().filter(|word| *word == WORD)?;
    let mut value = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
    let origin = value("origin")
        .filter(|origin| is_origin(origin))?
        .to_owned();
    let identity = Identity {
        origin,
        key: unhex(value("key")?)?,
    };
    let (from, to) = (value("from")?.parse().ok()?, value("to")?.parse().ok()?);
    let (previous, head) = (
        value("previous")?.parse().ok()?,
        value("head")?.parse().ok()?,
    );
    let time = value("time")?.parse().ok()?;
    let (entries, entries_name) = value("entries")?.split_once(' ')?;
    let (transfers, transfers_name) = value("transfers")?.split_once(' ')?;
    let files = CsvFiles::new(entries_name, transfers_name)?;
    let (entries, transfers) = (entries.parse().ok()?, transfers.parse().ok()?);
    lines.next().filter(|line| line.is_empty())?;
    let signature = unhex(lines.next()?.strip_prefix("signature ")?)?;
    Some(Cover {
        identity,
        from,
        to,
        previous,
        head,
        time,
        files,
        entries,
        transfers,
        signature,
    })
}
