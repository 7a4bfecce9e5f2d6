//! More play money for somebody who has run out of it, at most once a day.

use crate::decide::Trial;
use crate::decision::Answer;
use crate::desk::Desk;
use crate::document::Document;
use crate::event::MoneyWhy;
use crate::person::{Kind, Person};
use crate::refusal::{DeskRefusal, LimitRefusal, TopUpRefusal};
use ledger::{PlayerId, Purpose};
use rules::{Money, Net};
use serde::{Deserialize, Serialize};
use table::Time;

/// The last top-up of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopUp {
    /// Whose.
    pub person: PlayerId,
    /// When it was given.
    pub at: Time,
}

impl Document for TopUp {
    const SPACE: &'static str = "top_up";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        format!("{:010}", self.person.0)
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// The top-up that a person may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TopUpOffer {
    /// How much it is.
    pub amount: Money,
    /// From when on it may be asked for.
    pub from: Time,
}

impl Desk {
    /// The top-up that a person may ask for once their money is below a table's minimum.
    ///
    /// # Errors
    ///
    /// When the person is excluded from play, or the house gives no play money.
    pub fn top_up_offer(&self, player: PlayerId, at: Time) -> Result<TopUpOffer, DeskRefusal> {
        let person = self.known(player)?;
        if let Some(exclusion) = person.exclusion(at) {
            return Err(LimitRefusal::Excluded(exclusion).into());
        }
        let amount = self.play_money_of(person);
        if amount.is_zero() {
            return Err(TopUpRefusal::NoPlayMoney.into());
        }
        let from = self
            .last_top_up(player)
            .map_or(Time(0), |last| self.days().next_day(last.at));
        Ok(TopUpOffer { amount, from })
    }

    /// A top-up is as much as a newcomer of the same kind is given.
    fn play_money_of(&self, person: &Person) -> Money {
        match person.kind {
            Kind::Guest => self.terms.guest,
            Kind::Member => self.terms.member,
            Kind::HousePlayer => self.terms.house_player,
            Kind::Staff => Money::ZERO,
        }
    }
}

impl Trial<'_> {
    /// A wager that was settled after `open` was read may be in the balance or not, so the
    /// person asks again rather than being given money on a wrong balance.
    pub(crate) fn top_up(
        &mut self,
        open: Money,
        has: Money,
        least: Money,
    ) -> Result<Answer, DeskRefusal> {
        let me = self.me()?;
        let offer = self.desk.top_up_offer(me, self.at)?;
        let open = open.max(self.desk.plays().totals(me, self.at).open);
        if !open.is_zero() {
            return Err(TopUpRefusal::AtStake { open }.into());
        }
        if has >= least {
            return Err(TopUpRefusal::Enough { has, least }.into());
        }
        if self.at < offer.from {
            return Err(TopUpRefusal::GivenToday { until: offer.from }.into());
        }
        self.money(
            me,
            Net::won(offer.amount),
            MoneyWhy::TopUp,
            Purpose::PlayMoney,
        )
    }
}
