//! One table as it runs: the table, its dealer, and its place in the log.

use crate::dealer::{Dealer, Tools};
use crate::documents::SNAPSHOT;
use crate::meter::{End, Meter};
use crate::record::{KIND, Record, RecordFault, Step, VERSION};
use crate::rounds;
use crate::secret::SecretFault;
use fair::{Entropy, NoEntropy};
use ledger::{TableId, Transfer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Batch, CommandId, Draft, Put, Stream};
use table::{Actor, Command, Config, ConfigFault, Event, Phase, Snapshot, Table, Time, What};

/// A table with its dealer.
#[derive(Clone, Debug)]
pub struct Host {
    table: Table,
    dealer: Dealer,
    meter: Meter,
    /// How many entries its stream has.
    seq: u64,
}

/// What is asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who asks.
    pub by: Actor,
    /// The name of the asker in the log.
    pub sender: String,
    /// The asker's own name for this request; a repetition has the same.
    pub id: Option<String>,
    /// When.
    pub at: Time,
    /// For what.
    pub command: Command,
    /// What the account of whoever asks has, where the table asks for a player card.
    pub card: CardOnFile,
}

/// Whether an account has a valid player card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardOnFile {
    /// None, or nobody looked.
    #[default]
    None,
    /// One was issued, and is valid.
    Valid,
}

impl Request {
    /// The name of a request in the journal, with the digest of what it asks of which table.
    pub fn name(&self, table: TableId) -> Option<store::Command> {
        let id = CommandId::new(self.sender.clone(), self.id.as_ref()?.clone()).ok()?;
        let command = serde_json::to_value(&self.command).expect("a command is plain data");
        Some(command_name(id, table, &command))
    }
}

/// A request's name, and the digest of what it asks of which table, as it was written down.
pub(crate) fn command_name(id: CommandId, table: TableId, command: &Value) -> store::Command {
    let content = json!({ "table": table, "command": command });
    store::Command::new(id, content.to_string().as_bytes())
}

/// The answer to a request, as it is stored and sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableAnswer"))]
pub enum Answer {
    /// It happened; the table has this version now.
    Done {
        /// The number of the table's entry in its stream.
        version: u64,
    },
    /// It did not.
    Refused {
        /// Why, in words.
        why: String,
        /// The clause that says so.
        clause: String,
        /// The reason for programs.
        #[cfg_attr(feature = "ts", ts(as = "table::Reason"))]
        reason: Value,
    },
}

/// What a request comes to, before it is durable.
#[derive(Debug)]
pub struct Staged {
    /// The table after it.
    pub host: Host,
    /// What must be written down.
    pub batch: Batch,
    /// What happened; nothing if it was refused.
    pub events: Vec<Event>,
    /// The answer to give.
    pub answer: Answer,
}

/// Why a request comes to nothing, not even to a refusal: the house itself fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StageFault {
    /// There are no random bytes to shuffle or cut with.
    #[error("there is no entropy")]
    NoEntropy,
    /// What the dealer brings does not fit the table, for this reason: its secret is not the one of
    /// these cards.
    #[error("the table refuses its dealer: {0}")]
    Refused(String),
}

impl From<NoEntropy> for StageFault {
    fn from(_: NoEntropy) -> Self {
        Self::NoEntropy
    }
}

/// A table that is written down whole, and how many entries came before.
#[derive(Serialize, Deserialize)]
struct Saved {
    seq: u64,
    table: Snapshot,
}

/// A host that is told again what happened.
#[derive(Debug)]
pub struct Opened {
    host: Option<Host>,
    id: TableId,
    /// Entries up to here are in the snapshot.
    from: u64,
}

impl Host {
    /// A new table, closed, and what must be written down of it.
    ///
    /// # Errors
    ///
    /// When it cannot be set up so.
    pub fn found(
        id: TableId,
        config: Config,
        by: &str,
        at: Time,
    ) -> Result<(Self, Batch), ConfigFault> {
        let table = Table::new(id, config.clone())?;
        let record = Record::Founded(config);
        let entry = draft(id, by, at, &record, Vec::new());
        let batch = Batch {
            entry: Some(entry),
            expected: Some(0),
            answer: Value::Null,
            ..Batch::default()
        };
        Ok((
            Self {
                dealer: Dealer::new(&table),
                meter: Meter::default(),
                table,
                seq: 1,
            },
            batch,
        ))
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The dealer.
    pub fn dealer(&self) -> &Dealer {
        &self.dealer
    }

    /// The jackpot meter.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Gives a table that was opened again its jackpot meter back.
    ///
    /// # Errors
    ///
    /// When the document is none of ours.
    pub fn remember_meter(&mut self, document: &[u8]) -> Result<(), OpenFault> {
        let unreadable = |error: serde_json::Error| OpenFault::Meter {
            table: self.table.id(),
            why: error.to_string(),
        };
        self.meter = serde_json::from_slice(document).map_err(unreadable)?;
        Ok(())
    }

    /// How many entries the table has in the log: its version.
    pub fn version(&self) -> u64 {
        self.seq
    }

    /// What a request comes to, with all the cards it needs.
    ///
    /// # Errors
    ///
    /// When cards are needed and there is no entropy, or the dealer brings what the table does not
    /// take; nothing has happened then.
    pub fn stage<E: Entropy>(
        &self,
        request: &Request,
        tools: &mut Tools<'_, E>,
    ) -> Result<Staged, StageFault> {
        let command = request.name(self.table.id());
        let decision = match self.table.decide(&request.by, request.at, &request.command) {
            Ok(decision) => decision,
            Err(refusal) => {
                let reason = serde_json::to_value(&refusal.reason).unwrap_or_default();
                let answer = Answer::Refused {
                    why: refusal.reason.to_string(),
                    clause: refusal.clause.to_string(),
                    reason,
                };
                let batch = Batch {
                    command,
                    answer: value(&answer),
                    ..Batch::default()
                };
                return Ok(Staged {
                    host: self.clone(),
                    batch,
                    events: Vec::new(),
                    answer,
                });
            }
        };
        let mut work = Work::new(self, request.at);
        work.take(request.by.clone(), request.command.clone(), decision);
        work.find_card(request)?;
        while let Some(brought) = work.dealer.bring(&work.table, request.at, tools)? {
            let decision = work
                .table
                .decide(&Actor::Software, request.at, &brought.command);
            let decision = decision.map_err(|refusal| StageFault::Refused(refusal.to_string()))?;
            // Only now: a secret that the table was never bound to must not take the place of the
            // one it is bound to.
            work.puts.extend(brought.puts);
            work.take(Actor::Software, brought.command, decision);
        }
        Ok(work.finish(request, command, self.seq))
    }
}

/// A request as it is worked off.
struct Work {
    at: Time,
    table: Table,
    dealer: Dealer,
    meter: Meter,
    steps: Vec<Step>,
    transfers: Vec<Transfer>,
    puts: Vec<Put>,
}

impl Work {
    fn new(host: &Host, at: Time) -> Self {
        Self {
            at,
            table: host.table.clone(),
            dealer: host.dealer.clone(),
            meter: host.meter.clone(),
            steps: Vec::new(),
            transfers: Vec::new(),
            puts: Vec::new(),
        }
    }

    fn take(&mut self, by: Actor, command: Command, decision: table::Decision) {
        for event in &decision.events {
            self.puts.extend(self.dealer.observe(&self.table, event));
            if let What::RoundOver { .. } | What::RoundVoid { .. } = event.what {
                self.end_round(event);
            }
            let _ = self.table.evolve(event);
        }
        self.transfers.extend(decision.transfers);
        self.steps.push(Step {
            by,
            command,
            events: decision.events,
        });
    }

    /// Whoever comes to a table that asks for player cards is found to hold the one in the account:
    /// the software looks it up.
    fn find_card(&mut self, request: &Request) -> Result<(), StageFault> {
        let (Actor::Player(player), Command::Arrive { .. }) = (&request.by, &request.command)
        else {
            return Ok(());
        };
        if request.card == CardOnFile::None || !self.table.asks_for_cards() {
            return Ok(());
        }
        let command = Command::FindCard {
            player: *player,
            valid: true,
        };
        let decision = self.table.decide(&Actor::Software, request.at, &command);
        let decision = decision.map_err(|refusal| StageFault::Refused(refusal.to_string()))?;
        self.take(Actor::Software, command, decision);
        Ok(())
    }

    /// What a round leaves behind. It is still there: the table has not taken its end in.
    fn end_round(&mut self, event: &Event) {
        self.puts.extend(rounds::puts(&self.table, event, self.at));
        let end = if let What::RoundVoid { .. } = event.what {
            End::Void
        } else {
            End::Over
        };
        if self.meter.add(&self.table, end, self.at) {
            self.puts.push(self.meter.put(self.table.id()));
        }
    }

    fn finish(mut self, request: &Request, command: Option<store::Command>, before: u64) -> Staged {
        let events: Vec<Event> = self
            .steps
            .iter()
            .flat_map(|step| step.events.clone())
            .collect();
        let version = if events.is_empty() {
            before
        } else {
            before + 1
        };
        let answer = Answer::Done { version };
        self.puts.extend(snapshot(&self.table, &events, version));
        let id = self.table.id();
        let record = Record::Steps(self.steps);
        let entry = (!events.is_empty())
            .then(|| draft(id, &request.sender, request.at, &record, self.transfers));
        let expected = entry.is_some().then_some(before);
        let batch = Batch {
            entry,
            expected,
            command,
            answer: value(&answer),
            puts: self.puts,
            ..Batch::default()
        };
        Staged {
            host: Host {
                table: self.table,
                dealer: self.dealer,
                meter: self.meter,
                seq: version,
            },
            batch,
            events,
            answer,
        }
    }
}

/// A table is written down whole when a new shoe has been shuffled between rounds: the dealer has
/// no other past then.
pub(crate) fn snapshot(table: &Table, events: &[Event], seq: u64) -> Option<Put> {
    let shuffled = events
        .iter()
        .any(|event| matches!(event.what, What::Shuffled { .. }));
    let fresh =
        table.shoe_place().2 == 0 && table.seeds().is_empty() && table.shoe_place().0.is_none();
    if !shuffled || !fresh {
        return None;
    }
    let saved = Saved {
        seq,
        table: table.snapshot()?,
    };
    let value = serde_json::to_vec(&saved).expect("a snapshot is plain data");
    Some(Put {
        space: SNAPSHOT.to_owned(),
        key: table.id().to_string(),
        value: Some(value),
    })
}

fn value(answer: &Answer) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

fn draft(id: TableId, by: &str, at: Time, record: &Record, transfers: Vec<Transfer>) -> Draft {
    Draft {
        stream: Stream::Table(id),
        at: at.0,
        by: by.to_owned(),
        kind: KIND.to_owned(),
        version: VERSION,
        body: record.to_value(),
        transfers,
    }
}

/// Why a table cannot be opened from the log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenFault {
    /// An entry cannot be read.
    #[error("entry {seq} of table {table}: {fault}")]
    Record {
        /// Which table.
        table: TableId,
        /// Which entry of its stream.
        seq: u64,
        /// What is wrong.
        fault: RecordFault,
    },
    /// Its first entry does not set it up, or a later one does again.
    #[error("entry {seq} of table {table} is out of place")]
    OutOfPlace {
        /// Which table.
        table: TableId,
        /// Which entry of its stream.
        seq: u64,
    },
    /// It cannot be set up so.
    #[error("table {table}: {why}")]
    Config {
        /// Which table.
        table: TableId,
        /// Why.
        why: String,
    },
    /// Its jackpot meter cannot be read.
    #[error("the jackpot meter of table {table} cannot be read: {why}")]
    Meter {
        /// Which table.
        table: TableId,
        /// Why.
        why: String,
    },
    /// Its sealed cards are lost or damaged.
    #[error(transparent)]
    Secret(#[from] SecretFault),
}

impl Opened {
    /// Begins with what was written down whole, or with nothing.
    ///
    /// # Errors
    ///
    /// When the document cannot be read.
    pub fn begin(id: TableId, snapshot: Option<&[u8]>) -> Result<Self, OpenFault> {
        let Some(bytes) = snapshot else {
            return Ok(Self {
                host: None,
                id,
                from: 0,
            });
        };
        let unreadable = |why: String| OpenFault::Config { table: id, why };
        let saved: Saved =
            serde_json::from_slice(bytes).map_err(|error| unreadable(error.to_string()))?;
        let table = Table::restore(saved.table).map_err(|fault| unreadable(fault.to_string()))?;
        let mut dealer = Dealer::new(&table);
        dealer.resume_at(&table);
        Ok(Self {
            host: Some(Host {
                table,
                dealer,
                meter: Meter::default(),
                seq: saved.seq,
            }),
            id,
            from: saved.seq,
        })
    }

    /// The entries of the table's stream that are needed come after this one.
    pub fn after(&self) -> u64 {
        self.from
    }

    /// Takes in the next entry of the table's stream.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is out of place.
    pub fn tell(
        &mut self,
        seq: u64,
        kind: &str,
        version: u16,
        body: &Value,
    ) -> Result<(), OpenFault> {
        let table = self.id;
        let record = Record::from_entry(kind, version, body)
            .map_err(|fault| OpenFault::Record { table, seq, fault })?;
        match (record, &mut self.host) {
            (Record::Founded(config), None) => {
                let founded = Table::new(table, config).map_err(|fault| OpenFault::Config {
                    table,
                    why: fault.to_string(),
                })?;
                self.host = Some(Host {
                    dealer: Dealer::new(&founded),
                    meter: Meter::default(),
                    table: founded,
                    seq,
                });
            }
            (Record::Steps(steps), Some(host)) if host.seq + 1 == seq => {
                for event in steps.iter().flat_map(|step| &step.events) {
                    let _ = host.dealer.observe(&host.table, event);
                    let _ = host.table.evolve(event);
                }
                host.seq = seq;
            }
            (Record::Founded(_), Some(_)) | (Record::Steps(_), _) => {
                return Err(OpenFault::OutOfPlace { table, seq });
            }
        }
        Ok(())
    }

    /// The table as it stands, with the cards that are sealed.
    ///
    /// # Errors
    ///
    /// When there is no such table, or its sealed cards are damaged.
    pub fn finish(self, sealed: Option<&[u8]>) -> Result<Host, OpenFault> {
        let Some(mut host) = self.host else {
            return Err(OpenFault::OutOfPlace {
                table: self.id,
                seq: 0,
            });
        };
        if let Some(sealed) = sealed {
            host.dealer.remember(sealed)?;
        }
        if !host.dealer.has_cards(&host.table) && host.table.phase() != Phase::Shuffle {
            let why = "no document holds them".to_owned();
            return Err(SecretFault::Unreadable {
                table: host.table.id(),
                why,
            }
            .into());
        }
        Ok(host)
    }
}
