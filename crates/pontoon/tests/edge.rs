//! What the books are worth and how to play a hand, through the real program.
#![allow(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::support::{fails, file, json, near, number, pontoon, pontoon_in, text};
use serde_json::{Value, json as value};

/// One deck, split once, no double after it: the game of the published figures.
const ONE_DECK: [&str; 6] = [
    "--decks",
    "1",
    "--set",
    "double.after-split=may-not",
    "--set",
    "split.most-hands=2",
];

#[test]
fn blackjack_is_worth_what_others_have_published() {
    // Eric Farmer's program, exact: six decks, doubles after splits, up to four hands.
    let found = json(&["edge", "blackjack"]);
    near(&found[0]["ev_per_initial_wager"], -0.004_028_702_36, 5e-12);
    let arguments: Vec<&str> = ["edge", "blackjack"].into_iter().chain(ONE_DECK).collect();
    near(
        &json(&arguments)[0]["ev_per_initial_wager"],
        0.000_242_739_05,
        5e-12,
    );
    // The same rules with decks of 48 cards.
    let found = json(&[
        "edge",
        "blackjack",
        "--set",
        "split.most-hands=2",
        "--set",
        "cards.pack=48",
    ]);
    near(&found[0]["ev_per_initial_wager"], -0.023_443_612_82, 5e-12);
    assert_eq!(
        found[0]["settings"],
        value!({ "cards.pack": "48", "split.most-hands": "2" })
    );
    // No hole card: the Wizard of Odds, appendix 9, whose player does not look at every card.
    near(
        &json(&["edge", "european-blackjack"])[0]["ev_per_initial_wager"],
        -0.007_270_5,
        2e-6,
    );
}

#[test]
fn spanish_21_and_sydney_are_worth_what_walker_found() {
    let found = json(&["edge", "spanish-21"]);
    near(&found[0]["edge_per_initial_wager"], 0.0078, 0.000_05);
    let found = json(&["edge", "sydney", "--decks", "6"]);
    near(&found[0]["ev_without_super_bonus"], -0.0041, 0.000_05);
}

#[test]
fn the_five_books_have_every_figure_and_the_figures_fit_together() {
    let found = json(&["edge"]);
    let names: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["book"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["adelaide", "canberra", "singapore", "tasmania", "sydney"]
    );
    for row in found.as_array().unwrap() {
        assert_eq!(
            (&row["decks"], &row["wager"], &row["settings"]),
            (&value!(8), &value!(25), &value!({}))
        );
        let figure = |name: &str| number(&row[name]);
        let expectation = figure("ev_per_initial_wager");
        assert_eq!(figure("edge_per_initial_wager"), -expectation);
        assert!(
            (figure("edge_per_total_wagered") * figure("total_wagered") + expectation).abs()
                < 1e-15
        );
        assert!(
            (figure("ev_without_super_bonus") + figure("super_bonus_ev") - expectation).abs()
                < 1e-15
        );
        assert!(figure("ev_bound") >= 0.0 && figure("ev_bound") < 1e-5);
        assert!(figure("seconds") > 0.0 && figure("sd") > 1.0);
    }
    // Adelaide alone has no Super Bonus.
    let without = found
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["super_bonus_ev"] == 0.0);
    assert_eq!(
        without
            .map(|row| row["book"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["adelaide"]
    );
}

#[test]
fn the_table_says_what_each_figure_is_and_how_far_it_is_right() {
    let found = text(&["edge"]);
    for words in [
        "A wager of 25",
        "Best play",
        "per cent of the initial wager",
        "of all that is wagered: initial wagers, doubles, splits",
    ] {
        assert!(found.contains(words), "{words} is not in: {found}");
    }
    // Adelaide has no Super Bonus to be worth anything.
    let line = |book: &str| {
        found
            .lines()
            .find(|line| line.trim_start().starts_with(book))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        (
            line("adelaide").matches('–').count(),
            line("sydney").matches('–').count()
        ),
        (2, 0),
        "{found}"
    );
    let inexact = json(&["edge"])
        .as_array()
        .unwrap()
        .iter()
        .any(|row| number(&row["ev_bound"]) > 0.0);
    assert_eq!(found.contains("* right within"), inexact, "{found}");
    let changed = text(&["edge", "sydney", "--set", "resplit=may"]);
    assert!(
        changed.contains("sydney, changed: split.again=may"),
        "{changed}"
    );
}

#[test]
fn a_bound_is_told_with_every_figure_that_shares_it() {
    let bound = number(&json(&["edge", "canberra"])[0]["ev_bound"]);
    let stars = if bound > 0.0 { 4 } else { 0 };
    let found = text(&["edge", "canberra"]);
    let line = found
        .lines()
        .find(|line| line.contains("canberra"))
        .unwrap();
    assert_eq!(line.matches('*').count(), stars, "{found}");
    let found = text(&["edge", "canberra", "--parts"]);
    assert_eq!(
        found.contains("the expectation is right within"),
        bound > 0.0,
        "{found}"
    );
    assert!(
        found.contains("Super Bonus: prizes paid") && found.contains("once in"),
        "{found}"
    );
}

/// Every number of a text: digits with what belongs to them.
fn numbers(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| letter.is_whitespace() || "─═;,()[]".contains(letter));
    words
        .filter(|word| word.contains(|letter: char| letter.is_ascii_digit()))
        .collect()
}

#[test]
fn no_number_is_broken_in_80_columns() {
    for arguments in [
        &["edge"][..],
        &["edge", "canberra", "--parts"],
        &["price", "sydney"],
        &["price", "canberra"],
        &["side", "singapore"],
        &["side", "canberra"],
        &["rules", "compare", "canberra", "sydney", "--price"],
    ] {
        let in_columns =
            |columns: usize| String::from_utf8(pontoon_in(columns, arguments).stdout).unwrap();
        let (narrow, wide) = (in_columns(80), in_columns(400));
        for line in narrow.lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
            assert!(line.trim() != "%", "{arguments:?}: {narrow}");
        }
        // Values in words may be broken at their hyphens; a number of the solver is whole.
        let whole = numbers(&narrow);
        for number in numbers(&wide)
            .into_iter()
            .filter(|number| number.contains(['/', '.']) && !number.contains('`'))
        {
            assert!(
                whole.contains(&number),
                "{arguments:?}: {number} is not in {narrow}"
            );
        }
    }
}

#[test]
fn a_setting_that_a_book_lacks_is_told_with_the_book() {
    fails(
        &["edge", "--set", "resplit=may"],
        &["adelaide: --set resplit=may: there is no setting or reading `resplit`"],
    );
}

#[test]
fn every_number_of_decks_is_reckoned_and_others_are_refused() {
    let found = json(&["edge", "sydney", "--decks", "all"]);
    assert_eq!(
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|row| &row["decks"])
            .collect::<Vec<_>>(),
        [6, 8]
    );
    let output = pontoon(&["edge", "--decks", "4", "--json"]);
    assert!(output.status.success());
    assert_eq!(
        serde_json::from_slice::<Value>(&output.stdout)
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        4
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("sydney is not dealt from 4 decks and is left out"),
        "{said}"
    );
    fails(
        &["edge", "sydney", "--decks", "7"],
        &["sydney is not dealt from 7 decks: it allows 6 or 8"],
    );
    fails(
        &["edge", "--decks", "300"],
        &["no book is dealt from 300 decks"],
    );
    fails(
        &["edge", "sydney", "--wager", "0"],
        &["a wager must be more than nothing"],
    );
    fails(
        &["edge", "sydney", "--set", "resplit"],
        &["--set resplit: write key=value"],
    );
}

#[test]
fn the_parts_add_up_to_the_expectation_and_the_results_to_certainty() {
    let found = json(&["edge", "adelaide", "--parts"]);
    let parts = found[0]["parts"].as_object().unwrap();
    let sum: f64 = parts.values().map(|part| number(&part["ev"])).sum();
    near(&found[0]["ev_per_initial_wager"], sum, 1e-13);
    // An Ace and a ten-point card from eight decks: 2 × 32 × 96 of 384 × 383.
    near(
        &parts["Pontoon"]["chance"],
        2.0 * 32.0 * 96.0 / (384.0 * 383.0),
        1e-15,
    );
    let results = found[0]["results"].as_array().unwrap();
    let all: f64 = results.iter().map(|result| number(&result["chance"])).sum();
    near(&found[0]["rare_results"]["chance"], 1.0 - all, 1e-12);
    let found = text(&["edge", "adelaide", "--parts"]);
    assert!(
        found.contains("bonus odds on 21") && found.contains("standard deviation"),
        "{found}"
    );
}

#[test]
fn a_house_book_from_a_file_is_reckoned_by_its_own_rules() {
    let book = "id = \"stands\"\nversion = 1\nextends = \"sydney\"\n[clauses]\nH1 = \"Stands on \
        soft 17.\"\n[dealer]\nsoft-17 = { is = \"stands\", clause = \"H1\" }\n";
    let path = file("stands.toml", book);
    let found = json(&["edge", path.to_str().unwrap()]);
    let same = json(&["edge", "sydney", "--set", "dealer.soft-17=stands"]);
    assert_eq!(found[0]["book"], "stands");
    assert_eq!(
        found[0]["ev_per_initial_wager"],
        same[0]["ev_per_initial_wager"]
    );
}

fn ev_of(found: &Value, action: &str) -> Value {
    let actions = found["actions"].as_array().unwrap();
    actions.iter().find(|row| row["action"] == action).unwrap()["ev"].clone()
}

#[test]
fn eights_against_a_ten_are_worth_what_others_have_published() {
    let arguments: Vec<&str> = ["ev", "blackjack", "8s 8h", "against", "Td"]
        .into_iter()
        .chain(ONE_DECK)
        .collect();
    let found = json(&arguments);
    near(&ev_of(&found, "stand"), -0.518_291_103_03, 1e-10);
    near(&ev_of(&found, "draw"), -0.511_755_197_68, 1e-10);
    near(&ev_of(&found, "split"), -0.461_726_195_56, 1e-10);
    assert_eq!(found["best"], "split");
    near(&found["margin"], 0.511_755_197_68 - 0.461_726_195_56, 1e-9);
}

#[test]
fn actions_come_best_first_with_what_they_are_behind() {
    let found = json(&["ev", "sydney", "8s", "8h", "against", "6d"]);
    let actions = found["actions"].as_array().unwrap();
    let names: Vec<&str> = actions
        .iter()
        .map(|row| row["action"].as_str().unwrap())
        .collect();
    assert_eq!(names[0], "split");
    for pair in actions.windows(2) {
        assert!(number(&pair[0]["ev"]) >= number(&pair[1]["ev"]));
        near(
            &pair[1]["behind"],
            number(&actions[0]["ev"]) - number(&pair[1]["ev"]),
            1e-15,
        );
    }
    // No surrender against a 6, and no insurance.
    assert!(!names.contains(&"surrender") && found["insurance_per_unit"].is_null());
    let dealer: f64 = found["dealer"]
        .as_object()
        .unwrap()
        .values()
        .map(number)
        .sum();
    assert!((dealer - 1.0).abs() < 1e-12);
    let shown = text(&["ev", "sydney", "8s 8h v 6d"]);
    assert!(
        shown.contains("8s 8h (16) against 6d") && shown.contains("split is best by"),
        "{shown}"
    );
    for other in ["8s,8h vs 6d", "8♠ 8♥ AGAINST 6♦", "8S8H V 6D", "8♠8h Vs 6d"] {
        assert_eq!(shown, text(&["ev", "sydney", other]), "{other}");
    }
    assert!(!shown.contains("before the dealer looks"), "{shown}");
    let shown = text(&["ev", "blackjack", "9s7h v Ad"]);
    assert!(
        shown.contains("dealer, before the dealer looks: 17 "),
        "{shown}"
    );
    assert!(
        shown.contains("insurance, before the dealer looks: -0.0"),
        "{shown}"
    );
}

#[test]
fn insurance_is_worth_what_the_unseen_cards_make_it() {
    // 96 ten-point cards among the 384 less the Ace and the hand; then four of them are seen
    // elsewhere.
    let found = json(&["ev", "sydney", "9s 7h", "against", "Ad"]);
    near(
        &found["insurance_per_unit"],
        3.0 * 96.0 / 381.0 - 1.0,
        1e-13,
    );
    near(&found["dealer"]["Pontoon"], 96.0 / 381.0, 1e-13);
    let found = json(&[
        "ev",
        "sydney",
        "9s 7h",
        "against",
        "Ad",
        "--seen",
        "Ks, Kd Qc Jh",
    ]);
    near(
        &found["insurance_per_unit"],
        3.0 * 92.0 / 377.0 - 1.0,
        1e-13,
    );
    let found = text(&["ev", "sydney", "As 6h", "against", "Ad"]);
    assert!(
        found.contains("(soft 17)")
            && found.contains("insurance: -0.2")
            && found.contains("leave it"),
        "{found}"
    );
}

#[test]
fn suited_sevens_against_a_seven_are_drawn_to_for_the_super_bonus_only() {
    let with = json(&["ev", "sydney", "7s 7s", "against", "7d"]);
    let without = json(&[
        "ev",
        "sydney",
        "7s 7s",
        "against",
        "7d",
        "--set",
        "super-bonus.prizes=none",
    ]);
    assert_eq!(
        (&with["best"], &without["best"]),
        (&value!("draw"), &value!("split"))
    );
    // Six of the 381 unseen cards are sevens of spades; 5000 are 200 wagers of 25.
    let gain = number(&ev_of(&with, "draw")) - number(&ev_of(&without, "draw"));
    assert!((gain - 200.0 * 6.0 / 381.0).abs() < 1e-12, "{gain}");
}

#[test]
fn a_hand_that_cannot_be_or_needs_no_decision_gets_one_message() {
    let ev = |words: &[&'static str]| {
        ["ev", "sydney"]
            .into_iter()
            .chain(words.iter().copied())
            .collect::<Vec<&str>>()
    };
    let nines = "8s 8s 8s 8s 8s 8s 8s 8s 8s";
    for (words, message) in [
        (&["8x 8h", "against", "6d"][..], "`8x` is not a card"),
        (
            &["10s 8h", "against", "6d"],
            "`10s` is not a card: a ten is written T, for example Ts; no deck of this game holds \
            one (4.1)",
        ),
        (&["8s8", "against", "6d"], "`8s8` is not a card"),
        (
            &["Ts 8h", "against", "6d"],
            "no deck of this game holds a Ts (4.1)",
        ),
        (
            &[nines, "against", "6d"],
            "8s is named more often than the shoe holds it: 8 of 8s",
        ),
        (
            &["8s 8h", "against", "6d", "--seen", nines],
            "8s is named more often",
        ),
        (
            &["8s 8h", "against", "6d", "--seen", "8x"],
            "--seen: `8x` is not a card",
        ),
        (&["8s", "against", "6d"], "a hand has two or more cards"),
        (&["against", "6d"], "a hand has two or more cards"),
        (&["8s 8h"], "the dealer's card is missing"),
        (&["8s 8h", "against"], "the dealer's card is missing"),
        (
            &["8s 8h", "against", "6d 7d"],
            "the dealer shows one card, not 2",
        ),
        (&["As Kh", "against", "6d"], "the hand is Pontoon"),
        (
            &["5s 6h Kd", "against", "6d"],
            "the hand counts 21: nothing is to be decided",
        ),
        (&["Ks 6h Qd", "against", "6d"], "the hand counts 26"),
        (
            &["8s 8h", "against", "6d", "--decks", "7"],
            "it allows 6 or 8",
        ),
        (
            &["8s 8h", "against", "6d", "--set", "aces-agin=may"],
            "no setting or reading `aces-agin`",
        ),
        (
            &["8s 8h", "against", "6d", "--set", "split.hands=4"],
            "did you mean `split.most-hands`",
        ),
        (
            &["8s 8h", "against", "6d", "--set", "resplit=yes"],
            "`yes` is not valid here: write `may` or `may-not`",
        ),
    ] {
        fails(&ev(words), &[message]);
    }
    fails(
        &["ev", "sidney", "8s 8h", "against", "6d"],
        &["no book `sidney`"],
    );
    let gone: Vec<String> = "A23456"
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let gone = gone.join(" ") + " Tc Td Th Ts Jc Jd Jh Js Kc Kd Kh Ks 9c 9h 9s";
    fails(
        &[
            "ev",
            "blackjack",
            "8s 8h",
            "against",
            "9d",
            "--decks",
            "1",
            "--seen",
            &gone,
        ],
        &[
            "13 cards are left",
            "a shoe that may run out has no exact worth",
        ],
    );
}

#[test]
fn help_has_examples_and_completions_name_the_commands() {
    for command in ["edge", "ev", "price", "side"] {
        let found = text(&[command, "--help"]);
        assert!(
            found.contains("Examples") && found.contains(&format!("pontoon {command} ")),
            "{found}"
        );
    }
    let script = text(&["completions", "bash"]);
    assert!(script.contains("edge") && script.contains("--parts") && script.contains("--chances"));
}
