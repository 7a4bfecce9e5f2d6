//! Passwords: what a good one is, its hash, and whether one is right. Slow on purpose: run it on a
//! thread of its own.
//!
//! The desk itself never sees a password, only hashes and the [`Verdict`] of a comparison.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use ledger::PlayerId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The fewest and the most characters of a password.
pub const PASSWORD_CHARACTERS: std::ops::RangeInclusive<usize> = 8..=128;

/// The dearest hash that is accepted, so that nobody makes the house reckon for minutes.
const MOST_KIB: u32 = 256 * 1024;
const MOST_PASSES: u32 = 10;

/// What comparing a password with a hash costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Memory, in KiB.
    pub kib: u32,
    /// Passes over it.
    pub passes: u32,
}

impl Cost {
    /// OWASP's minimum for Argon2id, with one lane.
    pub const USUAL: Self = Self {
        kib: 19_456,
        passes: 2,
    };
    /// The cheapest there is: for tests, never for people.
    pub const LEAST: Self = Self { kib: 8, passes: 1 };
}

/// The hash of a password: an Argon2id PHC string. It is not printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Phc(String);

impl Phc {
    /// Reads a PHC string.
    ///
    /// # Errors
    ///
    /// When it is none, not Argon2id, or dearer than the house reckons.
    pub fn read(text: &str) -> Result<Self, PasswordFault> {
        let hash = PasswordHash::new(text).map_err(|_| PasswordFault::NoPhc)?;
        let params = Params::try_from(&hash).map_err(|_| PasswordFault::NoPhc)?;
        let whole = hash.salt.is_some() && hash.hash.is_some();
        let affordable =
            params.m_cost() <= MOST_KIB && params.t_cost() <= MOST_PASSES && params.p_cost() == 1;
        if hash.algorithm != Algorithm::Argon2id.ident() || !whole || !affordable {
            return Err(PasswordFault::NoPhc);
        }
        Ok(Self(text.to_owned()))
    }

    /// The hash that is compared where there is nobody: nobody knows a password for it.
    pub(crate) fn nobody() -> Self {
        Self(NOBODY.to_owned())
    }
}

/// As dear as everybody's: whoever asks for a name that nobody has waits as long.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUh$iW6sO/Wg0C8nZtGhlAOVdTCE9KhNTAcdh4CMqYm+e7c";

impl TryFrom<String> for Phc {
    type Error = PasswordFault;

    fn try_from(text: String) -> Result<Self, PasswordFault> {
        Self::read(&text)
    }
}

impl From<Phc> for String {
    fn from(phc: Phc) -> Self {
        phc.0
    }
}

impl fmt::Debug for Phc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Phc(hidden)")
    }
}

/// Why a password or a hash is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PasswordFault {
    /// Too short or too long.
    #[error(
        "a password has {} to {} characters",
        PASSWORD_CHARACTERS.start(),
        PASSWORD_CHARACTERS.end(),
    )]
    Length,
    /// The name again.
    #[error(
        "a password is not the name, nor the name with something small around it: take a few \
        unrelated words"
    )]
    LikeName,
    /// Not a hash of ours.
    #[error("not the hash of a password: an Argon2id PHC string with one lane is expected")]
    NoPhc,
}

/// Whether a new password is good enough for this name.
///
/// # Errors
///
/// When it has too few or too many characters, or is hardly more than the name.
pub fn check_new_password(handle: &str, password: &str) -> Result<(), PasswordFault> {
    if !PASSWORD_CHARACTERS.contains(&password.chars().count()) {
        return Err(PasswordFault::Length);
    }
    let around = password
        .to_lowercase()
        .replacen(handle, "", 1)
        .chars()
        .count();
    // `annabel-9` is hardly a password for annabel; a long phrase may well have a name in it.
    let named = around < password.chars().count();
    if named && around < 4 {
        Err(PasswordFault::LikeName)
    } else {
        Ok(())
    }
}

/// The memory in which passwords are reckoned. It is large on purpose, and used again: allocators
/// keep what is freed on many threads.
#[derive(Default)]
pub struct HashMemory(Vec<Block>);

impl fmt::Debug for HashMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HashMemory({} KiB)", self.0.len())
    }
}

impl HashMemory {
    fn reckon(&mut self, params: &Params, password: &str, salt: &[u8]) -> Option<Output> {
        if self.0.len() < params.block_count() {
            self.0.resize(params.block_count(), Block::new());
        }
        let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        argon2
            .hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut self.0)
            .ok()?;
        Output::new(&out).ok()
    }
}

/// The hash of a new password. The salt is 16 fresh random bytes.
///
/// # Errors
///
/// When the password is not good enough for this name.
pub fn hash_password(
    handle: &str,
    password: &str,
    salt: [u8; 16],
    cost: Cost,
    memory: &mut HashMemory,
) -> Result<Phc, PasswordFault> {
    check_new_password(handle, password)?;
    let params = Params::new(cost.kib, cost.passes, 1, None).map_err(|_| PasswordFault::NoPhc)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(|_| PasswordFault::NoPhc)?,
        salt: Some(Salt::new(&salt).map_err(|_| PasswordFault::NoPhc)?),
        hash: Some(
            memory
                .reckon(&params, password, &salt)
                .ok_or(PasswordFault::NoPhc)?,
        ),
    };
    Phc::read(&hash.to_string())
}

/// Whether this is the password behind the hash.
pub fn check_password(phc: &Phc, password: &str, memory: &mut HashMemory) -> bool {
    // Nobody has such a password, and reading on would cost time.
    if password.chars().count() > *PASSWORD_CHARACTERS.end() {
        return false;
    }
    let Ok(hash) = PasswordHash::new(&phc.0) else {
        return false;
    };
    let Ok(params) = Params::try_from(&hash) else {
        return false;
    };
    let Some(salt) = hash.salt else { return false };
    let reckoned = memory.reckon(&params, password, &salt);
    // Outputs are compared in constant time.
    reckoned.is_some() && reckoned == hash.hash
}

/// What a given password is compared with. It is the same work whether or not there is such a
/// person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    pub(crate) person: Option<PlayerId>,
    pub(crate) phc: Phc,
}

impl Challenge {
    /// Compares: slow on purpose.
    #[must_use = "the desk must be told, also of a wrong password"]
    pub fn compare(self, password: &str, memory: &mut HashMemory) -> Verdict {
        let right = check_password(&self.phc, password, memory) && self.person.is_some();
        let given = if right { Given::Right } else { Given::Wrong };
        Verdict {
            person: self.person,
            phc: self.phc,
            given,
        }
    }
}

/// What came of comparing a password: only [`Challenge::compare`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub(crate) person: Option<PlayerId>,
    /// What it was compared with: it may have been changed since.
    pub(crate) phc: Phc,
    pub(crate) given: Given,
}

impl Verdict {
    /// Whether the password was right.
    pub fn given(&self) -> Given {
        self.given
    }

    /// Whose password it was compared with; nobody's where the name is nobody's.
    pub fn person(&self) -> Option<PlayerId> {
        self.person
    }
}

/// Whether a password was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// It was.
    Right,
    /// It was not, or there is no such person.
    Wrong,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_argon2id_with_the_usual_cost() {
        let phc = hash_password(
            "ann",
            "a few plain words",
            [7; 16],
            Cost::USUAL,
            &mut HashMemory::default(),
        )
        .unwrap();
        assert!(
            phc.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            phc.0
        );
        assert!(check_password(
            &phc,
            "a few plain words",
            &mut HashMemory::default()
        ));
        assert!(!check_password(
            &phc,
            "a few plain word",
            &mut HashMemory::default()
        ));
        assert_eq!(format!("{phc:?}"), "Phc(hidden)");
        let other = hash_password(
            "ann",
            "a few plain words",
            [8; 16],
            Cost::USUAL,
            &mut HashMemory::default(),
        )
        .unwrap();
        assert_ne!(phc, other, "another salt is another hash");
    }

    #[test]
    fn nobody_costs_as_much_as_anybody() {
        let phc = Phc::read(NOBODY).unwrap();
        assert!(NOBODY.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let challenge = Challenge { person: None, phc };
        assert_eq!(
            challenge.compare("", &mut HashMemory::default()).given,
            Given::Wrong
        );
    }

    #[test]
    fn a_password_has_8_to_128_characters_and_is_not_the_name() {
        let check = check_new_password;
        assert_eq!(check("ann", "1234567"), Err(PasswordFault::Length));
        assert_eq!(check("ann", "12345678"), Ok(()));
        assert_eq!(
            check("ann", &"ä".repeat(128)),
            Ok(()),
            "characters count, not bytes"
        );
        assert_eq!(check("ann", &"x".repeat(129)), Err(PasswordFault::Length));
        assert_eq!(
            check("annabella", "annabella"),
            Err(PasswordFault::LikeName)
        );
        assert_eq!(
            check("annabella", "AnnaBella123"),
            Err(PasswordFault::LikeName)
        );
        assert_eq!(check("annabella", "annabella likes tea"), Ok(()));
    }

    #[test]
    fn another_hash_or_one_too_dear_is_not_taken() {
        let salt_and_hash = "$bm9ib2R5IGlzIGhlcmUh$iW6sO/Wg0C8nZtGhlAOVdTCE9KhNTAcdh4CMqYm+e7c";
        for (start, fits) in [
            ("$argon2id$v=19$m=19456,t=2,p=1", true),
            ("$argon2i$v=19$m=19456,t=2,p=1", false),
            ("$argon2id$v=19$m=4000000,t=2,p=1", false),
            ("$argon2id$v=19$m=19456,t=11,p=1", false),
            ("$argon2id$v=19$m=19456,t=2,p=2", false),
        ] {
            assert_eq!(
                Phc::read(&format!("{start}{salt_and_hash}")).is_ok(),
                fits,
                "{start}"
            );
        }
        for text in ["", "secret", "$argon2id$v=19$m=19456,t=2,p=1"] {
            assert_eq!(Phc::read(text), Err(PasswordFault::NoPhc), "{text}");
        }
    }
}
