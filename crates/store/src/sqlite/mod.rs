//! The journal's bytes in one SQLite file: nothing to install, one writer, any number of readers.

mod backup;
mod folder;
mod read;
mod schema;
mod write;

pub use backup::BackupFault;
pub use folder::{Folder, FolderFault, REMEDY};

use crate::backend::{Backend, Group, Identity};
use crate::fault::{Fault, FaultKind};
use read::Connected;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a lock is waited for. Only a foreign program can hold one.
const PATIENCE: Duration = Duration::from_secs(5);

/// More than there are statements, so that each is prepared once.
const STATEMENTS: usize = 64;

/// A house's database, to write to. There is one in a folder at a time.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
    path: PathBuf,
    pages: Option<u32>,
    patience: Duration,
    /// Held for as long as this lives.
    _lock: File,
}

/// A house's database, to read from. It never waits for whoever writes, and nobody waits for it.
#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
}

impl Sqlite {
    /// Opens the database of a folder, or makes it.
    ///
    /// # Errors
    ///
    /// When another server has the folder, or the database is not a house's, is newer than this
    /// program or cannot be used.
    pub fn open(folder: &Folder) -> Result<Self, FolderFault> {
        let lock = folder.lock()?;
        let path = folder.database();
        let connection = writable(&path).map_err(|fault| fault.of_file(&path))?;
        Ok(Self {
            connection,
            path,
            pages: None,
            patience: PATIENCE,
            _lock: lock,
        })
    }

    /// Sets how long a lock is waited for that a foreign program holds; five seconds where nothing
    /// is said.
    ///
    /// # Errors
    ///
    /// When the database cannot be asked.
    pub fn set_patience(&mut self, patience: Duration) -> Result<(), Fault> {
        self.patience = patience;
        Ok(self.connection.busy_timeout(patience)?)
    }

    /// Sets the most pages (of 4096 bytes) that the database may have; a group that needs more
    /// finds no room.
    ///
    /// # Errors
    ///
    /// When the database cannot be asked.
    pub fn limit_pages(&mut self, most: u32) -> Result<(), Fault> {
        self.pages = Some(most);
        limit_pages(&self.connection, most)
    }
}

impl SqliteReader {
    /// Opens the database of a folder, whether a server is running on it or not.
    ///
    /// # Errors
    ///
    /// When there is none, or it is not a house's or has another version.
    pub fn open(folder: &Folder) -> Result<Self, FolderFault> {
        folder.is_no_file()?;
        let path = folder.database();
        if !path.exists() {
            return Err(FolderFault::Missing {
                folder: folder.path().to_owned(),
                path,
            });
        }
        Self::open_file(&path)
    }

    /// Opens a database by its file: a backup, say.
    ///
    /// # Errors
    ///
    /// When it is not a house's or has another version.
    pub fn open_file(path: &Path) -> Result<Self, FolderFault> {
        let open = || {
            let connection = read_only(path)?;
            schema::check(&connection, path)?;
            Ok(Self { connection })
        };
        open().map_err(|fault: FolderFault| fault.of_file(path))
    }

    /// Writes a copy of everything to a new file, while others read and write.
    ///
    /// # Errors
    ///
    /// When the file is there already or cannot be written, or the copy is not whole.
    pub fn backup(&self, to: &Path) -> Result<(), BackupFault> {
        backup::backup(&self.connection, to)
    }
}

impl Connected for Sqlite {
    fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl Connected for SqliteReader {
    fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl Backend for Sqlite {
    type Reader = SqliteReader;

    fn found(&mut self, identity: &Identity) -> Result<(), Fault> {
        let sql = "INSERT INTO identity (one, origin, key) VALUES (1, ?1, ?2)";
        self.connection
            .execute(sql, (&identity.origin, &identity.key))?;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.connection
            .prepare_cached("BEGIN IMMEDIATE")?
            .execute([])?;
        Ok(())
    }

    fn write(&mut self, group: &Group) -> Result<(), Fault> {
        write::write(&self.connection, group)
    }

    fn commit(&mut self) -> Result<(), Fault> {
        self.connection.prepare_cached("COMMIT")?.execute([])?;
        Ok(())
    }

    fn rollback(&mut self) -> Result<(), Fault> {
        // Some faults end the transaction by themselves.
        if self.connection.is_autocommit() {
            return Ok(());
        }
        Ok(self.connection.execute_batch("ROLLBACK")?)
    }

    /// Opens the database anew, and makes durable whatever is read from now on.
    ///
    /// A commit that failed, or was cut off with its process, can be in the file and not yet on the
    /// disk. Who repeats such a command is told that it is done; so first something is written
    /// behind it and synced, which syncs all before it.
    fn recover(&mut self) -> Result<(), Fault> {
        let connection = connect(&self.path)?;
        connection.busy_timeout(self.patience)?;
        set_durable(&connection)?;
        if let Some(most) = self.pages {
            limit_pages(&connection, most)?;
        }
        self.connection = connection;
        self.connection
            .execute("UPDATE identity SET opened = opened + 1", [])?;
        Ok(())
    }

    fn reader(&self) -> Result<SqliteReader, Fault> {
        Ok(SqliteReader {
            connection: read_only(&self.path)?,
        })
    }

    fn backup(&self, to: &Path) -> Result<(), Fault> {
        backup::backup(&read_only(&self.path)?, to).map_err(BackupFault::into_fault)
    }

    /// The write-ahead log goes into the database: whoever copies that one file by hand has
    /// everything.
    fn finish(&mut self) -> Result<(), Fault> {
        Ok(self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
    }
}

fn writable(path: &Path) -> Result<Connection, FolderFault> {
    let connection = connect(path)?;
    schema::migrate(&connection, path)?;
    set_durable(&connection)?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // A statement keeps its plan whatever is looked for: otherwise it is compiled anew at every
    // use.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// A group is on disk when `COMMIT` returns: the write-ahead log is synced at every commit.
fn set_durable(connection: &Connection) -> Result<(), Fault> {
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(Fault::new(
            FaultKind::Other,
            format!("the write-ahead log cannot be used here: the mode stays {mode}"),
        ));
    }
    connection.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;",
    )?;
    // In KiB: the pages that a projection meets should be in memory.
    connection.execute_batch("PRAGMA cache_size = -65536;")?;
    Ok(())
}

fn limit_pages(connection: &Connection, most: u32) -> Result<(), Fault> {
    connection.query_row(&format!("PRAGMA max_page_count = {most}"), [], |_| Ok(()))?;
    Ok(())
}

fn read_only(path: &Path) -> Result<Connection, Fault> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        let kinds = [
            (ErrorCode::DiskFull, FaultKind::Full),
            (ErrorCode::SystemIoFailure, FaultKind::Io),
            (ErrorCode::CannotOpen, FaultKind::Io),
            (ErrorCode::ReadOnly, FaultKind::Io),
            (ErrorCode::PermissionDenied, FaultKind::Io),
            (ErrorCode::DatabaseBusy, FaultKind::Locked),
            (ErrorCode::DatabaseLocked, FaultKind::Locked),
            (ErrorCode::DatabaseCorrupt, FaultKind::Corrupt),
            (ErrorCode::NotADatabase, FaultKind::Corrupt),
            // The journal never writes a row twice: what contradicts it was not written by it.
            (ErrorCode::ConstraintViolation, FaultKind::Corrupt),
        ];
        let code = error.sqlite_error_code();
        let kind = kinds
            .iter()
            .find(|(known, _)| Some(*known) == code)
            .map_or(FaultKind::Other, |&(_, kind)| kind);
        Self::new(kind, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    #[test]
    fn faults_of_the_disk_are_told_apart() {
        let kind =
            |code| Fault::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)).kind;
        assert_eq!(kind(ffi::SQLITE_FULL), FaultKind::Full);
        assert_eq!(kind(ffi::SQLITE_IOERR), FaultKind::Io);
        assert_eq!(kind(ffi::SQLITE_IOERR_FSYNC), FaultKind::Io);
        assert_eq!(kind(ffi::SQLITE_CANTOPEN), FaultKind::Io);
        assert_eq!(kind(ffi::SQLITE_READONLY), FaultKind::Io);
        assert_eq!(kind(ffi::SQLITE_BUSY), FaultKind::Locked);
        assert_eq!(kind(ffi::SQLITE_LOCKED), FaultKind::Locked);
        assert_eq!(kind(ffi::SQLITE_CORRUPT), FaultKind::Corrupt);
        assert_eq!(kind(ffi::SQLITE_CONSTRAINT_UNIQUE), FaultKind::Corrupt);
        assert_eq!(kind(ffi::SQLITE_NOMEM), FaultKind::Other);
    }
}
