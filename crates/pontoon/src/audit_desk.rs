//! What the log says of the desk's documents: people, sessions, play, incidents, movements of money
//! and funds.
//!
//! Passwords and tokens are in no entry, nor is how long somebody was at a table while no server
//! ran: of these the log says nothing.

use crate::audit_documents::Right;
use anyhow::{Context, Result};
use desk::{By, Calendar, Desk, DeskEvent, Document, ENTRY_KIND, Incident, events_of};
use house::{Ended, Left, Record, Replayed, TableDocuments, funds_after_space};
use ledger::{Account, PlayerId};
use rules::VoidSettled;
use serde_json::json;
use store::{Entry, Put, Stream};
use table::{Event, Time};

/// The desk as the log tells it.
#[derive(Default)]
pub(crate) struct DeskDocuments {
    desk: Desk,
    last: Last,
}

/// The last number of everything that is numbered.
#[derive(Default, PartialEq, Eq)]
struct Last {
    person: u32,
    session: u64,
    incident: u64,
    transfer: u64,
}

impl DeskDocuments {
    /// Documents that an entry leaves and that stay as they are.
    pub(crate) fn of_entry(
        &mut self,
        entry: &Entry,
        left: &Left,
        tables: &TableDocuments,
        after: &Replayed,
    ) -> Result<Vec<Put>> {
        match entry.stream {
            Stream::House if entry.kind == ENTRY_KIND => self.at_desk(entry),
            Stream::House | Stream::Tournament(_) => Ok(Vec::new()),
            Stream::Table(id) => {
                let record = Record::from_entry(&entry.kind, entry.version, &entry.body)?;
                let steps = if let Record::Steps(steps) = record {
                    steps
                } else {
                    Vec::new()
                };
                let events: Vec<Event> = steps.into_iter().flat_map(|step| step.events).collect();
                let told = self
                    .desk
                    .told(id, Time(entry.at), &events, &entry.transfers);
                self.desk.take_told(told);
                let void = tables
                    .table(id)
                    .map(|table| table.book().house.void_settled.is);
                Ok(void.map_or_else(Vec::new, |void| funds(left, void, after)))
            }
        }
    }

    fn at_desk(&mut self, entry: &Entry) -> Result<Vec<Put>> {
        let at = Time(entry.at);
        let mut puts = Vec::new();
        let mut transfers = entry.transfers.iter();
        // Whoever asked is named as before anything happened.
        let by = self.desk.name_of(by(&entry.by));
        for event in
            events_of(&entry.body).with_context(|| format!("entry {} of the house", entry.seq))?
        {
            if let DeskEvent::IncidentNoted { no, table, what } = &event {
                puts.push(
                    Incident {
                        no: *no,
                        at,
                        by: by.clone(),
                        table: *table,
                        what: what.clone(),
                    }
                    .put(),
                );
            }
            if let (DeskEvent::Moved { person, net, why }, Some(transfer)) =
                (&event, transfers.next_if_moved(&event))
            {
                let value = json!({
                    "at": at,
                    "net": net,
                    "why": why,
                    "transfer": transfer.id.to_string(),
                });
                let key = format!("{:016}-{:010}", at.0, transfer.id.no);
                puts.push(put(format!("cash/{person}"), key, value.to_string()));
            }
            self.last.count(&event);
            self.desk.evolve(at, &event);
        }
        Ok(puts)
    }

    /// Documents that change, as they must be now.
    pub(crate) fn now(&self) -> Vec<((String, String), Right)> {
        let mut all = Vec::new();
        for person in self.desk.people() {
            all.push(right(person, &["is.password"]));
            all.extend(
                self.desk
                    .sessions()
                    .of(person.id)
                    .map(|session| right(session, &["is.key", "is.seen"])),
            );
            let plays = self.desk.plays().of(person.id);
            all.extend(
                plays.map(|play| right(play, &["is.since", "is.today.played", "is.ever.played"])),
            );
            all.extend(
                self.desk
                    .last_top_up(person.id)
                    .map(|top_up| right(top_up, &[])),
            );
        }
        if *self.desk.days() != Calendar::default() {
            all.push(right(self.desk.days(), &[]));
        }
        all.extend(self.desk.tries_puts().map(|put| right_put(put, &[])));
        if self.last != Last::default() {
            let Last {
                person,
                session,
                incident,
                transfer,
            } = self.last;
            let is = json!({
                "person": person,
                "session": session,
                "incident": incident,
                "transfer": transfer,
            });
            let value = json!({ "version": 1, "is": is }).to_string().into_bytes();
            all.push((
                ("desk".to_owned(), "counters".to_owned()),
                Right {
                    value,
                    but: &["version"],
                },
            ));
        }
        all
    }
}

impl Last {
    fn count(&mut self, event: &DeskEvent) {
        if let DeskEvent::Registered { person, .. } = event {
            self.person = self.person.max(person.0);
        }
        if let DeskEvent::SignedIn { session, .. } = event {
            self.session = self.session.max(session.0);
        }
        if let DeskEvent::IncidentNoted { no, .. } = event {
            self.incident = *no;
        }
        if let DeskEvent::Moved { .. } = event {
            self.transfer += 1;
        }
    }
}

/// One transfer for each event that moves money, in their order.
trait NextIfMoved<'a> {
    fn next_if_moved(&mut self, event: &DeskEvent) -> Option<&'a ledger::Transfer>;
}

impl<'a> NextIfMoved<'a> for std::slice::Iter<'a, ledger::Transfer> {
    fn next_if_moved(&mut self, event: &DeskEvent) -> Option<&'a ledger::Transfer> {
        if matches!(event, DeskEvent::Moved { .. }) {
            self.next()
        } else {
            None
        }
    }
}

fn right<D: Document>(document: &D, but: &'static [&'static str]) -> ((String, String), Right) {
    right_put(document.put(), but)
}

fn right_put(put: Put, but: &'static [&'static str]) -> ((String, String), Right) {
    let Put { space, key, value } = put;
    (
        (space, key),
        Right {
            value: value.unwrap_or_default(),
            but,
        },
    )
}

fn put(space: String, key: String, value: String) -> Put {
    Put {
        space,
        key,
        value: Some(value.into_bytes()),
    }
}

/// Who asked, as an entry names them.
fn by(name: &str) -> By {
    let person = name.strip_prefix("person/").and_then(|no| no.parse().ok());
    match (name, person) {
        (_, Some(no)) => By::Person(PlayerId(no)),
        ("visitor", None) => By::Visitor,
        (_, None) => By::House,
    }
}

/// What is written down of the funds of those whose round ended.
fn funds(left: &Left, void: VoidSettled, after: &Replayed) -> Vec<Put> {
    let each = Ended::all(&left.puts, void).into_iter().flat_map(|ended| {
        let cents = after.ledger.balance(Account::Player(ended.player)).cents();
        let balance = put(
            funds_after_space(ended.player),
            ended.key.clone(),
            cents.to_string(),
        );
        [ended.put(), balance]
    });
    each.collect()
}
