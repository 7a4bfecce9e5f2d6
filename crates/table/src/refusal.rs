//! Why a table refuses. A refusal leaves it as it was.

use game::SetupFault;
use rules::{Clause, SignFault};
use std::fmt;

/// A refusal with the clause behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Refusal {
    pub reason: Reason,
    pub clause: Clause,
}

impl Refusal {
    pub(crate) const fn new(reason: Reason, clause: Clause) -> Self {
        Self { reason, clause }
    }

    /// A refusal no book has a word for.
    pub(crate) const fn plain(reason: Reason) -> Self {
        Self::new(reason, Clause::SILENT)
    }
}

/// The reasons there are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableReason"))]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Reason {
    Closed,
    AlreadyOpen,
    RoundUnderWay,
    NoRoundUnderWay,
    ForPlayersOnly,
    ClosingNeedsNotice { minutes: u8 },
    NoLastRounds,
    AlreadyClosing,
    Sign(String),
    NoticeFirst { minutes: u8 },
    NotHigher,
    NoOwnMaximum,
    NoRaisedLimits,
    LimitsNotRaised,
    MaximumTooLow,
    NoReserving,
    BoxReserved,
    CannotRestrict,
    HeldByOrder,
    NotSatOut,
    CannotRefuse,
    NoPartner,
    NothingNoted,
    TooFewInstances { noted: u8, needed: u8 },
    FutureRefused,
    CannotRefuseSeveral,
    NotAtTable,
    AlreadyAtTable,
    TableFull { most: usize },
    Name(String),
    NameTaken,
    Leaving,
    NoSuchBox { most: u8 },
    SeatTaken,
    SeveralRefused,
    NotYourSeat,
    SeatEmpty,
    NotIdle { rounds: u8 },
    SeatsFree,
    IdleNotProvided,
    NoShuffleByOrder,
    ShuffleDueAlready,
    NoShuffleDue,
    NoCutDue,
    CutNotOffered,
    CutOutOfRange { least: u32, most: u32 },
    HouseCutsLast,
    SupervisorCuts,
    DealerCuts,
    ForDealerOnly,
    CardClaimed,
    NoCardAsked,
    AdviceOff,
    NoSeedsHere,
    SeedTooLate,
    BadSeed { most: usize },
    NothingLaid,
    NothingLaidHere,
    NotDealt,
    WhyTooLong,
    Interrupted,
    NotInterrupted,
    Game(game::Reason),
}

impl From<game::Refusal> for Refusal {
    fn from(refusal: game::Refusal) -> Self {
        Self::new(Reason::Game(refusal.reason), refusal.clause)
    }
}

impl From<SignFault> for Refusal {
    fn from(fault: SignFault) -> Self {
        Self::new(
            Reason::Sign(fault.to_string()),
            fault.clause().unwrap_or(Clause::SILENT),
        )
    }
}

impl From<SetupFault> for Refusal {
    fn from(fault: SetupFault) -> Self {
        Self::new(
            Reason::Sign(fault.to_string()),
            fault.clause().unwrap_or(Clause::SILENT),
        )
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.clause)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the table is closed"),
            Self::AlreadyOpen => f.write_str("the table is open already"),
            Self::RoundUnderWay => f.write_str("a round is under way: wait for its end"),
            Self::NoRoundUnderWay => f.write_str("no round is under way"),
            Self::ForPlayersOnly => f.write_str("only a player may do that"),
            Self::ClosingNeedsNotice { minutes } => {
                write!(
                    f,
                    "players are at the table: announce the closing first, {minutes} minutes ahead \
                    or by the last rounds"
                )
            }
            Self::NoLastRounds => {
                f.write_str("this book closes a table by time, not by a number of last rounds")
            }
            Self::AlreadyClosing => f.write_str("the closing is announced already"),
            Self::Sign(why) | Self::Name(why) => f.write_str(why),
            Self::NoticeFirst { minutes } => write!(
                f,
                "this change is not made at once for newcomers: announce it to everybody, \
                {minutes} minutes ahead"
            ),
            Self::NotHigher => f.write_str("a sign for newcomers only has a higher minimum"),
            Self::NoOwnMaximum => f.write_str("a box has no maximum of its own here"),
            Self::MaximumTooLow => f.write_str(
                "a box's own maximum is above the table's, and not beyond what can be wagered",
            ),
            Self::NoRaisedLimits => f.write_str("a player's limits are not raised here"),
            Self::LimitsNotRaised => f.write_str(
                "a player's raised limits are a minimum not below the table's and a maximum above \
                the table's, with a wager between them that chips can make",
            ),
            Self::NoReserving => f.write_str("boxes are not reserved here"),
            Self::BoxReserved => f.write_str("this box is reserved for another player"),
            Self::HeldByOrder => {
                f.write_str("the player is restricted by order, and only an order lifts that")
            }
            Self::CannotRestrict => f.write_str("this book does not let a player be restricted so"),
            Self::NotSatOut => f.write_str(
                "the record of this shoe shows no round that this player sat out: only somebody \
                who did may be held for it",
            ),
            Self::NoPartner => f.write_str(
                "here a wager is refused only on a box where somebody else wagers too, as that of \
                a partner",
            ),
            Self::NothingNoted => {
                f.write_str("this book has no rule by which further wagers are refused")
            }
            Self::TooFewInstances { noted, needed } => write!(
                f,
                "further wagers are refused after {needed} noted instances of touching wagers in \
                play: {noted} noted so far"
            ),
            Self::FutureRefused => f.write_str(
                "this player's wagers are refused, for touching wagers in play: only the floor \
                takes them again",
            ),
            Self::CannotRefuse => f.write_str("this book does not let the house refuse a wager"),
            Self::CannotRefuseSeveral => {
                f.write_str("this book does not let the house refuse a player several boxes")
            }
            Self::NotAtTable => f.write_str("that player is not at this table: arrive first"),
            Self::AlreadyAtTable => f.write_str("that player is at this table already"),
            Self::TableFull { most } => write!(f, "at most {most} people play at a table"),
            Self::NameTaken => f.write_str("somebody else at this table has that name"),
            Self::Leaving => f.write_str("this player is leaving: wait for the end of the round"),
            Self::NoSuchBox { most } => write!(f, "the layout has boxes 1 to {most}"),
            Self::SeatTaken => f.write_str("somebody sits there"),
            Self::SeveralRefused => f.write_str("this player is held to one box"),
            Self::NotYourSeat => f.write_str("that is not this player's seat"),
            Self::SeatEmpty => f.write_str("nobody sits there"),
            Self::NotIdle { rounds } => write!(
                f,
                "a seat may be taken after {rounds} rounds without a wager, not before"
            ),
            Self::SeatsFree => f.write_str("other seats are free"),
            Self::IdleNotProvided => {
                f.write_str("this book takes no seat from a player who lets rounds pass")
            }
            Self::NoShuffleByOrder => f.write_str("this book has no shuffle by order"),
            Self::ShuffleDueAlready => f.write_str("a shuffle is due already"),
            Self::NoShuffleDue => f.write_str("no shuffle is due"),
            Self::NoCutDue => f.write_str("no cut is due"),
            Self::CutNotOffered => f.write_str("the cut is not offered to this player"),
            Self::CutOutOfRange { least, most } => {
                write!(f, "a cut takes {least} to {most} cards from the front")
            }
            Self::SupervisorCuts => {
                f.write_str("when no player wants to cut, a supervisor does: nobody in their place")
            }
            Self::DealerCuts => {
                f.write_str("when no player wants to cut, whoever deals does, and no supervisor")
            }
            Self::ForDealerOnly => f.write_str("only whoever deals may do that"),
            Self::CardClaimed => f.write_str(
                "nobody says of themselves that they hold a player card: come without `card`; the \
                house finds it in the account, or a member of staff looks at it",
            ),
            Self::NoCardAsked => f.write_str("nobody is asked for a player card at this table"),
            Self::AdviceOff => f.write_str(
                "nobody is advised on how to play at this table: its setting `advice` is off. The \
                trainer and the charts may be asked, away from the table",
            ),
            Self::HouseCutsLast => f.write_str("the house cuts only when no player wants to"),
            Self::NoSeedsHere => f.write_str("a shoe is cut: only a device takes seeds"),
            Self::SeedTooLate => f.write_str(
                "one seed for each player, before the first card under the present commitment",
            ),
            Self::BadSeed { most } => write!(
                f,
                "a seed is a text of 1 to {most} bytes without control characters"
            ),
            Self::NothingLaid => f.write_str("lay a wager first"),
            Self::NothingLaidHere => f.write_str("nothing of this player's lies on that box"),
            Self::NotDealt => f.write_str("no card is due"),
            Self::WhyTooLong => f.write_str("a reason has 1 to 200 letters, on one line"),
            Self::Interrupted => f.write_str(
                "the round was interrupted: it goes on when those who may withdraw have answered",
            ),
            Self::NotInterrupted => {
                f.write_str("nobody may withdraw from the round: no failure interrupted it")
            }
            Self::Game(reason) => reason.fmt(f),
        }
    }
}
