//! The house while it runs: desk, tables and journal, with everything in the server's order and none of its threads.
//!
//! A request is permitted, staged, looked at by the desk, queued with what the desk was told, and taken over when its group
//! is on disk; only then is it answered. It knows no clients and no network.

use crate::frames::Frames;
use crate::message::{Ask, Frame, Out, Said, Sender, To, Wish};
use crate::reading::{self, Trouble};
use desk::{By, Desk, DeskCommand, DeskDecision, DeskRefusal, Place, TableKind, Terms, Told};
use fair::{Entropy, Signer};
use house::{Answer, Host, Request, Staged, Tools};
use ledger::{Account, PlayerId, TableId};
use rules::Money;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use store::{Batch, CommandId, Fault, Health, HouseKey, Journal, Memory, Outcome, Read, Refusal, Stream};
use table::{Actor, Command, Config, PrivateView, Table, Time};

/// The password of everybody.
pub(crate) const PASSWORD: &str = "four plain small words";

/// What only one request at a time may use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Turn {
    Desk,
    Table(TableId),
    /// A person's limits are looked at before a wager is on disk: their requests wait for each other in the whole house.
    Person(PlayerId),
}

/// Whether a person's requests wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// They do.
    OneByOne,
    /// They do not: two tables may look at the same limits at once.
    AllAtOnce,
}

/// The house while it runs.
pub struct Running {
    journal: Journal<Memory>,
    signer: Signer,
    desk: Desk,
    tables: BTreeMap<TableId, (Host, Frames)>,
    discipline: Discipline,
    /// Requests that wait for their turn.
    waiting: VecDeque<Heard>,
    /// What is decided and not on disk.
    queue: Vec<Pending>,
    busy: BTreeSet<Turn>,
    /// What must be read again from the disk before it is used: nobody knows whether the last write was done.
    unsure: BTreeSet<Turn>,
    out: Vec<Out>,
}

/// A request whose sender is known.
struct Heard {
    ask: Ask,
    by: By,
}

/// Something that is decided and not on disk.
struct Pending {
    batch: Batch,
    turns: BTreeSet<Turn>,
    heard: Heard,
    then: Then,
}

/// What follows when it is on disk.
enum Then {
    Table(Box<Staged>, Told),
    Desk(Box<DeskDecision>),
    /// The answer is kept, nothing else.
    Noted(Value),
    /// The time while the house was away is left out.
    Away(Told),
}

/// What time it is and where chance comes from.
pub struct Now<'a, E> {
    /// The machine's clock.
    pub at: Time,
    /// The machine's randomness.
    pub entropy: &'a mut E,
}

impl Running {
    /// Opens the house that is on a disk.
    ///
    /// # Errors
    ///
    /// When the disk fails, or what is on it does not hold.
    pub fn open(backend: Memory, secret: [u8; 32], discipline: Discipline) -> Result<Self, Trouble> {
        let key = HouseKey::from_entropy(secret);
        let signer = Signer::new(&key.secret());
        let mut journal = reading::journal(backend, key)?;
        let desk = reading::desk(journal.backend(), Terms::default())?;
        let streams: Vec<Stream> = journal.streams().map(|(stream, _)| stream).collect();
        let mut tables = BTreeMap::new();
        for stream in streams {
            if let Stream::Table(id) = stream {
                tables.insert(id, (reading::table(journal.backend(), id)?, Frames::default()));
            }
        }
        let (busy, unsure) = (BTreeSet::new(), BTreeSet::new());
        let (waiting, queue, out) = (VecDeque::new(), Vec::new(), Vec::new());
        Ok(Self { journal, signer, desk, tables, discipline, waiting, queue, busy, unsure, out })
    }

    /// Sets up a table, closed.
    ///
    /// # Errors
    ///
    /// When it cannot be set up so or not be written.
    pub fn found(&mut self, id: TableId, config: Config, at: Time) -> Result<(), String> {
        let (host, batch) = Host::found(id, config, "house", at).map_err(|fault| fault.to_string())?;
        match self.journal.commit(vec![batch], at.0).pop() {
            Some(Outcome::Done { .. }) => {
                self.tables.insert(id, (host, Frames::default()));
                Ok(())
            }
            other => Err(format!("{other:?}")),
        }
    }

    /// The desk, to look at.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// A table, to look at.
    pub fn table(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id).map(|(host, _)| host.table())
    }

    /// Every table with its version.
    pub fn tables(&self) -> impl Iterator<Item = (&Table, u64)> {
        self.tables.values().map(|(host, _)| (host.table(), host.version()))
    }

    /// Whether memory is known to agree with the disk on a table.
    pub(crate) fn is_sure(&self, id: TableId) -> bool {
        !self.unsure.contains(&Turn::Table(id))
    }

    /// Whether memory is known to agree with the disk on the desk.
    pub(crate) fn is_sure_of_desk(&self) -> bool {
        !self.unsure.contains(&Turn::Desk) && !self.busy.contains(&Turn::Desk)
    }

    /// What a player may do at a table.
    pub fn look(&self, table: TableId, player: PlayerId) -> Option<PrivateView> {
        self.table(table).map(|table| table.private_view(player))
    }

    /// What a player has.
    pub fn balance(&self, player: PlayerId) -> Money {
        let cents = self.journal.ledger().balance(Account::Player(player)).cents();
        Money::from_cents(u64::try_from(cents).unwrap_or(0))
    }

    /// The frames of a table after a version; none where they are not all here any more.
    pub fn frames_after(&self, table: TableId, version: u64) -> Option<Vec<Frame>> {
        self.tables.get(&table)?.1.after(version)
    }

    /// The version of a table.
    pub fn version(&self, table: TableId) -> Option<u64> {
        self.tables.get(&table).map(|(host, _)| host.version())
    }

    /// How many entries the log has.
    pub fn size(&self) -> u64 {
        self.journal.head().size
    }

    /// Whether something waits to be written.
    pub fn has_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    /// What has left the house since the last time.
    pub fn take_out(&mut self) -> Vec<Out> {
        std::mem::take(&mut self.out)
    }

    /// Takes a request in.
    pub fn ask<E: Entropy>(&mut self, ask: Ask, now: &mut Now<'_, E>) {
        let by = match &ask.sender {
            Sender::House => By::House,
            Sender::Visitor => By::Visitor,
            Sender::Token(token) => match self.desk.sessions().check(token, now.at) {
                Ok(signed_in) => {
                    self.touch(signed_in.session, now.at);
                    By::Person(signed_in.person)
                }
                Err(_) => return self.say(ask.to, Said::NotSignedIn),
            },
        };
        self.waiting.push_back(Heard { ask, by });
        self.work(now);
    }

    /// A table goes on after the house was away.
    pub fn back<E: Entropy>(&mut self, table: TableId, now: &mut Now<'_, E>) {
        let wish = Wish::Table(table, Command::Restarted);
        let ask = Ask { sender: Sender::House, id: None, wish, to: To::Back(table) };
        self.waiting.push_back(Heard { ask, by: By::House });
        self.work(now);
    }

    /// Writes everything that is queued in one group, and answers.
    pub fn flush<E: Entropy>(&mut self, now: &mut Now<'_, E>) {
        let queue = std::mem::take(&mut self.queue);
        let (batches, waiting): (Vec<_>, Vec<_>) =
            queue.into_iter().map(|pending| (pending.batch, (pending.turns, pending.heard, pending.then))).unzip();
        let outcomes = self.journal.commit(batches, now.at.0);
        for ((turns, heard, then), outcome) in waiting.into_iter().zip(outcomes) {
            for turn in &turns {
                self.busy.remove(turn);
            }
            self.written(heard, then, outcome, turns);
        }
        self.work(now);
    }

    fn say(&mut self, to: To, said: Said) {
        self.out.push(Out::Said(to, said));
    }

    /// Begins every request whose turn it is; the others keep their order.
    fn work<E: Entropy>(&mut self, now: &mut Now<'_, E>) {
        let mut blocked = self.busy.clone();
        for heard in std::mem::take(&mut self.waiting) {
            let turns = self.turns(&heard);
            if turns.is_disjoint(&blocked) {
                self.begin(heard, turns, now);
                blocked.extend(self.busy.iter().copied());
            } else {
                blocked.extend(turns);
                self.waiting.push_back(heard);
            }
        }
    }

    fn turns(&self, heard: &Heard) -> BTreeSet<Turn> {
        let mut turns = BTreeSet::new();
        let mut about = Vec::new();
        match &heard.ask.wish {
            Wish::Table(id, _) => drop(turns.insert(Turn::Table(*id))),
            Wish::SignIn { .. } => drop(turns.insert(Turn::Desk)),
            Wish::Desk(command) => {
                turns.insert(Turn::Desk);
                about.extend(subject(command));
            }
        }
        if let By::Person(person) = heard.by {
            about.push(person);
        }
        if self.discipline == Discipline::OneByOne {
            turns.extend(about.into_iter().map(Turn::Person));
        }
        turns
    }

    fn begin<E: Entropy>(&mut self, heard: Heard, turns: BTreeSet<Turn>, now: &mut Now<'_, E>) {
        if let Err(trouble) = self.freshen(&turns, now.at) {
            return self.give_up(&heard, trouble);
        }
        match self.known(&heard) {
            Ok(None) => {}
            Ok(Some(said)) => return self.say(heard.ask.to, said),
            Err(fault) => return self.give_up(&heard, fault.into()),
        }
        match heard.ask.wish.clone() {
            Wish::Table(id, command) => self.begin_table(heard, turns, id, command, now),
            Wish::Desk(command) => self.begin_desk(heard, turns, &command, now.at),
            Wish::SignIn { handle, key } => {
                // Comparing with nobody's password is as slow here as anywhere, and nothing is learnt from it.
                if self.desk.by_handle(&handle).is_none() {
                    return self.note(heard, turns, &refused(&DeskRefusal::WrongPassword, "desk"));
                }
                let verdict = self.desk.challenge(&handle).compare(PASSWORD);
                self.begin_desk(heard, turns, &DeskCommand::SignIn { verdict, key }, now.at);
            }
        }
    }

    fn begin_table<E: Entropy>(
        &mut self,
        heard: Heard,
        turns: BTreeSet<Turn>,
        id: TableId,
        command: Command,
        now: &mut Now<'_, E>,
    ) {
        let at = now.at;
        if heard.ask.to == To::Back(id) {
            let told = self.desk.told_restarted(id, at);
            let batch = Batch { puts: told.puts(), ..Batch::default() };
            return self.queue(heard, turns, batch, Then::Away(told));
        }
        let actor = match self.desk.permit_command(heard.by, at, &command, Place::Table(TableKind::TRIAL)) {
            Ok(actor) => actor,
            Err(refusal) => return self.note(heard, turns, &refused(&refusal, "desk")),
        };
        let request = Request { by: actor.clone(), sender: heard.by.to_string(), id: heard.ask.id.clone(), at, command };
        let Some((host, _)) = self.tables.get(&id) else {
            return self.note(heard, turns, &refused(&"there is no such table", "table"));
        };
        let mut tools = Tools { entropy: &mut *now.entropy, signer: &self.signer };
        let Ok(mut staged) = host.stage(&request, &mut tools) else {
            return self.say(heard.ask.to, Said::Fault("no random bytes".to_owned()));
        };
        let transfers = staged.batch.entry.as_ref().map(|entry| entry.transfers.clone()).unwrap_or_default();
        let told = match actor {
            // A player's own limits hold at all tables together.
            Actor::Player(player) => self.desk.stage_told(player, id, at, &staged.events, &transfers),
            Actor::Staff(_) | Actor::Dealer | Actor::Clock => Ok(self.desk.told(id, at, &staged.events, &transfers)),
        };
        let told = match told {
            Ok(told) => told,
            Err(refusal) => return self.note(heard, turns, &refused(&refusal, "limit")),
        };
        staged.batch.puts.extend(told.puts());
        let batch = std::mem::take(&mut staged.batch);
        if batch.entry.is_none() && batch.command.is_none() && batch.puts.is_empty() {
            self.desk.drop_told(id);
            return self.say(heard.ask.to, Said::Answer(answer(&staged.answer)));
        }
        self.queue(heard, turns, batch, Then::Table(Box::new(staged), told));
    }

    fn begin_desk(&mut self, heard: Heard, turns: BTreeSet<Turn>, command: &DeskCommand, at: Time) {
        let name = self.name(&heard);
        match self.desk.decide(heard.by, at, command) {
            Ok(decision) => {
                let batch = decision.clone().into_batch(Some(self.journal.seq(Stream::House)), name);
                self.queue(heard, turns, batch, Then::Desk(Box::new(decision)));
            }
            Err(refusal) => self.note(heard, turns, &refused(&refusal, "desk")),
        }
    }

    /// A refusal is kept as the answer, so that the same request is never done after it was refused.
    fn note(&mut self, heard: Heard, turns: BTreeSet<Turn>, answer: &Value) {
        match self.name(&heard) {
            None => self.say(heard.ask.to, Said::Answer(answer.clone())),
            Some(name) => {
                let batch = Batch { command: Some(name), answer: answer.clone(), ..Batch::default() };
                self.queue(heard, turns, batch, Then::Noted(answer.clone()));
            }
        }
    }

    fn queue(&mut self, heard: Heard, turns: BTreeSet<Turn>, batch: Batch, then: Then) {
        self.busy.extend(turns.iter().copied());
        self.queue.push(Pending { batch, turns, heard, then });
    }

    /// A sign of life is written when there is something to write it with; it is nobody's answer.
    fn touch(&mut self, session: desk::SessionNo, at: Time) {
        if let Some(put) = self.desk.touch(session, at) {
            let ask = Ask { sender: Sender::House, id: None, wish: Wish::Desk(DeskCommand::EndOldSessions), to: To::Nobody };
            let batch = Batch { puts: vec![put], ..Batch::default() };
            self.queue(Heard { ask, by: By::House }, BTreeSet::new(), batch, Then::Noted(Value::Null));
        }
    }

    fn written(&mut self, heard: Heard, then: Then, outcome: Outcome, turns: BTreeSet<Turn>) {
        let to = heard.ask.to;
        if let (Then::Table(staged, _), false) = (&then, matches!(outcome, Outcome::Done { .. })) {
            self.desk.drop_told(staged.host.table().id());
        }
        match outcome {
            Outcome::Done { seq, .. } => self.take_over(to, then, seq),
            Outcome::Noted => match then {
                Then::Noted(answer) => self.say(to, Said::Answer(answer)),
                Then::Table(staged, _) => self.say(to, Said::Answer(answer(&staged.answer))),
                Then::Away(told) => self.go_on(heard, told),
                Then::Desk(_) => self.out.push(Out::Broken("a decision of the desk left no entry".to_owned())),
            },
            Outcome::Repeated(answer) => self.say(to, Said::Answer(answer)),
            Outcome::Refused(Refusal::Conflict { .. }) => {
                self.unsure.extend([Turn::Desk]);
                self.unsure.extend(turns);
                self.waiting.push_front(heard);
            }
            Outcome::Refused(Refusal::IdReused) => self.say(to, Said::Answer(refused(&Refusal::IdReused, "id_reused"))),
            Outcome::Refused(refusal) => match &refusal {
                Refusal::Ledger(ledger::LedgerRefusal::NotEnough { .. }) => self.note(heard, turns, &refused(&refusal, "money")),
                Refusal::Ledger(_) | Refusal::Unfit(_) | Refusal::Conflict { .. } | Refusal::IdReused => {
                    self.out.push(Out::Broken(format!("{:?} is refused: {refusal}", heard.ask)));
                }
            },
            Outcome::Fault(fault) => {
                // Nobody knows whether it was done: what is in memory may be behind the disk.
                self.unsure.insert(Turn::Desk);
                self.unsure.extend(turns);
                self.say(to, Said::Fault(fault.to_string()));
            }
        }
    }

    fn take_over(&mut self, to: To, then: Then, seq: u64) {
        match then {
            Then::Table(staged, told) => {
                self.desk.take_told(told);
                let Staged { host, events, answer: said, .. } = *staged;
                let (id, version) = (host.table().id(), host.version());
                if version != seq {
                    self.out.push(Out::Broken(format!("table {id} is at {version} and its entry is {seq}")));
                }
                if let Some(place) = self.tables.get_mut(&id) {
                    let frame = place.1.add(&host, &events);
                    place.0 = host;
                    self.out.push(Out::Frame(frame));
                }
                self.say(to, Said::Answer(answer(&said)));
            }
            Then::Desk(decision) => {
                self.desk.take(&decision);
                self.say(to, Said::Answer(json!(decision.answer)));
            }
            Then::Noted(_) | Then::Away(_) => self.out.push(Out::Broken("a note became an entry".to_owned())),
        }
    }

    fn go_on(&mut self, heard: Heard, told: Told) {
        self.desk.take_told(told);
        if let To::Back(table) = heard.ask.to {
            self.out.push(Out::Away(table));
            let ask = Ask { to: To::Restarted(table), ..heard.ask };
            self.waiting.push_front(Heard { ask, by: heard.by });
        }
    }

    /// The name of a request in the journal, with the digest of its content.
    fn name(&self, heard: &Heard) -> Option<store::Command> {
        let id = CommandId::new(heard.by.to_string(), heard.ask.id.as_ref()?).ok()?;
        let content = match &heard.ask.wish {
            Wish::Table(table, command) => json!({ "table": table, "command": command }).to_string(),
            Wish::Desk(command) => format!("{command:?}"),
            Wish::SignIn { handle, .. } => handle.clone(),
        };
        Some(store::Command::new(id, content.as_bytes()))
    }

    /// What the same request was answered before: what may be done has perhaps changed since, what was done has not.
    fn known(&mut self, heard: &Heard) -> Result<Option<Said>, Fault> {
        let Some(name) = self.name(heard) else { return Ok(None) };
        let Some(Some(known)) = self.journal.backend().answers(&[&name.id])?.pop() else { return Ok(None) };
        if known.digest != name.digest {
            return Ok(Some(Said::Answer(refused(&Refusal::IdReused, "id_reused"))));
        }
        Ok(serde_json::from_slice(&known.answer).ok().map(Said::Answer))
    }

    /// Reads again what nobody is sure of.
    fn freshen(&mut self, turns: &BTreeSet<Turn>, at: Time) -> Result<(), Trouble> {
        if self.unsure.is_empty() && *self.journal.health() == Health::Well {
            return Ok(());
        }
        // An empty group reads the disk again where the journal has to.
        let _ = self.journal.commit(Vec::new(), at.0);
        if let Health::Broken(fault) = self.journal.health() {
            return Err(fault.clone().into());
        }
        if self.unsure.contains(&Turn::Desk) {
            self.desk = reading::desk(self.journal.backend(), Terms::default())?;
            self.unsure.remove(&Turn::Desk);
        }
        for turn in turns {
            if let Turn::Table(id) = turn
                && self.unsure.contains(turn)
            {
                let host = reading::table(self.journal.backend(), *id)?;
                self.tables.insert(*id, (host, Frames::default()));
                self.unsure.remove(turn);
            }
        }
        self.unsure.retain(|turn| !matches!(turn, Turn::Person(_)));
        Ok(())
    }

    fn give_up(&mut self, heard: &Heard, trouble: Trouble) {
        match trouble {
            Trouble::Disk(fault) => self.say(heard.ask.to, Said::Fault(fault.to_string())),
            Trouble::Broken(what) => self.out.push(Out::Broken(what)),
        }
    }
}

/// Whom a command of the desk is about, beside whoever gives it.
fn subject(command: &DeskCommand) -> Option<PlayerId> {
    if let DeskCommand::CloseGuest { guest: person, .. }
    | DeskCommand::Lock { person, .. }
    | DeskCommand::Unlock { person }
    | DeskCommand::Credit { player: person, .. }
    | DeskCommand::Correct { player: person, .. } = command
    {
        Some(*person)
    } else {
        None
    }
}

fn answer(answer: &Answer) -> Value {
    json!(answer)
}

fn refused(why: &impl std::fmt::Display, reason: &str) -> Value {
    json!({ "refused": { "why": why.to_string(), "clause": "not stated", "reason": reason } })
}
