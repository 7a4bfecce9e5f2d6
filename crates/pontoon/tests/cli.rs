//! The command line as its users meet it: real binary, real files, exit codes and messages.

use crate::support::{file, pontoon};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Plays a text from standard input.
fn round(text: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pontoon"))
        .arg("round")
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

/// A round that must fail, with the place and the words of its message.
#[track_caller]
fn fails(text: &str, place: &str, words: &[&str]) {
    let output = round(text, &[]);
    let message = err(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.starts_with(&format!("pontoon: -:{place}: ")),
        "{message}"
    );
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

const ROUND: &str =
    "book sydney\nbox 1  ann* 25, bob 10\ndeal 6s | 5d | 5h\n1 double ann 25 9c\ndealer Kh 4c\n";

#[test]
fn a_round_prints_every_event_with_its_clause_and_the_money() {
    let output = round(ROUND, &[]);
    assert!(output.status.success());
    let text = out(&output);
    assert!(text.contains("ann doubles box 1 with 25"), "{text}");
    assert!(text.lines().any(|line| line.contains("double of 25 wins at 1 to 1, +25") && line.ends_with("13.2")), "{text}");
    assert!(text.contains("net: ann +50, bob +10"), "{text}");
}

#[test]
fn a_round_as_json_has_net_and_every_wager_with_its_clause() {
    let output = round(ROUND, &["--json"]);
    let value: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(value["net"], json!({ "ann": 50, "bob": 10 }));
    let wagers = value["wagers"].as_array().unwrap();
    let double = wagers
        .iter()
        .find(|wager| wager["kind"] == "double")
        .unwrap();
    for (field, wanted) in [
        ("bettor", json!("ann")),
        ("box", json!(1)),
        ("hand", json!(1)),
        ("result", json!("won")),
        ("net", json!(25)),
        ("clause", json!("13.2")),
    ] {
        assert_eq!(double[field], wanted, "{field}");
    }
    assert_eq!(wagers.len(), 3);
    let halves = round(
        "book sydney\nbox 1 ann* 25\ndeal 9s | Kd | 7h\n1 surrender\ndealer 9c\n",
        &["--json"],
    );
    assert_eq!(
        serde_json::from_str::<Value>(&out(&halves)).unwrap()["net"]["ann"],
        json!(-12.5)
    );
}

#[test]
fn a_stated_result_that_is_wrong_fails_and_says_what_the_book_gives() {
    fails(
        &format!("{ROUND}result 1/1 ann double lost -25\n"),
        "6:1",
        &["stated `result 1/1 ann double lost -25`", "won +25 [13.2]"],
    );
    fails(
        &format!("{ROUND}net bob +20\n"),
        "6:1",
        &["bob is said to end at +20, but the book gives +10"],
    );
    fails(
        &format!("{ROUND}cites [14.8]\n"),
        "6:1",
        &["nothing in this round cites clause 14.8"],
    );
    fails(
        "book sydney\nbox 1 ann 5\nrefused [6.3] box 1 bob 5\nunfinished\n",
        "3:1",
        &["was to be refused by clause 6.3 and is allowed"],
    );
}

#[test]
fn an_unknown_book_is_named_with_the_books_there_are() {
    fails(
        "book sidney\nbox 1 ann 5\n",
        "1:1",
        &[
            "no book `sidney`",
            "adelaide, canberra, singapore, tasmania, sydney",
        ],
    );
    let output = pontoon(&["rules", "show", "sidney"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("no book `sidney`"),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("for reference blackjack, european-blackjack, spanish-21"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_reference_book_is_shown_and_extended_by_name_and_not_played() {
    let text = out(&pontoon(&["rules", "show", "blackjack", "dealer.hole"]));
    assert!(text.contains("peeks (of none, peeks) [R3]"), "{text}");
    let text = out(&pontoon(&["rules", "show", "european-blackjack", "R8"]));
    assert!(text.starts_with("european-blackjack R8: "), "{text}");
    let text = out(&pontoon(&[
        "rules",
        "compare",
        "blackjack",
        "european-blackjack",
    ]));
    assert!(text.contains("3 setting(s) differ"), "{text}");
    let output = pontoon(&["rules", "check", "rulebooks/reference/spanish-21.toml"]);
    assert!(output.status.success(), "{}", err(&output));
    fails(
        "book spanish-21\nbox 1 ann 5\n",
        "1:1",
        &[
            "`dealer.hole` is `peeks`, which is for the solver's reference games only",
            "(R3)",
        ],
    );
    let book = "id = \"open\"\nversion = 1\nextends = \"spanish-21\"\n[clauses]\nH1 = \"No hole \
        card.\"\n[dealer]\nhole = { is = \"none\", clause = \"H1\" }\n";
    let path = file("open.toml", book.as_bytes());
    // Split Aces draw, a doubled 20 is forfeited, and 16 is surrendered against a 6.
    let text = format!(
        "book {}\nbox 1 ann 10\nbox 2 bob 10\nbox 3 cho 10\ndeal As 5s 9s | 6d | Ah 6h 7h\n1 split \
        4c draw 5d stand / 9c stand\n2 double 9d forfeit\n3 surrender\ndealer Kc 9h\nnet ann \
        20\nnet bob -10\nnet cho -5\n",
        path.display()
    );
    let output = round(&text, &[]);
    assert!(output.status.success(), "{}", err(&output));
}

#[test]
fn a_book_file_with_faults_reports_them_all_with_line_and_column() {
    let text = "id = \"House!\"\nversion = \"one\"\nextends = \"sydney\"\n[double]\non = { is = \
        \"all\", clause = \"13.1\" }\n[split]\nmost-hands = { is = 1, clause = \"14.9\" }\nnone = \
        { is = 1, clause = \"14.9\" }\n";
    let path = file("faulty.toml", text.as_bytes());
    let output = pontoon(&["rules", "check", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let message = err(&output);
    for place in [
        ":1:1: `id` cannot be `House!`",
        ":2:1: `version` cannot be `one`",
        ":5:1: `double.on`",
        ":7:1: `split.most-hands`",
        ":8:1: `split.none`",
    ] {
        assert!(message.contains(place), "{place} is not in {message}");
    }
    assert!(message.contains("5 fault(s)"), "{message}");
}

#[test]
fn a_wager_of_nothing_or_of_half_a_cent_is_refused() {
    fails(
        "book sydney\nbox 1 ann 0\n",
        "2:1",
        &["a wager must be more than nothing (6.3)"],
    );
    fails(
        "book sydney\nbox 1 ann 0.005\n",
        "2:11",
        &["`0.005`", "whole cents"],
    );
    fails(
        "book sydney\nbox 1 ann -5\n",
        "2:11",
        &["`-5`", "cannot be negative"],
    );
    fails(
        "book sydney\nbox 1 ann 99999999999999999999\n",
        "2:11",
        &["more than 10000000 is not accepted"],
    );
}

#[test]
fn a_card_the_shoe_no_longer_holds_is_refused() {
    let gone = "8s 8s 8s 8s 8s 8s 8s 8s";
    fails(
        &format!("book sydney\ngone {gone}\nbox 1 ann 5\ndeal 8s\n"),
        "4:1",
        &["the shoe holds no more 8s (4.1)"],
    );
    fails(
        "book sydney\nbox 1 ann 5\ndeal Ts\n",
        "3:1",
        &["no deck of this game holds a Ts (4.1)"],
    );
    fails(
        &format!("book sydney\ngone {gone} 8s\nbox 1 ann 5\n"),
        "1:1",
        &["8s cannot be gone so often"],
    );
}

#[test]
fn a_further_card_to_a_finished_hand_is_refused() {
    fails(
        "book sydney\nbox 1 ann 5\ndeal 9s | 6d | Kh\n1 stand\n1 draw 2c\n",
        "5:1",
        &["the hand is complete (12.2)"],
    );
    fails(
        "book sydney\nbox 1 ann 5\ndeal 9s | 6d | Kh\n1 stand 2c\n",
        "4:1",
        &["no card is due on box 1"],
    );
    fails(
        "book sydney\nbox 1 ann 5\ndeal 9s | 6d | Kh 4c\n",
        "3:1",
        &["the initial deal is complete"],
    );
}

#[test]
fn two_seated_players_and_a_double_above_the_wager_are_refused() {
    fails(
        "book sydney\nbox 1 ann* 5, bob* 5\n",
        "2:1",
        &["somebody else is seated at box 1 (6.6.1)"],
    );
    fails(
        "book sydney\nbox 1 ann 25\ndeal 6s | 6d | 5h\n1 double 30 2c\n",
        "4:1",
        &[
            "a double may be at most 25 (13.1)",
            "legal now: stand, draw",
        ],
    );
}

#[test]
fn a_text_cut_in_half_an_empty_one_and_a_huge_one_each_get_one_message() {
    let half = &ROUND[..ROUND.len() / 2];
    let output = round(half, &[]);
    assert_eq!(output.status.code(), Some(1));
    fails(
        "book sydney\nbox 1 ann 5\ndeal 9s | 6d | Kh\n",
        "3:1",
        &["the text ends before the round does: ann decides on hand 1 of box 1"],
    );
    fails("", "1:1", &["the text is empty"]);
    fails("# nothing but a comment\n", "1:1", &["the text is empty"]);
    let huge = file("huge.round", vec![b'x'; 100 << 20]);
    let output = pontoon(&["round", huge.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("is larger than 1048576 bytes"),
        "{}",
        err(&output)
    );
    std::fs::remove_file(huge).unwrap();
}

#[test]
fn what_is_not_text_or_not_there_is_said() {
    let path = file("binary.round", [0xff, 0xfe, 0x00, 0x80]);
    let output = pontoon(&["round", path.to_str().unwrap()]);
    assert!(
        err(&output).contains("is not text: byte 0 is not UTF-8"),
        "{}",
        err(&output)
    );
    let output = pontoon(&["round", "no/such/file.round"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("cannot open no/such/file.round"),
        "{}",
        err(&output)
    );
}

#[test]
fn several_files_are_all_played_and_the_bad_ones_counted() {
    let good = file("good.round", ROUND.as_bytes());
    let bad = file("bad.round", b"book sydney\nbox 9 ann 5\n");
    let output = pontoon(&[
        "round",
        "--json",
        good.to_str().unwrap(),
        bad.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let value: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(value[0]["net"]["ann"], json!(50));
    assert!(
        value[1]["error"]
            .as_str()
            .unwrap()
            .contains("a box has a number from 1 to 7")
    );
    assert!(err(&output).contains("1 of 2 round(s) failed"));
}

#[test]
fn the_books_are_shown_side_by_side_and_compared_with_both_clauses() {
    let text = out(&pontoon(&["rules"]));
    assert!(
        text.contains("busted-and-one [14.11]") && text.contains("every-wager [10b]"),
        "{text}"
    );
    let text = out(&pontoon(&["rules", "compare", "canberra", "sydney"]));
    let row = text
        .lines()
        .find(|line| line.contains("split.most-hands"))
        .unwrap();
    assert!(
        row.contains("4 [11.3]") && row.contains("3 [14.9.3]"),
        "{row}"
    );
    assert!(
        !text.contains("dealer.soft-17"),
        "what does not differ is not shown"
    );
    assert!(out(&pontoon(&["rules", "compare", "sydney", "sydney"])).contains("nothing differs"));
}

#[test]
fn a_faulty_round_hides_no_other_of_its_file_and_each_has_its_index() {
    let text = format!("{ROUND}\nbook sydney\nbox 1 ann five\n\n{ROUND}");
    let output = round(&text, &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_str(&out(&output)).unwrap();
    let rounds: Vec<_> = found.as_array().unwrap().iter().collect();
    let told: Vec<_> = rounds
        .iter()
        .map(|round| (round["index"].as_u64().unwrap(), round["error"].as_str()))
        .collect();
    assert_eq!(
        told.iter().map(|(index, _)| *index).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert!(told[1].1.unwrap().starts_with("-:8:11: "), "{told:?}");
    assert_eq!(rounds[0]["net"], rounds[2]["net"]);
    assert!(err(&output).contains("1 of 3 round(s) failed"));
}

#[test]
fn a_clause_is_shown_with_its_words_settings_and_examples() {
    let text = out(&pontoon(&["rules", "show", "sydney", "14.8"]));
    assert!(
        text.contains("sydney 14.8 (14 Splitting), enforced")
            && text.contains("setting split.again = may-not")
            && text.contains("refused [14.8]"),
        "{text}"
    );
    let text = out(&pontoon(&[
        "rules", "show", "tasmania", "How", "to", "play", "10",
    ]));
    assert!(text.contains("tasmania How to play 10"), "{text}");
    let text = out(&pontoon(&["rules", "show", "tasmania", "reading", "tie"]));
    assert!(
        text.contains("stand-off (of stand-off, dealer-wins) [reading tie]")
            && text.contains("or dealer-wins."),
        "{text}"
    );
    let text = out(&pontoon(&["rules", "show", "sydney", "split.again"]));
    assert!(
        text.contains("may-not (of may, may-not) [14.8]") && text.contains("reading resplit"),
        "{text}"
    );
    let output = pontoon(&["rules", "show", "sydney", "14.99"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("sydney has no clause `14.99`: there are 14.1, 14.2"),
        "{}",
        err(&output)
    );
}

#[test]
fn coverage_counts_every_clause_and_finds_none_without_example() {
    let value: Value =
        serde_json::from_str(&out(&pontoon(&["rules", "coverage", "--json"]))).unwrap();
    let clauses: Vec<(String, u64)> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|book| {
            (
                book["book"].as_str().unwrap().to_owned(),
                book["clauses"].as_u64().unwrap(),
            )
        })
        .collect();
    // The numbers of clauses as counted in the books themselves.
    let counted = [
        ("adelaide", 217),
        ("canberra", 226),
        ("singapore", 188),
        ("tasmania", 52),
        ("sydney", 459),
    ];
    assert_eq!(
        clauses,
        counted.map(|(name, count)| (name.to_owned(), count))
    );
    for book in value.as_array().unwrap() {
        assert_eq!(book["enforced_without_example"], json!([]));
        let sum: u64 = book["by_status"]
            .as_object()
            .unwrap()
            .values()
            .map(|count| count.as_u64().unwrap())
            .sum();
        assert_eq!(Some(sum), book["clauses"].as_u64());
    }
}

/// How many entries of a page begin so, behind the number of the clause.
fn entries(page: &str, status: &str) -> u64 {
    let entries = page.lines().filter(|line| line.starts_with("- `"));
    let found = entries.filter(|line| line.contains(&format!("` {status}")));
    u64::try_from(found.count()).unwrap()
}

#[test]
fn coverage_counts_enforced_clauses_by_where_they_are_enforced() {
    let value: Value =
        serde_json::from_str(&out(&pontoon(&["rules", "coverage", "--json"]))).unwrap();
    let text = out(&pontoon(&["rules", "coverage"]));
    for book in value.as_array().unwrap() {
        let name = book["book"].as_str().unwrap();
        let page = format!("{}/../../rulebooks/{name}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(page).unwrap();
        let round = entries(&page, "*enforced*. ");
        let table = entries(&page, "*enforced* (table). ");
        assert_eq!(book["enforced_by"], json!({"round": round, "table": table}));
        assert_eq!(
            book["by_status"]["enforced"],
            json!(round + table),
            "{name}"
        );
        let partly = entries(&page, "*partly enforced* (");
        let by_table = entries(&page, "*partly enforced* (table: ");
        assert_eq!(
            book["partly_enforced_by"],
            json!({"round": partly - by_table, "table": by_table})
        );
        assert_eq!(
            book["by_status"]["partly enforced"],
            json!(partly),
            "{name}"
        );
        assert_eq!(
            book["by_status"]["planned"],
            json!(entries(&page, "*planned* ("))
        );
        let row = text
            .lines()
            .find(|line| line.trim_start().starts_with(name))
            .unwrap();
        let numbers: Vec<u64> = row
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        assert_eq!(numbers[1..4], [round, table, partly], "{row}");
    }
}

#[test]
fn a_clause_that_is_partly_enforced_is_shown_with_what_is_missing() {
    let text = out(&pontoon(&["rules", "show", "adelaide", "6"]));
    assert!(
        text.contains("adelaide 6 (The cards), partly enforced (a joker comes in written rounds"),
        "{text}"
    );
    let text = out(&pontoon(&["rules", "show", "sydney", "20.7"]));
    assert!(
        text.contains("partly enforced (table: what staff say to players is not seen)"),
        "{text}"
    );
    let text = out(&pontoon(&["rules", "show", "sydney", "5.5"]));
    assert!(text.contains(", enforced (table)"), "{text}");
}

#[test]
fn perft_counts_by_first_choice_and_names_what_it_does_not_know() {
    // One box: 2-3 against 4 and only a 5 left, hits and stands only, counted by hand: every order
    // of four cards to box, dealer and box again; then stand or draw the last card, and the dealer
    // has no card left: nothing is complete.
    let output = pontoon(&[
        "perft",
        "sydney",
        "--shoe",
        "2s 3s 4s 5s",
        "--only",
        "draw,stand",
    ]);
    assert!(
        out(&output).contains("rounds                      0"),
        "{}",
        out(&output)
    );
    let output = pontoon(&["perft", "sydney", "--only", "hit"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("--only hit: the choices are draw, stand"),
        "{}",
        err(&output)
    );
    let output = pontoon(&["perft", "sydney", "--set", "double.on=never"]);
    assert!(
        err(&output).contains("`never` is not valid here"),
        "{}",
        err(&output)
    );
}

#[test]
fn help_has_an_example_for_every_command_and_completions_name_them() {
    for command in [
        &["rules"][..],
        &["round"],
        &["play"],
        &["perft"],
        &["completions"],
        &["rules", "show"],
        &["rules", "compare"],
        &["rules", "coverage"],
        &["rules", "check"],
    ] {
        let mut arguments = command.to_vec();
        arguments.push("--help");
        let text = out(&pontoon(&arguments));
        assert!(
            text.contains("Example") && text.contains(&format!("pontoon {}", command.join(" "))),
            "{command:?}: {text}"
        );
    }
    let script = out(&pontoon(&["completions", "bash"]));
    assert!(
        script.contains("coverage") && script.contains("perft"),
        "{script}"
    );
}

#[test]
fn a_house_book_from_a_file_is_played_by_its_own_rules() {
    let book = "id = \"house\"\nversion = 1\nextends = \"sydney\"\n[clauses]\nH1 = \"May split \
        again.\"\n[split]\nagain = { is = \"may\", clause = \"H1\" }\n";
    let path = file("house.toml", book.as_bytes());
    let text = format!(
        "book {}\nbox 1 ann 10\ndeal 8s | 6d | 8h\n1 split 8c split Kd stand / Kc stand / Kh \
        stand\ndealer Ks 5c\nnet ann -30\n",
        path.display()
    );
    let output = round(&text, &[]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("(house@1)"));
}
