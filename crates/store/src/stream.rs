//! The streams of the log: each has its own numbers, and one owner that writes it.

use ledger::{TableId, TournamentId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Whose history an entry belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stream {
    /// The house itself: people, limits, the cashier's desk, the opening and closing of tables.
    House,
    /// One table.
    Table(TableId),
    /// One tournament.
    Tournament(TournamentId),
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House => f.write_str("house"),
            Self::Table(table) => write!(f, "table/{table}"),
            Self::Tournament(tournament) => write!(f, "tournament/{tournament}"),
        }
    }
}

/// Why a text names no stream.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no stream: write house, table/N or tournament/N, with N a whole number")]
pub struct StreamFault(String);

impl FromStr for Stream {
    type Err = StreamFault;

    fn from_str(text: &str) -> Result<Self, StreamFault> {
        let stream = match text.split_once('/') {
            None if text == "house" => Some(Self::House),
            Some(("table", number)) => number
                .parse()
                .ok()
                .map(|number| Self::Table(TableId(number))),
            Some(("tournament", number)) => number
                .parse()
                .ok()
                .map(|number| Self::Tournament(TournamentId(number))),
            None | Some(_) => None,
        };
        // One stream, one text: `table/03` and `table/+3` are none.
        stream
            .filter(|stream| stream.to_string() == text)
            .ok_or_else(|| StreamFault(text.to_owned()))
    }
}

impl Serialize for Stream {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_has_one_text() {
        for stream in [
            Stream::House,
            Stream::Table(TableId(3)),
            Stream::Tournament(TournamentId(u32::MAX)),
        ] {
            assert_eq!(stream.to_string().parse(), Ok(stream));
        }
        assert_eq!(Stream::Table(TableId(3)).to_string(), "table/3");
        for text in [
            "",
            "House",
            "house/1",
            "table",
            "table/",
            "table/03",
            "table/+3",
            "table/-1",
            "table/4294967296",
            "player/1",
        ] {
            assert_eq!(text.parse::<Stream>(), Err(StreamFault(text.to_owned())));
        }
    }
}
