//! The real program on a real disk, killed again and again while people play: nothing acknowledged
//! is lost, nothing happens twice, and the money adds up.
//!
//! `KILLS` says how often; `make kill` asks for 1,000.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use house::Replayed;
use ledger::Account;
use rules::{Money, Net};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;
use store::{CommandId, Entry, Folder, Read, SqliteReader};

const CLIENTS: usize = 6;
const CONFIG: &str = "
listen = '127.0.0.1:0'
time_zone = 'Australia/Sydney'
[rate]
sign_ins = 100000
[demo]
house_players = 2
[times]
wagers_ms = 150
decision_ms = 400
cut_ms = 100
";

/// Numbers that need not be random, only different in every run's every step.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

struct Server {
    child: Child,
    at: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pontoon"))
            .args(["serve", "--config"])
            .arg(folder.join("pontoon.toml"))
            .arg("--data")
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let at = first.rsplit("http://").next().unwrap().parse().unwrap();
        Self { child, at }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop in order.
    fn stop(mut self) {
        let asked = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(asked.success());
        assert!(
            self.child.wait().unwrap().success(),
            "a server that is asked to stop stops in order"
        );
    }
}

/// Where the server listens now: it has another address after every start.
#[derive(Clone, Copy)]
struct Spot {
    start: u64,
    at: SocketAddr,
    open: bool,
}

struct Door {
    spot: Mutex<Spot>,
    moved: Condvar,
}

impl Door {
    fn now(&self) -> Spot {
        *self.spot.lock().unwrap()
    }

    fn change(&self, change: impl FnOnce(&mut Spot)) {
        change(&mut self.spot.lock().unwrap());
        self.moved.notify_all();
    }

    /// Waits until the server that did not answer is another one, or the test is over.
    fn after(&self, start: u64) -> Spot {
        *self
            .moved
            .wait_while(self.spot.lock().unwrap(), |spot| {
                spot.open && spot.start == start
            })
            .unwrap()
    }
}

/// One request; none if the server did not answer.
fn request(
    at: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect_timeout(&at, Duration::from_secs(2)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let bearer = token
        .map(|token| format!("Authorization: Bearer {token}\r\n"))
        .unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n{bearer}Content-Type: \
        application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    // A body that was cut short is no answer.
    Some((status, serde_json::from_str(body).ok()?))
}

/// What a client was told, once and for all.
struct Told {
    id: String,
    answer: Value,
}

struct Client {
    door: Arc<Door>,
    /// Tells of every request that goes out and every answer that comes in.
    steps: Sender<()>,
    dice: Dice,
    token: String,
    person: u64,
    handle: String,
    table: u64,
    sent: u64,
    told: Vec<Told>,
}

impl Client {
    fn enter(door: &Arc<Door>, steps: &Sender<()>, no: u64) -> Self {
        let (status, me) = request(door.now().at, "POST", "/api/guest", None, None).unwrap();
        assert_eq!(status, 200, "{me}");
        Self {
            door: Arc::clone(door),
            steps: steps.clone(),
            dice: Dice(no),
            token: me["token"].as_str().unwrap().to_owned(),
            person: me["person"].as_u64().unwrap(),
            handle: me["handle"].as_str().unwrap().to_owned(),
            table: no % 5 + 1,
            sent: 0,
            told: Vec::new(),
        }
    }

    /// Asks until somebody answers; none when the test is over.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let mut spot = self.door.now();
        while spot.open {
            let _ = self.steps.send(());
            let answer = request(spot.at, method, path, Some(&self.token), body);
            let _ = self.steps.send(());
            match answer {
                Some((500.., _)) | None => spot = self.door.after(spot.start),
                Some(answer) => return Some(answer),
            }
        }
        None
    }

    /// Sends a command until it is answered, always under the same id.
    fn command(&mut self, command: &Value) {
        self.sent += 1;
        let id = format!("{}-{}", self.person, self.sent);
        let body = json!({ "id": id, "command": command });
        let path = format!("/api/tables/{}/commands", self.table);
        // Anything else is refused for good: not enough money, a limit.
        if let Some((200, answer)) = self.ask("POST", &path, Some(&body)) {
            self.told.push(Told { id, answer });
        }
    }

    fn run(mut self) -> Self {
        let path = format!("/api/tables/{}/mine", self.table);
        while let Some((status, mine)) = self.ask("GET", &path, None) {
            assert_eq!(status, 200, "{mine}");
            let can = mine["can"].as_array().cloned().unwrap_or_default();
            let command = self.choose(&can);
            self.command(&command);
        }
        self
    }

    /// One of the things the server says may be done; now and then one that may not.
    fn choose(&mut self, can: &[Value]) -> Value {
        if can.is_empty() || self.dice.below(20) == 0 {
            return json!("ready");
        }
        let place = usize::try_from(self.dice.below(u64::try_from(can.len()).unwrap())).unwrap();
        let what = &can[place]["what"];
        if what == "arrive" {
            return json!({ "arrive": { "name": self.handle } });
        }
        if what == "depart" && self.dice.below(10) > 0 {
            return json!("ready");
        }
        if let Some(cut) = what.get("cut") {
            return json!({ "cut": { "place": cut["least"] } });
        }
        let mut command = what.clone();
        // Wagers are small: the least there may be, or 5 dollars.
        for path in ["/lay/lay/wager/amount", "/lay/lay/side/amount"] {
            if let Some(amount) = command.pointer_mut(path) {
                *amount = json!(500);
            }
        }
        command
    }
}

/// A member who has cashed everything out gets more.
fn ask_for_play_money(at: SocketAddr) {
    let account = json!({ "handle": "poor", "password": "a few plain words" });
    let (_, me) = request(at, "POST", "/api/register", None, Some(&account)).unwrap();
    let token = me["token"].as_str();
    for (path, body) in [
        (
            "/api/me/cash-out",
            json!({ "id": "out", "amount": 100_000 }),
        ),
        ("/api/tables/1/top-up", json!({ "id": "more" })),
    ] {
        let (status, answer) = request(at, "POST", path, token, Some(&body)).unwrap();
        assert_eq!(status, 200, "{path}: {answer}");
    }
}

fn kills() -> u32 {
    std::env::var("KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(100)
}

/// Lets so many requests and answers pass.
fn let_pass(steps: &Receiver<()>, count: u64) {
    // What happened while the server was down does not count.
    while steps.try_recv().is_ok() {}
    for _ in 0..count {
        steps.recv().unwrap();
    }
}

#[test]
fn nothing_acknowledged_is_lost_however_often_the_house_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pontoon.toml"), CONFIG).unwrap();
    let mut server = Server::start(folder.path());
    ask_for_play_money(server.at);
    let spot = Spot {
        start: 0,
        at: server.at,
        open: true,
    };
    let door = Arc::new(Door {
        spot: Mutex::new(spot),
        moved: Condvar::new(),
    });
    let (steps, passed) = channel();
    let clients: Vec<Client> = (1..=CLIENTS)
        .map(|no| Client::enter(&door, &steps, u64::try_from(no).unwrap()))
        .collect();
    let threads: Vec<_> = clients
        .into_iter()
        .map(|client| thread::spawn(move || client.run()))
        .collect();
    let mut dice = Dice(42);
    for _ in 0..kills() {
        let_pass(&passed, 1 + dice.below(600));
        server.kill();
        server = Server::start(folder.path());
        door.change(|spot| {
            *spot = Spot {
                start: spot.start + 1,
                at: server.at,
                open: true,
            }
        });
    }
    let_pass(&passed, 400);
    door.change(|spot| spot.open = false);
    let clients: Vec<Client> = threads
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .collect();
    server.stop();
    check(&folder.path().join("data"), &clients);
    check_documents(&folder.path().join("data"));
}

/// Everything beside the log is what the log says; and where it is not, that is found.
fn check_documents(data: &Path) {
    let replay = ["audit", "replay", "--data", data.to_str().unwrap()];
    let said = support::text(&replay);
    for kind in [
        "cash",
        "desk",
        "funds",
        "funds-after",
        "person",
        "play",
        "recall",
        "round",
        "sealed",
        "session",
        "shoe",
        "snapshot",
        "top_up",
    ] {
        assert!(said.contains(&format!(" {kind},")), "{kind}: {said}");
    }
    let folder = Folder::at(data);
    for (space, name, word) in [
        ("person", "\"sign_ins\":", "is.sign_ins is"),
        ("play", "\"net\":", "net is"),
        ("session", "\"created\":", "is.created is"),
        ("desk", "\"person\":", "is.person is"),
        ("round", "\"shoe\":", "shoe is"),
        ("funds/", "\"round\":", "round is"),
        ("funds-after/", "", "and the log says"),
        ("cash/", "\"at\":", "at is"),
        ("top_up", "\"at\":", "is.at is"),
        ("recall/", "", "and the log says"),
        ("shoe", "\"place\":", "and the log says"),
    ] {
        let (space, document) = first_of(&folder, space);
        let text = String::from_utf8(document.value.clone()).unwrap();
        let changed = with_another_number(&text, name);
        put(&folder, &space, &document.key, changed.into_bytes());
        support::fails(
            &replay,
            &[&format!("document {space}/{}: ", document.key), word],
        );
        put(&folder, &space, &document.key, document.value);
    }
    support::text(&replay);
}

/// A text with 7 added to the number behind a name.
fn with_another_number(text: &str, name: &str) -> String {
    let (before, after) = text.split_at(
        text.find(name)
            .unwrap_or_else(|| panic!("{name} is not in {text}"))
            + name.len(),
    );
    let end = after.find([',', '}', ']', '/']).unwrap_or(after.len());
    let number: i64 = after[..end]
        .parse()
        .unwrap_or_else(|_| panic!("no number behind {name} in {text}"));
    format!("{before}{}{}", number + 7, &after[end..])
}

/// The first document of a kind.
fn first_of(folder: &Folder, kind: &str) -> (String, store::Document) {
    let mut reader = SqliteReader::open(folder).unwrap();
    let found = reader.documents_after(kind, "", 1).unwrap().remove(0);
    assert!(found.0.starts_with(kind), "{}", found.0);
    found
}

fn put(folder: &Folder, space: &str, key: &str, value: Vec<u8>) {
    use store::Backend as _;
    let mut database = store::Sqlite::open(folder).unwrap();
    let put = store::Put {
        space: space.to_owned(),
        key: key.to_owned(),
        value: Some(value),
    };
    database.begin().unwrap();
    database
        .write(&store::Group {
            puts: vec![put],
            ..store::Group::default()
        })
        .unwrap();
    database.commit().unwrap();
}

fn check(data: &Path, clients: &[Client]) {
    let mut reader = SqliteReader::open(&Folder::at(data)).unwrap();
    let mut replayed = Replayed::default();
    let mut seen = std::collections::BTreeSet::new();
    let mut from = 1;
    loop {
        let raw = reader.log(from, 1000).unwrap();
        let Some(last) = raw.last() else { break };
        from = last.position + 1;
        for raw in &raw {
            let entry = Entry::decode_exact(&raw.bytes).unwrap();
            if let Some(id) = &entry.command {
                assert!(seen.insert(id.clone()), "{id} happened twice");
            }
            replayed.tell(raw.position, &entry).unwrap();
        }
    }
    let mut told = 0;
    for client in clients {
        for each in &client.told {
            let id = CommandId::new(format!("person/{}", client.person), each.id.clone()).unwrap();
            let answered = reader.answers(&[&id]).unwrap().pop().flatten();
            let answered = answered.unwrap_or_else(|| panic!("{id} was acknowledged and is lost"));
            let answer: Value = serde_json::from_slice(&answered.answer).unwrap();
            assert_eq!(answer, each.answer, "{id}");
            if each.answer["done"]["version"].is_u64() {
                told += 1;
            }
        }
    }
    assert!(
        told > 50,
        "only {told} commands were acknowledged: nothing was tested"
    );
    assert!(
        replayed.rounds > 5,
        "only {} rounds were played",
        replayed.rounds
    );
    assert_eq!(
        replayed.balances().map(|(_, balance)| balance).sum::<Net>(),
        Net::ZERO
    );
    for table in replayed.tables() {
        let held = replayed.ledger.balance(Account::Held(table.id()));
        assert_eq!(
            held,
            Net::won(table.at_stake()),
            "wagers held at table {}",
            table.id()
        );
    }
    let held: Money = replayed.tables().map(table::Table::at_stake).sum();
    println!(
        "{told} commands acknowledged, {} rounds, {held} on the layouts at the end",
        replayed.rounds
    );
}
