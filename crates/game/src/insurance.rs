//! Insurance against a dealer's Pontoon, one's own and, where the book allows it, another's.

use crate::choice::{Asked, Choice, HandRef, Legal};
use crate::event::{Kind, Outcome, Settled, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Bettor, BoxState, Claim, InsuranceState};
use crate::total::is_pontoon;
use cards::Rank;
use rules::{Allowed, AnothersInsurance, BoxNo, Clause, InsuranceStep, Money, Net, half};
use std::collections::BTreeSet;

impl Round {
    /// The amount from which a bettor's options are reckoned.
    pub(crate) fn base(&self, bettor: &Bettor) -> Money {
        bettor.base(self.book().limits.over_base.is)
    }

    fn insurance_step(&self) -> Money {
        match self.book().insurance.step.is {
            InsuranceStep::Any => self.setup.sign.chip,
            InsuranceStep::HalfChip => half(self.setup.sign.chip),
        }
    }

    /// The least and the most insurance on a bettor's wager.
    fn insurance_range(&self, bettor: &Bettor) -> (Money, Money) {
        let step = self.insurance_step();
        let most = half(self.base(bettor)).down_to_multiple_of(step);
        let least = match self.book().limits.add_on_below_minimum.is {
            Allowed::May => step.max(Money::from_cents(1)),
            Allowed::MayNot => self.setup.minimum(bettor.player).up_to_multiple_of(step),
        };
        (least, most)
    }

    fn may_insure_hand(&self, each: &BoxState, bettor: &Bettor) -> Result<(), Refusal> {
        let rules = &self.book().insurance;
        if self.state.upcard().map(|card| card.rank) != Some(Rank::Ace) {
            return Err(Refusal::new(
                Reason::NoInsuranceOffered,
                rules.offered.clause,
            ));
        }
        if rules.with_pontoon.is == Allowed::MayNot && is_pontoon(&each.hands[0].cards) {
            return Err(Refusal::new(
                Reason::NoInsuranceWithPontoon,
                rules.with_pontoon.clause,
            ));
        }
        if bettor.insurance != InsuranceState::NotAnswered {
            return Err(Refusal::new(
                Reason::AlreadyAnswered,
                self.book().limits.unaltered.clause,
            ));
        }
        Ok(())
    }

    /// Those who may still take or decline their own insurance.
    pub(crate) fn insurance_asked(&self) -> Vec<Asked> {
        let mut asked = Vec::new();
        if self.state.upcard().map(|card| card.rank) != Some(Rank::Ace) {
            return asked;
        }
        for each in &self.state.boxes {
            for bettor in each.bettors.iter().filter(|bettor| !bettor.absent) {
                let (least, most) = self.insurance_range(bettor);
                if least <= most && self.may_insure_hand(each, bettor).is_ok() {
                    asked.push(Asked {
                        player: bettor.player,
                        hand: Some(HandRef {
                            box_no: each.no,
                            hand: 0,
                        }),
                    });
                }
            }
        }
        asked
    }

    fn may_insure(&self, player: Player, box_no: BoxNo) -> Result<&Bettor, Refusal> {
        let offered = self.book().insurance.offered.clause;
        let found = self
            .state
            .find_box(box_no)
            .and_then(|each| Some((each, each.bettor(player)?)));
        let (each, bettor) = found.ok_or(Refusal::new(Reason::NoWagerHere, offered))?;
        if self.state.stage != Stage::Insurance {
            // Say first, where it is so, that no insurance was ever to be had.
            let never = self
                .may_insure_hand(each, bettor)
                .err()
                .filter(|refusal| refusal.reason != Reason::AlreadyAnswered);
            if let Some(refusal) = never.filter(|_| self.state.stage > Stage::Insurance) {
                return Err(refusal);
            }
            return Err(Refusal::new(
                Reason::NotNow,
                self.book().insurance.time.clause,
            ));
        }
        self.may_insure_hand(each, bettor)?;
        let (least, most) = self.insurance_range(bettor);
        if bettor.absent {
            return Err(Refusal::new(
                Reason::AlreadyAbsent,
                self.book().draw.absent.clause,
            ));
        }
        if least > most {
            return Err(Refusal::new(
                Reason::InsuranceTooHigh { most },
                self.book().insurance.most_half.clause,
            ));
        }
        Ok(bettor)
    }

    fn check_insurance(
        &self,
        bettor: &Bettor,
        amount: Money,
        most_clause: Clause,
    ) -> Result<(), Refusal> {
        let rules = &self.book().insurance;
        let (least, most) = self.insurance_range(bettor);
        if amount.is_zero() {
            return Err(Refusal::new(Reason::NoAmount, rules.most_half.clause));
        }
        if amount > most {
            return Err(Refusal::new(Reason::InsuranceTooHigh { most }, most_clause));
        }
        if !amount.is_multiple_of(self.insurance_step()) {
            let clause = match rules.step.is {
                InsuranceStep::Any => self.book().limits.chips.clause,
                InsuranceStep::HalfChip => rules.step.clause,
            };
            return Err(Refusal::new(
                Reason::InsuranceStep {
                    step: self.insurance_step(),
                },
                clause,
            ));
        }
        if amount < least {
            let clause = self.book().limits.add_on_below_minimum.clause;
            return Err(Refusal::new(
                Reason::AddOnBelowMinimum { minimum: least },
                clause,
            ));
        }
        Ok(())
    }

    pub(crate) fn insure(
        &mut self,
        player: Player,
        box_no: BoxNo,
        amount: Money,
    ) -> Result<(), Refusal> {
        let bettor = self.may_insure(player, box_no)?;
        self.check_insurance(bettor, amount, self.book().insurance.most_half.clause)?;
        let clause = self.book().insurance.offered.clause;
        self.emit(
            What::InsuranceTaken {
                box_no,
                of: player,
                by: player,
                amount,
            },
            clause,
        );
        Ok(())
    }

    pub(crate) fn decline_insurance(
        &mut self,
        player: Player,
        box_no: BoxNo,
    ) -> Result<(), Refusal> {
        self.may_insure(player, box_no)?;
        self.emit(
            What::InsuranceDeclined { box_no, player },
            self.book().insurance.offered.clause,
        );
        Ok(())
    }

    pub(crate) fn legal_insurance(&self, asked: &Asked) -> Vec<Legal> {
        let player = asked.player;
        let Some(box_no) = asked.hand.map(|hand| hand.box_no) else {
            return Vec::new();
        };
        let Ok(bettor) = self.may_insure(player, box_no) else {
            return Vec::new();
        };
        let (least, amount) = self.insurance_range(bettor);
        let clause = self.book().insurance.offered.clause;
        vec![
            Legal {
                player,
                choice: Choice::Insure { box_no, amount },
                least: Some(least),
                clause,
            },
            Legal {
                player,
                choice: Choice::NoInsurance { box_no },
                least: None,
                clause,
            },
        ]
    }

    // Another's insurance.

    fn declined(&self) -> impl Iterator<Item = (&BoxState, &Bettor)> {
        let all = self
            .state
            .boxes
            .iter()
            .flat_map(|each| each.bettors.iter().map(move |bettor| (each, bettor)));
        all.filter(|(each, bettor)| self.is_declined(each, bettor))
    }

    /// Whether a bettor leaves the insurance to others: by declining it, or by not being there.
    fn is_declined(&self, each: &BoxState, bettor: &Bettor) -> bool {
        let (least, most) = self.insurance_range(bettor);
        let absent = bettor.absent && least <= most && self.may_insure_hand(each, bettor).is_ok();
        bettor.insurance == InsuranceState::Declined || absent
    }

    /// Those at the table who may still ask for insurance that another declined.
    pub(crate) fn claimants_asked(&self) -> Vec<Asked> {
        match self.book().insurance.anothers.is {
            AnothersInsurance::MayNot => Vec::new(),
            AnothersInsurance::ByPreference => {
                let asked = self
                    .setup
                    .players()
                    .filter(|player| !self.state.claims_ended.contains(player));
                let asked = asked
                    .filter(|&player| self.declined().any(|(_, bettor)| bettor.player != player));
                asked.map(|player| Asked { player, hand: None }).collect()
            }
        }
    }

    fn may_claim(&self, by: Player, box_no: BoxNo, of: Player) -> Result<&Bettor, Refusal> {
        let rule = &self.book().insurance.anothers;
        if rule.is == AnothersInsurance::MayNot {
            return Err(Refusal::new(Reason::OthersInsuranceBarred, rule.clause));
        }
        if self.state.stage != Stage::AnothersInsurance {
            return Err(Refusal::new(Reason::NotNow, rule.clause));
        }
        if by == of {
            return Err(Refusal::new(Reason::OwnInsurance, rule.clause));
        }
        if self.state.claims_ended.contains(&by) {
            return Err(Refusal::new(Reason::AlreadyAnswered, rule.clause));
        }
        let claimed = |claim: &Claim| claim.by == by && claim.of == of && claim.box_no == box_no;
        if self.state.claims.iter().any(claimed) {
            return Err(Refusal::new(Reason::AlreadyClaimed, rule.clause));
        }
        let found = self
            .state
            .find_box(box_no)
            .and_then(|each| Some((each, each.bettor(of)?)));
        let declined = found
            .filter(|(each, bettor)| self.is_declined(each, bettor))
            .map(|(_, bettor)| bettor);
        declined.ok_or(Refusal::new(Reason::InsuranceNotDeclined, rule.clause))
    }

    pub(crate) fn claim_insurance(
        &mut self,
        by: Player,
        box_no: BoxNo,
        of: Player,
        amount: Money,
    ) -> Result<(), Refusal> {
        let bettor = self.may_claim(by, box_no, of)?;
        self.check_insurance(bettor, amount, self.book().insurance.anothers.clause)?;
        self.emit(
            What::InsuranceClaimed {
                box_no,
                of,
                by,
                amount,
            },
            self.book().insurance.anothers.clause,
        );
        Ok(())
    }

    pub(crate) fn end_claims(&mut self, player: Player) -> Result<(), Refusal> {
        let clause = self.book().insurance.anothers.clause;
        if !self
            .claimants_asked()
            .iter()
            .any(|asked| asked.player == player)
            || self.state.stage != Stage::AnothersInsurance
        {
            return Err(Refusal::new(Reason::NotNow, clause));
        }
        self.emit(What::ClaimsEnded { player }, clause);
        Ok(())
    }

    pub(crate) fn legal_claims(&self, player: Player) -> Vec<Legal> {
        let clause = self.book().insurance.anothers.clause;
        let options = self
            .declined()
            .filter(|(each, bettor)| self.may_claim(player, each.no, bettor.player).is_ok());
        let claims = options.map(|(each, bettor)| {
            let (least, amount) = self.insurance_range(bettor);
            let choice = Choice::TakeInsurance {
                box_no: each.no,
                of: bettor.player,
                amount,
            };
            Legal {
                player,
                choice,
                least: Some(least),
                clause,
            }
        });
        claims
            .chain([Legal {
                player,
                choice: Choice::NoMoreInsurance,
                least: None,
                clause,
            }])
            .collect()
    }

    /// Gives each declined insurance to the one with the best claim.
    pub(crate) fn grant_claims(&mut self) {
        let clause = self.book().insurance.preference.clause;
        let options: Vec<(BoxNo, Player)> = self
            .declined()
            .map(|(each, bettor)| (each.no, bettor.player))
            .collect();
        for (box_no, of) in options {
            let claims = self
                .state
                .claims
                .iter()
                .filter(|claim| claim.box_no == box_no && claim.of == of);
            let claims: Vec<Claim> = claims.copied().collect();
            let winner = self.best_claim(box_no, &claims);
            for claim in claims {
                if Some(claim.by) == winner {
                    self.emit(
                        What::InsuranceTaken {
                            box_no,
                            of,
                            by: claim.by,
                            amount: claim.amount,
                        },
                        clause,
                    );
                } else {
                    self.emit(
                        What::ClaimRefused {
                            box_no,
                            of,
                            by: claim.by,
                        },
                        clause,
                    );
                }
            }
        }
    }

    /// Singapore 3.26.4: the box's own bettors from front to back; then the nearest wager, on one
    /// box from front to back; between boxes equally near the smaller total of insurance elsewhere;
    /// equal claims leave it to nobody. Those without a wager come last, in the order of asking,
    /// and only where no one else wants it.
    fn best_claim(&self, box_no: BoxNo, claims: &[Claim]) -> Option<Player> {
        let each = self.state.box_at(box_no);
        let on_box = claims
            .iter()
            .filter_map(|claim| Some((each.place(claim.by)?, claim.by)))
            .min();
        if let Some((_, player)) = on_box {
            return Some(player);
        }
        let nearest = claims
            .iter()
            .filter_map(|claim| self.distance(claim.by, box_no));
        let Some(distance) = nearest.min() else {
            return claims.first().map(|claim| claim.by);
        };
        // Of each box equally near, its front claimant; between boxes, the smaller total of
        // insurance elsewhere.
        let near = self
            .state
            .boxes
            .iter()
            .filter(|each| each.no.distance(box_no) == distance);
        let fronts: BTreeSet<Player> = near
            .filter_map(|each| {
                claims
                    .iter()
                    .filter_map(|claim| Some((each.place(claim.by)?, claim.by)))
                    .min()
            })
            .map(|(_, player)| player)
            .collect();
        let mut totals: Vec<(Money, Player)> = fronts
            .iter()
            .map(|&player| (self.insurance_elsewhere(player), player))
            .collect();
        totals.sort_unstable();
        match totals.as_slice() {
            [(_, player)] => Some(*player),
            [(least, player), (next, _), ..] if least < next => Some(*player),
            _ => None,
        }
    }

    /// A player's insurance on boxes that they do not control.
    fn insurance_elsewhere(&self, player: Player) -> Money {
        let boxes = self
            .state
            .boxes
            .iter()
            .filter(|each| each.controller != Some(player));
        let taken = boxes
            .flat_map(|each| &each.bettors)
            .map(|bettor| match bettor.insurance {
                InsuranceState::Taken { by, amount } if by == player => amount,
                InsuranceState::Taken { .. }
                | InsuranceState::NotAnswered
                | InsuranceState::Declined
                | InsuranceState::Settled => Money::ZERO,
            });
        taken.sum()
    }

    // Settlement.

    pub(crate) fn open_insurance(&self) -> Vec<(BoxNo, Player, Money)> {
        let mut open = Vec::new();
        for each in &self.state.boxes {
            for bettor in &each.bettors {
                if let InsuranceState::Taken { by, amount } = bettor.insurance {
                    open.push((each.no, by, amount));
                }
            }
        }
        open
    }

    pub(crate) fn insurance_is_lost(&self) -> bool {
        self.state.dealer.len() == 2
            && !is_pontoon(&self.state.dealer)
            && !self.open_insurance().is_empty()
    }

    pub(crate) fn lose_insurance(&mut self) {
        let clause = self.book().insurance.lost.clause;
        for (box_no, player, stake) in self.open_insurance() {
            self.settle_insurance(
                box_no,
                player,
                stake,
                Outcome::Lost,
                Net::lost(stake),
                clause,
            );
        }
    }

    pub(crate) fn pay_insurance(&mut self) {
        let pays = self.book().insurance.pays;
        for (box_no, player, stake) in self.open_insurance() {
            let net = Net::won(self.payable().pay(stake, pays.is));
            self.settle_insurance(box_no, player, stake, Outcome::Won, net, pays.clause);
        }
    }

    fn settle_insurance(
        &mut self,
        box_no: BoxNo,
        player: Player,
        stake: Money,
        outcome: Outcome,
        net: Net,
        clause: Clause,
    ) {
        let odds = (outcome == Outcome::Won).then_some(self.book().insurance.pays.is);
        let settled = Settled {
            box_no,
            hand: None,
            player,
            kind: Kind::Insurance,
            outcome,
            odds,
            stake,
            net,
        };
        self.emit(What::Settled(settled), clause);
    }
}
