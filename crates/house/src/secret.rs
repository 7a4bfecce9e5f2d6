//! The secret document of a table: the cards that are sealed, and opened shoes that wait for the
//! end of their round.
//!
//! What came out of a shoe, and when it is over, is not known here.

use crate::documents::{SEALED, SHOE, shoe_key};
use fair::{SealedShoe, ServerSeed};
use ledger::TableId;
use serde::{Deserialize, Serialize};
use std::fmt;
use store::Put;

/// The order of the cards, or what it follows from: what nobody but the dealer may know.
#[derive(Clone, Debug)]
pub(crate) enum Secret {
    Shoe(SealedShoe),
    Device(ServerSeed),
}

/// A shoe that is over, with its record.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenedShoe {
    pub(crate) shoe: u64,
    /// As it will be read by everybody.
    pub(crate) record: String,
}

/// All that a table keeps to itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets {
    /// The cards that are being dealt.
    pub(crate) now: Option<Secret>,
    /// Shoes that ended in mid-round, while cards from them lay face down. They are shown when the
    /// round is over.
    pub(crate) waiting: Vec<OpenedShoe>,
}

/// Why a secret document cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SecretFault {
    /// It is none.
    #[error("the sealed cards of table {table} cannot be read: {why}")]
    Unreadable {
        /// Whose.
        table: TableId,
        /// What is wrong.
        why: String,
    },
}

/// How a document begins: cards of a shoe, the seed of a device, or opened shoes that wait, with
/// the cards of now.
const SHOE_TAG: u8 = 1;
const DEVICE_TAG: u8 = 2;
const WAITING_TAG: u8 = 3;

impl Secrets {
    /// The document as it must be written now; it is deleted when there is nothing to keep.
    pub(crate) fn put(&self, table: TableId) -> Put {
        let empty = self.now.is_none() && self.waiting.is_empty();
        Put {
            space: SEALED.to_owned(),
            key: table.to_string(),
            value: (!empty).then(|| self.to_bytes()),
        }
    }

    /// The document's bytes. Where no shoe waits they are those of the cards alone, as they always
    /// were.
    fn to_bytes(&self) -> Vec<u8> {
        let now = self.now.as_ref().map(Secret::to_bytes).unwrap_or_default();
        if self.waiting.is_empty() {
            return now;
        }
        let length = u32::try_from(now.len()).expect("a shoe has at most some thousand cards");
        let waiting = serde_json::to_vec(&self.waiting).expect("a record is plain data");
        [
            vec![WAITING_TAG],
            length.to_be_bytes().to_vec(),
            now,
            waiting,
        ]
        .concat()
    }

    /// The secrets that a document holds.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let Some((&WAITING_TAG, rest)) = bytes.split_first() else {
            return Ok(Self {
                now: Some(Secret::from_bytes(bytes)?),
                waiting: Vec::new(),
            });
        };
        let short = || "it ends too early".to_owned();
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(short)?;
        let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| short())?;
        let (now, waiting) = rest.split_at_checked(length).ok_or_else(short)?;
        let now = if now.is_empty() {
            None
        } else {
            Some(Secret::from_bytes(now)?)
        };
        let waiting = serde_json::from_slice(waiting).map_err(|error| error.to_string())?;
        Ok(Self { now, waiting })
    }
}

impl OpenedShoe {
    /// The document that anybody may read.
    pub(crate) fn put(self, table: TableId) -> Put {
        Put {
            space: SHOE.to_owned(),
            key: shoe_key(table, self.shoe),
            value: Some(self.record.into_bytes()),
        }
    }
}

/// A record that waits shows no cards in a log.
impl fmt::Debug for OpenedShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenedShoe")
            .field("shoe", &self.shoe)
            .finish_non_exhaustive()
    }
}

impl Secret {
    fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Shoe(sealed) => [vec![SHOE_TAG], sealed.to_bytes()].concat(),
            Self::Device(seed) => [vec![DEVICE_TAG], seed.as_bytes().to_vec()].concat(),
        }
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        match bytes.split_first() {
            Some((&SHOE_TAG, rest)) => SealedShoe::from_bytes(rest)
                .map(Self::Shoe)
                .map_err(|fault| fault.to_string()),
            Some((&DEVICE_TAG, rest)) => {
                let seed = rest
                    .try_into()
                    .map_err(|_| "a seed has 32 bytes".to_owned())?;
                Ok(Self::Device(ServerSeed::new(seed)))
            }
            Some(_) | None => Err("it is neither a shoe nor a seed".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn a_document_without_waiting_shoes_is_as_it_always_was() {
        let old = [vec![DEVICE_TAG], vec![5; 32]].concat();
        let secrets = Secrets::from_bytes(&old).unwrap();
        assert!(matches!(secrets.now, Some(Secret::Device(_))));
        assert_eq!(secrets.waiting, []);
        assert_eq!(secrets.put(TableId(1)).value, Some(old));
        assert_eq!(Secrets::default().put(TableId(1)).value, None);
    }

    #[test]
    fn waiting_shoes_are_kept_with_cards_and_without() {
        let waiting = vec![
            OpenedShoe {
                shoe: 3,
                record: "{}".to_owned(),
            },
            OpenedShoe {
                shoe: 4,
                record: "[]".to_owned(),
            },
        ];
        for now in [None, Some(Secret::Device(ServerSeed::new([5; 32])))] {
            let bytes = Secrets {
                now: now.clone(),
                waiting: waiting.clone(),
            }
            .to_bytes();
            let again = Secrets::from_bytes(&bytes).unwrap();
            assert_eq!(again.waiting, waiting);
            assert_eq!(
                again.now.map(|secret| secret.to_bytes()),
                now.map(|secret| secret.to_bytes())
            );
            for end in 0..bytes.len() {
                assert!(
                    Secrets::from_bytes(&bytes[..end]).is_err(),
                    "the first {end} bytes are no document"
                );
            }
        }
    }

    #[test]
    fn a_waiting_record_is_not_printed() {
        let shoe = OpenedShoe {
            shoe: 3,
            record: "the ace of spades".to_owned(),
        };
        assert!(!format!("{shoe:?}").contains("ace"));
    }
}
