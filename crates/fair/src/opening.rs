//! One card of a sealed shoe, opened: whoever has the root can check it alone, while the shoe is
//! still in play.

use crate::merkle::{path_len, root_of_path};
use crate::sealed::leaf_of;
use crate::{Digest, Id, Salt};
use cards::Card;
use std::fmt;

/// A card, where it lay in the order that was committed to, and what proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// From 0, before the cut.
    pub place: u32,
    /// The card.
    pub card: Card,
    /// What hid it.
    pub salt: Salt,
    /// The neighbours on the way to the root.
    pub path: Vec<Digest>,
}

/// Why an opening proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningFault {
    /// The shoe has no such place.
    Place {
        /// The place.
        place: u32,
        /// How many cards the shoe holds.
        n_cards: u32,
    },
    /// The path has another length than this place has.
    PathLength {
        /// The right length.
        expected: usize,
        /// The length it has.
        was: usize,
    },
    /// Card, salt and path lead to another root.
    Root {
        /// The root that was committed to.
        expected: Digest,
        /// The root they lead to.
        was: Digest,
    },
}

impl fmt::Display for OpeningFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { place, n_cards } => {
                write!(f, "place {place} is not in a shoe of {n_cards} cards")
            }
            Self::PathLength { expected, was } => {
                write!(f, "its path must have {expected} digests and has {was}")
            }
            Self::Root { expected, was } => {
                write!(f, "it leads to root {was}, and {expected} was committed to")
            }
        }
    }
}

impl std::error::Error for OpeningFault {}

impl Opening {
    /// Checks that a shoe of `n_cards` cards with this root holds this card at this place.
    ///
    /// # Errors
    ///
    /// When it does not, or the opening does not prove it.
    pub fn verify(&self, id: Id, n_cards: u32, root: Digest) -> Result<(), OpeningFault> {
        if self.place >= n_cards {
            return Err(OpeningFault::Place {
                place: self.place,
                n_cards,
            });
        }
        let leaf = leaf_of(id, self.place, self.card, self.salt);
        match root_of_path(leaf, self.place, n_cards, &self.path) {
            Some(was) if was == root => Ok(()),
            Some(was) => Err(OpeningFault::Root {
                expected: root,
                was,
            }),
            None => Err(OpeningFault::PathLength {
                expected: path_len(self.place, n_cards),
                was: self.path.len(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SealedShoe, Seeded};
    use cards::Composition;

    fn small() -> SealedShoe {
        let pile: Composition = ["As", "As", "7h", "Kd", "2c"]
            .map(|card| card.parse().unwrap())
            .into_iter()
            .collect();
        SealedShoe::draw(Id::new([1; 16]), &pile, &mut Seeded::of_number(5))
            .unwrap()
            .0
    }

    #[test]
    fn every_card_of_a_shoe_opens() {
        let shoe = small();
        for place in 0..5 {
            assert_eq!(
                shoe.open(place)
                    .unwrap()
                    .verify(shoe.id(), 5, shoe.commitment()),
                Ok(())
            );
        }
    }

    #[test]
    fn no_other_card_place_salt_shoe_or_root_opens() {
        let shoe = small();
        let root = shoe.commitment();
        let opening = shoe.open(2).unwrap();
        for card in Card::all().filter(|&card| card != opening.card) {
            let other = Opening {
                card,
                ..opening.clone()
            };
            assert!(
                matches!(
                    other.verify(shoe.id(), 5, root),
                    Err(OpeningFault::Root { .. })
                ),
                "{card}"
            );
        }
        for place in [0, 1, 3] {
            let other = Opening {
                place,
                ..opening.clone()
            };
            assert!(
                matches!(
                    other.verify(shoe.id(), 5, root),
                    Err(OpeningFault::Root { .. })
                ),
                "place {place}"
            );
        }
        let other = Opening {
            place: 4,
            ..opening.clone()
        };
        assert_eq!(
            other.verify(shoe.id(), 5, root),
            Err(OpeningFault::PathLength {
                expected: 1,
                was: 3
            })
        );
        let other = Opening {
            place: 5,
            ..opening.clone()
        };
        assert_eq!(
            other.verify(shoe.id(), 5, root),
            Err(OpeningFault::Place {
                place: 5,
                n_cards: 5
            })
        );
        assert!(opening.verify(Id::new([2; 16]), 5, root).is_err());
        assert!(opening.verify(shoe.id(), 5, Digest::new([0; 32])).is_err());
        for bit in 0..128 {
            let mut salt = *opening.salt.as_bytes();
            salt[bit / 8] ^= 1 << (bit % 8);
            assert!(
                Opening {
                    salt: Salt::new(salt),
                    ..opening.clone()
                }
                .verify(shoe.id(), 5, root)
                .is_err(),
                "salt bit {bit}"
            );
        }
        for bit in 0..3 * 256 {
            let mut path = opening.path.clone();
            let mut digest = *path[bit / 256].as_bytes();
            digest[bit % 256 / 8] ^= 1 << (bit % 8);
            path[bit / 256] = Digest::new(digest);
            assert!(
                Opening {
                    path,
                    ..opening.clone()
                }
                .verify(shoe.id(), 5, root)
                .is_err(),
                "path bit {bit}"
            );
        }
    }
}
