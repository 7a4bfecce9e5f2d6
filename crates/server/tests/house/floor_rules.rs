//! What the floor may not do, over HTTP and the socket: the clause and what would be right.

use crate::support::{Client, House, config};
use serde_json::{Value, json};

/// A table that a gaming manager founds, open.
async fn a_table(house: &House, wanted: Value) -> (Client, u32) {
    let max = house.staff("max", &["gaming_manager"]).await;
    let founded = max.post("/api/tables", wanted).await.ok();
    let table = u32::try_from(founded["table"].as_u64().unwrap()).unwrap();
    done(&max.does(table, "open", json!("open")).await.ok());
    (max, table)
}

#[track_caller]
fn done(answer: &Value) {
    assert!(answer.get("done").is_some(), "{answer}");
}

/// Demands a refusal with this reason and this clause, in words that say what would be right.
#[track_caller]
fn refused(answer: &Value, reason: &Value, clause: &str, right: &str) {
    let refused = &answer["refused"];
    assert_eq!(&refused["reason"], reason, "{answer}");
    assert_eq!(refused["clause"], clause, "{answer}");
    assert!(refused["why"].as_str().unwrap().contains(right), "{answer}");
}

fn arrive(client: &Client) -> Value {
    json!({ "arrive": { "name": client.handle, "card": true } })
}

async fn view(house: &House, table: u32) -> Value {
    house
        .visitor()
        .get(&format!("/api/tables/{table}"))
        .await
        .ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_held_without_the_condition_of_the_clause() {
    let house = House::start(config()).await;
    let (max, table) = a_table(&house, json!({ "book": "canberra" })).await;
    let ann = house.member("ann").await;
    done(&ann.does(table, "1", arrive(&ann)).await.ok());
    let hold = json!({ "restrict": { "player": ann.person, "held": "late" } });
    let right = "only somebody who did may be held";
    let over_http = max.does(table, "hold", hold.clone()).await.ok();
    refused(&over_http, &json!("not_sat_out"), "4.7", right);
    let over_socket = max.socket().await.does(table, hold).await;
    refused(
        &over_socket["answer"]["answer"],
        &json!("not_sat_out"),
        "4.7",
        right,
    );
    assert_eq!(view(&house, table).await["people"][0]["held"], "free");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_not_changed_without_notice() {
    let house = House::start(config()).await;
    let (max, table) = a_table(&house, json!({ "book": "canberra" })).await;
    let ann = house.member("ann").await;
    done(&ann.does(table, "1", arrive(&ann)).await.ok());
    let before = view(&house, table).await["sign"].clone();
    let mut sign = before.clone();
    sign["minimum"] = json!(2000);
    let at_once = json!({ "set_sign": { "sign": sign, "newcomers": true } });
    let reason = json!({ "notice_first": { "minutes": 20 } });
    let right = "announce it to everybody, 20 minutes ahead";
    let over_http = max.does(table, "sign", at_once.clone()).await.ok();
    refused(&over_http, &reason, "3.1", right);
    let over_socket = max.socket().await.does(table, at_once).await;
    refused(&over_socket["answer"]["answer"], &reason, "3.1", right);
    // A lower maximum is told first too.
    let mut sign = before.clone();
    sign["maximum"] = json!(2000);
    let told = json!({ "set_sign": { "sign": sign, "newcomers": false } });
    done(&max.does(table, "lower", told).await.ok());
    let now = view(&house, table).await;
    assert_eq!(now["sign"], before);
    assert_eq!(now["coming"][0]["maximum"], 2000);
}
