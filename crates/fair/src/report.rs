//! What came of checking a record: every check by its name, and for one that failed the place in
//! the file, what was expected and what was there.

use crate::{Beacon, CommitmentFault, Committed, Digest, OpeningFault, PublicKey};
use cards::Card;
use std::fmt;

/// A check that is made of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Every commitment is signed.
    Signature,
    /// It is signed by the key that the reader knows.
    Key,
    /// Every card that was shown leads to the root.
    Openings,
    /// At a device: somebody beside the house gave a seed.
    Clients,
    /// What was committed to has been opened.
    Opened,
    /// The opened shoe gives the root.
    Reveal,
    /// At a device: the revealed seed gives the digest.
    Seed,
    /// There are as many cards as the pack has, and once all are opened they are exactly those.
    Pack,
    /// The shoe was cut where it may be.
    Cut,
    /// The cutting card was in the shoe.
    CuttingCard,
    /// What came out is the opened order after the cut, without a gap.
    Order,
    /// At a device: every draw follows from the seeds, and what went back had been out.
    Draws,
    /// At a device: seeds were changed in time and never used again.
    Rotation,
}

impl Check {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Signature => "signature",
            Self::Key => "key",
            Self::Openings => "openings",
            Self::Clients => "clients",
            Self::Opened => "opened",
            Self::Reveal => "reveal",
            Self::Seed => "seed",
            Self::Pack => "pack",
            Self::Cut => "cut",
            Self::CuttingCard => "cutting-card",
            Self::Order => "order",
            Self::Draws => "draws",
            Self::Rotation => "rotation",
        }
    }

    /// What is known once it holds.
    pub const fn says(self) -> &'static str {
        match self {
            Self::Signature => "the commitment is signed by the key in it",
            Self::Key => "that key is the one you gave",
            Self::Openings => "every card that was shown leads to the root",
            Self::Clients => "somebody beside the house gave a seed",
            Self::Opened => "what was committed to has been opened",
            Self::Reveal => "the opened shoe gives the root",
            Self::Seed => "the revealed seed gives the digest",
            Self::Pack => "as many cards as the pack has, and once all are opened exactly those",
            Self::Cut => "the cut is as far from either end as it must be",
            Self::CuttingCard => "the cutting card was in the shoe",
            Self::Order => "what came out is the opened order after the cut, without a gap",
            Self::Draws => "every draw follows from the seeds",
            Self::Rotation => "seeds were changed in time and none was used twice",
        }
    }
}

/// How a check came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It holds.
    Held,
    /// It does not: the first thing that is wrong.
    Failed(Fault),
    /// What was committed to was withheld.
    Incident(Withheld),
    /// It could not be made.
    NotMade(Why),
}

/// Why a check was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The reader gave no key to compare with.
    NoKeyGiven,
    /// It needs what was never opened.
    NotOpened,
    /// It needs a pack that makes sense.
    NoPack,
    /// There was no cutting card.
    NoCuttingCard,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoKeyGiven => "no key was given to compare with",
            Self::NotOpened => "it needs what was never opened",
            Self::NoPack => "it needs a pack that makes sense",
            Self::NoCuttingCard => "there was no cutting card",
        })
    }
}

/// What was committed to and never opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withheld {
    /// The order of a shoe.
    Shoe,
    /// The seed of a stretch, by its number from 0.
    Seed(usize),
}

impl fmt::Display for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe => f.write_str("reveal: the shoe was committed to and never opened"),
            Self::Seed(stretch) => write!(
                f,
                "stretches[{stretch}].seed: the seed was committed to and never revealed"
            ),
        }
    }
}

/// A check and how it came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Which one.
    pub check: Check,
    /// How.
    pub outcome: Outcome,
}

/// All checks of a record, in the order in which they were made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The checks.
    pub checks: Vec<Checked>,
}

/// What it all comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every check that could be made holds.
    Holds,
    /// Nothing is wrong with what is there, but what was committed to was withheld.
    Incident,
    /// Something is wrong.
    Failed,
}

impl Report {
    /// What it all comes to. A failure weighs more than an incident.
    pub fn verdict(&self) -> Verdict {
        let any = |wanted: fn(&Outcome) -> bool| {
            self.checks.iter().any(|checked| wanted(&checked.outcome))
        };
        if any(|outcome| matches!(outcome, Outcome::Failed(_))) {
            Verdict::Failed
        } else if any(|outcome| matches!(outcome, Outcome::Incident(_))) {
            Verdict::Incident
        } else {
            Verdict::Holds
        }
    }

    /// The first check that failed, and what was wrong.
    pub fn first_fault(&self) -> Option<(Check, &Fault)> {
        self.checks
            .iter()
            .find_map(|checked| match &checked.outcome {
                Outcome::Failed(fault) => Some((checked.check, fault)),
                Outcome::Held | Outcome::Incident(_) | Outcome::NotMade(_) => None,
            })
    }
}

/// What is wrong, and where in the file. Numbers of cards out, stretches and moves count from 0, as
/// the file's lists do.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the numbers of their sentence")]
pub enum Fault {
    /// A commitment to something else.
    Kind {
        stretch: Option<usize>,
        expected: Committed,
        was: Committed,
    },
    /// A commitment that binds nobody.
    Commitment {
        stretch: Option<usize>,
        fault: CommitmentFault,
    },
    /// A commitment by somebody else.
    Key {
        stretch: Option<usize>,
        expected: PublicKey,
        was: PublicKey,
    },
    /// A device without any commitment.
    NoStretch,
    /// A dealt card that nobody was shown.
    NotShown { nth: usize, place: u32 },
    /// A card whose opening proves nothing.
    Opening {
        nth: usize,
        card: Card,
        place: u32,
        fault: OpeningFault,
    },
    /// A reveal of too few or too many cards.
    RevealSize { expected: u32, was: usize },
    /// A reveal of nothing.
    Empty,
    /// A reveal of another shoe.
    RevealRoot { expected: Digest, was: Digest },
    /// A card that is missing from the pack more often than the pack has it.
    Without { card: Card },
    /// A commitment to another number of cards than the pack has.
    PackSize { expected: u32, was: u32 },
    /// A card that is there too often or not often enough.
    PackCard { card: Card, expected: u16, was: u16 },
    /// Cards out of a shoe that nobody cut.
    NoCut { out: usize },
    /// A cut too near to an end.
    CutPlace { least: u32, most: u32, was: u32 },
    /// A cut that the beacon did not make.
    BeaconCut { expected: u32, was: u32 },
    /// A cutting card beyond the shoe.
    CuttingCard { most: u32, was: u32 },
    /// More cards out than there were.
    TooMany { most: u32, was: usize },
    /// A card out of turn: some were skipped, or went before.
    Place { nth: usize, expected: u32, was: u32 },
    /// Another card than the opened shoe has there.
    Card {
        nth: usize,
        place: u32,
        expected: Card,
        was: Card,
    },
    /// Nobody but the house gave a seed.
    NoClient { stretch: usize },
    /// A seed that is not the beacon's value.
    BeaconSeed {
        stretch: usize,
        nth: usize,
        expected: Beacon,
    },
    /// Another seed than the one committed to.
    Seed {
        stretch: usize,
        expected: Digest,
        was: Digest,
    },
    /// A commitment to another number of cards than the device held.
    DeviceSize {
        stretch: usize,
        expected: u32,
        was: u32,
    },
    /// Another card than the seeds give.
    Draw {
        stretch: usize,
        nth: usize,
        expected: Card,
        was: Card,
    },
    /// A card that the device did not hold.
    NotHeld {
        stretch: usize,
        nth: usize,
        card: Card,
    },
    /// A card put back that had not been out.
    NotOut {
        stretch: usize,
        nth: usize,
        card: Card,
    },
    /// Too many draws under the same seeds.
    TooManyDraws {
        stretch: usize,
        most: u32,
        was: usize,
    },
    /// A name that was used before.
    SameId { stretch: usize, before: usize },
    /// A seed that was used before.
    SameSeed { stretch: usize, before: usize },
    /// A commitment before the one it follows.
    Time {
        stretch: usize,
        least: u64,
        was: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind {
                stretch,
                expected,
                was,
            } => {
                write!(
                    f,
                    "{}.kind: expected {expected}, was {was}",
                    Commitment(*stretch)
                )
            }
            Self::Commitment { stretch, fault } => write!(f, "{}: {fault}", Commitment(*stretch)),
            Self::Key {
                stretch,
                expected,
                was,
            } => {
                write!(
                    f,
                    "{}.key: expected {expected}, was {was}",
                    Commitment(*stretch)
                )
            }
            Self::NoStretch => f.write_str("stretches: expected at least one, was none"),
            Self::NotShown { nth, place } => write!(
                f,
                "out[{nth}], from place {place}: a dealt card was never shown"
            ),
            Self::Opening {
                nth,
                card,
                place,
                fault,
            } => write!(f, "out[{nth}], {card} from place {place}: {fault}"),
            Self::RevealSize { expected, was } => {
                write!(f, "reveal: expected {expected} cards, was {was}")
            }
            Self::Empty => f.write_str("reveal: a shoe holds at least one card"),
            Self::RevealRoot { expected, was } => {
                write!(f, "reveal: expected root {expected}, was {was}")
            }
            Self::Without { card } => write!(
                f,
                "pack.without: {card} is missing more often than the pack has it"
            ),
            Self::PackSize { expected, was } => write!(
                f,
                "commitment.cards: expected {expected} as the pack has, was {was}"
            ),
            Self::PackCard {
                card,
                expected,
                was,
            } => write!(f, "reveal: expected {expected} of {card}, was {was}"),
            Self::NoCut { out } => write!(f, "cut: there was none, and {out} cards came out"),
            Self::CutPlace { least, most, was } => {
                write!(f, "cut.place: expected from {least} to {most}, was {was}")
            }
            Self::BeaconCut { expected, was } => write!(
                f,
                "cut.place: expected {expected} as the beacon gives, was {was}"
            ),
            Self::CuttingCard { most, was } => {
                write!(f, "cutting_card: expected at most {most}, was {was}")
            }
            Self::TooMany { most, was } => {
                write!(f, "out: expected at most {most} cards, was {was}")
            }
            Self::Place { nth, expected, was } => {
                write!(f, "out[{nth}].place: expected {expected}, was {was}")
            }
            Self::Card {
                nth,
                place,
                expected,
                was,
            } => {
                write!(
                    f,
                    "out[{nth}], from place {place}: expected {expected}, was {was}"
                )
            }
            Self::NoClient { stretch } => write!(
                f,
                "stretches[{stretch}].clients: nobody gave a seed beside the server"
            ),
            Self::BeaconSeed {
                stretch,
                nth,
                expected,
            } => {
                write!(
                    f,
                    "stretches[{stretch}].clients[{nth}].seed: expected {expected} as the beacon \
                    gives, was another text"
                )
            }
            Self::Seed {
                stretch,
                expected,
                was,
            } => {
                write!(
                    f,
                    "stretches[{stretch}].seed: expected digest {expected}, was {was}"
                )
            }
            Self::DeviceSize {
                stretch,
                expected,
                was,
            } => {
                write!(
                    f,
                    "stretches[{stretch}].commitment.cards: expected {expected} as the device \
                    held, was {was}"
                )
            }
            Self::Draw {
                stretch,
                nth,
                expected,
                was,
            } => {
                write!(
                    f,
                    "stretches[{stretch}].moves[{nth}].draw: expected {expected}, was {was}"
                )
            }
            Self::NotHeld { stretch, nth, card } => {
                write!(
                    f,
                    "stretches[{stretch}].moves[{nth}].draw: the device held no {card}"
                )
            }
            Self::NotOut { stretch, nth, card } => write!(
                f,
                "stretches[{stretch}].moves[{nth}].back: no {card} was out"
            ),
            Self::TooManyDraws { stretch, most, was } => {
                write!(
                    f,
                    "stretches[{stretch}].moves: expected at most {most} draws, was {was}"
                )
            }
            Self::SameId { stretch, before } => {
                write!(
                    f,
                    "stretches[{stretch}].commitment.id: the same as that of stretches[{before}]"
                )
            }
            Self::SameSeed { stretch, before } => {
                write!(
                    f,
                    "stretches[{stretch}].commitment.digest: the same as that of \
                    stretches[{before}]"
                )
            }
            Self::Time {
                stretch,
                least,
                was,
            } => {
                write!(
                    f,
                    "stretches[{stretch}].commitment.time_ms: expected at least {least}, was {was}"
                )
            }
        }
    }
}

/// Where a commitment stands: at the top of a shoe's file, in a stretch of a device's.
struct Commitment(Option<usize>);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(stretch) => write!(f, "stretches[{stretch}].commitment"),
            None => f.write_str("commitment"),
        }
    }
}
