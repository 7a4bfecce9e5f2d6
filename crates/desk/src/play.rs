//! What one player did at one table, as limits and reality checks must know it.
//!
//! Each table writes only what happened at it, together with the money that moved, so that no two
//! tables ever write the same document; a player's day is the sum over the tables. Nothing is
//! refused here.

use crate::calendar::Calendar;
use crate::document::Document;
use crate::zone::Day;
use ledger::{PlayerId, TableId, TransferId};
use rules::{Money, Net};
use serde::{Deserialize, Serialize};
use table::{Span, Time};

/// One player at one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Who.
    pub player: PlayerId,
    /// Where.
    pub table: TableId,
    /// The day that `today` is about, by the house's calendar.
    day: Day,
    today: Sum,
    ever: Sum,
    /// Since when the player is at the table and not yet counted; none where they are not there.
    since: Option<Time>,
    /// Wagers that are not decided.
    open: Vec<Open>,
}

/// Play added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PlaySum"))]
pub struct Sum {
    /// Won or lost.
    pub net: Net,
    /// Wagers that were decided.
    pub wagered: Money,
    /// Time at the table.
    pub played: Span,
}

impl Sum {
    pub(crate) fn add(&mut self, other: Self) {
        self.net = self.net + other.net;
        self.wagered = self.wagered + other.wagered;
        self.played = Span(self.played.0.saturating_add(other.played.0));
    }

    /// What came on top of an earlier sum.
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self {
            net: self.net + -earlier.net,
            wagered: self.wagered.saturating_sub(earlier.wagered),
            played: Span(self.played.0.saturating_sub(earlier.played.0)),
        }
    }
}

/// A wager that is not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) hold: TransferId,
    pub(crate) amount: Money,
}

/// Whether a wager that ended was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// It won, lost or stood off: it counts as wagered.
    Decided,
    /// It went back as if it had never been laid.
    TakenBack,
}

impl Play {
    pub(crate) fn new(player: PlayerId, table: TableId, day: Day) -> Self {
        let (today, ever) = (Sum::default(), Sum::default());
        Self {
            player,
            table,
            day,
            today,
            ever,
            since: None,
            open: Vec::new(),
        }
    }

    /// Whether the player is at the table.
    pub fn is_there(&self) -> bool {
        self.since.is_some()
    }

    /// What is wagered and not decided.
    pub fn open(&self) -> Money {
        self.open.iter().map(|open| open.amount).sum()
    }

    /// How much of it is one wager's.
    pub(crate) fn held(&self, hold: TransferId) -> Money {
        self.open
            .iter()
            .filter(|open| open.hold == hold)
            .map(|open| open.amount)
            .sum()
    }

    pub(crate) fn holds(&self) -> impl Iterator<Item = TransferId> {
        self.open.iter().map(|open| open.hold)
    }

    /// The sum of the day that `at` is in.
    pub fn today(&self, days: &Calendar, at: Time) -> Sum {
        let mut counted = self.clone();
        counted.count(days, at);
        counted.today
    }

    /// The sum of everything.
    pub fn ever(&self, days: &Calendar, at: Time) -> Sum {
        let mut counted = self.clone();
        counted.count(days, at);
        counted.ever
    }

    /// Counts the time until now, and begins a new day where one has begun.
    fn count(&mut self, days: &Calendar, at: Time) {
        let day = days.day_of(at);
        if day > self.day {
            self.day = day;
            self.today = Sum::default();
        }
        if let Some(since) = self.since {
            // A clock that went back over midnight shows a day that is over, and adds nothing to
            // the one that `today` is about.
            let today = if day < self.day {
                at
            } else {
                since.max(days.start_of_day(at))
            };
            self.today.add(Sum {
                played: at.since(today),
                ..Sum::default()
            });
            self.ever.add(Sum {
                played: at.since(since),
                ..Sum::default()
            });
            // A clock that goes back neither takes time away nor counts it twice.
            self.since = Some(since.max(at));
        }
    }

    pub(crate) fn arrive(&mut self, days: &Calendar, at: Time) {
        self.count(days, at);
        self.since = Some(self.since.unwrap_or(at));
    }

    pub(crate) fn depart(&mut self, days: &Calendar, at: Time) {
        self.count(days, at);
        self.since = None;
    }

    /// The house was away: the time until now is not counted.
    pub(crate) fn skip(&mut self, at: Time) {
        self.since = self.since.map(|since| since.max(at));
    }

    pub(crate) fn wager(&mut self, hold: TransferId, amount: Money, days: &Calendar, at: Time) {
        self.count(days, at);
        self.open.push(Open { hold, amount });
    }

    pub(crate) fn end(&mut self, hold: TransferId, ended: Ended, days: &Calendar, at: Time) {
        self.count(days, at);
        let Some(place) = self.open.iter().position(|open| open.hold == hold) else {
            return;
        };
        let open = self.open.remove(place);
        if ended == Ended::Decided {
            self.both(Sum {
                wagered: open.amount,
                ..Sum::default()
            });
        }
    }

    pub(crate) fn gain(&mut self, net: Net, days: &Calendar, at: Time) {
        self.count(days, at);
        self.both(Sum {
            net,
            ..Sum::default()
        });
    }

    fn both(&mut self, sum: Sum) {
        self.today.add(sum);
        self.ever.add(sum);
    }
}

impl Document for Play {
    const SPACE: &'static str = "play";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        format!("{}/{}", self.player, self.table)
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::Series;

    const MIDNIGHT: Time = Time(20_000 * 86_400_000);

    fn days() -> Calendar {
        Calendar::default()
    }

    fn minutes(minutes: u64) -> Time {
        MIDNIGHT.after(Span::minutes(minutes))
    }

    fn play() -> Play {
        Play::new(PlayerId(1), TableId(1), days().day_of(MIDNIGHT))
    }

    fn hold(no: u64) -> TransferId {
        TransferId {
            series: Series::Table(TableId(1)),
            no,
        }
    }

    #[test]
    fn time_counts_from_coming_to_leaving() {
        let mut play = play();
        play.arrive(&days(), minutes(10));
        assert_eq!(play.today(&days(), minutes(25)).played, Span::minutes(15));
        play.depart(&days(), minutes(30));
        assert_eq!(play.today(&days(), minutes(90)).played, Span::minutes(20));
        play.arrive(&days(), minutes(100));
        assert_eq!(play.ever(&days(), minutes(101)).played, Span::minutes(21));
    }

    #[test]
    fn a_new_day_begins_at_midnight_and_wagers_go_over() {
        let mut play = play();
        play.arrive(&days(), minutes(1430));
        play.wager(hold(1), Money::from_dollars(10), &days(), minutes(1439));
        play.gain(Net::lost(Money::from_dollars(7)), &days(), minutes(1439));
        let next = play.today(&days(), minutes(1445));
        assert_eq!(
            (next.net, next.wagered, next.played),
            (Net::ZERO, Money::ZERO, Span::minutes(5))
        );
        assert_eq!(play.ever(&days(), minutes(1445)).played, Span::minutes(15));
        assert_eq!(play.open(), Money::from_dollars(10));
        play.end(hold(1), Ended::Decided, &days(), minutes(1445));
        assert_eq!(
            play.today(&days(), minutes(1445)).wagered,
            Money::from_dollars(10),
            "it counts on the day it is decided"
        );
    }

    #[test]
    fn a_wager_that_went_back_was_never_wagered() {
        let mut play = play();
        play.wager(hold(1), Money::from_dollars(10), &days(), minutes(0));
        play.end(hold(1), Ended::TakenBack, &days(), minutes(1));
        assert_eq!(
            (play.open(), play.today(&days(), minutes(1)).wagered),
            (Money::ZERO, Money::ZERO)
        );
        play.end(hold(1), Ended::Decided, &days(), minutes(2));
        assert_eq!(
            play.today(&days(), minutes(2)).wagered,
            Money::ZERO,
            "a wager ends once"
        );
    }

    #[test]
    fn time_while_the_house_was_away_does_not_count() {
        let mut play = play();
        play.arrive(&days(), minutes(0));
        play.gain(Net::ZERO, &days(), minutes(5));
        play.skip(minutes(60));
        assert_eq!(play.today(&days(), minutes(62)).played, Span::minutes(7));
    }

    #[test]
    fn a_clock_that_goes_back_counts_nothing_twice() {
        let mut play = play();
        play.arrive(&days(), minutes(10));
        play.gain(Net::ZERO, &days(), minutes(20));
        play.gain(Net::ZERO, &days(), minutes(15));
        assert_eq!(play.today(&days(), minutes(20)).played, Span::minutes(10));
    }
}
