//! The messages on a socket, both ways. What they mean is told in `docs/api.md`.

use crate::error_detail::ErrorDetail;
use desk::Check;
use ledger::{PlayerId, TableId};
use rules::Net;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Command, Time};

/// What a client may say.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ClientSays"))]
pub enum Say {
    /// Asks a table for something.
    Do {
        /// The client's own name for this request; a repetition has the same.
        id: String,
        /// Which table.
        table: TableId,
        /// How many rounds had begun there when it was meant; once another has begun it is refused.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        rounds: Option<u64>,
        /// For what.
        command: Box<Command>,
    },
    /// Watches a table.
    Watch {
        /// Which table.
        table: TableId,
        /// The last version the client has seen.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        from: Option<u64>,
        /// The key of a private table.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        key: Option<String>,
    },
    /// Watches it no more.
    Unwatch {
        /// Which table.
        table: TableId,
    },
    /// Asks whether the connection lives.
    Ping,
}

impl Say {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut json = serde_json::Deserializer::from_str(text);
        let say = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| what_is_wrong(text, &error))?;
        json.end().map_err(|error| error.to_string())?;
        Ok(say)
    }
}

fn what_is_wrong(text: &str, error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let value: Option<Value> = serde_json::from_str(text).ok();
    let is_message = |value: &Value| {
        value.is_string() || value.as_object().is_some_and(|fields| fields.len() == 1)
    };
    if value.is_some_and(|value| !is_message(&value)) {
        return "a message is \"ping\", or an object with one field: `do`, `watch` or `unwatch`"
            .to_owned();
    }
    match error.path().to_string().as_str() {
        "." => error.inner().to_string(),
        path => format!("{path}: {}", error.inner()),
    }
}

/// What the server says beside the frames of tables.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum Tell<'a> {
    /// The first message: as whom the client is known.
    Hello {
        person: Option<PlayerId>,
        handle: Option<&'a str>,
        at: Time,
        /// Which build of the program and its page it is: a page of another build had better be
        /// loaded again.
        build: &'a str,
    },
    /// What came of a request.
    Answer {
        id: &'a str,
        table: TableId,
        #[cfg_attr(feature = "ts", ts(as = "house::Answer"))]
        answer: Value,
    },
    /// Why a message was not taken; the id and the table where it had them.
    Refused {
        id: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        table: Option<TableId>,
        code: &'a str,
        error: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        detail: Option<ErrorDetail>,
    },
    /// What the player has.
    Balance { cents: Net },
    /// A reality check that must be acknowledged before the next wager.
    Reality { check: Check },
    /// The connection lives.
    Pong { at: Time },
}
