//! Rule books as data.
//!
//! A [`RuleBook`] is a set of values, each with the clause it comes from, read from a file and
//! checked. The engine asks the book for a value and never which book it is. This crate knows no
//! cards and plays nothing.

mod book;
mod books;
mod box_no;
mod check;
mod choices;
mod clause;
mod compare;
mod draft;
mod money;
mod odds;
mod payment;
mod prose;
mod sections;
#[cfg(feature = "serde")]
mod serial;
mod setting;
mod sign;
mod table_choices;
mod values;

pub use book::{BookId, Reading, RuleBook};
pub use books::{
    BOOK_IDS, REFERENCE_IDS, UnknownBook, builtin, builtin_prose, builtin_source, reference,
};
pub use box_no::{BoxNo, BoxNoError};
pub use check::{Fault, check};
pub use choices::*;
pub use clause::{Citation, Clause, ClauseError};
pub use compare::{Difference, compare};
pub use draft::{BookDraft, Place, parse};
pub use money::{Money, MoneyError, Net};
pub use odds::{Odds, OddsError};
pub use payment::{Payable, half};
pub use prose::{ClauseEntry, EnforcedBy, Example, Prose, ProseFault, Status};
pub use sections::{
    Boxes, Cards, Cutting, Dealer, Doubling, Drawing, HouseRules, InsuranceRules, Limits,
    Pandemonium, Payouts, Seats, Settlement, ShoeRules, Shuffling, SideWagers, Splitting,
    SuperBonus, SurrenderRules,
};
pub use setting::{ChangeRefused, Cited, Form, Setting, SettingError, Stated, Value};
pub use sign::{Sign, SignFault};
pub use table_choices::*;
pub use values::{Band, Bands, Count, DeckCounts, Multipliers};
