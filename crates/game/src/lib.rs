//! One round of Pontoon under any rule book.
//!
//! A [`Round`] is driven by three questions: whose [`turn`](Round::turn) is it, what is
//! [`legal`](Round::legal), and what happened ([`events`](Round::events)).
//! [`choose`](Round::choose) and [`deal`](Round::deal) are the ways forward; a [`Refusal`] changes
//! nothing and names its clause. The files follow the order of play. No clock, no randomness, no
//! input or output here.
//!
//! ```
//! use game::{Choice, Draw, Need, Round, Setup, Turn};
//! use rules::{BoxNo, Money, builtin};
//!
//! let mut round = Round::open(Setup::usual(builtin("sydney")?, &["ann"]))?;
//! let ann = round.setup().player("ann").ok_or("ann is at the table")?;
//! round.choose(ann, Choice::Wager { box_no: BoxNo::new(1)?, amount: Money::from_dollars(25), seated: true })?;
//! round.close_wagers()?;
//! let mut cards = ["8s", "6d", "Kh", "Qc", "9h"].into_iter();
//! loop {
//!     match round.turn() {
//!         Turn::Deal(Need::Card(_)) => round.deal(Draw::Card(cards.next().ok_or("no card")?.parse()?))?,
//!         Turn::Decide(hand, player) => round.choose(player, Choice::Stand { hand })?,
//!         Turn::Over => break,
//!         turn => return Err(format!("not in this round: {turn:?}").into()),
//!     }
//! }
//! let (settled, clause) = round.settled().next().ok_or("the wager is settled")?;
//! assert_eq!((settled.net.to_string(), clause.to_string()), ("+25".to_owned(), "17.1.4".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod shoe;
mod side_wagers;
mod splitting;
mod state;
mod subsequent_deal;
mod super_bonus;
mod surrender;
mod total;
mod view;
mod wagering;
mod withdrawal;

pub use choice::{Asked, Choice, Draw, HandRef, Legal, Need, Question, Side, To, Turn};
pub use event::{Ending, Event, Face, Kind, Outcome, Settled, Stage, What};
pub use perft::{Perft, Suits, divide, perft};
pub use player::{Held, Patron, Player, RaisedLimits};
pub use refusal::{Reason, Refusal};
pub use round::Round;
pub use setup::{Dealing, Faces, PATRONS_MOST, Pack, Setup, SetupFault, ShoeAge, WagersChecked};
pub use side_wagers::pair_odds;
pub use total::{Total, TotalKind, is_pontoon};
pub use view::{BoxView, CardView, HandView, SeenEvent, StakeView, View, Viewer};
