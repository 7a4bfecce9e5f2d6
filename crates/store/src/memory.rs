//! A fake disk in memory, for tests and soaks: it keeps what was committed and fails when it is
//! told to.

use crate::backend::{
    Answered, Backend, Document, Filed, Group, Identity, Loaded, Projection, Raw, Read, Row,
};
use crate::chain::{Hash, Head};
use crate::checkpoint::Checkpoint;
use crate::command::CommandId;
use crate::fault::{Fault, FaultKind};
use crate::stream::Stream;
use ledger::Ledger;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a call fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It fails and was not done.
    Before,
    /// It was done and fails: nobody knows.
    After,
    /// It fails for want of room.
    Full,
}

/// The disk under a [`Memory`]; it outlives the journal on it.
#[derive(Clone, Debug, Default)]
pub struct FakeDisk(Arc<Mutex<Disk>>);

#[derive(Debug, Default)]
struct Disk {
    tables: Tables,
    /// What was begun and is not committed.
    open: Option<Group>,
    plan: BTreeMap<u64, Failure>,
    calls: u64,
    room: Room,
    /// How often the power went; a handle of an earlier time is dead.
    crashes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Room {
    #[default]
    Enough,
    None,
}

/// What is committed.
#[derive(Clone, Debug, Default)]
struct Tables {
    identity: Option<Identity>,
    entries: Vec<Row>,
    /// Where the entries of each stream are.
    by_stream: BTreeMap<Stream, Vec<u64>>,
    notes: BTreeMap<CommandId, Answered>,
    documents: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
    /// All projections together.
    projection: Projection,
    checkpoints: BTreeMap<u64, Checkpoint>,
}

/// A backend on a fake disk.
#[derive(Debug)]
pub struct Memory {
    disk: FakeDisk,
    crashes: u64,
}

/// Reads a fake disk beside the journal. Its calls are not counted and do not fail.
#[derive(Debug)]
pub struct MemoryReader {
    disk: FakeDisk,
    still: Option<Tables>,
}

impl FakeDisk {
    /// An empty disk.
    pub fn new() -> Self {
        Self::default()
    }

    /// The nth call from now on fails so; the next one is the first.
    pub fn fail(&self, nth: u64, how: Failure) {
        let mut disk = self.lock();
        let call = disk.calls + nth;
        disk.plan.insert(call, how);
    }

    /// No call fails that has not failed yet.
    pub fn fail_no_more(&self) {
        self.lock().plan.clear();
    }

    /// How many calls there were.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// From now on there is no room for a group.
    pub fn fill(&self) {
        self.lock().room = Room::None;
    }

    /// There is room again.
    pub fn make_room(&self) {
        self.lock().room = Room::Enough;
    }

    /// The power goes: what was not committed is lost, and whoever used the disk is gone.
    pub fn crash(&self) {
        let mut disk = self.lock();
        disk.open = None;
        disk.crashes += 1;
    }

    fn lock(&self) -> MutexGuard<'_, Disk> {
        // A panic elsewhere leaves the tables whole: they change in `commit` only.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    /// A backend on an empty disk.
    pub fn new() -> Self {
        Self::on(&FakeDisk::new())
    }

    /// A backend on a disk that may have been used.
    pub fn on(disk: &FakeDisk) -> Self {
        Self {
            crashes: disk.lock().crashes,
            disk: disk.clone(),
        }
    }

    /// The disk.
    pub fn disk(&self) -> FakeDisk {
        self.disk.clone()
    }

    /// One call to the disk, which may fail.
    fn call<T>(&self, does: impl FnOnce(&mut Disk) -> T) -> Result<T, Fault> {
        let mut disk = self.disk.lock();
        if disk.crashes != self.crashes {
            return Err(Fault::new(FaultKind::Io, "the power went"));
        }
        disk.calls += 1;
        let call = disk.calls;
        match disk.plan.remove(&call) {
            None => Ok(does(&mut disk)),
            Some(Failure::Before) => Err(Fault::new(
                FaultKind::Io,
                format!("call {call} fails before it is done"),
            )),
            Some(Failure::After) => {
                does(&mut disk);
                Err(Fault::new(
                    FaultKind::Io,
                    format!("call {call} fails after it is done"),
                ))
            }
            Some(Failure::Full) => Err(Fault::new(
                FaultKind::Full,
                format!("call {call} finds no room"),
            )),
        }
    }

    fn row<T>(&self, put: impl FnOnce(&mut Group) -> T) -> Result<(), Fault> {
        self.call(|disk| match (&mut disk.open, disk.room) {
            (Some(_), Room::None) => Err(Fault::new(FaultKind::Full, "the fake disk is full")),
            (Some(group), Room::Enough) => {
                put(group);
                Ok(())
            }
            (None, _) => Err(Fault::new(FaultKind::Other, "no group was begun")),
        })?
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    fn head(&self, size: u64, genesis: Hash) -> Head {
        let hash = self
            .log(size, 1)
            .next()
            .filter(|_| size > 0)
            .map_or(genesis, |row| row.raw.hash);
        Head { size, hash }
    }

    fn load(&self, genesis: Hash) -> Loaded {
        let Projection {
            size,
            streams,
            balances,
            holds,
            series,
            ..
        } = self.projection.clone();
        let head = self.head(
            self.entries.last().map_or(0, |row| row.raw.position),
            genesis,
        );
        let streams = streams.into_keys().collect();
        let holds = holds.into_iter().filter_map(|(id, hold)| Some((id, hold?)));
        let ledger = Ledger::restore(balances, holds, series);
        let checkpoint = self.checkpoints.values().next_back().cloned();
        Loaded {
            head,
            projected: self.head(size, genesis),
            streams,
            ledger,
            checkpoint,
        }
    }

    fn size(&self) -> u64 {
        u64::try_from(self.entries.len()).unwrap_or(u64::MAX)
    }

    fn log(&self, from: u64, limit: usize) -> impl Iterator<Item = &Row> {
        let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        self.entries.iter().skip(skip).take(limit)
    }

    fn raws(&self, from: u64, limit: usize) -> Vec<Raw> {
        self.log(from, limit).map(|row| row.raw.clone()).collect()
    }

    fn stream(&self, stream: Stream, from: u64, limit: usize) -> Vec<Raw> {
        let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let positions = self
            .by_stream
            .get(&stream)
            .into_iter()
            .flatten()
            .skip(skip)
            .take(limit);
        positions
            .flat_map(|&position| self.raws(position, 1))
            .collect()
    }

    fn answer(&self, id: &CommandId) -> Option<Answered> {
        let entry = self
            .projection
            .commands
            .get(id)
            .and_then(|&position| self.log(position, 1).next());
        entry.map_or_else(|| self.notes.get(id).cloned(), |row| row.answered.clone())
    }

    fn documents(&self, space: &str) -> impl DoubleEndedIterator<Item = Document> {
        let documents = self.documents.get(space).into_iter().flatten();
        documents.map(|(key, value)| Document {
            key: key.clone(),
            value: value.clone(),
        })
    }

    fn documents_after(&self, space: &str, key: &str, limit: usize) -> Vec<(String, Document)> {
        let named = self
            .documents
            .iter()
            .flat_map(|(space, all)| all.iter().map(move |(key, value)| (space, key, value)));
        let behind = named
            .filter(|(other, at, _)| (other.as_str(), at.as_str()) > (space, key))
            .take(limit);
        behind
            .map(|(space, key, value)| {
                (
                    space.clone(),
                    Document {
                        key: key.clone(),
                        value: value.clone(),
                    },
                )
            })
            .collect()
    }

    fn commands_after(&self, sender: &str, id: &str, limit: usize) -> Vec<(CommandId, Filed)> {
        let entries = self
            .projection
            .commands
            .iter()
            .map(|(id, &position)| (id.clone(), Filed::Entry(position)));
        let notes = self
            .notes
            .iter()
            .map(|(id, answered)| (id.clone(), Filed::Note(answered.clone())));
        let mut all: Vec<_> = entries
            .chain(notes)
            .filter(|(at, _)| (at.sender(), at.id()) > (sender, id))
            .collect();
        all.sort_by(|(one, _), (other, _)| {
            (one.sender(), one.id()).cmp(&(other.sender(), other.id()))
        });
        all.truncate(limit);
        all
    }

    fn checkpoints(&self, from: u64, limit: usize) -> Vec<String> {
        self.checkpoints
            .range(from..)
            .take(limit)
            .map(|(_, checkpoint)| checkpoint.to_string())
            .collect()
    }

    fn apply(&mut self, group: Group) {
        for row in group.entries {
            self.by_stream
                .entry(row.raw.stream)
                .or_default()
                .push(row.raw.position);
            self.entries.push(row);
        }
        self.notes.extend(group.notes);
        for put in group.puts {
            let space = self.documents.entry(put.space).or_default();
            match put.value {
                Some(value) => space.insert(put.key, value),
                None => space.remove(&put.key),
            };
        }
        self.checkpoints.extend(
            group
                .checkpoints
                .into_iter()
                .map(|checkpoint| (checkpoint.head.size, checkpoint)),
        );
        if let Some(projection) = group.projection {
            self.projection.size = projection.size;
            self.projection.streams.extend(projection.streams);
            self.projection.commands.extend(projection.commands);
            self.projection.balances.extend(projection.balances);
            self.projection.holds.extend(projection.holds);
            self.projection.holds.retain(|_, hold| hold.is_some());
            self.projection.series.extend(projection.series);
        }
    }
}

impl Read for Memory {
    fn identity(&mut self) -> Result<Option<Identity>, Fault> {
        self.call(|disk| disk.tables.identity.clone())
    }

    fn load(&mut self, genesis: Hash) -> Result<Loaded, Fault> {
        self.call(|disk| disk.tables.load(genesis))
    }

    fn size(&mut self) -> Result<u64, Fault> {
        self.call(|disk| disk.tables.size())
    }

    fn log(&mut self, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        self.call(|disk| disk.tables.raws(from, limit))
    }

    fn stream(&mut self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        self.call(|disk| disk.tables.stream(stream, from, limit))
    }

    fn rows(&mut self, from: u64, limit: usize) -> Result<Vec<Row>, Fault> {
        self.call(|disk| disk.tables.log(from, limit).cloned().collect())
    }

    fn answers(&mut self, ids: &[&CommandId]) -> Result<Vec<Option<Answered>>, Fault> {
        ids.iter()
            .map(|id| self.call(|disk| disk.tables.answer(id)))
            .collect()
    }

    fn document(&mut self, space: &str, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.call(|disk| {
            disk.tables
                .documents
                .get(space)
                .and_then(|space| space.get(key))
                .cloned()
        })
    }

    fn documents(&mut self, space: &str) -> Result<Vec<Document>, Fault> {
        self.call(|disk| disk.tables.documents(space).collect())
    }

    fn last_documents(&mut self, space: &str, limit: usize) -> Result<Vec<Document>, Fault> {
        self.call(|disk| disk.tables.documents(space).rev().take(limit).collect())
    }

    fn documents_after(
        &mut self,
        space: &str,
        key: &str,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, Fault> {
        self.call(|disk| disk.tables.documents_after(space, key, limit))
    }

    fn commands_after(
        &mut self,
        sender: &str,
        id: &str,
        limit: usize,
    ) -> Result<Vec<(CommandId, Filed)>, Fault> {
        self.call(|disk| disk.tables.commands_after(sender, id, limit))
    }

    fn self_check(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn checkpoints(&mut self, from: u64, limit: usize) -> Result<Vec<String>, Fault> {
        self.call(|disk| disk.tables.checkpoints(from, limit))
    }

    fn hold_still(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn let_go(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

impl Backend for Memory {
    type Reader = MemoryReader;

    fn found(&mut self, identity: &Identity) -> Result<(), Fault> {
        self.call(|disk| disk.tables.identity = Some(identity.clone()))
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.call(|disk| disk.open = Some(Group::default()))
    }

    /// Every row is a call of its own, so that a plan can fail between any two.
    fn write(&mut self, group: &Group) -> Result<(), Fault> {
        for row in &group.entries {
            self.row(|open| open.entries.push(row.clone()))?;
        }
        for note in &group.notes {
            self.row(|open| open.notes.push(note.clone()))?;
        }
        for put in &group.puts {
            self.row(|open| open.puts.push(put.clone()))?;
        }
        for checkpoint in &group.checkpoints {
            self.row(|open| open.checkpoints.push(checkpoint.clone()))?;
        }
        if let Some(projection) = &group.projection {
            self.row(|open| open.projection = Some(projection.clone()))?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), Fault> {
        self.call(|disk| {
            let group = disk.open.take().unwrap_or_default();
            disk.tables.apply(group);
        })
    }

    fn rollback(&mut self) -> Result<(), Fault> {
        self.call(|disk| disk.open = None)
    }

    fn recover(&mut self) -> Result<(), Fault> {
        self.call(|disk| disk.open = None)
    }

    fn reader(&self) -> Result<MemoryReader, Fault> {
        Ok(MemoryReader {
            disk: self.disk.clone(),
            still: None,
        })
    }

    fn backup(&self, _to: &Path) -> Result<(), Fault> {
        Err(Fault::new(
            FaultKind::Other,
            "a fake disk has no files to copy",
        ))
    }

    fn finish(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

impl MemoryReader {
    fn look<T>(&self, at: impl FnOnce(&Tables) -> T) -> T {
        match &self.still {
            Some(tables) => at(tables),
            None => at(&self.disk.lock().tables),
        }
    }
}

impl Read for MemoryReader {
    fn identity(&mut self) -> Result<Option<Identity>, Fault> {
        Ok(self.look(|tables| tables.identity.clone()))
    }

    fn load(&mut self, genesis: Hash) -> Result<Loaded, Fault> {
        Ok(self.look(|tables| tables.load(genesis)))
    }

    fn size(&mut self) -> Result<u64, Fault> {
        Ok(self.look(Tables::size))
    }

    fn log(&mut self, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        Ok(self.look(|tables| tables.raws(from, limit)))
    }

    fn stream(&mut self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        Ok(self.look(|tables| tables.stream(stream, from, limit)))
    }

    fn rows(&mut self, from: u64, limit: usize) -> Result<Vec<Row>, Fault> {
        Ok(self.look(|tables| tables.log(from, limit).cloned().collect()))
    }

    fn answers(&mut self, ids: &[&CommandId]) -> Result<Vec<Option<Answered>>, Fault> {
        Ok(self.look(|tables| ids.iter().map(|id| tables.answer(id)).collect()))
    }

    fn document(&mut self, space: &str, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.look(|tables| {
            tables
                .documents
                .get(space)
                .and_then(|space| space.get(key))
                .cloned()
        }))
    }

    fn documents(&mut self, space: &str) -> Result<Vec<Document>, Fault> {
        Ok(self.look(|tables| tables.documents(space).collect()))
    }

    fn last_documents(&mut self, space: &str, limit: usize) -> Result<Vec<Document>, Fault> {
        Ok(self.look(|tables| tables.documents(space).rev().take(limit).collect()))
    }

    fn documents_after(
        &mut self,
        space: &str,
        key: &str,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, Fault> {
        Ok(self.look(|tables| tables.documents_after(space, key, limit)))
    }

    fn commands_after(
        &mut self,
        sender: &str,
        id: &str,
        limit: usize,
    ) -> Result<Vec<(CommandId, Filed)>, Fault> {
        Ok(self.look(|tables| tables.commands_after(sender, id, limit)))
    }

    fn self_check(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn checkpoints(&mut self, from: u64, limit: usize) -> Result<Vec<String>, Fault> {
        Ok(self.look(|tables| tables.checkpoints(from, limit)))
    }

    fn hold_still(&mut self) -> Result<(), Fault> {
        self.still = Some(self.disk.lock().tables.clone());
        Ok(())
    }

    fn let_go(&mut self) -> Result<(), Fault> {
        self.still = None;
        Ok(())
    }
}
