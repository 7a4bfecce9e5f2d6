//! The log checked from its first entry to its last. Nothing that is kept beside it is believed.

use house::Replayed;
use ledger::Ledger;
use serde::Serialize;
use std::collections::BTreeMap;
use store::{Checkpoint, Entry, Fault, Hash, Identity, Raw, Read, Stream};
use utoipa::ToSchema;

/// How many entries or checkpoints are read at a time.
const AT_ONCE: usize = 500;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Audit {
    /// Whether everything holds.
    pub(crate) holds: bool,
    /// How many entries were checked.
    pub(crate) entries: u64,
    /// How many signed checkpoints were.
    pub(crate) checkpoints: u64,
    /// How many rounds were played again, where that was asked for.
    pub(crate) rounds: Option<u64>,
    /// The hash of the last entry that holds.
    pub(crate) hash: String,
    /// The first thing that does not hold.
    pub(crate) fault: Option<AuditFault>,
}

/// What does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct AuditFault {
    /// At which entry.
    pub(crate) position: u64,
    /// What.
    pub(crate) what: String,
}

/// Checks the whole log.
pub(crate) fn verify(read: &mut dyn Read, replay: bool) -> Result<Audit, Fault> {
    read.hold_still()?;
    let mut checker = Checker::new(read.identity()?, replay);
    let mut checkpoints = Vec::new();
    let mut fault = None;
    'log: loop {
        let entries = read.log(checker.entries + 1, AT_ONCE)?;
        if entries.is_empty() {
            break;
        }
        for raw in &entries {
            if checkpoints.is_empty() {
                checkpoints = read.checkpoints(raw.position, AT_ONCE)?;
                checkpoints.reverse();
            }
            if let Err(what) = checker.entry(raw).and_then(|()| checker.checkpoint(&mut checkpoints)) {
                fault = Some(AuditFault { position: checker.entries + 1, what });
                break 'log;
            }
        }
    }
    if fault.is_none()
        && let Some(text) = checkpoints.last().or(read.checkpoints(checker.entries + 1, 1)?.first())
    {
        let what = format!("more entries were signed than there are: {}", text.lines().nth(1).unwrap_or_default());
        fault = Some(AuditFault { position: checker.entries + 1, what });
    }
    read.let_go()?;
    Ok(Audit {
        holds: fault.is_none(),
        entries: checker.entries,
        checkpoints: checker.signed,
        rounds: checker.replayed.map(|replayed| replayed.rounds),
        hash: checker.hash.to_string(),
        fault,
    })
}

struct Checker {
    identity: Option<Identity>,
    entries: u64,
    signed: u64,
    hash: Hash,
    streams: BTreeMap<Stream, u64>,
    ledger: Ledger,
    replayed: Option<Replayed>,
}

impl Checker {
    fn new(identity: Option<Identity>, replay: bool) -> Self {
        let hash = identity.as_ref().map_or(Hash([0; 32]), Identity::genesis);
        let replayed = replay.then(Replayed::default);
        Self { identity, entries: 0, signed: 0, hash, streams: BTreeMap::new(), ledger: Ledger::new(), replayed }
    }

    fn entry(&mut self, raw: &Raw) -> Result<(), String> {
        let position = self.entries + 1;
        if raw.position != position {
            return Err(format!("entry {position} is missing: {} is next", raw.position));
        }
        let hash = self.hash.next(&raw.bytes);
        if hash != raw.hash {
            return Err(format!("the hash is {hash}, not {} as was written", raw.hash));
        }
        let entry = Entry::decode_exact(&raw.bytes).map_err(|fault| fault.to_string())?;
        let seq = self.streams.get(&entry.stream).map_or(1, |last| last + 1);
        if (entry.stream, entry.seq) != (raw.stream, raw.seq) || entry.seq != seq {
            return Err(format!("it says that it is number {} of {}, and {seq} is next", entry.seq, entry.stream));
        }
        match &mut self.replayed {
            Some(replayed) => replayed.tell(position, &entry).map_err(|fault| fault.what.to_string())?,
            None => drop(self.ledger.apply(&entry.transfers).map_err(|refusal| refusal.to_string())?),
        }
        self.streams.insert(entry.stream, seq);
        (self.entries, self.hash) = (position, hash);
        Ok(())
    }

    /// The checkpoint over the entries so far, if one was signed here. The next one is the last of the list.
    fn checkpoint(&mut self, coming: &mut Vec<String>) -> Result<(), String> {
        let Some(text) = coming.last() else { return Ok(()) };
        let checkpoint = Checkpoint::parse(text).map_err(|fault| fault.to_string())?;
        if checkpoint.head.size > self.entries {
            return Ok(());
        }
        let identity = self.identity.as_ref().ok_or("nobody's log is signed")?;
        checkpoint.check(identity).map_err(|fault| fault.to_string())?;
        if checkpoint.head.hash != self.hash {
            return Err(format!("the hash that was signed at {} is {}", checkpoint.head.size, checkpoint.head.hash));
        }
        self.signed += 1;
        coming.pop();
        Ok(())
    }
}
