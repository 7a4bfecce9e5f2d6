//! Rounds by the million, through the real program.
#![allow(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::support::{fails, json, number, pontoon, text};
use serde_json::Value;

/// What does not depend on how long it took.
fn timeless(arguments: &[&str]) -> Value {
    let mut found = json(arguments);
    let fields = found.as_object_mut().unwrap();
    assert!(fields.remove("seconds").is_some() && fields.remove("rounds_per_second").is_some());
    found
}

#[test]
fn the_same_seed_is_the_same_result_by_any_number_of_threads() {
    let run = |threads: &str, seed: &str| {
        timeless(&[
            "simulate",
            "canberra",
            "--rounds",
            "600_001",
            "--seed",
            seed,
            "--threads",
            threads,
        ])
    };
    let one = run("1", "5");
    assert_eq!(one["rounds"], 600_001);
    assert_eq!(one, run("2", "5"));
    assert_eq!(one, run("8", "5"));
    assert_ne!(
        one["ev_per_initial_wager"],
        run("2", "6")["ev_per_initial_wager"]
    );
}

#[test]
fn a_run_that_stops_by_its_error_stops_at_the_same_round() {
    let run = |threads: &str| {
        timeless(&[
            "simulate",
            "sydney",
            "--rounds",
            "1e9",
            "--until-se",
            "5e-4",
            "--seed",
            "3",
            "--threads",
            threads,
        ])
    };
    let one = run("1");
    // About 1.17 / 0.0005, squared; looked at every sixteen blocks.
    assert!(
        number(&one["se"]) <= 5e-4 && number(&one["rounds"]) < 12e6,
        "{one}"
    );
    assert_eq!(one, run("2"));
}

#[test]
fn the_figures_fit_together_and_are_those_of_the_solver() {
    for strategy in ["best", "card"] {
        let found = timeless(&[
            "simulate",
            "tasmania",
            "--decks",
            "4",
            "--rounds",
            "3M",
            "--seed",
            "4",
            "--strategy",
            strategy,
        ]);
        let solver = json(&["edge", "tasmania", "--decks", "4"]);
        let (mean, error) = (number(&found["ev_per_initial_wager"]), number(&found["se"]));
        // The card costs far less than the error.
        assert!(
            (mean - number(&solver[0]["ev_per_initial_wager"])).abs() < 3.0 * error,
            "{found}"
        );
        assert!((number(&found["sd"]) / 3e6_f64.sqrt() - error).abs() < 1e-12);
        let by_upcard = found["by_upcard"].as_array().unwrap();
        let weighted = by_upcard
            .iter()
            .map(|row| number(&row["ev_per_initial_wager"]) * number(&row["wagers"]) / 3e6);
        assert!((weighted.sum::<f64>() - mean).abs() < 1e-12);
        assert_eq!(found["strategy"], strategy);
        assert_eq!(
            (
                found["book"].as_str(),
                found["decks"].as_u64(),
                found["seed"].as_u64()
            ),
            (Some("tasmania"), Some(4), Some(4))
        );
    }
}

#[test]
fn settings_and_wager_bear_on_the_rounds() {
    let mean = |more: &[&str]| {
        let arguments = ["simulate", "sydney", "--rounds", "300k"]
            .iter()
            .chain(more)
            .copied()
            .collect::<Vec<_>>();
        number(&timeless(&arguments)["ev_without_super_bonus"])
    };
    let usual = mean(&[]);
    assert!(
        mean(&["--set", "settlement.tie=dealer-wins"]) < usual - 0.03,
        "ties are common"
    );
    // 3 to 2 on five cents is paid as eight: the same cards come to more.
    assert!(
        mean(&["--wager", "0.05"]) > usual + 0.003,
        "Pontoon comes once in 22 rounds"
    );
}

#[test]
fn the_terminal_shows_mean_interval_and_upcards() {
    let output = text(&["simulate", "adelaide", "--rounds", "100k"]);
    for words in [
        "per initial wager",
        "95 % interval",
        "standard error",
        "against",
        "fresh shuffle",
    ] {
        assert!(output.contains(words), "{words}: {output}");
    }
    assert!(!output.contains("Super Bonus"), "adelaide has none");
}

#[test]
fn what_cannot_be_simulated_is_said() {
    for (arguments, words) in [
        (&["sydney", "--decks", "9"][..], "it allows 6 or 8"),
        (&["sydney", "--until-se", "0"], "more than nothing"),
        (&["sydney", "--until-se", "-1e-3"], "more than nothing"),
        (&["blackjack"], "dealer.hole"),
        (&["nowhere"], "there is no book"),
    ] {
        let arguments: Vec<&str> = ["simulate"].iter().chain(arguments).copied().collect();
        fails(&arguments, &[words]);
    }
}

#[test]
fn what_is_no_number_is_said() {
    for (option, value, words) in [
        ("--rounds", "-5", "whole number of rounds"),
        ("--rounds", "1.5", "whole number of rounds"),
        ("--seed", "x", "--seed"),
        ("--threads", "0", "--threads"),
        ("--strategy", "guess", "best, card, or a strategy file"),
    ] {
        let output = pontoon(&["simulate", "sydney", option, value]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
        assert!(
            complaint.contains(words) && output.stdout.is_empty(),
            "{complaint}"
        );
    }
}

#[test]
fn the_three_routes_agree() {
    let found = json(&[
        "verify",
        "adelaide",
        "canberra",
        "--decks",
        "6",
        "--rounds",
        "2M",
        "--engine-rounds",
        "4k",
        "--seed",
        "2",
    ]);
    for (row, name) in found
        .as_array()
        .unwrap()
        .iter()
        .zip(["adelaide", "canberra"])
    {
        assert_eq!(
            (row["book"].as_str(), row["agrees"].as_bool()),
            (Some(name), Some(true)),
            "{row}"
        );
        let solver = number(&row["solver"]["ev_per_initial_wager"]);
        for (route, rounds) in [("simulator", 2e6), ("engine", 4e3)] {
            let (mean, error) = (
                number(&row[route]["ev_per_initial_wager"]),
                number(&row[route]["se"]),
            );
            assert!(
                (number(&row[route]["rounds"]) - rounds).abs() < 0.5,
                "{row}"
            );
            assert!(
                (mean - solver).abs() < 3.0 * error && error * rounds.sqrt() > 1.0,
                "{route}: {row}"
            );
        }
    }
    let shown = text(&[
        "verify",
        "sydney",
        "--rounds",
        "300k",
        "--engine-rounds",
        "500",
    ]);
    assert!(
        shown.contains("off by") && shown.contains("sydney"),
        "{shown}"
    );
}

#[test]
fn routes_that_cannot_be_played_are_said() {
    fails(
        &[
            "verify",
            "blackjack",
            "--rounds",
            "1k",
            "--engine-rounds",
            "10",
        ],
        &["dealer.hole"],
    );
    fails(&["verify", "sydney", "--decks", "9"], &["it allows 6 or 8"]);
    fails(
        &["verify", "sydney", "--wager", "0.01"],
        &["half of 0.01", "an even number of cents"],
    );
}
