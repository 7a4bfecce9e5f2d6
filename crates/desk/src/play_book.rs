//! What the tables told of everybody's play.

use crate::calendar::Calendar;
use crate::document::Document;
use crate::play::{Ended, Play, Sum};
use ledger::{Account, Move, PlayerId, Purpose, TableId, Transfer, TransferId};
use rules::{Money, Net};
use std::collections::{BTreeMap, BTreeSet};
use store::Put;
use table::{Event, Time, What};

/// Everybody's play at every table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayBook {
    plays: BTreeMap<(PlayerId, TableId), Play>,
    /// Whose a wager is that is not decided.
    holds: BTreeMap<TransferId, PlayerId>,
    there: BTreeSet<(TableId, PlayerId)>,
    /// The days by which play is counted.
    days: Calendar,
    /// What tables are about to write down: it counts at other tables, so that nobody goes beyond a
    /// limit at two tables at once.
    staged: BTreeMap<TableId, Vec<(PlayerId, Money)>>,
}

/// What a table told. It counts once it is on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use = "commit the puts with the table's batch, then let the desk take it"]
pub struct Told {
    pub(crate) table: TableId,
    pub(crate) plays: Vec<Play>,
}

impl Told {
    /// The documents to write in the table's own batch.
    pub fn puts(&self) -> Vec<Put> {
        self.plays.iter().map(Document::put).collect()
    }
}

/// A player's play at all tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// The day.
    pub today: Sum,
    /// Everything.
    pub ever: Sum,
    /// Wagers that are not decided.
    pub open: Money,
}

impl PlayBook {
    /// One player's play, table by table.
    pub fn of(&self, player: PlayerId) -> impl Iterator<Item = &Play> {
        self.plays
            .range((player, TableId(0))..=(player, TableId(u32::MAX)))
            .map(|(_, play)| play)
    }

    /// The days by which play is counted.
    pub fn days(&self) -> &Calendar {
        &self.days
    }

    pub(crate) fn days_mut(&mut self) -> &mut Calendar {
        &mut self.days
    }

    /// One player's play at all tables together, as of a time.
    pub fn totals(&self, player: PlayerId, at: Time) -> Totals {
        let mut totals = Totals::default();
        for play in self.of(player) {
            totals.today.add(play.today(&self.days, at));
            totals.ever.add(play.ever(&self.days, at));
            totals.open = totals.open + play.open();
        }
        let staged = self
            .staged
            .values()
            .flatten()
            .filter(|(other, _)| *other == player);
        totals.open = totals.open + staged.map(|(_, amount)| *amount).sum();
        totals
    }

    /// What a player holds in one wager that is not decided.
    pub(crate) fn held(&self, player: PlayerId, hold: TransferId) -> Money {
        self.of(player).map(|play| play.held(hold)).sum()
    }

    /// Notes how much more will be at stake.
    pub(crate) fn stage(&mut self, told: &Told) {
        let more = told.plays.iter().map(|play| {
            let before = self
                .plays
                .get(&(play.player, play.table))
                .map_or(Money::ZERO, Play::open);
            (play.player, play.open().saturating_sub(before))
        });
        let more: Vec<_> = more.filter(|(_, more)| !more.is_zero()).collect();
        if !more.is_empty() {
            self.staged.insert(told.table, more);
        }
    }

    pub(crate) fn unstage(&mut self, table: TableId) {
        self.staged.remove(&table);
    }

    pub(crate) fn all(&self) -> &BTreeMap<(PlayerId, TableId), Play> {
        &self.plays
    }

    pub(crate) fn insert(&mut self, play: Play) {
        let (player, table) = (play.player, play.table);
        if let Some(before) = self.plays.remove(&(player, table)) {
            for hold in before.holds() {
                self.holds.remove(&hold);
            }
        }
        self.holds.extend(play.holds().map(|hold| (hold, player)));
        if play.is_there() {
            self.there.insert((table, player));
        } else {
            self.there.remove(&(table, player));
        }
        self.plays.insert((player, table), play);
    }

    pub(crate) fn forget(&mut self, player: PlayerId) {
        let tables: Vec<TableId> = self.of(player).map(|play| play.table).collect();
        for table in tables {
            self.insert(Play::new(player, table, 0));
            self.plays.remove(&(player, table));
        }
    }

    fn at_table(&self, table: TableId) -> impl Iterator<Item = PlayerId> {
        self.there
            .range((table, PlayerId(0))..=(table, PlayerId(u32::MAX)))
            .map(|(_, player)| *player)
    }

    pub(crate) fn told(
        &self,
        table: TableId,
        at: Time,
        events: &[Event],
        transfers: &[Transfer],
    ) -> Told {
        let mut teller = Teller {
            book: self,
            table,
            at,
            plays: BTreeMap::new(),
            holds: BTreeMap::new(),
        };
        for event in events {
            teller.event(&event.what);
        }
        for transfer in transfers {
            teller.transfer(transfer);
        }
        Told {
            table,
            plays: teller.plays.into_values().collect(),
        }
    }

    pub(crate) fn restarted(&self, table: TableId, at: Time) -> Told {
        let mut teller = Teller {
            book: self,
            table,
            at,
            plays: BTreeMap::new(),
            holds: BTreeMap::new(),
        };
        for player in self.at_table(table) {
            teller.play(player).skip(at);
        }
        Told {
            table,
            plays: teller.plays.into_values().collect(),
        }
    }
}

/// Notes what happened on copies of the plays it is about.
struct Teller<'a> {
    book: &'a PlayBook,
    table: TableId,
    at: Time,
    plays: BTreeMap<PlayerId, Play>,
    /// Wagers laid just now.
    holds: BTreeMap<TransferId, PlayerId>,
}

impl Teller<'_> {
    fn play(&mut self, player: PlayerId) -> &mut Play {
        let (book, table, at) = (self.book, self.table, self.at);
        self.plays.entry(player).or_insert_with(|| {
            book.plays
                .get(&(player, table))
                .cloned()
                .unwrap_or_else(|| Play::new(player, table, book.days.day_of(at)))
        })
    }

    fn event(&mut self, what: &What) {
        let (days, at) = (&self.book.days, self.at);
        match what {
            What::Arrived { player, .. } => self.play(*player).arrive(days, at),
            What::Departed { player } => self.play(*player).depart(days, at),
            What::Closed => {
                let mut there: BTreeSet<PlayerId> = self.book.at_table(self.table).collect();
                there.extend(self.plays.keys());
                there
                    .into_iter()
                    .for_each(|player| self.play(player).depart(days, at));
            }
            What::Opened
            | What::ClosingAnnounced { .. }
            | What::SignAnnounced { .. }
            | What::SignChanged { .. }
            | What::MarkerPlaced { .. }
            | What::MarkerRemoved { .. }
            | What::MaximumSet { .. }
            | What::LimitsRaised { .. }
            | What::Reserved { .. }
            | What::Restricted { .. }
            | What::WagersTouched { .. }
            | What::FutureRefused { .. }
            | What::CardFound { .. }
            | What::SupervisorAwaited { .. }
            | What::SupervisorMissed
            | What::Seated { .. }
            | What::SeatLost { .. }
            | What::ShuffleDue { .. }
            | What::Shuffled { .. }
            | What::SeveralRefused { .. }
            | What::ShuffleOrdered
            | What::CuttingCardAside
            | What::FoundAbsent { .. }
            | What::Interrupted { .. }
            | What::WithdrewFromRound { .. }
            | What::Resumed
            | What::SeedGiven { .. }
            | What::CutOffered { .. }
            | What::CutRefused { .. }
            | What::Cut { .. }
            | What::CuttingCardPlaced { .. }
            | What::WagersUntil { .. }
            | What::Laid { .. }
            | What::WagersWithdrawn { .. }
            | What::Ready { .. }
            | What::RoundBegan { .. }
            | What::Chosen { .. }
            | What::DecisionUntil { .. }
            | What::Round(_)
            | What::RoundOver { .. }
            | What::RoundVoid { .. } => {}
        }
    }

    fn transfer(&mut self, transfer: &Transfer) {
        let (days, at) = (&self.book.days, self.at);
        match transfer.does {
            Move::Hold {
                from: Account::Player(player),
                amount,
                ..
            } => {
                self.holds.insert(transfer.id, player);
                self.play(player).wager(transfer.id, amount, days, at);
            }
            // Tokens are the house's gift: nobody loses money of their own with them.
            Move::Hold { .. } => {}
            Move::Post { hold, amount } => {
                if let Some(player) = self.owner(hold) {
                    self.play(player).end(hold, Ended::Decided, days, at);
                    self.play(player).gain(Net::lost(amount), days, at);
                }
            }
            Move::Void { hold } => {
                if let Some(player) = self.owner(hold) {
                    self.play(player)
                        .end(hold, ended(transfer.purpose), days, at);
                }
            }
            // What the house stands in for was not won either.
            Move::Pay { from, to, amount } | Move::Reclaim { from, to, amount } => {
                if let Account::Player(player) = to {
                    self.play(player).gain(Net::won(amount), days, at);
                }
                if let Account::Player(player) = from {
                    self.play(player).gain(Net::lost(amount), days, at);
                }
            }
        }
    }

    fn owner(&self, hold: TransferId) -> Option<PlayerId> {
        self.holds
            .get(&hold)
            .or_else(|| self.book.holds.get(&hold))
            .copied()
    }
}

/// Whether a wager that went back had been decided.
const fn ended(purpose: Purpose) -> Ended {
    match purpose {
        Purpose::Returned | Purpose::Withdrawn | Purpose::RoundVoid => Ended::TakenBack,
        Purpose::Wager
        | Purpose::Double
        | Purpose::Split
        | Purpose::Insurance
        | Purpose::SideWager
        | Purpose::Won
        | Purpose::Lost
        | Purpose::StandOff
        | Purpose::Surrendered
        | Purpose::Forfeited
        | Purpose::Fill
        | Purpose::Credit
        | Purpose::PlayMoney
        | Purpose::Tokens
        | Purpose::CashOut
        | Purpose::Correction
        | Purpose::Entry
        | Purpose::Prize => Ended::Decided,
    }
}
