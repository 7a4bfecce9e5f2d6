//! Every address of the server. What is not here is not there.

use crate::bucket::Addresses;
use crate::caller::{Doors, Whence};
use crate::error::ApiError;
use crate::refused::Refused;
use crate::running::Running;
use crate::site::{Coding, codings};
use crate::{
    accounts, advice, analysis, books, downloads, floor, hand, lobby, log, meters, openapi,
    operations, own, people, price, private_table, recall, rounds, sessions, settings, side,
    simulation, site, socket, staff, statement, super_bonus, top_up, trainer,
};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_request};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest body of a request, in bytes.
const BODY_MOST: usize = 64 * 1024;
/// How long the next part of a body may take.
const NEXT_PART: Duration = Duration::from_secs(10);
/// How long a request may take.
const LONGEST: Duration = Duration::from_secs(30);
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    frame-ancestors 'none'";

/// What is answered soon or not at all.
fn quick() -> OpenApiRouter<Arc<Running>> {
    OpenApiRouter::with_openapi(openapi::Api::openapi())
        .routes(routes!(operations::health))
        .routes(routes!(operations::metrics))
        .routes(routes!(accounts::guest))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::sign_in))
        .routes(routes!(accounts::sign_out))
        .routes(routes!(accounts::me))
        .routes(routes!(sessions::reauthenticate))
        .routes(routes!(sessions::change_password))
        .routes(routes!(sessions::sessions))
        .routes(routes!(sessions::end_session))
        .routes(routes!(sessions::end_others))
        .routes(routes!(own::limits, own::set_limits))
        .routes(routes!(own::reality, own::acknowledge))
        .routes(routes!(own::exclude))
        .routes(routes!(statement::statement))
        .routes(routes!(statement::cash_out))
        .routes(routes!(recall::my_rounds))
        .routes(routes!(lobby::lobby))
        .routes(routes!(floor::found))
        .routes(routes!(private_table::own, private_table::start))
        .routes(routes!(lobby::table))
        .routes(routes!(lobby::mine))
        .routes(routes!(lobby::command))
        .routes(routes!(top_up::top_up))
        .routes(routes!(lobby::shoe_so_far))
        .routes(routes!(lobby::shoe))
        .routes(routes!(lobby::round))
        .routes(routes!(advice::advice))
        .routes(routes!(rounds::read))
        .routes(routes!(meters::meter))
        .routes(routes!(meters::meters))
        .routes(routes!(floor::incidents, floor::write_incident))
        .routes(routes!(staff::create))
        .routes(routes!(people::people))
        .routes(routes!(people::person))
        .routes(routes!(people::statement))
        .routes(routes!(people::rounds))
        .routes(routes!(staff::give_role))
        .routes(routes!(staff::take_role))
        .routes(routes!(staff::issue_card, staff::cancel_card))
        .routes(routes!(staff::lock))
        .routes(routes!(staff::unlock))
        .routes(routes!(staff::reset_password))
        .routes(routes!(staff::credit))
        .routes(routes!(staff::correct))
        .routes(routes!(books::books))
        .routes(routes!(books::page))
        .routes(routes!(books::clauses))
        .routes(routes!(books::clause))
        .routes(routes!(books::differences))
        .routes(routes!(settings::settings))
        .routes(routes!(hand::hand))
        .routes(routes!(side::side))
        .routes(routes!(trainer::deal))
        .routes(routes!(log::entries))
}

/// What takes as long as it takes.
fn slow() -> OpenApiRouter<Arc<Running>> {
    OpenApiRouter::new()
        .routes(routes!(log::verification))
        .routes(routes!(log::export))
        .routes(routes!(analysis::edge))
        .routes(routes!(analysis::chart))
        .routes(routes!(price::price))
        .routes(routes!(super_bonus::super_bonus))
        .routes(routes!(downloads::par))
        .routes(routes!(downloads::chart_svg))
        .routes(routes!(downloads::chart_csv))
        .routes(routes!(simulation::simulation))
        .routes(routes!(socket::open))
}

/// All addresses, and their description.
pub(crate) fn described() -> (Router<Arc<Running>>, OpenApi) {
    let quick = quick().layer(from_fn(in_time));
    quick.merge(slow()).split_for_parts()
}

pub(crate) fn router(running: Arc<Running>, recorder: PrometheusHandle) -> Router {
    let rate = running.config.rate;
    let doors = Arc::new(Doors(Addresses::new(rate.sign_ins)));
    let header =
        |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let (api, description) = described();
    let limits = Limits {
        running: Arc::clone(&running),
        addresses: Arc::new(Addresses::new(rate.requests)),
    };
    api.merge(openapi::router(&description))
        .fallback(site::file)
        .method_not_allowed_fallback(async || {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "form",
                "this address is asked in another way: see /api/docs",
            )
        })
        .layer(from_fn_with_state(limits, not_too_often))
        .layer(Extension(doors))
        .layer(Extension(recorder))
        .layer(DefaultBodyLimit::max(BODY_MOST))
        .layer(RequestBodyTimeoutLayer::new(NEXT_PART))
        .layer(CompressionLayer::new())
        .layer(map_request(take_plain_answers))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(REFERRER_POLICY, "same-origin"))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(CACHE_CONTROL, "no-store"))
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::from(Refused::Bug).into_response()
        }))
        // Whatever fails says so itself, with what it knows; a house that is full is no failure.
        .layer(TraceLayer::new_for_http().on_failure(()))
        .with_state(running)
}

#[derive(Clone)]
struct Limits {
    running: Arc<Running>,
    addresses: Arc<Addresses>,
}

/// Nobody waits for ever.
async fn in_time(request: Request, next: Next) -> Response {
    let is_question = is_question(&request);
    match tokio::time::timeout(LONGEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) if is_question => ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "it takes too long: ask again later",
        )
        .into_response(),
        Err(_) => ApiError::from(Refused::Fault("it takes too long".to_owned())).into_response(),
    }
}

/// Whether nothing is written down for a request, so that it has no name under which it could come
/// again.
fn is_question(request: &Request) -> bool {
    let path = request.uri().path();
    let reckoned = ["/api/analysis/", "/api/rounds/", "/api/trainer/"]
        .iter()
        .any(|begin| path.starts_with(begin));
    request.method() == Method::GET || reckoned
}

/// No address may ask without end.
async fn not_too_often(
    State(limits): State<Limits>,
    ConnectInfo(connected): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    metrics::counter!("pontoon_requests").increment(1);
    let Whence(from) = Whence::of(connected, request.headers(), &limits.running.config.proxies);
    if limits.addresses.take(from, limits.running.now()) {
        return next.run(request).await;
    }
    ApiError::too_often("too many requests from this address: wait a moment", 1).into_response()
}

/// Whoever takes no plain answer gets one all the same: what was asked for may be done by then, and
/// "not acceptable" would say that it is not.
async fn take_plain_answers(mut request: Request) -> Request {
    if codings(request.headers()).any(|coding| matches!(coding, Coding::Refused("identity" | "*")))
    {
        request.headers_mut().remove(ACCEPT_ENCODING);
    }
    request
}
