//! A request whose sender is known: whose turn it takes, and its name in the journal.
//!
//! Whether it is permitted, and what it comes to, is not decided here.

use crate::message::{Ask, Sender, To, Wish};
use desk::{By, DeskCommand};
use ledger::{PlayerId, TableId};
use serde_json::json;
use std::collections::BTreeSet;
use store::CommandId;
use table::Command;

/// What only one request at a time may use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Turn {
    Desk,
    Table(TableId),
    /// A person's limits are looked at before a wager is on disk: their requests wait for each
    /// other in the whole house.
    Person(PlayerId),
}

/// A request whose sender is known.
pub(super) struct Heard {
    pub(super) ask: Ask,
    pub(super) by: By,
}

impl Heard {
    /// The house was away, and a table goes on.
    pub(super) fn back(table: TableId) -> Self {
        Self::by_house(Wish::Back(table), To::Back(table))
    }

    /// The time it was away is left out; now the table itself is told.
    pub(super) fn restarted(table: TableId) -> Self {
        Self::by_house(Wish::Table(table, Command::Restarted), To::Restarted(table))
    }

    const fn by_house(wish: Wish, to: To) -> Self {
        Self {
            ask: Ask {
                sender: Sender::House,
                id: None,
                wish,
                to,
            },
            by: By::House,
        }
    }

    /// What nobody else may use meanwhile.
    pub(super) fn turns(&self) -> BTreeSet<Turn> {
        let mut turns = BTreeSet::new();
        match &self.ask.wish {
            Wish::Table(id, _) | Wish::Back(id) => drop(turns.insert(Turn::Table(*id))),
            Wish::SignIn { .. } => drop(turns.insert(Turn::Desk)),
            Wish::Desk(command) => {
                turns.insert(Turn::Desk);
                turns.extend(subject(command).map(Turn::Person));
            }
        }
        if let By::Person(person) = self.by {
            turns.insert(Turn::Person(person));
        }
        turns
    }

    /// The name of the request in the journal, with the digest of its content.
    pub(super) fn name(&self) -> Option<store::Command> {
        let id = CommandId::new(self.by.to_string(), self.ask.id.as_ref()?).ok()?;
        let content = match &self.ask.wish {
            Wish::Table(table, command) => {
                json!({ "table": table, "command": command }).to_string()
            }
            Wish::Back(table) => json!({ "back": table }).to_string(),
            Wish::Desk(command) => format!("{command:?}"),
            Wish::SignIn { handle, .. } => handle.clone(),
        };
        Some(store::Command::new(id, content.as_bytes()))
    }
}

/// Whom a command of the desk is about, beside whoever gives it.
fn subject(command: &DeskCommand) -> Option<PlayerId> {
    if let DeskCommand::CloseGuest { guest: person, .. }
    | DeskCommand::Lock { person, .. }
    | DeskCommand::Unlock { person }
    | DeskCommand::Credit { player: person, .. }
    | DeskCommand::FundHousePlayer { player: person, .. }
    | DeskCommand::Correct { player: person, .. } = command
    {
        Some(*person)
    } else {
        None
    }
}
