//! Checking, exporting and backing up a house, through the real program.

use crate::support::{fails, pontoon, text};
use fair::{Seeded, Signer};
use house::{CardOnFile, Host, Request, Tools};
use ledger::{PlayerId, TableId};
use rules::builtin;
use std::fs;
use std::path::Path;
use store::{
    Backend, Batch, Draft, Folder, Group, Journal, Outcome, Put, Read, Sqlite, SqliteReader, Stream,
};
use table::{Actor, Command, Config, Time};
use tempfile::TempDir;

/// The public half of the key that these random bytes give.
const KEY: &str = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";

fn house(entries: u32) -> (TempDir, Journal<Sqlite>) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = Folder::at(temporary.path().join("house"));
    let mut journal = Journal::open_folder(&folder, "pontoon.test/house", [7; 32]).unwrap();
    for no in 0..entries {
        let entry = Draft {
            stream: Stream::Table(TableId(no % 3)),
            at: 1_700_000_000_000,
            by: "ann".to_owned(),
            kind: "said".to_owned(),
            version: 1,
            body: serde_json::json!({ "words": no }),
            transfers: Vec::new(),
        };
        let outcomes = journal.commit(
            vec![Batch {
                entry: Some(entry),
                ..Batch::default()
            }],
            1_700_000_000_000,
        );
        assert!(matches!(outcomes[..], [Outcome::Done { .. }]));
    }
    (temporary, journal)
}

fn at(temporary: &TempDir, name: &str) -> String {
    temporary.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_house_is_verified_exported_and_backed_up_while_its_server_runs() {
    // The journal stays open: it holds the server's lock.
    let (temporary, _journal) = house(5);
    let data = at(&temporary, "house");
    let verified = text(&["audit", "verify", "--data", &data, "--key", KEY]);
    assert!(
        verified.contains(
            "entries 1 to 5 of pontoon.test/house hold, 0 checkpoint(s); entries 1 to 5 are chained"
        ),
        "{verified}"
    );
    assert!(verified.contains(&format!("key {KEY}")), "{verified}");

    let lines = at(&temporary, "log.jsonl");
    let exported = text(&["audit", "export", "--data", &data, "--out", &lines]);
    let verified = text(&["audit", "verify", &lines]);
    assert_eq!(
        verified.lines().take(2).collect::<Vec<_>>(),
        exported.lines().take(2).collect::<Vec<_>>(),
        "both say the same"
    );
    let whole = "entries 1 to 5 of pontoon.test/house hold, all signed at the end of the file, 0 \
        checkpoint(s) on the way\n";
    assert!(verified.contains(whole), "{verified}");
    assert!(
        verified.contains("compare it with the house's as you know it"),
        "{verified}"
    );

    let part = at(&temporary, "part.jsonl");
    let exported = text(&[
        "audit", "export", "--data", &data, "--from", "2", "--to", "4", "--out", &part,
    ]);
    assert!(
        exported.contains("hold, all signed at the end of the file"),
        "{exported}"
    );
    assert!(
        text(&["audit", "verify", &part]).contains("entries 2 to 4 of pontoon.test/house hold")
    );

    let sheets = at(&temporary, "log");
    let exported = text(&[
        "audit", "export", "--data", &data, "--csv", "--out", &sheets,
    ]);
    let covered = text(&["audit", "verify", &at(&temporary, "log.cover")]);
    for said in [exported, covered] {
        assert!(
            said.contains("entries 1 to 5 of pontoon.test/house hold, all signed by the cover\n"),
            "{said}"
        );
    }
    assert!(
        text(&["audit", "verify", &at(&temporary, "log.cover")])
            .contains("entries 1 to 5 of pontoon.test/house hold")
    );
    assert_eq!(
        fs::read_to_string(at(&temporary, "log-entries.csv"))
            .unwrap()
            .lines()
            .count(),
        6
    );

    let copy = at(&temporary, "monday.db");
    let said = text(&["backup", "--data", &data, "--out", &copy]);
    assert!(
        said.contains("entries 1 to 5 of pontoon.test/house hold"),
        "{said}"
    );
    assert!(text(&["audit", "verify", &copy]).contains("entries 1 to 5"));
    fails(
        &["backup", "--data", &data, "--out", &copy],
        &[
            "pontoon: ",
            "monday.db is there already: a backup replaces nothing, so choose another name",
        ],
    );
    let left: Vec<_> = fs::read_dir(temporary.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 7, "nothing is left over: {left:?}");
}

#[test]
fn a_change_is_told_with_its_place() {
    let (temporary, _journal) = house(5);
    let data = at(&temporary, "house");
    let lines = at(&temporary, "log.jsonl");
    text(&["audit", "export", "--data", &data, "--out", &lines]);
    let whole = fs::read_to_string(&lines).unwrap();
    fs::write(&lines, whole.replace(r#""words":3"#, r#""words":9"#)).unwrap();
    fails(
        &["audit", "verify", &lines],
        &[
            "log.jsonl: entry 4 (line 5): its hash is",
            "and should be",
            "were changed",
        ],
    );
    fs::write(
        &lines,
        whole
            .lines()
            .take(4)
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    )
    .unwrap();
    fails(
        &["audit", "verify", &lines],
        &["entry 4 (line 5): the log ends before this entry, and should go on to 5"],
    );
    text(&[
        "audit",
        "export",
        "--data",
        &data,
        "--csv",
        "--out",
        &at(&temporary, "log"),
    ]);
    let sheet = at(&temporary, "log-entries.csv");
    fs::write(
        &sheet,
        fs::read_to_string(&sheet)
            .unwrap()
            .replace(",table/2,", ",table/1,"),
    )
    .unwrap();
    fails(
        &["audit", "verify", &at(&temporary, "log.cover")],
        &["entry 3 (line 4): in log-entries.csv: the row is"],
    );
    fs::remove_file(&sheet).unwrap();
    fails(
        &["audit", "verify", &at(&temporary, "log.cover")],
        &["log-entries.csv"],
    );
    let other = "00".repeat(32);
    fails(
        &["audit", "verify", "--data", &data, "--key", &other],
        &["signed with the key ea4a", "trusted is 0000"],
    );
}

/// A house in which somebody arrives at a table. `tells` may change what is told of it before it is
/// written and signed.
fn table(tells: impl Fn(&mut Draft)) -> (TempDir, String) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = Folder::at(temporary.path().join("house"));
    let mut journal = Journal::open_folder(&folder, "pontoon.test/house", [7; 32]).unwrap();
    let (mut entropy, signer) = (Seeded::of_number(1), Signer::new(&[7; 32]));
    let at = Time(1_700_000_000_000);
    let (mut host, founded) = Host::found(
        TableId(1),
        Config::for_play_money(&builtin("sydney").unwrap()),
        "max",
        at,
    )
    .unwrap();
    let mut write = |mut batch: Batch| {
        batch.entry.iter_mut().for_each(&tells);
        assert!(matches!(
            journal.commit(vec![batch], at.0)[..],
            [Outcome::Done { .. }]
        ));
    };
    write(founded);
    let arrive = Command::Arrive {
        name: "ann".to_owned(),
        card: None,
    };
    for (by, command) in [
        (Actor::Staff("max".to_owned()), Command::Open),
        (Actor::Player(PlayerId(1)), arrive),
    ] {
        let request = Request {
            by,
            sender: "somebody".to_owned(),
            id: None,
            at,
            command,
            card: CardOnFile::None,
        };
        let staged = host
            .stage(
                &request,
                &mut Tools {
                    entropy: &mut entropy,
                    signer: &signer,
                },
            )
            .unwrap();
        write(staged.batch);
        host = staged.host;
    }
    let data = temporary.path().join("house").to_str().unwrap().to_owned();
    (temporary, data)
}

#[test]
fn every_command_is_decided_again() {
    let (temporary, data) = table(|_| ());
    let (lines, copy) = (at(&temporary, "log.jsonl"), at(&temporary, "copy.db"));
    text(&["audit", "export", "--data", &data, "--out", &lines]);
    text(&["backup", "--data", &data, "--out", &copy]);
    for of in [vec!["--data", &data], vec![&lines], vec![&copy]] {
        let said = text(&[vec!["audit", "replay"], of].concat());
        assert!(
            said.contains("entries 1 to 3 of pontoon.test/house hold"),
            "{said}"
        );
        assert!(
            said.contains("every command at a table was decided again"),
            "{said}"
        );
        assert!(
            said.contains("came to what the log says: 3 entries, 0 rounds at 1 table(s)"),
            "{said}"
        );
    }
    fails(
        &["audit", "export", "--data", &data, "--out", &lines],
        &["log.jsonl is there already: an export replaces nothing"],
    );
    fails(
        &[
            "audit",
            "export",
            "--data",
            &data,
            "--out",
            &format!("{data}/house.key"),
        ],
        &["is there already"],
    );
    fails(
        &["audit", "export", "--data", &data, "--out", "-"],
        &["an export goes to a file"],
    );
    let part = at(&temporary, "part.jsonl");
    text(&[
        "audit", "export", "--data", &data, "--from", "2", "--out", &part,
    ]);
    fails(
        &["audit", "replay", &part],
        &["starts with entry 2: only a log from its first entry on can be replayed"],
    );
    text(&[
        "audit",
        "export",
        "--data",
        &data,
        "--csv",
        "--out",
        &at(&temporary, "log"),
    ]);
    fails(
        &["audit", "replay", &at(&temporary, "log.cover")],
        &["it reads exports made without --csv, backups and folders"],
    );
}

#[test]
fn a_house_that_signs_a_lie_is_found_out() {
    // What happened is not what the command comes to: the house itself wrote and signed it so.
    let (_temporary, data) = table(|draft| {
        let body = draft.body.to_string();
        draft.body = serde_json::from_str(
            &body.replace(r#""arrived":{"name":"ann"#, r#""arrived":{"name":"bob"#),
        )
        .unwrap();
    });
    text(&["audit", "verify", "--data", &data]);
    fails(
        &["audit", "replay", "--data", &data],
        &[
            "entry 3: step 1 comes to something else",
            r#""name":"bob""#,
            r#""name":"ann""#,
        ],
    );
}

#[test]
fn an_export_that_cannot_have_all_its_names_leaves_none_of_its_files() {
    let (temporary, _journal) = house(5);
    let data = at(&temporary, "house");
    // Any of its three names may be somebody else's already.
    let transfers = at(&temporary, "log-transfers.csv");
    fs::write(&transfers, "of last week").unwrap();
    let export = [
        "audit",
        "export",
        "--data",
        &data,
        "--csv",
        "--out",
        &at(&temporary, "log"),
    ];
    fails(
        &export,
        &["log-transfers.csv is there already: an export replaces nothing"],
    );
    let mut left: Vec<_> = fs::read_dir(temporary.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(
        left,
        ["house", "log-transfers.csv"],
        "no new file lies beside an old one"
    );
    assert_eq!(fs::read_to_string(transfers).unwrap(), "of last week");
}

#[test]
fn an_export_that_finds_no_room_names_its_files_and_leaves_none() {
    let (temporary, _journal) = house(1000);
    let data = at(&temporary, "house");
    for (form, files) in [("", "log"), ("--csv", "log-entries.csv")] {
        // No file may grow beyond 100 KiB, as if the disk were full.
        let script =
            "trap '' XFSZ; ulimit -f 100; exec \"$0\" audit export --data \"$1\" --out \"$2\" $3";
        let (program, out) = (env!("CARGO_BIN_EXE_pontoon"), at(&temporary, "log"));
        let output = std::process::Command::new("bash")
            .args(["-c", script, program, &data, &out, form])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        let begins = format!("pontoon: cannot write {}", at(&temporary, files));
        assert!(
            said.starts_with(&begins) && said.contains("File too large"),
            "{said}"
        );
        let left: Vec<_> = fs::read_dir(temporary.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(left, ["house"]);
    }
}

#[test]
fn what_cannot_be_read_or_copied_for_want_of_room_is_named() {
    let (temporary, _journal) = house(300);
    let (data, copy) = (at(&temporary, "house"), at(&temporary, "monday.db"));
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$0\" backup --data \"$1\" --out \"$2\"";
    let program = env!("CARGO_BIN_EXE_pontoon");
    let output = std::process::Command::new("bash")
        .args(["-c", script, program, &data, &copy])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains(&copy), "{said}");
    assert!(!Path::new(&copy).exists());
    let folder = at(&temporary, "other");
    fs::create_dir_all(format!("{folder}/house.db")).unwrap();
    fails(&["audit", "verify", "--data", &folder], &["house.db"]);
}

#[test]
fn what_cannot_be_checked_is_said() {
    let (temporary, journal) = house(0);
    let data = at(&temporary, "house");
    assert!(
        text(&["audit", "verify", "--data", &data])
            .contains("the log of pontoon.test/house has no entries yet")
    );
    fails(
        &["audit", "verify", "--data", &at(&temporary, "nowhere")],
        &["there is no house in", "house.db is missing"],
    );
    fails(
        &["audit", "verify", &at(&temporary, "nowhere")],
        &["nowhere"],
    );
    fails(
        &["audit", "verify", &data],
        &["is a folder: to check the house in it, write --data"],
    );
    for command in ["verify", "replay"] {
        fails(
            &["audit", command, "--data", &format!("{data}/house.db")],
            &["house.db is a file, and a folder is needed"],
        );
        let asked = String::from_utf8(pontoon(&["audit", command]).stderr).unwrap();
        assert!(asked.contains("<FILE|--data <DIR>>"), "{asked}");
    }
    assert!(
        !text(&["audit", "replay", "--help"]).contains("CSV"),
        "it does not read CSV files"
    );
    fs::write(at(&temporary, "letter.txt"), "Dear inspector").unwrap();
    fails(
        &["audit", "verify", &at(&temporary, "letter.txt")],
        &["this is no export", "no cover", "no backup"],
    );
    fs::write(at(&temporary, "bad.cover"), "pontoon-csv 1\nnothing").unwrap();
    fails(
        &["audit", "verify", &at(&temporary, "bad.cover")],
        &["this is no cover: it has the lines"],
    );
    let out = at(&temporary, "out.jsonl");
    fails(
        &[
            "audit", "export", "--data", &data, "--from", "3", "--out", &out,
        ],
        &["there are no entries 3 to 0", "1 to 0"],
    );
    assert!(!Path::new(&out).exists());
    fails(
        &[
            "audit",
            "export",
            "--data",
            &data,
            "--csv",
            "--out",
            &at(&temporary, "a b"),
        ],
        &["a cover names files by letters"],
    );
    drop(journal);
    fs::remove_file(Folder::at(&data).key()).unwrap();
    fails(
        &["audit", "export", "--data", &data, "--out", &out],
        &["cannot use the house's key"],
    );
    // Wrong words on the command line are clap's business: exit code 2.
    for words in [
        vec!["audit", "verify"],
        vec!["audit", "verify", "a", "--data", "b"],
        vec!["audit", "verify", "a", "--key", "xyz"],
    ] {
        assert_eq!(pontoon(&words).status.code(), Some(2), "{words:?}");
    }
}

/// Writes documents behind the house's back.
fn write(data: &str, space: &str, key: &str, value: Option<&[u8]>) {
    let mut database = Sqlite::open(&Folder::at(data)).unwrap();
    let put = Put {
        space: space.to_owned(),
        key: key.to_owned(),
        value: value.map(<[u8]>::to_vec),
    };
    database.begin().unwrap();
    database
        .write(&Group {
            puts: vec![put],
            ..Group::default()
        })
        .unwrap();
    database.commit().unwrap();
}

#[test]
fn a_document_that_cannot_be_read_is_found_and_no_copy_of_it_is_kept() {
    for (space, key, value) in [
        ("person", "0000000001", "{"),
        (
            "session",
            "00000000000000000001",
            r#"{"version":9,"is":{}}"#,
        ),
        ("round", "1/0000000001", "{}"),
        ("snapshot", "1", "[]"),
        ("sealed", "1", "no cards"),
        ("shoe", "1/0000000001", "{}"),
        ("meter", "1", "[]"),
        ("incident", "1", "{}"),
        ("funds/1", "a", "{}"),
        ("funds-after/1", "a", "much"),
        ("cash/1", "a", "{}"),
        ("letters", "a", "Dear inspector"),
    ] {
        let (temporary, data) = table(|_| ());
        write(&data, space, key, Some(value.as_bytes()));
        let name = format!("document {space}/{key}: ");
        fails(&["audit", "verify", "--data", &data], &[&data, &name]);
        let copy = at(&temporary, "copy.db");
        fails(
            &["backup", "--data", &data, "--out", &copy],
            &["the copy does not hold and is removed", &name],
        );
        assert!(!Path::new(&copy).exists(), "{name}");
    }
}

#[test]
fn a_document_that_says_something_else_than_the_log_is_found() {
    let (_temporary, data) = table(|_| ());
    let said = text(&["audit", "verify", "--data", &data]);
    assert!(
        said.contains("documents beside the log that can be read: 1 sealed, 1 snapshot;"),
        "{said}"
    );
    let said = text(&["audit", "replay", "--data", &data]);
    assert!(
        said.contains(
            "what the log says: 1 sealed, 1 snapshot, and digest and answer of 0 command(s)"
        ),
        "{said}"
    );
    assert!(
        said.contains("only readable, for the log does not say it: passwords"),
        "{said}"
    );

    let finds = |space: &str,
                 key: &str,
                 change: &dyn Fn(Option<Vec<u8>>) -> Option<Vec<u8>>,
                 words: &[&str]| {
        let (_temporary, data) = table(|_| ());
        let found = SqliteReader::open(&Folder::at(&data))
            .unwrap()
            .document(space, key)
            .unwrap();
        write(&data, space, key, change(found).as_deref());
        text(&["audit", "verify", "--data", &data]);
        fails(&["audit", "replay", "--data", &data], words);
    };
    let replaced = |from: &'static str, to: &'static str| {
        move |found: Option<Vec<u8>>| {
            let text = String::from_utf8(found.unwrap()).unwrap();
            assert!(text.contains(from), "{text}");
            Some(text.replacen(from, to, 1).into_bytes())
        }
    };
    finds(
        "snapshot",
        "1",
        &replaced(r#""seq":2"#, r#""seq":1"#),
        &["document snapshot/1: seq is 1, and the log says 2"],
    );
    finds(
        "snapshot",
        "1",
        &|_| None,
        &["document snapshot/1: it is missing, and the log says {"],
    );
    finds(
        "sealed",
        "1",
        &|_| None,
        &[
            "document sealed/1: the log sealed shoe 1, and its cards are neither here nor in \
            shoe/1/",
        ],
    );
    let seed = |_: Option<Vec<u8>>| Some([vec![2], vec![5; 32]].concat());
    finds(
        "sealed",
        "1",
        &seed,
        &["document sealed/1: its cards are not those that the log sealed"],
    );
    let nobody = |_: Option<Vec<u8>>| {
        Some(br#"{"version":1,"is":{"no":1,"at":5,"by":"max","table":null,"what":"x"}}"#.to_vec())
    };
    finds(
        "incident",
        "00000000000000000001",
        &nobody,
        &["document incident/00000000000000000001: it is there, and nothing in the log leaves"],
    );
}

#[test]
fn a_damaged_file_is_named_with_what_to_do() {
    let (_temporary, journal) = house(5);
    drop(journal);
    let data = at(&_temporary, "house");
    let file = Folder::at(&data).database();
    let mut bytes = fs::read(&file).unwrap();
    // Every page but the first and its list of tables.
    bytes[8192..].fill(0x55);
    fs::write(&file, bytes).unwrap();
    let remedy = "go back to the last backup in which `pontoon audit verify` finds no fault";
    for command in ["verify", "replay"] {
        fails(
            &["audit", command, "--data", &data],
            &[&data, "the database is damaged", remedy],
        );
    }
}
