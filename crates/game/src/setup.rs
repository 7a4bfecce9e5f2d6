//! What a round needs to know before its first wager.

use crate::player::{Held, Patron, Player, RaisedLimits};
use cards::{Card, Composition};
use rules::{
    Allowed, BoxNo, Cited, Clause, FaceDown, HoleCard, LateLimit, Money, OrderLimit, PackSize,
    PontoonPaid, RaisedMaximum, RuleBook, Sign, SignFault, Value,
};
use std::fmt;
use std::sync::Arc;

/// The most people a round can know.
pub const PATRONS_MOST: usize = 200;

/// The cards in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pack {
    /// So many decks, of as many cards as the book says.
    Decks(u8),
    /// Just these cards: for analysis of small shoes.
    Cards(Composition),
}

/// What the cards are dealt from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Dealing {
    /// A shoe with a cutting card.
    Shoe,
    /// A continuous shuffling device.
    Device,
}

/// Whether cards are burned before this round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum ShoeAge {
    /// A new shoe, or a device newly filled: the book's number of cards is burned first.
    New,
    /// A shoe in use.
    Running,
}

/// How the first two cards of each box are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Faces {
    /// Face up.
    Up,
    /// Face down, where the book allows it.
    Down,
}

/// When wagers are held against the sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WagersChecked {
    /// As each is laid, and one outside the sign is refused: software that takes wagers overlooks
    /// none.
    WhenLaid,
    /// When wagers are closed: a person finds on the layout what is outside the sign, and the book
    /// says what becomes of it.
    WhenClosed,
}

/// Everything a round needs to know before its first wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The book, with its settings as this table has them.
    pub book: Arc<RuleBook>,
    /// The cards in play.
    pub pack: Pack,
    /// The sign at the table.
    pub sign: Sign,
    /// Shoe or device.
    pub dealing: Dealing,
    /// Whether cards are burned first.
    pub age: ShoeAge,
    /// How the first two cards are dealt.
    pub faces: Faces,
    /// Cards of earlier rounds that are known to be out.
    pub gone: Vec<Card>,
    /// How many cards the shoe holds, where that is known.
    pub left: Option<u32>,
    /// The people at the table.
    pub patrons: Vec<Patron>,
    /// Boxes with a maximum of their own.
    pub raised: Vec<(BoxNo, Money)>,
    /// When wagers are held against the sign.
    pub wagers_checked: WagersChecked,
}

impl Setup {
    /// A table of `book` with its usual number of decks and sign, a running shoe and `names` at it.
    /// Wagers are checked when they are closed, so that every wager a book has a word for can be
    /// played.
    pub fn usual(book: Arc<RuleBook>, names: &[&str]) -> Self {
        Self {
            pack: Pack::Decks(book.decks()),
            sign: Sign::usual(&book),
            dealing: Dealing::Shoe,
            age: ShoeAge::Running,
            faces: Faces::Up,
            gone: Vec::new(),
            left: None,
            patrons: names.iter().map(|name| Patron::new(name)).collect(),
            raised: Vec::new(),
            wagers_checked: WagersChecked::WhenClosed,
            book,
        }
    }

    /// The player of this name.
    pub fn player(&self, name: &str) -> Option<Player> {
        let place = self.patrons.iter().position(|patron| patron.name == name)?;
        u8::try_from(place).ok().map(Player)
    }

    /// Everybody at the table.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        (0..=u8::MAX)
            .zip(&self.patrons)
            .map(|(place, _)| Player(place))
    }

    /// How somebody who sat out is held here.
    pub(crate) fn late_limit(&self) -> Cited<LateLimit> {
        match self.dealing {
            Dealing::Shoe => self.book.limits.late,
            Dealing::Device => self.book.limits.late_device,
        }
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &str {
        &self.patrons[player.index()].name
    }

    /// Every card there is.
    pub fn full(&self) -> Composition {
        match &self.pack {
            Pack::Decks(decks) => match self.book.cards.pack.is {
                PackSize::FortyEight => Composition::decks_of_48(*decks),
                PackSize::FiftyTwo => Composition::decks_of_52(*decks),
            },
            Pack::Cards(cards) => cards.clone(),
        }
    }

    /// The limits that a player has instead of the sign's. Whoever is held to the minimum has none.
    fn raised_limits(&self, player: Player) -> Option<RaisedLimits> {
        let patron = &self.patrons[player.index()];
        patron.raised.filter(|_| patron.held == Held::Free)
    }

    /// The minimum for a player: their own, a lower one that a marker shows, or the sign's.
    pub(crate) fn minimum(&self, player: Player) -> Money {
        let own = self.raised_limits(player).map(|limits| limits.minimum);
        let marker = self.patrons[player.index()].minimum;
        own.or(marker).unwrap_or(self.sign.minimum)
    }

    /// What a player's wagers are multiples of, where the sign demands multiples of the minimum. A
    /// marker shows a minimum that takes its place, if chips can make it.
    pub(crate) fn multiple(&self, player: Player) -> Money {
        let minimum = self.minimum(player);
        if minimum.is_multiple_of(self.sign.chip) {
            minimum
        } else {
            self.sign.minimum
        }
    }

    /// The maximum that a box has for everybody who wagers there, where it has one of its own.
    pub(crate) fn box_maximum(&self, box_no: BoxNo) -> Option<Money> {
        let raised = self.raised.iter().find(|(no, _)| *no == box_no);
        raised.map(|&(_, maximum)| maximum)
    }

    /// The maximum for a player on a box, and whether it is a raised one: the box's, or the
    /// player's own.
    pub(crate) fn maximum(&self, player: Player, box_no: BoxNo) -> (Money, bool) {
        let own = self.raised_limits(player).map(|limits| limits.maximum);
        let raised = self.box_maximum(box_no).or(own);
        raised.map_or((self.sign.maximum, false), |maximum| (maximum, true))
    }

    pub(crate) fn check(&self) -> Result<(), SetupFault> {
        self.check_reference()?;
        let book = &self.book;
        if let Pack::Decks(decks) = self.pack {
            let allowed = if self.sign.pairs.is_some() {
                book.cards.decks_with_pairs
            } else {
                book.cards.decks
            };
            if !allowed.is.allows(decks) {
                return Err(SetupFault::Decks {
                    decks,
                    allowed: allowed.is.write(),
                    pairs: self.sign.pairs.is_some(),
                    clause: allowed.clause,
                });
            }
        }
        self.sign.check(book).map_err(SetupFault::Sign)?;
        if self.dealing == Dealing::Device && book.shoe.device.is == Allowed::MayNot {
            return Err(SetupFault::Device {
                clause: book.shoe.device.clause,
            });
        }
        if self.faces == Faces::Down && book.cards.face_down.is == FaceDown::Never {
            return Err(SetupFault::FaceDown {
                clause: book.cards.face_down.clause,
            });
        }
        let mut unseen = self.full();
        if let Some(&card) = self.gone.iter().find(|&&card| !unseen.take(card)) {
            return Err(SetupFault::Gone { card });
        }
        if let Some(left) = self.left.filter(|&left| left > unseen.len()) {
            return Err(SetupFault::Left {
                left,
                most: unseen.len(),
            });
        }
        if let Some(left) = self.left.filter(|&left| left != unseen.len())
            && self.age == ShoeAge::New
        {
            let all = unseen.len();
            return Err(SetupFault::LeftInNew { left, all });
        }
        self.check_patrons()?;
        self.check_raised()
    }

    /// What only the solver's reference games have is not dealt here.
    fn check_reference(&self) -> Result<(), SetupFault> {
        let hole = &self.book.dealer.hole;
        match hole.is {
            HoleCard::None => {}
            HoleCard::Peeks => {
                return Err(SetupFault::reference("dealer.hole", hole, HoleCard::None));
            }
        }
        let pontoon = &self.book.settlement.pontoon;
        match pontoon.is {
            PontoonPaid::AtOnce | PontoonPaid::As21 => Ok(()),
            PontoonPaid::Compared => Err(SetupFault::reference(
                "settlement.pontoon",
                pontoon,
                PontoonPaid::AtOnce,
            )),
        }
    }

    fn check_patrons(&self) -> Result<(), SetupFault> {
        if self.patrons.len() > PATRONS_MOST {
            return Err(SetupFault::TooManyPatrons);
        }
        for (place, patron) in self.patrons.iter().enumerate() {
            crate::notation::check_name(&patron.name).map_err(|why| SetupFault::Name { why })?;
            if self.patrons[..place]
                .iter()
                .any(|other| other.name == patron.name)
            {
                return Err(SetupFault::NameTwice {
                    name: patron.name.clone(),
                });
            }
            let limits = &self.book.limits;
            let late = self.late_limit();
            let missing = match patron.held {
                Held::Free => None,
                Held::Late => (late.is == LateLimit::NotProvided).then_some(late.clause),
                Held::ByOrder => {
                    (limits.order.is == OrderLimit::NotProvided).then_some(limits.order.clause)
                }
            };
            if let Some(clause) = missing {
                return Err(SetupFault::CannotHold {
                    name: patron.name.clone(),
                    clause,
                });
            }
            self.check_marker(patron)?;
            self.check_limits(patron)?;
        }
        Ok(())
    }

    /// Limits of a player's own raise those of the sign, where the book has such.
    fn check_limits(&self, patron: &Patron) -> Result<(), SetupFault> {
        let Some(limits) = patron.raised else {
            return Ok(());
        };
        let rule = &self.book.limits.raised;
        match rule.is {
            RaisedMaximum::MayNot | RaisedMaximum::Box => Err(SetupFault::CannotRaisePlayer {
                name: patron.name.clone(),
                clause: rule.clause,
            }),
            RaisedMaximum::Player if limits.raise(&self.sign) => Ok(()),
            RaisedMaximum::Player => Err(SetupFault::PlayerRaisedWrongly {
                name: patron.name.clone(),
                minimum: self.sign.minimum,
                maximum: self.sign.maximum,
            }),
        }
    }

    /// A marker shows a minimum from before the sign was changed for newcomers, where the book has
    /// such.
    fn check_marker(&self, patron: &Patron) -> Result<(), SetupFault> {
        let Some(minimum) = patron.minimum else {
            return Ok(());
        };
        let rule = &self.book.house.raise_newcomers;
        if rule.is == Allowed::MayNot {
            return Err(SetupFault::NoMarkers {
                name: patron.name.clone(),
                clause: rule.clause,
            });
        }
        if minimum.is_zero() || minimum >= self.sign.minimum {
            return Err(SetupFault::MarkedWrongly {
                name: patron.name.clone(),
                minimum: self.sign.minimum,
            });
        }
        Ok(())
    }

    fn check_raised(&self) -> Result<(), SetupFault> {
        let rule = &self.book.limits.raised;
        for (place, &(box_no, maximum)) in self.raised.iter().enumerate() {
            match rule.is {
                RaisedMaximum::Box => {}
                RaisedMaximum::MayNot | RaisedMaximum::Player => {
                    return Err(SetupFault::CannotRaise {
                        box_no,
                        clause: rule.clause,
                    });
                }
            }
            if maximum <= self.sign.maximum
                || maximum > Money::MOST
                || self.raised[..place].iter().any(|(no, _)| *no == box_no)
            {
                return Err(SetupFault::RaisedWrongly {
                    box_no,
                    maximum: self.sign.maximum,
                });
            }
        }
        Ok(())
    }
}

/// Why a round cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupFault {
    /// A setting that only the solver's reference games have.
    Reference {
        key: &'static str,
        value: String,
        played: String,
        clause: Clause,
    },
    Decks {
        decks: u8,
        allowed: String,
        pairs: bool,
        clause: Clause,
    },
    Sign(SignFault),
    Device {
        clause: Clause,
    },
    FaceDown {
        clause: Clause,
    },
    Gone {
        card: Card,
    },
    Left {
        left: u32,
        most: u32,
    },
    /// A new shoe of which cards are missing.
    LeftInNew {
        left: u32,
        all: u32,
    },
    TooManyPatrons,
    NameTwice {
        name: String,
    },
    /// A name that a written round could not hold.
    Name {
        why: String,
    },
    CannotHold {
        name: String,
        clause: Clause,
    },
    CannotRaise {
        box_no: BoxNo,
        clause: Clause,
    },
    RaisedWrongly {
        box_no: BoxNo,
        maximum: Money,
    },
    CannotRaisePlayer {
        name: String,
        clause: Clause,
    },
    PlayerRaisedWrongly {
        name: String,
        minimum: Money,
        maximum: Money,
    },
    NoMarkers {
        name: String,
        clause: Clause,
    },
    MarkedWrongly {
        name: String,
        minimum: Money,
    },
}

impl SetupFault {
    fn reference<T: Value>(key: &'static str, setting: &Cited<T>, played: T) -> Self {
        Self::Reference {
            key,
            value: setting.is.write(),
            played: played.write(),
            clause: setting.clause,
        }
    }

    /// The clause behind it, where a rule says so.
    pub const fn clause(&self) -> Option<Clause> {
        match self {
            Self::Reference { clause, .. }
            | Self::Decks { clause, .. }
            | Self::Device { clause }
            | Self::FaceDown { clause }
            | Self::CannotHold { clause, .. }
            | Self::NoMarkers { clause, .. }
            | Self::CannotRaise { clause, .. }
            | Self::CannotRaisePlayer { clause, .. } => Some(*clause),
            Self::Sign(fault) => fault.clause(),
            Self::Gone { .. }
            | Self::Left { .. }
            | Self::LeftInNew { .. }
            | Self::TooManyPatrons
            | Self::NameTwice { .. }
            | Self::Name { .. }
            | Self::RaisedWrongly { .. }
            | Self::PlayerRaisedWrongly { .. }
            | Self::MarkedWrongly { .. } => None,
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference {
                key,
                value,
                played,
                clause,
            } => write!(
                f,
                "`{key}` is `{value}`, which is for the solver's reference games only: a round is \
                played with `{played}` ({clause})"
            ),
            Self::Decks {
                decks,
                allowed,
                pairs,
                clause,
            } => {
                let pairs = if *pairs {
                    " where a wager on pairs is offered"
                } else {
                    ""
                };
                write!(
                    f,
                    "{decks} decks are not allowed{pairs}: {allowed} are ({clause})"
                )
            }
            Self::Sign(fault) => fault.fmt(f),
            Self::Device { clause } => write!(f, "this book has no shuffling device ({clause})"),
            Self::FaceDown { clause } => write!(f, "cards are not dealt face down here ({clause})"),
            Self::Gone { card } => write!(
                f,
                "{card} cannot be gone so often: the shoe never held so many"
            ),
            Self::Left { left, most } => {
                write!(f, "{left} cards cannot be left: at most {most} are")
            }
            Self::LeftInNew { left, all } => {
                write!(f, "a new shoe holds all its {all} cards, not {left}")
            }
            Self::TooManyPatrons => write!(f, "a round knows at most {PATRONS_MOST} people"),
            Self::NameTwice { name } => write!(f, "two people are called {name}"),
            Self::Name { why } => f.write_str(why),
            Self::CannotHold { name, clause } => write!(
                f,
                "this book does not let {name} be restricted so ({clause})"
            ),
            Self::CannotRaise { box_no, clause } => write!(
                f,
                "box {box_no} cannot have a maximum of its own ({clause})"
            ),
            Self::CannotRaisePlayer { name, clause } => {
                write!(f, "the limits of {name} are not raised here ({clause})")
            }
            Self::PlayerRaisedWrongly {
                name,
                minimum,
                maximum,
            } => write!(
                f,
                "the raised limits of {name} are a minimum of {minimum} or more and a maximum \
                above {maximum} and at most {}, with a wager between them that chips can make",
                Money::MOST
            ),
            Self::NoMarkers { name, clause } => {
                write!(f, "{name} has no minimum of their own here ({clause})")
            }
            Self::MarkedWrongly { name, minimum } => {
                write!(
                    f,
                    "the marker of {name} shows less than {minimum}, and more than nothing"
                )
            }
            Self::RaisedWrongly { box_no, maximum } => {
                write!(
                    f,
                    "a maximum of box {box_no}'s own is stated once, above {maximum} and at most \
                    {}",
                    Money::MOST
                )
            }
        }
    }
}

impl std::error::Error for SetupFault {}
