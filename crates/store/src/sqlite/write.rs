//! The rows of a group.

use crate::backend::{Group, Projection, Row};
use crate::fault::{Fault, FaultKind};
use rusqlite::Connection;
use serde::Serialize;

pub(super) fn write(connection: &Connection, group: &Group) -> Result<(), Fault> {
    entries(connection, group)?;
    notes(connection, group)?;
    documents(connection, group)?;
    let mut checkpoint =
        connection.prepare_cached("INSERT INTO checkpoints (size, text) VALUES (?1, ?2)")?;
    for signed in &group.checkpoints {
        checkpoint.execute((number(signed.head.size)?, signed.to_string()))?;
    }
    match &group.projection {
        Some(projection) => project(connection, projection),
        None => Ok(()),
    }
}

fn entries(connection: &Connection, group: &Group) -> Result<(), Fault> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (position, stream, seq, hash, bytes, digest, answer) VALUES (?1, ?2, \
        ?3, ?4, ?5, ?6, ?7)",
    )?;
    for Row { raw, answered } in &group.entries {
        let (digest, answer) = answered
            .as_ref()
            .map(|answered| (&answered.digest.0, &*answered.answer))
            .unzip();
        let (position, seq) = (number(raw.position)?, number(raw.seq)?);
        insert.execute((
            position,
            raw.stream.to_string(),
            seq,
            &raw.hash.0,
            &raw.bytes,
            digest,
            answer,
        ))?;
    }
    Ok(())
}

fn notes(connection: &Connection, group: &Group) -> Result<(), Fault> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO commands (sender, id, digest, answer) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (id, answered) in &group.notes {
        insert.execute((id.sender(), id.id(), &answered.digest.0, &*answered.answer))?;
    }
    Ok(())
}

fn documents(connection: &Connection, group: &Group) -> Result<(), Fault> {
    for put in &group.puts {
        match &put.value {
            Some(value) => connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO documents (space, key, value) VALUES (?1, ?2, ?3)",
                )?
                .execute((&put.space, &put.key, value))?,
            None => connection
                .prepare_cached("DELETE FROM documents WHERE space = ?1 AND key = ?2")?
                .execute((&put.space, &put.key))?,
        };
    }
    Ok(())
}

/// In the order of the keys, so that each page is met once.
fn project(connection: &Connection, projection: &Projection) -> Result<(), Fault> {
    let mut stream = connection
        .prepare_cached("INSERT INTO streams (stream, seq, position) VALUES (?1, ?2, ?3)")?;
    for ((name, seq), &position) in &projection.streams {
        stream.execute((name.to_string(), number(*seq)?, number(position)?))?;
    }
    let mut command = connection
        .prepare_cached("INSERT INTO commands (sender, id, position) VALUES (?1, ?2, ?3)")?;
    for (id, &position) in &projection.commands {
        command.execute((id.sender(), id.id(), number(position)?))?;
    }
    ledger(connection, projection)?;
    connection
        .prepare_cached("UPDATE identity SET projected = ?1")?
        .execute([number(projection.size)?])?;
    Ok(())
}

fn ledger(connection: &Connection, projection: &Projection) -> Result<(), Fault> {
    let mut balance = connection
        .prepare_cached("INSERT OR REPLACE INTO balances (account, cents) VALUES (?1, ?2)")?;
    for (account, net) in &projection.balances {
        balance.execute((json(account)?, net.cents()))?;
    }
    let mut hold = connection
        .prepare_cached("INSERT OR REPLACE INTO holds (series, no, hold) VALUES (?1, ?2, ?3)")?;
    let mut ended = connection.prepare_cached("DELETE FROM holds WHERE series = ?1 AND no = ?2")?;
    for (id, held) in &projection.holds {
        match held {
            Some(held) => hold.execute((json(&id.series)?, number(id.no)?, json(held)?))?,
            None => ended.execute((json(&id.series)?, number(id.no)?))?,
        };
    }
    let mut series = connection
        .prepare_cached("INSERT OR REPLACE INTO series (series, last) VALUES (?1, ?2)")?;
    for (name, &last) in &projection.series {
        series.execute((json(name)?, number(last)?))?;
    }
    Ok(())
}

fn json(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|error| Fault::new(FaultKind::Other, error.to_string()))
}

fn number(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| {
        Fault::new(
            FaultKind::Other,
            format!("{number} is more than the database can count"),
        )
    })
}
