//! The people at a table.

use rules::{Money, Sign};

/// A person at the table, by their place in the setup's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RoundPlayer"))]
pub struct Player(pub(crate) u8);

impl Player {
    /// The person at this place in the setup's list of patrons; none beyond the most a round can
    /// know.
    pub fn at(place: usize) -> Option<Self> {
        u8::try_from(place).ok().map(Self)
    }

    /// The place in the setup's list of patrons.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A person at the table and what the table knows about them before the round.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub struct Patron {
    /// The name.
    pub name: String,
    /// A restriction in force.
    pub held: Held,
    /// Whether they were already told about wagers below the minimum.
    pub warned: bool,
    /// Whether they hold a valid player card.
    pub card: bool,
    /// A minimum of their own, lower than the sign's, that a marker shows.
    pub minimum: Option<Money>,
    /// Limits of their own, above the sign's, that another sign shows.
    pub raised: Option<RaisedLimits>,
}

/// The least and the most that one player may wager on a box where the house allows them more than
/// the sign does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RaisedLimits {
    /// The smallest wager; not below the sign's.
    pub minimum: Money,
    /// The largest wager; above the sign's.
    pub maximum: Money,
}

impl RaisedLimits {
    /// Whether they raise what a sign allows, and leave a wager that its chips can make.
    pub fn raise(self, sign: &Sign) -> bool {
        self.minimum >= sign.minimum
            && self.maximum > sign.maximum
            && self.maximum <= Money::MOST
            && self.minimum <= self.maximum.down_to_multiple_of(sign.chip)
    }
}

impl Patron {
    /// A person without restrictions, with a player card.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            held: Held::Free,
            warned: false,
            card: true,
            minimum: None,
            raised: None,
        }
    }
}

/// How a person's wagers are restricted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Held {
    /// Not at all.
    Free,
    /// Having sat out, until the next shoe.
    Late,
    /// By order of the house.
    ByOrder,
}
