//! A player of the house's own, who keeps people company at a demo table and plays by the card.
//!
//! It sees what a person in its place would see and does what a person may do. It has no clock and
//! no chance of its own: the same seed at the same table does the same things at the same times.

use crate::card_strategy::CardStrategy;
use game::notation::check_name;
use ledger::PlayerId;
use rules::Money;
use std::ops::Range;
use std::sync::Arc;
use table::{Command, HOUSE_PLAYER, Lay, Span, Table, Time};

/// How long a house player thinks, in milliseconds.
const DECIDES: Range<u64> = 600..2000;
/// How long it takes to come, to sit down and to lay a wager.
const WAGERS: Range<u64> = 1000..4000;
/// What was not done is asked for again after so long; twice as long each time, up to a limit.
const AGAIN: Span = Span(500);
const AGAIN_MOST: Span = Span::minutes(1);

/// A player of the house's own.
#[derive(Clone, Debug)]
pub struct HousePlayer {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    pub(crate) strategy: Arc<CardStrategy>,
    pub(crate) whim: Whim,
    /// What it has to wager with; without it, whatever the sign allows.
    pub(crate) balance: Option<Money>,
    intent: Option<Intent>,
}

/// Something it is about to do.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Intent {
    occasion: Occasion,
    time: Time,
    /// How long after that it is tried again.
    again: Span,
}

/// When the same command is the same deed: nothing was dealt, shuffled or begun in between.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Occasion {
    command: Command,
    moment: [u64; 3],
}

/// Why somebody cannot be a house player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HouseNameFault {
    /// Nobody would know it for one.
    #[error("`{0}` is not a house player's name: it must begin with `{HOUSE_PLAYER}`")]
    NotMarked(String),
    /// It is no name at all.
    #[error("{0}")]
    Name(String),
}

impl HousePlayer {
    /// A house player with this name and this card.
    ///
    /// # Errors
    ///
    /// When the name does not say that it is one, or cannot stand in a record.
    pub fn new(
        player: PlayerId,
        name: &str,
        seed: u64,
        strategy: Arc<CardStrategy>,
    ) -> Result<Self, HouseNameFault> {
        if !is_house_player(name) {
            return Err(HouseNameFault::NotMarked(name.to_owned()));
        }
        check_name(name).map_err(HouseNameFault::Name)?;
        Ok(Self {
            player,
            name: name.to_owned(),
            strategy,
            whim: Whim(seed),
            balance: None,
            intent: None,
        })
    }

    /// Which player it is.
    pub fn player(&self) -> PlayerId {
        self.player
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells it what it has to wager with now, so that it puts up no more.
    pub fn set_balance(&mut self, balance: Money) {
        self.balance = Some(balance);
    }

    /// What it wants to do at this table, and not before when; nothing while it waits for others.
    ///
    /// Ask again whenever the table has changed: what it wanted may be out of place then. A command
    /// whose time has come is to be sent now. If the same table asks again, it was not done, and
    /// the next try is later.
    pub fn next(&mut self, table: &Table, at: Time) -> Option<(Time, Command)> {
        let Some(command) = self.wish(table) else {
            self.intent = None;
            return None;
        };
        let occasion = Occasion {
            command: command.clone(),
            moment: moment(table),
        };
        let known = self
            .intent
            .take()
            .filter(|intent| intent.occasion == occasion);
        let mut intent = known.unwrap_or_else(|| {
            let time = at.after(self.delay(&command, table));
            Intent {
                occasion,
                time,
                again: AGAIN,
            }
        });
        // Whoever waits for it does not wait in vain.
        if let Some(until) = table.next_time().filter(|until| intent.time >= *until) {
            intent.time = at.after(Span(until.since(at).0 / 2));
        }
        let time = intent.time;
        if time <= at {
            intent.time = at.after(intent.again);
            intent.again = Span(intent.again.0 * 2).min(AGAIN_MOST);
        }
        self.intent = Some(intent);
        Some((time, command))
    }

    fn delay(&self, command: &Command, table: &Table) -> Span {
        let slow = matches!(
            command,
            Command::Arrive { .. }
                | Command::Sit { .. }
                | Command::Lay {
                    lay: Lay::Wager { .. }
                }
        );
        let range = if slow { WAGERS } else { DECIDES };
        Span(
            range.start
                + self
                    .whim
                    .below(range.end - range.start, About::Delay, table),
        )
    }
}

/// Whether a name is a house player's.
pub fn is_house_player(name: &str) -> bool {
    name.starts_with(HOUSE_PLAYER)
}

/// The round, the shoe and how much of it was dealt.
fn moment(table: &Table) -> [u64; 3] {
    let (_, _, drawn) = table.shoe_place();
    [table.rounds(), table.shoe_no(), drawn.into()]
}

/// What a whim is about: different matters are decided apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    Delay,
    Box,
    Wager,
    SideWager,
    CutOrNot,
    CutPlace,
    Seed,
}

/// What a house player does without a reason. It follows from its seed and the table; it is no
/// randomness for cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whim(u64);

impl Whim {
    /// A number below `n`, for this matter at this moment.
    pub(crate) fn below(self, n: u64, about: About, table: &Table) -> u64 {
        self.number(about, table).checked_rem(n).unwrap_or(0)
    }

    /// A number below `n` that never changes.
    pub(crate) fn always_below(self, n: u64, about: About) -> u64 {
        mix(self.0 ^ mix(about.no())).checked_rem(n).unwrap_or(0)
    }

    /// A number for this matter at this moment.
    pub(crate) fn number(self, about: About, table: &Table) -> u64 {
        moment(table)
            .into_iter()
            .fold(mix(self.0 ^ mix(about.no())), |mixed, part| {
                mix(mixed ^ part)
            })
    }
}

impl About {
    const fn no(self) -> u64 {
        match self {
            Self::Delay => 1,
            Self::Box => 2,
            Self::Wager => 3,
            Self::SideWager => 4,
            Self::CutOrNot => 5,
            Self::CutPlace => 6,
            Self::Seed => 7,
        }
    }
}

/// The step of the generator SplitMix64: neighbouring numbers come out far apart.
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
