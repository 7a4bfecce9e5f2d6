//! The Super Bonus for three suited sevens against a seven, and what everybody else gets.

use crate::choice::HandRef;
use crate::event::{Kind, Outcome, Settled, What};
use crate::payouts::is_suited_sevens;
use crate::player::Player;
use crate::round::Round;
use crate::state::{Bettor, BoxState, Origin};
use cards::Rank;
use rules::{
    BandGap, BelowBands, BoxNo, Clause, DoubledOthers, Money, Net, Others, OthersCount, OthersSide,
    OthersTime, SmallCoBettor, SmallWinner, SplitSuperBonus, SuperBonusEach, TwoWinners,
};
use std::collections::BTreeSet;

impl Round {
    /// Whether a hand of 21 is a Super Bonus hand.
    pub(crate) fn is_super_bonus(&self, at: HandRef) -> bool {
        let rules = &self.book().super_bonus;
        let each = self.state.box_at(at.box_no);
        let hand = self.state.hand(at);
        let split = match (hand.origin, rules.split.is) {
            (Origin::Dealt, _) => true,
            (Origin::Split, SplitSuperBonus::Never) => false,
            (Origin::Split, SplitSuperBonus::UnlessSuitedSplit) => !each.suited_sevens_split,
        };
        let offered = !rules.prizes.is.steps().is_empty();
        let upcard = self.state.upcard().map(|card| card.rank) == Some(Rank::Seven);
        offered && upcard && split && !hand.doubled && is_suited_sevens(&hand.cards)
    }

    /// What one bettor on a Super Bonus hand wins, if anything.
    pub(crate) fn super_bonus_prize(&self, at: HandRef, place: usize) -> Option<Money> {
        let rules = &self.book().super_bonus;
        let each = self.state.box_at(at.box_no);
        let stake = self.state.hand(at).stakes[place];
        let bettor = &each.bettors[place];
        let controls = each.controller == Some(bettor.player);
        if stake.wager.is_zero()
            || stake.is_surrendered()
            || rules.each.is == SuperBonusEach::Controller && !controls
        {
            return None;
        }
        let steps = rules.prizes.is.steps();
        let Some(step) = steps.iter().rev().find(|step| stake.wager >= step.from) else {
            return match rules.below.is {
                BelowBands::Nothing => None,
                BelowBands::FirstStep => steps.first().map(|step| step.pays),
            };
        };
        let beyond = step.to.is_some_and(|to| stake.wager > to);
        match rules.gap.is {
            BandGap::Nothing if beyond => None,
            BandGap::Nothing | BandGap::LowerStep => Some(step.pays),
        }
    }

    /// Pays the prizes of a Super Bonus hand.
    pub(crate) fn pay_super_bonus(&mut self, at: HandRef) {
        let clause = self.book().super_bonus.prizes.clause;
        self.emit(What::SuperBonusWon { hand: at }, clause);
        for place in 0..self.state.box_at(at.box_no).bettors.len() {
            let Some(prize) = self.super_bonus_prize(at, place) else {
                continue;
            };
            let player = self.state.box_at(at.box_no).bettors[place].player;
            let first = self
                .book()
                .super_bonus
                .prizes
                .is
                .steps()
                .first()
                .is_some_and(|step| step.pays == prize);
            let clause = if first {
                clause
            } else {
                self.book().super_bonus.higher_prizes.clause
            };
            self.pay_bonus(
                at.box_no,
                Some(at.hand),
                player,
                Kind::SuperBonus,
                prize,
                clause,
            );
        }
        if !self.others_wait() {
            let hands = match self.book().super_bonus.twice.is {
                TwoWinners::Once => self.state.super_bonus_hands.clone(),
                TwoWinners::ForEach => vec![at],
            };
            self.pay_others(&hands);
        }
    }

    fn pay_bonus(
        &mut self,
        box_no: BoxNo,
        hand: Option<u8>,
        player: Player,
        kind: Kind,
        amount: Money,
        clause: Clause,
    ) {
        let net = Net::won(amount);
        let settled = Settled {
            box_no,
            hand,
            player,
            kind,
            outcome: Outcome::Won,
            odds: None,
            stake: Money::ZERO,
            net,
        };
        self.emit(What::Settled(settled), clause);
    }

    /// Whether the others are paid at the final settlement. Sydney 11.3: where 21 is paid then,
    /// they are too.
    pub(crate) fn others_wait(&self) -> bool {
        match self.book().super_bonus.others_time.is {
            OthersTime::AtOnce => self.twenty_one_waits(),
            OthersTime::AtTheEnd => true,
        }
    }

    /// Pays what everybody else gets for these Super Bonus hands.
    pub(crate) fn pay_others(&mut self, hands: &[HandRef]) {
        let rules = &self.book().super_bonus;
        let paid: Vec<HandRef> = hands
            .iter()
            .copied()
            .filter(|&at| self.others_are_paid_for(at))
            .collect();
        if paid.is_empty() {
            return;
        }
        let (amount, clause) = (rules.others_pay.is, rules.others_pay.clause);
        let shares = match rules.twice.is {
            TwoWinners::Once => self.not_paid_yet(self.shares(&paid)),
            TwoWinners::ForEach => paid.iter().flat_map(|&at| self.shares(&[at])).collect(),
        };
        for (box_no, player) in shares {
            self.pay_bonus(box_no, None, player, Kind::OthersBonus, amount, clause);
        }
    }

    /// These payments, without those that were made when an earlier hand won.
    fn not_paid_yet(&self, mut shares: Vec<(BoxNo, Player)>) -> Vec<(BoxNo, Player)> {
        let mut made = self.state.others_paid.clone();
        shares.retain(|share| {
            let before = made.iter().position(|each| each == share);
            before.is_none_or(|place| {
                made.swap_remove(place);
                false
            })
        });
        shares
    }

    fn others_are_paid_for(&self, at: HandRef) -> bool {
        let won = self.winners_on(at).next().is_some();
        won || self.book().super_bonus.small_winner.is == SmallWinner::OthersPaid
    }

    fn winners_on(&self, at: HandRef) -> impl Iterator<Item = Player> {
        let winners = self
            .state
            .super_bonus_winners
            .iter()
            .filter(move |(box_no, _)| *box_no == at.box_no);
        winners.map(|&(_, player)| player)
    }

    /// Who is paid for Super Bonus hands, and on which box; one entry for each payment.
    fn shares(&self, hands: &[HandRef]) -> Vec<(BoxNo, Player)> {
        let rules = &self.book().super_bonus;
        let excluded = |each: &BoxState, bettor: &Bettor| {
            let on_hand = hands.iter().any(|at| at.box_no == each.no);
            let won = self
                .state
                .super_bonus_winners
                .contains(&(each.no, bettor.player));
            // Where nobody on the hand has won a prize, it is the controlling player's: the others
            // are the rest.
            let nobody_won = !self
                .state
                .super_bonus_winners
                .iter()
                .any(|(box_no, _)| *box_no == each.no);
            let holds = on_hand && nobody_won && each.controller == Some(bettor.player);
            holds || on_hand && (won || rules.small_co_bettor.is == SmallCoBettor::Nothing)
        };
        match rules.others.is {
            Others::Nobody => Vec::new(),
            Others::Players => self.player_shares(hands),
            Others::Wagers | Others::WagersButDoubledWins | Others::CoBettors => {
                let mut shares = Vec::new();
                for each in &self.state.boxes {
                    let co_bettors = rules.others.is == Others::CoBettors
                        && !hands.iter().any(|at| at.box_no == each.no);
                    let entitled = each.bettors.iter().filter(|bettor| {
                        bettor.has_wager() && !co_bettors && !excluded(each, bettor)
                    });
                    for bettor in entitled {
                        let count = self.wagers_that_count(each, bettor);
                        shares.extend(std::iter::repeat_n((each.no, bettor.player), count));
                    }
                    if rules.others_side.is == OthersSide::Counts {
                        shares.extend(each.sides.iter().map(|wager| (each.no, wager.player)));
                    }
                }
                shares
            }
        }
    }

    fn wagers_that_count(&self, each: &BoxState, bettor: &Bettor) -> usize {
        let rules = &self.book().super_bonus;
        let place = each.place(bettor.player).expect("the bettor is on the box");
        let first = &each.hands[0];
        let counts = match rules.others_doubled.is {
            DoubledOthers::Hand => true,
            DoubledOthers::Wager => !first.stakes[place].double.is_zero(),
        };
        let doubled_win = first.doubled && counts && self.won_on(each.no, bettor.player);
        if rules.others.is == Others::WagersButDoubledWins && doubled_win {
            return 0;
        }
        match rules.others_count.is {
            OthersCount::Original => 1,
            OthersCount::Every => {
                let stakes = each.hands.iter().map(|hand| hand.stakes[place]);
                stakes
                    .map(|stake| {
                        usize::from(!stake.wager.is_zero()) + usize::from(!stake.double.is_zero())
                    })
                    .sum()
            }
        }
    }

    /// Whether a bettor's wager on the first hand of a box has won.
    fn won_on(&self, box_no: BoxNo, player: Player) -> bool {
        self.settled().any(|(settled, _)| {
            let first = settled.hand == Some(0) && settled.kind == Kind::Wager;
            first
                && settled.box_no == box_no
                && settled.player == player
                && settled.outcome == Outcome::Won
        })
    }

    /// Sydney: every other player of the round once, whatever they wagered.
    fn player_shares(&self, hands: &[HandRef]) -> Vec<(BoxNo, Player)> {
        let rules = &self.book().super_bonus;
        let mut done: BTreeSet<Player> = BTreeSet::new();
        for at in hands {
            done.extend(self.winners_on(*at));
            if self.winners_on(*at).next().is_none() {
                done.extend(self.state.box_at(at.box_no).controller);
            }
            if rules.small_co_bettor.is == SmallCoBettor::Nothing {
                done.extend(
                    self.state
                        .box_at(at.box_no)
                        .bettors
                        .iter()
                        .map(|bettor| bettor.player),
                );
            }
        }
        let mut shares = Vec::new();
        for each in &self.state.boxes {
            let main = each
                .bettors
                .iter()
                .filter(|bettor| bettor.has_wager())
                .map(|bettor| bettor.player);
            let side = each
                .sides
                .iter()
                .filter(|_| rules.others_side_only.is == OthersSide::Counts)
                .map(|wager| wager.player);
            for player in main.chain(side) {
                if done.insert(player) {
                    shares.push((each.no, player));
                }
            }
        }
        shares
    }
}
