//! For whoever runs the server: health and metrics.

use crate::running::Running;
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use ledger::Account;
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::{Value, json};
use std::sync::Arc;

/// Whether the server lives and its journal answers.
#[utoipa::path(get, path = "/health", responses((status = 200, body = Value), (status = 503, body = Value)))]
pub(crate) async fn health(State(running): State<Arc<Running>>) -> (StatusCode, Json<Value>) {
    let journal = running.balance(Account::House).await;
    let status = if journal.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let tables = running.tables().len();
    (status, Json(json!({ "ok": journal.is_ok(), "tables": tables, "version": env!("CARGO_PKG_VERSION") })))
}

/// Figures in the form of Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub(crate) async fn metrics(State(running): State<Arc<Running>>, Extension(recorder): Extension<PrometheusHandle>) -> String {
    let open = running.tables().values().filter(|handle| handle.latest().host.table().is_open()).count();
    metrics::gauge!("pontoon_tables_open").set(u32::try_from(open).map(f64::from).unwrap_or_default());
    recorder.render()
}
