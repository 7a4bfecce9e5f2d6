//! The description of the API, for programs and for people. The page loads nothing from anywhere
//! else.

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
        description = "The house: tables, accounts, rules and records. Amounts are whole cents, \
            times milliseconds since \
                       1970. Programs send the token of a session as `Authorization: Bearer`; \
                       browsers have it as a cookie. \
                       Who may do what stands in docs/roles.md, the messages on the socket in \
                       docs/api.md."
    ),
    components(schemas(crate::export::Format)),
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
pub(crate) fn router<S: Clone + Send + Sync + 'static>(
    description: &utoipa::openapi::OpenApi,
) -> Router<S> {
    let json = description.to_json().unwrap_or_default();
    Router::new()
        .route(
            "/api/openapi.json",
            get(async move || ([(CONTENT_TYPE, "application/json")], json)),
        )
        .route("/api/docs", get(async || Html(include_str!("docs.html"))))
        .route(
            "/api/docs.js",
            get(async || ([(CONTENT_TYPE, "text/javascript")], include_str!("docs.js"))),
        )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    fn names(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(
                    fields
                        .get("$ref")
                        .and_then(Value::as_str)
                        .map(str::to_owned),
                );
                fields.values().for_each(|value| names(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| names(value, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn whatever_the_description_names_is_in_it() {
        let description = serde_json::to_value(crate::routes::described().1).unwrap();
        let mut found = Vec::new();
        names(&description, &mut found);
        assert!(found.len() > 50);
        for name in found {
            let there = name
                .strip_prefix('#')
                .and_then(|pointer| description.pointer(pointer));
            assert!(there.is_some(), "{name}");
        }
    }
}
