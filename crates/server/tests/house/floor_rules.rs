//! What the floor may not do, and what nobody may say of themselves, over HTTP and the socket: the
//! clause and what would be right.

use crate::support::{Client, House, config, with_tables};
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
    json!({ "arrive": { "name": client.handle } })
}

fn lay() -> Value {
    json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": 2500 } } } })
}

async fn view(house: &House, table: u32) -> Value {
    house
        .visitor()
        .get(&format!("/api/tables/{table}"))
        .await
        .ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_a_player_claims_is_refused_with_the_clause() {
    let house = House::start(config()).await;
    let (_, table) = a_table(&house, json!({ "book": "sydney" })).await;
    let ann = house.member("ann").await;
    let claim = json!({ "arrive": { "name": "ann", "card": true } });
    let right = "come without `card`";
    let over_http = ann.does(table, "1", claim.clone()).await.ok();
    refused(&over_http, &json!("card_claimed"), "6.1", right);
    let mut socket = ann.socket().await;
    let over_socket = socket.does(table, claim).await;
    refused(
        &over_socket["answer"]["answer"],
        &json!("card_claimed"),
        "6.1",
        right,
    );
    assert_eq!(view(&house, table).await["people"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_finds_a_card_in_the_account_or_a_member_of_staff_does() {
    let house = House::start(config()).await;
    let (max, table) = a_table(&house, json!({ "book": "sydney" })).await;
    let (ann, bob) = (house.member("ann").await, house.member("bob").await);
    let card = format!("/api/people/{}/card", ann.person);
    let number = |number: &str| json!({ "number": number });
    assert_eq!(
        ann.post(&card, number("A1")).await.refused().0,
        403,
        "nobody issues a card to themselves"
    );
    assert_eq!(
        max.post(&card, number("A 1")).await.refused(),
        (400, "form".to_owned())
    );
    max.post(&card, number("A1")).await.ok();
    assert_eq!(
        max.get(&format!("/api/people/{}", ann.person)).await.ok()["account"]["card"],
        "A1"
    );
    let of_bob = format!("/api/people/{}/card", bob.person);
    assert_eq!(
        max.post(&of_bob, number("A1")).await.refused(),
        (409, "refused".to_owned())
    );
    for client in [&ann, &bob] {
        done(&client.does(table, "1", arrive(client)).await.ok());
    }
    let people = view(&house, table).await["people"].clone();
    assert_eq!(
        (&people[0]["card"], &people[1]["card"]),
        (&json!(true), &json!(false))
    );
    done(&ann.does(table, "2", lay()).await.ok());
    let answer = bob.does(table, "2", lay()).await.ok();
    assert_eq!(answer["refused"]["clause"], "6.1", "{answer}");
    assert_eq!(
        answer["refused"]["reason"],
        json!({ "game": "no_player_card" })
    );
    // A member of staff looks at it.
    let found = json!({ "find_card": { "player": bob.person, "valid": true } });
    assert_eq!(bob.does(table, "3", found.clone()).await.refused().0, 403);
    done(&max.does(table, "found", found).await.ok());
    let other = json!({ "lay": { "lay": { "wager": { "box_no": 2, "amount": 2500 } } } });
    done(&bob.does(table, "4", other).await.ok());
    // A card that is cancelled is worth nothing at the table either.
    max.delete(&card).await.ok();
    let now = view(&house, table).await;
    assert_eq!(now["people"][0]["card"], false);
    assert_eq!(now["boxes"][0]["laid"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_table_asks_guests_for_no_card_and_its_sign_says_so() {
    let house = House::start(with_tables(&["sydney"])).await;
    let guest = house.guest().await;
    let sign = view(&house, 1).await;
    let numbers: Vec<&Value> = sign["house_clauses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clause| &clause["number"])
        .collect();
    assert_eq!(numbers, ["H1", "H2"]);
    assert_eq!(
        (&sign["cards_asked"], &sign["advice"]),
        (&json!(false), &json!("on"))
    );
    done(&guest.does(1, "1", arrive(&guest)).await.ok());
    done(&guest.does(1, "2", lay()).await.ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_refused_where_it_is_off_with_the_clause() {
    let house = House::start(config()).await;
    let (_, table) = a_table(&house, json!({ "book": "adelaide" })).await;
    assert_eq!(view(&house, table).await["advice"], "off");
    let ann = house.member("ann").await;
    let advice = ann.get(&format!("/api/tables/{table}/advice")).await;
    let body = advice.json();
    assert_eq!(advice.refused(), (409, "advice_off".to_owned()));
    let error = body["error"].as_str().unwrap();
    assert!(
        error.contains("(116)") && error.contains("away from the table"),
        "{error}"
    );
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

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_cuts_where_the_table_waits_for_one() {
    let house = House::start(config()).await;
    let wanted = json!({
        "book": "sydney",
        "player_cards": "not_asked",
        "last_cut": "supervisor",
        "times": { "wagers": 60_000, "decision": 60_000, "cut": 60_000 },
    });
    let (max, table) = a_table(&house, wanted).await;
    let sue = house.staff("sue", &["supervisor"]).await;
    let ann = house.member("ann").await;
    done(&ann.does(table, "1", arrive(&ann)).await.ok());
    done(
        &ann.does(table, "2", json!({ "sit": { "box_no": 1 } }))
            .await
            .ok(),
    );
    done(&ann.does(table, "3", json!("refuse_cut")).await.ok());
    assert_eq!(
        view(&house, table).await["shoe"]["supervisor_awaited"],
        true
    );
    let cut = json!({ "cut_by_supervisor": { "place": 60 } });
    assert_eq!(ann.does(table, "4", cut.clone()).await.refused().0, 403);
    done(&sue.does(table, "cut", cut.clone()).await.ok());
    let now = view(&house, table).await;
    assert_eq!(
        (&now["shoe"]["cut_at"], &now["phase"]),
        (&json!(60), &json!("wagers"))
    );
    let again = max.does(table, "again", cut).await.ok();
    refused(&again, &json!("no_cut_due"), "5.4", "no cut is due");
}
