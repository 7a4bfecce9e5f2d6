//! The world's time zones as values that the desk takes. The IANA's database is compiled in: what
//! is installed on the machine is not asked. There is no clock here.

use desk::Zone;
use jiff::Timestamp;
use jiff::civil::date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use table::Time;

/// What somebody must be told whose zone is not known.
pub const EXPECTED: &str = "it must be the name of a time zone in the IANA's database, such as \
    \"Australia/Sydney\", or \"UTC\"";

/// The time zone of this name, with the changes of its clocks from 1970 until the year 2100; after
/// that they stay as they are. Nothing where there is no such zone.
pub fn zone(name: &str) -> Option<Zone> {
    let zone = TimeZoneDatabase::bundled().get(name).ok()?;
    let name = zone.iana_name()?;
    let end = date(2100, 1, 1).to_zoned(TimeZone::UTC).ok()?.timestamp();
    let start = Timestamp::UNIX_EPOCH;
    let first = zone.to_offset(start).seconds();
    let mut ahead = first;
    let mut changes = Vec::new();
    for change in zone.following(start) {
        if change.timestamp() >= end {
            break;
        }
        // Some changes are of a name alone.
        let offset = change.offset().seconds();
        if offset != ahead {
            let from = u64::try_from(change.timestamp().as_millisecond()).ok()?;
            changes.push((Time(from), offset));
            ahead = offset;
        }
    }
    Zone::new(name, first, changes).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    const HOUR: u64 = 3_600_000;

    /// A time of UTC.
    fn utc(year: i16, month: i8, day: i8, hour: i8) -> Time {
        let at = date(year, month, day).at(hour, 0, 0, 0);
        let at = at.to_zoned(TimeZone::UTC).unwrap().timestamp();
        Time(u64::try_from(at.as_millisecond()).unwrap())
    }

    #[test]
    fn sydney_is_ten_hours_ahead_in_winter_and_eleven_in_summer() {
        let sydney = zone("Australia/Sydney").unwrap();
        for (at, hours) in [
            (utc(2026, 4, 4, 15), 11),
            (utc(2026, 4, 4, 16), 10),
            (utc(2026, 10, 3, 15), 10),
            (utc(2026, 10, 3, 16), 11),
            (utc(2099, 7, 1, 0), 10),
            (utc(2099, 12, 1, 0), 11),
        ] {
            assert_eq!(sydney.offset(at), hours * 3600, "{at:?}");
        }
    }

    #[test]
    fn a_day_of_sydney_has_23_hours_in_october_and_25_in_april() {
        let mut days = desk::Desk::new(desk::Terms::default());
        let zone = zone("Australia/Sydney").unwrap();
        let event = desk::DeskEvent::DaysSet {
            zone,
            from: Time(0),
        };
        days.evolve(Time(0), &event);
        for (begins, hours) in [
            (utc(2026, 4, 4, 13), 25),
            (utc(2026, 4, 5, 14), 24),
            (utc(2026, 10, 3, 14), 23),
            (utc(2026, 10, 4, 13), 24),
        ] {
            assert_eq!(days.days().start_of_day(begins), begins);
            let ends = days.days().next_day(begins);
            assert_eq!(ends.since(begins).0, hours * HOUR, "{begins:?}");
        }
    }

    #[test]
    fn the_database_is_compiled_in_and_names_are_written_as_in_it() {
        assert_eq!(zone("UTC"), Some(Zone::utc()));
        assert_eq!(zone("australia/sydney").unwrap().name(), "Australia/Sydney");
        for name in [
            "",
            "Sydney",
            "Australia/Sidney",
            "+11:00",
            "Australia/Sydney ",
        ] {
            assert_eq!(zone(name), None, "{name}");
        }
    }

    #[test]
    fn every_zone_of_the_world_is_one_of_the_house() {
        let database = TimeZoneDatabase::bundled();
        let all: Vec<_> = database.available().collect();
        assert!(all.len() > 300, "{}", all.len());
        for name in all {
            assert!(zone(name.as_str()).is_some(), "{name}");
        }
    }
}
