//! Limits, reality checks and what they stop.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on has failed"
)]

use crate::common::{House, NOON, documents, dollars};
use desk::{
    By, Check, Desk, DeskCommand, DeskRefusal, LimitChange, LimitFault, LimitRefusal, Stake, Terms,
    Told,
};
use ledger::{Account, Move, PlayerId, Pool, Purpose, Series, TableId, Transfer, TransferId};
use proptest::prelude::*;
use rules::{Clause, Money, Net};
use std::collections::VecDeque;
use table::{Event, Span, Time, What};

const DAY: u64 = 24 * 60 * 60 * 1000;
const TABLE: TableId = TableId(1);

fn transfer(no: u64, does: Move, purpose: Purpose) -> Transfer {
    Transfer {
        id: TransferId {
            series: Series::Table(TABLE),
            no,
        },
        does,
        purpose,
        clause: Clause::SILENT,
    }
}

fn lay(no: u64, player: PlayerId, amount: Money, purpose: Purpose) -> Transfer {
    let (held, to) = (Account::Held(TABLE), Account::Float(TABLE));
    transfer(
        no,
        Move::Hold {
            from: Account::Player(player),
            held,
            to,
            amount,
        },
        purpose,
    )
}

fn lost(no: u64, hold: u64, amount: Money) -> Transfer {
    transfer(
        no,
        Move::Post {
            hold: TransferId {
                series: Series::Table(TABLE),
                no: hold,
            },
            amount,
        },
        Purpose::Lost,
    )
}

fn back(no: u64, hold: u64, purpose: Purpose) -> Transfer {
    transfer(
        no,
        Move::Void {
            hold: TransferId {
                series: Series::Table(TABLE),
                no: hold,
            },
        },
        purpose,
    )
}

fn won(no: u64, player: PlayerId, amount: Money) -> Transfer {
    let pool = Account::Pool(TABLE, Pool::Pairs);
    transfer(
        no,
        Move::Pay {
            from: pool,
            to: Account::Player(player),
            amount,
        },
        Purpose::Won,
    )
}

fn event(what: What) -> Event {
    Event {
        what,
        clause: Clause::SILENT,
    }
}

/// What a table tells is written down and taken in at once.
fn tell(house: &mut House, events: &[Event], transfers: &[Transfer]) {
    let told = house.desk.told(TABLE, house.now, events, transfers);
    take(house, told);
}

fn take(house: &mut House, told: Told) {
    house.put(told.puts());
    house.desk.take_told(told);
}

fn arrive(house: &mut House, player: PlayerId) {
    let arrived = event(What::Arrived {
        player,
        name: "ann".to_owned(),
    });
    tell(house, &[arrived], &[]);
}

/// The house, and ann with these limits.
fn ann(changes: &[LimitChange]) -> (House, PlayerId) {
    let mut house = House::default();
    let ann = house.register("ann");
    if !changes.is_empty() {
        house
            .say(
                By::Person(ann),
                DeskCommand::SetLimits {
                    changes: changes.to_vec(),
                },
            )
            .unwrap();
    }
    (house, ann)
}

fn may(house: &House, player: PlayerId, amount: u32) -> Result<(), LimitRefusal> {
    house
        .desk
        .may_wager(player, dollars(amount), Stake::New, house.now)
        .map_err(|refusal| match refusal {
            DeskRefusal::Limit(limit) => limit,
            other => panic!("{other}"),
        })
}

fn midnight(at: Time) -> Time {
    Time((at.0 / DAY + 1) * DAY)
}

#[test]
fn a_days_loss_is_limited_with_what_is_still_at_stake() {
    let (mut house, ann) = ann(&[LimitChange::LossADay(Some(dollars(100)))]);
    assert_eq!(may(&house, ann, 100), Ok(()));
    tell(&mut house, &[], &[lay(1, ann, dollars(60), Purpose::Wager)]);
    let refusal = |left| LimitRefusal::Loss {
        amount: dollars(41),
        limit: dollars(100),
        left,
        until: midnight(NOON),
    };
    assert_eq!(may(&house, ann, 41), Err(refusal(dollars(40))));
    assert_eq!(may(&house, ann, 40), Ok(()));
    tell(&mut house, &[], &[lost(2, 1, dollars(60))]);
    assert_eq!(may(&house, ann, 41), Err(refusal(dollars(40))));
    tell(&mut house, &[], &[won(3, ann, dollars(10))]);
    assert_eq!(may(&house, ann, 50), Ok(()), "winnings are taken off");
    tell(
        &mut house,
        &[],
        &[
            lay(4, ann, dollars(50), Purpose::Wager),
            back(5, 4, Purpose::Withdrawn),
        ],
    );
    assert_eq!(may(&house, ann, 50), Ok(()));
    house.now = Time(midnight(NOON).0 - 1);
    assert!(may(&house, ann, 100).is_err());
    house.now = midnight(NOON);
    assert_eq!(may(&house, ann, 100), Ok(()), "a new day");
    let text = refusal(dollars(40)).to_string();
    assert!(
        text.contains("40 is left until 2026-11-17 00:00 UTC"),
        "{text}"
    );
}

#[test]
fn a_days_wagers_and_one_wager_are_limited() {
    let changes = [
        LimitChange::WageredADay(Some(dollars(100))),
        LimitChange::OneWager(Some(dollars(30))),
    ];
    let (mut house, ann) = ann(&changes);
    assert_eq!(
        may(&house, ann, 31),
        Err(LimitRefusal::OneWager {
            amount: dollars(31),
            limit: dollars(30)
        })
    );
    tell(
        &mut house,
        &[],
        &[
            lay(1, ann, dollars(80), Purpose::Wager),
            won(2, ann, dollars(80)),
        ],
    );
    tell(&mut house, &[], &[back(3, 1, Purpose::Won)]);
    let until = midnight(NOON);
    let refusal = LimitRefusal::Wagered {
        amount: dollars(21),
        limit: dollars(100),
        left: dollars(20),
        until,
    };
    assert_eq!(
        may(&house, ann, 21),
        Err(refusal),
        "also what was won back was wagered"
    );
    assert_eq!(may(&house, ann, 20), Ok(()));
    tell(&mut house, &[], &[lay(4, ann, dollars(15), Purpose::Wager)]);
    assert!(
        may(&house, ann, 6).is_err(),
        "what lies on the table counts"
    );
    assert_eq!(may(&house, ann, 5), Ok(()));
}

#[test]
fn a_double_in_the_round_is_held_to_the_limits_too() {
    let (mut house, ann) = ann(&[LimitChange::LossADay(Some(dollars(100)))]);
    tell(&mut house, &[], &[lay(1, ann, dollars(60), Purpose::Wager)]);
    let double = |amount| [lay(2, ann, dollars(amount), Purpose::Double)];
    assert_eq!(house.desk.may_move(ann, NOON, &double(40)), Ok(()));
    assert!(matches!(
        house.desk.may_move(ann, NOON, &double(41)),
        Err(DeskRefusal::Limit(LimitRefusal::Loss { .. }))
    ));
    let two = [
        lay(2, ann, dollars(30), Purpose::Wager),
        lay(3, ann, dollars(30), Purpose::SideWager),
    ];
    assert!(
        house.desk.may_move(ann, NOON, &two).is_err(),
        "two wagers at once count together"
    );
    let others = [lay(2, PlayerId(9), dollars(500), Purpose::Wager)];
    assert_eq!(house.desk.may_move(ann, NOON, &others), Ok(()));
}

#[test]
fn the_days_play_is_limited_and_a_round_is_finished() {
    let (mut house, ann) = ann(&[LimitChange::PlayADay(Some(Span::minutes(30)))]);
    arrive(&mut house, ann);
    house.pass(Span(Span::minutes(30).0 - 1));
    assert_eq!(may(&house, ann, 5), Ok(()));
    house.pass(Span(1));
    let refusal = LimitRefusal::Play {
        limit: Span::minutes(30),
        until: midnight(NOON),
    };
    assert_eq!(may(&house, ann, 5), Err(refusal));
    assert_eq!(
        house.desk.may_play(ann, house.now),
        Err(DeskRefusal::Limit(refusal))
    );
    assert_eq!(
        house
            .desk
            .may_wager(ann, dollars(5), Stake::More, house.now),
        Ok(()),
        "a double in the last round"
    );
    assert!(
        refusal
            .to_string()
            .contains("your own limit of 30 min a day")
    );
    house.now = midnight(NOON);
    assert_eq!(house.desk.may_play(ann, house.now), Ok(()));
}

#[test]
fn every_table_counts() {
    let (mut house, ann) = ann(&[LimitChange::LossADay(Some(dollars(100)))]);
    tell(&mut house, &[], &[lay(1, ann, dollars(60), Purpose::Wager)]);
    let there = TableId(2);
    let id = TransferId {
        series: Series::Table(there),
        no: 1,
    };
    let does = Move::Hold {
        from: Account::Player(ann),
        held: Account::Held(there),
        to: Account::Float(there),
        amount: dollars(30),
    };
    let told = house.desk.told(
        there,
        NOON,
        &[],
        &[Transfer {
            id,
            does,
            purpose: Purpose::Wager,
            clause: Clause::SILENT,
        }],
    );
    take(&mut house, told);
    assert_eq!(may(&house, ann, 10), Ok(()));
    assert!(may(&house, ann, 11).is_err());
}

#[test]
fn two_tables_at_once_do_not_get_round_a_limit() {
    let (mut house, ann) = ann(&[LimitChange::LossADay(Some(dollars(100)))]);
    let there = TableId(2);
    let wager = |table, amount| {
        let id = TransferId {
            series: Series::Table(table),
            no: 1,
        };
        let (from, held, to) = (
            Account::Player(ann),
            Account::Held(table),
            Account::Float(table),
        );
        let does = Move::Hold {
            from,
            held,
            to,
            amount: dollars(amount),
        };
        [Transfer {
            id,
            does,
            purpose: Purpose::Wager,
            clause: Clause::SILENT,
        }]
    };
    let first = house
        .desk
        .stage_told(ann, TABLE, NOON, &[], &wager(TABLE, 60))
        .unwrap();
    let second = house
        .desk
        .stage_told(ann, there, NOON, &[], &wager(there, 60));
    assert!(
        matches!(second, Err(DeskRefusal::Limit(LimitRefusal::Loss { .. }))),
        "the first is not on disk yet"
    );
    house.desk.drop_told(TABLE);
    let second = house
        .desk
        .stage_told(ann, there, NOON, &[], &wager(there, 60))
        .unwrap();
    take(&mut house, second);
    assert!(
        house
            .desk
            .stage_told(ann, TABLE, NOON, &[], &wager(TABLE, 60))
            .is_err()
    );
    assert_eq!(
        may(&house, ann, 40),
        Ok(()),
        "the second counts once, the first not at all"
    );
    let _ = first;
}

#[test]
fn what_counts_of_a_wager_above_the_maximum_is_no_new_wager() {
    let (mut house, ann) = ann(&[LimitChange::LossADay(Some(dollars(100)))]);
    tell(
        &mut house,
        &[],
        &[lay(1, ann, dollars(100), Purpose::Wager)],
    );
    let again = |amount| {
        [
            back(2, 1, Purpose::Returned),
            lay(3, ann, dollars(amount), Purpose::Wager),
        ]
    };
    for amount in [80, 100] {
        assert_eq!(house.desk.may_move(ann, NOON, &again(amount)), Ok(()));
    }
    assert!(house.desk.may_move(ann, NOON, &again(101)).is_err());
    let won = [
        back(2, 1, Purpose::Won),
        lay(3, ann, dollars(5), Purpose::Wager),
    ];
    assert!(
        house.desk.may_move(ann, NOON, &won).is_err(),
        "a wager that won is another thing"
    );
}

#[test]
fn what_was_told_but_not_committed_does_not_count() {
    let (house, ann) = ann(&[LimitChange::LossADay(Some(dollars(100)))]);
    let _ = house.desk.told(
        TABLE,
        NOON,
        &[],
        &[lay(1, ann, dollars(100), Purpose::Wager)],
    );
    assert_eq!(may(&house, ann, 100), Ok(()));
}

#[test]
fn a_reality_check_stops_the_next_wager_until_it_is_read() {
    let (mut house, ann) = ann(&[LimitChange::RealityEvery(Span::minutes(20))]);
    let me = By::Person(ann);
    assert_eq!(
        house.say(me, DeskCommand::Acknowledge),
        Err(DeskRefusal::NoCheckDue)
    );
    arrive(&mut house, ann);
    tell(
        &mut house,
        &[],
        &[
            lay(1, ann, dollars(25), Purpose::Wager),
            lost(2, 1, dollars(25)),
        ],
    );
    house.pass(Span::minutes(19));
    assert_eq!(may(&house, ann, 5), Ok(()));
    house.pass(Span::minutes(1));
    let check = Check {
        played: Span::minutes(20),
        net: Net::lost(dollars(25)),
    };
    assert_eq!(house.desk.reality_due(ann, house.now), Some(check));
    assert_eq!(may(&house, ann, 5), Err(LimitRefusal::Reality(check)));
    assert!(
        LimitRefusal::Reality(check)
            .to_string()
            .contains("played for 20 min since the last reality check and lost 25")
    );
    assert_eq!(
        house
            .desk
            .may_wager(ann, dollars(5), Stake::More, house.now),
        Ok(()),
        "the round is finished"
    );
    tell(&mut house, &[event(What::Departed { player: ann })], &[]);
    assert!(may(&house, ann, 5).is_err(), "leaving does not help");
    house.say(me, DeskCommand::Acknowledge).unwrap();
    assert_eq!(may(&house, ann, 5), Ok(()));
    arrive(&mut house, ann);
    house.pass(Span::minutes(20));
    let next = Check {
        played: Span::minutes(20),
        net: Net::ZERO,
    };
    assert_eq!(
        house.desk.reality_due(ann, house.now),
        Some(next),
        "what was read is not told again"
    );
}

#[test]
fn an_hour_is_the_longest_between_reality_checks_but_for_house_players() {
    let mut house = House::default();
    let ann = house.register("ann");
    house
        .say(
            By::House,
            DeskCommand::HousePlayer {
                handle: "robot".to_owned(),
            },
        )
        .unwrap();
    let robot = house.desk.by_handle("robot").unwrap().id;
    arrive(&mut house, ann);
    arrive(&mut house, robot);
    house.pass(Span::minutes(60));
    assert!(matches!(may(&house, ann, 5), Err(LimitRefusal::Reality(_))));
    assert_eq!(may(&house, robot, 5), Ok(()));
    let seldom = DeskCommand::SetLimits {
        changes: vec![LimitChange::RealityEvery(Span::minutes(61))],
    };
    assert_eq!(
        house.say(By::Person(ann), seldom),
        Err(DeskRefusal::LimitFault(LimitFault::Reality))
    );
}

#[test]
fn a_closed_table_and_a_house_that_was_away_count_no_time() {
    let (mut house, ann) = ann(&[]);
    arrive(&mut house, ann);
    house.pass(Span::minutes(10));
    tell(&mut house, &[event(What::Closed)], &[]);
    house.pass(Span::minutes(10));
    assert_eq!(
        house.desk.plays().totals(ann, house.now).ever.played,
        Span::minutes(10)
    );
    arrive(&mut house, ann);
    house.pass(Span::minutes(100));
    let told = house.desk.told_restarted(TABLE, house.now);
    take(&mut house, told);
    house.pass(Span::minutes(1));
    assert_eq!(
        house.desk.plays().totals(ann, house.now).ever.played,
        Span::minutes(11)
    );
}

#[test]
fn limits_that_cannot_be_are_refused() {
    let (mut house, ann) = ann(&[]);
    let mut set = |changes: &[LimitChange]| {
        house.say(
            By::Person(ann),
            DeskCommand::SetLimits {
                changes: changes.to_vec(),
            },
        )
    };
    assert_eq!(set(&[]), Err(DeskRefusal::NothingToSet));
    let too_much = Some(Money::from_cents(Money::MOST.cents() + 1));
    for change in [
        LimitChange::LossADay(too_much),
        LimitChange::WageredADay(too_much),
        LimitChange::OneWager(too_much),
    ] {
        assert_eq!(
            set(&[change]),
            Err(DeskRefusal::LimitFault(LimitFault::TooMuch))
        );
    }
    let too_long = LimitChange::PlayADay(Some(Span::minutes(24 * 60 + 1)));
    assert_eq!(
        set(&[too_long]),
        Err(DeskRefusal::LimitFault(LimitFault::TooLong))
    );
    assert!(
        set(&[
            LimitChange::LossADay(Some(Money::ZERO)),
            LimitChange::LossADay(None)
        ])
        .is_ok()
    );
    assert!(
        house
            .desk
            .may_wager(ann, dollars(1), Stake::New, NOON)
            .is_err(),
        "not even a dollar may be lost"
    );
}

#[test]
fn a_guest_who_plays_is_not_gone_and_one_who_is_leaves_nothing_behind() {
    let mut house = House::default();
    let (gus, session, _) = house.guest("gus");
    let close = DeskCommand::CloseGuest {
        guest: gus,
        left: dollars(1000),
    };
    let played = |house: &mut House| {
        documents(&mut house.journal)
            .iter()
            .filter(|(space, ..)| space == "play")
            .count()
    };
    arrive(&mut house, gus);
    tell(&mut house, &[], &[lay(1, gus, dollars(20), Purpose::Wager)]);
    house
        .say(By::Person(gus), DeskCommand::SignOut { session })
        .unwrap();
    assert_eq!(
        house.say(By::House, close.clone()),
        Err(DeskRefusal::GuestStillHere)
    );
    tell(&mut house, &[event(What::Departed { player: gus })], &[]);
    assert_eq!(
        house.say(By::House, close.clone()),
        Err(DeskRefusal::GuestStillHere),
        "a wager is not decided"
    );
    tell(&mut house, &[], &[back(2, 1, Purpose::StandOff)]);
    assert_eq!(played(&mut house), 1);
    house.say(By::House, close).unwrap();
    assert_eq!(played(&mut house), 0);
}

/// One thing that happens in a player's life.
#[derive(Clone, Copy, Debug)]
enum Step {
    Wait(u64),
    Set(Option<u32>),
    Wager(u32),
    Lose,
    Win(u32),
    TakeBack,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0u64..30 * 60).prop_map(|minutes| Step::Wait(minutes * 60_000)),
        2 => proptest::option::of(0u32..300).prop_map(Step::Set),
        6 => (1u32..120).prop_map(Step::Wager),
        4 => Just(Step::Lose),
        1 => (1u32..100).prop_map(Step::Win),
        1 => Just(Step::TakeBack),
    ]
}

/// The limit in force by the rule itself: the last wish holds a day after it was made, and before
/// that no looser than what held when it was made.
fn in_force(wishes: &[(Time, Option<u32>)], at: Time) -> Option<u32> {
    let (&(made, wish), before) = wishes.split_last()?;
    if at.0 >= made.0 + DAY {
        return wish;
    }
    match (in_force(before, made), wish) {
        (None, wish) => wish,
        (now, None) => now,
        (Some(now), Some(wish)) => Some(now.min(wish)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// No wager is accepted with which a player could lose more in the day than the limit then in
    /// force.
    #[test]
    fn nobody_loses_more_in_a_day_than_the_limit_that_held(steps in proptest::collection::vec(step(), 1..80)) {
        let (mut house, ann) = ann(&[]);
        let mut wishes: Vec<(Time, Option<u32>)> = Vec::new();
        let (mut no, mut open) = (0, VecDeque::<(u64, u32)>::new());
        // What was lost today, winnings taken off, reckoned apart; and what it may at most come to
        // by what was accepted.
        let (mut day, mut lost_today, mut bound) = (NOON.0 / DAY, 0i64, 0i64);
        for step in steps {
            let at = house.now;
            let at_stake = |open: &VecDeque<(u64, u32)>| open.iter().map(|(_, amount)| i64::from(*amount)).sum::<i64>();
            if at.0 / DAY != day {
                (day, lost_today) = (at.0 / DAY, 0);
                // What lies on the table at midnight was within the limit of its day.
                bound = at_stake(&open);
            }
            no += 1;
            match step {
                Step::Wait(wait) => house.pass(Span(wait)),
                Step::Set(wish) => {
                    let changes = vec![LimitChange::LossADay(wish.map(dollars))];
                    house.say(By::Person(ann), DeskCommand::SetLimits { changes }).unwrap();
                    wishes.push((at, wish));
                }
                Step::Wager(amount) => {
                    let worst = lost_today + at_stake(&open) + i64::from(amount);
                    let allowed = in_force(&wishes, at).is_none_or(|limit| worst <= i64::from(limit));
                    prop_assert_eq!(may(&house, ann, amount).is_ok(), allowed);
                    if allowed {
                        tell(&mut house, &[], &[lay(no, ann, dollars(amount), Purpose::Wager)]);
                        open.push_back((no, amount));
                        bound = worst.max(0);
                    }
                }
                Step::Lose => if let Some((hold, amount)) = open.pop_front() {
                    tell(&mut house, &[], &[lost(no, hold, dollars(amount))]);
                    lost_today += i64::from(amount);
                },
                Step::Win(more) => if let Some((hold, _)) = open.pop_front() {
                    no += 1;
                    tell(&mut house, &[], &[back(no - 1, hold, Purpose::Won), won(no, ann, dollars(more))]);
                    lost_today -= i64::from(more);
                },
                Step::TakeBack => if let Some((hold, _)) = open.pop_back() {
                    tell(&mut house, &[], &[back(no, hold, Purpose::Withdrawn)]);
                },
            }
            if house.now.0 / DAY == day {
                prop_assert!(lost_today <= bound, "lost {lost_today}, at most {bound}");
                let net = house.desk.plays().totals(ann, house.now).today.net;
                prop_assert_eq!(net.cents(), -lost_today * 100);
            }
        }
    }
}

#[test]
fn nobody_has_limits_who_is_not_there() {
    let desk = Desk::new(Terms::default());
    let nobody = PlayerId(5);
    let refusal = Err(DeskRefusal::NoSuchPerson(nobody));
    assert_eq!(
        desk.may_wager(nobody, dollars(1), Stake::New, NOON),
        refusal
    );
    assert_eq!(desk.may_play(nobody, NOON), refusal);
    assert_eq!(desk.may_move(nobody, NOON, &[]), refusal);
    assert_eq!(desk.reality_due(nobody, NOON), None);
}
