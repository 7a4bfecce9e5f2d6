//! A player who goes by what the server says may be done, and knows no rules.

use super::client::Socket;
use serde_json::{Value, json};

/// The least a box must have in all: alone on it, one has to bring it.
const MINIMUM: u64 = 500;

/// The command for something a player may do, with the least amount there may be.
pub(crate) fn command_of(can: &Value) -> Value {
    let mut what = can["what"].clone();
    if let Some(cut) = what.get("cut") {
        return json!({ "cut": { "place": cut["least"] } });
    }
    if what == "give_seed" {
        return json!({ "give_seed": { "seed": "of a player" } });
    }
    if !can["least"].is_null() {
        let amounts = [
            "/lay/lay/wager",
            "/lay/lay/side",
            "/choose/choice/insure",
            "/choose/choice/double",
        ];
        for path in amounts {
            if let Some(amount) = what.pointer_mut(&format!("{path}/amount")) {
                *amount = can["least"].clone();
            }
        }
        if let Some(amount) = what.pointer_mut("/lay/lay/wager/amount") {
            *amount = json!(amount.as_u64().unwrap_or(0).max(MINIMUM));
        }
    }
    what
}

fn kind(can: &Value) -> &str {
    match &can["what"] {
        Value::String(name) => name,
        Value::Object(one) => one.keys().next().map(String::as_str).unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => "",
    }
}

/// Somebody who plays by following what may be done: comes, sits at a box, wagers the least on it
/// once, says ready and takes the first choice that is offered whenever one is.
pub(crate) struct Follower {
    pub(crate) table: u32,
    pub(crate) name: String,
    pub(crate) box_no: u8,
    can: Vec<Value>,
    /// The version of what is known, and the one that an answer has promised.
    version: u64,
    promised: u64,
    /// The version at which a command was given that is not answered yet.
    asked_at: Option<u64>,
    wagered: bool,
    /// Whether to say that one is ready; others may still want to wager.
    pub(crate) hurries: bool,
    /// A wager beside the hand that is laid too, by its name.
    pub(crate) also_on: Option<&'static str>,
    also_laid: bool,
    /// Every frame that came.
    pub(crate) frames: Vec<Value>,
    pub(crate) balances: Vec<i64>,
}

impl Follower {
    pub(crate) fn new(table: u32, name: &str, box_no: u8) -> Self {
        Self {
            table,
            name: name.to_owned(),
            box_no,
            can: Vec::new(),
            version: 0,
            promised: 0,
            asked_at: None,
            wagered: false,
            hurries: true,
            also_on: None,
            also_laid: false,
            frames: Vec::new(),
            balances: Vec::new(),
        }
    }

    /// Plays until a round in which this player wagered is over; its number.
    pub(crate) async fn round(&mut self, socket: &mut Socket) -> u64 {
        self.until(socket, |frames| {
            let events = frames.last()?["events"].as_array()?.iter();
            events
                .filter_map(|event| event["what"]["round_over"]["no"].as_u64())
                .next()
        })
        .await
    }

    /// Plays until somebody is waited for in the middle of a round, which is returned; a round may
    /// be over before that.
    pub(crate) async fn until_asked(&mut self, socket: &mut Socket) -> Value {
        self.until(socket, |frames| {
            let round = &frames.last()?["view"]["round"];
            let asked = !round["waiting_for"].as_array()?.is_empty();
            asked.then(|| round.clone())
        })
        .await
    }

    /// Plays until a frame is what is wanted.
    pub(crate) async fn until<T>(
        &mut self,
        socket: &mut Socket,
        wanted: impl Fn(&[Value]) -> Option<T>,
    ) -> T {
        loop {
            if let Some(command) = self.wish() {
                self.asked_at = Some(self.version);
                let id = format!("{}-{}", self.name, self.version);
                socket
                    .say(json!({ "do": { "id": id, "table": self.table, "command": command } }))
                    .await;
            }
            let message = socket.next().await.expect("the table goes on");
            self.hear(&message);
            if let Some(found) = message.get("frame").and_then(|_| wanted(&self.frames)) {
                return found;
            }
        }
    }

    fn hear(&mut self, message: &Value) {
        if let Some(frame) = message.get("frame") {
            // What oneself may do follows every frame.
            self.promised = self.promised.max(frame["version"].as_u64().unwrap());
            if frame["events"]
                .as_array()
                .unwrap()
                .iter()
                .any(|event| event["what"].get("round_over").is_some())
            {
                (self.wagered, self.also_laid) = (false, false);
            }
            self.frames.push(frame.clone());
        }
        if let Some(private) = message.get("private") {
            self.version = private["version"].as_u64().unwrap();
            self.can = private["view"]["can"].as_array().unwrap().clone();
        }
        if let Some(cents) = message["balance"]["cents"].as_i64() {
            self.balances.push(cents);
        }
        if let Some(answer) = message.get("answer") {
            let asked_at = self
                .asked_at
                .take()
                .expect("only what was asked is answered");
            match answer["answer"]["done"]["version"].as_u64() {
                Some(version) => self.promised = self.promised.max(version),
                // Somebody else was first. With what was known nothing was wrong: what may be done
                // is accepted.
                None => assert!(
                    self.version > asked_at,
                    "{} was refused what was offered: {answer}",
                    self.name
                ),
            }
        }
        assert!(message.get("refused").is_none(), "{}: {message}", self.name);
    }

    fn wish(&mut self) -> Option<Value> {
        if self.asked_at.is_some() || self.version < self.promised {
            return None;
        }
        let find = |wanted: &str| self.can.iter().find(|can| kind(can) == wanted);
        if find("arrive").is_some() {
            return Some(json!({ "arrive": { "name": self.name } }));
        }
        for wanted in ["choose", "cut", "give_seed"] {
            if let Some(can) = find(wanted) {
                return Some(command_of(can));
            }
        }
        if let Some(can) = self
            .can
            .iter()
            .find(|can| can["what"]["sit"]["box_no"] == self.box_no)
        {
            return Some(command_of(can));
        }
        let wager = self
            .can
            .iter()
            .find(|can| can["what"]["lay"]["lay"]["wager"]["box_no"] == self.box_no);
        if let Some(can) = wager.filter(|_| !self.wagered) {
            self.wagered = true;
            return Some(command_of(can));
        }
        let also = self.can.iter().find(|can| {
            let side = &can["what"]["lay"]["lay"]["side"];
            side["box_no"] == self.box_no
                && self.also_on.is_some_and(|wanted| side["side"] == wanted)
        });
        if let Some(can) = also.filter(|_| self.wagered && !self.also_laid) {
            self.also_laid = true;
            return Some(command_of(can));
        }
        find("ready")
            .filter(|_| self.hurries)
            .map(|_| json!("ready"))
    }
}
