//! The house on the network.
//!
//! [`Running`] is the house: the desk, one task for each table, and the journal's writer. [`serve`] puts it behind HTTP and
//! WebSocket. Nothing here decides anything about a game: requests go to the table's task, and what comes back was on disk
//! before it is told. Nor does anything here decide who may do what: the desk's one table does.

mod accounts;
mod administrator;
mod analysis;
mod at_desk;
mod audit;
mod bodies;
mod books;
mod bucket;
mod caller;
mod chart;
mod config;
mod demo;
mod denial;
mod error;
mod export;
mod floor;
mod frame;
mod housekeeping;
mod input;
mod lobby;
mod log;
mod message;
mod meters;
mod openapi;
mod opening;
mod operations;
mod own;
mod passwords;
mod people;
mod recall;
mod refused;
mod routes;
mod running;
mod serve;
mod sessions;
mod socket;
mod sockets;
mod staff;
mod statement;
mod table_task;
mod turns;
mod world;

pub use administrator::{AdministratorFault, FIRST_ADMINISTRATOR, FirstAdministrator, make_first_administrator};
pub use bodies::read_as_everything;
pub use config::{Config, ConfigFault, Demo, Rate, SocketLimits, Times};
pub use error::ErrorBody;
pub use message::Say;
pub use opening::{Disk, ORIGIN, Readers};
pub use refused::{Refused, StartFault};
pub use running::Running;
pub use serve::{ServeFault, Started, bind, bind_running, serve};
pub use table_task::{Latest, TableHandle};
pub use world::{Chance, Clock, ClockHand, World};
