//! The hash chain: every entry is bound to all entries before it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What goes into the hash before all else, so that no two uses of SHA-256 in the house can meet.
const GENESIS: &[u8] = b"pontoon log 1\n";
const ENTRY: &[u8] = b"pontoon entry 1\n";

/// A SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// What stands before the first entry of a log: it binds the log to its house and to the
    /// house's key.
    pub fn genesis(origin: &str, public_key: &[u8; 32]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(GENESIS);
        hasher.update(origin.as_bytes());
        hasher.update(b"\n");
        hasher.update(public_key);
        Self(hasher.finalize().into())
    }

    /// The hash of the next entry, of which these are the exact bytes.
    pub fn next(self, bytes: &[u8]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(ENTRY);
        hasher.update(self.0);
        hasher.update(bytes);
        Self(hasher.finalize().into())
    }
}

/// The end of the log: how many entries there are, and the hash of the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// How many entries; also the position of the last.
    pub size: u64,
    /// The hash of the last entry, or the genesis hash.
    pub hash: Hash,
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Bytes from lower-case hexadecimal digits, exactly so many.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != N * 2
        || !digits
            .iter()
            .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Why a text is no hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hash is 64 lower-case hexadecimal digits")]
pub struct HashFault;

impl FromStr for Hash {
    type Err = HashFault;

    fn from_str(text: &str) -> Result<Self, HashFault> {
        unhex(text).map(Self).ok_or(HashFault)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_what_came_before() {
        let start = Hash::genesis("house", &[7; 32]);
        assert_ne!(start, Hash::genesis("House", &[7; 32]));
        assert_ne!(start, Hash::genesis("house", &[8; 32]));
        assert_ne!(start.next(b"a").next(b"b"), start.next(b"b").next(b"a"));
        assert_ne!(start.next(b"a"), start.next(b"a").next(b""));
    }

    #[test]
    fn the_chain_is_sha_256_of_domain_previous_and_bytes() {
        let start = Hash([1; 32]);
        let whole = [b"pontoon entry 1\n".as_slice(), &[1; 32], b"{}"].concat();
        assert_eq!(start.next(b"{}"), Hash::of(&whole));
        // SHA-256 of nothing, from FIPS 180-4.
        assert_eq!(
            Hash::of(b"").to_string(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn a_hash_has_one_text() {
        let hash = Hash::of(b"x");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert_eq!(
            hash.to_string().to_uppercase().parse::<Hash>(),
            Err(HashFault)
        );
        assert_eq!("00".parse::<Hash>(), Err(HashFault));
        assert_eq!("é".repeat(32).parse::<Hash>(), Err(HashFault));
    }
}
