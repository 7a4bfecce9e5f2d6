//! Accounts, names, roles of staff, money at the desk, exclusion and incidents.

use crate::common::{House, PASSWORD, PLAY_MONEY, dollars, phc, staff};
use desk::{
    Answer, By, CardRefusal, Deed, DeskCommand, DeskEvent, DeskRefusal, Document, Exclusion,
    ExclusionLength, Incident, Kind, LimitChange, LimitRefusal, Role, Stake, events_of,
};
use ledger::{Account, PlayerId, Series, TableId, TransferId};
use rules::{Money, Net};
use store::{Command, CommandId, Outcome, Read, Refusal, Stream};
use table::{Span, Time};

#[test]
fn newcomers_get_play_money_once() {
    let mut house = House::default();
    let ann = house.register("ann");
    let (gus, ..) = house.guest("gus");
    assert_eq!(house.balance(ann), Net::won(dollars(1000)));
    assert_eq!(house.balance(gus), Net::won(dollars(1000)));
    assert_eq!(
        house.journal.ledger().balance(Account::House),
        Net::lost(dollars(2000))
    );
    let robot = house
        .say(
            By::House,
            DeskCommand::HousePlayer {
                handle: "robot".to_owned(),
            },
        )
        .unwrap();
    let Answer::Created { person } = robot else {
        panic!("created")
    };
    assert_eq!(house.desk.person(person).unwrap().kind, Kind::HousePlayer);
    assert_eq!(house.balance(person), Net::won(dollars(1000)));
    let sue = house.staff("sue", &[Role::Supervisor]);
    let By::Person(sue) = sue else {
        panic!("a person")
    };
    assert_eq!(house.balance(sue), Net::ZERO);
}

#[test]
fn a_name_is_the_notations_and_one_persons() {
    let mut house = House::default();
    house.register("ann");
    let token = house.token();
    for (handle, refusal) in [
        ("ann", Some(DeskRefusal::NameTaken)),
        ("house-ann", None),
        ("Ann", None),
        ("", None),
        ("a b", None),
        ("dealer", None),
        ("averyveryverylongname", None),
    ] {
        let command = DeskCommand::EnterAsGuest {
            handle: handle.to_owned(),
            key: token.key(),
        };
        let refused = house.say(By::Visitor, command).unwrap_err();
        match refusal {
            Some(refusal) => assert_eq!(refused, refusal),
            None => assert!(
                matches!(refused, DeskRefusal::Name(_)),
                "{handle}: {refused}"
            ),
        }
    }
}

#[test]
fn roles_are_given_to_staff_by_an_administrator() {
    let mut house = House::default();
    let ann = house.register("ann");
    let admin = house.staff("adam", &[Role::Administrator]);
    let dan = house.staff("dan", &[Role::Dealer]);
    let (By::Person(adam), By::Person(dans)) = (admin, dan) else {
        panic!("people")
    };
    let give = |person, role| DeskCommand::GiveRole { person, role };
    let take = |person, role| DeskCommand::TakeRole { person, role };
    assert_eq!(
        house.say(dan, give(dans, Role::GamingManager)),
        Err(DeskRefusal::NotAllowed(Deed::GiveRole))
    );
    assert_eq!(
        house.say(admin, give(ann, Role::Dealer)),
        Err(DeskRefusal::NotStaff)
    );
    assert_eq!(
        house.say(admin, give(dans, Role::Player)),
        Err(DeskRefusal::NoStaffRole(Role::Player))
    );
    assert_eq!(
        house.say(admin, give(dans, Role::Dealer)),
        Err(DeskRefusal::HasRole(Role::Dealer))
    );
    assert_eq!(
        house.say(admin, give(dans, Role::Inspector)),
        Err(DeskRefusal::RolesClash {
            role: Role::Inspector,
            with: Role::Dealer
        })
    );
    assert_eq!(
        house.say(admin, give(adam, Role::GamingManager)),
        Err(DeskRefusal::NotOneself)
    );
    house.say(admin, give(dans, Role::Supervisor)).unwrap();
    assert_eq!(
        house.desk.permit(dan, Deed::Open, PLAY_MONEY),
        Ok(()),
        "both roles count"
    );
    house.say(admin, take(dans, Role::Supervisor)).unwrap();
    assert_eq!(
        house.desk.permit(dan, Deed::Open, PLAY_MONEY),
        Err(DeskRefusal::NotAllowed(Deed::Open))
    );
    assert_eq!(
        house.say(admin, take(dans, Role::Supervisor)),
        Err(DeskRefusal::HasNotRole(Role::Supervisor))
    );
    assert_eq!(
        house.say(admin, take(dans, Role::Dealer)),
        Err(DeskRefusal::LastRole)
    );
    assert_eq!(
        house.say(admin, give(PlayerId(77), Role::Dealer)),
        Err(DeskRefusal::NoSuchPerson(PlayerId(77)))
    );
}

#[test]
fn staff_accounts_have_roles_that_go_together() {
    let mut house = House::default();
    for roles in [
        &[][..],
        &[Role::Player],
        &[Role::Player, Role::Dealer],
        &[Role::Inspector, Role::Dealer],
    ] {
        assert_eq!(
            house.say(By::House, staff("sue", roles)),
            Err(DeskRefusal::Roles),
            "{roles:?}"
        );
    }
    house
        .say(
            By::House,
            staff("sue", &[Role::Supervisor, Role::GamingManager]),
        )
        .unwrap();
    assert_eq!(
        house.say(By::Visitor, staff("eve", &[Role::Administrator])),
        Err(DeskRefusal::NotSignedIn)
    );
}

#[test]
fn there_is_always_an_administrator() {
    let mut house = House::default();
    let first = house.staff("adam", &[Role::Administrator, Role::Supervisor]);
    let second = house.staff("bea", &[Role::Administrator]);
    let max = house.staff("max", &[Role::GamingManager]);
    let (By::Person(adam), By::Person(bea)) = (first, second) else {
        panic!("people")
    };
    let lock = |person| DeskCommand::Lock {
        person,
        why: "leave".to_owned(),
    };
    house.say(max, lock(bea)).unwrap();
    assert_eq!(
        house.say(max, lock(adam)),
        Err(DeskRefusal::LastAdministrator),
        "bea is locked"
    );
    house
        .say(first, DeskCommand::Unlock { person: bea })
        .unwrap();
    house
        .say(
            second,
            DeskCommand::TakeRole {
                person: adam,
                role: Role::Administrator,
            },
        )
        .unwrap();
    assert_eq!(
        house.say(max, lock(bea)),
        Err(DeskRefusal::LastAdministrator)
    );
    let By::Person(max_id) = max else {
        panic!("a person")
    };
    assert_eq!(house.say(max, lock(max_id)), Err(DeskRefusal::NotOneself));
}

#[test]
fn a_manager_credits_and_corrects_with_a_reason() {
    let mut house = House::default();
    let ann = house.register("ann");
    let max = house.staff("max", &[Role::GamingManager]);
    let By::Person(max_id) = max else {
        panic!("a person")
    };
    let credit = |player, cents, why: &str| DeskCommand::Credit {
        player,
        amount: Money::from_cents(cents),
        why: why.to_owned(),
    };
    let moved = house.say(max, credit(ann, 5000, "cash")).unwrap();
    assert_eq!(
        moved,
        Answer::Moved {
            transfer: TransferId {
                series: Series::Cashier,
                no: 2
            }
        }
    );
    assert_eq!(house.balance(ann), Net::won(dollars(1050)));
    for (command, refusal) in [
        (credit(ann, 0, "nothing"), DeskRefusal::Amount),
        (
            credit(ann, Money::MOST.cents() + 1, "all"),
            DeskRefusal::Amount,
        ),
        (credit(ann, 1, ""), DeskRefusal::Text),
        (credit(ann, 1, "two\nlines"), DeskRefusal::Text),
        (credit(ann, 1, &"x".repeat(201)), DeskRefusal::Text),
        (credit(max_id, 1, "wages"), DeskRefusal::DoesNotPlay),
        (
            credit(PlayerId(50), 1, "who"),
            DeskRefusal::NoSuchPerson(PlayerId(50)),
        ),
    ] {
        assert_eq!(house.say(max, command), Err(refusal));
    }
    assert_eq!(
        house.say(By::Person(ann), credit(ann, 1, "please")),
        Err(DeskRefusal::NotAllowed(Deed::Credit))
    );
    let correct = |net| DeskCommand::Correct {
        player: ann,
        net: Net::from_cents(net),
        why: "misread".to_owned(),
    };
    house.say(max, correct(-5000)).unwrap();
    house.say(max, correct(25)).unwrap();
    assert_eq!(house.balance(ann), Net::from_cents(100_025));
    assert_eq!(house.say(max, correct(0)), Err(DeskRefusal::Amount));
    assert_eq!(house.say(max, correct(i64::MIN)), Err(DeskRefusal::Amount));
}

#[test]
fn the_house_gives_its_own_players_more_play_money_and_nobody_else() {
    let mut house = House::default();
    let ann = house.register("ann");
    let max = house.staff("max", &[Role::GamingManager]);
    let Answer::Created { person: robot } = house
        .say(
            By::House,
            DeskCommand::HousePlayer {
                handle: "robot".to_owned(),
            },
        )
        .unwrap()
    else {
        panic!("a person")
    };
    let fund = |player| DeskCommand::FundHousePlayer {
        player,
        amount: dollars(50),
    };
    let before = house.balance(robot);
    house.say(By::House, fund(robot)).unwrap();
    assert_eq!(house.balance(robot), before + Net::won(dollars(50)));
    assert_eq!(
        house.say(By::House, fund(ann)),
        Err(DeskRefusal::NoHousePlayer)
    );
    assert_eq!(
        house.say(max, fund(robot)),
        Err(DeskRefusal::NotAllowed(Deed::FundHousePlayer))
    );
}

#[test]
fn nobody_cashes_out_more_than_there_is() {
    let mut house = House::default();
    let ann = house.register("ann");
    let (gus, ..) = house.guest("gus");
    let cash = |amount| DeskCommand::CashOut { amount };
    house.say(By::Person(ann), cash(dollars(400))).unwrap();
    assert_eq!(house.balance(ann), Net::won(dollars(600)));
    let decision = house
        .desk
        .decide(By::Person(ann), house.now, &cash(dollars(601)))
        .unwrap();
    assert!(
        matches!(house.commit(decision), Outcome::Refused(Refusal::Ledger(_))),
        "the ledger has the last word"
    );
    house.say(By::Person(ann), cash(dollars(600))).unwrap();
    assert_eq!(
        house.say(By::Person(gus), cash(dollars(1))),
        Err(DeskRefusal::NotAllowed(Deed::CashOut)),
        "play money is not cashed"
    );
}

#[test]
fn two_decisions_on_one_state_do_not_both_happen() {
    let mut house = House::default();
    let (ann, bob) = (house.register("ann"), house.register("bob"));
    let seq = house.journal.seq(Stream::House);
    let set = DeskCommand::SetLimits {
        changes: vec![LimitChange::OneWager(Some(dollars(5)))],
    };
    let batches = [ann, bob].map(|who| {
        house
            .desk
            .decide(By::Person(who), house.now, &set)
            .unwrap()
            .into_batch(Some(seq), None)
    });
    let outcomes = house.journal.commit(batches.into(), house.now.0);
    assert!(matches!(outcomes[0], Outcome::Done { .. }));
    assert!(
        matches!(outcomes[1], Outcome::Refused(Refusal::Conflict { .. })),
        "{:?}",
        outcomes[1]
    );
}

#[test]
fn a_command_that_comes_twice_is_done_once() {
    let mut house = House::default();
    let ann = house.register("ann");
    let max = house.staff("max", &[Role::GamingManager]);
    let credit = DeskCommand::Credit {
        player: ann,
        amount: dollars(5),
        why: "cash".to_owned(),
    };
    let name = || {
        Some(Command::new(
            CommandId::new("person/2", "a-1").unwrap(),
            b"credit ann 5",
        ))
    };
    let first = house.desk.decide(max, house.now, &credit).unwrap();
    let batch = first.clone().into_batch(None, name());
    let answer = batch.answer.clone();
    assert!(matches!(
        house.journal.commit(vec![batch], 0)[0],
        Outcome::Done { .. }
    ));
    house.desk.take(&first);
    let again = house
        .desk
        .decide(max, house.now, &credit)
        .unwrap()
        .into_batch(None, name());
    assert_eq!(
        house.journal.commit(vec![again], 0),
        [Outcome::Repeated(answer)]
    );
    assert_eq!(house.balance(ann), Net::won(dollars(1005)));
}

#[test]
fn an_excluded_player_reads_and_cashes_out_and_does_not_play() {
    let mut house = House::default();
    let ann = house.register("ann");
    let max = house.staff("max", &[Role::GamingManager]);
    let day = Span::minutes(24 * 60);
    let seven = ExclusionLength::For(Span(7 * day.0));
    let week = Exclusion::Until(house.now.after(Span(7 * day.0)));
    let exclude = |length| DeskCommand::Exclude { length };
    let me = By::Person(ann);
    let too_short = ExclusionLength::For(Span(day.0 - 1));
    assert_eq!(
        house.say(me, exclude(too_short)),
        Err(DeskRefusal::ExclusionTooShort)
    );
    assert_eq!(
        house.say(me, exclude(ExclusionLength::For(Span(u64::MAX)))),
        Err(DeskRefusal::ExclusionTooLong)
    );
    house.say(me, exclude(seven)).unwrap();
    let refused = DeskRefusal::Limit(LimitRefusal::Excluded(week));
    assert_eq!(house.desk.may_play(ann, house.now), Err(refused.clone()));
    for stake in [Stake::New, Stake::More] {
        assert_eq!(
            house.desk.may_wager(ann, dollars(5), stake, house.now),
            Err(refused.clone())
        );
    }
    let arrive = table::Command::Arrive {
        name: "ann".to_owned(),
        card: None,
    };
    assert_eq!(
        house
            .desk
            .permit_command(me, house.now, &arrive, PLAY_MONEY),
        Err(refused.clone())
    );
    let credit = DeskCommand::Credit {
        player: ann,
        amount: dollars(5),
        why: "cash".to_owned(),
    };
    assert_eq!(
        house.say(max, credit),
        Err(DeskRefusal::PlayerExcluded(week))
    );
    for (command, why) in [
        (table::Command::Depart, "leave"),
        (table::Command::Ready, "finish the round"),
    ] {
        assert!(
            house
                .desk
                .permit_command(me, house.now, &command, PLAY_MONEY)
                .is_ok(),
            "{why}"
        );
    }
    assert!(matches!(
        house.sign_in("ann", PASSWORD),
        Ok(Answer::SignedIn { .. })
    ));
    assert_eq!(
        house
            .desk
            .permit(me, Deed::ReadOwnHistory, desk::Place::House),
        Ok(())
    );
    house
        .say(
            me,
            DeskCommand::CashOut {
                amount: dollars(1000),
            },
        )
        .unwrap();
    // A day is long enough, whenever it is asked for; but it would end sooner.
    assert_eq!(
        house.say(me, exclude(ExclusionLength::For(day))),
        Err(DeskRefusal::ExclusionShortened(week))
    );
    house.say(me, exclude(seven)).unwrap();
    house.pass(Span(7 * day.0 - 1));
    assert!(house.desk.may_play(ann, house.now).is_err());
    house.pass(Span(1));
    assert_eq!(house.desk.may_play(ann, house.now), Ok(()));
    house.say(me, exclude(ExclusionLength::ForEver)).unwrap();
    house.pass(Span(10_000 * day.0));
    assert!(house.desk.may_play(ann, house.now).is_err());
    assert_eq!(
        house.say(me, exclude(seven)),
        Err(DeskRefusal::ExclusionShortened(Exclusion::ForEver))
    );
}

#[test]
fn incidents_are_numbered_and_kept() {
    let mut house = House::default();
    let sue = house.staff("sue", &[Role::Supervisor]);
    let note = |what: &str| DeskCommand::Incident {
        table: Some(TableId(3)),
        what: what.to_owned(),
    };
    assert_eq!(
        house.say(sue, note("a card was exposed")),
        Ok(Answer::Incident { no: 1 })
    );
    assert_eq!(
        house.say(By::House, note("no random words")),
        Ok(Answer::Incident { no: 2 })
    );
    assert_eq!(house.say(sue, note("")), Err(DeskRefusal::Text));
    let last = house
        .journal
        .backend()
        .last_documents(Incident::SPACE, 1)
        .unwrap()
        .remove(0);
    let last = Incident::read(&last.key, &last.value).unwrap();
    assert_eq!(
        (last.no, last.by.as_str(), last.what.as_str()),
        (2, "house", "no random words")
    );
    let ann = house.register("ann");
    assert_eq!(
        house.say(By::Person(ann), note("unfair")),
        Err(DeskRefusal::NotAllowed(Deed::WriteIncident))
    );
}

#[test]
fn reading_the_log_out_is_put_on_record() {
    let mut house = House::default();
    let ivy = house.staff("ivy", &[Role::Inspector]);
    let record = |deed| DeskCommand::Record {
        deed,
        what: "entries 1 to 100".to_owned(),
    };
    house.say(ivy, record(Deed::ExportLog)).unwrap();
    assert_eq!(
        house.say(ivy, record(Deed::BackUp)),
        Err(DeskRefusal::NotAllowed(Deed::BackUp))
    );
    assert_eq!(
        house.say(ivy, record(Deed::Watch)),
        Err(DeskRefusal::NotToRecord)
    );
    let raw = house
        .journal
        .backend()
        .stream(Stream::House, 2, 1)
        .unwrap()
        .remove(0);
    let entry = raw.logged().unwrap().entry;
    let done = DeskEvent::Done {
        deed: Deed::ExportLog,
        what: "entries 1 to 100".to_owned(),
    };
    assert_eq!(
        (entry.by.as_str(), events_of(&entry.body).unwrap()),
        ("person/1", vec![done])
    );
}

#[test]
fn the_events_are_the_desk_but_for_what_is_secret() {
    let mut house = House::default();
    let ann = house.register("ann");
    house.guest("gus");
    let admin = house.staff("adam", &[Role::Administrator]);
    house.sign_in("ann", "wrong").unwrap();
    house
        .say(
            By::Person(ann),
            DeskCommand::SetLimits {
                changes: vec![LimitChange::LossADay(Some(dollars(50)))],
            },
        )
        .unwrap();
    house
        .say(
            admin,
            DeskCommand::ResetPassword {
                person: ann,
                phc: phc("ann", "from the staff"),
            },
        )
        .unwrap();
    let mut replayed = desk::Desk::new(desk::Terms::default());
    for raw in house
        .journal
        .backend()
        .stream(Stream::House, 1, 100)
        .unwrap()
    {
        let entry = raw.logged().unwrap().entry;
        for event in events_of(&entry.body).unwrap() {
            replayed.evolve(Time(entry.at), &event);
        }
    }
    let plain = |desk: &desk::Desk| -> Vec<desk::Person> {
        desk.people()
            .cloned()
            .map(|person| desk::Person {
                password: None,
                ..person
            })
            .collect()
    };
    assert_eq!(plain(&replayed), plain(&house.desk));
    assert!(replayed.people().all(|person| person.password.is_none()));
    let sessions = |desk: &desk::Desk| {
        desk.sessions()
            .of(PlayerId(2))
            .map(|session| session.no)
            .collect::<Vec<_>>()
    };
    assert_eq!(sessions(&replayed), sessions(&house.desk));
}

#[test]
fn a_player_card_is_issued_by_staff_to_one_person_with_an_account() {
    let mut house = House::default();
    let (ann, bob) = (house.register("ann"), house.register("bob"));
    let (gus, ..) = house.guest("gus");
    let max = house.staff("max", &[Role::GamingManager]);
    let sue = house.staff("sue", &[Role::Supervisor]);
    let issue = |person, number: &str| DeskCommand::IssueCard {
        person,
        number: number.to_owned(),
    };
    let cancel = |person| DeskCommand::CancelCard { person };
    // Nobody to themselves, and not every member of the staff.
    for by in [By::Person(ann), By::Person(gus), sue, By::Visitor] {
        let refused = house.say(by, issue(ann, "A1")).unwrap_err();
        assert!(
            matches!(
                refused,
                DeskRefusal::NotAllowed(Deed::KeepCards) | DeskRefusal::NotSignedIn
            ),
            "{refused}"
        );
    }
    for number in ["", "A 1", "A-1", &"x".repeat(21)] {
        let most = 20;
        let refused = house.say(max, issue(ann, number)).unwrap_err();
        assert_eq!(refused, CardRefusal::Number { most }.into(), "{number}");
    }
    let none = house.say(max, cancel(ann)).unwrap_err();
    assert_eq!(none, CardRefusal::None.into());
    assert!(!house.desk.holds_card(ann));
    house.say(max, issue(ann, "A1")).unwrap();
    assert!(house.desk.holds_card(ann));
    // A card is one person's, and no guest's.
    let taken = house.say(max, issue(bob, "A1")).unwrap_err();
    assert_eq!(taken, CardRefusal::Taken.into());
    let guest = house.say(max, issue(gus, "G1")).unwrap_err();
    assert_eq!(guest, CardRefusal::NoMember.into());
    // Another in its place frees the number.
    house.say(max, issue(ann, "A2")).unwrap();
    house.say(max, issue(bob, "A1")).unwrap();
    house.say(max, cancel(ann)).unwrap();
    assert!(!house.desk.holds_card(ann) && house.desk.holds_card(bob));
}
