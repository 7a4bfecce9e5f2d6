//! The people of the house: who they are, what they may do, and the cashier's desk.
//!
//! [`Deed`] is one table of everything anybody can do and who may. The [`Desk`] is everybody the
//! house knows:
//! [`Desk::decide`] says what a [`DeskCommand`] comes to, the caller commits it
//! ([`DeskDecision::into_batch`]), and once it is on disk [`Desk::take`] takes it in. Tables are
//! asked about nothing here; what happens at them is told ([`Desk::told`]), so that limits and
//! reality checks can be kept. There is no clock and no randomness: times, salts and tokens come
//! from the caller.

mod accounts;
mod calendar;
mod card;
mod command;
mod decide;
mod decision;
mod deed;
mod desk;
mod document;
mod event;
mod incident;
mod limits;
mod password;
mod permit;
mod person;
mod play;
mod play_book;
mod reality;
mod refusal;
mod role;
mod session;
mod time;
mod top_up;
mod tries;
mod zone;

pub use calendar::Calendar;
pub use command::{By, DeskCommand};
pub use decide::TEXT_MOST;
pub use decision::{Answer, DeskDecision, ENTRY_KIND, ENTRY_VERSION, Then, events_of};
pub use deed::{Deed, Effect, roles_page};
pub use desk::{Desk, SPACES, Terms};
pub use document::{Document, DocumentFault};
pub use event::{DeskEvent, MoneyWhy, SessionEnd};
pub use incident::Incident;
pub use limits::{
    Coming, LOOSENING_WAITS, Limit, LimitChange, LimitFault, Limits, REALITY_LEAST, REALITY_MOST,
};
pub use password::{
    Challenge, Cost, Given, HashMemory, PASSWORD_CHARACTERS, PasswordFault, Phc, Verdict,
    check_new_password, check_password, hash_password,
};
pub use permit::Stake;
pub use person::{ChosenBy, Exclusion, ExclusionLength, Kind, Lock, Password, Person};
pub use play::{Play, Sum};
pub use play_book::{PlayBook, Told, Totals};
pub use reality::{Check, Reality};
pub use refusal::{CardRefusal, DeskRefusal, LimitRefusal, TopUpRefusal};
pub use role::{Dealt, Grant, Only, Place, Role, Stakes, Standing, TableKind};
pub use session::{
    IDLE, Idle, LONGEST, SESSIONS_MOST, Session, SessionKey, SessionNo, SessionRefusal, Sessions,
    SignedIn, Token,
};
pub use time::{seconds, span, utc};
pub use top_up::{TopUp, TopUpOffer};
pub use tries::{Tries, TriesOf, WAIT_MOST};
pub use zone::{Zone, ZoneFault};
