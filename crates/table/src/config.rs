//! How a table is set up: what does not change while it is open.

use crate::clock::Span;
use cards::Composition;
use game::{Dealing, Faces, Pack, Round, Setup, SetupFault, ShoeAge, WagersChecked};
use ledger::PlayerId;
use rules::{
    Allowed, Clause, CuttingCardPlace, LastCut, Money, PackSize, PlayerCard, RuleBook, Sign,
    builtin,
};
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
    /// Whether players show a card where the book wants one. Before this was asked, whoever came
    /// said it of themselves, so nobody was.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "PlayerCards::is_default")
    )]
    #[cfg_attr(feature = "ts", ts(as = "Option<PlayerCards>", optional))]
    pub player_cards: PlayerCards,
    /// Whether the house's software advises players at the table. Before this was asked it did
    /// everywhere.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Advice::is_default")
    )]
    #[cfg_attr(feature = "ts", ts(as = "Option<Advice>", optional))]
    pub advice: Advice,
    /// Who cuts where software deals, when no player wants to and the book names a supervisor.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "LastCutBy::is_default")
    )]
    #[cfg_attr(feature = "ts", ts(as = "Option<LastCutBy>", optional))]
    pub last_cut: LastCutBy,
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

/// What was asked later than tables were first written down, and is not written where it is as it
/// was before.
#[cfg(feature = "serde")]
macro_rules! asked_later {
    ($($type:ident)*) => {$(
        impl $type {
            fn is_default(&self) -> bool {
                *self == Self::default()
            }
        }
    )*};
}

#[cfg(feature = "serde")]
asked_later!(PlayerCards Advice LastCutBy);

/// Whether players show a player card where the book wants one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum PlayerCards {
    /// As the book says.
    Asked,
    /// Nobody is asked: for play money, by a clause of the house's own.
    #[default]
    NotAsked,
}

/// Whether the house's software advises players on their decisions at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Advice {
    /// It does not.
    Off,
    /// It does; where the book bars it for play money, by a clause of the house's own.
    #[default]
    On,
}

/// Who cuts where software deals, when no player wants to and the book names a supervisor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LastCutBy {
    /// The software, at once.
    #[default]
    Software,
    /// A supervisor, who is waited for as long as a player; then the software.
    Supervisor,
}

/// A clause of the house's own that a table goes by beside its book.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HouseClause {
    /// Its number.
    pub number: String,
    /// Its words.
    pub words: String,
}

/// The number and the words of the clause by which nobody is asked for a player card.
pub(crate) const NO_CARDS: (&str, &str) = (
    "H1",
    "At this table of play money nobody is asked for a player card.",
);
/// The same of advice where the book bars it.
const ADVICE: (&str, &str) = (
    "H2",
    "At this table of play money the software advises players who ask it on their own decisions.",
);

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
            player_cards: PlayerCards::Asked,
            advice: match book.house.advice.is {
                Allowed::May => Advice::On,
                Allowed::MayNot => Advice::Off,
            },
            last_cut: LastCutBy::Software,
            access: Access::Public,
        }
    }

    /// The usual table of a book for play money: guests sit there without a player card and may
    /// ask for advice, where the book says otherwise by clauses of the house's own.
    pub fn for_play_money(book: &RuleBook) -> Self {
        Self {
            player_cards: PlayerCards::NotAsked,
            advice: Advice::On,
            ..Self::usual(book)
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

    /// Whether nobody is asked for the player card that this book wants.
    pub(crate) fn waives_cards(&self, book: &RuleBook) -> bool {
        self.player_cards == PlayerCards::NotAsked
            && book.limits.player_card.is == PlayerCard::Needed
    }

    /// The clauses of the house's own by which this table goes where its book says otherwise. A
    /// house may have them for play money alone.
    pub fn house_clauses(&self, book: &RuleBook) -> Vec<HouseClause> {
        let advises = self.advice == Advice::On && book.house.advice.is == Allowed::MayNot;
        [(self.waives_cards(book), NO_CARDS), (advises, ADVICE)]
            .into_iter()
            .filter(|(goes_by_it, _)| *goes_by_it)
            .map(|(_, (number, words))| HouseClause {
                number: number.to_owned(),
                words: words.to_owned(),
            })
            .collect()
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
        let last = book.cut.nobody;
        if self.last_cut == LastCutBy::Supervisor && last.is == LastCut::Dealer {
            return Err(ConfigFault::LastCut {
                clause: last.clause,
            });
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
    /// A supervisor is to cut where the dealer does.
    LastCut {
        /// The clause that says so.
        clause: Clause,
    },
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
            Self::LastCut { clause } => write!(
                f,
                "`last_cut` is `supervisor`: when no player wants to cut here the dealer does \
                ({clause}); leave it at `software`"
            ),
            Self::Float => write!(f, "a float holds at most {}", Money::MOST),
        }
    }
}

impl std::error::Error for ConfigFault {}
