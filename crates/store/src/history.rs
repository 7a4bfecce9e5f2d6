//! Reading the log as entries: decoded, and brought to the newest version of their kind.

use crate::backend::{Raw, Read};
use crate::entry::{EntryFault, Logged};
use crate::fault::Fault;
use crate::stream::Stream;
use crate::upcast::{UpcastFault, Upcasters};
use std::sync::Arc;

/// Reads entries beside the journal.
#[derive(Debug)]
pub struct History<R> {
    read: R,
    upcasters: Arc<Upcasters>,
}

/// Why entries cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryFault {
    /// The disk's side.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Bytes that are no entry.
    #[error("entry {position}: {fault}")]
    Entry {
        /// Where.
        position: u64,
        /// Why.
        fault: EntryFault,
    },
    /// A record that this program cannot read.
    #[error("entry {position}: {fault}")]
    Upcast {
        /// Where.
        position: u64,
        /// Why.
        fault: UpcastFault,
    },
}

impl<R: Read> History<R> {
    /// Reads with these upcasters.
    pub fn new(read: R, upcasters: Arc<Upcasters>) -> Self {
        Self { read, upcasters }
    }

    /// Up to `limit` entries from a position on.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub fn log(&mut self, from: u64, limit: usize) -> Result<Vec<Logged>, HistoryFault> {
        let raws = self.read.log(from, limit)?;
        raws.iter().map(|raw| self.logged(raw)).collect()
    }

    /// Up to `limit` entries of a stream from a number on.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub fn stream(&mut self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Logged>, HistoryFault> {
        let raws = self.read.stream(stream, from, limit)?;
        raws.iter().map(|raw| self.logged(raw)).collect()
    }

    /// What is read from, for documents.
    pub fn read(&mut self) -> &mut R {
        &mut self.read
    }

    fn logged(&self, raw: &Raw) -> Result<Logged, HistoryFault> {
        let position = raw.position;
        let logged = raw.logged().map_err(|fault| HistoryFault::Entry { position, fault })?;
        let entry = self.upcasters.read(logged.entry).map_err(|fault| HistoryFault::Upcast { position, fault })?;
        Ok(Logged { entry, ..logged })
    }
}
