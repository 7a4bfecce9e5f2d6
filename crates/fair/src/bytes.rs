//! Fixed numbers of bytes, each kind its own type, written as lower-case hexadecimal digits.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// Why a text does not write so many bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexError {
    /// How many digits it must have.
    digits: usize,
    /// The text, or its beginning.
    text: String,
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not {} digits of 0 to 9 and a to f",
            self.text, self.digits
        )
    }
}

impl std::error::Error for HexError {}

/// A type of bytes with its two forms: the bytes, and hexadecimal digits in messages and files.
macro_rules! hex_bytes {
    ($(#[$meta:meta])* $name:ident, $len:literal) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
        $(#[$meta])*
        pub struct $name([u8; $len]);

        impl $name {
            /// These bytes.
            pub const fn new(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }

            /// The bytes.
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_hex(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_hex(&self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = HexError;

            fn from_str(text: &str) -> Result<Self, HexError> {
                let mut bytes = [0; $len];
                read_hex(text, &mut bytes)?;
                Ok(Self(bytes))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read_text(deserializer, "a text of hexadecimal digits")
            }
        }
    };
}

hex_bytes! {
    /// The name of one shoe, or of one stretch of a device between two changes of its seeds. No two
    /// are alike.
    #[cfg_attr(feature = "ts", ts(rename = "FairId"))]
    Id, 16
}
hex_bytes! {
    /// What hides a card in its leaf until it is opened.
    Salt, 16
}
hex_bytes! {
    /// A SHA-256 digest: a leaf, a node, a root, the commitment to a seed.
    Digest, 32
}
hex_bytes! {
    /// The Ed25519 key that checks signatures.
    PublicKey, 32
}
hex_bytes! {
    /// An Ed25519 signature.
    Signature, 64
}
hex_bytes! {
    /// The value of one round of a public beacon.
    Beacon, 32
}
hex_bytes! {
    /// A server's seed that has been revealed. Before that it is a
    /// [`ServerSeed`](crate::ServerSeed).
    RevealedSeed, 32
}

fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Only lower case is read: a file has one way to write a value.
fn read_hex(text: &str, bytes: &mut [u8]) -> Result<(), HexError> {
    let fault = || HexError {
        digits: bytes.len() * 2,
        text: text.chars().take(20).collect(),
    };
    let digits: Vec<u8> = text
        .bytes()
        .map(value)
        .collect::<Option<_>>()
        .ok_or_else(fault)?;
    if digits.len() != bytes.len() * 2 {
        return Err(fault());
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] * 16 + pair[1];
    }
    Ok(())
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// Reads what a text says; the reader of the file adds where it stood.
pub(crate) fn read_text<'de, D, T>(deserializer: D, expected: &'static str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    struct Text<T>(&'static str, std::marker::PhantomData<T>);
    impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Text(expected, std::marker::PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_and_read_back() {
        let text = "00010203040506070809aabbccddeeff";
        let id: Id = text.parse().unwrap();
        assert_eq!(id.as_bytes()[..3], [0, 1, 2]);
        assert_eq!(id.as_bytes()[15], 0xff);
        assert_eq!(id.to_string(), text);
    }

    #[test]
    fn what_is_not_lower_case_hexadecimal_of_the_right_length_is_named() {
        for text in [
            "",
            "00",
            "0g010203040506070809aabbccddeeff",
            "00010203040506070809AABBCCDDEEFF",
            "é0010203040506070809aabbccddee",
        ] {
            let error = text.parse::<Id>().unwrap_err().to_string();
            assert!(error.contains("32 digits"), "{error}");
        }
    }
}
