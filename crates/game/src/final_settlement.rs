//! The final settlement: every wager that is still open.

use crate::choice::HandRef;
use crate::event::{Ending, Kind, Outcome};
use crate::round::Round;
use crate::state::{BoxState, Gone, Play, Stake};
use crate::total::{Total, is_pontoon};
use rules::{BoxNo, Clause, DealerPontoon, ForfeitedHand, Net, Tie, TwentyOne};

impl Round {
    pub(crate) fn settle_all(&mut self) {
        let pontoon = is_pontoon(&self.state.dealer);
        let boxes: Vec<(BoxNo, usize)> = self
            .state
            .boxes
            .iter()
            .map(|each| (each.no, each.bettors.len()))
            .collect();
        for &(box_no, _) in &boxes {
            self.expose(box_no);
        }
        for &(box_no, bettors) in &boxes {
            self.pay_waiting_21s(box_no, pontoon);
            for place in 0..bettors {
                if pontoon {
                    self.settle_against_pontoon(box_no, place);
                } else {
                    self.settle_bettor(box_no, place);
                }
            }
        }
        if pontoon {
            self.pay_insurance();
        }
        if self.others_wait() {
            self.pay_others(&self.state.super_bonus_hands.clone());
        }
    }

    fn hands_of(&self, box_no: BoxNo) -> Vec<HandRef> {
        (0_u8..)
            .zip(&self.state.box_at(box_no).hands)
            .map(|(hand, _)| HandRef { box_no, hand })
            .collect()
    }

    fn pay_waiting_21s(&mut self, box_no: BoxNo, pontoon: bool) {
        match self.book().settlement.twenty_one.is {
            TwentyOne::Compared => return,
            TwentyOne::LosesToPontoon if pontoon => return,
            TwentyOne::LosesToPontoon | TwentyOne::AlwaysWins => {}
        }
        for at in self.hands_of(box_no) {
            let hand = self.state.hand(at);
            if hand.play == Play::Done(Ending::TwentyOne) && hand.stakes.iter().any(Stake::is_live)
            {
                self.pay_twenty_one(at);
            }
        }
    }

    fn settle_bettor(&mut self, box_no: BoxNo, place: usize) {
        let dealer = Total::of(&self.state.dealer);
        for at in self.hands_of(box_no) {
            let hand = self.state.hand(at);
            let stake = hand.stakes[place];
            if stake.double_open && !stake.wager_open {
                // The doubled part of a hand over 21 waited for the dealer's second card: no
                // Pontoon, so it is lost.
                let clause = self.book().dealer.doubled_bust.clause;
                self.settle_stake(
                    at,
                    place,
                    Kind::Double,
                    Outcome::Lost,
                    Net::lost(stake.double),
                    clause,
                );
            } else if stake.is_surrendered() && stake.wager_open {
                let net = Net::lost(self.payable().surrendered(stake.wager));
                let clause = self.book().surrender.half_lost.clause;
                self.settle_stake(at, place, Kind::Wager, Outcome::Surrendered, net, clause);
            } else if stake.wager_open {
                let points = self.hand_total(hand).points;
                self.settle_by_total(at, place, points, dealer.points);
            }
        }
    }

    fn settle_by_total(&mut self, at: HandRef, place: usize, points: u8, dealer: u8) {
        let rules = &self.book().settlement;
        if dealer > 21 {
            self.win_with(at, place, rules.dealer_bust.clause);
        } else if points > dealer {
            self.win_with(at, place, rules.higher.clause);
        } else if points < dealer {
            self.lose(at, place, rules.lower.clause);
        } else {
            match rules.tie.is {
                Tie::StandOff => self.stand_off(at, place, rules.tie.clause),
                Tie::DealerWins => self.lose(at, place, rules.tie.clause),
            }
        }
    }

    fn lose(&mut self, at: HandRef, place: usize, clause: Clause) {
        let stake = self.state.hand(at).stakes[place];
        self.settle_stake(
            at,
            place,
            Kind::Wager,
            Outcome::Lost,
            Net::lost(stake.wager),
            clause,
        );
        if stake.double_open {
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

    fn stand_off(&mut self, at: HandRef, place: usize, clause: Clause) {
        let stake = self.state.hand(at).stakes[place];
        self.settle_stake(at, place, Kind::Wager, Outcome::StandOff, Net::ZERO, clause);
        if stake.double_open {
            self.settle_stake(
                at,
                place,
                Kind::Double,
                Outcome::StandOff,
                Net::ZERO,
                clause,
            );
        }
    }

    /// What a dealer's Pontoon takes from one bettor on one box.
    fn settle_against_pontoon(&mut self, box_no: BoxNo, place: usize) {
        let rule = self.book().dealer.pontoon.is;
        let split = !self.state.box_at(box_no).is_unsplit();
        let mut owed = self.one_is_owed(self.state.box_at(box_no), place);
        for at in self.hands_of(box_no) {
            let stake = self.state.hand(at).stakes[place];
            if stake.double_open && !stake.wager_open {
                let clause = self.book().dealer.doubled_bust.clause;
                self.settle_stake(
                    at,
                    place,
                    Kind::Double,
                    Outcome::StandOff,
                    Net::ZERO,
                    clause,
                );
            }
            if !stake.wager_open {
                continue;
            }
            if stake.is_surrendered() {
                let clause = self.book().surrender.against_pontoon.clause;
                self.settle_stake(
                    at,
                    place,
                    Kind::Wager,
                    Outcome::Lost,
                    Net::lost(stake.wager),
                    clause,
                );
                continue;
            }
            let takes = match rule {
                DealerPontoon::EveryWager | DealerPontoon::EachOriginal => true,
                DealerPontoon::BustedAndOne | DealerPontoon::OneInAll => std::mem::take(&mut owed),
                DealerPontoon::FirstHandOnly => at.hand == 0,
            };
            self.take_original(at, place, split, takes);
        }
    }

    /// Whether a bettor still owes the one original wager that a dealer's Pontoon takes.
    fn one_is_owed(&self, each: &BoxState, place: usize) -> bool {
        let gone = |wanted: Gone| {
            each.hands
                .iter()
                .any(|hand| hand.stakes[place].gone == wanted)
        };
        let forfeit_counts = self.book().dealer.forfeited_hand.is == ForfeitedHand::IsTheOne;
        match self.book().dealer.pontoon.is {
            DealerPontoon::OneInAll => !gone(Gone::Bust) && !gone(Gone::Forfeited),
            DealerPontoon::BustedAndOne => !(forfeit_counts && gone(Gone::Forfeited)),
            DealerPontoon::EveryWager
            | DealerPontoon::EachOriginal
            | DealerPontoon::FirstHandOnly => true,
        }
    }

    fn take_original(&mut self, at: HandRef, place: usize, split: bool, takes: bool) {
        let book = self.book();
        let every = book.dealer.pontoon.is == DealerPontoon::EveryWager;
        let stake = self.state.hand(at).stakes[place];
        let clause = match (split, stake.double_open, takes) {
            (true, _, true) => book.dealer.pontoon.clause,
            (true, _, false) => book.dealer.pontoon_split.clause,
            (false, true, _) => book.dealer.pontoon_doubled.clause,
            (false, false, _) => book.settlement.dealer_pontoon.clause,
        };
        let doubled = if every {
            clause
        } else {
            book.dealer.pontoon_doubled.clause
        };
        let (outcome, net) = if takes {
            (Outcome::Lost, Net::lost(stake.wager))
        } else {
            (Outcome::StandOff, Net::ZERO)
        };
        self.settle_stake(at, place, Kind::Wager, outcome, net, clause);
        if stake.double_open && every {
            self.settle_stake(
                at,
                place,
                Kind::Double,
                Outcome::Lost,
                Net::lost(stake.double),
                clause,
            );
        } else if stake.double_open {
            self.settle_stake(
                at,
                place,
                Kind::Double,
                Outcome::StandOff,
                Net::ZERO,
                doubled,
            );
        }
    }
}
