//! The laboratory of a running server and the command line: one question, one answer, to the last
//! digit.

use crate::support::{json as printed, text};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Server {
    child: Child,
    at: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("pontoon.toml");
        std::fs::write(&config, "listen = '127.0.0.1:0'\n[demo]\ntables = []\n").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_pontoon"))
            .args(["serve", "--config"])
            .arg(&config)
            .arg("--data")
            .arg(folder.path().join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let first = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .next()
            .unwrap()
            .unwrap();
        let at = first.rsplit("http://").next().unwrap().parse().unwrap();
        Self {
            child,
            at,
            _folder: folder,
        }
    }

    fn ask(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: {}",
            body.len()
        );
        serde_json::from_str(&self.answer(&head, &body)).unwrap()
    }

    fn file(&self, path: &str) -> String {
        self.answer(&format!("GET {path} HTTP/1.1"), "")
    }

    fn answer(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.at).unwrap();
        write!(
            stream,
            "{head}\r\nhost: {}\r\nconnection: close\r\n\r\n{body}",
            self.at
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(" 200 OK"), "{head}");
        body.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_laboratory_and_the_command_line_give_the_same_figures() {
    let server = Server::start();
    let edge = printed(&["edge", "canberra", "--decks", "6", "--wager", "10"]);
    let asked = server.ask(
        "/api/analysis/edge",
        &json!({ "book": "canberra", "decks": 6, "wager": 1000 }),
    );
    let same = |one: &Value, other: &Value| {
        assert!(one.is_number() && one == other, "{one} is not {other}")
    };
    same(&edge[0]["ev_per_initial_wager"], &asked["expectation"]);

    let ev = printed(&["ev", "sydney", "8s 8h against 6d", "--seen", "5c 5d"]);
    let question = json!({ "book": "sydney", "hand": "8s 8h", "upcard": "6d", "removed": "5c 5d" });
    let hand = server.ask("/api/analysis/hand", &question);
    let actions = ev["actions"].as_array().unwrap();
    assert_eq!(actions.len(), hand["actions"].as_array().unwrap().len());
    for (one, other) in actions.iter().zip(hand["actions"].as_array().unwrap()) {
        assert_eq!(one["action"], other["action"], "in the same order");
        same(&one["ev"], &other["worth"]);
    }

    let side = printed(&["side", "sydney"]);
    let asked = server.ask("/api/analysis/side", &json!({ "book": "sydney" }));
    assert_eq!(side["pairs"]["edge"], asked["pairs"]["edge"]);
    assert_eq!(side["insurance_break_even"], asked["insurance_break_even"]);

    let asked = server.ask("/api/analysis/super-bonus", &json!({ "book": "sydney" }));
    let (prizes, wagers) = (
        side["super_bonus"].as_array().unwrap(),
        asked["wagers"].as_array().unwrap(),
    );
    assert!(prizes.len() > 3 && prizes.len() == wagers.len(), "{asked}");
    for (one, other) in prizes.iter().zip(wagers) {
        same(&one["super_bonus_ev"], &other["worth"]);
        same(&one["ev_per_initial_wager"], &other["expectation"]);
    }

    let price = printed(&["price", "sydney", "--set", "dealer.soft-17=stands"]);
    let asked = server.ask(
        "/api/analysis/price",
        &json!({ "book": "sydney", "key": "dealer.soft-17" }),
    );
    same(
        &price["difference"],
        &asked["alternatives"][0]["difference"],
    );
}

#[test]
fn the_files_of_the_laboratory_are_those_of_the_command_line_byte_for_byte() {
    let server = Server::start();
    let changed = [
        "singapore",
        "--decks",
        "6",
        "--wager",
        "10",
        "--set",
        "dealer.soft-17=stands",
    ];
    let asked = "decks=6&wager=1000&dealer.soft-17=stands";
    for (command, form, file) in [
        ("par", None, "par"),
        ("strategy", Some("svg"), "chart.svg"),
        ("strategy", Some("csv"), "chart.csv"),
    ] {
        let form = form.map(|form| ["--as", form]);
        let arguments: Vec<&str> = [command]
            .into_iter()
            .chain(changed)
            .chain(form.into_iter().flatten())
            .collect();
        let printed = text(&arguments);
        assert!(
            printed.len() > 10_000,
            "{arguments:?} prints a whole file, not {} bytes",
            printed.len()
        );
        assert!(
            server.file(&format!("/api/books/singapore/{file}?{asked}")) == printed,
            "{file} is another than {arguments:?}"
        );
        assert!(
            server.file(&format!("/api/books/singapore/{file}")) != printed,
            "{file} goes by what is asked"
        );
    }
}
