//! One task owns one table: it takes requests one after the other, writes down what they come to, and tells everybody.

use crate::error::ApiError;
use crate::frame::{Frames, private, public};
use crate::recall::funds_puts;
use crate::refused::Refused;
use crate::running::{Running, stopped};
use crate::sockets::{Note, Outbox};
use axum::extract::ws::Utf8Bytes;
use desk::{By, Place, Told};
use house::{Answer, Host, Request, Staged, Tools};
use ledger::{PlayerId, TableId, Transfer};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use store::{Batch, CommandId, Outcome, Refusal};
use table::{Actor, Command, Event, Span, Time};
use tokio::sync::{mpsc, oneshot, watch};

/// How many requests may wait for a table.
const QUEUE: usize = 256;
/// After a fault the clock's own requests wait a moment before they are tried again.
const AFTER_FAULT: Span = Span::seconds(1);
/// Under this key a refusal by the desk or the ledger is kept as an answer.
const DENIED: &str = "denied";

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
    pub(crate) outbox: Outbox,
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
    /// What was handed to the journal when it failed: it may have happened.
    unsure: Option<Done>,
    frames: Frames,
    watchers: Vec<Watcher>,
    latest: watch::Sender<Latest>,
    /// The clock's requests wait until then.
    not_before: Time,
}

/// What happens once its batch is written.
struct Done {
    host: Host,
    told: Told,
    at: Time,
    events: Vec<Event>,
}

/// What became of one try at a request.
enum Tried {
    Answered(Value),
    /// The table was behind the journal, and no longer is.
    CaughtUp,
}

impl TableTask {
    pub(crate) fn spawn(running: Arc<Running>, host: Host) -> TableHandle {
        let host = Arc::new(host);
        let (requests, queue) = mpsc::channel(QUEUE);
        let (sender, latest) = watch::channel(Latest { host: Arc::clone(&host), at: running.now() });
        let stop = running.stopping();
        let (unsure, frames, watchers, not_before) = (None, Frames::default(), Vec::new(), Time(0));
        let task = Self { running, host, unsure, frames, watchers, latest: sender, not_before };
        tokio::spawn(task.run(queue, stop));
        TableHandle { requests, latest }
    }

    fn id(&self) -> TableId {
        self.host.table().id()
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Message>, mut stop: watch::Receiver<bool>) {
        if self.host.table().is_open() {
            self.restarted().await;
        }
        let clock = self.running.clock().clone();
        loop {
            let due = self.host.table().next_time().map(|next| next.max(self.not_before));
            tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                message = queue.recv() => match message {
                    Some(message) => self.message(message).await,
                    None => break,
                },
                () = clock.wait_until(due.unwrap_or_default()), if due.is_some() => self.by_clock(Command::Tick).await,
            }
        }
        queue.close();
    }

    /// The house was away: that time counts as nobody's play, and the table says what becomes of its round.
    async fn restarted(&mut self) {
        let told = self.running.desk().told_restarted(self.id(), self.running.now());
        let batch = Batch { puts: told.puts(), ..Batch::default() };
        if let Ok(Outcome::Noted) = self.running.commit(batch).await {
            self.running.desk_mut().take_told(told);
        }
        self.by_clock(Command::Restarted).await;
    }

    async fn by_clock(&mut self, command: Command) {
        let (by, sender, at) = (Actor::Clock, By::House.to_string(), self.running.now());
        let done = self.process(&Request { by, sender, id: None, at, command }).await;
        if let Err(refused) = done {
            tracing::warn!(table = %self.id(), %refused, "the clock could not move the table");
            self.not_before = self.running.now().after(AFTER_FAULT);
        }
    }

    async fn message(&mut self, message: Message) {
        match message {
            Message::Ask { by, id, command, reply } => {
                let answer = self.ask(by, id, command).await;
                let _ = reply.send(answer);
            }
            Message::Watch { watcher, from, reply } => {
                let missed = from.and_then(|version| self.frames.after(version));
                let mut frames = missed.unwrap_or_else(|| vec![public(&self.host, self.running.now(), &[])]);
                frames.extend(watcher.player.map(|player| private(&self.host, player)));
                self.watchers.retain(|other| other.connection != watcher.connection);
                self.watchers.push(watcher);
                let _ = reply.send(frames);
            }
            Message::Unwatch { connection } => self.watchers.retain(|other| other.connection != connection),
        }
    }

    async fn ask(&mut self, by: By, id: Option<String>, command: Command) -> Result<Value, Refused> {
        if let Some(id) = &id {
            // Without a name of its own a request would be done again whenever it comes again.
            CommandId::new(by.to_string(), id.clone())?;
        }
        // In what capacity it is asked is known when it is permitted.
        let request = Request { by: Actor::Clock, sender: by.to_string(), id, at: self.running.now(), command };
        match self.permitted(by, &request).await {
            Err(refused) if refused.is_final() && matches!(by, By::Person(_)) => self.deny(&request, refused).await,
            answered => answered,
        }
    }

    async fn permitted(&mut self, by: By, request: &Request) -> Result<Value, Refused> {
        let place = Place::Table(self.running.table_kind());
        let actor = self.running.desk().permit_command(by, request.at, &request.command, place)?;
        self.process(&Request { by: actor, ..request.clone() }).await
    }

    /// Keeps a refusal that is not the table's own under the name of its request, unless there was an answer before.
    async fn deny(&mut self, request: &Request, refused: Refused) -> Result<Value, Refused> {
        let Some(command) = request.name(self.id()) else { return Err(refused) };
        let denied = json!({ DENIED: ApiError::from(refused.clone()).denied() });
        let batch = Batch { command: Some(command), answer: denied, ..Batch::default() };
        match self.running.commit(batch).await? {
            Outcome::Done { .. } | Outcome::Noted => Err(refused),
            Outcome::Repeated(answer) => self.answered_before(answer),
            Outcome::Refused(refusal) => Err(refusal.into()),
            Outcome::Fault(fault) => Err(Refused::Fault(fault.to_string())),
        }
    }

    /// The first answer to a request that comes again.
    fn answered_before(&mut self, mut answer: Value) -> Result<Value, Refused> {
        if let Some(denied) = answer.get_mut(DENIED).map(Value::take) {
            let denied = serde_json::from_value(denied).map_err(|_| Refused::Bug)?;
            return Err(Refused::Before(denied));
        }
        self.catch_up(version_of(&answer));
        Ok(answer)
    }

    async fn process(&mut self, request: &Request) -> Result<Value, Refused> {
        match self.attempt(request).await? {
            Tried::Answered(answer) => Ok(answer),
            Tried::CaughtUp => match self.attempt(request).await? {
                Tried::Answered(answer) => Ok(answer),
                Tried::CaughtUp => Err(Refused::Bug),
            },
        }
    }

    async fn attempt(&mut self, request: &Request) -> Result<Tried, Refused> {
        let Staged { host, batch, events, answer } = self.stage(request)?;
        let transfers = batch.entry.as_ref().map(|entry| entry.transfers.clone()).unwrap_or_default();
        let (id, at) = (self.id(), request.at);
        let told = match request.by {
            // A player's own limits hold at all tables together.
            Actor::Player(player) => self.running.desk_mut().stage_told(player, id, at, &events, &transfers)?,
            Actor::Staff(_) | Actor::Dealer | Actor::Clock => self.running.desk().told(id, at, &events, &transfers),
        };
        let tried = self.write(Done { host, told, at, events }, batch, transfers, &answer).await;
        // What was staged and not taken in counts no more.
        self.running.desk_mut().drop_told(id);
        tried
    }

    async fn write(&mut self, done: Done, mut batch: Batch, transfers: Vec<Transfer>, answer: &Answer) -> Result<Tried, Refused> {
        batch.puts.extend(done.told.puts());
        let void = self.host.table().book().house.void_settled.is;
        let funds = funds_puts(&self.running, &batch, transfers, void).await?;
        batch.puts.extend(funds);
        let nothing = batch.entry.is_none() && batch.command.is_none() && batch.puts.is_empty();
        if nothing {
            return Ok(Tried::Answered(to_value(answer)));
        }
        let has_entry = batch.entry.is_some();
        match self.running.commit(batch).await? {
            Outcome::Done { balances, .. } => {
                self.take(done);
                self.running.tell_balances(&balances);
                Ok(Tried::Answered(to_value(answer)))
            }
            Outcome::Noted => Ok(Tried::Answered(to_value(answer))),
            Outcome::Repeated(answer) => self.answered_before(answer).map(Tried::Answered),
            Outcome::Refused(Refusal::Conflict { found, .. }) if self.catch_up(Some(found)) => Ok(Tried::CaughtUp),
            Outcome::Refused(refusal) => Err(refusal.into()),
            Outcome::Fault(fault) => {
                tracing::error!(table = %self.id(), %fault, "the table waits: nothing can be written down");
                metrics::counter!("pontoon_faults").increment(1);
                if has_entry {
                    self.unsure = Some(done);
                }
                Err(Refused::Fault(fault.to_string()))
            }
        }
    }

    /// What a request comes to. A panic is a fault of the software: it is logged, and the table stays as it was.
    fn stage(&self, request: &Request) -> Result<Staged, Refused> {
        let signer = self.running.signer();
        let mut chance = self.running.chance().clone();
        let mut tools = Tools { entropy: &mut chance, signer: &signer };
        let staged = catch_unwind(AssertUnwindSafe(|| self.host.stage(request, &mut tools)));
        match staged {
            Ok(staged) => Ok(staged?),
            Err(_) => {
                tracing::error!(table = %self.id(), command = ?request.command, "the table's software failed");
                metrics::counter!("pontoon_bugs").increment(1);
                Err(Refused::Bug)
            }
        }
    }

    /// It is written: the table is another one now, and everybody is told.
    fn take(&mut self, done: Done) {
        self.unsure = None;
        self.running.desk_mut().take_told(done.told);
        self.host = Arc::new(done.host);
        self.tell(done.at, &done.events);
    }

    /// Takes in what was written although the journal said that it failed, now that this is known.
    fn catch_up(&mut self, written: Option<u64>) -> bool {
        let known = |unsure: &mut Done| written.is_some_and(|written| written >= unsure.host.version());
        match self.unsure.take_if(known) {
            Some(unsure) => {
                self.take(unsure);
                true
            }
            None => false,
        }
    }

    /// Sends the new version to everybody who watches. Nobody is waited for.
    fn tell(&mut self, at: Time, events: &[Event]) {
        self.latest.send_replace(Latest { host: Arc::clone(&self.host), at });
        let frame = self.frames.add(&self.host, at, events);
        self.watchers.retain(|watcher| !watcher.outbox.is_closed());
        for watcher in &self.watchers {
            watcher.outbox.post(Note::Text(frame.clone()));
            if let Some(player) = watcher.player {
                watcher.outbox.post(Note::Text(private(&self.host, player)));
            }
        }
    }
}

fn to_value(answer: &Answer) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

/// The version an answer speaks of.
fn version_of(answer: &Value) -> Option<u64> {
    answer.get("done")?.get("version")?.as_u64()
}
