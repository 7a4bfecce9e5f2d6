//! What happened at a table, with the clause that made it happen.

use crate::clock::Time;
use crate::command::{Lay, Seal};
use game::{Choice, Held, RaisedLimits};
use ledger::PlayerId;
use rules::{BoxNo, Clause, Money, Sign};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableEvent"))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Event {
    pub what: What,
    pub clause: Clause,
}

/// Everything that can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableWhat"))]
#[expect(missing_docs, reason = "the names say it")]
pub enum What {
    Opened,
    ClosingAnnounced {
        /// When, where it is a matter of time.
        at: Option<Time>,
        /// After how many rounds, where it is a matter of rounds.
        rounds: Option<u8>,
    },
    Closed,
    SignAnnounced {
        sign: Sign,
        from: Time,
    },
    SignChanged {
        sign: Sign,
    },
    /// A player keeps an earlier minimum.
    MarkerPlaced {
        player: PlayerId,
        minimum: Money,
    },
    MarkerRemoved {
        player: PlayerId,
    },
    MaximumSet {
        box_no: BoxNo,
        maximum: Option<Money>,
    },
    /// A player has limits above the sign's, or has them no more.
    LimitsRaised {
        player: PlayerId,
        limits: Option<RaisedLimits>,
    },
    Reserved {
        box_no: BoxNo,
        player: Option<PlayerId>,
    },
    Restricted {
        player: PlayerId,
        held: Held,
    },
    /// A player is refused more than one box, or allowed it again.
    SeveralRefused {
        player: PlayerId,
        refused: bool,
    },
    /// A player touched wagers that were in play; so often it is noted now.
    WagersTouched {
        player: PlayerId,
        instances: u8,
    },
    /// A player's further wagers are refused, or taken again.
    FutureRefused {
        player: PlayerId,
        refused: bool,
    },
    Arrived {
        player: PlayerId,
        name: String,
    },
    /// The house found that a player holds a valid player card, or none.
    CardFound {
        player: PlayerId,
        valid: bool,
    },
    /// The player is gone, or goes when the round is over.
    Departed {
        player: PlayerId,
    },
    Seated {
        player: PlayerId,
        box_no: BoxNo,
    },
    SeatLost {
        player: PlayerId,
        box_no: BoxNo,
        why: SeatLost,
    },
    /// The cards are to be shuffled when the round is over.
    ShuffleOrdered,
    ShuffleDue {
        why: ShuffleWhy,
    },
    Shuffled {
        shoe: u64,
        seal: Seal,
    },
    /// A seed was added to the device's.
    SeedGiven {
        by: Cutter,
        seed: String,
    },
    CutOffered {
        to: PlayerId,
        until: Time,
    },
    CutRefused {
        by: PlayerId,
        how: CutRefused,
    },
    /// No player wants to cut: until then a supervisor is waited for.
    SupervisorAwaited {
        until: Time,
    },
    /// No supervisor came to cut.
    SupervisorMissed,
    Cut {
        by: Cutter,
        place: u32,
    },
    CuttingCardPlaced {
        from_back: u32,
    },
    /// The cutting card came in the last rounds, and dealing goes on.
    CuttingCardAside,
    WagersUntil {
        until: Time,
    },
    Laid {
        player: PlayerId,
        lay: Lay,
    },
    WagersWithdrawn {
        player: PlayerId,
        box_no: BoxNo,
        why: Withdrawn,
    },
    Ready {
        player: PlayerId,
    },
    /// Wagers are closed, and the round begins. Its players are these, in the order of its records.
    RoundBegan {
        no: u64,
        players: Vec<PlayerId>,
    },
    /// A choice was made in the round.
    Chosen {
        player: PlayerId,
        choice: Choice,
        by: Decider,
    },
    /// A player is found absent from a box; who found it out, the clock or the player's leaving.
    FoundAbsent {
        player: PlayerId,
        box_no: BoxNo,
        by: Decider,
    },
    DecisionUntil {
        until: Time,
    },
    /// A failure interrupted the round before anything was decided: until then players may withdraw
    /// from it.
    Interrupted {
        until: Time,
    },
    /// A player withdraws from the round, with all wagers.
    WithdrewFromRound {
        player: PlayerId,
    },
    /// The round goes on for those who have not withdrawn.
    Resumed,
    /// What the round itself says happened.
    Round(game::Event),
    RoundOver {
        no: u64,
    },
    RoundVoid {
        no: u64,
        why: String,
    },
}

/// Why a seat was lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeatLost {
    /// Given up, or the player left.
    GivenUp,
    /// Somebody else wanted it, and the player has another.
    Wanted,
    /// Rounds went by without a wager at a full table.
    Idle,
    /// The player is held to one box.
    Restricted,
    /// The table closed.
    Closed,
}

/// Why cards must be shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ShuffleWhy {
    /// Play starts.
    Start,
    /// The cutting card came in a round that is over.
    CuttingCard,
    /// The cutting card was the first thing out of the shoe.
    CuttingCardFirst,
    /// By order.
    Order,
    /// Everybody left.
    EmptyTable,
    /// The shoe ran out in mid-round: the rack is shuffled.
    RanOut,
    /// A device has dealt so many rounds that it gets new seeds, with all cards in it.
    NewSeeds,
    /// The round for which the rack was shuffled is over: now all cards are.
    AfterRanOut,
}

/// How a cut was refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum CutRefused {
    Declined,
    NoAnswer,
    Departed,
}

/// Who cut, or added a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Cutter {
    Player(PlayerId),
    Software,
    Dealer,
    Supervisor,
}

/// Why wagers were taken back before the first card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Withdrawn {
    ByPlayer,
    ByHouse,
    Departed,
    /// The box was given up to somebody else who wanted it.
    BoxGivenUp,
    /// The round could not begin with it.
    NotInPlay,
    Closed,
}

/// Who made a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Decider {
    /// The player.
    Player,
    /// The platform, for a player who did not answer in time.
    Clock,
    /// The platform, for a player who left.
    Absence,
}
