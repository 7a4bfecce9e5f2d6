//! What the house signs and publishes before the first card: a shoe's root, or the digest of a
//! device's seed.

use crate::{Digest, Entropy, Id, NoEntropy, PublicKey, SealedShoe, Signature};
use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// The largest number that every reader of JSON keeps exactly: 2^53 - 1.
pub const MOST_EXACT: u64 = (1 << 53) - 1;

/// What was committed to. Each kind is signed under words of its own, so one is never taken for the
/// other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Committed {
    /// The order of a shoe: the digest is the root over its cards.
    Shoe,
    /// The seed of a shuffling device: the digest is
    /// [`ServerSeed::commitment`](crate::ServerSeed::commitment).
    Device,
}

impl Committed {
    fn domain(self) -> &'static [u8] {
        match self {
            Self::Shoe => b"pontoon/shoe/commitment/v1",
            Self::Device => b"pontoon/device/commitment/v1",
        }
    }
}

impl fmt::Display for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shoe => "shoe",
            Self::Device => "device",
        })
    }
}

/// A commitment with its signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SignedCommitment {
    /// To what.
    pub kind: Committed,
    /// The name of the shoe, or of the stretch of a device.
    pub id: Id,
    /// How many cards the shoe or device holds at the start.
    pub cards: u32,
    /// The root, or the digest of the seed.
    pub digest: Digest,
    /// When it was signed, in milliseconds since 1970: the signer says so.
    #[serde(deserialize_with = "exact")]
    pub time_ms: u64,
    /// The key of the signer. Whether it is the house's is for the reader to know.
    pub key: PublicKey,
    /// The signature over all of it.
    pub signature: Signature,
}

/// Why a commitment binds nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommitmentFault {
    /// The key is one under which anything is signed.
    Key,
    /// The signature is not over these values, or not by this key, or the key is none.
    Signature,
}

impl fmt::Display for CommitmentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "its key is one under which anything is signed",
            Self::Signature => "its signature does not fit its values and its key",
        })
    }
}

impl std::error::Error for CommitmentFault {}

impl SignedCommitment {
    /// Signs the root of a shoe. Publish it before the cut.
    pub fn to_shoe(shoe: &SealedShoe, time_ms: u64, signer: &Signer) -> Self {
        Self::sign(
            Committed::Shoe,
            shoe.id(),
            shoe.n_cards(),
            shoe.commitment(),
            time_ms,
            signer,
        )
    }

    /// Signs the digest of a device's seed. Publish it before any player's seed is known.
    pub fn to_device(id: Id, cards: u32, seed: Digest, time_ms: u64, signer: &Signer) -> Self {
        Self::sign(Committed::Device, id, cards, seed, time_ms, signer)
    }

    fn sign(
        kind: Committed,
        id: Id,
        cards: u32,
        digest: Digest,
        time_ms: u64,
        signer: &Signer,
    ) -> Self {
        let unsigned = Self {
            kind,
            id,
            cards,
            digest,
            time_ms,
            key: signer.public_key(),
            signature: Signature::new([0; 64]),
        };
        let signature = signer.key.sign(&unsigned.signed_bytes());
        Self {
            signature: Signature::new(signature.to_bytes()),
            ..unsigned
        }
    }

    /// The bytes that are signed: words for the kind, then the values one after the other, numbers
    /// with their greatest byte first.
    pub fn signed_bytes(&self) -> Vec<u8> {
        [
            self.kind.domain(),
            self.id.as_bytes(),
            &self.cards.to_be_bytes(),
            self.digest.as_bytes(),
            &self.time_ms.to_be_bytes(),
            self.key.as_bytes(),
        ]
        .concat()
    }

    /// Checks the signature by the key in the commitment.
    ///
    /// # Errors
    ///
    /// When key or signature are worth nothing.
    pub fn verify(&self) -> Result<(), CommitmentFault> {
        let key = VerifyingKey::from_bytes(self.key.as_bytes())
            .map_err(|_| CommitmentFault::Signature)?;
        if key.is_weak() {
            return Err(CommitmentFault::Key);
        }
        let signature = ed25519_dalek::Signature::from_bytes(self.signature.as_bytes());
        key.verify_strict(&self.signed_bytes(), &signature)
            .map_err(|_| CommitmentFault::Signature)
    }
}

/// A number that no reader of JSON rounds.
fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer)?;
    if number > MOST_EXACT {
        return Err(de::Error::custom(format_args!(
            "{number} is larger than {MOST_EXACT}, the largest that stays exact"
        )));
    }
    Ok(number)
}

/// The house's signing key.
#[derive(Clone)]
pub struct Signer {
    key: SigningKey,
}

impl Signer {
    /// The signer with this secret key.
    pub fn new(secret: &[u8; 32]) -> Self {
        Self {
            key: SigningKey::from_bytes(secret),
        }
    }

    /// A signer with a new key.
    ///
    /// # Errors
    ///
    /// When chance fails.
    pub fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, NoEntropy> {
        let mut secret = [0; 32];
        entropy.fill(&mut secret)?;
        Ok(Self::new(&secret))
    }

    /// The key that checks what this one signs: for everybody.
    pub fn public_key(&self) -> PublicKey {
        PublicKey::new(self.key.verifying_key().to_bytes())
    }

    /// The secret key, for the server's secret store.
    pub fn secret(&self) -> [u8; 32] {
        self.key.to_bytes()
    }
}

/// The public half only.
impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer")
            .field("public", &self.public_key())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed() -> SignedCommitment {
        SignedCommitment::sign(
            Committed::Shoe,
            Id::new([1; 16]),
            384,
            Digest::new([2; 32]),
            1234,
            &Signer::new(&[3; 32]),
        )
    }

    #[test]
    fn what_was_signed_holds() {
        assert_eq!(signed().verify(), Ok(()));
        assert_eq!(signed().key, Signer::new(&[3; 32]).public_key());
    }

    #[test]
    fn the_signed_bytes_are_as_written_down() {
        let bytes = signed().signed_bytes();
        let words = b"pontoon/shoe/commitment/v1";
        assert_eq!(bytes[..26], *words);
        assert_eq!(bytes[26..42], [1; 16]);
        assert_eq!(bytes[42..46], [0, 0, 1, 128]);
        assert_eq!(bytes[46..78], [2; 32]);
        assert_eq!(bytes[78..86], [0, 0, 0, 0, 0, 0, 4, 210]);
        assert_eq!(bytes[86..], *signed().key.as_bytes());
    }

    #[test]
    fn nothing_that_was_signed_can_be_changed() {
        let good = signed();
        let changed = [
            SignedCommitment {
                kind: Committed::Device,
                ..good
            },
            SignedCommitment {
                id: Id::new([0; 16]),
                ..good
            },
            SignedCommitment { cards: 383, ..good },
            SignedCommitment {
                digest: Digest::new([3; 32]),
                ..good
            },
            SignedCommitment {
                time_ms: 1235,
                ..good
            },
            SignedCommitment {
                key: Signer::new(&[4; 32]).public_key(),
                ..good
            },
        ];
        for commitment in changed {
            assert_eq!(
                commitment.verify(),
                Err(CommitmentFault::Signature),
                "{commitment:?}"
            );
        }
        for bit in 0..512 {
            let mut signature = *good.signature.as_bytes();
            signature[bit / 8] ^= 1 << (bit % 8);
            let commitment = SignedCommitment {
                signature: Signature::new(signature),
                ..good
            };
            assert_eq!(
                commitment.verify(),
                Err(CommitmentFault::Signature),
                "bit {bit}"
            );
        }
    }

    #[test]
    fn a_key_under_which_anything_is_signed_is_no_key() {
        // The points of small order: a signature by one of them fits any text.
        let weak = [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ];
        for key in weak {
            let commitment = SignedCommitment {
                key: key.parse().unwrap(),
                ..signed()
            };
            assert_eq!(commitment.verify(), Err(CommitmentFault::Key), "{key}");
        }
    }

    #[test]
    fn a_signer_in_a_log_tells_no_secret() {
        let signer = Signer::new(&[3; 32]);
        assert_eq!(signer.secret(), [3; 32]);
        assert!(!format!("{signer:?}").contains("03030303"));
    }
}
