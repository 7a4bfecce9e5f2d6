//! What happened, with the clause that made it happen. The events of a round are the round.

use crate::choice::{HandRef, Side, To};
use crate::player::Player;
use cards::Card;
use rules::{BoxNo, Clause, Money, Net, Odds};

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RoundEvent"))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Event {
    pub what: What,
    pub clause: Clause,
}

/// The parts of a round of play, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Stage {
    Wagering,
    Burning,
    InitialDeal,
    SideSettlement,
    Insurance,
    AnothersInsurance,
    InterimSettlement,
    Jackpot,
    Surrender,
    SubsequentDeal,
    Forfeits,
    DealersHand,
    FinalSettlement,
    Over,
}

/// How a hand came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ending {
    Pontoon,
    Stood,
    /// 21, paid at once or waiting for the final settlement.
    TwentyOne,
    Bust,
    Doubled,
    /// Doubled, and every wager on it forfeited.
    Forfeited,
    /// A split Ace has its one card.
    SplitAce,
    /// Surrender ended the dealing to this hand.
    NoMoreCards,
    /// The book gives an absent player's hand no more cards.
    Absent,
    /// Everybody on it has withdrawn from the round.
    Withdrawn,
}

/// Whether a card is dealt face up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Face {
    Up,
    Down,
}

/// The kinds of wagers and payments that are settled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WagerKind"))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Wager,
    Double,
    Side(Side),
    Insurance,
    SuperBonus,
    /// What everybody else gets when a Super Bonus is won.
    OthersBonus,
}

impl Kind {
    /// The word for it in the notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wager => "wager",
            Self::Double => "double",
            Self::Side(side) => side.word(),
            Self::Insurance => "insurance",
            Self::SuperBonus => "super-bonus",
            Self::OthersBonus => "others-bonus",
        }
    }

    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Wager,
        Self::Double,
        Self::Side(Side::Pairs),
        Self::Side(Side::Pandemonium),
        Self::Insurance,
        Self::SuperBonus,
        Self::OthersBonus,
    ];
}

/// How a wager ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    Won,
    Lost,
    StandOff,
    Surrendered,
    Forfeited,
    /// Given back: void, or never in play.
    Returned,
}

impl Outcome {
    /// The word for it in the notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::StandOff => "stand-off",
            Self::Surrendered => "surrendered",
            Self::Forfeited => "forfeited",
            Self::Returned => "returned",
        }
    }

    /// Every outcome.
    pub const ALL: [Self; 6] = [
        Self::Won,
        Self::Lost,
        Self::StandOff,
        Self::Surrendered,
        Self::Forfeited,
        Self::Returned,
    ];
}

/// What became of one wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Settled {
    /// On which box.
    pub box_no: BoxNo,
    /// On which hand, where the wager lay on one.
    pub hand: Option<u8>,
    /// Whose wager.
    pub player: Player,
    /// What kind.
    pub kind: Kind,
    /// How it ended.
    pub outcome: Outcome,
    /// The odds it was paid at, if it was.
    pub odds: Option<Odds>,
    /// The amount that was at stake; nothing for a bonus.
    pub stake: Money,
    /// What was won or lost.
    pub net: Net,
}

/// Everything that can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RoundWhat"))]
#[expect(missing_docs, reason = "the names say it")]
pub enum What {
    WagerPlaced {
        box_no: BoxNo,
        player: Player,
        amount: Money,
        seated: bool,
    },
    SidePlaced {
        box_no: BoxNo,
        player: Player,
        side: Side,
        amount: Money,
    },
    /// The bettor is told that later wagers below the minimum are returned.
    BelowMinimum {
        box_no: BoxNo,
        player: Player,
    },
    /// Only `counted` of the wager is in play.
    AboveMaximum {
        box_no: BoxNo,
        player: Player,
        counted: Money,
        /// What goes back at once.
        returned: Money,
    },
    ControlDeclined {
        box_no: BoxNo,
        player: Player,
    },
    ControlGiven {
        box_no: BoxNo,
        player: Player,
    },
    /// The controlling player's wager is moved nearest the dealer.
    WagerMoved {
        box_no: BoxNo,
        player: Player,
    },
    Began(Stage),
    Burned,
    CuttingCardSeen,
    /// The cutting card came before the first card: the shoe is shuffled first.
    CuttingCardFirst,
    JokerReplaced,
    /// The shoe ran out; the rack was shuffled into it.
    RackShuffled,
    /// The rack went back into the device.
    RackReturned,
    Dealt {
        to: To,
        card: Card,
        face: Face,
    },
    /// The first two cards of a box are turned up.
    Exposed {
        box_no: BoxNo,
    },
    InsuranceTaken {
        box_no: BoxNo,
        of: Player,
        by: Player,
        amount: Money,
    },
    InsuranceDeclined {
        box_no: BoxNo,
        player: Player,
    },
    InsuranceClaimed {
        box_no: BoxNo,
        of: Player,
        by: Player,
        amount: Money,
    },
    ClaimRefused {
        box_no: BoxNo,
        of: Player,
        by: Player,
    },
    ClaimsEnded {
        player: Player,
    },
    Pressed {
        box_no: BoxNo,
        player: Player,
        by: Player,
    },
    MultiplierShown {
        multiplier: u16,
    },
    Surrendered {
        hand: HandRef,
        player: Player,
    },
    SurrenderDeclined {
        hand: HandRef,
        player: Player,
    },
    Absent {
        box_no: BoxNo,
        player: Player,
    },
    /// A player withdraws from the round, with all wagers.
    Withdrawn {
        player: Player,
    },
    /// A card is asked for; by nobody when the dealer plays an absent player's hand.
    CardAsked {
        hand: HandRef,
        by: Option<Player>,
    },
    Doubled {
        hand: HandRef,
        player: Player,
        amount: Money,
    },
    DoubleDeclined {
        hand: HandRef,
        player: Player,
    },
    /// The wager for another hand is put up.
    SplitMatched {
        hand: HandRef,
        player: Player,
    },
    StayedOnFirst {
        hand: HandRef,
        player: Player,
    },
    HandSplit {
        hand: HandRef,
    },
    Forfeited {
        hand: HandRef,
        player: Player,
    },
    ForfeitDeclined {
        hand: HandRef,
        player: Player,
    },
    HandEnded {
        hand: HandRef,
        how: Ending,
    },
    SuperBonusWon {
        hand: HandRef,
    },
    Settled(Settled),
}
