//! A log that is told again: what is not as the rules and its own events say is named.

use crate::support::house::House;
use house::{ReplayWhat, Replayed};
use ledger::{Account, Move, PlayerId, Purpose, TournamentId};
use rules::{BoxNo, Clause, Money, builtin};
use serde_json::{Value, json};
use store::{Entry, Stream};
use table::{Actor, Command, Config, Lay, Span};

fn replay(entries: &[Entry]) -> Result<Replayed, ReplayWhat> {
    let mut replayed = Replayed::default();
    for (position, entry) in (1..).zip(entries) {
        replayed.tell(position, entry).map_err(|fault| fault.what)?;
    }
    Ok(replayed)
}

#[test]
fn a_round_counts_when_it_is_over_or_void_and_not_when_it_begins() {
    let mut house = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 5);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    let box_no = BoxNo::new(1).unwrap();
    house.ask(
        ann.clone(),
        None,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    house.ask(ann.clone(), None, Command::Sit { box_no });
    house.ask(ann.clone(), None, Command::Cut { place: 100 });
    let mut over = 0;
    for void in [false, true] {
        house.ask(
            ann.clone(),
            None,
            Command::Lay {
                lay: Lay::Wager {
                    box_no,
                    amount: Money::from_dollars(25),
                },
            },
        );
        house.ask(ann.clone(), None, Command::Ready);
        assert!(
            house.host.table().round().is_some(),
            "the round waits for ann"
        );
        assert_eq!(replay(&house.entries()).unwrap().rounds, over);
        if void {
            house.ask(
                Actor::Staff("sue".to_owned()),
                None,
                Command::VoidRound {
                    why: "a test".to_owned(),
                },
            );
        }
        while house.host.table().round().is_some() {
            house.now = house.now.after(Span::seconds(30));
            house.ask(Actor::Clock, None, Command::Tick);
        }
        over += 1;
        assert_eq!(replay(&house.entries()).unwrap().rounds, over);
    }
}

/// An entry of a table as the first version wrote it: whoever came said that they held a card, and
/// what the software did was a dealer's, its cut a supervisor's.
fn as_version_1(entry: &mut Entry) {
    if let Stream::House | Stream::Tournament(_) = entry.stream {
        return;
    }
    entry.version = 1;
    let steps = entry.body.get_mut("steps").and_then(Value::as_array_mut);
    for step in steps.into_iter().flatten() {
        if step["by"] == "software" {
            step["by"] = "dealer".into();
        }
        if let Some(arrive) = step["command"].get_mut("arrive") {
            arrive["card"] = true.into();
        }
        for event in step["events"].as_array_mut().unwrap() {
            if let Some(arrived) = event["what"].get_mut("arrived") {
                arrived["card"] = true.into();
            }
            if let Some(by) = event.pointer_mut("/what/cut/by") {
                *by = "supervisor".into();
            }
        }
    }
}

#[test]
fn a_log_from_before_the_house_looked_at_cards_replays() {
    let mut house = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 5);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    let box_no = BoxNo::new(1).unwrap();
    let lay = Lay::Wager {
        box_no,
        amount: Money::from_dollars(25),
    };
    for command in [
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
        Command::Sit { box_no },
        Command::RefuseCut,
        Command::Lay { lay },
        Command::Ready,
    ] {
        house.ask(ann.clone(), None, command);
    }
    while house.host.table().round().is_some() {
        house.now = house.now.after(Span::seconds(30));
        house.ask(Actor::Clock, None, Command::Tick);
    }
    let mut entries = house.entries();
    let newest = replay(&entries).unwrap();
    entries.iter_mut().for_each(as_version_1);
    let text = format!("{entries:?}");
    assert!(
        text.contains("supervisor") && !text.contains("software"),
        "{text}"
    );
    assert_eq!(replay(&entries).unwrap(), newest);
}

/// The desk's first entry, changed so, does not hold.
#[track_caller]
fn check(change: impl FnOnce(&mut Entry)) -> ReplayWhat {
    let mut entries = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 1).entries();
    replay(&entries).unwrap();
    change(&mut entries[0]);
    replay(&entries).unwrap_err()
}

#[track_caller]
fn check_money(change: impl FnOnce(&mut Entry)) {
    let what = check(change);
    assert!(matches!(what, ReplayWhat::Money { .. }), "{what}");
}

fn amount(entry: &mut Entry) -> &mut Money {
    let Move::Pay { amount, .. } = &mut entry.transfers[0].does else {
        panic!("the cashier pays")
    };
    amount
}

#[test]
fn money_at_the_desk_is_what_its_events_say() {
    check_money(|entry| *amount(entry) = Money::from_dollars(10_001));
    check_money(|entry| entry.body["events"][0]["moved"]["net"] = json!(1_000_001));
    check_money(|entry| entry.body["events"][0]["moved"]["net"] = json!(-1_000_000));
    check_money(|entry| entry.body["events"][0]["moved"]["person"] = json!(2));
    check_money(|entry| entry.body["events"][0]["moved"]["why"] = json!("cash_out"));
    check_money(|entry| entry.transfers[0].purpose = Purpose::Correction);
    check_money(|entry| entry.transfers[0].clause = Clause::printed("5.2").unwrap());
    check_money(|entry| entry.transfers.truncate(8));
    check_money(|entry| drop(entry.body["events"].as_array_mut().unwrap().pop()));
    check_money(|entry| {
        entry.transfers[0].does = Move::Pay {
            from: Account::House,
            to: Account::Tokens(PlayerId(1)),
            amount: Money::from_dollars(10_000),
        };
    });
}

#[test]
fn other_events_of_the_desk_move_nothing() {
    let mut entries = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 1).entries();
    entries[0].body["events"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "unlocked": { "person": 1 } }));
    assert_eq!(replay(&entries).unwrap().entries, 2);
}

#[test]
fn an_entry_that_nobody_understands_is_not_passed_over() {
    let what = check(|entry| entry.body = Value::Null);
    assert!(matches!(what, ReplayWhat::Desk(_)), "{what}");
    let what = check(|entry| entry.body["events"][0]["moved"]["why"] = json!("a whim"));
    assert!(matches!(what, ReplayWhat::Desk(_)), "{what}");
    let changes: [fn(&mut Entry); 3] = [
        |entry| entry.kind = "said".to_owned(),
        |entry| entry.version = 2,
        |entry| entry.stream = Stream::Tournament(TournamentId(1)),
    ];
    for change in changes {
        let what = check(change);
        assert!(matches!(what, ReplayWhat::Unknown { .. }), "{what}");
    }
}
