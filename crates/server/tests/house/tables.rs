//! Tables through the socket: whole rounds, watching, resuming, lagging, and everything that must
//! be refused.

use crate::support::{Client, Follower, House, config, with_tables};
use hyper::Method;
use rules::BOOK_IDS;
use serde_json::{Value, json};
use server::{Config, Rate, SocketLimits};
use table::Span;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;

fn arrive(client: &Client) -> Value {
    json!({ "arrive": { "name": client.handle } })
}

fn wager(box_no: u8, cents: u64) -> Value {
    json!({ "lay": { "lay": { "wager": { "box_no": box_no, "amount": cents } } } })
}

fn version(answer: &Value) -> u64 {
    answer["answer"]["answer"]["done"]["version"]
        .as_u64()
        .unwrap_or_else(|| panic!("not done: {answer}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_round_of_each_book_is_played_by_following_what_may_be_done() {
    let house = House::start(with_tables(&BOOK_IDS)).await;
    for (table, book) in (1..).zip(BOOK_IDS) {
        let ann = house.member(&format!("ann-{table}")).await;
        let mut socket = ann.watches(table).await;
        let mut player = Follower::new(table, &ann.handle, 2);
        for _ in 0..3 {
            let no = player.round(&mut socket).await;
            let record = house
                .visitor()
                .get(&format!("/api/tables/{table}/rounds/{no}"))
                .await
                .ok();
            assert_eq!(
                (record["book"].as_str(), record["void"].is_null()),
                (Some(book), true)
            );
        }
        for frame in &player.frames {
            let ended = frame["events"]
                .as_array()
                .unwrap()
                .iter()
                .find_map(|event| event["what"]["round_over"]["no"].as_u64());
            assert_eq!(
                frame["over"]["no"].as_u64(),
                ended,
                "{book}: a round is told once more when it ends"
            );
            let boxes = frame["over"]["boxes"].as_array().into_iter().flatten();
            let hands: Vec<&Value> = boxes
                .flat_map(|each| each["hands"].as_array().unwrap())
                .collect();
            assert_eq!(ended.is_some(), !hands.is_empty(), "{book}");
            for total in hands.iter().map(|hand| &hand["total"]).chain(
                [&frame["over"]["dealer_total"]]
                    .into_iter()
                    .filter(|_| ended.is_some()),
            ) {
                assert!(total["points"].is_u64(), "{book}: {frame}");
            }
        }
        let versions: Vec<u64> = player
            .frames
            .iter()
            .map(|frame| frame["version"].as_u64().unwrap())
            .collect();
        assert!(
            versions.windows(2).all(|pair| pair[1] == pair[0] + 1),
            "{book}: every version once, in order: {versions:?}"
        );
        let rounds = ann.get("/api/me/rounds").await.ok();
        let net: i64 = rounds
            .as_array()
            .unwrap()
            .iter()
            .map(|round| round["net"].as_i64().unwrap())
            .sum();
        let balance = ann.get("/api/me").await.ok()["balance"].as_i64().unwrap();
        assert_eq!(balance, 100_000 + net, "{book}");
        // The last balance that was told is the balance, unless the last round changed nothing
        // after it.
        assert!(!player.balances.is_empty(), "{book}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_share_a_box_and_see_the_same_round() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob) = (house.member("ann").await, house.guest().await);
    let (mut anns, mut bobs) = (ann.watches(1).await, bob.watches(1).await);
    let (mut one, mut other) = (Follower::new(1, "ann", 1), Follower::new(1, &bob.handle, 1));
    (one.hurries, other.hurries) = (false, false);
    let laid = |count: usize| {
        move |frames: &[Value]| {
            let boxes = frames.last()?["view"]["boxes"].as_array()?.clone();
            (boxes[0]["laid"].as_array()?.len() == count).then_some(())
        }
    };
    one.until(&mut anns, laid(1)).await;
    other.until(&mut bobs, laid(2)).await;
    (one.hurries, other.hurries) = (true, true);
    let (first, second) = tokio::join!(one.round(&mut anns), other.round(&mut bobs));
    assert_eq!(first, second);
    let shared = |frames: &[Value]| -> Vec<Value> {
        let began = frames
            .iter()
            .position(|frame| frame["view"]["round"]["no"] == first)
            .unwrap();
        frames[began..].to_vec()
    };
    assert_eq!(
        shared(&one.frames),
        shared(&other.frames),
        "everybody sees the same"
    );
    let record = house
        .visitor()
        .get(&format!("/api/tables/1/rounds/{first}"))
        .await
        .ok();
    let wagers: Vec<(&str, u64)> = record["wagers"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|wager| wager["kind"] == "wager")
        .map(|wager| {
            (
                wager["name"].as_str().unwrap(),
                wager["box_no"].as_u64().unwrap(),
            )
        })
        .collect();
    for name in ["ann", bob.handle.as_str()] {
        assert!(wagers.contains(&(name, 1)), "{name} in {wagers:?}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_lost_the_connection_goes_on_from_the_last_version() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (ann, bob) = (house.member("ann").await, house.member("bob").await);
    let mut socket = ann.watches(1).await;
    let seen = socket.until("frame").await["version"].as_u64().unwrap();
    drop(socket);
    bob.does(1, "1", arrive(&bob)).await.ok();
    bob.does(1, "2", json!({ "sit": { "box_no": 4 } }))
        .await
        .ok();
    let mut socket = ann.socket().await;
    socket
        .say(json!({ "watch": { "table": 1, "from": seen } }))
        .await;
    let (first, second) = (socket.until("frame").await, socket.until("frame").await);
    assert_eq!(
        (first["version"].as_u64(), second["version"].as_u64()),
        (Some(seen + 1), Some(seen + 2))
    );
    assert_eq!(first["events"][0]["what"]["arrived"]["name"], "bob");
    assert!(second["events"][0]["what"]["seated"].is_object());
    assert_eq!(socket.until("private").await["version"], seen + 2);
    // Too long ago, or not yet: the table as it is.
    for _ in 0..40 {
        bob.does(
            1,
            &format!("up-{}", version_of(&house)),
            json!({ "give_up": { "box_no": 4 } }),
        )
        .await
        .ok();
        bob.does(
            1,
            &format!("down-{}", version_of(&house)),
            json!({ "sit": { "box_no": 4 } }),
        )
        .await
        .ok();
    }
    for from in [seen, u64::MAX] {
        let mut socket = ann.socket().await;
        socket
            .say(json!({ "watch": { "table": 1, "from": from } }))
            .await;
        let frame = socket.until("frame").await;
        assert_eq!(frame["version"], version_of(&house));
        assert_eq!(frame["events"], json!([]));
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_to_a_round_is_told_what_happened_in_it() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.until_asked(&mut socket).await;
    let told: Vec<&Value> = player
        .frames
        .iter()
        .flat_map(|frame| frame["events"].as_array().unwrap())
        .collect();
    let began = told
        .iter()
        .rposition(|event| event["what"]["round_began"].is_object())
        .unwrap();
    let of_round: Vec<&Value> = told[began..]
        .iter()
        .filter_map(|event| event["what"].get("round"))
        .collect();
    assert!(of_round.len() > 3, "{of_round:?}");
    let come = house.visitor().watches(1).await.until("frame").await;
    assert_eq!(
        (&come["earlier"], &come["events"]),
        (&json!(of_round), &json!([]))
    );
    for frame in &player.frames {
        assert_eq!(
            frame["earlier"],
            json!([]),
            "whoever was there was told when it happened"
        );
    }
    house.stop().await;
}

fn version_of(house: &House) -> u64 {
    house
        .running
        .table(ledger::TableId(1))
        .unwrap()
        .latest()
        .host
        .version()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_who_does_not_read_hurts_nobody_and_finds_the_table_as_it_is() {
    let house = House::start(with_tables(&["sydney"])).await;
    let bob = house.member("bob").await;
    let slow = TcpSocket::new_v4().unwrap();
    slow.set_recv_buffer_size(4096).unwrap();
    let mut slow = house
        .visitor()
        .socket_on(slow.connect(house.address).await.unwrap())
        .await;
    slow.say(json!({ "watch": { "table": 1, "from": null } }))
        .await;
    slow.until("frame").await;
    let handle = house.running.table(ledger::TableId(1)).unwrap();
    let by = desk::By::Person(ledger::PlayerId(bob.person));
    let command = |value: Value| serde_json::from_value::<table::Command>(value).unwrap();
    handle.ask(by, None, command(arrive(&bob))).await.unwrap();
    // Far more than any buffer between them holds.
    for _ in 0..3000 {
        handle
            .ask(by, None, command(json!({ "sit": { "box_no": 4 } })))
            .await
            .unwrap();
        handle
            .ask(by, None, command(json!({ "give_up": { "box_no": 4 } })))
            .await
            .unwrap();
    }
    let last = version_of(&house);
    let mut versions = Vec::new();
    while versions.last() != Some(&last) {
        versions.push(slow.until("frame").await["version"].as_u64().unwrap());
    }
    assert!(
        versions.len() < 6000,
        "what did not fit was left out: {}",
        versions.len()
    );
    assert!(
        versions.windows(2).all(|pair| pair[0] < pair[1]),
        "nothing old comes after something new"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_meant_for_a_round_that_is_over_is_refused_in_the_next() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.until_asked(&mut socket).await;
    let rounds = house
        .running
        .table(ledger::TableId(1))
        .unwrap()
        .latest()
        .host
        .table()
        .rounds();
    let stand =
        json!({ "choose": { "choice": { "stand": { "hand": { "box_no": 1, "hand": 0 } } } } });
    let supervisor = house.staff("sue", &["supervisor"]).await;
    let void = |rounds: u64, id: &str| {
        json!({
            "id": id,
            "rounds": rounds,
            "command": { "void_round": { "why": "a card fell" } },
        })
    };
    for (meant, id) in [(rounds - 1, "early"), (rounds + 1, "later")] {
        socket
            .say(json!({ "do": { "id": id, "table": 1, "rounds": meant, "command": stand } }))
            .await;
        assert_eq!(socket.until("refused").await["code"], "late");
        let reply = supervisor
            .post("/api/tables/1/commands", void(meant, id))
            .await;
        assert_eq!(reply.refused(), (409, "late".to_owned()));
    }
    // What was refused stays refused under its name, and what was done is answered so when its
    // round is over too.
    let again = supervisor
        .post("/api/tables/1/commands", void(rounds, "early"))
        .await;
    assert_eq!(again.refused(), (409, "late".to_owned()));
    let done = supervisor
        .post("/api/tables/1/commands", void(rounds, "now"))
        .await
        .ok();
    assert!(done["done"].is_object(), "{done}");
    let mut player = Follower::new(1, "ann", 1);
    let mut socket = ann.watches(1).await;
    player.until_asked(&mut socket).await;
    assert_eq!(
        supervisor
            .post("/api/tables/1/commands", void(rounds, "now"))
            .await
            .ok(),
        done
    );
    house.stop().await;
}

/// On one thread both are there when the table looks: that time is up, and a decision that came
/// after.
#[tokio::test]
async fn time_that_is_up_goes_before_whatever_is_asked_for() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    Follower::new(1, "ann", 1).until_asked(&mut socket).await;
    let table = house.running.table(ledger::TableId(1)).unwrap();
    let rounds = table.latest().host.table().rounds();
    let stand = json!({ "stand": { "hand": { "box_no": 1, "hand": 0 } } });
    let command = table::Command::Choose {
        choice: serde_json::from_value(stand).unwrap(),
    };
    house.advance(Span::minutes(5));
    let answer = table
        .ask_for(
            desk::By::Person(ledger::PlayerId(ann.person)),
            None,
            Some(rounds),
            command,
        )
        .await;
    assert!(
        !answer
            .as_ref()
            .is_ok_and(|answer| answer["done"].is_object()),
        "{answer:?}"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_client_can_read_what_was_done_is_told_as_done() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    for (id, accepts) in [
        ("1", "identity;q=0"),
        ("2", "*;q=0"),
        ("3", "gzip, *; q=0.000"),
        ("4", "gzip"),
    ] {
        let body = json!({ "id": id, "amount": 100 }).to_string();
        let headers = [
            ("accept-encoding", accepts),
            ("content-type", "application/json"),
        ];
        let reply = ann
            .raw(Method::POST, "/api/me/cash-out", body, &headers)
            .await;
        assert!(reply.status.is_success(), "{accepts}: {}", reply.status);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_read_is_refused_with_what_would_be_right() {
    let house = House::start(config()).await;
    let mut socket = house.visitor().socket().await;
    let form = "a message is \"ping\", or an object with one field: `do`, `watch` or `unwatch`";
    for (text, error) in [
        ("{}", form),
        ("[]", form),
        ("null", form),
        (r#"{"watch":{"table":1},"unwatch":{"table":1}}"#, form),
        (
            r#"{"watch":{"table":1,"from":-1}}"#,
            "watch.from: invalid value: integer `-1`, expected u64 at line 1 column 29",
        ),
        (r#""ping" "ping""#, "trailing characters at line 1 column 8"),
    ] {
        socket.send(Message::text(text)).await;
        assert_eq!(socket.until("refused").await["error"], error, "{text}");
    }
    let [plain, long] = [
        ("text/plain", "{}".to_owned()),
        ("application/json", format!("\"{}\"", "x".repeat(70_000))),
    ];
    for ((kind, body), error) in [
        (plain, "`content-type: application/json`"),
        (long, "it is longer than 64 KiB"),
    ] {
        let reply = house
            .visitor()
            .raw(
                Method::POST,
                "/api/register",
                body,
                &[("content-type", kind)],
            )
            .await;
        assert!(
            reply.status.is_client_error() && reply.text.contains(error),
            "{}",
            reply.text
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_read_is_refused_and_the_connection_goes_on() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.socket().await;
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    for text in [
        "",
        "hello",
        "{",
        "null",
        "[]",
        r#"{"do": {}}"#,
        r#"{"dance": {"table": 1}}"#,
        r#"{"watch": {"table": "one"}}"#,
        r#"{"watch": {"table": -1}}"#,
        r#"{"watch": {"table": 4294967296}}"#,
        r#"{"watch": {"table": 1, "quickly": true}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": "win"}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": {"sit": {"box_no": 0}}}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": {"sit": {"box_no": 1, "for": "bob"}}}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": {"lay": {"lay": {"wager": {"box_no": 1, "amount": -500}}}}}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": {"lay": {"lay": {"wager": {"box_no": 1, "amount": 5.5}}}}}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": {"lay": {"lay": {"wager": {"box_no": 1, "amount": 1e300}}}}}}"#,
        r#"{"do": {"id": "1", "table": 1, "command": {"choose": {"choice": {"stand": {"hand": {"box_no": 1, "hand": 256}}}}}}}"#,
        &deep,
    ] {
        socket.send(Message::text(text)).await;
        assert_eq!(
            socket.until("refused").await["code"],
            "form",
            "{}",
            &text[..text.len().min(80)]
        );
    }
    socket.send(Message::binary(vec![0, 1, 2])).await;
    assert_eq!(socket.until("refused").await["code"], "form");
    socket.say(json!("ping")).await;
    socket.until("pong").await;
    for id in ["", "é", "a\nb", &"x".repeat(65)] {
        let answer = socket.does_as(id, 1, arrive(&ann)).await;
        assert_eq!(answer["refused"]["code"], "id", "{id}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_large_ends_the_connection_with_the_reason() {
    let house = House::start(with_tables(&["sydney"])).await;
    for size in [16 * 1024 + 1, 100 * 1024, 5 * 1024 * 1024] {
        let mut socket = house.visitor().socket().await;
        socket.send(Message::text("x".repeat(size))).await;
        let (code, _) = socket.closed().await;
        // Where the server stops reading in mid-message, the reason may be lost on the way.
        assert!(
            code == 1009 || size > 64 * 1024 && code == 0,
            "{size}: {code}"
        );
    }
    let mut socket = house.visitor().socket().await;
    socket
        .send(Message::text(format!("\"{}\"", "x".repeat(16 * 1024 - 2))))
        .await;
    assert_eq!(
        socket.until("refused").await["code"],
        "form",
        "as large as may be is read"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_come_at_a_rate() {
    let rate = Rate {
        messages: 1,
        burst: 5,
        ..Rate::default()
    };
    let house = House::start(Config { rate, ..config() }).await;
    let mut socket = house.visitor().socket().await;
    for _ in 0..5 {
        socket.say(json!("ping")).await;
        socket.until("pong").await;
    }
    socket
        .say(json!({ "do": { "id": "late", "table": 1, "command": "ready" } }))
        .await;
    let refused = socket.until("refused").await;
    assert_eq!(
        (&refused["code"], &refused["id"]),
        (&json!("too_often"), &json!("late")),
        "one can tell which it was"
    );
    house.advance(Span::seconds(1));
    socket.say(json!("ping")).await;
    socket.until("pong").await;
    for _ in 0..=100 {
        socket.say(json!("ping")).await;
    }
    assert_eq!(socket.closed().await.0, 1008);
    // What is no message at all counts too.
    let mut socket = house.visitor().socket().await;
    for _ in 0..=110 {
        socket.send(Message::binary(vec![1])).await;
    }
    assert_eq!(socket.closed().await.0, 1008);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_comes_again_is_answered_as_the_first_time_and_not_done_again() {
    let house = House::start(with_tables(&["sydney", "canberra"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.socket().await;
    socket.does_as("a", 1, arrive(&ann)).await;
    socket.does_as("b", 2, arrive(&ann)).await;
    let first = socket.does_as("w", 1, wager(1, 2500)).await;
    let done = version(&first);
    assert_eq!(version(&socket.does_as("w", 1, wager(1, 2500)).await), done);
    // Also from another connection of the same person, by HTTP, and in another session.
    let by_http = ann.does(1, "w", wager(1, 2500)).await.ok();
    assert_eq!(by_http["done"]["version"], done);
    let session = house
        .visitor()
        .enters("/api/sign-in", Some(crate::support::credentials("ann")))
        .await;
    assert_eq!(
        session.does(1, "w", wager(1, 2500)).await.ok()["done"]["version"],
        done
    );
    assert_eq!(
        ann.get("/api/me").await.ok()["at_stake"],
        2500,
        "it lies there once"
    );
    // The same name for anything else is refused: another amount, another table.
    assert_eq!(
        socket.does_as("w", 1, wager(1, 5000)).await["refused"]["code"],
        "id_reused"
    );
    assert_eq!(
        socket.does_as("w", 2, wager(1, 2500)).await["refused"]["code"],
        "id_reused"
    );
    assert_eq!(
        ann.does(2, "w", wager(1, 2500)).await.refused(),
        (409, "id_reused".to_owned())
    );
    assert_eq!(ann.get("/api/me").await.ok()["at_stake"], 2500);
    // A refusal is remembered too.
    let early = socket.does_as("r", 1, json!("withdraw_from_round")).await;
    let refused = early["answer"]["answer"]["refused"].clone();
    assert!(refused["why"].is_string(), "{early}");
    assert_eq!(
        socket.does_as("r", 1, json!("withdraw_from_round")).await["answer"]["answer"]["refused"],
        refused
    );
    // Another person's names are that person's own.
    let bob = house.member("bob").await;
    bob.does(1, "a", arrive(&bob)).await.ok();
    let bobs = bob.does(1, "w", wager(2, 2500)).await.ok();
    assert_eq!(bobs["done"]["version"], version_of(&house));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_out_of_order_to_another_table_or_in_anothers_name_do_nothing() {
    let house = House::start(with_tables(&["sydney", "canberra"])).await;
    let (ann, bob) = (house.member("ann").await, house.member("bob").await);
    let mut socket = ann.socket().await;
    let reason = |answer: &Value| answer["answer"]["answer"]["refused"]["reason"].clone();
    // What follows comes before what it follows.
    assert_eq!(
        reason(&socket.does(1, json!("ready")).await),
        "not_at_table"
    );
    assert_eq!(reason(&socket.does(1, wager(1, 500)).await), "not_at_table");
    let before = version_of(&house);
    version(&socket.does(1, arrive(&ann)).await);
    assert_eq!(version_of(&house), before + 1);
    assert_eq!(
        reason(&socket.does(1, json!("ready")).await),
        "nothing_laid"
    );
    let stand =
        json!({ "choose": { "choice": { "stand": { "hand": { "box_no": 1, "hand": 0 } } } } });
    assert_eq!(
        reason(&socket.does(1, stand.clone()).await),
        "no_round_under_way"
    );
    // At the other table she is not.
    assert_eq!(reason(&socket.does(2, wager(1, 500)).await), "not_at_table");
    assert_eq!(
        socket.does(9, arrive(&ann)).await["refused"]["code"],
        "not_found"
    );
    // In somebody else's name, or as somebody of the house.
    assert_eq!(
        socket.does(2, arrive(&bob)).await["refused"]["code"],
        "form"
    );
    for command in [
        json!("tick"),
        json!("open"),
        json!({ "deal": { "draw": { "card": "As" } } }),
        json!({ "void_round": { "why": "x" } }),
    ] {
        assert_eq!(
            socket.does(1, command.clone()).await["refused"]["code"],
            "not_allowed",
            "{command}"
        );
    }
    let mut visitor = house.visitor().watches(1).await;
    assert_eq!(
        visitor.does(1, arrive(&ann)).await["refused"]["code"],
        "not_signed_in"
    );
    assert_eq!(version_of(&house), before + 1, "nothing of it happened");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_comes_late_acts_on_no_other_hand() {
    let house = House::start(with_tables(&["tasmania"])).await;
    let ann = house.member("ann").await;
    let mut socket = ann.watches(1).await;
    let mut player = Follower::new(1, "ann", 1);
    player.round(&mut socket).await;
    let before = version_of(&house);
    let stand =
        json!({ "choose": { "choice": { "stand": { "hand": { "box_no": 1, "hand": 0 } } } } });
    let late = ann.does(1, "late", stand).await.ok();
    assert_eq!(late["refused"]["reason"], "no_round_under_way");
    assert_eq!(version_of(&house), before);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn onlookers_see_what_everybody_sees_and_nothing_of_anybodys_own() {
    let house = House::start(config()).await;
    let max = house.staff("max", &["gaming_manager"]).await;
    max.post(
        "/api/tables",
        json!({ "book": "sydney", "faces": "down", "player_cards": "not_asked" }),
    )
    .await
    .ok();
    max.does(1, "open", json!("open")).await.ok();
    let ann = house.member("ann").await;
    let (mut anns, mut onlooker) = (ann.watches(1).await, house.visitor().watches(1).await);
    let mut player = Follower::new(1, "ann", 1);
    let no = player.round(&mut anns).await;
    let mut over = false;
    let mut down = 0;
    while !over {
        let message = onlooker.next().await.unwrap();
        assert!(
            message.get("private").is_none() && message.get("balance").is_none(),
            "{message}"
        );
        let Some(frame) = message.get("frame") else {
            continue;
        };
        let events = frame["events"].as_array().unwrap();
        over = events
            .iter()
            .any(|event| event["what"]["round_over"]["no"] == no);
        let open = frame["view"]["round"].is_object();
        let dealt = events
            .iter()
            .map(|event| &event["what"]["round"]["what"]["dealt"])
            .filter(|dealt| dealt.is_object());
        for dealt in dealt.filter(|_| open) {
            assert_ne!(
                dealt["face"], "down",
                "a card that lies face down is nobody's business: {dealt}"
            );
        }
        down += frame["view"]["round"]["boxes"]
            .to_string()
            .matches("\"down\"")
            .count();
    }
    assert!(down > 0, "cards did lie face down");
    let mine = player.frames.len();
    assert!(mine > 3);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_peer_is_given_up_and_a_living_one_is_not() {
    let house = House::start(config()).await;
    let mut living = house.visitor().socket().await;
    let mut dead = house.visitor().socket().await;
    // Whoever is greeted is looked after from then on.
    living.until("hello").await;
    dead.until("hello").await;
    let mut dead = dead.stream.into_inner();
    let ping = [0x89, 0x00];
    let mut heard = Vec::new();
    for _ in 0..2 {
        house.advance(Span::seconds(30));
        living.pinged().await;
        // The answer to the ping goes out before this is answered.
        living.say(json!("ping")).await;
        living.until("pong").await;
        while !heard.ends_with(&ping) {
            heard.push(dead.read_u8().await.unwrap());
        }
        heard.clear();
    }
    house.advance(Span::seconds(30));
    dead.read_to_end(&mut heard).await.unwrap();
    let (code, reason) = heard[2..].split_at(2);
    assert_eq!(
        (heard[0], u16::from_be_bytes([code[0], code[1]])),
        (0x88, 4408),
        "{}",
        String::from_utf8_lossy(reason)
    );
    living.pinged().await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_or_sleeps_ends_its_connections() {
    let house = House::start(with_tables(&["sydney"])).await;
    let ann = house.member("ann").await;
    let (mut one, mut other) = (ann.socket().await, house.member("bob").await.socket().await);
    ann.post("/api/sign-out", Value::Null).await.ok();
    let (code, reason) = one.closed().await;
    assert_eq!(code, 4401);
    assert!(reason.contains("sign in"), "{reason}");
    other.say(json!("ping")).await;
    other.until("pong").await;
    house.advance(Span::minutes(31));
    let (code, reason) = other.closed().await;
    assert_eq!(code, 4401);
    assert!(reason.contains("password"), "{reason}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_sockets_are_opened_than_there_may_be() {
    let sockets = SocketLimits {
        most: 3,
        per_address: 3,
        per_session: 1,
    };
    let house = House::start(Config {
        sockets,
        ..config()
    })
    .await;
    let ann = house.member("ann").await;
    let first = ann.socket().await;
    assert_eq!(
        ann.try_socket(&[]).await.err(),
        Some((429, "too_many".to_owned()))
    );
    let (_second, third) = (
        house.visitor().socket().await,
        house.visitor().socket().await,
    );
    assert_eq!(
        house.visitor().try_socket(&[]).await.err(),
        Some((503, "too_many".to_owned()))
    );
    drop((first, third));
    // The places are free once the server has seen that nobody is there.
    while house.visitor().try_socket(&[]).await.is_err() {}
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_figures_are_told() {
    let house = House::start(with_tables(&["sydney"])).await;
    let health = house.visitor().get("/health").await.ok();
    assert_eq!(
        (health["ok"].as_bool(), health["tables"].as_u64()),
        (Some(true), Some(1))
    );
    let _socket = house.visitor().socket().await;
    let figures = house.visitor().get("/metrics").await;
    assert!(figures.status.is_success());
    for name in [
        "pontoon_sockets",
        "pontoon_tables_open",
        "pontoon_journal_groups",
        "pontoon_journal_batches",
    ] {
        let figure = figures
            .text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        assert!(
            figure.is_some_and(|figure| figure >= 1.0),
            "{name}: {figure:?}"
        );
    }
    let head = house
        .visitor()
        .raw(Method::HEAD, "/health", String::new(), &[])
        .await;
    assert!(head.status.is_success() && head.text.is_empty());
    house.stop().await;
}

/// What is not HTTP at all is not answered, and hurts nobody.
#[tokio::test(flavor = "multi_thread")]
async fn noise_on_the_line_hurts_nobody() {
    let house = House::start(config()).await;
    for noise in [
        &b"\x16\x03\x01\x02\x00"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /api/lobby HTTP/1.1\r\nHost: \xff\r\n\r\n",
        &[0; 70_000],
    ] {
        let mut stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
        let _ = stream.write_all(noise).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
    }
    house.visitor().get("/api/lobby").await.ok();
    house.stop().await;
}
