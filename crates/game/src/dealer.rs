//! When the dealer draws.

use crate::event::Ending;
use crate::round::Round;
use crate::state::{Hand, Play, Stake};
use crate::total::Total;
use rules::{DealerIdle, DealerSecond, SoftSeventeen, TwentyOne};

impl Round {
    /// Whether the dealer must take another card.
    pub(crate) fn dealer_draws(&self) -> bool {
        let rules = &self.book().dealer;
        let by_total = self.dealer_total_draws();
        let compared = self.book().settlement.twenty_one.is == TwentyOne::Compared;
        if rules.idle.is == DealerIdle::Draws
            || self.any_stake(|hand, stake| stake.is_live() && (compared || !is_21(hand)))
        {
            return by_total;
        }
        if !self.second_card_matters() {
            return false;
        }
        match rules.second.is {
            DealerSecond::OnlySecond => self.state.dealer.len() < 2,
            DealerSecond::Completed => by_total,
        }
    }

    /// Whether the total alone demands a card: hard 16 or less, and soft 17 where the book says so.
    fn dealer_total_draws(&self) -> bool {
        let total = Total::of(&self.state.dealer);
        let soft_17 = total.is_soft()
            && total.points == 17
            && self.book().dealer.soft_17.is == SoftSeventeen::Draws;
        self.state.dealer.len() < 2 || total.points < 17 || soft_17
    }

    /// Whether the dealer's first card is an Ace or worth ten.
    pub(crate) fn dealer_may_make_pontoon(&self) -> bool {
        self.state
            .upcard()
            .is_some_and(|card| matches!(card.rank.points(), 1 | 10))
    }

    /// Whether any wager waits only to see if the dealer makes Pontoon.
    fn second_card_matters(&self) -> bool {
        let can_make_pontoon = self.dealer_may_make_pontoon();
        let can_lose = self.book().settlement.twenty_one.is == TwentyOne::LosesToPontoon;
        let waits = |hand: &Hand, stake: &Stake| {
            let surrendered = stake.is_surrendered() && stake.wager_open;
            let doubled_bust = stake.double_open && !stake.wager_open;
            can_make_pontoon
                && (surrendered || doubled_bust || can_lose && stake.is_live() && is_21(hand))
        };
        !self.open_insurance().is_empty() || self.any_stake(waits)
    }

    fn any_stake(&self, test: impl Fn(&Hand, &Stake) -> bool) -> bool {
        self.state
            .hands()
            .any(|(_, _, hand)| hand.stakes.iter().any(|stake| test(hand, stake)))
    }
}

/// Whether a hand of 21 waits to be paid: it does not depend on the dealer's total.
fn is_21(hand: &Hand) -> bool {
    hand.play == Play::Done(Ending::TwentyOne)
}
