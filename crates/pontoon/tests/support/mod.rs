//! The real program, run as its users run it.
#![allow(dead_code, reason = "no file of tests uses everything")]

pub(crate) mod document;
pub(crate) mod shown;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn pontoon(arguments: &[&str]) -> Output {
    pontoon_in(160, arguments)
}

/// The same in a terminal of so many columns.
pub(crate) fn pontoon_in(columns: usize, arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_pontoon"))
        .args(arguments)
        .current_dir(root)
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap()
}

/// What a command that must succeed prints; nothing else may be said.
#[track_caller]
pub(crate) fn text(arguments: &[&str]) -> String {
    let output = pontoon(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && errors.is_empty(),
        "{arguments:?}: {errors}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The same as JSON.
#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> Value {
    let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&text(&with_json)).unwrap()
}

/// A command that must fail with exit code 1 and one message that has these words in it.
#[track_caller]
pub(crate) fn fails(arguments: &[&str], words: &[&str]) {
    let output = pontoon(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints something");
    assert!(
        message.starts_with("pontoon: ") && message.lines().count() == 1,
        "{message}"
    );
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
}

/// A file in the folder that cargo keeps for tests.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[track_caller]
pub(crate) fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

#[track_caller]
#[expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]
pub(crate) fn near(found: &Value, wanted: f64, within: f64) {
    let found = number(found);
    assert!(
        (found - wanted).abs() <= within,
        "{found} is not {wanted} within {within}"
    );
}
