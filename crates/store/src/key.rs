//! The house's key: it signs checkpoints and exports.

use crate::chain::{hex, unhex};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The first word of a key file.
const WORD: &str = "pontoon-key-1";

/// The house's secret key.
#[derive(Clone)]
pub struct HouseKey(SigningKey);

impl HouseKey {
    /// The key that these random bytes give.
    pub fn from_entropy(entropy: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&entropy))
    }

    /// The secret half, for whoever else signs in the house's name.
    pub fn secret(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Its public half.
    pub fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    pub(crate) fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }

    /// Reads the key from its file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or holds no key.
    pub fn load(path: &Path) -> Result<Self, KeyFault> {
        let text = fs::read_to_string(path).map_err(|error| KeyFault::io(path, error))?;
        let secret = text
            .strip_prefix(WORD)
            .and_then(|rest| rest.strip_prefix(' '))
            .and_then(|rest| rest.strip_suffix('\n'));
        let secret = secret.and_then(unhex).ok_or_else(|| KeyFault::NoKey {
            path: path.to_owned(),
        })?;
        Ok(Self::from_entropy(secret))
    }

    /// Writes a new key to a file that only its owner may read. A file that is there is never
    /// replaced.
    ///
    /// # Errors
    ///
    /// When the file is there or cannot be written.
    pub fn create(path: &Path, entropy: [u8; 32]) -> Result<Self, KeyFault> {
        let io = |error| KeyFault::io(path, error);
        if path.try_exists().map_err(io)? {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        // Under another name until it is whole: half a key would be none, for ever. Whoever makes
        // one has the folder's lock.
        let unfinished = path.with_extension("new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&unfinished).map_err(io)?;
        writeln!(file, "{WORD} {}", hex(&entropy))
            .and_then(|()| file.sync_all())
            .map_err(io)?;
        fs::rename(&unfinished, path).map_err(io)?;
        // The file's name must be on disk too: a house that lost its key cannot go on.
        #[cfg(unix)]
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            fs::File::open(folder)
                .and_then(|folder| folder.sync_all())
                .map_err(io)?;
        }
        Ok(Self::from_entropy(entropy))
    }

    /// Reads the key from its file, or writes a new one where there is none.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written, or holds no key.
    pub fn load_or_create(path: &Path, entropy: [u8; 32]) -> Result<Self, KeyFault> {
        match Self::create(path, entropy) {
            Err(KeyFault::Io { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => {
                Self::load(path)
            }
            created => created,
        }
    }
}

impl fmt::Debug for HouseKey {
    // The secret never reaches a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HouseKey({})", hex(&self.public()))
    }
}

/// The public half of a house's key, as people write it: 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey(pub [u8; 32]);

/// Why a text is no public key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a public key is 64 hexadecimal digits")]
pub struct PublicKeyFault;

impl FromStr for PublicKey {
    type Err = PublicKeyFault;

    fn from_str(text: &str) -> Result<Self, PublicKeyFault> {
        unhex(&text.to_ascii_lowercase())
            .map(Self)
            .ok_or(PublicKeyFault)
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// Whether the key with this public half signed these bytes.
pub(crate) fn is_signed(public: &[u8; 32], bytes: &[u8], signature: &[u8; 64]) -> bool {
    let key = VerifyingKey::from_bytes(public);
    key.is_ok_and(|key| {
        key.verify_strict(bytes, &Signature::from_bytes(signature))
            .is_ok()
    })
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyFault {
    /// The file cannot be read or written.
    #[error("cannot use the house's key {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{} holds no key: it should be one line, `{WORD} ` and 64 lower-case hexadecimal \
        digits", path.display())]
    NoKey {
        /// The file.
        path: PathBuf,
    },
}

impl KeyFault {
    fn io(path: &Path, error: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.key");
        let key = HouseKey::create(&path, [7; 32]).unwrap();
        assert_eq!(HouseKey::load(&path).unwrap().public(), key.public());
        assert!(
            matches!(HouseKey::create(&path, [8; 32]), Err(KeyFault::Io { .. })),
            "it is never replaced"
        );
        assert_eq!(
            HouseKey::load_or_create(&path, [8; 32]).unwrap().public(),
            key.public()
        );
        assert!(!format!("{key:?}").contains("0707"), "{key:?}");
    }

    /// A machine that stops while the key is written leaves no house without one.
    #[test]
    fn half_a_key_is_no_key_and_stands_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.key");
        fs::write(path.with_extension("new"), WORD).unwrap();
        let key = HouseKey::load_or_create(&path, [7; 32]).unwrap();
        assert_eq!(HouseKey::load(&path).unwrap().public(), key.public());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_the_key_that_signed_is_believed() {
        let (key, other) = (
            HouseKey::from_entropy([7; 32]),
            HouseKey::from_entropy([8; 32]),
        );
        let signature = key.sign(b"words");
        assert!(is_signed(&key.public(), b"words", &signature));
        assert!(!is_signed(&other.public(), b"words", &signature));
        assert!(!is_signed(&key.public(), b"Words", &signature));
        // Not a point of the curve at all.
        assert!(!is_signed(&[2; 32], b"words", &signature));
    }

    #[test]
    fn a_public_key_is_written_in_digits() {
        let key = PublicKey(HouseKey::from_entropy([7; 32]).public());
        assert_eq!(key.to_string().to_uppercase().parse(), Ok(key));
        assert_eq!("12".parse::<PublicKey>(), Err(PublicKeyFault));
    }
}
