//! Checks a database: the log, the signatures, and every table that sums the log up.

use super::Verified;
use super::finding::{AuditFault, Finding, Problem};
use super::walk::Walk;
use crate::backend::{Identity, Loaded, Raw, Read};
use crate::chain::hex;
use crate::checkpoint::Checkpoint;
use crate::entry::Entry;
use crate::fault::FaultKind;
use ledger::Ledger;
use std::fmt::Debug;

/// How many entries are read at a time.
pub(super) const AT_ONCE: usize = 512;

/// Checks everything there is in a database, with the trusted public key where one is given.
///
/// # Errors
///
/// The first entry that is not as it should be; or that the database cannot be read.
pub fn verify_database(read: &mut dyn Read, trusted: Option<[u8; 32]>) -> Result<Verified, AuditFault> {
    read.hold_still()?;
    let verified = verify(read, trusted);
    read.let_go()?;
    verified
}

fn verify(read: &mut dyn Read, trusted: Option<[u8; 32]>) -> Result<Verified, AuditFault> {
    let identity = read.identity()?.ok_or(AuditFault::NoHouse)?;
    if let Some(right) = trusted.filter(|trusted| *trusted != identity.key) {
        return Err(at(1, Problem::OtherKey { found: hex(&identity.key), right: hex(&right) }));
    }
    // Tables that cannot be read are told last: the log may say what happened to them.
    let loaded = match read.load(identity.genesis()) {
        Err(fault) if fault.kind != FaultKind::Corrupt => return Err(fault.into()),
        loaded => loaded,
    };
    let verified = walk_along(read, identity, loaded.as_ref().ok())?;
    let loaded = loaded?;
    if loaded.projected.size > verified.head.size {
        return Err(at(verified.head.size + 1, Problem::CutOff { right: loaded.projected.size }));
    }
    Ok(verified)
}

fn walk_along(read: &mut dyn Read, identity: Identity, loaded: Option<&Loaded>) -> Result<Verified, AuditFault> {
    let mut walk = Walk::from_the_beginning(identity);
    agrees(&walk, loaded)?;
    let mut checkpoints = Checkpoints::default();
    loop {
        let entries = read.log(walk.next(), AT_ONCE)?;
        if entries.is_empty() {
            break;
        }
        for raw in entries {
            let next = walk.next();
            let entry = walk.entry(raw.position, raw.hash, &raw.bytes).map_err(|problem| at(walk.blames(&problem), problem))?;
            is_filed(read, &raw, &entry, loaded).map_err(|problem| at(next, problem))?;
            checkpoints.meet(read, &mut walk)?;
            agrees(&walk, loaded)?;
        }
    }
    let verified = walk.end().map_err(|problem| at(walk.blames(&problem), problem))?;
    if let Some(text) = checkpoints.next(read, walk.head.size)? {
        // A checkpoint that covers more entries than there are.
        let right = Checkpoint::parse(&text).map_or(walk.next(), |checkpoint| checkpoint.head.size);
        return Err(at(walk.next(), Problem::CutOff { right }));
    }
    Ok(verified)
}

fn at(position: u64, problem: Problem) -> AuditFault {
    AuditFault::Found(Finding { line: None, position, problem })
}

/// The checkpoints of a database, read a few at a time.
#[derive(Default)]
struct Checkpoints {
    ready: std::collections::VecDeque<String>,
    read_to: u64,
}

impl Checkpoints {
    /// The next checkpoint over more than so many entries.
    fn next(&mut self, read: &mut dyn Read, size: u64) -> Result<Option<String>, AuditFault> {
        if self.ready.is_empty() && self.read_to <= size {
            self.ready.extend(read.checkpoints(size + 1, AT_ONCE)?);
            let last = self.ready.back().and_then(|text| Checkpoint::parse(text).ok());
            self.read_to = last.map_or(u64::MAX, |last| last.head.size);
        }
        Ok(self.ready.front().cloned())
    }

    /// Checks the checkpoint behind the last entry of the walk, if there is one.
    fn meet(&mut self, read: &mut dyn Read, walk: &mut Walk) -> Result<(), AuditFault> {
        let Some(text) = self.next(read, walk.head.size - 1)? else { return Ok(()) };
        let covers = Checkpoint::parse(&text).map(|checkpoint| checkpoint.head.size);
        if covers.is_ok_and(|covers| covers > walk.head.size) {
            return Ok(());
        }
        self.ready.pop_front();
        walk.checkpoint(&text).map_err(|problem| at(walk.blames(&problem), problem))
    }
}

/// The columns say what the entry says, and its command is found by its name.
fn is_filed(read: &mut dyn Read, raw: &Raw, entry: &Entry, loaded: Option<&Loaded>) -> Result<(), Problem> {
    if (raw.stream, raw.seq) != (entry.stream, entry.seq) {
        let (found, found_seq, right, right_seq) = (raw.stream, raw.seq, entry.stream, entry.seq);
        return Err(Problem::Filed { found, found_seq, right, right_seq });
    }
    if loaded.is_none_or(|loaded| raw.position > loaded.projected.size) {
        return Ok(());
    }
    let missing = |what: String| Problem::Projection { what, found: "nothing".to_owned(), right: "this entry".to_owned() };
    let found = read.stream(entry.stream, entry.seq, 1).ok().and_then(|found| found.first().map(|raw| raw.position));
    if found != Some(raw.position) {
        return Err(missing(format!("entry {} of {}", entry.seq, entry.stream)));
    }
    match &entry.command {
        Some(id) if !read.answers(&[id]).is_ok_and(|answers| answers.iter().all(Option::is_some)) => {
            Err(missing(format!("the command {id}")))
        }
        Some(_) | None => Ok(()),
    }
}

/// At the size of the projection, the tables must be what the walk came to.
fn agrees(walk: &Walk, loaded: Option<&Loaded>) -> Result<(), AuditFault> {
    let Some(loaded) = loaded.filter(|loaded| loaded.projected.size == walk.head.size) else { return Ok(()) };
    let found = |problem: Option<Problem>| problem.map_or(Ok(()), |problem| Err(at(walk.head.size.max(1), problem)));
    found(differs("the last entry of", &loaded.streams.iter().collect::<Vec<_>>(), &walk.streams.iter().collect::<Vec<_>>()))?;
    let Some(ledger) = &walk.ledger else { return Ok(()) };
    found(differs_in_money(&loaded.ledger, ledger))
}

fn differs_in_money(found: &Ledger, right: &Ledger) -> Option<Problem> {
    let balances = |ledger: &Ledger| ledger.balances().collect::<Vec<_>>();
    let holds = |ledger: &Ledger| ledger.holds().collect::<Vec<_>>();
    let series = |ledger: &Ledger| ledger.series().collect::<Vec<_>>();
    differs("the balance of", &balances(found), &balances(right))
        .or_else(|| differs("the hold", &holds(found), &holds(right)))
        .or_else(|| differs("the last transfer of", &series(found), &series(right)))
}

/// The first place where two sorted lists differ.
fn differs<K: Debug + Ord, V: Debug + PartialEq>(what: &str, found: &[(K, V)], right: &[(K, V)]) -> Option<Problem> {
    let place = found.iter().zip(right).take_while(|(found, right)| found == right).count();
    let (found, right) = (found.get(place), right.get(place));
    let key = match (found, right) {
        (None, None) => return None,
        (Some((key, _)), None) | (None, Some((key, _))) => key,
        (Some((found, _)), Some((right, _))) => found.min(right),
    };
    let value = |row: Option<&(K, V)>| {
        row.filter(|(of, _)| of == key).map_or_else(|| "nothing".to_owned(), |(_, value)| format!("{value:?}"))
    };
    Some(Problem::Projection { what: format!("{what} {key:?}"), found: value(found), right: value(right) })
}
