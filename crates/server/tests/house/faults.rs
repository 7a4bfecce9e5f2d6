//! A disk that fills or fails, and a machine without random bytes: nothing acknowledged is lost,
//! nothing happens twice, and the house goes on when it can.

use crate::support::{Client, Follower, House, config, credentials, on, with_tables, world};
use serde_json::{Value, json};
use server::{Config, Disk, ORIGIN, Rate, Readers, Running};
use std::sync::atomic::Ordering;
use store::{Failure, FaultKind, Folder, HouseKey, Journal, Sqlite, SqliteReader};
use table::Span;
use tokio::io::AsyncWriteExt as _;

fn arrive(client: &Client) -> Value {
    json!({ "arrive": { "name": client.handle } })
}

async fn verified(house: &House) {
    let ida = house.staff("ida", &["inspector"]).await;
    let audit = ida
        .post("/api/log/verify", json!({ "replay": true }))
        .await
        .ok();
    assert_eq!(audit["holds"], true, "{audit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_the_table_and_it_goes_on_when_there_is_room() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    ann.does(1, "1", arrive(&ann)).await.ok();
    let version = |house: &House| {
        house
            .running
            .table(ledger::TableId(1))
            .unwrap()
            .latest()
            .host
            .version()
    };
    let before = version(&house);
    house.disk.fill();
    let wager = json!({ "lay": { "lay": { "wager": { "box_no": 1, "amount": 2500 } } } });
    let full = ann.does(1, "2", wager.clone()).await;
    assert_eq!(full.refused(), (503, "fault".to_owned()));
    assert!(full.text.contains("no room"), "{}", full.text);
    let mut socket = ann.socket().await;
    assert_eq!(
        socket.does_as("2", 1, wager.clone()).await["refused"]["code"],
        "fault"
    );
    assert_eq!(
        house
            .visitor()
            .post("/api/register", credentials("bob"))
            .await
            .refused()
            .0,
        503
    );
    let health = house.visitor().get("/health").await;
    assert_eq!(
        (health.status.as_u16(), health.json()["writes"].as_bool()),
        (503, Some(false))
    );
    // What is there can still be read, and nothing has changed.
    assert_eq!(ann.get("/api/me").await.ok()["balance"], 100_000);
    assert_eq!(version(&house), before);
    house.advance(Span::minutes(1));
    house.disk.make_room();
    assert_eq!(
        ann.does(1, "2", wager.clone()).await.ok()["done"]["version"],
        before + 1
    );
    assert_eq!(
        ann.does(1, "2", wager).await.ok()["done"]["version"],
        before + 1,
        "once"
    );
    house.member("bob").await;
    house.visitor().get("/health").await.ok();
    assert_eq!(ann.get("/api/me").await.ok()["at_stake"], 2500);
    verified(&house).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_tries_again_when_there_is_room() {
    let house = House::start(with_tables(&["tasmania"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.until_asked(&mut socket).await;
    house.disk.fill();
    // The time for the decision is over, and nothing can be written down.
    house.advance(Span::minutes(1));
    let full = ann.does(1, "x", json!({ "sit": { "box_no": 5 } })).await;
    assert_eq!(full.refused().0, 503);
    house.disk.make_room();
    house.advance(Span::seconds(2));
    let frame = socket.until("frame").await;
    let absent = frame["events"]
        .as_array()
        .unwrap()
        .iter()
        .any(|event| !event["what"]["round"].is_null());
    assert!(absent, "the round went on by the clock: {frame}");
    house.stop().await;
}

/// One call to the disk after the other fails, before or after it is done. Whoever asks again under
/// the same name gets the one answer there is.
#[tokio::test(flavor = "multi_thread")]
async fn whichever_call_to_the_disk_fails_everything_happens_once() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let max = house.staff("max", &["gaming_manager"]).await;
    ann.does(1, "arrive", arrive(&ann)).await.ok();
    let mut seated = false;
    let mut failures = 0;
    for (how, name) in [
        (Failure::Before, "before"),
        (Failure::After, "after"),
        (Failure::Full, "full"),
    ] {
        for nth in 1..=8 {
            let id = format!("{name}-{nth}");
            let command = if seated {
                json!({ "give_up": { "box_no": 3 } })
            } else {
                json!({ "sit": { "box_no": 3 } })
            };
            house.disk.fail(nth, how);
            let mut reply = ann.does(1, &id, command.clone()).await;
            while reply.status == 503 {
                failures += 1;
                reply = ann.does(1, &id, command.clone()).await;
            }
            house.disk.fail_no_more();
            assert!(
                reply.ok()["done"]["version"].is_u64(),
                "{id}: {}",
                reply.text
            );
            seated = !seated;
            let view = house.visitor().get("/api/tables/1").await.ok();
            assert_eq!(view["boxes"][2]["seated"].is_null(), !seated, "{id}");
            let credit = json!({ "id": id, "amount": 100, "why": "a test" });
            house.disk.fail(nth, how);
            let path = format!("/api/people/{}/credit", ann.person);
            while max.post(&path, credit.clone()).await.status == 503 {
                failures += 1;
            }
            house.disk.fail_no_more();
        }
    }
    // To begin, to look for the name, to write and to commit: at least four calls, in three ways,
    // for both.
    assert!(failures >= 24, "calls did fail: {failures}");
    assert_eq!(ann.get("/api/me").await.ok()["balance"], 100_000 + 24 * 100);
    verified(&house).await;
    let ledger = house
        .running
        .table(ledger::TableId(1))
        .unwrap()
        .latest()
        .host
        .version();
    let (disk, running) = (house.disk.clone(), house.running.clone());
    house.stop().await;
    // What the house knew is what a new one reads.
    let (world, _, _) = world(5);
    let again = Running::start_on(on(&disk), with_tables(&["sydney"]), world).unwrap();
    assert_eq!(*again.desk(), *running.desk());
    assert!(
        again
            .table(ledger::TableId(1))
            .unwrap()
            .latest()
            .host
            .version()
            >= ledger
    );
    again.stop().await.unwrap();
}

/// What was written although the disk said no must not be mixed up with what others asked for
/// meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn one_fault_after_another_confuses_nobody() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob) = (house.member("ann").await, house.member("bob").await);
    for client in [&ann, &bob] {
        client.does(1, "arrive", arrive(client)).await.ok();
    }
    let wager = |box_no: u8, amount: u64| {
        json!({
            "lay": { "lay": { "wager": { "box_no": box_no, "amount": amount } } },
        })
    };
    for nth in 1..=8 {
        let id = nth.to_string();
        house.disk.fail(nth, Failure::After);
        let first = ann.does(1, &id, wager(1, 500)).await;
        house.disk.fail_no_more();
        house.disk.fill();
        let others = bob.does(1, &id, wager(2, 700)).await;
        house.disk.make_room();
        let mut socket = ann.watches(1).await;
        assert_eq!(others.status, 503, "{nth}");
        let again = ann.does(1, &id, wager(1, 500)).await.ok();
        if first.status == 200 {
            assert_eq!(first.json(), again);
        }
        assert!(again["done"]["version"].is_u64(), "{again}");
        // Ann's wager lies there once, and nothing of Bob's.
        assert_eq!(ann.get("/api/me").await.ok()["at_stake"], 500);
        assert_eq!(bob.get("/api/me").await.ok()["at_stake"], 0);
        let laid = loop {
            let frame = socket.until("frame").await;
            if frame["version"].as_u64() >= again["done"]["version"].as_u64() {
                break frame["view"]["boxes"].clone();
            }
        };
        let cents = |no: usize| {
            laid[no]["laid"]
                .as_array()
                .unwrap()
                .iter()
                .map(|lay| lay[1]["wager"]["amount"].as_u64().unwrap())
        };
        assert_eq!(
            (cents(0).sum::<u64>(), cents(1).sum::<u64>()),
            (500, 0),
            "{nth}: {laid}"
        );
        ann.does(
            1,
            &format!("{nth} back"),
            json!({ "withdraw": { "box_no": 1 } }),
        )
        .await
        .ok();
    }
    bob.does(1, "9", wager(2, 700)).await.ok();
    verified(&house).await;
    house.stop().await;
}

/// Whoever asks and goes away without waiting leaves the house as sure of itself as before.
#[tokio::test(flavor = "multi_thread")]
async fn callers_who_hang_up_confuse_nobody() {
    let rate = Rate {
        sign_ins: 1000,
        ..config().rate
    };
    let house = House::start(Config { rate, ..config() }).await;
    for round in 0..20 {
        let mut hasty = tokio::net::TcpStream::connect(house.address).await.unwrap();
        let ask = format!(
            "POST /api/guest HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n",
            house.address
        );
        hasty.write_all(ask.as_bytes()).await.unwrap();
        drop(hasty);
        let ann = house.member(&format!("ann{round}")).await;
        assert_eq!(ann.get("/api/me").await.ok()["balance"], 100_000);
    }
    let known = house.running.desk().people().count();
    verified(&house).await;
    let (disk, running) = (house.disk.clone(), house.running.clone());
    house.stop().await;
    assert!(known >= 20);
    let (world, _, _) = world(5);
    let again = Running::start_on(on(&disk), config(), world).unwrap();
    assert_eq!(*again.desk(), *running.desk());
    again.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_starts_on_a_full_disk_says_later_that_it_was_away() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.until_asked(&mut socket).await;
    let disk = house.disk.clone();
    house.stop().await;
    disk.fill();
    let house = House::start_on(with_tables(&["sydney"]), disk, 2).await;
    let ann = house.visitor().with_token(ann.token.as_ref().unwrap());
    let mut socket = ann.watches(1).await;
    let before = socket.until("frame").await;
    // Long after the time for the decision that ran when the house stopped.
    house.advance(Span::minutes(10));
    house.disk.make_room();
    house.advance(Span::seconds(2));
    let after = socket.until("frame").await;
    assert_eq!(
        after["version"].as_u64(),
        before["version"].as_u64().map(|version| version + 1)
    );
    assert_eq!(
        after["view"]["round"]["boxes"], before["view"]["round"]["boxes"],
        "nobody was found absent: {after}"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_random_bytes_nothing_is_dealt_and_nobody_comes_in() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.hurries = false;
    let laid = |frames: &[Value]| {
        let boxes = frames.last()?["view"]["boxes"].as_array()?.clone();
        let cut = frames.last()?["view"]["phase"] == "wagers";
        (cut && !boxes[0]["laid"].as_array()?.is_empty()).then_some(())
    };
    player.until(&mut socket, laid).await;
    let open = json!({ "book": "sydney" });
    let max = house.staff("max", &["gaming_manager"]).await;
    max.post("/api/tables", open).await.ok();
    house.dry.store(true, Ordering::Release);
    // A new shoe needs chance: the table stays closed.
    assert_eq!(
        max.does(2, "open", json!("open")).await.refused(),
        (503, "fault".to_owned())
    );
    assert_eq!(
        house.visitor().get("/api/tables/2").await.ok()["phase"],
        "closed"
    );
    assert_eq!(
        house
            .visitor()
            .post("/api/guest", Value::Null)
            .await
            .refused(),
        (503, "fault".to_owned())
    );
    house.dry.store(false, Ordering::Release);
    max.does(2, "open", json!("open")).await.ok();
    house.guest().await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_room_refuses_and_keeps_what_it_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Folder::at(directory.path());
    let mut backend = Sqlite::open(&folder).unwrap();
    backend.limit_pages(60).unwrap();
    let key = HouseKey::load_or_create(&folder.key(), [3; 32]).unwrap();
    let same = folder.clone();
    let readers: Readers = Box::new(move || Ok(Box::new(SqliteReader::open(&same).unwrap())));
    let (small, _hand, _) = world(1);
    let journal = Journal::open(backend, key.clone(), ORIGIN).unwrap();
    let running = Running::start_on(
        Disk {
            journal,
            key,
            readers,
        },
        config(),
        small,
    )
    .unwrap();
    let note = |no: u32| desk::DeskCommand::Incident {
        table: None,
        what: format!("{no} {}", "x".repeat(150)),
    };
    let mut acknowledged = 0;
    let refused = loop {
        match running.at_desk(desk::By::House, note(acknowledged)).await {
            Ok(_) => acknowledged += 1,
            Err(refused) => break refused.to_string(),
        }
        assert!(acknowledged < 10_000, "the limit is reached");
    };
    assert!(refused.contains("no room left"), "{refused}");
    assert!(acknowledged > 5);
    let stopped = running.stop().await.unwrap_err();
    assert_eq!(
        stopped.kind,
        FaultKind::Full,
        "the end of the log could not be signed, and that is said"
    );
    drop(running);
    let (large, _hand, _) = world(2);
    let running = Running::start(
        Config {
            data: directory.path().to_owned(),
            ..config()
        },
        large,
    )
    .unwrap();
    let count = running
        .read(|read| Ok(read.documents("incident")?.len()))
        .await
        .unwrap();
    assert_eq!(
        u32::try_from(count).unwrap(),
        acknowledged,
        "all of them and no others"
    );
    running
        .at_desk(desk::By::House, note(acknowledged))
        .await
        .unwrap();
    running.stop().await.unwrap();
}
