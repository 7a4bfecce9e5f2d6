//! Amounts and times behind a refusal, for a page that says them in its own words, currency and
//! clock.

use desk::{DeskRefusal, Exclusion, LimitRefusal, TopUpRefusal};
use serde::{Deserialize, Serialize};

/// The amounts, in cents, and the times, in milliseconds, that a refusal goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ErrorDetail {
    /// One wager above one's own limit for a wager.
    OneWager {
        /// The wager.
        amount: u64,
        /// The limit.
        limit: u64,
    },
    /// A wager with which one could lose more than one's own limit for a day.
    Loss {
        /// The wager.
        amount: u64,
        /// The limit.
        limit: u64,
        /// What may still be lost.
        left: u64,
        /// When the day ends.
        until: u64,
    },
    /// A wager with which one would wager more than one's own limit for a day.
    Wagered {
        /// The wager.
        amount: u64,
        /// The limit.
        limit: u64,
        /// What may still be wagered.
        left: u64,
        /// When the day ends.
        until: u64,
    },
    /// One's own limit for the time of play in a day is reached.
    Play {
        /// The limit.
        limit: u64,
        /// When the day ends.
        until: u64,
    },
    /// One has excluded oneself from play.
    Excluded {
        /// Until when; nothing if for ever.
        until: Option<u64>,
    },
    /// One has enough for a table, and gets no top-up there.
    TopUpEnough {
        /// What the account of the person holds.
        has: u64,
        /// The least wager, below which a top-up is given.
        least: u64,
    },
    /// One has wagers that are not decided, and gets no top-up before they are.
    TopUpAtStake {
        /// The sum of these wagers.
        open: u64,
    },
    /// A wrong password, after which no other is judged for a while.
    WrongPassword {
        /// How long, in seconds.
        seconds: u64,
    },
    /// Too many wrong passwords: this one was not judged.
    Wait {
        /// For how long none is, in seconds.
        seconds: u64,
    },
    /// A top-up was given on this day already.
    TopUpGiven {
        /// When the day ends.
        until: u64,
    },
}

impl ErrorDetail {
    /// Nothing where the words of a refusal have neither amount nor time.
    pub(crate) fn of(refusal: &DeskRefusal) -> Option<Self> {
        if let DeskRefusal::Limit(limit) = refusal {
            return Self::of_limit(*limit);
        }
        if let DeskRefusal::TopUp(top_up) = refusal {
            return Self::of_top_up(*top_up);
        }
        if let DeskRefusal::Wait { left, .. } = refusal {
            let seconds = left.0.div_ceil(1000);
            return Some(Self::Wait { seconds });
        }
        None
    }

    fn of_top_up(refusal: TopUpRefusal) -> Option<Self> {
        match refusal {
            TopUpRefusal::NoPlayMoney => None,
            TopUpRefusal::AtStake { open } => Some(Self::TopUpAtStake { open: open.cents() }),
            TopUpRefusal::Enough { has, least } => Some(Self::TopUpEnough {
                has: has.cents(),
                least: least.cents(),
            }),
            TopUpRefusal::GivenToday { until } => Some(Self::TopUpGiven { until: until.0 }),
        }
    }

    fn of_limit(refusal: LimitRefusal) -> Option<Self> {
        let cents = rules::Money::cents;
        Some(match refusal {
            LimitRefusal::OneWager { amount, limit } => Self::OneWager {
                amount: cents(amount),
                limit: cents(limit),
            },
            LimitRefusal::Loss {
                amount,
                limit,
                left,
                until,
            } => {
                let (amount, limit, left) = (cents(amount), cents(limit), cents(left));
                Self::Loss {
                    amount,
                    limit,
                    left,
                    until: until.0,
                }
            }
            LimitRefusal::Wagered {
                amount,
                limit,
                left,
                until,
            } => {
                let (amount, limit, left) = (cents(amount), cents(limit), cents(left));
                Self::Wagered {
                    amount,
                    limit,
                    left,
                    until: until.0,
                }
            }
            LimitRefusal::Play { limit, until } => Self::Play {
                limit: limit.0,
                until: until.0,
            },
            LimitRefusal::Excluded(Exclusion::Until(until)) => Self::Excluded {
                until: Some(until.0),
            },
            LimitRefusal::Excluded(Exclusion::ForEver) => Self::Excluded { until: None },
            // The check itself is told on its own.
            LimitRefusal::Reality(_) => return None,
        })
    }
}
