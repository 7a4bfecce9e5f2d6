//! Why the desk refuses. A refusal changes nothing.

use crate::deed::Deed;
use crate::limits::LimitFault;
use crate::person::Exclusion;
use crate::reality::Check;
use crate::role::Role;
use crate::session::SessionNo;
use crate::time::{seconds, span, utc};
use ledger::PlayerId;
use rules::Money;
use serde::Serialize;
use table::{Span, Time};

/// Why the desk refuses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DeskRefusal {
    #[error("you may not {}", .0.words())]
    NotAllowed(Deed),
    #[error("sign in first")]
    NotSignedIn,
    #[error("there is no person {0}")]
    NoSuchPerson(PlayerId),
    #[error("this account is locked by the house: ask at the desk")]
    Locked,
    #[error("too many wrong passwords: try again in {}", seconds(*left))]
    Wait { until: Time, left: Span },
    #[error("your password was chosen by the staff: change it first")]
    ChangePasswordFirst,
    #[error("name or password is wrong")]
    WrongPassword,
    #[error("the password was changed in the meantime: try again")]
    PasswordChanged,
    #[error("{0}")]
    Name(String),
    #[error("somebody has that name: take another")]
    NameTaken,
    #[error("that is not the name of your account, `{0}`")]
    OtherName(String),
    #[error("this token was given out before: draw another")]
    TokenUsed,
    #[error("you have no session {}", .0.0)]
    NotYourSession(SessionNo),
    #[error("only staff have roles to give and take; {0} is no role of the staff")]
    NoStaffRole(Role),
    #[error("only staff have roles to give and take: open an account for staff")]
    NotStaff,
    #[error(
        "{role} does not go with {with}: staff do not wager, and an inspector has no other role"
    )]
    RolesClash { role: Role, with: Role },
    #[error(
        "staff have at least one role, and these do not go together: player and inspector go with \
        no other"
    )]
    Roles,
    #[error("this person is {0} already")]
    HasRole(Role),
    #[error("this person is no {0}")]
    HasNotRole(Role),
    #[error("staff have at least one role: give another one first, or lock the account")]
    LastRole,
    #[error("nobody does this to their own account: ask a colleague")]
    NotOneself,
    #[error("there must always be an administrator: make another one first")]
    LastAdministrator,
    #[error("this account is not locked")]
    NotLocked,
    #[error("this account is locked already")]
    AlreadyLocked,
    #[error("this person does not sign in: there is no password")]
    NoPassword,
    #[error("this person does not play and has no money in the house")]
    DoesNotPlay,
    #[error("this person is no house player")]
    NoHousePlayer,
    #[error("an amount is more than nothing and at most {}", Money::MOST)]
    Amount,
    #[error(
        "a reason or note has 1 to {} characters, without line breaks",
        crate::decide::TEXT_MOST
    )]
    Text,
    #[error("say what is to change")]
    NothingToSet,
    #[error(transparent)]
    LimitFault(#[from] LimitFault),
    #[error(transparent)]
    Limit(#[from] LimitRefusal),
    #[error(transparent)]
    TopUp(#[from] TopUpRefusal),
    #[error(transparent)]
    Card(#[from] CardRefusal),
    #[error("this player is excluded from play {0}: no money is credited")]
    PlayerExcluded(Exclusion),
    #[error("no reality check is due")]
    NoCheckDue,
    #[error("an exclusion lasts 24 hours at least")]
    ExclusionTooShort,
    #[error("an exclusion of more than 100 years is one for ever: say so")]
    ExclusionTooLong,
    #[error("you are excluded {0}, and that cannot be shortened")]
    ExclusionShortened(Exclusion),
    #[error("this person is no guest")]
    NoGuest,
    #[error("this guest is still here")]
    GuestStillHere,
    #[error("the house follows this time zone already")]
    SameZone,
    #[error("no session is over")]
    NoOldSessions,
    #[error("this deed is not put on record by hand")]
    NotToRecord,
}

/// Why a player card is not issued, or not cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CardRefusal {
    #[error("a player card is issued to somebody with an account who plays")]
    NoMember,
    #[error("the number of a player card has 1 to {most} letters and digits")]
    Number { most: usize },
    #[error("a player card is one person's: this number is on another card that is valid")]
    Taken,
    #[error("no valid player card was issued to this person")]
    None,
}

/// Why somebody gets no more play money now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TopUpRefusal {
    #[error("this house gives no play money")]
    NoPlayMoney,
    #[error("wagers of {open} are not decided yet: ask again when their round is over")]
    AtStake { open: Money },
    #[error("you have {has}: more is for those who have less than {least}")]
    Enough { has: Money, least: Money },
    #[error("you had more play money today: you can ask again from {}", utc(*until))]
    GivenToday { until: Time },
}

/// Why somebody may not play or wager now, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum LimitRefusal {
    #[error("you excluded yourself from play {0}; you can still read your account and cash out")]
    Excluded(Exclusion),
    #[error("you have played for {} since the last reality check and {} {}: say that you have read \
        it", span(.0.played), result(.0), sum(.0))]
    Reality(Check),
    #[error("this wager of {amount} is above your own limit of {limit} for one wager")]
    OneWager { amount: Money, limit: Money },
    #[error("with this wager of {amount} you could lose more than your own limit of {limit} a day; \
        {left} is left until {}", utc(*until))]
    Loss {
        amount: Money,
        limit: Money,
        left: Money,
        until: Time,
    },
    #[error("with this wager of {amount} you would wager more than your own limit of {limit} a \
        day; {left} is left until {}", utc(*until))]
    Wagered {
        amount: Money,
        limit: Money,
        left: Money,
        until: Time,
    },
    #[error(
        "you have played for your own limit of {} a day; you can play again from {}",
        span(*limit),
        utc(*until),
    )]
    Play { limit: Span, until: Time },
}

const fn result(check: &Check) -> &'static str {
    if check.net.cents() < 0 { "lost" } else { "won" }
}

const fn sum(check: &Check) -> Money {
    Money::from_cents(check.net.cents().unsigned_abs())
}
