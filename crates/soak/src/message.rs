//! What is said between clients, the clock and the house.

use desk::{DeskCommand, SessionKey, Token};
use ledger::TableId;
use serde_json::Value;
use std::rc::Rc;
use table::Command;

/// What somebody wants.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// Something of a table.
    Table(TableId, Command),
    /// That a table goes on after the house was away.
    Back(TableId),
    /// Something of the desk.
    Desk(DeskCommand),
    /// To sign in under a name. Everybody's password is the same here.
    SignIn {
        /// The name.
        handle: String,
        /// The new session's.
        key: SessionKey,
    },
}

/// Who says so.
#[derive(Clone, PartialEq, Debug)]
pub enum Sender {
    /// Whoever shows this token.
    Token(Token),
    /// Somebody who has not signed in.
    Visitor,
    /// The house itself.
    House,
}

/// One request. A repetition has the same id and asks for the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// Who asks.
    pub sender: Sender,
    /// The asker's own name for it.
    pub id: Option<String>,
    /// For what.
    pub wish: Wish,
    /// Who waits for the answer.
    pub to: To,
}

/// Who waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    /// A client, on one of its connections, for one of its requests.
    Client(Route),
    /// The clock of a table.
    Clock(TableId),
    /// A table whose players' time away is left out.
    Back(TableId),
    /// A table that was told that the house was away.
    Restarted(TableId),
    /// Nobody.
    Nobody,
}

/// The way to a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// Which client.
    pub client: usize,
    /// Which of its connections.
    pub connection: u64,
    /// Which of its requests.
    pub no: u64,
}

/// What the house answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// This, for good: the same request gets the same answer again.
    Answer(Value),
    /// It could not be done or nobody knows: ask again.
    Fault(String),
    /// Sign in first, and ask again.
    NotSignedIn,
}

/// What leaves the house.
#[derive(Clone, PartialEq, Debug)]
pub enum Out {
    /// An answer.
    Said(To, Said),
    /// A new version of a table, for everybody who watches it.
    Frame(Frame),
    /// The time while the house was away is left out of everybody's play at a table.
    Away(TableId),
    /// Something that must never be: the run is over.
    Broken(String),
}

/// What happened at a table, as everybody sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// Which table.
    pub table: TableId,
    /// Its version after it.
    pub version: u64,
    /// The events, as JSON.
    pub events: Rc<str>,
}
