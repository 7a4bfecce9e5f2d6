//! What a round did to a player's funds, as it is written down beside the log: by the server when a
//! round ends, and again by whoever replays the log.

use crate::documents::ROUND;
use crate::rounds::RoundRecord;
use ledger::{PlayerId, TableId};
use rules::{Net, VoidSettled};
use serde::{Deserialize, Serialize};
use store::Put;
use table::Time;

/// What a round did to a player's funds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Funds {
    /// When the round was over.
    pub at: Time,
    /// At which table.
    pub table: TableId,
    /// Its number there.
    pub round: u64,
    /// What the round came to.
    pub net: Net,
}

/// The end of a round for one of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Whose end it is.
    pub player: PlayerId,
    /// The key under which the player's documents about the round stand.
    pub key: String,
    /// What the round did to the player's funds.
    pub funds: Funds,
}

impl Ended {
    /// Everybody whose round ends with these documents.
    pub fn all(puts: &[Put], void: VoidSettled) -> Vec<Self> {
        puts.iter()
            .filter_map(|recall| Self::of(recall, puts, void))
            .collect()
    }

    fn of(recall: &Put, puts: &[Put], void: VoidSettled) -> Option<Self> {
        let player = PlayerId(recall.space.strip_prefix("recall/")?.parse().ok()?);
        let round_key = std::str::from_utf8(recall.value.as_deref()?).ok()?;
        let round = puts
            .iter()
            .find(|put| put.space == ROUND && put.key == round_key)?;
        let round: RoundRecord = serde_json::from_slice(round.value.as_deref()?).ok()?;
        let funds = Funds {
            at: round.at,
            table: round.table,
            round: round.no,
            net: net(&round, player, void),
        };
        Some(Self {
            player,
            key: recall.key.clone(),
            funds,
        })
    }

    /// The document that says so.
    pub fn put(&self) -> Put {
        let value = serde_json::to_vec(&self.funds).expect("funds are plain data");
        Put {
            space: funds_space(self.player),
            key: self.key.clone(),
            value: Some(value),
        }
    }
}

/// Where a player's funds are written down, round by round.
pub fn funds_space(player: PlayerId) -> String {
    format!("funds/{player}")
}

/// What the account held after each round, in a space of its own: only the journal can tell.
pub fn funds_after_space(player: PlayerId) -> String {
    format!("funds-after/{player}")
}

/// What a round came to for one player. A void round gives everything back; what it paid may stand.
fn net(round: &RoundRecord, player: PlayerId, void: VoidSettled) -> Net {
    let stands = |net: Net| match (&round.void, void) {
        (None, _) => true,
        (Some(_), VoidSettled::Stands) => net.cents() > 0,
        (Some(_), VoidSettled::Returned) => false,
    };
    let own = round
        .wagers
        .iter()
        .filter(|wager| wager.player == player)
        .map(|wager| wager.net);
    own.filter(|net| stands(*net)).sum()
}
