//! One task owns one table: it takes requests one after the other, writes down what they come to,
//! and tells everybody.

use crate::denial::answered_before;
use crate::frame::{Frames, now, private};
use crate::recall::add_funds;
use crate::refused::Refused;
use crate::running::{Running, stopped};
use crate::sockets::{Note, Outbox};
use crate::turns::Turns;
use axum::extract::ws::Utf8Bytes;
use desk::{By, Place, Told};
use house::{Answer, CardOnFile, Host, Request, Staged, Tools};
use ledger::{Account, PlayerId, TableId};
use rules::Net;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use store::{Batch, CommandId, Outcome, Refusal};
use table::{Actor, Command, Event, Span, Time};
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot, watch};

/// How many requests may wait for a table.
const QUEUE: usize = 256;
/// After a fault the clock's own requests wait a moment before they are tried again.
const AFTER_FAULT: Span = Span::seconds(1);

/// A way to a table's task.
#[derive(Clone, Debug)]
pub struct TableHandle {
    requests: mpsc::Sender<Message>,
    latest: watch::Receiver<Latest>,
    turns: Arc<Turns>,
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

/// What a watcher is sent at first, and of which version it is.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) version: u64,
    pub(crate) frames: Vec<Utf8Bytes>,
}

#[derive(Debug)]
enum Message {
    Ask {
        by: By,
        id: Option<String>,
        rounds: Option<u64>,
        command: Command,
        /// Held until it is answered: whoever asks does nothing else meanwhile.
        turn: Option<OwnedMutexGuard<()>>,
        reply: oneshot::Sender<Result<Value, Refused>>,
    },
    Watch {
        watcher: Watcher,
        from: Option<u64>,
        reply: oneshot::Sender<Watched>,
    },
    Unwatch {
        connection: u64,
    },
}

impl TableHandle {
    /// Asks the table for something; the answer comes when it is on disk.
    ///
    /// # Errors
    ///
    /// When it was not done.
    pub async fn ask(
        &self,
        by: By,
        id: Option<String>,
        command: Command,
    ) -> Result<Value, Refused> {
        self.ask_for(by, id, None, command).await
    }

    /// The same for something that is meant while so many rounds have begun, and not when it comes
    /// too late for that.
    ///
    /// # Errors
    ///
    /// When it was not done.
    pub async fn ask_for(
        &self,
        by: By,
        id: Option<String>,
        rounds: Option<u64>,
        command: Command,
    ) -> Result<Value, Refused> {
        // Waited for here: the table must not stand still for others while one person does many
        // things.
        let turn = self.turns.take(by).await;
        let (reply, answer) = oneshot::channel();
        let message = Message::Ask {
            by,
            id,
            rounds,
            command,
            turn,
            reply,
        };
        self.requests
            .send(message)
            .await
            .map_err(|_| Refused::Stopping)?;
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
    pub(crate) async fn watch(
        &self,
        watcher: Watcher,
        from: Option<u64>,
    ) -> Result<Watched, Refused> {
        let (reply, frames) = oneshot::channel();
        self.requests
            .send(Message::Watch {
                watcher,
                from,
                reply,
            })
            .await
            .map_err(|_| Refused::Stopping)?;
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
    known: Known,
    since_start: SinceStart,
    frames: Frames,
    watchers: Vec<Watcher>,
    latest: watch::Sender<Latest>,
    /// The clock's requests wait until then.
    not_before: Time,
}

/// Whether the table is as it is on disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Surely,
    /// Something could not be written, or was and nobody knows: the table is read again before it
    /// decides anything.
    NotSurely,
}

/// Whether it was said at this table that the house was away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SinceStart {
    NotSaid,
    Said,
}

impl TableTask {
    pub(crate) fn spawn(running: Arc<Running>, host: Host) -> TableHandle {
        let host = Arc::new(host);
        let (requests, queue) = mpsc::channel(QUEUE);
        let (sender, latest) = watch::channel(Latest {
            host: Arc::clone(&host),
            at: running.now(),
        });
        let stop = running.stopping();
        let turns = running.turns();
        let since_start = if host.table().is_open() {
            SinceStart::NotSaid
        } else {
            SinceStart::Said
        };
        let (frames, watchers, not_before) = (Frames::default(), Vec::new(), Time(0));
        let task = Self {
            running,
            host,
            known: Known::Surely,
            since_start,
            frames,
            watchers,
            latest: sender,
            not_before,
        };
        tokio::spawn(task.run(queue, stop));
        TableHandle {
            requests,
            latest,
            turns,
        }
    }

    fn id(&self) -> TableId {
        self.host.table().id()
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Message>, mut stop: watch::Receiver<bool>) {
        self.by_clock().await;
        let clock = self.running.clock().clone();
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                // Before what is asked for: however much that is, time is up when it is up.
                () = clock.wait_until(due.unwrap_or_default()), if due.is_some() => self.by_clock().await,
                message = queue.recv() => match message {
                    Some(message) => self.message(message).await,
                    None => break,
                },
            }
        }
        queue.close();
    }

    /// When the table goes on by itself.
    fn due(&self) -> Option<Time> {
        match (self.known, self.since_start) {
            (Known::Surely, SinceStart::Said) => self
                .host
                .table()
                .next_time()
                .map(|next| next.max(self.not_before)),
            (Known::NotSurely, _) | (_, SinceStart::NotSaid) => Some(self.not_before),
        }
    }

    /// Does what the time asks for.
    async fn by_clock(&mut self) {
        let mut done = self.make_ready().await;
        if done.is_ok()
            && self
                .host
                .table()
                .next_time()
                .is_some_and(|next| next <= self.running.now())
        {
            done = self
                .process(&self.clock_asks(Command::Tick))
                .await
                .map(drop);
        }
        if let Err(refused) = done {
            tracing::warn!(table = %self.id(), %refused, "the clock could not move the table");
            self.not_before = self.running.now().after(AFTER_FAULT);
        }
    }

    fn clock_asks(&self, command: Command) -> Request {
        Request {
            by: Actor::Clock,
            sender: By::House.to_string(),
            id: None,
            at: self.running.now(),
            command,
            card: CardOnFile::None,
        }
    }

    /// What comes before anything else: after a fault the table is read again; after a start, the
    /// time the house was away counts as nobody's play, and the table says what becomes of its
    /// round.
    async fn make_ready(&mut self) -> Result<(), Refused> {
        if self.known == Known::NotSurely {
            self.read_again().await?;
        }
        if self.since_start == SinceStart::NotSaid {
            let told = self
                .running
                .desk()
                .told_restarted(self.id(), self.running.now());
            self.write_down(Batch {
                puts: told.puts(),
                ..Batch::default()
            })
            .await?;
            self.running.desk_mut().take_told(told);
            self.process(&self.clock_asks(Command::Restarted)).await?;
            self.since_start = SinceStart::Said;
        }
        Ok(())
    }

    /// The table as it is on disk. Whoever watches gets it as it is: what happened meanwhile nobody
    /// can tell step by step.
    async fn read_again(&mut self) -> Result<(), Refused> {
        let host = self.running.read_table_again(self.id()).await?;
        self.known = Known::Surely;
        if host.version() == self.host.version() {
            return Ok(());
        }
        self.frames = Frames::default();
        self.become_and_tell(host, self.running.now(), &[]);
        let people = self.host.table().view().people;
        let balances = self
            .running
            .ask_ledger(move |ledger| -> Vec<(Account, Net)> {
                let accounts = people.iter().map(|person| Account::Player(person.player));
                accounts
                    .map(|account| (account, ledger.balance(account)))
                    .collect()
            });
        let balances = balances.await?;
        self.running.tell_balances(&balances);
        Ok(())
    }

    async fn message(&mut self, message: Message) {
        match message {
            Message::Ask {
                by,
                id,
                rounds,
                command,
                turn,
                reply,
            } => {
                let answer = self.ask(by, id, rounds, command).await;
                drop(turn);
                let _ = reply.send(answer);
            }
            Message::Watch {
                watcher,
                from,
                reply,
            } => {
                let missed = from.and_then(|version| self.frames.after(version));
                let mut frames =
                    missed.unwrap_or_else(|| vec![now(&self.host, self.running.now())]);
                frames.extend(watcher.player.map(|player| private(&self.host, player)));
                self.watchers
                    .retain(|other| other.connection != watcher.connection);
                self.watchers.push(watcher);
                let _ = reply.send(Watched {
                    version: self.host.version(),
                    frames,
                });
            }
            Message::Unwatch { connection } => {
                self.watchers.retain(|other| other.connection != connection)
            }
        }
    }

    async fn ask(
        &mut self,
        by: By,
        id: Option<String>,
        rounds: Option<u64>,
        command: Command,
    ) -> Result<Value, Refused> {
        if let Some(id) = &id {
            // Without a name of its own a request would be done again whenever it comes again.
            CommandId::new(by.to_string(), id.clone())?;
        }
        self.make_ready().await?;
        // In what capacity it is asked is known when it is permitted.
        let request = Request {
            by: Actor::Clock,
            sender: by.to_string(),
            id,
            at: self.running.now(),
            command,
            card: self.running.card_on_file(by),
        };
        let answered = match rounds {
            Some(meant) if meant != self.host.table().rounds() => Err(Refused::Late),
            Some(_) | None => self.permitted(by, &request).await,
        };
        match answered {
            // Visitors share one name: nothing of theirs is kept.
            Err(refused) if by != By::Visitor => {
                self.running.deny(request.name(self.id()), refused).await
            }
            answered => answered,
        }
    }

    async fn permitted(&mut self, by: By, request: &Request) -> Result<Value, Refused> {
        let place = Place::Table(self.running.table_kind());
        let actor = self
            .running
            .desk()
            .permit_command(by, request.at, &request.command, place)?;
        self.process(&Request {
            by: actor,
            ..request.clone()
        })
        .await
    }

    async fn process(&mut self, request: &Request) -> Result<Value, Refused> {
        let Staged {
            host,
            mut batch,
            events,
            answer,
        } = self.stage(request)?;
        let told = self.stage_told(request, &batch, &events)?;
        batch.puts.extend(told.puts());
        add_funds(&mut batch, self.host.table().book().house.void_settled.is);
        let nothing = batch.entry.is_none() && batch.command.is_none() && batch.puts.is_empty();
        let written = if nothing {
            Ok(BatchEnd::Nothing)
        } else {
            self.write_down(batch).await
        };
        let answered = match written {
            Ok(BatchEnd::Done(balances)) => {
                // It is written: the table is another one now, and everybody is told.
                self.running.desk_mut().take_told(told);
                self.become_and_tell(host, request.at, &events);
                self.running.tell_balances(&balances);
                Ok(to_value(&answer))
            }
            Ok(BatchEnd::Nothing) => Ok(to_value(&answer)),
            Ok(BatchEnd::Before(answer)) => answered_before(answer),
            Err(refused) => Err(refused),
        };
        // What was staged and not taken in counts no more.
        self.running.desk_mut().drop_told(self.id());
        answered
    }

    /// What the desk is told of it. A player's own limits hold at all tables together.
    fn stage_told(
        &self,
        request: &Request,
        batch: &Batch,
        events: &[Event],
    ) -> Result<Told, Refused> {
        let transfers = batch
            .entry
            .as_ref()
            .map(|entry| entry.transfers.as_slice())
            .unwrap_or_default();
        let (id, at) = (self.id(), request.at);
        Ok(match request.by {
            Actor::Player(player) => self
                .running
                .desk_mut()
                .stage_told(player, id, at, events, transfers)?,
            Actor::Staff(_) | Actor::Software | Actor::Dealer | Actor::Clock => {
                self.running.desk().told(id, at, events, transfers)
            }
        })
    }

    async fn write_down(&mut self, batch: Batch) -> Result<BatchEnd, Refused> {
        match self.running.commit(batch).await? {
            Outcome::Done { balances, .. } => Ok(BatchEnd::Done(balances)),
            Outcome::Noted => Ok(BatchEnd::Nothing),
            Outcome::Repeated(answer) => Ok(BatchEnd::Before(answer)),
            Outcome::Refused(refusal) => {
                if let Refusal::Conflict { .. } = refusal {
                    self.known = Known::NotSurely;
                }
                Err(refusal.into())
            }
            Outcome::Fault(fault) => {
                tracing::error!(table = %self.id(), %fault, "the table waits: nothing can be \
                    written down");
                metrics::counter!("pontoon_faults").increment(1);
                self.known = Known::NotSurely;
                self.running.doubt_desk();
                Err(Refused::Fault(fault.to_string()))
            }
        }
    }

    /// What a request comes to. A panic is a fault of the software: it is logged, and the table
    /// stays as it was.
    fn stage(&self, request: &Request) -> Result<Staged, Refused> {
        let signer = self.running.signer();
        let mut chance = self.running.chance().clone();
        let mut tools = Tools {
            entropy: &mut chance,
            signer: &signer,
        };
        let staged = catch_unwind(AssertUnwindSafe(|| self.host.stage(request, &mut tools)));
        match staged {
            Ok(staged) => Ok(staged?),
            Err(_) => {
                tracing::error!(table = %self.id(), command = ?request.command, "the table's \
                    software failed");
                metrics::counter!("pontoon_bugs").increment(1);
                Err(Refused::Bug)
            }
        }
    }

    /// The table is another one now, and everybody is told. What is written stays written, also
    /// where the software cannot say it.
    fn become_and_tell(&mut self, host: Host, at: Time, events: &[Event]) {
        let before = std::mem::replace(&mut self.host, Arc::new(host));
        if catch_unwind(AssertUnwindSafe(|| self.send_frames(&before, at, events))).is_err() {
            tracing::error!(table = %self.id(), version = self.host.version(), "the table's \
                software failed at telling");
            metrics::counter!("pontoon_bugs").increment(1);
        }
    }

    /// Sends the new version to everybody who watches. Nobody is waited for.
    fn send_frames(&mut self, before: &Host, at: Time, events: &[Event]) {
        self.latest.send_replace(Latest {
            host: Arc::clone(&self.host),
            at,
        });
        let (table, version) = (self.id(), self.host.version());
        let note = |text| Note::Frame {
            table,
            version,
            text,
        };
        let frame = self.frames.add(before, &self.host, at, events);
        self.watchers.retain(|watcher| !watcher.outbox.is_closed());
        for watcher in &self.watchers {
            watcher.outbox.post(note(frame.clone()));
            if let Some(player) = watcher.player {
                watcher.outbox.post(note(private(&self.host, player)));
            }
        }
    }
}

/// What became of a batch that is not refused.
enum BatchEnd {
    /// It is in the log; these accounts have so much now.
    Done(Vec<(Account, Net)>),
    /// There was nothing to put in the log.
    Nothing,
    /// The request came before, and this was the answer.
    Before(Value),
}

fn to_value(answer: &Answer) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}
