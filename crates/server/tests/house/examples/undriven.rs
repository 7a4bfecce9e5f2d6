//! Why an example cannot be played at a place.

use super::example::Example;
use game::notation::Done;
use game::{Dealing, Draw, Faces, Held, Pack, ShoeAge};
use std::fmt;

/// What a place does not have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Undriven {
    SmallShoe,
    PartOfAShoe,
    Rack,
    Joker,
    SatOut,
    Warned,
    OutsideSign,
    Uncontrolled,
    Unasked,
    UsedDevice,
    Device,
    FaceDown,
    CuttingCard,
    Failure,
}

impl fmt::Display for Undriven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SmallShoe => "its shoe is a few cards, and tables hold whole decks",
            Self::PartOfAShoe => "its shoe has been dealt from, and a table opens with a whole one",
            Self::Rack => "its shoe runs out, and a whole one lasts longer than a round",
            Self::Joker => "software has no promotional joker to deal",
            Self::SatOut => "somebody sat out earlier rounds of its shoe",
            Self::Warned => "somebody was warned in an earlier round",
            Self::OutsideSign => "software refuses a wager outside the sign when it is laid",
            Self::Uncontrolled => {
                "a table gives wagers back that nobody controls, and plays no round"
            }
            Self::Unasked => "absence is found when the time for a decision is over, not before",
            Self::UsedDevice => "its device has dealt before, and a table opens with a filled one",
            Self::Device => "the cards of a device follow from seeds and cannot be chosen",
            Self::FaceDown => "cards that lie face down are told to nobody",
            Self::CuttingCard => "half a shoe must be dealt before its cutting card comes",
            Self::Failure => "the house must fail in the middle of it",
        })
    }
}

/// How the play of an example at a place can end but well.
#[derive(Debug)]
pub(crate) enum Fault {
    Undriven(Undriven),
    Wrong(String),
}

impl From<Undriven> for Fault {
    fn from(why: Undriven) -> Self {
        Self::Undriven(why)
    }
}

/// What bars an example from every table that software deals.
pub(crate) fn at_any_table(example: &Example) -> Option<Undriven> {
    let setup = example.setup();
    if matches!(setup.pack, Pack::Cards(_)) {
        return Some(Undriven::SmallShoe);
    }
    if setup.left.is_some() || !setup.gone.is_empty() {
        return Some(Undriven::PartOfAShoe);
    }
    if drew(example, Draw::Shuffle) {
        return Some(Undriven::Rack);
    }
    if drew(example, Draw::Joker) {
        return Some(Undriven::Joker);
    }
    let last = example.played.moves.last().map(|each| each.what);
    if example.is_over() && last == Some(Done::Closed) {
        return Some(Undriven::Uncontrolled);
    }
    let burned = setup.book.shoe.device_burn.is.get();
    if setup.dealing == Dealing::Device && setup.age == ShoeAge::Running && burned > 0 {
        return Some(Undriven::UsedDevice);
    }
    if setup.patrons.iter().any(|patron| patron.held == Held::Late) {
        return Some(Undriven::SatOut);
    }
    setup
        .patrons
        .iter()
        .any(|patron| patron.warned)
        .then_some(Undriven::Warned)
}

/// What bars an example from a socket and not from a table.
pub(crate) fn at_a_socket(example: &Example) -> Option<Undriven> {
    if example.setup().dealing == Dealing::Device {
        return Some(Undriven::Device);
    }
    if example.setup().faces == Faces::Down {
        return Some(Undriven::FaceDown);
    }
    if drew(example, Draw::CuttingCard) {
        return Some(Undriven::CuttingCard);
    }
    let moves = &example.played.moves;
    let failed = moves
        .iter()
        .any(|each| matches!(each.what, Done::Withdrew(_)));
    failed.then_some(Undriven::Failure)
}

fn drew(example: &Example, draw: Draw) -> bool {
    let moves = &example.played.moves;
    moves.iter().any(|each| each.what == Done::Dealt(draw))
}
