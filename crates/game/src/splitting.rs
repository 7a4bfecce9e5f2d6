//! Splitting a pair, and what the others on the box do then.

use crate::choice::{Asked, Choice, HandRef, Legal, Question, Turn};
use crate::event::{Ending, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Answer, Origin, Play};
use cards::Rank;
use rules::{Allowed, Clause, CoResplit};

impl Round {
    /// Whether the controlling player may split a hand.
    pub(crate) fn may_split(&self, player: Player, at: HandRef) -> Result<Clause, Refusal> {
        let rules = &self.book().split;
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        if each.place(player).is_none() {
            return Err(Refusal::new(Reason::NoWagerHere, rules.pair.clause));
        }
        let &[first, second] = hand.cards.as_slice() else {
            let was_pair = hand.cards.len() > 2 && hand.cards[0].rank.points() == hand.cards[1].rank.points();
            let declined = if hand.origin == Origin::Dealt { rules.declined_first.clause } else { rules.declined.clause };
            return Err(match was_pair && declined != Clause::SILENT {
                true => Refusal::new(Reason::SplitDeclinedBefore, declined),
                false => Refusal::new(Reason::NotAPair, rules.pair.clause),
            });
        };
        if first.rank.points() != second.rank.points() {
            return Err(Refusal::new(Reason::NotAPair, rules.pair.clause));
        }
        if hand.origin == Origin::Split && rules.again.is == Allowed::MayNot {
            return Err(Refusal::new(Reason::SplitAgain, rules.again.clause));
        }
        if hand.origin == Origin::Split && first.rank == Rank::Ace && rules.aces_again.is == Allowed::MayNot {
            return Err(Refusal::new(Reason::SplitAcesAgain, rules.aces_again.clause));
        }
        if each.hands.len() >= usize::from(rules.most_hands.is.get()) {
            return Err(Refusal::new(Reason::TooManyHands { most: rules.most_hands.is.get() }, rules.most_hands.clause));
        }
        if each.split_declined {
            return Err(Refusal::new(Reason::SplitDeclinedBefore, rules.declined.clause));
        }
        Ok(if hand.origin == Origin::Split { rules.further.clause } else { rules.pair.clause })
    }

    pub(crate) fn split(&mut self, player: Player) -> Result<(), Refusal> {
        if let Some(at) = self.co_split_asked(player) {
            self.emit(What::SplitMatched { hand: at, player }, self.book().split.co_bettors.clause);
            return Ok(());
        }
        let declines = self.book().split.controller_declines.clause;
        let at = self
            .deciding(player)
            .map_err(|refusal| self.split_ace_again(player, self.co_bettor_alone(refusal, declines)))
            .map_err(|refusal| self.hand_is_complete(player, refusal))?;
        let clause = self.may_split(player, at)?;
        self.expose(at.box_no);
        self.emit(What::SplitMatched { hand: at, player }, clause);
        self.bind_first_answers(at);
        Ok(())
    }

    /// A pair of split Aces is complete at once where it may not be split again: says that rather than whose turn it is.
    fn split_ace_again(&self, player: Player, refusal: Refusal) -> Refusal {
        let complete = self.state.hands().filter(|(_, each, hand)| {
            let pair = matches!(hand.cards[..], [first, second] if first.rank == second.rank);
            each.controller == Some(player) && hand.play == Play::Done(Ending::SplitAce) && pair
        });
        match (refusal.reason, complete.last()) {
            (Reason::NotYourTurn, Some((at, ..))) => self.may_split(player, at).err().unwrap_or(refusal),
            _ => refusal,
        }
    }

    /// Where a co-bettor's first answer binds, it is given again at each further split.
    fn bind_first_answers(&mut self, at: HandRef) {
        let rule = self.book().split.co_again;
        if rule.is == CoResplit::AskedEachTime {
            return;
        }
        let each = self.state.box_at(at.box_no);
        let answers: Vec<(Player, Answer)> = self
            .co_bettors_asked(at)
            .iter()
            .filter_map(|asked| each.bettor(asked.player))
            .map(|bettor| (bettor.player, bettor.first_split))
            .collect();
        for (player, answer) in answers {
            match answer {
                Answer::Yes => self.emit(What::SplitMatched { hand: at, player }, rule.clause),
                Answer::No => self.emit(What::StayedOnFirst { hand: at, player }, rule.clause),
                Answer::NotGiven => {}
            }
        }
    }

    fn co_split_asked(&self, player: Player) -> Option<HandRef> {
        match self.turn() {
            Turn::Answer(Question::Split, asked) => asked.iter().find(|asked| asked.player == player)?.hand,
            Turn::Wagers | Turn::Deal(_) | Turn::Decide(..) | Turn::Answer(..) | Turn::Over => None,
        }
    }

    pub(crate) fn stay_on_first(&mut self, player: Player) -> Result<(), Refusal> {
        let clause = self.book().split.co_bettors.clause;
        let at = self.co_split_asked(player).ok_or(Refusal::new(Reason::NotNow, clause))?;
        self.emit(What::StayedOnFirst { hand: at, player }, clause);
        Ok(())
    }

    pub(crate) fn legal_co_split(&self, asked: &Asked) -> Vec<Legal> {
        let player = asked.player;
        let clause = self.book().split.co_bettors.clause;
        let choices = [Choice::Split, Choice::StayOnFirst];
        choices.into_iter().map(|choice| Legal { player, choice, least: None, clause }).collect()
    }

    /// Divides the hand once everybody has answered.
    pub(crate) fn complete_split(&mut self, at: HandRef) -> bool {
        if !self.co_bettors_asked(at).is_empty() {
            return false;
        }
        self.emit(What::HandSplit { hand: at }, self.book().split.in_turn.clause);
        true
    }
}
