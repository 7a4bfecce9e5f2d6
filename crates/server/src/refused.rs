//! Why the house does not start, and why something was not done.

use crate::denial::Denied;
use crate::private_table::PrivateRefusal;
use desk::DeskRefusal;
use fair::NoEntropy;
use house::{OpenFault, StageFault};
use ledger::TableId;
use store::{CommandIdFault, Fault, HouseFault, KeyFault, NotTaken, Refusal};

/// Why the house cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartFault {
    /// The folder, the key or the journal cannot be used.
    #[error(transparent)]
    House(#[from] HouseFault),
    /// The house's key cannot be read.
    #[error(transparent)]
    Key(#[from] KeyFault),
    /// The journal cannot be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// An entry cannot be read.
    #[error(transparent)]
    Entry(#[from] store::EntryFault),
    /// A document of the desk cannot be read.
    #[error(transparent)]
    Desk(#[from] desk::DocumentFault),
    /// A table cannot be opened.
    #[error(transparent)]
    Table(#[from] OpenFault),
    /// No thread for the journal.
    #[error("no thread for the journal: {0}")]
    Thread(#[from] std::io::Error),
    /// No random bytes.
    #[error("the operating system has no random bytes")]
    NoEntropy,
}

impl From<NoEntropy> for StartFault {
    fn from(_: NoEntropy) -> Self {
        Self::NoEntropy
    }
}

/// Why something was not done.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refused {
    /// The desk refuses it.
    #[error(transparent)]
    Desk(#[from] DeskRefusal),
    /// The journal refuses it.
    #[error(transparent)]
    Journal(#[from] Refusal),
    /// The request's own name is none.
    #[error(transparent)]
    Id(#[from] CommandIdFault),
    /// A table cannot be set up so.
    #[error("a table cannot be set up so: {0}")]
    Config(String),
    /// It was not even taken; nothing happened, and it may be tried again.
    #[error("nothing happened: {0}")]
    NotTaken(#[from] NotTaken),
    /// It could not be written down, or nobody knows whether it was; it may be asked for again
    /// under the same name.
    #[error("it cannot be written down now: {0}. Ask again: under the same id it happens once")]
    Fault(String),
    /// It cannot be read.
    #[error("it cannot be read now: {0}")]
    Unreadable(String),
    /// It was meant for a round that is over.
    #[error("this was meant for another round of play. Look at the table, and choose again")]
    Late,
    /// No such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// No private table is started.
    #[error(transparent)]
    Private(#[from] PrivateRefusal),
    /// The house is stopping.
    #[error("the house is stopping: try again in a moment")]
    Stopping,
    /// No random bytes.
    #[error("the operating system has no random bytes: nothing is dealt until it has")]
    NoEntropy,
    /// It was refused when it was first asked for, and is again.
    #[error("{}", .0.error)]
    Before(Denied),
    /// The software is wrong somewhere.
    #[error("the software failed, and nothing happened: the house has been told")]
    Bug,
}

impl Refused {
    /// Whether asking again under the same name must be refused again: it was understood, and
    /// somebody said no.
    pub(crate) const fn is_final(&self) -> bool {
        match self {
            Self::Desk(_) | Self::Late | Self::Journal(Refusal::Ledger(_) | Refusal::Unfit(_)) => {
                true
            }
            Self::Journal(Refusal::IdReused | Refusal::Conflict { .. })
            | Self::Id(_)
            | Self::Config(_)
            | Self::NotTaken(_)
            | Self::Fault(_)
            | Self::Unreadable(_)
            | Self::NoTable(_)
            | Self::Private(_)
            | Self::Stopping
            | Self::NoEntropy
            | Self::Before(_)
            | Self::Bug => false,
        }
    }
}

impl From<NoEntropy> for Refused {
    fn from(_: NoEntropy) -> Self {
        Self::NoEntropy
    }
}

impl From<StageFault> for Refused {
    fn from(fault: StageFault) -> Self {
        match fault {
            StageFault::NoEntropy => Self::NoEntropy,
            StageFault::Refused(why) => {
                tracing::error!(why, "a table refuses its dealer");
                Self::Bug
            }
        }
    }
}
