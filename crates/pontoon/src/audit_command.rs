//! `pontoon audit`: checks the log of a house, and exports it for others to check. `pontoon
//! backup`: copies its database.

use crate::audit_documents::{Compared, Counts, compare, read_all};
use crate::audit_export;
use crate::output::{say, tell};
use anyhow::{Context, Result, anyhow, bail};
use clap::{ArgGroup, Args, Subcommand};
use house::Replayed;
use rules::Net;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use store::audit::{
    AuditFault, Cover, Line, SignedBy, Verified, verify_csv, verify_export, verify_held_still,
};
use store::{Fault, FaultKind, Folder, PublicKey, REMEDY, Read, SqliteReader};

#[derive(Subcommand)]
pub(crate) enum AuditAction {
    /// Checks the log in a house's folder, in an export or in a backup, and names the first entry
    /// that is not as it was.
    ///
    /// In a folder or a backup the file itself is checked too, balances and answers to commands are
    /// compared with the log, and every document beside the log is read; whether documents say what
    /// the log says, `audit replay` tells.
    /// A file may be an export (JSON Lines), the cover of CSV files, or a backup. A server may be
    /// running on the folder.
    #[command(
        after_help = "Examples:\n  pontoon audit verify --data house\n  pontoon audit verify \
            log.jsonl --key 197f6b23e16c8532c6abc838facd5ea789be0c76b2920334039bfa8b3d368d61\n  \
            pontoon audit verify log.cover\n  pontoon audit verify backup.db"
    )]
    Verify(VerifyArguments),
    /// Writes the log, or a part of it, to a file that anybody can check; docs/store.md tells its
    /// form.
    ///
    /// With --csv it writes FILE-entries.csv, FILE-transfers.csv and FILE.cover, which vouches for
    /// both. A server may be running.
    #[command(
        after_help = "Examples:\n  pontoon audit export --data house --out log.jsonl\n  pontoon \
            audit export --data house --from 1001 --to 2000 --out part.jsonl\n  pontoon audit \
            export --data house --csv --out log"
    )]
    Export(ExportArguments),
    /// Decides every command at a table once more: every event, every round and every cent must
    /// come out as the log has it.
    ///
    /// What the desk did is not decided again; but the money that moved there must be what its
    /// events say. In a folder or a backup, the documents beside the log must be what the log says.
    /// The log is verified first. A file may be an export of the whole log (JSON Lines) or a
    /// backup; a server may be running on the folder.
    #[command(
        after_help = "Examples:\n  pontoon audit replay --data house\n  pontoon audit replay \
            log.jsonl --balances\n  pontoon audit replay backup.db"
    )]
    Replay(ReplayArguments),
}

#[derive(Args)]
#[command(group = ArgGroup::new("of").required(true).args(["file", "data"]))]
pub(crate) struct VerifyArguments {
    /// An export, the cover of CSV files, or a backup.
    file: Option<PathBuf>,
    /// The folder of a house.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The house's public key, as you know it from elsewhere: 64 hexadecimal digits.
    #[arg(long, value_name = "HEX")]
    key: Option<PublicKey>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("of").required(true).args(["file", "data"]))]
pub(crate) struct ReplayArguments {
    /// An export of the whole log as JSON Lines, or a backup.
    file: Option<PathBuf>,
    /// The folder of a house.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The house's public key, as you know it from elsewhere: 64 hexadecimal digits.
    #[arg(long, value_name = "HEX")]
    key: Option<PublicKey>,
    /// List every account with what it has at the end.
    #[arg(long)]
    balances: bool,
}

#[derive(Args)]
pub(crate) struct ExportArguments {
    /// The folder of a house.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The position of the first entry; without it the first.
    #[arg(long, value_name = "N")]
    pub(crate) from: Option<u64>,
    /// The position of the last entry; without it the last.
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<u64>,
    /// Write tables: one row an entry, one row a transfer, and a cover.
    #[arg(long)]
    pub(crate) csv: bool,
    /// Where to write it; with --csv the beginning of the three names.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct BackupArguments {
    /// The folder of a house.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The file to write; it must not be there yet.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(action: &AuditAction) -> Result<()> {
    match action {
        AuditAction::Verify(arguments) => verify(arguments),
        AuditAction::Export(arguments) => audit_export::run(arguments),
        AuditAction::Replay(arguments) => replay(arguments),
    }
}

/// Copies a database while a server may be writing to it, and checks the copy. A copy that does not
/// hold is removed.
pub(crate) fn backup(arguments: &BackupArguments) -> Result<()> {
    let folder = Folder::at(&arguments.data);
    let (out, data) = (&arguments.out, arguments.data.display());
    let copied = SqliteReader::open(&folder)?.backup(out);
    copied.map_err(|fault| explain(fault.into()))?;
    let checked = SqliteReader::open_file(out)
        .map_err(Into::into)
        .and_then(|mut copy| check_database(&mut copy, None));
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => {
            // It was made just now, by us.
            fs::remove_file(out).with_context(|| {
                format!("{} does not hold, and cannot be removed", out.display())
            })?;
            bail!(
                "the copy does not hold and is removed: {error:#}; `pontoon audit verify --data \
                {data}` says more"
            );
        }
    };
    say!("{}: {}", out.display(), held(&checked.verified));
    checked.report_documents();
    tell!(
        "To go back to it, put it into a folder as house.db, with {} beside it.",
        folder.key().display()
    );
    Ok(())
}

/// What is checked, and with which key.
struct Of<'a> {
    name: &'a Path,
    source: Source,
    key: Option<[u8; 32]>,
}

enum Source {
    Database(SqliteReader),
    Cover,
    Export,
}

/// A log that holds, and the documents that were read beside it.
struct Checked {
    verified: Verified,
    documents: Option<Counts>,
}

impl<'a> Of<'a> {
    /// clap asks for exactly one of the two.
    fn open(
        data: Option<&'a Path>,
        file: Option<&'a Path>,
        key: Option<PublicKey>,
    ) -> Result<Self> {
        let (name, source) = match (data, file) {
            (Some(data), _) => (
                data,
                Source::Database(SqliteReader::open(&Folder::at(data))?),
            ),
            (None, Some(file)) => (file, Source::of_file(file)?),
            (None, None) => bail!("nothing to check: name a file, or a folder with --data"),
        };
        Ok(Self {
            name,
            source,
            key: key.map(|key| key.0),
        })
    }

    fn check(&mut self) -> Result<Checked> {
        let checked = match &mut self.source {
            Source::Database(reader) => check_database(reader, self.key),
            Source::Cover => verify_sheets(self.name, self.key).map(Checked::of_file),
            Source::Export => File::open(self.name)
                .map_err(Into::into)
                .and_then(|file| Ok(verify_export(&mut BufReader::new(file), self.key)?))
                .map(Checked::of_file),
        };
        checked.with_context(|| self.name.display().to_string())
    }

    fn report(&self, checked: &Checked) {
        report(self.name, &checked.verified);
        if self.key.is_none() {
            tell!(
                "This key came with what was checked: compare it with the house's as you know it, \
                or give it with --key."
            );
        }
    }
}

impl Source {
    fn of_file(file: &Path) -> Result<Self> {
        let name = file.display();
        if file.is_dir() {
            bail!("{name} is a folder: to check the house in it, write --data {name}");
        }
        let starts = |like| starts_like(file, like).with_context(|| name.to_string());
        if starts(DATABASE)? {
            return Ok(Self::Database(SqliteReader::open_file(file)?));
        }
        if starts(COVER)? {
            return Ok(Self::Cover);
        }
        if starts(b"{")? {
            return Ok(Self::Export);
        }
        bail!(
            "{name}: this is no export (its first line starts with {{\"header\":), no cover of CSV \
            files (pontoon-csv) and no backup"
        )
    }
}

impl Checked {
    fn of_file(verified: Verified) -> Self {
        Self {
            verified,
            documents: None,
        }
    }

    fn report_documents(&self) {
        let Some(documents) = &self.documents else {
            return;
        };
        say!(
            "the database file is whole; balances, holds and where commands and streams are found \
            agree with the log"
        );
        if !documents.is_empty() {
            say!(
                "documents beside the log that can be read: {}; `pontoon audit replay` compares \
                them",
                list(documents)
            );
        }
    }
}

fn verify(arguments: &VerifyArguments) -> Result<()> {
    let mut of = Of::open(
        arguments.data.as_deref(),
        arguments.file.as_deref(),
        arguments.key,
    )?;
    let checked = of.check()?;
    of.report(&checked);
    checked.report_documents();
    Ok(())
}

fn replay(arguments: &ReplayArguments) -> Result<()> {
    let mut of = Of::open(
        arguments.data.as_deref(),
        arguments.file.as_deref(),
        arguments.key,
    )?;
    let (checked, replayed, compared) = match &mut of.source {
        Source::Database(reader) => {
            let key = of.key;
            // Log and documents as they are at one moment, also while a server writes.
            let all = at_one_moment(reader, |read| {
                let verified = verify_held_still(read, key)?;
                let documents = Some(read_all(read)?);
                let (replayed, compared) = compare(read, verified.head.size)?;
                Ok((
                    Checked {
                        verified,
                        documents,
                    },
                    replayed,
                    Some(compared),
                ))
            });
            all.with_context(|| of.name.display().to_string())?
        }
        Source::Cover => bail!(
            "replay does not read CSV files: it reads exports made without --csv, backups and \
            folders"
        ),
        Source::Export => {
            let checked = of.check()?;
            let replayed = replay_file(of.name, &checked.verified)?;
            (checked, replayed, None)
        }
    };
    of.report(&checked);
    say!("{}", came_to(&replayed));
    if let Some(compared) = compared {
        report_compared(&compared);
    }
    if arguments.balances {
        for (account, balance) in replayed.balances() {
            say!("{account} {balance}");
        }
    }
    Ok(())
}

fn came_to(replayed: &Replayed) -> String {
    let sum: Net = replayed.balances().map(|(_, balance)| balance).sum();
    let (accounts, tables) = (replayed.balances().count(), replayed.tables().count());
    let Replayed {
        entries, rounds, ..
    } = replayed;
    format!(
        "every command at a table was decided again and came to what the log says: {entries} \
        entries, {rounds} rounds at {tables} table(s), {accounts} accounts that come to {sum} \
        together"
    )
}

fn report_compared(compared: &Compared) {
    let Compared {
        documents,
        answers,
        readable,
    } = compared;
    if !documents.is_empty() || *answers > 0 {
        let documents = if documents.is_empty() {
            "no documents".to_owned()
        } else {
            list(documents)
        };
        say!(
            "what the log says: {documents}, and digest and answer of {answers} command(s) at \
            tables"
        );
    }
    say!(
        "only readable, for the log does not say it: passwords, tokens, when sessions were last \
        heard of ({readable} document(s)), how long people were at tables, what was answered at \
        the desk and to refused commands"
    );
}

fn list(counts: &Counts) -> String {
    counts
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Checks the log, the file and everything that can be read beside the log.
fn check_database(reader: &mut SqliteReader, key: Option<[u8; 32]>) -> Result<Checked> {
    at_one_moment(reader, |read| {
        let verified = verify_held_still(read, key)?;
        Ok(Checked {
            verified,
            documents: Some(read_all(read)?),
        })
    })
}

fn at_one_moment<T>(
    reader: &mut SqliteReader,
    does: impl FnOnce(&mut dyn Read) -> Result<T>,
) -> Result<T> {
    let held = reader
        .hold_still()
        .map_err(Into::into)
        .and_then(|()| does(reader))
        .map_err(explain);
    let done = held?;
    reader.let_go()?;
    Ok(done)
}

/// The same with what to do, where a database is damaged.
pub(crate) fn explain(error: anyhow::Error) -> anyhow::Error {
    let in_audit = error.downcast_ref().and_then(|fault| {
        if let AuditFault::Fault(fault) = fault {
            Some(fault)
        } else {
            None
        }
    });
    let in_backup = error.downcast_ref().and_then(|fault| {
        if let store::BackupFault::Fault(fault) = fault {
            Some(fault)
        } else {
            None
        }
    });
    let fault: Option<&Fault> = in_audit.or(in_backup).or_else(|| error.downcast_ref());
    match fault {
        Some(fault) if fault.kind == FaultKind::Corrupt => anyhow!("{fault}: {REMEDY}"),
        Some(_) | None => error,
    }
}

fn replay_file(path: &Path, verified: &Verified) -> Result<Replayed> {
    if verified.from > 1 {
        bail!(
            "this export starts with entry {}: only a log from its first entry on can be replayed",
            verified.from
        );
    }
    let mut replayed = Replayed::default();
    for line in BufReader::new(File::open(path)?).lines() {
        if let Line::Entry {
            position, bytes, ..
        } = Line::parse(&line?)?
        {
            replayed.tell_bytes(position, bytes.as_bytes())?;
        }
    }
    Ok(replayed)
}

/// How a database starts, and the cover of CSV files.
const DATABASE: &[u8] = b"SQLite format 3\0";
const COVER: &[u8] = b"pontoon-csv";

fn starts_like(path: &Path, like: &[u8]) -> Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut start)?;
    Ok(start.starts_with(like))
}

fn verify_sheets(path: &Path, key: Option<[u8; 32]>) -> Result<Verified> {
    let mut text = String::new();
    File::open(path)?.take(1 << 16).read_to_string(&mut text)?;
    let cover: Cover = text.parse()?;
    let sheet = |name: &str| {
        let file = path.with_file_name(name);
        File::open(&file)
            .map(BufReader::new)
            .with_context(|| file.display().to_string())
    };
    let (mut entries, mut transfers) =
        (sheet(&cover.files.entries)?, sheet(&cover.files.transfers)?);
    Ok(verify_csv(&cover, &mut entries, &mut transfers, key)?)
}

pub(crate) fn report(name: &Path, verified: &Verified) {
    say!("{}: {}", name.display(), held(verified));
    say!("key {}", PublicKey(verified.identity.key));
}

fn held(verified: &Verified) -> String {
    let Verified {
        identity,
        from,
        head,
        checkpoints,
        signed,
        by,
    } = verified;
    let origin = &identity.origin;
    if head.size < *from {
        return format!("the log of {origin} has no entries yet");
    }
    let vouched = match (by, head.size - signed) {
        (SignedBy::Checkpoints, 0) => format!("{checkpoints} checkpoint(s)"),
        (SignedBy::Checkpoints, _) => {
            format!(
                "{checkpoints} checkpoint(s); entries {} to {} are chained and not signed yet",
                signed + 1,
                head.size
            )
        }
        (SignedBy::Trailer, _) => {
            format!("all signed at the end of the file, {checkpoints} checkpoint(s) on the way")
        }
        (SignedBy::Cover, _) => "all signed by the cover".to_owned(),
    };
    format!(
        "entries {from} to {} of {origin} hold, {vouched}",
        head.size
    )
}
