//! The program under load: started, asked over plain HTTP, stopped and audited.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const PASSWORD: &str = "a few plain words";
const GIVEN: &str = "given by the house";
const CONFIG: &str = "
listen = '127.0.0.1:0'
[demo]
tables = []
[rate]
messages = 10000
burst = 10000
requests = 1000000
sign_ins = 100000
[sockets]
most = 100000
per_address = 100000
";

/// What the journal has written: batches, and the groups they were written in.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    groups: f64,
    batches: f64,
}

impl Written {
    /// How many batches shared an fsync since then.
    pub(crate) fn batches_a_group_since(self, before: Self) -> f64 {
        (self.batches - before.batches) / (self.groups - before.groups)
    }
}

/// What somebody shows to be known.
pub(crate) struct Token(pub(crate) String);

pub(crate) struct Program {
    child: Child,
    folder: TempDir,
    pub(crate) at: SocketAddr,
}

impl Program {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("pontoon.toml");
        std::fs::write(&config, CONFIG).unwrap();
        let mut child = pontoon()
            .args(["serve", "--config"])
            .arg(&config)
            .arg("--data")
            .arg(folder.path().join("data"))
            .env("PONTOON_ADMIN_PASSWORD", PASSWORD)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let at = lines
            .find_map(|line| {
                line.unwrap()
                    .split_once("http://")
                    .map(|(_, at)| at.parse().unwrap())
            })
            .unwrap();
        Self { child, folder, at }
    }

    /// A gaming manager, with a password of their own.
    pub(crate) fn manager(&self) -> Token {
        let admin = self.sign_in("admin", PASSWORD);
        let max = json!({ "handle": "max", "password": GIVEN, "roles": ["gaming_manager"] });
        post(self.at, "/api/staff", Some(&admin), &max);
        let first = self.sign_in("max", GIVEN);
        post(
            self.at,
            "/api/me/password",
            Some(&first),
            &json!({ "old": GIVEN, "new": PASSWORD }),
        );
        first
    }

    fn sign_in(&self, handle: &str, password: &str) -> Token {
        token(&post(
            self.at,
            "/api/sign-in",
            None,
            &json!({ "handle": handle, "password": password }),
        ))
    }

    pub(crate) fn guest(&self) -> Token {
        token(&post(self.at, "/api/guest", None, &Value::Null))
    }

    /// What it occupies, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS"))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// What its journal has written so far.
    pub(crate) fn written(&self) -> Written {
        let figures = ask(self.at, "GET", "/metrics", None, "");
        let figure = |name: &str| {
            let told = figures
                .lines()
                .find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
            told.unwrap_or_else(|| panic!("no {name} in {figures}"))
        };
        Written {
            groups: figure("pontoon_journal_groups"),
            batches: figure("pontoon_journal_batches"),
        }
    }

    /// Stops it in order, has the log verified, and says how many entries it has.
    pub(crate) fn stop_and_verify(mut self) -> usize {
        let asked = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(
            asked.success() && self.child.wait().unwrap().success(),
            "it stops in order"
        );
        let verified = pontoon()
            .args(["audit", "verify", "--data"])
            .arg(self.folder.path().join("data"))
            .output()
            .unwrap();
        let said = String::from_utf8(verified.stdout).unwrap();
        assert!(verified.status.success(), "{said}");
        let entries = said
            .split_once(" to ")
            .and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
        entries.unwrap_or_else(|| panic!("how many entries? {said}"))
    }
}

fn pontoon() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pontoon"))
}

fn token(entered: &Value) -> Token {
    Token(
        entered["token"]
            .as_str()
            .unwrap_or_else(|| panic!("{entered}"))
            .to_owned(),
    )
}

/// Asks for something that must be done.
pub(crate) fn post(at: SocketAddr, path: &str, token: Option<&Token>, body: &Value) -> Value {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    serde_json::from_str(&ask(at, "POST", path, token, &body)).unwrap_or_default()
}

fn ask(at: SocketAddr, method: &str, path: &str, token: Option<&Token>, body: &str) -> String {
    let mut stream = TcpStream::connect(at).unwrap();
    let bearer = token
        .map(|token| format!("Authorization: Bearer {}\r\n", token.0))
        .unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n{bearer}Content-Type: \
        application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 2"), "{path}: {answer}");
    body.to_owned()
}
