//! The journal of the house: every accepted command, everything that followed, and every cent that
//! moved.
//!
//! A [`Batch`] is one command's worth of writing. The [`Journal`] puts batches into the log, one
//! behind the other, each bound to all before it by its hash, and answers only when they are on
//! disk. The [`Writer`] does so on a thread of its own. Bytes are kept by a [`Backend`]: [`Sqlite`]
//! in a folder, or [`Memory`] in tests. What the entries mean is not known here: their bodies are
//! opaque.

pub mod audit;
mod backend;
mod batch;
mod canonical;
mod chain;
mod checkpoint;
mod command;
mod entry;
mod fault;
mod house;
mod journal;
mod key;
mod memory;
mod sqlite;
mod state;
mod stream;
mod upcast;
mod writer;

pub use backend::{
    Answered, Backend, Document, Filed, Group, Identity, Loaded, Projection, Raw, Read, Row,
};
pub use batch::{BalancePut, Batch, Outcome, Put, Refusal, Unfit};
pub use canonical::ValueFault;
pub use chain::{Hash, HashFault, Head, hex, unhex};
pub use checkpoint::{Checkpoint, CheckpointFault};
pub use command::{Command, CommandId, CommandIdFault};
pub use entry::{Draft, DraftFault, Entry, EntryFault, LARGEST, Logged};
pub use fault::{Fault, FaultKind};
pub use house::HouseFault;
pub use journal::{Health, Journal, JournalOptions, OpenFault};
pub use key::{HouseKey, KeyFault, PublicKey, PublicKeyFault};
pub use memory::{Failure, FakeDisk, Memory, MemoryReader};
pub use sqlite::{BackupFault, Folder, FolderFault, REMEDY, Sqlite, SqliteReader};
pub use stream::{Stream, StreamFault};
pub use upcast::{Step, UpcastFault, Upcasters};
pub use writer::{Done, NotTaken, Submitter, Writer, WriterOptions, Written};
