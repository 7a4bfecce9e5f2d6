//! The days of the house over HTTP: they begin at the midnight of its time zone.

use crate::support::{Client, House, MORNING, with_tables};
use serde_json::{Value, json};
use server::{Config, ConfigFault};
use table::{Span, Time};

const HOUR: u64 = 3_600_000;
/// In Sydney it is the 15th of November, a quarter to eleven in the morning; in UTC the 14th.
const SYDNEYS_MIDNIGHT: Time = Time(1_794_747_600_000);
/// Midnight of UTC between the 14th and the 15th, a quarter of an hour from now.
const UTCS_MIDNIGHT: Time = Time(1_794_700_800_000);

fn in_zone(zone: &str) -> Config {
    Config {
        time_zone: zone.to_owned(),
        ..with_tables(&["sydney"])
    }
}

async fn tops_up(ann: &Client, id: &str) -> crate::support::Reply {
    let has = ann.get("/api/me").await.ok()["balance"].as_u64().unwrap();
    if has > 0 {
        let body = json!({ "id": format!("out-{id}"), "amount": has });
        ann.post("/api/me/cash-out", body).await.ok();
    }
    ann.post("/api/tables/1/top-up", json!({ "id": id })).await
}

async fn days(ann: &Client) -> Value {
    ann.get("/api/me/limits").await.ok()["days"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_ends_at_the_midnight_of_the_house_and_not_at_that_of_utc() {
    let house = House::start(in_zone("Australia/Sydney")).await;
    let ann = house.member("ann").await;
    let sydney = json!({ "zone": "Australia/Sydney", "until": SYDNEYS_MIDNIGHT });
    assert_eq!(days(&ann).await, sydney);
    tops_up(&ann, "first").await.ok();
    house.advance(UTCS_MIDNIGHT.since(MORNING));
    let again = tops_up(&ann, "second").await;
    let until = json!({ "top_up_given": { "until": SYDNEYS_MIDNIGHT } });
    assert_eq!(again.json()["detail"], until);
    // A session is over after half an hour of silence.
    while house.running.now() < SYDNEYS_MIDNIGHT {
        let left = SYDNEYS_MIDNIGHT.since(house.running.now());
        house.advance(left.min(Span::minutes(20)));
        ann.get("/api/me").await.ok();
    }
    tops_up(&ann, "third").await.ok();
    let next = SYDNEYS_MIDNIGHT.0 + 24 * HOUR;
    assert_eq!(days(&ann).await["until"], next);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_zone_lets_the_day_that_has_begun_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(in_zone("UTC"), folder.path(), 1).await;
    let ann = house.member("ann").await;
    assert_eq!(days(&ann).await["until"], json!(UTCS_MIDNIGHT));
    tops_up(&ann, "first").await.ok();
    house.stop().await;
    for (seed, zone) in [(2, "Australia/Sydney"), (3, "Australia/Sydney")] {
        let house = House::start_in(in_zone(zone), folder.path(), seed).await;
        let ann = house.visitor().with_token(ann.token.as_ref().unwrap());
        // The day of UTC would end in a quarter of an hour; it goes on until Sydney's midnight.
        assert_eq!(
            days(&ann).await,
            json!({ "zone": "UTC", "until": SYDNEYS_MIDNIGHT })
        );
        let ida = house.staff(&format!("ida{seed}"), &["inspector"]).await;
        let log = ida.get("/api/log?most=500").await.ok().to_string();
        assert_eq!(log.matches("days_set").count(), 1, "it is on record once");
        let audit = ida.post("/api/log/verify", json!({ "replay": true })).await;
        assert_eq!(audit.ok()["holds"], true);
        house.stop().await;
    }
}

#[test]
fn a_time_zone_that_is_none_is_refused_with_what_would_be_right() {
    let fault = Config::read("time_zone = \"Australia/Sidney\"").unwrap_err();
    assert!(matches!(
        fault,
        ConfigFault::Range {
            key: "time_zone",
            ..
        }
    ));
    let fault = fault.to_string();
    for part in ["`Australia/Sidney`", "\"Australia/Sydney\"", "\"UTC\""] {
        assert!(fault.contains(part), "{part} is not in: {fault}");
    }
}
