//! `pontoon audit export`: the log, or a part of it, in files that anybody can check.

use crate::audit_command::{ExportArguments, explain, report};
use crate::file_out::beside;
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use store::audit::{AuditFault, CsvFiles, Span, export, export_csv};
use store::{Folder, HouseKey, SqliteReader};

pub(crate) fn run(arguments: &ExportArguments) -> Result<()> {
    if arguments.out == Path::new("-") {
        bail!("an export goes to a file, whole or not at all: give --out a name");
    }
    if arguments.csv {
        export_sheets(arguments)
    } else {
        export_lines(arguments)
    }
}

fn export_lines(arguments: &ExportArguments) -> Result<()> {
    let (mut reader, key, span) = source(arguments)?;
    let out = &arguments.out;
    let mut done = None;
    write_whole(&[out], |files| {
        done = Some(
            export(&mut reader, &key, span, now()?, &mut files[0])
                .map_err(|fault| explain(fault.into()))?,
        );
        Ok(())
    })?;
    if let Some(done) = done {
        report(out, &done);
    }
    Ok(())
}

fn export_sheets(arguments: &ExportArguments) -> Result<()> {
    let (mut reader, key, span) = source(arguments)?;
    let [entries, transfers, cover] =
        ["-entries.csv", "-transfers.csv", ".cover"].map(|end| with_end(&arguments.out, end));
    let name = |path: &Path| {
        path.file_name()
            .and_then(OsStr::to_str)
            .unwrap_or_default()
            .to_owned()
    };
    let files = CsvFiles::new(&name(&entries), &name(&transfers)).with_context(|| {
        format!(
            "{}: a cover names files by letters, digits, `.`, `-` and `_`",
            name(&entries)
        )
    })?;
    let mut done = None;
    write_whole(&[&entries, &transfers, &cover], |out| {
        let [entries, transfers, cover] = out else {
            bail!("three files are written")
        };
        let (verified, covering) =
            export_csv(&mut reader, &key, span, now()?, files, (entries, transfers))
                .map_err(|fault| explain(fault.into()))?;
        write!(cover, "{covering}")?;
        done = Some(verified);
        Ok(())
    })?;
    if let Some(done) = done {
        report(&cover, &done);
    }
    Ok(())
}

fn source(arguments: &ExportArguments) -> Result<(SqliteReader, HouseKey, Span)> {
    let folder = Folder::at(&arguments.data);
    let reader = SqliteReader::open(&folder)?;
    let key = HouseKey::load(&folder.key())?;
    Ok((
        reader,
        key,
        Span {
            from: arguments.from,
            to: arguments.to,
        },
    ))
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(end);
    path.with_file_name(name)
}

/// Writes files under temporary names and renames them when all are whole: nobody meets half an
/// export, nor new files beside old ones.
fn write_whole(
    paths: &[&PathBuf],
    fill: impl FnOnce(&mut [BufWriter<File>]) -> Result<()>,
) -> Result<()> {
    let mut temporary = Vec::new();
    let mut files = Vec::new();
    if let Some(there) = paths.iter().find(|path| path.exists()) {
        bail!(
            "{} is there already: an export replaces nothing",
            there.display()
        );
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
    let whole =
        fill(&mut files).and_then(|()| files.iter_mut().try_for_each(keep).map_err(Into::into));
    let written = whole
        .map_err(|error| name_files(error, paths))
        .and_then(|()| rename_all(&temporary, paths));
    if written.is_err() {
        clear(&temporary);
    }
    written
}

/// Says of what went wrong in writing which files it was; what is wrong with the log has nothing to
/// do with them.
fn name_files(error: anyhow::Error, paths: &[&PathBuf]) -> anyhow::Error {
    if error.is::<std::io::Error>() || matches!(error.downcast_ref(), Some(AuditFault::Io(_))) {
        let names: Vec<_> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return error.context(format!("cannot write {}", names.join(", ")));
    }
    error
}

fn keep(file: &mut BufWriter<File>) -> std::io::Result<()> {
    file.flush()?;
    file.get_ref().sync_all()
}

/// Gives all files their names, or none: where one cannot have its name, those that have theirs are
/// removed.
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
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .context("the clock is before 1970")?;
    Ok(u64::try_from(since.as_millis())?)
}
