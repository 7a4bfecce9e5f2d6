//! What people, the dealer and the clock may ask of a table.

use game::{Choice, Draw, Held, RaisedLimits, Side};
use ledger::PlayerId;
use rules::{BoxNo, Money, Sign};

/// Who asks. Who may ask for what is decided by the house's table of roles, not here.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Actor {
    /// A player.
    Player(PlayerId),
    /// Somebody of the floor, by name.
    Staff(String),
    /// The house's own software, where it deals.
    Software,
    /// A dealer with real cards.
    Dealer,
    /// Time passed.
    Clock,
}

/// What a source of cards says of a shuffle, as text: a commitment, or nothing where real cards are
/// shuffled.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seal(pub String);

/// What may be laid before the first card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Lay {
    /// A wager on a box.
    Wager {
        /// Which box.
        box_no: BoxNo,
        /// How much.
        amount: Money,
    },
    /// A wager beside the hand.
    Side {
        /// Which box.
        box_no: BoxNo,
        /// Which wager.
        side: Side,
        /// How much.
        amount: Money,
    },
    /// The control of a box is declined.
    DeclineControl {
        /// Which box.
        box_no: BoxNo,
    },
}

impl Lay {
    /// The box it concerns.
    pub const fn box_no(&self) -> BoxNo {
        match *self {
            Self::Wager { box_no, .. }
            | Self::Side { box_no, .. }
            | Self::DeclineControl { box_no } => box_no,
        }
    }
}

/// Everything that may be asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Command {
    // The floor.
    /// Opens the table.
    Open,
    /// Tells the players that the table will close: after the book's notice, or after its last
    /// rounds where it has such.
    AnnounceClosing {
        /// After the last rounds instead of after a time.
        last_rounds: bool,
    },
    /// Closes the table, between rounds.
    Close,
    /// Changes the sign, with the notice the book demands.
    SetSign {
        /// The new sign.
        sign: Sign,
        /// At once, and for newcomers only, where the book allows it.
        newcomers: bool,
    },
    /// Gives a box a maximum of its own, or takes it away.
    SetMaximum {
        /// Which box.
        box_no: BoxNo,
        /// Its maximum.
        maximum: Option<Money>,
    },
    /// Gives a player limits above the sign's, or takes them away.
    RaiseLimits {
        /// Whom.
        player: PlayerId,
        /// The least and the most the player may wager on a box.
        limits: Option<RaisedLimits>,
    },
    /// Reserves a box for one player, or frees it.
    Reserve {
        /// Which box.
        box_no: BoxNo,
        /// For whom.
        player: Option<PlayerId>,
    },
    /// Restricts a player, or lifts the restriction.
    Restrict {
        /// Whom.
        player: PlayerId,
        /// How.
        held: Held,
    },
    /// Refuses a player more than one box, or allows it again.
    RefuseSeveral {
        /// Whom.
        player: PlayerId,
        /// Refused, or allowed again.
        refused: bool,
    },
    /// Says whether a player holds a valid player card: from the account, or as a member of staff
    /// has seen it.
    FindCard {
        /// Whose.
        player: PlayerId,
        /// Whether it is valid.
        valid: bool,
    },
    /// Notes that a player touched wagers that were in play.
    NoteTouched {
        /// Who.
        player: PlayerId,
    },
    /// Refuses whatever a player would wager from now on, or takes it again.
    RefuseFuture {
        /// Whose wagers.
        player: PlayerId,
        /// Refused, or taken again.
        refused: bool,
    },
    /// Refuses a player's wagers on a box before the first card.
    RefuseWager {
        /// Whose.
        player: PlayerId,
        /// Where.
        box_no: BoxNo,
    },
    /// Takes a seat from a player who lets rounds pass at a full table.
    Vacate {
        /// Which box.
        box_no: BoxNo,
    },
    /// Has the cards shuffled: now, or when the round is over.
    OrderShuffle,
    /// Declares the round void.
    VoidRound {
        /// Why, for the record.
        why: String,
    },
    // Players.
    /// Comes to the table.
    Arrive {
        /// The name in the records.
        name: String,
        /// What players say of a card of their own: refused, whatever it is.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        #[cfg_attr(feature = "ts", ts(skip))]
        card: Option<bool>,
    },
    /// Leaves the table.
    Depart,
    /// Takes a seat.
    Sit {
        /// At which box.
        box_no: BoxNo,
    },
    /// Gives a seat up.
    GiveUp {
        /// At which box.
        box_no: BoxNo,
    },
    /// Lays a wager, or declines control, while wagers are open.
    Lay {
        /// What.
        lay: Lay,
    },
    /// Takes back everything laid on a box, while wagers are open.
    Withdraw {
        /// Which box.
        box_no: BoxNo,
    },
    /// Waits for nothing more: when every bettor is ready, wagers close, or an interrupted round
    /// goes on.
    Ready,
    /// Withdraws from an interrupted round with all wagers, where the book allows it.
    WithdrawFromRound,
    /// Cuts the cards.
    Cut {
        /// How many cards are taken from the front.
        place: u32,
    },
    /// Refuses the cut.
    RefuseCut,
    /// Adds a seed of one's own to a device's, before its first card.
    GiveSeed {
        /// Any short text.
        seed: String,
    },
    /// Makes a choice in the round.
    Choose {
        /// Which.
        choice: Choice,
    },
    // Whoever deals.
    /// The cards that were due are shuffled.
    Shuffled {
        /// What binds the source to their order.
        seal: Seal,
    },
    /// Whoever deals cuts, when no player wants to.
    CutByHouse {
        /// How many cards are taken from the front.
        place: u32,
    },
    /// A supervisor cuts, when no player wants to.
    CutBySupervisor {
        /// How many cards are taken from the front.
        place: u32,
    },
    /// Whoever deals adds a seed to a device's, when no player did.
    SeedByHouse {
        /// The seed.
        seed: String,
    },
    /// A card, or whatever else the round waits for. In the last rounds, where dealing goes on past
    /// it, the cutting card is put aside.
    Deal {
        /// What came.
        draw: Draw,
    },
    // The clock.
    /// Time passed.
    Tick,
    /// The house started again after a failure, perhaps in the middle of a round.
    Restarted,
}
