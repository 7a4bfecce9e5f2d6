//! Times in words. No clock: times come from the caller.

use table::{Span, Time};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A time as people read it: `2026-11-15 18:46 UTC`.
pub fn utc(at: Time) -> String {
    let (year, month, day) = date(at.0 / DAY);
    let minutes = at.0 % DAY / 60_000;
    format!(
        "{year}-{month:02}-{day:02} {:02}:{:02} UTC",
        minutes / 60,
        minutes % 60
    )
}

/// A length of time as people read it: `1 h 20 min`.
pub fn span(span: Span) -> String {
    let minutes = span.0 / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// A short length of time as people read it, never shorter than it is: `16 seconds`.
pub fn seconds(span: Span) -> String {
    match span.0.div_ceil(1000) {
        1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

/// Year, month and day of the Gregorian calendar. Years are taken to begin in March, so that a leap
/// day is the last.
fn date(day: u64) -> (u64, u64, u64) {
    const FOUR_CENTURIES: u64 = 146_097;
    let day = day + 719_468;
    let (era, day) = (day / FOUR_CENTURIES, day % FOUR_CENTURIES);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_utc() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_735_689_599, "2024-12-31 23:59 UTC"),
            (1_735_689_600, "2025-01-01 00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(Time(seconds * 1000)), text);
        }
        // No time at all is beyond the calendar.
        assert!(utc(Time(u64::MAX)).ends_with("UTC"));
    }

    #[test]
    fn lengths_are_told_in_hours_and_minutes() {
        assert_eq!(span(Span::minutes(80)), "1 h 20 min");
        assert_eq!(span(Span::minutes(120)), "2 h");
        assert_eq!(span(Span::seconds(59)), "0 min");
        assert_eq!(seconds(Span(1)), "1 second");
        assert_eq!(seconds(Span(15_001)), "16 seconds");
    }
}
