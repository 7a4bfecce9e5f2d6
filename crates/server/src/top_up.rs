//! More play money for a player who has less than a table's minimum.

use crate::at_desk::{name_of_command, to_the_end};
use crate::caller::Caller;
use crate::door::Keyed;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Params, Segments};
use crate::refused::Refused;
use crate::running::Running;
use crate::statement::MovedMoney;
use axum::Json;
use axum::extract::State;
use desk::{By, DeskCommand};
use ledger::{Account, PlayerId, TableId};
use rules::{Money, Sign};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Command;
use table::Access;
use utoipa::ToSchema;

/// A wish for more play money.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TopUpWanted {
    /// The caller's own name for it; a repetition has the same, and moves nothing again.
    pub(crate) id: String,
}

/// The play money that one may ask for once one has less than a table's minimum.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnTopUp {
    /// How much it is, in cents.
    pub(crate) amount: u64,
    /// From when on it may be asked for, in milliseconds since 1970.
    pub(crate) from: u64,
}

/// Gives more play money, at most once a day, to a player who has less than this table's minimum.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/top-up",
    tag = "oneself",
    params(("table" = u32, Path), Keyed),
    request_body = TopUpWanted,
    responses(
        (status = 200, body = MovedMoney),
        (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn top_up(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
    Body(TopUpWanted { id }): Body<TopUpWanted>,
) -> Result<Json<MovedMoney>, ApiError> {
    let player = caller.person()?;
    let handle = running.table_for(caller.by, TableId(table), key.as_deref())?;
    let least = least_at(handle.latest().host.table(), player)?;
    let named = name_of_command(caller.by, &id, &format!("top up at table {table}"))?;
    let answer = to_the_end(async move { running.top_up(player, named, least).await }).await?;
    Ok(Json(MovedMoney::try_from(answer)?))
}

/// What a player needs to play at a table. Anybody can start a private table with a high minimum,
/// so there the book's usual minimum counts if it is lower.
fn least_at(table: &table::Table, player: PlayerId) -> Result<Money, Refused> {
    let least = table.minimum_of(player);
    match table.config().access {
        Access::Public => Ok(least),
        Access::Private { .. } => {
            let book = table.config().rule_book();
            let book = book.map_err(|fault| Refused::Config(fault.to_string()))?;
            Ok(least.min(Sign::usual(&book).minimum))
        }
    }
}

impl Running {
    /// The person's turn is held throughout, so no wager is laid or taken back between the reading
    /// of what is at stake, the reading of the balance and the decision.
    async fn top_up(
        self: Arc<Self>,
        player: PlayerId,
        named: Option<Command>,
        least: Money,
    ) -> Result<desk::Answer, Refused> {
        let by = By::Person(player);
        let _own = self.turns().take(by).await;
        let open = self.desk().plays().totals(player, self.now()).open;
        let balance = self.balance(Account::Player(player)).await?;
        let has = Money::from_cents(u64::try_from(balance.cents()).unwrap_or(0));
        let command = DeskCommand::TopUp { open, has, least };
        self.decide_in_turn(by, named, command).await
    }
}
