//! The running house, without clock, network or threads.
//!
//! A [`Host`] is a table with its dealer and its place in the log. [`Host::stage`] says what a
//! request comes to and what must be written down; only when that is durable does the caller take
//! over [`Staged::host`] and answer. Time and chance come in as arguments, so the whole house can
//! be run from one seed.

mod card_strategy;
mod cashier;
mod dealer;
mod documents;
mod funds;
mod host;
mod house_player;
mod meter;
mod notes;
mod record;
mod replay;
mod replay_cards;
mod replay_documents;
mod rounds;
mod secret;
mod wish;

pub use card_strategy::CardStrategy;
pub use dealer::{Brought, Dealer, Tools};
pub use documents::{
    METER, ROUND, SEALED, SHOE, SNAPSHOT, recall, recall_key, round_key, shoe_key,
};
pub use funds::{Ended, Funds, funds_after_space, funds_space};
pub use host::{Answer, CardOnFile, Host, OpenFault, Opened, Request, StageFault, Staged};
pub use house_player::{HouseNameFault, HousePlayer, is_house_player};
pub use meter::{Highest, Meter};
pub use record::{KIND, Record, RecordFault, Step, VERSION};
pub use replay::{LogFault, ReplayFault, ReplayWhat, Replayed};
pub use replay_documents::{Left, TableDocuments, read_document};
pub use rounds::{RoundRecord, WagerRecord};
pub use secret::SecretFault;
pub use table::HOUSE_PLAYER;
