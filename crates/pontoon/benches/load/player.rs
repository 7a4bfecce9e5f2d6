//! Players who do what the server says they may, and people who look on.

use crate::latency::Latencies;
use crate::program::Token;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// The least a box must have in all, in cents: alone on it, one has to bring it.
const MINIMUM: u64 = 500;

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// How everybody behaves at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// Nobody does anything.
    Still,
    /// People think for some seconds.
    Human,
    /// The same, and some who look on do not read what they are sent.
    HumanAndSleepers,
    /// Everybody asks as soon as there is an answer.
    Hasty,
    /// It is over.
    Over,
}

/// A socket at a table.
pub(crate) async fn connect(at: SocketAddr, token: Option<&Token>, table: usize) -> Socket {
    let mut request = format!("ws://{at}/ws").into_client_request().unwrap();
    if let Some(token) = token {
        request.headers_mut().insert(
            "Authorization",
            format!("Bearer {}", token.0).parse().unwrap(),
        );
    }
    let stream = TcpStream::connect(at).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream)
        .await
        .unwrap();
    let watch = json!({ "watch": { "table": table, "from": null } });
    socket.send(Message::text(watch.to_string())).await.unwrap();
    socket
}

/// Reads, or sleeps when sleepers sleep; how many frames there were.
pub(crate) async fn look_on(
    mut socket: Socket,
    mut pace: watch::Receiver<Pace>,
    sleeper: bool,
) -> usize {
    let mut frames = 0;
    loop {
        let now = *pace.borrow_and_update();
        if now == Pace::Over {
            return frames;
        }
        if sleeper && now == Pace::HumanAndSleepers {
            if pace.changed().await.is_err() {
                return frames;
            }
            continue;
        }
        tokio::select! {
            _ = pace.changed() => {}
            message = socket.next() => match message {
                Some(Ok(message)) => frames += usize::from(message.to_text().is_ok_and(|text| text.starts_with("{\"frame"))),
                // Whoever sleeps too long is disconnected.
                Some(Err(_)) | None => {
                    assert!(sleeper, "a watcher who reads is not disconnected");
                    return frames;
                }
            }
        }
    }
}

/// Somebody who sits at a box and plays.
pub(crate) struct Player {
    socket: Socket,
    name: String,
    table: usize,
    box_no: usize,
    /// What may be done, as the server said last.
    can: Vec<Value>,
    version: u64,
    promised: u64,
    asked: Option<(u64, Instant)>,
    /// Whether a wager is laid for this round.
    wagered: bool,
    sent: u64,
    done: usize,
}

impl Player {
    pub(crate) async fn come(at: SocketAddr, token: Token, table: usize, box_no: usize) -> Self {
        let socket = connect(at, Some(&token), table).await;
        let (can, name) = (Vec::new(), String::new());
        Self {
            socket,
            name,
            table,
            box_no,
            can,
            version: 0,
            promised: 0,
            asked: None,
            wagered: false,
            sent: 0,
            done: 0,
        }
    }

    /// Plays until it is over; how many commands were acknowledged.
    pub(crate) async fn play(
        mut self,
        mut pace: watch::Receiver<Pace>,
        latencies: Arc<Latencies>,
    ) -> usize {
        let mut think = self.think(Pace::Still);
        loop {
            let now = *pace.borrow_and_update();
            if now == Pace::Over && self.asked.is_none() {
                return self.done;
            }
            let acts = now != Pace::Still
                && now != Pace::Over
                && self.asked.is_none()
                && self.version >= self.promised;
            tokio::select! {
                _ = pace.changed() => think = self.think(now),
                message = self.socket.next() => {
                    let text = message.expect("the server goes on").expect("the server goes on").into_text().unwrap();
                    if self.hear(&text, &latencies) {
                        think = self.think(now);
                    }
                },
                () = tokio::time::sleep_until(think.into()), if acts && !self.can.is_empty() => {
                    self.act().await;
                    think = self.think(now);
                },
            }
        }
    }

    /// Until when this player thinks.
    fn think(&self, pace: Pace) -> Instant {
        // Any spread will do: nobody thinks as long as the neighbour.
        let spread = (self.sent * 7919 + self.box_no as u64 * 613 + self.table as u64 * 977) % 2000;
        let millis = match pace {
            Pace::Hasty => 0,
            Pace::Still | Pace::Human | Pace::HumanAndSleepers | Pace::Over => 500 + spread,
        };
        Instant::now() + Duration::from_millis(millis)
    }

    async fn act(&mut self) {
        let Some(command) = self.wish() else {
            self.can.clear();
            return;
        };
        self.sent += 1;
        let ask = json!({
            "do": { "id": self.sent.to_string(), "table": self.table, "command": command },
        });
        self.asked = Some((self.sent, Instant::now()));
        self.socket
            .send(Message::text(ask.to_string()))
            .await
            .unwrap();
    }

    /// Takes a message in; whether it says what may be done now.
    fn hear(&mut self, text: &str, latencies: &Latencies) -> bool {
        // Of frames only the end of a round matters here.
        if text.starts_with("{\"frame") {
            self.wagered &= !text.contains("\"round_over\"") && !text.contains("\"round_void\"");
            return false;
        }
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        if let Some(handle) = message["hello"]["handle"].as_str() {
            handle.clone_into(&mut self.name);
        }
        if let Some(answer) = message.get("answer") {
            let (id, since) = self.asked.take().expect("only what was asked is answered");
            assert_eq!(answer["id"], id.to_string());
            if let Some(version) = answer["answer"]["done"]["version"].as_u64() {
                latencies.add(since.elapsed());
                self.done += 1;
                self.promised = self.promised.max(version);
            }
        }
        assert!(message.get("refused").is_none(), "{message}");
        let Some(private) = message.get("private") else {
            return false;
        };
        self.version = private["version"].as_u64().unwrap();
        self.can = private["view"]["can"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        true
    }

    fn wish(&mut self) -> Option<Value> {
        let find = |wanted: &str| self.can.iter().find(|can| kind(can) == wanted);
        if find("arrive").is_some() {
            return Some(json!({ "arrive": { "name": self.name } }));
        }
        if let Some(can) = find("cut") {
            return Some(json!({ "cut": { "place": can["what"]["cut"]["least"] } }));
        }
        let at_box = |path: &str| {
            self.can.iter().find(|can| {
                can["what"]
                    .pointer(path)
                    .is_some_and(|no| *no == self.box_no)
            })
        };
        if let Some(can) = at_box("/sit/box_no") {
            return Some(can["what"].clone());
        }
        // Standing is always offered, and last: rounds end.
        if let Some(can) = self.can.iter().rfind(|can| kind(can) == "choose") {
            return Some(can["what"].clone());
        }
        if find("ready").is_some() {
            return Some(json!("ready"));
        }
        let can = at_box("/lay/lay/wager/box_no").filter(|_| !self.wagered)?;
        let mut lay = can["what"].clone();
        *lay.pointer_mut("/lay/lay/wager/amount")? = json!(can["least"].as_u64()?.max(MINIMUM));
        self.wagered = true;
        Some(lay)
    }
}

fn kind(can: &Value) -> &str {
    match &can["what"] {
        Value::String(name) => name,
        Value::Object(one) => one.keys().next().map(String::as_str).unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => "",
    }
}
