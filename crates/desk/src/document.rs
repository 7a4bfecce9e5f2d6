//! Documents as the store keeps them: JSON with a version. What they say is checked when they are
//! read.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::Put;

/// Something that is kept as one small document.
pub trait Document: Serialize + DeserializeOwned {
    /// What kind of document, as the store names it.
    const SPACE: &'static str;
    /// The newest version there is; older ones are read for ever.
    const VERSION: u16;

    /// Which one.
    fn key(&self) -> String;

    /// Whether what it says can be; else what is wrong.
    ///
    /// # Errors
    ///
    /// What does not fit, in words.
    fn check(&self) -> Result<(), String>;

    /// The document as it is written.
    fn put(&self) -> Put {
        let value = serde_json::to_vec(&Written {
            version: Self::VERSION,
            is: self,
        })
        .expect("a document is plain data");
        Put {
            space: Self::SPACE.to_owned(),
            key: self.key(),
            value: Some(value),
        }
    }

    /// Its removal.
    fn removal(&self) -> Put {
        Put {
            space: Self::SPACE.to_owned(),
            key: self.key(),
            value: None,
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    ///
    /// When it is newer than this software, is no such document, or lies under another's key.
    fn read(key: &str, bytes: &[u8]) -> Result<Self, DocumentFault> {
        let fault = |why| DocumentFault {
            space: Self::SPACE,
            key: key.to_owned(),
            why,
        };
        let bad = |error: serde_json::Error| fault(Why::Unreadable(error.to_string()));
        let head: Head = serde_json::from_slice(bytes).map_err(bad)?;
        if !(1..=Self::VERSION).contains(&head.version) {
            return Err(fault(Why::Version {
                found: head.version,
                known: Self::VERSION,
            }));
        }
        let Read { is, .. } = serde_json::from_slice::<Read<Self>>(bytes).map_err(bad)?;
        is.check().map_err(|what| fault(Why::Unreadable(what)))?;
        if is.key() != key {
            return Err(fault(Why::OtherKey(is.key())));
        }
        Ok(is)
    }
}

#[derive(Serialize)]
struct Written<'a, T> {
    version: u16,
    is: &'a T,
}

#[derive(Deserialize)]
struct Head {
    version: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read<T> {
    #[serde(rename = "version")]
    _version: u16,
    is: T,
}

/// Why a document cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("document {space}/{key}: {why}")]
pub struct DocumentFault {
    space: &'static str,
    key: String,
    why: Why,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Why {
    #[error("{0}")]
    Unreadable(String),
    #[error(
        "it has version {found}, and this software reads 1 to {known}: run the software that wrote \
        it"
    )]
    Version { found: u16, known: u16 },
    #[error("what is in it belongs under {0}")]
    OtherKey(String),
}
