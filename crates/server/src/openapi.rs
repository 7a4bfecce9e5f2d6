//! The description of the API, for programs and for people. The page loads nothing from anywhere else.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use utoipa::OpenApi;

/// What stands above the list of addresses; the list itself comes from the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pontoon",
        description = "The house: tables, accounts, rules and records. Amounts are whole cents, times milliseconds since \
                       1970. Programs send the token of a session as `Authorization: Bearer`; browsers have it as a cookie. \
                       Who may do what stands in docs/roles.md, the messages on the socket in docs/api.md."
    ),
    tags(
        (name = "coming in", description = "accounts and sessions"),
        (name = "oneself", description = "one's own account, limits and rounds"),
        (name = "tables", description = "the lobby, tables, shoes and rounds"),
        (name = "books", description = "the rule books"),
        (name = "analysis", description = "what a book is worth and how to play it"),
        (name = "rounds", description = "written rounds, step by step"),
        (name = "floor", description = "setting up tables, incidents"),
        (name = "staff", description = "the accounts of others"),
        (name = "log", description = "everything that happened, for whoever inspects it"),
        (name = "operations", description = "for whoever runs the server"),
    )
)]
pub(crate) struct Api;

/// The description as JSON, and a page that shows it.
pub(crate) fn router<S: Clone + Send + Sync + 'static>(description: &utoipa::openapi::OpenApi) -> Router<S> {
    let json = description.to_json().unwrap_or_default();
    Router::new()
        .route("/api/openapi.json", get(async move || ([(CONTENT_TYPE, "application/json")], json)))
        .route("/api/docs", get(async || Html(include_str!("docs.html"))))
        .route("/api/docs.js", get(async || ([(CONTENT_TYPE, "text/javascript")], include_str!("docs.js"))))
}
