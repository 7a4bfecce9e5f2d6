//! Who calls: the session behind a request, and whether a browser may send it at all.

use crate::bucket::Addresses;
use crate::error::{ApiError, NO_SESSION};
use crate::running::Running;
use axum::Extension;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use desk::{By, SessionNo, SessionRefusal, SignedIn, Token};
use ledger::PlayerId;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The cookie that holds a session's token.
pub(crate) const SESSION_COOKIE: &str = "pontoon_session";
/// What takes the cookie away again.
pub(crate) const NO_COOKIE: &str = "pontoon_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0";

/// The header in which a caller says for which person a request is meant, by number.
const PERSON: &str = "pontoon-person";

/// Who calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    pub(crate) by: By,
    pub(crate) session: Option<SessionNo>,
}

impl Caller {
    /// The person who calls.
    pub(crate) fn person(&self) -> Result<PlayerId, ApiError> {
        match self.by {
            By::Person(person) => Ok(person),
            By::House | By::Visitor => Err(not_signed_in()),
        }
    }

    pub(crate) fn session(&self) -> Result<SessionNo, ApiError> {
        self.session.ok_or_else(not_signed_in)
    }
}

fn not_signed_in() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "not_signed_in", "sign in first")
}

impl FromRequestParts<Arc<Running>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        running: &Arc<Running>,
    ) -> Result<Self, ApiError> {
        if parts.method != Method::GET && parts.method != Method::HEAD {
            check_origin(&parts.headers, &running.config.origins)?;
        }
        let caller = identify(&parts.headers, running)?;
        check_person(&parts.headers, caller.by)?;
        Ok(caller)
    }
}

/// The windows of a browser share one cookie: what one of them asks for in somebody's name is
/// neither done nor told in another's.
fn check_person(headers: &HeaderMap, by: By) -> Result<(), ApiError> {
    let Some(said) = headers.get(PERSON) else {
        return Ok(());
    };
    let is_same = match by {
        By::Person(person) => said.to_str().is_ok_and(|said| said == person.to_string()),
        By::House | By::Visitor => return Err(not_signed_in()),
    };
    if is_same {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::CONFLICT,
        "somebody_else",
        "somebody else is signed in here now: nothing was done",
    ))
}

/// Where a request comes from: what a proxy of the house's own says, or else the other end of the
/// connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Whence(pub(crate) IpAddr);

impl Whence {
    pub(crate) fn of(connected: SocketAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Self {
        let connected = connected.ip().to_canonical();
        if !proxies.contains(&connected) {
            return Self(connected);
        }
        // The last of the list is what the proxy itself saw; whatever stands before it anybody may
        // have written.
        let said = headers.get_all("x-forwarded-for").iter().next_back();
        let last =
            said.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Self(last.map_or(connected, |last: IpAddr| last.to_canonical()))
    }
}

impl FromRequestParts<Arc<Running>> for Whence {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        running: &Arc<Running>,
    ) -> Result<Self, ApiError> {
        let fault = |_| ApiError::bad("address", "the caller's address is not known");
        let ConnectInfo(connected) = ConnectInfo::<SocketAddr>::from_request_parts(parts, running)
            .await
            .map_err(fault)?;
        Ok(Self::of(connected, &parts.headers, &running.config.proxies))
    }
}

/// Somebody at the door: a name and a password are on the way, or nothing at all. How often one
/// address knocks is limited; whatever token it still shows is not looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knock;

impl FromRequestParts<Arc<Running>> for Knock {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        running: &Arc<Running>,
    ) -> Result<Self, ApiError> {
        check_origin(&parts.headers, &running.config.origins)?;
        let Whence(from) = Whence::from_request_parts(parts, running).await?;
        let fault = |_| ApiError::bad("address", "the rates of addresses are not known");
        let Extension(doors) = Extension::<Arc<Doors>>::from_request_parts(parts, running)
            .await
            .map_err(fault)?;
        if doors.0.take(from, running.now()) {
            return Ok(Self);
        }
        Err(ApiError::too_often(
            "too many attempts from this address: wait a minute",
            60,
        ))
    }
}

/// How often each address may knock.
#[derive(Debug)]
pub(crate) struct Doors(pub(crate) Addresses);

/// The session behind these headers; a visitor where there is none.
pub(crate) fn identify(headers: &HeaderMap, running: &Running) -> Result<Caller, ApiError> {
    let Some(token) = token(headers) else {
        return Ok(Caller {
            by: By::Visitor,
            session: None,
        });
    };
    let SignedIn { person, session } = check(token, running).map_err(refused)?;
    running.seen(session);
    Ok(Caller {
        by: By::Person(person),
        session: Some(session),
    })
}

/// The session behind these headers, also one that waits for its password.
pub(crate) fn asleep_or_awake(
    headers: &HeaderMap,
    running: &Running,
) -> Result<SignedIn, ApiError> {
    let token = token(headers).ok_or_else(not_signed_in)?;
    match check(token, running) {
        Ok(signed_in) | Err(SessionRefusal::NeedsPassword(signed_in)) => Ok(signed_in),
        Err(refusal @ (SessionRefusal::Unknown | SessionRefusal::Over)) => Err(refused(refusal)),
    }
}

fn check(token: &str, running: &Running) -> Result<SignedIn, SessionRefusal> {
    let token: Token = token.parse()?;
    running.desk().sessions().check(&token, running.now())
}

fn refused(refusal: SessionRefusal) -> ApiError {
    let code = match refusal {
        SessionRefusal::Unknown | SessionRefusal::Over => NO_SESSION,
        SessionRefusal::NeedsPassword(_) => "password_needed",
    };
    ApiError::new(StatusCode::UNAUTHORIZED, code, &refusal.to_string())
}

/// The token, from the header or the cookie.
fn token(headers: &HeaderMap) -> Option<&str> {
    if let Some(value) = headers.get(AUTHORIZATION) {
        // Whoever shows anything wants to be known: what is no token opens nothing, and nobody
        // becomes a visitor by mistake.
        return Some(value.to_str().ok().and_then(bearer).unwrap_or_default());
    }
    let cookies = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .find_map(|cookie| {
            let (name, value) = cookie.trim().split_once('=')?;
            (name == SESSION_COOKIE).then_some(value)
        })
}

/// The token behind the word `Bearer`, however it is written.
fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// A browser says where a request comes from: from our own pages, or from those the configuration
/// names. Programs that are no browsers say nothing, and carry no cookies either unless they mean
/// to.
pub(crate) fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<(), ApiError> {
    let Some(origin) = headers.get(ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let own = origin
        .split_once("://")
        .is_some_and(|(_, from)| from == host);
    if own || allowed.iter().any(|other| other == origin) {
        return Ok(());
    }
    let what = format!(
        "requests from {origin} are not taken here: add it to `origins` if it is meant to be one"
    );
    Err(ApiError::new(StatusCode::FORBIDDEN, "origin", &what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_follows_the_word_bearer_however_it_is_written() {
        assert_eq!(
            ["Bearer 5e", "bearer  5e ", "BEARER 5e"].map(bearer),
            [Some("5e"); 3]
        );
        assert_eq!(["Basic 5e", "Bearer5e", ""].map(bearer), [None; 3]);
    }

    #[test]
    fn only_a_proxy_of_the_house_is_believed_and_only_its_own_word() {
        let [proxy, client, forged] =
            [[10, 0, 0, 1], [203, 0, 113, 9], [198, 51, 100, 7]].map(IpAddr::from);
        let mut headers = HeaderMap::new();
        headers.insert(
            "x-forwarded-for",
            format!("{forged}, {client}").parse().unwrap(),
        );
        let whence = |from: IpAddr, headers: &HeaderMap| {
            Whence::of(SocketAddr::new(from, 80), headers, &[proxy]).0
        };
        assert_eq!(whence(proxy, &headers), client);
        assert_eq!(
            whence(forged, &headers),
            forged,
            "whoever is no proxy speaks for nobody"
        );
        headers.append("x-forwarded-for", forged.to_string().parse().unwrap());
        assert_eq!(
            whence(proxy, &headers),
            forged,
            "the last line is the proxy's"
        );
        headers.insert("x-forwarded-for", "unknown".parse().unwrap());
        assert_eq!(whence(proxy, &headers), proxy);
        assert_eq!(whence(proxy, &HeaderMap::new()), proxy);
        // At a socket of both protocols the older one's addresses come in the clothes of the newer.
        let mapped = |address: IpAddr| format!("::ffff:{address}").parse::<IpAddr>().unwrap();
        headers.insert(
            "x-forwarded-for",
            mapped(client).to_string().parse().unwrap(),
        );
        assert_eq!(whence(mapped(proxy), &headers), client);
        assert_eq!(whence(mapped(forged), &headers), forged);
    }
}
