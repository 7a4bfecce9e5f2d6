//! The journal: decides what is written, in which order, and says so only when it is on disk.
//!
//! It has no thread and no clock of its own; see [`crate::Writer`] for both.

use crate::backend::{Answered, Backend, Group, Identity, Loaded, Raw};
use crate::batch::{Batch, Outcome, Prepared, PreparedEntry, Refusal, Unfit};
use crate::chain::Head;
use crate::checkpoint::{Checkpoint, is_origin};
use crate::command::{Command, CommandId};
use crate::fault::{Fault, FaultKind};
use crate::key::HouseKey;
use crate::stream::Stream;
use crate::tail;
use ledger::{Ledger, Undo};
use std::collections::BTreeMap;

/// After how many entries the house signs a checkpoint.
pub const CHECKPOINT_EVERY: u64 = 256;

/// The journal of a house.
#[derive(Debug)]
pub struct Journal<B> {
    backend: B,
    key: HouseKey,
    identity: Identity,
    ledger: Ledger,
    head: Head,
    streams: BTreeMap<Stream, u64>,
    /// How many entries the last checkpoint covers.
    signed: u64,
    health: Health,
}

/// Whether memory is known to agree with the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// It does.
    Well,
    /// A write ended nobody knows how, and the disk could not be read since. Every commit tries to read it again first.
    Broken(Fault),
}

/// Why a journal cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenFault {
    /// A name that no checkpoint can carry.
    #[error(
        "`{0}` names no house: write 1 to 128 printable ASCII characters without spaces and `+`, such as pontoon.example/house"
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
    #[error("the log was begun with the key {found}, and this is the key {given}: put the first key's file back")]
    OtherKey {
        /// The public key the log was begun with.
        found: String,
        /// The public key that was given.
        given: String,
    },
    /// The disk's side.
    #[error("{0}")]
    Fault(#[from] Fault),
}

/// What a group changes in memory before it is on disk, and how to take it back.
struct Staging {
    group: Group,
    undos: Vec<Undo>,
    head: Head,
    streams: Vec<(Stream, Option<u64>)>,
    signed: u64,
    /// Where in the group the answer to a command is.
    answers: BTreeMap<CommandId, usize>,
}

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
    /// The entries after the last checkpoint are checked against it; [`crate::audit`] checks all.
    ///
    /// # Errors
    ///
    /// When the log is another house's, was begun with another key, is damaged, or cannot be read.
    pub fn open(mut backend: B, key: HouseKey, origin: &str) -> Result<Self, OpenFault> {
        if !is_origin(origin) {
            return Err(OpenFault::Origin(origin.to_owned()));
        }
        let identity = Identity { origin: origin.to_owned(), key: key.public() };
        match backend.identity()? {
            None => backend.found(&identity)?,
            Some(found) if found.origin != origin => {
                return Err(OpenFault::OtherOrigin { found: found.origin, expected: origin.to_owned() });
            }
            Some(found) if found.key != identity.key => {
                let [found, given] = [found.key, identity.key].map(|key| crate::chain::hex(&key));
                return Err(OpenFault::OtherKey { found, given });
            }
            Some(_) => {}
        }
        let loaded = reload(&mut backend, &identity)?;
        let signed = loaded.checkpoint.map_or(0, |checkpoint| checkpoint.head.size);
        let Loaded { head, streams, ledger, .. } = loaded;
        Ok(Self { backend, key, identity, ledger, head, streams, signed, health: Health::Well })
    }

    /// Whose journal it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Every balance and hold.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The end of the log.
    pub fn head(&self) -> Head {
        self.head
    }

    /// The number of a stream's last entry; 0 where it has none.
    pub fn seq(&self, stream: Stream) -> u64 {
        self.streams.get(&stream).copied().unwrap_or(0)
    }

    /// Every stream with the number of its last entry.
    pub fn streams(&self) -> impl Iterator<Item = (Stream, u64)> {
        self.streams.iter().map(|(&stream, &seq)| (stream, seq))
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
        self.commit_prepared(batches.into_iter().map(Batch::prepare), now)
    }

    /// The same for batches whose bytes are ready.
    pub fn commit_prepared(&mut self, batches: impl IntoIterator<Item = Result<Prepared, Unfit>>, now: u64) -> Vec<Outcome> {
        if let Err(fault) = self.heal() {
            return batches.into_iter().map(|_| Outcome::Fault(fault.clone())).collect();
        }
        let mut staging = self.stage_nothing();
        let verdicts: Vec<Verdict> = batches
            .into_iter()
            .map(|batch| match batch {
                Ok(batch) => self.stage(batch, &mut staging, now),
                Err(unfit) => Verdict::Stands(Outcome::Refused(Refusal::Unfit(unfit))),
            })
            .collect();
        let durable = self.make_durable(staging);
        let told = |verdict| match (verdict, &durable) {
            (Verdict::Stands(outcome), _) | (Verdict::WithGroup(outcome), Ok(())) => outcome,
            (Verdict::WithGroup(_), Err(fault)) => Outcome::Fault(fault.clone()),
        };
        verdicts.into_iter().map(told).collect()
    }

    /// Signs the end of the log, if it is not signed yet.
    ///
    /// # Errors
    ///
    /// When the checkpoint cannot be written.
    pub fn checkpoint(&mut self, now: u64) -> Result<(), Fault> {
        self.heal()?;
        if self.signed == self.head.size {
            return Ok(());
        }
        let mut staging = self.stage_nothing();
        self.stage_checkpoint(&mut staging, now);
        self.make_durable(staging)
    }

    fn heal(&mut self) -> Result<(), Fault> {
        if self.health == Health::Well {
            return Ok(());
        }
        match reload(&mut self.backend, &self.identity) {
            Ok(loaded) => {
                self.signed = loaded.checkpoint.map_or(0, |checkpoint| checkpoint.head.size);
                (self.head, self.streams, self.ledger) = (loaded.head, loaded.streams, loaded.ledger);
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
            head: self.head,
            streams: Vec::new(),
            signed: self.signed,
            answers: BTreeMap::new(),
        }
    }

    fn stage(&mut self, batch: Prepared, staging: &mut Staging, now: u64) -> Verdict {
        if let Some(command) = &batch.command {
            if let Some(&at) = staging.answers.get(&command.id) {
                return Verdict::WithGroup(again(command, &staging.group.answers[at].1));
            }
            match self.backend.answer(&command.id) {
                Ok(None) => {}
                Ok(Some(known)) => return Verdict::Stands(again(command, &known)),
                Err(fault) => return Verdict::Stands(Outcome::Fault(fault)),
            }
        }
        let outcome = match batch.entry {
            Some(entry) => match self.append(entry, batch.expected, staging, now) {
                Ok(outcome) => outcome,
                Err(refusal) => return Verdict::WithGroup(Outcome::Refused(refusal)),
            },
            None => Outcome::Noted,
        };
        if let Some(command) = batch.command {
            staging.answers.insert(command.id.clone(), staging.group.answers.len());
            staging.group.answers.push((command.id, Answered { digest: command.digest, answer: batch.answer }));
        }
        staging.group.puts.extend(batch.puts);
        Verdict::WithGroup(outcome)
    }

    fn append(
        &mut self,
        entry: PreparedEntry,
        expected: Option<u64>,
        staging: &mut Staging,
        now: u64,
    ) -> Result<Outcome, Refusal> {
        let stream = entry.stream;
        let found = self.seq(stream);
        if let Some(expected) = expected.filter(|&expected| expected != found) {
            return Err(Refusal::Conflict { stream, expected, found });
        }
        let undo = self.ledger.apply(&entry.transfers)?;
        let accounts: BTreeMap<_, _> = undo.accounts().map(|account| (account, self.ledger.balance(account))).collect();
        staging.undos.push(undo);
        let (position, seq) = (self.head.size + 1, found + 1);
        let bytes = entry.encoded.with_seq(seq);
        let hash = self.head.hash.next(&bytes);
        self.head = Head { size: position, hash };
        staging.streams.push((stream, self.streams.insert(stream, seq)));
        staging.group.entries.push(Raw { position, stream, seq, hash, bytes });
        if position.is_multiple_of(CHECKPOINT_EVERY) {
            self.stage_checkpoint(staging, now);
        }
        Ok(Outcome::Done { position, seq, balances: accounts.into_iter().collect() })
    }

    fn stage_checkpoint(&mut self, staging: &mut Staging, now: u64) {
        self.signed = self.head.size;
        staging.group.checkpoints.push(Checkpoint::sign(&self.identity.origin, &self.key, self.head, now));
    }

    /// Writes the group in one transaction, or takes it back in memory.
    fn make_durable(&mut self, mut staging: Staging) -> Result<(), Fault> {
        if staging.group.is_empty() {
            return Ok(());
        }
        self.project(&mut staging);
        let written = self.backend.begin().and_then(|()| {
            let written = self.backend.write(&staging.group);
            if written.is_err() && self.backend.rollback().is_err() {
                self.health = Health::Broken(Fault::new(FaultKind::Other, "a group could not be taken back"));
            }
            written
        });
        let committed = written.and_then(|()| {
            let committed = self.backend.commit();
            if let Err(fault) = &committed {
                self.health = Health::Broken(fault.clone());
            }
            committed
        });
        if let Err(fault) = &committed {
            // Memory and disk may disagree on more than this group where the disk contradicts itself.
            if fault.kind == FaultKind::Corrupt {
                self.health = Health::Broken(fault.clone());
            }
            self.revert(staging);
            // Where this fails the next commit tries again.
            let _ = self.heal();
        }
        committed
    }

    /// What the group makes of balances, holds and series.
    fn project(&self, staging: &mut Staging) {
        let group = &mut staging.group;
        for undo in &staging.undos {
            group.balances.extend(undo.accounts().map(|account| (account, self.ledger.balance(account))));
            group.holds.extend(undo.holds().map(|id| (id, self.ledger.hold(id))));
            group.series.extend(undo.series().map(|series| (series, self.ledger.next_no(series) - 1)));
        }
    }

    fn revert(&mut self, staging: Staging) {
        for undo in staging.undos.into_iter().rev() {
            self.ledger.revert(undo);
        }
        for (stream, before) in staging.streams.into_iter().rev() {
            match before {
                Some(seq) => self.streams.insert(stream, seq),
                None => self.streams.remove(&stream),
            };
        }
        self.head = staging.head;
        self.signed = staging.signed;
    }
}

/// Everything from the disk, checked against the last signature.
fn reload<B: Backend>(backend: &mut B, identity: &Identity) -> Result<Loaded, Fault> {
    backend.recover()?;
    let loaded = backend.load(identity.genesis())?;
    tail::check(backend, identity, &loaded)?;
    Ok(loaded)
}

fn again(command: &Command, known: &Answered) -> Outcome {
    if known.digest != command.digest {
        return Outcome::Refused(Refusal::IdReused);
    }
    match serde_json::from_slice(&known.answer) {
        Ok(answer) => Outcome::Repeated(answer),
        Err(error) => Outcome::Fault(Fault::new(FaultKind::Corrupt, format!("the answer to {}: {error}", command.id))),
    }
}
