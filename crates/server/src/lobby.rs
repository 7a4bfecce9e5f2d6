//! The lobby, the tables, their shoes and their rounds.

use crate::caller::Caller;
use crate::door::Keyed;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Params, Segments};
use crate::refused::Refused;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::{By, Deed};
use house::{ROUND, RoundRecord, SHOE, recall, recall_key, round_key, shoe_key};
use ledger::TableId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use table::{Command, Openness, Phase, PrivateView, Table, TableView};
use utoipa::ToSchema;

/// A table in the lobby.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TableLine {
    /// Its number.
    pub(crate) table: u32,
    /// The id of its rule book.
    pub(crate) book: String,
    /// The title of its rule book.
    pub(crate) title: String,
    /// Closed, shuffle, cut, wagers or round.
    #[cfg_attr(feature = "ts", ts(as = "Phase"))]
    pub(crate) phase: String,
    /// Minimum and maximum, in cents.
    pub(crate) limits: (u64, u64),
    /// The names of the people there.
    pub(crate) people: Vec<String>,
    /// How many boxes have nobody sitting at them.
    pub(crate) free: usize,
    /// How many cards are left in the shoe or device, and how many there are in all.
    pub(crate) cards: (u32, u32),
    /// How many rounds were begun.
    pub(crate) rounds: u64,
    /// Whether it is about to close.
    pub(crate) closing: bool,
    /// Whether it is private: others do not see it in their lobby.
    pub(crate) private: bool,
}

fn line(table: &Table) -> TableLine {
    let view = table.view();
    let phase = match view.phase {
        Phase::Closed => "closed",
        Phase::Shuffle => "shuffle",
        Phase::Cut => "cut",
        Phase::Wagers => "wagers",
        Phase::Round => "round",
    };
    TableLine {
        table: view.id.0,
        book: view.book.clone(),
        title: table.book().title.clone(),
        phase: phase.to_owned(),
        limits: (view.sign.minimum.cents(), view.sign.maximum.cents()),
        people: view.people.into_iter().map(|person| person.name).collect(),
        free: view
            .boxes
            .iter()
            .filter(|place| place.seated.is_none())
            .count(),
        cards: (view.shoe.all.saturating_sub(view.shoe.drawn), view.shoe.all),
        rounds: view.rounds,
        closing: matches!(view.open, Openness::Until(_) | Openness::Rounds(_)),
        private: !table.config().access.is_public(),
    }
}

/// Every table that is there for whoever asks.
#[utoipa::path(
    get,
    path = "/api/lobby",
    tag = "tables",
    responses((status = 200, body = Vec<TableLine>)),
)]
pub(crate) async fn lobby(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Vec<TableLine>>, ApiError> {
    running.permit(caller.by, Deed::ReadLobby)?;
    let tables = running.tables_for(caller.by);
    Ok(Json(
        tables
            .map(|(_, handle)| line(handle.latest().host.table()))
            .collect(),
    ))
}

/// One table, as everybody sees it.
#[utoipa::path(
    get,
    path = "/api/tables/{table}",
    tag = "tables",
    params(("table" = u32, Path), Keyed),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn table(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<TableView>, ApiError> {
    running.permit(caller.by, Deed::Watch)?;
    Ok(Json(
        running
            .table_for(caller.by, TableId(table), key.as_deref())?
            .latest()
            .host
            .table()
            .view(),
    ))
}

/// What only oneself sees of a table: what one may do there, and one's own cards that lie face
/// down.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/mine",
    tag = "tables",
    params(("table" = u32, Path), Keyed),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn mine(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<PrivateView>, ApiError> {
    running.permit(caller.by, Deed::Watch)?;
    let player = caller.person()?;
    Ok(Json(
        running
            .table_for(caller.by, TableId(table), key.as_deref())?
            .latest()
            .host
            .table()
            .private_view(player),
    ))
}

/// The shoe that is being dealt, as far as it may be seen: every card that came out, with its
/// proof.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/shoe",
    tag = "tables",
    params(("table" = u32, Path), Keyed),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn shoe_so_far(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<fair::ShoeRecord>, ApiError> {
    running.permit(caller.by, Deed::CheckFairness)?;
    let latest = running
        .table_for(caller.by, TableId(table), key.as_deref())?
        .latest();
    let shoe = latest.host.dealer().so_far(latest.host.table());
    shoe.map(Json)
        .ok_or_else(|| ApiError::not_found("no shoe is being dealt at this table"))
}

/// A shoe that is over, opened.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/shoes/{shoe}",
    tag = "tables",
    params(("table" = u32, Path), ("shoe" = u64, Path), Keyed),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn shoe(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments((table, shoe)): Segments<(u32, u64)>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<Value>, ApiError> {
    running.permit(caller.by, Deed::CheckFairness)?;
    let table = TableId(table);
    if !running.is_there_for(caller.by, table, key.as_deref())? {
        return Err(Refused::NoTable(table).into());
    }
    let found = running
        .read(move |reader| reader.document(SHOE, &shoe_key(table, shoe)))
        .await?;
    let bytes = found.ok_or_else(|| ApiError::not_found("no such shoe is over at this table"))?;
    Ok(Json(
        serde_json::from_slice(&bytes).map_err(|error| Refused::Unreadable(error.to_string()))?,
    ))
}

/// A round that is over, for everybody who could have watched it. One at a private table is for
/// those who have its key or had a wager in it, and for the staff.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/rounds/{round}",
    tag = "tables",
    params(("table" = u32, Path), ("round" = u64, Path), Keyed),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn round(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments((table, round)): Segments<(u32, u64)>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<RoundRecord>, ApiError> {
    running.permit(caller.by, Deed::Watch)?;
    let (by, table) = (caller.by, TableId(table));
    let is_there = running.is_there_for(by, table, key.as_deref())?;
    let found = running.read(move |reader| {
        let Some(bytes) = reader.document(ROUND, &round_key(table, round))? else {
            return Ok(None);
        };
        let corrupt = |error: serde_json::Error| {
            store::Fault::new(store::FaultKind::Corrupt, error.to_string())
        };
        let record = serde_json::from_slice::<RoundRecord>(&bytes).map_err(corrupt)?;
        let is_own = match by {
            By::Person(person) => reader
                .document(&recall(person), &recall_key(record.at, table, round))?
                .is_some(),
            By::House | By::Visitor => false,
        };
        Ok(Some((record, is_own)))
    });
    match found.await? {
        Some((record, is_own)) if is_there || is_own => Ok(Json(record)),
        None if is_there => Err(ApiError::not_found("no such round is over at this table")),
        Some(_) | None => Err(Refused::NoTable(table).into()),
    }
}

/// A command to a table, for those without a socket.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Asked {
    /// The caller's own name for it; a repetition has the same.
    pub(crate) id: String,
    /// How many rounds had begun at the table when it was meant; once another has begun it is
    /// refused.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub(crate) rounds: Option<u64>,
    /// A word such as `"ready"`, or an object with one field; docs/api.md has them all.
    #[schema(value_type = Value)]
    pub(crate) command: Command,
}

/// Asks a table for something.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/commands",
    tag = "tables",
    params(("table" = u32, Path), Keyed),
    request_body = Asked,
    responses(
        (status = 200, body = Object),
        (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn command(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
    Body(asked): Body<Asked>,
) -> Result<Json<Value>, ApiError> {
    let handle = running.table_for(caller.by, TableId(table), key.as_deref())?;
    Ok(Json(
        handle
            .ask_for(caller.by, Some(asked.id), asked.rounds, asked.command)
            .await?,
    ))
}
