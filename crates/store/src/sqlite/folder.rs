//! The folder of a house: its database, its key and the lock of the one server that may write.

use crate::fault::{Fault, FaultKind};
use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Where a house keeps its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at a path; nothing is read or written yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.0.join("house.db")
    }

    /// The house's secret key.
    pub fn key(&self) -> PathBuf {
        self.0.join("house.key")
    }

    /// A file cannot hold a house.
    pub(super) fn is_no_file(&self) -> Result<(), FolderFault> {
        if self.0.is_file() {
            Err(FolderFault::NotAFolder {
                path: self.0.clone(),
            })
        } else {
            Ok(())
        }
    }

    /// A new database is for nobody else on the machine, also in a folder that others may look
    /// into: it holds hashes of passwords and the order of sealed cards.
    fn make_private(&self) -> Result<(), FolderFault> {
        private_file(&self.database()).map_err(|error| FolderFault::Io {
            path: self.database(),
            error,
        })
    }

    /// Makes the folder where it is missing and locks it for as long as the file is open.
    ///
    /// The lock is on a file of its own: backups and audits read the database meanwhile.
    pub(super) fn lock(&self) -> Result<File, FolderFault> {
        let io = |path: &Path, error| FolderFault::Io {
            path: path.to_owned(),
            error,
        };
        self.is_no_file()?;
        let mut folder = DirBuilder::new();
        folder.recursive(true);
        // What a house knows of people is for nobody else on the machine.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.create(&self.0).map_err(|error| io(&self.0, error))?;
        self.make_private()?;
        let path = self.0.join("house.lock");
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| io(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(FolderFault::InUse {
                folder: self.0.clone(),
            }),
            Err(TryLockError::Error(error)) => Err(io(&path, error)),
        }
    }
}

/// Makes an empty file that only its owner may read, unless it is there already; SQLite gives the
/// files beside a database the same permissions.
pub(super) fn private_file(path: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// What to do with a database that is damaged.
pub const REMEDY: &str = "leave the file as it is, and go back to the last backup in which \
    `pontoon audit verify` finds no fault";

/// Why a house's folder or database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum FolderFault {
    /// A file cannot be read or written.
    #[error("cannot use {}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server writes there.
    #[error(
        "another server is running on {}: stop it first, or choose another folder",
        folder.display(),
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no database.
    #[error(
        "there is no house in {}: its database {} is missing",
        folder.display(),
        path.display(),
    )]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The database it should hold.
        path: PathBuf,
    },
    /// A file where a folder is needed.
    #[error(
        "{} is a file, and a folder is needed: the one that holds a house's house.db",
        path.display(),
    )]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// A database that is damaged.
    #[error("{}: {fault}: {REMEDY}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A file of somebody else.
    #[error("{} is not a house's database", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// Written by a newer program.
    #[error("{} has version {found} and this program knows versions up to {known}: use a newer \
        program", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: usize,
        /// The newest version that is known.
        known: usize,
    },
    /// Written by an older program, and only to be read.
    #[error("{} has version {found}, and {known} is needed: start the server on it once, which \
        brings it up to date", path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: usize,
        /// The version that is needed.
        known: usize,
    },
    /// Anything the database says.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl FolderFault {
    /// The same with the file.
    pub(super) fn of_file(self, path: &Path) -> Self {
        if let Self::Fault(fault) = self {
            let damaged = fault.kind == FaultKind::Corrupt;
            return if damaged {
                Self::Damaged {
                    path: path.to_owned(),
                    fault,
                }
            } else {
                Self::Fault(fault.at(path))
            };
        }
        self
    }
}

impl From<rusqlite::Error> for FolderFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Fault(error.into())
    }
}
