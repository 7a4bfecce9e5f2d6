//! Fair cards that anybody can check.
//!
//! A shoe is shuffled and sealed: its root is signed and published before the cut, each card proves
//! itself when it is dealt, and the whole is opened when the shoe is over. A shuffling device draws
//! from a seed that the server has committed to and from seeds that it could not know. docs/fair.md
//! tells the scheme with every byte, and what it does not prove.
//!
//! There is no clock, no randomness of its own, no input or output here: chance comes in through
//! [`Entropy`], time as a number.
//!
//! ```
//! use cards::Composition;
//! use fair::{Id, Known, Out, How, Pack, SealedShoe, Seeded, ShoeRecord, Signer, SignedCommitment, Cut, Verdict, Who};
//!
//! // The house shuffles, seals and signs.
//! let mut entropy = Seeded::of_number(1);
//! let (shoe, _) = SealedShoe::draw(Id::new([7; 16]), &Composition::decks_of_48(3), &mut entropy)?;
//! let commitment = SignedCommitment::to_shoe(&shoe, 1_700_000_000_000, &Signer::draw(&mut entropy)?);
//!
//! // A player cuts; a card is dealt and proves itself.
//! let cut = Cut { place: 60, by: Who::Player("ann".to_owned()) };
//! let opening = shoe.open_after_cut(cut.place, 0).expect("the shoe has a first card");
//! assert_eq!(opening.verify(commitment.id, commitment.cards, commitment.digest), Ok(()));
//!
//! // The shoe is over and opened.
//! let record = ShoeRecord {
//!     format: Default::default(),
//!     commitment,
//!     pack: Pack::of_decks(3),
//!     cut: Some(cut),
//!     cutting_card: Some(48),
//!     out: vec![Out::shown(How::Dealt, opening)],
//!     reveal: Some(shoe.reveal().to_vec()),
//! };
//! assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod card_text;
mod commitment;
mod derived;
mod device;
mod entropy;
mod merkle;
mod opening;
mod record;
mod report;
mod sealed;
mod verify;
mod verify_device;

pub use bytes::{Beacon, Digest, HexError, Id, PublicKey, RevealedSeed, Salt, Signature};
pub use commitment::{CommitmentFault, Committed, MOST_EXACT, SignedCommitment, Signer};
pub use device::{Device, DeviceDraw, Seeds, ServerSeed};
pub use entropy::{Entropy, NoEntropy, Seeded, WordCount, Words, shuffled};
pub use opening::{Opening, OpeningFault};
pub use record::{
    BeaconRound, ClientSeed, Cut, DeviceFormat, DeviceRecord, How, Move, Out, Pack, ShoeFormat,
    ShoeRecord, Shown, Stretch, Who,
};
pub use report::{Check, Checked, Fault, Outcome, Report, Verdict, Why, Withheld};
pub use sealed::{MOST_CARDS, SealFault, SealedCard, SealedShoe, StoredFault};
pub use verify::Known;
