//! Durable commands a second through the writer, beside a bare SQLite group commit of the same
//! bytes in groups of the same size. The ratio of the two is what counts: both move with the disk.
//! How large the groups of a house are is told by the bench of the whole program under load (`make
//! load`).
#![expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "figures for people"
)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use ledger::{Account, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{Clause, Money, Net};
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Instant;
use store::{
    Batch, Command, CommandId, Draft, Folder, HouseKey, Journal, Outcome, Sqlite, Stream, Writer,
    WriterOptions,
};

const TABLES: u32 = 100;
const SEATS: u32 = 7;
/// The most commands of a run; with few in flight each waits longer, and fewer will do.
const COMMANDS_MOST: usize = 30_000;
const COMMANDS_EACH: usize = 1_000;

fn main() {
    // A test runner that lists or runs tests finds none here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!(
        "{:>9} {:>7} {:>12} {:>12} {:>7}",
        "in flight", "group", "writer /s", "bare /s", "ratio"
    );
    for in_flight in [2, 8, 16, 64, 256, 1024] {
        let mut runs: Vec<(f64, f64, f64)> = (0..5).map(|_| run(in_flight)).collect();
        runs.sort_by(|a, b| (a.1 / a.2).total_cmp(&(b.1 / b.2)));
        let (group, writer, bare) = runs[2];
        println!(
            "{in_flight:>9} {group:>7.0} {writer:>12.0} {bare:>12.0} {:>7.2}",
            writer / bare
        );
    }
}

/// The mean group, and commands a second by the writer and by bare SQLite.
fn run(in_flight: usize) -> (f64, f64, f64) {
    let folder = tempfile::tempdir().unwrap();
    let (group, writer, sizes) = through_the_writer(&folder.path().join("house"), in_flight);
    let bare = bare(
        &folder.path().join("bare.db"),
        &sizes,
        (group.round() as usize).max(1),
    );
    (group, writer, bare)
}

/// Each command of a seat waits for the one before it, as people do.
fn through_the_writer(folder: &Path, in_flight: usize) -> (f64, f64, Vec<usize>) {
    let count = COMMANDS_MOST.min(in_flight * COMMANDS_EACH);
    let folder = Folder::at(folder);
    let journal = Journal::open(
        Sqlite::open(&folder).unwrap(),
        HouseKey::from_entropy([7; 32]),
        "pontoon.bench/house",
    )
    .unwrap();
    let writer = Writer::start(
        journal,
        WriterOptions {
            queue: 8192,
            ..WriterOptions::default()
        },
        || 1_700_000_000_000,
    )
    .unwrap();
    let submitter = writer.submitter();
    let mut house = House::new();
    let (send, receive) = channel();
    let mut submit = |batch| {
        let send = send.clone();
        submitter
            .submit(batch, move |outcome| send.send(outcome).unwrap())
            .unwrap();
    };
    let opening = house.opening();
    let people = opening.len();
    opening.into_iter().for_each(&mut submit);
    (0..people).for_each(|_| assert!(matches!(receive.recv().unwrap(), Outcome::Done { .. })));
    let mut commands = (0..count)
        .map(|_| house.next())
        .collect::<Vec<_>>()
        .into_iter();
    let before = submitter.written();
    let start = Instant::now();
    commands.by_ref().take(in_flight).for_each(&mut submit);
    for _ in 0..count {
        assert!(matches!(receive.recv().unwrap(), Outcome::Done { .. }));
        commands.next().into_iter().for_each(&mut submit);
    }
    let seconds = start.elapsed().as_secs_f64();
    let after = submitter.written();
    let journal = writer.stop().unwrap();
    assert_eq!(journal.head().size, (count + people) as u64);
    assert_eq!(
        journal
            .ledger()
            .balances()
            .map(|(_, balance)| balance)
            .sum::<Net>(),
        Net::ZERO
    );
    drop(journal);
    let sizes = sizes(&folder.database(), people);
    let group = (after.batches - before.batches) as f64 / (after.groups - before.groups) as f64;
    (group, count as f64 / seconds, sizes)
}

/// What the journal keeps of each command after so many, in bytes: the entry and its hash, the
/// command's name, its digest and its answer, and the stream's name twice.
fn sizes(database: &Path, after: usize) -> Vec<usize> {
    let connection = Connection::open(database).unwrap();
    let query = "SELECT length(bytes) + length(hash) + length(e.digest) + length(e.answer) + 2 * length(stream)
            + length(sender) + length(id)
        FROM entries e JOIN commands USING (position) WHERE position > ?1 ORDER BY position";
    let mut statement = connection.prepare(query).unwrap();
    let sizes = statement
        .query_map([after as i64], |row| row.get::<_, i64>(0))
        .unwrap();
    sizes.map(|size| size.unwrap() as usize).collect()
}

/// One table, one row a command, one statement, one thread: what SQLite can do at best.
fn bare(path: &Path, sizes: &[usize], group: usize) -> f64 {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )
        .unwrap();
    connection
        .execute_batch(
            "CREATE TABLE log (position INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
        )
        .unwrap();
    let rows: Vec<Vec<u8>> = sizes.iter().map(|&size| vec![b'x'; size]).collect();
    let start = Instant::now();
    for rows in rows.chunks(group) {
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        for row in rows {
            connection
                .prepare_cached("INSERT INTO log (bytes) VALUES (?1)")
                .unwrap()
                .execute([row])
                .unwrap();
        }
        connection.execute_batch("COMMIT").unwrap();
    }
    let seconds = start.elapsed().as_secs_f64();
    let count: i64 = connection
        .query_row("SELECT count(*) FROM log", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count as usize, sizes.len());
    sizes.len() as f64 / seconds
}

/// Tables at which every player wagers and then loses the wager, again and again.
struct House {
    turn: u32,
    /// By table: the last transfer's number.
    numbers: Vec<u64>,
}

impl House {
    fn new() -> Self {
        Self {
            turn: 0,
            numbers: vec![0; TABLES as usize],
        }
    }

    fn opening(&self) -> Vec<Batch> {
        let credit = |player: u32| {
            let to = Account::Player(PlayerId(player));
            let does = Move::Pay {
                from: Account::House,
                to,
                amount: Money::from_dollars(1_000_000),
            };
            batch(
                Stream::House,
                player,
                "credit",
                transfer(Series::Cashier, u64::from(player) + 1, does),
            )
        };
        (0..TABLES * SEATS).map(credit).collect()
    }

    fn next(&mut self) -> Batch {
        let turn = self.turn;
        self.turn += 1;
        let table_no = turn % TABLES;
        let table = TableId(table_no);
        let player = table_no * SEATS + (turn / TABLES / 2) % SEATS;
        let number = &mut self.numbers[table_no as usize];
        *number += 1;
        let series = Series::Table(table);
        let does = if number.is_multiple_of(2) {
            Move::Post {
                hold: TransferId {
                    series,
                    no: *number - 1,
                },
                amount: Money::from_dollars(25),
            }
        } else {
            let (from, held, to) = (
                Account::Player(PlayerId(player)),
                Account::Held(table),
                Account::Float(table),
            );
            Move::Hold {
                from,
                held,
                to,
                amount: Money::from_dollars(25),
            }
        };
        batch(
            Stream::Table(table),
            player,
            &format!("c-{turn}"),
            transfer(series, *number, does),
        )
    }
}

fn transfer(series: Series, no: u64, does: Move) -> Transfer {
    Transfer {
        id: TransferId { series, no },
        does,
        purpose: Purpose::Wager,
        clause: Clause::printed("5.2").unwrap(),
    }
}

fn batch(stream: Stream, player: u32, id: &str, transfer: Transfer) -> Batch {
    let events = json!([
        { "wagered": { "box": 3, "player": player, "amount": 2500, "clause": "5.2" } },
        { "drawn": { "box": 3, "hand": 1, "card": "8s", "total": 17, "clause": "12.1" } },
        { "controls": { "box": 3, "player": player, "clause": "4.6" } },
    ]);
    let entry = Draft {
        stream,
        at: 1_700_000_000_000,
        by: format!("player/{player}"),
        kind: "round".to_owned(),
        version: 1,
        body: json!({ "round": 17, "events": events }),
        transfers: vec![transfer],
    };
    let command = Command::new(
        CommandId::new(format!("player/{player}"), id).unwrap(),
        id.as_bytes(),
    );
    let answer = json!({
        "ok": { "round": 17, "version": 12, "balance": 97500, "legal": ["draw", "stand"] },
    });
    Batch {
        entry: Some(entry),
        command: Some(command),
        answer,
        ..Batch::default()
    }
}
