//! Accounts: registering, signing in and out, guests, and oneself.

use crate::bucket::Addresses;
use crate::caller::{Caller, SESSION_COOKIE};
use crate::error::ApiError;
use crate::running::{Refused, Running};
use crate::world::{Os, now};
use axum::extract::{ConnectInfo, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::{Extension, Json};
use desk::{Answer, By, Cost, DeskCommand, Token, Verdict, hash_password};
use ledger::{Account, PlayerId};
use rules::Net;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::sync::Arc;
use table::Time;
use utoipa::ToSchema;

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// 1 to 20 small letters and digits, a letter first.
    pub(crate) handle: String,
    /// 8 to 128 characters.
    pub(crate) password: String,
}

/// A session that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    /// Who.
    pub(crate) person: u32,
    /// The name.
    pub(crate) handle: String,
    /// The token, for programs; browsers get it as a cookie that scripts cannot read.
    pub(crate) token: String,
    /// When this person signed in last, in milliseconds since 1970.
    pub(crate) last: Option<u64>,
}

/// Oneself.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// Who.
    pub(crate) person: u32,
    /// The name.
    pub(crate) handle: String,
    /// Guest, member, house player or staff.
    pub(crate) kind: String,
    /// Roles of staff.
    pub(crate) roles: Vec<String>,
    /// What one has, in cents.
    pub(crate) balance: i64,
}

type Answered<T> = Result<(HeaderMap, Json<T>), ApiError>;

fn limit(addresses: &Addresses, from: SocketAddr) -> Result<(), ApiError> {
    if addresses.take(from.ip(), now()) {
        return Ok(());
    }
    let what = "too many attempts from this address: wait a minute";
    Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_often", what))
}

fn token() -> Result<Token, ApiError> {
    let bytes = Os::bytes().map_err(|_| ApiError::from(Refused::NoEntropy))?;
    Ok(Token::new(bytes))
}

fn opened(running: &Running, person: PlayerId, token: &Token, last: Option<Time>) -> (HeaderMap, Json<Opened>) {
    let handle = running.desk().person(person).map(|person| person.handle.clone()).unwrap_or_default();
    let token = token.reveal();
    let cookie = format!("{SESSION_COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400");
    let mut headers = HeaderMap::new();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        headers.insert(SET_COOKIE, cookie);
    }
    (headers, Json(Opened { person: person.0, handle, token, last: last.map(|time| time.0) }))
}

fn session_of(running: &Running, answer: &Answer, token: &Token) -> Answered<Opened> {
    match answer {
        Answer::SignedIn { person, last, .. } => Ok(opened(running, *person, token, *last)),
        Answer::WrongPassword => {
            Err(ApiError::new(StatusCode::UNAUTHORIZED, "wrong_password", "this name and password do not go together"))
        }
        Answer::LockedNow => {
            let what = "three wrong passwords: the account is locked, and only the house can open it again";
            Err(ApiError::new(StatusCode::UNAUTHORIZED, "locked", what))
        }
        Answer::Done
        | Answer::Created { .. }
        | Answer::Limits { .. }
        | Answer::Excluded { .. }
        | Answer::Moved { .. }
        | Answer::Incident { .. }
        | Answer::Ended { .. } => Err(ApiError::bad("refused", "no session was opened")),
    }
}

/// Enters as a guest with play money; the name is made up where none is given.
#[utoipa::path(post, path = "/api/guest", responses((status = 200, body = Opened)))]
pub(crate) async fn guest(
    State(running): State<Arc<Running>>,
    Extension(addresses): Extension<Arc<Addresses>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    _: Caller,
) -> Answered<Opened> {
    limit(&addresses, from)?;
    if !running.config.guests {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "no_guests", "this house takes no guests: register first"));
    }
    let token = token()?;
    let number: [u8; 4] = Os::bytes().map_err(|_| ApiError::from(Refused::NoEntropy))?;
    let handle = format!("guest-{:08x}", u32::from_be_bytes(number));
    let answer = running.at_desk(By::Visitor, DeskCommand::EnterAsGuest { handle, key: token.key() }).await?;
    session_of(&running, &answer, &token)
}

/// Registers as a member.
#[utoipa::path(post, path = "/api/register", request_body = Credentials, responses((status = 200, body = Opened)))]
pub(crate) async fn register(
    State(running): State<Arc<Running>>,
    Extension(addresses): Extension<Arc<Addresses>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    _: Caller,
    Json(Credentials { handle, password }): Json<Credentials>,
) -> Answered<Opened> {
    limit(&addresses, from)?;
    let salt = Os::bytes().map_err(|_| ApiError::from(Refused::NoEntropy))?;
    let name = handle.clone();
    let phc = blocking(move || hash_password(&name, &password, salt, Cost::USUAL)).await?;
    let phc = phc.map_err(|fault| ApiError::bad("password", &fault.to_string()))?;
    let token = token()?;
    let answer = running.at_desk(By::Visitor, DeskCommand::Register { handle, phc, key: token.key() }).await?;
    session_of(&running, &answer, &token)
}

/// Signs in.
#[utoipa::path(post, path = "/api/sign-in", request_body = Credentials, responses((status = 200, body = Opened)))]
pub(crate) async fn sign_in(
    State(running): State<Arc<Running>>,
    Extension(addresses): Extension<Arc<Addresses>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    _: Caller,
    Json(Credentials { handle, password }): Json<Credentials>,
) -> Answered<Opened> {
    limit(&addresses, from)?;
    let verdict = verdict(&running, &handle, password).await?;
    let token = token()?;
    let answer = running.at_desk(By::Visitor, DeskCommand::SignIn { verdict, key: token.key() }).await?;
    session_of(&running, &answer, &token)
}

async fn verdict(running: &Running, handle: &str, password: String) -> Result<Verdict, ApiError> {
    let challenge = running.desk().challenge(handle);
    blocking(move || challenge.compare(&password)).await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::from(Refused::Stopping))
}

/// Signs out.
#[utoipa::path(post, path = "/api/sign-out", responses((status = 204)))]
pub(crate) async fn sign_out(State(running): State<Arc<Running>>, caller: Caller) -> Result<StatusCode, ApiError> {
    let session = caller.session()?;
    running.at_desk(caller.by, DeskCommand::SignOut { session }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Oneself.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub(crate) async fn me(State(running): State<Arc<Running>>, caller: Caller) -> Result<Json<Me>, ApiError> {
    let id = caller.person()?;
    let balance: Net = running.balance(Account::Player(id)).await?;
    let desk = running.desk();
    let person = desk.person(id).ok_or_else(|| ApiError::not_found("this person is gone"))?;
    let kind = serde_json::to_value(person.kind).unwrap_or_default();
    let roles = person.roles.iter().map(|role| role.to_string()).collect();
    Ok(Json(Me {
        person: id.0,
        handle: person.handle.clone(),
        kind: kind.as_str().unwrap_or_default().to_owned(),
        roles,
        balance: balance.cents(),
    }))
}
