//! Every address of the server.

use crate::bucket::Addresses;
use crate::running::Running;
use crate::{accounts, lobby, operations, socket};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Extension, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// The largest body of a request, in bytes.
const BODY_MOST: usize = 64 * 1024;
/// How long a request may take.
const LONGEST: Duration = Duration::from_secs(30);
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

pub(crate) fn router(running: Arc<Running>, recorder: PrometheusHandle) -> Router {
    let addresses = Arc::new(Addresses::new(running.config.rate.sign_ins));
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    Router::new()
        .route("/", get(|| async { Html(include_str!("page.html")) }))
        .route("/page.js", get(|| async { ([("content-type", "text/javascript")], include_str!("page.js")) }))
        .route("/health", get(operations::health))
        .route("/metrics", get(operations::metrics))
        .route("/api/guest", post(accounts::guest))
        .route("/api/register", post(accounts::register))
        .route("/api/sign-in", post(accounts::sign_in))
        .route("/api/sign-out", post(accounts::sign_out))
        .route("/api/me", get(accounts::me))
        .route("/api/me/rounds", get(lobby::my_rounds))
        .route("/api/lobby", get(lobby::lobby))
        .route("/api/tables/{table}", get(lobby::table))
        .route("/api/tables/{table}/mine", get(lobby::mine))
        .route("/api/tables/{table}/commands", post(lobby::command))
        .route("/api/tables/{table}/shoe", get(lobby::shoe_so_far))
        .route("/api/tables/{table}/shoes/{shoe}", get(lobby::shoe))
        .route("/api/tables/{table}/rounds/{round}", get(lobby::round))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST))
        .route("/ws", get(socket::open))
        .layer(Extension(addresses))
        .layer(Extension(recorder))
        .layer(RequestBodyLimitLayer::new(BODY_MOST))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(REFERRER_POLICY, "same-origin"))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(CACHE_CONTROL, "no-store"))
        .layer(CatchPanicLayer::new())
        .layer(TraceLayer::new_for_http())
        .with_state(running)
}
