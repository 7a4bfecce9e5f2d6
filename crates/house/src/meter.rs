//! The jackpot meter of a table: what its Pontoon Pandemonium wagers came to since the table was
//! founded.
//!
//! It is a document of its own, written together with the end of the round that changed it: no
//! restart loses or doubles a cent. What the pool behind it holds is the ledger's business.

use crate::documents::METER;
use game::{Kind, Outcome, Round, Side, What};
use ledger::TableId;
use rules::{Money, VoidSettled};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::Put;
use table::{Table, Time};

/// What a jackpot meter shows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Meter {
    /// Wagers that were decided.
    pub wagers: u64,
    /// What was staked with them.
    pub wagered: Money,
    /// What of it was lost to the pool.
    pub lost: Money,
    /// What the pool paid, stakes not counted.
    pub paid: Money,
    /// How often each multiplier was shown.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub hits: BTreeMap<u16, u64>,
    /// The highest single prize.
    pub highest: Option<Highest>,
}

/// The highest single prize of a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Highest {
    /// How much.
    pub amount: Money,
    /// In which round of the table.
    pub round: u64,
    /// When.
    pub at: Time,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Over,
    Void,
}

impl Meter {
    /// Takes in the round that ends; whether it changed anything.
    pub(crate) fn add(&mut self, table: &Table, end: End, at: Time) -> bool {
        let Some((no, round)) = table.round() else {
            return false;
        };
        let before = self.wagers;
        for (settled, _) in round
            .settled()
            .filter(|(settled, _)| settled.kind == Kind::Side(Side::Pandemonium))
        {
            // What was never decided went back as it was.
            if settled.outcome == Outcome::Returned {
                continue;
            }
            let cents = settled.net.cents();
            // A void round gives lost wagers back; what it paid stands where the book says so.
            let stands = cents > 0 && table.book().house.void_settled.is == VoidSettled::Stands;
            if end == End::Void && !stands {
                continue;
            }
            let amount = Money::from_cents(cents.unsigned_abs());
            self.wagers += 1;
            self.wagered = self.wagered + settled.stake;
            if cents < 0 {
                self.lost = self.lost + amount;
            } else {
                self.pay(amount, no, at);
            }
        }
        if self.wagers > before {
            self.count_hits(round);
        }
        self.wagers > before
    }

    fn pay(&mut self, amount: Money, round: u64, at: Time) {
        self.paid = self.paid + amount;
        if !amount.is_zero() && self.highest.is_none_or(|highest| amount > highest.amount) {
            self.highest = Some(Highest { amount, round, at });
        }
    }

    fn count_hits(&mut self, round: &Round) {
        for event in round.events() {
            if let What::MultiplierShown { multiplier } = event.what {
                *self.hits.entry(multiplier).or_default() += 1;
            }
        }
    }

    pub(crate) fn put(&self, table: TableId) -> Put {
        let value = serde_json::to_vec(self).expect("a meter is plain data");
        Put {
            space: METER.to_owned(),
            key: table.to_string(),
            value: Some(value),
        }
    }
}
