//! A house in its folder: database, key and journal opened together.

use crate::backend::Read;
use crate::journal::{Journal, OpenFault};
use crate::key::{HouseKey, KeyFault};
use crate::sqlite::{Folder, FolderFault, Sqlite};
use std::path::PathBuf;

/// Why a house cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum HouseFault {
    /// Its folder or database.
    #[error(transparent)]
    Folder(#[from] FolderFault),
    /// Its key.
    #[error(transparent)]
    Key(#[from] KeyFault),
    /// Its key is gone.
    #[error(
        "the house's key {} is missing, and its log was begun with one: put the file back",
        path.display(),
    )]
    KeyLost {
        /// Where it should be.
        path: PathBuf,
    },
    /// Its database is gone.
    #[error(
        "{} is missing or empty, and the key of a house lies beside it: put the database or a \
        backup of it back, or choose \
         another folder",
        path.display()
    )]
    DatabaseLost {
        /// Where it should be.
        path: PathBuf,
    },
    /// Its journal.
    #[error(transparent)]
    Open(#[from] OpenFault),
}

impl Journal<Sqlite> {
    /// Opens the house in a folder, or founds one there with a key from these random bytes.
    ///
    /// # Errors
    ///
    /// When another server has the folder, or its files are not a house's or cannot be used.
    pub fn open_folder(
        folder: &Folder,
        origin: &str,
        entropy: [u8; 32],
    ) -> Result<Self, HouseFault> {
        // A house is founded with its database first, so this is no house that was never begun.
        let database = folder.database();
        if folder.key().exists() && database.metadata().map_or(true, |file| file.len() == 0) {
            return Err(HouseFault::DatabaseLost { path: database });
        }
        let mut backend = Sqlite::open(folder)?;
        let path = folder.key();
        let founded = backend.identity().map_err(OpenFault::Fault)?.is_some();
        if founded && !path.exists() {
            return Err(HouseFault::KeyLost { path });
        }
        let key = HouseKey::load_or_create(&path, entropy)?;
        Ok(Self::open(backend, key, origin)?)
    }
}
