//! Checking, exporting and backing up a house, through the real program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use ledger::TableId;
use std::fs;
use std::path::Path;
use store::{Batch, Draft, Folder, Journal, Outcome, Sqlite, Stream};
use support::{fails, pontoon, text};
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
        let outcomes = journal.commit(vec![Batch { entry: Some(entry), ..Batch::default() }], 1_700_000_000_000);
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
        verified.contains("entries 1 to 5 of pontoon.test/house hold, 0 checkpoint(s); entries 1 to 5 are chained"),
        "{verified}"
    );
    assert!(verified.contains(&format!("key {KEY}")), "{verified}");

    let lines = at(&temporary, "log.jsonl");
    text(&["audit", "export", "--data", &data, "--out", &lines]);
    let verified = text(&["audit", "verify", &lines]);
    assert!(verified.contains("entries 1 to 5 of pontoon.test/house hold, 0 checkpoint(s)\n"), "{verified}");
    assert!(verified.contains("compare it with the house's as you know it"), "{verified}");

    let part = at(&temporary, "part.jsonl");
    text(&["audit", "export", "--data", &data, "--from", "2", "--to", "4", "--out", &part]);
    assert!(text(&["audit", "verify", &part]).contains("entries 2 to 4 of pontoon.test/house hold"));

    let sheets = at(&temporary, "log");
    text(&["audit", "export", "--data", &data, "--csv", "--out", &sheets]);
    assert!(text(&["audit", "verify", &at(&temporary, "log.cover")]).contains("entries 1 to 5 of pontoon.test/house hold"));
    assert_eq!(fs::read_to_string(at(&temporary, "log-entries.csv")).unwrap().lines().count(), 6);

    let copy = at(&temporary, "monday.db");
    let said = text(&["backup", "--data", &data, "--out", &copy]);
    assert!(said.contains("entries 1 to 5 of pontoon.test/house hold"), "{said}");
    assert!(text(&["audit", "verify", &copy]).contains("entries 1 to 5"));
    fails(&["backup", "--data", &data, "--out", &copy], &["is there already: a backup replaces nothing"]);
    let left: Vec<_> = fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
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
    fails(&["audit", "verify", &lines], &["log.jsonl: entry 4 (line 5): its hash is", "and should be", "were changed"]);
    fs::write(&lines, whole.lines().take(4).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    fails(&["audit", "verify", &lines], &["entry 4 (line 5): the log ends before this entry, and should go on to 5"]);
    text(&["audit", "export", "--data", &data, "--csv", "--out", &at(&temporary, "log")]);
    let sheet = at(&temporary, "log-entries.csv");
    fs::write(&sheet, fs::read_to_string(&sheet).unwrap().replace(",table/2,", ",table/1,")).unwrap();
    fails(&["audit", "verify", &at(&temporary, "log.cover")], &["entry 3 (line 4): in log-entries.csv: the row is"]);
    fs::remove_file(&sheet).unwrap();
    fails(&["audit", "verify", &at(&temporary, "log.cover")], &["log-entries.csv"]);
    let other = "00".repeat(32);
    fails(&["audit", "verify", "--data", &data, "--key", &other], &["signed with the key ea4a", "trusted is 0000"]);
}

#[test]
fn what_cannot_be_checked_is_said() {
    let (temporary, journal) = house(0);
    let data = at(&temporary, "house");
    assert!(text(&["audit", "verify", "--data", &data]).contains("the log of pontoon.test/house has no entries yet"));
    fails(&["audit", "verify", "--data", &at(&temporary, "nowhere")], &["there is no house in", "house.db is missing"]);
    fails(&["audit", "verify", &at(&temporary, "nowhere")], &["nowhere"]);
    fs::write(at(&temporary, "letter.txt"), "Dear inspector").unwrap();
    fails(&["audit", "verify", &at(&temporary, "letter.txt")], &["this is no export", "no cover", "no backup"]);
    fs::write(at(&temporary, "bad.cover"), "pontoon-csv 1\nnothing").unwrap();
    fails(&["audit", "verify", &at(&temporary, "bad.cover")], &["this is no cover: it has the lines"]);
    let out = at(&temporary, "out.jsonl");
    fails(&["audit", "export", "--data", &data, "--from", "3", "--out", &out], &["there are no entries 3 to 0", "1 to 0"]);
    assert!(!Path::new(&out).exists());
    fails(&["audit", "export", "--data", &data, "--csv", "--out", &at(&temporary, "a b")], &["a cover names files by letters"]);
    drop(journal);
    fs::remove_file(Folder::at(&data).key()).unwrap();
    fails(&["audit", "export", "--data", &data, "--out", &out], &["cannot use the house's key"]);
    // Wrong words on the command line are clap's business: exit code 2.
    for words in
        [vec!["audit", "verify"], vec!["audit", "verify", "a", "--data", "b"], vec!["audit", "verify", "a", "--key", "xyz"]]
    {
        assert_eq!(pontoon(&words).status.code(), Some(2), "{words:?}");
    }
}
