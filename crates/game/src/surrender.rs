//! Surrender: half the wager given up, and what that means for the others on the box.

use crate::choice::{Asked, Choice, HandRef, Legal};
use crate::event::{Ending, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Answer, Bettor, BoxState, Hand, Origin, Play, Stake};
use rules::{
    Allowed, BoxNo, Clause, CoSurrender, ControlNext, NoSurrenderStands, SurrenderAgainst,
    SurrenderTime,
};

impl Round {
    fn surrender_upcard(&self) -> bool {
        match self.book().surrender.against.is {
            SurrenderAgainst::AceOrPicture => self.dealer_may_make_pontoon(),
            SurrenderAgainst::AnyCard => self.state.upcard().is_some(),
            SurrenderAgainst::Nothing => false,
        }
    }

    /// Whether surrender is offered to all boxes at once, now.
    pub(crate) fn surrender_is_offered_now(&self) -> bool {
        self.book().surrender.time.is == SurrenderTime::BeforeDraws
            && !self.surrender_asked().is_empty()
    }

    pub(crate) fn surrender_asked(&self) -> Vec<Asked> {
        if !self.surrender_upcard() {
            return Vec::new();
        }
        self.state
            .boxes
            .iter()
            .flat_map(|each| self.surrender_asked_on(each))
            .collect()
    }

    /// Where surrender comes in turn: those on the current hand who have not answered.
    pub(crate) fn surrender_in_turn(&self, at: HandRef) -> Vec<Asked> {
        let rules = &self.book().surrender;
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        let offered = match hand.origin {
            Origin::Dealt => rules.time.is != SurrenderTime::BeforeDraws,
            Origin::Split => rules.after_split.is == Allowed::May,
        };
        let first = hand.cards.len() == 2 || self.controllers_answer(each, hand) == Answer::Yes;
        if offered && first && self.surrender_upcard() {
            self.surrender_asked_on(each)
        } else {
            Vec::new()
        }
    }

    /// The hand of a box that is still to be played, with its place.
    fn open_hand(each: &BoxState) -> Option<(HandRef, &Hand)> {
        let open = (0_u8..)
            .zip(&each.hands)
            .find(|(_, hand)| !matches!(hand.play, Play::Done(_)));
        open.map(|(number, hand)| {
            (
                HandRef {
                    box_no: each.no,
                    hand: number,
                },
                hand,
            )
        })
    }

    /// What the controlling player of a box has said for it. Sydney 10.4: the answer is the box's,
    /// and stands when whoever gave it is gone and another controls the box.
    fn controllers_answer(&self, each: &BoxState, hand: &Hand) -> Answer {
        let place = each.controller.and_then(|player| each.place(player));
        let own = place.map_or(Answer::No, |place| hand.stakes[place].surrender);
        match (hand.led, self.book().surrender.no_stands.is) {
            (Answer::Yes, _) => Answer::Yes,
            (Answer::No, NoSurrenderStands::ForTheBox) => Answer::No,
            (Answer::No, NoSurrenderStands::ForThePlayer) | (Answer::NotGiven, _) => own,
        }
    }

    /// Whether whoever controls a box plays this hand.
    fn controller_plays(each: &BoxState, hand: &Hand) -> bool {
        let place = each.controller.and_then(|player| each.place(player));
        place.is_some_and(|place| hand.stakes[place].is_live())
    }

    fn surrender_asked_on(&self, each: &BoxState) -> Vec<Asked> {
        let rules = &self.book().surrender;
        let Some((at, hand)) = Self::open_hand(each) else {
            return Vec::new();
        };
        let open = |bettor: &Bettor, stake: &Stake| {
            stake.surrender == Answer::NotGiven && stake.is_live() && !bettor.absent
        };
        let may_answer = |bettor: &Bettor| match self.controllers_answer(each, hand) {
            Answer::NotGiven => {
                let alone = rules.co_bettors.is == CoSurrender::PlayOn
                    && rules.controller_plays_on.is.may();
                each.controller == Some(bettor.player) || alone
            }
            Answer::Yes => rules.co_bettors.is != CoSurrender::MustFollow,
            Answer::No => rules.controller_plays_on.is.may(),
        };
        let asked = each
            .bettors
            .iter()
            .zip(&hand.stakes)
            .filter(|(bettor, stake)| open(bettor, stake) && may_answer(bettor));
        asked
            .map(|(bettor, _)| Asked {
                player: bettor.player,
                hand: Some(at),
            })
            .collect()
    }

    /// The hand a bettor may surrender now, with the clause.
    fn may_surrender(&self, player: Player, box_no: BoxNo) -> Result<(HandRef, Clause), Refusal> {
        let rules = &self.book().surrender;
        let refuse = |reason, clause| Err(Refusal::new(reason, clause));
        let found = self
            .state
            .find_box(box_no)
            .and_then(|each| Some((each, each.place(player)?)));
        let Some((each, place)) = found else {
            return refuse(Reason::NoWagerHere, rules.offered.clause);
        };
        if self.state.stage < Stage::Surrender || self.state.stage > Stage::SubsequentDeal {
            return refuse(Reason::NotNow, rules.time.clause);
        }
        if !self.surrender_upcard() {
            let reason = match rules.against.is {
                SurrenderAgainst::AceOrPicture | SurrenderAgainst::AnyCard => {
                    Reason::SurrenderNotOffered
                }
                SurrenderAgainst::Nothing => Reason::NoSurrender,
            };
            return refuse(reason, rules.against.clause);
        }
        if !each.is_unsplit() && rules.after_split.is == Allowed::MayNot {
            return refuse(Reason::SurrenderAfterSplit, rules.after_split.clause);
        }
        let asked = match (self.state.stage, self.state.current()) {
            (Stage::SubsequentDeal, Some(at)) if at.box_no == box_no => self.surrender_in_turn(at),
            (Stage::SubsequentDeal, _) => Vec::new(),
            _ => self.surrender_asked_on(each),
        };
        let now = asked
            .iter()
            .find(|asked| asked.player == player)
            .and_then(|asked| asked.hand);
        if let Some(at) = now.or_else(|| self.may_surrender_late(player, box_no)) {
            return Ok((at, rules.offered.clause));
        }
        if each
            .hands
            .iter()
            .all(|hand| hand.play == Play::Done(Ending::Pontoon))
        {
            return refuse(Reason::HandComplete, rules.offered.clause);
        }
        let first = &each.hands[0];
        if first.stakes[place].surrender != Answer::NotGiven && self.state.stage == Stage::Surrender
        {
            return refuse(Reason::AlreadyAnswered, rules.offered.clause);
        }
        match self.controllers_answer(each, first) {
            Answer::NotGiven if self.state.stage == Stage::Surrender => {
                refuse(Reason::WaitForController, rules.co_bettors.clause)
            }
            Answer::No
                if first.stakes[place].surrender == Answer::NotGiven
                    && !rules.controller_plays_on.is.may() =>
            {
                refuse(Reason::ControllerPlaysOn, rules.controller_plays_on.clause)
            }
            Answer::NotGiven | Answer::Yes | Answer::No => {
                refuse(Reason::NotNow, rules.time.clause)
            }
        }
    }

    /// Where surrender has no time, the controlling player may still give up the hand while playing
    /// it.
    pub(crate) fn may_surrender_late(&self, player: Player, box_no: BoxNo) -> Option<HandRef> {
        let at = self.state.current().filter(|at| at.box_no == box_no)?;
        let each = self.state.box_at(box_no);
        let hand = self.state.hand(at);
        let may = self.book().surrender.time.is == SurrenderTime::AnyTime
            && self.state.stage == Stage::SubsequentDeal
            && self.surrender_upcard()
            && each.is_unsplit()
            && hand.play == Play::Open
            && hand.cards.len() > 2
            && !hand.doubled
            && each.controller == Some(player)
            && self.surrender_in_turn(at).is_empty()
            && each
                .place(player)
                .is_some_and(|place| hand.stakes[place].is_live());
        may.then_some(at)
    }

    pub(crate) fn surrender(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let (at, clause) = self.may_surrender(player, box_no)?;
        self.emit(What::Surrendered { hand: at, player }, clause);
        let rules = &self.book().surrender;
        let each = self.state.box_at(box_no);
        if each.controller == Some(player) && rules.co_bettors.is == CoSurrender::MustFollow {
            let clause = rules.co_bettors.clause;
            let live = each
                .bettors
                .iter()
                .zip(&self.state.hand(at).stakes)
                .filter(|(_, stake)| stake.is_live());
            let followers: Vec<Player> = live.map(|(bettor, _)| bettor.player).collect();
            for player in followers {
                self.emit(What::Surrendered { hand: at, player }, clause);
            }
        }
        Ok(())
    }

    pub(crate) fn decline_surrender(
        &mut self,
        player: Player,
        box_no: BoxNo,
    ) -> Result<(), Refusal> {
        let (at, clause) = self.may_surrender(player, box_no)?;
        let each = self.state.box_at(box_no);
        let answered = each
            .place(player)
            .is_none_or(|place| self.state.hand(at).stakes[place].surrender != Answer::NotGiven);
        if answered {
            return Err(Refusal::new(Reason::AlreadyAnswered, clause));
        }
        self.emit(What::SurrenderDeclined { hand: at, player }, clause);
        Ok(())
    }

    pub(crate) fn legal_surrender(&self, asked: &Asked) -> Vec<Legal> {
        let Some(box_no) = asked.hand.map(|hand| hand.box_no) else {
            return Vec::new();
        };
        let player = asked.player;
        let clause = self.book().surrender.offered.clause;
        let choices = [Choice::Surrender { box_no }, Choice::NoSurrender { box_no }];
        choices
            .into_iter()
            .map(|choice| Legal {
                player,
                choice,
                least: None,
                clause,
            })
            .collect()
    }

    /// Ends the dealing to boxes that gave up, and passes control on the others.
    pub(crate) fn close_surrender(&mut self) {
        let open: Vec<HandRef> = self
            .state
            .boxes
            .iter()
            .filter_map(|each| Self::open_hand(each).map(|(at, _)| at))
            .collect();
        for at in open {
            self.close_surrender_on(at);
        }
    }

    /// The same for one hand; false when there was nothing to do.
    pub(crate) fn close_surrender_on(&mut self, at: HandRef) -> bool {
        let rules = &self.book().surrender;
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        let all = hand
            .stakes
            .iter()
            .all(|stake| stake.is_surrendered() || !stake.wager_open);
        if all {
            let clause = rules.all.clause;
            self.emit(
                What::HandEnded {
                    hand: at,
                    how: Ending::NoMoreCards,
                },
                clause,
            );
            return true;
        }
        if self.controllers_answer(each, hand) != Answer::Yes {
            return false;
        }
        if rules.co_bettors.is != CoSurrender::PlayOn {
            let clause = rules.co_bettors.clause;
            self.emit(
                What::HandEnded {
                    hand: at,
                    how: Ending::NoMoreCards,
                },
                clause,
            );
            return true;
        }
        // A split hand given up leaves the controlling player the other hands: nothing passes. Nor
        // does it where control has passed already, to one who plays on.
        let passes = hand.origin == Origin::Dealt && !Self::controller_plays(each, hand);
        let next = self.control_after_surrender(each, hand).filter(|_| passes);
        let clause = rules.control_next.clause;
        if let Some(player) = next {
            self.emit(
                What::ControlGiven {
                    box_no: at.box_no,
                    player,
                },
                clause,
            );
        }
        next.is_some()
    }

    fn control_after_surrender(&self, each: &BoxState, hand: &Hand) -> Option<Player> {
        // The controlling player, who gave up, is passed over by what follows.
        let behind = each
            .controller
            .and_then(|player| each.place(player))
            .unwrap_or(0);
        let first = match self.book().surrender.control_next.is {
            ControlNext::FromDealer => 0,
            ControlNext::Behind => behind,
        };
        let line: Vec<(&Bettor, &Stake)> = each.bettors.iter().zip(&hand.stakes).collect();
        let plays = |(bettor, stake): &&(&Bettor, &Stake)| stake.is_live() && !bettor.absent;
        let next = line[first..]
            .iter()
            .find(plays)
            .or_else(|| line.iter().find(plays));
        next.map(|(bettor, _)| bettor.player)
    }
}
