//! Private tables: who starts them, for whom they are there, and how they are closed.

use crate::support::{Client, Follower, House, Socket, config, with_tables};
use serde_json::{Value, json};
use server::{Config, Private};
use table::Span;

/// Starts a private table without house players; its number and its key.
async fn start(client: &Client, book: &str) -> (u32, String) {
    let started = client
        .post(
            "/api/private-tables",
            json!({ "book": book, "house_players": 0 }),
        )
        .await
        .ok();
    let table = u32::try_from(started["table"].as_u64().unwrap()).unwrap();
    (table, started["key"].as_str().unwrap().to_owned())
}

fn arrive(client: &Client) -> Value {
    json!({ "arrive": { "name": client.handle } })
}

async fn watches(client: &Client, table: u32, key: Option<&str>) -> Socket {
    let mut socket = client.socket().await;
    socket
        .say(json!({ "watch": { "table": table, "key": key } }))
        .await;
    socket
}

/// Watches a table, from when it was seen.
async fn sees(client: &Client, table: u32) -> Socket {
    let mut socket = watches(client, table, None).await;
    socket.until("frame").await;
    socket
}

/// The tables in somebody's lobby.
async fn lobby(client: &Client) -> Vec<u64> {
    let lines = client.get("/api/lobby").await.ok();
    lines
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["table"].as_u64().unwrap())
        .collect()
}

async fn until_closed(socket: &mut Socket) {
    let closes = |frame: &Value| {
        frame["events"]
            .as_array()
            .unwrap()
            .iter()
            .any(|event| event["what"] == "closed")
    };
    while !closes(&socket.until("frame").await) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_is_not_there_for_those_who_have_not_its_key() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob) = (house.member("ann").await, house.guest().await);
    let (table, key) = start(&ann, "canberra").await;
    assert_eq!(
        (
            lobby(&ann).await,
            lobby(&bob).await,
            lobby(&house.visitor()).await
        ),
        (vec![1, 2], vec![1], vec![1])
    );
    let other = start(&house.member("cho").await, "canberra").await.1;
    let wrong = [
        String::new(),
        "?key=".to_owned(),
        format!("?key={}", &key[1..]),
        format!("?key={other}"),
    ];
    for path in [
        "",
        "/mine",
        "/advice",
        "/shoe",
        "/shoes/1",
        "/rounds/1",
        "/meter",
    ] {
        let nowhere = bob.get(&format!("/api/tables/99{path}")).await;
        assert_eq!(nowhere.refused(), (404, "not_found".to_owned()), "{path}");
        for query in &wrong {
            let refused = bob.get(&format!("/api/tables/{table}{path}{query}")).await;
            assert_eq!(
                refused.text,
                nowhere.text.replace("99", &table.to_string()),
                "{path}{query}"
            );
        }
    }
    assert_eq!(
        bob.does(table, "1", arrive(&bob)).await.refused(),
        (404, "not_found".to_owned())
    );
    for key in [None, Some(other.as_str())] {
        let mut socket = watches(&bob, table, key).await;
        let refused = socket.until("refused").await;
        assert_eq!(
            (&refused["code"], &refused["table"]),
            (&json!("not_found"), &json!(table))
        );
        assert_eq!(
            socket.does(table, arrive(&bob)).await["refused"]["code"],
            "not_found"
        );
    }
    // Whoever started it, and the staff, need no key.
    assert_ne!(
        ann.get(&format!("/api/tables/{table}")).await.ok()["phase"],
        "closed"
    );
    for role in ["supervisor", "gaming_manager", "inspector"] {
        let staff = house.staff(&format!("the-{}", &role[..3]), &[role]).await;
        assert!(lobby(&staff).await.contains(&u64::from(table)), "{role}");
        staff.get(&format!("/api/tables/{table}")).await.ok();
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_key_watches_sits_and_plays_and_the_round_is_theirs_to_read() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob, cho) = (
        house.member("ann").await,
        house.guest().await,
        house.member("cho").await,
    );
    let (table, key) = start(&ann, "tasmania").await;
    let keyed = format!("?key={key}");
    house
        .visitor()
        .get(&format!("/api/tables/{table}{keyed}"))
        .await
        .ok();
    let mut onlooker = watches(&house.visitor(), table, Some(&key)).await;
    assert_eq!(onlooker.until("frame").await["view"]["id"], table);
    let mut socket = watches(&bob, table, Some(&key)).await;
    let no = Follower::new(table, &bob.handle, 1)
        .round(&mut socket)
        .await;
    let round = format!("/api/tables/{table}/rounds/{no}");
    // Whoever is at a table needs no key for what happened there, also in rounds of others.
    cho.post(
        &format!("/api/tables/{table}/commands{keyed}"),
        json!({ "id": "1", "command": arrive(&cho) }),
    )
    .await
    .ok();
    assert_eq!(
        cho.get(&round).await.ok()["no"],
        no,
        "whoever is at the table"
    );
    assert_ne!(
        cho.get(&format!("/api/tables/{table}/shoes/1"))
            .await
            .refused()
            .1,
        "",
        "there is such a table"
    );
    cho.does(table, "gone", json!("depart")).await.ok();
    bob.does(table, "gone", json!("depart")).await.ok();
    assert_eq!(
        bob.get(&round).await.ok()["no"],
        no,
        "whoever had a wager in it"
    );
    assert_eq!(
        bob.get(&format!("/api/tables/{table}/rounds/{}", no + 1))
            .await
            .refused()
            .0,
        404
    );
    for (who, client) in [("a member", &cho), ("a visitor", &house.visitor())] {
        assert_eq!(
            client.get(&round).await.refused(),
            (404, "not_found".to_owned()),
            "{who}"
        );
        assert_eq!(
            client.get(&format!("{round}{keyed}")).await.ok()["no"],
            no,
            "{who} with the key"
        );
    }
    let ida = house.staff("ida", &["inspector"]).await;
    assert_eq!(ida.get(&round).await.ok()["no"], no, "the staff");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_one_at_a_time_and_the_house_so_many() {
    let private = Private {
        tables: 2,
        ..Private::default()
    };
    let house = House::start(Config {
        private,
        ..config()
    })
    .await;
    let (ann, bob, cho) = (
        house.member("ann").await,
        house.guest().await,
        house.member("cho").await,
    );
    let (first, _) = start(&ann, "sydney").await;
    let mut socket = sees(&ann, first).await;
    let (second, key) = start(&ann, "sydney").await;
    until_closed(&mut socket).await;
    assert_ne!(second, first);
    let (bobs, _) = start(&bob, "canberra").await;
    let too_many = cho
        .post("/api/private-tables", json!({ "book": "sydney" }))
        .await;
    assert_eq!(too_many.refused(), (503, "too_many".to_owned()));
    assert!(
        too_many.text.contains("2 private tables"),
        "{}",
        too_many.text
    );
    bob.post(
        &format!("/api/tables/{second}/commands?key={key}"),
        json!({ "id": "1", "command": arrive(&bob) }),
    )
    .await
    .ok();
    let there = ann
        .post("/api/private-tables", json!({ "book": "sydney" }))
        .await;
    assert_eq!(there.refused(), (409, "conflict".to_owned()));
    assert!(
        there.text.contains(&format!("your private table {second}")),
        "{}",
        there.text
    );
    let own = ann.get("/api/private-tables").await.ok();
    assert_eq!(own, json!([{ "table": second, "key": key }]));
    assert_eq!(bob.get("/api/private-tables").await.ok()[0]["table"], bobs);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_house_does_not_have_is_refused_in_words() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    for (wanted, words) in [
        (json!({ "book": "macau" }), "macau"),
        (json!({ "book": "sydney", "decks": 1 }), "decks"),
        (
            json!({ "book": "sydney", "house_players": 4 }),
            "`house_players` is 4: at a private table it is from 0 to 3",
        ),
        (
            json!({ "book": "sydney", "maximum": 1_000_001 }),
            "at most 10000",
        ),
        (
            json!({ "book": "sydney", "minimum": 5000, "maximum": 1000 }),
            "50",
        ),
        (json!({ "book": "sydney", "colour": "red" }), "colour"),
    ] {
        let refused = ann.post("/api/private-tables", wanted.clone()).await;
        assert_eq!(refused.refused(), (400, "form".to_owned()), "{wanted}");
        assert!(refused.text.contains(words), "{wanted}: {}", refused.text);
    }
    let max = house.staff("max", &["gaming_manager"]).await;
    assert_eq!(
        max.post("/api/private-tables", json!({ "book": "sydney" }))
            .await
            .refused(),
        (403, "not_allowed".to_owned())
    );
    let visitor = house
        .visitor()
        .post("/api/private-tables", json!({ "book": "sydney" }))
        .await;
    assert_eq!(visitor.refused(), (401, "not_signed_in".to_owned()));
    house.stop().await;
    let private = Private {
        tables: 0,
        ..Private::default()
    };
    let house = House::start(Config {
        private,
        ..config()
    })
    .await;
    let ann = house.member("ann").await;
    let none = ann
        .post("/api/private-tables", json!({ "book": "sydney" }))
        .await
        .refused();
    assert_eq!(none, (403, "no_private_tables".to_owned()));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_nobody_uses_is_closed_by_the_house_and_its_rounds_stay() {
    let house = House::start(config()).await;
    let (ann, bob) = (house.member("ann").await, house.guest().await);
    let (table, key) = start(&ann, "sydney").await;
    let mut socket = watches(&bob, table, Some(&key)).await;
    let no = Follower::new(table, &bob.handle, 1)
        .round(&mut socket)
        .await;
    house.advance(Span::minutes(11));
    assert_eq!(
        ann.get("/api/private-tables").await.ok()[0]["table"],
        table,
        "somebody is there"
    );
    bob.does(table, "gone", json!("depart")).await.ok();
    let mut socket = sees(&ann, table).await;
    house.advance(Span::minutes(10));
    until_closed(&mut socket).await;
    let ida = house.staff("ida", &["inspector"]).await;
    let log = ida
        .get(&format!("/api/log?stream=table/{table}"))
        .await
        .ok();
    let last = log["entries"].as_array().unwrap().last().unwrap()["entry"].clone();
    assert_eq!(last["by"], "house", "{last}");
    assert_eq!(
        bob.get(&format!("/api/tables/{table}/rounds/{no}"))
            .await
            .ok()["no"],
        no
    );
    assert_eq!(
        house
            .visitor()
            .get(&format!("/api/tables/{table}/rounds/{no}"))
            .await
            .refused()
            .0,
        404
    );
    // Its number is not given again.
    assert_ne!(start(&ann, "sydney").await.0, table);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_there_as_before_when_the_house_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_in(config(), folder.path(), 1).await;
    let (ann, bob) = (house.member("ann").await, house.guest().await);
    let (first, _) = start(&bob, "canberra").await;
    let mut socket = sees(&bob, first).await;
    house.advance(Span::minutes(10));
    until_closed(&mut socket).await;
    let (table, key) = start(&ann, "sydney").await;
    ann.does(table, "1", arrive(&ann)).await.ok();
    house.stop().await;
    let house = House::start_in(config(), folder.path(), 2).await;
    let (ann, bob) = (
        house.visitor().with_token(&ann.token.unwrap()),
        house.visitor().with_token(&bob.token.unwrap()),
    );
    assert_eq!(
        ann.get("/api/private-tables").await.ok(),
        json!([{ "table": table, "key": key }])
    );
    let view = bob
        .get(&format!("/api/tables/{table}?key={key}"))
        .await
        .ok();
    assert_eq!(view["people"][0]["name"], "ann");
    assert_eq!(
        bob.get(&format!("/api/tables/{table}")).await.refused().0,
        404
    );
    assert_eq!(
        bob.get(&format!("/api/tables/{first}")).await.refused().0,
        404,
        "what was closed stays closed"
    );
    assert_eq!(start(&bob, "sydney").await.0, table + 1);
    let ida = house.staff("ida", &["inspector"]).await;
    let audit = ida
        .post("/api/log/verify", json!({ "replay": true }))
        .await
        .ok();
    assert_eq!(audit["holds"], true, "{audit}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_asked_for_is_within_what_the_house_allows() {
    let private = Private {
        maximum: 2,
        ..Private::default()
    };
    let house = House::start(Config {
        private,
        ..config()
    })
    .await;
    let ann = house.member("ann").await;
    let (table, _) = start(&ann, "sydney").await;
    let sign = ann.get(&format!("/api/tables/{table}")).await.ok()["sign"].clone();
    assert_eq!(
        (&sign["minimum"], &sign["maximum"]),
        (&json!(200), &json!(200))
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_refused_another_table_keeps_the_first() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let (table, _) = start(&ann, "sydney").await;
    ann.does(table, "1", arrive(&ann)).await.ok();
    let wrong = json!({ "book": "sydney", "minimum": 10_000, "maximum": 500 });
    assert_eq!(ann.post("/api/private-tables", wrong).await.status, 400);
    assert_eq!(ann.get("/api/private-tables").await.ok()[0]["table"], table);
    let people = ann.get(&format!("/api/tables/{table}")).await.ok()["people"].clone();
    assert_eq!(
        (people.as_array().unwrap().len(), &people[0]["leaving"]),
        (1, &json!(false)),
        "{people}"
    );
    house.stop().await;
}
