//! Effects of removal, tags and index plays, through the real program.
#![allow(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::support::{fails, json, near, number, pontoon, text};
use serde_json::Value;

fn column(found: &Value, name: &str) -> Vec<f64> {
    found["effects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| number(&row[name]))
        .collect()
}

/// The sum over all cards of a number that a card's value has.
fn over_all_cards(found: &Value, name: &str) -> f64 {
    column(found, "cards")
        .iter()
        .zip(column(found, name))
        .map(|(cards, of)| cards * of)
        .sum()
}

#[test]
fn effects_tags_and_what_a_count_is_worth() {
    let found = json(&["count", "sydney"]);
    assert_eq!(
        (&found["decks"], &found["level"]),
        (&Value::from(8), &Value::from(1))
    );
    near(
        &found["ev"],
        number(&json(&["edge", "sydney"])[0]["ev_per_initial_wager"]),
        1e-15,
    );
    assert_eq!(over_all_cards(&found, "tag"), 0.0);
    // Seeing a card gains a little: the mean effect is what it gains.
    let mean = over_all_cards(&found, "effect") / 384.0;
    near(&found["mean_effect"], mean, 1e-15);
    assert!(mean > 0.0 && mean < 1e-5, "{mean}");
    for (one, a_deck) in column(&found, "effect")
        .iter()
        .zip(column(&found, "effect_a_deck"))
    {
        assert!((one * 383.0 / 47.0 - a_deck).abs() < 1e-15);
    }
    let effects = column(&found, "effect");
    assert!(
        effects[0] < 0.0 && effects[4] > 0.0 && effects[9] < 0.0,
        "{effects:?}"
    );
    // Per true count: the regression of the effects on the tags, for 48 cards of which one is not
    // there.
    let [products, squares] = ["effect", "tag"].map(|name| {
        let rows = column(&found, "cards")
            .into_iter()
            .zip(column(&found, "tag"))
            .zip(column(&found, name));
        rows.map(|((cards, tag), of)| cards * tag * of).sum::<f64>()
    });
    let slope = products / squares * 383.0 / 48.0;
    near(&found["ev_per_true_count"], slope, 1e-15);
    near(
        &found["even_true_count"],
        -number(&found["ev"]) / slope,
        1e-12,
    );
}

#[test]
fn a_higher_level_goes_better_with_the_effects() {
    let levels =
        ["1", "2", "3"].map(|level| json(&["count", "sydney", "--decks", "6", "--level", level]));
    let correlations = levels.each_ref().map(|found| number(&found["correlation"]));
    assert!(
        correlations[0] < correlations[1]
            && correlations[1] < correlations[2]
            && correlations[2] < 1.0,
        "{correlations:?}"
    );
    for (found, most) in levels.iter().zip([1.0, 2.0, 3.0]) {
        assert_eq!(
            column(found, "tag")
                .into_iter()
                .map(f64::abs)
                .fold(0.0, f64::max),
            most
        );
        assert_eq!(over_all_cards(found, "tag"), 0.0);
    }
}

#[test]
fn the_sections_can_be_pasted_into_a_strategy_file() {
    let found = json(&["count", "sydney"]);
    let sections = found["sections"].as_str().unwrap();
    let lines: Vec<&str> = sections.lines().collect();
    let tags: Vec<i64> = found["effects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["tag"].as_i64().unwrap())
        .collect();
    assert_eq!((lines[0], lines[2]), ("count", "index"));
    let words: Vec<&str> = lines[1]
        .trim()
        .strip_prefix("tags ")
        .unwrap()
        .split_whitespace()
        .collect();
    let cards: Vec<&str> = words.iter().step_by(2).copied().collect();
    assert_eq!(cards, ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]);
    let written: Vec<i64> = words
        .iter()
        .skip(1)
        .step_by(2)
        .map(|tag| tag.parse().unwrap())
        .collect();
    assert_eq!(written, tags);
    // From 10.39 on, 10 is the nearest.
    assert_eq!(lines[3], "  insurance from 10");
    near(&found["insurance_from"], 10.39, 0.01);
    assert!(text(&["count", "sydney"]).ends_with(&format!("{sections}\n")));
}

#[test]
fn a_dozen_plays_that_gain_most_are_listed() {
    let found = json(&["count", "sydney"]);
    let plays = found["index_plays"].as_array().unwrap();
    assert_eq!(plays.len(), 12);
    for pair in plays.windows(2) {
        assert!(number(&pair[0]["gain"]) >= number(&pair[1]["gain"]));
    }
    let line = |hand: &str, upcard: &str| {
        plays
            .iter()
            .find(|play| play["hand"] == hand && play["upcard"] == upcard)
            .unwrap()
    };
    let stand = line("hard 14", "3");
    assert_eq!(
        (&stand["line"], &stand["usual"]),
        (&Value::from("hard 14 v 3: S4* from 1"), &Value::from("H"))
    );
    assert_eq!(line("hard 11", "T")["line"], "hard 11 v T: H below -1");
    for play in plays {
        assert_ne!(play["play"], play["usual"]);
        assert!((number(&play["index"]) - number(&play["even"])).abs() <= 0.5);
        assert!(
            found["sections"]
                .as_str()
                .unwrap()
                .contains(play["line"].as_str().unwrap())
        );
    }
}

#[test]
fn settings_and_wager_bear_on_effects() {
    let usual = json(&["count", "sydney", "--decks", "6"]);
    let stands = json(&[
        "count",
        "sydney",
        "--decks",
        "6",
        "--set",
        "dealer.soft-17=stands",
    ]);
    assert_ne!(column(&usual, "effect"), column(&stands, "effect"));
    // The Super Bonus makes sevens dear, and four times the wager wins the same.
    let large = json(&["count", "sydney", "--decks", "6", "--wager", "100"]);
    assert!(column(&large, "effect")[6] > column(&usual, "effect")[6]);
    // Insurance at better odds begins earlier.
    let insured = json(&[
        "count",
        "sydney",
        "--decks",
        "6",
        "--set",
        "insurance.pays=5 to 2",
    ]);
    assert!(number(&insured["insurance_from"]) < number(&usual["insurance_from"]));
}

#[test]
fn a_bound_is_told_where_there_is_one() {
    assert!(text(&["count", "canberra"]).contains("each effect is right within"));
    assert!(!text(&["count", "sydney"]).contains("right within"));
}

#[test]
fn what_cannot_be_is_refused_with_one_message() {
    for level in ["0", "4", "-1"] {
        fails(
            &["count", "sydney", "--level", level],
            &["there are no tags of level", "write 1, 2 or 3"],
        );
    }
    fails(
        &["count", "sydney", "--decks", "5"],
        &["sydney is not dealt from 5 decks: it allows 6 or 8"],
    );
    fails(
        &["count", "sydney", "--set", "dealer.soft-18=draws"],
        &["dealer.soft-18"],
    );
    fails(
        &["count", "sydney", "--wager", "0"],
        &["a wager must be more than nothing"],
    );
    fails(&["count", "nowhere"], &["there is no book `nowhere`"]);
    assert!(!pontoon(&["count"]).status.success());
}
