//! The house on the network.
//!
//! [`Running`] is the house: the desk, one task for each table, and the journal's writer. [`serve`]
//! puts it behind HTTP and WebSocket. Nothing here decides anything about a game: requests go to
//! the table's task, and what comes back was on disk before it is told. Nor does anything here
//! decide who may do what: the desk's one table does.

mod accounts;
mod administrator;
mod advice;
mod analysis;
mod at_desk;
mod audit;
mod bodies;
mod books;
mod bucket;
mod caller;
mod chart;
mod company;
mod config;
mod connections;
mod course;
mod days;
mod decision;
mod demo;
mod denial;
mod door;
mod downloads;
mod error;
mod error_detail;
mod export;
mod file_limit;
mod floor;
mod frame;
mod hand;
mod housekeeping;
mod input;
mod kept;
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
mod price;
mod private_table;
mod recall;
mod refused;
mod rounds;
mod routes;
mod running;
mod serve;
mod sessions;
mod settings;
mod side;
mod simulation;
mod site;
mod socket;
mod sockets;
mod staff;
mod statement;
mod steps;
mod super_bonus;
mod table_task;
mod top_up;
mod trainer;
mod turns;
mod waits;
#[cfg(feature = "ts")]
mod wire;
mod world;

pub use administrator::{
    AdministratorFault, FIRST_ADMINISTRATOR, FirstAdministrator, make_first_administrator,
    reset_administrator,
};
pub use bodies::read_as_everything;
pub use config::{Config, ConfigFault, Demo, Private, Rate, SocketLimits, Times};
pub use error::ErrorBody;
pub use error_detail::ErrorDetail;
pub use message::Say;
pub use opening::{Disk, ORIGIN, Readers};
pub use private_table::PrivateRefusal;
pub use refused::{Refused, StartFault};
pub use running::Running;
pub use serve::{ServeFault, Started, bind, bind_running, serve};
pub use table_task::{Latest, TableHandle};
#[cfg(feature = "ts")]
pub use wire::each_on_the_wire;
pub use world::{Chance, Clock, ClockHand, World};
