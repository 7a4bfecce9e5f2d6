//! Stopping and starting again: nothing is lost, and what cannot start says why.

use crate::support::{Follower, House, config, with_tables, world};
use serde_json::{Value, json};
use server::{Config, Running, ServeFault, StartFault, World, bind, bind_running};
use std::path::Path;
use table::Span;

#[tokio::test(flavor = "multi_thread")]
async fn a_round_goes_on_where_it_was_when_the_house_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = House::start_in(with_tables(&["sydney"]), folder.path(), 1).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    let round = player.until_asked(&mut socket).await;
    let (no, boxes) = (round["no"].as_u64().unwrap(), round["boxes"].clone());
    let token = ann.token.clone().unwrap();
    for seed in [2, 3] {
        house.stop().await;
        assert_eq!(
            socket.closed().await.0,
            1001,
            "the house says that it stops"
        );
        house = House::start_in(with_tables(&["sydney"]), folder.path(), seed).await;
        socket = house.visitor().with_token(&token).watches(1).await;
        let frame = socket.until("frame").await;
        assert_eq!(
            (
                &frame["view"]["round"]["no"],
                &frame["view"]["round"]["boxes"]
            ),
            (&json!(no), &boxes)
        );
    }
    let ann = house.visitor().with_token(&token);
    let mut player = Follower::new(1, "ann", 1);
    let mut again = ann.watches(1).await;
    assert_eq!(player.round(&mut again).await, no);
    let rounds = ann.get("/api/me/rounds").await.ok();
    assert_eq!(rounds[0]["round"]["no"], no);
    assert_eq!(
        rounds[0]["funds_after"],
        ann.get("/api/me").await.ok()["balance"]
    );
    let ida = house.staff("ida", &["inspector"]).await;
    let audit = ida
        .post("/api/log/verify", json!({ "replay": true }))
        .await
        .ok();
    assert_eq!(audit["holds"], true, "{audit}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recall_meters_and_limits_outlive_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(with_tables(&["singapore"]), folder.path(), 1).await;
    let ann = house.member("ann").await;
    ann.post(
        "/api/me/limits",
        json!({ "changes": [{ "loss_a_day": 90_000 }] }),
    )
    .await
    .ok();
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.also_on = Some("pandemonium");
    for _ in 0..12 {
        player.round(&mut socket).await;
    }
    let meter = ann.get("/api/tables/1/meter").await.ok();
    assert_eq!(meter["meter"]["wagers"], 12);
    let (lost, paid) = (
        meter["meter"]["lost"].as_i64().unwrap(),
        meter["meter"]["paid"].as_i64().unwrap(),
    );
    assert_eq!(
        meter["pool"].as_i64().unwrap(),
        lost - paid,
        "the pool holds what the meter says"
    );
    let before = (
        ann.get("/api/me/rounds").await.ok(),
        ann.get("/api/me/limits").await.ok(),
        ann.get("/api/me").await.ok(),
    );
    house.stop().await;
    let house = House::start_in(with_tables(&["singapore"]), folder.path(), 2).await;
    let ann = house.visitor().with_token(ann.token.as_ref().unwrap());
    assert_eq!(ann.get("/api/tables/1/meter").await.ok(), meter);
    let after = (
        ann.get("/api/me/rounds").await.ok(),
        ann.get("/api/me/limits").await.ok(),
        ann.get("/api/me").await.ok(),
    );
    assert_eq!(before.0.as_array().unwrap().len(), 10);
    assert_eq!(before, after);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_the_floor_stays_closed_when_the_house_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(with_tables(&["sydney"]), folder.path(), 1).await;
    let max = house.staff("max", &["gaming_manager"]).await;
    max.post("/api/tables", json!({ "book": "sydney" }))
        .await
        .ok();
    house.stop().await;
    let house = House::start_in(with_tables(&["sydney"]), folder.path(), 2).await;
    let lobby = house.visitor().get("/api/lobby").await.ok();
    let closed: Vec<bool> = lobby
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["phase"] == "closed")
        .collect();
    assert_eq!(closed, [false, true]);
    house.stop().await;
}

/// A table whose sealed cards are gone stays closed, and that is an incident; the others are there.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_opened_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(with_tables(&["sydney", "adelaide"]), folder.path(), 1).await;
    let token = house.staff("max", &["gaming_manager"]).await.token.unwrap();
    house.stop().await;
    let database = rusqlite::Connection::open(store::Folder::at(folder.path()).database()).unwrap();
    assert_eq!(
        database
            .execute(
                "DELETE FROM documents WHERE space = ?1 AND key = '1'",
                [house::SEALED]
            )
            .unwrap(),
        1
    );
    drop(database);
    for seed in 2..4 {
        let house = House::start_in(with_tables(&[]), folder.path(), seed).await;
        let lobby = house.visitor().get("/api/lobby").await.ok();
        let tables: Vec<&Value> = lobby
            .as_array()
            .unwrap()
            .iter()
            .map(|table| &table["table"])
            .collect();
        assert_eq!(tables, [&json!(2)]);
        let max = house.visitor().with_token(&token);
        let incidents = loop {
            let incidents = max.get("/api/incidents").await.ok();
            if incidents.as_array().is_some_and(|all| !all.is_empty()) {
                break incidents;
            }
        };
        assert_eq!(incidents.as_array().unwrap().len(), 1, "it is noted once");
        assert_eq!(incidents[0]["table"], 1);
        assert!(
            incidents[0]["what"]
                .as_str()
                .unwrap()
                .starts_with("the table cannot be opened: "),
            "{incidents}"
        );
        house.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_while_the_house_was_away_is_nobodys_play() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(with_tables(&["sydney"]), folder.path(), 1).await;
    let ann = house.member("ann").await;
    ann.does(1, "1", json!({ "arrive": { "name": "ann" } }))
        .await
        .ok();
    house.advance(Span::minutes(3));
    // Time is written down with wagers: what was played since the last one is lost with the house.
    ann.does(
        1,
        "2",
        json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": 500 } } } }),
    )
    .await
    .ok();
    assert_eq!(
        ann.get("/api/me/limits").await.ok()["today"]["played"],
        180_000
    );
    house.stop().await;
    // The clock of the next start stands ten minutes later.
    let (world, hand, _) = world(2);
    hand.advance(Span::minutes(13));
    let running = Running::start(
        Config {
            data: folder.path().to_owned(),
            ..with_tables(&["sydney"])
        },
        world,
    )
    .unwrap();
    let started = bind_running(running).await.unwrap();
    let player = ledger::PlayerId(ann.person);
    let played = |running: &Running| {
        running
            .desk()
            .plays()
            .totals(player, running.now())
            .today
            .played
    };
    // The table's first own entry comes once it has started again; its task does that before it
    // takes any request.
    let handle = started.running().table(ledger::TableId(1)).unwrap();
    let by = desk::By::Person(player);
    handle
        .ask(
            by,
            None,
            table::Command::Withdraw {
                box_no: rules::BoxNo::new(1).unwrap(),
            },
        )
        .await
        .unwrap();
    assert_eq!(played(started.running()), Span::minutes(3));
    started.running().stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_in_use_is_told_with_what_to_do() {
    let house = House::start(config()).await;
    let folder = tempfile::tempdir().unwrap();
    let fault = bind(Config {
        listen: house.address,
        data: folder.path().to_owned(),
        ..config()
    })
    .await
    .unwrap_err();
    assert!(matches!(fault, ServeFault::Listen { .. }));
    let words = fault.to_string();
    assert!(
        words.contains(&house.address.to_string()) && words.contains("--listen"),
        "{words}"
    );
    house.stop().await;
}

fn fault_of(folder: &Path) -> String {
    let config = Config {
        data: folder.to_owned(),
        ..config()
    };
    let fault: StartFault =
        Running::start(config, World::machine()).expect_err("this folder cannot be used");
    fault.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_used_is_told_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(config(), folder.path(), 1).await;
    let words = fault_of(folder.path());
    assert!(
        words.contains("another server is running")
            && words.contains(&folder.path().display().to_string()),
        "{words}"
    );
    house.stop().await;
    let database = folder.path().join("house.db");
    let change = |sql: &str| {
        rusqlite::Connection::open(&database)
            .unwrap()
            .execute_batch(sql)
            .unwrap()
    };
    change("PRAGMA user_version = 99");
    let words = fault_of(folder.path());
    assert!(
        words.contains("99") && words.contains("newer program"),
        "{words}"
    );
    change("PRAGMA user_version = 1; PRAGMA application_id = 5");
    let words = fault_of(folder.path());
    assert!(words.contains("is not a house's database"), "{words}");
    let foreign = tempfile::tempdir().unwrap();
    std::fs::write(
        foreign.path().join("house.db"),
        "shopping list: milk, bread, and so on, at some length",
    )
    .unwrap();
    let words = fault_of(foreign.path());
    assert!(words.contains("is not a house's database"), "{words}");
    let file = foreign.path().join("house.db/inside");
    assert!(
        fault_of(&file).contains("cannot use"),
        "a file is no folder"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_opened_with_its_own_key_only() {
    let folder = tempfile::tempdir().unwrap();
    House::start_in(config(), folder.path(), 1)
        .await
        .stop()
        .await;
    let key = folder.path().join("house.key");
    std::fs::remove_file(&key).unwrap();
    let words = fault_of(folder.path());
    assert!(
        words.contains("put the file back") && !key.exists(),
        "{words}"
    );
    std::fs::write(&key, "not a key").unwrap();
    assert!(fault_of(folder.path()).contains("holds no key"));
}
