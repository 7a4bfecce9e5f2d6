//! What a rule is worth, and the way from one book to another, through the real program.
#![allow(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::support::{fails, file, json, near, number, text};
use serde_json::Value;

fn expectation(arguments: &[&str]) -> f64 {
    let arguments: Vec<&str> = ["edge"]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    number(&json(&arguments)[0]["ev_per_initial_wager"])
}

#[test]
fn a_change_is_worth_the_difference_of_the_two_books() {
    let found = json(&[
        "price",
        "sydney",
        "--set",
        "resplit=may",
        "--set",
        "dealer.soft-17=stands",
    ]);
    let before = expectation(&["sydney"]);
    let both = expectation(&[
        "sydney",
        "--set",
        "resplit=may",
        "--set",
        "dealer.soft-17=stands",
    ]);
    let resplit = expectation(&["sydney", "--set", "resplit=may"]);
    near(&found["ev_before"], before, 1e-15);
    near(&found["ev_after"], both, 1e-15);
    near(&found["difference"], both - before, 1e-15);
    near(&found["alone"][0]["difference"], resplit - before, 1e-15);
    assert_eq!(
        found["settings"],
        serde_json::json!({ "split.again": "may", "dealer.soft-17": "stands" })
    );
    let found = text(&["price", "sydney", "--set", "resplit=may"]);
    assert!(
        found.contains("before") && found.contains("difference") && !found.contains("together"),
        "{found}"
    );
}

#[test]
fn what_does_not_bear_on_the_main_wager_is_worth_exactly_nothing_and_that_is_said() {
    let found = text(&[
        "price",
        "sydney",
        "--set",
        "pairs.perfect=30 to 1",
        "--set",
        "limits.rounding=exact",
    ]);
    for words in [
        "limits.rounding=exact: exactly nothing; no bearing on the main wager of one bettor alone \
        at the table",
        "a side wager is a wager of its own and does not change the main one: `pontoon side \
        sydney` prices it",
    ] {
        assert!(found.contains(words), "{words} is not in: {found}");
    }
    let found = json(&["price", "sydney", "--set", "pairs.perfect=30 to 1"]);
    assert_eq!(
        (&found["difference"], &found["bearing"]),
        (&Value::from(0.0), &Value::from("none"))
    );
    let found = text(&["price", "sydney", "--set", "insurance.pays=5 to 2"]);
    assert!(found.contains("insurance is a wager of its own"), "{found}");
    // From 96 of 381 tens, 5 to 2 still loses: (5/2 + 1) × 96/381 < 1.
    let found = json(&["price", "sydney", "--set", "insurance.pays=5 to 2"]);
    assert_eq!(found["difference"], 0.0);
}

#[test]
fn a_price_that_is_bounded_only_says_so() {
    // Bonus odds lost to a double on another hand: a large bound stands beside the price.
    let found = json(&["price", "canberra", "--set", "double-scope=box"]);
    assert!(number(&found["difference"]) < 0.0);
    let bound = number(&found["bound"]);
    let shown = text(&["price", "canberra", "--set", "double-scope=box"]);
    assert_eq!(shown.contains('±'), bound >= 1e-5, "{bound} {shown}");
    assert_eq!(
        shown.contains("right within"),
        number(&found["bound_before"]) > 0.0,
        "{shown}"
    );
}

#[test]
fn another_number_of_decks_is_a_change_like_others() {
    let found = json(&["price", "sydney", "--set", "cards.usual-decks=6"]);
    assert_eq!(
        (&found["decks"], &found["decks_after"]),
        (&Value::from(8), &Value::from(6))
    );
    near(
        &found["difference"],
        expectation(&["sydney", "--decks", "6"]) - expectation(&["sydney"]),
        1e-15,
    );
    let found = text(&["price", "sydney", "--set", "cards.usual-decks=6"]);
    assert!(found.contains("dealt from 6 decks"), "{found}");
    fails(
        &["price", "sydney", "--set", "cards.decks=6"],
        &["`cards.decks-with-pairs` allows a number"],
    );
    fails(
        &["price", "sydney", "--decks", "4"],
        &["sydney is not dealt from 4 decks"],
    );
}

#[test]
fn every_other_answer_of_a_book_is_priced_dearest_first() {
    let found = json(&["price", "sydney"]);
    let rows = found["alternatives"].as_array().unwrap();
    let priced: Vec<&Value> = rows.iter().filter(|row| row["bearing"] == "some").collect();
    for pair in priced.windows(2) {
        assert!(number(&pair[0]["difference"]).abs() >= number(&pair[1]["difference"]).abs());
    }
    let row = |key: &str, value: &str| {
        rows.iter()
            .find(|row| row["setting"] == key && row["instead"] == value)
            .unwrap()
    };
    let resplit = row("split.again", "may");
    assert_eq!(resplit["reading"], "resplit");
    let alone = json(&["price", "sydney", "--set", "resplit=may"]);
    assert_eq!(resplit["difference"], alone["difference"]);
    assert_eq!(row("surrender.co-bettors", "play-on")["bearing"], "none");
    // What can only help the bettor does, and what can only hurt does.
    assert!(number(&row("dealer.soft-17", "stands")["difference"]) > 0.0);
    assert!(number(&row("settlement.tie", "dealer-wins")["difference"]) < 0.0);
    assert!(number(&row("double.forfeit-when", "never")["difference"]) < 0.0);
    assert!(
        !rows.iter().any(|row| row["setting"] == "dealer.hole"),
        "reference games only"
    );
}

#[test]
fn what_has_no_bearing_is_counted_and_with_all_named() {
    let found = text(&["price", "sydney"]);
    assert!(
        found.contains(
            "no bearing on the main wager of one bettor alone at the table who wagers 25"
        ),
        "{found}"
    );
    assert!(
        found.contains("are of side wagers") && !found.contains("boxes.unseated"),
        "{found}"
    );
    let found = text(&["price", "sydney", "--all"]);
    assert!(
        found.contains("boxes.unseated=nearest (now highest)") && found.contains("dealer.hole"),
        "{found}"
    );
}

/// Walks from one book to another and holds the way against its two ends.
#[track_caller]
fn walk(left: &str, right: &str, decks: u64) -> Value {
    let found = json(&["rules", "compare", left, right, "--price"]);
    assert_eq!(found["decks"], decks);
    let decks = decks.to_string();
    let [from, to] = [left, right].map(|book| expectation(&[book, "--decks", &decks]));
    near(&found["ev_left"], from, 1e-15);
    near(&found["ev_right"], to, 1e-15);
    let steps = found["steps"].as_array().unwrap();
    let sum: f64 = steps.iter().map(|step| number(&step["worth"])).sum();
    assert!(
        (sum - (to - from)).abs() < 1e-14,
        "{sum} is not {}",
        to - from
    );
    near(&steps.last().unwrap()["ev"], to, 1e-15);
    found
}

#[test]
fn the_way_from_one_book_to_another_ends_at_the_other() {
    let found = walk("adelaide", "sydney", 8);
    let steps = found["steps"].as_array().unwrap();
    let place = |key: &str| {
        steps
            .iter()
            .position(|step| step["setting"] == key)
            .unwrap()
    };
    assert!(
        place("double.on") < place("split.again") && place("split.again") < place("dealer.pontoon"),
        "not in order"
    );
    assert_eq!(steps[place("double.on")]["left"]["clause"], "62");
    assert_eq!(steps[place("boxes.lone-player")]["worth"], 0.0);
    // Blackjack's usual six decks serve both; its pack of 52 is one of the steps.
    let found = walk("blackjack", "sydney", 6);
    assert!(
        found["steps"]
            .as_array()
            .unwrap()
            .iter()
            .any(|step| step["setting"] == "cards.pack")
    );
}

#[test]
fn the_way_is_told_with_its_decks_and_what_has_no_bearing() {
    let found = text(&["rules", "compare", "sydney", "blackjack", "--price"]);
    assert!(
        found.contains("From sydney to blackjack: 8 decks, the usual number of sydney, wager 25"),
        "{found}"
    );
    assert!(
        found.contains("sydney begins at") && found.contains("blackjack ends at"),
        "{found}"
    );
    assert!(
        found.contains("no bearing here") && found.contains("boxes.bettors"),
        "{found}"
    );
    assert!(
        found.contains(
            "Each step depends on those before it: another order gives other steps \
        and the same sum."
        ),
        "{found}"
    );
    assert!(
        found.contains("differences are of the unrounded figures"),
        "{found}"
    );
    for price in [&["--price"][..], &[]] {
        let found = text(&[&["rules", "compare", "sydney", "sydney"], price].concat());
        assert!(
            found.contains("nothing differs") && !found.contains("setting"),
            "{found}"
        );
    }
    let book = "id = \"small\"\nversion = 1\nextends = \"sydney\"\n[clauses]\nH1 = \"Four \
        decks.\"\n[cards]\ndecks = { is = \"4\", clause = \"H1\" }\ndecks-with-pairs = { is = \
        \"4\", clause = \"H1\" }\nusual-decks = { is = 4, clause = \"H1\" }\n";
    let path = file("small.toml", book);
    let small = path.to_str().unwrap();
    fails(
        &["rules", "compare", "sydney", small, "--price"],
        &["no number of decks is common to both: sydney allows 6 or 8, small allows 4"],
    );
    fails(
        &[
            "rules", "compare", "sydney", "canberra", "--price", "--decks", "5",
        ],
        &["sydney is not dealt from 5 decks"],
    );
    assert_eq!(
        json(&["rules", "compare", "canberra", small, "--price"])["decks"],
        4
    );
    let found = json(&["rules", "compare", "canberra", "sydney"]);
    assert_eq!(found["differences"].as_array().unwrap().len(), 43);
}
