//! The socket of a player or watcher: JSON messages both ways.

use crate::bucket::Bucket;
use crate::caller::{Caller, check_origin, identify};
use crate::error::ApiError;
use crate::running::{Running, stopped};
use crate::table_task::Watcher;
use crate::world::now;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use desk::{By, Deed};
use ledger::TableId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use table::Command;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The longest message a client may send, in bytes.
pub(crate) const LARGEST: usize = 16 * 1024;
/// Frames that may wait for a slow reader.
const WAITING: usize = 32;
/// How long one frame may take to be sent before the connection is given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many tables one connection may watch.
const TABLES_MOST: usize = 8;

/// What a client may say.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Say {
    /// Asks a table for something.
    Do {
        /// The client's own name for this request; a repetition has the same.
        id: String,
        /// Which table.
        table: TableId,
        /// For what.
        command: Box<Command>,
    },
    /// Watches a table.
    Watch {
        /// Which table.
        table: TableId,
        /// The last version the client has seen.
        from: Option<u64>,
    },
    /// Watches it no more.
    Unwatch {
        /// Which table.
        table: TableId,
    },
    /// Asks whether the connection lives.
    Ping,
}

/// What the server says beside frames.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Tell<'a> {
    Hello { person: Option<ledger::PlayerId>, at: table::Time },
    Answer { id: &'a str, table: TableId, answer: Value },
    Refused { id: Option<&'a str>, code: &'a str, error: &'a str },
    Pong { at: table::Time },
}

/// Opens a socket.
pub(crate) async fn open(
    State(running): State<Arc<Running>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    check_origin(&headers, &running.config.origins)?;
    let caller = identify(&headers, &running)?;
    running.permit(caller.by, Deed::Watch)?;
    // Small buffers: most sockets are idle most of the time.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0).max_message_size(LARGEST).max_frame_size(LARGEST);
    Ok(upgrade.on_upgrade(move |socket| Connection::run(running, caller, socket)))
}

struct Connection {
    running: Arc<Running>,
    caller: Caller,
    no: u64,
    tables: Vec<TableId>,
    to: mpsc::Sender<Utf8Bytes>,
    lagged: Arc<AtomicBool>,
    bucket: Bucket,
}

/// Whether a connection goes on.
enum Next {
    GoesOn,
    Ends,
}

static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

impl Connection {
    async fn run(running: Arc<Running>, caller: Caller, mut socket: WebSocket) {
        let (to, mut frames) = mpsc::channel(WAITING);
        let rate = running.config.rate;
        let mut stop = running.stopping();
        let mut connection = Self {
            bucket: Bucket::new(rate.burst, rate.messages.saturating_mul(60), now()),
            running,
            caller,
            no: CONNECTIONS.fetch_add(1, Ordering::Relaxed),
            tables: Vec::new(),
            to,
            lagged: Arc::default(),
        };
        metrics::gauge!("pontoon_sockets").increment(1.0);
        let person = caller.person().ok();
        if send(&mut socket, text(&Tell::Hello { person, at: now() })).await.is_ok() {
            loop {
                let next = tokio::select! {
                    () = stopped(&mut stop) => Next::Ends,
                    Some(frame) = frames.recv() => connection.frame(&mut socket, frame).await,
                    message = socket.recv() => match message {
                        Some(Ok(message)) => connection.message(&mut socket, message).await,
                        Some(Err(_)) | None => Next::Ends,
                    },
                };
                if matches!(next, Next::Ends) {
                    break;
                }
            }
        }
        metrics::gauge!("pontoon_sockets").decrement(1.0);
        for table in connection.tables {
            if let Ok(handle) = connection.running.table(table) {
                handle.unwatch(connection.no).await;
            }
        }
    }

    async fn frame(&mut self, socket: &mut WebSocket, frame: Utf8Bytes) -> Next {
        if send(socket, frame).await.is_err() {
            return Next::Ends;
        }
        if self.lagged.swap(false, Ordering::AcqRel) {
            metrics::counter!("pontoon_sockets_lagged").increment(1);
            for table in self.tables.clone() {
                if let Err(next) = self.watch(socket, table, None).await {
                    return next;
                }
            }
        }
        Next::GoesOn
    }

    async fn message(&mut self, socket: &mut WebSocket, message: Message) -> Next {
        let message = match message {
            Message::Text(message) => message,
            Message::Binary(_) => return self.refuse(socket, None, "form", "messages are JSON texts").await,
            Message::Ping(_) | Message::Pong(_) => return Next::GoesOn,
            Message::Close(_) => return Next::Ends,
        };
        if !self.bucket.take(now()) {
            return self.refuse(socket, None, "too_often", "too many messages: wait a moment").await;
        }
        match serde_json::from_str::<Say>(&message) {
            Ok(say) => self.hear(socket, say).await,
            Err(error) => self.refuse(socket, None, "form", &error.to_string()).await,
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, say: Say) -> Next {
        match say {
            Say::Ping => sent(send(socket, text(&Tell::Pong { at: now() })).await),
            Say::Watch { table, from } => match self.watch(socket, table, from).await {
                Ok(()) => Next::GoesOn,
                Err(next) => next,
            },
            Say::Unwatch { table } => {
                self.tables.retain(|other| *other != table);
                if let Ok(handle) = self.running.table(table) {
                    handle.unwatch(self.no).await;
                }
                Next::GoesOn
            }
            Say::Do { id, table, command } => self.act(socket, &id, table, *command).await,
        }
    }

    async fn act(&mut self, socket: &mut WebSocket, id: &str, table: TableId, command: Command) -> Next {
        // A session may have ended, or become idle, since the socket was opened.
        if let Some(session) = self.caller.session
            && !self.running.session_goes_on(session)
        {
            let _ = self.refuse(socket, Some(id), "session", "this session is over: sign in again").await;
            return Next::Ends;
        }
        if id.is_empty() || id.len() > 64 || !id.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return self.refuse(socket, None, "id", "the id of a request is 1 to 64 plain letters").await;
        }
        let answer = match self.running.table(table) {
            Ok(handle) => handle.ask(self.caller.by, Some(id.to_owned()), command).await,
            Err(refused) => Err(refused),
        };
        match answer {
            Ok(answer) => sent(send(socket, text(&Tell::Answer { id, table, answer })).await),
            Err(refused) => {
                let error = ApiError::from(refused);
                let body = error.body();
                self.refuse(socket, Some(id), &body.code, &body.error).await
            }
        }
    }

    async fn watch(&mut self, socket: &mut WebSocket, table: TableId, from: Option<u64>) -> Result<(), Next> {
        let known = self.tables.contains(&table);
        if !known && self.tables.len() >= TABLES_MOST {
            let what = format!("one connection watches at most {TABLES_MOST} tables");
            return Err(self.refuse(socket, None, "too_many", &what).await);
        }
        let player = match self.caller.by {
            By::Person(person) => Some(person),
            By::House | By::Visitor => None,
        };
        let watcher = Watcher { connection: self.no, player, to: self.to.clone(), lagged: Arc::clone(&self.lagged) };
        let frames = match self.running.table(table) {
            Ok(handle) => handle.watch(watcher, from).await,
            Err(refused) => Err(refused),
        };
        let frames = match frames {
            Ok(frames) => frames,
            Err(refused) => return Err(self.refuse(socket, None, "not_found", &refused.to_string()).await),
        };
        if !known {
            self.tables.push(table);
        }
        for frame in frames {
            send(socket, frame).await.map_err(|()| Next::Ends)?;
        }
        Ok(())
    }

    async fn refuse(&self, socket: &mut WebSocket, id: Option<&str>, code: &str, error: &str) -> Next {
        sent(send(socket, text(&Tell::Refused { id, code, error })).await)
    }
}

const fn sent(done: Result<(), ()>) -> Next {
    match done {
        Ok(()) => Next::GoesOn,
        Err(()) => Next::Ends,
    }
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), ()> {
    match timeout(PATIENCE, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

fn text(tell: &Tell<'_>) -> Utf8Bytes {
    serde_json::to_string(tell).unwrap_or_default().into()
}
