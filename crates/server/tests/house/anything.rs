//! No text and no command makes the server panic.

use crate::support::{Client, House, config, with_tables};
use proptest::prelude::*;
use serde_json::{Value, json};
use server::{Refused, Running, Say, read_as_everything};
use std::sync::Arc;

/// Texts that mean something, to be taken apart.
const TEXTS: [&str; 20] = [
    r#"{"do":{"id":"1","table":1,"command":{"lay":{"lay":{"wager":{"box_no":1,"amount":500}}}}}}"#,
    r#"{"do":{"id":"1","table":1,"command":{"choose":{"choice":{"double":{"hand":{"box_no":1,"hand":0},"amount":500}}}}}}"#,
    r#"{"watch":{"table":1,"from":null}}"#,
    r#"{"unwatch":{"table":1}}"#,
    r#""ping""#,
    r#"{"handle":"ann","password":"a few plain words"}"#,
    r#"{"password":"a few plain words"}"#,
    r#"{"old":"a few plain words","new":"other plain words"}"#,
    r#"{"changes":[{"loss_a_day":5000},{"one_wager":null},{"reality_every":300000}]}"#,
    r#"{"for":{"hours":48}}"#,
    r#"{"id":"1","amount":500}"#,
    r#"{"id":"1","command":"ready"}"#,
    r#"{"book":"sydney","set":[["resplit-co-bettor","first-binds"]],"decks":4,"faces":"down"}"#,
    r#"{"table":1,"what":"a card fell"}"#,
    r#"{"handle":"sue","password":"a few plain words","roles":["dealer"]}"#,
    r#"{"role":"dealer"}"#,
    r#"{"id":"1","amount":500,"why":"regret"}"#,
    r#"{"id":"1","net":-500,"why":"paid twice"}"#,
    r#"{"replay":true}"#,
    r#"{"book":"canberra","decks":8,"wager":2500,"set":{"dealer.soft-17":"stands"}}"#,
];

#[test]
fn the_texts_are_what_they_look_like() {
    for text in TEXTS {
        assert!(read_as_everything(text) >= 1, "{text}");
    }
}

/// A text that nearly means something.
fn nearly() -> impl Strategy<Value = String> {
    let text = prop::sample::select(TEXTS.to_vec());
    (
        text,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        "[\\x00-\\x7f]{0,4}",
    )
        .prop_map(|(text, one, other, new)| {
            let (one, other) = (one.index(text.len() + 1), other.index(text.len() + 1));
            let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 8));
            format!("{}{new}{}", &text[..from], &text[to..])
        })
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        read_as_everything(&text);
    }

    #[test]
    fn any_text_that_nearly_means_something_is_read_or_refused(text in nearly()) {
        read_as_everything(&text);
    }

    #[test]
    fn numbers_of_any_size_are_read_or_refused(number in prop_oneof![
        any::<u64>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        Just("1e999".to_owned()),
        Just("9007199254740993".to_owned()),
    ]) {
        for text in TEXTS {
            read_as_everything(&text.replace("500", &number).replace(":1", &format!(":{number}")));
        }
    }
}

/// Every command there is, with whatever numbers.
fn command(kind: usize, small: u8, amount: u64, word: &str, person: u32) -> Value {
    let hand = json!({ "box_no": small % 9, "hand": small % 5 });
    let box_no = small % 9;
    let choices = [
        json!({ "wager": { "box_no": box_no, "amount": amount, "seated": true } }),
        json!({ "side_wager": { "box_no": box_no, "side": "pairs", "amount": amount } }),
        json!({ "decline_control": { "box_no": box_no } }),
        json!({ "insure": { "box_no": box_no, "amount": amount } }),
        json!({ "no_insurance": { "box_no": box_no } }),
        json!({ "take_insurance": { "box_no": box_no, "of": small, "amount": amount } }),
        json!("no_more_insurance"),
        json!({ "press": { "box_no": box_no } }),
        json!({ "nominate": { "box_no": box_no, "nominee": small } }),
        json!({ "surrender": { "box_no": box_no } }),
        json!({ "no_surrender": { "box_no": box_no } }),
        json!({ "stand": { "hand": hand } }),
        json!({ "draw": { "hand": hand } }),
        json!({ "double": { "hand": hand, "amount": amount } }),
        json!({ "no_double": { "hand": hand } }),
        json!({ "split": { "hand": hand } }),
        json!({ "stay_on_first": { "hand": hand } }),
        json!({ "forfeit": { "hand": hand } }),
        json!({ "no_forfeit": { "hand": hand } }),
    ];
    let sign = json!({
        "minimum": amount, "maximum": amount.saturating_mul(u64::from(small)), "chip": small, "multiples": small.is_multiple_of(2),
        "pairs": null, "pairs_compulsory": false, "pandemonium": [1, amount], "bettors": small,
    });
    let all = [
        json!("open"),
        json!({ "announce_closing": { "last_rounds": small.is_multiple_of(2) } }),
        json!("close"),
        json!({ "set_sign": { "sign": sign, "newcomers": small.is_multiple_of(2) } }),
        json!({ "set_maximum": { "box_no": box_no, "maximum": amount } }),
        json!({ "reserve": { "box_no": box_no, "player": person } }),
        json!({ "restrict": { "player": person, "held": "late" } }),
        json!({ "refuse_several": { "player": person, "refused": small.is_multiple_of(2) } }),
        json!("withdraw_from_round"),
        json!({ "refuse_wager": { "player": person, "box_no": box_no } }),
        json!({ "vacate": { "box_no": box_no } }),
        json!("order_shuffle"),
        json!({ "void_round": { "why": word } }),
        json!({ "arrive": { "name": word } }),
        json!("depart"),
        json!({ "sit": { "box_no": box_no } }),
        json!({ "give_up": { "box_no": box_no } }),
        json!({ "lay": { "lay": { "wager": { "box_no": box_no, "amount": amount } } } }),
        json!({
            "lay": { "lay": { "side": { "box_no": box_no, "side": "pandemonium", "amount": amount } } },
        }),
        json!({ "lay": { "lay": { "decline_control": { "box_no": box_no } } } }),
        json!({ "withdraw": { "box_no": box_no } }),
        json!("ready"),
        json!({ "cut": { "place": amount } }),
        json!("refuse_cut"),
        json!({ "give_seed": { "seed": word } }),
        json!({ "shuffled": { "seal": word } }),
        json!({ "cut_by_house": { "place": amount } }),
        json!({ "seed_by_house": { "seed": word } }),
        json!({ "deal": { "draw": { "multiplier": small } } }),
        json!({ "deal": { "draw": "joker" } }),
        json!("tick"),
        json!("restarted"),
        json!({ "choose": { "choice": choices[usize::from(small) % choices.len()] } }),
    ];
    all[kind % all.len()].clone()
}

/// A number that is small, usual or at an edge.
fn amount() -> impl Strategy<Value = u64> {
    prop_oneof![
        0_u64..200,
        Just(500),
        Just(2500),
        Just(100_000),
        Just(u64::from(u32::MAX)),
        Just((1 << 53) - 1),
        Just(1 << 53),
        Just(u64::MAX)
    ]
}

async fn put(running: &Arc<Running>, by: desk::By, table: u32, value: &Value) {
    let Ok(Say::Do { command, .. }) =
        Say::read(&json!({ "do": { "id": "1", "table": table, "command": value } }).to_string())
    else {
        return;
    };
    let answer = running
        .table(ledger::TableId(table))
        .unwrap()
        .ask(by, None, *command)
        .await;
    assert_ne!(answer, Err(Refused::Bug), "{value}");
}

/// Whoever asks for whatever, with whatever numbers: a table refuses or does it, and its software
/// does not fail.
#[test]
fn no_command_brings_a_table_down() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (house, people) = runtime.block_on(async {
        let house = House::start(with_tables(&["sydney", "singapore"])).await;
        let mut people = vec![desk::By::House];
        let person = |client: &Client| desk::By::Person(ledger::PlayerId(client.person));
        for name in ["ann", "bob", "cho"] {
            let client = house.member(name).await;
            for table in [1, 2] {
                client
                    .does(
                        table,
                        &format!("arrive-{table}"),
                        json!({ "arrive": { "name": name } }),
                    )
                    .await
                    .ok();
            }
            people.push(person(&client));
            people.push(person(&client));
        }
        people.push(person(&house.staff("max", &["gaming_manager"]).await));
        (house, people)
    });
    let config = ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let asked = (
        any::<usize>(),
        any::<u8>(),
        amount(),
        "[a-z]{0,5}|\\PC{0,70}",
        0_u32..9,
        any::<prop::sample::Index>(),
        1_u32..=2,
    );
    proptest!(config, |((kind, small, amount, word, person, who, table) in asked)| {
        let value = command(kind, small, amount, &word, person);
        runtime.block_on(put(&house.running, people[who.index(people.len())], table, &value));
        if kind % 40 == 0 {
            house.advance(table::Span::seconds(30));
        }
    });
    runtime.block_on(house.stop());
}

#[tokio::test]
async fn a_list_without_names_is_no_body() {
    let house = House::start(config()).await;
    let body = json!(["ann", "a few plain words"]);
    let reply = house.visitor().post("/api/register", body).await;
    assert_eq!(reply.refused(), (400, "form".to_owned()));
    assert!(
        reply
            .text
            .contains("expected fields with their names, in braces"),
        "{}",
        reply.text
    );
    house.stop().await;
}

#[tokio::test]
async fn whoever_reads_the_sockets_address_as_a_page_is_told_what_is_there() {
    let house = House::start(config()).await;
    let reply = house.visitor().get("/ws").await;
    assert_eq!(reply.refused(), (400, "form".to_owned()));
    assert!(reply.text.contains("here is a WebSocket"), "{}", reply.text);
    house.stop().await;
}
