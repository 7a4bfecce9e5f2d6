//! The arrows between the crates, what the core does without, and that every file of tests is run.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What each crate may depend on within the workspace, for building and for tests.
const ARROWS: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("fair", &["cards"]),
    ("rules", &[]),
    ("ledger", &["rules"]),
    ("game", &["cards", "rules"]),
    ("table", &["cards", "rules", "ledger", "game"]),
    ("solver", &["cards", "rules"]),
    ("simulator", &["cards", "rules", "game", "solver"]),
    ("report", &["cards", "rules", "solver"]),
    ("store", &["rules", "ledger"]),
    (
        "house",
        &[
            "cards", "fair", "rules", "ledger", "game", "solver", "table", "store",
        ],
    ),
    ("desk", &["rules", "ledger", "game", "table", "store"]),
    ("zones", &["table", "desk"]),
    (
        "server",
        &[
            "cards",
            "fair",
            "rules",
            "ledger",
            "game",
            "solver",
            "simulator",
            "report",
            "table",
            "store",
            "house",
            "desk",
            "zones",
        ],
    ),
    (
        "soak",
        &[
            "cards", "fair", "rules", "ledger", "game", "table", "store", "house", "desk", "zones",
        ],
    ),
    (
        "pontoon",
        &[
            "cards",
            "fair",
            "rules",
            "ledger",
            "game",
            "table",
            "solver",
            "simulator",
            "report",
            "store",
            "house",
            "desk",
            "server",
        ],
    ),
    ("wire", &["server"]),
];

/// The crates that know no clock, no randomness, no input or output and no JSON.
const CORE: &[&str] = &[
    "cards",
    "fair",
    "rules",
    "ledger",
    "game",
    "table",
    "solver",
    "simulator",
    "report",
];

/// What the core may use from outside, beside the standard library.
const CORE_DEPENDENCIES: &[(&str, &[&str])] = &[
    // serde: how values look in records, where a caller asks for it; no format comes with it.
    // ts-rs: the same for the web client, as types.
    ("cards", &["serde", "ts-rs"]),
    // Digests, signatures, a stream from a seed, and the fields of the files that are published.
    (
        "fair",
        &[
            "chacha20",
            "ed25519-dalek",
            "hmac",
            "serde",
            "sha2",
            "ts-rs",
        ],
    ),
    ("rules", &["toml", "serde", "ts-rs"]),
    ("ledger", &["serde", "ts-rs"]),
    ("game", &["serde", "ts-rs"]),
    ("table", &["serde", "ts-rs"]),
    // Exact fractions, wide registers and a quick hash.
    (
        "solver",
        &[
            "num-rational",
            "num-traits",
            "num-integer",
            "pulp",
            "rustc-hash",
        ],
    ),
    // Wide registers, their words by halves, and a quick hash.
    ("simulator", &["bytemuck", "pulp", "rustc-hash"]),
    ("report", &[]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// What cargo says when it is asked so.
fn cargo(arguments: &[&str]) -> Vec<u8> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(arguments)
        .arg("--offline")
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// The crates of the workspace, as cargo describes them.
fn packages() -> Vec<Value> {
    let metadata: Value =
        serde_json::from_slice(&cargo(&["metadata", "--no-deps", "--format-version", "1"]))
            .unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Normal dependencies of each workspace member.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for package in packages() {
        let normal = package["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|dependency| dependency["kind"].is_null());
        let names = normal
            .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
            .collect();
        found.insert(package["name"].as_str().unwrap().to_owned(), names);
    }
    found
}

#[test]
fn the_arrows_between_crates_point_one_way() {
    let found = dependencies();
    let members: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), {
        let mut sorted = members.clone();
        sorted.sort_unstable();
        sorted
    });
    for &(name, allowed) in ARROWS {
        for dependency in found[name]
            .iter()
            .filter(|dependency| members.contains(&dependency.as_str()))
        {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn the_core_depends_on_little_from_outside() {
    let found = dependencies();
    let members: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    for &(name, allowed) in CORE_DEPENDENCIES {
        for dependency in found[name]
            .iter()
            .filter(|dependency| !members.contains(&dependency.as_str()))
        {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn the_program_is_built_without_what_makes_the_types_of_the_web_client() {
    let inside = String::from_utf8(cargo(&[
        "tree", "-p", "pontoon", "-e", "normal", "--prefix", "none",
    ]))
    .unwrap();
    let has = |name: &str| {
        inside
            .lines()
            .any(|line| line.split(' ').next() == Some(name))
    };
    assert!(has("server") && has("serde"), "{inside}");
    assert!(!has("ts-rs") && !has("wire"), "{inside}");
}

#[test]
fn the_core_has_no_clock_no_randomness_no_input_or_output_and_no_json() {
    let banned = [
        "std::time",
        "Instant",
        "SystemTime",
        "std::fs",
        "std::io",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "println!",
        "print!",
        "eprintln!",
        "dbg!",
        "rand::",
        "getrandom",
        "serde_json",
        "RandomState",
        "HashMap",
    ];
    let mut files = 0;
    for &name in CORE {
        for path in sources(&root().join("crates").join(name).join("src")) {
            files += 1;
            // A hash that is the same everywhere may stay.
            let text = std::fs::read_to_string(&path)
                .unwrap()
                .replace("FxHashMap", "");
            for word in banned {
                // The fields of a published file are named with serde; which form they take is not
                // known there.
                let word = if name == "fair" && word == "serde" {
                    "serde_json"
                } else {
                    word
                };
                assert!(!text.contains(word), "{} uses {word}", path.display());
            }
        }
    }
    assert!(files > 40, "only {files} files were looked at");
}

#[test]
fn the_engine_never_asks_which_book_it_is() {
    for path in sources(&root().join("crates/game/src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or_default();
            let asks = rules::BOOK_IDS
                .iter()
                .any(|id| code.contains(&format!("\"{id}\"")));
            assert!(!asks, "{}:{number} names a book: {line}", path.display());
        }
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Where the tests of a crate are one program, cargo runs no file that `tests/main.rs` does not
/// name.
#[test]
fn no_file_of_tests_is_forgotten() {
    for package in packages() {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).with_file_name("tests");
        let Ok(files) = std::fs::read_dir(&folder) else {
            continue;
        };
        let programs: Vec<&str> = package["targets"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|target| target["src_path"].as_str())
            .collect();
        let main = std::fs::read_to_string(folder.join("main.rs")).unwrap_or_default();
        for file in files
            .map(|file| file.unwrap().path())
            .filter(|file| file.extension().is_some_and(|end| end == "rs"))
        {
            let named = format!("mod {};", file.file_stem().unwrap().to_str().unwrap());
            let runs = programs.contains(&file.to_str().unwrap())
                || main.lines().any(|line| line == named);
            assert!(
                runs,
                "{} is run by nothing: `{named}` is not in tests/main.rs",
                file.display()
            );
        }
    }
}
