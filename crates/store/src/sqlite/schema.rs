//! The shape of the database, and how an older shape becomes the newest: one numbered step after
//! the other.

use super::folder::FolderFault;
use rusqlite::Connection;
use std::path::Path;

/// Marks a database as a house's: "PONT" in ASCII.
const APPLICATION: i64 = 0x504F_4E54;

/// A step never changes once a house has taken it; a new shape is a new step.
const STEPS: [&str; 1] = [include_str!("schema/1.sql")];

/// What a file is.
enum Shape {
    /// Nothing was ever written to it.
    Empty,
    /// A house's database after so many steps.
    Ours(usize),
}

/// Brings a database to the newest shape.
pub(super) fn migrate(connection: &Connection, path: &Path) -> Result<(), FolderFault> {
    let taken = match shape(connection, path)? {
        Shape::Empty => 0,
        Shape::Ours(taken) => taken,
    };
    for (step, version) in STEPS.iter().zip(1_usize..).skip(taken) {
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {step} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = \
            {version}; COMMIT;"
        ))?;
    }
    Ok(())
}

/// Checks that a database has the newest shape, without touching it.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), FolderFault> {
    match shape(connection, path)? {
        Shape::Ours(taken) if taken == STEPS.len() => Ok(()),
        Shape::Ours(found) => Err(FolderFault::Older {
            path: path.to_owned(),
            found,
            known: STEPS.len(),
        }),
        Shape::Empty => Err(FolderFault::NotOurs {
            path: path.to_owned(),
        }),
    }
}

fn shape(connection: &Connection, path: &Path) -> Result<Shape, FolderFault> {
    let not_ours = || FolderFault::NotOurs {
        path: path.to_owned(),
    };
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let application = match number("PRAGMA application_id") {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
            return Err(not_ours());
        }
        application => application?,
    };
    let (version, tables) = (
        number("PRAGMA user_version")?,
        number("SELECT count(*) FROM sqlite_schema")?,
    );
    if (application, version, tables) == (0, 0, 0) {
        return Ok(Shape::Empty);
    }
    if application != APPLICATION {
        return Err(not_ours());
    }
    let taken = usize::try_from(version).map_err(|_| not_ours())?;
    if taken > STEPS.len() {
        return Err(FolderFault::Newer {
            path: path.to_owned(),
            found: taken,
            known: STEPS.len(),
        });
    }
    Ok(Shape::Ours(taken))
}
