//! The days of the house: where they begin and end, and what another time zone does to them.
#![allow(
    clippy::unwrap_used,
    clippy::field_reassign_with_default,
    reason = "a test that cannot go on has failed"
)]

use crate::common::{House, dollars};
use desk::{
    Answer, By, Calendar, Deed, DeskCommand, DeskRefusal, LimitChange, LimitRefusal, Role,
    TopUpRefusal, Zone,
};
use ledger::{PlayerId, TableId};
use proptest::prelude::*;
use rules::Clause;
use store::{Read, Stream};
use table::{Span, Time, What};

const HOUR: i32 = 3600;

/// So many days after the first of January 1970, at this hour of UTC.
fn utc(day: u64, hour: u64) -> Time {
    Time((day * 24 + hour) * 3_600_000)
}

/// The night of 3 to 4 October 2026 in which the clocks of Sydney go forward at 2 o'clock.
const SPRING: u64 = 20_729;
/// The night of 4 to 5 April 2026 in which they go back at 3 o'clock.
const AUTUMN: u64 = 20_547;

fn sydney() -> Zone {
    let changes = vec![(utc(AUTUMN, 16), 10 * HOUR), (utc(SPRING, 16), 11 * HOUR)];
    Zone::new("Australia/Sydney", 11 * HOUR, changes).unwrap()
}

fn fixed(name: &str, hours: i32) -> Zone {
    Zone::new(name, hours * HOUR, Vec::new()).unwrap()
}

fn house_at(zone: Zone, now: Time) -> House {
    let mut house = House::default();
    house.now = now;
    set(&mut house, zone).unwrap();
    house
}

fn set(house: &mut House, zone: Zone) -> Result<Answer, DeskRefusal> {
    house.say(By::House, DeskCommand::SetDays { zone })
}

fn top_up(house: &mut House, player: PlayerId) -> Result<Answer, DeskRefusal> {
    let command = DeskCommand::TopUp {
        open: dollars(0),
        has: dollars(0),
        least: dollars(5),
    };
    house.say(By::Person(player), command)
}

fn given_today(until: Time) -> Result<Answer, DeskRefusal> {
    Err(TopUpRefusal::GivenToday { until }.into())
}

#[test]
fn a_day_in_sydney_has_23_24_or_25_hours() {
    for (begins, hours) in [
        (utc(SPRING, 14), 23),
        (utc(AUTUMN, 13), 25),
        (utc(SPRING + 1, 13), 24),
        (utc(AUTUMN + 1, 14), 24),
    ] {
        let mut house = house_at(sydney(), begins);
        let ann = house.register("ann");
        assert_eq!(house.desk.days().start_of_day(begins), begins);
        let before = Time(begins.0 - 1);
        assert_eq!(house.desk.days().next_day(before), begins);
        top_up(&mut house, ann).unwrap();
        let until = begins.after(Span::minutes(60 * hours));
        house.now = Time(until.0 - 1);
        assert_eq!(top_up(&mut house, ann), given_today(until));
        house.now = until;
        assert!(top_up(&mut house, ann).is_ok(), "{hours} hours later");
    }
}

#[test]
fn a_limit_for_a_day_begins_anew_at_the_midnight_of_the_house() {
    // In Sydney it is half past eleven in the evening; in UTC the day is not over for hours.
    let mut house = house_at(sydney(), utc(SPRING + 1, 12));
    house.pass(Span::minutes(30));
    let ann = house.register("ann");
    let changes = vec![LimitChange::PlayADay(Some(Span::minutes(20)))];
    let limits = DeskCommand::SetLimits { changes };
    house.say(By::Person(ann), limits).unwrap();
    let arrived = table::Event {
        what: What::Arrived {
            player: ann,
            name: "ann".to_owned(),
        },
        clause: Clause::SILENT,
    };
    let told = house.desk.told(TableId(1), house.now, &[arrived], &[]);
    house.put(told.puts());
    house.desk.take_told(told);
    house.pass(Span::minutes(25));
    let refused = LimitRefusal::Play {
        limit: Span::minutes(20),
        until: utc(SPRING + 1, 13),
    };
    assert_eq!(house.desk.may_play(ann, house.now), Err(refused.into()));
    house.pass(Span::minutes(5));
    assert_eq!(house.desk.may_play(ann, house.now), Ok(()));
    house.pass(Span::minutes(19));
    let today = house.desk.plays().totals(ann, house.now).today;
    assert_eq!(today.played, Span::minutes(19), "midnight divides the time");
}

/// In which zone a house counts, how many hours a day of UTC is old when it turns to which, and how
/// many hours after the beginning of that day the day of the house then ends.
const TURNS: [(i32, u64, i32, u64); 6] = [
    (0, 3, 11, 37),
    (0, 15, 11, 37),
    (11, 3, 0, 24),
    (11, 15, 0, 48),
    (14, 3, -12, 36),
    (-12, 3, 14, 34),
];

#[test]
fn another_zone_never_cuts_a_day_short() {
    for (from, hour, to, ends) in TURNS {
        let mut house = house_at(fixed("From/Here", from), utc(1000, hour));
        let ann = house.register("ann");
        top_up(&mut house, ann).unwrap();
        let before = house.desk.days().next_day(house.now);
        let begun = house.desk.days().start_of_day(house.now);
        set(&mut house, fixed("To/There", to)).unwrap();
        let until = house.desk.days().next_day(house.now);
        assert_eq!(until, utc(1000, ends), "{from} at {hour} to {to}");
        assert!(until >= before);
        assert_eq!(house.desk.days().start_of_day(house.now), begun);
        house.now = Time(until.0 - 1);
        assert_eq!(top_up(&mut house, ann), given_today(until));
        house.now = until;
        assert!(top_up(&mut house, ann).is_ok());
        // From then on days are those of the new zone.
        assert_eq!(
            house.desk.days().next_day(until),
            until.after(Span::minutes(24 * 60))
        );
    }
}

#[test]
fn a_zone_that_is_taken_back_on_the_same_day_leaves_the_day_as_it_was() {
    let (here, there) = (fixed("From/Here", 11), fixed("To/There", 0));
    let mut house = house_at(here.clone(), utc(1000, 15));
    let ann = house.register("ann");
    top_up(&mut house, ann).unwrap();
    let until = house.desk.days().next_day(house.now);
    set(&mut house, there.clone()).unwrap();
    set(&mut house, here.clone()).unwrap();
    assert_eq!(house.desk.days().next_day(house.now), until);
    // Also after the time at which it would have ended: it is over as soon as may be.
    set(&mut house, there).unwrap();
    house.now = until.after(Span::minutes(60));
    set(&mut house, here).unwrap();
    let next = until.after(Span::minutes(24 * 60));
    assert_eq!(house.desk.days().next_day(house.now), next);
}

#[test]
fn a_house_in_which_nothing_was_counted_follows_its_zone_from_the_beginning() {
    let house = house_at(sydney(), utc(SPRING, 15));
    assert_eq!(house.desk.days().start_of_day(house.now), utc(SPRING, 14));
    assert_eq!(house.desk.days().zone_at(Time(0)), &sydney());
}

#[test]
fn the_house_alone_sets_its_days_and_only_to_others() {
    let mut house = house_at(sydney(), utc(SPRING, 15));
    assert_eq!(set(&mut house, sydney()), Err(DeskRefusal::SameZone));
    let admin = house.staff("adam", &[Role::Administrator]);
    let zone = Zone::utc();
    assert_eq!(
        house.say(admin, DeskCommand::SetDays { zone }),
        Err(DeskRefusal::NotAllowed(Deed::SetDays))
    );
}

#[test]
fn days_are_written_as_ever() {
    let mut house = house_at(sydney(), utc(SPRING, 15));
    let ann = house.register("ann");
    top_up(&mut house, ann).unwrap();
    set(&mut house, Zone::utc()).unwrap();
    let mut documents = crate::common::documents(&mut house.journal);
    documents.retain(|(space, ..)| space == "calendar");
    let [(space, key, value)] = &documents[..] else {
        panic!("one calendar, not {documents:?}")
    };
    let written = format!("{space} {key} {}\n", str::from_utf8(value).unwrap());
    assert_eq!(written, include_str!("golden/calendar-1.txt"));
    let entries = house.journal.backend();
    let entries = entries.stream(Stream::House, 1, 1000).unwrap();
    let bodies = entries
        .iter()
        .map(|raw| raw.logged().unwrap().entry.body.to_string());
    let set: Vec<String> = bodies.filter(|body| body.contains("days_set")).collect();
    assert!(
        set.iter().eq(include_str!("golden/days-1.txt").lines()),
        "{set:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Days follow each other without a gap, whatever clocks do and however often the zone changes.
    #[test]
    fn every_time_is_in_one_day(
        zones in proptest::collection::vec(
            (-26..=26i32, proptest::collection::vec((1..4_000u64, -104..=104i32), 0..4)),
            1..4,
        ),
        hours in proptest::collection::vec(0..4_000u64, 12),
    ) {
        let mut house = House::default();
        let ann = house.register("ann");
        for (no, ((first, changes), hour)) in zones.into_iter().zip(&hours).enumerate() {
            let changes: std::collections::BTreeMap<u64, i32> = changes.into_iter().collect();
            let changes = changes.into_iter().map(|(hour, quarters)| (utc(0, hour), quarters * 900));
            let zone = Zone::new(&format!("Zone/{no}"), first * HOUR, changes.collect()).unwrap();
            house.now = house.now.max(utc(0, *hour));
            set(&mut house, zone).unwrap();
            let _ = top_up(&mut house, ann);
        }
        let days: &Calendar = house.desk.days();
        for hour in hours {
            let at = utc(0, hour);
            let (start, next) = (days.start_of_day(at), days.next_day(at));
            prop_assert!(start <= at && at < next);
            prop_assert_eq!(days.start_of_day(Time(next.0 - 1)), start);
            prop_assert_eq!(days.next_day(start), next);
            prop_assert_eq!(days.start_of_day(next), next);
        }
    }
}
