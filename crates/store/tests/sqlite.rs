//! The journal in SQLite: what is on disk, who may open it, and what happens when there is no room.

use crate::support::*;
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use store::audit::{AuditFault, Problem, verify_database};
use store::{
    BackupFault, Batch, FaultKind, Folder, FolderFault, HouseFault, HouseKey, Journal,
    JournalOptions, OpenFault, Outcome, Read, Sqlite, SqliteReader, Writer, WriterOptions,
};
use tempfile::TempDir;

const NOW: u64 = 1_700_000_000_999;

fn folder() -> (TempDir, Folder) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = Folder::at(temporary.path().join("house"));
    (temporary, folder)
}

fn open(folder: &Folder) -> Journal<Sqlite> {
    let options = JournalOptions {
        checkpoint_every: 4,
        project_every: 6,
    };
    Journal::open_with(Sqlite::open(folder).unwrap(), key(), ORIGIN, options).unwrap()
}

fn filled(folder: &Folder) -> Journal<Sqlite> {
    let mut journal = open(folder);
    for batch in small_history() {
        assert!(matches!(
            journal.commit(vec![batch], NOW)[..],
            [Outcome::Done { .. }]
        ));
    }
    journal
}

fn verified_size(folder: &Folder) -> u64 {
    verify_database(
        &mut SqliteReader::open(folder).unwrap(),
        Some(key().public()),
    )
    .unwrap()
    .head
    .size
}

#[test]
fn a_journal_that_was_not_closed_opens_as_it_was() {
    let (_temporary, folder) = folder();
    let journal = filled(&folder);
    let (ledger, head) = (journal.ledger().clone(), journal.head());
    let streams: Vec<_> = journal.streams().collect();
    drop(journal);
    let mut again = open(&folder);
    assert_eq!((again.ledger(), again.head()), (&ledger, head));
    assert_eq!(again.streams().collect::<Vec<_>>(), streams);
    let repeated = again.commit(small_history(), NOW);
    let repeats = repeated
        .iter()
        .filter(|outcome| matches!(outcome, Outcome::Repeated(_)))
        .count();
    assert_eq!(repeats, 13, "all but the one without a name: {repeated:?}");
    assert_eq!(verified_size(&folder), 14);
}

#[test]
fn a_journal_that_was_closed_has_nothing_left_to_read() {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    journal.close(NOW).unwrap();
    let identity = journal.identity().clone();
    let loaded = journal.backend().load(identity.genesis()).unwrap();
    assert_eq!(
        (loaded.projected, &loaded.ledger),
        (journal.head(), journal.ledger())
    );
    assert_eq!(loaded.checkpoint.unwrap().head, journal.head());
}

#[test]
fn the_streams_are_read_across_the_projection() {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    let seqs =
        |read: &mut dyn FnMut(u64, usize) -> Vec<store::Raw>, from, limit| -> Vec<(u64, u64)> {
            read(from, limit)
                .into_iter()
                .map(|raw| (raw.seq, raw.position))
                .collect()
        };
    let backend = journal.backend();
    let mut read = |from, limit| backend.stream(table(1), from, limit).unwrap();
    let all = seqs(&mut read, 1, 99);
    assert_eq!(
        all,
        [(1, 3), (2, 4), (3, 5), (4, 6), (5, 8), (6, 9), (7, 14)]
    );
    for from in 1..=8 {
        for limit in 0..=7 {
            let right: Vec<_> = all
                .iter()
                .filter(|(seq, _)| *seq >= from)
                .take(limit)
                .copied()
                .collect();
            assert_eq!(
                seqs(&mut read, from, limit),
                right,
                "from {from}, {limit} at most"
            );
        }
    }
}

#[test]
fn a_second_server_is_refused_and_readers_are_not() {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    let second = Sqlite::open(&folder);
    assert!(matches!(second, Err(FolderFault::InUse { .. })));
    let words = second.unwrap_err().to_string();
    let path = folder.path().display();
    assert_eq!(
        words,
        format!("another server is running on {path}: stop it first, or choose another folder")
    );
    let mut reader = SqliteReader::open(&folder).unwrap();
    reader.hold_still().unwrap();
    assert!(matches!(
        journal.commit(vec![said(table(1), "new", "a")], NOW)[..],
        [Outcome::Done { .. }]
    ));
    // Who holds still sees what was there; who looks anew sees what is.
    assert_eq!(reader.log(1, 99).unwrap().len(), 14);
    reader.let_go().unwrap();
    assert_eq!(reader.log(1, 99).unwrap().len(), 15);
    drop(journal);
    assert!(Sqlite::open(&folder).is_ok());
}

#[test]
fn a_file_of_somebody_else_is_refused() {
    let (_temporary, folder) = folder();
    fs::create_dir_all(folder.path()).unwrap();
    let refused = |what: &str| {
        let (server, reader) = (
            Sqlite::open(&folder).unwrap_err(),
            SqliteReader::open(&folder).unwrap_err(),
        );
        assert!(
            matches!(server, FolderFault::NotOurs { .. }),
            "{what}: {server}"
        );
        assert!(
            matches!(reader, FolderFault::NotOurs { .. }),
            "{what}: {reader}"
        );
    };
    fs::write(
        folder.database(),
        "a letter to somebody, longer than any header of a database".repeat(20),
    )
    .unwrap();
    refused("a letter");
    fs::remove_file(folder.database()).unwrap();
    Connection::open(folder.database())
        .unwrap()
        .execute_batch("CREATE TABLE songs (title TEXT)")
        .unwrap();
    refused("another program's database");
    Connection::open(folder.database())
        .unwrap()
        .execute_batch("PRAGMA application_id = 7; DROP TABLE songs")
        .unwrap();
    refused("another program's empty database");
    let untouched: i64 = Connection::open(folder.database())
        .unwrap()
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .unwrap();
    assert_eq!(untouched, 0);
}

#[test]
fn a_database_of_a_newer_program_is_refused() {
    let (_temporary, folder) = folder();
    drop(filled(&folder));
    Connection::open(folder.database())
        .unwrap()
        .execute_batch("PRAGMA user_version = 99")
        .unwrap();
    let words = Sqlite::open(&folder).unwrap_err().to_string();
    assert!(
        words.ends_with(
            "has version 99 and this program knows versions up to 1: use a newer program"
        ),
        "{words}"
    );
    assert!(matches!(
        SqliteReader::open(&folder),
        Err(FolderFault::Newer {
            found: 99,
            known: 1,
            ..
        })
    ));
}

#[test]
fn there_is_no_house_where_there_is_no_database() {
    let (_temporary, folder) = folder();
    assert!(matches!(
        SqliteReader::open(&folder),
        Err(FolderFault::Missing { .. })
    ));
    assert!(!folder.path().exists(), "who only reads makes no folder");
}

#[test]
fn a_house_keeps_its_key_and_its_name() {
    let (_temporary, folder) = folder();
    let journal = Journal::open_folder(&folder, ORIGIN, [7; 32]).unwrap();
    assert_eq!(journal.identity().key, key().public());
    drop(journal);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(folder.key()).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    // Other randomness does not make another key.
    assert_eq!(
        Journal::open_folder(&folder, ORIGIN, [9; 32])
            .unwrap()
            .identity()
            .key,
        key().public()
    );
    let other = Journal::open_folder(&folder, "pontoon.test/other", [7; 32])
        .unwrap_err()
        .to_string();
    assert_eq!(
        other,
        "this is the log of `pontoon.test/house`, not of `pontoon.test/other`"
    );
    let key_file = fs::read(folder.key()).unwrap();
    fs::remove_file(folder.key()).unwrap();
    assert!(matches!(
        Journal::open_folder(&folder, ORIGIN, [7; 32]),
        Err(HouseFault::KeyLost { .. })
    ));
    assert!(!folder.key().exists(), "a new key would not be the house's");
    HouseKey::create(&folder.key(), [8; 32]).unwrap();
    let stranger = Journal::open_folder(&folder, ORIGIN, [7; 32]);
    assert!(matches!(
        stranger,
        Err(HouseFault::Open(OpenFault::OtherKey { .. }))
    ));
    fs::write(folder.key(), "not a key").unwrap();
    let words = Journal::open_folder(&folder, ORIGIN, [7; 32])
        .unwrap_err()
        .to_string();
    assert!(
        words.contains("holds no key: it should be one line"),
        "{words}"
    );
    fs::write(folder.key(), key_file).unwrap();
    assert!(Journal::open_folder(&folder, ORIGIN, [7; 32]).is_ok());
    let unnamed = Journal::open_folder(&folder, "a house", [7; 32]);
    assert!(matches!(
        unnamed,
        Err(HouseFault::Open(OpenFault::Origin(_)))
    ));
}

#[test]
fn a_full_disk_is_said_and_the_journal_goes_on_when_there_is_room() {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    let pages: u32 = Connection::open(folder.database())
        .unwrap()
        .query_row("PRAGMA page_count", [], |row| row.get(0))
        .unwrap();
    journal.backend().limit_pages(pages + 8).unwrap();
    let long = "x".repeat(3_000);
    let mut no = 0;
    let full = loop {
        let outcome = journal
            .commit(vec![said(table(1), &format!("long {no}"), &long)], NOW)
            .remove(0);
        if !matches!(outcome, Outcome::Done { .. }) {
            break outcome;
        }
        no += 1;
        assert!(no < 100, "the limit is not felt");
    };
    let Outcome::Fault(fault) = full else {
        panic!("{full:?}")
    };
    assert_eq!(fault.kind, FaultKind::Full, "{fault}");
    let head = journal.head();
    let still = journal
        .commit(vec![said(table(1), &format!("long {no}"), &long)], NOW)
        .remove(0);
    assert!(matches!(still, Outcome::Fault(_)), "{still:?}");
    assert_eq!(journal.head(), head);
    journal.backend().limit_pages(1_000_000).unwrap();
    let outcomes = journal.commit(vec![said(table(1), &format!("long {no}"), &long)], NOW);
    assert!(
        matches!(outcomes[..], [Outcome::Done { position, .. }] if position == head.size + 1),
        "{outcomes:?}"
    );
    assert_eq!(verified_size(&folder), head.size + 1);
}

#[test]
fn a_foreign_program_that_holds_the_database_is_named() {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    journal.backend().set_patience(Duration::ZERO).unwrap();
    let foreign = Connection::open(folder.database()).unwrap();
    foreign.execute_batch("BEGIN IMMEDIATE").unwrap();
    let [Outcome::Fault(fault)] = &journal.commit(vec![said(table(1), "a", "a")], NOW)[..] else {
        panic!()
    };
    assert_eq!(fault.kind, FaultKind::Locked);
    foreign.execute_batch("ROLLBACK").unwrap();
    assert!(matches!(
        journal.commit(vec![said(table(1), "a", "a")], NOW)[..],
        [Outcome::Done { .. }]
    ));
}

/// Copies a house as a power cut would leave it: the database, and a write-ahead log of which only
/// a part reached the disk.
fn cut(folder: &Folder, to: &Path, length: usize, torn: &[u8]) -> Folder {
    let copy = Folder::at(to);
    fs::create_dir_all(to).unwrap();
    fs::copy(folder.database(), copy.database()).unwrap();
    let log = fs::read(folder.database().with_extension("db-wal")).unwrap();
    let kept = [&log[..length], torn].concat();
    fs::write(copy.database().with_extension("db-wal"), kept).unwrap();
    copy
}

#[test]
fn whatever_part_of_the_write_ahead_log_is_left_nothing_that_was_synced_is_lost() {
    let (temporary, folder) = folder();
    let log_length = || {
        usize::try_from(
            fs::metadata(folder.database().with_extension("db-wal"))
                .unwrap()
                .len(),
        )
        .unwrap()
    };
    let mut journal = open(&folder);
    // How long the write-ahead log was when so many entries had been acknowledged.
    let mut acknowledged = vec![(log_length(), 0)];
    for batch in small_history() {
        journal.commit(vec![batch], NOW);
        acknowledged.push((log_length(), journal.head().size));
    }
    let whole = log_length();
    assert!(whole > 100_000, "{whole}");
    let mut lengths: Vec<usize> = (0..=whole).step_by(1_733).collect();
    lengths.extend(
        acknowledged
            .iter()
            .flat_map(|&(length, _)| [length.saturating_sub(1), length]),
    );
    for (no, length) in lengths.into_iter().enumerate() {
        let torn: &[u8] = if no % 2 == 0 { &[] } else { &[0xAB; 5_000] };
        let copy = cut(
            &folder,
            &temporary.path().join(format!("cut {no}")),
            length,
            torn,
        );
        let synced = acknowledged
            .iter()
            .filter(|(at, _)| *at <= length)
            .map(|(_, size)| *size)
            .max()
            .unwrap_or(0);
        let mut journal = open(&copy);
        assert!(
            journal.head().size >= synced,
            "{length}: {} of {synced}",
            journal.head().size
        );
        let verified = verify_database(journal.backend(), Some(key().public())).unwrap();
        assert_eq!(verified.head, journal.head());
        // And it goes on: what was lost is sent again, what was not is known.
        let outcomes = journal.commit(small_history(), NOW);
        assert!(
            !outcomes
                .iter()
                .any(|outcome| matches!(outcome, Outcome::Fault(_))),
            "{length}: {outcomes:?}"
        );
        assert_eq!(journal.head().size, 14);
        fs::remove_dir_all(copy.path()).unwrap();
    }
}

#[test]
fn a_backup_under_load_holds_everything_acknowledged_before_it() {
    let (temporary, folder) = folder();
    let journal = Journal::open(Sqlite::open(&folder).unwrap(), key(), ORIGIN).unwrap();
    let writer = Writer::start(journal, WriterOptions::default(), || NOW).unwrap();
    let submitter = writer.submitter();
    let (send, told) = channel();
    let load = std::thread::spawn(move || {
        for no in 0..1_000_u32 {
            let send = send.clone();
            submitter
                .submit(said(table(no % 5), &no.to_string(), "a"), move |outcome| {
                    drop(send.send(outcome))
                })
                .unwrap();
        }
    });
    let mut backups = Vec::new();
    for (outcome, no) in told.iter().zip(1_u64..) {
        assert!(
            matches!(outcome, Outcome::Done { position, .. } if position == no),
            "{outcome:?}"
        );
        if no.is_multiple_of(300) {
            let path = temporary.path().join(format!("backup {no}.db"));
            SqliteReader::open(&folder).unwrap().backup(&path).unwrap();
            backups.push((no, path));
        }
    }
    load.join().unwrap();
    writer.stop().unwrap();
    assert_eq!(backups.len(), 3);
    for (acknowledged, path) in backups {
        let verified = verify_database(
            &mut SqliteReader::open_file(&path).unwrap(),
            Some(key().public()),
        )
        .unwrap();
        assert!(
            verified.head.size >= acknowledged,
            "{} of {acknowledged}",
            verified.head.size
        );
        let refused = SqliteReader::open(&folder)
            .unwrap()
            .backup(&path)
            .unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("is there already: a backup replaces nothing"),
            "{refused}"
        );
        // To restore is to put the file in place, beside the key.
        let restored = Folder::at(temporary.path().join(format!("restored {acknowledged}")));
        fs::create_dir_all(restored.path()).unwrap();
        fs::copy(&path, restored.database()).unwrap();
        let mut journal = Journal::open(Sqlite::open(&restored).unwrap(), key(), ORIGIN).unwrap();
        assert!(matches!(
            journal.commit(vec![said(table(1), "0", "a")], NOW)[..],
            [Outcome::Repeated(_)] | [Outcome::Refused(_)]
        ));
        assert!(matches!(
            journal.commit(vec![said(table(1), "after", "a")], NOW)[..],
            [Outcome::Done { .. }]
        ));
    }
}

/// Changes something behind the house's back and gives what the audit finds.
fn tampered(sql: &str) -> (u64, Problem) {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    journal.commit(
        (0..300)
            .map(|no| said(table(3), &format!("more {no}"), "a"))
            .collect(),
        NOW,
    );
    drop(journal);
    Connection::open(folder.database())
        .unwrap()
        .execute_batch(sql)
        .unwrap();
    match verify_database(
        &mut SqliteReader::open(&folder).unwrap(),
        Some(key().public()),
    ) {
        Err(AuditFault::Found(finding)) => (finding.position, finding.problem),
        other => panic!("{sql}: {other:?}"),
    }
}

#[test]
fn what_is_changed_in_the_database_is_found_and_the_first_bad_entry_named() {
    let bytes = "CAST(replace(CAST(bytes AS TEXT), 'credit', 'CREDIT') AS BLOB)";
    let (position, problem) = tampered(&format!(
        "UPDATE entries SET bytes = {bytes} WHERE position = 2"
    ));
    assert!(
        position == 2 && matches!(problem, Problem::Hash { .. }),
        "{problem}"
    );
    let (position, problem) = tampered("UPDATE entries SET hash = zeroblob(32) WHERE position = 9");
    assert!(
        position == 9 && matches!(problem, Problem::Hash { .. }),
        "{problem}"
    );
    let (position, problem) = tampered("DELETE FROM entries WHERE position = 7");
    assert_eq!((position, problem), (7, Problem::Missing { found: 8 }));
    let (position, problem) = tampered("UPDATE entries SET stream = 'table/9' WHERE position = 3");
    assert!(
        position == 3 && matches!(problem, Problem::Filed { .. }),
        "{problem}"
    );
    // Entry 312 is the last that a checkpoint covers.
    let (position, problem) = tampered("DELETE FROM entries WHERE position > 310");
    assert_eq!((position, problem), (311, Problem::CutOff { right: 312 }));
    let (position, problem) = tampered("DELETE FROM checkpoints WHERE size = 256");
    assert_eq!(
        (position, problem),
        (253, Problem::NoCheckpoint { size: 256 })
    );
    let (position, problem) =
        tampered("UPDATE checkpoints SET text = replace(text, 'time 1', 'time 2') WHERE size = 8");
    assert!(
        position == 5 && matches!(problem, Problem::Checkpoint { size: 8, .. }),
        "{problem}"
    );
}

#[test]
fn tables_that_do_not_agree_with_the_log_are_found() {
    let projection = |sql: &str| match tampered(sql) {
        (_, Problem::Projection { what, found, right }) => format!("{what}: {found}, not {right}"),
        other => panic!("{sql}: {other:?}"),
    };
    let balance = projection(
        "UPDATE balances SET cents = cents + 1 WHERE account = '{\"player\":1}'; UPDATE balances \
        SET cents = cents - 1 WHERE account = '\"house\"'",
    );
    assert_eq!(balance, "the balance of house: -150.01, not -150");
    assert!(
        projection("DELETE FROM balances WHERE account = '{\"float\":1}'")
            .starts_with("the balance of float of table 1: nothing")
    );
    assert_eq!(
        projection("DELETE FROM holds"),
        "the hold t2-1: nothing, not 5 of player 2 for float of table 2, in wagers held at table 2"
    );
    assert!(
        projection("UPDATE series SET last = 9 WHERE series = '\"cashier\"'")
            .starts_with("the last transfer of the cashier: 9, not 2")
    );
    assert!(
        projection("UPDATE streams SET position = 4 WHERE stream = 'house' AND seq = 2")
            .starts_with("entry 2 of house")
    );
    assert!(projection("DELETE FROM commands WHERE id = '3'").starts_with("the command ann:3"));
}

#[test]
fn answers_to_commands_are_where_their_names_lead() {
    let found = |sql: &str| {
        let (_temporary, folder) = folder();
        let mut journal = filled(&folder);
        let refused = store::Command::new(store::CommandId::new("ann", "refused").unwrap(), b"x");
        let batch = Batch {
            command: Some(refused),
            answer: serde_json::json!("no"),
            ..Batch::default()
        };
        assert_eq!(journal.commit(vec![batch], NOW), [Outcome::Noted]);
        journal.close(NOW).unwrap();
        drop(journal);
        assert_eq!(verified_size(&folder), 14);
        Connection::open(folder.database())
            .unwrap()
            .execute_batch(sql)
            .unwrap();
        verify_database(&mut SqliteReader::open(&folder).unwrap(), None)
            .unwrap_err()
            .to_string()
    };
    let missing = found("UPDATE entries SET digest = NULL, answer = NULL WHERE position = 3");
    assert!(
        missing.starts_with("entry 3: the answer to the command")
            && missing.ends_with("is missing"),
        "{missing}"
    );
    let broken = found("UPDATE entries SET answer = x'7b' WHERE position = 3");
    assert!(
        broken.starts_with("entry 3: the answer to the command") && broken.ends_with("is not JSON"),
        "{broken}"
    );
    let elsewhere = found("UPDATE commands SET position = 4 WHERE position = 3");
    assert!(elsewhere.starts_with("entry 3:"), "{elsewhere}");
    let note = found("UPDATE commands SET answer = x'7b' WHERE id = 'refused'");
    assert_eq!(note, "the command ann:refused: its answer is not JSON");
    let made_up = found("INSERT INTO commands (sender, id, position) VALUES ('eve', 'new', 3)");
    assert_eq!(
        made_up,
        "the command eve:new: it is filed with entry 3, and that is not its entry"
    );
}

/// The pages of a table that nobody reads on the way are damaged.
#[test]
fn a_file_that_sqlite_finds_damaged_is_not_verified() {
    let (_temporary, folder) = folder();
    filled(&folder).close(NOW).unwrap();
    let connection = Connection::open(folder.database()).unwrap();
    connection
        .execute(
            "INSERT INTO documents (space, key, value) VALUES ('person', '1', x'00')",
            [],
        )
        .unwrap();
    let root: i64 = connection
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'documents'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    drop(connection);
    let mut bytes = fs::read(folder.database()).unwrap();
    // The number of rows on the page.
    bytes[usize::try_from((root - 1) * 4096 + 4).unwrap()] = 9;
    fs::write(folder.database(), bytes).unwrap();
    let mut reader = SqliteReader::open(&folder).unwrap();
    let fault = verify_database(&mut reader, None).unwrap_err();
    assert!(
        matches!(&fault, AuditFault::Fault(fault) if fault.kind == FaultKind::Corrupt),
        "{fault}"
    );
    let copy = folder.path().join("copy.db");
    assert!(
        matches!(reader.backup(&copy), Err(BackupFault::Fault(_))),
        "a copy of it is no backup"
    );
    assert_eq!(
        fs::read_dir(folder.path())
            .unwrap()
            .filter(|file| is_copy(file.as_ref().unwrap()))
            .count(),
        0
    );
}

fn is_copy(file: &fs::DirEntry) -> bool {
    file.file_name().to_str().unwrap().starts_with("copy.db")
}

#[test]
fn what_a_killed_backup_left_behind_is_replaced() {
    let (_temporary, folder) = folder();
    let _journal = filled(&folder);
    for left in [
        "copy.db.part",
        "copy.db.part-journal",
        "copy.db.part-wal",
        "copy.db.part-shm",
    ] {
        fs::write(folder.path().join(left), "half a copy").unwrap();
    }
    let copy = folder.path().join("copy.db");
    SqliteReader::open(&folder).unwrap().backup(&copy).unwrap();
    assert_eq!(
        verify_database(&mut SqliteReader::open_file(&copy).unwrap(), None)
            .unwrap()
            .head
            .size,
        14
    );
    assert_eq!(
        fs::read_dir(folder.path())
            .unwrap()
            .filter(|file| is_copy(file.as_ref().unwrap()))
            .count(),
        1
    );
}

#[test]
fn a_file_is_no_folder_and_a_damaged_database_says_what_to_do() {
    let (temporary, folder) = folder();
    filled(&folder).close(NOW).unwrap();
    let file = Folder::at(folder.database());
    for fault in [
        Sqlite::open(&file).unwrap_err(),
        SqliteReader::open(&file).unwrap_err(),
    ] {
        assert!(
            fault.to_string().ends_with(
                "is a file, and a folder is needed: the one that holds a house's house.db"
            ),
            "{fault}"
        );
    }
    // The list of tables itself is damaged.
    let mut bytes = fs::read(folder.database()).unwrap();
    bytes[100..200].fill(9);
    fs::write(folder.database(), bytes).unwrap();
    for fault in [
        Sqlite::open(&folder).unwrap_err(),
        SqliteReader::open(&folder).unwrap_err(),
    ] {
        let told = fault.to_string();
        assert!(told.contains("house.db: the database is damaged"), "{told}");
        assert!(
            told.ends_with(
                "go back to the last backup in which `pontoon audit verify` finds no fault"
            ),
            "{told}"
        );
    }
    drop(temporary);
}

#[test]
fn a_damaged_end_is_refused_at_opening() {
    let damaged = |sql: &str| {
        let (_temporary, folder) = folder();
        drop(filled(&folder));
        Connection::open(folder.database())
            .unwrap()
            .execute_batch(sql)
            .unwrap();
        match Journal::open(Sqlite::open(&folder).unwrap(), key(), ORIGIN) {
            Err(OpenFault::Fault(fault)) => {
                assert_eq!(fault.kind, FaultKind::Corrupt, "{fault}");
                fault.detail
            }
            other => panic!("{sql}: {other:?}"),
        }
    };
    assert_eq!(
        damaged("DELETE FROM entries WHERE position = 13"),
        "entry 13 breaks the chain: `pontoon audit verify` says more"
    );
    assert!(
        damaged("UPDATE entries SET hash = zeroblob(32) WHERE position = 14")
            .starts_with("entry 14 breaks the chain")
    );
    assert_eq!(
        damaged("DELETE FROM entries WHERE position > 11"),
        "entry 12 is missing"
    );
    assert_eq!(
        damaged("UPDATE balances SET cents = cents + 1 WHERE account = '\"house\"'"),
        "the balances come to +0.01, not to nothing"
    );
    assert!(
        damaged("UPDATE checkpoints SET text = replace(text, 'time 1', 'time 2')")
            .starts_with("the last checkpoint, at 12")
    );
}

#[test]
fn documents_and_entries_go_together_in_one_transaction() {
    let (_temporary, folder) = folder();
    let mut journal = filled(&folder);
    let refused = Batch {
        puts: vec![put("shoes", "1", Some("sealed"))],
        ..wager("x", 1, 99, 1, 1)
    };
    assert!(matches!(
        journal.commit(vec![refused], NOW)[..],
        [Outcome::Refused(_)]
    ));
    assert_eq!(journal.backend().document("shoes", "1").unwrap(), None);
}

#[test]
fn a_house_that_stopped_in_order_is_one_file_and_its_key_for_nobody_else_to_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let temporary = tempfile::tempdir().unwrap();
    // A folder that was there before, and that others may look into.
    let folder = Folder::at(temporary.path());
    let mut journal = filled(&folder);
    // Somebody reads meanwhile: what is on disk must not wait for the last to go.
    let reader = SqliteReader::open(&folder).unwrap();
    let size = journal.head().size;
    journal.close(NOW).unwrap();
    let copy = temporary.path().join("copy.db");
    fs::copy(temporary.path().join("house.db"), &copy).unwrap();
    let verified = verify_database(&mut SqliteReader::open_file(&copy).unwrap(), None).unwrap();
    assert_eq!((verified.head.size, verified.signed), (size, size));
    let backup = temporary.path().join("backup.db");
    reader.backup(&backup).unwrap();
    for file in [temporary.path().join("house.db"), backup] {
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o077,
            0,
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_key_without_its_database_founds_no_second_house() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::at(place.path().join("house"));
    drop(Journal::open_folder(&folder, ORIGIN, [7; 32]).unwrap());
    std::fs::write(folder.database(), "").unwrap();
    let lost = Journal::open_folder(&folder, ORIGIN, [7; 32]);
    assert!(matches!(lost, Err(HouseFault::DatabaseLost { .. })));
    std::fs::remove_file(folder.database()).unwrap();
    let lost = Journal::open_folder(&folder, ORIGIN, [7; 32]).unwrap_err();
    assert!(
        lost.to_string()
            .contains("put the database or a backup of it back"),
        "{lost}"
    );
    assert!(!folder.database().exists(), "nothing is begun in its place");
}
