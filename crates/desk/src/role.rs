//! Who somebody is to the house, and where something is to be done. What they may do stands in
//! [`crate::Deed`].

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a person is employed or admitted to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Role {
    /// Plays, with money of their own.
    Player,
    /// Deals real cards.
    Dealer,
    /// Watches over tables.
    Supervisor,
    /// Answers for the games and the money.
    GamingManager,
    /// Runs tournaments.
    TournamentDirector,
    /// Reads everything and changes nothing.
    Inspector,
    /// Looks after people's accounts and the machine; has no part in games or money.
    Administrator,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] = [
        Self::Player,
        Self::Dealer,
        Self::Supervisor,
        Self::GamingManager,
        Self::TournamentDirector,
        Self::Inspector,
        Self::Administrator,
    ];

    /// The name as people say it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Dealer => "dealer",
            Self::Supervisor => "supervisor",
            Self::GamingManager => "gaming manager",
            Self::TournamentDirector => "tournament director",
            Self::Inspector => "inspector",
            Self::Administrator => "administrator",
        }
    }

    /// Whether one person may have both roles. Staff do not wager, and whoever inspects does
    /// nothing else.
    pub fn goes_with(self, other: Self) -> bool {
        let alone = |role| matches!(role, Self::Player | Self::Inspector);
        self == other || !(alone(self) || alone(other))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// In which of their capacities somebody asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// The house's own software: what deals, keeps time and sets up the house.
    House,
    /// Somebody who has not signed in.
    Visitor,
    /// Somebody who tries the game without an account; a house player has the same.
    Guest,
    /// Somebody with a role.
    Role(Role),
}

impl Standing {
    /// Every standing, in the order of the page of roles.
    pub const ALL: [Self; 10] = [
        Self::House,
        Self::Visitor,
        Self::Guest,
        Self::Role(Role::Player),
        Self::Role(Role::Dealer),
        Self::Role(Role::Supervisor),
        Self::Role(Role::GamingManager),
        Self::Role(Role::TournamentDirector),
        Self::Role(Role::Inspector),
        Self::Role(Role::Administrator),
    ];

    /// The name as people say it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::House => "software",
            Self::Visitor => "visitor",
            Self::Guest => "guest",
            Self::Role(role) => role.words(),
        }
    }
}

/// Where something is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// At the desk, or anywhere else that is no table.
    House,
    /// At a table.
    Table(TableKind),
}

/// What of a table bears on who may do what there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableKind {
    /// What is wagered.
    pub stakes: Stakes,
    /// Who deals.
    pub dealt: Dealt,
}

impl TableKind {
    /// A table for play money that the software deals.
    pub const TRIAL: Self = Self {
        stakes: Stakes::Play,
        dealt: Dealt::BySoftware,
    };
}

/// What is wagered at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    /// Play money: guests and house players may join.
    Play,
    /// What members have at the cashier's desk.
    Credit,
}

/// Who deals at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dealt {
    /// The house's software.
    BySoftware,
    /// A dealer with real cards.
    ByHand,
}

/// One permission: who, and only where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grant {
    /// Who.
    pub to: Standing,
    /// Where.
    pub only: Only,
}

/// Where a permission holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Only {
    /// Everywhere.
    Everywhere,
    /// At tables for play money.
    AtPlayMoney,
    /// At tables that the software deals.
    WhereSoftwareDeals,
    /// At tables that a dealer deals.
    WhereADealerDeals,
}

impl Only {
    /// Whether the permission holds there.
    pub fn holds(self, place: Place) -> bool {
        match (self, place) {
            (Self::Everywhere, Place::House | Place::Table(_)) => true,
            (
                Self::AtPlayMoney | Self::WhereSoftwareDeals | Self::WhereADealerDeals,
                Place::House,
            ) => false,
            (Self::AtPlayMoney, Place::Table(table)) => table.stakes == Stakes::Play,
            (Self::WhereSoftwareDeals, Place::Table(table)) => table.dealt == Dealt::BySoftware,
            (Self::WhereADealerDeals, Place::Table(table)) => table.dealt == Dealt::ByHand,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staff_do_not_wager_and_an_inspector_does_nothing_else() {
        assert!(Role::Supervisor.goes_with(Role::Dealer));
        assert!(Role::Administrator.goes_with(Role::GamingManager));
        for role in Role::ALL {
            assert!(role.goes_with(role));
            for alone in [Role::Player, Role::Inspector] {
                assert_eq!(alone.goes_with(role), alone == role, "{alone} with {role}");
                assert_eq!(role.goes_with(alone), alone == role, "{role} with {alone}");
            }
        }
    }
}
