//! The state of a table: what its events have come to.
//!
//! Nothing here decides anything. Only [`evolve`](crate::evolve) changes it, one event at a time.

use crate::clock::Time;
use crate::command::{Lay, Seal};
use crate::config::{Config, cards_in};
use crate::event::{Cutter, ShuffleWhy};
use crate::wagers::index;
use cards::Card;
use game::{Held, Kind, RaisedLimits, Round, ShoeAge};
use ledger::{PlayerId, TableId, TransferId};
use rules::{BoxNo, Money, RuleBook, Sign};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table: everything that outlives a round, and the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) config: Arc<Config>,
    pub(crate) book: Arc<RuleBook>,
    pub(crate) open: Openness,
    pub(crate) sign: Sign,
    pub(crate) coming_sign: Option<(Sign, Time)>,
    pub(crate) raised: Vec<(BoxNo, Money)>,
    pub(crate) reserved: Vec<(BoxNo, PlayerId)>,
    pub(crate) people: BTreeMap<PlayerId, Person>,
    /// What is held against players who left: they find it again when they come back.
    pub(crate) known: BTreeMap<PlayerId, Standing>,
    /// Who sits where; the first box first.
    pub(crate) seats: Vec<Option<Seat>>,
    /// Counts arrivals and seats taken, so that what came first is known.
    pub(crate) order: u64,
    pub(crate) shoe: ShoeState,
    /// What was laid for the round that has not begun, in the order it was laid.
    pub(crate) laid: Vec<Laid>,
    pub(crate) rounds: u64,
    pub(crate) live: Option<Live>,
    /// When the waiting ends.
    pub(crate) until: Option<Time>,
    /// After a failure in mid-round: until when players may withdraw from it. Nothing else goes on
    /// before.
    pub(crate) interrupted: Option<Time>,
    pub(crate) money: Till,
}

/// Whether a table is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Openness {
    /// Nobody plays.
    Closed,
    /// Open.
    Open,
    /// Open until a time.
    Until(Time),
    /// Open for so many rounds more.
    Rounds(u8),
}

/// A person at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) arrived: u64,
    pub(crate) card: bool,
    pub(crate) standing: Standing,
    /// The minimum this player keeps while others have a higher one.
    pub(crate) marker: Option<Money>,
    /// What this player may wager above the sign's maximum.
    pub(crate) raised: Option<RaisedLimits>,
    /// Rounds sat through without a wager, one after the other, at a table without a free seat.
    pub(crate) idle_at_full: u8,
    /// The same while restricted for sitting out.
    pub(crate) idle_while_late: u8,
    /// Rounds of this shoe with a wager, and how many of them were among its first two.
    pub(crate) in_shoe: u32,
    pub(crate) in_first_two: u8,
    pub(crate) ready: bool,
    pub(crate) leaving: bool,
}

impl Person {
    /// The minimum that a marker keeps for this player, where the sign's is higher.
    pub(crate) fn kept_minimum(&self, sign: &Sign) -> Option<Money> {
        self.marker.filter(|marker| *marker < sign.minimum)
    }
}

/// What is held against a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct Standing {
    pub(crate) held: Held,
    /// Told that further wagers below the minimum are returned.
    pub(crate) warned: bool,
    /// Refused more than one box.
    pub(crate) one_box: bool,
    /// How often it was noted that the player touched wagers in play.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_none"))]
    pub(crate) touched: u8,
    /// Further wagers are refused for it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_none"))]
    pub(crate) future_refused: bool,
}

/// What came later than tables were first written down is not written where there is nothing of it.
#[cfg(feature = "serde")]
fn is_none<T: Default + PartialEq>(of: &T) -> bool {
    *of == T::default()
}

/// A seat that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct Seat {
    pub(crate) player: PlayerId,
    pub(crate) taken: u64,
}

/// The shoe or device, as the table knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct ShoeState {
    /// Counts shuffles, from 1.
    pub(crate) no: u64,
    pub(crate) seal: Seal,
    pub(crate) shuffle: Option<ShuffleWhy>,
    pub(crate) cut: CutState,
    /// What was added to the seeds of a device.
    pub(crate) seeds: Vec<(Cutter, String)>,
    /// Where it was cut.
    pub(crate) cut_at: Option<u32>,
    /// How many cards lie behind the cutting card.
    pub(crate) from_back: Option<u32>,
    /// How many cards the shuffled stack had.
    pub(crate) all: u32,
    /// How many of them have come out.
    pub(crate) drawn: u32,
    /// The cards of earlier rounds that everybody saw.
    pub(crate) gone: Vec<Card>,
    pub(crate) age: ShoeAge,
    /// Rounds begun from it.
    pub(crate) rounds: u32,
    /// How many of them were begun when the seeds of a device were last renewed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) seeded: u32,
    /// What ends it when the round is over.
    pub(crate) ends: Option<ShuffleWhy>,
    /// Who is offered the next cut because the cutting card came there.
    pub(crate) named: Option<Named>,
    /// In how many rounds of it those wagered who left since, and how many of these were among its
    /// first two.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub(crate) left: BTreeMap<PlayerId, (u32, u8)>,
}

/// Whom the cutting card names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) enum Named {
    /// A box, and who controlled it.
    Box(BoxNo, Option<PlayerId>),
    Dealer,
}

/// Where the cut stands.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) enum CutState {
    NotDue,
    /// Due; these have refused it, the last one last.
    Due(ShuffleWhy, Vec<Place>),
    /// Offered to somebody; these have refused it before.
    Offered(ShuffleWhy, Vec<Place>, Place),
    /// No player wants to, and a supervisor is waited for.
    Awaited,
    /// No supervisor came either: whoever deals cuts.
    Missed,
}

/// A box, and somebody who sits or stands at it.
pub(crate) type Place = (BoxNo, PlayerId);

/// Something laid before the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct Laid {
    pub(crate) player: PlayerId,
    pub(crate) lay: Lay,
}

/// A round that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Live {
    pub(crate) no: u64,
    /// Its players, in the order of its patrons.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) round: Round,
}

/// The money of the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct Till {
    /// The number of the last transfer.
    pub(crate) last: u64,
    pub(crate) holds: Vec<HeldWager>,
    /// What the float and the pools hold.
    pub(crate) float: i64,
    pub(crate) pairs: i64,
    pub(crate) jackpot: i64,
}

/// A wager that lies on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) struct HeldWager {
    pub(crate) id: TransferId,
    pub(crate) player: PlayerId,
    pub(crate) box_no: BoxNo,
    pub(crate) kind: Kind,
    pub(crate) amount: Money,
    /// Whose wager an insurance covers.
    pub(crate) of: Option<PlayerId>,
}

impl Standing {
    pub(crate) const CLEAR: Self = Self {
        held: Held::Free,
        warned: false,
        one_box: false,
        touched: 0,
        future_refused: false,
    };

    /// What of it outlives the closing of the table: no clause ends it.
    pub(crate) const fn lasting(self) -> Self {
        Self {
            touched: self.touched,
            future_refused: self.future_refused,
            ..Self::CLEAR
        }
    }
}

impl Live {
    /// The player who controls a box.
    pub(crate) fn controller(&self, box_no: BoxNo) -> Option<PlayerId> {
        self.round
            .controller(box_no)
            .map(|player| self.players[player.index()])
    }

    /// Whether a player has wagered on this round.
    pub(crate) fn has_wager_of(&self, player: PlayerId) -> bool {
        let place = index(&self.players, player);
        self.round.events().iter().any(|event| {
            matches!(event.what, game::What::WagerPlaced { player, .. } | game::What::SidePlaced { player, .. } if Some(player) == place)
        })
    }
}

impl Table {
    pub(crate) fn closed(id: TableId, config: Config, book: Arc<RuleBook>) -> Self {
        let boxes = usize::from(book.boxes.most.is.get());
        let all = cards_in(&book, config.decks);
        Self {
            id,
            sign: config.sign.clone(),
            config: Arc::new(config),
            open: Openness::Closed,
            coming_sign: None,
            raised: Vec::new(),
            reserved: Vec::new(),
            people: BTreeMap::new(),
            known: BTreeMap::new(),
            seats: vec![None; boxes],
            order: 0,
            shoe: ShoeState::empty(all),
            laid: Vec::new(),
            rounds: 0,
            live: None,
            until: None,
            interrupted: None,
            money: Till::default(),
            book,
        }
    }

    pub(crate) fn person(&self, player: PlayerId) -> Option<&Person> {
        self.people.get(&player)
    }

    pub(crate) fn seat(&self, box_no: BoxNo) -> Option<Seat> {
        *self.seats.get(usize::from(box_no.number() - 1))?
    }

    pub(crate) fn seat_mut(&mut self, box_no: BoxNo) -> &mut Option<Seat> {
        &mut self.seats[usize::from(box_no.number() - 1)]
    }

    /// The boxes at which a player sits, the one taken first first.
    pub(crate) fn seats_of(&self, player: PlayerId) -> Vec<BoxNo> {
        let mut found: Vec<(u64, BoxNo)> = BoxNo::all()
            .filter_map(|box_no| {
                self.seat(box_no)
                    .filter(|seat| seat.player == player)
                    .map(|seat| (seat.taken, box_no))
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, box_no)| box_no).collect()
    }

    /// The boxes of this layout.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = BoxNo> {
        let most = self.book.boxes.most.is.get();
        BoxNo::all().filter(move |box_no| box_no.number() <= most)
    }

    /// Whether every box has somebody sitting at it.
    pub(crate) fn seats_are_full(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }
}

impl ShoeState {
    pub(crate) const fn empty(all: u32) -> Self {
        Self {
            no: 0,
            seal: Seal(String::new()),
            shuffle: None,
            cut: CutState::NotDue,
            seeds: Vec::new(),
            cut_at: None,
            from_back: None,
            all,
            drawn: 0,
            gone: Vec::new(),
            age: ShoeAge::New,
            rounds: 0,
            seeded: 0,
            ends: None,
            named: None,
            left: BTreeMap::new(),
        }
    }

    /// Whether a card can come out now.
    pub(crate) fn is_ready(&self) -> bool {
        self.no > 0 && self.shuffle.is_none() && self.cut == CutState::NotDue
    }
}
