//! The journal: decides what is written, in which order, and says so only when it is on disk.
//!
//! It has no thread and no clock of its own; see [`crate::Writer`] for both.

use crate::audit::CHECKPOINT_AT_LEAST_EVERY;
use crate::backend::{Answered, Backend, Group, Identity, Raw, Row};
use crate::batch::{BalancePut, Batch, Outcome, Prepared, PreparedEntry, Put, Refusal, Unfit};
use crate::chain::{Head, hex};
use crate::checkpoint::{Checkpoint, is_origin};
use crate::command::{Command, CommandId};
use crate::fault::{Fault, FaultKind};
use crate::key::HouseKey;
use crate::state::{Mark, State};
use crate::stream::Stream;
use ledger::{Ledger, Undo};
use std::collections::BTreeMap;

/// How often the journal does what it does now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalOptions {
    /// After how many entries the house signs a checkpoint; it always does so after 256.
    pub checkpoint_every: u64,
    /// After how many entries balances and indices are written. Whoever opens the journal reads at
    /// most about so many.
    pub project_every: u64,
}

impl Default for JournalOptions {
    fn default() -> Self {
        Self {
            checkpoint_every: CHECKPOINT_AT_LEAST_EVERY,
            project_every: 16_384,
        }
    }
}

/// The journal of a house.
#[derive(Debug)]
pub struct Journal<B> {
    backend: B,
    key: HouseKey,
    identity: Identity,
    options: JournalOptions,
    state: State,
    health: Health,
}

/// Whether memory is known to agree with the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// It does.
    Well,
    /// A write ended nobody knows how, and the disk could not be read since. Every commit tries to
    /// read it again first.
    Broken(Fault),
}

/// Why a journal cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenFault {
    /// A name that no checkpoint can carry.
    #[error(
        "`{0}` names no house: write 1 to 128 printable ASCII characters without spaces and `+`, \
        such as pontoon.example/house"
    )]
    Origin(String),
    /// Another house's log.
    #[error("this is the log of `{found}`, not of `{expected}`")]
    OtherOrigin {
        /// Whose it is.
        found: String,
        /// Whose it should be.
        expected: String,
    },
    /// The key is not the one the log was begun with.
    #[error(
        "the log was begun with the key {found}, and this is the key {given}: put the first key's \
        file back"
    )]
    OtherKey {
        /// The public key the log was begun with.
        found: String,
        /// The public key that was given.
        given: String,
    },
    /// The disk's side.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// What a group changes in memory before it is on disk, and how to take it back.
struct Staging {
    group: Group,
    undos: Vec<Undo>,
    before: Head,
    recent: Mark,
    streams: Vec<(Stream, Option<u64>)>,
    signed: u64,
    /// Where in the group the note on a command is.
    notes: BTreeMap<CommandId, usize>,
}

/// What is left of a group once it is on disk: to free it takes a while, and the journal has other
/// things to do.
#[derive(Default)]
#[expect(dead_code, reason = "it is only dropped")]
pub(crate) struct Spent(Group, Vec<Undo>);

/// An outcome that is not told yet.
enum Verdict {
    /// It rests on what was durable before.
    Stands(Outcome),
    /// It rests on something in the group, and falls with it.
    WithGroup(Outcome),
}

impl<B: Backend> Journal<B> {
    /// Opens the journal of a house, or begins it.
    ///
    /// The entries after the last projection are read and checked; [`crate::audit`] checks all.
    ///
    /// # Errors
    ///
    /// When the log is another house's, was begun with another key, is damaged, or cannot be read.
    pub fn open(backend: B, key: HouseKey, origin: &str) -> Result<Self, OpenFault> {
        Self::open_with(backend, key, origin, JournalOptions::default())
    }

    /// The same with other options.
    ///
    /// # Errors
    ///
    /// As [`Journal::open`].
    pub fn open_with(
        mut backend: B,
        key: HouseKey,
        origin: &str,
        options: JournalOptions,
    ) -> Result<Self, OpenFault> {
        if !is_origin(origin) {
            return Err(OpenFault::Origin(origin.to_owned()));
        }
        let identity = Identity {
            origin: origin.to_owned(),
            key: key.public(),
        };
        match backend.identity()? {
            None => backend.found(&identity)?,
            Some(found) if found.origin != origin => {
                return Err(OpenFault::OtherOrigin {
                    found: found.origin,
                    expected: origin.to_owned(),
                });
            }
            Some(found) if found.key != identity.key => {
                return Err(OpenFault::OtherKey {
                    found: hex(&found.key),
                    given: hex(&identity.key),
                });
            }
            Some(_) => {}
        }
        backend.recover()?;
        let state = State::read(&mut backend, &identity)?;
        Ok(Self {
            backend,
            key,
            identity,
            options,
            state,
            health: Health::Well,
        })
    }

    /// Whose journal it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Every balance and hold.
    pub fn ledger(&self) -> &Ledger {
        &self.state.ledger
    }

    /// The end of the log.
    pub fn head(&self) -> Head {
        self.state.head
    }

    /// The number of a stream's last entry; 0 where it has none.
    pub fn seq(&self, stream: Stream) -> u64 {
        self.state.streams.get(&stream).copied().unwrap_or(0)
    }

    /// Every stream with the number of its last entry.
    pub fn streams(&self) -> impl Iterator<Item = (Stream, u64)> {
        self.state
            .streams
            .iter()
            .map(|(&stream, &seq)| (stream, seq))
    }

    /// Whether memory is known to agree with the disk.
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// What keeps the bytes, to read from.
    pub fn backend(&mut self) -> &mut B {
        &mut self.backend
    }

    /// Gives up the journal and keeps what keeps the bytes.
    pub fn into_backend(self) -> B {
        self.backend
    }

    /// Writes batches in their order, all in one transaction, and tells what became of each.
    pub fn commit(&mut self, batches: Vec<Batch>, now: u64) -> Vec<Outcome> {
        self.commit_prepared(batches.into_iter().map(Batch::prepare).collect(), now)
            .0
    }

    /// The same for batches whose bytes are ready. Also gives what was written, for somebody else
    /// to drop.
    pub(crate) fn commit_prepared(
        &mut self,
        batches: Vec<Result<Prepared, Unfit>>,
        now: u64,
    ) -> (Vec<Outcome>, Spent) {
        let unfit = |unfit| Outcome::Refused(Refusal::Unfit(unfit));
        let begun = self
            .heal()
            .and_then(|()| self.backend.begin())
            .and_then(|()| self.look_up(&batches));
        let known = match begun {
            Ok(known) => known,
            Err(fault) => {
                let told = |batch: Result<_, _>| {
                    batch.map_or_else(unfit, |_| Outcome::Fault(fault.clone()))
                };
                return (batches.into_iter().map(told).collect(), Spent::default());
            }
        };
        let mut staging = self.stage_nothing();
        let stage = |batch: Result<_, _>| match batch {
            Ok(batch) => self.stage(batch, &known, &mut staging, now),
            Err(fault) => Verdict::Stands(unfit(fault)),
        };
        let verdicts: Vec<Verdict> = batches.into_iter().map(stage).collect();
        let durable = self.make_durable(staging);
        let told = |verdict| match (verdict, &durable) {
            (Verdict::Stands(outcome), _) | (Verdict::WithGroup(outcome), Ok(_)) => outcome,
            (Verdict::WithGroup(_), Err(fault)) => Outcome::Fault(fault.clone()),
        };
        let outcomes = verdicts.into_iter().map(told).collect();
        (outcomes, durable.unwrap_or_default())
    }

    /// Signs the end of the log and writes the projection, where that is not done yet; for a clean
    /// end.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn close(&mut self, now: u64) -> Result<(), Fault> {
        self.heal()?;
        self.backend.begin()?;
        let mut staging = self.stage_nothing();
        if self.state.signed < self.state.head.size {
            self.stage_checkpoint(&mut staging, now);
        }
        if self.state.projected < self.state.head.size {
            staging.group.projection = Some(self.state.projection());
        }
        self.make_durable(staging)?;
        self.backend.finish()
    }

    fn heal(&mut self) -> Result<(), Fault> {
        if self.health == Health::Well {
            return Ok(());
        }
        match self
            .backend
            .recover()
            .and_then(|()| State::read(&mut self.backend, &self.identity))
        {
            Ok(state) => {
                self.state = state;
                self.health = Health::Well;
                Ok(())
            }
            Err(fault) => {
                self.health = Health::Broken(fault.clone());
                Err(fault)
            }
        }
    }

    fn stage_nothing(&self) -> Staging {
        Staging {
            group: Group::default(),
            undos: Vec::new(),
            before: self.state.head,
            recent: self.state.recent.mark(),
            streams: Vec::new(),
            signed: self.state.signed,
            notes: BTreeMap::new(),
        }
    }

    /// What the disk knows of the commands of a group.
    ///
    /// All are looked up before anything is done. Where the disk cannot be read the whole group
    /// waits: none overtakes another.
    fn look_up(
        &mut self,
        batches: &[Result<Prepared, Unfit>],
    ) -> Result<BTreeMap<CommandId, Answered>, Fault> {
        let ids = batches
            .iter()
            .flatten()
            .filter_map(|batch| batch.command.as_ref())
            .map(|command| &command.id);
        let ids: Vec<&CommandId> = ids
            .filter(|id| !self.state.recent.commands.contains_key(*id))
            .collect();
        match self.backend.answers(&ids) {
            Ok(answers) => {
                let known = ids
                    .into_iter()
                    .zip(answers)
                    .filter_map(|(id, answered)| Some((id.clone(), answered?)));
                Ok(known.collect())
            }
            Err(fault) => {
                self.rollback();
                Err(fault)
            }
        }
    }

    fn stage(
        &mut self,
        batch: Prepared,
        known: &BTreeMap<CommandId, Answered>,
        staging: &mut Staging,
        now: u64,
    ) -> Verdict {
        if let Some(verdict) = batch
            .command
            .as_ref()
            .and_then(|command| self.repeated(command, known, staging))
        {
            return verdict;
        }
        let (id, answered) = batch
            .command
            .map(|Command { id, digest }| {
                (
                    id,
                    Answered {
                        digest,
                        answer: batch.answer,
                    },
                )
            })
            .unzip();
        let outcome = match batch.entry {
            None => Outcome::Noted,
            Some(entry) => match self.append(entry, batch.expected, answered.clone(), staging, now)
            {
                Ok(outcome) => outcome,
                Err(refusal) => return Verdict::WithGroup(Outcome::Refused(refusal)),
            },
        };
        match (&outcome, id.zip(answered)) {
            (Outcome::Done { position, .. }, Some((id, answered))) => {
                self.state.recent.commands.insert(id, (*position, answered));
            }
            (_, Some((id, answered))) => {
                staging.notes.insert(id.clone(), staging.group.notes.len());
                staging.group.notes.push((id, answered));
            }
            (_, None) => {}
        }
        staging.group.puts.extend(batch.puts);
        let ledger = &self.state.ledger;
        staging.group.puts.extend(batch.balances.into_iter().map(
            |BalancePut {
                 space,
                 key,
                 account,
             }| {
                let cents = ledger.balance(account).cents().to_string();
                Put {
                    space,
                    key,
                    value: Some(cents.into_bytes()),
                }
            },
        ));
        Verdict::WithGroup(outcome)
    }

    /// What a command is told that came before, in this group or earlier.
    fn repeated(
        &self,
        command: &Command,
        known: &BTreeMap<CommandId, Answered>,
        staging: &Staging,
    ) -> Option<Verdict> {
        if let Some((position, answered)) = self.state.recent.commands.get(&command.id) {
            let outcome = again(command, answered);
            let in_group = *position > staging.before.size;
            return Some(if in_group {
                Verdict::WithGroup(outcome)
            } else {
                Verdict::Stands(outcome)
            });
        }
        if let Some(&at) = staging.notes.get(&command.id) {
            return Some(Verdict::WithGroup(again(
                command,
                &staging.group.notes[at].1,
            )));
        }
        known
            .get(&command.id)
            .map(|answered| Verdict::Stands(again(command, answered)))
    }

    fn append(
        &mut self,
        entry: PreparedEntry,
        expected: Option<u64>,
        answered: Option<Answered>,
        staging: &mut Staging,
        now: u64,
    ) -> Result<Outcome, Refusal> {
        let stream = entry.stream;
        let found = self.seq(stream);
        if let Some(expected) = expected.filter(|&expected| expected != found) {
            return Err(Refusal::Conflict {
                stream,
                expected,
                found,
            });
        }
        let state = &mut self.state;
        let undo = state.ledger.apply(&entry.transfers)?;
        let mut balances: Vec<_> = undo
            .accounts()
            .map(|account| (account, state.ledger.balance(account)))
            .collect();
        balances.sort_unstable();
        balances.dedup();
        staging.undos.push(undo);
        let (position, seq) = (state.head.size + 1, found + 1);
        let bytes = entry.encoded.with_seq(seq);
        let hash = state.head.hash.next(&bytes);
        state.head = Head {
            size: position,
            hash,
        };
        staging
            .streams
            .push((stream, state.streams.insert(stream, seq)));
        state.recent.streams.push((position, stream, seq));
        staging.group.entries.push(Row {
            raw: Raw {
                position,
                stream,
                seq,
                hash,
                bytes,
            },
            answered,
        });
        if position.is_multiple_of(self.options.checkpoint_every)
            || position.is_multiple_of(CHECKPOINT_AT_LEAST_EVERY)
        {
            self.stage_checkpoint(staging, now);
        }
        Ok(Outcome::Done {
            position,
            seq,
            balances,
        })
    }

    fn stage_checkpoint(&mut self, staging: &mut Staging, now: u64) {
        self.state.signed = self.state.head.size;
        staging.group.checkpoints.push(Checkpoint::sign(
            &self.identity.origin,
            &self.key,
            self.state.head,
            now,
        ));
    }

    /// Writes the group that was begun, or takes it back in memory.
    fn make_durable(&mut self, mut staging: Staging) -> Result<Spent, Fault> {
        if staging.group.is_empty() {
            self.rollback();
            return Ok(Spent::default());
        }
        for undo in &staging.undos {
            self.state.recent.touch(undo);
        }
        if self.state.head.size - self.state.projected >= self.options.project_every {
            staging.group.projection = Some(self.state.projection());
        }
        match self.write(&staging.group) {
            Ok(()) => {
                if let Some(projection) = &staging.group.projection {
                    self.state.projected(projection.size);
                }
                Ok(Spent(staging.group, staging.undos))
            }
            Err(fault) => {
                self.revert(staging);
                // Where this fails the next commit tries again.
                let _ = self.heal();
                Err(fault)
            }
        }
    }

    fn write(&mut self, group: &Group) -> Result<(), Fault> {
        if let Err(fault) = self.backend.write(group) {
            self.rollback();
            if fault.kind == FaultKind::Corrupt {
                // The disk contradicts the journal: one of them is wrong about more than this
                // group.
                self.health = Health::Broken(fault.clone());
            }
            return Err(fault);
        }
        // Nobody knows what a commit that failed has done.
        self.backend
            .commit()
            .inspect_err(|fault| self.health = Health::Broken(fault.clone()))
    }

    fn rollback(&mut self) {
        if let Err(fault) = self.backend.rollback() {
            self.health = Health::Broken(fault);
        }
    }

    fn revert(&mut self, staging: Staging) {
        let state = &mut self.state;
        for undo in staging.undos.into_iter().rev() {
            state.ledger.revert(undo);
        }
        for (stream, before) in staging.streams.into_iter().rev() {
            match before {
                Some(seq) => state.streams.insert(stream, seq),
                None => state.streams.remove(&stream),
            };
        }
        state.head = staging.before;
        state.signed = staging.signed;
        state
            .recent
            .forget_since(staging.recent, staging.before.size);
    }
}

fn again(command: &Command, known: &Answered) -> Outcome {
    if known.digest != command.digest {
        return Outcome::Refused(Refusal::IdReused);
    }
    let corrupt = |error| {
        Outcome::Fault(Fault::new(
            FaultKind::Corrupt,
            format!("the answer to {}: {error}", command.id),
        ))
    };
    serde_json::from_slice(&known.answer).map_or_else(corrupt, Outcome::Repeated)
}
