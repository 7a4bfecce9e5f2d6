//! The house on the network.
//!
//! [`Running`] is the house: the desk, one task for each table, and the journal's writer. [`serve`] puts it behind HTTP and
//! WebSocket. Nothing here decides anything about a game: requests go to the table's task, and what comes back was on disk
//! before it is told.

mod accounts;
mod bucket;
mod caller;
mod config;
mod demo;
mod error;
mod frame;
mod housekeeping;
mod lobby;
mod operations;
mod routes;
mod running;
mod serve;
mod socket;
mod table_task;
mod world;

pub use config::{Config, ConfigFault, Demo, Rate, Times};
pub use error::ErrorBody;
pub use running::{Refused, Running, StartFault};
pub use serve::{ServeFault, Started, bind, serve};
pub use socket::Say;
pub use table_task::{Latest, TableHandle};
