//! The Pontoon Pandemonium wager: who presses the button, and what the meter pays.

use crate::choice::{Asked, Choice, HandRef, Legal, Side};
use crate::event::{Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{BoxState, SideState};
use crate::total::is_pontoon;
use rules::{BoxNo, Money};

impl Round {
    fn open_pandemonium(each: &BoxState) -> impl Iterator<Item = &SideState> {
        each.sides
            .iter()
            .filter(|wager| wager.side == Side::Pandemonium && wager.open)
    }

    pub(crate) fn has_pandemonium(&self) -> bool {
        self.state
            .boxes
            .iter()
            .any(|each| Self::open_pandemonium(each).next().is_some())
    }

    fn has_winning_wager(&self, player: Player) -> bool {
        let won = self.state.boxes.iter().filter(|each| made_pontoon(each));
        won.flat_map(|each| &each.sides)
            .any(|wager| wager.side == Side::Pandemonium && wager.player == player)
    }

    /// Whose winning wager is next: from the dealer's right, on one box nearest the dealer first.
    pub(crate) fn press_due(&self) -> Option<Asked> {
        let won = self
            .state
            .boxes
            .iter()
            .rev()
            .filter(|each| made_pontoon(each));
        let next = |each: &BoxState| {
            let place = |wager: &&SideState| each.place(wager.player).unwrap_or(usize::MAX);
            Self::open_pandemonium(each)
                .min_by_key(place)
                .map(|wager| wager.player)
        };
        won.filter_map(|each| {
            next(each).map(|player| Asked {
                player,
                hand: Some(HandRef {
                    box_no: each.no,
                    hand: 0,
                }),
            })
        })
        .next()
    }

    fn may_press(&self, player: Player, box_no: BoxNo, by: Player) -> Result<(), Refusal> {
        let rules = &self.book().pandemonium;
        let due = self
            .press_due()
            .filter(|_| self.state.stage == Stage::Jackpot && self.state.pressed.is_none());
        let due = due.filter(|asked| {
            asked.player == player && asked.hand.is_some_and(|hand| hand.box_no == box_no)
        });
        if due.is_none() {
            return Err(Refusal::new(Reason::NoPressDue, rules.order.clause));
        }
        if by != player && by.index() >= self.setup.patrons.len() {
            return Err(Refusal::new(Reason::NomineeUnknown, rules.nominee.clause));
        }
        if by != player && self.has_winning_wager(by) {
            return Err(Refusal::new(
                Reason::NomineeHasWinningWager,
                rules.nominee.clause,
            ));
        }
        Ok(())
    }

    pub(crate) fn press(
        &mut self,
        player: Player,
        box_no: BoxNo,
        by: Player,
    ) -> Result<(), Refusal> {
        self.may_press(player, box_no, by)?;
        let rules = &self.book().pandemonium;
        let clause = if by == player {
            rules.order.clause
        } else {
            rules.nominee.clause
        };
        self.emit(What::Pressed { box_no, player, by }, clause);
        Ok(())
    }

    pub(crate) fn legal_presses(&self, asked: &Asked) -> Vec<Legal> {
        let player = asked.player;
        let Some(box_no) = asked.hand.map(|hand| hand.box_no) else {
            return Vec::new();
        };
        let rules = &self.book().pandemonium;
        let own = Legal {
            player,
            choice: Choice::Press { box_no },
            least: None,
            clause: rules.order.clause,
        };
        let others = self
            .setup
            .players()
            .filter(|&by| by != player && self.may_press(player, box_no, by).is_ok());
        let nominations = others.map(|nominee| Legal {
            player,
            choice: Choice::Nominate { box_no, nominee },
            least: None,
            clause: rules.nominee.clause,
        });
        std::iter::once(own).chain(nominations).collect()
    }

    pub(crate) fn show_multiplier(&mut self, multiplier: u16) -> Result<(), Refusal> {
        let rule = &self.book().pandemonium.multipliers;
        let clause = rule.clause;
        let odds = rule.is.odds(multiplier).ok_or(Refusal::new(
            Reason::NoSuchMultiplier { multiplier },
            clause,
        ))?;
        let (box_no, player) = self
            .state
            .pressed
            .expect("a multiplier is due after a press");
        let stake = self
            .state
            .box_at(box_no)
            .side(player, Side::Pandemonium)
            .map_or(Money::ZERO, |wager| wager.amount);
        self.emit(What::MultiplierShown { multiplier }, clause);
        self.settle_side(box_no, player, Side::Pandemonium, stake, Some(odds), clause);
        Ok(())
    }

    /// Takes the wagers on boxes that made no Pontoon.
    pub(crate) fn lose_pandemonium(&mut self) {
        let clause = self.book().pandemonium.lost.clause;
        let open = self.state.boxes.iter().flat_map(|each| {
            Self::open_pandemonium(each).map(|wager| (each.no, wager.player, wager.amount))
        });
        let open: Vec<(BoxNo, Player, Money)> = open.collect();
        for (box_no, player, stake) in open {
            self.settle_side(box_no, player, Side::Pandemonium, stake, None, clause);
        }
    }
}

/// Whether the first two cards of a box are Pontoon.
fn made_pontoon(each: &BoxState) -> bool {
    each.is_unsplit() && is_pontoon(&each.hands[0].cards)
}
