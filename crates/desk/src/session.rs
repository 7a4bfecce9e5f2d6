//! Sessions: who is signed in. A token is given out once and kept only as its SHA-256.

use crate::document::Document;
use ledger::PlayerId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use store::{Put, hex, unhex};
use table::{Span, Time};

/// After how long without a sign of life the password is asked for again.
pub const IDLE: Span = Span::minutes(30);
/// After how long a session is over in any case.
pub const LONGEST: Span = Span::minutes(24 * 60);
/// How many sessions one person may have; one more ends the oldest.
pub const SESSIONS_MOST: usize = 10;
/// How seldom a sign of life is written down.
const WRITE_EVERY: Span = Span::minutes(1);

/// What a person shows to be known again: 32 random bytes, given out as 64 hexadecimal digits. It
/// is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// A token from fresh random bytes.
    pub const fn new(entropy: [u8; 32]) -> Self {
        Self(entropy)
    }

    /// The text that is given out, once.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// What is kept of it.
    pub fn key(&self) -> SessionKey {
        SessionKey(Sha256::digest(self.0).into())
    }
}

impl FromStr for Token {
    type Err = SessionRefusal;

    fn from_str(text: &str) -> Result<Self, SessionRefusal> {
        unhex(text).map(Self).ok_or(SessionRefusal::Unknown)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// The SHA-256 of a token. It opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionKey([u8; 32]);

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionKey(hidden)")
    }
}

impl Serialize for SessionKey {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for SessionKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        unhex(&text)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("a session's key is 64 hexadecimal digits"))
    }
}

/// The number of a session: what records and lists call it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionNo(pub u64);

/// Somebody is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Its number.
    pub no: SessionNo,
    /// Who.
    pub person: PlayerId,
    /// What becomes of it when nothing is heard for half an hour.
    pub idle: Idle,
    /// Since when.
    pub created: Time,
    /// The last sign of life.
    pub seen: Time,
    key: Option<SessionKey>,
}

/// What becomes of an idle session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// It goes on once the password is given again.
    AsksPassword,
    /// It is over: there is no password.
    Ends,
}

/// Who it is that shows a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SignedIn {
    /// Who.
    pub person: PlayerId,
    /// In which session.
    pub session: SessionNo,
}

/// Why a token opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum SessionRefusal {
    /// No such session: made up, ended, or signed out.
    #[error("you are not signed in: sign in first")]
    Unknown,
    /// A day has passed.
    #[error("this session is over: sign in again")]
    Over,
    /// Nothing was heard for half an hour.
    #[error("nothing was heard of you for {} minutes: give your password again", IDLE.0 / 60_000)]
    NeedsPassword(SignedIn),
}

impl Session {
    fn refusal(&self, at: Time) -> Option<SessionRefusal> {
        if at.since(self.created) >= LONGEST {
            return Some(SessionRefusal::Over);
        }
        if at.since(self.seen) < IDLE {
            return None;
        }
        Some(match self.idle {
            Idle::Ends => SessionRefusal::Over,
            Idle::AsksPassword => SessionRefusal::NeedsPassword(SignedIn {
                person: self.person,
                session: self.no,
            }),
        })
    }

    /// Whether it can be used now.
    pub fn goes_on(&self, at: Time) -> bool {
        self.refusal(at).is_none()
    }

    /// Whether it can never be used again.
    pub fn is_over(&self, at: Time) -> bool {
        self.refusal(at) == Some(SessionRefusal::Over)
    }
}

impl Document for Session {
    const SPACE: &'static str = "session";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        format!("{:020}", self.no.0)
    }

    fn check(&self) -> Result<(), String> {
        if self.key.is_some() {
            Ok(())
        } else {
            Err("a session without a key is nobody's".to_owned())
        }
    }
}

/// The last sign of life of a session. It is a document of its own: one that is written too late
/// for a session that has ended must not bring the session back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seen {
    pub(crate) no: SessionNo,
    pub(crate) at: Time,
}

impl Document for Seen {
    const SPACE: &'static str = "seen";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        format!("{:020}", self.no.0)
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Everybody who is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sessions {
    all: BTreeMap<SessionNo, Session>,
    of: BTreeSet<(PlayerId, SessionNo)>,
    // Looking a token up compares hashes: how long it takes tells nothing of any token.
    keys: BTreeMap<SessionKey, SessionNo>,
    /// When a sign of life was written down last.
    written: BTreeMap<SessionNo, Time>,
}

impl Sessions {
    /// Who shows this token.
    ///
    /// # Errors
    ///
    /// When nobody does, the session is over, or the password must be given again.
    pub fn check(&self, token: &Token, at: Time) -> Result<SignedIn, SessionRefusal> {
        let session = self
            .keys
            .get(&token.key())
            .and_then(|no| self.all.get(no))
            .ok_or(SessionRefusal::Unknown)?;
        match session.refusal(at) {
            Some(refusal) => Err(refusal),
            None => Ok(SignedIn {
                person: session.person,
                session: session.no,
            }),
        }
    }

    /// Notes a sign of life; what is to be written of it, at most once a minute.
    ///
    /// It does not wake a session that waits for its password.
    pub fn touch(&mut self, no: SessionNo, at: Time) -> Option<Put> {
        let session = self.all.get_mut(&no)?;
        if session.refusal(at).is_some() || at <= session.seen {
            return None;
        }
        session.seen = at;
        let written = self.written.entry(no).or_insert(session.created);
        if at.since(*written) < WRITE_EVERY {
            return None;
        }
        *written = at;
        Some(Seen { no, at }.put())
    }

    /// One session.
    pub fn get(&self, no: SessionNo) -> Option<&Session> {
        self.all.get(&no)
    }

    /// All sessions of one person, the oldest first.
    pub fn of(&self, person: PlayerId) -> impl Iterator<Item = &Session> {
        let theirs = self
            .of
            .range((person, SessionNo(0))..=(person, SessionNo(u64::MAX)));
        theirs.filter_map(|(_, no)| self.all.get(no))
    }

    /// Up to `most` sessions that can never be used again.
    pub fn over(&self, at: Time, most: usize) -> Vec<&Session> {
        self.all
            .values()
            .filter(|session| session.is_over(at))
            .take(most)
            .collect()
    }

    pub(crate) fn begin(&mut self, no: SessionNo, person: PlayerId, idle: Idle, at: Time) {
        self.restore(Session {
            no,
            person,
            idle,
            created: at,
            seen: at,
            key: None,
        });
    }

    pub(crate) fn set_key(&mut self, no: SessionNo, key: SessionKey) {
        if let Some(session) = self.all.get_mut(&no) {
            session.key = Some(key);
            self.keys.insert(key, no);
        }
    }

    pub(crate) fn wake(&mut self, no: SessionNo, at: Time) {
        if let Some(session) = self.all.get_mut(&no) {
            session.seen = session.seen.max(at);
        }
    }

    /// A sign of life as it was written down.
    pub(crate) fn restore_seen(&mut self, seen: Seen) {
        if self.all.contains_key(&seen.no) {
            self.written.insert(seen.no, seen.at);
            self.wake(seen.no, seen.at);
        }
    }

    pub(crate) fn end(&mut self, no: SessionNo) {
        self.written.remove(&no);
        let Some(session) = self.all.remove(&no) else {
            return;
        };
        self.of.remove(&(session.person, no));
        if let Some(key) = session.key {
            self.keys.remove(&key);
        }
    }

    pub(crate) fn restore(&mut self, session: Session) {
        let (no, key) = (session.no, session.key);
        self.of.insert((session.person, no));
        self.all.insert(no, session);
        if let Some(key) = key {
            self.keys.insert(key, no);
        }
    }

    pub(crate) fn all(&self) -> &BTreeMap<SessionNo, Session> {
        &self.all
    }

    /// Whether a token's hash is taken: two sessions never share one.
    pub(crate) fn has_key(&self, key: SessionKey) -> bool {
        self.keys.contains_key(&key)
    }
}
