//! The names of commands: whoever sends one twice gets the first answer again.

use crate::chain::Hash;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who sent a command, and the sender's own name for it. Used once, for ever.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Parts", deny_unknown_fields)]
pub struct CommandId {
    // In the order of their letters, as records have them.
    id: String,
    sender: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    id: String,
    sender: String,
}

impl CommandId {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 64;

    /// A command by its sender and the sender's name for it.
    ///
    /// # Errors
    ///
    /// When one of them is not 1 to 64 printable ASCII characters.
    pub fn new(sender: impl Into<String>, id: impl Into<String>) -> Result<Self, CommandIdFault> {
        let (sender, id) = (sender.into(), id.into());
        let fits = |text: &str| {
            (1..=Self::LONGEST).contains(&text.len())
                && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        };
        if !fits(&sender) {
            return Err(CommandIdFault::Sender);
        }
        if !fits(&id) {
            return Err(CommandIdFault::Id);
        }
        Ok(Self { id, sender })
    }

    /// Who sent it.
    pub fn sender(&self) -> &str {
        &self.sender
    }

    /// The sender's name for it.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl TryFrom<Parts> for CommandId {
    type Error = CommandIdFault;

    fn try_from(parts: Parts) -> Result<Self, CommandIdFault> {
        Self::new(parts.sender, parts.id)
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.sender, self.id)
    }
}

/// Why a command cannot be named so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandIdFault {
    /// The sender's name does not fit.
    #[error("the sender of a command is 1 to 64 printable ASCII characters")]
    Sender,
    /// The command's name does not fit.
    #[error("the id of a command is 1 to 64 printable ASCII characters")]
    Id,
}

/// A command's name together with the digest of what it asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its name.
    pub id: CommandId,
    /// The digest of its content: the same name with another digest is another command, and
    /// refused.
    pub digest: Hash,
}

impl Command {
    /// A command by its name and the bytes of its content.
    pub fn new(id: CommandId, content: &[u8]) -> Self {
        Self {
            id,
            digest: Hash::of(content),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_named_in_plain_letters() {
        let id = CommandId::new("player/7", "a-1").unwrap();
        assert_eq!(
            (id.sender(), id.id(), id.to_string().as_str()),
            ("player/7", "a-1", "player/7:a-1")
        );
        assert!(CommandId::new("x".repeat(64), "~ ~").is_ok());
        assert_eq!(CommandId::new("", "1"), Err(CommandIdFault::Sender));
        for id in ["", "a\n", "é", &"x".repeat(65)] {
            assert_eq!(CommandId::new("ann", id), Err(CommandIdFault::Id), "{id}");
        }
    }

    #[test]
    fn a_record_with_a_bad_name_is_not_read() {
        let good: CommandId = serde_json::from_str(r#"{"id":"1","sender":"ann"}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&good).unwrap(),
            r#"{"id":"1","sender":"ann"}"#
        );
        assert!(serde_json::from_str::<CommandId>(r#"{"id":"","sender":"ann"}"#).is_err());
        assert!(
            serde_json::from_str::<CommandId>(r#"{"id":"1","sender":"ann","more":1}"#).is_err()
        );
    }
}
