//! Wrong passwords: they bring a wait, for the account and for the address, and lock nobody out.

use crate::support::{House, PASSWORD, Reply, config};
use hyper::Method;
use serde_json::json;
use server::Config;
use std::net::IpAddr;
use table::Span;

/// A house behind a proxy, so that each request can come from an address of its own.
async fn behind_a_proxy() -> House {
    House::start(Config {
        proxies: vec![IpAddr::from([127, 0, 0, 1])],
        ..config()
    })
    .await
}

/// Somebody gives a password from the address `198.51.100.0` and so many.
async fn sign_in(house: &House, handle: &str, password: &str, from: u8) -> Reply {
    let body = json!({ "handle": handle, "password": password });
    let from = format!("198.51.100.{from}");
    let headers = [("x-forwarded-for", from.as_str())];
    let visitor = house.visitor();
    visitor
        .ask(Method::POST, "/api/sign-in", Some(body), &headers)
        .await
}

const WRONG: &str = "not this one";

fn retry_after(reply: &Reply) -> Option<&str> {
    reply.headers.get("retry-after")?.to_str().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_bring_a_wait_and_the_right_one_opens_after_it() {
    let house = behind_a_proxy().await;
    house.member("ann").await;
    for _ in 0..2 {
        let reply = sign_in(&house, "ann", WRONG, 1).await;
        assert_eq!(reply.refused(), (401, "wrong_password".to_owned()));
        assert_eq!(retry_after(&reply), None);
    }
    let third = sign_in(&house, "ann", WRONG, 1).await;
    let detail = json!({ "wrong_password": { "seconds": 1 } });
    assert_eq!((third.refused().0, &third.json()["detail"]), (401, &detail));
    assert_eq!(retry_after(&third), Some("1"));
    // During the wait nothing is judged, from wherever it comes, and nothing makes it longer.
    for (password, from) in [(PASSWORD, 1), (PASSWORD, 2), (WRONG, 2), (WRONG, 3)] {
        let waits = sign_in(&house, "ann", password, from).await;
        assert_eq!(waits.refused(), (429, "wait".to_owned()));
        assert_eq!(retry_after(&waits), Some("1"));
        assert_eq!(waits.json()["detail"], json!({ "wait": { "seconds": 1 } }));
    }
    house.advance(Span::seconds(1));
    sign_in(&house, "ann", PASSWORD, 1).await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_wrong_passwords_keeps_anybody_out_for_more_than_a_minute() {
    let house = behind_a_proxy().await;
    house.administrator().await;
    // Each from an address of its own, so that the account's wait alone counts.
    for from in 0..100 {
        let reply = sign_in(&house, "admin", WRONG, from).await;
        assert!([401, 429].contains(&reply.refused().0), "{}", reply.text);
        house.advance(Span::seconds(20));
    }
    let waits = sign_in(&house, "admin", PASSWORD, 200).await;
    let seconds: u64 = retry_after(&waits).unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    house.advance(Span::seconds(seconds));
    sign_in(&house, "admin", PASSWORD, 200).await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_guesses_at_many_names_waits_and_others_do_not() {
    let house = behind_a_proxy().await;
    house.member("ann").await;
    for no in 0..6 {
        let reply = sign_in(&house, &format!("name{no}"), WRONG, 1).await;
        assert_eq!(reply.refused(), (401, "wrong_password".to_owned()), "{no}");
    }
    let waits = sign_in(&house, "ann", PASSWORD, 1).await;
    assert_eq!(waits.refused(), (429, "wait".to_owned()));
    sign_in(&house, "ann", PASSWORD, 2).await.ok();
    house.advance(Span::seconds(1));
    sign_in(&house, "ann", PASSWORD, 1).await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_nobody_has_waits_like_one_that_somebody_has() {
    let house = behind_a_proxy().await;
    house.member("dan").await;
    let mut seen = Vec::new();
    for from in 0..12 {
        let known = sign_in(&house, "dan", WRONG, from).await;
        let nobody = sign_in(&house, "nobody", WRONG, 100 + from).await;
        assert_eq!(known.status, nobody.status);
        assert_eq!(
            known.text, nobody.text,
            "nobody learns which names there are"
        );
        assert_eq!(retry_after(&known), retry_after(&nobody));
        seen.push(known.status.as_u16());
        house.advance(Span::seconds(2));
    }
    assert!(seen.contains(&401) && seen.contains(&429), "{seen:?}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_guesses_that_are_compared_at_the_same_time_few_are_judged() {
    let house = behind_a_proxy().await;
    house.member("ann").await;
    let guesses = (0..20).map(|from| sign_in(&house, "ann", WRONG, from));
    let replies = futures_util::future::join_all(guesses).await;
    let judged = replies.iter().filter(|reply| reply.refused().0 == 401);
    assert_eq!(judged.count(), 3, "the third brings the wait");
    house.stop().await;
}
