//! One's own sessions and password.

use crate::accounts::not_right;
use crate::caller::{Caller, Knock, Whence, asleep_or_awake};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Segments};
use crate::passwords::{hashed, verdict};
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use desk::{Answer, By, Deed, DeskCommand, SessionNo};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A session of one's own.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnSession {
    /// Its number.
    pub(crate) session: u64,
    /// Since when, in milliseconds since 1970.
    pub(crate) created: u64,
    /// The last sign of life.
    pub(crate) seen: u64,
    /// Whether it is the one that asks.
    pub(crate) this: bool,
}

/// One's password once more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Again {
    /// The password.
    pub(crate) password: String,
}

/// A change of password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NewPassword {
    /// The old one.
    pub(crate) old: String,
    /// The new one: 8 to 128 characters.
    pub(crate) new: String,
}

/// How many sessions were ended.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Ended {
    /// How many.
    pub(crate) sessions: u64,
}

/// Gives the password again, after 30 minutes without a sign of life.
#[utoipa::path(post, path = "/api/me/reauthenticate", tag = "oneself", request_body = Again,
    responses((status = 204), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn reauthenticate(
    State(running): State<Arc<Running>>,
    headers: HeaderMap,
    _: Knock,
    from: Whence,
    Body(Again { password }): Body<Again>,
) -> Result<StatusCode, ApiError> {
    let signed_in = asleep_or_awake(&headers, &running)?;
    let handle = running.handle_of(signed_in.person).unwrap_or_default();
    let verdict = verdict(&running, &handle, password, from).await?;
    let command = DeskCommand::Reauthenticate {
        verdict,
        session: signed_in.session,
    };
    let answer = running
        .at_desk(By::Person(signed_in.person), command)
        .await?;
    if let Answer::SignedIn { .. } = answer {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(not_right(&running, &handle, from))
    }
}

/// Changes one's own password, and ends all other sessions.
#[utoipa::path(post, path = "/api/me/password", tag = "oneself", request_body = NewPassword,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub(crate) async fn change_password(
    State(running): State<Arc<Running>>,
    caller: Caller,
    _: Knock,
    from: Whence,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let keep = caller.session()?;
    running.permit(caller.by, Deed::ChangePassword)?;
    let handle = running.handle_of(caller.person()?).unwrap_or_default();
    if old == new {
        return Err(ApiError::bad(
            "password",
            "the new password is the old one: choose another",
        ));
    }
    let phc = hashed(&running, &handle, new).await?;
    let verdict = verdict(&running, &handle, old, from).await?;
    let answer = running
        .at_desk(
            caller.by,
            DeskCommand::ChangePassword { verdict, phc, keep },
        )
        .await?;
    if answer == Answer::Done {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(not_right(&running, &handle, from))
    }
}

/// One's own sessions, the oldest first.
#[utoipa::path(
    get,
    path = "/api/me/sessions",
    tag = "oneself",
    responses((status = 200, body = Vec<OwnSession>)),
)]
pub(crate) async fn sessions(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Vec<OwnSession>>, ApiError> {
    running.permit(caller.by, Deed::ReadOwnAccount)?;
    let (person, this) = (caller.person()?, caller.session()?);
    let desk = running.desk();
    let own = desk.sessions().of(person).map(|session| OwnSession {
        session: session.no.0,
        created: session.created.0,
        seen: session.seen.0,
        this: session.no == this,
    });
    Ok(Json(own.collect()))
}

/// Ends one of one's own sessions.
#[utoipa::path(
    delete,
    path = "/api/me/sessions/{session}",
    tag = "oneself",
    params(("session" = u64, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn end_session(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(session): Segments<u64>,
) -> Result<StatusCode, ApiError> {
    running
        .at_desk(
            caller.by,
            DeskCommand::SignOut {
                session: SessionNo(session),
            },
        )
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all of one's own sessions but this one.
#[utoipa::path(
    post,
    path = "/api/me/sessions/end-others",
    tag = "oneself",
    responses((status = 200, body = Ended)),
)]
pub(crate) async fn end_others(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Ended>, ApiError> {
    let keep = caller.session()?;
    let answer = running
        .at_desk(caller.by, DeskCommand::SignOutOthers { keep })
        .await?;
    let sessions = if let Answer::Ended { sessions } = answer {
        sessions
    } else {
        0
    };
    Ok(Json(Ended { sessions }))
}
