//! Who holds which money.
//!
//! A [`Ledger`] is the sum of its [`Transfer`]s. Every transfer takes from one account what it
//! gives to another, so all balances together are always nothing. A wager is a hold: the money
//! leaves the player and waits in a held account until a result posts it to the house's side or
//! gives it back. Nothing is ever changed or removed; a correction is a new transfer. The ledger
//! knows no cards and no rules of play.

mod account;
mod book;
mod refusal;
mod transfer;

pub use account::{Account, PlayerId, Pool, TableId, TournamentId};
pub use book::{Hold, Ledger, Undo};
pub use refusal::LedgerRefusal;
pub use transfer::{Move, Purpose, Series, Transfer, TransferId};
