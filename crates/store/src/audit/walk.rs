//! A walk along the log: every entry after the one before, every checkpoint in its place.

use super::finding::Problem;
use super::{SignedBy, Verified};
use crate::backend::Identity;
use crate::chain::{Hash, Head};
use crate::checkpoint::Checkpoint;
use crate::entry::Entry;
use crate::stream::Stream;
use ledger::Ledger;
use std::collections::BTreeMap;

/// A log has a checkpoint behind every entry whose position is a multiple of this; it may have
/// more.
pub(crate) const CHECKPOINT_AT_LEAST_EVERY: u64 = 256;

pub(super) struct Walk {
    pub(super) identity: Identity,
    /// The last good entry.
    pub(super) head: Head,
    /// The last number of each stream; of a part of a log, only of streams that were met.
    pub(super) streams: BTreeMap<Stream, u64>,
    /// What the transfers come to, where the walk began at the beginning.
    pub(super) ledger: Option<Ledger>,
    /// How many entries are signed.
    pub(super) signed: u64,
    /// The size of the last checkpoint that was met; 0 before the first.
    pub(super) last_checkpoint: u64,
    checkpoints: u64,
    from: u64,
    due: Due,
}

/// Whether checkpoints must be met on the way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Regularly,
    /// What is walked along has none: something else vouches for it.
    Never,
}

impl Walk {
    /// Begins before the first entry of a log.
    pub(super) fn from_the_beginning(identity: Identity) -> Self {
        let head = Head {
            size: 0,
            hash: identity.genesis(),
        };
        let walk = Self::from_entry(identity, head);
        Self {
            ledger: Some(Ledger::new()),
            ..walk
        }
    }

    /// Begins after some entry, whose hash something else vouches for.
    pub(super) fn from_entry(identity: Identity, head: Head) -> Self {
        Self {
            identity,
            head,
            streams: BTreeMap::new(),
            ledger: None,
            signed: head.size,
            last_checkpoint: 0,
            checkpoints: 0,
            from: head.size + 1,
            due: Due::Regularly,
        }
    }

    pub(super) fn without_checkpoints(self) -> Self {
        Self {
            due: Due::Never,
            ..self
        }
    }

    /// The position of the next entry.
    pub(super) fn next(&self) -> u64 {
        self.head.size + 1
    }

    /// The entry to name: where a signature is at stake, the first one since the last signature
    /// that held.
    pub(super) fn blames(&self, problem: &Problem) -> u64 {
        match problem {
            Problem::Signed { .. } | Problem::NoCheckpoint { .. } | Problem::Checkpoint { .. } => {
                self.signed + 1
            }
            Problem::CheckpointMoved { found, .. } => found + 1,
            Problem::Unreadable { .. }
            | Problem::NotSigned { .. }
            | Problem::OtherKey { .. }
            | Problem::Start { .. }
            | Problem::Missing { .. }
            | Problem::MissingBefore { .. }
            | Problem::CutOff { .. }
            | Problem::NoEnd
            | Problem::Hash { .. }
            | Problem::Seq { .. }
            | Problem::Filed { .. }
            | Problem::Ledger(_)
            | Problem::End { .. }
            | Problem::Row { .. }
            | Problem::InFile { .. }
            | Problem::Answer { .. }
            | Problem::Projection { .. } => self.next(),
        }
    }

    pub(super) fn entry(
        &mut self,
        position: u64,
        hash: Hash,
        bytes: &[u8],
    ) -> Result<Entry, Problem> {
        self.checkpoint_is_not_due()?;
        if position != self.next() {
            return Err(Problem::Missing { found: position });
        }
        let right = self.head.hash.next(bytes);
        if hash != right {
            return Err(Problem::Hash { found: hash, right });
        }
        let unreadable = |why: String| Problem::Unreadable {
            expected: "an entry",
            why,
        };
        let entry = Entry::decode_exact(bytes).map_err(|fault| unreadable(fault.to_string()))?;
        let known = match &self.ledger {
            Some(_) => Some(self.streams.get(&entry.stream).copied().unwrap_or(0)),
            None => self.streams.get(&entry.stream).copied(),
        };
        if let Some(last) = known.filter(|last| entry.seq != last + 1) {
            return Err(Problem::Seq {
                stream: entry.stream,
                found: entry.seq,
                right: last + 1,
            });
        }
        if let Some(ledger) = &mut self.ledger {
            let _ = ledger.apply(&entry.transfers).map_err(Problem::Ledger)?;
        }
        self.streams.insert(entry.stream, entry.seq);
        self.head = Head {
            size: position,
            hash,
        };
        Ok(entry)
    }

    pub(super) fn checkpoint(&mut self, text: &str) -> Result<(), Problem> {
        let at = self.head.size;
        let problem = |fault| Problem::Checkpoint { size: at, fault };
        let checkpoint = Checkpoint::parse(text).map_err(problem)?;
        checkpoint.check(&self.identity).map_err(problem)?;
        let signed = checkpoint.head;
        if signed.size > at {
            return Err(Problem::MissingBefore { size: signed.size });
        }
        if signed.size < at || signed.size < self.from || signed.size == self.last_checkpoint {
            return Err(Problem::CheckpointMoved {
                found: signed.size,
                right: at,
            });
        }
        if signed.hash != self.head.hash {
            return Err(Problem::Signed {
                size: at,
                signed: signed.hash,
                found: self.head.hash,
            });
        }
        self.signed = at;
        self.last_checkpoint = at;
        self.checkpoints += 1;
        Ok(())
    }

    /// Ends the walk where the log ends.
    pub(super) fn end(&self) -> Result<Verified, Problem> {
        self.checkpoint_is_not_due()?;
        Ok(Verified {
            identity: self.identity.clone(),
            from: self.from,
            head: self.head,
            checkpoints: self.checkpoints,
            signed: self.signed,
            by: SignedBy::Checkpoints,
        })
    }

    fn checkpoint_is_not_due(&self) -> Result<(), Problem> {
        let size = self.head.size;
        let due = self.due == Due::Regularly
            && size >= self.from
            && size.is_multiple_of(CHECKPOINT_AT_LEAST_EVERY);
        if due && self.signed != size {
            Err(Problem::NoCheckpoint { size })
        } else {
            Ok(())
        }
    }
}
