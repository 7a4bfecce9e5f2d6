//! Checkpoints: the house signs how long its log is and what its last hash is.
//!
//! The text is a signed note as transparency logs write them: origin, size, hash and time on a line
//! each, an empty line, and the signature. Whoever keeps one can later see whether the log still
//! holds what it held then.

use crate::backend::Identity;
use crate::chain::{Hash, Head};
use crate::key::{HouseKey, is_signed};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};
use std::fmt;

/// What the line with the time starts with.
const TIME: &str = "time ";
/// What a line with a signature starts with.
const DASH: &str = "\u{2014} ";
/// The algorithm byte of Ed25519 in the id of a note's key.
const ED25519: u8 = 1;

/// A signed statement about the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Whose log.
    pub origin: String,
    /// Its end at that time.
    pub head: Head,
    /// When, in milliseconds since 1970.
    pub time: u64,
    /// The id of the key, as notes have it.
    key_id: [u8; 4],
    signature: [u8; 64],
}

impl Checkpoint {
    /// Signs the end of a log.
    pub fn sign(origin: &str, key: &HouseKey, head: Head, time: u64) -> Self {
        let signature = key.sign(body(origin, head, time).as_bytes());
        Self {
            origin: origin.to_owned(),
            head,
            time,
            key_id: key_id(origin, &key.public()),
            signature,
        }
    }

    /// Whether this house signed it.
    ///
    /// # Errors
    ///
    /// When it is another house's, or nobody's.
    pub fn check(&self, identity: &Identity) -> Result<(), CheckpointFault> {
        if self.origin != identity.origin {
            let (found, expected) = (self.origin.clone(), identity.origin.clone());
            return Err(CheckpointFault::OtherOrigin { found, expected });
        }
        let text = body(&self.origin, self.head, self.time);
        let key = self.key_id == key_id(&self.origin, &identity.key);
        if !key || !is_signed(&identity.key, text.as_bytes(), &self.signature) {
            return Err(CheckpointFault::NotSigned);
        }
        Ok(())
    }

    /// Reads a checkpoint from its text. Who signed it is another question: [`Checkpoint::check`].
    ///
    /// # Errors
    ///
    /// When the text is not exactly that of a checkpoint.
    pub fn parse(text: &str) -> Result<Self, CheckpointFault> {
        let checkpoint = parts(text).ok_or(CheckpointFault::NoCheckpoint)?;
        // One checkpoint, one text.
        if checkpoint.to_string() == text {
            Ok(checkpoint)
        } else {
            Err(CheckpointFault::NoCheckpoint)
        }
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = [self.key_id.as_slice(), &self.signature].concat();
        writeln!(f, "{}", body(&self.origin, self.head, self.time))?;
        writeln!(f, "{DASH}{} {}", self.origin, BASE64.encode(signed))
    }
}

/// Why a text is not a checkpoint of this house.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointFault {
    /// Not a checkpoint at all.
    #[error(
        "this is no checkpoint: it has the lines origin, size, hash (base64) and time, an empty \
        line, and a signature line"
    )]
    NoCheckpoint,
    /// Another house's.
    #[error("the checkpoint is of `{found}`, not of `{expected}`")]
    OtherOrigin {
        /// Whose it is.
        found: String,
        /// Whose it should be.
        expected: String,
    },
    /// The signature is not the house's.
    #[error("the house's key did not sign the checkpoint")]
    NotSigned,
}

/// Whether a text may name a house: one line, no spaces, so that it also names the house's key in a
/// note.
pub(crate) fn is_origin(text: &str) -> bool {
    (1..=128).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'+')
}

fn body(origin: &str, head: Head, time: u64) -> String {
    format!(
        "{origin}\n{}\n{}\n{TIME}{time}\n",
        head.size,
        BASE64.encode(head.hash.0)
    )
}

/// The id of a key in a signed note: the first four bytes of the hash of its name, its algorithm
/// and its public half.
fn key_id(origin: &str, key: &[u8; 32]) -> [u8; 4] {
    let hash = Sha256::digest([origin.as_bytes(), b"\n", &[ED25519], key].concat());
    [hash[0], hash[1], hash[2], hash[3]]
}

fn parts(text: &str) -> Option<Checkpoint> {
    let mut lines = text.split('\n');
    let origin = lines.next().filter(|origin| is_origin(origin))?.to_owned();
    let size = lines.next()?.parse().ok()?;
    let hash = Hash(BASE64.decode(lines.next()?).ok()?.try_into().ok()?);
    let time = lines.next()?.strip_prefix(TIME)?.parse().ok()?;
    lines.next().filter(|line| line.is_empty())?;
    let signed = lines
        .next()?
        .strip_prefix(DASH)?
        .strip_prefix(&origin)?
        .strip_prefix(' ')?;
    let signed = BASE64.decode(signed).ok()?;
    let (key_id, signature) = signed.split_first_chunk::<4>()?;
    let signature = signature.try_into().ok()?;
    Some(Checkpoint {
        origin,
        head: Head { size, hash },
        time,
        key_id: *key_id,
        signature,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> (HouseKey, Identity) {
        let key = HouseKey::from_entropy([7; 32]);
        let identity = Identity {
            origin: "pontoon.test/house".to_owned(),
            key: key.public(),
        };
        (key, identity)
    }

    fn signed() -> Checkpoint {
        let head = Head {
            size: 300,
            hash: Hash([5; 32]),
        };
        Checkpoint::sign("pontoon.test/house", &house().0, head, 1_700_000_000_000)
    }

    #[test]
    fn a_checkpoint_is_a_signed_note() {
        let text = signed().to_string();
        let lines: Vec<&str> = text.split('\n').collect();
        assert_eq!(
            lines[..5],
            [
                "pontoon.test/house",
                "300",
                "BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=",
                "time 1700000000000",
                ""
            ]
        );
        assert!(
            lines[5].starts_with("\u{2014} pontoon.test/house "),
            "{text}"
        );
        assert_eq!(lines[6..], [""]);
        assert_eq!(Checkpoint::parse(&text), Ok(signed()));
        assert_eq!(signed().check(&house().1), Ok(()));
    }

    #[test]
    fn a_changed_checkpoint_is_no_checkpoint_of_the_house() {
        let text = signed().to_string();
        for at in 0..text.len() {
            for mask in [0x01, 0x02, 0x10, 0x20] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= mask;
                let Ok(changed) = String::from_utf8(bytes) else {
                    continue;
                };
                let checked =
                    Checkpoint::parse(&changed).and_then(|checkpoint| checkpoint.check(&house().1));
                assert!(checked.is_err(), "{changed}");
            }
        }
        for cut in 0..text.len() {
            assert!(!text.is_char_boundary(cut) || Checkpoint::parse(&text[..cut]).is_err());
        }
    }

    #[test]
    fn another_houses_checkpoint_is_told_apart() {
        let (_, identity) = house();
        let other = Checkpoint::sign("pontoon.test/other", &house().0, signed().head, 1);
        assert!(matches!(
            other.check(&identity),
            Err(CheckpointFault::OtherOrigin { .. })
        ));
        let forged = Checkpoint::sign(
            "pontoon.test/house",
            &HouseKey::from_entropy([8; 32]),
            signed().head,
            1,
        );
        assert_eq!(forged.check(&identity), Err(CheckpointFault::NotSigned));
        assert!(
            ["a b", "", "a+b", "a\nb", "\u{e9}"]
                .into_iter()
                .all(|text| !is_origin(text))
        );
    }
}
