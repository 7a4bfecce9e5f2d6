//! What is read from a database, whoever reads.

use crate::backend::{Answered, Document, Filed, Identity, Loaded, Raw, Read, Row as LogRow};
use crate::chain::{Hash, Head};
use crate::checkpoint::Checkpoint;
use crate::command::CommandId;
use crate::fault::{Fault, FaultKind};
use crate::stream::Stream;
use ledger::{Account, Hold, Ledger, Series, TransferId};
use rules::Net;
use rusqlite::{Connection, OptionalExtension, Params, Row};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Something with a connection to a house's database.
pub trait Connected {
    /// The connection.
    fn connection(&self) -> &Connection;
}

/// Every stream and its last number, by a few steps through the table instead of a walk.
const STREAMS: &str = "
    WITH RECURSIVE names (stream) AS (
        SELECT min(stream) FROM streams
        UNION ALL
        SELECT (SELECT min(stream) FROM streams WHERE stream > names.stream) FROM names WHERE names.stream IS NOT NULL
    )
    SELECT stream, (SELECT max(seq) FROM streams WHERE streams.stream = names.stream) FROM names WHERE stream IS NOT NULL";

const LOG: &str = "SELECT position, stream, seq, hash, bytes FROM entries WHERE position >= ?1 \
    ORDER BY position LIMIT ?2";

const ROWS: &str = "
    SELECT position, stream, seq, hash, bytes, digest, answer FROM entries WHERE position >= ?1 ORDER BY position LIMIT ?2";

const OF_STREAM: &str = "
    SELECT position, entries.stream, entries.seq, hash, bytes FROM streams JOIN entries USING (position)
    WHERE streams.stream = ?1 AND streams.seq >= ?2 ORDER BY streams.seq LIMIT ?3";

/// Entries of a stream that the table does not know yet.
const OF_STREAM_SINCE: &str = "
    SELECT position, stream, seq, hash, bytes FROM entries
    WHERE position > (SELECT projected FROM identity) AND stream = ?1 AND seq >= ?2 ORDER BY position LIMIT ?3";

const COMMAND: &str = "SELECT position, digest, answer FROM commands WHERE sender = ?1 AND id = ?2";

const ANSWER: &str = "SELECT digest, answer FROM entries WHERE position = ?1";

const DOCUMENTS_AFTER: &str = "
    SELECT space, key, value FROM documents WHERE (space, key) > (?1, ?2) ORDER BY space, key LIMIT ?3";

const COMMANDS_AFTER: &str = "
    SELECT sender, id, position, digest, answer FROM commands WHERE (sender, id) > (?1, ?2) ORDER BY sender, id LIMIT ?3";

const LEDGER: [&str; 3] = [
    "SELECT account, cents FROM balances",
    "SELECT series, no, hold FROM holds",
    "SELECT series, last FROM series",
];

impl<T: Connected> Read for T {
    fn identity(&mut self) -> Result<Option<Identity>, Fault> {
        let row = one(
            self.connection(),
            "SELECT origin, key FROM identity",
            [],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, [u8; 32]>(1)?)),
        )?;
        Ok(row.map(|(origin, key)| Identity { origin, key }))
    }

    fn load(&mut self, genesis: Hash) -> Result<Loaded, Fault> {
        let connection = self.connection();
        at_one_moment(connection, || load(connection, genesis))
    }

    fn size(&mut self) -> Result<u64, Fault> {
        whole(head_size(self.connection())?)
    }

    fn log(&mut self, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        let rows = all(self.connection(), LOG, [small(from), most(limit)], raw_row)?;
        rows.into_iter().map(raw).collect()
    }

    /// By the table where it knows the entries, and by looking through the last ones where that is
    /// not enough.
    fn stream(&mut self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        let (connection, name) = (self.connection(), stream.to_string());
        let rows = at_one_moment(connection, || {
            let mut rows = all(
                connection,
                OF_STREAM,
                (&name, small(from), most(limit)),
                raw_row,
            )?;
            if rows.len() < limit {
                let from = rows.last().map_or(small(from), |row| row.2 + 1);
                rows.extend(all(
                    connection,
                    OF_STREAM_SINCE,
                    (&name, from, most(limit - rows.len())),
                    raw_row,
                )?);
            }
            Ok(rows)
        })?;
        rows.into_iter().map(raw).collect()
    }

    fn rows(&mut self, from: u64, limit: usize) -> Result<Vec<LogRow>, Fault> {
        let rows = all(self.connection(), ROWS, [small(from), most(limit)], |row| {
            Ok((raw_row(row)?, answered(row, 5)?))
        })?;
        rows.into_iter()
            .map(|(row, answered)| {
                Ok(LogRow {
                    raw: raw(row)?,
                    answered,
                })
            })
            .collect()
    }

    fn answers(&mut self, ids: &[&CommandId]) -> Result<Vec<Option<Answered>>, Fault> {
        let connection = self.connection();
        let mut command = connection.prepare_cached(COMMAND)?;
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let row = command
                .query_row((id.sender(), id.id()), |row| {
                    Ok((row.get(0)?, answered(row, 1)?))
                })
                .optional()?;
            found.push(match row {
                None => None,
                Some((None::<i64>, answered)) => answered,
                Some((Some(position), _)) => {
                    one(connection, ANSWER, [position], |row| answered(row, 0))?.flatten()
                }
            });
        }
        Ok(found)
    }

    fn document(&mut self, space: &str, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        one(
            self.connection(),
            "SELECT value FROM documents WHERE space = ?1 AND key = ?2",
            (space, key),
            |row| row.get(0),
        )
    }

    fn documents(&mut self, space: &str) -> Result<Vec<Document>, Fault> {
        all(
            self.connection(),
            "SELECT key, value FROM documents WHERE space = ?1 ORDER BY key",
            [space],
            document,
        )
    }

    fn last_documents(&mut self, space: &str, limit: usize) -> Result<Vec<Document>, Fault> {
        let sql = "SELECT key, value FROM documents WHERE space = ?1 ORDER BY key DESC LIMIT ?2";
        all(self.connection(), sql, (space, most(limit)), document)
    }

    fn documents_after(
        &mut self,
        space: &str,
        key: &str,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, Fault> {
        let named = |row: &Row<'_>| {
            Ok((
                row.get(0)?,
                Document {
                    key: row.get(1)?,
                    value: row.get(2)?,
                },
            ))
        };
        all(
            self.connection(),
            DOCUMENTS_AFTER,
            (space, key, most(limit)),
            named,
        )
    }

    fn commands_after(
        &mut self,
        sender: &str,
        id: &str,
        limit: usize,
    ) -> Result<Vec<(CommandId, Filed)>, Fault> {
        let named = |row: &Row<'_>| {
            let (sender, id): (String, String) = (row.get(0)?, row.get(1)?);
            Ok((sender, id, row.get::<_, Option<i64>>(2)?, answered(row, 3)?))
        };
        let rows = all(
            self.connection(),
            COMMANDS_AFTER,
            (sender, id, most(limit)),
            named,
        )?;
        rows.into_iter().map(filed).collect()
    }

    fn self_check(&mut self) -> Result<(), Fault> {
        whole_file(self.connection(), "PRAGMA integrity_check(3)")
    }

    fn checkpoints(&mut self, from: u64, limit: usize) -> Result<Vec<String>, Fault> {
        let sql = "SELECT text FROM checkpoints WHERE size >= ?1 ORDER BY size LIMIT ?2";
        all(self.connection(), sql, [small(from), most(limit)], |row| {
            row.get(0)
        })
    }

    fn hold_still(&mut self) -> Result<(), Fault> {
        // A transaction that only reads sees the database as it is at its first look.
        self.connection()
            .execute_batch("BEGIN; SELECT 1 FROM identity;")?;
        Ok(())
    }

    fn let_go(&mut self) -> Result<(), Fault> {
        Ok(self.connection().execute_batch("COMMIT")?)
    }
}

/// What SQLite says of its own file.
pub(super) fn whole_file(connection: &Connection, check: &str) -> Result<(), Fault> {
    let says: Vec<String> = all(connection, check, [], |row| row.get(0))?;
    if says == ["ok"] {
        Ok(())
    } else {
        Err(Fault::new(FaultKind::Corrupt, says.join("; ")))
    }
}

/// Several looks at the database that belong together: nothing is written between them.
fn at_one_moment<T>(
    connection: &Connection,
    look: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, Fault> {
    if !connection.is_autocommit() {
        return look();
    }
    connection.execute_batch("BEGIN")?;
    let seen = look();
    connection.execute_batch("COMMIT")?;
    seen
}

fn load(connection: &Connection, genesis: Hash) -> Result<Loaded, Fault> {
    let projected = one(connection, "SELECT projected FROM identity", [], |row| {
        row.get(0)
    })?
    .flatten()
    .unwrap_or(0);
    let mut streams = BTreeMap::new();
    for (stream, seq) in all(connection, STREAMS, [], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?))
    })? {
        streams.insert(
            stream.parse().map_err(|error| corrupt(&error))?,
            whole(seq)?,
        );
    }
    let last = "SELECT text FROM checkpoints ORDER BY size DESC LIMIT 1";
    let checkpoint = one(connection, last, [], |row| row.get::<_, String>(0))?;
    let checkpoint = checkpoint
        .map(|text| Checkpoint::parse(&text))
        .transpose()
        .map_err(|error| corrupt(&error))?;
    Ok(Loaded {
        head: head(connection, head_size(connection)?, genesis)?,
        projected: head(connection, projected, genesis)?,
        streams,
        ledger: ledger(connection)?,
        checkpoint,
    })
}

fn head_size(connection: &Connection) -> Result<i64, Fault> {
    Ok(
        one(connection, "SELECT max(position) FROM entries", [], |row| {
            row.get(0)
        })?
        .flatten()
        .unwrap_or(0),
    )
}

/// The end of the log at some size.
fn head(connection: &Connection, size: i64, genesis: Hash) -> Result<Head, Fault> {
    if size == 0 {
        return Ok(Head {
            size: 0,
            hash: genesis,
        });
    }
    let hash = one(
        connection,
        "SELECT hash FROM entries WHERE position = ?1",
        [size],
        |row| row.get(0),
    )?;
    let hash = Hash(
        hash.ok_or_else(|| Fault::new(FaultKind::Corrupt, format!("entry {size} is missing")))?,
    );
    Ok(Head {
        size: whole(size)?,
        hash,
    })
}

fn ledger(connection: &Connection) -> Result<Ledger, Fault> {
    let mut balances = Vec::new();
    for (account, cents) in all(connection, LEDGER[0], [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })? {
        balances.push((json::<Account>(account)?, Net::from_cents(cents)));
    }
    let mut holds = Vec::new();
    let rows = all(connection, LEDGER[1], [], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    for (series, no, hold) in rows {
        holds.push((
            TransferId {
                series: json::<Series>(series)?,
                no: whole(no)?,
            },
            json::<Hold>(hold)?,
        ));
    }
    let mut last = Vec::new();
    for (series, no) in all(connection, LEDGER[2], [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })? {
        last.push((json::<Series>(series)?, whole(no)?));
    }
    Ok(Ledger::restore(balances, holds, last))
}

fn one<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, Fault> {
    Ok(connection
        .prepare_cached(sql)?
        .query_row(params, row)
        .optional()?)
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Fault> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement
        .query_map(params, row)?
        .collect::<rusqlite::Result<Vec<T>>>()?;
    Ok(rows)
}

type RawRow = (i64, String, i64, Vec<u8>, Vec<u8>);

fn raw_row(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    Ok((
        row.get(0)?,
        row.get(1)?,
        row.get(2)?,
        row.get(3)?,
        row.get(4)?,
    ))
}

fn raw((position, stream, seq, hash, bytes): RawRow) -> Result<Raw, Fault> {
    let of = |what: &dyn std::fmt::Display| {
        Fault::new(FaultKind::Corrupt, format!("entry {position}: {what}"))
    };
    let stream = stream.parse().map_err(|error| of(&error))?;
    let hash = Hash(
        hash.try_into()
            .map_err(|_| of(&"its hash has not 32 bytes"))?,
    );
    let (position, seq) = (
        whole(position)?,
        u64::try_from(seq).map_err(|error| of(&error))?,
    );
    Ok(Raw {
        position,
        stream,
        seq,
        hash,
        bytes,
    })
}

/// Digest and answer, where a row has them.
fn answered(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<Answered>> {
    let (digest, answer): (Option<[u8; 32]>, Option<Vec<u8>>) = (row.get(at)?, row.get(at + 1)?);
    Ok(digest.zip(answer).map(|(digest, answer)| Answered {
        digest: Hash(digest),
        answer: answer.into(),
    }))
}

fn filed(
    row: (String, String, Option<i64>, Option<Answered>),
) -> Result<(CommandId, Filed), Fault> {
    let (sender, id, position, answered) = row;
    let lost = Fault::new(
        FaultKind::Corrupt,
        format!("the command {sender}:{id} has no answer"),
    );
    let id = CommandId::new(sender, id).map_err(|error| corrupt(&error))?;
    let filed = match (position, answered) {
        (Some(position), _) => Filed::Entry(whole(position)?),
        (None, Some(answered)) => Filed::Note(answered),
        (None, None) => return Err(lost),
    };
    Ok((id, filed))
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        key: row.get(0)?,
        value: row.get(1)?,
    })
}

fn json<T: DeserializeOwned>(text: String) -> Result<T, Fault> {
    serde_json::from_str(&text).map_err(|error| corrupt(&error))
}

/// A number of the database that counts something.
fn whole(number: i64) -> Result<u64, Fault> {
    u64::try_from(number).map_err(|error| corrupt(&error))
}

/// A number to look for; past the largest that the database can hold there is nothing.
fn small(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn corrupt(what: &dyn std::error::Error) -> Fault {
    Fault::new(FaultKind::Corrupt, what.to_string())
}
