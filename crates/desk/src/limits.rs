//! Limits that players set themselves: tightening takes effect at once, loosening waits a day.
//!
//! What was played so far is not known here; see [`crate::Play`].

use rules::Money;
use serde::{Deserialize, Serialize};
use table::{Span, Time};

/// How long a loosening waits.
pub const LOOSENING_WAITS: Span = Span::minutes(24 * 60);

/// The longest time between reality checks.
pub const REALITY_MOST: Span = Span::minutes(60);
/// The shortest time between reality checks.
pub const REALITY_LEAST: Span = Span::minutes(5);

/// What a player has set. Days are those of the house's calendar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The most that may be lost in a day, winnings taken off.
    pub loss: Limit<Money>,
    /// The most that may be wagered in a day.
    pub wagered: Limit<Money>,
    /// The most on one wager.
    pub wager: Limit<Money>,
    /// The longest play in a day. Time at two tables counts for both.
    pub play: Limit<Span>,
    /// The time of play from one reality check to the next; there always is one.
    pub reality: Limit<Span>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            loss: Limit::none(),
            wagered: Limit::none(),
            wager: Limit::none(),
            play: Limit::none(),
            reality: Limit {
                now: Some(REALITY_MOST),
                coming: None,
            },
        }
    }
}

/// One limit, and what it is going to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit<T> {
    now: Option<T>,
    coming: Option<Coming<T>>,
}

/// A loosening that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coming<T> {
    /// The new limit; none removes it.
    pub is: Option<T>,
    /// From when on.
    pub from: Time,
}

/// A change that a player wants. None removes the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LimitChange {
    /// The most loss a day.
    LossADay(Option<Money>),
    /// The most wagered a day.
    WageredADay(Option<Money>),
    /// The most on one wager.
    OneWager(Option<Money>),
    /// The longest play a day.
    PlayADay(Option<Span>),
    /// The time between reality checks.
    RealityEvery(Span),
}

impl<T: Copy + Ord> Limit<T> {
    const fn none() -> Self {
        Self {
            now: None,
            coming: None,
        }
    }

    /// The limit in force; none where there is none.
    pub fn at(&self, at: Time) -> Option<T> {
        match self.coming {
            Some(coming) if coming.from <= at => coming.is,
            Some(_) | None => self.now,
        }
    }

    /// The loosening that waits.
    pub fn coming(&self, at: Time) -> Option<Coming<T>> {
        self.coming.filter(|coming| coming.from > at)
    }

    /// From when on a change would hold: at once unless it loosens.
    fn from(&self, wanted: Option<T>, at: Time) -> Time {
        let now = self.at(at);
        let looser = now.is_some_and(|now| wanted.is_none_or(|wanted| wanted > now));
        if looser {
            at.after(LOOSENING_WAITS)
        } else {
            at
        }
    }

    /// Takes a change in. What waited before is forgotten: a tightening wins, and another loosening
    /// waits anew.
    fn set(&mut self, wanted: Option<T>, from: Time, at: Time) {
        self.now = self.at(at);
        self.coming = None;
        if from <= at {
            self.now = wanted;
        } else {
            self.coming = Some(Coming { is: wanted, from });
        }
    }
}

impl Limits {
    /// From when on a change would hold.
    pub fn from(&self, change: LimitChange, at: Time) -> Time {
        match change {
            LimitChange::LossADay(wanted) => self.loss.from(wanted, at),
            LimitChange::WageredADay(wanted) => self.wagered.from(wanted, at),
            LimitChange::OneWager(wanted) => self.wager.from(wanted, at),
            LimitChange::PlayADay(wanted) => self.play.from(wanted, at),
            LimitChange::RealityEvery(wanted) => self.reality.from(Some(wanted), at),
        }
    }

    pub(crate) fn set(&mut self, change: LimitChange, from: Time, at: Time) {
        match change {
            LimitChange::LossADay(wanted) => self.loss.set(wanted, from, at),
            LimitChange::WageredADay(wanted) => self.wagered.set(wanted, from, at),
            LimitChange::OneWager(wanted) => self.wager.set(wanted, from, at),
            LimitChange::PlayADay(wanted) => self.play.set(wanted, from, at),
            LimitChange::RealityEvery(wanted) => self.reality.set(Some(wanted), from, at),
        }
    }
}

/// Why a limit cannot be set so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum LimitFault {
    /// More than anybody can wager.
    #[error("a limit is at most {}: remove it if you want none", Money::MOST)]
    TooMuch,
    /// Longer than a day.
    #[error("a limit on a day's play is at most 24 hours: remove it if you want none")]
    TooLong,
    /// A reality check too seldom or too often.
    #[error(
        "reality checks come every {} to {} minutes of play",
        REALITY_LEAST.0 / 60_000,
        REALITY_MOST.0 / 60_000
    )]
    Reality,
}

impl LimitChange {
    /// Whether there can be such a limit.
    ///
    /// # Errors
    ///
    /// When it is larger than any play.
    pub fn check(self) -> Result<(), LimitFault> {
        match self {
            Self::LossADay(wanted) | Self::WageredADay(wanted) | Self::OneWager(wanted) => {
                if wanted.is_some_and(|wanted| wanted > Money::MOST) {
                    Err(LimitFault::TooMuch)
                } else {
                    Ok(())
                }
            }
            Self::PlayADay(wanted) => {
                if wanted.is_some_and(|wanted| wanted > Span::minutes(24 * 60)) {
                    Err(LimitFault::TooLong)
                } else {
                    Ok(())
                }
            }
            Self::RealityEvery(wanted) => {
                if (REALITY_LEAST..=REALITY_MOST).contains(&wanted) {
                    Ok(())
                } else {
                    Err(LimitFault::Reality)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Time = Time(1_000_000_000);

    fn hours(hours: u64) -> Time {
        NOON.after(Span::minutes(60 * hours))
    }

    fn set(limits: &mut Limits, dollars: Option<u32>, at: Time) {
        let change = LimitChange::LossADay(dollars.map(Money::from_dollars));
        let from = limits.from(change, at);
        limits.set(change, from, at);
    }

    fn loss(limits: &Limits, at: Time) -> Option<u64> {
        limits.loss.at(at).map(|limit| limit.cents() / 100)
    }

    #[test]
    fn tightening_holds_at_once_and_loosening_after_a_day() {
        let mut limits = Limits::default();
        set(&mut limits, Some(100), NOON);
        assert_eq!(loss(&limits, NOON), Some(100), "a first limit tightens");
        set(&mut limits, Some(200), NOON);
        assert_eq!(loss(&limits, Time(hours(24).0 - 1)), Some(100));
        assert_eq!(loss(&limits, hours(24)), Some(200));
        set(&mut limits, Some(50), hours(25));
        assert_eq!(loss(&limits, hours(25)), Some(50));
        set(&mut limits, None, hours(26));
        assert_eq!(loss(&limits, hours(49)), Some(50), "removing is loosening");
        assert_eq!(loss(&limits, hours(50)), None);
    }

    #[test]
    fn a_tightening_in_between_wins() {
        let mut limits = Limits::default();
        set(&mut limits, Some(100), NOON);
        set(&mut limits, None, NOON);
        set(&mut limits, Some(80), hours(1));
        assert_eq!(loss(&limits, hours(1)), Some(80));
        assert_eq!(
            loss(&limits, hours(100)),
            Some(80),
            "what waited is forgotten"
        );
    }

    #[test]
    fn a_loosening_is_cancelled_by_asking_for_what_is() {
        let mut limits = Limits::default();
        set(&mut limits, Some(100), NOON);
        set(&mut limits, Some(500), hours(1));
        set(&mut limits, Some(100), hours(2));
        assert_eq!(loss(&limits, hours(100)), Some(100));
        assert_eq!(limits.loss.coming(hours(3)), None);
    }

    #[test]
    fn another_loosening_waits_anew() {
        let mut limits = Limits::default();
        set(&mut limits, Some(100), NOON);
        set(&mut limits, Some(500), hours(1));
        set(&mut limits, Some(300), hours(20));
        assert_eq!(loss(&limits, hours(25)), Some(100));
        assert_eq!(loss(&limits, hours(44)), Some(300));
    }

    #[test]
    fn reality_checks_come_every_5_to_60_minutes() {
        for (minutes, fits) in [(4, false), (5, true), (60, true), (61, false)] {
            assert_eq!(
                LimitChange::RealityEvery(Span::minutes(minutes))
                    .check()
                    .is_ok(),
                fits,
                "{minutes}"
            );
        }
        let mut limits = Limits::default();
        let sooner = LimitChange::RealityEvery(Span::minutes(20));
        limits.set(sooner, limits.from(sooner, NOON), NOON);
        assert_eq!(limits.reality.at(NOON), Some(Span::minutes(20)));
        let later = LimitChange::RealityEvery(Span::minutes(60));
        assert_eq!(limits.from(later, NOON), hours(24), "seldomer is looser");
    }
}
