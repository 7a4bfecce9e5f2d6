//! Commands in, events out.
//!
//! A command is tried on a copy of the table: rules check first and emit after, and a refusal
//! leaves the table as it was.
//! What needs nobody's decision follows at once, so that a table always waits for somebody, for
//! cards or for time.

use crate::clock::Time;
use crate::command::{Actor, Command};
use crate::config::{Config, ConfigFault};
use crate::event::{Event, What};
use crate::refusal::{Reason, Refusal};
use crate::state::Table;
use ledger::{PlayerId, TableId, Transfer};
use rules::Clause;

/// What a command came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The table after it.
    pub table: Table,
    /// What happened.
    pub events: Vec<Event>,
    /// The money that moved.
    pub transfers: Vec<Transfer>,
}

/// A copy of the table on which a command is tried.
pub(crate) struct Trial {
    pub(crate) table: Table,
    pub(crate) at: Time,
    pub(crate) events: Vec<Event>,
    pub(crate) transfers: Vec<Transfer>,
}

impl Table {
    /// A closed table.
    ///
    /// # Errors
    ///
    /// When it cannot be set up so.
    pub fn new(id: TableId, config: Config) -> Result<Self, ConfigFault> {
        let book = config.check()?;
        Ok(Self::closed(id, config, book))
    }

    /// What a command comes to, at this time.
    ///
    /// # Errors
    ///
    /// When the book or the table does not allow it.
    pub fn decide(&self, by: &Actor, at: Time, command: &Command) -> Result<Decision, Refusal> {
        let mut trial = Trial {
            table: self.clone(),
            at,
            events: Vec::new(),
            transfers: Vec::new(),
        };
        trial.command(by, command)?;
        trial.follow();
        let Trial {
            table,
            events,
            transfers,
            ..
        } = trial;
        Ok(Decision {
            table,
            events,
            transfers,
        })
    }
}

impl Trial {
    pub(crate) fn emit(&mut self, what: What, clause: Clause) {
        let event = Event { what, clause };
        let transfers = self.table.evolve(&event);
        self.transfers.extend(transfers);
        self.events.push(event);
    }

    fn command(&mut self, by: &Actor, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Open => self.open(),
            Command::AnnounceClosing { last_rounds } => self.announce_closing(*last_rounds),
            Command::Close => self.close_by_order(),
            Command::SetSign { sign, newcomers } => self.set_sign(sign, *newcomers),
            Command::SetMaximum { box_no, maximum } => self.set_maximum(*box_no, *maximum),
            Command::RaiseLimits { player, limits } => self.raise_limits(*player, *limits),
            Command::Reserve { box_no, player } => self.reserve(*box_no, *player),
            Command::Restrict { player, held } => self.restrict(*player, *held),
            Command::RefuseSeveral { player, refused } => self.refuse_several(*player, *refused),
            Command::RefuseWager { player, box_no } => self.refuse_wager(*player, *box_no),
            Command::NoteTouched { player } => self.note_touched(*player),
            Command::RefuseFuture { player, refused } => self.refuse_future(*player, *refused),
            Command::Vacate { box_no } => self.vacate(*box_no),
            Command::OrderShuffle => self.order_shuffle(),
            Command::VoidRound { why } => self.void_round(why),
            Command::FindCard { player, valid } => self.find_card(*player, *valid),
            Command::Arrive { name, card } => self.arrive(player_of(by)?, name, *card),
            Command::Depart => self.depart(player_of(by)?),
            Command::Sit { box_no } => self.sit(player_of(by)?, *box_no),
            Command::GiveUp { box_no } => self.give_up(player_of(by)?, *box_no),
            Command::Lay { lay } => self.lay(player_of(by)?, *lay),
            Command::Withdraw { box_no } => self.withdraw(player_of(by)?, *box_no),
            Command::Ready => self.ready(player_of(by)?),
            Command::WithdrawFromRound => self.withdraw_from_round(player_of(by)?),
            Command::Cut { place } => self.cut(player_of(by)?, *place),
            Command::RefuseCut => self.refuse_cut(player_of(by)?),
            Command::GiveSeed { seed } => self.give_seed(player_of(by)?, seed),
            Command::Choose { choice } => self.choose(player_of(by)?, *choice),
            Command::Shuffled { seal } => self.shuffled(seal),
            Command::CutByHouse { place } => self.cut_by_house(by, *place),
            Command::CutBySupervisor { place } => self.cut_by_supervisor(by, *place),
            Command::SeedByHouse { seed } => self.seed_by_house(by, seed),
            Command::Deal { draw } => self.deal(*draw),
            Command::Tick => self.tick(),
            Command::Restarted => self.restarted(),
        }
    }

    /// Lets happen whatever waits for nobody.
    fn follow(&mut self) {
        self.follow_interruption();
        if self.table.interrupted.is_none() {
            while self.follow_round()
                || self.follow_floor()
                || self.follow_cut()
                || self.follow_wagers()
            {}
        }
    }

    pub(crate) fn is_open(&self) -> Result<(), Refusal> {
        if self.table.is_open() {
            Ok(())
        } else {
            Err(Refusal::plain(Reason::Closed))
        }
    }

    pub(crate) fn here(&self, player: PlayerId) -> Result<(), Refusal> {
        self.is_open()?;
        match self.table.person(player) {
            None => Err(Refusal::plain(Reason::NotAtTable)),
            Some(person) if person.leaving => Err(Refusal::plain(Reason::Leaving)),
            Some(_) => Ok(()),
        }
    }

    /// Nothing goes on while players may withdraw from an interrupted round.
    pub(crate) fn goes_on(&self) -> Result<(), Refusal> {
        if self.table.interrupted.is_none() {
            return Ok(());
        }
        Err(Refusal::new(
            Reason::Interrupted,
            self.table.book.house.interrupted.clause,
        ))
    }

    pub(crate) fn between_rounds(&self) -> Result<(), Refusal> {
        if self.table.live.is_some() {
            Err(Refusal::plain(Reason::RoundUnderWay))
        } else {
            Ok(())
        }
    }
}

fn player_of(by: &Actor) -> Result<PlayerId, Refusal> {
    match by {
        Actor::Player(player) => Ok(*player),
        Actor::Staff(_) | Actor::Software | Actor::Dealer | Actor::Clock => {
            Err(Refusal::plain(Reason::ForPlayersOnly))
        }
    }
}
