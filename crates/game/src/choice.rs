//! What people may choose, and what chance may bring.

use crate::player::Player;
use cards::{Card, Drawn};
use rules::{BoxNo, Clause, Money};

/// A wager beside the one on the hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Side {
    /// On a pair: Perfect Pairs or the Pair wager, as the book has it.
    Pairs,
    /// Pontoon Pandemonium.
    Pandemonium,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Pairs, Self::Pandemonium];

    /// The word for it in the notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Pandemonium => "pandemonium",
        }
    }
}

/// A hand of a box, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct HandRef {
    pub box_no: BoxNo,
    pub hand: u8,
}

/// Everything a person may choose to do. A choice names its box or hand, so that one that comes
/// late acts on no other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Choice {
    Wager {
        box_no: BoxNo,
        amount: Money,
        seated: bool,
    },
    SideWager {
        box_no: BoxNo,
        side: Side,
        amount: Money,
    },
    DeclineControl {
        box_no: BoxNo,
    },
    Insure {
        box_no: BoxNo,
        amount: Money,
    },
    NoInsurance {
        box_no: BoxNo,
    },
    /// Takes the insurance that `of` declined.
    TakeInsurance {
        box_no: BoxNo,
        of: Player,
        amount: Money,
    },
    /// Wants no more of the insurance others declined.
    NoMoreInsurance,
    /// Presses the jackpot button.
    Press {
        box_no: BoxNo,
    },
    /// Has another press it.
    Nominate {
        box_no: BoxNo,
        nominee: Player,
    },
    Surrender {
        box_no: BoxNo,
    },
    NoSurrender {
        box_no: BoxNo,
    },
    Stand {
        hand: HandRef,
    },
    Draw {
        hand: HandRef,
    },
    Double {
        hand: HandRef,
        amount: Money,
    },
    /// A co-bettor does not double.
    NoDouble {
        hand: HandRef,
    },
    Split {
        hand: HandRef,
    },
    /// A co-bettor leaves the wager on the first of the hands.
    StayOnFirst {
        hand: HandRef,
    },
    Forfeit {
        hand: HandRef,
    },
    NoForfeit {
        hand: HandRef,
    },
}

impl Choice {
    /// The amount put up, where there is one.
    pub fn amount(mut self) -> Option<Money> {
        self.amount_mut().copied()
    }

    /// The same choice with another amount; a choice without an amount stays as it is.
    #[must_use]
    pub fn with_amount(mut self, to: Money) -> Self {
        if let Some(amount) = self.amount_mut() {
            *amount = to;
        }
        self
    }

    fn amount_mut(&mut self) -> Option<&mut Money> {
        match self {
            Self::Wager { amount, .. }
            | Self::SideWager { amount, .. }
            | Self::Insure { amount, .. }
            | Self::TakeInsurance { amount, .. }
            | Self::Double { amount, .. } => Some(amount),
            Self::DeclineControl { .. }
            | Self::NoInsurance { .. }
            | Self::NoMoreInsurance
            | Self::Press { .. }
            | Self::Nominate { .. }
            | Self::Surrender { .. }
            | Self::NoSurrender { .. }
            | Self::Stand { .. }
            | Self::Draw { .. }
            | Self::NoDouble { .. }
            | Self::Split { .. }
            | Self::StayOnFirst { .. }
            | Self::Forfeit { .. }
            | Self::NoForfeit { .. } => None,
        }
    }
}

/// One thing a person may choose now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub struct Legal {
    /// Who.
    pub player: Player,
    /// What; an amount in it is the most there may be.
    pub choice: Choice,
    /// The least amount, where there is one.
    pub least: Option<Money>,
    /// The clause that allows it.
    pub clause: Clause,
}

/// What comes from outside: a card, a cutting card, a multiplier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Draw {
    /// A card.
    Card(Card),
    /// A card burned unseen.
    Burned,
    /// The cutting card.
    CuttingCard,
    /// The promotional joker.
    Joker,
    /// The shoe is empty, and the rack was shuffled into it.
    Shuffle,
    /// The jackpot meter's multiplier.
    Multiplier(u16),
}

impl From<Drawn> for Draw {
    fn from(drawn: Drawn) -> Self {
        match drawn {
            Drawn::Card(card) => Self::Card(card),
            Drawn::CuttingCard => Self::CuttingCard,
        }
    }
}

/// Who or what must act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Wagers are open; the dealer closes them.
    Wagers,
    /// Chance must answer.
    Deal(Need),
    /// The controlling player of a box decides on a hand.
    Decide(HandRef, Player),
    /// Each of these has a question to answer, in any order.
    Answer(Question, Vec<Asked>),
    /// The round is over.
    Over,
}

/// What chance must bring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Need {
    /// A card to burn.
    Burn,
    /// A card to this hand.
    Card(To),
    /// The shoe is empty: the rack must be shuffled.
    Shuffle,
    /// A multiplier.
    Multiplier,
}

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "DealtTo"))]
pub enum To {
    /// To a hand of a box.
    Hand(HandRef),
    /// To the dealer.
    Dealer,
}

/// What is asked of several people at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Question {
    Insurance,
    AnothersInsurance,
    Press,
    Surrender,
    Double,
    Split,
    Forfeit,
}

/// Someone who is asked, and on which box. Those asked about others' insurance are asked as
/// persons, on no box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Asked {
    pub player: Player,
    pub hand: Option<HandRef>,
}
