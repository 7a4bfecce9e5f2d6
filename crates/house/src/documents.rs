//! The small documents beside the log: where each is kept and what its key is.

use ledger::{PlayerId, TableId};
use table::Time;

/// Cards that are sealed and not opened: secret.
pub const SEALED: &str = "sealed";
/// Shoes that are over, opened.
pub const SHOE: &str = "shoe";
/// Tables between rounds, so that they need not be told from their first event.
pub const SNAPSHOT: &str = "snapshot";
/// The jackpot meters of the tables.
pub const METER: &str = "meter";
/// Rounds that are over.
pub const ROUND: &str = "round";

/// The last rounds of a player.
pub fn recall(player: PlayerId) -> String {
    format!("recall/{player}")
}

/// The key of a round among a player's last ones: by time, so that the last can be found.
pub fn recall_key(at: Time, table: TableId, round: u64) -> String {
    format!("{:016}-{table}-{round:010}", at.0)
}

/// The key of a shoe.
pub fn shoe_key(table: TableId, shoe: u64) -> String {
    format!("{table}/{shoe:010}")
}

/// The key of a round.
pub fn round_key(table: TableId, round: u64) -> String {
    format!("{table}/{round:010}")
}
