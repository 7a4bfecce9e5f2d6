//! What is written down of a shoe or a device, and published: the files that anybody can check.
//!
//! The fields are those of the file, in its order; docs/fair.md tells each of them. Nothing here
//! says whether they hold.

use crate::derived::derived_index;
use crate::{Beacon, Digest, Id, Opening, RevealedSeed, Salt, SealedCard, SignedCommitment};
use cards::{Card, Composition};
use serde::{Deserialize, Serialize};

/// The form of a shoe's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ShoeFormat {
    /// The first and so far the only one.
    #[default]
    #[serde(rename = "pontoon-shoe-1")]
    V1,
}

/// The form of a device's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum DeviceFormat {
    /// The first and so far the only one.
    #[default]
    #[serde(rename = "pontoon-device-1")]
    V1,
}

/// One shoe from commitment to reveal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShoeRecord {
    /// Which form this is.
    pub format: ShoeFormat,
    /// What was published before the cut.
    pub commitment: SignedCommitment,
    /// What the shoe must hold.
    pub pack: Pack,
    /// The cut; none if it never came to that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cut: Option<Cut>,
    /// How many cards lay behind the cutting card; none if there was no cutting card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cutting_card: Option<u32>,
    /// What came out, in its order.
    pub out: Vec<Out>,
    /// Every card of the shoe with its salt, in the order that was committed to; none if the shoe
    /// was never opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reveal: Option<Vec<SealedCard>>,
}

/// Whole decks of 48 cards, less cards that lay elsewhere when the shoe was made: on the layout,
/// when it had run out in mid-round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FairPack"))]
pub struct Pack {
    /// How many decks.
    pub decks: u8,
    /// The cards that are not in it.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        with = "crate::card_text::list"
    )]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Card>>", optional))]
    pub without: Vec<Card>,
}

impl Pack {
    /// Whole decks.
    pub fn of_decks(decks: u8) -> Self {
        Self {
            decks,
            without: Vec::new(),
        }
    }

    /// Its cards.
    ///
    /// # Errors
    ///
    /// When a card is said to be missing that the decks do not have (any more): that card.
    pub fn cards(&self) -> Result<Composition, Card> {
        let mut pile = Composition::decks_of_48(self.decks);
        match self.without.iter().find(|&&card| !pile.take(card)) {
            Some(&card) => Err(card),
            None => Ok(pile),
        }
    }
}

/// A cut.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FairCut"))]
pub struct Cut {
    /// How many cards were moved from the front to the back.
    pub place: u32,
    /// Who chose that.
    pub by: Who,
}

/// Who added chance, so that the house alone did not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FairWho"))]
pub enum Who {
    /// A player, under the name that the house gives.
    Player(String),
    /// The house's software, because no player would.
    Software,
    /// The dealer, because no player would.
    Dealer,
    /// A supervisor, because no player would.
    Supervisor,
    /// A round of a public beacon, because no player would.
    Beacon(BeaconRound),
}

/// One round of a public beacon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BeaconRound {
    /// The chain, by the digest under which it is known.
    pub chain: Digest,
    /// The number of the round.
    pub round: u32,
    /// Its value.
    pub value: Beacon,
}

impl BeaconRound {
    /// The cut that a beacon's round makes: every place at least `edge` cards from either end is
    /// equally likely.
    pub fn cut(&self, shoe: Id, n_cards: u32, edge: u32) -> u32 {
        let edge = edge.min(n_cards / 2);
        let places = (n_cards - 2 * edge).saturating_add(1);
        let message = [b"pontoon/shoe/cut/v1".as_slice(), shoe.as_bytes()].concat();
        edge + derived_index(self.value.as_bytes(), &message, places).0
    }
}

/// What became of a card that came out of a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FairHow"))]
pub enum How {
    /// It was dealt, and shown then or later in its round.
    Dealt,
    /// It was burned. Nobody need have seen it before the shoe was opened.
    Burned,
}

/// A card that came out of a shoe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FairOut"))]
pub struct Out {
    /// What became of it.
    pub how: How,
    /// Its place in the order that was committed to, from 0.
    pub place: u32,
    /// The card and its proof; none for a burned card that stayed hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub shown: Option<Shown>,
}

/// A card and what proves it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FairShown"))]
pub struct Shown {
    /// The card.
    #[serde(with = "crate::card_text")]
    #[cfg_attr(feature = "ts", ts(as = "Card"))]
    pub card: Card,
    /// What hid it.
    pub salt: Salt,
    /// The neighbours on the way to the root.
    pub path: Vec<Digest>,
}

impl Out {
    /// A card that was shown.
    pub fn shown(how: How, opening: Opening) -> Self {
        let Opening {
            place,
            card,
            salt,
            path,
        } = opening;
        Self {
            how,
            place,
            shown: Some(Shown { card, salt, path }),
        }
    }

    /// A card that was burned and stayed hidden.
    pub fn hidden(place: u32) -> Self {
        Self {
            how: How::Burned,
            place,
            shown: None,
        }
    }

    /// What proves it, where it was shown.
    pub fn opening(&self) -> Option<Opening> {
        let Shown { card, salt, path } = self.shown.clone()?;
        Some(Opening {
            place: self.place,
            card,
            salt,
            path,
        })
    }
}

/// A shuffling device from its first stretch to its last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeviceRecord {
    /// Which form this is.
    pub format: DeviceFormat,
    /// The table, as it enters every draw.
    pub table: String,
    /// What the device holds at the start.
    pub pack: Pack,
    /// After how many draws the seeds are changed at the latest.
    pub rotate_after: u32,
    /// What was done under one pair of seeds, then under the next.
    pub stretches: Vec<Stretch>,
}

/// What a device did under one server's seed and the same other seeds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stretch {
    /// What was published before the others gave their seeds.
    pub commitment: SignedCommitment,
    /// The others' seeds.
    pub clients: Vec<ClientSeed>,
    /// What was drawn and put back.
    pub moves: Vec<Move>,
    /// The server's seed; none if it was never revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<RevealedSeed>,
}

/// A seed that did not come from the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClientSeed {
    /// Who gave it.
    pub from: Who,
    /// Any text; of a beacon its value in hexadecimal digits.
    pub seed: String,
}

/// What happened at a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "DeviceMove"))]
pub enum Move {
    /// A card came out.
    Draw(
        #[serde(with = "crate::card_text")]
        #[cfg_attr(feature = "ts", ts(as = "Card"))]
        Card,
    ),
    /// Cards went back in.
    Back(
        #[serde(with = "crate::card_text::list")]
        #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
        Vec<Card>,
    ),
}
