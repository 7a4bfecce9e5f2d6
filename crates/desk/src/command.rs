//! What may be asked of the desk, and who asks.

use crate::deed::Deed;
use crate::limits::LimitChange;
use crate::password::{Phc, Verdict};
use crate::person::ExclusionLength;
use crate::role::Role;
use crate::session::{SessionKey, SessionNo};
use crate::zone::Zone;
use ledger::{PlayerId, TableId};
use rules::{Money, Net};
use std::collections::BTreeSet;
use std::fmt;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum By {
    /// The house's own software, or whoever sits at its console.
    House,
    /// Somebody who has not signed in.
    Visitor,
    /// Somebody the house knows, signed in.
    Person(PlayerId),
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House => f.write_str("house"),
            Self::Visitor => f.write_str("visitor"),
            Self::Person(person) => write!(f, "person/{person}"),
        }
    }
}

/// Everything that may be asked of the desk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeskCommand {
    /// Opens an account and signs in.
    Register {
        /// The name wanted.
        handle: String,
        /// The password's hash.
        phc: Phc,
        /// The new session's.
        key: SessionKey,
    },
    /// Enters without an account.
    EnterAsGuest {
        /// The name wanted.
        handle: String,
        /// The new session's.
        key: SessionKey,
    },
    /// Brings in a house player.
    HousePlayer {
        /// Its name.
        handle: String,
    },
    /// Opens an account for staff. The password must be changed at the first sign-in.
    Staff {
        /// The name.
        handle: String,
        /// The password's hash.
        phc: Phc,
        /// What they are employed to do.
        roles: BTreeSet<Role>,
    },
    /// Signs in, or fails to.
    SignIn {
        /// What came of comparing the password.
        verdict: Verdict,
        /// The new session's, if it was right.
        key: SessionKey,
    },
    /// Gives the password again after a while.
    Reauthenticate {
        /// What came of comparing the password.
        verdict: Verdict,
        /// The session that goes on, if it was right.
        session: SessionNo,
    },
    /// Ends a session of one's own: this one, or another.
    SignOut {
        /// Which.
        session: SessionNo,
    },
    /// Ends all sessions of one's own but one.
    SignOutOthers {
        /// Which stays.
        keep: SessionNo,
    },
    /// Changes one's own password, and ends all other sessions.
    ChangePassword {
        /// What came of comparing the old one.
        verdict: Verdict,
        /// The new one's hash.
        phc: Phc,
        /// The session that stays.
        keep: SessionNo,
    },
    /// Sets limits of one's own.
    SetLimits {
        /// What is wanted.
        changes: Vec<LimitChange>,
    },
    /// Says that a reality check was read.
    Acknowledge,
    /// Excludes oneself from play.
    Exclude {
        /// For how long, from the moment it is decided.
        length: ExclusionLength,
    },
    /// Takes money out.
    CashOut {
        /// How much.
        amount: Money,
    },
    /// Asks for more play money.
    TopUp {
        /// What was at stake just before the balance was read.
        open: Money,
        /// What the account holds: with nothing at stake, all that the person has.
        has: Money,
        /// The least wager at the table where that is too little.
        least: Money,
    },
    /// Closes the account of a guest who is gone.
    CloseGuest {
        /// Who.
        guest: PlayerId,
        /// What the account still holds: it goes back to the house.
        left: Money,
    },
    /// Ends sessions whose time is over.
    EndOldSessions,
    /// Gives staff a role.
    GiveRole {
        /// Whom.
        person: PlayerId,
        /// Which.
        role: Role,
    },
    /// Takes a role from staff.
    TakeRole {
        /// From whom.
        person: PlayerId,
        /// Which.
        role: Role,
    },
    /// Issues a player card to somebody with an account, or another in its place.
    IssueCard {
        /// To whom.
        person: PlayerId,
        /// Its number.
        number: String,
    },
    /// Declares somebody's player card invalid.
    CancelCard {
        /// Whose.
        person: PlayerId,
    },
    /// Locks an account.
    Lock {
        /// Whose.
        person: PlayerId,
        /// Why, for the record.
        why: String,
    },
    /// Unlocks an account.
    Unlock {
        /// Whose.
        person: PlayerId,
    },
    /// Gives somebody a new password, which they must change. It ends the wait after wrong
    /// passwords, and all their sessions.
    ResetPassword {
        /// Whom.
        person: PlayerId,
        /// The password's hash.
        phc: Phc,
    },
    /// Credits a player.
    Credit {
        /// Whom.
        player: PlayerId,
        /// How much.
        amount: Money,
        /// Why, for the record.
        why: String,
    },
    /// Gives a house player more play money.
    FundHousePlayer {
        /// Whom.
        player: PlayerId,
        /// How much.
        amount: Money,
    },
    /// Corrects a balance.
    Correct {
        /// Whose.
        player: PlayerId,
        /// By how much.
        net: Net,
        /// Why, for the record.
        why: String,
    },
    /// Notes an incident.
    Incident {
        /// Where, if at a table.
        table: Option<TableId>,
        /// What.
        what: String,
    },
    /// Lets the days of the house follow a time zone.
    SetDays {
        /// Which.
        zone: Zone,
    },
    /// Puts on record that something was done: reading the log out, verifying it, backing the house
    /// up.
    Record {
        /// What was done.
        deed: Deed,
        /// The particulars.
        what: String,
    },
}

impl DeskCommand {
    /// The deed that it is.
    pub const fn deed(&self) -> Deed {
        match self {
            Self::Register { .. } => Deed::Register,
            Self::EnterAsGuest { .. } => Deed::EnterAsGuest,
            Self::HousePlayer { .. } => Deed::CreateHousePlayer,
            Self::Staff { .. } => Deed::CreateStaff,
            Self::SignIn { .. } | Self::Reauthenticate { .. } => Deed::SignIn,
            Self::SignOut { .. } | Self::SignOutOthers { .. } => Deed::SignOut,
            Self::ChangePassword { .. } => Deed::ChangePassword,
            Self::SetLimits { .. } => Deed::SetOwnLimits,
            Self::Acknowledge => Deed::Acknowledge,
            Self::Exclude { .. } => Deed::ExcludeOneself,
            Self::CashOut { .. } => Deed::CashOut,
            Self::TopUp { .. } => Deed::TopUp,
            Self::CloseGuest { .. } => Deed::CloseGuest,
            Self::EndOldSessions => Deed::EndOldSessions,
            Self::GiveRole { .. } => Deed::GiveRole,
            Self::TakeRole { .. } => Deed::TakeRole,
            Self::IssueCard { .. } | Self::CancelCard { .. } => Deed::KeepCards,
            Self::Lock { .. } => Deed::Lock,
            Self::Unlock { .. } => Deed::Unlock,
            Self::ResetPassword { .. } => Deed::ResetPassword,
            Self::Credit { .. } => Deed::Credit,
            Self::FundHousePlayer { .. } => Deed::FundHousePlayer,
            Self::Correct { .. } => Deed::Correct,
            Self::Incident { .. } => Deed::WriteIncident,
            Self::SetDays { .. } => Deed::SetDays,
            Self::Record { deed, .. } => *deed,
        }
    }
}
