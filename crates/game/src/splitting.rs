//! Splitting a pair, and what the others on the box do then.

use crate::choice::{Asked, Choice, HandRef, Legal, Question};
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
        let refuse = |reason, clause| Err(Refusal::new(reason, clause));
        if each.place(player).is_none() {
            return refuse(Reason::NoWagerHere, rules.pair.clause);
        }
        let first_two = hand.cards.first().zip(hand.cards.get(1));
        let Some((first, _)) =
            first_two.filter(|(first, second)| first.rank.points() == second.rank.points())
        else {
            return refuse(Reason::NotAPair, rules.pair.clause);
        };
        if hand.origin == Origin::Split && rules.again.is == Allowed::MayNot {
            return refuse(Reason::SplitAgain, rules.again.clause);
        }
        if hand.origin == Origin::Split
            && first.rank == Rank::Ace
            && rules.aces_again.is == Allowed::MayNot
        {
            return refuse(Reason::SplitAcesAgain, rules.aces_again.clause);
        }
        if each.hands.len() >= usize::from(rules.most_hands.is.get()) {
            return refuse(
                Reason::TooManyHands {
                    most: rules.most_hands.is.get(),
                },
                rules.most_hands.clause,
            );
        }
        if hand.cards.len() > 2 {
            let declined = if hand.origin == Origin::Dealt {
                rules.declined_first.clause
            } else {
                rules.declined.clause
            };
            let clause = if declined == Clause::SILENT {
                rules.pair.clause
            } else {
                declined
            };
            return refuse(Reason::SplitDeclinedBefore, clause);
        }
        if each.split_declined {
            return refuse(Reason::SplitDeclinedBefore, rules.declined.clause);
        }
        Ok(if hand.origin == Origin::Split {
            rules.further.clause
        } else {
            rules.pair.clause
        })
    }

    pub(crate) fn split(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        if self.is_asked(Question::Split, player, at) {
            self.emit(
                What::SplitMatched { hand: at, player },
                self.book().split.co_bettors.clause,
            );
            return Ok(());
        }
        self.deciding(player, at)
            .map_err(|refusal| self.cannot_split_now(player, at, refusal))?;
        let clause = self.may_split(player, at)?;
        self.expose(at.box_no);
        self.emit(What::SplitMatched { hand: at, player }, clause);
        self.bind_first_answers(at);
        Ok(())
    }

    /// A pair of split Aces is complete at once where it may not be split again: says that, not
    /// that it is complete.
    fn cannot_split_now(&self, player: Player, at: HandRef, refusal: Refusal) -> Refusal {
        let found = self.state.hands().find(|(other, ..)| *other == at);
        let split_ace = found.is_some_and(|(_, _, hand)| hand.play == Play::Done(Ending::SplitAce));
        let barred = if split_ace {
            self.may_split(player, at).err()
        } else {
            None
        };
        let barred = barred.filter(|barred| barred.reason != Reason::NotAPair);
        barred.unwrap_or_else(|| {
            self.co_bettor_alone(refusal, self.book().split.controller_declines.clause)
        })
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

    pub(crate) fn stay_on_first(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        let clause = self.book().split.co_bettors.clause;
        if !self.is_asked(Question::Split, player, at) {
            return Err(Refusal::new(Reason::NotNow, clause));
        }
        self.emit(What::StayedOnFirst { hand: at, player }, clause);
        Ok(())
    }

    pub(crate) fn legal_co_split(&self, asked: &Asked) -> Vec<Legal> {
        let player = asked.player;
        let Some(hand) = asked.hand else {
            return Vec::new();
        };
        let clause = self.book().split.co_bettors.clause;
        let choices = [Choice::Split { hand }, Choice::StayOnFirst { hand }];
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

    /// Divides the hand once everybody has answered.
    pub(crate) fn complete_split(&mut self, at: HandRef) -> bool {
        if !self.co_bettors_asked(at).is_empty() {
            return false;
        }
        self.emit(
            What::HandSplit { hand: at },
            self.book().split.in_turn.clause,
        );
        // Whoever put up a wager for the new hand may have withdrawn it.
        self.end_empty_hands();
        true
    }
}
