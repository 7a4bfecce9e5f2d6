//! What a house really says, on a socket and over HTTP, is of the types that the web client has.

#[path = "../../server/tests/house/support/mod.rs"]
mod support;

use rules::BOOK_IDS;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use support::{Client, Follower, House, with_tables};
use table::Span;
use wire::Wire;

/// A value is of a type; `[]` behind its name means a list of them, which must not be empty.
fn check(wire: &Wire, ty: &str, value: &Value) {
    let fits = |name: &str, value: &Value| {
        wire.fits(name, value)
            .unwrap_or_else(|misfit| panic!("{misfit}: {value}"))
    };
    match ty.strip_suffix("[]") {
        Some(each) => {
            let all = value.as_array().unwrap_or_else(|| panic!("{ty}: {value}"));
            assert!(!all.is_empty(), "no {each} to look at");
            all.iter().for_each(|value| fits(each, value));
        }
        None => fits(ty, value),
    }
}

/// Somebody who asks, and what they are told is looked at.
struct Asking<'a> {
    wire: &'a Wire,
    client: Client,
}

impl Asking<'_> {
    async fn get(&self, path: &str, answer: &str) -> Value {
        let told = self.client.get(path).await.ok();
        check(self.wire, answer, &told);
        told
    }

    async fn post(&self, path: &str, (ty, body): (&str, Value), answer: &str) -> Value {
        check(self.wire, ty, &body);
        let told = self.client.post(path, body).await.ok();
        check(self.wire, answer, &told);
        told
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_on_a_socket_is_of_its_type() {
    let wire = Wire::gather().unwrap();
    let house = House::start(with_tables(&BOOK_IDS)).await;
    let mut kinds = BTreeSet::new();
    for (table, _) in (1..).zip(BOOK_IDS) {
        let ann = house.member(&format!("ann-{table}")).await;
        ann.post(
            "/api/me/limits",
            json!({ "changes": [{ "reality_every": 300_000 }] }),
        )
        .await
        .ok();
        let mut socket = ann.watches(table).await;
        let mut player = Follower::new(table, &ann.handle, 2);
        player.also_on = Some("pairs");
        for _ in 0..4 {
            player.round(&mut socket).await;
        }
        socket.say(json!("ping")).await;
        socket.until("pong").await;
        socket.does(table, json!({ "sit": { "box_no": 2 } })).await;
        house.advance(Span::minutes(5));
        socket.until("reality").await;
        socket
            .does(
                table,
                json!({ "lay": { "lay": { "wager": { "box_no": 2, "amount": 500 } } } }),
            )
            .await;
        socket.say(json!({ "unwatch": { "table": table } })).await;
        for said in &socket.said {
            check(&wire, "ClientSays", said);
        }
        for heard in &socket.heard {
            check(&wire, "ServerSays", heard);
            kinds.extend(heard.as_object().unwrap().keys().cloned());
        }
    }
    let all = [
        "answer", "balance", "frame", "hello", "pong", "private", "reality", "refused",
    ];
    assert_eq!(
        kinds.iter().map(String::as_str).collect::<Vec<_>>(),
        all,
        "every kind of message was looked at"
    );
    // And so is what the log says of all these rounds.
    let ivy = Asking {
        wire: &wire,
        client: house.staff("ivy", &["inspector"]).await,
    };
    let log = ivy.get("/api/log?most=1000", "Page").await;
    assert!(
        log["entries"]
            .as_array()
            .is_some_and(|entries| entries.len() > 100),
        "the rounds are in it"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_players_ask_for_and_are_told_over_http_is_of_its_type() {
    let wire = Wire::gather().unwrap();
    let house = House::start(with_tables(&BOOK_IDS)).await;
    let visitor = Asking {
        wire: &wire,
        client: house.visitor(),
    };
    let name = json!({ "handle": "ann", "password": support::PASSWORD });
    let opened = visitor
        .post("/api/register", ("Credentials", name), "Opened")
        .await;
    let mut client = house
        .visitor()
        .with_token(opened["token"].as_str().unwrap());
    client.handle = "ann".to_owned();
    let mut socket = client.watches(1).await;
    let no = Follower::new(1, "ann", 1).round(&mut socket).await;
    let ann = Asking {
        wire: &wire,
        client,
    };

    ann.get("/api/me", "Me").await;
    ann.get("/api/me/sessions", "OwnSession[]").await;
    ann.post(
        "/api/me/limits",
        (
            "LimitsWanted",
            json!({ "changes": [{ "loss_a_day": 5000 }] }),
        ),
        "LimitSet[]",
    )
    .await;
    ann.post(
        "/api/me/limits",
        (
            "LimitsWanted",
            json!({ "changes": [{ "loss_a_day": null }] }),
        ),
        "LimitSet[]",
    )
    .await;
    ann.get("/api/me/limits", "OwnLimits").await;
    ann.get("/api/me/reality", "RealityCheck").await;
    ann.post(
        "/api/me/cash-out",
        ("CashOut", json!({ "id": "out", "amount": 500 })),
        "MovedMoney",
    )
    .await;
    ann.get("/api/me/statement", "Statement").await;
    let enough = json!({ "id": "enough" });
    check(&wire, "TopUpWanted", &enough);
    check(
        &wire,
        "ErrorBody",
        &ann.client.post("/api/tables/1/top-up", enough).await.json(),
    );
    ann.get("/api/me/rounds", "Recalled[]").await;
    ann.get("/api/tables/1/mine", "PrivateView").await;
    let sit = json!({ "id": "sit", "command": { "sit": { "box_no": 1 } } });
    ann.post("/api/tables/1/commands", ("Asked", sit), "TableAnswer")
        .await;
    check(
        &wire,
        "ErrorBody",
        &ann.client.get("/api/tables/99").await.json(),
    );

    visitor.get("/api/lobby", "TableLine[]").await;
    visitor.get("/api/tables/1", "TableView").await;
    visitor.get("/api/tables/1/shoe", "ShoeRecord").await;
    visitor
        .get(&format!("/api/tables/1/rounds/{no}"), "RoundRecord")
        .await;
    visitor.get("/api/meters", "MeterPage[]").await;
    visitor.get("/api/books", "BookLine[]").await;
    visitor.get("/api/books/sydney", "BookPage").await;
    visitor
        .get("/api/books/sydney/clauses", "ClauseLine[]")
        .await;
    visitor
        .get("/api/books/sydney/compare/adelaide", "DifferenceLine[]")
        .await;
    let question = json!({ "book": "sydney", "decks": 6 });
    visitor
        .post(
            "/api/analysis/chart",
            ("Question", question.clone()),
            "ChartPage",
        )
        .await;
    visitor
        .post("/api/analysis/edge", ("Question", question), "Edge")
        .await;
    visitor.get("/health", "Health").await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_staff_ask_for_and_are_told_over_http_is_of_its_type() {
    let wire = Wire::gather().unwrap();
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let asking = |client: Client| Asking {
        wire: &wire,
        client,
    };
    let admin = asking(house.administrator().await);
    let new = json!({ "handle": "sue", "password": "given by the house", "roles": ["supervisor"] });
    admin
        .post("/api/staff", ("NewStaff", new), "NewPerson")
        .await;
    admin.get("/api/people", "PersonLine[]").await;
    admin
        .get(&format!("/api/people/{}", ann.person), "PersonPage")
        .await;

    let max = asking(house.staff("max", &["gaming_manager"]).await);
    max.post(
        "/api/tables",
        (
            "NewTable",
            json!({ "book": "adelaide", "decks": 8, "faces": "up" }),
        ),
        "Founded",
    )
    .await;
    max.post(
        "/api/incidents",
        ("NewIncident", json!({ "table": 1, "what": "a card fell" })),
        "Noted",
    )
    .await;
    max.get("/api/incidents", "IncidentLine[]").await;
    let credit = json!({ "id": "gift", "amount": 5000, "why": "a test" });
    max.post(
        &format!("/api/people/{}/credit", ann.person),
        ("Credit", credit),
        "MovedMoney",
    )
    .await;
    max.get(
        &format!("/api/people/{}/statement", ann.person),
        "Statement",
    )
    .await;

    let ivy = asking(house.staff("ivy", &["inspector"]).await);
    ivy.get("/api/log", "Page").await;
    ivy.post(
        "/api/log/verify",
        ("Verification", json!({ "replay": true })),
        "Audit",
    )
    .await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_body_and_answer_in_the_description_of_the_api_has_a_type() {
    let wire = Wire::gather().unwrap();
    let house = House::start(support::config()).await;
    let description = house.visitor().get("/api/openapi.json").await.ok();
    let schemas = description["components"]["schemas"].as_object().unwrap();
    assert!(schemas.len() > 50, "only {} are described", schemas.len());
    for name in schemas.keys() {
        assert!(
            wire.shape(name).is_some(),
            "{name} has no type: name it in the server's `wire.rs` and derive it"
        );
    }
    house.stop().await;
}
