//! Every round and every balance once more, from the log alone.
//!
//! At the tables nothing recorded is believed: each command is decided again by the rules, and
//! events and transfers must be what the log says. The desk's commands are not in the log and are
//! not decided again: whether somebody might be given money, or sign in, is believed. But what its
//! events say moved must be what the ledger was told, no more and no less.
//! Who was allowed to command what, and the order of the cards before they came out, is not judged
//! here either.

use crate::cashier::{self, Moved};
use crate::record::{Record, RecordFault};
use ledger::{Account, Ledger, LedgerRefusal, TableId, Transfer};
use rules::Net;
use serde::Serialize;
use std::collections::BTreeMap;
use store::{Entry, EntryFault, Fault, Read, Stream};
use table::{Table, Time, What};

/// How many entries are read at a time.
const AT_ONCE: usize = 256;

/// What a log came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replayed {
    /// How many entries were told.
    pub entries: u64,
    /// How many rounds ended, void ones too.
    pub rounds: u64,
    /// The ledger at the end.
    pub ledger: Ledger,
    tables: BTreeMap<TableId, Table>,
}

/// Where a log does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {position}: {what}")]
pub struct ReplayFault {
    /// Which entry.
    pub position: u64,
    /// What is wrong with it.
    pub what: ReplayWhat,
}

/// Why a log could not be replayed to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogFault {
    /// It cannot be read from where it is.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It does not hold.
    #[error(transparent)]
    Replay(#[from] ReplayFault),
}

/// What does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayWhat {
    /// Its bytes are no entry.
    #[error(transparent)]
    Entry(#[from] EntryFault),
    /// It cannot be read.
    #[error(transparent)]
    Record(#[from] RecordFault),
    /// No program wrote entries of this kind into this stream: nobody can say what they mean.
    #[error("an entry of kind `{kind}`, version {version}, has no meaning in the stream {stream}")]
    Unknown {
        /// Whose entry.
        stream: Stream,
        /// Its kind.
        kind: String,
        /// Its version.
        version: u16,
    },
    /// An entry of the desk's has not the form it says.
    #[error("an entry of the desk cannot be read: {0}")]
    Desk(String),
    /// Its table cannot be, or is set up twice, or not at all.
    #[error("table {table} {why}")]
    Table {
        /// Which.
        table: TableId,
        /// What is wrong.
        why: String,
    },
    /// The rules refuse what the log says happened.
    #[error("step {step} is refused: {why}")]
    Refused {
        /// Which step of the entry, from 1.
        step: usize,
        /// Why.
        why: String,
    },
    /// The same command comes to something else.
    #[error("step {step} comes to something else: the log has {found}, the rules say {right}")]
    Event {
        /// Which step of the entry, from 1.
        step: usize,
        /// What the log has.
        found: String,
        /// What it should have.
        right: String,
    },
    /// The money that moved is not what the events move.
    #[error("the money is another: the log has {found}, the events move {right}")]
    Money {
        /// What the log has.
        found: String,
        /// What it should have.
        right: String,
    },
    /// The ledger refuses a transfer.
    #[error(transparent)]
    Ledger(#[from] LedgerRefusal),
}

impl Replayed {
    /// Replays a log from its first entry to this one.
    ///
    /// # Errors
    ///
    /// When it does not hold, or cannot be read.
    pub fn of_log(read: &mut dyn Read, to: u64) -> Result<Self, LogFault> {
        let mut replayed = Self::default();
        while replayed.entries < to {
            let raws = read.log(replayed.entries + 1, AT_ONCE)?;
            if raws.is_empty() {
                break;
            }
            for raw in raws.iter().take_while(|raw| raw.position <= to) {
                replayed.tell_bytes(raw.position, &raw.bytes)?;
            }
        }
        Ok(replayed)
    }

    /// Takes in the next entry of the log as it is written.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or does not follow from those before it.
    pub fn tell_bytes(&mut self, position: u64, bytes: &[u8]) -> Result<(), ReplayFault> {
        let entry = Entry::decode_exact(bytes).map_err(|fault| ReplayFault {
            position,
            what: fault.into(),
        })?;
        self.tell(position, &entry)
    }

    /// Takes in the next entry of the log.
    ///
    /// # Errors
    ///
    /// When it does not follow from those before it.
    pub fn tell(&mut self, position: u64, entry: &Entry) -> Result<(), ReplayFault> {
        self.take(entry)
            .map_err(|what| ReplayFault { position, what })
    }

    fn take(&mut self, entry: &Entry) -> Result<(), ReplayWhat> {
        match entry.stream {
            Stream::House if entry.kind == cashier::KIND && entry.version == cashier::VERSION => {
                check_desk(entry)?
            }
            Stream::House | Stream::Tournament(_) => {
                let Entry {
                    stream,
                    kind,
                    version,
                    ..
                } = entry;
                return Err(ReplayWhat::Unknown {
                    stream: *stream,
                    kind: kind.clone(),
                    version: *version,
                });
            }
            Stream::Table(id) => {
                let moved = self.take_table(id, entry)?;
                if moved != entry.transfers {
                    let (found, right) = first_difference(&entry.transfers, &moved);
                    return Err(ReplayWhat::Money { found, right });
                }
            }
        }
        let _ = self.ledger.apply(&entry.transfers)?;
        self.entries += 1;
        Ok(())
    }

    fn take_table(&mut self, id: TableId, entry: &Entry) -> Result<Vec<Transfer>, ReplayWhat> {
        let fault = |why: &str| ReplayWhat::Table {
            table: id,
            why: why.to_owned(),
        };
        let record = Record::from_entry(&entry.kind, entry.version, &entry.body)?;
        let steps = match record {
            Record::Founded(config) => {
                let table = Table::new(id, config)
                    .map_err(|why| fault(&format!("cannot be set up: {why}")))?;
                if self.tables.insert(id, table).is_some() {
                    return Err(fault("is set up twice"));
                }
                return Ok(Vec::new());
            }
            Record::Steps(steps) => steps,
        };
        let mut table = self
            .tables
            .remove(&id)
            .ok_or_else(|| fault("was never set up"))?;
        let mut moved = Vec::new();
        for (number, step) in (1..).zip(&steps) {
            let decision = table.decide(&step.by, Time(entry.at), &step.command);
            let decision = decision.map_err(|why| ReplayWhat::Refused {
                step: number,
                why: why.to_string(),
            })?;
            if decision.events != step.events {
                let (found, right) = first_difference(&step.events, &decision.events);
                return Err(ReplayWhat::Event {
                    step: number,
                    found,
                    right,
                });
            }
            moved.extend(decision.transfers);
            table = decision.table;
            let ends = decision.events.iter().filter(|event| {
                matches!(event.what, What::RoundOver { .. } | What::RoundVoid { .. })
            });
            self.rounds += u64::try_from(ends.count()).unwrap_or(u64::MAX);
        }
        self.tables.insert(id, table);
        Ok(moved)
    }

    /// Every balance at the end.
    pub fn balances(&self) -> impl Iterator<Item = (Account, Net)> {
        self.ledger.balances()
    }

    /// The tables at the end.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }
}

/// What the events of the desk say moved is what moved.
fn check_desk(entry: &Entry) -> Result<(), ReplayWhat> {
    let said = Moved::in_entry(&entry.body).map_err(ReplayWhat::Desk)?;
    let fits = |place: usize| {
        said.get(place)
            .zip(entry.transfers.get(place))
            .is_some_and(|(said, moved)| said.is(moved))
    };
    let Some(place) = (0..said.len().max(entry.transfers.len())).find(|place| !fits(*place)) else {
        return Ok(());
    };
    Err(ReplayWhat::Money {
        found: words(entry.transfers.get(place)),
        right: words(said.get(place)),
    })
}

/// Something as the log writes it.
fn words<T: Serialize>(one: Option<&T>) -> String {
    one.map_or_else(
        || "nothing more".to_owned(),
        |one| serde_json::to_string(one).unwrap_or_default(),
    )
}

/// The first place where two lists differ, as the log writes it.
fn first_difference<T: PartialEq + Serialize>(found: &[T], right: &[T]) -> (String, String) {
    let place = found
        .iter()
        .zip(right)
        .take_while(|(one, other)| one == other)
        .count();
    (words(found.get(place)), words(right.get(place)))
}
