//! Playing cards and what they are dealt from.
//!
//! This crate knows what a card, a pile and a shoe are. It does not know what a hand is worth.

mod card;
mod composition;
#[cfg(feature = "serde")]
mod serial;
mod shoe;
mod shuffle;

pub use card::{Card, CardError, Colour, Rank, Suit};
pub use composition::Composition;
pub use shoe::{Drawn, Shoe};
pub use shuffle::{WordSource, index_below, shuffle};
