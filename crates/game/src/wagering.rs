//! Placing wagers and closing them.

use crate::choice::{Choice, Legal};
use crate::event::{Kind, Outcome, Settled, Stage, What};
use crate::player::{Held, Player};
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::setup::WagersChecked;
use crate::state::{Bettor, BoxState};
use rules::{
    AboveMaximum, BelowMinimum, BoxNo, Clause, LateLimit, LonePlayer, MaximumScope, MinimumScope,
    Money, Net, OffMultiple, OrderLimit, PlayerCard,
};

/// The least or the most of an amount, with the refusal of what lies beyond.
struct Bound {
    amount: Money,
    beyond: Refusal,
}

impl Round {
    pub(crate) fn wagers_open(&self) -> Result<(), Refusal> {
        if self.state.stage == Stage::Wagering {
            return Ok(());
        }
        Err(Refusal::new(
            Reason::WagersClosed,
            self.book().limits.closing.clause,
        ))
    }

    pub(crate) fn check_amount(&self, amount: Money) -> Result<(), Refusal> {
        let limits = &self.book().limits;
        if amount.is_zero() {
            return Err(Refusal::new(Reason::NoAmount, limits.placing.clause));
        }
        if amount > Money::MOST {
            return Err(Refusal::new(Reason::TooMuch, limits.placing.clause));
        }
        if !amount.is_multiple_of(self.setup.sign.chip) {
            return Err(Refusal::new(
                Reason::NotInChips {
                    chip: self.setup.sign.chip,
                },
                limits.chips.clause,
            ));
        }
        Ok(())
    }

    pub(crate) fn wager(
        &mut self,
        player: Player,
        box_no: BoxNo,
        amount: Money,
        seated: bool,
    ) -> Result<(), Refusal> {
        let (least, most) = self.may_wager(player, box_no, seated)?;
        self.check_amount(amount)?;
        if amount > most.amount {
            return Err(most.beyond);
        }
        if amount < least.amount {
            return Err(least.beyond);
        }
        if let Some((of, clause)) = self
            .demanded_multiple(player)
            .filter(|(of, _)| !amount.is_multiple_of(*of))
        {
            return Err(Refusal::new(Reason::NotAMultiple { of }, clause));
        }
        self.emit(
            What::WagerPlaced {
                box_no,
                player,
                amount,
                seated,
            },
            self.book().limits.placing.clause,
        );
        Ok(())
    }

    /// What a wager must be a multiple of, where others are refused.
    fn demanded_multiple(&self, player: Player) -> Option<(Money, Clause)> {
        let limits = &self.book().limits;
        let clause = match (limits.off_multiple.is, self.setup.wagers_checked) {
            (OffMultiple::Refused, _) => limits.off_multiple.clause,
            (OffMultiple::PaidLower | OffMultiple::PaymentLower, WagersChecked::WhenLaid) => {
                self.sign_clause()
            }
            (OffMultiple::PaidLower | OffMultiple::PaymentLower, WagersChecked::WhenClosed) => {
                return None;
            }
        };
        self.setup
            .sign
            .multiples
            .then(|| (self.setup.multiple(player), clause))
    }

    /// The clause that puts the limits on the sign. Books name both limits in one; what they say of
    /// the maximum elsewhere is how to judge a wager that was overlooked.
    fn sign_clause(&self) -> Clause {
        self.book().limits.minimum_scope.clause
    }

    /// The least and the most that may be wagered.
    fn may_wager(
        &self,
        player: Player,
        box_no: BoxNo,
        seated: bool,
    ) -> Result<(Bound, Bound), Refusal> {
        self.wagers_open()?;
        let book = self.book();
        let (boxes, limits) = (&book.boxes, &book.limits);
        if box_no.number() > boxes.most.is.get() {
            return Err(Refusal::new(
                Reason::NoSuchBox {
                    most: boxes.most.is.get(),
                },
                boxes.most.clause,
            ));
        }
        let patron = &self.setup.patrons[player.index()];
        if limits.player_card.is == PlayerCard::Needed && !patron.card {
            return Err(Refusal::new(
                Reason::NoPlayerCard,
                limits.player_card.clause,
            ));
        }
        let others = self
            .state
            .boxes
            .iter()
            .filter(|each| each.no != box_no && each.place(player).is_some())
            .count();
        self.boxes_left(player, box_no)?;
        if boxes.lone_player.is == LonePlayer::OneBox && self.setup.patrons.len() == 1 && others > 0
        {
            return Err(Refusal::new(
                Reason::AloneOnOneBox,
                boxes.lone_player.clause,
            ));
        }
        if let Some(each) = self.state.find_box(box_no) {
            self.room_on(each, player, seated)?;
        }
        Ok((
            self.least_wager(player, box_no),
            self.most_wager(player, box_no, seated),
        ))
    }

    fn least_wager(&self, player: Player, box_no: BoxNo) -> Bound {
        let limits = &self.book().limits;
        let (minimum, chip) = (self.setup.minimum(player), self.setup.sign.chip);
        let warned = self.setup.patrons[player.index()].warned;
        let (amount, clause) = match self.setup.wagers_checked {
            WagersChecked::WhenLaid => match limits.minimum_scope.is {
                MinimumScope::EachWager => (minimum, self.sign_clause()),
                // What others laid on the box counts towards its minimum.
                MinimumScope::BoxTotal => (
                    self.setup
                        .sign
                        .minimum
                        .saturating_sub(self.laid_on(box_no))
                        .max(chip),
                    self.sign_clause(),
                ),
            },
            WagersChecked::WhenClosed => match (limits.below_minimum.is, limits.minimum_scope.is) {
                (BelowMinimum::Refused, MinimumScope::EachWager) => {
                    (minimum, limits.below_minimum.clause)
                }
                (BelowMinimum::PaidOnce, MinimumScope::EachWager) if warned => {
                    (minimum, limits.below_minimum.clause)
                }
                (BelowMinimum::PaidOnce | BelowMinimum::Valid | BelowMinimum::Refused, _) => {
                    (chip, limits.below_minimum.clause)
                }
            },
        };
        Bound {
            amount,
            beyond: Refusal::new(Reason::BelowMinimum { minimum }, clause),
        }
    }

    fn room_on(&self, each: &BoxState, player: Player, seated: bool) -> Result<(), Refusal> {
        let boxes = &self.book().boxes;
        if each.place(player).is_some() {
            return Err(Refusal::new(Reason::AlreadyWagered, boxes.one_wager.clause));
        }
        let most = self.setup.sign.bettors.unwrap_or(boxes.bettors.is.get());
        if each.bettors.len() >= usize::from(most) {
            let clause = if self.setup.sign.bettors.is_some() {
                boxes.fewer.clause
            } else {
                boxes.bettors.clause
            };
            return Err(Refusal::new(Reason::BoxFull { most }, clause));
        }
        if seated && each.bettors.iter().any(|bettor| bettor.seated) {
            return Err(Refusal::new(
                Reason::SeatTaken { box_no: each.no },
                boxes.seated.clause,
            ));
        }
        Ok(())
    }

    /// Refuses one box more than a restricted player may have, side wagers counted.
    pub(crate) fn boxes_left(&self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let has_wager = |each: &&BoxState| {
            each.place(player).is_some() || each.sides.iter().any(|wager| wager.player == player)
        };
        let others = self
            .state
            .boxes
            .iter()
            .filter(|each| each.no != box_no)
            .filter(has_wager)
            .count();
        match self.boxes_allowed(self.setup.patrons[player.index()].held) {
            Some((most, clause)) if others >= usize::from(most) => {
                Err(Refusal::new(Reason::HeldToBoxes { boxes: most }, clause))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn boxes_allowed(&self, held: Held) -> Option<(u8, Clause)> {
        let limits = &self.book().limits;
        let late = self.setup.late_limit();
        match held {
            Held::Free => None,
            Held::Late => (late.is == LateLimit::MinimumTwoBoxes).then_some((2, late.clause)),
            Held::ByOrder => {
                (limits.order.is == OrderLimit::MinimumOneBox).then_some((1, limits.order.clause))
            }
        }
    }

    fn most_wager(&self, player: Player, box_no: BoxNo, seated: bool) -> Bound {
        let by_maximum = match self.setup.wagers_checked {
            WagersChecked::WhenLaid => self.most_when_laid(player, box_no, seated),
            WagersChecked::WhenClosed => self.most_until_closed(player, box_no, seated),
        };
        match self.most_when_held(player) {
            Some(held) if held.amount <= by_maximum.amount => held,
            Some(_) | None => by_maximum,
        }
    }

    fn most_when_held(&self, player: Player) -> Option<Bound> {
        let clause = match self.setup.patrons[player.index()].held {
            Held::Free => return None,
            Held::Late => self.setup.late_limit().clause,
            Held::ByOrder => self.book().limits.order.clause,
        };
        let minimum = self.setup.minimum(player);
        Some(Bound {
            amount: minimum,
            beyond: Refusal::new(Reason::HeldToMinimum { minimum }, clause),
        })
    }

    fn laid_on(&self, box_no: BoxNo) -> Money {
        self.state
            .find_box(box_no)
            .map_or(Money::ZERO, BoxState::total_laid)
    }

    /// The most that may be laid where no wager above the maximum is accepted.
    fn most_when_laid(&self, player: Player, box_no: BoxNo, seated: bool) -> Bound {
        let limits = &self.book().limits;
        let (maximum, raised) = self.setup.maximum(player, box_no);
        let laid = self.laid_on(box_no);
        let shared = match limits.maximum_scope.is {
            MaximumScope::EachWager => false,
            MaximumScope::EachUnlessRaised => self.setup.box_maximum(box_no).is_some(),
            MaximumScope::BoxTotal => true,
            // Sydney 7.1.1: who controls the box has the first option on all of its maximum, also
            // after others have laid theirs. Of those, what is too much goes back when wagers are
            // closed.
            MaximumScope::BoxInTurn => !seated,
        };
        let amount = if shared {
            maximum.saturating_sub(laid)
        } else {
            maximum
        };
        let clause = match raised {
            true if shared && !laid.is_zero() => limits.raised_total.clause,
            true => limits.raised.clause,
            false => self.sign_clause(),
        };
        Bound {
            amount,
            beyond: Refusal::new(Reason::AboveMaximum { maximum }, clause),
        }
    }

    /// The most that may lie on the layout until a dealer looks at it.
    fn most_until_closed(&self, player: Player, box_no: BoxNo, seated: bool) -> Bound {
        let limits = &self.book().limits;
        let (maximum, _) = self.setup.maximum(player, box_no);
        let raised = self.setup.box_maximum(box_no).is_some();
        let above = |clause| Refusal::new(Reason::AboveMaximum { maximum }, clause);
        let laid = self.laid_on(box_no);
        let left = maximum.saturating_sub(laid);
        match (limits.above_maximum.is, limits.maximum_scope.is) {
            // On a box with a raised maximum others may wager what is left of it.
            (_, MaximumScope::EachUnlessRaised) if raised && !laid.is_zero() => Bound {
                amount: left,
                beyond: above(limits.raised_total.clause),
            },
            (AboveMaximum::Capped, _) => Bound {
                amount: Money::MOST,
                beyond: Refusal::new(Reason::TooMuch, limits.above_maximum.clause),
            },
            (AboveMaximum::Refused, MaximumScope::EachWager | MaximumScope::EachUnlessRaised) => {
                Bound {
                    amount: maximum,
                    beyond: above(limits.above_maximum.clause),
                }
            }
            // As when each wager is checked: the first option on all of the maximum.
            (AboveMaximum::Refused, MaximumScope::BoxInTurn) if seated => Bound {
                amount: maximum,
                beyond: above(limits.above_maximum.clause),
            },
            (AboveMaximum::Refused, MaximumScope::BoxTotal | MaximumScope::BoxInTurn) => Bound {
                amount: left,
                beyond: above(limits.above_maximum.clause),
            },
        }
    }

    pub(crate) fn legal_wagers(&self) -> Vec<Legal> {
        let mut legal = Vec::new();
        for player in self.setup.players() {
            for box_no in BoxNo::all() {
                for seated in [true, false] {
                    legal.extend(self.legal_wager(player, box_no, seated));
                }
                legal.extend(self.legal_side_wagers(player, box_no));
                legal.extend(self.legal_decline_control(player, box_no));
            }
        }
        legal
    }

    fn legal_wager(&self, player: Player, box_no: BoxNo, seated: bool) -> Option<Legal> {
        let (least, most) = self.may_wager(player, box_no, seated).ok()?;
        // Both ends must themselves be amounts that chips and the sign allow.
        let unit = self
            .demanded_multiple(player)
            .map_or(self.setup.sign.chip, |(of, _)| of);
        let (least, amount) = (
            least.amount.up_to_multiple_of(unit),
            most.amount.down_to_multiple_of(unit),
        );
        let choice = Choice::Wager {
            box_no,
            amount,
            seated,
        };
        let clause = self.book().limits.placing.clause;
        (amount >= least).then_some(Legal {
            player,
            choice,
            least: Some(least),
            clause,
        })
    }

    /// Closes wagers: what may not stay is returned, what is too much is capped, and each box gets
    /// its controlling player.
    pub(crate) fn close(&mut self) -> Result<(), Refusal> {
        self.wagers_open()?;
        if self.state.boxes.iter().all(|each| each.bettors.is_empty()) {
            return Err(Refusal::new(
                Reason::NothingWagered,
                self.book().limits.placing.clause,
            ));
        }
        let boxes: Vec<BoxNo> = self.state.boxes.iter().map(|each| each.no).collect();
        for box_no in boxes {
            self.return_without_pairs(box_no);
            self.judge_minimum(box_no);
            self.give_control(box_no);
            self.cap(box_no);
            self.close_sides(box_no);
        }
        if self.state.boxes.iter().all(|each| each.bettors.is_empty()) {
            self.emit(What::Began(Stage::Over), self.book().limits.placing.clause);
        } else {
            self.next_stage();
        }
        Ok(())
    }

    /// Where the pairs wager is a condition of play, a wager without one is returned.
    fn return_without_pairs(&mut self, box_no: BoxNo) {
        if !self.setup.sign.pairs_compulsory {
            return;
        }
        let clause = self.book().pairs.compulsory.clause;
        let each = self.state.box_at(box_no);
        let without = |bettor: &&Bettor| {
            each.side(bettor.player, crate::choice::Side::Pairs)
                .is_none()
        };
        let players: Vec<Player> = each
            .bettors
            .iter()
            .filter(without)
            .map(|bettor| bettor.player)
            .collect();
        for player in players {
            self.return_wager(box_no, player, clause);
        }
    }

    fn judge_minimum(&mut self, box_no: BoxNo) {
        let limits = &self.book().limits;
        let (rule, clause) = (limits.below_minimum.is, limits.below_minimum.clause);
        let minimum = self.setup.sign.minimum;
        let each = self.state.box_at(box_no);
        let below: Vec<Player> = match limits.minimum_scope.is {
            MinimumScope::BoxTotal if each.total_laid() >= minimum => Vec::new(),
            MinimumScope::BoxTotal => each.bettors.iter().map(|bettor| bettor.player).collect(),
            MinimumScope::EachWager => each
                .bettors
                .iter()
                .filter(|bettor| bettor.laid < self.setup.minimum(bettor.player))
                .map(|bettor| bettor.player)
                .collect(),
        };
        for player in below {
            match rule {
                BelowMinimum::PaidOnce if self.setup.patrons[player.index()].warned => {
                    self.return_wager(box_no, player, clause)
                }
                BelowMinimum::PaidOnce => self.emit(What::BelowMinimum { box_no, player }, clause),
                BelowMinimum::Valid => {}
                BelowMinimum::Refused => self.return_wager(box_no, player, clause),
            }
        }
    }

    fn cap(&mut self, box_no: BoxNo) {
        let limits = &self.book().limits;
        let each = self.state.box_at(box_no);
        let mut order: Vec<&Bettor> = each.bettors.iter().collect();
        let scope = limits.maximum_scope;
        if scope.is == MaximumScope::BoxInTurn {
            // The controlling player's wager counts first, then the others from the dealer
            // outwards.
            order.sort_by_key(|bettor| each.controller != Some(bettor.player));
        }
        let shared = match scope.is {
            MaximumScope::EachWager => false,
            MaximumScope::EachUnlessRaised => self.setup.box_maximum(box_no).is_some(),
            MaximumScope::BoxTotal | MaximumScope::BoxInTurn => true,
        };
        let mut before = Money::ZERO;
        let mut capped = Vec::new();
        for bettor in order {
            // Sydney 7.6: what one player may wager above the sign's maximum is no other's to use.
            let (maximum, _) = self.setup.maximum(bettor.player, box_no);
            let room = if shared {
                maximum.saturating_sub(before)
            } else {
                maximum
            };
            let counted = bettor.laid.min(room);
            before = before + counted;
            if counted < bettor.laid {
                capped.push((bettor.player, counted, bettor.laid - counted));
            }
        }
        let clause = if shared && each.bettors.len() > 1 {
            scope.clause
        } else {
            limits.above_maximum.clause
        };
        for (player, counted, returned) in capped {
            if counted.is_zero() {
                self.return_wager(box_no, player, clause);
            } else {
                self.emit(
                    What::AboveMaximum {
                        box_no,
                        player,
                        counted,
                        returned,
                    },
                    clause,
                );
            }
        }
    }

    /// Gives a wager back before the first card.
    pub(crate) fn return_wager(&mut self, box_no: BoxNo, player: Player, clause: Clause) {
        let stake = self
            .state
            .box_at(box_no)
            .bettor(player)
            .map_or(Money::ZERO, |bettor| bettor.laid);
        let settled = Settled {
            box_no,
            hand: None,
            player,
            kind: Kind::Wager,
            outcome: Outcome::Returned,
            odds: None,
            stake,
            net: Net::ZERO,
        };
        self.emit(What::Settled(settled), clause);
    }
}
