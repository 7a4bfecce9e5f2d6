//! Why something may not be done. A refusal leaves the round as it was.

use crate::choice::{Need, Side};
use cards::Card;
use rules::{BoxNo, Clause, Money};
use std::fmt;

/// A refusal with the clause behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Refusal {
    pub reason: Reason,
    pub clause: Clause,
}

impl Refusal {
    pub(crate) const fn new(reason: Reason, clause: Clause) -> Self {
        Self { reason, clause }
    }
}

/// The reasons there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RoundReason"))]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Reason {
    // Wagering.
    WagersClosed,
    NothingWagered,
    NoSuchBox { most: u8 },
    NoAmount,
    TooMuch,
    NotInChips { chip: Money },
    NoPlayerCard,
    HeldToMinimum { minimum: Money },
    HeldToBoxes { boxes: u8 },
    AloneOnOneBox,
    BoxFull { most: u8 },
    AlreadyWagered,
    SeatTaken { box_no: BoxNo },
    BelowMinimum { minimum: Money },
    AboveMaximum { maximum: Money },
    NotAMultiple { of: Money },
    SideNotOffered { side: Side },
    SideOutsideLimits { least: Money, most: Money },
    SideNeedsBoxWager,
    SideNeedsOwnWager,
    SideAlreadyWagered,
    NoWagerHere,
    ControlCannotBeDeclined,
    // Dealing.
    NotTimeToDeal,
    NotNeeded { need: Need },
    CardNotInShoe { card: Card },
    CardNotInPack { card: Card },
    ShoeNotEmpty,
    NoRuleForEmptyShoe,
    NothingToShuffle,
    NoCuttingCardHere,
    NoJokerHere,
    NoSuchMultiplier { multiplier: u16 },
    // Offers.
    NotNow,
    NotYourTurn,
    NoInsuranceOffered,
    NoInsuranceWithPontoon,
    InsuranceTooHigh { most: Money },
    InsuranceStep { step: Money },
    AddOnBelowMinimum { minimum: Money },
    AlreadyAnswered,
    InsuranceNotDeclined,
    OwnInsurance,
    OthersInsuranceBarred,
    AlreadyClaimed,
    NoPressDue,
    NomineeHasWinningWager,
    NomineeUnknown,
    SurrenderNotOffered,
    NoSurrender,
    ControllerPlaysOn,
    WaitForController,
    SurrenderAfterSplit,
    // The hand.
    OnlyControllerDecides,
    MustDraw,
    HandComplete,
    DoubleNotOnThisTotal,
    DoubleOnlyFirstTwo,
    DoubleAfterSplit,
    DoubleSplitAces,
    DoubleTooHigh { most: Money },
    DoubleTooLow { least: Money },
    NotAPair,
    SplitAgain,
    TooManyHands { most: u8 },
    SplitAcesAgain,
    SplitDeclinedBefore,
    SplitAcesOneCard,
    NothingToForfeit,
    ForfeitWithoutDouble,
    NoForfeit,
    // Absence and withdrawal.
    AlreadyAbsent,
    RoundOver,
    NoWithdrawing,
    AlreadyDecided,
    NothingToWithdraw,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.clause)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WagersClosed => f.write_str("wagers are closed"),
            Self::NothingWagered => f.write_str("no box has a wager"),
            Self::NoSuchBox { most } => write!(f, "the layout has boxes 1 to {most}"),
            Self::NoAmount => f.write_str("a wager must be more than nothing"),
            Self::TooMuch => write!(f, "no wager may be above {}", Money::MOST),
            Self::NotInChips { chip } => {
                write!(f, "the smallest chip is {chip}: wager a multiple of it")
            }
            Self::NoPlayerCard => f.write_str("a wager needs a valid player card"),
            Self::HeldToMinimum { minimum } => {
                write!(f, "this player is held to the minimum of {minimum}")
            }
            Self::HeldToBoxes { boxes } => write!(f, "this player is held to {boxes} box(es)"),
            Self::AloneOnOneBox => f.write_str("a player alone at the table wagers on one box"),
            Self::BoxFull { most } => write!(f, "at most {most} bettors wager on a box"),
            Self::AlreadyWagered => f.write_str("this player already has a wager on this box"),
            Self::SeatTaken { box_no } => write!(f, "somebody else is seated at box {box_no}"),
            Self::BelowMinimum { minimum } => {
                write!(f, "the wager is below the minimum of {minimum}")
            }
            Self::AboveMaximum { maximum } => {
                write!(f, "the wager would exceed the maximum of {maximum}")
            }
            Self::NotAMultiple { of } => write!(f, "the sign demands multiples of {of}"),
            Self::SideNotOffered { side } => write!(f, "no {} wager is offered", side.word()),
            Self::SideOutsideLimits { least, most } => {
                write!(f, "this side wager may be {least} to {most}")
            }
            Self::SideNeedsBoxWager => f.write_str("a side wager needs a wager on the same box"),
            Self::SideNeedsOwnWager => {
                f.write_str("a side wager needs a wager of one's own on the same box")
            }
            Self::SideAlreadyWagered => {
                f.write_str("this player already has this side wager on this box")
            }
            Self::NoWagerHere => f.write_str("this player has no wager on this box"),
            Self::ControlCannotBeDeclined => f.write_str("control of a box cannot be declined"),
            Self::NotTimeToDeal => f.write_str("no card is due now"),
            Self::NotNeeded { need } => write!(f, "what is due now is {need}"),
            Self::CardNotInShoe { card } => write!(f, "the shoe holds no more {card}"),
            Self::CardNotInPack { card } => write!(f, "no deck of this game holds a {card}"),
            Self::ShoeNotEmpty => f.write_str("the shoe is not empty"),
            Self::NoRuleForEmptyShoe => {
                f.write_str("the book has no rule for running out of cards here")
            }
            Self::NothingToShuffle => {
                f.write_str("every card lies on the layout: the rack holds none")
            }
            Self::NoCuttingCardHere => f.write_str("no cutting card can come here"),
            Self::NoJokerHere => f.write_str("there is no joker in the shoe"),
            Self::NoSuchMultiplier { multiplier } => {
                write!(f, "the meter has no multiplier {multiplier}")
            }
            Self::NotNow => f.write_str("it is not the time for that"),
            Self::NotYourTurn => f.write_str("it is not this player's turn"),
            Self::NoInsuranceOffered => f.write_str("insurance is offered against an Ace"),
            Self::NoInsuranceWithPontoon => f.write_str("a Pontoon is not insured"),
            Self::InsuranceTooHigh { most } => write!(f, "insurance may be at most {most}"),
            Self::InsuranceStep { step } => write!(f, "insurance is taken in multiples of {step}"),
            Self::AddOnBelowMinimum { minimum } => {
                write!(f, "it may not be below the minimum of {minimum}")
            }
            Self::AlreadyAnswered => f.write_str("this player has already answered"),
            Self::InsuranceNotDeclined => f.write_str("that insurance was not declined"),
            Self::OwnInsurance => f.write_str("this player's own insurance was declined already"),
            Self::OthersInsuranceBarred => {
                f.write_str("insurance another declines cannot be taken")
            }
            Self::AlreadyClaimed => f.write_str("this player already asked for that insurance"),
            Self::NoPressDue => f.write_str("the button is not this player's to press now"),
            Self::NomineeHasWinningWager => {
                f.write_str("who presses for another must hold no winning wager of this kind")
            }
            Self::NomineeUnknown => {
                f.write_str("who presses for another must be somebody else at the table")
            }
            Self::SurrenderNotOffered => {
                f.write_str("surrender is offered against an Ace or a picture")
            }
            Self::NoSurrender => f.write_str("no hand is surrendered here"),
            Self::ControllerPlaysOn => {
                f.write_str("the controlling player plays on, so nobody on the box may surrender")
            }
            Self::WaitForController => f.write_str("the controlling player decides first"),
            Self::SurrenderAfterSplit => f.write_str("a split hand is not surrendered"),
            Self::OnlyControllerDecides => f.write_str("the controlling player of the box decides"),
            Self::MustDraw => f.write_str("a hard total below 12 must draw"),
            Self::HandComplete => f.write_str("the hand is complete"),
            Self::DoubleNotOnThisTotal => f.write_str("only a hard 9, 10 or 11 may be doubled"),
            Self::DoubleOnlyFirstTwo => f.write_str("only the first two cards may be doubled"),
            Self::DoubleAfterSplit => f.write_str("a split hand is not doubled here"),
            Self::DoubleSplitAces => f.write_str("split Aces are not doubled"),
            Self::DoubleTooHigh { most } => write!(f, "a double may be at most {most}"),
            Self::DoubleTooLow { least } => write!(f, "a double must be at least {least}"),
            Self::NotAPair => f.write_str("only two first cards of equal value may be split"),
            Self::SplitAgain => f.write_str("a split hand is not split again"),
            Self::TooManyHands { most } => write!(f, "a box may have at most {most} hands"),
            Self::SplitAcesAgain => f.write_str("Aces are not split again"),
            Self::SplitDeclinedBefore => f.write_str("splitting was declined before on this box"),
            Self::SplitAcesOneCard => f.write_str("a split Ace receives one card only"),
            Self::NothingToForfeit => f.write_str("there is no doubled wager to forfeit"),
            Self::ForfeitWithoutDouble => {
                f.write_str("a bettor who did not double must play the hand")
            }
            Self::NoForfeit => f.write_str("a doubled hand is not forfeited here"),
            Self::AlreadyAbsent => f.write_str("this player is absent already"),
            Self::RoundOver => f.write_str("the round is over"),
            Self::NoWithdrawing => {
                f.write_str("nobody withdraws from a round here: an interrupted one goes on")
            }
            Self::AlreadyDecided => {
                f.write_str("a wager of this round is decided: it goes on to its end")
            }
            Self::NothingToWithdraw => f.write_str("this player has no open wager in the round"),
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Burn => f.write_str("a card to burn"),
            Self::Card(crate::choice::To::Dealer) => f.write_str("a card to the dealer"),
            Self::Card(crate::choice::To::Hand(at)) => {
                write!(f, "a card to hand {} of box {}", at.hand + 1, at.box_no)
            }
            Self::Shuffle => f.write_str("a shuffle of the rack, for the shoe is empty"),
            Self::Multiplier => f.write_str("a multiplier of the jackpot meter"),
        }
    }
}
