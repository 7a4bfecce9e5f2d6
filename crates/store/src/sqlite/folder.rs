//! The folder of a house: its database, its key and the lock of the one server that may write.

use crate::fault::Fault;
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

    /// A new database is for nobody else on the machine, also in a folder that others may look into: it holds hashes of
    /// passwords and the order of sealed cards.
    fn make_private(&self) -> Result<(), FolderFault> {
        private_file(&self.database()).map_err(|error| FolderFault::Io { path: self.database(), error })
    }

    /// Makes the folder where it is missing and locks it for as long as the file is open.
    ///
    /// The lock is on a file of its own: backups and audits read the database meanwhile.
    pub(super) fn lock(&self) -> Result<File, FolderFault> {
        let io = |path: &Path, error| FolderFault::Io { path: path.to_owned(), error };
        let mut folder = DirBuilder::new();
        folder.recursive(true);
        // What a house knows of people is for nobody else on the machine.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.create(&self.0).map_err(|error| io(&self.0, error))?;
        self.make_private()?;
        let path = self.0.join("house.lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(|error| io(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(FolderFault::InUse { folder: self.0.clone() }),
            Err(TryLockError::Error(error)) => Err(io(&path, error)),
        }
    }
}

/// Makes an empty file that only its owner may read, unless it is there already; SQLite gives the files beside a database
/// the same permissions.
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
    #[error("another server is running on {}: stop it first, or choose another folder", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no database.
    #[error("there is no house in {}: its database {} is missing", folder.display(), path.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The database it should hold.
        path: PathBuf,
    },
    /// A file of somebody else.
    #[error("{} is not a house's database", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// Written by a newer program.
    #[error("{} has version {found} and this program knows versions up to {known}: use a newer program", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: usize,
        /// The newest version that is known.
        known: usize,
    },
    /// Written by an older program, and only to be read.
    #[error("{} has version {found}, and {known} is needed: start the server on it once, which brings it up to date", path.display())]
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

impl From<rusqlite::Error> for FolderFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Fault(error.into())
    }
}
