//! For whoever runs the server: health and metrics.

use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::running::Running;
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use desk::Deed;
use ledger::Account;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// How the server does.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Health {
    /// Whether everything is well.
    pub(crate) ok: bool,
    /// Whether the journal answers.
    pub(crate) journal: bool,
    /// Whether the last thing that was to be written down was.
    pub(crate) writes: bool,
    /// How many tables there are.
    pub(crate) tables: usize,
    /// The version of the software.
    pub(crate) version: &'static str,
    /// The house's public key, in hexadecimal digits: what signs its shoes and its log.
    pub(crate) key: String,
}

/// Whether the server lives, its journal answers and what is done can be written down.
#[utoipa::path(
    get,
    path = "/health",
    tag = "operations",
    responses((status = 200, body = Health), (status = 503, body = Health)),
)]
pub(crate) async fn health(State(running): State<Arc<Running>>) -> (StatusCode, Json<Health>) {
    let journal = running.balance(Account::House).await.is_ok();
    let writes = running.writes_go_through();
    let ok = journal && writes;
    let status = if ok {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let tables = running.tables().len();
    (
        status,
        Json(Health {
            ok,
            journal,
            writes,
            tables,
            version: env!("CARGO_PKG_VERSION"),
            key: running.public_key(),
        }),
    )
}

/// Figures in the form of Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    responses((status = 200, body = String), (status = 403, body = ErrorBody)),
)]
pub(crate) async fn metrics(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Extension(recorder): Extension<PrometheusHandle>,
) -> Result<String, ApiError> {
    if !running.config.open_metrics {
        running.permit(caller.by, Deed::ReadMetrics)?;
    }
    let open = running
        .tables()
        .values()
        .filter(|handle| handle.latest().host.table().is_open())
        .count();
    let count = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
    metrics::gauge!("pontoon_sockets").set(count(running.sockets().len()));
    metrics::gauge!("pontoon_tables_open").set(count(open));
    // Counted by the journal itself: what it writes with one fsync is a group, what a command asks
    // for a batch.
    let written = running.written();
    metrics::counter!("pontoon_journal_groups").absolute(written.groups);
    metrics::counter!("pontoon_journal_batches").absolute(written.batches);
    Ok(recorder.render())
}
