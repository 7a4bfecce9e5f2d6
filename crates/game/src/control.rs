//! Who controls a box: at the start, after a surrender, and when the controlling player is absent.

use crate::choice::{Choice, Legal};
use crate::event::{Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Bettor, BoxState};
use rules::{AbsentControl, BoxNo, Clause, ControlDeclined, ControllersWager, Unseated};

impl Round {
    fn may_decline_control(&self, player: Player, box_no: BoxNo) -> Result<Clause, Refusal> {
        self.wagers_open()?;
        let rule = &self.book().boxes.declined;
        if rule.is == ControlDeclined::NotProvided {
            return Err(Refusal::new(Reason::ControlCannotBeDeclined, rule.clause));
        }
        match self
            .state
            .find_box(box_no)
            .and_then(|each| each.bettor(player))
        {
            None => Err(Refusal::new(Reason::NoWagerHere, rule.clause)),
            Some(bettor) if bettor.seated => Err(Refusal::new(
                Reason::ControlCannotBeDeclined,
                self.book().boxes.seated.clause,
            )),
            Some(bettor) if bettor.declined_control => {
                Err(Refusal::new(Reason::AlreadyAnswered, rule.clause))
            }
            Some(_) => Ok(rule.clause),
        }
    }

    pub(crate) fn decline_control(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let clause = self.may_decline_control(player, box_no)?;
        self.emit(What::ControlDeclined { box_no, player }, clause);
        Ok(())
    }

    pub(crate) fn legal_decline_control(&self, player: Player, box_no: BoxNo) -> Option<Legal> {
        let clause = self.may_decline_control(player, box_no).ok()?;
        Some(Legal {
            player,
            choice: Choice::DeclineControl { box_no },
            least: None,
            clause,
        })
    }

    /// Gives each box its controlling player at the close of wagers.
    pub(crate) fn give_control(&mut self, box_no: BoxNo) {
        let each = self.state.box_at(box_no);
        if each.bettors.is_empty() {
            return;
        }
        // Adelaide 78: when the one entitled declines, control is offered from the dealer outwards.
        let entitled = self.in_order_of_control(each).next();
        let chosen = match entitled {
            Some((bettor, clause)) if !bettor.declined_control => Some((bettor.player, clause)),
            Some(_) | None => {
                let willing = each.bettors.iter().find(|bettor| !bettor.declined_control);
                willing.map(|bettor| (bettor.player, self.book().boxes.declined.clause))
            }
        };
        match chosen {
            Some((player, clause)) => {
                self.emit(What::ControlGiven { box_no, player }, clause);
                self.move_controllers_wager(box_no, player);
            }
            None => self.void_box(box_no),
        }
    }

    /// The bettors in the order in which the book gives them control, each with the clause.
    fn in_order_of_control<'a>(
        &self,
        each: &'a BoxState,
    ) -> impl Iterator<Item = (&'a Bettor, Clause)> {
        let boxes = &self.book().boxes;
        let highest = each.bettors.iter().map(|bettor| bettor.laid).max();
        let mut order: Vec<(&Bettor, Clause)> = each
            .bettors
            .iter()
            .map(|bettor| {
                let shared = each
                    .bettors
                    .iter()
                    .filter(|other| Some(other.laid) == highest)
                    .count()
                    > 1;
                let clause = match (bettor.seated, boxes.unseated.is) {
                    (true, _) => boxes.seated.clause,
                    (false, Unseated::Highest) if shared => boxes.tie.clause,
                    (false, Unseated::Highest | Unseated::Nearest) => boxes.unseated.clause,
                };
                (bettor, clause)
            })
            .collect();
        match boxes.unseated.is {
            // The sort keeps the order from the dealer outwards between equals.
            Unseated::Highest => {
                order.sort_by_key(|(bettor, _)| (!bettor.seated, std::cmp::Reverse(bettor.laid)))
            }
            Unseated::Nearest => order.sort_by_key(|(bettor, _)| !bettor.seated),
        }
        order.into_iter()
    }

    fn move_controllers_wager(&mut self, box_no: BoxNo, player: Player) {
        let rule = self.book().boxes.controllers_wager;
        if rule.is == ControllersWager::Nearest
            && self.state.box_at(box_no).place(player) != Some(0)
        {
            self.emit(What::WagerMoved { box_no, player }, rule.clause);
        }
    }

    /// Nobody takes control: every wager on the box is void.
    fn void_box(&mut self, box_no: BoxNo) {
        let clause = self.book().boxes.declined.clause;
        let players: Vec<Player> = self
            .state
            .box_at(box_no)
            .bettors
            .iter()
            .map(|bettor| bettor.player)
            .collect();
        for player in players {
            self.return_wager(box_no, player, clause);
        }
    }

    /// Notes that a bettor is absent and passes control on as the book says.
    pub(crate) fn absent(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let rule = self.book().draw.absent;
        if self.state.stage == Stage::Wagering {
            return Err(Refusal::new(Reason::NotNow, rule.clause));
        }
        if self.state.stage == Stage::Over {
            return Err(Refusal::new(Reason::RoundOver, rule.clause));
        }
        let bettor = self
            .state
            .find_box(box_no)
            .and_then(|each| each.bettor(player));
        match bettor {
            None => return Err(Refusal::new(Reason::NoWagerHere, rule.clause)),
            Some(bettor) if bettor.absent => {
                return Err(Refusal::new(Reason::AlreadyAbsent, rule.clause));
            }
            Some(_) => {}
        }
        let controlled = self.state.box_at(box_no).controller == Some(player);
        self.emit(What::Absent { box_no, player }, rule.clause);
        if controlled {
            self.pass_control(box_no);
        }
        Ok(())
    }

    /// Gives the control of a box to whom the book names when its controlling player is not there.
    pub(crate) fn pass_control(&mut self, box_no: BoxNo) {
        let clause = self.book().draw.absent_control.clause;
        if let Some(player) = self.control_after_absence(box_no) {
            self.emit(What::ControlGiven { box_no, player }, clause);
        }
    }

    fn control_after_absence(&self, box_no: BoxNo) -> Option<Player> {
        let each = self.state.box_at(box_no);
        let plays = |bettor: &Bettor| {
            let place = each.place(bettor.player);
            let live = |place: usize| each.hands.iter().any(|hand| hand.stakes[place].is_live());
            !bettor.absent && (each.hands.is_empty() || place.is_some_and(live))
        };
        match self.book().draw.absent_control.is {
            AbsentControl::Nobody => None,
            AbsentControl::NextInOrder => self
                .in_order_of_control(each)
                .map(|(bettor, _)| bettor)
                .find(|bettor| plays(bettor)),
            AbsentControl::Nearest => each.bettors.iter().find(|bettor| plays(bettor)),
        }
        .map(|bettor| bettor.player)
    }
}
