//! Written rounds over HTTP, step by step, and advice at a table.

use crate::support::{Follower, House, config, with_tables};
use cards::{Card, Composition};
use rules::{Money, builtin};
use serde_json::{Value, json};
use solver::{Terms, position};

/// Ann has 18 against a six and draws all the same; bob has 20.
const ROUND: &str = "book sydney
box 1  ann* 25
box 2  bob* 10
deal   Ks Kd | 6d | 8c Qh
1      draw 9s
2      stand
dealer 5h 9c
";

async fn read(house: &House, question: Value) -> Value {
    house
        .visitor()
        .post("/api/rounds/read", question)
        .await
        .ok()
}

fn step_that<'a>(page: &'a Value, player: &str, kind: &str) -> &'a Value {
    let steps = page["steps"].as_array().unwrap();
    let is = |step: &&Value| {
        step["did"]["player"] == player && step["did"]["kind"] == kind && !step["chose"].is_null()
    };
    steps
        .iter()
        .rfind(is)
        .unwrap_or_else(|| panic!("{player} did not {kind}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_told_step_by_step_with_the_table_after_each() {
    let house = House::start(config()).await;
    let page = read(&house, json!({ "text": ROUND })).await;
    assert_eq!(
        (page["finished"].as_bool(), page["needs"].is_null()),
        (Some(true), true)
    );
    assert_eq!(page["players"], json!(["ann", "bob"]));
    let steps = page["steps"].as_array().unwrap();
    // Two wagers, closing, five cards, bob's and ann's four decisions and their cards: each is a
    // step of its own.
    assert_eq!(
        steps
            .iter()
            .filter(|step| step["did"]["kind"] == "deal")
            .count(),
        5 + 1 + 2
    );
    let first = &steps[0]["happened"][0];
    assert_eq!(first["words"], "ann wagers 25 on box 1, seated there");
    assert_eq!(
        first["what"],
        json!({ "wager_placed": { "box_no": 1, "player": 0, "amount": 2500, "seated": true } })
    );
    assert_eq!(steps[0]["line"], 2);
    let dealt = steps.iter().find(|step| {
        step["view"]["boxes"][1]["hands"][0]["cards"]
            .as_array()
            .is_some_and(|cards| cards.len() == 2)
    });
    assert_eq!(dealt.unwrap()["needs"]["of"], json!(["ann"]));
    assert_eq!(
        steps.last().unwrap()["view"]["dealer"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    // Ann has 27; bob's 20 meets a dealer's 20.
    let nets: Vec<(&str, i64)> = page["nets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|net| {
            (
                net["player"].as_str().unwrap(),
                net["net"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(nets, [("ann", -2500), ("bob", 0)]);
    let again = read(&house, json!({ "text": page["text"] })).await;
    assert_eq!(
        again["results"], page["results"],
        "what is written plays to the same cent"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_choice_of_a_round_is_valued_by_the_cards_that_were_seen() {
    let house = House::start(config()).await;
    let page = read(&house, json!({ "text": ROUND, "values": true })).await;
    let step = step_that(&page, "ann", "choose");
    let before = &page["steps"][usize::try_from(step["step"].as_u64().unwrap()).unwrap() - 2];
    let card = |text: &str| text.parse::<Card>().unwrap();
    let terms = Terms::of(&builtin("sydney").unwrap(), Money::from_dollars(25));
    let (hand, others) = (["Ks", "8c"].map(card), ["Kd", "Qh"].map(card));
    let right = position(
        &terms,
        &Composition::decks_of_48(8),
        &others,
        &hand,
        card("6d"),
    )
    .unwrap();
    let legal = before["legal"].as_array().unwrap();
    let worth = |words: &str| {
        legal.iter().find(|line| line["words"] == words).unwrap()["worth"]
            .as_f64()
            .unwrap()
    };
    assert!((worth("stand") - right.options.stand.unwrap()).abs() < 1e-12);
    assert!((worth("draw") - right.options.draw.unwrap()).abs() < 1e-12);
    let chose = &step["chose"];
    assert_eq!(
        legal[usize::try_from(chose["legal"].as_u64().unwrap()).unwrap()]["words"],
        "draw"
    );
    assert_eq!(
        legal[usize::try_from(chose["best"].as_u64().unwrap()).unwrap()]["words"],
        "stand"
    );
    assert!((chose["cost"].as_f64().unwrap() - (worth("stand") - worth("draw"))).abs() < 1e-12);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_if_goes_on_from_a_step_and_says_what_is_missing() {
    let house = House::start(config()).await;
    let page = read(&house, json!({ "text": ROUND })).await;
    let drew = step_that(&page, "ann", "choose")["step"].as_u64().unwrap();
    let before = &page["steps"][usize::try_from(drew).unwrap() - 2];
    let stand = before["legal"]
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["words"] == "stand")
        .unwrap();
    let choose = json!({ "choose": { "player": "ann", "choice": stand["choice"] } });
    let asked = json!({ "text": ROUND, "after": drew - 1, "then": [choose] });
    let instead = read(&house, asked).await;
    assert_eq!(instead["finished"], false);
    assert_eq!(
        (instead["needs"]["kind"].as_str(), &instead["needs"]["of"]),
        (Some("choice"), &json!(["bob"]))
    );
    assert_eq!(
        instead["steps"].as_array().unwrap().len(),
        usize::try_from(drew).unwrap()
    );
    // The text of it can be read again, and goes on.
    let legal = instead["steps"].as_array().unwrap().last().unwrap()["legal"]
        .as_array()
        .unwrap();
    let stand = legal.iter().find(|line| line["words"] == "stand").unwrap();
    let then = [
        json!({ "choose": { "player": "bob", "choice": stand["choice"] } }),
        json!({ "deal": { "draw": { "card": "5h" } } }),
        json!({ "deal": { "draw": { "card": "9c" } } }),
    ];
    let over = read(&house, json!({ "text": instead["text"], "then": then })).await;
    assert_eq!(over["finished"], true);
    // Now 18 meets 20.
    assert_eq!(over["nets"][0], json!({ "player": "ann", "net": -2500 }));
    let needs_card = read(
        &house,
        json!({ "text": instead["text"], "then": [then[0].clone()] }),
    )
    .await;
    assert_eq!(needs_card["needs"]["kind"], "card");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_answers_with_what_the_shoe_still_holds_and_says_what_it_was() {
    let house = House::start(config()).await;
    let text = "book canberra\ndecks 3\nbox 1 ann* 25\ndeal Ks | 6d | 8c\n";
    let steps = |page: &Value| page["steps"].as_array().unwrap().len();
    let before = steps(&read(&house, json!({ "text": text })).await);
    let stand = json!({
        "choose": { "player": "ann", "choice": { "stand": { "hand": { "box_no": 1, "hand": 0 } } } },
    });
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..20 {
        let on = read(
            &house,
            json!({ "text": text, "then": [stand, { "chance": "until_asked" }] }),
        )
        .await;
        assert_eq!(on["finished"], true, "{on}");
        let then = on["instead"].as_array().unwrap();
        assert_eq!(
            steps(&on),
            before + then.len(),
            "every card is a step: {on}"
        );
        // The same cards again are the same round.
        let again = read(&house, json!({ "text": text, "then": then })).await;
        assert_eq!((&again["text"], &again["nets"]), (&on["text"], &on["nets"]));
        seen.insert(then[1].to_string());
    }
    assert!(
        seen.len() > 3,
        "twenty first cards of the dealer are not all alike: {seen:?}"
    );
    let once = read(
        &house,
        json!({
            "text": "book canberra\nbox 1 ann* 25\n",
            "then": ["close", { "chance": "once" }],
        }),
    )
    .await;
    assert_eq!(once["instead"].as_array().unwrap().len(), 2);
    let reply = house
        .visitor()
        .post(
            "/api/rounds/read",
            json!({ "text": text, "then": [{ "chance": "once" }] }),
        )
        .await;
    assert_eq!(reply.refused(), (400, "notation".to_owned()));
    assert!(
        reply.json()["error"]
            .as_str()
            .unwrap()
            .contains("not chance's turn")
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_wrong_says_where_and_why() {
    let house = House::start(config()).await;
    let refused = async |question: Value| {
        let reply = house.visitor().post("/api/rounds/read", question).await;
        assert_eq!(reply.refused(), (400, "notation".to_owned()));
        reply.json()
    };
    let wrong = refused(json!({ "text": "book sydney\nbox 1 ann* 25\ndeal Ks 6d 8x" })).await;
    assert_eq!(wrong["line"], 3);
    assert!(wrong["column"].as_u64().unwrap() > 1, "{wrong}");
    let unknown = refused(json!({ "text": "book macau\nbox 1 ann* 25\n" })).await;
    assert_eq!(unknown["line"], 1);
    let illegal =
        refused(json!({ "text": "book sydney\nbox 1 ann* 25\ndeal Ks 6d 8c\n1 split\n" })).await;
    assert_eq!(illegal["line"], 4);
    assert!(
        illegal["error"].as_str().unwrap().contains("legal now"),
        "{illegal}"
    );
    let false_result = refused(json!({ "text": format!("{ROUND}net ann 25\n") })).await;
    assert_eq!(false_result["line"], 8);
    let then =
        refused(json!({ "text": ROUND, "then": [{ "deal": { "draw": { "card": "5h" } } }] })).await;
    assert!(
        then["line"].is_null() && then["error"].as_str().unwrap().starts_with("then, entry 1"),
        "{then}"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_a_table_is_read_to_the_same_cent() {
    let house = House::start(with_tables(&["sydney"])).await;
    let guest = house.guest().await;
    let mut socket = guest.watches(1).await;
    let mut follower = Follower::new(1, &guest.handle, 3);
    let no = follower.round(&mut socket).await;
    let record = house
        .visitor()
        .get(&format!("/api/tables/1/rounds/{no}"))
        .await
        .ok();
    let page = read(&house, json!({ "text": record["text"], "values": true })).await;
    assert_eq!(page["finished"], true);
    let nets = |list: &Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|wager| wager["net"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(nets(&page["results"]), nets(&record["wagers"]));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_for_ones_own_decision_and_the_cards_one_could_know() {
    let house = House::start(with_tables(&["sydney"])).await;
    let (guest, other) = (house.guest().await, house.guest().await);
    assert_eq!(
        house.visitor().get("/api/tables/1/advice").await.refused(),
        (401, "not_signed_in".to_owned())
    );
    assert_eq!(
        guest.get("/api/tables/1/advice").await.refused(),
        (409, "refused".to_owned())
    );
    let mut socket = guest.watches(1).await;
    let mut follower = Follower::new(1, &guest.handle, 3);
    // Play until it is this person's turn to stand or draw.
    let advice = loop {
        follower.until_asked(&mut socket).await;
        let advice = guest.get("/api/tables/1/advice").await;
        if advice.status.is_success() && advice.json()["choices"][0]["words"] == "stand" {
            break advice.json();
        }
        follower.round(&mut socket).await;
    };
    assert_eq!(
        other.get("/api/tables/1/advice").await.refused(),
        (409, "refused".to_owned())
    );
    let mine = guest.get("/api/tables/1/mine").await.ok();
    let can = mine["can"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|can| !can["what"]["choose"].is_null());
    let can: Vec<Value> = can
        .map(|can| can["what"]["choose"]["choice"].clone())
        .collect();
    let choices = advice["choices"].as_array().unwrap();
    assert_eq!(
        choices
            .iter()
            .map(|line| line["choice"].clone())
            .collect::<Vec<_>>(),
        can,
        "everything in `can`, in its order"
    );
    // The same by the solver, from the cards on the layout and those that are gone.
    let latest = house.running.table(ledger::TableId(1)).unwrap().latest();
    let table = latest.host.table();
    let (_, round) = table.round().unwrap();
    let view = table.view().round.unwrap();
    let hand = &view
        .boxes
        .iter()
        .find(|each| each.no.number() == 3)
        .unwrap()
        .hands[0];
    let cards: Vec<Card> = hand
        .cards
        .iter()
        .map(|card| {
            if let game::CardView::Up(card) = card {
                *card
            } else {
                panic!()
            }
        })
        .collect();
    let terms = Terms::of(table.book(), hand.stakes[0].wager);
    let right = position(
        &terms,
        &round.setup().full(),
        table.gone(),
        &cards,
        view.dealer[0],
    )
    .unwrap();
    assert!(
        (choices[0]["worth"].as_f64().unwrap() - right.options.stand.unwrap()).abs() < 1e-12,
        "{advice}"
    );
    let best = &choices[usize::try_from(advice["best"].as_u64().unwrap()).unwrap()];
    assert!((best["worth"].as_f64().unwrap() - right.best().unwrap().1).abs() < 1e-12);
    assert!(
        advice["card"].is_u64(),
        "the card strategy says something: {advice}"
    );
    house.stop().await;
}
