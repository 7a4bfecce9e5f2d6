//! What happened at the desk. No event carries a password, a hash of one, or a token.

use crate::deed::Deed;
use crate::limits::LimitChange;
use crate::person::{Exclusion, Kind};
use crate::play::Sum;
use crate::role::Role;
use crate::session::SessionNo;
use crate::tries::Tries;
use crate::zone::Zone;
use ledger::{PlayerId, TableId};
use rules::Net;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::Time;

/// One thing that happened. The time is the entry's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum DeskEvent {
    /// Somebody is known from now on.
    Registered {
        person: PlayerId,
        handle: String,
        kind: Kind,
        roles: BTreeSet<Role>,
    },
    /// A guest is gone; the name is free again.
    GuestClosed {
        person: PlayerId,
    },
    SignedIn {
        person: PlayerId,
        session: SessionNo,
    },
    /// The password was given again.
    Reauthenticated {
        person: PlayerId,
        session: SessionNo,
    },
    /// A wrong password, as it was written down when the third one locked the account. Nothing
    /// writes it any more.
    SignInFailed {
        person: PlayerId,
        /// How many in a row.
        failures: u8,
    },
    /// A wrong password, and the wait that it brings.
    WrongPassword {
        person: PlayerId,
        tries: Tries,
    },
    SessionEnded {
        person: PlayerId,
        session: SessionNo,
        why: SessionEnd,
    },
    PasswordChanged {
        person: PlayerId,
    },
    /// Somebody of the staff gave a new one.
    PasswordReset {
        person: PlayerId,
    },
    Locked {
        person: PlayerId,
        why: String,
    },
    Unlocked {
        person: PlayerId,
    },
    RoleGiven {
        person: PlayerId,
        role: Role,
    },
    RoleTaken {
        person: PlayerId,
        role: Role,
    },
    /// A player card, by its number; one that was held before is no longer valid.
    CardIssued {
        person: PlayerId,
        number: String,
    },
    CardCancelled {
        person: PlayerId,
        number: String,
    },
    /// Money at the desk: one transfer of the cashier's series.
    Moved {
        person: PlayerId,
        net: Net,
        why: MoneyWhy,
    },
    LimitSet {
        person: PlayerId,
        change: LimitChange,
        from: Time,
    },
    RealityAcknowledged {
        person: PlayerId,
        /// Everything played until then.
        seen: Sum,
    },
    Excluded {
        person: PlayerId,
        until: Exclusion,
    },
    IncidentNoted {
        no: u64,
        table: Option<TableId>,
        what: String,
    },
    /// The house follows another time zone. Its clocks are on record, so that nobody need know the
    /// zones of that time to read the log.
    DaysSet {
        zone: Zone,
        /// When its first day begins.
        from: Time,
    },
    /// Something was done that leaves no other trace: the log was read out, verified, backed up.
    Done {
        deed: Deed,
        what: String,
    },
}

/// Why a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum SessionEnd {
    SignedOut,
    /// From another session of the same person.
    Ended,
    TooMany,
    PasswordChanged,
    Locked,
    TimeOver,
    GuestClosed,
}

/// Why money moved at the desk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum MoneyWhy {
    /// Play money for somebody new.
    Newcomer,
    /// More play money for somebody who ran out of it.
    TopUp,
    /// A credit, and why.
    Credit(String),
    /// A correction, and why.
    Correction(String),
    /// Cashed out.
    CashOut,
    /// What a guest left behind.
    GuestClosed,
}

impl DeskEvent {
    /// Whether the wrong passwords before it count no more, beside a right one.
    pub(crate) const fn forgives(&self) -> bool {
        matches!(
            self,
            Self::PasswordChanged { .. } | Self::PasswordReset { .. } | Self::Unlocked { .. }
        )
    }

    /// Whom it is about.
    pub fn person(&self) -> Option<PlayerId> {
        match *self {
            Self::Registered { person, .. }
            | Self::GuestClosed { person }
            | Self::SignedIn { person, .. }
            | Self::Reauthenticated { person, .. }
            | Self::SignInFailed { person, .. }
            | Self::WrongPassword { person, .. }
            | Self::SessionEnded { person, .. }
            | Self::PasswordChanged { person }
            | Self::PasswordReset { person }
            | Self::Locked { person, .. }
            | Self::Unlocked { person }
            | Self::RoleGiven { person, .. }
            | Self::RoleTaken { person, .. }
            | Self::CardIssued { person, .. }
            | Self::CardCancelled { person, .. }
            | Self::Moved { person, .. }
            | Self::LimitSet { person, .. }
            | Self::RealityAcknowledged { person, .. }
            | Self::Excluded { person, .. } => Some(person),
            Self::IncidentNoted { .. } | Self::DaysSet { .. } | Self::Done { .. } => None,
        }
    }
}
