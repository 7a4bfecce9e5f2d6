//! What is read from a database, whoever reads.

use crate::backend::{Answered, Document, Identity, Loaded, Raw, Read};
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

/// Every stream and its last number, by a few steps through the index instead of a walk through the log.
const STREAMS: &str = "
    WITH RECURSIVE names (stream) AS (
        SELECT min(stream) FROM entries
        UNION ALL
        SELECT (SELECT min(stream) FROM entries WHERE stream > names.stream) FROM names WHERE names.stream IS NOT NULL
    )
    SELECT stream, (SELECT max(seq) FROM entries WHERE entries.stream = names.stream) FROM names WHERE stream IS NOT NULL";

const LOG: &str = "SELECT position, stream, seq, hash, bytes FROM entries WHERE position >= ?1 ORDER BY position LIMIT ?2";

const OF_STREAM: &str = "
    SELECT position, stream, seq, hash, bytes FROM entries WHERE stream = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3";

impl<T: Connected> Read for T {
    fn identity(&mut self) -> Result<Option<Identity>, Fault> {
        let row = one(self.connection(), "SELECT origin, key FROM identity", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, [u8; 32]>(1)?))
        })?;
        Ok(row.map(|(origin, key)| Identity { origin, key }))
    }

    fn load(&mut self, genesis: Hash) -> Result<Loaded, Fault> {
        let connection = self.connection();
        let last = "SELECT position, hash FROM entries ORDER BY position DESC LIMIT 1";
        let head = one(connection, last, [], |row| Ok((row.get(0)?, Hash(row.get(1)?))))?;
        let head = match head {
            Some((size, hash)) => Head { size: whole(size)?, hash },
            None => Head { size: 0, hash: genesis },
        };
        let mut streams = BTreeMap::new();
        for (stream, seq) in all(connection, STREAMS, [], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))? {
            streams.insert(stream.parse().map_err(|error| corrupt(&error))?, whole(seq)?);
        }
        let text = "SELECT text FROM checkpoints ORDER BY size DESC LIMIT 1";
        let checkpoint = one(connection, text, [], |row| row.get::<_, String>(0))?;
        let checkpoint = checkpoint.map(|text| Checkpoint::parse(&text)).transpose().map_err(|error| corrupt(&error))?;
        Ok(Loaded { head, streams, ledger: ledger(connection)?, checkpoint })
    }

    fn log(&mut self, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        let rows = all(self.connection(), LOG, [small(from), most(limit)], raw_row)?;
        rows.into_iter().map(raw).collect()
    }

    fn stream(&mut self, stream: Stream, from: u64, limit: usize) -> Result<Vec<Raw>, Fault> {
        let rows = all(self.connection(), OF_STREAM, (stream.to_string(), small(from), most(limit)), raw_row)?;
        rows.into_iter().map(raw).collect()
    }

    fn answer(&mut self, id: &CommandId) -> Result<Option<Answered>, Fault> {
        let sql = "SELECT digest, answer FROM answers WHERE sender = ?1 AND id = ?2";
        one(self.connection(), sql, (id.sender(), id.id()), |row| Ok(Answered { digest: Hash(row.get(0)?), answer: row.get(1)? }))
    }

    fn document(&mut self, space: &str, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        one(self.connection(), "SELECT value FROM documents WHERE space = ?1 AND key = ?2", (space, key), |row| row.get(0))
    }

    fn documents(&mut self, space: &str) -> Result<Vec<Document>, Fault> {
        all(self.connection(), "SELECT key, value FROM documents WHERE space = ?1 ORDER BY key", [space], document)
    }

    fn last_documents(&mut self, space: &str, limit: usize) -> Result<Vec<Document>, Fault> {
        let sql = "SELECT key, value FROM documents WHERE space = ?1 ORDER BY key DESC LIMIT ?2";
        all(self.connection(), sql, (space, most(limit)), document)
    }

    fn checkpoints(&mut self, from: u64, limit: usize) -> Result<Vec<String>, Fault> {
        let sql = "SELECT text FROM checkpoints WHERE size >= ?1 ORDER BY size LIMIT ?2";
        all(self.connection(), sql, [small(from), most(limit)], |row| row.get(0))
    }

    fn hold_still(&mut self) -> Result<(), Fault> {
        // A transaction that only reads sees the database as it is at its first look.
        self.connection().execute_batch("BEGIN; SELECT 1 FROM identity;")?;
        Ok(())
    }

    fn let_go(&mut self) -> Result<(), Fault> {
        Ok(self.connection().execute_batch("COMMIT")?)
    }
}

fn ledger(connection: &Connection) -> Result<Ledger, Fault> {
    let mut balances = Vec::new();
    for (account, cents) in all(connection, "SELECT account, cents FROM balances", [], |row| Ok((row.get(0)?, row.get(1)?)))? {
        balances.push((json::<Account>(account)?, Net::from_cents(cents)));
    }
    let mut holds = Vec::new();
    let rows = all(connection, "SELECT series, no, hold FROM holds", [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for (series, no, hold) in rows {
        holds.push((TransferId { series: json::<Series>(series)?, no: whole(no)? }, json::<Hold>(hold)?));
    }
    let mut last = Vec::new();
    for (series, no) in all(connection, "SELECT series, last FROM series", [], |row| Ok((row.get(0)?, row.get(1)?)))? {
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
    Ok(connection.prepare_cached(sql)?.query_row(params, row).optional()?)
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Fault> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params, row)?.collect::<rusqlite::Result<Vec<T>>>()?;
    Ok(rows)
}

type RawRow = (i64, String, i64, [u8; 32], Vec<u8>);

fn raw_row(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn raw((position, stream, seq, hash, bytes): RawRow) -> Result<Raw, Fault> {
    let stream = stream.parse().map_err(|error| corrupt(&error))?;
    Ok(Raw { position: whole(position)?, stream, seq: whole(seq)?, hash: Hash(hash), bytes })
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document { key: row.get(0)?, value: row.get(1)? })
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
