//! Writes the log, or a part of it, to a file that anybody can check.

use super::database::AT_ONCE;
use super::finding::{AuditFault, Finding, Problem};
use super::line::{FORMAT, Header, Line, Trailer, VERSION};
use super::walk::{CHECKPOINT_AT_LEAST_EVERY, Walk};
use super::{SignedBy, Verified};
use crate::backend::{Identity, Raw, Read};
use crate::chain::{Hash, Head, hex};
use crate::checkpoint::Checkpoint;
use crate::entry::Entry;
use crate::key::HouseKey;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Which entries; all from the first, and all to the last, where nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The position of the first.
    pub from: Option<u64>,
    /// The position of the last.
    pub to: Option<u64>,
}

impl Span {
    /// The first and the last of these entries in a log of this size.
    ///
    /// # Errors
    ///
    /// When it has no such entries.
    pub fn within(self, size: u64) -> Result<(u64, u64), AuditFault> {
        let (from, to) = (self.from.unwrap_or(1), self.to.unwrap_or(size));
        // All of an empty log may be exported; no other empty span.
        let empty = (self, size) == (Self::default(), 0);
        if !empty && (from < 1 || from > to || to > size) {
            return Err(AuditFault::NoSpan { from, to, size });
        }
        Ok((from, to))
    }
}

/// What is met on the way, in order.
pub(super) enum Step<'a> {
    Entry(&'a Raw, &'a Entry),
    Checkpoint { after: u64, text: &'a str },
}

/// Exports entries as JSON Lines. The log is checked on the way: what does not hold is not signed
/// again.
///
/// # Errors
///
/// When the entries are not there, the log does not hold, or something cannot be read or written.
pub fn export(
    read: &mut dyn Read,
    key: &HouseKey,
    span: Span,
    time: u64,
    out: &mut impl Write,
) -> Result<Verified, AuditFault> {
    let mut out = Digesting {
        out,
        digest: Sha256::new(),
    };
    let exported = held_still(read, key, span, |read, start| {
        let header = Header {
            format: FORMAT.to_owned(),
            from: start.from,
            key: hex(&start.identity.key),
            origin: start.identity.origin.clone(),
            previous: start.previous,
            time,
            to: start.to,
            version: VERSION,
        };
        out.line(&Line::sign_header(header, key))?;
        let (verified, after) = follow(read, start, |step| {
            out.line(&match step {
                Step::Entry(raw, _) => Line::Entry {
                    position: raw.position,
                    hash: raw.hash,
                    bytes: text_of(raw),
                },
                Step::Checkpoint { after, text } => Line::Checkpoint {
                    after,
                    text: text.to_owned(),
                },
            })
        })?;
        let digest = Hash(out.digest.clone().finalize().into());
        let count = verified.head.size + 1 - verified.from;
        out.line(&Line::sign_trailer(
            Trailer {
                after,
                count,
                digest,
                head: verified.head.hash,
            },
            key,
        ))?;
        // The trailer signs the last hash, and with it every entry.
        Ok(Verified {
            signed: verified.head.size,
            by: SignedBy::Trailer,
            ..verified
        })
    })?;
    out.out.flush()?;
    Ok(exported)
}

/// Where an export starts and ends, and what vouches for its start.
pub(super) struct Start {
    pub(super) identity: Identity,
    pub(super) from: u64,
    pub(super) to: u64,
    /// The hash before the first entry.
    pub(super) previous: Hash,
}

/// Reads everything as it is at one moment, finds where to start, and lets go in the end.
pub(super) fn held_still(
    read: &mut dyn Read,
    key: &HouseKey,
    span: Span,
    does: impl FnOnce(&mut dyn Read, &Start) -> Result<Verified, AuditFault>,
) -> Result<Verified, AuditFault> {
    read.hold_still()?;
    let exported = start(read, key, span).and_then(|start| does(read, &start));
    read.let_go()?;
    exported
}

fn start(read: &mut dyn Read, key: &HouseKey, span: Span) -> Result<Start, AuditFault> {
    let identity = read.identity()?.ok_or(AuditFault::NoHouse)?;
    if key.public() != identity.key {
        return Err(AuditFault::NotTheKey {
            given: hex(&key.public()),
            right: hex(&identity.key),
        });
    }
    let size = read.load(identity.genesis())?.head.size;
    let (from, to) = span.within(size)?;
    let previous = hash_before(read, &identity, from)?;
    Ok(Start {
        identity,
        from,
        to,
        previous,
    })
}

/// The hash of the entry before this one, checked from the last signature before it.
fn hash_before(read: &mut dyn Read, identity: &Identity, from: u64) -> Result<Hash, AuditFault> {
    let signed = (from - 1) / CHECKPOINT_AT_LEAST_EVERY * CHECKPOINT_AT_LEAST_EVERY;
    let mut walk = Walk::from_the_beginning(identity.clone());
    if signed > 0 {
        let missing = || found(signed, Problem::NoCheckpoint { size: signed });
        let text = read.checkpoints(signed, 1)?.pop().ok_or_else(missing)?;
        let checkpoint = Checkpoint::parse(&text)
            .and_then(|checkpoint| checkpoint.check(identity).map(|()| checkpoint));
        let checkpoint = checkpoint.map_err(|fault| {
            found(
                signed,
                Problem::Checkpoint {
                    size: signed,
                    fault,
                },
            )
        })?;
        if checkpoint.head.size != signed {
            return Err(missing());
        }
        walk = Walk::from_entry(identity.clone(), checkpoint.head);
    }
    let start = Start {
        identity: identity.clone(),
        from: walk.next(),
        to: from - 1,
        previous: walk.head.hash,
    };
    let (verified, _) = follow(read, &start, |_| Ok(()))?;
    Ok(verified.head.hash)
}

/// Walks from start to end and shows every entry and every checkpoint on the way; also gives the
/// size of the last checkpoint.
pub(super) fn follow(
    read: &mut dyn Read,
    start: &Start,
    mut show: impl FnMut(Step<'_>) -> Result<(), AuditFault>,
) -> Result<(Verified, u64), AuditFault> {
    let mut walk = match start.from {
        1 => Walk::from_the_beginning(start.identity.clone()),
        from => Walk::from_entry(
            start.identity.clone(),
            Head {
                size: from - 1,
                hash: start.previous,
            },
        ),
    };
    while walk.head.size < start.to {
        let left = usize::try_from(start.to - walk.head.size).unwrap_or(AT_ONCE);
        let entries = read.log(walk.next(), left.min(AT_ONCE))?;
        if entries.is_empty() {
            return Err(found(walk.next(), Problem::CutOff { right: start.to }));
        }
        let mut checkpoints = read
            .checkpoints(walk.next(), AT_ONCE)?
            .into_iter()
            .peekable();
        for raw in entries {
            let entry = walk.entry(raw.position, raw.hash, &raw.bytes);
            let entry = entry.map_err(|problem| found(walk.blames(&problem), problem))?;
            show(Step::Entry(&raw, &entry))?;
            let here = |text: &String| {
                Checkpoint::parse(text)
                    .map_or(true, |checkpoint| checkpoint.head.size <= raw.position)
            };
            if let Some(text) = checkpoints.next_if(here) {
                let after = walk.last_checkpoint;
                walk.checkpoint(&text)
                    .map_err(|problem| found(walk.blames(&problem), problem))?;
                show(Step::Checkpoint { after, text: &text })?;
            }
        }
    }
    let verified = walk
        .end()
        .map_err(|problem| found(walk.blames(&problem), problem))?;
    Ok((verified, walk.last_checkpoint))
}

fn found(position: u64, problem: Problem) -> AuditFault {
    AuditFault::Found(Finding {
        line: None,
        position,
        problem,
    })
}

/// The bytes of an entry that was read from them.
pub(super) fn text_of(raw: &Raw) -> String {
    String::from_utf8_lossy(&raw.bytes).into_owned()
}

/// Writes and digests.
struct Digesting<W> {
    out: W,
    digest: Sha256,
}

impl<W: Write> Digesting<W> {
    fn line(&mut self, line: &Line) -> Result<(), AuditFault> {
        let text = line.text() + "\n";
        self.digest.update(&text);
        self.out.write_all(text.as_bytes()).map_err(io::Error::into)
    }
}
