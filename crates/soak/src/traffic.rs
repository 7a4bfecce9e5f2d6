//! Messages on their way: requests, answers and frames, and what the network does to them.

use crate::client::Reaction;
use crate::evidence::Heard;
use crate::message::{Frame, Route, Said, Wish};
use crate::world::{Due, World};
use ledger::TableId;
use std::rc::Rc;
use table::Span;

impl World {
    /// How long each copy of a message is on its way; no copy where it is lost.
    pub(crate) fn travel(&mut self) -> Vec<Span> {
        let weather = self.weather;
        let lost = self.network.once_in(weather.loses);
        let copies = if self.network.once_in(weather.doubles) {
            2
        } else {
            1
        };
        let spans: Vec<Span> = (0..copies)
            .map(|_| {
                let late = self.network.once_in(weather.delays);
                let millis = if late {
                    self.network.between(500, 9000)
                } else {
                    self.network.between(5, 120)
                };
                Span(millis.into())
            })
            .collect();
        if lost { Vec::new() } else { spans }
    }

    pub(crate) fn broadcast(&mut self, frame: &Frame) {
        let watching: Vec<(usize, u64)> = self
            .clients
            .iter()
            .enumerate()
            .filter(|(_, client)| client.table == frame.table)
            .filter_map(|(place, client)| Some((place, client.connection?)))
            .collect();
        for (client, connection) in watching {
            for after in self.travel() {
                self.agenda
                    .after(after, Due::Framed(client, connection, frame.clone()));
            }
        }
    }

    pub(crate) fn framed(&mut self, place: usize, connection: u64, frame: &Frame) {
        let client = &mut self.clients[place];
        if client.connection != Some(connection) {
            return;
        }
        let key = (u64::from(frame.table.0), frame.version);
        let known = self
            .frames
            .entry(key)
            .or_insert_with(|| Rc::clone(&frame.events));
        if *known != frame.events {
            self.broken = Some(format!(
                "two clients are told different things of version {} of table {}",
                key.1, key.0
            ));
            return;
        }
        let seen = client.seen.entry(frame.table).or_insert(0);
        if frame.version == *seen + 1 {
            *seen = frame.version;
        } else if frame.version > *seen {
            // Something was lost on the way.
            self.send_watch(place);
        }
        let asks = ["_until", "round_over", "round_void", "cut", "opened"];
        if asks.iter().any(|word| frame.events.contains(word)) && !self.clients[place].is_waiting()
        {
            self.think_later(place);
        }
    }

    pub(crate) fn send_watch(&mut self, place: usize) {
        let Some(connection) = self.clients[place].connection else {
            return;
        };
        for after in self.travel() {
            self.agenda.after(after, Due::Watch(place, connection));
        }
    }

    /// The house tells a client what it missed since the last version it has seen, or where the
    /// table stands.
    pub(crate) fn watch(&mut self, place: usize, connection: u64) {
        let client = &self.clients[place];
        let table = client.table;
        let seen = client.seen.get(&table).copied().unwrap_or(0);
        let Some(running) = self
            .running
            .as_ref()
            .filter(|_| client.connection == Some(connection))
        else {
            return;
        };
        let Some(version) = running.version(table) else {
            return;
        };
        if seen > version && running.is_sure(table) {
            self.broken = Some(format!(
                "a client was told of version {seen} of table {table}, which is at {version}"
            ));
            return;
        }
        match running.frames_after(table, seen) {
            Some(frames) => {
                for frame in frames {
                    for after in self.travel() {
                        self.agenda
                            .after(after, Due::Framed(place, connection, frame.clone()));
                    }
                }
            }
            None => {
                for after in self.travel() {
                    self.agenda
                        .after(after, Due::Whole(place, connection, table, version));
                }
            }
        }
    }

    pub(crate) fn whole(&mut self, place: usize, connection: u64, table: TableId, version: u64) {
        let client = &mut self.clients[place];
        if client.connection == Some(connection) {
            let seen = client.seen.entry(table).or_insert(0);
            *seen = version.max(*seen);
        }
    }

    pub(crate) fn connect(&mut self, place: usize) {
        if self.running.is_none() {
            let wait = Span(u64::from(self.network.between(500, 3000)));
            return self.agenda.after(wait, Due::Connect(place));
        }
        self.connections += 1;
        self.clients[place].connection = Some(self.connections);
        self.send_watch(place);
        if self.clients[place].request().is_some() {
            self.send(place);
        } else {
            self.think_later(place);
        }
    }

    pub(crate) fn disconnect(&mut self, place: usize) {
        if self.clients[place].connection.take().is_some() {
            self.counts.disconnected += 1;
            let away = Span(u64::from(self.network.between(100, 20_000)));
            self.agenda.after(away, Due::Connect(place));
        }
    }

    /// Sends the request that waits, and looks again later whether it was answered.
    pub(crate) fn send(&mut self, place: usize) {
        let Some(no) = self.clients[place].request().map(|request| request.no) else {
            return;
        };
        if let Some(ask) = self.clients[place].message() {
            self.counts.sent += 1;
            for after in self.travel() {
                self.agenda.after(after, Due::Arrives(ask.clone()));
            }
            if self.network.once_in(self.weather.breaks) {
                self.disconnect(place);
            }
        }
        let patience = Span(u64::from(self.network.between(1500, 6000)));
        self.agenda.after(patience, Due::Retry(place, no));
    }

    pub(crate) fn retry(&mut self, place: usize, no: u64) {
        if self.clients[place]
            .request()
            .is_some_and(|request| request.no == no)
        {
            self.counts.repeated += 1;
            self.send(place);
        }
    }

    pub(crate) fn answered(&mut self, route: Route, said: Said) {
        let place = route.client;
        if self.clients[place].connection != Some(route.connection) {
            return;
        }
        let sender = self.sender(place);
        match self.clients[place].hear(route.no, said) {
            Reaction::Nothing => {}
            // The request is repeated when the client's patience ends.
            Reaction::Again => self.counts.faulted += 1,
            Reaction::SignIn => self.sign_in(place),
            Reaction::Answered(request, answer) => {
                let (table, command) = match &request.wish {
                    Wish::Table(table, command) => {
                        (Some(table.0.into()), serde_json::to_value(command).ok())
                    }
                    Wish::Back(_) | Wish::Desk(_) | Wish::SignIn { .. } => (None, None),
                };
                let sender = if request.is_signed() {
                    sender
                } else {
                    "visitor".to_owned()
                };
                let heard = self.agenda.now().0;
                let (id, first) = (request.id.clone(), request.first.0);
                self.counts.answered += 1;
                self.heard.push(Heard {
                    client: place,
                    sender,
                    id,
                    table,
                    command,
                    answer,
                    first,
                    heard,
                });
                if self.clients[place].request().is_some() {
                    self.send(place);
                } else {
                    self.think_later(place);
                }
            }
        }
    }

    pub(crate) fn sender(&self, place: usize) -> String {
        self.clients[place]
            .person
            .map_or_else(|| "visitor".to_owned(), |person| format!("person/{person}"))
    }
}
