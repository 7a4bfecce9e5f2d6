//! Opening the house from its disk: journal, desk and every table.

use desk::{Desk, SPACES, Terms};
use house::{Host, Opened, SEALED, SNAPSHOT};
use ledger::TableId;
use store::{Entry, Fault, FaultKind, HouseKey, Journal, Memory, OpenFault, Read, Stream};

/// The name of the house in its checkpoints.
pub(crate) const ORIGIN: &str = "soak.example/house";
/// How many entries are read at a time.
const AT_ONCE: usize = 100;

/// Why something could not be read.
#[derive(Clone, PartialEq, Debug)]
pub enum Trouble {
    /// The disk failed: try again.
    Disk(Fault),
    /// What is on the disk does not hold: that must never be.
    Broken(String),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        if fault.kind == FaultKind::Corrupt {
            Self::Broken(fault.to_string())
        } else {
            Self::Disk(fault)
        }
    }
}

fn broken(fault: impl std::fmt::Display) -> Trouble {
    Trouble::Broken(fault.to_string())
}

pub(crate) fn journal(backend: Memory, key: HouseKey) -> Result<Journal<Memory>, Trouble> {
    Journal::open(backend, key, ORIGIN).map_err(|fault| match fault {
        OpenFault::Fault(fault) => fault.into(),
        OpenFault::Origin(_) | OpenFault::OtherOrigin { .. } | OpenFault::OtherKey { .. } => {
            broken(fault)
        }
    })
}

pub(crate) fn desk(read: &mut impl Read, terms: Terms) -> Result<Desk, Trouble> {
    let mut documents = Vec::new();
    for space in SPACES {
        documents.extend(
            read.documents(space)?
                .into_iter()
                .map(|document| (space, document)),
        );
    }
    let each = documents
        .iter()
        .map(|(space, document)| (*space, document.key.as_str(), document.value.as_slice()));
    Desk::restore(terms, each).map_err(broken)
}

pub(crate) fn table(read: &mut impl Read, id: TableId) -> Result<Host, Trouble> {
    let snapshot = read.document(SNAPSHOT, &id.to_string())?;
    let mut opened = Opened::begin(id, snapshot.as_deref()).map_err(broken)?;
    let mut from = opened.after() + 1;
    loop {
        let raw = read.stream(Stream::Table(id), from, AT_ONCE)?;
        let Some(last) = raw.last() else { break };
        from = last.seq + 1;
        for raw in &raw {
            let entry = Entry::decode(&raw.bytes).map_err(broken)?;
            opened
                .tell(entry.seq, &entry.kind, entry.version, &entry.body)
                .map_err(broken)?;
        }
    }
    let sealed = read.document(SEALED, &id.to_string())?;
    opened.finish(sealed.as_deref()).map_err(broken)
}
