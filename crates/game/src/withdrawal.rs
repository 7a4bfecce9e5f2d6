//! Withdrawing from a round that a failure interrupted. Whether one did is not known here.

use crate::choice::HandRef;
use crate::event::{Ending, Kind, Outcome, Settled, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Bettor, BoxState, Claim, Hand, InsuranceState, Play};
use crate::total::is_pontoon;
use rules::{BoxNo, Clause, Interrupted, Money, Net};

impl Round {
    /// Whether a player may withdraw from the round.
    ///
    /// # Errors
    ///
    /// When the book does not let players, the round is not under way, something in it is decided
    /// already, or nothing of the player's is open in it.
    pub fn may_withdraw(&self, player: Player) -> Result<(), Refusal> {
        let house = &self.book().house;
        let clause = house.interrupted.clause;
        if house.interrupted.is == Interrupted::GoesOn {
            return Err(Refusal::new(Reason::NoWithdrawing, clause));
        }
        if self.state.stage == Stage::Wagering {
            return Err(Refusal::new(Reason::NotNow, clause));
        }
        if self.state.stage == Stage::Over {
            return Err(Refusal::new(Reason::RoundOver, clause));
        }
        if self.is_decided() {
            return Err(Refusal::new(
                Reason::AlreadyDecided,
                house.interrupted_decided.clause,
            ));
        }
        if self.open_wagers(|owner| owner == player).is_empty() {
            return Err(Refusal::new(Reason::NothingToWithdraw, clause));
        }
        Ok(())
    }

    /// Gives a player all wagers back; control passes as if the player were absent, and a hand
    /// without a wager gets no more cards.
    pub(crate) fn withdraw_all(&mut self, player: Player) -> Result<(), Refusal> {
        self.may_withdraw(player)?;
        let clause = self.book().house.interrupted.clause;
        let back = self.open_wagers(|owner| owner == player);
        let controlled: Vec<BoxNo> = self
            .state
            .boxes
            .iter()
            .filter(|each| each.controller == Some(player))
            .map(|each| each.no)
            .collect();
        self.refuse_claims(player, clause);
        self.emit(What::Withdrawn { player }, clause);
        for settled in back {
            self.emit(What::Settled(settled), clause);
        }
        for box_no in controlled {
            self.pass_control(box_no);
        }
        self.return_stranded_sides();
        self.end_empty_hands();
        if self.open_wagers(|_| true).is_empty() {
            self.emit(What::Began(Stage::Over), clause);
        }
        Ok(())
    }

    /// Whether any wager is won or lost for certain, paid or not: Pontoons and side wagers are once
    /// their box has two cards.
    fn is_decided(&self) -> bool {
        let shown = |each: &BoxState| {
            let first = each.hands.first().filter(|hand| hand.cards.len() >= 2);
            first.is_some_and(|hand| {
                is_pontoon(&hand.cards) || each.sides.iter().any(|wager| wager.open)
            })
        };
        self.settled()
            .any(|(settled, _)| settled.outcome != Outcome::Returned)
            || self.state.boxes.iter().any(shown)
    }

    /// Every open wager of those who fit, as it is when it goes back.
    fn open_wagers(&self, fits: impl Fn(Player) -> bool) -> Vec<Settled> {
        let mut open = Vec::new();
        for each in &self.state.boxes {
            let back = |hand: Option<u8>, player: Player, kind: Kind, stake: Money| Settled {
                box_no: each.no,
                hand,
                player,
                kind,
                outcome: Outcome::Returned,
                odds: None,
                stake,
                net: Net::ZERO,
            };
            for (place, bettor) in each.bettors.iter().enumerate() {
                if each.hands.is_empty() {
                    open.push(back(None, bettor.player, Kind::Wager, bettor.counted));
                }
                for (number, hand) in (0_u8..).zip(&each.hands) {
                    let stake = hand.stakes[place];
                    let on_hand = |kind, amount| back(Some(number), bettor.player, kind, amount);
                    open.extend(stake.wager_open.then(|| on_hand(Kind::Wager, stake.wager)));
                    open.extend(
                        stake
                            .double_open
                            .then(|| on_hand(Kind::Double, stake.double)),
                    );
                    // What was put up for a split that has not been made yet.
                    open.extend(
                        stake
                            .matched
                            .then(|| on_hand(Kind::Wager, self.base(bettor))),
                    );
                }
                if let InsuranceState::Taken { by, amount } = bettor.insurance {
                    open.push(back(None, by, Kind::Insurance, amount));
                }
            }
            let sides = each.sides.iter().filter(|wager| wager.open);
            open.extend(
                sides.map(|wager| back(None, wager.player, Kind::Side(wager.side), wager.amount)),
            );
        }
        open.retain(|settled| fits(settled.player));
        open
    }

    /// Claims on another's insurance that wait for an answer go, those of the player and those on
    /// the player's own.
    fn refuse_claims(&mut self, player: Player, clause: Clause) {
        let waits = self.state.stage == Stage::AnothersInsurance;
        let gone = self
            .state
            .claims
            .iter()
            .filter(|claim| waits && (claim.by == player || claim.of == player));
        let gone: Vec<Claim> = gone.copied().collect();
        for claim in gone {
            self.emit(
                What::ClaimRefused {
                    box_no: claim.box_no,
                    of: claim.of,
                    by: claim.by,
                },
                clause,
            );
        }
    }

    /// Side wagers on a box that has no wager any more are returned.
    fn return_stranded_sides(&mut self) {
        let clause = self.book().pairs.box_needed.clause;
        let stranded = |settled: &Settled| {
            let each = self.state.box_at(settled.box_no);
            matches!(settled.kind, Kind::Side(_)) && !each.bettors.iter().any(Bettor::has_wager)
        };
        let back: Vec<Settled> = self
            .open_wagers(|_| true)
            .into_iter()
            .filter(stranded)
            .collect();
        for settled in back {
            self.emit(What::Settled(settled), clause);
        }
    }

    /// A hand on which no wager is left gets no more cards.
    pub(crate) fn end_empty_hands(&mut self) {
        let clause = self.book().house.interrupted.clause;
        let empty = |hand: &Hand| {
            hand.stakes
                .iter()
                .all(|stake| !stake.wager_open && !stake.double_open)
        };
        let open = self
            .state
            .hands()
            .filter(|(_, _, hand)| !matches!(hand.play, Play::Done(_)) && empty(hand));
        let open: Vec<HandRef> = open.map(|(at, ..)| at).collect();
        for hand in open {
            self.emit(
                What::HandEnded {
                    hand,
                    how: Ending::Withdrawn,
                },
                clause,
            );
        }
    }
}
