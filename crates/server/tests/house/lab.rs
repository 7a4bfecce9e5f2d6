//! The laboratory over HTTP: what it answers is the solver's, the simulator's and the engine's, to
//! the last digit.
#![allow(
    clippy::float_arithmetic,
    reason = "shares of a wager are compared, and are no money"
)]

use crate::support::{Client, House, config};
use cards::{Card, Composition};
use rules::{BOOK_IDS, Money, builtin};
use serde_json::{Value, json};
use solver::side_wagers::{new_shoe, pairs};
use solver::{Action, Question, Terms, Worth, alternatives, position};

fn near(value: &Value, right: f64) {
    let value = value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"));
    assert!((value - right).abs() < 1e-12, "{value} is not {right}");
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

fn twenty_five(book: &str) -> Terms {
    Terms::of(&builtin(book).unwrap(), Money::from_dollars(25))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_setting_of_a_book_says_what_it_may_be_and_takes_it() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    for id in BOOK_IDS {
        let page = visitor.get(&format!("/api/books/{id}/settings")).await.ok();
        let book = builtin(id).unwrap();
        let mut place = 0;
        book.each(|key, words, setting| {
            let line = &page["settings"][place];
            assert_eq!(
                (line["key"].as_str(), line["title"].as_str()),
                (Some(key), Some(words))
            );
            assert_eq!(line["value"], setting.text());
            assert_eq!(line["clause"], setting.clause().to_string());
            let kind = line["may_be"]["kind"].as_str().unwrap();
            match kind {
                "one_of" => {
                    let values: Vec<&str> = line["may_be"]["values"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|value| value.as_str().unwrap())
                        .collect();
                    assert!(values.contains(&setting.text().as_str()), "{id} {key}");
                }
                "number" => {
                    let value: u64 = setting.text().parse().unwrap();
                    let (least, most) = (
                        line["may_be"]["least"].as_u64().unwrap(),
                        line["may_be"]["most"].as_u64().unwrap(),
                    );
                    assert!((least..=most).contains(&value), "{id} {key}");
                }
                "nothing" => assert_eq!(setting.text(), "", "{id} {key}"),
                "decks" | "odds" | "money" | "steps" | "multipliers" => {
                    assert!(!setting.text().is_empty(), "{id} {key}")
                }
                other => panic!("{other} is no kind of value"),
            }
            place += 1;
        });
        assert_eq!(page["settings"].as_array().unwrap().len(), place);
    }
    let page = visitor.get("/api/books/sydney/settings").await.ok();
    let find = |key: &str| {
        page["settings"]
            .as_array()
            .unwrap()
            .iter()
            .find(|line| line["key"] == key)
            .unwrap()
            .clone()
    };
    assert_eq!(find("dealer.soft-17")["worth"], "main");
    assert_eq!(find("shoe.burn")["worth"], "none");
    assert_eq!(
        find("shoe.burn")["may_be"],
        json!({ "kind": "number", "least": 0, "most": 10 })
    );
    assert_eq!(find("pairs.wager")["worth"], "side");
    assert_eq!(
        visitor.get("/api/books/macau/settings").await.refused(),
        (404, "not_found".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_worth_what_the_solver_says_and_the_best_comes_first() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let question = json!({ "book": "sydney", "hand": "8s 8h", "upcard": "6d", "removed": "5c 5d" });
    let page = visitor.post("/api/analysis/hand", question).await.ok();
    let gone = cards("5c 5d");
    let right = position(
        &twenty_five("sydney"),
        &Composition::decks_of_48(8),
        &gone,
        &cards("8s 8h"),
        "6d".parse().unwrap(),
    )
    .unwrap();
    let actions = page["actions"].as_array().unwrap();
    assert_eq!(actions.len(), right.options.each().count());
    for line in actions {
        let action = Action::ALL
            .into_iter()
            .find(|action| line["action"] == action.word())
            .unwrap();
        near(&line["worth"], right.options.get(action).unwrap());
    }
    let worths: Vec<f64> = actions
        .iter()
        .map(|line| line["worth"].as_f64().unwrap())
        .collect();
    assert!(worths.is_sorted_by(|one, other| one >= other));
    assert_eq!(actions[0]["behind"], 0.0);
    near(&page["margin"], worths[0] - worths[1]);
    let chances: f64 = page["dealer"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["chance"].as_f64().unwrap())
        .sum();
    assert!((chances - 1.0).abs() < 1e-12);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_cannot_lie_so_are_refused_in_words() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let ask = async |hand: &str, upcard: &str, removed: &str| {
        let question =
            json!({ "book": "sydney", "hand": hand, "upcard": upcard, "removed": removed });
        let reply = visitor.post("/api/analysis/hand", question).await;
        assert_eq!(reply.refused(), (400, "form".to_owned()));
        (
            reply.json()["error"].as_str().unwrap().to_owned(),
            reply.fields(),
        )
    };
    let wrong: [(&str, &str, &str, &str, &[&str]); 10] = [
        ("8s 10h", "6d", "", "a ten is written T", &["hand"]),
        ("8s 8x", "6d", "", "hand: ", &["hand"]),
        ("8s 8h", "6d 7d", "", "one card, not 2", &["upcard"]),
        ("8s 8h", "6x", "", "upcard: ", &["upcard"]),
        ("8s 8h", "6d", "8x", "removed: ", &["removed"]),
        // What is wrong with all the cards together is about no field alone.
        ("8s Th", "6d", "", "no deck of this game holds a Th", &[]),
        ("8s", "6d", "", "two or more cards", &[]),
        ("Ks Qh 5d", "6d", "", "counts 25", &[]),
        ("As Kh", "6d", "", "Pontoon", &[]),
        (
            "8s 8h",
            "6d",
            "8s 8s 8s 8s 8s 8s 8s 8s",
            "more often than the shoe holds it",
            &[],
        ),
    ];
    for (hand, upcard, removed, words, fields) in wrong {
        let (said, about) = ask(hand, upcard, removed).await;
        assert!(said.contains(words), "{said}");
        assert_eq!(about, fields, "{said}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn side_wagers_are_exact() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    for id in BOOK_IDS {
        let page = visitor
            .post("/api/analysis/side", json!({ "book": id }))
            .await
            .ok();
        let book = builtin(id).unwrap();
        if let Ok(right) = pairs::side_wager(&book, &new_shoe(&book, book.decks())) {
            assert_eq!(
                page["pairs"]["edge"]["fraction"],
                right.edge().to_string(),
                "{id}"
            );
            assert_eq!(
                page["pairs"]["results"].as_array().unwrap().len(),
                right.results.len()
            );
        } else {
            assert!(page["pairs"].is_null(), "{id}");
        }
        assert_eq!(
            page["pandemonium"].is_null(),
            book.pandemonium.multipliers.is.all().is_empty(),
            "{id}"
        );
        // With nothing but the Ace seen, 96 of 383 cards make the dealer's Pontoon, at 2 to 1.
        near(
            &page["insurance"][0]["wager"]["wins"]["decimal"],
            96.0 / 383.0,
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_answer_to_a_setting_costs_the_difference_of_two_books() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let page = visitor
        .post(
            "/api/analysis/price",
            json!({ "book": "sydney", "key": "dealer.soft-17" }),
        )
        .await
        .ok();
    let book = builtin("sydney").unwrap();
    let now = Worth::of(&book, 8, Money::from_dollars(25)).unwrap();
    near(&page["expectation"], now.expectation);
    let mut listed = alternatives(&book);
    listed.retain(|alternative| alternative.key == "dealer.soft-17");
    let lines = page["alternatives"].as_array().unwrap();
    assert_eq!((lines.len(), listed.is_empty()), (listed.len(), false));
    for (line, alternative) in lines.iter().zip(listed) {
        assert_eq!(line["value"], alternative.value.as_str());
        let then = Question::of(&alternative.of(&book), 8, Money::from_dollars(25))
            .expectation()
            .unwrap();
        near(&line["difference"], then.worth - now.expectation);
        assert_ne!(line["difference"], 0.0);
    }
    let rounding = visitor
        .post(
            "/api/analysis/price",
            json!({ "book": "sydney", "key": "limits.rounding" }),
        )
        .await
        .ok();
    let without = rounding["alternatives"].as_array().unwrap();
    assert!(
        !without.is_empty()
            && without
                .iter()
                .all(|line| line["bears"] == false && line["difference"] == 0.0)
    );
    let wrong = visitor
        .post(
            "/api/analysis/price",
            json!({ "book": "sydney", "key": "no.such" }),
        )
        .await;
    assert_eq!(wrong.refused(), (400, "form".to_owned()));
    house.stop().await;
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

async fn simulate(client: &Client, rounds: u64, seed: u64) -> Vec<Value> {
    let wanted = json!({ "book": "sydney", "rounds": rounds, "seed": seed });
    let reply = client.post("/api/analysis/simulation", wanted).await;
    assert!(reply.status.is_success(), "{}", reply.text);
    assert_eq!(reply.headers["content-type"], "application/x-ndjson");
    lines(&reply.text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulation_comes_to_the_exact_figure_and_to_the_same_for_a_seed() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let told = simulate(&visitor, 600_000, 1).await;
    let last = told.last().unwrap();
    assert_eq!(
        (last["rounds"].as_u64(), last["done"].as_bool()),
        (Some(600_000), Some(true))
    );
    let worth = Worth::of(&builtin("sydney").unwrap(), 8, Money::from_dollars(25)).unwrap();
    near(&last["exact"], worth.expectation);
    let (mean, error) = (
        last["expectation"].as_f64().unwrap(),
        last["standard_error"].as_f64().unwrap(),
    );
    assert!((mean - worth.expectation).abs() < 5.0 * error, "{last}");
    assert!(
        last["interval"][0].as_f64().unwrap() < mean
            && mean < last["interval"][1].as_f64().unwrap()
    );
    assert_eq!(
        simulate(&visitor, 600_000, 1).await.last(),
        Some(last),
        "the same seed gives the same rounds"
    );
    assert_ne!(simulate(&visitor, 600_000, 2).await.last(), Some(last));
    for rounds in [0, 1, 1_000_000_001_u64] {
        let wanted = json!({ "book": "sydney", "rounds": rounds });
        assert_eq!(
            visitor
                .post("/api/analysis/simulation", wanted)
                .await
                .refused(),
            (400, "form".to_owned())
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_runs_two_simulations_and_one_ends_with_whoever_asked_for_it() {
    let house = House::start(config()).await;
    let (ann, bob, cho) = (
        house.guest().await,
        house.guest().await,
        house.guest().await,
    );
    let path = "/api/analysis/simulation";
    let endless = json!({ "book": "sydney", "rounds": 1_000_000_000 });
    let begun = ann.begins(path, endless.clone()).await;
    assert!(begun.status.is_success());
    // However many blocks were played before it was read.
    let first: Value = serde_json::from_str(&begun.first).unwrap();
    let rounds = first["rounds"].as_u64().unwrap();
    assert!(
        rounds > 0 && rounds.is_multiple_of(262_144) && rounds < 1_000_000_000,
        "{first}"
    );
    assert_eq!(first["done"], false);
    assert_eq!(
        ann.post(path, endless.clone()).await.refused(),
        (429, "too_many".to_owned()),
        "one a person"
    );
    let second = bob.begins(path, endless.clone()).await;
    assert!(second.status.is_success());
    assert_eq!(
        cho.post(path, endless.clone()).await.refused(),
        (429, "too_many".to_owned()),
        "two in all"
    );
    begun.leave();
    // It ends at the next block, whenever that is: then there is room.
    let third = loop {
        let third = cho.begins(path, endless.clone()).await;
        if third.status.is_success() {
            break third;
        }
    };
    second.leave();
    third.leave();
    // A house that stops does not wait for a thousand million rounds.
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drills_deal_their_hands_with_the_solvers_worth() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let deal = async |drill: &str, seed: u64| {
        visitor
            .post(
                "/api/trainer/deal",
                json!({ "book": "sydney", "drill": drill, "seed": seed }),
            )
            .await
            .ok()
    };
    for drill in ["any", "special", "pairs", "soft"] {
        let dealt = deal(drill, 7).await;
        assert_eq!(dealt, deal(drill, 7).await, "a seed gives one hand");
        let text = |value: &Value| {
            value
                .as_array()
                .unwrap()
                .iter()
                .map(|card| card.as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let hand = text(&dealt["hand"]).join(" ");
        let question = json!({ "book": "sydney", "hand": hand, "upcard": dealt["upcard"] });
        let page = visitor.post("/api/analysis/hand", question).await.ok();
        assert_eq!(dealt["actions"], page["actions"], "{drill}: {hand}");
    }
    let doubled = deal("forfeit", 7).await;
    assert_eq!(doubled["hand"].as_array().unwrap().len(), 3);
    let actions: Vec<&str> = doubled["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["action"].as_str().unwrap())
        .collect();
    assert!(
        actions.contains(&"keep") && actions.contains(&"forfeit"),
        "{doubled}"
    );
    let chance = visitor
        .post("/api/trainer/deal", json!({ "book": "sydney" }))
        .await
        .ok();
    let again = visitor
        .post(
            "/api/trainer/deal",
            json!({ "book": "sydney", "seed": chance["seed"] }),
        )
        .await
        .ok();
    assert_eq!(
        chance, again,
        "the seed that is told is the one that was used"
    );
    let wrong = visitor
        .post(
            "/api/trainer/deal",
            json!({ "book": "sydney", "drill": "insurance" }),
        )
        .await;
    assert_eq!(wrong.refused(), (400, "form".to_owned()));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_have_a_name_and_a_type_and_say_what_is_wrong_with_a_question() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let files = [
        ("par", "par.html", "text/html"),
        ("chart.svg", "chart.svg", "image/svg+xml"),
        ("chart.csv", "chart.csv", "text/csv"),
    ];
    for (path, name, media) in files {
        let reply = visitor
            .get(&format!(
                "/api/books/tasmania/{path}?decks=4&dealer.soft-17=stands"
            ))
            .await;
        assert!(reply.status.is_success(), "{path}: {}", reply.text);
        let wanted = format!("attachment; filename=\"pontoon-tasmania-4-decks-changed-{name}\"");
        assert_eq!(reply.headers["content-disposition"], wanted.as_str());
        assert!(
            reply.headers["content-type"]
                .to_str()
                .unwrap()
                .starts_with(media),
            "{path}: {:?}",
            reply.headers
        );
    }
    let wrong: [(&str, &str, &str); 7] = [
        ("decks=many", "`decks` is `many`", "decks"),
        ("decks=2", "is not dealt from 2 decks", "decks"),
        ("wager=-1", "`wager` is `-1`", "wager"),
        ("wager=0", "a wager is more than nothing", "wager"),
        ("decks=4&decks=4", "`decks` is told twice", "decks"),
        ("no.such=thing", "no.such", "no.such"),
        ("dealer.soft-17=perhaps", "perhaps", "dealer.soft-17"),
    ];
    for (query, words, field) in wrong {
        let reply = visitor
            .get(&format!("/api/books/tasmania/chart.csv?{query}"))
            .await;
        assert_eq!(reply.refused(), (400, "form".to_owned()), "{query}");
        assert!(reply.text.contains(words), "{query}: {}", reply.text);
        assert_eq!(reply.fields(), [field], "{query}");
    }
    let reply = visitor
        .get("/api/books/sydney/chart.csv?cards.decks=4")
        .await;
    assert_eq!(reply.fields(), ["cards.decks-with-pairs", "cards.decks"]);
    assert_eq!(
        visitor.get("/api/books/macau/par").await.refused(),
        (404, "not_found".to_owned())
    );
    house.stop().await;
}
