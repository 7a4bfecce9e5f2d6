//! The wagers beside the one on the hand, through the real program.

use crate::support::{fails, json, near, text};
use serde_json::{Value, json as value};

#[test]
fn the_wager_on_a_pair_has_the_edge_that_algebra_gives() {
    // Perfect Pairs 5/10/25: (25 − D) / (48 D − 1); the Pair wager: 11 / (48 D − 1).
    assert_eq!(
        json(&["side", "sydney"])["pairs"]["edge"]["fraction"],
        "17/383"
    );
    assert_eq!(
        json(&["side", "sydney", "--decks", "6"])["pairs"]["edge"]["fraction"],
        "19/287"
    );
    assert_eq!(
        json(&["side", "singapore"])["pairs"]["edge"]["fraction"],
        "11/383"
    );
    assert!(json(&["side", "tasmania"])["pairs"].is_null());
    let found = text(&["side", "adelaide", "--decks", "4"]);
    assert!(
        found.contains("Wager on a pair: offered from 6 to 8 decks only [5]"),
        "{found}"
    );
    assert!(found.contains("Super Bonus: this book has none"), "{found}");
    let found = text(&["side", "canberra"]);
    assert!(
        found.contains("house edge -15/383 = -3.9164 % (in the player's favour)"),
        "{found}"
    );
    assert!(found.contains("5: 0 = 0.0000 % (fair)"), "{found}");
    assert!(text(&["side", "singapore"]).contains("not played for at this wager"));
    // A better prize: 1 + 25 becomes 1 + 30 in 7 of 383.
    let found = json(&["side", "sydney", "--set", "pairs.perfect=30 to 1"]);
    assert_eq!(found["pairs"]["edge"]["fraction"], "-18/383");
    assert_eq!(found["settings"], value!({ "pairs.perfect": "30 to 1" }));
}

#[test]
fn pandemonium_says_whose_chances_it_takes_and_where_it_is_fair() {
    let found = json(&["side", "singapore"]);
    // (46 D − 1) / (2 D).
    assert_eq!(
        found["pandemonium"]["break_even_mean"]["fraction"],
        "367/16"
    );
    assert_eq!(found["pandemonium"]["chances_are_ours"], true);
    let found = text(&["side", "singapore"]);
    assert!(
        found.contains("These chances are ours")
            && found.contains("fair at a mean of 367/16 = 22.9375"),
        "{found}"
    );
    let chances = "100=1/2,50=0,25=0,20=0,10=0,5=0,3=0,2=0.5";
    let found = json(&["side", "singapore", "--chances", chances]);
    assert_eq!(found["pandemonium"]["mean"]["fraction"], "51");
    assert_eq!(found["pandemonium"]["chances_are_ours"], false);
}

#[test]
fn chances_that_are_none_get_the_message_of_what_is_wrong() {
    for (chances, message) in [
        ("100", "`100` is not a multiplier with its chance"),
        ("100=x", "`x` is not a chance of multiplier 100"),
        ("99=1", "there is no multiplier 99: the book has 100, 50"),
        ("100=1", "multiplier 50 has no chance"),
        (
            "100=0.5,50=0.1,25=0,20=0,10=0,5=0,3=0,2=0",
            "the chances add up to 3/5",
        ),
        ("100=-1", "the chance of multiplier 100 is below zero"),
    ] {
        fails(
            &["side", "singapore", "--chances", chances],
            &["--chances: ", message],
        );
    }
    fails(
        &["side", "sydney", "--chances", "100=1"],
        &["there is no multiplier 100: the book has none"],
    );
}

#[test]
fn insurance_goes_by_the_cards_that_are_seen() {
    let found = json(&["side", "sydney", "--decks", "6"]);
    let edges: Vec<&Value> = found["insurance"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["edge"]["fraction"])
        .collect();
    // (12 D − 1) / (48 D − 1); with two more cards seen of which k are tens, 1 − 3 (12 D − k) / (48
    // D − 3).
    assert_eq!(edges, ["71/287", "23/95", "24/95", "5/19"]);
    assert_eq!(found["insurance_break_even"]["fraction"], "1/3");
}

#[test]
fn the_super_bonus_goes_by_the_wager_and_is_the_same_at_5_and_25() {
    let found = json(&["side", "sydney"]);
    let rows = found["super_bonus"].as_array().unwrap();
    let at = |wager: f64| {
        rows.iter()
            .find(|row| row["wager"].as_f64() == Some(wager))
            .unwrap()
    };
    assert!(at(4.0)["prize"].is_null());
    near(&at(4.0)["super_bonus_ev"], 0.0, 0.0);
    // 1000 for 5 and 5000 for 25 are both 200 wagers; between the steps the lower prize is paid.
    assert_eq!(
        at(5.0)["ev_per_initial_wager"],
        at(25.0)["ev_per_initial_wager"]
    );
    assert_eq!(at(24.5)["prize"], 1000);
    assert_eq!(at(100.0)["prize"], 5000);
    assert_eq!(
        json(&["edge", "sydney"])[0]["super_bonus_ev"],
        at(25.0)["super_bonus_ev"]
    );
    let found = json(&["side", "sydney", "--wager", "33"]);
    assert!(
        found["super_bonus"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["wager"] == 33)
    );
}
