//! How a table is set up: what does not change while it is open.

use crate::clock::Span;
use cards::Composition;
use game::{Dealing, Faces, Pack, Round, Setup, SetupFault, ShoeAge, WagersChecked};
use ledger::PlayerId;
use rules::{CuttingCardPlace, Money, PackSize, RuleBook, Sign, builtin};
use std::fmt;
use std::sync::Arc;

/// The cards of one deck, by which cuts are measured.
pub const DECK: u32 = 48;

/// How a table is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableConfig"))]
pub struct Config {
    /// The id of the rule book.
    pub book: String,
    /// Settings of the book that this table has otherwise, by key or reading.
    pub set: Vec<(String, String)>,
    /// How many decks.
    pub decks: u8,
    /// Shoe or device.
    pub dealing: Dealing,
    /// How the first two cards of each box are dealt.
    pub faces: Faces,
    /// The sign at the table.
    pub sign: Sign,
    /// How many cards lie behind the cutting card.
    pub cutting_card: u32,
    /// What the float holds when the table opens.
    pub float: Money,
    /// How long people have.
    pub times: Times,
    /// What is done about players who sat out, where the book lets the house restrict them.
    pub late: LatePolicy,
    /// When wagers are held against the sign: when they are laid where software deals, when they
    /// are closed where a person does. A config that was written down before this was asked has
    /// them checked when they are closed, as it was then.
    #[cfg_attr(feature = "serde", serde(default = "before_it_was_asked"))]
    #[cfg_attr(feature = "ts", ts(as = "Option<WagersChecked>", optional))]
    pub wagers_checked: WagersChecked,
    /// Who may come. What was written down before there were private tables is public.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Access::is_public")
    )]
    #[cfg_attr(feature = "ts", ts(as = "Option<Access>", optional))]
    pub access: Access,
}

/// Who may come to a table. The table itself asks nobody: whoever keeps the door goes by this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableAccess"))]
pub enum Access {
    /// Everybody.
    #[default]
    Public,
    /// Those who have its key.
    Private {
        /// Who started it.
        owner: PlayerId,
        /// How many house players come when people are there.
        house_players: u8,
    },
}

impl Access {
    /// Whether everybody may come.
    pub const fn is_public(&self) -> bool {
        match self {
            Self::Public => true,
            Self::Private { .. } => false,
        }
    }
}

#[cfg(feature = "serde")]
const fn before_it_was_asked() -> WagersChecked {
    WagersChecked::WhenClosed
}

/// How long people have to make up their minds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Times {
    /// From the first wager to "no more bets".
    pub wagers: Span,
    /// For a decision.
    pub decision: Span,
    /// For taking or refusing the cut.
    pub cut: Span,
}

/// Whether players who sat out are held to the minimum until the next shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LatePolicy {
    /// Nobody is.
    Free,
    /// Everybody is whom the book lets the house hold.
    Held,
}

impl Config {
    /// The usual table of a book: its usual decks and sign, a shoe, the cutting card one deck from
    /// the back, dealt by software.
    pub fn usual(book: &RuleBook) -> Self {
        Self {
            book: book.id.name.clone(),
            set: Vec::new(),
            decks: book.decks(),
            dealing: Dealing::Shoe,
            faces: Faces::Up,
            sign: Sign::usual(book),
            cutting_card: DECK.min(cards_in(book, book.decks()) / 2),
            float: Money::from_dollars(100_000),
            times: Times {
                wagers: Span::seconds(15),
                decision: Span::seconds(20),
                cut: Span::seconds(10),
            },
            late: LatePolicy::Free,
            wagers_checked: WagersChecked::WhenLaid,
            access: Access::Public,
        }
    }

    /// The book as this table has it.
    ///
    /// # Errors
    ///
    /// When there is no such book, or a setting does not fit it.
    pub fn rule_book(&self) -> Result<Arc<RuleBook>, ConfigFault> {
        let book = builtin(&self.book).map_err(|fault| ConfigFault::Book(fault.to_string()))?;
        if self.set.is_empty() {
            return Ok(book);
        }
        let mut changed = RuleBook::clone(&book);
        let sets = self.set.iter().map(|(key, value)| (key, value));
        changed
            .set_all(sets)
            .map_err(|refused| ConfigFault::Book(refused.to_string()))?;
        Ok(Arc::new(changed))
    }

    /// Checks everything, and gives the book as this table has it.
    ///
    /// # Errors
    ///
    /// The first thing that does not fit.
    pub fn check(&self) -> Result<Arc<RuleBook>, ConfigFault> {
        let book = self.rule_book()?;
        let setup = Setup {
            pack: Pack::Decks(self.decks),
            sign: self.sign.clone(),
            dealing: self.dealing,
            faces: self.faces,
            age: ShoeAge::New,
            ..Setup::usual(Arc::clone(&book), &[])
        };
        Round::open(setup).map_err(ConfigFault::Setup)?;
        let all = cards_in(&book, self.decks);
        let least = match book.shoe.cutting_card_place.is {
            CuttingCardPlace::UpToHalf | CuttingCardPlace::NotStated => 0,
            CuttingCardPlace::OneDeckToHalf => DECK.min(all / 2),
        };
        if self.dealing == Dealing::Shoe && !(least..=all / 2).contains(&self.cutting_card) {
            return Err(ConfigFault::CuttingCard {
                least,
                most: all / 2,
            });
        }
        for (name, span) in [
            ("wagers", self.times.wagers),
            ("decision", self.times.decision),
            ("cut", self.times.cut),
        ] {
            if !(Span(50)..=Span::minutes(60)).contains(&span) {
                return Err(ConfigFault::Times { name });
            }
        }
        if self.float > Money::MOST {
            return Err(ConfigFault::Float);
        }
        Ok(book)
    }
}

/// Every card of a table's pack.
pub(crate) fn full_pack(book: &RuleBook, decks: u8) -> Composition {
    match book.cards.pack.is {
        PackSize::FortyEight => Composition::decks_of_48(decks),
        PackSize::FiftyTwo => Composition::decks_of_52(decks),
    }
}

pub(crate) fn cards_in(book: &RuleBook, decks: u8) -> u32 {
    full_pack(book, decks).len()
}

/// Why a table cannot be set up so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigFault {
    /// No such book, or a setting that does not fit it.
    Book(String),
    /// What a round would not open with.
    Setup(SetupFault),
    /// The cutting card lies too near an end.
    CuttingCard {
        /// The fewest cards behind it.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A time too short or too long.
    Times {
        /// Which.
        name: &'static str,
    },
    /// More than a float may hold.
    Float,
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Book(fault) => f.write_str(fault),
            Self::Setup(fault) => fault.fmt(f),
            Self::CuttingCard { least, most } => {
                write!(f, "the cutting card has {least} to {most} cards behind it")
            }
            Self::Times { name } => write!(
                f,
                "the time for `{name}` is from 50 milliseconds to 60 minutes"
            ),
            Self::Float => write!(f, "a float holds at most {}", Money::MOST),
        }
    }
}

impl std::error::Error for ConfigFault {}
