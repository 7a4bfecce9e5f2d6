//! `pontoon audit`: checks the log of a house, and exports it for others to check. `pontoon backup`: copies its database.

use crate::file_out::beside;
use crate::output::{say, tell};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use house::Replayed;
use rules::Net;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use store::audit::{Cover, CsvFiles, Line, Span, Verified, export, export_csv, verify_csv, verify_database, verify_export};
use store::{Folder, HouseKey, PublicKey, SqliteReader};

#[derive(Subcommand)]
pub(crate) enum AuditAction {
    /// Checks the log in a house's folder, in an export or in a backup, and names the first entry that is not as it was.
    ///
    /// A file may be an export (JSON Lines), the cover of CSV files, or a backup. A server may be running on the folder.
    #[command(
        after_help = "Examples:\n  pontoon audit verify --data house\n  pontoon audit verify log.jsonl --key 197f6b23e16c8532c6abc838facd5ea789be0c76b2920334039bfa8b3d368d61\n  pontoon audit verify log.cover\n  pontoon audit verify backup.db"
    )]
    Verify(VerifyArguments),
    /// Writes the log, or a part of it, to a file that anybody can check; docs/store.md tells its form.
    ///
    /// With --csv it writes FILE-entries.csv, FILE-transfers.csv and FILE.cover, which vouches for both. A server may be running.
    #[command(
        after_help = "Examples:\n  pontoon audit export --data house --out log.jsonl\n  pontoon audit export --data house --from 1001 --to 2000 --out part.jsonl\n  pontoon audit export --data house --csv --out log"
    )]
    Export(ExportArguments),
    /// Decides every command at a table once more: every event, every round and every cent must come out as the log has it.
    ///
    /// What the desk did is not decided again; but the money that moved there must be what its events say. The log is
    /// verified first. A file may be an export of the whole log (JSON Lines) or a backup; a server may be running on
    /// the folder.
    #[command(
        after_help = "Examples:\n  pontoon audit replay --data house\n  pontoon audit replay log.jsonl --balances\n  pontoon audit replay backup.db"
    )]
    Replay(ReplayArguments),
}

#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// An export, the cover of CSV files, or a backup.
    #[arg(required_unless_present = "data", conflicts_with = "data")]
    file: Option<PathBuf>,
    /// The folder of a house.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The house's public key, as you know it from elsewhere: 64 hexadecimal digits.
    #[arg(long, value_name = "HEX")]
    key: Option<PublicKey>,
}

#[derive(Args)]
pub(crate) struct ReplayArguments {
    #[command(flatten)]
    of: VerifyArguments,
    /// List every account with what it has at the end.
    #[arg(long)]
    balances: bool,
}

#[derive(Args)]
pub(crate) struct ExportArguments {
    /// The folder of a house.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The position of the first entry; without it the first.
    #[arg(long, value_name = "N")]
    from: Option<u64>,
    /// The position of the last entry; without it the last.
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Write tables: one row an entry, one row a transfer, and a cover.
    #[arg(long)]
    csv: bool,
    /// Where to write it; with --csv the beginning of the three names.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
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
        AuditAction::Export(arguments) if arguments.csv => export_sheets(arguments),
        AuditAction::Export(arguments) => export_lines(arguments),
        AuditAction::Replay(arguments) => replay(arguments),
    }
}

/// Copies a database while a server may be writing to it, and checks the copy.
pub(crate) fn backup(arguments: &BackupArguments) -> Result<()> {
    let folder = Folder::at(&arguments.data);
    let name = arguments.out.display();
    SqliteReader::open(&folder)?.backup(&arguments.out)?;
    let verified = verify_database(&mut SqliteReader::open_file(&arguments.out)?, None).with_context(|| name.to_string())?;
    say!("{name}: {}", held(&verified));
    tell!("To go back to it, put it into a folder as house.db, with {} beside it.", folder.key().display());
    Ok(())
}

/// What is checked: clap asks for exactly one of the two.
enum Source<'a> {
    Folder(&'a Path),
    File(&'a Path),
}

impl VerifyArguments {
    fn source(&self) -> Result<Source<'_>> {
        match (&self.data, &self.file) {
            (Some(data), _) => Ok(Source::Folder(data)),
            (None, Some(file)) => Ok(Source::File(file)),
            (None, None) => bail!("nothing to check: name a file, or a folder with --data"),
        }
    }

    fn check(&self) -> Result<Verified> {
        let key = self.key.map(|key| key.0);
        match self.source()? {
            Source::Folder(data) => {
                let verified = verify_database(&mut SqliteReader::open(&Folder::at(data))?, key);
                verified.with_context(|| data.display().to_string())
            }
            Source::File(file) => verify_file(file, key).with_context(|| file.display().to_string()),
        }
    }

    fn report(&self, verified: &Verified) -> Result<()> {
        let (Source::Folder(name) | Source::File(name)) = self.source()?;
        report(name, Some(verified));
        if self.key.is_none() {
            tell!("This key came with what was checked: compare it with the house's as you know it, or give it with --key.");
        }
        Ok(())
    }
}

fn verify(arguments: &VerifyArguments) -> Result<()> {
    arguments.report(&arguments.check()?)
}

fn replay(arguments: &ReplayArguments) -> Result<()> {
    let verified = arguments.of.check()?;
    let replayed = match arguments.of.source()? {
        Source::Folder(data) => Replayed::of_log(&mut SqliteReader::open(&Folder::at(data))?, verified.head.size)?,
        Source::File(file) => replay_file(file, &verified)?,
    };
    arguments.of.report(&verified)?;
    let sum: Net = replayed.balances().map(|(_, balance)| balance).sum();
    let accounts = replayed.balances().count();
    say!(
        "every command at a table was decided again and came to what the log says: {} entries, {} rounds at {} table(s), {accounts} accounts that come to {sum} together",
        replayed.entries,
        replayed.rounds,
        replayed.tables().count()
    );
    if arguments.balances {
        for (account, balance) in replayed.balances() {
            say!("{account} {balance}");
        }
    }
    Ok(())
}

fn replay_file(path: &Path, verified: &Verified) -> Result<Replayed> {
    let is_database = starts_like(path, DATABASE)?;
    if is_database {
        return Ok(Replayed::of_log(&mut SqliteReader::open_file(path)?, verified.head.size)?);
    }
    if starts_like(path, COVER)? {
        bail!("replay does not read CSV files: it reads exports made without --csv, backups and folders");
    }
    if verified.from > 1 {
        bail!("this export starts with entry {}: only a log from its first entry on can be replayed", verified.from);
    }
    let mut replayed = Replayed::default();
    for line in BufReader::new(File::open(path)?).lines() {
        if let Line::Entry { position, bytes, .. } = Line::parse(&line?)? {
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

fn verify_file(path: &Path, key: Option<[u8; 32]>) -> Result<Verified> {
    if starts_like(path, DATABASE)? {
        return Ok(verify_database(&mut SqliteReader::open_file(path)?, key)?);
    }
    if starts_like(path, COVER)? {
        let mut text = String::new();
        File::open(path)?.take(1 << 16).read_to_string(&mut text)?;
        let cover: Cover = text.parse()?;
        let sheet = |name: &str| {
            let file = path.with_file_name(name);
            File::open(&file).map(BufReader::new).with_context(|| file.display().to_string())
        };
        let (mut entries, mut transfers) = (sheet(&cover.files.entries)?, sheet(&cover.files.transfers)?);
        return Ok(verify_csv(&cover, &mut entries, &mut transfers, key)?);
    }
    if !starts_like(path, b"{")? {
        bail!("this is no export (its first line starts with {{\"header\":), no cover of CSV files (pontoon-csv) and no backup");
    }
    Ok(verify_export(&mut BufReader::new(File::open(path)?), key)?)
}

fn export_lines(arguments: &ExportArguments) -> Result<()> {
    let (mut reader, key, span) = source(arguments)?;
    let out = &arguments.out;
    let mut done = None;
    write_whole(&[out], |files| {
        done = Some(export(&mut reader, &key, span, now()?, &mut files[0])?);
        Ok(())
    })?;
    report(out, done.as_ref());
    Ok(())
}

fn export_sheets(arguments: &ExportArguments) -> Result<()> {
    let (mut reader, key, span) = source(arguments)?;
    let [entries, transfers, cover] = ["-entries.csv", "-transfers.csv", ".cover"].map(|end| with_end(&arguments.out, end));
    let name = |path: &Path| path.file_name().and_then(OsStr::to_str).unwrap_or_default().to_owned();
    let files = CsvFiles::new(&name(&entries), &name(&transfers))
        .with_context(|| format!("{}: a cover names files by letters, digits, `.`, `-` and `_`", name(&entries)))?;
    let mut done = None;
    write_whole(&[&entries, &transfers, &cover], |out| {
        let [entries, transfers, cover] = out else { bail!("three files are written") };
        let (verified, covering) = export_csv(&mut reader, &key, span, now()?, files, (entries, transfers))?;
        write!(cover, "{covering}")?;
        done = Some(verified);
        Ok(())
    })?;
    report(&cover, done.as_ref());
    Ok(())
}

fn source(arguments: &ExportArguments) -> Result<(SqliteReader, HouseKey, Span)> {
    let folder = Folder::at(&arguments.data);
    let reader = SqliteReader::open(&folder)?;
    let key = HouseKey::load(&folder.key())?;
    Ok((reader, key, Span { from: arguments.from, to: arguments.to }))
}

fn report(name: &Path, verified: Option<&Verified>) {
    if let Some(verified) = verified {
        say!("{}: {}", name.display(), held(verified));
        say!("key {}", PublicKey(verified.identity.key));
    }
}

fn held(verified: &Verified) -> String {
    let Verified { identity, from, head, checkpoints, signed } = verified;
    let origin = &identity.origin;
    if head.size < *from {
        return format!("the log of {origin} has no entries yet");
    }
    let rest = match head.size - signed {
        0 => String::new(),
        _ => format!("; entries {} to {} are chained and not signed yet", signed + 1, head.size),
    };
    format!("entries {from} to {} of {origin} hold, {checkpoints} checkpoint(s){rest}", head.size)
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(end);
    path.with_file_name(name)
}

/// Writes files under temporary names and renames them when all are whole: nobody meets half an export, nor new files
/// beside old ones.
fn write_whole(paths: &[&PathBuf], fill: impl FnOnce(&mut [BufWriter<File>]) -> Result<()>) -> Result<()> {
    let mut temporary = Vec::new();
    let mut files = Vec::new();
    if let Some(there) = paths.iter().find(|path| path.exists()) {
        bail!("{} is there already: an export replaces nothing", there.display());
    }
    for path in paths {
        let made = beside(path).with_context(|| format!("cannot write {}", path.display()));
        match made {
            Ok((name, file)) => {
                temporary.push(name);
                files.push(BufWriter::new(file));
            }
            Err(error) => {
                clear(&temporary);
                return Err(error);
            }
        }
    }
    let written = fill(&mut files).and_then(|()| {
        for mut file in files {
            file.flush()?;
            file.get_ref().sync_all()?;
        }
        rename_all(&temporary, paths)
    });
    if written.is_err() {
        clear(&temporary);
    }
    written
}

/// Gives all files their names, or none: where one cannot have its name, those that have theirs are removed.
fn rename_all(temporary: &[PathBuf], paths: &[&PathBuf]) -> Result<()> {
    for (place, (from, to)) in temporary.iter().zip(paths).enumerate() {
        if let Err(error) = fs::rename(from, to) {
            clear(&paths[..place]);
            return Err(error).with_context(|| format!("cannot write {}", to.display()));
        }
    }
    Ok(())
}

fn clear(files: &[impl AsRef<Path>]) {
    for file in files {
        // What went wrong is told; that the rest could not be cleared away would only hide it.
        let _ = fs::remove_file(file);
    }
}

#[expect(clippy::disallowed_methods, reason = "an export says when it was made")]
fn now() -> Result<u64> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).context("the clock is before 1970")?;
    Ok(u64::try_from(since.as_millis())?)
}
