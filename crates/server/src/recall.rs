//! Recall: the last rounds of a player, with their steps, and the funds before and after each.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::input::{HowMany, Params};
use crate::refused::Refused;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use game::notation::{Script, narrate, play};
use house::{Ended, Funds, ROUND, RoundRecord, funds_after_space, funds_space, recall};
use ledger::{Account, PlayerId};
use rules::{VoidSettled, builtin};
use serde::Serialize;
use std::sync::Arc;
use store::{BalancePut, Batch, Fault, Read};
use utoipa::ToSchema;

/// How many rounds are recalled unless told: the last and nine before it.
const ROUNDS: usize = 10;
/// How many may be.
const ROUNDS_MOST: usize = 100;

/// Adds to a batch what is written down of the funds of those whose round ends with it; nothing
/// where no round ends.
pub(crate) fn add_funds(batch: &mut Batch, void: VoidSettled) {
    for ended in Ended::all(&batch.puts, void) {
        batch.puts.push(ended.put());
        let Ended { player, key, .. } = ended;
        batch.balances.push(BalancePut {
            space: funds_after_space(player),
            key,
            account: Account::Player(player),
        });
    }
}

/// A round that is over, recalled. It is a record, and not a round that is being played.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Recalled {
    /// Always `recall`.
    pub(crate) shows: &'static str,
    /// What the account held before the round, in cents.
    pub(crate) funds_before: Option<i64>,
    /// What the account held after it, in cents.
    pub(crate) funds_after: Option<i64>,
    /// What was wagered on it, in cents.
    pub(crate) wagered: u64,
    /// What it came to, in cents.
    pub(crate) net: i64,
    /// Everything that happened, step by step, with the clause of each.
    pub(crate) steps: Vec<RecalledStep>,
    /// The round: when, where, by which book, its text in the notation and what became of each
    /// wager.
    #[schema(value_type = Object)]
    pub(crate) round: RoundRecord,
}

/// One step of a round.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RecalledStep {
    /// What happened.
    pub(crate) what: String,
    /// By which clause.
    pub(crate) clause: String,
}

/// Everything that happened in a round, from its text.
pub(crate) fn steps(round: &RoundRecord) -> Vec<RecalledStep> {
    let Ok(script) = Script::parse(&round.text) else {
        return Vec::new();
    };
    let books = |name: &str| builtin(name).map_err(|unknown| unknown.to_string());
    let Ok(played) = play(&script, &books) else {
        return Vec::new();
    };
    narrate(&played.round)
        .map(|(what, clause)| RecalledStep {
            what,
            clause: clause.to_string(),
        })
        .collect()
}

/// A round as it was written down, and what the account held after it.
struct Found {
    round: RoundRecord,
    funds: Option<Funds>,
    after: Option<i64>,
}

fn recalled(found: Found, player: PlayerId) -> Recalled {
    let Found {
        round,
        funds,
        after,
    } = found;
    let own = round.wagers.iter().filter(|wager| wager.player == player);
    Recalled {
        shows: "recall",
        funds_before: after
            .zip(funds.as_ref())
            .map(|(after, funds)| after - funds.net.cents()),
        funds_after: after,
        wagered: own.clone().map(|wager| wager.stake.cents()).sum(),
        net: funds.map_or_else(
            || own.map(|wager| wager.net.cents()).sum(),
            |funds| funds.net.cents(),
        ),
        steps: steps(&round),
        round,
    }
}

fn found(read: &mut dyn Read, player: PlayerId, most: usize) -> Result<Vec<Found>, Fault> {
    let mut rounds = Vec::new();
    for last in read.last_documents(&recall(player), most)? {
        let key = String::from_utf8_lossy(&last.value).into_owned();
        let Some(round) = read.document(ROUND, &key)? else {
            continue;
        };
        let Ok(round) = serde_json::from_slice(&round) else {
            continue;
        };
        let funds = read.document(&funds_space(player), &last.key)?;
        let funds = funds.and_then(|funds| serde_json::from_slice(&funds).ok());
        let after = read.document(&funds_after_space(player), &last.key)?;
        rounds.push(Found {
            round,
            funds,
            after: after.as_deref().and_then(cents),
        });
    }
    Ok(rounds)
}

/// A balance as the journal writes it.
pub(crate) fn cents(digits: &[u8]) -> Option<i64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The last rounds of anybody; whether they may be read is the caller's business.
pub(crate) async fn rounds_of(
    running: &Arc<Running>,
    player: PlayerId,
    how_many: HowMany,
) -> Result<Vec<Recalled>, ApiError> {
    let most = how_many.of(ROUNDS, ROUNDS_MOST)?;
    let found = running.read(move |read| found(read, player, most)).await?;
    // The steps come from playing the rounds again: not while others wait for the reader, nor on a
    // thread that answers.
    let recalled = move || {
        found
            .into_iter()
            .map(|found| recalled(found, player))
            .collect()
    };
    Ok(tokio::task::spawn_blocking(recalled)
        .await
        .map_err(|_| Refused::Bug)?)
}

/// One's last rounds, the latest first, step by step.
#[utoipa::path(
    get,
    path = "/api/me/rounds",
    tag = "oneself",
    params(HowMany),
    responses((status = 200, body = Vec<Recalled>)),
)]
pub(crate) async fn my_rounds(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Params(how_many): Params<HowMany>,
) -> Result<Json<Vec<Recalled>>, ApiError> {
    running.permit(caller.by, Deed::ReadOwnHistory)?;
    Ok(Json(rounds_of(&running, caller.person()?, how_many).await?))
}
