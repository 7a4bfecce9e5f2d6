//! The rule books' pages, run: every example is played, and every promise of the pages is held.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use game::notation::{Script, play};
use rules::{BOOK_IDS, builtin, builtin_prose};
use std::path::{Path, PathBuf};

fn play_text(text: &str) -> Result<usize, String> {
    let script = Script::parse(text).map_err(|error| error.to_string())?;
    let played = play(&script, &|name| {
        builtin(name).map_err(|error| error.to_string())
    })
    .map_err(|error| error.to_string())?;
    Ok(played.checks)
}

fn play_page(name: &str) {
    let mut faults = Vec::new();
    let mut played = 0;
    for entry in builtin_prose(name).unwrap().entries {
        for (number, example) in (1..).zip(&entry.examples) {
            let example = &example.text;
            assert!(
                example.contains(&format!("book {name}")),
                "{name} {} example {number} plays another book",
                entry.clause
            );
            match play_text(example) {
                Ok(0) => faults.push(format!(
                    "{name} {} example {number} states nothing that is checked",
                    entry.clause
                )),
                Ok(_) => played += 1,
                Err(error) => {
                    faults.push(format!("{name} {} example {number}: {error}", entry.clause))
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(played > 0, "{name} has no example");
}

#[test]
fn every_round_on_the_adelaide_page_comes_out_as_stated() {
    play_page("adelaide");
}

#[test]
fn every_round_on_the_canberra_page_comes_out_as_stated() {
    play_page("canberra");
}

#[test]
fn every_round_on_the_singapore_page_comes_out_as_stated() {
    play_page("singapore");
}

#[test]
fn every_round_on_the_tasmania_page_comes_out_as_stated() {
    play_page("tasmania");
}

#[test]
fn every_round_on_the_sydney_page_comes_out_as_stated() {
    play_page("sydney");
}

#[test]
fn no_enforced_clause_is_without_an_example_and_no_other_has_one() {
    for name in BOOK_IDS {
        for entry in builtin_prose(name).unwrap().entries {
            assert_eq!(
                entry.is_shown_by_a_round(),
                !entry.examples.is_empty(),
                "{name} {}",
                entry.clause
            );
        }
    }
}

/// Plays every file of a folder.
fn play_folder(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut faults = Vec::new();
    let mut played = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        match play_text(&text) {
            Ok(0) => faults.push(format!("{} states nothing that is checked", path.display())),
            Ok(_) => played += 1,
            Err(error) => faults.push(format!("{}:{error}", path.display())),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(
        played >= least,
        "only {played} rounds in {}",
        folder.display()
    );
}

#[test]
fn each_reading_and_each_alternative_plays_as_the_table_of_readings_says() {
    play_folder("tests/readings", 200);
}

#[test]
fn rounds_that_once_came_out_wrong_come_out_right() {
    play_folder("tests/regressions", 40);
}

#[test]
fn the_example_rounds_of_the_project_hold() {
    play_folder("../../examples", 5);
}

#[test]
fn every_reading_with_alternatives_has_a_round_for_each_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readings");
    let mut missing = Vec::new();
    for name in BOOK_IDS {
        let book = builtin(name).unwrap();
        let in_a_round = |key: &str| !OF_THE_TABLE.iter().any(|start| key.starts_with(start));
        for reading in book
            .readings
            .iter()
            .filter(|reading| in_a_round(&reading.key))
        {
            for which in std::iter::once("taken").chain(reading.or.iter().map(String::as_str)) {
                let prefix = format!("{name}-{}-{}", reading.id, which.replace(' ', "-"));
                let found = std::fs::read_dir(&folder).unwrap().any(|file| {
                    file.unwrap()
                        .file_name()
                        .to_string_lossy()
                        .starts_with(&prefix)
                });
                if !found && !WITHOUT_ROUND.contains(&prefix.as_str()) {
                    missing.push(prefix);
                }
            }
        }
    }
    assert!(missing.is_empty(), "no round shows {missing:#?}");
}

#[test]
fn the_round_of_an_alternative_fails_where_the_reading_is_taken_as_usual() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readings");
    let mut checked = 0;
    for name in BOOK_IDS {
        for reading in &builtin(name).unwrap().readings {
            for other in &reading.or {
                let path = folder.join(format!(
                    "{name}-{}-{}.round",
                    reading.id,
                    other.replace(' ', "-")
                ));
                let Ok(text) = std::fs::read_to_string(&path) else {
                    continue;
                };
                let mut script = Script::parse(&text).unwrap();
                let sets = script.head.sets.len();
                script
                    .head
                    .sets
                    .retain(|(key, _)| *key != reading.id && *key != reading.key);
                assert!(
                    script.head.sets.len() < sets,
                    "{} does not set {}",
                    path.display(),
                    reading.id
                );
                let played = play(&script, &|name| {
                    builtin(name).map_err(|error| error.to_string())
                });
                assert!(
                    played.is_err(),
                    "{} holds without its setting too",
                    path.display()
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 90, "only {checked} alternatives were looked at");
}

#[test]
fn the_round_of_a_setting_that_no_book_takes_holds_and_fails_without_it() {
    // They are named after the setting and its value; a second round of the same adds a word.
    let alike = ["surrender.against-any-card-ace.round"];
    play_folder("tests/settings", 7);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/settings");
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let mut script = Script::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let set = script.head.sets.pop().unwrap();
        assert!(
            script.head.sets.is_empty(),
            "{name} sets more than one thing"
        );
        assert!(
            name.starts_with(&format!("{}-{}", set.0, set.1)),
            "{name} sets {}={}",
            set.0,
            set.1
        );
        let played = play(&script, &|name| {
            builtin(name).map_err(|error| error.to_string())
        });
        assert_eq!(
            played.is_ok(),
            alike.contains(&name.as_ref()),
            "{name} without its setting"
        );
    }
}

/// The README and every page of `docs/`.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = std::fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|file| file.unwrap().path());
    let pages = files.filter(|path| path.extension().is_some_and(|end| end == "md"));
    std::iter::once(root.join("README.md"))
        .chain(pages)
        .collect()
}

#[test]
fn the_rounds_and_the_house_book_in_the_documents_hold() {
    let (mut rounds, mut books) = (0, 0);
    for path in documents() {
        let name = path.display();
        let text = std::fs::read_to_string(&path).unwrap();
        for block in text.split("\n```").skip(1).step_by(2) {
            let (kind, body) = block.split_once('\n').unwrap();
            match kind {
                "round" => {
                    rounds += 1;
                    play_text(body).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
                // A page shows a faulty book too, to explain the message about it.
                "toml" if body.contains("extends =") && !body.contains("wrong on purpose") => {
                    books += 1;
                    rules::parse(body)
                        .and_then(|draft| rules::check(&draft))
                        .unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
                }
                _ => {}
            }
        }
    }
    assert!(
        rounds >= 2 && books >= 1,
        "{rounds} rounds and {books} books in the documents"
    );
}

/// Settings of what outlives a round, by the beginning of their keys: no round can show them.
const OF_THE_TABLE: [&str; 4] = ["shuffle.", "cut.", "seats.", "house."];

/// Other readings that no single round can show, with the reason.
const WITHOUT_ROUND: [&str; 6] = [
    // Who is offered the cut is decided between rounds.
    "adelaide-first-card-cut-taken",
    "adelaide-first-card-cut-as-at-start",
    "canberra-first-card-cut-taken",
    "canberra-first-card-cut-as-at-start",
    // A wager found invalid during the round is the floor's business.
    "sydney-invalid-loss-taken",
    "sydney-invalid-loss-kept",
];

#[test]
fn every_clause_named_in_a_comment_of_the_engine_exists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        for line in text
            .lines()
            .filter(|line| line.trim_start().starts_with("//"))
        {
            for name in BOOK_IDS {
                let title = format!("{}{} ", name[..1].to_uppercase(), &name[1..]);
                let Some(place) = line.find(&title) else {
                    continue;
                };
                let words = line[place + title.len()..]
                    .split([' ', ',', ':', ';'])
                    .next()
                    .unwrap_or_default();
                let clause = words.trim_end_matches('.');
                if clause.starts_with(|letter: char| letter.is_ascii_digit()) {
                    checked += 1;
                    assert!(
                        builtin_prose(name).unwrap().entry(clause).is_some(),
                        "{}: {line}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(checked >= 3, "only {checked} comments cite a clause");
}
