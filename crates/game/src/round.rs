//! The round: its loop, and the order of its stages.

use crate::choice::{Asked, Choice, Draw, Legal, Need, Question, Turn};
use crate::event::{Event, Settled, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::setup::{Setup, SetupFault};
use crate::state::State;
use cards::Composition;
use rules::{BoxNo, Clause, Money, Net, RuleBook};
use std::sync::Arc;

/// One round of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub(crate) setup: Arc<Setup>,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
}

/// The stages after wagering, in their order.
const STAGES: [Stage; 13] = [
    Stage::Burning,
    Stage::InitialDeal,
    Stage::SideSettlement,
    Stage::Insurance,
    Stage::AnothersInsurance,
    Stage::InterimSettlement,
    Stage::Jackpot,
    Stage::Surrender,
    Stage::SubsequentDeal,
    Stage::Forfeits,
    Stage::DealersHand,
    Stage::FinalSettlement,
    Stage::Over,
];

impl Round {
    /// Opens a round: wagers may be placed.
    ///
    /// # Errors
    ///
    /// When the table is not set up as the book demands.
    pub fn open(setup: impl Into<Arc<Setup>>) -> Result<Self, SetupFault> {
        let setup = setup.into();
        setup.check()?;
        let state = State::new(&setup);
        Ok(Self {
            setup,
            state,
            events: Vec::with_capacity(32),
        })
    }

    /// The round that these events have come to.
    ///
    /// # Errors
    ///
    /// When the table is not set up as the book demands.
    pub fn replay(setup: impl Into<Arc<Setup>>, events: Vec<Event>) -> Result<Self, SetupFault> {
        let mut round = Self::open(setup)?;
        for event in &events {
            round.state.evolve(&round.setup, &event.what);
        }
        round.events = events;
        Ok(round)
    }

    /// Takes in one event that was decided before, as [`Round::replay`] does with all of them.
    ///
    /// Only events that this very round brought forth fit: anything else may panic.
    pub fn happen(&mut self, event: Event) {
        self.emit(event.what, event.clause);
    }

    /// The table this round is played at.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The book this round is played by.
    pub fn book(&self) -> &RuleBook {
        &self.setup.book
    }

    /// The stage the round is in.
    pub fn stage(&self) -> Stage {
        self.state.stage
    }

    /// Everything that has happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What became of each wager, so far, with the clause.
    pub fn settled(&self) -> impl Iterator<Item = (&Settled, Clause)> {
        self.events.iter().filter_map(|event| {
            if let What::Settled(settled) = &event.what {
                Some((settled, event.clause))
            } else {
                None
            }
        })
    }

    /// What a player has won or lost, so far.
    pub fn net(&self, player: Player) -> Net {
        self.settled()
            .filter(|(settled, _)| settled.player == player)
            .map(|(settled, _)| settled.net)
            .sum()
    }

    /// The first box with a hand that is not complete.
    pub fn next_box(&self) -> Option<BoxNo> {
        self.state.current().map(|hand| hand.box_no)
    }

    /// Who controls a box, where somebody does.
    pub fn controller(&self, box_no: BoxNo) -> Option<Player> {
        self.state.find_box(box_no)?.controller
    }

    /// What a bettor puts up for one more hand of a box: the wager, as far as it is in play.
    pub fn split_amount(&self, box_no: BoxNo, player: Player) -> Option<Money> {
        let bettor = self.state.find_box(box_no)?.bettor(player)?;
        Some(bettor.base(self.book().limits.over_base.is))
    }

    /// The cards that nobody has seen yet.
    pub fn unseen(&self) -> &Composition {
        &self.state.unseen
    }

    /// The cards known to lie in the discard rack.
    pub fn rack(&self) -> &Composition {
        &self.state.rack
    }

    /// The cards that lie on the layout.
    pub fn layout(&self) -> Composition {
        let hands = self
            .state
            .hands()
            .filter(|(_, _, hand)| !hand.collected)
            .flat_map(|(_, _, hand)| &hand.cards);
        let dealer = self
            .state
            .dealer
            .iter()
            .filter(|_| self.state.stage != Stage::Over);
        hands.chain(dealer).copied().collect()
    }

    /// Who or what must act.
    pub fn turn(&self) -> Turn {
        match self.state.stage {
            Stage::Wagering => Turn::Wagers,
            Stage::Burning => Turn::Deal(Need::Burn),
            Stage::InitialDeal => {
                let to = self
                    .initial_target()
                    .expect("the stage lasts while a card is due");
                Turn::Deal(self.card_to(to))
            }
            Stage::Insurance => Turn::Answer(Question::Insurance, self.insurance_asked()),
            Stage::AnothersInsurance => {
                Turn::Answer(Question::AnothersInsurance, self.claimants_asked())
            }
            Stage::Jackpot => match (self.state.pressed, self.press_due()) {
                (None, Some(asked)) => Turn::Answer(Question::Press, vec![asked]),
                (Some(_), _) | (None, None) => Turn::Deal(Need::Multiplier),
            },
            Stage::Surrender => Turn::Answer(Question::Surrender, self.surrender_asked()),
            Stage::SubsequentDeal => self.hand_turn(),
            Stage::Forfeits => Turn::Answer(Question::Forfeit, self.late_forfeits_asked()),
            Stage::DealersHand => Turn::Deal(self.card_to(crate::choice::To::Dealer)),
            Stage::SideSettlement
            | Stage::InterimSettlement
            | Stage::FinalSettlement
            | Stage::Over => Turn::Over,
        }
    }

    /// What may be chosen now: by the order of boxes and bettors, and for each in the order of
    /// [`Choice`].
    pub fn legal(&self) -> Vec<Legal> {
        match self.turn() {
            Turn::Wagers => self.legal_wagers(),
            Turn::Over => Vec::new(),
            Turn::Deal(_) => self.legal_early_forfeits(),
            Turn::Decide(at, player) => {
                let mut legal = self.legal_decisions(at, player);
                legal.extend(self.legal_early_forfeits());
                legal
            }
            Turn::Answer(question, asked) => {
                let mut legal: Vec<Legal> = asked
                    .iter()
                    .flat_map(|asked| self.legal_answers(question, asked))
                    .collect();
                legal.extend(self.legal_early_forfeits());
                legal
            }
        }
    }

    fn legal_answers(&self, question: Question, asked: &Asked) -> Vec<Legal> {
        match question {
            Question::Insurance => self.legal_insurance(asked),
            Question::AnothersInsurance => self.legal_claims(asked.player),
            Question::Press => self.legal_presses(asked),
            Question::Surrender => self.legal_surrender(asked),
            Question::Double => self.legal_co_double(asked),
            Question::Split => self.legal_co_split(asked),
            Question::Forfeit => self.legal_forfeit(asked),
        }
    }

    /// Somebody chooses.
    ///
    /// # Errors
    ///
    /// When the book does not allow it now; the round is then as it was.
    pub fn choose(&mut self, player: Player, choice: Choice) -> Result<(), Refusal> {
        if player.index() >= self.setup.patrons.len() {
            return Err(Refusal::new(Reason::NotYourTurn, Clause::SILENT));
        }
        match choice {
            Choice::Wager {
                box_no,
                amount,
                seated,
            } => self.wager(player, box_no, amount, seated)?,
            Choice::SideWager {
                box_no,
                side,
                amount,
            } => self.side_wager(player, box_no, side, amount)?,
            Choice::DeclineControl { box_no } => self.decline_control(player, box_no)?,
            Choice::Insure { box_no, amount } => self.insure(player, box_no, amount)?,
            Choice::NoInsurance { box_no } => self.decline_insurance(player, box_no)?,
            Choice::TakeInsurance { box_no, of, amount } => {
                self.claim_insurance(player, box_no, of, amount)?
            }
            Choice::NoMoreInsurance => self.end_claims(player)?,
            Choice::Press { box_no } => self.press(player, box_no, player)?,
            Choice::Nominate { nominee, .. } if nominee == player => {
                return Err(Refusal::new(
                    Reason::NomineeUnknown,
                    self.book().pandemonium.nominee.clause,
                ));
            }
            Choice::Nominate { box_no, nominee } => self.press(player, box_no, nominee)?,
            Choice::Surrender { box_no } => self.surrender(player, box_no)?,
            Choice::NoSurrender { box_no } => self.decline_surrender(player, box_no)?,
            Choice::Stand { hand } => self.stand(player, hand)?,
            Choice::Draw { hand } => self.draw(player, hand)?,
            Choice::Double { hand, amount } => self.double(player, hand, amount)?,
            Choice::NoDouble { hand } => self.decline_double(player, hand)?,
            Choice::Split { hand } => self.split(player, hand)?,
            Choice::StayOnFirst { hand } => self.stay_on_first(player, hand)?,
            Choice::Forfeit { hand } => self.forfeit(player, hand)?,
            Choice::NoForfeit { hand } => self.decline_forfeit(player, hand)?,
        }
        self.advance();
        Ok(())
    }

    /// The dealer closes wagers.
    ///
    /// # Errors
    ///
    /// When they are closed already or nobody has wagered.
    pub fn close_wagers(&mut self) -> Result<(), Refusal> {
        self.close()?;
        self.advance();
        Ok(())
    }

    /// A bettor is found absent from a box: the book says who plays the hand, and how.
    ///
    /// # Errors
    ///
    /// When the player has no wager there, is absent already, or the round is not under way.
    pub fn declare_absent(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        self.absent(player, box_no)?;
        self.advance();
        Ok(())
    }

    /// A player takes all wagers out of a round that a failure interrupted.
    ///
    /// # Errors
    ///
    /// As [`Round::may_withdraw`] says.
    pub fn withdraw(&mut self, player: Player) -> Result<(), Refusal> {
        self.withdraw_all(player)?;
        self.advance();
        Ok(())
    }

    /// Chance answers.
    ///
    /// # Errors
    ///
    /// When something else is due, or the shoe cannot hold it; the round is then as it was.
    pub fn deal(&mut self, draw: Draw) -> Result<(), Refusal> {
        self.draw_from_shoe(draw)?;
        self.advance();
        Ok(())
    }

    pub(crate) fn emit(&mut self, what: What, clause: Clause) {
        self.state.evolve(&self.setup, &what);
        self.events.push(Event { what, clause });
    }

    /// Lets happen whatever needs nobody's choice and no card.
    fn advance(&mut self) {
        while self.step() {}
        self.return_full_rack();
    }

    fn step(&mut self) -> bool {
        let waits = match self.state.stage {
            Stage::Wagering | Stage::Over => return false,
            Stage::Burning => self.state.to_burn > 0,
            Stage::InitialDeal => self.initial_target().is_some(),
            Stage::SideSettlement => {
                self.settle_pairs();
                false
            }
            Stage::Insurance => !self.insurance_asked().is_empty(),
            Stage::AnothersInsurance => !self.claimants_asked().is_empty(),
            Stage::InterimSettlement => {
                self.pay_pontoons();
                false
            }
            Stage::Jackpot => self.state.pressed.is_some() || self.press_due().is_some(),
            Stage::Surrender => !self.surrender_asked().is_empty(),
            Stage::SubsequentDeal => return self.step_hand(),
            Stage::Forfeits => !self.late_forfeits_asked().is_empty(),
            Stage::DealersHand => {
                if self.insurance_is_lost() {
                    self.lose_insurance();
                }
                self.dealer_draws()
            }
            Stage::FinalSettlement => {
                self.settle_all();
                false
            }
        };
        if waits {
            return false;
        }
        self.leave_stage();
        self.next_stage();
        true
    }

    /// What closes a stage, beside the next one's beginning.
    fn leave_stage(&mut self) {
        match self.state.stage {
            Stage::InitialDeal => self.complete_initial_deal(),
            Stage::AnothersInsurance => self.grant_claims(),
            Stage::Jackpot => self.lose_pandemonium(),
            Stage::Surrender => self.close_surrender(),
            Stage::Wagering
            | Stage::Burning
            | Stage::SideSettlement
            | Stage::Insurance
            | Stage::InterimSettlement
            | Stage::SubsequentDeal
            | Stage::Forfeits
            | Stage::DealersHand
            | Stage::FinalSettlement
            | Stage::Over => {}
        }
    }

    pub(crate) fn next_stage(&mut self) {
        let now = self.state.stage;
        let next = STAGES
            .into_iter()
            .filter(|&stage| stage > now)
            .find(|&stage| self.stage_applies(stage));
        let next = next.expect("every round comes to its end");
        self.emit(What::Began(next), self.stage_clause(next));
    }

    fn stage_applies(&self, stage: Stage) -> bool {
        match stage {
            Stage::Wagering => false,
            Stage::Burning => self.burns() > 0,
            Stage::InitialDeal | Stage::FinalSettlement | Stage::Over => true,
            Stage::SideSettlement => self.has_pairs(),
            Stage::Insurance => !self.insurance_asked().is_empty(),
            Stage::AnothersInsurance => !self.claimants_asked().is_empty(),
            Stage::InterimSettlement => self.has_pontoon(),
            Stage::Jackpot => self.has_pandemonium(),
            Stage::Surrender => self.surrender_is_offered_now(),
            Stage::SubsequentDeal => self.state.current().is_some(),
            Stage::Forfeits => !self.late_forfeits_asked().is_empty(),
            Stage::DealersHand => self.dealer_draws(),
        }
    }

    pub(crate) fn stage_clause(&self, stage: Stage) -> Clause {
        let book = self.book();
        match stage {
            Stage::Wagering => book.limits.placing.clause,
            Stage::Burning => self.burn_clause(),
            Stage::InitialDeal => book.limits.closing.clause,
            Stage::SideSettlement => book.pairs.settled.clause,
            Stage::Insurance => book.insurance.offered.clause,
            Stage::AnothersInsurance => book.insurance.anothers.clause,
            Stage::InterimSettlement => book.settlement.pontoon.clause,
            Stage::Jackpot => book.pandemonium.order.clause,
            Stage::Surrender => book.surrender.offered.clause,
            Stage::SubsequentDeal => book.draw.turn.clause,
            Stage::Forfeits => book.double.forfeit_time.clause,
            Stage::DealersHand => book.dealer.soft_17.clause,
            // The dealer may stop short of the final settlement without a card: that too is a rule.
            Stage::FinalSettlement if self.state.dealer.len() < 2 => book.dealer.idle.clause,
            Stage::FinalSettlement => book.settlement.last.clause,
            Stage::Over => self.round_end_clause(),
        }
    }
}
