//! Errors as callers see them: a code for programs, words for people, and nothing else.

use crate::caller::NO_COOKIE;
use crate::denial::Denied;
use crate::error_detail::ErrorDetail;
use crate::private_table::PrivateRefusal;
use crate::refused::Refused;
use axum::Json;
use axum::http::header::{RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use desk::{CardRefusal, DeskRefusal, LimitRefusal, TopUpRefusal};
use serde::Serialize;
use table::Span;

/// Why a request was not done.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
    /// When it is worth asking again, in seconds.
    again: Option<u64>,
}

/// The body of an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ErrorBody {
    /// For programs.
    pub code: String,
    /// For people.
    pub error: String,
    /// The names of what is wrong in what was asked, where it is plain which: a form shows the
    /// error there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub fields: Vec<String>,
    /// Amounts and times that the refusal goes by, for a page that says them in its own currency
    /// and clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub detail: Option<Box<ErrorDetail>>,
}

/// The code of a token that opens nothing.
pub(crate) const NO_SESSION: &str = "session";

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, error: &str) -> Self {
        let body = ErrorBody {
            code: code.to_owned(),
            error: error.to_owned(),
            fields: Vec::new(),
            detail: None,
        };
        Self {
            status,
            body,
            again: None,
        }
    }

    pub(crate) fn bad(code: &str, error: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, error)
    }

    /// The same error, with what it is about.
    pub(crate) fn at(mut self, fields: &[&str]) -> Self {
        self.body.fields = fields.iter().map(|&field| field.to_owned()).collect();
        self
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", what)
    }

    fn with_detail(mut self, detail: Option<Box<ErrorDetail>>) -> Self {
        self.body.detail = detail;
        self
    }

    /// A wrong password that brings a wait.
    pub(crate) fn with_wait(mut self, left: Span) -> Self {
        let seconds = left.0.div_ceil(1000);
        self.again = Some(seconds);
        self.with_detail(Some(Box::new(ErrorDetail::WrongPassword { seconds })))
    }

    /// Asked too often; when to ask again, in seconds.
    pub(crate) fn too_often(what: &str, again: u64) -> Self {
        Self {
            again: Some(again),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_often", what)
        }
    }

    /// As it is kept under the name of a request.
    pub(crate) fn denied(&self) -> Denied {
        let ErrorBody {
            code,
            error,
            detail,
            ..
        } = self.body.clone();
        Denied {
            status: self.status.as_u16(),
            code,
            error,
            detail,
        }
    }

    pub(crate) fn body(&self) -> &ErrorBody {
        &self.body
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (stale, again) = (self.body.code == NO_SESSION, self.again);
        let mut response = (self.status, Json(self.body)).into_response();
        if stale {
            // A browser would send the dead token for ever: scripts cannot remove it.
            response
                .headers_mut()
                .insert(SET_COOKIE, HeaderValue::from_static(NO_COOKIE));
        }
        if let Some(again) = again {
            response.headers_mut().insert(RETRY_AFTER, again.into());
        }
        response
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        let (status, code) = match &refused {
            Refused::Before(denied) => {
                let status = StatusCode::from_u16(denied.status).unwrap_or(StatusCode::CONFLICT);
                return Self::new(status, &denied.code, &denied.error)
                    .with_detail(denied.detail.clone());
            }
            Refused::Desk(refusal) => {
                let (status, code, field) = of_desk(refusal);
                let mut error = Self::new(status, code, &refused.to_string()).at(field.as_slice());
                if let DeskRefusal::Wait { left, .. } = refusal {
                    error.again = Some(left.0.div_ceil(1000));
                }
                return error.with_detail(ErrorDetail::of(refusal).map(Box::new));
            }
            Refused::Journal(store::Refusal::Ledger(_)) => (StatusCode::CONFLICT, "money"),
            Refused::Journal(store::Refusal::IdReused) => (StatusCode::CONFLICT, "id_reused"),
            Refused::Journal(store::Refusal::Conflict { .. } | store::Refusal::Unfit(_)) => {
                (StatusCode::CONFLICT, "conflict")
            }
            Refused::Id(_) => (StatusCode::BAD_REQUEST, "id"),
            Refused::Config(_) => (StatusCode::BAD_REQUEST, "form"),
            Refused::NotTaken(_) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Refused::Fault(_) | Refused::Unreadable(_) | Refused::NoEntropy => {
                (StatusCode::SERVICE_UNAVAILABLE, "fault")
            }
            Refused::Late => (StatusCode::CONFLICT, "late"),
            Refused::NoTable(_) => (StatusCode::NOT_FOUND, "not_found"),
            Refused::Private(PrivateRefusal::None) => (StatusCode::FORBIDDEN, "no_private_tables"),
            Refused::Private(PrivateRefusal::TooMany(_)) => {
                (StatusCode::SERVICE_UNAVAILABLE, "too_many")
            }
            Refused::Private(PrivateRefusal::OthersThere(_)) => (StatusCode::CONFLICT, "conflict"),
            Refused::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            Refused::Bug => (StatusCode::INTERNAL_SERVER_ERROR, "bug"),
        };
        Self::new(status, code, &refused.to_string())
    }
}

/// How a refusal of the desk is told, and the field it is about.
fn of_desk(refusal: &DeskRefusal) -> (StatusCode, &'static str, Option<&'static str>) {
    match refusal {
        DeskRefusal::NotAllowed(_) => (StatusCode::FORBIDDEN, "not_allowed", None),
        DeskRefusal::NotSignedIn => (StatusCode::UNAUTHORIZED, "not_signed_in", None),
        DeskRefusal::WrongPassword => (StatusCode::UNAUTHORIZED, "wrong_password", None),
        DeskRefusal::Wait { .. } => (StatusCode::TOO_MANY_REQUESTS, "wait", None),
        DeskRefusal::Locked => (StatusCode::FORBIDDEN, "locked", None),
        DeskRefusal::ChangePasswordFirst => (StatusCode::FORBIDDEN, "change_password_first", None),
        DeskRefusal::Limit(LimitRefusal::Excluded(_)) => (StatusCode::FORBIDDEN, "excluded", None),
        DeskRefusal::Limit(LimitRefusal::Reality(_)) => {
            (StatusCode::FORBIDDEN, "reality_check", None)
        }
        DeskRefusal::Limit(
            LimitRefusal::OneWager { .. }
            | LimitRefusal::Loss { .. }
            | LimitRefusal::Wagered { .. }
            | LimitRefusal::Play { .. },
        ) => (StatusCode::FORBIDDEN, "limit", None),
        DeskRefusal::Card(CardRefusal::Number { .. }) => {
            (StatusCode::BAD_REQUEST, "form", Some("number"))
        }
        DeskRefusal::Card(CardRefusal::NoMember | CardRefusal::Taken | CardRefusal::None) => {
            (StatusCode::CONFLICT, "refused", Some("number"))
        }
        DeskRefusal::TopUp(TopUpRefusal::NoPlayMoney) => {
            (StatusCode::FORBIDDEN, "no_play_money", None)
        }
        DeskRefusal::TopUp(
            TopUpRefusal::AtStake { .. }
            | TopUpRefusal::Enough { .. }
            | TopUpRefusal::GivenToday { .. },
        ) => (StatusCode::CONFLICT, "top_up", None),
        DeskRefusal::NoSuchPerson(_) | DeskRefusal::NotYourSession(_) => {
            (StatusCode::NOT_FOUND, "not_found", None)
        }
        DeskRefusal::Name(_) => (StatusCode::BAD_REQUEST, "form", Some("handle")),
        DeskRefusal::Roles => (StatusCode::BAD_REQUEST, "form", Some("roles")),
        DeskRefusal::NoStaffRole(_) => (StatusCode::BAD_REQUEST, "form", Some("role")),
        DeskRefusal::OtherName(_)
        | DeskRefusal::Amount
        | DeskRefusal::Text
        | DeskRefusal::NothingToSet
        | DeskRefusal::LimitFault(_)
        | DeskRefusal::ExclusionTooShort
        | DeskRefusal::ExclusionTooLong => (StatusCode::BAD_REQUEST, "form", None),
        DeskRefusal::NameTaken => (StatusCode::CONFLICT, "name_taken", Some("handle")),
        DeskRefusal::RolesClash { .. } => (StatusCode::CONFLICT, "refused", Some("role")),
        DeskRefusal::PasswordChanged
        | DeskRefusal::TokenUsed
        | DeskRefusal::NotStaff
        | DeskRefusal::HasRole(_)
        | DeskRefusal::HasNotRole(_)
        | DeskRefusal::NotOneself
        | DeskRefusal::LastAdministrator
        | DeskRefusal::PlayerExcluded(_)
        | DeskRefusal::NotLocked
        | DeskRefusal::AlreadyLocked
        | DeskRefusal::NoPassword
        | DeskRefusal::DoesNotPlay
        | DeskRefusal::NoHousePlayer
        | DeskRefusal::LastRole
        | DeskRefusal::NoCheckDue
        | DeskRefusal::ExclusionShortened(_)
        | DeskRefusal::NoGuest
        | DeskRefusal::GuestStillHere
        | DeskRefusal::NoOldSessions
        | DeskRefusal::SameZone
        | DeskRefusal::NotToRecord => (StatusCode::CONFLICT, "refused", None),
    }
}
