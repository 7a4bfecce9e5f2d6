//! The log as tables for people: one row an entry, one row a transfer, and a cover that vouches for
//! both.

use super::cover::Cover;
use super::export::{Span, Step, follow, held_still, text_of};
use super::finding::{AuditFault, Finding, Problem};
use super::walk::Walk;
use super::{SignedBy, Verified};
use crate::backend::Read;
use crate::chain::{Hash, Head, hex};
use crate::entry::Entry;
use crate::key::HouseKey;
use ledger::{Move, Transfer};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Write};

const ENTRIES: &str = "position,hash,stream,seq,at,by,sender,command,kind,version,entry\r\n";
const TRANSFERS: &str = "position,transfer,does,from,held,to,cents,hold,purpose,clause\r\n";

/// The names of the two files, as the cover has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CsvFiles {
    /// Of the entries.
    pub entries: String,
    /// Of the transfers.
    pub transfers: String,
}

impl CsvFiles {
    /// Two plain names, without folders: the files lie beside their cover.
    pub fn new(entries: &str, transfers: &str) -> Option<Self> {
        let plain = |name: &str| {
            let letter =
                |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
            (1..=200).contains(&name.len()) && name.bytes().all(letter) && !name.starts_with('.')
        };
        let (entries, transfers) = [entries, transfers].map(str::to_owned).into();
        (plain(&entries) && plain(&transfers) && entries != transfers)
            .then_some(Self { entries, transfers })
    }
}

/// Exports entries and transfers as CSV. The log is checked on the way: what does not hold is not
/// signed.
///
/// # Errors
///
/// When the entries are not there, the log does not hold, or something cannot be read or written.
pub fn export_csv(
    read: &mut dyn Read,
    key: &HouseKey,
    span: Span,
    time: u64,
    files: CsvFiles,
    out: (&mut impl Write, &mut impl Write),
) -> Result<(Verified, Cover), AuditFault> {
    let (mut entries, mut transfers) = (Sheet::new(out.0), Sheet::new(out.1));
    let mut range = None;
    let verified = held_still(read, key, span, |read, start| {
        range = Some((start.from, start.to, start.previous));
        entries.write(ENTRIES)?;
        transfers.write(TRANSFERS)?;
        let (verified, _) = follow(read, start, |step| match step {
            Step::Checkpoint { .. } => Ok(()),
            Step::Entry(raw, entry) => {
                entries.write(&entry_row(raw.position, raw.hash, entry, &text_of(raw)))?;
                entry
                    .transfers
                    .iter()
                    .try_for_each(|transfer| transfers.write(&transfer_row(raw.position, transfer)))
            }
        })?;
        Ok(verified)
    })?;
    let (from, to, previous) = range.unwrap_or((1, 0, verified.head.hash));
    let (entries, transfers) = (entries.end()?, transfers.end()?);
    let (identity, head) = (verified.identity.clone(), verified.head.hash);
    let cover = Cover {
        identity,
        from,
        to,
        previous,
        head,
        time,
        files,
        entries,
        transfers,
        signature: [0; 64],
    };
    Ok((covered(verified), cover.sign(key)))
}

/// The files hold no checkpoints: the cover signs every entry.
fn covered(verified: Verified) -> Verified {
    Verified {
        signed: verified.head.size,
        checkpoints: 0,
        by: SignedBy::Cover,
        ..verified
    }
}

/// Checks two CSV files against their cover, with the trusted public key where one is given.
///
/// # Errors
///
/// The first entry that is not as it was when the house signed it; or that a file cannot be read.
pub fn verify_csv(
    cover: &Cover,
    entries: &mut impl BufRead,
    transfers: &mut impl BufRead,
    trusted: Option<[u8; 32]>,
) -> Result<Verified, AuditFault> {
    let mut entries = Rows {
        file: entries,
        name: &cover.files.entries,
        line: 0,
        digest: Sha256::new(),
    };
    let mut transfers = Rows {
        file: transfers,
        name: &cover.files.transfers,
        line: 0,
        digest: Sha256::new(),
    };
    let mut walk = begin(cover, trusted)?;
    let first = cover.from;
    entries.must_be(first, ENTRIES)?;
    transfers.must_be(first, TRANSFERS)?;
    while walk.head.size < cover.to {
        let position = walk.next();
        let Some(row) = entries.next()? else {
            return Err(entries.found(position, Problem::CutOff { right: cover.to }));
        };
        let entry =
            follow_row(&mut walk, &row).map_err(|problem| entries.found(position, problem))?;
        for transfer in &entry.transfers {
            transfers.must_be(position, &transfer_row(position, transfer))?;
        }
    }
    if walk.head.hash != cover.head {
        let problem = Problem::Signed {
            size: walk.head.size,
            signed: cover.head,
            found: walk.head.hash,
        };
        return Err(entries.found(first, problem));
    }
    entries.must_end(walk.next(), cover.entries)?;
    transfers.must_end(walk.next(), cover.transfers)?;
    let verified = walk
        .end()
        .map_err(|problem| entries.found(walk.next(), problem))?;
    Ok(covered(verified))
}

fn begin(cover: &Cover, trusted: Option<[u8; 32]>) -> Result<Walk, AuditFault> {
    let found = |problem| {
        AuditFault::Found(Finding {
            line: None,
            position: cover.from,
            problem,
        })
    };
    let identity = cover.identity.clone();
    if let Some(right) = trusted.filter(|trusted| *trusted != identity.key) {
        return Err(found(Problem::OtherKey {
            found: hex(&identity.key),
            right: hex(&right),
        }));
    }
    if !cover.is_signed() {
        return Err(found(Problem::NotSigned {
            what: "the cover",
            key: hex(&identity.key),
        }));
    }
    let walk = match cover.from {
        0 => return Err(found(Problem::Missing { found: 0 })),
        1 if cover.previous != identity.genesis() => {
            return Err(found(Problem::Start {
                found: cover.previous,
                right: identity.genesis(),
            }));
        }
        1 => Walk::from_the_beginning(identity),
        from => Walk::from_entry(
            identity,
            Head {
                size: from - 1,
                hash: cover.previous,
            },
        ),
    };
    Ok(walk.without_checkpoints())
}

/// Reads an entry from its row; the row must be what the entry gives, to the byte.
fn follow_row(walk: &mut Walk, row: &str) -> Result<Entry, Problem> {
    let unreadable = |why: &str| Problem::Unreadable {
        expected: "a row with an entry",
        why: why.to_owned(),
    };
    let fields = row
        .strip_suffix("\r\n")
        .and_then(fields)
        .ok_or_else(|| unreadable("the row is not written as a row is"))?;
    let [position, hash, .., bytes] = fields.as_slice() else {
        return Err(unreadable("columns are missing"));
    };
    let position = position
        .parse()
        .map_err(|_| unreadable("the position is no number"))?;
    let hash = hash
        .parse()
        .map_err(|_| unreadable("the hash is not 64 lower-case hexadecimal digits"))?;
    let before = walk.head;
    let entry = walk.entry(position, hash, bytes.as_bytes())?;
    let right = entry_row(position, hash, &entry, bytes);
    if row != right {
        walk.head = before;
        return Err(Problem::Row {
            found: row.trim_end().to_owned(),
            right: right.trim_end().to_owned(),
        });
    }
    Ok(entry)
}

fn entry_row(position: u64, hash: Hash, entry: &Entry, bytes: &str) -> String {
    let (sender, command) = entry
        .command
        .as_ref()
        .map_or(("", ""), |id| (id.sender(), id.id()));
    let Entry {
        stream,
        seq,
        at,
        by,
        kind,
        version,
        ..
    } = entry;
    let [by, sender, command, kind] = [by, sender, command, kind].map(cell);
    format!(
        "{position},{hash},{stream},{seq},{at},{by},{sender},{command},{kind},{version},{}\r\n",
        quoted(bytes)
    )
}

fn transfer_row(position: u64, transfer: &Transfer) -> String {
    let text = |value: &dyn std::fmt::Display| value.to_string();
    let none = String::new;
    let (does, from, held, to, cents, hold) = match &transfer.does {
        Move::Pay { from, to, amount } => (
            "pay",
            text(from),
            none(),
            text(to),
            text(&amount.cents()),
            none(),
        ),
        Move::Reclaim { from, to, amount } => (
            "reclaim",
            text(from),
            none(),
            text(to),
            text(&amount.cents()),
            none(),
        ),
        Move::Hold {
            from,
            held,
            to,
            amount,
        } => (
            "hold",
            text(from),
            text(held),
            text(to),
            text(&amount.cents()),
            none(),
        ),
        Move::Post { hold, amount } => (
            "post",
            none(),
            none(),
            none(),
            text(&amount.cents()),
            text(hold),
        ),
        Move::Void { hold } => ("void", none(), none(), none(), none(), text(hold)),
    };
    // As records have it, without its quotes.
    let purpose = serde_json::to_string(&transfer.purpose)
        .unwrap_or_default()
        .replace('"', "");
    let clause = cell(&transfer.clause.to_string());
    format!(
        "{position},{},{does},{from},{held},{to},{cents},{hold},{purpose},{clause}\r\n",
        transfer.id
    )
}

/// A cell with text from outside. A sheet must not take it for a formula.
fn cell(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) {
        return quoted(&format!("'{text}"));
    }
    if text.contains([',', '"', '\r', '\n']) {
        quoted(text)
    } else {
        text.to_owned()
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The cells of a row.
fn fields(row: &str) -> Option<Vec<String>> {
    let mut cells = Vec::new();
    let mut rest = row;
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            Some(inside) => quoted_cell(inside)?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        cells.push(cell);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after.is_empty() => return Some(cells),
            None => return None,
        }
    }
}

/// A quoted cell from behind its first quote, and what comes after its last.
fn quoted_cell(inside: &str) -> Option<(String, &str)> {
    let mut cell = String::new();
    let mut rest = inside;
    loop {
        let (before, after) = rest.split_once('"')?;
        cell.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => return Some((cell, after)),
        }
    }
}

/// Writes and digests.
struct Sheet<'a, W> {
    out: &'a mut W,
    digest: Sha256,
}

impl<'a, W: Write> Sheet<'a, W> {
    fn new(out: &'a mut W) -> Self {
        Self {
            out,
            digest: Sha256::new(),
        }
    }

    fn write(&mut self, row: &str) -> Result<(), AuditFault> {
        self.digest.update(row);
        Ok(self.out.write_all(row.as_bytes())?)
    }

    fn end(self) -> Result<Hash, AuditFault> {
        self.out.flush()?;
        Ok(Hash(self.digest.finalize().into()))
    }
}

/// Reads, counts and digests rows.
struct Rows<'a, F> {
    file: &'a mut F,
    name: &'a str,
    line: u64,
    digest: Sha256,
}

impl<F: BufRead> Rows<'_, F> {
    /// The next row with its end; none at the end of the file.
    fn next(&mut self) -> Result<Option<String>, AuditFault> {
        let mut bytes = Vec::new();
        self.line += 1;
        std::io::Read::take(&mut *self.file, super::export_check::LONGEST_LINE)
            .read_until(b'\n', &mut bytes)?;
        self.digest.update(&bytes);
        // What is no text is no row either; the digest has the bytes as they are.
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn must_be(&mut self, position: u64, right: &str) -> Result<(), AuditFault> {
        let found = self
            .next()?
            .unwrap_or_else(|| "the end of the file".to_owned());
        if found == right {
            return Ok(());
        }
        Err(self.found(
            position,
            Problem::Row {
                found: found.trim_end().to_owned(),
                right: right.trim_end().to_owned(),
            },
        ))
    }

    fn must_end(&mut self, position: u64, right: Hash) -> Result<(), AuditFault> {
        if let Some(found) = self.next()? {
            let right = "the end of the file".to_owned();
            return Err(self.found(
                position,
                Problem::Row {
                    found: found.trim_end().to_owned(),
                    right,
                },
            ));
        }
        let found = Hash(self.digest.clone().finalize().into());
        if found == right {
            return Ok(());
        }
        let (found, right) = (found.to_string(), right.to_string());
        Err(self.found(
            position,
            Problem::End {
                what: "the digest of the file",
                found,
                right,
            },
        ))
    }

    fn found(&self, position: u64, problem: Problem) -> AuditFault {
        let problem = Problem::InFile {
            file: self.name.to_owned(),
            problem: Box::new(problem),
        };
        AuditFault::Found(Finding {
            line: Some(self.line),
            position,
            problem,
        })
    }
}
