//! The jackpot meters of the tables.

use crate::caller::Caller;
use crate::door::Keyed;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Params, Segments};
use crate::running::Running;
use crate::table_task::TableHandle;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use house::Meter;
use ledger::{Account, Pool, TableId};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The jackpot meter of a table: its Pontoon Pandemonium wagers since it was founded. Amounts are
/// in cents.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MeterPage {
    /// Which table.
    pub(crate) table: u32,
    /// The multipliers that the button may show, the largest first.
    pub(crate) multipliers: Vec<u16>,
    /// What came in and went out, how often each multiplier was shown, and the highest prize.
    #[schema(value_type = Object)]
    pub(crate) meter: Meter,
    /// What the pool behind it holds since the table was opened last.
    pub(crate) pool: i64,
}

/// The meters of those of these tables whose book has the wager. The journal is asked once for all
/// pools.
async fn pages(
    running: &Running,
    tables: impl IntoIterator<Item = (TableId, TableHandle)>,
) -> Result<Vec<MeterPage>, ApiError> {
    let mut pages: Vec<MeterPage> = tables
        .into_iter()
        .filter_map(|(id, handle)| page(id, &handle))
        .collect();
    if pages.is_empty() {
        return Ok(pages);
    }
    let ids: Vec<TableId> = pages.iter().map(|page| TableId(page.table)).collect();
    let pools = running.ask_ledger(move |ledger| -> Vec<i64> {
        ids.iter()
            .map(|id| ledger.balance(Account::Pool(*id, Pool::Jackpot)).cents())
            .collect()
    });
    for (page, pool) in pages.iter_mut().zip(pools.await?) {
        page.pool = pool;
    }
    Ok(pages)
}

fn page(id: TableId, handle: &TableHandle) -> Option<MeterPage> {
    let host = handle.latest().host;
    let multipliers = host
        .table()
        .book()
        .pandemonium
        .multipliers
        .is
        .all()
        .to_vec();
    let there = !multipliers.is_empty();
    there.then(|| MeterPage {
        table: id.0,
        multipliers,
        meter: host.meter().clone(),
        pool: 0,
    })
}

/// The meters of all tables whose book has the wager.
#[utoipa::path(
    get,
    path = "/api/meters",
    tag = "tables",
    responses((status = 200, body = Vec<MeterPage>)),
)]
pub(crate) async fn meters(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Vec<MeterPage>>, ApiError> {
    running.permit(caller.by, Deed::Watch)?;
    Ok(Json(pages(&running, running.tables_for(caller.by)).await?))
}

/// The meter of one table.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/meter",
    tag = "tables",
    params(("table" = u32, Path), Keyed),
    responses((status = 200, body = MeterPage), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn meter(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<MeterPage>, ApiError> {
    running.permit(caller.by, Deed::Watch)?;
    let handle = running.table_for(caller.by, TableId(table), key.as_deref())?;
    let page = pages(&running, [(TableId(table), handle)]).await?.pop();
    page.map(Json)
        .ok_or_else(|| ApiError::not_found("the book of this table has no such wager"))
}
