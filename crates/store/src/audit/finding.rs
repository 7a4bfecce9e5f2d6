//! What is wrong with a log, where, and what would be right.

use crate::chain::Hash;
use crate::checkpoint::CheckpointFault;
use crate::fault::Fault;
use crate::stream::Stream;
use ledger::LedgerRefusal;
use std::fmt;
use std::io;

/// The first thing that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The line of the file, from 1; none in a database.
    pub line: Option<u64>,
    /// The first entry that is not as it should be, or that nothing vouches for.
    pub position: u64,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A line that is not what it should be.
    #[error("there should be {expected} here: {why}")]
    Unreadable {
        /// What should be here.
        expected: &'static str,
        /// What is wrong with what is.
        why: String,
    },
    /// The house's key did not sign it.
    #[error("{what} is not signed by the house's key {key}")]
    NotSigned {
        /// What should be signed.
        what: &'static str,
        /// The public key.
        key: String,
    },
    /// Another key than the one that is trusted.
    #[error("it is signed with the key {found}, and the key that is trusted is {right}")]
    OtherKey {
        /// Whose key it is.
        found: String,
        /// Whose it should be.
        right: String,
    },
    /// The log does not begin where a log of this house begins.
    #[error("the log starts from {found}, and a log of this house starts from {right}")]
    Start {
        /// The hash it starts from.
        found: Hash,
        /// The hash it should start from.
        right: Hash,
    },
    /// An entry is not there.
    #[error("the entry is missing: the next one there is {found}")]
    Missing {
        /// The position of the entry that stands in its place.
        found: u64,
    },
    /// An entry is not there, and the checkpoint that covers it is.
    #[error("the entry is missing: the checkpoint over {size} entries comes next")]
    MissingBefore {
        /// How many entries the checkpoint covers.
        size: u64,
    },
    /// Entries are missing at the end.
    #[error("the log ends before this entry, and should go on to {right}")]
    CutOff {
        /// The last position there should be.
        right: u64,
    },
    /// An export has all its entries, and not the line that ends it.
    #[error("the line that ends an export is missing: nothing signs that this is all")]
    NoEnd,
    /// Bytes and hash do not belong together.
    #[error("its hash is {found} and should be {right}: its bytes or its hash were changed")]
    Hash {
        /// The hash that is there.
        found: Hash,
        /// The hash of the bytes after the entry before.
        right: Hash,
    },
    /// The number in the stream.
    #[error("it is entry {found} of {stream}, and {right} is next")]
    Seq {
        /// The stream.
        stream: Stream,
        /// Its number.
        found: u64,
        /// The number it should have.
        right: u64,
    },
    /// A column of the database does not say what the entry says.
    #[error(
        "the database files it as entry {found_seq} of {found}, and it is entry {right_seq} of \
        {right}"
    )]
    Filed {
        /// The stream's column.
        found: Stream,
        /// The number's column.
        found_seq: u64,
        /// The stream.
        right: Stream,
        /// The number.
        right_seq: u64,
    },
    /// Its money cannot have moved.
    #[error("its transfers cannot be made: {0}")]
    Ledger(LedgerRefusal),
    /// A checkpoint that is none of this house's.
    #[error("the checkpoint behind entry {size} does not hold: {fault}")]
    Checkpoint {
        /// Where it is.
        size: u64,
        /// Why not.
        fault: CheckpointFault,
    },
    /// The house signed another hash.
    #[error(
        "the house signed {signed} for entry {size}, and it has {found}: entries up to there were \
        changed, hashes and all"
    )]
    Signed {
        /// Where.
        size: u64,
        /// The hash that is signed.
        signed: Hash,
        /// The hash that is there.
        found: Hash,
    },
    /// A checkpoint is not there.
    #[error(
        "the checkpoint behind entry {size} is missing, and nothing else vouches for the entries \
        up to there"
    )]
    NoCheckpoint {
        /// Where it should be.
        size: u64,
    },
    /// A checkpoint stands where it does not belong.
    #[error("the checkpoint over {found} entries stands behind entry {right}")]
    CheckpointMoved {
        /// How many entries it covers.
        found: u64,
        /// How many come before it.
        right: u64,
    },
    /// The trailer says something else.
    #[error("the end says that {what} is {right}, and it is {found}")]
    End {
        /// What.
        what: &'static str,
        /// What it is.
        found: String,
        /// What it was when it was signed.
        right: String,
    },
    /// A row of a CSV file.
    #[error("the row is `{found}` and should be `{right}`")]
    Row {
        /// What is there.
        found: String,
        /// What should be there.
        right: String,
    },
    /// One of several files.
    #[error("in {file}: {problem}")]
    InFile {
        /// Its name.
        file: String,
        /// What is wrong in it.
        problem: Box<Problem>,
    },
    /// The answer to a command that is kept with an entry.
    #[error("the answer to the command {id} {what}")]
    Answer {
        /// Which command.
        id: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A table that sums up the log does not agree with it.
    #[error("the log comes to {right} for {what}, and the database has {found}")]
    Projection {
        /// What.
        what: String,
        /// What the table has.
        found: String,
        /// What the log comes to.
        right: String,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}", self.position)?;
        if let Some(line) = self.line {
            write!(f, " (line {line})")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for Finding {}

/// Why a log is not verified, or not exported.
#[derive(Debug, thiserror::Error)]
pub enum AuditFault {
    /// It is not as it should be.
    #[error(transparent)]
    Found(#[from] Finding),
    /// There is nothing to check: the database has no house in it yet.
    #[error("no house has begun its log here")]
    NoHouse,
    /// Something beside the log is not as it should be.
    #[error("{what}: {why}")]
    Beside {
        /// What.
        what: String,
        /// What is wrong with it, and what the log says.
        why: String,
    },
    /// These entries are not in the log.
    #[error("there are no entries {from} to {to}: the log has the entries 1 to {size}")]
    NoSpan {
        /// The first that was asked for.
        from: u64,
        /// The last.
        to: u64,
        /// How many there are.
        size: u64,
    },
    /// The key is not the house's.
    #[error("the key {given} cannot sign for this house: its key is {right}")]
    NotTheKey {
        /// The public key that was given.
        given: String,
        /// The house's.
        right: String,
    },
    /// The database cannot be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
