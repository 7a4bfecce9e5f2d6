//! What comes in with a request: a body, a query, the parts of an address. What cannot be read is
//! answered in the same form as every other error.

use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

/// How long a body may take, however steadily it comes.
const BODY_LONGEST: Duration = Duration::from_secs(30);

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

/// The parameters behind the `?` of an address.
pub(crate) struct Params<T>(pub(crate) T);

/// The variable parts of an address.
pub(crate) struct Segments<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let late = || {
            ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "form",
                "the body did not come in time",
            )
        };
        let read = tokio::time::timeout(BODY_LONGEST, Json::from_request(request, state)).await;
        let Json(Named(body)) = read.map_err(|_| late())??;
        Ok(Self(body))
    }
}

/// What is written with its names. Of a bare list the fields could be told by their order alone,
/// and nobody means that.
struct Named<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_map(InBraces(PhantomData))
            .map(Self)
    }
}

struct InBraces<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for InBraces<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fields with their names, in braces")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(Query::from_request_parts(parts, state).await?.0))
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Segments<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(Path::from_request_parts(parts, state).await?.0))
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let status = match rejection.status() {
            // What is no JSON and what is JSON of another form is the same mistake.
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            other => other,
        };
        let text = rejection.body_text();
        let what = if let JsonRejection::MissingJsonContentType(_) = rejection {
            "send JSON, with the header `content-type: application/json`"
        } else if status == StatusCode::PAYLOAD_TOO_LARGE {
            "it is longer than 64 KiB (65,536 bytes), the most that is taken"
        } else {
            essence(&text)
        };
        Self::new(status, "form", &format!("the body cannot be read: {what}"))
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad(
            "form",
            &format!(
                "the part behind the `?` cannot be read: {}",
                essence(&rejection.body_text())
            ),
        )
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Self::bad(
            "form",
            &format!(
                "the address cannot be read: {}",
                essence(&rejection.body_text())
            ),
        )
    }
}

/// What is wrong, without the words of the library that found it.
fn essence(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, what)| what)
}

/// How many of something are asked for.
#[derive(Clone, Copy, Debug, serde::Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct HowMany {
    /// How many at most.
    pub(crate) most: Option<usize>,
}

impl HowMany {
    /// The number that is asked for, if it is one that may be.
    pub(crate) fn of(self, usual: usize, largest: usize) -> Result<usize, ApiError> {
        match self.most.unwrap_or(usual) {
            most if (1..=largest).contains(&most) => Ok(most),
            most => Err(ApiError::bad(
                "form",
                &format!("`most` is {most}: it must be from 1 to {largest}"),
            )),
        }
    }
}
