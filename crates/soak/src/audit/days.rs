//! The days of the house by the auditor's own reading: the dates that calendars and clocks show in
//! the time zones that the log names. What the log says of their clocks is not believed.

use super::json::{number, text};
use super::objection::{Law, Objection};
use jiff::civil::{Date, date};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan};
use serde_json::Value;

/// The zones that the house followed, in their order.
pub(crate) struct Days(Vec<Era>);

struct Era {
    zone: TimeZone,
    from: u64,
    /// The last date before the next zone.
    last: Option<Date>,
}

fn moment(at: u64) -> Timestamp {
    let millis = i64::try_from(at).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
}

impl Default for Days {
    fn default() -> Self {
        Self(vec![Era {
            zone: TimeZone::UTC,
            from: 0,
            last: None,
        }])
    }
}

impl Era {
    fn date(&self, at: u64) -> Date {
        let shown = self.zone.to_datetime(moment(at)).date();
        self.last.map_or(shown, |last| shown.min(last))
    }

    fn midnight(&self, date: Date) -> u64 {
        let midnight = date.to_zoned(self.zone.clone());
        let midnight = midnight.map_or(Timestamp::MAX, |zoned| zoned.timestamp());
        u64::try_from(midnight.as_millisecond()).unwrap_or(0)
    }
}

impl Days {
    fn place(&self, at: u64) -> usize {
        self.0
            .partition_point(|era| era.from <= at)
            .saturating_sub(1)
    }

    /// The day that a time is in: how many days its date is after the first of January 1970.
    pub(crate) fn of(&self, at: u64) -> i64 {
        let date_then = self.0[self.place(at)].date(at);
        date_then.duration_since(date(1970, 1, 1)).as_hours() / 24
    }

    /// When that day began.
    pub(crate) fn start(&self, at: u64) -> u64 {
        let era = &self.0[self.place(at)];
        era.midnight(era.date(at)).max(era.from)
    }

    /// The house follows another zone. It cuts no day short that has begun; only a house in which
    /// nothing was counted follows one from the beginning.
    pub(crate) fn set(&mut self, event: &Value, at: u64, counted: bool) -> Result<(), Objection> {
        let (name, from) = (text(&event["zone"], "name")?, number(event, "from")?);
        let zone = TimeZoneDatabase::bundled()
            .get(name)
            .map_err(|_| Objection::new(Law::Limits, format!("there is no zone `{name}`")))?;
        let place = self.place(at);
        let era = &mut self.0[place];
        let today = era.date(at);
        let ends = era.midnight(today.saturating_add(1.day()));
        if counted && from < ends.max(at) {
            let what = "another time zone cuts a day short that has begun";
            return Err(Objection::new(Law::Limits, what));
        }
        era.last = Some(today);
        self.0.truncate(place + 1);
        self.0.retain(|era| era.from < from);
        let last = None;
        self.0.push(Era { zone, from, last });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use desk::{By, Desk, DeskCommand, Terms, Token};
    use ledger::PlayerId;
    use rules::Money;
    use serde_json::json;
    use table::Time;

    const HOUR: u64 = 3_600_000;
    /// Midnight of UTC at the beginning of 2026.
    const YEAR: u64 = 1_767_225_600_000;

    /// Does something at the desk; the first event, as the log has it.
    fn does(desk: &mut Desk, by: By, at: u64, command: DeskCommand) -> Value {
        let decision = desk.decide(by, Time(at), &command).unwrap();
        desk.take(&decision);
        json!(decision.events[0])
    }

    #[test]
    fn the_desk_and_the_auditor_count_the_same_days() {
        for names in [
            ["Australia/Sydney", "UTC"],
            ["America/New_York", "Pacific/Kiritimati"],
            ["Asia/Kolkata", "Australia/Lord_Howe"],
        ] {
            let (mut desk, mut days) = (Desk::new(Terms::default()), Days::default());
            for (counted, name) in [false, true].into_iter().zip(names) {
                let from = YEAR + u64::from(counted) * 4000 * HOUR;
                let zone = zones::zone(name).unwrap();
                let event = does(&mut desk, By::House, from, DeskCommand::SetDays { zone });
                days.set(&event["days_set"], from, counted).unwrap();
                if !counted {
                    // Something is counted by days, and the next zone waits for the end of one.
                    let (handle, key) = ("gus".to_owned(), Token::new([1; 32]).key());
                    let enter = DeskCommand::EnterAsGuest { handle, key };
                    does(&mut desk, By::Visitor, from, enter);
                    let (open, has, least) = (Money::ZERO, Money::ZERO, Money::from_dollars(5));
                    let top_up = DeskCommand::TopUp { open, has, least };
                    does(&mut desk, By::Person(PlayerId(1)), from, top_up);
                }
            }
            let mut long = 0;
            for half in 0..2 * 24 * 365 {
                let at = YEAR + half * HOUR / 2;
                assert_eq!(desk.days().start_of_day(Time(at)).0, days.start(at), "{at}");
                let next = desk.days().next_day(Time(at)).0;
                assert!(days.of(next) > days.of(at) && days.of(next - 1) == days.of(at));
                long += u64::from(next - days.start(at) != 24 * HOUR);
            }
            assert!(long > 0, "{names:?}: some day is longer or shorter");
        }
    }

    #[test]
    fn a_day_that_is_cut_short_is_found() {
        let mut days = Days::default();
        let cut = json!({ "zone": { "name": "Australia/Sydney" }, "from": YEAR + 13 * HOUR });
        let objection = days.set(&cut, YEAR + 3 * HOUR, true).unwrap_err();
        assert_eq!(objection.law, Law::Limits);
        let whole = json!({ "zone": { "name": "Australia/Sydney" }, "from": YEAR + 37 * HOUR });
        days.set(&whole, YEAR + 3 * HOUR, true).unwrap();
        assert_eq!(days.of(YEAR + 36 * HOUR), days.of(YEAR));
        assert_eq!(days.start(YEAR + 36 * HOUR), YEAR);
        assert!(days.of(YEAR + 37 * HOUR) > days.of(YEAR));
        let nowhere = json!({ "zone": { "name": "Australia/Sidney" }, "from": 0 });
        assert!(days.set(&nowhere, YEAR, false).is_err());
    }
}
