//! Surrender: half the wager given up, and what that means for the others on the box.

use crate::choice::{Asked, Choice, HandRef, Legal};
use crate::event::{Ending, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Answer, Bettor, BoxState, Play};
use cards::Rank;
use rules::{Allowed, BoxNo, Clause, CoSurrender, ControlNext, SurrenderTime};

impl Round {
    fn surrender_upcard(&self) -> bool {
        let upcard = self.state.upcard().map(|card| card.rank);
        matches!(upcard, Some(Rank::Ace | Rank::Ten | Rank::Jack | Rank::Queen | Rank::King))
    }

    /// Whether surrender is offered to all boxes at once, now.
    pub(crate) fn surrender_is_offered_now(&self) -> bool {
        self.book().surrender.time.is == SurrenderTime::BeforeDraws && !self.surrender_asked().is_empty()
    }

    pub(crate) fn surrender_asked(&self) -> Vec<Asked> {
        if !self.surrender_upcard() {
            return Vec::new();
        }
        self.state.boxes.iter().flat_map(|each| self.surrender_asked_on(each)).collect()
    }

    /// Where surrender comes in turn: those on the current box who have not answered.
    pub(crate) fn surrender_in_turn(&self, at: HandRef) -> Vec<Asked> {
        let each = self.state.box_at(at.box_no);
        let first = match self.book().surrender.after_split.is {
            Allowed::May => each.hands[usize::from(at.hand)].cards.len() == 2,
            Allowed::MayNot => each.is_unsplit() && each.hands[0].cards.len() == 2,
        };
        let in_turn = self.book().surrender.time.is != SurrenderTime::BeforeDraws;
        if in_turn && first && self.surrender_upcard() { self.surrender_asked_on(each) } else { Vec::new() }
    }

    fn surrender_asked_on(&self, each: &BoxState) -> Vec<Asked> {
        let rules = &self.book().surrender;
        let Some((number, hand)) = (0_u8..).zip(&each.hands).find(|(_, hand)| !matches!(hand.play, Play::Done(_))) else {
            return Vec::new();
        };
        let controller = each.controller.and_then(|player| each.bettor(player));
        let decided = controller.map_or(Answer::No, |bettor| bettor.surrender);
        let open = |bettor: &Bettor| {
            let place = each.place(bettor.player);
            bettor.surrender == Answer::NotGiven && !bettor.absent && place.is_some_and(|place| hand.stakes[place].is_live())
        };
        let is_controller = |bettor: &Bettor| each.controller == Some(bettor.player);
        let may_answer = |bettor: &Bettor| match decided {
            Answer::NotGiven => is_controller(bettor) || rules.co_bettors.is == CoSurrender::PlayOn && rules.controller_plays_on.is.may(),
            Answer::Yes => rules.co_bettors.is != CoSurrender::MustFollow,
            Answer::No => rules.controller_plays_on.is.may(),
        };
        let at = HandRef { box_no: each.no, hand: number };
        let asked = each.bettors.iter().filter(|bettor| open(bettor) && may_answer(bettor));
        asked.map(|bettor| Asked { player: bettor.player, hand: Some(at) }).collect()
    }

    fn may_surrender(&self, player: Player, box_no: BoxNo) -> Result<Clause, Refusal> {
        let rules = &self.book().surrender;
        let refuse = |reason, clause| Err(Refusal::new(reason, clause));
        let found = self.state.find_box(box_no).and_then(|each| Some((each, each.bettor(player)?)));
        let Some((each, bettor)) = found else { return refuse(Reason::NoWagerHere, rules.offered.clause) };
        if self.state.stage < Stage::Surrender || self.state.stage > Stage::SubsequentDeal {
            return refuse(Reason::NotNow, rules.time.clause);
        }
        if !self.surrender_upcard() {
            return refuse(Reason::SurrenderNotOffered, rules.offered.clause);
        }
        if !each.is_unsplit() && rules.after_split.is == Allowed::MayNot {
            return refuse(Reason::SurrenderAfterSplit, rules.after_split.clause);
        }
        let asked = match (self.state.stage, self.state.current()) {
            (Stage::SubsequentDeal, Some(at)) if at.box_no == box_no => self.surrender_in_turn(at),
            (Stage::SubsequentDeal, _) => Vec::new(),
            _ => self.surrender_asked_on(each),
        };
        if asked.iter().any(|asked| asked.player == player) || self.may_surrender_late(player, box_no) {
            return Ok(rules.offered.clause);
        }
        if bettor.surrender != Answer::NotGiven && self.state.stage == Stage::Surrender {
            return refuse(Reason::AlreadyAnswered, rules.offered.clause);
        }
        let controller = each.controller.and_then(|player| each.bettor(player)).map(|bettor| bettor.surrender);
        match controller {
            Some(Answer::NotGiven) if self.state.stage == Stage::Surrender => refuse(Reason::WaitForController, rules.co_bettors.clause),
            Some(Answer::No) if self.state.stage == Stage::Surrender => {
                refuse(Reason::ControllerPlaysOn, rules.controller_plays_on.clause)
            }
            _ => refuse(Reason::NotNow, rules.time.clause),
        }
    }

    /// Where surrender has no time, the controlling player may still give up the hand while playing it.
    pub(crate) fn may_surrender_late(&self, player: Player, box_no: BoxNo) -> bool {
        let Some(at) = self.state.current().filter(|at| at.box_no == box_no) else { return false };
        let each = self.state.box_at(box_no);
        let hand = self.state.hand(at);
        self.book().surrender.time.is == SurrenderTime::AnyTime
            && self.state.stage == Stage::SubsequentDeal
            && self.surrender_upcard()
            && each.is_unsplit()
            && hand.play == Play::Open
            && !hand.doubled
            && each.controller == Some(player)
            && each.bettor(player).is_some_and(|bettor| bettor.surrender != Answer::Yes)
    }

    pub(crate) fn surrender(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let clause = self.may_surrender(player, box_no)?;
        self.emit(What::Surrendered { box_no, player }, clause);
        let rules = &self.book().surrender;
        let each = self.state.box_at(box_no);
        if each.controller == Some(player) && rules.co_bettors.is == CoSurrender::MustFollow {
            let clause = rules.co_bettors.clause;
            let followers: Vec<Player> = each.bettors.iter().map(|bettor| bettor.player).filter(|&other| other != player).collect();
            for player in followers {
                self.emit(What::Surrendered { box_no, player }, clause);
            }
        }
        Ok(())
    }

    pub(crate) fn decline_surrender(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let clause = self.may_surrender(player, box_no)?;
        let answered = self.state.box_at(box_no).bettor(player).is_some_and(|bettor| bettor.surrender != Answer::NotGiven);
        if answered {
            return Err(Refusal::new(Reason::AlreadyAnswered, clause));
        }
        self.emit(What::SurrenderDeclined { box_no, player }, clause);
        Ok(())
    }

    pub(crate) fn legal_surrender(&self, asked: &Asked) -> Vec<Legal> {
        let Some(box_no) = asked.hand.map(|hand| hand.box_no) else { return Vec::new() };
        let player = asked.player;
        let clause = self.book().surrender.offered.clause;
        let choices = [Choice::Surrender { box_no }, Choice::NoSurrender { box_no }];
        choices.into_iter().map(|choice| Legal { player, choice, least: None, clause }).collect()
    }

    /// Ends the dealing to boxes that gave up, and passes control on the others.
    pub(crate) fn close_surrender(&mut self) {
        let boxes: Vec<BoxNo> = self.state.boxes.iter().map(|each| each.no).collect();
        for box_no in boxes {
            self.close_surrender_on(box_no);
        }
    }

    /// The same for one box; false when there was nothing to do.
    pub(crate) fn close_surrender_on(&mut self, box_no: BoxNo) -> bool {
        let rules = &self.book().surrender;
        let each = self.state.box_at(box_no);
        let (co_bettors, clause) = (rules.co_bettors.is, rules.co_bettors.clause);
        let Some(at) = (0_u8..).zip(&each.hands).find(|(_, hand)| !matches!(hand.play, Play::Done(_))).map(|(number, _)| HandRef { box_no, hand: number })
        else {
            return false;
        };
        let surrendered = |player: Player| each.bettor(player).is_some_and(|bettor| bettor.surrender == Answer::Yes);
        let all = each.bettors.iter().all(|bettor| bettor.surrender == Answer::Yes);
        let controller = each.controller.filter(|&player| surrendered(player));
        let Some(controller) = controller else {
            if all {
                self.end_surrendered(at, clause);
            }
            return all;
        };
        let next = self.control_after_surrender(each, controller);
        match (co_bettors, next) {
            (CoSurrender::PlayOn, Some(player)) => {
                let clause = self.book().surrender.control_next.clause;
                self.emit(What::ControlGiven { box_no, player }, clause);
            }
            // Those who play on are all absent: the book's rule for the absent plays the hand.
            (CoSurrender::PlayOn, None) if !all => return false,
            (CoSurrender::PlayOn, None) | (CoSurrender::MustFollow | CoSurrender::NoMoreCards, _) => self.end_surrendered(at, clause),
        }
        true
    }

    fn end_surrendered(&mut self, at: HandRef, clause: Clause) {
        self.emit(What::HandEnded { hand: at, how: Ending::NoMoreCards }, clause);
    }

    fn control_after_surrender(&self, each: &BoxState, controller: Player) -> Option<Player> {
        let plays = |bettor: &&Bettor| bettor.surrender != Answer::Yes && !bettor.absent;
        let behind = each.place(controller).map_or(0, |place| place + 1);
        let line = match self.book().surrender.control_next.is {
            ControlNext::FromDealer => 0,
            ControlNext::Behind => behind,
        };
        let next = each.bettors[line..].iter().find(plays).or_else(|| each.bettors.iter().find(plays));
        next.map(|bettor| bettor.player)
    }
}
