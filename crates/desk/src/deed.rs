//! Everything anybody can do in the house, and who may: one table, and what is not in it is
//! refused.

use crate::role::{Grant, Only, Place, Role, Standing};
use game::Held;
use serde::{Deserialize, Serialize};
use table::Command;

const fn everywhere(to: Standing) -> Grant {
    Grant {
        to,
        only: Only::Everywhere,
    }
}

const HOUSE: Grant = everywhere(Standing::House);
const SOFTWARE: Grant = Grant {
    to: Standing::House,
    only: Only::WhereSoftwareDeals,
};
const VISITOR: Grant = everywhere(Standing::Visitor);
const GUEST: Grant = everywhere(Standing::Guest);
const TRIAL: Grant = Grant {
    to: Standing::Guest,
    only: Only::AtPlayMoney,
};
const PLAYER: Grant = everywhere(Standing::Role(Role::Player));
const DEALER: Grant = everywhere(Standing::Role(Role::Dealer));
const BY_HAND: Grant = Grant {
    to: Standing::Role(Role::Dealer),
    only: Only::WhereADealerDeals,
};
const SUPERVISOR: Grant = everywhere(Standing::Role(Role::Supervisor));
const MANAGER: Grant = everywhere(Standing::Role(Role::GamingManager));
const DIRECTOR: Grant = everywhere(Standing::Role(Role::TournamentDirector));
const INSPECTOR: Grant = everywhere(Standing::Role(Role::Inspector));
const ADMINISTRATOR: Grant = everywhere(Standing::Role(Role::Administrator));

/// Makes the deeds, their words and who may do them from one table.
macro_rules! deeds {
    ($($deed:ident $does:ident $words:literal [$($who:ident)*])*) => {
        /// One thing somebody can do.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum Deed {
            $(#[doc = $words] $deed,)*
        }

        impl Deed {
            /// Every deed.
            pub const ALL: &[Self] = &[$(Self::$deed),*];

            /// What it is, in words that follow "may".
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$deed => $words,)*
                }
            }

            /// Whether anything is different afterwards.
            pub const fn effect(self) -> Effect {
                match self {
                    $(Self::$deed => Effect::$does,)*
                }
            }

            /// Who may do it.
            pub const fn grants(self) -> &'static [Grant] {
                match self {
                    $(Self::$deed => &[$($who),*],)*
                }
            }
        }
    };
}

/// What a deed does to the house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Nothing: something is looked at.
    Reads,
    /// Something of one's own account: a session, a password.
    Own,
    /// Something that others see, or money.
    Changes,
}

deeds! {
    // The floor, at a table. What the books leave to a supervisor a gaming manager may do too.
    Open Changes "open a table" [HOUSE SUPERVISOR MANAGER]
    AnnounceClosing Changes "announce that a table closes" [HOUSE SUPERVISOR MANAGER]
    Close Changes "close a table" [HOUSE SUPERVISOR MANAGER]
    SetSign Changes "change the sign at a table" [SUPERVISOR MANAGER]
    SetMaximum Changes "give a box or a player limits above the sign's" [SUPERVISOR MANAGER]
    Reserve Changes "reserve a box" [SUPERVISOR MANAGER]
    RestrictLate Changes "hold a player who sat out to the minimum" [SUPERVISOR MANAGER]
    RestrictByOrder Changes "restrict a player by order, or lift a restriction" [MANAGER]
    RefuseWager Changes "refuse a wager before the first card" [SUPERVISOR MANAGER]
    NoteTouched Changes "note that a player touched wagers in play" [DEALER SUPERVISOR MANAGER]
    RefuseFuture Changes "refuse a player's further wagers, or take them again" [SUPERVISOR MANAGER]
    FindCard Changes "say whether a player holds a valid card" [HOUSE DEALER SUPERVISOR MANAGER]
    CutBySupervisor Changes "cut as a supervisor, when no player wants to" [SUPERVISOR MANAGER]
    Vacate Changes "take a seat from a player who lets rounds pass" [SUPERVISOR MANAGER]
    OrderShuffle Changes "have the cards shuffled" [SUPERVISOR MANAGER]
    RefuseSeveral Changes "refuse a player several boxes, or allow them again" [SUPERVISOR MANAGER]
    VoidRound Changes "declare a round void" [HOUSE SUPERVISOR MANAGER]
    // Players, at a table.
    Arrive Changes "come to a table" [TRIAL PLAYER]
    Depart Changes "leave a table" [TRIAL PLAYER]
    Sit Changes "take a seat" [TRIAL PLAYER]
    GiveUp Changes "give a seat up" [TRIAL PLAYER]
    Lay Changes "lay a wager" [TRIAL PLAYER]
    Withdraw Changes "take a wager back" [TRIAL PLAYER]
    WithdrawFromRound Changes "withdraw from a round that a failure interrupted" [TRIAL PLAYER]
    Ready Changes "say that one is ready" [TRIAL PLAYER]
    Cut Changes "cut the cards" [TRIAL PLAYER]
    RefuseCut Changes "refuse the cut" [TRIAL PLAYER]
    GiveSeed Changes "add a seed to a device's" [TRIAL PLAYER]
    Choose Changes "decide in a round" [TRIAL PLAYER]
    // Whoever deals: the software, or a dealer with real cards, and never both.
    Shuffle Changes "shuffle" [SOFTWARE BY_HAND]
    CutByHouse Changes "cut as whoever deals, when no player wants to" [SOFTWARE BY_HAND]
    SeedByHouse Changes "add a seed for the house" [SOFTWARE BY_HAND]
    Deal Changes "deal" [SOFTWARE BY_HAND]
    // The clock: nobody's.
    Tick Changes "let time pass" [HOUSE]
    Restart Changes "start a table again after a failure" [HOUSE]
    // Coming in.
    Register Changes "open an account" [VISITOR]
    EnterAsGuest Changes "enter as a guest" [VISITOR]
    SignIn Own "sign in, or give one's password again" [VISITOR GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    SignOut Own "sign out, and end one's own sessions" [GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    ChangePassword Own "change one's own password" [PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    // One's own play.
    SetOwnLimits Changes "set one's own limits and reality checks" [GUEST PLAYER]
    Acknowledge Changes "acknowledge a reality check" [GUEST PLAYER]
    ExcludeOneself Changes "exclude oneself from play" [GUEST PLAYER]
    ReadOwnAccount Reads "read one's own balance, limits and sessions" [GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    ReadOwnHistory Reads "read one's own rounds and movements of money" [GUEST PLAYER INSPECTOR]
    CashOut Changes "cash out" [PLAYER]
    TopUp Changes "ask for more play money" [GUEST PLAYER]
    // Looking on.
    ReadLobby Reads "see which tables there are" [VISITOR GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    ReadRules Reads "read the rule books" [VISITOR GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    Watch Reads "watch a table" [VISITOR GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    StartPrivateTable Changes "start a private table" [GUEST PLAYER]
    SeePrivateTables Reads "see private tables without their key" [DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    CheckFairness Reads "check a shuffle that was revealed" [VISITOR GUEST PLAYER DEALER SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    // The house.
    FoundTable Changes "found a table" [HOUSE MANAGER]
    CreateHousePlayer Changes "bring in a house player" [HOUSE]
    FundHousePlayer Changes "give a house player more play money" [HOUSE]
    CloseGuest Changes "close a guest's account" [HOUSE]
    SetDays Changes "set the time zone of the house" [HOUSE]
    EndOldSessions Changes "end sessions whose time is over" [HOUSE]
    CreateStaff Changes "open an account for staff" [HOUSE ADMINISTRATOR]
    GiveRole Changes "give staff a role" [ADMINISTRATOR]
    TakeRole Changes "take a role from staff" [ADMINISTRATOR]
    KeepCards Changes "issue a player card, or declare one invalid" [MANAGER ADMINISTRATOR]
    Lock Changes "lock an account" [MANAGER ADMINISTRATOR]
    Unlock Changes "unlock an account" [HOUSE ADMINISTRATOR]
    ResetPassword Changes "give somebody a new password" [HOUSE ADMINISTRATOR]
    // Money.
    Credit Changes "credit a player" [MANAGER]
    Correct Changes "correct a balance" [MANAGER]
    // What is written down.
    WriteIncident Changes "note an incident" [HOUSE DEALER SUPERVISOR MANAGER DIRECTOR]
    ReadIncidents Reads "read the incidents" [SUPERVISOR MANAGER DIRECTOR INSPECTOR ADMINISTRATOR]
    ReadPeople Reads "read the accounts of others" [SUPERVISOR MANAGER INSPECTOR ADMINISTRATOR]
    ReadMoney Reads "read balances, floats and movements of money" [MANAGER INSPECTOR]
    ReadLog Reads "read the log" [MANAGER INSPECTOR]
    VerifyLog Reads "verify the log" [HOUSE MANAGER INSPECTOR ADMINISTRATOR]
    ExportLog Reads "export the log" [INSPECTOR]
    ReadMetrics Reads "read how the machine does" [MANAGER INSPECTOR ADMINISTRATOR]
    BackUp Changes "back the house up" [HOUSE ADMINISTRATOR]
}

impl Deed {
    /// The deed that a table's command is.
    pub const fn of(command: &Command) -> Self {
        match command {
            Command::Open => Self::Open,
            Command::AnnounceClosing { .. } => Self::AnnounceClosing,
            Command::Close => Self::Close,
            Command::SetSign { .. } => Self::SetSign,
            Command::SetMaximum { .. } | Command::RaiseLimits { .. } => Self::SetMaximum,
            Command::Reserve { .. } => Self::Reserve,
            // A supervisor cannot undo what a gaming manager ordered.
            Command::Restrict {
                held: Held::Late, ..
            } => Self::RestrictLate,
            Command::Restrict {
                held: Held::ByOrder | Held::Free,
                ..
            } => Self::RestrictByOrder,
            Command::RefuseWager { .. } => Self::RefuseWager,
            Command::NoteTouched { .. } => Self::NoteTouched,
            Command::RefuseFuture { .. } => Self::RefuseFuture,
            Command::FindCard { .. } => Self::FindCard,
            Command::CutBySupervisor { .. } => Self::CutBySupervisor,
            Command::Vacate { .. } => Self::Vacate,
            Command::OrderShuffle => Self::OrderShuffle,
            Command::VoidRound { .. } => Self::VoidRound,
            Command::Arrive { .. } => Self::Arrive,
            Command::Depart => Self::Depart,
            Command::Sit { .. } => Self::Sit,
            Command::GiveUp { .. } => Self::GiveUp,
            Command::Lay { .. } => Self::Lay,
            Command::Withdraw { .. } => Self::Withdraw,
            Command::WithdrawFromRound => Self::WithdrawFromRound,
            Command::RefuseSeveral { .. } => Self::RefuseSeveral,
            Command::Ready => Self::Ready,
            Command::Cut { .. } => Self::Cut,
            Command::RefuseCut => Self::RefuseCut,
            Command::GiveSeed { .. } => Self::GiveSeed,
            Command::Choose { .. } => Self::Choose,
            Command::Shuffled { .. } => Self::Shuffle,
            Command::CutByHouse { .. } => Self::CutByHouse,
            Command::SeedByHouse { .. } => Self::SeedByHouse,
            Command::Deal { .. } => Self::Deal,
            Command::Tick => Self::Tick,
            Command::Restarted => Self::Restart,
        }
    }

    /// Whether somebody of this standing may do it there.
    pub fn may(self, standing: Standing, place: Place) -> bool {
        self.grants()
            .iter()
            .any(|grant| grant.to == standing && grant.only.holds(place))
    }

    /// Where somebody of this standing may do it; nowhere if not told.
    pub fn only(self, standing: Standing) -> Option<Only> {
        self.grants()
            .iter()
            .find(|grant| grant.to == standing)
            .map(|grant| grant.only)
    }
}

/// The table of roles as a page.
pub fn roles_page() -> String {
    let mut page = String::from(PAGE_HEAD);
    page += "\n| may |";
    for standing in Standing::ALL {
        page += &format!(" {} |", standing.words());
    }
    page += "\n|---|";
    page += &"---|".repeat(Standing::ALL.len());
    for deed in Deed::ALL {
        page += &format!("\n| {} |", deed.words());
        for standing in Standing::ALL {
            page += &format!(" {} |", deed.only(standing).map_or("", cell));
        }
    }
    page += "\n";
    page
}

const PAGE_HEAD: &str = "# Who may do what

This page is written from the one table in `crates/desk/src/deed.rs`; a test compares them.
To write it again: `cargo run -p desk --example roles > docs/roles.md`. What is not in the table is refused.

- *software* is the house's own: what deals where the software deals, keeps time and sets up the house. No person has this column.
- *visitor* is somebody who has not signed in. *guest* is somebody who tries the game without an account; a house player has the same.
- **yes**: everywhere. **play**: at tables for play money. **auto**: at tables that the software deals. **hand**: at tables that a dealer deals with real cards; `pontoon serve` founds none so far.
- A person of the staff may have several roles and does not wager: *player* goes with no other role. Neither does *inspector*.
- Nobody changes their own roles, and there is always an administrator.
";

const fn cell(only: Only) -> &'static str {
    match only {
        Only::Everywhere => "yes",
        Only::AtPlayMoney => "play",
        Only::WhereSoftwareDeals => "auto",
        Only::WhereADealerDeals => "hand",
    }
}
