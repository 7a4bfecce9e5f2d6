//! Signing in, wrong passwords, forged and old tokens, and what ends a session.
#![allow(
    clippy::unwrap_used,
    clippy::field_reassign_with_default,
    reason = "a test that cannot go on has failed"
)]

use crate::common::{House, PASSWORD, phc, signed_in, staff};
use desk::{
    Answer, By, Deed, DeskCommand, DeskRefusal, Document, HashMemory, IDLE, LONGEST, Lock, Place,
    Role, SESSIONS_MOST, SessionNo, SessionRefusal, SignedIn, Then, Token, WAIT_MOST, events_of,
};
use ledger::PlayerId;
use table::{Span, Time};

#[test]
fn whoever_signs_in_is_told_when_they_did_last() {
    let mut house = House::default();
    let (person, ..) = house.enter("ann");
    let first = house.now;
    house.pass(Span::minutes(90));
    let answer = house.sign_in("ann", PASSWORD).unwrap();
    let session = SessionNo(2);
    assert_eq!(
        answer,
        Answer::SignedIn {
            person,
            session,
            last: Some(first),
            then: Then::Welcome
        }
    );
    assert_eq!(house.desk.person(person).unwrap().sign_ins, 2);
}

/// How long the account must wait, in seconds.
fn wait(house: &House, handle: &str) -> u64 {
    let until = house.desk.sign_in_wait(handle, house.now);
    until.map_or(0, |until| until.since(house.now).0 / 1000)
}

#[test]
fn wrong_passwords_bring_a_wait_that_grows_and_never_passes_a_minute() {
    let mut house = House::default();
    house.register("ann");
    let mut waits = Vec::new();
    for _ in 0..20 {
        assert_eq!(house.sign_in("ann", "wrong"), Ok(Answer::WrongPassword));
        waits.push(wait(&house, "ann"));
        house.pass(Span::seconds(wait(&house, "ann")));
    }
    assert_eq!(waits[..9], [0, 0, 1, 2, 4, 8, 16, 30, 30]);
    assert!(waits.iter().all(|wait| Span::seconds(*wait) <= WAIT_MOST));
    assert!(
        matches!(house.sign_in("ann", PASSWORD), Ok(Answer::SignedIn { .. })),
        "nobody is locked out"
    );
}

#[test]
fn what_is_given_during_the_wait_is_not_judged_and_does_not_lengthen_it() {
    let mut house = House::default();
    let ann = house.register("ann");
    for _ in 0..5 {
        house.pass(Span::seconds(10));
        house.sign_in("ann", "wrong").unwrap();
    }
    let (before, until) = (house.desk.tries(ann), house.now.after(Span::seconds(4)));
    for seconds in [4, 3, 2, 1] {
        let left = Span::seconds(seconds);
        for password in ["wrong", PASSWORD] {
            let refused = Err(DeskRefusal::Wait { until, left });
            assert_eq!(house.sign_in("ann", password), refused);
        }
        house.pass(Span::seconds(1));
    }
    assert_eq!(house.desk.tries(ann), before);
    assert!(house.sign_in("ann", PASSWORD).is_ok());
    assert_eq!(house.desk.tries(ann), None, "a right one forgives the rest");
}

#[test]
fn the_wait_shrinks_with_time() {
    let mut house = House::default();
    house.register("ann");
    for _ in 0..12 {
        house.pass(Span::seconds(wait(&house, "ann")));
        house.sign_in("ann", "wrong").unwrap();
    }
    // Twelve are counted; nine of them are forgotten in three quarters of an hour, five minutes
    // each, and the next wrong one is the fourth.
    house.pass(Span::minutes(45));
    house.sign_in("ann", "wrong").unwrap();
    assert_eq!(wait(&house, "ann"), 2);
}

#[test]
fn a_lock_of_before_keeps_nobody_out() {
    let mut house = House::default();
    let ann = house.register("ann");
    let at = house.now;
    for failures in 1..=3 {
        let old = format!(
            r#"{{"events":[{{"sign_in_failed":{{"person":{ann},"failures":{failures}}}}}]}}"#
        );
        for event in events_of(&serde_json::from_str(&old).unwrap()).unwrap() {
            house.desk.evolve(at, &event);
        }
    }
    let locked = house.desk.person(ann).unwrap().clone();
    assert_eq!((locked.failures, &locked.lock), (3, &Some(Lock::Failures)));
    assert!(!locked.is_locked());
    let text = String::from_utf8(locked.put().value.unwrap()).unwrap();
    assert!(
        text.contains(r#""lock":"failures""#),
        "as it was written: {text}"
    );
    house.put(vec![locked.put()]);
    let admin = house.staff("adam", &[Role::Administrator]);
    let unlock = DeskCommand::Unlock { person: ann };
    assert_eq!(house.say(admin, unlock), Err(DeskRefusal::NotLocked));
    assert!(matches!(
        house.sign_in("ann", PASSWORD),
        Ok(Answer::SignedIn { .. })
    ));
    let person = house.desk.person(ann).unwrap();
    assert_eq!((person.failures, &person.lock), (0, &None));
}

#[test]
fn a_right_password_forgives_the_wrong_ones_before() {
    let mut house = House::default();
    house.register("ann");
    for _ in 0..3 {
        for _ in 0..2 {
            assert_eq!(house.sign_in("ann", "wrong"), Ok(Answer::WrongPassword));
        }
        assert!(matches!(
            house.sign_in("ann", PASSWORD),
            Ok(Answer::SignedIn { .. })
        ));
    }
}

#[test]
fn of_guesses_that_were_compared_at_the_same_time_those_after_the_wait_are_not_judged() {
    let mut house = House::default();
    house.register("ann");
    let guesses = ["one", "two", "three", PASSWORD].map(|password| {
        house
            .desk
            .challenge("ann")
            .compare(password, &mut HashMemory::default())
    });
    let answers = guesses.map(|verdict| {
        let key = house.token().key();
        house.say(By::Visitor, DeskCommand::SignIn { verdict, key })
    });
    assert_eq!(answers[2], Ok(Answer::WrongPassword));
    assert!(matches!(answers[3], Err(DeskRefusal::Wait { .. })));
}

#[test]
fn a_name_that_nobody_has_is_answered_like_a_wrong_password() {
    let mut house = House::default();
    house.guest("gus");
    house
        .say(
            By::House,
            DeskCommand::HousePlayer {
                handle: "robot".to_owned(),
            },
        )
        .unwrap();
    for handle in ["nobody", "gus", "robot", "", "Ann; drop"] {
        for _ in 0..4 {
            assert_eq!(
                house.sign_in(handle, PASSWORD),
                Err(DeskRefusal::WrongPassword),
                "{handle}"
            );
        }
    }
}

#[test]
fn an_administrator_unlocks_and_a_new_password_ends_the_wait() {
    let mut house = House::default();
    let (ann, bob) = (house.register("ann"), house.register("bob"));
    let admin = house.staff("adam", &[Role::Administrator]);
    let why = "a dispute".to_owned();
    let lock = DeskCommand::Lock { person: ann, why };
    house.say(admin, lock).unwrap();
    assert_eq!(house.sign_in("ann", PASSWORD), Err(DeskRefusal::Locked));
    let unlock = DeskCommand::Unlock { person: ann };
    assert_eq!(
        house.say(By::Person(bob), unlock.clone()),
        Err(DeskRefusal::NotAllowed(Deed::Unlock))
    );
    house.say(admin, unlock.clone()).unwrap();
    assert_eq!(house.say(admin, unlock), Err(DeskRefusal::NotLocked));
    assert!(matches!(
        house.sign_in("ann", PASSWORD),
        Ok(Answer::SignedIn {
            then: Then::Welcome,
            ..
        })
    ));
    for _ in 0..3 {
        house.sign_in("bob", "wrong").unwrap();
    }
    assert_eq!(wait(&house, "bob"), 1);
    house
        .say(
            admin,
            DeskCommand::ResetPassword {
                person: bob,
                phc: phc("bob", "from the staff"),
            },
        )
        .unwrap();
    assert!(
        matches!(house.sign_in("bob", PASSWORD), Ok(Answer::WrongPassword)),
        "the old one is gone"
    );
    assert!(matches!(
        house.sign_in("bob", "from the staff"),
        Ok(Answer::SignedIn {
            then: Then::ChangePassword,
            ..
        })
    ));
}

#[test]
fn a_password_that_the_staff_chose_must_be_changed_before_anything_else() {
    let mut house = House::default();
    let admin = house.staff("adam", &[Role::Administrator]);
    let answer = house.say(admin, staff("sue", &[Role::Supervisor])).unwrap();
    let Answer::Created { person } = answer else {
        panic!("created, not {answer:?}")
    };
    let sue = By::Person(person);
    assert_eq!(
        house.desk.permit(sue, Deed::Open, Place::House),
        Err(DeskRefusal::ChangePasswordFirst)
    );
    let Answer::SignedIn { session, .. } = house.sign_in("sue", PASSWORD).unwrap() else {
        panic!("signed in")
    };
    let verdict = house
        .desk
        .challenge("sue")
        .compare(PASSWORD, &mut HashMemory::default());
    let command = DeskCommand::ChangePassword {
        verdict,
        phc: phc("sue", "words of my own"),
        keep: session,
    };
    house.say(sue, command).unwrap();
    assert_eq!(house.desk.permit(sue, Deed::Open, Place::House), Ok(()));
}

#[test]
fn a_changed_password_ends_all_other_sessions() {
    let mut house = House::default();
    let (ann, session, token) = house.enter("ann");
    let (bob, _, bobs) = house.enter("bob");
    let other = house.token();
    let verdict = house
        .desk
        .challenge("ann")
        .compare(PASSWORD, &mut HashMemory::default());
    house
        .say(
            By::Visitor,
            DeskCommand::SignIn {
                verdict: verdict.clone(),
                key: other.key(),
            },
        )
        .unwrap();
    let change = |verdict, keep| DeskCommand::ChangePassword {
        verdict,
        phc: phc("ann", "new plain words"),
        keep,
    };
    let wrong = house
        .desk
        .challenge("ann")
        .compare("wrong", &mut HashMemory::default());
    assert_eq!(
        house.say(By::Person(ann), change(wrong, session)),
        Ok(Answer::WrongPassword),
        "it counts as a failure"
    );
    assert_eq!(house.desk.tries(ann).unwrap().count_at(house.now), 1);
    assert_eq!(
        house.say(By::Person(bob), change(verdict.clone(), SessionNo(2))),
        Err(DeskRefusal::WrongPassword)
    );
    assert_eq!(
        house.say(By::Person(ann), change(verdict.clone(), session)),
        Ok(Answer::Done)
    );
    assert!(house.desk.sessions().check(&token, house.now).is_ok());
    assert_eq!(
        house.desk.sessions().check(&other, house.now),
        Err(SessionRefusal::Unknown)
    );
    assert!(house.desk.sessions().check(&bobs, house.now).is_ok());
    let key = house.token().key();
    let late = house.say(By::Visitor, DeskCommand::SignIn { verdict, key });
    assert_eq!(
        late,
        Err(DeskRefusal::PasswordChanged),
        "what was compared with the old password is worth nothing"
    );
}

#[test]
fn a_forged_or_foreign_token_opens_nothing() {
    let mut house = House::default();
    let (ann, session, token) = house.enter("ann");
    assert_eq!(
        house.desk.sessions().check(&token, house.now),
        Ok(SignedIn {
            person: ann,
            session
        })
    );
    let text = token.reveal();
    assert_eq!(text.len(), 64);
    assert_eq!(text.parse::<Token>().unwrap(), token);
    for place in 0..text.len() {
        let mut forged: Vec<char> = text.chars().collect();
        forged[place] = if forged[place] == '0' { '1' } else { '0' };
        let forged: Token = forged.iter().collect::<String>().parse().unwrap();
        assert_eq!(
            house.desk.sessions().check(&forged, house.now),
            Err(SessionRefusal::Unknown)
        );
    }
    for text in [
        "",
        "0",
        &text[1..],
        &format!("{text}0"),
        &"A".repeat(64),
        &"é".repeat(32),
        &" ".repeat(64),
    ] {
        assert_eq!(
            text.parse::<Token>(),
            Err(SessionRefusal::Unknown),
            "{text}"
        );
    }
    assert_eq!(format!("{token:?}"), "Token(hidden)");
}

#[test]
fn what_is_on_disk_opens_no_session() {
    let mut house = House::default();
    let (.., token) = house.enter("ann");
    for (_, _, value) in crate::common::documents(&mut house.journal) {
        assert!(!String::from_utf8(value).unwrap().contains(&token.reveal()));
    }
}

#[test]
fn a_token_is_given_out_once() {
    let mut house = House::default();
    let (.., token) = house.enter("ann");
    let command = DeskCommand::EnterAsGuest {
        handle: "gus".to_owned(),
        key: token.key(),
    };
    assert_eq!(house.say(By::Visitor, command), Err(DeskRefusal::TokenUsed));
}

#[test]
fn after_thirty_idle_minutes_the_password_is_asked_for_again() {
    let mut house = House::default();
    let (person, session, token) = house.enter("ann");
    house.pass(Span(IDLE.0 - 1));
    assert!(house.desk.sessions().check(&token, house.now).is_ok());
    house.pass(Span(1));
    let asked = Err(SessionRefusal::NeedsPassword(SignedIn { person, session }));
    assert_eq!(house.desk.sessions().check(&token, house.now), asked);
    assert_eq!(
        house.desk.touch(session, house.now),
        None,
        "a sign of life does not wake it"
    );
    assert_eq!(house.desk.sessions().check(&token, house.now), asked);
    let again = |house: &mut House, password: &str| {
        let verdict = house
            .desk
            .challenge("ann")
            .compare(password, &mut HashMemory::default());
        house.say(
            By::Person(person),
            DeskCommand::Reauthenticate { verdict, session },
        )
    };
    assert_eq!(again(&mut house, "wrong"), Ok(Answer::WrongPassword));
    assert_eq!(house.desk.sessions().check(&token, house.now), asked);
    assert!(matches!(
        again(&mut house, PASSWORD),
        Ok(Answer::SignedIn { .. })
    ));
    assert!(house.desk.sessions().check(&token, house.now).is_ok());
}

#[test]
fn signs_of_life_keep_a_session_awake_and_are_written_once_a_minute() {
    let mut house = House::default();
    let (ann, session, token) = house.enter("ann");
    let mut puts = Vec::new();
    for _ in 0..120 {
        house.pass(Span::seconds(30));
        puts.extend(house.desk.touch(session, house.now));
    }
    assert!(house.desk.sessions().check(&token, house.now).is_ok());
    assert_eq!(puts.len(), 60);
    house.put(puts);
    let restored = crate::common::restore(&crate::common::documents(&mut house.journal));
    let seen = restored.sessions().get(session).unwrap().seen;
    assert_eq!(seen, house.now, "signs of life survive a restart");
    house
        .say(By::Person(ann), DeskCommand::SignOut { session })
        .unwrap();
    assert!(
        crate::common::documents(&mut house.journal)
            .iter()
            .all(|(space, ..)| space != "seen" && space != "session")
    );
}

#[test]
fn a_late_sign_of_life_does_not_bring_a_session_back() {
    let mut house = House::default();
    let (ann, session, token) = house.enter("ann");
    house.pass(Span::minutes(2));
    let late = house.desk.touch(session, house.now).unwrap();
    house
        .say(By::Person(ann), DeskCommand::SignOut { session })
        .unwrap();
    house.put(vec![late]);
    let restored = crate::common::restore(&crate::common::documents(&mut house.journal));
    assert_eq!(
        restored.sessions().check(&token, house.now),
        Err(SessionRefusal::Unknown)
    );
}

#[test]
fn a_session_is_over_after_a_day_and_is_swept_away() {
    let mut house = House::default();
    let (_, session, token) = house.enter("ann");
    house.pass(Span(LONGEST.0 - 1));
    assert_eq!(
        house.say(By::House, DeskCommand::EndOldSessions),
        Err(DeskRefusal::NoOldSessions)
    );
    house.pass(Span(1));
    assert_eq!(
        house.desk.sessions().check(&token, house.now),
        Err(SessionRefusal::Over)
    );
    assert_eq!(
        house.say(By::House, DeskCommand::EndOldSessions),
        Ok(Answer::Ended { sessions: 1 })
    );
    assert_eq!(house.desk.sessions().get(session), None);
}

#[test]
fn an_idle_guest_is_gone_and_the_name_is_free_again() {
    let mut house = House::default();
    let (gus, _, token) = house.guest("gus");
    let close = DeskCommand::CloseGuest {
        guest: gus,
        left: crate::common::dollars(1000),
    };
    assert_eq!(
        house.say(By::House, close.clone()),
        Err(DeskRefusal::GuestStillHere)
    );
    house.pass(IDLE);
    assert_eq!(
        house.desk.sessions().check(&token, house.now),
        Err(SessionRefusal::Over)
    );
    house.say(By::House, DeskCommand::EndOldSessions).unwrap();
    assert_eq!(house.desk.guests_gone().collect::<Vec<_>>(), [gus]);
    house.say(By::House, close).unwrap();
    assert_eq!(
        (house.desk.person(gus), house.balance(gus)),
        (None, rules::Net::ZERO)
    );
    let (next, ..) = house.guest("gus");
    assert_eq!(next, PlayerId(gus.0 + 1), "a number is never used again");
    let restored = crate::common::restore(&crate::common::documents(&mut house.journal));
    assert_eq!(restored.by_handle("gus").unwrap().id, next);
}

#[test]
fn sessions_are_listed_and_ended_by_their_owner_alone() {
    let mut house = House::default();
    let (ann, first, _) = house.enter("ann");
    let (bob, bobs, token) = house.enter("bob");
    house.sign_in("ann", PASSWORD).unwrap();
    let sessions: Vec<SessionNo> = house
        .desk
        .sessions()
        .of(ann)
        .map(|session| session.no)
        .collect();
    assert_eq!(sessions, [first, SessionNo(3)]);
    let end = |session| DeskCommand::SignOut { session };
    assert_eq!(
        house.say(By::Person(ann), end(bobs)),
        Err(DeskRefusal::NotYourSession(bobs))
    );
    assert_eq!(
        house.say(By::Person(ann), end(SessionNo(99))),
        Err(DeskRefusal::NotYourSession(SessionNo(99)))
    );
    assert_eq!(
        house.say(By::Person(bob), DeskCommand::SignOutOthers { keep: first }),
        Err(DeskRefusal::NotYourSession(first))
    );
    house
        .say(By::Person(ann), DeskCommand::SignOutOthers { keep: first })
        .unwrap();
    assert_eq!(house.desk.sessions().of(ann).count(), 1);
    house.say(By::Person(bob), end(bobs)).unwrap();
    assert_eq!(
        house.desk.sessions().check(&token, house.now),
        Err(SessionRefusal::Unknown)
    );
}

#[test]
fn one_session_too_many_ends_the_oldest() {
    let mut house = House::default();
    let (ann, _, oldest) = house.enter("ann");
    for _ in 1..SESSIONS_MOST {
        house.sign_in("ann", PASSWORD).unwrap();
    }
    assert!(house.desk.sessions().check(&oldest, house.now).is_ok());
    house.sign_in("ann", PASSWORD).unwrap();
    assert_eq!(house.desk.sessions().of(ann).count(), SESSIONS_MOST);
    assert_eq!(
        house.desk.sessions().check(&oldest, house.now),
        Err(SessionRefusal::Unknown)
    );
}

#[test]
fn an_account_that_the_house_locked_can_do_nothing() {
    let mut house = House::default();
    let (ann, _, token) = house.enter("ann");
    let manager = house.staff("max", &[Role::GamingManager]);
    house
        .say(
            manager,
            DeskCommand::Lock {
                person: ann,
                why: "a dispute".to_owned(),
            },
        )
        .unwrap();
    assert_eq!(
        house.desk.sessions().check(&token, house.now),
        Err(SessionRefusal::Unknown)
    );
    assert_eq!(house.sign_in("ann", PASSWORD), Err(DeskRefusal::Locked));
    assert_eq!(
        house
            .desk
            .permit(By::Person(ann), Deed::CashOut, Place::House),
        Err(DeskRefusal::Locked)
    );
    let admin = house.staff("adam", &[Role::Administrator]);
    house
        .say(
            admin,
            DeskCommand::ResetPassword {
                person: ann,
                phc: phc("ann", "another one"),
            },
        )
        .unwrap();
    assert_eq!(
        house.sign_in("ann", "another one"),
        Err(DeskRefusal::Locked),
        "a new password does not undo an order"
    );
}

#[test]
fn failures_of_others_do_not_throw_out_whoever_is_signed_in() {
    let mut house = House::default();
    let (ann, _, token) = house.enter("ann");
    for _ in 0..3 {
        house.sign_in("ann", "wrong").unwrap();
    }
    assert!(house.desk.sessions().check(&token, house.now).is_ok());
    assert_eq!(
        house
            .desk
            .permit(By::Person(ann), Deed::CashOut, Place::House),
        Ok(())
    );
}

#[test]
fn a_clock_that_stands_at_nought_is_no_trouble() {
    let mut house = House::default();
    house.now = Time(0);
    let token = house.token();
    let command = DeskCommand::EnterAsGuest {
        handle: "gus".to_owned(),
        key: token.key(),
    };
    let (_, session, token) = signed_in(house.say(By::Visitor, command).unwrap(), token);
    assert!(house.desk.sessions().check(&token, Time(0)).is_ok());
    assert_eq!(house.desk.touch(session, Time(0)), None);
}
