//! The documents that the entries of tables leave beside the log, made once more from the log.
//!
//! The order of cards is not in the log: it is taken from the documents that hold it, once it is
//! known to be the one that the log's seal commits to. Documents of the desk are not known here.

use crate::dealer::Dealer;
use crate::documents::{METER, ROUND, SEALED, SHOE, SNAPSHOT, round_key};
use crate::host::{Answer, Opened, command_name, snapshot};
use crate::meter::{End, Meter};
use crate::record::{Record, RecordFault};
use crate::replay_cards::cards;
use crate::rounds::{self, RoundRecord};
use crate::secret::Secrets;
use fair::{DeviceRecord, ShoeRecord};
use ledger::TableId;
use serde_json::Value;
use std::collections::BTreeMap;
use store::{Entry, Fault, Hash, Put, Read, Stream};
use table::{Event, Table, Time, What};

/// The tables as the log tells them, with all that is written down beside.
#[derive(Debug, Default)]
pub struct TableDocuments {
    tables: BTreeMap<TableId, Kept>,
}

#[derive(Debug)]
struct Kept {
    table: Table,
    dealer: Dealer,
    meter: Meter,
}

/// What an entry leaves beside the log.
#[derive(Debug, Default)]
pub struct Left {
    /// Documents, in order.
    pub puts: Vec<Put>,
    /// The digest of the command and its answer, where a command asked for the entry.
    pub answered: Option<(Hash, Value)>,
    /// Documents whose cards are not those of the log: name, and what is wrong.
    pub lost: Vec<(String, String)>,
}

impl TableDocuments {
    /// What the next entry of the log leaves, if it is a table's. Whether the entry itself is right
    /// is [`crate::Replayed`]'s business.
    ///
    /// # Errors
    ///
    /// When documents cannot be read.
    pub fn of_entry(&mut self, entry: &Entry, read: &mut dyn Read) -> Result<Left, Fault> {
        let Stream::Table(id) = entry.stream else {
            return Ok(Left::default());
        };
        let mut left = Left::default();
        match Record::from_entry(&entry.kind, entry.version, &entry.body) {
            Err(RecordFault::Unknown(_) | RecordFault::Form(_)) => {}
            Ok(Record::Founded(config)) => {
                if let Ok(table) = Table::new(id, config) {
                    self.tables.insert(
                        id,
                        Kept {
                            dealer: Dealer::new(&table),
                            meter: Meter::default(),
                            table,
                        },
                    );
                }
            }
            Ok(Record::Steps(steps)) => {
                left.answered = answered(id, entry);
                let Some(kept) = self.tables.get_mut(&id) else {
                    return Ok(left);
                };
                let events: Vec<Event> = steps.into_iter().flat_map(|step| step.events).collect();
                for event in &events {
                    kept.take(event, Time(entry.at), read, &mut left)?;
                }
                left.puts.extend(snapshot(&kept.table, &events, entry.seq));
            }
        }
        Ok(left)
    }

    /// A table as it stands.
    pub fn table(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id).map(|kept| &kept.table)
    }
}

/// The digest of the command that asked for an entry, and its answer. The digest is that of the
/// command as it was written down, in whatever version.
fn answered(table: TableId, entry: &Entry) -> Option<(Hash, Value)> {
    let name = entry.command.as_ref()?;
    let command = entry.body.pointer("/steps/0/command")?;
    let name = command_name(name.clone(), table, command);
    let answer = serde_json::to_value(Answer::Done { version: entry.seq }).ok()?;
    Some((name.digest, answer))
}

impl Kept {
    fn take(
        &mut self,
        event: &Event,
        at: Time,
        read: &mut dyn Read,
        left: &mut Left,
    ) -> Result<(), Fault> {
        left.puts.extend(self.dealer.observe(&self.table, event));
        if let What::Shuffled { shoe, seal } = &event.what {
            match cards(read, self.table.id(), *shoe, &seal.0)? {
                Ok(secret) => left.puts.push(self.dealer.remember_secret(secret)),
                Err(lost) => left.lost.push(lost),
            }
        }
        if let What::RoundOver { .. } | What::RoundVoid { .. } = event.what {
            left.puts.extend(rounds::puts(&self.table, event, at));
            let end = if let What::RoundVoid { .. } = event.what {
                End::Void
            } else {
                End::Over
            };
            if self.meter.add(&self.table, end, at) {
                left.puts.push(self.meter.put(self.table.id()));
            }
        }
        let _ = self.table.evolve(event);
        Ok(())
    }
}

/// Reads a document of a table; nothing where it is none of a table's.
///
/// # Errors
///
/// Why it cannot be read, in words.
pub fn read_document(space: &str, key: &str, value: &[u8]) -> Option<Result<(), String>> {
    let plain = |error: serde_json::Error| error.to_string();
    let table = || {
        key.parse()
            .map(TableId)
            .map_err(|_| "its key is no table".to_owned())
    };
    Some(match space {
        SNAPSHOT => table().and_then(|id| {
            Opened::begin(id, Some(value))
                .map(drop)
                .map_err(|fault| fault.to_string())
        }),
        METER => serde_json::from_slice::<Meter>(value)
            .map(drop)
            .map_err(plain),
        SEALED => Secrets::from_bytes(value).map(drop),
        SHOE => {
            let shoe = serde_json::from_slice::<ShoeRecord>(value).map(drop);
            shoe.or_else(|_| serde_json::from_slice::<DeviceRecord>(value).map(drop))
                .map_err(plain)
        }
        ROUND => serde_json::from_slice::<RoundRecord>(value)
            .map_err(plain)
            .and_then(|round| {
                let right = round_key(round.table, round.no);
                if right == key {
                    Ok(())
                } else {
                    Err(format!("what is in it belongs under {right}"))
                }
            }),
        _ if space.starts_with("recall/") => std::str::from_utf8(value)
            .map(drop)
            .map_err(|error| error.to_string()),
        _ => return None,
    })
}
