//! Checks an export, with nothing but the export and, at best, the house's public key from
//! somewhere else.

use super::finding::{AuditFault, Finding, Problem};
use super::line::{FORMAT, Header, Line, Trailer, VERSION};
use super::walk::Walk;
use super::{SignedBy, Verified};
use crate::chain::{Hash, Head, hex};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Read};

/// The longest line that is read: twice the largest entry.
pub(super) const LONGEST_LINE: u64 = 1 << 25;

/// Checks an export, with the trusted public key where one is given.
///
/// # Errors
///
/// The first entry that is not as it was when the house signed it; or that the file cannot be read.
pub fn verify_export(
    file: &mut impl BufRead,
    trusted: Option<[u8; 32]>,
) -> Result<Verified, AuditFault> {
    let mut lines = Lines {
        file,
        line: 0,
        digest: Sha256::new(),
    };
    let (mut walk, header) = begin(&mut lines, trusted)?;
    loop {
        let before = Hash(lines.digest.clone().finalize().into());
        let expected = "an entry, a checkpoint or the trailer";
        let line = lines.next(walk.next(), expected)?;
        let problem = match line {
            None if walk.head.size >= header.to => Problem::NoEnd,
            None => Problem::CutOff { right: header.to },
            Some(Line::Entry {
                position,
                hash,
                bytes,
            }) => match walk.entry(position, hash, bytes.as_bytes()) {
                Ok(_) => continue,
                Err(problem) => problem,
            },
            Some(Line::Checkpoint { after, text }) => match checkpoint(&mut walk, after, &text) {
                Ok(()) => continue,
                Err(problem) => problem,
            },
            Some(Line::Header { .. }) => unreadable(expected, "a second header"),
            Some(Line::Trailer { trailer, signature }) => {
                match end(&walk, &header, &trailer, &signature, before) {
                    Ok(verified) => return lines.nothing_more(walk.next()).map(|()| verified),
                    Err(problem) => problem,
                }
            }
        };
        return Err(lines.found(walk.blames(&problem), problem));
    }
}

fn begin(
    lines: &mut Lines<'_, impl BufRead>,
    trusted: Option<[u8; 32]>,
) -> Result<(Walk, Header), AuditFault> {
    let expected = "a header";
    let (header, signature) = match lines.next(1, expected)? {
        Some(Line::Header { header, signature }) => (header, signature),
        Some(_) => {
            return Err(lines.found(1, unreadable(expected, "the file starts with another line")));
        }
        None => return Err(lines.found(1, unreadable(expected, "the file is empty"))),
    };
    let check = || {
        if (header.format.as_str(), header.version) != (FORMAT, VERSION) {
            let why = format!(
                "this program reads {FORMAT} version {VERSION}, and this is {} {}",
                header.format, header.version
            );
            return Err(Problem::Unreadable { expected, why });
        }
        let identity = header.identity().ok_or_else(|| {
            unreadable(expected, "the key is not 64 lower-case hexadecimal digits")
        })?;
        if let Some(right) = trusted.filter(|trusted| *trusted != identity.key) {
            return Err(Problem::OtherKey {
                found: header.key.clone(),
                right: hex(&right),
            });
        }
        if !header.is_signed(&identity.key, &signature) {
            return Err(Problem::NotSigned {
                what: "the header",
                key: header.key.clone(),
            });
        }
        if header.from < 1
            || header
                .to
                .checked_add(1)
                .is_none_or(|after| header.from > after)
        {
            return Err(unreadable(expected, "the entries it announces are none"));
        }
        match (header.from, header.previous, identity.genesis()) {
            (1, found, right) if found != right => Err(Problem::Start { found, right }),
            (1, ..) => Ok(Walk::from_the_beginning(identity)),
            (from, hash, _) => Ok(Walk::from_entry(
                identity,
                Head {
                    size: from - 1,
                    hash,
                },
            )),
        }
    };
    match check() {
        Ok(walk) => Ok((walk, header)),
        Err(problem) => Err(lines.found(header.from.max(1), problem)),
    }
}

fn checkpoint(walk: &mut Walk, after: u64, text: &str) -> Result<(), Problem> {
    if after > walk.last_checkpoint {
        return Err(Problem::NoCheckpoint { size: after });
    }
    if after < walk.last_checkpoint {
        return Err(Problem::CheckpointMoved {
            found: after,
            right: walk.last_checkpoint,
        });
    }
    walk.checkpoint(text)
}

fn end(
    walk: &Walk,
    header: &Header,
    trailer: &Trailer,
    signature: &[u8; 64],
    digest: Hash,
) -> Result<Verified, Problem> {
    if !trailer.is_signed(&walk.identity.key, signature) {
        return Err(Problem::NotSigned {
            what: "the end",
            key: hex(&walk.identity.key),
        });
    }
    if walk.head.size < header.to {
        return Err(Problem::CutOff { right: header.to });
    }
    let differs = |what, found: String, right: String| {
        (found != right).then_some(Problem::End { what, found, right })
    };
    if trailer.after > walk.last_checkpoint {
        return Err(Problem::NoCheckpoint {
            size: trailer.after,
        });
    }
    let problem = differs(
        "the last checkpoint",
        walk.last_checkpoint.to_string(),
        trailer.after.to_string(),
    )
    .or_else(|| {
        differs(
            "the number of entries",
            (walk.next() - header.from).to_string(),
            trailer.count.to_string(),
        )
    })
    .or_else(|| {
        differs(
            "the last entry",
            walk.head.size.to_string(),
            header.to.to_string(),
        )
    })
    .or_else(|| {
        differs(
            "the last hash",
            walk.head.hash.to_string(),
            trailer.head.to_string(),
        )
    })
    .or_else(|| {
        differs(
            "the digest of all lines",
            digest.to_string(),
            trailer.digest.to_string(),
        )
    });
    match problem {
        Some(problem) => Err(problem),
        // The trailer signs the last hash, and with it every entry.
        None => walk.end().map(|verified| Verified {
            signed: walk.head.size,
            by: SignedBy::Trailer,
            ..verified
        }),
    }
}

fn unreadable(expected: &'static str, why: &str) -> Problem {
    Problem::Unreadable {
        expected,
        why: why.to_owned(),
    }
}

/// Reads, counts and digests lines.
struct Lines<'a, F> {
    file: &'a mut F,
    /// The line that was read last, from 1.
    line: u64,
    digest: Sha256,
}

impl<F: BufRead> Lines<'_, F> {
    /// The next line; none at the end of the file.
    fn next(&mut self, position: u64, expected: &'static str) -> Result<Option<Line>, AuditFault> {
        let mut bytes = Vec::new();
        self.line += 1;
        self.file
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.digest.update(&bytes);
        let bad = |why: String| Problem::Unreadable { expected, why };
        let read = match bytes.strip_suffix(b"\n") {
            None => Err(bad(
                "the line is cut off, or longer than any line of an export".to_owned(),
            )),
            Some(line) => match std::str::from_utf8(line) {
                Err(error) => Err(bad(format!(
                    "byte {} of the line is no text",
                    error.valid_up_to() + 1
                ))),
                Ok(text) => Line::parse(text).map_err(|fault| bad(fault.to_string())),
            },
        };
        read.map(Some)
            .map_err(|problem| self.found(position, problem))
    }

    fn nothing_more(&mut self, position: u64) -> Result<(), AuditFault> {
        let mut byte = [0];
        self.line += 1;
        match self.file.read(&mut byte)? {
            0 => Ok(()),
            _ => Err(self.found(
                position,
                unreadable("nothing", "the file goes on behind its last line"),
            )),
        }
    }

    fn found(&self, position: u64, problem: Problem) -> AuditFault {
        AuditFault::Found(Finding {
            line: Some(self.line),
            position,
            problem,
        })
    }
}
