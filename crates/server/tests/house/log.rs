//! The log over HTTP: pages, verification, export.

use crate::support::{Follower, House, with_tables};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_read_page_by_page_and_stream_by_stream() {
    let house = House::start(with_tables(&["sydney", "canberra"])).await;
    let ida = house.staff("ida", &["inspector"]).await;
    let mut all = Vec::new();
    let mut from = json!(1);
    while !from.is_null() {
        let page = ida.get(&format!("/api/log?from={from}&most=3")).await.ok();
        all.extend(page["entries"].as_array().unwrap().clone());
        from = page["next"].clone();
    }
    let positions: Vec<u64> = all
        .iter()
        .map(|entry| entry["position"].as_u64().unwrap())
        .collect();
    assert_eq!(
        positions,
        (1..=u64::try_from(all.len()).unwrap()).collect::<Vec<u64>>()
    );
    let table: Vec<&Value> = all
        .iter()
        .filter(|entry| entry["entry"]["stream"] == "table/2")
        .collect();
    let page = ida.get("/api/log?stream=table/2").await.ok();
    assert_eq!(
        page["entries"]
            .as_array()
            .unwrap()
            .iter()
            .collect::<Vec<&Value>>(),
        table
    );
    assert!(table.len() >= 2 && page["next"].is_null());
    assert_eq!(
        ida.get("/api/log?stream=tables/2").await.refused(),
        (400, "form".to_owned())
    );
    assert_eq!(
        ida.get("/api/log?most=1001").await.refused(),
        (400, "form".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_played_rounds_is_verified_and_that_is_on_record() {
    let house = House::start(with_tables(&["tasmania"])).await;
    let ida = house.staff("ida", &["inspector"]).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    for _ in 0..3 {
        player.round(&mut socket).await;
    }
    let audit = ida
        .post("/api/log/verify", json!({ "replay": true }))
        .await
        .ok();
    assert_eq!(
        (audit["holds"].as_bool(), audit["rounds"].as_u64()),
        (Some(true), Some(3)),
        "{audit}"
    );
    let plain = ida.post("/api/log/verify", json!({})).await.ok();
    assert_eq!(
        plain["entries"].as_u64().unwrap(),
        audit["entries"].as_u64().unwrap() + 1,
        "the first verification is on record"
    );
    let last = ida
        .get(&format!("/api/log?from={}", plain["entries"]))
        .await
        .ok();
    assert_eq!(
        last["entries"][0]["entry"]["body"]["events"][0]["done"]["deed"],
        "verify_log"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_can_be_checked_by_anybody_and_is_on_record() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ida = house.staff("ida", &["inspector"]).await;
    let file = ida.get("/api/log/export").await;
    assert!(
        file.headers["content-disposition"]
            .to_str()
            .unwrap()
            .contains("pontoon-log.jsonl")
    );
    let verified = store::audit::verify_export(&mut file.text.as_bytes(), None).unwrap();
    let log = ida.get("/api/log?most=1000").await.ok();
    let log = log["entries"].as_array().unwrap();
    assert_eq!(verified.head.size, u64::try_from(log.len()).unwrap());
    assert_eq!(
        log.last().unwrap()["entry"]["body"]["events"][0]["done"]["deed"],
        "export_log",
        "it is in itself"
    );
    // As browsers ask for it: it comes whole, or reading it fails.
    let packed = ida
        .raw(
            hyper::Method::GET,
            "/api/log/export",
            String::new(),
            &[("accept-encoding", "gzip")],
        )
        .await;
    assert_eq!(
        (
            packed.status.as_u16(),
            packed.headers["content-encoding"].to_str().unwrap()
        ),
        (200, "gzip")
    );
    let altered = file.text.replacen("ida", "ada", 1);
    assert!(store::audit::verify_export(&mut altered.as_bytes(), None).is_err());
    let entries = ida.get("/api/log/export?format=entries&from=2&to=4").await;
    assert_eq!(
        entries.text.lines().count(),
        1 + 3,
        "a head and three entries: {}",
        entries.text
    );
    let transfers = ida.get("/api/log/export?format=transfers").await;
    assert!(transfers.text.lines().count() >= 2, "{}", transfers.text);
    assert_eq!(
        ida.get("/api/log/export?format=xls").await.refused(),
        (400, "form".to_owned())
    );
    let before = ida.get("/api/log?most=1000").await.ok();
    for span in ["from=3&to=2", "from=0", "from=2&to=100000", "from=100000"] {
        let reply = ida.get(&format!("/api/log/export?{span}")).await;
        assert_eq!(reply.refused(), (400, "form".to_owned()), "{span}");
        assert!(
            reply.text.contains("the log has the entries 1 to"),
            "{}",
            reply.text
        );
    }
    assert_eq!(
        ida.get("/api/log?most=1000").await.ok(),
        before,
        "what was not exported is not on record"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_was_altered_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(with_tables(&["sydney"]), folder.path(), 1).await;
    house.administrator().await;
    // So many entries that the first are behind a signed checkpoint, which a start does not read
    // again.
    for _ in 0..260 {
        house
            .running
            .at_desk(desk::By::House, note())
            .await
            .unwrap();
    }
    house.stop().await;
    let database = rusqlite::Connection::open(folder.path().join("house.db")).unwrap();
    let bytes: Vec<u8> = database
        .query_row("SELECT bytes FROM entries WHERE position = 9", [], |row| {
            row.get(0)
        })
        .unwrap();
    let altered = String::from_utf8(bytes)
        .unwrap()
        .replace("a card fell", "a card bent");
    database
        .execute(
            "UPDATE entries SET bytes = ?1 WHERE position = 9",
            [altered.into_bytes()],
        )
        .unwrap();
    drop(database);
    let house = House::start_in(with_tables(&["sydney"]), folder.path(), 2).await;
    let ida = house.staff("ida", &["inspector"]).await;
    let audit = ida.post("/api/log/verify", json!({})).await.ok();
    assert_eq!(
        (
            audit["holds"].as_bool(),
            audit["fault"]["position"].as_u64()
        ),
        (Some(false), Some(9)),
        "{audit}"
    );
    assert!(
        audit["fault"]["what"].as_str().unwrap().contains("hash"),
        "{audit}"
    );
    house.stop().await;
}

fn note() -> desk::DeskCommand {
    desk::DeskCommand::Incident {
        table: None,
        what: "a card fell".to_owned(),
    }
}
