//! The house while it runs: desk, tables and journal, in a small loop of its own with the duties of
//! the server and none of its threads.
//!
//! A request is permitted, staged, looked at by the desk, queued with what the desk was told, and
//! taken over when its group is on disk; only then is it answered. It knows no clients and no
//! network.

mod heard;
mod pending;

use self::heard::{Heard, Turn};
use self::pending::{Pending, Then};
use crate::frames::Frames;
use crate::message::{Ask, Frame, Out, Said, Sender, To, Wish};
use crate::reading::{self, Trouble};
use desk::{By, Desk, DeskCommand, DeskRefusal, HashMemory, Place, TableKind, Terms};
use fair::{Entropy, Signer};
use house::{Answer, CardOnFile, Host, Request, StageFault, Tools};
use ledger::{Account, PlayerId, TableId};
use rules::Money;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use store::{Batch, Fault, Health, HouseKey, Journal, Memory, Outcome, Read, Refusal, Stream};
use table::{Actor, Command, Config, PrivateView, Table, Time};

/// The password of everybody.
pub(crate) const PASSWORD: &str = "four plain small words";

/// The house while it runs.
pub struct Running {
    journal: Journal<Memory>,
    signer: Signer,
    desk: Desk,
    tables: BTreeMap<TableId, (Host, Frames)>,
    /// Requests that wait for their turn.
    waiting: VecDeque<Heard>,
    /// What is decided and not on disk.
    queue: Vec<Pending>,
    busy: BTreeSet<Turn>,
    /// What must be read again from the disk before it is used: nobody knows whether the last write
    /// was done.
    unsure: BTreeSet<Turn>,
    out: Vec<Out>,
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
    pub fn open(backend: Memory, secret: [u8; 32]) -> Result<Self, Trouble> {
        let key = HouseKey::from_entropy(secret);
        let signer = Signer::new(&key.secret());
        let mut journal = reading::journal(backend, key)?;
        let desk = reading::desk(journal.backend(), Terms::default())?;
        let streams: Vec<Stream> = journal.streams().map(|(stream, _)| stream).collect();
        let mut tables = BTreeMap::new();
        for stream in streams {
            if let Stream::Table(id) = stream {
                tables.insert(
                    id,
                    (reading::table(journal.backend(), id)?, Frames::default()),
                );
            }
        }
        let (busy, unsure) = (BTreeSet::new(), BTreeSet::new());
        let (waiting, queue, out) = (VecDeque::new(), Vec::new(), Vec::new());
        Ok(Self {
            journal,
            signer,
            desk,
            tables,
            waiting,
            queue,
            busy,
            unsure,
            out,
        })
    }

    /// Sets up a table, closed.
    ///
    /// # Errors
    ///
    /// When it cannot be set up so or not be written.
    pub fn found(&mut self, id: TableId, config: Config, at: Time) -> Result<(), String> {
        let (host, batch) =
            Host::found(id, config, "house", at).map_err(|fault| fault.to_string())?;
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
        self.tables
            .values()
            .map(|(host, _)| (host.table(), host.version()))
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
        let cents = self
            .journal
            .ledger()
            .balance(Account::Player(player))
            .cents();
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

    /// A table goes on after the house was away: the time is left out of everybody's play, and then
    /// the table is told.
    pub fn back<E: Entropy>(&mut self, table: TableId, now: &mut Now<'_, E>) {
        self.waiting.push_back(Heard::back(table));
        self.work(now);
    }

    /// A table is told once more that the house was away, where that failed; the time is left out
    /// already.
    pub fn restarted<E: Entropy>(&mut self, table: TableId, now: &mut Now<'_, E>) {
        self.waiting.push_back(Heard::restarted(table));
        self.work(now);
    }

    /// Writes everything that is queued in one group, and answers.
    pub fn flush<E: Entropy>(&mut self, now: &mut Now<'_, E>) {
        self.write(now.at);
        self.work(now);
    }

    fn say(&mut self, to: To, said: Said) {
        self.out.push(Out::Said(to, said));
    }

    /// Begins every request whose turn it is; the others keep their order.
    fn work<E: Entropy>(&mut self, now: &mut Now<'_, E>) {
        let mut blocked = self.busy.clone();
        for heard in std::mem::take(&mut self.waiting) {
            let turns = heard.turns();
            if turns.is_disjoint(&blocked) {
                self.begin(heard, turns, now);
                blocked.extend(self.busy.iter().copied());
            } else {
                blocked.extend(turns);
                self.waiting.push_back(heard);
            }
        }
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
            Wish::Back(id) => {
                let told = self.desk.told_restarted(id, now.at);
                let batch = Batch {
                    puts: told.puts(),
                    ..Batch::default()
                };
                self.queue(heard, turns, batch, Then::Away(id, told));
            }
            Wish::Desk(command) => self.begin_desk(heard, turns, &command, now.at),
            Wish::SignIn { handle, key } => {
                // Comparing with nobody's password is as slow here as anywhere, and nothing is
                // learnt from it.
                if self.desk.by_handle(&handle).is_none() {
                    return self.note(heard, turns, &refused(&DeskRefusal::WrongPassword, "desk"));
                }
                let verdict = self
                    .desk
                    .challenge(&handle)
                    .compare(PASSWORD, &mut HashMemory::default());
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
        let actor =
            match self
                .desk
                .permit_command(heard.by, at, &command, Place::Table(TableKind::TRIAL))
            {
                Ok(actor) => actor,
                Err(refusal) => return self.note(heard, turns, &refused(&refusal, "desk")),
            };
        let request = Request {
            by: actor.clone(),
            sender: heard.by.to_string(),
            id: heard.ask.id.clone(),
            at,
            command,
            card: match heard.by {
                By::Person(person) if self.desk.holds_card(person) => CardOnFile::Valid,
                By::Person(_) | By::House | By::Visitor => CardOnFile::None,
            },
        };
        let Some((host, _)) = self.tables.get(&id) else {
            return self.note(heard, turns, &refused(&"there is no such table", "table"));
        };
        let mut tools = Tools {
            entropy: &mut *now.entropy,
            signer: &self.signer,
        };
        let mut staged = match host.stage(&request, &mut tools) {
            Ok(staged) => staged,
            Err(fault @ StageFault::NoEntropy) => {
                return self.say(heard.ask.to, Said::Fault(fault.to_string()));
            }
            Err(fault @ StageFault::Refused(_)) => {
                return self.out.push(Out::Broken(format!("table {id}: {fault}")));
            }
        };
        let transfers = staged
            .batch
            .entry
            .as_ref()
            .map(|entry| entry.transfers.clone())
            .unwrap_or_default();
        let told = match actor {
            // A player's own limits hold at all tables together.
            Actor::Player(player) => {
                self.desk
                    .stage_told(player, id, at, &staged.events, &transfers)
            }
            Actor::Staff(_) | Actor::Software | Actor::Dealer | Actor::Clock => {
                Ok(self.desk.told(id, at, &staged.events, &transfers))
            }
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
        let name = heard.name();
        match self.desk.decide(heard.by, at, command) {
            Ok(decision) => {
                let batch = decision
                    .clone()
                    .into_batch(Some(self.journal.seq(Stream::House)), name);
                self.queue(heard, turns, batch, Then::Desk(Box::new(decision)));
            }
            Err(refusal) => self.note(heard, turns, &refused(&refusal, "desk")),
        }
    }

    /// A refusal is kept as the answer, so that the same request is never done after it was
    /// refused.
    fn note(&mut self, heard: Heard, turns: BTreeSet<Turn>, answer: &Value) {
        match heard.name() {
            None => self.say(heard.ask.to, Said::Answer(answer.clone())),
            Some(name) => {
                let batch = Batch {
                    command: Some(name),
                    answer: answer.clone(),
                    ..Batch::default()
                };
                self.queue(heard, turns, batch, Then::Noted(answer.clone()));
            }
        }
    }

    /// What the same request was answered before: what may be done has perhaps changed since, what
    /// was done has not.
    fn known(&mut self, heard: &Heard) -> Result<Option<Said>, Fault> {
        let Some(name) = heard.name() else {
            return Ok(None);
        };
        let Some(Some(known)) = self.journal.backend().answers(&[&name.id])?.pop() else {
            return Ok(None);
        };
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

fn answer(answer: &Answer) -> Value {
    json!(answer)
}

fn refused(why: &impl std::fmt::Display, reason: &str) -> Value {
    json!({ "refused": { "why": why.to_string(), "clause": "not stated", "reason": reason } })
}
