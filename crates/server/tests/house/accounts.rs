//! Coming in: accounts, sessions, tokens, origins and rates.

use crate::support::{Client, House, PASSWORD, config, credentials, with_tables};
use hyper::Method;
use serde_json::{Value, json};
use server::{Config, Rate};
use table::Span;

#[tokio::test(flavor = "multi_thread")]
async fn somebody_registers_signs_out_and_in_again() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let me = ann.get("/api/me").await.ok();
    assert_eq!(
        (me["handle"].as_str(), me["kind"].as_str()),
        (Some("ann"), Some("member"))
    );
    assert_eq!(me["balance"], 100_000, "a thousand of play money");
    house.advance(Span::minutes(5));
    ann.post("/api/sign-out", Value::Null).await.ok();
    let reply = ann.get("/api/me").await;
    assert_eq!(reply.refused(), (401, "session".to_owned()));
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.contains("pontoon_session=;") && cookie.contains("Max-Age=0"),
        "a dead token is taken away: {cookie}"
    );
    let again = house
        .visitor()
        .post("/api/sign-in", credentials("ann"))
        .await
        .ok();
    assert_eq!(
        again["last"],
        crate::support::MORNING.0,
        "the time before is told"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_is_for_browsers_alone() {
    let house = House::start(Config {
        https: true,
        ..config()
    })
    .await;
    let reply = house.visitor().post("/api/guest", Value::Null).await;
    let cookie = reply.headers["set-cookie"].to_str().unwrap().to_owned();
    for part in [
        "pontoon_session=",
        "HttpOnly",
        "SameSite=Strict",
        "Path=/",
        "Secure",
    ] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    let pair = cookie.split(';').next().unwrap();
    let me = house
        .visitor()
        .ask(Method::GET, "/api/me", None, &[("cookie", pair)])
        .await
        .ok();
    assert_eq!(me["kind"], "guest");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_gives_a_new_password_and_it_must_be_changed() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let admin = house.administrator().await;
    let path = format!("/api/people/{}/password", ann.person);
    admin
        .post(&path, json!({ "password": "a password by the house" }))
        .await
        .ok();
    assert_eq!(
        ann.get("/api/me").await.refused().1,
        "session",
        "a new password ends all sessions"
    );
    let given = json!({ "handle": "ann", "password": "a password by the house" });
    let back = house.visitor().enters("/api/sign-in", Some(given)).await;
    assert_eq!(
        back.get("/api/me").await.refused(),
        (403, "change_password_first".to_owned())
    );
    back.post(
        "/api/me/password",
        json!({ "old": "a password by the house", "new": PASSWORD }),
    )
    .await
    .ok();
    back.get("/api/me").await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_half_an_hour_without_a_sign_of_life_the_password_is_asked_for() {
    let house = House::start(config()).await;
    let (ann, guest) = (house.member("ann").await, house.guest().await);
    house.advance(Span::minutes(29));
    ann.get("/api/me").await.ok();
    house.advance(Span::minutes(29));
    ann.get("/api/me").await.ok();
    assert_eq!(
        guest.get("/api/me").await.refused(),
        (401, "session".to_owned()),
        "a guest has no password to give"
    );
    house.advance(Span::minutes(30));
    assert_eq!(
        ann.get("/api/me").await.refused(),
        (401, "password_needed".to_owned())
    );
    let again = |password: &str| json!({ "password": password });
    let wrong = ann
        .post("/api/me/reauthenticate", again("not this one"))
        .await;
    assert_eq!(wrong.refused(), (401, "wrong_password".to_owned()));
    ann.post("/api/me/reauthenticate", again(PASSWORD))
        .await
        .ok();
    ann.get("/api/me").await.ok();
    // A day is the end in any case.
    for _ in 0..48 {
        house.advance(Span::minutes(29));
        ann.get("/api/me").await;
    }
    assert_eq!(
        ann.get("/api/me").await.refused(),
        (401, "session".to_owned())
    );
    assert_eq!(
        ann.post("/api/me/reauthenticate", again(PASSWORD))
            .await
            .refused(),
        (401, "session".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_good_for_its_own_session_and_nothing_else() {
    let house = House::start(config()).await;
    let (ann, bob) = (house.member("ann").await, house.member("bob").await);
    let bobs = bob.get("/api/me/sessions").await.ok()[0]["session"].clone();
    assert_eq!(
        ann.delete(&format!("/api/me/sessions/{bobs}"))
            .await
            .refused(),
        (404, "not_found".to_owned())
    );
    bob.get("/api/me").await.ok();
    // Bob's password does not wake Ann's session.
    house.member("cho").await;
    let cho_password = json!({ "password": "another password" });
    assert_eq!(
        ann.post("/api/me/reauthenticate", cho_password)
            .await
            .refused()
            .1,
        "wrong_password"
    );
    let token = ann.token.clone().unwrap();
    let last = if token.ends_with('0') { "1" } else { "0" };
    let forged = [
        String::new(),
        "0".repeat(64),
        token[..63].to_owned(),
        format!("{token}0"),
        token
            .to_uppercase()
            .replace(|digit: char| digit.is_ascii_digit(), "A"),
        format!("{}{last}", &token[..63]),
        "é".repeat(32),
        "' or 1=1 --".to_owned(),
    ];
    for forged in forged {
        let reply = house
            .visitor()
            .ask(
                Method::GET,
                "/api/me",
                None,
                &[("authorization", &format!("Bearer {forged}"))],
            )
            .await;
        assert_eq!(reply.refused(), (401, "session".to_owned()), "{forged}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_sessions_are_listed_and_ended() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let phone = house
        .visitor()
        .enters("/api/sign-in", Some(credentials("ann")))
        .await;
    let third = house
        .visitor()
        .enters("/api/sign-in", Some(credentials("ann")))
        .await;
    let sessions = ann.get("/api/me/sessions").await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 3);
    let this: Vec<bool> = sessions
        .as_array()
        .unwrap()
        .iter()
        .map(|session| session["this"].as_bool().unwrap())
        .collect();
    assert_eq!(this, [true, false, false]);
    ann.delete(&format!("/api/me/sessions/{}", sessions[1]["session"]))
        .await
        .ok();
    assert_eq!(phone.get("/api/me").await.refused().1, "session");
    assert_eq!(
        ann.post("/api/me/sessions/end-others", Value::Null)
            .await
            .ok()["sessions"],
        1
    );
    assert_eq!(third.get("/api/me").await.refused().1, "session");
    ann.get("/api/me").await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_all_other_sessions() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let other = house
        .visitor()
        .enters("/api/sign-in", Some(credentials("ann")))
        .await;
    let wrong = json!({ "old": "not this one", "new": "a new password" });
    assert_eq!(
        ann.post("/api/me/password", wrong).await.refused().1,
        "wrong_password"
    );
    let short = json!({ "old": PASSWORD, "new": "short" });
    assert_eq!(
        ann.post("/api/me/password", short).await.refused(),
        (400, "password".to_owned())
    );
    ann.post(
        "/api/me/password",
        json!({ "old": PASSWORD, "new": "a new password" }),
    )
    .await
    .ok();
    assert_eq!(other.get("/api/me").await.refused().1, "session");
    ann.get("/api/me").await.ok();
    assert_eq!(
        house
            .visitor()
            .post("/api/sign-in", credentials("ann"))
            .await
            .refused()
            .1,
        "wrong_password"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_other_pages_send_is_not_taken() {
    let house = House::start(Config {
        origins: vec!["https://play.example".to_owned()],
        ..config()
    })
    .await;
    let ann = house.member("ann").await;
    let own = format!("http://{}", house.address);
    for (origin, taken) in [
        ("https://evil.example", false),
        ("null", false),
        (own.as_str(), true),
        ("https://play.example", true),
    ] {
        let headers = [("origin", origin)];
        let reply = ann
            .ask(
                Method::POST,
                "/api/me/limits",
                Some(json!({ "changes": [{ "one_wager": 5000 }] })),
                &headers,
            )
            .await;
        let door = house
            .visitor()
            .ask(Method::POST, "/api/guest", None, &headers)
            .await;
        let socket = ann.try_socket(&headers).await;
        if taken {
            reply.ok();
            door.ok();
            assert!(socket.is_ok(), "{origin}");
        } else {
            assert_eq!(reply.refused(), (403, "origin".to_owned()), "{origin}");
            assert_eq!(door.refused(), (403, "origin".to_owned()), "{origin}");
            assert_eq!(socket.err(), Some((403, "origin".to_owned())), "{origin}");
        }
        ann.ask(Method::GET, "/api/lobby", None, &headers)
            .await
            .ok();
    }
    // What a foreign form can send without asking first is no JSON.
    let body = r#"{"changes": [{"one_wager": 1}]}"#.to_owned();
    let form = ann
        .raw(
            Method::POST,
            "/api/me/limits",
            body,
            &[("content-type", "text/plain")],
        )
        .await;
    assert_eq!(form.refused(), (415, "form".to_owned()));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_wrong_too_large_or_have_more_in_them_are_refused() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        (r#"{"handle": "ann"}"#, 400),
        (r#"{"handle": "ann", "password": 5}"#, 400),
        (
            r#"{"handle": "ann", "password": "a few plain words", "roles": ["administrator"]}"#,
            400,
        ),
        (
            r#"{"handle": "ann", "handle": "bob", "password": "a few plain words"}"#,
            400,
        ),
    ] {
        let reply = visitor
            .raw(
                Method::POST,
                "/api/register",
                body.to_owned(),
                &[("content-type", "application/json")],
            )
            .await;
        assert_eq!(reply.refused(), (status, "form".to_owned()), "{body}");
    }
    let large = format!(
        r#"{{"handle": "ann", "password": "{}"}}"#,
        "x".repeat(70_000)
    );
    let reply = visitor
        .raw(
            Method::POST,
            "/api/register",
            large,
            &[("content-type", "application/json")],
        )
        .await;
    assert_eq!(reply.status, 413);
    for name in [
        "",
        "Ann",
        "9ann",
        "ann bob",
        "house-1",
        "house",
        "guest-1",
        &"a".repeat(60),
    ] {
        assert!(
            !visitor
                .post("/api/register", credentials(name))
                .await
                .status
                .is_success(),
            "{name}"
        );
    }
    house.member("ann").await;
    assert_eq!(
        visitor
            .post("/api/register", credentials("ann"))
            .await
            .refused(),
        (409, "name_taken".to_owned())
    );
    assert_eq!(
        visitor.get("/api/nothing").await.refused(),
        (404, "not_found".to_owned())
    );
    assert_eq!(
        visitor.get("/api/tables/x").await.refused(),
        (400, "form".to_owned())
    );
    assert_eq!(
        visitor.get("/api/tables/4294967296").await.refused(),
        (400, "form".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_knocks_or_asks_without_end() {
    let rate = Rate {
        sign_ins: 3,
        requests: 20,
        ..Rate::default()
    };
    let house = House::start(Config { rate, ..config() }).await;
    let visitor = house.visitor();
    for _ in 0..3 {
        visitor.post("/api/guest", Value::Null).await.ok();
    }
    let refused = visitor.post("/api/guest", Value::Null).await;
    assert_eq!(refused.refused(), (429, "too_often".to_owned()));
    assert_eq!(refused.headers["retry-after"], "60");
    assert_eq!(
        visitor
            .post("/api/sign-in", credentials("ann"))
            .await
            .refused(),
        (429, "too_often".to_owned())
    );
    visitor.get("/api/lobby").await.ok();
    house.advance(Span::seconds(20));
    visitor.post("/api/guest", Value::Null).await.ok();
    house.advance(Span::minutes(1));
    for _ in 0..20 {
        visitor.get("/api/lobby").await.ok();
    }
    assert_eq!(
        visitor.get("/api/lobby").await.refused(),
        (429, "too_often".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_without_guests_takes_none() {
    let house = House::start(Config {
        guests: false,
        ..config()
    })
    .await;
    assert_eq!(
        house
            .visitor()
            .post("/api/guest", Value::Null)
            .await
            .refused(),
        (403, "no_guests".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_who_are_gone_are_closed_and_their_money_goes_back() {
    let house = House::start(config()).await;
    let guest = house.guest().await;
    house.running.keep_house().await.unwrap();
    guest.get("/api/me").await.ok();
    // The session is over after half an hour.
    house.advance(Span::minutes(31));
    house.running.keep_house().await.unwrap();
    assert!(
        house
            .running
            .desk()
            .people()
            .all(|person| person.kind != desk::Kind::Guest)
    );
    let account = ledger::Account::Player(ledger::PlayerId(guest.person));
    assert_eq!(house.running.balance(account).await.unwrap().cents(), 0);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signed_out_or_is_locked_does_not_keep_a_seat() {
    let house = House::start(with_tables(&["sydney"])).await;
    let admin = house.administrator().await;
    let (ann, bob, cho) = (
        house.member("ann").await,
        house.member("bob").await,
        house.member("cho").await,
    );
    for (name, client) in [("ann", &ann), ("bob", &bob), ("cho", &cho)] {
        client
            .does(1, "a", json!({ "arrive": { "name": name } }))
            .await
            .ok();
    }
    ann.post("/api/sign-out", Value::Null).await;
    admin
        .post(
            &format!("/api/people/{}/lock", bob.person),
            json!({ "why": "asked at the desk" }),
        )
        .await
        .ok();
    house.running.keep_house().await.unwrap();
    let people = house.visitor().get("/api/tables/1").await.ok()["people"].clone();
    let names: Vec<&str> = people
        .as_array()
        .unwrap()
        .iter()
        .map(|person| person["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["cho"]);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_meant_for_one_person_is_not_done_for_another() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob) = (house.member("ann").await, house.member("bob").await);
    let out = |id: &str| Some(json!({ "id": id, "amount": 100 }));
    let meant_for = async |person: &str, id: &str| {
        bob.ask(
            Method::POST,
            "/api/me/cash-out",
            out(id),
            &[("pontoon-person", person)],
        )
        .await
    };
    for other in [ann.person.to_string(), "nobody".to_owned(), String::new()] {
        assert_eq!(
            meant_for(&other, "1").await.refused(),
            (409, "somebody_else".to_owned()),
            "{other}"
        );
    }
    assert_eq!(bob.get("/api/me").await.ok()["balance"], 100_000);
    meant_for(&bob.person.to_string(), "2").await.ok();
    assert_eq!(bob.get("/api/me").await.ok()["balance"], 99_900);
    // Nor is it told to another, or to a visitor.
    let told = async |to: &Client, person: &str| {
        to.ask(
            Method::GET,
            "/api/me/statement",
            None,
            &[("pontoon-person", person)],
        )
        .await
    };
    assert_eq!(
        told(&bob, &ann.person.to_string()).await.refused(),
        (409, "somebody_else".to_owned())
    );
    assert_eq!(
        told(&house.visitor(), &ann.person.to_string())
            .await
            .refused(),
        (401, "not_signed_in".to_owned())
    );
    told(&bob, &bob.person.to_string()).await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_signs_out_everywhere_gives_the_seat_up_at_once() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let other = house
        .visitor()
        .enters("/api/sign-in", Some(credentials("ann")))
        .await;
    ann.does(1, "a", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    let people = async || {
        house.visitor().get("/api/tables/1").await.ok()["people"]
            .as_array()
            .unwrap()
            .len()
    };
    other.post("/api/sign-out", Value::Null).await;
    assert_eq!(people().await, 1, "the first session goes on");
    ann.post("/api/sign-out", Value::Null).await;
    assert_eq!(people().await, 0);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_went_away_does_not_keep_a_seat_and_who_only_looks_on_does() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob, cho) = (
        house.guest().await,
        house.guest().await,
        house.member("cho").await,
    );
    let mut open = ann.watches(1).await;
    for client in [&ann, &bob, &cho] {
        client
            .does(1, "a", json!({ "arrive": { "name": client.handle } }))
            .await
            .ok();
    }
    let there = async || {
        house.running.keep_house().await.unwrap();
        let people = house.visitor().get("/api/tables/1").await.ok()["people"].clone();
        let names = people
            .as_array()
            .unwrap()
            .iter()
            .map(|person| person["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    for half in 1..=10 {
        house.advance(Span::seconds(30));
        open.pinged().await;
        // The answer to the ping goes out before this is answered.
        open.say(json!("ping")).await;
        open.until("pong").await;
        if half == 8 {
            cho.get("/api/me").await.ok();
            assert_eq!(there().await.len(), 3, "nobody was away for long");
        }
    }
    // Ann's page is open, and cho was heard of a minute ago.
    assert_eq!(there().await, [ann.handle.clone(), cho.handle.clone()]);
    house.stop().await;
}
