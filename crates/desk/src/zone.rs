//! A time zone as a value: from when on its clocks are how far from UTC, and so when its days
//! begin. Nothing is looked up here: whoever runs the house knows the zones of the world.

use serde::{Deserialize, Serialize};
use table::Time;

/// A day of the house: how many days its date is after the first of January 1970.
pub(crate) type Day = u64;

const DAY: i128 = 24 * 60 * 60 * 1000;
/// No clock on earth is further from UTC, in seconds; and no change of one moves a day further.
const FURTHEST: i32 = 26 * 60 * 60;

/// A time zone: its name, and how its clocks go from 1970 on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Zone {
    /// Its name, as the IANA's database has it.
    name: String,
    /// How far its clocks are ahead of UTC at first, in seconds.
    first: i32,
    /// From when on they are how far ahead of it. After the last change they stay as they are.
    changes: Vec<(Time, i32)>,
}

/// Why something is no time zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ZoneFault {
    /// The name.
    #[error("the name of a time zone has 1 to 64 printable characters, without spaces")]
    Name,
    /// A clock.
    #[error("no clock is further than 26 hours from UTC")]
    Offset,
    /// The changes.
    #[error("the changes of a time zone come one after the other")]
    Order,
}

impl Zone {
    /// UTC, which every house has unless it says otherwise.
    pub fn utc() -> Self {
        Self {
            name: "UTC".to_owned(),
            first: 0,
            changes: Vec::new(),
        }
    }

    /// A zone whose clocks are `first` seconds ahead of UTC, and after each of the changes as far
    /// as that says.
    ///
    /// # Errors
    ///
    /// When that is no zone.
    pub fn new(name: &str, first: i32, changes: Vec<(Time, i32)>) -> Result<Self, ZoneFault> {
        let zone = Self {
            name: name.to_owned(),
            first,
            changes,
        };
        zone.check().map(|()| zone)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn check(&self) -> Result<(), ZoneFault> {
        let is_name =
            (1..=64).contains(&self.name.len()) && self.name.chars().all(|c| c.is_ascii_graphic());
        if !is_name {
            return Err(ZoneFault::Name);
        }
        let mut offsets = self.changes.iter().map(|(_, offset)| offset);
        let furthest = FURTHEST.unsigned_abs();
        if offsets.any(|offset| offset.unsigned_abs() > furthest)
            || self.first.unsigned_abs() > furthest
        {
            return Err(ZoneFault::Offset);
        }
        if self.changes.windows(2).all(|two| two[0].0 < two[1].0) {
            Ok(())
        } else {
            Err(ZoneFault::Order)
        }
    }

    /// How far its clocks are ahead of UTC, in seconds.
    pub fn offset(&self, at: Time) -> i32 {
        let passed = self.changes.partition_point(|(from, _)| *from <= at);
        self.offset_after(passed)
    }

    fn offset_after(&self, changes: usize) -> i32 {
        match changes
            .checked_sub(1)
            .and_then(|last| self.changes.get(last))
        {
            Some((_, offset)) => *offset,
            None => self.first,
        }
    }

    /// The day that a time is in: the last that has begun. Where clocks are set back over midnight
    /// the day that had begun goes on.
    pub(crate) fn day_of(&self, at: Time) -> Day {
        let local = i128::from(at.0) + i128::from(self.offset(at)) * 1000;
        let mut day = Day::try_from(local.div_euclid(DAY)).unwrap_or(0);
        while day < Day::MAX && self.start(day + 1) <= i128::from(at.0) {
            day += 1;
        }
        day
    }

    /// When a day begins: at the first moment at which the clocks show its date, or a later one
    /// where there is no midnight that day.
    pub(crate) fn start_of(&self, day: Day) -> Time {
        Time(u64::try_from(self.start(day)).unwrap_or(u64::MAX))
    }

    fn start(&self, day: Day) -> i128 {
        if day == 0 {
            return 0;
        }
        let midnight = i128::from(day) * DAY;
        // What ended so long before midnight cannot have reached it.
        let ended = |(until, _): &(Time, i32)| {
            i128::from(until.0) <= midnight - i128::from(FURTHEST) * 1000
        };
        let mut after = self.changes.partition_point(ended);
        loop {
            let begins = after.checked_sub(1).and_then(|last| self.changes.get(last));
            let begins = begins.map_or(0, |(from, _)| i128::from(from.0));
            let shown = midnight - i128::from(self.offset_after(after)) * 1000;
            let start = shown.max(begins);
            match self.changes.get(after) {
                Some((until, _)) if start >= i128::from(until.0) => after += 1,
                Some(_) | None => return start.max(0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use table::Span;

    const HOUR: i32 = 3600;

    fn hours(from: Time, hours: u64) -> Time {
        from.after(Span::minutes(60 * hours))
    }

    #[test]
    fn days_of_utc_have_24_hours() {
        let utc = Zone::utc();
        for day in [0, 1, 20_773, 400_000] {
            assert_eq!(utc.start_of(day), Time(day * 86_400_000));
            assert_eq!(utc.day_of(utc.start_of(day)), day);
            assert_eq!(utc.day_of(Time(utc.start_of(day + 1).0 - 1)), day);
        }
    }

    #[test]
    fn a_day_is_as_long_as_the_clocks_make_it() {
        // On day 100 at 2 in the morning clocks go from 10 to 11 hours, on day 200 at 3 back.
        let midnight = |day: u64, ahead: u64| Time(day * 86_400_000 - ahead * 3_600_000);
        let (spring, autumn) = (hours(midnight(100, 10), 2), hours(midnight(200, 11), 3));
        let zone = Zone::new(
            "Test/Zone",
            10 * HOUR,
            vec![(spring, 11 * HOUR), (autumn, 10 * HOUR)],
        )
        .unwrap();
        for (day, length) in [
            (99, 24),
            (100, 23),
            (101, 24),
            (199, 24),
            (200, 25),
            (201, 24),
        ] {
            let (start, next) = (zone.start_of(day), zone.start_of(day + 1));
            assert_eq!(next, hours(start, length), "day {day}");
            assert_eq!(zone.day_of(start), day);
            assert_eq!(zone.day_of(Time(next.0 - 1)), day);
        }
    }

    #[test]
    fn clocks_that_are_set_back_over_midnight_begin_no_day_twice() {
        // A minute after midnight of day 50 the clocks go back by an hour.
        let midnight = Time(50 * 86_400_000);
        let zone = Zone::new(
            "Test/Zone",
            0,
            vec![(midnight.after(Span::minutes(1)), -HOUR)],
        )
        .unwrap();
        assert_eq!(zone.start_of(50), midnight);
        for minutes in [0, 1, 30, 61, 1439] {
            assert_eq!(zone.day_of(midnight.after(Span::minutes(minutes))), 50);
        }
        assert_eq!(zone.start_of(51), hours(midnight, 25));
    }

    #[test]
    fn a_date_that_a_zone_leaves_out_has_no_day() {
        // As Samoa did in 2011: at the end of day 49 clocks go from 10 behind to 14 ahead.
        let midnight = Time(50 * 86_400_000 + 10 * 3_600_000);
        let zone = Zone::new("Test/Zone", -10 * HOUR, vec![(midnight, 14 * HOUR)]).unwrap();
        assert_eq!(zone.start_of(50), zone.start_of(51));
        assert_eq!(zone.day_of(Time(midnight.0 - 1)), 49);
        assert_eq!(zone.day_of(midnight), 51);
    }

    #[test]
    fn no_time_and_no_day_is_beyond_a_zone() {
        for first in [-FURTHEST, 0, FURTHEST] {
            let zone = Zone::new("Test/Zone", first, vec![(Time(u64::MAX), 0)]).unwrap();
            for at in [Time(0), Time(1), Time(u64::MAX)] {
                assert!(zone.start_of(zone.day_of(at)) <= at, "{first} {at:?}");
            }
            zone.start_of(Day::MAX);
        }
    }

    #[test]
    fn what_is_no_zone_is_refused() {
        for (name, first, changes, fault) in [
            ("", 0, vec![], ZoneFault::Name),
            ("Australia Sydney", 0, vec![], ZoneFault::Name),
            ("UTC", FURTHEST + 1, vec![], ZoneFault::Offset),
            ("UTC", 0, vec![(Time(1), -FURTHEST - 1)], ZoneFault::Offset),
            ("UTC", 0, vec![(Time(2), 0), (Time(2), 1)], ZoneFault::Order),
        ] {
            assert_eq!(Zone::new(name, first, changes), Err(fault), "{name}");
        }
    }
}
