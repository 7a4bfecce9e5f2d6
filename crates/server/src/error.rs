//! Errors as callers see them: a code for programs, words for people, and nothing else.

use crate::running::Refused;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Why a request was not done.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
}

/// The body of an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// For programs.
    pub code: String,
    /// For people.
    pub error: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, error: &str) -> Self {
        Self { status, body: ErrorBody { code: code.to_owned(), error: error.to_owned() } }
    }

    pub(crate) fn bad(code: &str, error: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, error)
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", what)
    }

    pub(crate) fn body(&self) -> &ErrorBody {
        &self.body
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        let (status, code) = match &refused {
            Refused::Desk(_) => (StatusCode::FORBIDDEN, "refused"),
            Refused::Journal(store::Refusal::Ledger(_)) => (StatusCode::CONFLICT, "money"),
            Refused::Journal(store::Refusal::IdReused) => (StatusCode::CONFLICT, "id_reused"),
            Refused::Journal(_) => (StatusCode::CONFLICT, "conflict"),
            Refused::Fault(_) | Refused::NoEntropy => (StatusCode::SERVICE_UNAVAILABLE, "fault"),
            Refused::NoTable(_) => (StatusCode::NOT_FOUND, "not_found"),
            Refused::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        };
        Self::new(status, code, &refused.to_string())
    }
}
