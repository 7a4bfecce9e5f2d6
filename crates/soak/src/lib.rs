//! The whole house from one seed.
//!
//! A [`World`] holds real tables, a real desk and a real journal, and everything around them is
//! made up from one number:
//! time, the network, the disk and its failures, chance, and the people. [`run`] plays a seed and
//! has an auditor judge it.
//! The auditor reckons money, hands and limits by itself, without ledger, table and game. Two of
//! its laws ask the house's own code as well: whether the log replays (the `house` crate) and
//! whether opened shoes verify (`fair`). The same seed is the same run, to the last byte of the
//! log.
//!
//! The server is not in it: [`Running`] is a small loop of its own around the same `house`, `desk`,
//! `store`, `table` and `fair`, which keeps the duties that docs/soak.md lists.

mod agenda;
mod audit;
mod bettor;
mod chance;
mod client;
mod clocks;
mod counts;
mod evidence;
mod fault;
mod floor;
mod frames;
mod message;
mod plan;
mod reading;
mod run;
mod running;
mod storm;
mod traffic;
mod world;

pub use audit::{Law, Objection, judge};
pub use chance::Chance;
pub use counts::Counts;
pub use evidence::{Away, Ended, Evidence, Heard, Line};
pub use fault::{Fault, Menace};
pub use message::{Ask, Out, Route, Said, Sender, To, Wish};
pub use plan::{Mode, Plan, Temper, Weather};
pub use reading::Trouble;
pub use run::{Failure, Report, play, run, run_plan};
pub use running::{Now, Running};
pub use world::World;
