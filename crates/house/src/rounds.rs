//! Rounds that are over, as people recall them: the round in the notation, and what became of each
//! wager.

use crate::documents::{ROUND, recall, recall_key, round_key};
use game::notation::Script;
use game::{Kind, Outcome, Round};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Clause, Money, Net, Odds, builtin};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use store::Put;
use table::{Event, Table, Time, What};

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoundRecord {
    /// At which table.
    pub table: TableId,
    /// Its number there.
    pub no: u64,
    /// From which shoe.
    pub shoe: u64,
    /// When it was over.
    pub at: Time,
    /// The id of its rule book.
    pub book: String,
    /// The round in the notation, with its results.
    pub text: String,
    /// Why it was void, if it was.
    pub void: Option<String>,
    /// What became of each wager.
    pub wagers: Vec<WagerRecord>,
}

/// What became of a wager.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct WagerRecord {
    pub player: PlayerId,
    pub name: String,
    pub box_no: BoxNo,
    pub kind: Kind,
    pub outcome: Outcome,
    pub odds: Option<Odds>,
    pub stake: Money,
    pub net: Net,
    pub clause: Clause,
}

/// What is written down of a round when it ends; `table` has not taken its end in.
pub(crate) fn puts(table: &Table, end: &Event, at: Time) -> Vec<Put> {
    let Some((no, round)) = table.round() else {
        return Vec::new();
    };
    let players = table.round_players_now();
    let usual = builtin(&table.config().book).unwrap_or_else(|_| round.setup().book.clone());
    let wagers: Vec<WagerRecord> = round
        .settled()
        .map(|(settled, clause)| WagerRecord {
            player: players[settled.player.index()],
            name: round.setup().name(settled.player).to_owned(),
            box_no: settled.box_no,
            kind: settled.kind,
            outcome: settled.outcome,
            odds: settled.odds,
            stake: settled.stake,
            net: settled.net,
            clause,
        })
        .collect();
    let void = if let What::RoundVoid { why, .. } = &end.what {
        Some(why.clone())
    } else {
        None
    };
    let script = if void.is_some() {
        Script::of(round, &usual)
    } else {
        Script::with_results(round, &usual)
    };
    let record = RoundRecord {
        table: table.id(),
        no,
        shoe: table.shoe_no(),
        at,
        book: table.config().book.clone(),
        text: script.to_string(),
        void,
        wagers,
    };
    let key = round_key(table.id(), no);
    let document = serde_json::to_vec(&record).expect("a round is plain data");
    let mut puts = vec![Put {
        space: ROUND.to_owned(),
        key: key.clone(),
        value: Some(document),
    }];
    for player in bettors(round, players) {
        let when = recall_key(at, table.id(), no);
        puts.push(Put {
            space: recall(player),
            key: when,
            value: Some(key.clone().into_bytes()),
        });
    }
    puts
}

/// Everybody whose money was on a round: by a wager, or by another's insurance alone.
fn bettors(round: &Round, players: &[PlayerId]) -> BTreeSet<PlayerId> {
    let placed = round.events().iter().filter_map(|event| {
        if let game::What::WagerPlaced { player, .. }
        | game::What::SidePlaced { player, .. }
        | game::What::InsuranceTaken { by: player, .. } = event.what
        {
            Some(players[player.index()])
        } else {
            None
        }
    });
    placed.collect()
}
