//! Why money does not move. A refusal leaves the ledger as it was.

use crate::account::Account;
use crate::transfer::TransferId;
use rules::Money;
use std::fmt;

/// Why a transfer is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum LedgerRefusal {
    /// The account does not hold so much.
    NotEnough {
        /// Whose.
        account: Account,
        /// What it holds.
        has: Money,
        /// What was asked of it.
        needs: Money,
    },
    /// The numbers of a series have no gaps and none comes twice.
    OutOfOrder {
        /// The transfer.
        id: TransferId,
        /// The number that is next.
        next: u64,
    },
    /// A transfer of nothing.
    Nothing {
        /// The transfer.
        id: TransferId,
    },
    /// From an account to itself, or a hold in an account that is not for holding, or from one that
    /// is.
    WrongAccounts {
        /// The transfer.
        id: TransferId,
    },
    /// The hold was ended before, or never was.
    NoSuchHold {
        /// What was named.
        hold: TransferId,
    },
    /// More is posted than was held.
    MoreThanHeld {
        /// The hold.
        hold: TransferId,
        /// What it holds.
        held: Money,
        /// What was to be posted.
        posted: Money,
    },
    /// A balance would pass what can be counted.
    TooMuch {
        /// Whose.
        account: Account,
    },
}

impl fmt::Display for LedgerRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEnough { has, needs, .. } => {
                write!(f, "{needs} is more than there is: the balance is {has}")
            }
            Self::OutOfOrder { id, next } => {
                write!(f, "transfer {id} is out of order: number {next} is next")
            }
            Self::Nothing { id } => write!(f, "transfer {id} moves nothing"),
            Self::WrongAccounts { id } => write!(f, "transfer {id} names accounts that do not fit"),
            Self::NoSuchHold { hold } => write!(f, "no money is held under {hold}"),
            Self::MoreThanHeld { hold, held, posted } => {
                write!(f, "{posted} cannot be posted: {hold} holds {held}")
            }
            Self::TooMuch { account } => {
                write!(f, "the balance of {account} would be too large to count")
            }
        }
    }
}

impl std::error::Error for LedgerRefusal {}
