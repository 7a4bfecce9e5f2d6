//! One movement of money.

use crate::account::{Account, TableId};
use rules::{Clause, Money};
use std::fmt;

/// Who numbers a transfer. Each series counts from 1 without gaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Series {
    /// The cashier's desk: credits, limits, corrections.
    Cashier,
    /// A table.
    Table(TableId),
}

/// The name of a transfer, never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TransferId {
    /// Who numbered it.
    pub series: Series,
    /// Its number there, from 1.
    pub no: u64,
}

/// What a transfer does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Move {
    /// From one account to another, for good.
    Pay {
        /// Who pays.
        from: Account,
        /// Who is paid.
        to: Account,
        /// How much.
        amount: Money,
    },
    /// Back from somebody who was paid by mistake, as much of it as they still have; the house
    /// stands in for the rest.
    Reclaim {
        /// Who was paid.
        from: Account,
        /// Who paid.
        to: Account,
        /// How much.
        amount: Money,
    },
    /// Into a held account, until it is posted or voided.
    Hold {
        /// Whose money.
        from: Account,
        /// Where it waits.
        held: Account,
        /// Who gets it if it is posted.
        to: Account,
        /// How much.
        amount: Money,
    },
    /// Ends a hold: `amount` goes where it was meant to go, the rest goes back.
    Post {
        /// The hold.
        hold: TransferId,
        /// How much of it.
        amount: Money,
    },
    /// Ends a hold: all of it goes back.
    Void {
        /// The hold.
        hold: TransferId,
    },
}

/// Why money moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Purpose {
    // At a table.
    Wager,
    Double,
    Split,
    Insurance,
    SideWager,
    Won,
    Lost,
    StandOff,
    Surrendered,
    Forfeited,
    Returned,
    Withdrawn,
    RoundVoid,
    // At the desk.
    Fill,
    Credit,
    /// Play money for somebody new, or for a house player.
    PlayMoney,
    Tokens,
    CashOut,
    Correction,
    Entry,
    Prize,
}

/// A movement of money, why, and by which clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Transfer {
    /// Its name.
    pub id: TransferId,
    /// What it does.
    pub does: Move,
    /// Why.
    pub purpose: Purpose,
    /// The clause that says so; silent where no rule book has a say.
    pub clause: Clause,
}

impl fmt::Display for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.series {
            Series::Cashier => write!(f, "c-{}", self.no),
            Series::Table(table) => write!(f, "t{table}-{}", self.no),
        }
    }
}
