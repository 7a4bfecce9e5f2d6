//! One round of Pontoon under any rule book.
//!
//! A [`Round`] is driven by three questions: whose [`turn`](Round::turn) is it, what is [`legal`](Round::legal), and what
//! happened ([`events`](Round::events)). [`choose`](Round::choose) and [`deal`](Round::deal) are the ways forward; a
//! [`Refusal`] changes nothing and names its clause. The files follow the order of play. No clock, no randomness, no
//! input or output here.

mod choice;
mod control;
mod dealer;
mod doubling;
mod event;
mod evolve;
mod final_settlement;
mod initial_deal;
mod insurance;
mod interim_settlement;
mod jackpot;
pub mod notation;
mod payouts;
mod perft;
mod player;
mod refusal;
mod round;
mod setup;
mod side_wagers;
mod splitting;
mod state;
mod subsequent_deal;
mod super_bonus;
mod surrender;
mod total;
mod view;
mod wagering;

pub use choice::{Asked, Choice, Draw, HandRef, Legal, Need, Question, Side, To, Turn};
pub use event::{Ending, Event, Face, Kind, Outcome, Settled, Stage, What};
pub use perft::{Perft, Suits, divide, perft};
pub use player::{Held, Patron, Player};
pub use refusal::{Reason, Refusal};
pub use round::Round;
pub use setup::{Dealing, Faces, PATRONS_MOST, Pack, Setup, SetupFault, ShoeAge};
pub use total::{Total, TotalKind, is_pontoon};
pub use view::{BoxView, CardView, HandView, SeenEvent, StakeView, View, Viewer};
