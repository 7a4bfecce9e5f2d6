//! The calendar of the house: which time zone its days followed from when on.
//!
//! The zones are on record with the changes of their clocks, so that a log tells the same days for
//! ever, whatever becomes of the world's time zones.

use crate::document::Document;
use crate::zone::{Day, Zone};
use serde::{Deserialize, Serialize};
use table::Time;

/// The days of the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// The zones in their order; there is always one.
    eras: Vec<Era>,
}

/// A zone, and the time in which the house followed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Era {
    zone: Zone,
    /// When its first day began.
    from: Time,
    /// Its last day, which goes on until the next zone's first.
    last: Option<Day>,
}

impl Default for Calendar {
    /// Days of UTC, as every house has them unless it says otherwise.
    fn default() -> Self {
        Self {
            eras: vec![Era {
                zone: Zone::utc(),
                from: Time(0),
                last: None,
            }],
        }
    }
}

impl Era {
    fn day_of(&self, at: Time) -> Day {
        let day = self.zone.day_of(at);
        self.last.map_or(day, |last| day.min(last))
    }
}

impl Calendar {
    /// The zone that the house follows, or will once the day that has begun is over.
    pub fn zone(&self) -> &Zone {
        &self.eras[self.eras.len() - 1].zone
    }

    fn era(&self, at: Time) -> usize {
        self.eras
            .partition_point(|era| era.from <= at)
            .saturating_sub(1)
    }

    /// The zone that the house follows at a time.
    pub fn zone_at(&self, at: Time) -> &Zone {
        &self.eras[self.era(at)].zone
    }

    /// The day a time is in.
    pub(crate) fn day_of(&self, at: Time) -> Day {
        self.eras[self.era(at)].day_of(at)
    }

    /// When the day begins that a time is in.
    pub fn start_of_day(&self, at: Time) -> Time {
        let era = &self.eras[self.era(at)];
        era.zone.start_of(era.day_of(at)).max(era.from)
    }

    /// When the day after begins.
    pub fn next_day(&self, at: Time) -> Time {
        let place = self.era(at);
        let (era, next) = (&self.eras[place], self.eras.get(place + 1));
        let day = era.day_of(at);
        match next.filter(|_| era.last == Some(day)) {
            Some(next) => next.from,
            None => era.zone.start_of(day.saturating_add(1)),
        }
    }

    /// From when on the house would follow another zone.
    ///
    /// A day that has begun is never cut short, so that no limit is given anew before its time: it
    /// ends with the first midnight of the new zone after it would have ended.
    pub(crate) fn turns(&self, to: &Zone, at: Time) -> Time {
        let era = &self.eras[self.era(at)];
        let day = era.day_of(at);
        let ends = era.zone.start_of(day.saturating_add(1));
        let ends = ends.max(Time(at.0.saturating_add(1)));
        let mut first = to.day_of(ends).max(day.saturating_add(1));
        while to.start_of(first) < ends && first < Day::MAX {
            first += 1;
        }
        to.start_of(first)
    }

    /// The house follows another zone from then on.
    pub(crate) fn turn(&mut self, to: Zone, from: Time, at: Time) {
        let (place, day) = (self.era(at), self.day_of(at));
        // A zone that was to come and has not begun does not come any more.
        self.eras.truncate(place + 1);
        self.eras[place].last = Some(day);
        self.eras.retain(|era| era.from < from);
        self.eras.push(Era {
            zone: to,
            from,
            last: None,
        });
    }
}

impl Document for Calendar {
    const SPACE: &'static str = "calendar";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        "days".to_owned()
    }

    fn check(&self) -> Result<(), String> {
        if self.eras.first().is_none_or(|first| first.from != Time(0)) {
            return Err("a calendar has a zone from the beginning on".to_owned());
        }
        if self.eras.windows(2).any(|two| two[0].from >= two[1].from) {
            return Err("the zones of a calendar follow each other".to_owned());
        }
        let (last, before) = self.eras.split_last().expect("there is a first");
        if last.last.is_some() || before.iter().any(|era| era.last.is_none()) {
            return Err("every zone but the last has a last day".to_owned());
        }
        let checked = self.eras.iter().map(|era| era.zone.check());
        checked
            .collect::<Result<(), _>>()
            .map_err(|fault| fault.to_string())
    }
}
