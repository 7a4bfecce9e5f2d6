//! More play money for whoever has run out of it.

use crate::common::{House, dollars, phc, restore};
use desk::{
    Answer, By, Desk, DeskCommand, DeskRefusal, Document, Exclusion, ExclusionLength, LimitChange,
    LimitRefusal, Role, Terms, TopUp, TopUpOffer, TopUpRefusal,
};
use ledger::{Account, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{Clause, Money, Net};
use serde_json::json;
use store::{Read, Stream};
use table::{Span, Time};

const HOUR: Span = Span::minutes(60);

fn top_up(has: Money) -> DeskCommand {
    DeskCommand::TopUp {
        open: Money::ZERO,
        has,
        least: dollars(5),
    }
}

/// Ann, who has cashed out all she had.
fn ann_without_money() -> (House, PlayerId) {
    let mut house = House::default();
    let ann = house.register("ann");
    house
        .say(
            By::Person(ann),
            DeskCommand::CashOut {
                amount: dollars(1000),
            },
        )
        .unwrap();
    (house, ann)
}

#[test]
fn a_top_up_is_as_much_as_a_newcomer_gets_and_comes_once_a_day() {
    let (mut house, ann) = ann_without_money();
    let me = By::Person(ann);
    assert_eq!(
        house.desk.top_up_offer(ann, house.now),
        Ok(TopUpOffer {
            amount: dollars(1000),
            from: Time(0)
        })
    );
    let enough = TopUpRefusal::Enough {
        has: dollars(5),
        least: dollars(5),
    };
    assert_eq!(house.say(me, top_up(dollars(5))), Err(enough.into()));
    let moved = house.say(me, top_up(Money::from_cents(499))).unwrap();
    assert_eq!(
        moved,
        Answer::Moved {
            transfer: TransferId {
                series: Series::Cashier,
                no: 3
            }
        }
    );
    assert_eq!(house.balance(ann), Net::won(dollars(1000)));
    // It was noon: the day of the house ends twelve hours later.
    let midnight = house.now.after(Span(12 * HOUR.0));
    let today = TopUpRefusal::GivenToday { until: midnight };
    house.pass(Span(12 * HOUR.0 - 1));
    assert_eq!(house.say(me, top_up(Money::ZERO)), Err(today.into()));
    assert_eq!(
        house.desk.top_up_offer(ann, house.now),
        Ok(TopUpOffer {
            amount: dollars(1000),
            from: midnight
        })
    );
    house.pass(Span(1));
    house.say(me, top_up(Money::ZERO)).unwrap();
    assert_eq!(house.balance(ann), Net::won(dollars(2000)));
}

#[test]
fn a_clock_that_goes_back_gives_nothing_twice() {
    let (mut house, ann) = ann_without_money();
    house.say(By::Person(ann), top_up(Money::ZERO)).unwrap();
    house.now = Time(house.now.0 - 24 * HOUR.0);
    assert!(matches!(
        house.say(By::Person(ann), top_up(Money::ZERO)),
        Err(DeskRefusal::TopUp(_))
    ));
}

#[test]
fn whoever_has_a_wager_in_play_gets_none_before_it_is_decided() {
    let (mut house, ann) = ann_without_money();
    let table = TableId(1);
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
        amount: dollars(3),
    };
    let laid = Transfer {
        id,
        does,
        purpose: Purpose::Wager,
        clause: Clause::SILENT,
    };
    let told = house.desk.told(table, house.now, &[], &[laid]);
    house.put(told.puts());
    house.desk.take_told(told);
    let at_stake = TopUpRefusal::AtStake { open: dollars(3) };
    assert_eq!(
        house.say(By::Person(ann), top_up(dollars(3))),
        Err(at_stake.into())
    );
}

#[test]
fn a_wager_that_was_settled_while_the_balance_was_read_is_asked_about_again() {
    let (mut house, ann) = ann_without_money();
    let command = DeskCommand::TopUp {
        open: dollars(3),
        has: Money::ZERO,
        least: dollars(5),
    };
    let at_stake = TopUpRefusal::AtStake { open: dollars(3) };
    assert_eq!(house.say(By::Person(ann), command), Err(at_stake.into()));
}

#[test]
fn whoever_is_excluded_gets_none_and_no_limit_changes() {
    let (mut house, ann) = ann_without_money();
    let me = By::Person(ann);
    let changes = vec![
        LimitChange::LossADay(Some(dollars(20))),
        LimitChange::OneWager(Some(dollars(10))),
    ];
    house.say(me, DeskCommand::SetLimits { changes }).unwrap();
    let before = house.desk.person(ann).unwrap().limits.clone();
    house.say(me, top_up(Money::ZERO)).unwrap();
    assert_eq!(house.desk.person(ann).unwrap().limits, before);
    house.pass(Span(24 * HOUR.0));
    house
        .say(
            me,
            DeskCommand::Exclude {
                length: ExclusionLength::For(Span(48 * HOUR.0)),
            },
        )
        .unwrap();
    let excluded = DeskRefusal::Limit(LimitRefusal::Excluded(Exclusion::Until(
        house.now.after(Span(48 * HOUR.0)),
    )));
    assert_eq!(house.say(me, top_up(Money::ZERO)), Err(excluded.clone()));
    assert_eq!(house.desk.top_up_offer(ann, house.now), Err(excluded));
}

#[test]
fn members_who_bring_their_own_money_get_none_and_staff_do_not_play() {
    let terms = Terms {
        member: Money::ZERO,
        ..Terms::default()
    };
    let mut house = House::default();
    house.desk = Desk::new(terms);
    let command = DeskCommand::Register {
        handle: "ann".to_owned(),
        phc: phc("ann", "plain words"),
        key: house.token().key(),
    };
    let decision = house.desk.decide(By::Visitor, house.now, &command).unwrap();
    house.desk.take(&decision);
    let ann = house.desk.by_handle("ann").unwrap().id;
    let refusal = house
        .desk
        .decide(By::Person(ann), house.now, &top_up(Money::ZERO))
        .unwrap_err();
    assert_eq!(refusal, DeskRefusal::TopUp(TopUpRefusal::NoPlayMoney));
    let mut house = House::default();
    let max = house.staff("max", &[Role::GamingManager]);
    assert!(matches!(
        house.say(max, top_up(Money::ZERO)),
        Err(DeskRefusal::NotAllowed(_))
    ));
}

#[test]
fn a_guest_who_is_gone_leaves_no_top_up_behind() {
    let mut house = House::default();
    let (gus, session, _) = house.guest("gus");
    house.say(By::Person(gus), top_up(Money::ZERO)).unwrap();
    let count = |house: &mut House| {
        house
            .journal
            .backend()
            .documents(TopUp::SPACE)
            .unwrap()
            .len()
    };
    assert_eq!(count(&mut house), 1);
    house
        .say(By::Person(gus), DeskCommand::SignOut { session })
        .unwrap();
    house
        .say(
            By::House,
            DeskCommand::CloseGuest {
                guest: gus,
                left: dollars(2000),
            },
        )
        .unwrap();
    assert_eq!(count(&mut house), 0);
}

#[test]
fn a_top_up_is_written_as_ever() {
    let (mut house, ann) = ann_without_money();
    house.say(By::Person(ann), top_up(Money::ZERO)).unwrap();
    let last = house.journal.seq(Stream::House);
    let entry = house
        .journal
        .backend()
        .stream(Stream::House, last, 1)
        .unwrap()
        .remove(0)
        .logged()
        .unwrap()
        .entry;
    let event = json!({ "moved": { "person": 1, "net": 100_000, "why": "top_up" } });
    assert_eq!(entry.body, json!({ "events": [event] }));
    let document = house
        .journal
        .backend()
        .documents(TopUp::SPACE)
        .unwrap()
        .remove(0);
    let written = format!(
        "top_up {} {}\n",
        document.key,
        str::from_utf8(&document.value).unwrap()
    );
    assert_eq!(written, include_str!("golden/top-up-1.txt"));
    let read = TopUp::read(&document.key, &document.value).unwrap();
    assert_eq!(
        read,
        TopUp {
            person: ann,
            at: house.now
        }
    );
    let documents = crate::common::documents(&mut house.journal);
    assert_eq!(
        restore(&documents).top_up_offer(ann, house.now),
        house.desk.top_up_offer(ann, house.now)
    );
}
