//! What is asked of the journal, and what it answers.

use crate::canonical::ValueFault;
use crate::command::Command;
use crate::entry::{Draft, DraftFault, Encoded};
use crate::fault::Fault;
use crate::stream::Stream;
use ledger::{Account, LedgerRefusal, Transfer};
use rules::Net;
use serde_json::Value;
use std::sync::Arc;

/// One command's worth of writing: all of it is done, or none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// What is logged. A refused command logs nothing: only its answer is kept.
    pub entry: Option<Draft>,
    /// The number of the stream's last entry as the caller knows it; without it the entry goes
    /// behind whatever is last.
    pub expected: Option<u64>,
    /// The command, if one asked for this.
    pub command: Option<Command>,
    /// What the sender was answered; it is given again when the command comes again.
    pub answer: Value,
    /// Documents that change together with it.
    pub puts: Vec<Put>,
    /// Documents that hold what an account has right after it.
    pub balances: Vec<BalancePut>,
}

/// A document that holds a balance: the cents, in digits. Only the journal knows what an account
/// has after a batch, when others are written with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BalancePut {
    /// What kind of document.
    pub space: String,
    /// Which one.
    pub key: String,
    /// Whose balance.
    pub account: Account,
}

/// A small document that is written or deleted: people, sessions, sealed shoes, snapshots, recall
/// lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Put {
    /// What kind of document.
    pub space: String,
    /// Which one.
    pub key: String,
    /// Its new content; none deletes it.
    pub value: Option<Vec<u8>>,
}

/// What became of a batch.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It is in the log, on disk.
    Done {
        /// The position of its entry among all entries.
        position: u64,
        /// The number of its entry in its stream.
        seq: u64,
        /// The accounts it touched, with their balances after it.
        balances: Vec<(Account, Net)>,
    },
    /// It had no entry; its answer and documents are on disk.
    Noted,
    /// The command came before and nothing was done; this was the answer.
    Repeated(Value),
    /// Nothing was done, and the same batch would be refused again.
    Refused(Refusal),
    /// It is not known to be done; the same command may be sent again.
    Fault(Fault),
}

/// Why a batch is refused. A refusal changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The same name was used for another command.
    #[error("the id of this command was used for another one: a new command needs a new id")]
    IdReused,
    /// Somebody else wrote to the stream.
    #[error("{stream} is at entry {found}, not at {expected}: read on and decide again")]
    Conflict {
        /// The stream.
        stream: Stream,
        /// The last number as the caller knew it.
        expected: u64,
        /// The last number there is.
        found: u64,
    },
    /// The money does not move.
    #[error(transparent)]
    Ledger(#[from] LedgerRefusal),
    /// What was to be written has no place in the log.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// Why a batch cannot be written at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Its entry.
    #[error(transparent)]
    Entry(#[from] DraftFault),
    /// Its answer.
    #[error("the answer does not fit: {0}")]
    Answer(#[from] ValueFault),
    /// The name of a document.
    #[error(
        "the space and the key of a document are 1 to 200 bytes of text without control characters"
    )]
    Document,
    /// Answer and documents together.
    #[error(
        "answer and documents of a batch have at most {} bytes together",
        crate::entry::LARGEST
    )]
    TooLarge,
}

/// A batch whose bytes are ready, so that the journal's own thread need not write them.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) entry: Option<PreparedEntry>,
    pub(crate) expected: Option<u64>,
    pub(crate) command: Option<Command>,
    pub(crate) answer: Arc<[u8]>,
    pub(crate) puts: Vec<Put>,
    pub(crate) balances: Vec<BalancePut>,
}

#[derive(Clone, Debug)]
pub(crate) struct PreparedEntry {
    pub(crate) stream: Stream,
    pub(crate) encoded: Encoded,
    pub(crate) transfers: Vec<Transfer>,
}

impl Batch {
    /// Writes the bytes of the batch.
    pub(crate) fn prepare(self) -> Result<Prepared, Unfit> {
        let id = self.command.as_ref().map(|command| &command.id);
        let prepare = |draft: Draft| {
            let encoded = draft.encode(id)?;
            Ok::<_, Unfit>(PreparedEntry {
                stream: draft.stream,
                encoded,
                transfers: draft.transfers,
            })
        };
        let entry = self.entry.map(prepare).transpose()?;
        let mut answer = Vec::new();
        crate::canonical::write(&self.answer, &mut answer)?;
        let named =
            |text: &str| (1..=200).contains(&text.len()) && !text.chars().any(char::is_control);
        let puts = self.puts.iter().map(|put| (&put.space, &put.key));
        let mut names = puts.chain(self.balances.iter().map(|put| (&put.space, &put.key)));
        if !names.all(|(space, key)| named(space) && named(key)) {
            return Err(Unfit::Document);
        }
        let documents: usize = self
            .puts
            .iter()
            .filter_map(|put| put.value.as_ref())
            .map(Vec::len)
            .sum();
        if answer.len() + documents > crate::entry::LARGEST {
            return Err(Unfit::TooLarge);
        }
        let Self {
            expected,
            command,
            puts,
            balances,
            ..
        } = self;
        Ok(Prepared {
            entry,
            expected,
            command,
            answer: answer.into(),
            puts,
            balances,
        })
    }
}
