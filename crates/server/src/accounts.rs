//! Accounts: registering, signing in and out, guests, and oneself.

use crate::administrator::FIRST_ADMINISTRATOR;
use crate::caller::{Caller, Knock, NO_COOKIE, SESSION_COOKIE, Whence};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::passwords::{hashed, verdict};
use crate::refused::Refused;
use crate::running::Running;
use crate::top_up::OwnTopUp;
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::AppendHeaders;
use desk::{Answer, By, Deed, DeskCommand, DeskRefusal, Then, Token};
use house::HOUSE_PLAYER;
use ledger::{Account, PlayerId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Time;
use utoipa::ToSchema;

/// The names of guests begin so.
const GUEST: &str = "guest-";

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Credentials {
    /// 1 to 20 small letters, digits, `-` and `_`, a letter first.
    pub(crate) handle: String,
    /// 8 to 128 characters.
    pub(crate) password: String,
}

/// A session that was opened.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Opened {
    /// Who.
    pub(crate) person: u32,
    /// The name.
    pub(crate) handle: String,
    /// The token, for programs; browsers get it as a cookie that scripts cannot read.
    pub(crate) token: String,
    /// When this person signed in the time before, in milliseconds since 1970.
    pub(crate) last: Option<u64>,
    /// `welcome`, or `change_password` where the password was chosen by the staff.
    #[schema(value_type = String)]
    pub(crate) then: Then,
}

/// What somebody does to play.
const PLAY: [Deed; 4] = [Deed::Arrive, Deed::Sit, Deed::Lay, Deed::TopUp];

/// Oneself.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Me {
    /// Who.
    pub(crate) person: u32,
    /// The name.
    pub(crate) handle: String,
    /// `guest`, `member`, `house_player` or `staff`.
    #[schema(value_type = String)]
    pub(crate) kind: desk::Kind,
    /// Roles of staff.
    #[schema(value_type = Vec<String>)]
    pub(crate) roles: Vec<desk::Role>,
    /// Everything that one may do, somewhere in the house. Who is excluded from play is not told of
    /// seats and wagers.
    #[schema(value_type = Vec<String>)]
    pub(crate) deeds: Vec<Deed>,
    /// What one has, in cents; wagers that are not decided are not counted.
    pub(crate) balance: i64,
    /// What is wagered and not decided, in cents.
    pub(crate) at_stake: u64,
    /// The play money that one may ask for at a table for which one has too little; nothing where
    /// the house gives none.
    pub(crate) top_up: Option<OwnTopUp>,
}

type Answered<T> = Result<(HeaderMap, Json<T>), ApiError>;

fn token(running: &Running) -> Result<Token, ApiError> {
    Ok(Token::new(running.chance().bytes().map_err(Refused::from)?))
}

fn opened(
    running: &Running,
    person: PlayerId,
    token: &Token,
    last: Option<Time>,
    then: Then,
) -> (HeaderMap, Json<Opened>) {
    let handle = running.handle_of(person).unwrap_or_default();
    let token = token.reveal();
    let secure = if running.config.https { "; Secure" } else { "" };
    let cookie = format!(
        "{SESSION_COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400{secure}"
    );
    let mut headers = HeaderMap::new();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        headers.insert(SET_COOKIE, cookie);
    }
    (
        headers,
        Json(Opened {
            person: person.0,
            handle,
            token,
            last: last.map(|time| time.0),
            then,
        }),
    )
}

/// The session that somebody new is in, who gives no password that could be wrong.
fn session_of(running: &Running, answer: &Answer, token: &Token) -> Answered<Opened> {
    match signed_in(running, answer, token) {
        Some(opened) => Ok(opened),
        None => Err(Refused::Bug.into()),
    }
}

fn signed_in(
    running: &Running,
    answer: &Answer,
    token: &Token,
) -> Option<(HeaderMap, Json<Opened>)> {
    let Answer::SignedIn {
        person, last, then, ..
    } = answer
    else {
        return None;
    };
    Some(opened(running, *person, token, *last, *then))
}

/// Why a password opened nothing, and the wait that it brings.
pub(crate) fn not_right(running: &Running, handle: &str, Whence(from): Whence) -> ApiError {
    let refused: ApiError = Refused::Desk(DeskRefusal::WrongPassword).into();
    match running.sign_in_wait(handle, from) {
        Some(until) => refused.with_wait(until.since(running.now())),
        None => refused,
    }
}

/// Enters as a guest with play money.
#[utoipa::path(post, path = "/api/guest", tag = "coming in", responses(
    (status = 200, body = Opened), (
        status = 403,
        body = ErrorBody,
    ), (status = 429, body = ErrorBody)
))]
pub(crate) async fn guest(State(running): State<Arc<Running>>, _: Knock) -> Answered<Opened> {
    if !running.config.guests {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "no_guests",
            "this house takes no guests: register first",
        ));
    }
    let token = token(&running)?;
    let number: [u8; 4] = running.chance().bytes().map_err(Refused::from)?;
    let handle = format!("{GUEST}{:08x}", u32::from_be_bytes(number));
    let answer = running
        .at_desk(
            By::Visitor,
            DeskCommand::EnterAsGuest {
                handle,
                key: token.key(),
            },
        )
        .await?;
    session_of(&running, &answer, &token)
}

/// Names that the house keeps for itself: nobody shall pass for it, for a guest or for a house
/// player.
pub(crate) fn check_free(handle: &str) -> Result<(), ApiError> {
    let kept = handle.starts_with(HOUSE_PLAYER)
        || handle.starts_with(GUEST)
        || ["house", "visitor", "dealer", "clock", FIRST_ADMINISTRATOR].contains(&handle);
    if !kept {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::CONFLICT,
        "name_taken",
        "the house keeps this name for itself: take another",
    )
    .at(&["handle"]))
}

/// Registers as a member, and signs in.
#[utoipa::path(
    post,
    path = "/api/register",
    tag = "coming in",
    request_body = Credentials,
    responses(
        (status = 200, body = Opened),
        (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn register(
    State(running): State<Arc<Running>>,
    _: Knock,
    Body(Credentials { handle, password }): Body<Credentials>,
) -> Answered<Opened> {
    check_free(&handle)?;
    let phc = hashed(&running, &handle, password).await?;
    let token = token(&running)?;
    let answer = running
        .at_desk(
            By::Visitor,
            DeskCommand::Register {
                handle,
                phc,
                key: token.key(),
            },
        )
        .await?;
    session_of(&running, &answer, &token)
}

/// Signs in. Wrong passwords bring a wait of at most a minute, in which no password is judged; the
/// answer says when to try again.
#[utoipa::path(
    post,
    path = "/api/sign-in",
    tag = "coming in",
    request_body = Credentials,
    responses(
        (status = 200, body = Opened),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn sign_in(
    State(running): State<Arc<Running>>,
    _: Knock,
    from: Whence,
    Body(Credentials { handle, password }): Body<Credentials>,
) -> Answered<Opened> {
    let verdict = verdict(&running, &handle, password, from).await?;
    let token = token(&running)?;
    let command = DeskCommand::SignIn {
        verdict,
        key: token.key(),
    };
    let answer = match running.at_desk(By::Visitor, command).await {
        // A name that nobody has is answered like a wrong password.
        Err(Refused::Desk(DeskRefusal::WrongPassword)) => Answer::WrongPassword,
        answered => answered?,
    };
    signed_in(&running, &answer, &token).ok_or_else(|| not_right(&running, &handle, from))
}

/// Signs out. Whoever is signed in nowhere else has left, and gives the seats up.
#[utoipa::path(
    post,
    path = "/api/sign-out",
    tag = "coming in",
    responses((status = 204), (status = 401, body = ErrorBody)),
)]
pub(crate) async fn sign_out(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<
    (
        StatusCode,
        AppendHeaders<[(axum::http::HeaderName, &'static str); 1]>,
    ),
    ApiError,
> {
    let session = caller.session()?;
    running
        .at_desk(caller.by, DeskCommand::SignOut { session })
        .await?;
    let person = caller.person()?;
    if running.desk().sessions().of(person).next().is_none() {
        running.show_out_one(person).await;
    }
    Ok((
        StatusCode::NO_CONTENT,
        AppendHeaders([(SET_COOKIE, NO_COOKIE)]),
    ))
}

/// Oneself.
#[utoipa::path(
    get,
    path = "/api/me",
    tag = "oneself",
    responses((status = 200, body = Me), (status = 401, body = ErrorBody)),
)]
pub(crate) async fn me(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Me>, ApiError> {
    let id = caller.person()?;
    running.permit(caller.by, Deed::ReadOwnAccount)?;
    let balance = running.balance(Account::Player(id)).await?;
    let (desk, now) = (running.desk(), running.now());
    let person = desk
        .person(id)
        .ok_or_else(|| ApiError::not_found("this person is gone"))?;
    let is_free = person.exclusion(now).is_none();
    Ok(Json(Me {
        person: id.0,
        handle: person.handle.clone(),
        kind: person.kind,
        roles: person.roles.iter().copied().collect(),
        deeds: person
            .deeds()
            .into_iter()
            .filter(|deed| is_free || !PLAY.contains(deed))
            .collect(),
        balance: balance.cents(),
        at_stake: desk.plays().totals(id, now).open.cents(),
        top_up: desk.top_up_offer(id, now).ok().map(|offer| OwnTopUp {
            amount: offer.amount.cents(),
            from: offer.from.0,
        }),
    }))
}
