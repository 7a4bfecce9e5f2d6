//! The hands in their turn: draw, stand, and what follows without anybody's choice.

use crate::choice::{Asked, Choice, HandRef, Legal, Question, To, Turn};
use crate::event::{Ending, Kind, Outcome, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{BoxState, Hand, Origin, Play, Stake};
use crate::total::Total;
use cards::Rank;
use rules::{
    AbsentControl, AbsentDraw, AceCards, Clause, DoubledBust, ForfeitTime, ForfeitWhen, MustDraw,
    Net,
};

impl Round {
    pub(crate) fn hand_total(&self, hand: &Hand) -> Total {
        hand.total(self.book().double.aces.is)
    }

    /// Who decides on the current hand: the controlling player, unless absent or surrendered.
    fn decider(&self, at: HandRef) -> Option<Player> {
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        let plays = |player: Player| {
            each.place(player)
                .is_some_and(|place| hand.stakes[place].is_live())
        };
        let controller = each.controller?;
        if plays(controller) {
            return Some(controller);
        }
        // Control passed on for an absent player, and who has it has nothing on this split hand:
        // the next who has.
        let others = self.book().draw.absent_control.is != AbsentControl::Nobody
            || self.controller_surrendered(each, at);
        let next = each
            .bettors
            .iter()
            .find(|bettor| !bettor.absent && plays(bettor.player));
        next.filter(|_| others).map(|bettor| bettor.player)
    }

    /// Whether the controlling player gave up this hand while others play it on.
    fn controller_surrendered(&self, each: &BoxState, at: HandRef) -> bool {
        let place = each.controller.and_then(|player| each.place(player));
        place.is_some_and(|place| self.state.hand(at).stakes[place].is_surrendered())
    }

    pub(crate) fn hand_turn(&self) -> Turn {
        let at = self
            .state
            .current()
            .expect("the stage lasts while a hand is open");
        let hand = self.state.hand(at);
        let card = || Turn::Deal(self.card_to(To::Hand(at)));
        match hand.play {
            Play::CardDue => card(),
            Play::Open if hand.cards.len() < 2 => card(),
            Play::DoubleAsked => match self.co_bettors_asked(at) {
                asked if asked.is_empty() => card(),
                asked => Turn::Answer(Question::Double, asked),
            },
            Play::SplitAsked => Turn::Answer(Question::Split, self.co_bettors_asked(at)),
            Play::Open if hand.doubled => Turn::Answer(Question::Forfeit, self.forfeits_asked(at)),
            Play::Open => match self.surrender_in_turn(at) {
                asked if asked.is_empty() => Turn::Decide(
                    at,
                    self.decider(at)
                        .expect("an absent player's hand plays itself"),
                ),
                asked => Turn::Answer(Question::Surrender, asked),
            },
            Play::Done(_) => Turn::Over,
        }
    }

    /// Co-bettors on a hand who have not yet said whether they double or split with the controlling
    /// player.
    pub(crate) fn co_bettors_asked(&self, at: HandRef) -> Vec<Asked> {
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        let asked = each.bettors.iter().zip(&hand.stakes);
        let asked =
            asked.filter(|(bettor, stake)| stake.is_live() && !stake.answered && !bettor.absent);
        asked
            .map(|(bettor, _)| Asked {
                player: bettor.player,
                hand: Some(at),
            })
            .collect()
    }

    /// Whether this question is open to a bettor, about this hand.
    pub(crate) fn is_asked(&self, question: Question, player: Player, at: HandRef) -> bool {
        let wanted = Asked {
            player,
            hand: Some(at),
        };
        matches!(self.turn(), Turn::Answer(now, asked) if now == question && asked.contains(&wanted))
    }

    /// The next thing that happens by itself on the hands; false when somebody or a card must come.
    pub(crate) fn step_hand(&mut self) -> bool {
        let Some(at) = self.state.current() else {
            self.next_stage();
            return true;
        };
        let hand = self.state.hand(at);
        match hand.play {
            Play::CardDue | Play::DoubleAsked | Play::Done(_) => return false,
            Play::SplitAsked => return self.complete_split(at),
            Play::Open if hand.cards.len() < 2 => return self.end_without_second_card(at),
            Play::Open => {}
        }
        let total = self.hand_total(hand);
        let doubled = hand.doubled;
        if total.is_bust() {
            self.bust(at);
            return true;
        }
        if total.points == 21 {
            let may_forfeit = match self.book().double.forfeit_when.is {
                ForfeitWhen::NotOver21 => doubled && !self.forfeits_asked(at).is_empty(),
                ForfeitWhen::Under21 | ForfeitWhen::Never => false,
            };
            if may_forfeit {
                return false;
            }
            self.twenty_one(at);
            return true;
        }
        if doubled {
            return self.end_doubled(at);
        }
        if !self.surrender_in_turn(at).is_empty() {
            return false;
        }
        if self.close_surrender_on(at) {
            return true;
        }
        if self.split_ace_is_complete(at) {
            self.emit(
                What::HandEnded {
                    hand: at,
                    how: Ending::SplitAce,
                },
                self.book().split.aces_cards.clause,
            );
            return true;
        }
        if self.decider(at).is_none() {
            self.play_for_absent(at, total);
            return true;
        }
        false
    }

    /// A split hand whose player is gone is not dealt its second card, where the book gives an
    /// absent player's box no further cards.
    fn end_without_second_card(&mut self, at: HandRef) -> bool {
        let rule = self.book().draw.absent;
        let ends = rule.is == AbsentDraw::None && self.decider(at).is_none();
        if ends {
            self.emit(
                What::HandEnded {
                    hand: at,
                    how: Ending::Absent,
                },
                rule.clause,
            );
        }
        ends
    }

    fn bust(&mut self, at: HandRef) {
        self.expose(at.box_no);
        let split = self.state.hand(at).origin == Origin::Split;
        let clause = if split {
            self.book().split.bust.clause
        } else {
            self.book().draw.bust.clause
        };
        let waits = self.book().dealer.doubled_bust.is == DoubledBust::OriginalOnly
            && self.state.box_at(at.box_no).is_unsplit();
        for place in 0..self.state.box_at(at.box_no).bettors.len() {
            let stake = self.state.hand(at).stakes[place];
            if !stake.is_live() {
                continue;
            }
            self.settle_stake(
                at,
                place,
                Kind::Wager,
                Outcome::Lost,
                Net::lost(stake.wager),
                clause,
            );
            if stake.double_open && !waits {
                self.settle_stake(
                    at,
                    place,
                    Kind::Double,
                    Outcome::Lost,
                    Net::lost(stake.double),
                    clause,
                );
            }
        }
        self.emit(
            What::HandEnded {
                hand: at,
                how: Ending::Bust,
            },
            clause,
        );
    }

    fn end_doubled(&mut self, at: HandRef) -> bool {
        if self.book().double.forfeit_time.is == ForfeitTime::BeforeNextHand
            && !self.forfeits_asked(at).is_empty()
        {
            return false;
        }
        let hand = self.state.hand(at);
        let gone = hand.stakes.iter().all(|stake| !stake.wager_open);
        let (how, clause) = match gone {
            true => (Ending::Forfeited, self.book().double.forfeit.clause),
            false => (Ending::Doubled, self.book().double.one_card.clause),
        };
        self.emit(What::HandEnded { hand: at, how }, clause);
        true
    }

    pub(crate) fn is_split_ace(hand: &Hand) -> bool {
        hand.origin == Origin::Split
            && hand
                .cards
                .first()
                .is_some_and(|card| card.rank == Rank::Ace)
    }

    /// Whether a hand is a split Ace that receives one card and no more.
    fn is_one_card_ace(&self, hand: &Hand) -> bool {
        match self.book().split.aces_cards.is {
            AceCards::One => Self::is_split_ace(hand),
            AceCards::Any => false,
        }
    }

    /// A split Ace has its one card, and nothing may be done with the two.
    fn split_ace_is_complete(&self, at: HandRef) -> bool {
        let player = self.decider(at);
        let may_go_on =
            |player| self.may_split(player, at).is_ok() || self.may_double(player, at).is_ok();
        self.is_one_card_ace(self.state.hand(at)) && !player.is_some_and(may_go_on)
    }

    /// The book plays the hand of somebody who is not there.
    fn play_for_absent(&mut self, at: HandRef, total: Total) {
        let rule = self.book().draw.absent;
        let draws = match rule.is {
            AbsentDraw::None => false,
            AbsentDraw::To12 => total.points < 12,
            AbsentDraw::To12Soft17 => total.points < 12 || total.is_soft() && total.points < 17,
        };
        if draws {
            self.expose(at.box_no);
            self.emit(What::CardAsked { hand: at, by: None }, rule.clause);
        } else {
            self.emit(
                What::HandEnded {
                    hand: at,
                    how: Ending::Absent,
                },
                rule.clause,
            );
        }
    }

    /// Whether `player` decides on a hand now.
    pub(crate) fn deciding(&self, player: Player, at: HandRef) -> Result<(), Refusal> {
        let clause = self.book().draw.controller.clause;
        let Some((_, each, hand)) = self.state.hands().find(|(other, ..)| *other == at) else {
            return Err(Refusal::new(
                Reason::NoWagerHere,
                self.book().limits.placing.clause,
            ));
        };
        if let Play::Done(how) = hand.play {
            return Err(Refusal::new(
                Reason::HandComplete,
                self.ending_clause(hand, how),
            ));
        }
        match self.turn() {
            Turn::Decide(now, decider) if now == at && decider == player => Ok(()),
            Turn::Decide(now, _) if now == at && each.place(player).is_some() => {
                Err(Refusal::new(Reason::OnlyControllerDecides, clause))
            }
            Turn::Wagers | Turn::Deal(_) | Turn::Decide(..) | Turn::Answer(..) | Turn::Over => {
                let in_turn = self.state.stage == Stage::SubsequentDeal;
                let (reason, clause) = match in_turn {
                    true => (Reason::NotYourTurn, self.book().draw.turn.clause),
                    false => (Reason::NotNow, self.stage_clause(self.state.stage)),
                };
                Err(Refusal::new(reason, clause))
            }
        }
    }

    /// The clause by which a hand has come to its end.
    fn ending_clause(&self, hand: &Hand, how: Ending) -> Clause {
        let book = self.book();
        match how {
            Ending::Pontoon => book.draw.no_card_to_pontoon.clause,
            Ending::TwentyOne => book.draw.no_card_at_21.clause,
            Ending::Doubled | Ending::Forfeited => book.double.one_card.clause,
            Ending::Bust => book.draw.bust.clause,
            Ending::SplitAce => book.split.aces_cards.clause,
            Ending::NoMoreCards if hand.stakes.iter().all(Stake::is_surrendered) => {
                book.surrender.all.clause
            }
            Ending::NoMoreCards => book.surrender.co_bettors.clause,
            Ending::Stood => book.draw.stand.clause,
            Ending::Absent => book.draw.absent.clause,
            Ending::Withdrawn => book.house.interrupted.clause,
        }
    }

    fn may_stand(&self, at: HandRef) -> Result<Clause, Refusal> {
        let rules = &self.book().draw;
        let hand = self.state.hand(at);
        let total = self.hand_total(hand);
        if rules.must_draw.is == MustDraw::Under12 && total.points < 12 {
            return Err(Refusal::new(Reason::MustDraw, rules.must_draw.clause));
        }
        Ok(rules.stand.clause)
    }

    fn may_draw(&self, at: HandRef) -> Result<Clause, Refusal> {
        if self.is_one_card_ace(self.state.hand(at)) {
            return Err(Refusal::new(
                Reason::SplitAcesOneCard,
                self.book().split.aces_cards.clause,
            ));
        }
        Ok(self.book().draw.draw.clause)
    }

    pub(crate) fn stand(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        self.deciding(player, at)?;
        let clause = self.may_stand(at)?;
        self.emit(
            What::HandEnded {
                hand: at,
                how: Ending::Stood,
            },
            clause,
        );
        Ok(())
    }

    pub(crate) fn draw(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        self.deciding(player, at)?;
        let clause = self.may_draw(at)?;
        self.expose(at.box_no);
        self.emit(
            What::CardAsked {
                hand: at,
                by: Some(player),
            },
            clause,
        );
        Ok(())
    }

    pub(crate) fn legal_decisions(&self, at: HandRef, player: Player) -> Vec<Legal> {
        let plain = |choice, clause| Legal {
            player,
            choice,
            least: None,
            clause,
        };
        let mut legal = Vec::with_capacity(4);
        if self.may_surrender_late(player, at.box_no).is_some() {
            legal.push(plain(
                Choice::Surrender { box_no: at.box_no },
                self.book().surrender.offered.clause,
            ));
        }
        legal.extend(
            self.may_stand(at)
                .map(|clause| plain(Choice::Stand { hand: at }, clause)),
        );
        legal.extend(
            self.may_draw(at)
                .map(|clause| plain(Choice::Draw { hand: at }, clause)),
        );
        legal.extend(
            self.may_double(player, at)
                .map(|(least, amount, clause)| Legal {
                    player,
                    choice: Choice::Double { hand: at, amount },
                    least: Some(least),
                    clause,
                }),
        );
        legal.extend(
            self.may_split(player, at)
                .map(|clause| plain(Choice::Split { hand: at }, clause)),
        );
        legal
    }

    /// The clause that deals a card to where it is due.
    pub(crate) fn deal_clause(&self, to: To) -> Clause {
        let book = self.book();
        let To::Hand(at) = to else {
            let initial = self.state.stage == Stage::InitialDeal;
            return if initial {
                book.draw.initial_deal.clause
            } else {
                book.dealer.soft_17.clause
            };
        };
        let hand = self.state.hand(at);
        if self.state.stage == Stage::InitialDeal {
            book.draw.initial_deal.clause
        } else if hand.doubled {
            book.double.one_card.clause
        } else if hand.cards.len() < 2 && self.is_one_card_ace(hand) {
            book.split.aces_one_card.clause
        } else if hand.cards.len() < 2 {
            book.split.in_turn.clause
        } else if self.decider(at).is_none() {
            book.draw.absent.clause
        } else {
            book.draw.draw.clause
        }
    }
}
