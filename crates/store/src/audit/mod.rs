//! Checking the log: in the database, and in exports that anybody can check without it.
//!
//! Whatever was changed, removed, moved or cut off since the house signed it is found, and the
//! first entry that is not as it should be is named. What the house never signed, and what it
//! signed twice, nobody can find here: for that somebody else must keep checkpoints or exports.

mod cover;
mod csv;
mod database;
mod export;
mod export_check;
mod finding;
mod line;
mod walk;

pub use cover::{Cover, CoverFault};
pub use csv::{CsvFiles, export_csv, verify_csv};
pub use database::{verify_database, verify_held_still};
pub use export::{Span, export};
pub use export_check::verify_export;
pub use finding::{AuditFault, Finding, Problem};
pub use line::{Header, Line, LineFault, Trailer};

pub(crate) use walk::CHECKPOINT_AT_LEAST_EVERY;

use crate::backend::Identity;
use crate::chain::Head;

/// A log, or a part of one, that is as the house signed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Whose it is.
    pub identity: Identity,
    /// The position of its first entry.
    pub from: u64,
    /// Its end.
    pub head: Head,
    /// How many checkpoints it holds.
    pub checkpoints: u64,
    /// How many entries are covered by a signature; entries behind are only chained.
    pub signed: u64,
    /// What signs its end.
    pub by: SignedBy,
}

/// What vouches for the end of a log, or of a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignedBy {
    /// The checkpoints in it, and nothing behind the last of them.
    Checkpoints,
    /// The last line of an export.
    Trailer,
    /// The cover of CSV files, which hold no checkpoints.
    Cover,
}
