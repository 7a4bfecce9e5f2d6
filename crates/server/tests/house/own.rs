//! One's own play: limits, reality checks, exclusion, money and recall.

use crate::support::{Client, Follower, House, config, with_tables};
use serde_json::{Value, json};
use table::Span;

const DAY: Span = Span::minutes(24 * 60);

/// Arrives at table 1 and lays a wager of so many dollars on box 1.
async fn lays(ann: &Client, id: &str, dollars: u64) -> crate::support::Reply {
    let arrive = json!({ "arrive": { "name": ann.handle } });
    ann.does(1, &format!("{id}-arrive"), arrive).await.ok();
    ann.does(
        1,
        id,
        json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": dollars * 100 } } } }),
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn tightening_a_limit_holds_at_once_and_loosening_after_a_day() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let set = ann
        .post(
            "/api/me/limits",
            json!({ "changes": [{ "one_wager": 2000 }, { "loss_a_day": 10_000 }] }),
        )
        .await
        .ok();
    assert_eq!(set[0]["from"], crate::support::MORNING.0);
    assert_eq!(
        lays(&ann, "1", 25).await.refused(),
        (403, "limit".to_owned())
    );
    assert!(lays(&ann, "2", 20).await.ok()["done"]["version"].is_u64());
    let set = ann
        .post(
            "/api/me/limits",
            json!({ "changes": [{ "one_wager": null }] }),
        )
        .await
        .ok();
    assert_eq!(set[0]["from"], crate::support::MORNING.after(DAY).0);
    let limits = ann.get("/api/me/limits").await.ok();
    assert_eq!(limits["one_wager"]["now"], 2000);
    assert_eq!(
        limits["one_wager"]["coming"],
        json!({ "is": null, "from": crate::support::MORNING.after(DAY).0 })
    );
    assert_eq!(
        limits["loss_a_day"],
        json!({ "now": 10_000, "coming": null })
    );
    assert_eq!(
        limits["today"]["at_stake"], 2000,
        "what is not decided may be lost"
    );
    for (wrong, code) in [
        (json!({ "changes": [] }), "form"),
        (json!({ "changes": [{ "reality_every": 1000 }] }), "form"),
        (json!({ "changes": [{ "no_such_limit": 5 }] }), "form"),
        (json!({ "changes": [{ "one_wager": -5 }] }), "form"),
    ] {
        assert_eq!(
            ann.post("/api/me/limits", wrong.clone()).await.refused(),
            (400, code.to_owned()),
            "{wrong}"
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reality_check_comes_on_the_socket_and_bars_the_next_wager_until_it_is_read() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    ann.post(
        "/api/me/limits",
        json!({ "changes": [{ "reality_every": 300_000 }] }),
    )
    .await
    .ok();
    let mut socket = ann.watches(1).await;
    socket.does(1, json!({ "arrive": { "name": "ann" } })).await;
    assert_eq!(ann.get("/api/me/reality").await.ok()["due"], Value::Null);
    assert_eq!(
        ann.post("/api/me/reality", Value::Null).await.refused(),
        (409, "refused".to_owned())
    );
    house.advance(Span::minutes(5));
    let told = socket.until("reality").await;
    assert_eq!(told["check"], json!({ "played": 300_000, "net": 0 }));
    let wager = json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": 500 } } } });
    let refused = socket.does(1, wager.clone()).await;
    assert_eq!(refused["refused"]["code"], "reality_check");
    ann.post("/api/me/reality", Value::Null).await.ok();
    let done = socket.does(1, wager).await;
    assert!(
        done["answer"]["answer"]["done"]["version"].is_u64(),
        "{done}"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_refused_under_a_name_stays_refused_under_it() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    ann.post(
        "/api/me/limits",
        json!({ "changes": [{ "reality_every": 300_000 }] }),
    )
    .await
    .ok();
    ann.does(1, "come", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    let wager =
        |amount: u64| json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": amount } } } });
    ann.post("/api/me/cash-out", json!({ "id": "out", "amount": 99_500 }))
        .await
        .ok();
    assert_eq!(
        ann.does(1, "dear", wager(1000)).await.refused(),
        (409, "money".to_owned())
    );
    house.advance(Span::minutes(4));
    ann.get("/api/me").await.ok();
    house.advance(Span::minutes(1));
    assert_eq!(
        ann.does(1, "late", wager(500)).await.refused(),
        (403, "reality_check".to_owned())
    );
    ann.post("/api/me/reality", Value::Null).await.ok();
    // Now it could be done; a late copy of what was refused must not be.
    assert_eq!(
        ann.does(1, "late", wager(500)).await.refused(),
        (403, "reality_check".to_owned())
    );
    assert_eq!(
        ann.does(1, "late", wager(600)).await.refused(),
        (409, "id_reused".to_owned())
    );
    let max = house.staff("max", &["gaming_manager"]).await;
    let person = ann.get("/api/me").await.ok()["person"].as_u64().unwrap();
    max.post(
        &format!("/api/people/{person}/credit"),
        json!({ "id": "gift", "amount": 50_000, "why": "a test" }),
    )
    .await
    .ok();
    assert_eq!(
        ann.does(1, "dear", wager(1000)).await.refused(),
        (409, "money".to_owned())
    );
    assert!(ann.does(1, "new", wager(1000)).await.ok()["done"]["version"].is_u64());
    // What was done stays done, also when it may not be done any more.
    let first = ann
        .does(1, "come", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    ann.post("/api/me/exclusion", json!({ "for": { "hours": 48 } }))
        .await
        .ok();
    assert_eq!(
        ann.does(1, "come", json!({ "arrive": { "name": "ann" } }))
            .await
            .ok(),
        first
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_excludes_oneself_plays_no_more_and_still_cashes_out() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    for wrong in [
        json!({ "for": { "hours": 23 } }),
        json!({ "for": { "hours": 4_000_000_000_u64 } }),
        json!({ "for": "a while" }),
    ] {
        assert_eq!(
            ann.post("/api/me/exclusion", wrong.clone()).await.status,
            400,
            "{wrong}"
        );
    }
    let seats = async || {
        ann.get("/api/me").await.ok()["deeds"]
            .as_array()
            .unwrap()
            .contains(&json!("sit"))
    };
    assert!(seats().await);
    ann.post("/api/me/exclusion", json!({ "for": { "hours": 48 } }))
        .await
        .ok();
    assert!(!seats().await, "no seat is offered");
    assert_eq!(
        ann.post("/api/me/exclusion", json!({ "for": { "hours": 24 } }))
            .await
            .refused(),
        (409, "refused".to_owned())
    );
    let arrive = json!({ "arrive": { "name": "ann" } });
    assert_eq!(
        ann.does(1, "1", arrive.clone()).await.refused(),
        (403, "excluded".to_owned())
    );
    ann.post("/api/me/cash-out", json!({ "id": "out", "amount": 50_000 }))
        .await
        .ok();
    let limits = ann.get("/api/me/limits").await.ok();
    assert_eq!(
        limits["excluded"]["until"],
        crate::support::MORNING.after(Span::minutes(48 * 60)).0
    );
    house.stop().await;
}

/// What lies on the table for the next round is more money put down: it goes back at once, and so
/// does a locked person's.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_play_no_more_leaves_every_table_with_what_was_laid() {
    let house = House::start(with_tables(&["sydney"])).await;
    let max = house.staff("max", &["gaming_manager"]).await;
    let table = house.running.table(ledger::TableId(1)).unwrap();
    for (name, by_house) in [("ann", false), ("bob", true)] {
        let player = house.member(name).await;
        player
            .does(1, "1", json!({ "arrive": { "name": name } }))
            .await
            .ok();
        player
            .does(
                1,
                "2",
                json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": 2500 } } } }),
            )
            .await
            .ok();
        let id = ledger::PlayerId(player.person);
        assert_eq!(
            house
                .running
                .balance(ledger::Account::Player(id))
                .await
                .unwrap()
                .cents(),
            97_500
        );
        if by_house {
            max.post(
                &format!("/api/people/{}/lock", player.person),
                json!({ "why": "a dispute" }),
            )
            .await
            .ok();
        } else {
            player
                .post("/api/me/exclusion", json!({ "for": { "hours": 24 } }))
                .await
                .ok();
        }
        assert!(!table.latest().host.table().has_person(id), "{name}");
        assert_eq!(
            house
                .running
                .balance(ledger::Account::Player(id))
                .await
                .unwrap()
                .cents(),
            100_000,
            "{name}"
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_is_asked_for_twice_moves_once() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let out = |id: &str, amount: u64| json!({ "id": id, "amount": amount });
    // Nothing of a visitor's is kept: all of them have one name.
    assert_eq!(
        house
            .visitor()
            .post("/api/me/cash-out", out("a", 1))
            .await
            .refused()
            .1,
        "not_signed_in"
    );
    assert_eq!(
        house
            .visitor()
            .post("/api/me/cash-out", out("a", 2))
            .await
            .refused()
            .1,
        "not_signed_in"
    );
    let first = ann.post("/api/me/cash-out", out("a", 30_000)).await.ok();
    let again = ann.post("/api/me/cash-out", out("a", 30_000)).await.ok();
    assert_eq!(first, again);
    assert_eq!(
        ann.post("/api/me/cash-out", out("a", 40_000))
            .await
            .refused(),
        (409, "id_reused".to_owned())
    );
    assert_eq!(
        ann.post("/api/me/cash-out", out("b", 70_001))
            .await
            .refused(),
        (409, "money".to_owned())
    );
    // What was refused under a name stays refused under it, whatever comes.
    let max = house.staff("max", &["gaming_manager"]).await;
    let credit = json!({ "id": "gift", "amount": 10_000, "why": "a test" });
    max.post(&format!("/api/people/{}/credit", ann.person), credit)
        .await
        .ok();
    assert_eq!(
        ann.post("/api/me/cash-out", out("b", 70_001))
            .await
            .refused(),
        (409, "money".to_owned())
    );
    ann.post("/api/me/cash-out", out("d", 10_000)).await.ok();
    assert_eq!(
        ann.post("/api/me/cash-out", out("c", 0)).await.refused(),
        (400, "form".to_owned())
    );
    assert_eq!(
        ann.post("/api/me/cash-out", out("é", 5)).await.refused(),
        (400, "id".to_owned())
    );
    let statement = ann.get("/api/me/statement").await.ok();
    assert_eq!(statement["balance"], 70_000);
    let lines: Vec<(&str, i64)> = statement["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            (
                line["what"].as_str().unwrap(),
                line["net"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("cash_out", -10_000),
            ("credit", 10_000),
            ("cash_out", -30_000),
            ("newcomer", 100_000)
        ]
    );
    assert_eq!(
        ann.get("/api/me/statement?most=0").await.refused(),
        (400, "form".to_owned())
    );
    assert_eq!(
        ann.get("/api/me/statement?most=1").await.ok()["lines"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_ten_rounds_are_recalled_step_by_step_with_the_funds_of_each() {
    let house = House::start(with_tables(&["canberra"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 3);
    for _ in 0..12 {
        player.round(&mut socket).await;
        house.advance(Span::seconds(1));
    }
    let rounds = ann.get("/api/me/rounds").await.ok();
    let rounds = rounds.as_array().unwrap();
    assert_eq!(rounds.len(), 10, "the last and nine before it");
    assert_eq!(
        ann.get("/api/me/rounds?most=100")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        12
    );
    let numbers: Vec<u64> = rounds
        .iter()
        .map(|round| round["round"]["no"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (3..=12).rev().collect::<Vec<u64>>());
    let mut after = ann.get("/api/me").await.ok()["balance"].clone();
    for round in rounds {
        assert_eq!(round["shows"], "recall");
        // Each round leaves what the next one finds.
        assert_eq!(round["funds_after"], after);
        let (before, net) = (
            round["funds_before"].as_i64().unwrap(),
            round["net"].as_i64().unwrap(),
        );
        assert_eq!(before + net, after.as_i64().unwrap());
        let wagers = round["round"]["wagers"].as_array().unwrap();
        assert_eq!(
            wagers
                .iter()
                .map(|wager| wager["net"].as_i64().unwrap())
                .sum::<i64>(),
            net
        );
        assert!(round["wagered"].as_u64().unwrap() >= 500);
        let steps = round["steps"].as_array().unwrap();
        assert!(
            steps.len() > 5
                && steps
                    .iter()
                    .all(|step| !step["clause"].as_str().unwrap().is_empty()),
            "{steps:?}"
        );
        after = round["funds_before"].clone();
    }
    let statement = ann.get("/api/me/statement").await.ok();
    let sum: i64 = statement["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["net"].as_i64().unwrap())
        .sum();
    assert_eq!(statement["balance"], sum, "a statement adds up");
    house.stop().await;
}
