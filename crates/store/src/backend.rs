//! What the journal needs from whatever keeps its bytes: SQLite on one machine, a fake disk in
//! tests, PostgreSQL on many.
//!
//! Nothing here decides anything: a backend keeps what it is given, all of a group or none, and
//! gives it back.

use crate::batch::Put;
use crate::chain::{Hash, Head};
use crate::checkpoint::Checkpoint;
use crate::command::CommandId;
use crate::entry::{Entry, EntryFault, Logged};
use crate::fault::Fault;
use crate::stream::Stream;
use ledger::{Account, Hold, Ledger, Series, TransferId};
use rules::Net;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Whose log it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The name of the house, as checkpoints have it.
    pub origin: String,
    /// The house's public key.
    pub key: [u8; 32],
}

impl Identity {
    /// What stands before the first entry of this house's log.
    pub fn genesis(&self) -> Hash {
        Hash::genesis(&self.origin, &self.key)
    }
}

/// An entry as bytes, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw {
    /// Its position among all entries, from 1.
    pub position: u64,
    /// Its stream.
    pub stream: Stream,
    /// Its number there.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// The exact bytes that were hashed.
    pub bytes: Vec<u8>,
}

impl Raw {
    /// The entry that the bytes hold.
    ///
    /// # Errors
    ///
    /// When they hold none.
    pub fn logged(&self) -> Result<Logged, EntryFault> {
        Ok(Logged {
            position: self.position,
            hash: self.hash,
            entry: Entry::decode(&self.bytes)?,
        })
    }
}

/// What a command was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The digest of the command's content.
    pub digest: Hash,
    /// The answer, as JSON.
    pub answer: Arc<[u8]>,
}

/// Where the answer to a command is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filed {
    /// With the entry at this position.
    Entry(u64),
    /// By itself: the command has no entry.
    Note(Answered),
}

/// A document by its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its key.
    pub key: String,
    /// Its content.
    pub value: Vec<u8>,
}

/// An entry as it is written, with the answer to its command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The entry.
    pub raw: Raw,
    /// What its command was answered, where a command asked for it.
    pub answered: Option<Answered>,
}

/// What is known of the log without reading it: its end, and what all entries up to the last
/// projection come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The end of the log.
    pub head: Head,
    /// The end of the log at the last projection.
    pub projected: Head,
    /// The last number of each stream, at the projection.
    pub streams: BTreeMap<Stream, u64>,
    /// Balances, holds and series, at the projection.
    pub ledger: Ledger,
    /// The last checkpoint.
    pub checkpoint: Option<Checkpoint>,
}

/// Everything one transaction writes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Group {
    /// Entries in the order of their positions.
    pub entries: Vec<Row>,
    /// Answers to commands that have no entry.
    pub notes: Vec<(CommandId, Answered)>,
    /// Documents, in order.
    pub puts: Vec<Put>,
    /// Checkpoints over entries of the group.
    pub checkpoints: Vec<Checkpoint>,
    /// What everything up to the end of this group comes to, now and then.
    pub projection: Option<Projection>,
}

/// What changed since the last projection, so that whoever opens the log need not read all of it.
///
/// To write it with every group would cost more than the log itself: balances and indices are
/// spread over many pages, and the log only grows at its end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Projection {
    /// How many entries it covers.
    pub size: u64,
    /// Where the entries of each stream are.
    pub streams: BTreeMap<(Stream, u64), u64>,
    /// Where the entries of commands are.
    pub commands: BTreeMap<CommandId, u64>,
    /// Balances.
    pub balances: BTreeMap<Account, Net>,
    /// Holds that are open, or ended.
    pub holds: BTreeMap<TransferId, Option<Hold>>,
    /// The last number of each series.
    pub series: BTreeMap<Series, u64>,
}

impl Group {
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        let Self {
            entries,
            notes,
            puts,
            checkpoints,
            projection,
        } = self;
        entries.is_empty()
            && notes.is_empty()
            && puts.is_empty()
            && checkpoints.is_empty()
            && projection.is_none()
    }
}

/// What can be read, by the journal and by everybody else.
pub trait Read {
    /// Whose log it is; nothing before the first opening.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn identity(&mut self) -> Result<Option<Identity>, Fault>;

    /// The end of the log, and what it comes to at the last projection.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn load(&mut self, genesis: Hash) -> Result<Loaded, Fault>;

    /// How many entries the log has.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn size(&mut self) -> Result<u64, Fault>;

    /// Up to `limit` entries from a position on.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn log(&mut self, from: u64, limit: usize) -> Result<Vec<Raw>, Fault>;

    /// Up to `limit` entries of a stream from a number on.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn stream(&mut self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Raw>, Fault>;

    /// Up to `limit` entries from a position on, with the answers to their commands.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn rows(&mut self, from: u64, limit: usize) -> Result<Vec<Row>, Fault>;

    /// What each of these commands was answered; one with an entry is found here only after the
    /// next projection.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn answers(&mut self, ids: &[&CommandId]) -> Result<Vec<Option<Answered>>, Fault>;

    /// One document.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn document(&mut self, space: &str, key: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// All documents of a space, by key.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn documents(&mut self, space: &str) -> Result<Vec<Document>, Fault>;

    /// The last documents of a space by key, the very last first.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn last_documents(&mut self, space: &str, limit: usize) -> Result<Vec<Document>, Fault>;

    /// Up to `limit` documents of all kinds behind this space and key, in their order, each with
    /// its space. Behind two empty names is the first.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn documents_after(
        &mut self,
        space: &str,
        key: &str,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, Fault>;

    /// Up to `limit` commands that are found by their names, in the order of sender and id, behind
    /// this one.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn commands_after(
        &mut self,
        sender: &str,
        id: &str,
        limit: usize,
    ) -> Result<Vec<(CommandId, Filed)>, Fault>;

    /// Whether what keeps the bytes finds itself whole.
    ///
    /// # Errors
    ///
    /// What it finds wrong with itself, or that it cannot be read.
    fn self_check(&mut self) -> Result<(), Fault>;

    /// Up to `limit` checkpoints from a size on.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn checkpoints(&mut self, from: u64, limit: usize) -> Result<Vec<String>, Fault>;

    /// From now on everything is read as it is at this moment.
    ///
    /// # Errors
    ///
    /// When it cannot be held still.
    fn hold_still(&mut self) -> Result<(), Fault>;

    /// From now on everything is read as it is when it is read.
    ///
    /// # Errors
    ///
    /// When it cannot be let go.
    fn let_go(&mut self) -> Result<(), Fault>;
}

/// What the journal writes to. One group at a time: `begin`, then answers are looked up, then
/// `write` and `commit`; `rollback` instead where something failed or there is nothing to write.
pub trait Backend: Read {
    /// Reads beside the journal and never waits for it.
    type Reader: Read + Send + 'static;

    /// Says once and for all whose log it is.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn found(&mut self, identity: &Identity) -> Result<(), Fault>;

    /// Begins a group.
    ///
    /// # Errors
    ///
    /// When it cannot; nothing has begun.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Writes the group.
    ///
    /// # Errors
    ///
    /// When it cannot; `rollback` is next.
    fn write(&mut self, group: &Group) -> Result<(), Fault>;

    /// Makes the group durable: it is on disk when this returns.
    ///
    /// # Errors
    ///
    /// After an error nobody knows whether the group is there; the journal loads everything again.
    fn commit(&mut self) -> Result<(), Fault>;

    /// Forgets the group.
    ///
    /// # Errors
    ///
    /// When it cannot; the journal loads everything again.
    fn rollback(&mut self) -> Result<(), Fault>;

    /// Starts anew after a failure: whatever was begun is gone, whatever was committed is there.
    ///
    /// # Errors
    ///
    /// When it cannot; it may be tried again.
    fn recover(&mut self) -> Result<(), Fault>;

    /// A reader of its own.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    fn reader(&self) -> Result<Self::Reader, Fault>;

    /// Writes a copy of everything to a new file, while the journal goes on.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn backup(&self, to: &Path) -> Result<(), Fault>;

    /// Puts everything where it stays, behind the last group: for a clean end.
    ///
    /// # Errors
    ///
    /// When it cannot; nothing is lost by that.
    fn finish(&mut self) -> Result<(), Fault>;
}
