//! More play money over HTTP, and the amounts and times that a refusal tells a page.

use crate::support::{Client, House, MORNING, with_tables};
use serde_json::{Value, json};
use server::Config;
use table::Span;

const DAY: Span = Span::minutes(24 * 60);

/// Cashes out all but so many cents.
async fn keeps(ann: &Client, cents: u64) {
    let amount = ann.get("/api/me").await.ok()["balance"].as_u64().unwrap() - cents;
    ann.post(
        "/api/me/cash-out",
        json!({ "id": format!("out-{cents}"), "amount": amount }),
    )
    .await
    .ok();
}

fn wager(cents: u64) -> Value {
    json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": cents } } } })
}

async fn asks(ann: &Client, id: &str) -> crate::support::Reply {
    ann.post("/api/tables/1/top-up", json!({ "id": id })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_too_little_for_a_table_gets_more_play_money_once_a_day() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    assert_eq!(
        ann.get("/api/me").await.ok()["top_up"],
        json!({ "amount": 100_000, "from": 0 })
    );
    keeps(&ann, 500).await;
    assert_eq!(
        asks(&ann, "enough").await.refused(),
        (409, "top_up".to_owned())
    );
    keeps(&ann, 499).await;
    let first = asks(&ann, "a").await.ok();
    assert_eq!(
        asks(&ann, "a").await.ok(),
        first,
        "asked again under the same name"
    );
    assert_eq!(ann.get("/api/me").await.ok()["balance"], 100_499);
    keeps(&ann, 0).await;
    let midnight = (MORNING.0 / DAY.0 + 1) * DAY.0;
    assert_eq!(ann.get("/api/me").await.ok()["top_up"]["from"], midnight);
    let again = asks(&ann, "b").await;
    assert_eq!(
        again.json()["detail"],
        json!({ "top_up_given": { "until": midnight } })
    );
    assert_eq!(again.refused(), (409, "top_up".to_owned()));
    let lines = ann.get("/api/me/statement").await.ok()["lines"].clone();
    assert_eq!(
        (&lines[1]["what"], &lines[1]["net"]),
        (&json!("top_up"), &json!(100_000))
    );
    assert_eq!(
        asks(&house.visitor(), "a").await.refused(),
        (401, "not_signed_in".to_owned())
    );
    assert_eq!(
        ann.post("/api/tables/9/top-up", json!({ "id": "x" }))
            .await
            .refused(),
        (404, "not_found".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_that_ask_at_once_get_one_top_up() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    keeps(&ann, 0).await;
    let (one, other) = tokio::join!(asks(&ann, "one"), asks(&ann, "other"));
    assert_eq!(
        [one.status, other.status]
            .iter()
            .filter(|status| **status == 200)
            .count(),
        1
    );
    assert_eq!(ann.get("/api/me").await.ok()["balance"], 100_000);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_more_with_a_wager_on_the_layout_or_while_excluded() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    keeps(&ann, 500).await;
    ann.does(1, "come", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    ann.does(1, "lay", wager(500)).await.ok();
    assert_eq!(ann.get("/api/me").await.ok()["balance"], 0);
    let refused = asks(&ann, "staked").await;
    assert!(
        refused.json()["error"]
            .as_str()
            .unwrap()
            .contains("not decided")
    );
    assert_eq!(refused.refused(), (409, "top_up".to_owned()));
    let bob = house.member("bob").await;
    keeps(&bob, 0).await;
    bob.post("/api/me/exclusion", json!({ "for": { "hours": 48 } }))
        .await
        .ok();
    let me = bob.get("/api/me").await.ok();
    assert_eq!(me["top_up"], Value::Null);
    assert!(!me["deeds"].as_array().unwrap().contains(&json!("top_up")));
    let refused = asks(&bob, "excluded").await;
    let until = MORNING.after(Span::minutes(48 * 60)).0;
    assert_eq!(
        refused.json()["detail"],
        json!({ "excluded": { "until": until } })
    );
    assert_eq!(refused.refused(), (403, "excluded".to_owned()));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_with_a_high_minimum_makes_nobody_poor() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let (minimum, maximum) = (1_000_000, 1_000_000);
    let wanted =
        json!({ "book": "sydney", "minimum": minimum, "maximum": maximum, "house_players": 0 });
    let started = ann.post("/api/private-tables", wanted).await.ok();
    let (table, key) = (
        started["table"].as_u64().unwrap(),
        started["key"].as_str().unwrap(),
    );
    let path = format!("/api/tables/{table}/top-up?key={key}");
    let enough = ann.post(&path, json!({ "id": "a" })).await;
    let detail = json!({ "top_up_enough": { "has": 100_000, "least": 500 } });
    assert_eq!(enough.json()["detail"], detail);
    keeps(&ann, 0).await;
    ann.post(&path, json!({ "id": "b" })).await.ok();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wagers_laid_and_taken_back_at_the_same_moment_make_nobody_poor() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    ann.does(1, "come", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    for round in 0..20 {
        let (lays, takes) = (format!("lay-{round}"), format!("take-{round}"));
        let asked = format!("ask-{round}");
        let all = wager(100_000);
        let back = json!({ "withdraw": { "box_no": 1 } });
        let (_, top_up, _) = tokio::join!(
            ann.does(1, &lays, all),
            asks(&ann, &asked),
            ann.does(1, &takes, back.clone())
        );
        assert_eq!(top_up.status, 409, "{}", top_up.text);
        // The wager may have been laid last.
        ann.does(1, &format!("back-{round}"), back).await;
        assert_eq!(ann.get("/api/me").await.ok()["balance"], 100_000);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_without_play_money_gives_none() {
    let house = House::start(Config {
        play_money: 0,
        ..with_tables(&["sydney"])
    })
    .await;
    let ann = house.member("ann").await;
    assert_eq!(ann.get("/api/me").await.ok()["top_up"], Value::Null);
    assert_eq!(
        asks(&ann, "a").await.refused(),
        (403, "no_play_money".to_owned())
    );
    house.stop().await;
}

/// A page says a limit in its own currency and clock: it gets the numbers, on the socket too and
/// each time it asks.
#[tokio::test(flavor = "multi_thread")]
async fn a_limit_that_is_hit_is_told_with_its_amounts_and_its_time() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    ann.post(
        "/api/me/limits",
        json!({ "changes": [{ "loss_a_day": 2000 }] }),
    )
    .await
    .ok();
    ann.does(1, "come", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    let midnight = (MORNING.0 / DAY.0 + 1) * DAY.0;
    let loss =
        json!({ "loss": { "amount": 2500, "limit": 2000, "left": 2000, "until": midnight } });
    for _ in 0..2 {
        assert_eq!(
            ann.does(1, "dear", wager(2500)).await.json()["detail"],
            loss
        );
    }
    let mut socket = ann.watches(1).await;
    assert_eq!(socket.does(1, wager(2500)).await["refused"]["detail"], loss);
    assert_eq!(ann.get("/api/tables/9").await.json()["detail"], Value::Null);
    house.stop().await;
}
