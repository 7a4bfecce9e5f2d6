//! A text to a file or to standard output: whole, or not at all.

use crate::output::say;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a text to a file, or prints it where there is none (`-` is standard output too).
///
/// A file is written under a temporary name beside it and then renamed: nobody meets half a file.
pub(crate) fn put(file: Option<&Path>, text: &str) -> Result<()> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else {
        say!("{}", text.trim_end());
        return Ok(());
    };
    fill(path, |out| Ok(out.write_all(text.as_bytes())?))
}

/// Writes to a file whatever `fill` writes, in the same way.
pub(crate) fn fill(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let name = path.display();
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => bail!("cannot write {name}: it is a folder"),
        Ok(there) if there.is_file() && there.permissions().readonly() => {
            bail!("cannot write {name}: it may only be read")
        }
        Ok(there) if there.is_file() => {
            // A link stays a link: the file behind it is replaced.
            let target = path
                .canonicalize()
                .with_context(|| format!("cannot write {name}"))?;
            replace(&target, fill, Some(there.permissions()))
                .with_context(|| format!("cannot write {name}"))
        }
        // A pipe or a device is not replaced.
        Ok(_) => pour(path, fill).with_context(|| format!("cannot write {name}")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            replace(path, fill, None).with_context(|| format!("cannot write {name}"))
        }
        Err(error) => Err(error).with_context(|| format!("cannot write {name}")),
    }
}

fn replace(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<()>,
    permissions: Option<fs::Permissions>,
) -> Result<()> {
    let (temporary, file) = beside(path)?;
    let mut out = BufWriter::new(file);
    let written = fill(&mut out).and_then(|()| {
        let file = out.into_inner()?;
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.sync_all()?;
        Ok(fs::rename(&temporary, path)?)
    });
    if written.is_err() {
        // What went wrong is told; that the rest could not be cleared away would only hide it.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn pour(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::new(File::options().write(true).open(path)?);
    fill(&mut out)?;
    Ok(out.flush()?)
}

/// A new file beside another.
pub(crate) fn beside(path: &Path) -> Result<(PathBuf, File)> {
    let name = path
        .file_name()
        .context("it has no name")?
        .to_string_lossy()
        .into_owned();
    let process = std::process::id();
    for attempt in 0..100_u8 {
        let temporary = path.with_file_name(format!(".{name}.{process}-{attempt}"));
        match File::create_new(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    bail!("every temporary name beside it is taken")
}
