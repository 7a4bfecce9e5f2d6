//! A card in a file: its two letters.

use crate::bytes::read_text;
use cards::Card;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a card.
pub(crate) fn serialize<S: Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(card)
}

/// Reads a card.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
    read_text(deserializer, "a card, for example 8s")
}

#[derive(Serialize, Deserialize)]
struct Written(#[serde(with = "super::card_text")] Card);

/// Several cards: a list of texts.
pub(crate) mod list {
    use super::Written;
    use cards::Card;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes cards.
    pub(crate) fn serialize<S: Serializer>(
        cards: &[Card],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(cards.iter().copied().map(Written))
    }

    /// Reads cards.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Card>, D::Error> {
        let written = Vec::<Written>::deserialize(deserializer)?;
        Ok(written.into_iter().map(|written| written.0).collect())
    }
}
