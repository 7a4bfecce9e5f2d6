//! A gaming table: what outlives a round.
//!
//! A [`Table`] is the sum of its [`Event`]s. [`Table::decide`] says what a [`Command`] comes to:
//! events with their clauses and the money they move, or a [`Refusal`]; [`Table::evolve`] takes an
//! event in. Cards come from outside, as commands:
//! [`Table::needs`] says what is due, and whoever deals, software or a person with real cards,
//! brings it. There is no clock here either: the time of a command is told, and
//! [`Table::next_time`] says when the next one is due if nothing else happens.

mod clock;
mod command;
mod config;
mod cut;
mod decide;
mod event;
mod evolve;
mod floor;
mod interruption;
mod needs;
mod play;
mod refusal;
mod seats;
mod snapshot;
mod state;
mod till;
mod view;
mod wagers;

pub use clock::{Span, Time};
pub use command::{Actor, Command, Lay, Seal};
pub use config::{
    Access, Advice, Config, ConfigFault, DECK, HouseClause, LastCutBy, LatePolicy, PlayerCards,
    Times,
};
pub use decide::Decision;
pub use event::{CutRefused, Cutter, Decider, Event, SeatLost, ShuffleWhy, What, Withdrawn};
pub use needs::{Needs, Phase};
pub use refusal::{Reason, Refusal};
pub use seats::{HOUSE_PLAYER, PEOPLE_MOST};
pub use snapshot::Snapshot;
pub use state::{Openness, Table};
pub use view::{Able, BoxPlace, Can, PersonView, PrivateView, RoundView, ShoeView, TableView};
