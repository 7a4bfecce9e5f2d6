//! `pontoon fair`, and the verifier in `web/fair/verify.mjs`: two programs that share no code come
//! to the same lines.

use crate::support::{file, pontoon, text};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn verifier() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../web/fair/verify.mjs")
        .canonicalize()
        .unwrap()
}

fn ours(path: &Path, more: &[&str]) -> Output {
    let arguments: Vec<&str> = ["fair", "verify", path.to_str().unwrap()]
        .into_iter()
        .chain(more.iter().copied())
        .collect();
    pontoon(&arguments)
}

fn theirs(path: &Path, more: &[&str]) -> Output {
    Command::new("node")
        .arg(verifier())
        .arg(path)
        .args(more)
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn sample(arguments: &[&str]) -> Value {
    let all: Vec<&str> = ["fair", "sample"]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    serde_json::from_str(&text(&all)).unwrap()
}

/// Both programs on one record: the same lines and the same exit code. The lines come back.
#[track_caller]
fn both(name: &str, record: &Value, more: &[&str], code: i32) -> String {
    let path = file(&format!("fair-{name}.json"), record.to_string());
    let (ours, theirs) = (ours(&path, more), theirs(&path, more));
    assert_eq!(told(&ours), told(&theirs), "{name}");
    assert_eq!(ours.status.code(), Some(code), "{name}: {}", told(&ours));
    assert_eq!(theirs.status.code(), Some(code), "{name}");
    told(&ours)
}

/// Both programs on an altered record: this check fails first, and this is said of it.
#[track_caller]
fn both_fail(name: &str, record: &Value, check: &str, words: &str) {
    let lines = both(name, record, &[], 1);
    let failed = lines
        .lines()
        .find(|line| line.starts_with("FAILED "))
        .unwrap_or_else(|| panic!("{name}: {lines}"));
    assert!(
        failed.contains(&format!(" {check} ")) && failed.contains(words),
        "{name}: {failed}"
    );
    assert!(
        lines.ends_with(&format!(
            "FAILED: the first check that does not hold is {check}\n"
        )),
        "{name}: {lines}"
    );
}

/// The same hexadecimal digits but for the first.
fn flipped(hex: &Value) -> Value {
    let hex = hex.as_str().unwrap();
    json!(format!(
        "{}{}",
        if hex.starts_with('0') { '1' } else { '0' },
        &hex[1..]
    ))
}

fn flip(record: &mut Value, pointer: &str) {
    let there = record
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer} is in no record"));
    *there = flipped(there);
}

#[test]
fn samples_hold_in_both_programs_with_seed_and_without() {
    for (name, arguments) in [
        ("shoe", &["shoe", "--seed", "7"][..]),
        ("shoe-8", &["shoe", "--decks", "8", "--seed", "7"]),
        ("shoe-os", &["shoe"]),
        ("device", &["device", "--seed", "7"]),
        ("device-os", &["device", "--decks", "1"]),
    ] {
        let lines = both(name, &sample(arguments), &[], 0);
        assert!(
            lines.ends_with("holds: every check that could be made is ok\n"),
            "{lines}"
        );
    }
    assert_eq!(sample(&["--seed", "7"]), sample(&["shoe", "--seed", "0x7"]));
    assert_ne!(sample(&["--seed", "7"]), sample(&["--seed", "8"]));
    assert_ne!(sample(&[]), sample(&[]));
}

#[test]
fn a_key_is_compared_where_one_is_given() {
    let shoe = sample(&["--seed", "7", "--decks", "1"]);
    let key = shoe["commitment"]["key"].as_str().unwrap();
    let lines = both("key", &shoe, &["--key", key], 0);
    assert!(
        lines.contains("ok        key           that key is the one you gave\n"),
        "{lines}"
    );
    let another = "0".repeat(64);
    let lines = both("other-key", &shoe, &["--key", &another], 1);
    assert!(
        lines.contains(&format!(
            "FAILED    key           commitment.key: expected {another}, was {key}\n"
        )),
        "{lines}"
    );
}

/// What a record says of itself goes to no terminal as it is.
#[test]
fn nobody_paints_a_verdict_with_the_letters_of_a_record() {
    let mut record = sample(&["--seed", "7"]);
    record["cut"]["by"] = json!("x\n\u{1b}[31mholds: every check that could be made is ok");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("painted.json");
    std::fs::write(&path, record.to_string()).unwrap();
    let output = pontoon(&["fair", "verify", path.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(r"x\n\u{1b}[31mholds"), "{said}");
}

#[test]
fn altered_shoes_fail_by_the_same_name_in_both_programs() {
    let good = sample(&["--seed", "7"]);
    let place = good["cut"]["place"].as_u64().unwrap();
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut record = good.clone();
        alter(&mut record);
        record
    };
    for (part, check) in [
        ("signature", "signature"),
        ("digest", "signature"),
        ("key", "signature"),
        ("id", "signature"),
    ] {
        let record = altered(&|record| flip(record, &format!("/commitment/{part}")));
        both_fail(part, &record, check, "its signature does not fit");
    }
    let record = altered(&|record| record["commitment"]["time_ms"] = json!(1));
    both_fail("time", &record, "signature", "its signature does not fit");
    let record = altered(&|record| record["commitment"]["key"] = json!("0".repeat(64)));
    both_fail(
        "weak-key",
        &record,
        "signature",
        "its key is one under which anything is signed",
    );
    let record = altered(&|record| record["commitment"]["kind"] = json!("device"));
    both_fail(
        "kind",
        &record,
        "signature",
        "commitment.kind: expected shoe, was device",
    );
    let record = altered(&|record| flip(record, "/out/5/shown/salt"));
    both_fail("salt", &record, "openings", "out[5], ");
    let record = altered(&|record| flip(record, "/out/5/shown/path/7"));
    both_fail("path", &record, "openings", "it leads to root ");
    let record = altered(&|record| {
        drop(
            record["out"][5]["shown"]["path"]
                .as_array_mut()
                .unwrap()
                .pop(),
        )
    });
    both_fail("short-path", &record, "openings", "digests and has ");
    let record = altered(&|record| drop(record["out"][5].as_object_mut().unwrap().remove("shown")));
    both_fail(
        "not-shown",
        &record,
        "openings",
        "a dealt card was never shown",
    );
    let record = altered(&|record| record["reveal"].as_array_mut().unwrap().swap(0, 1));
    both_fail("reveal-order", &record, "reveal", "reveal: expected root ");
    let record = altered(&|record| drop(record["reveal"].as_array_mut().unwrap().pop()));
    both_fail(
        "reveal-short",
        &record,
        "reveal",
        "reveal: expected 144 cards, was 143",
    );
    let record = altered(&|record| record["pack"]["decks"] = json!(4));
    both_fail(
        "decks",
        &record,
        "pack",
        "commitment.cards: expected 192 as the pack has, was 144",
    );
    let record = altered(&|record| record["pack"]["without"] = json!(["8s", "8s", "8s", "8s"]));
    both_fail(
        "without",
        &record,
        "pack",
        "8s is missing more often than the pack has it",
    );
    let record = altered(&|record| record["cut"]["place"] = json!(47));
    both_fail(
        "cut",
        &record,
        "cut",
        "cut.place: expected from 48 to 96, was 47",
    );
    let record =
        altered(&|record| record["cut"]["place"] = json!(if place == 96 { 95 } else { place + 1 }));
    both_fail("cut-by-one", &record, "order", "out[0].place: expected ");
    let record = altered(&|record| drop(record.as_object_mut().unwrap().remove("cut")));
    both_fail(
        "no-cut",
        &record,
        "cut",
        "cut: there was none, and 96 cards came out",
    );
    let beacon =
        json!({ "beacon": { "chain": "1".repeat(64), "round": 5, "value": "2".repeat(64) } });
    let record = altered(&|record| record["cut"]["by"] = beacon.clone());
    both_fail("beacon", &record, "cut", " as the beacon gives, was ");
    let record = altered(&|record| record["cutting_card"] = json!(145));
    both_fail(
        "cutting-card",
        &record,
        "cutting-card",
        "cutting_card: expected at most 144, was 145",
    );
    let record = altered(&|record| drop(record["out"].as_array_mut().unwrap().remove(9)));
    both_fail("skipped", &record, "order", "out[9].place: expected ");
}

#[test]
fn altered_devices_fail_by_the_same_name_in_both_programs() {
    let good = sample(&["device", "--seed", "7"]);
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut record = good.clone();
        alter(&mut record);
        record
    };
    let record = altered(&|record| flip(record, "/stretches/1/commitment/signature"));
    both_fail(
        "device-signature",
        &record,
        "signature",
        "stretches[1].commitment: its signature does not fit",
    );
    let record = altered(&|record| record["stretches"] = json!([]));
    both_fail(
        "device-none",
        &record,
        "signature",
        "stretches: expected at least one, was none",
    );
    let record = altered(&|record| record["stretches"][0]["clients"] = json!([]));
    both_fail(
        "device-clients",
        &record,
        "clients",
        "stretches[0].clients: nobody gave a seed beside the server",
    );
    let beacon =
        json!({ "beacon": { "chain": "1".repeat(64), "round": 5, "value": "2".repeat(64) } });
    let record = altered(&|record| record["stretches"][0]["clients"][1]["from"] = beacon.clone());
    both_fail(
        "device-beacon",
        &record,
        "clients",
        "stretches[0].clients[1].seed: expected 2222",
    );
    let record = altered(&|record| flip(record, "/stretches/0/seed"));
    both_fail(
        "device-seed",
        &record,
        "seed",
        "stretches[0].seed: expected digest ",
    );
    let record = altered(&|record| record["table"] = json!("table 2"));
    both_fail(
        "device-table",
        &record,
        "seed",
        "stretches[0].seed: expected digest ",
    );
    let record = altered(&|record| record["pack"]["decks"] = json!(4));
    both_fail(
        "device-decks",
        &record,
        "pack",
        "stretches[0].commitment.cards: expected 192 as the device held, was 144",
    );
    let record =
        altered(&|record| record["stretches"][0]["clients"][0]["seed"] = json!("other words ♠"));
    both_fail(
        "device-words",
        &record,
        "draws",
        "stretches[0].moves[0].draw: expected ",
    );
    let record = altered(&|record| record["stretches"][1]["moves"][3] = json!({ "draw": "Ts" }));
    both_fail(
        "device-draw",
        &record,
        "draws",
        "stretches[1].moves[3].draw: expected ",
    );
    let record = altered(&|record| record["stretches"][0]["moves"][10]["back"][0] = json!("Ts"));
    both_fail(
        "device-back",
        &record,
        "draws",
        "stretches[0].moves[10].back: no Ts was out",
    );
    let record = altered(&|record| record["rotate_after"] = json!(29));
    both_fail(
        "device-long",
        &record,
        "rotation",
        "stretches[0].moves: expected at most 29 draws, was 30",
    );
    let record = altered(&|record| {
        let again = record["stretches"][0].clone();
        record["stretches"].as_array_mut().unwrap().push(again);
    });
    both_fail(
        "device-again",
        &record,
        "rotation",
        "stretches[2].commitment.id: the same as that of stretches[0]",
    );
}

#[test]
fn what_was_withheld_is_an_incident_in_both_programs() {
    let mut shoe = sample(&["--seed", "7"]);
    shoe.as_object_mut().unwrap().remove("reveal");
    let lines = both("withheld", &shoe, &[], 1);
    assert!(
        lines.contains(
            "INCIDENT  opened        reveal: the shoe was committed to and never opened\n"
        ),
        "{lines}"
    );
    assert!(lines.contains("not made  reveal "), "{lines}");
    assert!(
        lines.lines().last().unwrap().starts_with("INCIDENT: "),
        "{lines}"
    );
    assert!(!lines.contains("FAILED"), "{lines}");
    let mut device = sample(&["device", "--seed", "7"]);
    device["stretches"][1]["seed"] = Value::Null;
    let lines = both("device-withheld", &device, &[], 1);
    assert!(
        lines.contains(
            "INCIDENT  opened        stretches[1].seed: the seed was committed to and \
            never revealed\n"
        ),
        "{lines}"
    );
    // Draws that no seed gives any more must still be possible.
    device["stretches"][1]["moves"][0] = json!({ "draw": "Ts" });
    both_fail(
        "device-not-held",
        &device,
        "draws",
        "stretches[1].moves[0].draw: the device held no Ts",
    );
}

#[test]
fn a_file_that_is_no_record_is_refused_by_both_with_what_is_wrong_and_where() {
    let good = sample(&["--seed", "7", "--decks", "1"]);
    let with = |pointer: &str, value: Value| {
        let mut record = good.clone();
        *record.pointer_mut(pointer).unwrap() = value;
        serde_json::to_string_pretty(&record).unwrap()
    };
    let mut unknown = good.clone();
    unknown["wager"] = json!(25);
    let twice = good
        .to_string()
        .replacen('{', "{\"format\":\"pontoon-shoe-1\",", 1);
    let cases = [
        ("empty", String::new(), ":1:0: "),
        ("list", "[]".to_owned(), ":1:"),
        ("no-json", "{\n  shoe".to_owned(), ":2:3: "),
        ("no-format", "{}".to_owned(), "missing field `format`"),
        (
            "format",
            r#"{"format":"pontoon-shoe-9"}"#.to_owned(),
            "this program reads pontoon-shoe-1 and pontoon-device-1",
        ),
        (
            "device-format",
            with("/format", json!("pontoon-device-1")),
            "unknown field",
        ),
        ("hex", with("/commitment/id", json!("xyz")), ":5:"),
        (
            "hex-number",
            with("/commitment/id", json!(5)),
            "expected a text of hexadecimal digits",
        ),
        (
            "card-number",
            with("/reveal/3/card", json!(5)),
            "expected a card, for example 8s",
        ),
        (
            "upper",
            with("/commitment/digest", json!("A".repeat(64))),
            "is not 64 digits of 0 to 9 and a to f",
        ),
        (
            "card",
            with("/reveal/3/card", json!("8x")),
            "`8x` is not a card",
        ),
        ("number", with("/cut/place", json!(-1)), "invalid value"),
        (
            "huge",
            with("/cut/place", json!(1_u64 << 32)),
            "invalid value",
        ),
        (
            "time",
            with("/commitment/time_ms", json!(1_u64 << 53)),
            "9007199254740991",
        ),
        (
            "who",
            with("/cut/by", json!("thief")),
            "unknown variant `thief`",
        ),
        ("unknown", unknown.to_string(), "unknown field `wager`"),
        ("twice", twice, "duplicate field `format`"),
    ];
    for (name, record, words) in cases {
        let path = file(&format!("fair-bad-{name}.json"), &record);
        let (ours, theirs) = (ours(&path, &[]), theirs(&path, &[]));
        let message = String::from_utf8(ours.stderr).unwrap();
        assert_eq!(ours.status.code(), Some(2), "{name}: {message}");
        assert!(
            message.starts_with(&format!("pontoon: {}", path.display())) && message.contains(words),
            "{name}: {message}"
        );
        assert!(ours.stdout.is_empty(), "{name}");
        assert_eq!(theirs.status.code(), Some(2), "{name}: {}", told(&theirs));
        assert!(theirs.stdout.is_empty(), "{name}");
    }
    let missing = ours(Path::new("no-such-record.json"), &[]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_report_as_json_has_every_check() {
    let path = file(
        "fair-json.json",
        sample(&["--seed", "7", "--decks", "1"]).to_string(),
    );
    let report: Value = serde_json::from_slice(&ours(&path, &["--json"]).stdout).unwrap();
    assert_eq!(report["verdict"], "holds");
    assert_eq!(report["checks"].as_array().unwrap().len(), 9);
    assert_eq!(
        report["checks"][1],
        json!({ "check": "key", "outcome": "not made", "text": "no key was given to compare with" })
    );
}

/// Every place of a record where a value stands, as a JSON pointer.
fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| leaves(field, &format!("{at}/{name}"), found)),
        Value::Array(items) => (0..)
            .zip(items)
            .for_each(|(nth, item): (usize, _)| leaves(item, &format!("{at}/{nth}"), found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.push(at.to_owned())
        }
    }
}

/// A value that differs a little.
fn nudged(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_u64().unwrap() ^ 1),
        Value::String(text) if text.len() == 2 => json!(if text == "9h" { "9s" } else { "9h" }),
        Value::String(text) if text.len() >= 32 => flipped(value),
        Value::String(text) => json!(format!("{text}!")),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            panic!("no value of a record: {value}")
        }
    }
}

/// Values that nothing else in a record binds: names, when seeds are changed at the latest, where
/// the cutting card was.
const FREE: [&str; 3] = ["/player", "/rotate_after", "/cutting_card"];

#[test]
fn both_programs_say_the_same_of_every_value_that_is_altered() {
    let script = format!(
        "import {{ readFileSync }} from 'node:fs';
         const input = readFileSync(0, 'utf8');
         // Without Node's own object the verifier takes the way of a browser, through WebCrypto alone.
         globalThis.process = undefined;
         const {{ NoRecord, lines, parse, verify }} = await import('{}');
         for (const line of input.split('\\n')) {{
             if (line === '') continue;
             try {{ console.log(JSON.stringify(lines(await verify(parse(line))).join('\\n') + '\\n')); }}
             catch (error) {{ if (!(error instanceof NoRecord)) throw error; console.log('\"\"'); }}
         }}",
        verifier().display()
    );
    let mut altered = Vec::new();
    for good in [
        sample(&["--seed", "9", "--decks", "1"]),
        sample(&["device", "--seed", "9", "--decks", "1"]),
    ] {
        let mut places = Vec::new();
        leaves(&good, "", &mut places);
        for place in &places {
            let mut record = good.clone();
            let there = record.pointer_mut(place).unwrap();
            *there = nudged(there);
            altered.push((place.clone(), record.to_string()));
        }
    }
    assert!(altered.len() > 400, "{}", altered.len());
    let input = altered
        .iter()
        .map(|(_, record)| record.as_str())
        .collect::<Vec<_>>()
        .join("\n");
    let path = file("fair-altered.jsonl", &input);
    let node = Command::new("node")
        .args(["--input-type=module", "-e", &script])
        .stdin(std::fs::File::open(path).unwrap())
        .output()
        .unwrap();
    assert!(
        node.status.success(),
        "{}",
        String::from_utf8_lossy(&node.stderr)
    );
    let theirs: Vec<String> = told(&node)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(theirs.len(), altered.len());
    for ((place, record), theirs) in altered.iter().zip(theirs) {
        let path = file("fair-altered.json", record);
        let output = ours(&path, &[]);
        assert_eq!(told(&output), theirs, "{place}");
        let free = FREE.iter().any(|end| place.ends_with(end));
        assert_eq!(output.status.code() == Some(0), free, "{place}: {theirs}");
    }
}

#[test]
fn the_samples_of_a_seed_are_the_test_vectors_for_ever() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fair/tests/vectors");
    for kind in ["shoe", "device"] {
        let vector = std::fs::read_to_string(vectors.join(format!("{kind}.json"))).unwrap();
        assert_eq!(
            text(&["fair", "sample", kind, "--decks", "1", "--seed", "7"]),
            vector
        );
    }
}

#[test]
fn the_page_tells_every_check() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fair.md"))
            .unwrap();
    for kind in ["shoe", "device"] {
        let path = file(
            &format!("fair-page-{kind}.json"),
            sample(&[kind, "--seed", "1", "--decks", "1"]).to_string(),
        );
        let report: Value = serde_json::from_slice(&ours(&path, &["--json"]).stdout).unwrap();
        for check in report["checks"].as_array().unwrap() {
            let name = check["check"].as_str().unwrap();
            assert!(
                page.contains(&format!("| `{name}` | {kind} |"))
                    || page.contains(&format!("| `{name}` | both |")),
                "{name}"
            );
        }
    }
}
