//! What keeps the house from starting is said, through the real program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::process::Command;

/// The message with which a server does not start. Its data is a file: it would not start in any case.
fn told(variable: &str, value: impl AsRef<OsStr>, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pontoon"));
    command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments).env(variable, value);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_environment_that_cannot_be_read_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "x").unwrap();
    let data = ["--data", file.to_str().unwrap()];
    let latin = OsString::from_vec(vec![b'p', 0xE4, b's']);
    for variable in ["PONTOON_ADMIN_PASSWORD", "PONTOON_LOG"] {
        let message = told(variable, &latin, &data);
        assert!(message.contains(&format!("{variable} is no text in UTF-8: set it anew, or unset it")), "{message}");
    }
    for (value, words) in [
        ("loud", "PONTOON_LOG is `loud`, and `loud` is no level: write off, error, warn"),
        ("warn,server", "PONTOON_LOG is `warn,server`, and `server` is no level"),
        ("server=loud", "PONTOON_LOG is `server=loud`"),
    ] {
        let message = told("PONTOON_LOG", value, &data);
        assert!(message.contains(words) && message.lines().count() == 1, "{message}");
    }
    for value in ["", "info", "WARN", "warn,server=debug"] {
        let message = told("PONTOON_LOG", value, &data);
        assert!(message.contains("is a file, and a folder is needed"), "{value}: {message}");
    }
}

#[test]
fn a_folder_without_a_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("house.toml");
    std::fs::write(&config, "data = \"\"").unwrap();
    let message = told("PONTOON_LOG", "warn", &["--config", config.to_str().unwrap()]);
    assert!(message.contains("`data` is empty: it must be the path of a folder"), "{message}");
}
