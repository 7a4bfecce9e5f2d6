//! Documents and entries as they are written. What was written once is read for ever: the files in
//! `golden` are never written again; another form is a new version with files of its own.

use crate::common::{House, PASSWORD, documents, dollars, phc, restore};
use desk::{
    By, Deed, Desk, DeskCommand, DeskEvent, Document, ExclusionLength, HashMemory, IDLE, Incident,
    LimitChange, Person, Play, Role, SPACES, Session, SessionNo, Terms, events_of,
};
use ledger::{Account, Move, Purpose, Series, TableId, Transfer, TransferId};
use proptest::prelude::*;
use rules::{Clause, Net};
use serde_json::Value;
use store::{Read, Stream};
use table::{Span, Time, What};

const DOCUMENTS: &str = include_str!("golden/documents-1.txt");
/// What is written today.
const EVENTS: &str = include_str!("golden/events-1-waits.txt");
/// What was written while the third wrong password locked an account.
const OLD_EVENTS: &str = include_str!("golden/events-1.txt");
/// Of a kind that came after the golden day was written.
const TOP_UP: &str = include_str!("golden/top-up-1.txt");
const CALENDAR: &str = include_str!("golden/calendar-1.txt");
const DAYS: &str = include_str!("golden/days-1.txt");
const TRIES: &str = include_str!("golden/tries-1.txt");

/// Kinds of events that came after the golden day was written.
const CARDS: &str = include_str!("golden/cards-1.txt");

/// A day at the desk on which everything happens once.
fn a_day() -> House {
    let mut house = House::default();
    let (ann, session, _) = house.enter("ann");
    let me = By::Person(ann);
    let admin = house.staff("adam", &[Role::Administrator]);
    let max = house.staff("max", &[Role::GamingManager, Role::Supervisor]);
    let (By::Person(maxs), (gus, ..)) = (max, house.guest("gus")) else {
        panic!("people")
    };
    house
        .say(
            By::House,
            DeskCommand::HousePlayer {
                handle: "robot".to_owned(),
            },
        )
        .unwrap();
    let changes = vec![
        LimitChange::LossADay(Some(dollars(100))),
        LimitChange::LossADay(None),
        LimitChange::WageredADay(Some(dollars(500))),
        LimitChange::OneWager(Some(dollars(50))),
        LimitChange::PlayADay(Some(Span::minutes(120))),
        LimitChange::RealityEvery(Span::minutes(15)),
    ];
    house.say(me, DeskCommand::SetLimits { changes }).unwrap();
    play(&mut house, ann);
    house.pass(Span::minutes(20));
    house.put(Vec::from_iter(house.desk.clone().touch(session, house.now)));
    house.desk.touch(session, house.now).unwrap();
    house.say(me, DeskCommand::Acknowledge).unwrap();
    house
        .say(
            me,
            DeskCommand::Exclude {
                length: ExclusionLength::For(Span::minutes(2000)),
            },
        )
        .unwrap();
    house
        .say(
            By::Person(gus),
            DeskCommand::Exclude {
                length: ExclusionLength::ForEver,
            },
        )
        .unwrap();
    house
        .say(
            me,
            DeskCommand::CashOut {
                amount: dollars(10),
            },
        )
        .unwrap();
    house.sign_in("ann", "wrong").unwrap();
    house.sign_in("ann", PASSWORD).unwrap();
    house
        .say(me, DeskCommand::SignOutOthers { keep: session })
        .unwrap();
    let verdict = house
        .desk
        .challenge("ann")
        .compare(PASSWORD, &mut HashMemory::default());
    house
        .say(
            me,
            DeskCommand::Reauthenticate {
                verdict: verdict.clone(),
                session,
            },
        )
        .unwrap();
    house
        .say(
            me,
            DeskCommand::ChangePassword {
                verdict,
                phc: phc("ann", "other plain words"),
                keep: session,
            },
        )
        .unwrap();
    for command in [
        DeskCommand::GiveRole {
            person: maxs,
            role: Role::Dealer,
        },
        DeskCommand::TakeRole {
            person: maxs,
            role: Role::Supervisor,
        },
        DeskCommand::Lock {
            person: gus,
            why: "noise".to_owned(),
        },
        DeskCommand::Unlock { person: gus },
        DeskCommand::Record {
            deed: Deed::BackUp,
            what: "to the other room".to_owned(),
        },
    ] {
        house.say(admin, command).unwrap();
    }
    house.register("bob");
    let bob = house.desk.by_handle("bob").unwrap().id;
    house
        .say(
            admin,
            DeskCommand::ResetPassword {
                person: bob,
                phc: phc("bob", "from the staff"),
            },
        )
        .unwrap();
    house
        .say(
            max,
            DeskCommand::Lock {
                person: bob,
                why: "a dispute".to_owned(),
            },
        )
        .unwrap();
    house
        .say(
            max,
            DeskCommand::Credit {
                player: gus,
                amount: dollars(5),
                why: "patience".to_owned(),
            },
        )
        .unwrap_err();
    let robot = house.desk.by_handle("robot").unwrap().id;
    house
        .say(
            max,
            DeskCommand::Credit {
                player: robot,
                amount: dollars(5),
                why: "oil".to_owned(),
            },
        )
        .unwrap();
    house
        .say(
            max,
            DeskCommand::Correct {
                player: bob,
                net: Net::from_cents(-5),
                why: "misread".to_owned(),
            },
        )
        .unwrap();
    house
        .say(
            max,
            DeskCommand::Incident {
                table: Some(TableId(1)),
                what: "a card was exposed".to_owned(),
            },
        )
        .unwrap();
    let (hal, ..) = house.guest("hal");
    house.pass(IDLE);
    house.say(By::House, DeskCommand::EndOldSessions).unwrap();
    house
        .say(
            By::House,
            DeskCommand::CloseGuest {
                guest: hal,
                left: dollars(1000),
            },
        )
        .unwrap();
    house
}

fn play(house: &mut House, ann: ledger::PlayerId) {
    let table = TableId(1);
    let moved = |no, does, purpose| Transfer {
        id: TransferId {
            series: Series::Table(table),
            no,
        },
        does,
        purpose,
        clause: Clause::SILENT,
    };
    let (from, held, to) = (
        Account::Player(ann),
        Account::Held(table),
        Account::Float(table),
    );
    let transfers = [
        moved(
            1,
            Move::Hold {
                from,
                held,
                to,
                amount: dollars(20),
            },
            Purpose::Wager,
        ),
        moved(
            2,
            Move::Hold {
                from,
                held,
                to,
                amount: dollars(30),
            },
            Purpose::Wager,
        ),
        moved(
            3,
            Move::Post {
                hold: TransferId {
                    series: Series::Table(table),
                    no: 1,
                },
                amount: dollars(20),
            },
            Purpose::Lost,
        ),
    ];
    let arrived = table::Event {
        what: What::Arrived {
            player: ann,
            name: "ann".to_owned(),
        },
        clause: Clause::SILENT,
    };
    let told = house.desk.told(table, house.now, &[arrived], &transfers);
    house.put(told.puts());
    house.desk.take_told(told);
}

fn all_documents(house: &mut House) -> Vec<(String, String, Vec<u8>)> {
    let mut all = documents(&mut house.journal);
    let incidents = house.journal.backend().documents(Incident::SPACE).unwrap();
    all.extend(
        incidents
            .into_iter()
            .map(|document| (Incident::SPACE.to_owned(), document.key, document.value)),
    );
    all
}

fn golden() -> Vec<(String, String, Vec<u8>)> {
    let later = [TOP_UP, TRIES, CALENDAR].into_iter().flat_map(str::lines);
    let parts = DOCUMENTS.lines().chain(later).map(|line| {
        line.split_once(' ')
            .and_then(|(space, rest)| Some((space, rest.split_once(' ')?)))
    });
    parts
        .map(|parts| parts.unwrap())
        .map(|(space, (key, value))| (space.to_owned(), key.to_owned(), value.into()))
        .collect()
}

fn as_text(documents: &[(String, String, Vec<u8>)]) -> String {
    documents
        .iter()
        .map(|(space, key, value)| format!("{space} {key} {}\n", str::from_utf8(value).unwrap()))
        .collect()
}

fn bodies(house: &mut House) -> Vec<Value> {
    let entries = house
        .journal
        .backend()
        .stream(Stream::House, 1, 1000)
        .unwrap();
    entries
        .into_iter()
        .map(|raw| raw.logged().unwrap().entry.body)
        .collect()
}

#[test]
fn documents_are_written_as_ever() {
    let mut house = a_day();
    let text = as_text(&all_documents(&mut house));
    for (written, golden) in text.lines().zip(DOCUMENTS.lines()) {
        assert_eq!(written, golden);
    }
    assert_eq!(text.lines().count(), DOCUMENTS.lines().count());
}

#[test]
fn documents_of_every_kind_are_read_for_ever() {
    let documents = golden();
    for space in SPACES.into_iter().chain([Incident::SPACE]) {
        assert!(
            documents.iter().any(|(other, ..)| other == space),
            "there is no {space}"
        );
    }
    let house = a_day();
    assert!(restore(&documents) == restore_in_other_order(&documents));
    let read = restore(&documents);
    assert!(read.people().eq(house.desk.people()));
    for person in read.people() {
        assert!(
            read.sessions()
                .of(person.id)
                .eq(house.desk.sessions().of(person.id))
        );
        assert!(
            read.plays()
                .of(person.id)
                .eq(house.desk.plays().of(person.id))
        );
    }
    let incident = documents
        .iter()
        .find(|(space, ..)| space == Incident::SPACE)
        .unwrap();
    assert_eq!(
        Incident::read(&incident.1, &incident.2).unwrap().what,
        "a card was exposed"
    );
}

fn restore_in_other_order(documents: &[(String, String, Vec<u8>)]) -> Desk {
    let mut documents = documents.to_vec();
    documents.reverse();
    restore(&documents)
}

#[test]
fn entries_are_written_as_ever_and_read_for_ever() {
    let mut house = a_day();
    let bodies = bodies(&mut house);
    for (body, golden) in bodies.iter().zip(EVENTS.lines()) {
        assert_eq!(body.to_string(), golden);
        assert!(
            !events_of(&serde_json::from_str(golden).unwrap())
                .unwrap()
                .is_empty()
        );
    }
    assert_eq!(bodies.len(), EVENTS.lines().count());
    for old in OLD_EVENTS.lines() {
        let events = events_of(&serde_json::from_str(old).unwrap()).unwrap();
        assert!(!events.is_empty(), "{old}");
    }
}

#[test]
fn wrong_passwords_are_written_as_ever() {
    let mut house = House::default();
    house.register("ann");
    for _ in 0..3 {
        house.sign_in("ann", "wrong").unwrap();
    }
    let mut documents = documents(&mut house.journal);
    documents.retain(|(space, ..)| space == "tries");
    assert_eq!(as_text(&documents), TRIES);
}

#[test]
fn the_golden_day_has_every_kind_of_event() {
    let mut kinds = std::collections::BTreeSet::new();
    for line in [EVENTS, OLD_EVENTS, DAYS, CARDS]
        .into_iter()
        .flat_map(str::lines)
    {
        for event in events_of(&serde_json::from_str(line).unwrap()).unwrap() {
            // A new kind of event must come here, and into the golden day.
            kinds.insert(match event {
                DeskEvent::Registered { .. } => 0,
                DeskEvent::GuestClosed { .. } => 1,
                DeskEvent::SignedIn { .. } => 2,
                DeskEvent::Reauthenticated { .. } => 3,
                // Nothing writes it any more; `OLD_EVENTS` has it.
                DeskEvent::SignInFailed { .. } => 4,
                DeskEvent::WrongPassword { .. } => 18,
                DeskEvent::SessionEnded { .. } => 5,
                DeskEvent::PasswordChanged { .. } => 6,
                DeskEvent::PasswordReset { .. } => 7,
                DeskEvent::Locked { .. } => 8,
                DeskEvent::Unlocked { .. } => 9,
                DeskEvent::RoleGiven { .. } => 10,
                DeskEvent::RoleTaken { .. } => 11,
                DeskEvent::Moved { .. } => 12,
                DeskEvent::LimitSet { .. } => 13,
                DeskEvent::RealityAcknowledged { .. } => 14,
                DeskEvent::Excluded { .. } => 15,
                DeskEvent::IncidentNoted { .. } => 16,
                DeskEvent::Done { .. } => 17,
                DeskEvent::DaysSet { .. } => 19,
                DeskEvent::CardIssued { .. } => 20,
                DeskEvent::CardCancelled { .. } => 21,
            });
        }
    }
    assert_eq!(kinds.len(), 22, "{kinds:?}");
}

#[test]
fn player_cards_are_written_as_ever_and_read_for_ever() {
    let mut house = House::default();
    let ann = house.register("ann");
    let max = house.staff("max", &[Role::GamingManager]);
    let issue = DeskCommand::IssueCard {
        person: ann,
        number: "A1".to_owned(),
    };
    house.say(max, issue).unwrap();
    let documents = documents(&mut house.journal);
    let (_, _, value) = documents
        .iter()
        .find(|(space, ..)| space == "person")
        .unwrap();
    let text = str::from_utf8(value).unwrap();
    assert!(text.ends_with(r#""excluded":null,"card":"A1"}}"#), "{text}");
    assert!(restore(&documents).holds_card(ann));
    let cancel = DeskCommand::CancelCard { person: ann };
    house.say(max, cancel).unwrap();
    let bodies: Vec<String> = bodies(&mut house)
        .iter()
        .map(Value::to_string)
        .filter(|body| body.contains("card_"))
        .collect();
    assert_eq!(bodies, CARDS.lines().collect::<Vec<_>>());
}

fn refused(space: &str, key: &str, change: impl Fn(&mut Value)) -> String {
    let documents = golden();
    let (_, _, value) = documents
        .iter()
        .find(|(other, other_key, _)| other == space && other_key.starts_with(key))
        .unwrap();
    let mut value: Value = serde_json::from_slice(value).unwrap();
    change(&mut value);
    let bytes = serde_json::to_vec(&value).unwrap();
    Desk::restore(Terms::default(), [(space, key, bytes.as_slice())])
        .unwrap_err()
        .to_string()
}

#[test]
fn a_document_that_cannot_be_is_refused_in_words() {
    let ann = "0000000001";
    for (change, words) in [
        (
            ("version", Value::from(2)),
            "it has version 2, and this software reads 1 to 1",
        ),
        (("version", Value::from(0)), "it has version 0"),
        (("version", Value::from("1")), "invalid type"),
        (("more", Value::from(1)), "unknown field `more`"),
    ] {
        let told = refused("person", ann, |value| value[change.0] = change.1.clone());
        assert!(
            told.starts_with("document person/0000000001: ") && told.contains(words),
            "{told}"
        );
    }
    for (field, value, words) in [
        ("id", Value::from(2), "belongs under 0000000002"),
        ("handle", Value::from("Ann"), "not a name"),
        (
            "roles",
            Value::from(vec!["player", "dealer"]),
            "do not go together",
        ),
        ("kind", Value::from("staff"), "do not go together"),
        ("password", Value::Null, "have a password"),
        ("failures", Value::from(4), "at most 3 failures"),
        ("more", Value::from(1), "unknown field"),
    ] {
        let told = refused("person", ann, |document| {
            document["is"][field] = value.clone()
        });
        assert!(told.contains(words), "{told}");
    }
    let told = refused("person", ann, |document| {
        document["is"]["password"]["phc"] = Value::from("plain")
    });
    assert!(told.contains("Argon2id"), "{told}");
    let told = refused("session", "00000000000000000001", |document| {
        document["is"]["key"] = Value::Null
    });
    assert!(told.contains("nobody's"), "{told}");
    let told = refused("desk", "counters", |document| {
        document["is"]["transfer"] = Value::from(u64::MAX)
    });
    assert!(told.contains("nobody counts"), "{told}");
}

/// Reads bytes as every kind of document, and uses what comes of it.
fn read_as_all(key: &str, bytes: &[u8]) {
    let at = crate::common::NOON;
    for space in SPACES {
        let Ok(mut desk) = Desk::restore(Terms::default(), [(space, key, bytes)]) else {
            continue;
        };
        let people: Vec<Person> = desk.people().cloned().collect();
        for person in people {
            let _ = desk.may_wager(person.id, dollars(5), desk::Stake::New, at);
            let _ = desk.decide(By::Person(person.id), at, &DeskCommand::Acknowledge);
            let _ = desk.permit(By::Person(person.id), Deed::Open, crate::common::PLAY_MONEY);
        }
        for no in 0..3 {
            let _ = desk.touch(SessionNo(no), at);
        }
        let key = desk::Token::new([1; 32]).key();
        let guest = DeskCommand::EnterAsGuest {
            handle: "zoe".to_owned(),
            key,
        };
        if let Ok(decision) = desk.decide(By::Visitor, at, &guest) {
            desk.take(&decision);
        }
        for no in 0..3 {
            let _ = desk.plays().totals(ledger::PlayerId(no), Time(u64::MAX));
        }
    }
    let _ = Incident::read(key, bytes);
    let _ = Session::read(key, bytes);
    let _ = Play::read(key, bytes);
    if let Ok(value) = serde_json::from_slice(bytes) {
        let _ = events_of(&value);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), key in ".{0,20}") {
        read_as_all(&key, &bytes);
    }

    /// Golden documents and entries with a number or a piece of them changed.
    #[test]
    fn no_damage_makes_a_reader_panic(pick in any::<prop::sample::Index>(), places in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9]{1,20}|[-{}\\[\\],:\"a-z]|null"), 1..4)) {
        let mut lines: Vec<(String, Vec<u8>)> = golden().into_iter().map(|(_, key, value)| (key, value)).collect();
        let events = [EVENTS, OLD_EVENTS, DAYS].into_iter().flat_map(str::lines);
        lines.extend(events.map(|line| (String::new(), line.into())));
        let (key, mut bytes) = lines.swap_remove(pick.index(lines.len()));
        for (place, text) in places {
            let place = place.index(bytes.len());
            // A whole number is replaced by another, any other byte by a piece of text.
            let digits = bytes[place..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            bytes.splice(place..place + digits.max(1), text.into_bytes());
        }
        read_as_all(&key, &bytes);
    }
}
