//! Checks a database: the log, the signatures, the answers to commands, every table that sums the
//! log up, and the file itself.
//!
//! What the documents beside the log say is not known here.

use super::Verified;
use super::finding::{AuditFault, Finding, Problem};
use super::walk::Walk;
use crate::backend::{Answered, Filed, Identity, Loaded, Raw, Read, Row};
use crate::chain::hex;
use crate::checkpoint::Checkpoint;
use crate::entry::Entry;
use crate::fault::FaultKind;
use crate::stream::Stream;
use ledger::{Account, Hold, Ledger, Series, TransferId};
use rules::Net;
use std::collections::BTreeMap;

/// How many entries are read at a time.
pub(super) const AT_ONCE: usize = 512;

/// Checks everything there is in a database, with the trusted public key where one is given.
///
/// # Errors
///
/// The first entry that is not as it should be; or that the database cannot be read.
pub fn verify_database(
    read: &mut dyn Read,
    trusted: Option<[u8; 32]>,
) -> Result<Verified, AuditFault> {
    read.hold_still()?;
    let verified = verify_held_still(read, trusted);
    read.let_go()?;
    verified
}

/// The same for a database that is held still already, so that more can be compared with what was
/// checked.
///
/// # Errors
///
/// As [`verify_database`].
pub fn verify_held_still(
    read: &mut dyn Read,
    trusted: Option<[u8; 32]>,
) -> Result<Verified, AuditFault> {
    let identity = read.identity()?.ok_or(AuditFault::NoHouse)?;
    if let Some(right) = trusted.filter(|trusted| *trusted != identity.key) {
        return Err(at(
            1,
            Problem::OtherKey {
                found: hex(&identity.key),
                right: hex(&right),
            },
        ));
    }
    // Tables that cannot be read are told last: the log may say what happened to them.
    let loaded = match read.load(identity.genesis()) {
        Err(fault) if fault.kind != FaultKind::Corrupt => return Err(fault.into()),
        loaded => loaded,
    };
    let verified = walk_along(read, identity, loaded.as_ref().ok())?;
    let loaded = loaded?;
    if loaded.projected.size > verified.head.size {
        return Err(at(
            verified.head.size + 1,
            Problem::CutOff {
                right: loaded.projected.size,
            },
        ));
    }
    commands_have_their_entries(read)?;
    read.self_check()?;
    Ok(verified)
}

/// Whatever is found by the name of a command is the answer to that command, and can be read.
fn commands_have_their_entries(read: &mut dyn Read) -> Result<(), AuditFault> {
    let mut last = (String::new(), String::new());
    loop {
        let commands = read.commands_after(&last.0, &last.1, AT_ONCE)?;
        let Some((id, _)) = commands.last() else {
            return Ok(());
        };
        last = (id.sender().to_owned(), id.id().to_owned());
        for (id, filed) in commands {
            let beside = |why: String| AuditFault::Beside {
                what: format!("the command {id}"),
                why,
            };
            match filed {
                Filed::Note(answered) if is_answer(&answered) => {}
                Filed::Note(_) => return Err(beside("its answer is not JSON".to_owned())),
                Filed::Entry(position) => {
                    let raw = read
                        .log(position, 1)?
                        .pop()
                        .filter(|raw| raw.position == position);
                    let entry = raw.and_then(|raw| Entry::decode(&raw.bytes).ok());
                    if entry.and_then(|entry| entry.command).as_ref() != Some(&id) {
                        return Err(beside(format!(
                            "it is filed with entry {position}, and that is not its entry"
                        )));
                    }
                }
            }
        }
    }
}

fn is_answer(answered: &Answered) -> bool {
    serde_json::from_slice::<serde_json::Value>(&answered.answer).is_ok()
}

fn walk_along(
    read: &mut dyn Read,
    identity: Identity,
    loaded: Option<&Loaded>,
) -> Result<Verified, AuditFault> {
    let mut walk = Walk::from_the_beginning(identity);
    agrees(&walk, loaded)?;
    let mut checkpoints = Checkpoints::default();
    loop {
        let rows = read.rows(walk.next(), AT_ONCE)?;
        if rows.is_empty() {
            break;
        }
        for Row { raw, answered } in rows {
            let next = walk.next();
            let entry = walk
                .entry(raw.position, raw.hash, &raw.bytes)
                .map_err(|problem| at(walk.blames(&problem), problem))?;
            is_filed(read, (&raw, answered.as_ref()), &entry, loaded)
                .map_err(|problem| at(next, problem))?;
            checkpoints.meet(read, &mut walk)?;
            agrees(&walk, loaded)?;
        }
    }
    let verified = walk
        .end()
        .map_err(|problem| at(walk.blames(&problem), problem))?;
    if let Some(text) = checkpoints.next(read, walk.head.size)? {
        // A checkpoint that covers more entries than there are.
        let right = Checkpoint::parse(&text).map_or(walk.next(), |checkpoint| checkpoint.head.size);
        return Err(at(walk.next(), Problem::CutOff { right }));
    }
    Ok(verified)
}

fn at(position: u64, problem: Problem) -> AuditFault {
    AuditFault::Found(Finding {
        line: None,
        position,
        problem,
    })
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
            let last = self
                .ready
                .back()
                .and_then(|text| Checkpoint::parse(text).ok());
            self.read_to = last.map_or(u64::MAX, |last| last.head.size);
        }
        Ok(self.ready.front().cloned())
    }

    /// Checks the checkpoint behind the last entry of the walk, if there is one.
    fn meet(&mut self, read: &mut dyn Read, walk: &mut Walk) -> Result<(), AuditFault> {
        let Some(text) = self.next(read, walk.head.size - 1)? else {
            return Ok(());
        };
        let covers = Checkpoint::parse(&text).map(|checkpoint| checkpoint.head.size);
        if covers.is_ok_and(|covers| covers > walk.head.size) {
            return Ok(());
        }
        self.ready.pop_front();
        walk.checkpoint(&text)
            .map_err(|problem| at(walk.blames(&problem), problem))
    }
}

/// The columns say what the entry says, and its command is found by its name, with the answer it
/// was given.
fn is_filed(
    read: &mut dyn Read,
    (raw, answered): (&Raw, Option<&Answered>),
    entry: &Entry,
    loaded: Option<&Loaded>,
) -> Result<(), Problem> {
    if (raw.stream, raw.seq) != (entry.stream, entry.seq) {
        let (found, found_seq, right, right_seq) = (raw.stream, raw.seq, entry.stream, entry.seq);
        return Err(Problem::Filed {
            found,
            found_seq,
            right,
            right_seq,
        });
    }
    has_answer(entry, answered)?;
    if loaded.is_none_or(|loaded| raw.position > loaded.projected.size) {
        return Ok(());
    }
    let missing = |what: String| Problem::Projection {
        what,
        found: "nothing".to_owned(),
        right: "this entry".to_owned(),
    };
    let found = read
        .stream(entry.stream, entry.seq, 1)
        .ok()
        .and_then(|found| found.first().map(|raw| raw.position));
    if found != Some(raw.position) {
        return Err(missing(format!("entry {} of {}", entry.seq, entry.stream)));
    }
    let Some(id) = &entry.command else {
        return Ok(());
    };
    match read
        .answers(&[id])
        .ok()
        .and_then(|mut found| found.pop().flatten())
    {
        None => Err(missing(format!("the command {id}"))),
        found if found.as_ref() == answered => Ok(()),
        Some(_) => Err(Problem::Answer {
            id: id.to_string(),
            what: "is found elsewhere, and is another one there",
        }),
    }
}

/// Where a command asked for an entry, its answer is kept with it and can be read; nowhere else.
fn has_answer(entry: &Entry, answered: Option<&Answered>) -> Result<(), Problem> {
    let problem = |id: &dyn std::fmt::Display, what| {
        Err(Problem::Answer {
            id: id.to_string(),
            what,
        })
    };
    match (&entry.command, answered) {
        (Some(id), None) => problem(id, "is missing"),
        (None, Some(_)) => problem(
            &"of this entry",
            "is there, and no command asked for the entry",
        ),
        (Some(id), Some(answered)) if !is_answer(answered) => problem(id, "is not JSON"),
        (Some(_), Some(_)) | (None, None) => Ok(()),
    }
}

/// At the size of the projection, the tables must be what the walk came to.
fn agrees(walk: &Walk, loaded: Option<&Loaded>) -> Result<(), AuditFault> {
    let Some(loaded) = loaded.filter(|loaded| loaded.projected.size == walk.head.size) else {
        return Ok(());
    };
    let found = |problem: Option<Problem>| {
        problem.map_or(Ok(()), |problem| Err(at(walk.head.size.max(1), problem)))
    };
    let streams = |streams: &BTreeMap<Stream, u64>| {
        streams
            .iter()
            .map(|(&stream, &seq)| (stream, seq))
            .collect::<Vec<_>>()
    };
    let name = |stream: &Stream| format!("the last entry of {stream}");
    found(differs(
        &streams(&loaded.streams),
        &streams(&walk.streams),
        name,
        u64::to_string,
    ))?;
    let Some(ledger) = &walk.ledger else {
        return Ok(());
    };
    found(differs_in_money(&loaded.ledger, ledger))
}

fn differs_in_money(found: &Ledger, right: &Ledger) -> Option<Problem> {
    let balances = |ledger: &Ledger| ledger.balances().collect::<Vec<_>>();
    let holds = |ledger: &Ledger| ledger.holds().collect::<Vec<_>>();
    let series = |ledger: &Ledger| ledger.series().collect::<Vec<_>>();
    let balance = |account: &Account| format!("the balance of {account}");
    let hold = |id: &TransferId| format!("the hold {id}");
    let held = |hold: &Hold| {
        format!(
            "{} of {} for {}, in {}",
            hold.amount, hold.from, hold.to, hold.held
        )
    };
    let last = |series: &Series| match series {
        Series::Cashier => "the last transfer of the cashier".to_owned(),
        Series::Table(table) => format!("the last transfer of table/{table}"),
    };
    differs(&balances(found), &balances(right), balance, Net::to_string)
        .or_else(|| differs(&holds(found), &holds(right), hold, held))
        .or_else(|| differs(&series(found), &series(right), last, u64::to_string))
}

/// The first place where two sorted lists differ, in words.
fn differs<K: Ord, V: PartialEq>(
    found: &[(K, V)],
    right: &[(K, V)],
    name: impl Fn(&K) -> String,
    words: impl Fn(&V) -> String,
) -> Option<Problem> {
    let place = found
        .iter()
        .zip(right)
        .take_while(|(found, right)| found == right)
        .count();
    let (found, right) = (found.get(place), right.get(place));
    let key = match (found, right) {
        (None, None) => return None,
        (Some((key, _)), None) | (None, Some((key, _))) => key,
        (Some((found, _)), Some((right, _))) => found.min(right),
    };
    let value = |row: Option<&(K, V)>| {
        row.filter(|(of, _)| of == key)
            .map_or("nothing".to_owned(), |(_, value)| words(value))
    };
    Some(Problem::Projection {
        what: name(key),
        found: value(found),
        right: value(right),
    })
}
