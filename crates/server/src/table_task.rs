//! One task owns one table: it takes requests one after the other, writes down what they come to, and tells everybody.

use crate::frame::{Frames, private, public};
use crate::running::{Refused, Running, stopped};
use crate::world::{Os, now};
use axum::extract::ws::Utf8Bytes;
use desk::{By, Place};
use house::{Answer, Host, Request, Staged, Tools};
use ledger::{PlayerId, TableId};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Outcome;
use table::{Actor, Command, Time};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

/// How many requests may wait for a table.
const QUEUE: usize = 256;
/// After a fault the clock's own requests wait a moment before they are tried again.
const AFTER_FAULT: Duration = Duration::from_secs(1);

/// A way to a table's task.
#[derive(Clone, Debug)]
pub struct TableHandle {
    requests: mpsc::Sender<Message>,
    latest: watch::Receiver<Latest>,
}

/// A table as it was last written down.
#[derive(Clone, Debug)]
pub struct Latest {
    /// The table and its dealer.
    pub host: Arc<Host>,
    /// When.
    pub at: Time,
}

/// Somebody who watches a table.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    /// Which connection.
    pub(crate) connection: u64,
    /// Who, if it is a player.
    pub(crate) player: Option<PlayerId>,
    /// Where frames go.
    pub(crate) to: mpsc::Sender<Utf8Bytes>,
    /// Set when a frame did not fit any more: the connection must ask for the table anew.
    pub(crate) lagged: Arc<AtomicBool>,
}

#[derive(Debug)]
enum Message {
    Ask { by: By, id: Option<String>, command: Command, reply: oneshot::Sender<Result<Value, Refused>> },
    Watch { watcher: Watcher, from: Option<u64>, reply: oneshot::Sender<Vec<Utf8Bytes>> },
    Unwatch { connection: u64 },
}

impl TableHandle {
    /// Asks the table for something; the answer comes when it is on disk.
    ///
    /// # Errors
    ///
    /// When it was not done.
    pub async fn ask(&self, by: By, id: Option<String>, command: Command) -> Result<Value, Refused> {
        let (reply, answer) = oneshot::channel();
        let message = Message::Ask { by, id, command, reply };
        self.requests.send(message).await.map_err(|_| Refused::Stopping)?;
        answer.await.map_err(|_| Refused::Stopping)?
    }

    /// The table as it was last written down.
    pub fn latest(&self) -> Latest {
        self.latest.borrow().clone()
    }

    /// Says when there is something newer.
    pub(crate) fn changes(&self) -> watch::Receiver<Latest> {
        self.latest.clone()
    }

    /// Begins to watch: the frames after a version, or the table as it is.
    pub(crate) async fn watch(&self, watcher: Watcher, from: Option<u64>) -> Result<Vec<Utf8Bytes>, Refused> {
        let (reply, frames) = oneshot::channel();
        self.requests.send(Message::Watch { watcher, from, reply }).await.map_err(|_| Refused::Stopping)?;
        frames.await.map_err(|_| Refused::Stopping)
    }

    /// Watches no more.
    pub(crate) async fn unwatch(&self, connection: u64) {
        let _ = self.requests.send(Message::Unwatch { connection }).await;
    }

    /// Waits until the task is over.
    pub(crate) async fn closed(&self) {
        self.requests.closed().await;
    }
}

/// The task of a table.
pub(crate) struct TableTask {
    running: Arc<Running>,
    host: Arc<Host>,
    frames: Frames,
    watchers: Vec<Watcher>,
    latest: watch::Sender<Latest>,
    /// The clock's requests wait until then.
    not_before: Option<Instant>,
}

impl TableTask {
    pub(crate) fn spawn(running: Arc<Running>, host: Host) -> TableHandle {
        let host = Arc::new(host);
        let (requests, queue) = mpsc::channel(QUEUE);
        let (sender, latest) = watch::channel(Latest { host: Arc::clone(&host), at: now() });
        let stop = running.stopping();
        let task = Self { running, host, frames: Frames::default(), watchers: Vec::new(), latest: sender, not_before: None };
        tokio::spawn(task.run(queue, stop));
        TableHandle { requests, latest }
    }

    fn id(&self) -> TableId {
        self.host.table().id()
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Message>, mut stop: watch::Receiver<bool>) {
        if self.host.table().is_open() {
            self.by_clock(Command::Restarted).await;
        }
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                message = queue.recv() => match message {
                    Some(message) => self.message(message).await,
                    None => break,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.by_clock(Command::Tick).await,
            }
        }
        queue.close();
    }

    /// When the clock has something to say.
    fn due(&self) -> Option<Instant> {
        let next = self.host.table().next_time()?;
        let due = Instant::now() + Duration::from_millis(next.since(now()).0);
        Some(self.not_before.map_or(due, |earliest| due.max(earliest)))
    }

    async fn by_clock(&mut self, command: Command) {
        let done = self.process(By::House, None, Actor::Clock, command).await;
        self.not_before = match done {
            Ok(_) => None,
            Err(refused) => {
                tracing::warn!(table = %self.id(), %refused, "the clock could not move the table");
                Some(Instant::now() + AFTER_FAULT)
            }
        };
    }

    async fn message(&mut self, message: Message) {
        match message {
            Message::Ask { by, id, command, reply } => {
                let answer = self.ask(by, id, command).await;
                let _ = reply.send(answer);
            }
            Message::Watch { watcher, from, reply } => {
                let missed = from.and_then(|version| self.frames.after(version));
                let mut frames = missed.unwrap_or_else(|| vec![public(&self.host, now(), &[])]);
                frames.extend(watcher.player.map(|player| private(&self.host, player)));
                self.watchers.retain(|other| other.connection != watcher.connection);
                self.watchers.push(watcher);
                let _ = reply.send(frames);
            }
            Message::Unwatch { connection } => self.watchers.retain(|other| other.connection != connection),
        }
    }

    async fn ask(&mut self, by: By, id: Option<String>, command: Command) -> Result<Value, Refused> {
        let place = Place::Table(self.running.table_kind());
        let actor = self.running.desk().permit_command(by, now(), &command, place)?;
        self.process(by, id, actor, command).await
    }

    async fn process(&mut self, by: By, id: Option<String>, actor: Actor, command: Command) -> Result<Value, Refused> {
        let at = now();
        let request = Request { by: actor.clone(), sender: by.to_string(), id, at, command };
        let signer = self.running.signer();
        let mut os = Os;
        let mut tools = Tools { entropy: &mut os, signer: &signer };
        let staged = self.host.stage(&request, &mut tools).map_err(|_| Refused::NoEntropy)?;
        let Staged { host, mut batch, events, answer } = staged;
        let transfers = batch.entry.as_ref().map(|entry| entry.transfers.clone()).unwrap_or_default();
        let told = match actor {
            // A player's own limits hold at all tables together.
            Actor::Player(player) => self.running.desk_mut().stage_told(player, self.id(), at, &events, &transfers)?,
            Actor::Clock if request.command == Command::Restarted => self.running.desk().told_restarted(self.id(), at),
            Actor::Staff(_) | Actor::Dealer | Actor::Clock => self.running.desk().told(self.id(), at, &events, &transfers),
        };
        batch.puts.extend(told.puts());
        let nothing = batch.entry.is_none() && batch.command.is_none() && batch.puts.is_empty();
        if nothing {
            self.running.desk_mut().drop_told(self.id());
            return Ok(to_value(&answer));
        }
        let outcome = self.running.commit(batch).await;
        if !matches!(outcome, Ok(Outcome::Done { .. })) {
            self.running.desk_mut().drop_told(self.id());
        }
        match outcome? {
            Outcome::Done { .. } => {
                self.running.desk_mut().take_told(told);
                self.host = Arc::new(host);
                self.tell(at, &events);
                Ok(to_value(&answer))
            }
            Outcome::Noted => Ok(to_value(&answer)),
            Outcome::Repeated(answer) => Ok(answer),
            Outcome::Refused(refusal) => Err(refusal.into()),
            Outcome::Fault(fault) => Err(Refused::Fault(fault.to_string())),
        }
    }

    /// Sends the new version to everybody who watches. Nobody is waited for.
    fn tell(&mut self, at: Time, events: &[table::Event]) {
        self.latest.send_replace(Latest { host: Arc::clone(&self.host), at });
        let frame = self.frames.add(&self.host, at, events);
        self.watchers.retain(|watcher| !watcher.to.is_closed());
        for watcher in &self.watchers {
            let mine = watcher.player.map(|player| private(&self.host, player));
            for text in [Some(frame.clone()), mine].into_iter().flatten() {
                if watcher.to.try_send(text).is_err() {
                    watcher.lagged.store(true, Ordering::Release);
                }
            }
        }
    }
}

fn to_value(answer: &Answer) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}
