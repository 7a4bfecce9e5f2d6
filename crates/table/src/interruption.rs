//! What follows a failure: whoever is waited for gets the time anew, and where the book says so,
//! players may withdraw from a round in which nothing was decided.

use crate::decide::Trial;
use crate::event::What;
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Table};
use crate::wagers::index;
use game::Turn;
use ledger::PlayerId;

impl Table {
    /// Whether a player may withdraw from the round: where the book says so, somebody who has
    /// wagered on it, while nothing in it is decided.
    pub(crate) fn may_withdraw(&self, player: PlayerId) -> bool {
        self.live.as_ref().is_some_and(|live| {
            let place = index(&live.players, player);
            let lets = place.is_some_and(|place| live.round.may_withdraw(place).is_ok());
            lets && live.has_wager_of(player)
        })
    }
}

impl Trial {
    /// The house started again.
    pub(crate) fn restarted(&mut self) -> Result<(), Refusal> {
        self.is_open()?;
        let times = self.table.config.times;
        if !self.may_withdraw().is_empty() {
            let until = self.at.after(times.decision);
            self.emit(
                What::Interrupted { until },
                self.table.book.house.interrupted.clause,
            );
            return Ok(());
        }
        if self.table.until.is_none() {
            return Ok(());
        }
        let book = &self.table.book;
        if matches!(self.table.shoe.cut, CutState::Offered(..)) {
            self.offer_cut();
        } else if self.table.shoe.cut == CutState::Awaited {
            self.await_supervisor();
        } else if self.table.live.is_some() {
            let clause = book.house.interrupted_decided.clause;
            self.emit(
                What::DecisionUntil {
                    until: self.at.after(times.decision),
                },
                clause,
            );
        } else {
            let clause = book.limits.closing.clause;
            self.emit(
                What::WagersUntil {
                    until: self.at.after(times.wagers),
                },
                clause,
            );
        }
        Ok(())
    }

    /// Those who may withdraw from the round: where the book lets them, while nothing in it is
    /// decided.
    fn may_withdraw(&self) -> Vec<PlayerId> {
        let Some(live) = &self.table.live else {
            return Vec::new();
        };
        let may = |player: &PlayerId| self.table.may_withdraw(*player);
        live.players.iter().copied().filter(may).collect()
    }

    pub(crate) fn withdraw_from_round(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.here(player)?;
        let clause = self.table.book.house.interrupted.clause;
        let Some(live) = &self.table.live else {
            return Err(Refusal::new(Reason::NoRoundUnderWay, clause));
        };
        if self.table.interrupted.is_none() {
            return Err(Refusal::new(Reason::NotInterrupted, clause));
        }
        if !live.has_wager_of(player) {
            return Err(Refusal::new(Reason::NothingLaid, clause));
        }
        let no = live.no;
        let place = index(&live.players, player).ok_or(Refusal::plain(Reason::NotAtTable))?;
        self.play(
            |round| round.withdraw(place),
            Some((What::WithdrewFromRound { player }, clause)),
        )?;
        if self.round()?.turn() == Turn::Over {
            self.emit(
                What::RoundVoid {
                    no,
                    why: "every player withdrew".to_owned(),
                },
                clause,
            );
            self.after_round();
        }
        Ok(())
    }

    /// The round goes on when everybody who may withdraw and is here has said not to.
    pub(crate) fn follow_interruption(&mut self) {
        let waits = |player: &PlayerId| {
            self.table
                .person(*player)
                .is_some_and(|person| !person.leaving && !person.ready)
        };
        if self.table.interrupted.is_some() && !self.may_withdraw().iter().any(waits) {
            self.resume();
        }
    }

    pub(crate) fn resume(&mut self) {
        self.emit(What::Resumed, self.table.book.house.interrupted.clause);
    }
}
