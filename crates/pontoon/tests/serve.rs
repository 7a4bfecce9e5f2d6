//! What keeps the house from starting is said, through the real program.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader};
use std::os::unix::ffi::OsStringExt;
use std::process::{Command, Stdio};

/// The message with which a server does not start. Its data is a file: it would not start in any
/// case.
fn told(variable: &str, value: impl AsRef<OsStr>, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pontoon"));
    command
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(arguments)
        .env(variable, value);
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
        assert!(
            message.contains(&format!(
                "{variable} is no text in UTF-8: set it anew, or unset it"
            )),
            "{message}"
        );
    }
    for (value, words) in [
        (
            "loud",
            "PONTOON_LOG is `loud`, and `loud` is no level: write off, error, warn",
        ),
        (
            "warn,server",
            "PONTOON_LOG is `warn,server`, and `server` is no level",
        ),
        ("server=loud", "PONTOON_LOG is `server=loud`"),
    ] {
        let message = told("PONTOON_LOG", value, &data);
        assert!(
            message.contains(words) && message.lines().count() == 1,
            "{message}"
        );
    }
    for value in ["", "info", "WARN", "warn,server=debug"] {
        let message = told("PONTOON_LOG", value, &data);
        assert!(
            message.contains("is a file, and a folder is needed"),
            "{value}: {message}"
        );
    }
}

#[test]
fn a_folder_without_a_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("house.toml");
    std::fs::write(&config, "data = \"\"").unwrap();
    let message = told(
        "PONTOON_LOG",
        "warn",
        &["--config", config.to_str().unwrap()],
    );
    assert!(
        message.contains("`data` is empty: it must be the path of a folder"),
        "{message}"
    );
}

#[test]
fn an_address_that_is_a_name_is_refused_with_an_example() {
    let output = Command::new(env!("CARGO_BIN_EXE_pontoon"))
        .args(["serve", "--listen", "localhost:8021"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("numbers and a port are needed, as in 127.0.0.1:8021"),
        "{message}"
    );
}

#[test]
fn the_limit_of_open_files_is_raised_as_far_as_the_sockets_need() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("house.toml");
    std::fs::write(&config, "[sockets]\nmost = 500\n").unwrap();
    // The shell becomes the program, so the process is the same.
    let mut server = Command::new("sh")
        .args([
            "-c",
            "ulimit -S -n 300 && exec \"$0\" serve --listen 127.0.0.1:0 --config \"$1\" \
            --data \"$2\"",
        ])
        .arg(env!("CARGO_BIN_EXE_pontoon"))
        .args([config.as_os_str(), folder.path().join("data").as_os_str()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let first = BufReader::new(server.stdout.take().unwrap())
        .lines()
        .next()
        .unwrap()
        .unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(first.contains("open at"), "{first}");
    let files = limits
        .lines()
        .find(|line| line.starts_with("Max open files"))
        .unwrap();
    assert_eq!(
        files.split_whitespace().nth(3),
        Some("1200"),
        "500 sockets, 500 that may become such, and 200 beside them: {files}"
    );
}

#[test]
fn a_new_password_for_an_administrator_must_be_given() {
    let message = told("PONTOON_LOG", "warn", &["--reset-admin"]);
    assert!(
        message.contains(
            "`--reset-admin` needs the new password in the variable PONTOON_ADMIN_PASSWORD"
        ),
        "{message}"
    );
}
