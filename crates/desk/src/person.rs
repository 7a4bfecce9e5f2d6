//! A person whom the house knows. What they may do follows from kind and roles; see
//! [`crate::Deed`].

use crate::deed::Deed;
use crate::document::Document;
use crate::limits::Limits;
use crate::password::Phc;
use crate::reality::Reality;
use crate::role::{Role, Standing};
use crate::time::utc;
use ledger::PlayerId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use table::{Span, Time};

/// How many wrong passwords locked an account before they brought a wait.
pub(crate) const FAILURES_MOST: u8 = 3;

/// Somebody with an account, or a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The number in all records; never used again.
    pub id: PlayerId,
    /// The name at tables and for signing in.
    pub handle: String,
    /// What kind of person.
    pub kind: Kind,
    /// What they are employed or admitted to do.
    pub roles: BTreeSet<Role>,
    /// Since when.
    pub created: Time,
    /// How they sign in; guests and house players do not.
    pub password: Option<Password>,
    /// Wrong passwords since the last right one, as they were counted before they brought a wait
    /// ([`crate::Tries`]): they keep nobody out.
    pub failures: u8,
    /// Why nobody may sign in.
    pub lock: Option<Lock>,
    /// When they signed in last.
    pub last_sign_in: Option<Time>,
    /// How often they signed in.
    pub sign_ins: u64,
    /// What they set for themselves.
    pub limits: Limits,
    /// What they have seen of their play.
    pub reality: Reality,
    /// Whether they excluded themselves.
    pub excluded: Option<Exclusion>,
    /// The number of the valid player card that was issued to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
}

/// The kinds of people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PersonKind"))]
pub enum Kind {
    /// Tries the game at tables for play money, without an account.
    Guest,
    /// Has an account and plays.
    Member,
    /// A program of the house that plays for play money, and is shown as one.
    HousePlayer,
    /// Works here and does not wager.
    Staff,
}

/// How somebody signs in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Password {
    /// Its hash.
    pub phc: Phc,
    /// Who chose it.
    pub chosen_by: ChosenBy,
}

/// Who chose a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChosenBy {
    /// The person.
    Owner,
    /// Somebody of the staff: it must be changed before anything else.
    Staff,
}

/// Why nobody may sign in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lock {
    /// Three wrong passwords, of a house that locked accounts for them. It is read and keeps nobody
    /// out; the next right password takes it away.
    Failures,
    /// By order of the staff: nothing may be done with the account.
    ByStaff {
        /// Why.
        why: String,
    },
}

/// How long somebody wants to be excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExclusionLength {
    /// So long.
    For(Span),
    /// For ever.
    ForEver,
}

/// Until when somebody is excluded from play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Exclusion {
    /// Until then.
    Until(Time),
    /// For ever.
    ForEver,
}

impl Exclusion {
    /// Whether it holds.
    pub fn holds(self, at: Time) -> bool {
        match self {
            Self::Until(until) => at < until,
            Self::ForEver => true,
        }
    }
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Until(until) => write!(f, "until {}", utc(*until)),
            Self::ForEver => f.write_str("for ever"),
        }
    }
}

impl Person {
    pub(crate) fn new(
        id: PlayerId,
        handle: String,
        kind: Kind,
        roles: BTreeSet<Role>,
        created: Time,
    ) -> Self {
        Self {
            id,
            handle,
            kind,
            roles,
            created,
            password: None,
            failures: 0,
            lock: None,
            last_sign_in: None,
            sign_ins: 0,
            limits: Limits::default(),
            reality: Reality::default(),
            excluded: None,
            card: None,
        }
    }

    /// The capacities in which this person may ask for something.
    pub fn standings(&self) -> Vec<Standing> {
        match self.kind {
            Kind::Guest | Kind::HousePlayer => vec![Standing::Guest],
            Kind::Member | Kind::Staff => self
                .roles
                .iter()
                .map(|role| Standing::Role(*role))
                .collect(),
        }
    }

    /// Everything that the table of roles lets this person do, somewhere.
    pub fn deeds(&self) -> Vec<Deed> {
        let standings = self.standings();
        let is_granted = |deed: &Deed| {
            standings
                .iter()
                .any(|standing| deed.only(*standing).is_some())
        };
        Deed::ALL.iter().copied().filter(is_granted).collect()
    }

    /// Whether the person has money and may wager.
    pub fn plays(&self) -> bool {
        match self.kind {
            Kind::Guest | Kind::Member | Kind::HousePlayer => true,
            Kind::Staff => false,
        }
    }

    /// Whether the staff locked the account.
    pub fn is_locked(&self) -> bool {
        match self.lock {
            Some(Lock::ByStaff { .. }) => true,
            Some(Lock::Failures) | None => false,
        }
    }

    /// The exclusion that holds.
    pub fn exclusion(&self, at: Time) -> Option<Exclusion> {
        self.excluded.filter(|exclusion| exclusion.holds(at))
    }
}

/// Whether these roles may be one person's of this kind.
pub(crate) fn roles_fit(kind: Kind, roles: &BTreeSet<Role>) -> bool {
    match kind {
        Kind::Guest | Kind::HousePlayer => roles.is_empty(),
        Kind::Member => roles.len() == 1 && roles.contains(&Role::Player),
        Kind::Staff => {
            let together = roles
                .iter()
                .all(|role| roles.iter().all(|other| role.goes_with(*other)));
            together && !roles.contains(&Role::Player)
        }
    }
}

impl Document for Person {
    const SPACE: &'static str = "person";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        // With leading zeros, so that keys are in the order of the numbers.
        format!("{:010}", self.id.0)
    }

    fn check(&self) -> Result<(), String> {
        game::notation::check_name(&self.handle)?;
        if !roles_fit(self.kind, &self.roles) {
            return Err("these roles do not go together".to_owned());
        }
        let signs_in = match self.kind {
            Kind::Member | Kind::Staff => true,
            Kind::Guest | Kind::HousePlayer => false,
        };
        if self.password.is_some() != signs_in {
            return Err("members and staff have a password, and nobody else".to_owned());
        }
        if self.failures > FAILURES_MOST {
            return Err(format!("there are at most {FAILURES_MOST} failures"));
        }
        Ok(())
    }
}
