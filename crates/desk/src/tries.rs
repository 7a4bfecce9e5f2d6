//! Wrong passwords, and the wait that they bring: nobody is locked out, and nobody guesses fast.
//!
//! The wait grows with every wrong password and shrinks with time. It holds for an account here;
//! whoever takes passwords from the network keeps the same count for each address.

use crate::document::Document;
use ledger::PlayerId;
use serde::{Deserialize, Serialize};
use table::{Span, Time};

/// The longest wait there is.
pub const WAIT_MOST: Span = Span::seconds(60);
/// After so long without a wrong password one of those before is forgotten.
const FORGOTTEN_AFTER: Span = Span::minutes(5);
/// More wrong passwords than this are not counted: all of them are forgotten within an hour.
const COUNTED_MOST: u8 = 12;

/// What wrong passwords are counted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriesOf {
    /// An account, or a name that nobody has. Its wait is at most half of the longest: whoever
    /// guesses from one address waits longer than the owner of the account.
    Account,
    /// An address, from which several people may sign in.
    Address,
}

impl TriesOf {
    /// How many wrong passwords bring no wait, and the longest wait.
    const fn terms(self) -> (u8, Span) {
        match self {
            Self::Account => (2, Span(WAIT_MOST.0 / 2)),
            Self::Address => (5, WAIT_MOST),
        }
    }
}

/// Wrong passwords that are not forgotten yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tries {
    /// When the last one was given.
    last: Time,
    /// Before this time no password is judged.
    until: Time,
    /// How many there were then.
    count: u8,
}

impl Tries {
    /// One more wrong password.
    pub fn fail(before: Option<Self>, of: TriesOf, at: Time) -> Self {
        let count = before.map_or(0, |tries| tries.count_at(at));
        let count = count.saturating_add(1).min(COUNTED_MOST);
        Self {
            last: at,
            until: at.after(wait(of, count)),
            count,
        }
    }

    /// How many are not forgotten.
    pub fn count_at(self, at: Time) -> u8 {
        let forgotten = at.since(self.last).0 / FORGOTTEN_AFTER.0;
        self.count
            .saturating_sub(u8::try_from(forgotten).unwrap_or(u8::MAX))
    }

    /// Until when no password is judged, where that is later than now.
    ///
    /// A clock that was set back makes nobody wait longer than the longest wait.
    pub fn wait(self, at: Time) -> Option<Time> {
        let until = self.until.min(at.after(WAIT_MOST));
        (at < until).then_some(until)
    }

    /// When the last wrong password was given.
    pub const fn last(self) -> Time {
        self.last
    }
}

/// The wrong passwords that were given for an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountTries {
    pub(crate) person: PlayerId,
    pub(crate) tries: Tries,
}

impl Document for AccountTries {
    const SPACE: &'static str = "tries";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        format!("{:010}", self.person.0)
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// The wait after so many wrong passwords: a second, and twice as long each time.
fn wait(of: TriesOf, count: u8) -> Span {
    let (free, most) = of.terms();
    match count.checked_sub(free + 1) {
        None => Span(0),
        Some(doubled) => Span(1000 << doubled).min(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Time = Time(1_000_000_000);

    /// The waits in seconds of wrong passwords given one after the other, each as soon as it is
    /// judged.
    fn waits(of: TriesOf, times: usize) -> Vec<u64> {
        let (mut at, mut tries) = (NOON, None);
        let one_more = || {
            let next = Tries::fail(tries, of, at);
            tries = Some(next);
            let until = next.wait(at).unwrap_or(at);
            let wait = until.since(at);
            at = until;
            wait.0 / 1000
        };
        std::iter::repeat_with(one_more).take(times).collect()
    }

    #[test]
    fn the_wait_doubles_and_an_address_waits_longer_in_the_end() {
        let account = waits(TriesOf::Account, 12);
        assert_eq!(account[..8], [0, 0, 1, 2, 4, 8, 16, 30]);
        assert!(account[8..].iter().all(|wait| *wait == 30), "{account:?}");
        let address = waits(TriesOf::Address, 20);
        assert_eq!(address[..12], [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60]);
        assert!(address[12..].iter().all(|wait| *wait == 60), "{address:?}");
    }

    #[test]
    fn time_forgets_one_wrong_password_after_the_other() {
        let third = (0..3).fold(None, |tries, _| {
            Some(Tries::fail(tries, TriesOf::Account, NOON))
        });
        let third = third.unwrap();
        let later = |minutes| NOON.after(Span::minutes(minutes));
        assert_eq!(third.count_at(later(4)), 3);
        assert_eq!(third.count_at(later(5)), 2);
        assert_eq!(third.count_at(later(15)), 0);
        let again = Tries::fail(Some(third), TriesOf::Account, later(10));
        assert_eq!((again.count, again.wait(later(10))), (2, None));
    }

    #[test]
    fn a_clock_that_was_set_back_lengthens_no_wait() {
        let tries = (0..30).fold(None, |tries, _| {
            Some(Tries::fail(tries, TriesOf::Address, NOON))
        });
        let before = Time(NOON.0 - 3_600_000);
        assert_eq!(
            tries.unwrap().wait(before),
            Some(before.after(WAIT_MOST)),
            "and not an hour and a minute"
        );
    }
}
