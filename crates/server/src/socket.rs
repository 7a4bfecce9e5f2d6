//! The socket of a player or watcher: JSON messages both ways.

use crate::bucket::Bucket;
use crate::caller::{Caller, Whence, check_origin, identify};
use crate::error::ApiError;
use crate::message::{Say, Tell};
use crate::refused::Refused;
use crate::running::{Running, stopped};
use crate::site::build;
use crate::sockets::{Inbox, Note, Outbox, Ticket, TooMany, Who};
use crate::table_task::{TableHandle, Watcher};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use desk::{By, Deed, SessionRefusal};
use futures_util::SinkExt;
use ledger::{Account, TableId};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Command, Span, Time};

/// The longest message a client may send, in bytes.
const LARGEST: usize = 16 * 1024;
/// Nothing longer is even taken off the wire.
const FAR_TOO_LARGE: usize = 4 * LARGEST;
/// How long one message may take to be sent before the connection is given up.
const PATIENCE: Span = Span::seconds(10);
/// How often a connection is asked whether it lives.
const BEAT: Span = Span::seconds(30);
/// How long it may take to show it.
const SILENCE: Span = Span::seconds(60);
/// How many tables one connection may watch.
const TABLES_MOST: usize = 8;
/// How many messages over the rate are refused before the connection is closed.
const STRIKES: u32 = 100;

/// What a refusal is about: the request's own name and the table, where it told them.
type About<'a> = (Option<&'a str>, Option<TableId>);

/// Opens a socket. The protocol is told in `docs/api.md`.
#[utoipa::path(get, path = "/ws", tag = "tables", responses(
    (status = 101, description = "the socket is open"),
    (
        status = 401,
        body = crate::ErrorBody,
    ), (status = 403, body = crate::ErrorBody), (status = 429, body = crate::ErrorBody)
))]
pub(crate) async fn open(
    State(running): State<Arc<Running>>,
    Whence(address): Whence,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| {
        ApiError::new(
            rejection.status(),
            "form",
            &format!("here is a WebSocket: {}", rejection.body_text()),
        )
    })?;
    check_origin(&headers, &running.config.origins)?;
    let caller = identify(&headers, &running)?;
    running.permit(caller.by, Deed::Watch)?;
    let who = Who {
        address,
        person: caller.person().ok(),
        session: caller.session,
    };
    let (ticket, outbox, inbox) = running.sockets().enter(who)?;
    // Small buffers: most sockets are idle most of the time.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0);
    let upgrade = upgrade
        .max_message_size(FAR_TOO_LARGE)
        .max_frame_size(FAR_TOO_LARGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let connection = Connection::new(running, caller, socket, ticket, outbox);
        connection.run(inbox).await;
    }))
}

impl From<TooMany> for ApiError {
    fn from(too_many: TooMany) -> Self {
        let status = match too_many {
            TooMany::InAll => StatusCode::SERVICE_UNAVAILABLE,
            TooMany::FromAddress(_) | TooMany::OfSession(_) => StatusCode::TOO_MANY_REQUESTS,
        };
        Self::new(status, "too_many", &too_many.to_string())
    }
}

/// Why a connection ends.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// The client closed it, or it broke.
    Gone,
    /// The server closes it: a code of the protocol, or one of our own from 4000, and the reason.
    Closed(u16, String),
}

impl End {
    const GOING_AWAY: u16 = 1001;
    const POLICY: u16 = 1008;
    const TOO_LARGE: u16 = 1009;
    const NOT_SIGNED_IN: u16 = 4401;
    const SILENT: u16 = 4408;

    fn closed(code: u16, reason: &str) -> Self {
        Self::Closed(code, reason.to_owned())
    }
}

type Going = Result<(), End>;

struct Connection {
    running: Arc<Running>,
    caller: Caller,
    socket: WebSocket,
    ticket: Ticket,
    outbox: Outbox,
    /// The tables that are watched, and the versions with which that began.
    tables: BTreeMap<TableId, u64>,
    bucket: Bucket,
    /// Messages over the rate since the last one within it.
    strikes: u32,
    /// When it is asked next whether it lives.
    beat: Time,
    /// Since when it is asked, and nothing was heard.
    asked: Option<Time>,
    reality: Reality,
}

/// Whether the present reality check was told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reality {
    Told,
    NotTold,
}

impl Connection {
    fn new(
        running: Arc<Running>,
        caller: Caller,
        socket: WebSocket,
        ticket: Ticket,
        outbox: Outbox,
    ) -> Self {
        let (rate, now) = (running.config.rate, running.now());
        let bucket = Bucket::new(rate.burst, rate.messages.saturating_mul(60), now);
        let (tables, strikes, beat, asked, reality) =
            (BTreeMap::new(), 0, now.after(BEAT), None, Reality::NotTold);
        Self {
            running,
            caller,
            socket,
            ticket,
            outbox,
            tables,
            bucket,
            strikes,
            beat,
            asked,
            reality,
        }
    }

    async fn run(mut self, mut inbox: Inbox) {
        let end = match self.greet().await {
            Ok(()) => self.go_on(&mut inbox).await,
            Err(end) => end,
        };
        for table in self.tables.keys() {
            if let Ok(handle) = self.running.table(*table) {
                handle.unwatch(self.ticket.no).await;
            }
        }
        if let End::Closed(code, reason) = end {
            let _ = self
                .send(Message::Close(Some(CloseFrame {
                    code,
                    reason: reason.into(),
                })))
                .await;
        }
    }

    async fn greet(&mut self) -> Going {
        let person = self.caller.person().ok();
        let handle = person.and_then(|person| self.running.handle_of(person));
        let (handle, at, build) = (handle.as_deref(), self.running.now(), build());
        self.tell(&Tell::Hello {
            person,
            handle,
            at,
            build: &build,
        })
        .await?;
        self.tell_own().await
    }

    async fn go_on(&mut self, inbox: &mut Inbox) -> End {
        let mut stop = self.running.stopping();
        let clock = self.running.clock().clone();
        loop {
            let beat = self.beat;
            let going = tokio::select! {
                () = stopped(&mut stop) => Err(End::closed(End::GOING_AWAY, "the house is \
                    stopping: come again in a moment")),
                Some(note) = inbox.next() => self.note(note, inbox).await,
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.message(message).await,
                    // What cannot be read off the wire is too large, or not the protocol.
                    Some(Err(_)) => Err(End::closed(End::TOO_LARGE, "this message cannot be read: \
                        it is too large or broken")),
                    None => Err(End::Gone),
                },
                () = clock.wait_until(beat) => self.beat().await,
            };
            if let Err(end) = going {
                return end;
            }
        }
    }

    /// Every now and then: does the client live, does the session go on, is a reality check due?
    async fn beat(&mut self) -> Going {
        self.session_goes_on()?;
        let now = self.running.now();
        self.beat = now.after(BEAT);
        let since = *self.asked.get_or_insert(now);
        if now.since(since) >= SILENCE {
            return Err(End::closed(
                End::SILENT,
                "nothing was heard, not even an answer to a ping",
            ));
        }
        self.tell_reality().await?;
        self.send(Message::Ping(Bytes::new())).await
    }

    /// A session may have ended, or become idle, since the socket was opened.
    fn session_goes_on(&self) -> Going {
        let Some(session) = self.caller.session else {
            return Ok(());
        };
        let desk = self.running.desk();
        let now = self.running.now();
        let refusal = match desk.sessions().get(session) {
            Some(session) if session.goes_on(now) => return Ok(()),
            Some(session) if session.is_over(now) => SessionRefusal::Over,
            Some(session) => SessionRefusal::NeedsPassword(desk::SignedIn {
                person: session.person,
                session: session.no,
            }),
            None => SessionRefusal::Over,
        };
        Err(End::closed(End::NOT_SIGNED_IN, &refusal.to_string()))
    }

    async fn note(&mut self, note: Note, inbox: &mut Inbox) -> Going {
        match note {
            // What was left here before the table was watched anew is older than what was sent
            // then.
            Note::Frame { table, version, .. }
                if self
                    .tables
                    .get(&table)
                    .is_none_or(|began| version <= *began) => {}
            Note::Frame { text, .. } => self.send(Message::Text(text)).await?,
            Note::Balance(cents) => {
                self.tell(&Tell::Balance { cents }).await?;
                self.tell_reality().await?;
            }
            Note::SessionOver => self.session_goes_on()?,
        }
        if inbox.has_lagged() {
            metrics::counter!("pontoon_sockets_lagged").increment(1);
            self.session_goes_on()?;
            for table in self.tables.clone().into_keys() {
                self.watch(table, None, None).await?;
            }
            self.tell_own().await?;
        }
        Ok(())
    }

    async fn message(&mut self, message: Message) -> Going {
        self.asked = None;
        // Whatever comes counts.
        let in_time = self.bucket.take(self.running.now());
        self.strikes = if in_time { 0 } else { self.strikes + 1 };
        if self.strikes > STRIKES {
            return Err(End::closed(End::POLICY, "far too many messages"));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return self
                    .refuse((None, None), "form", "messages are JSON texts")
                    .await;
            }
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(self.answer_close().await),
        };
        if text.len() > LARGEST {
            let reason = format!("a message has at most {LARGEST} bytes");
            return Err(End::Closed(End::TOO_LARGE, reason));
        }
        if !in_time {
            return self
                .refuse(
                    (id_of(&text).as_deref(), None),
                    "too_often",
                    "too many messages: wait a moment",
                )
                .await;
        }
        match Say::read(&text) {
            Ok(say) => self.hear(say).await,
            Err(error) => {
                self.refuse((id_of(&text).as_deref(), None), "form", &error)
                    .await
            }
        }
    }

    async fn hear(&mut self, say: Say) -> Going {
        match say {
            Say::Ping => {
                self.tell(&Tell::Pong {
                    at: self.running.now(),
                })
                .await
            }
            Say::Watch { table, from, key } => self.watch(table, from, key.as_deref()).await,
            Say::Unwatch { table } => {
                self.tables.remove(&table);
                if let Ok(handle) = self.running.table(table) {
                    handle.unwatch(self.ticket.no).await;
                }
                Ok(())
            }
            Say::Do {
                id,
                table,
                rounds,
                command,
            } => self.act(&id, table, rounds, *command).await,
        }
    }

    async fn act(
        &mut self,
        id: &str,
        table: TableId,
        rounds: Option<u64>,
        command: Command,
    ) -> Going {
        self.session_goes_on()?;
        if let Some(session) = self.caller.session {
            self.running.seen(session);
        }
        let answer = match self.table(table, None) {
            Ok(handle) => {
                handle
                    .ask_for(self.caller.by, Some(id.to_owned()), rounds, command)
                    .await
            }
            Err(refused) => Err(refused),
        };
        match answer {
            Ok(answer) => self.tell(&Tell::Answer { id, table, answer }).await,
            Err(refused) => self.refuse_as((Some(id), Some(table)), refused).await,
        }
    }

    /// A table that is there for this connection. Whoever watches it has shown its key.
    fn table(&self, table: TableId, key: Option<&str>) -> Result<TableHandle, Refused> {
        if self.tables.contains_key(&table) {
            return self.running.table(table);
        }
        self.running.table_for(self.caller.by, table, key)
    }

    async fn watch(&mut self, table: TableId, from: Option<u64>, key: Option<&str>) -> Going {
        if !self.tables.contains_key(&table) && self.tables.len() >= TABLES_MOST {
            let what = format!("one connection watches at most {TABLES_MOST} tables");
            return self.refuse((None, Some(table)), "too_many", &what).await;
        }
        let player = match self.caller.by {
            By::Person(person) => Some(person),
            By::House | By::Visitor => None,
        };
        let watcher = Watcher {
            connection: self.ticket.no,
            player,
            outbox: self.outbox.clone(),
        };
        let watched = match self.table(table, key) {
            Ok(handle) => handle.watch(watcher, from).await,
            Err(refused) => Err(refused),
        };
        let watched = match watched {
            Ok(watched) => watched,
            Err(refused) => return self.refuse_as((None, Some(table)), refused).await,
        };
        self.tables.insert(table, watched.version);
        for frame in watched.frames {
            self.send(Message::Text(frame)).await?;
        }
        Ok(())
    }

    /// What the person has, and the reality check that is due.
    async fn tell_own(&mut self) -> Going {
        let Ok(person) = self.caller.person() else {
            return Ok(());
        };
        let plays = self
            .running
            .desk()
            .person(person)
            .is_some_and(desk::Person::plays);
        if plays && let Ok(cents) = self.running.balance(Account::Player(person)).await {
            self.tell(&Tell::Balance { cents }).await?;
        }
        self.tell_reality().await
    }

    /// A reality check is told once when it is due.
    async fn tell_reality(&mut self) -> Going {
        let Ok(person) = self.caller.person() else {
            return Ok(());
        };
        let due = self.running.desk().reality_due(person, self.running.now());
        match due {
            Some(check) if self.reality == Reality::NotTold => {
                self.reality = Reality::Told;
                self.tell(&Tell::Reality { check }).await
            }
            Some(_) => Ok(()),
            None => {
                self.reality = Reality::NotTold;
                Ok(())
            }
        }
    }

    async fn refuse_as(&mut self, what: About<'_>, refused: Refused) -> Going {
        let (id, table) = what;
        let error = ApiError::from(refused);
        let body = error.body();
        let detail = body.detail.as_deref().copied();
        self.tell(&Tell::Refused {
            id,
            table,
            code: &body.code,
            error: &body.error,
            detail,
        })
        .await
    }

    async fn refuse(&mut self, (id, table): About<'_>, code: &str, error: &str) -> Going {
        self.tell(&Tell::Refused {
            id,
            table,
            code,
            error,
            detail: None,
        })
        .await
    }

    async fn tell(&mut self, tell: &Tell<'_>) -> Going {
        let text: Utf8Bytes = serde_json::to_string(tell).unwrap_or_default().into();
        self.send(Message::Text(text)).await
    }

    /// The protocol answers a close by itself; it only has to be sent.
    async fn answer_close(&mut self) -> End {
        let late = self.running.now().after(PATIENCE);
        tokio::select! {
            _ = self.socket.flush() => {}
            () = self.running.clock().wait_until(late) => {}
        }
        End::Gone
    }

    /// Sends a message, and gives a reader up who does not take it.
    async fn send(&mut self, message: Message) -> Going {
        let late = self.running.now().after(PATIENCE);
        tokio::select! {
            sent = self.socket.send(message) => sent.map_err(|_| End::Gone),
            () = self.running.clock().wait_until(late) => Err(End::Gone),
        }
    }
}

/// The name of a request that is not taken: it can often be read all the same.
fn id_of(text: &str) -> Option<String> {
    let message: Value = serde_json::from_str(text).ok()?;
    message["do"]["id"].as_str().map(str::to_owned)
}
