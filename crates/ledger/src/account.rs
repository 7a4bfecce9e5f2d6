//! The accounts there are.

use std::fmt;

/// A person with money in the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerId(pub u32);

/// A gaming table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableId(pub u32);

/// A tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TournamentId(pub u32);

/// The pools of wagers beside the hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Pool {
    /// Wagers on a pair.
    Pairs,
    /// Pontoon Pandemonium wagers: the pool behind the jackpot meter.
    Jackpot,
}

/// Where money can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Account {
    /// The house itself: where play money comes from, and where a table's win ends up.
    House,
    /// A player's own money.
    Player(PlayerId),
    /// A player's promotional tokens: they can be wagered and not cashed.
    Tokens(PlayerId),
    /// The float of a table.
    Float(TableId),
    /// Wagers that lie on a table and are not decided.
    Held(TableId),
    /// The pool of a table's wagers of one kind beside the hand.
    Pool(TableId, Pool),
    /// Entries and prizes of a tournament.
    Tournament(TournamentId),
}

impl Account {
    /// Whether the account may owe: only the house's own may. Nobody else's balance is ever below
    /// nothing.
    pub const fn may_owe(self) -> bool {
        match self {
            Self::House | Self::Float(_) | Self::Pool(..) => true,
            Self::Player(_) | Self::Tokens(_) | Self::Held(_) | Self::Tournament(_) => false,
        }
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House => f.write_str("house"),
            Self::Player(player) => write!(f, "player {player}"),
            Self::Tokens(player) => write!(f, "tokens of player {player}"),
            Self::Float(table) => write!(f, "float of table {table}"),
            Self::Held(table) => write!(f, "wagers held at table {table}"),
            Self::Pool(table, Pool::Pairs) => write!(f, "pairs pool of table {table}"),
            Self::Pool(table, Pool::Jackpot) => write!(f, "jackpot pool of table {table}"),
            Self::Tournament(tournament) => write!(f, "pool of tournament {tournament}"),
        }
    }
}
