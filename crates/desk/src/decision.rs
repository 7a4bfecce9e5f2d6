//! What a command comes to: events for the log, money, documents, and an answer.

use crate::command::By;
use crate::event::DeskEvent;
use crate::limits::LimitChange;
use crate::password::Phc;
use crate::person::{ChosenBy, Exclusion, Password};
use crate::session::{SessionKey, SessionNo};
use ledger::{PlayerId, Transfer, TransferId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Batch, Command, Draft, Put, Stream};
use table::Time;

/// The kind of the desk's entries in the log.
pub const ENTRY_KIND: &str = "desk";
/// Their version.
pub const ENTRY_VERSION: u16 = 1;

/// What a command comes to. It has happened once its batch is on disk and the desk has taken it in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeskDecision {
    /// Who asked.
    pub by: By,
    /// When.
    pub at: Time,
    /// What happened.
    pub events: Vec<DeskEvent>,
    /// The money that moved.
    pub transfers: Vec<Transfer>,
    /// The documents that changed.
    pub puts: Vec<Put>,
    /// What whoever asked is told.
    pub answer: Answer,
    /// What the log must not see.
    pub(crate) secrets: Vec<Secret>,
}

/// What goes into documents and not into the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Secret {
    Password {
        person: PlayerId,
        password: Password,
    },
    Session {
        no: SessionNo,
        key: SessionKey,
    },
}

impl Secret {
    pub(crate) const fn password(person: PlayerId, phc: Phc, chosen_by: ChosenBy) -> Self {
        Self::Password {
            person,
            password: Password { phc, chosen_by },
        }
    }
}

/// What whoever asked is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Answer {
    Done,
    /// Somebody has an account now.
    Created {
        person: PlayerId,
    },
    SignedIn {
        person: PlayerId,
        session: SessionNo,
        /// When they signed in the time before.
        last: Option<Time>,
        then: Then,
    },
    /// Name or password is wrong, and it counts.
    WrongPassword,
    /// From when on each change holds.
    Limits {
        from: Vec<(LimitChange, Time)>,
    },
    Excluded {
        until: Exclusion,
    },
    /// Money moved.
    Moved {
        transfer: TransferId,
    },
    Incident {
        no: u64,
    },
    /// So many sessions are ended.
    Ended {
        sessions: u64,
    },
}

/// What a person must do after signing in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Then {
    /// Nothing.
    Welcome,
    /// The password was chosen by the staff.
    ChangePassword,
}

impl DeskDecision {
    /// The batch that makes it happen.
    ///
    /// `expected` is the number of the last entry of the house's stream when the desk decided, if
    /// that must not have changed. `command` is the sender's name for what was asked: whoever asks
    /// again is answered the same.
    pub fn into_batch(self, expected: Option<u64>, command: Option<Command>) -> Batch {
        let body = json!({ "events": self.events });
        let draft = Draft {
            stream: Stream::House,
            at: self.at.0,
            by: self.by.to_string(),
            kind: ENTRY_KIND.to_owned(),
            version: ENTRY_VERSION,
            body,
            transfers: self.transfers,
        };
        let answer = json!(self.answer);
        Batch {
            entry: Some(draft),
            expected,
            command,
            answer,
            puts: self.puts,
            ..Batch::default()
        }
    }
}

/// The events in the body of one of the desk's entries.
///
/// # Errors
///
/// When it is no such body.
pub fn events_of(body: &Value) -> Result<Vec<DeskEvent>, serde_json::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        events: Vec<DeskEvent>,
    }
    Body::deserialize(body).map(|body| body.events)
}
