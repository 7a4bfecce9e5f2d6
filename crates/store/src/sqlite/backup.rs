//! A copy of a database, made while others read and write. What is in it is not judged here.

use super::connect;
use super::folder::private_file;
use super::read::whole_file;
use crate::fault::{Fault, FaultKind};
use rusqlite::Connection;
use rusqlite::backup::Backup;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupFault {
    /// Something has the name already.
    #[error(
        "{} is there already: a backup replaces nothing, so choose another name",
        path.display(),
    )]
    There {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The database cannot be copied, or the copy is not whole.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl BackupFault {
    /// The same for whoever knows faults only.
    pub(super) fn into_fault(self) -> Fault {
        match self {
            Self::Fault(fault) => fault,
            Self::There { .. } | Self::Io { .. } => Fault::new(FaultKind::Io, self.to_string()),
        }
    }
}

/// Copies a database under a temporary name and renames it: nobody meets half a copy.
pub(super) fn backup(from: &Connection, to: &Path) -> Result<(), BackupFault> {
    let io = |error: io::Error| BackupFault::Io {
        path: to.to_owned(),
        error,
    };
    if to.exists() {
        return Err(BackupFault::There {
            path: to.to_owned(),
        });
    }
    let part = beside(to, ".part");
    // What a backup that was killed left behind. SQLite would play its journal back into the new
    // copy.
    clear(&part);
    // A copy holds what the database holds: it is for nobody else on the machine either.
    private_file(&part).map_err(io)?;
    let folder = to
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let copied = copy(from, &part)
        .map_err(|fault| BackupFault::Fault(fault.at(to)))
        .and_then(|()| {
            File::open(&part)
                .and_then(|file| file.sync_all())
                .and_then(|()| fs::rename(&part, to))
                .and_then(|()| File::open(folder)?.sync_all())
                .map_err(io)
        });
    copied.inspect_err(|_| clear(&part))
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(end);
    path.with_file_name(name)
}

/// Removes an unfinished copy and what SQLite keeps beside one.
fn clear(part: &Path) {
    for end in ["", "-journal", "-wal", "-shm"] {
        // Mostly it is not there; where it cannot be removed, the copy says so.
        let _ = fs::remove_file(beside(part, end));
    }
}

fn copy(from: &Connection, to: &Path) -> Result<(), Fault> {
    let mut copy = connect(to)?;
    // All pages in one step are one read of the source: no writer waits for it, and none makes it
    // start again.
    Backup::new(from, &mut copy)?.step(-1)?;
    // One file and no write-ahead log beside it.
    let _: String = copy.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
    whole_file(&copy, "PRAGMA quick_check(3)")?;
    copy.close().map_err(|(_, error)| error.into())
}
