//! Doubling, and forfeiting a doubled hand.

use crate::choice::{Asked, Choice, HandRef, Legal, Question, Turn};
use crate::event::{Ending, Kind, Outcome, Stage, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::{Origin, Play, Stake};
use rules::{Allowed, Clause, DoubleAmount, DoubleOn, ForfeitTime, ForfeitWhen, Money, Net};

impl Round {
    /// The least and the most a controlling player may double on a hand, with the clause.
    pub(crate) fn may_double(
        &self,
        player: Player,
        at: HandRef,
    ) -> Result<(Money, Money, Clause), Refusal> {
        let rules = &self.book().double;
        let hand = self.state.hand(at);
        if hand.origin == Origin::Split && rules.after_split.is == Allowed::MayNot {
            return Err(Refusal::new(
                Reason::DoubleAfterSplit,
                rules.after_split.clause,
            ));
        }
        if Self::is_split_ace(hand) && rules.split_aces.is == Allowed::MayNot {
            return Err(Refusal::new(
                Reason::DoubleSplitAces,
                rules.split_aces.clause,
            ));
        }
        let total = self.hand_total(hand);
        match rules.on.is {
            DoubleOn::AnyCards => {}
            DoubleOn::FirstTwo | DoubleOn::Hard9To11 if hand.cards.len() != 2 => {
                return Err(Refusal::new(
                    Reason::DoubleOnlyFirstTwo,
                    rules.first_two.clause,
                ));
            }
            DoubleOn::Hard9To11 if total.is_soft() || !(9..=11).contains(&total.points) => {
                return Err(Refusal::new(Reason::DoubleNotOnThisTotal, rules.on.clause));
            }
            DoubleOn::FirstTwo | DoubleOn::Hard9To11 => {}
        }
        self.double_range(player, at)
            .map(|(least, most, _)| (least, most, rules.on.clause))
    }

    /// The least and the most a bettor may double, and the clause that sets the least.
    fn double_range(&self, player: Player, at: HandRef) -> Result<(Money, Money, Clause), Refusal> {
        let rules = &self.book().double;
        let each = self.state.box_at(at.box_no);
        let bettor = each
            .bettor(player)
            .ok_or(Refusal::new(Reason::NoWagerHere, rules.on.clause))?;
        let chip = self.setup.sign.chip;
        let most = self.base(bettor).down_to_multiple_of(chip);
        let (least, clause) = match (rules.amount.is, self.book().limits.add_on_below_minimum.is) {
            (DoubleAmount::Full, _) => (most, rules.amount.clause),
            (DoubleAmount::MinimumToOriginal, _) => {
                (self.setup.minimum(player), rules.amount.clause)
            }
            (DoubleAmount::UpToOriginal, Allowed::MayNot) => (
                self.setup.minimum(player),
                self.book().limits.add_on_below_minimum.clause,
            ),
            (DoubleAmount::UpToOriginal, Allowed::May) => (chip, rules.amount.clause),
        };
        let least = least.up_to_multiple_of(chip);
        if least > most {
            return Err(Refusal::new(Reason::DoubleTooLow { least }, clause));
        }
        Ok((least, most, clause))
    }

    fn check_double(
        &self,
        amount: Money,
        (least, most, least_clause): (Money, Money, Clause),
    ) -> Result<(), Refusal> {
        let clause = self.book().double.amount.clause;
        if amount.is_zero() {
            return Err(Refusal::new(Reason::NoAmount, clause));
        }
        if amount > most {
            return Err(Refusal::new(Reason::DoubleTooHigh { most }, clause));
        }
        if !amount.is_multiple_of(self.setup.sign.chip) {
            return Err(Refusal::new(
                Reason::NotInChips {
                    chip: self.setup.sign.chip,
                },
                self.book().limits.chips.clause,
            ));
        }
        if amount < least {
            return Err(Refusal::new(Reason::DoubleTooLow { least }, least_clause));
        }
        Ok(())
    }

    pub(crate) fn double(
        &mut self,
        player: Player,
        at: HandRef,
        amount: Money,
    ) -> Result<(), Refusal> {
        if self.is_asked(Question::Double, player, at) {
            self.check_double(amount, self.double_range(player, at)?)?;
            self.emit(
                What::Doubled {
                    hand: at,
                    player,
                    amount,
                },
                self.book().double.co_bettors.clause,
            );
            return Ok(());
        }
        self.deciding(player, at)
            .map_err(|refusal| self.cannot_double_now(player, at, refusal))?;
        let (_, _, clause) = self.may_double(player, at)?;
        self.check_double(amount, self.double_range(player, at)?)?;
        self.expose(at.box_no);
        self.emit(
            What::Doubled {
                hand: at,
                player,
                amount,
            },
            clause,
        );
        Ok(())
    }

    /// Why no double can be made now, as exactly as the book says it.
    fn cannot_double_now(&self, player: Player, at: HandRef, refusal: Refusal) -> Refusal {
        let rules = &self.book().double;
        let found = self.state.hands().find(|(other, ..)| *other == at);
        match found {
            Some((_, each, hand))
                if hand.doubled
                    && each.place(player).is_some()
                    && !matches!(hand.play, Play::Done(_)) =>
            {
                Refusal::new(Reason::HandComplete, rules.co_bettors.clause)
            }
            Some((_, _, hand)) if hand.play == Play::Done(Ending::SplitAce) => {
                self.may_double(player, at).err().unwrap_or(Refusal::new(
                    Reason::DoubleSplitAces,
                    rules.split_aces.clause,
                ))
            }
            Some(_) | None => self.co_bettor_alone(refusal, rules.controller_declines.clause),
        }
    }

    /// A co-bettor cannot double or split alone: cites the clause that says so.
    pub(crate) fn co_bettor_alone(&self, refusal: Refusal, clause: Clause) -> Refusal {
        if refusal.reason == Reason::OnlyControllerDecides {
            Refusal::new(refusal.reason, clause)
        } else {
            refusal
        }
    }

    pub(crate) fn decline_double(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        let clause = self.book().double.co_bettors.clause;
        if !self.is_asked(Question::Double, player, at) {
            return Err(Refusal::new(Reason::NotNow, clause));
        }
        self.emit(What::DoubleDeclined { hand: at, player }, clause);
        Ok(())
    }

    pub(crate) fn legal_co_double(&self, asked: &Asked) -> Vec<Legal> {
        let player = asked.player;
        let Some(hand) = asked.hand else {
            return Vec::new();
        };
        let clause = self.book().double.co_bettors.clause;
        let double = self
            .double_range(player, hand)
            .ok()
            .map(|(least, amount, _)| Legal {
                player,
                choice: Choice::Double { hand, amount },
                least: Some(least),
                clause,
            });
        double
            .into_iter()
            .chain([Legal {
                player,
                choice: Choice::NoDouble { hand },
                least: None,
                clause,
            }])
            .collect()
    }

    // Forfeiting.

    fn may_forfeit_stake(&self, stake: &Stake) -> bool {
        let undoubled = self.book().double.forfeit_undoubled.is.may();
        stake.is_live() && !stake.answered && (stake.double_open || undoubled)
    }

    /// Those on a doubled hand who may still forfeit or keep it.
    pub(crate) fn forfeits_asked(&self, at: HandRef) -> Vec<Asked> {
        if self.book().double.forfeit_when.is == ForfeitWhen::Never {
            return Vec::new();
        }
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        let asked = each.bettors.iter().zip(&hand.stakes);
        let asked = asked.filter(|(bettor, stake)| !bettor.absent && self.may_forfeit_stake(stake));
        asked
            .map(|(bettor, _)| Asked {
                player: bettor.player,
                hand: Some(at),
            })
            .collect()
    }

    /// Where forfeiting waits for the dealer: everybody who still may.
    pub(crate) fn late_forfeits_asked(&self) -> Vec<Asked> {
        if self.book().double.forfeit_time.is == ForfeitTime::BeforeNextHand {
            return Vec::new();
        }
        let doubled = self
            .state
            .hands()
            .filter(|(_, _, hand)| hand.play == Play::Done(Ending::Doubled))
            .map(|(at, ..)| at);
        doubled.flat_map(|at| self.forfeits_asked(at)).collect()
    }

    fn may_forfeit(&self, player: Player, at: HandRef) -> Result<(), Refusal> {
        let rules = &self.book().double;
        let asked = match self.turn() {
            Turn::Answer(Question::Forfeit, asked) => asked,
            Turn::Wagers | Turn::Deal(_) | Turn::Decide(..) | Turn::Answer(..) | Turn::Over => {
                Vec::new()
            }
        };
        let asked_now = Asked {
            player,
            hand: Some(at),
        };
        if asked.contains(&asked_now)
            || self.state.stage == Stage::SubsequentDeal
                && self.late_forfeits_asked().contains(&asked_now)
        {
            return Ok(());
        }
        if rules.forfeit_when.is == ForfeitWhen::Never {
            return Err(Refusal::new(Reason::NoForfeit, rules.forfeit_when.clause));
        }
        let hand = self.state.hands().find(|(other, ..)| *other == at);
        let stake = hand
            .and_then(|(_, each, hand)| each.place(player).map(|place| (hand, hand.stakes[place])));
        match stake {
            Some((hand, _)) if hand.play == Play::Done(Ending::TwentyOne) => Err(Refusal::new(
                Reason::HandComplete,
                rules.forfeit_when.clause,
            )),
            Some((hand, _)) if hand.play == Play::Done(Ending::Bust) => Err(Refusal::new(
                Reason::HandComplete,
                rules.forfeit_needs_double.clause,
            )),
            Some((hand, stake)) if hand.doubled && stake.is_live() && !stake.double_open => Err(
                Refusal::new(Reason::ForfeitWithoutDouble, rules.forfeit_undoubled.clause),
            ),
            Some((_, stake)) if stake.is_live() && stake.double_open => {
                Err(Refusal::new(Reason::NotNow, rules.forfeit_time.clause))
            }
            Some((_, stake)) if stake.is_live() => Err(Refusal::new(
                Reason::NothingToForfeit,
                rules.forfeit_needs_double.clause,
            )),
            Some(_) | None => Err(Refusal::new(Reason::NothingToForfeit, rules.forfeit.clause)),
        }
    }

    pub(crate) fn forfeit(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        self.may_forfeit(player, at)?;
        let clause = self.book().double.forfeit.clause;
        let place = self
            .state
            .box_at(at.box_no)
            .place(player)
            .expect("the bettor was asked");
        let stake = self.state.hand(at).stakes[place];
        self.emit(What::Forfeited { hand: at, player }, clause);
        self.settle_stake(
            at,
            place,
            Kind::Wager,
            Outcome::Forfeited,
            Net::lost(stake.wager),
            clause,
        );
        if stake.double_open {
            self.settle_stake(
                at,
                place,
                Kind::Double,
                Outcome::Returned,
                Net::ZERO,
                clause,
            );
        }
        Ok(())
    }

    /// Where forfeiting waits for the dealer, it may also be done while other hands are played.
    pub(crate) fn legal_early_forfeits(&self) -> Vec<Legal> {
        if self.state.stage != Stage::SubsequentDeal {
            return Vec::new();
        }
        self.late_forfeits_asked()
            .iter()
            .flat_map(|asked| self.legal_forfeit(asked))
            .collect()
    }

    pub(crate) fn decline_forfeit(&mut self, player: Player, at: HandRef) -> Result<(), Refusal> {
        self.may_forfeit(player, at)?;
        self.emit(
            What::ForfeitDeclined { hand: at, player },
            self.book().double.forfeit.clause,
        );
        Ok(())
    }

    pub(crate) fn legal_forfeit(&self, asked: &Asked) -> Vec<Legal> {
        let player = asked.player;
        let Some(hand) = asked.hand else {
            return Vec::new();
        };
        let clause = self.book().double.forfeit.clause;
        let choices = [Choice::Forfeit { hand }, Choice::NoForfeit { hand }];
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
}
