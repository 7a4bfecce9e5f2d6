//! Books as files: what is wrong is said all at once, with its place, and a house can write its
//! own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rules::{
    BOOK_IDS, ChangeRefused, Fault, REFERENCE_IDS, RuleBook, SettingError, builtin, builtin_source,
    check, compare, parse, reference,
};

fn read(text: &str) -> Result<RuleBook, Vec<Fault>> {
    parse(text).and_then(|draft| check(&draft))
}

#[track_caller]
fn faults(text: &str) -> Vec<String> {
    read(text)
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

const HOUSE: &str = r#"
id = "house"
version = 1
extends = "sydney"
title = "Pontoon, our house"

[clauses]
"H1" = "Split hands may be split again, up to four hands."

[split]
again = { is = "may", clause = "H1" }
most-hands = { is = 4, clause = "H1" }
"#;

#[test]
fn a_house_extends_a_book_and_changes_what_it_names() {
    let house = read(HOUSE).unwrap();
    let sydney = builtin("sydney").unwrap();
    assert_eq!(house.id.to_string(), "house@1");
    assert_eq!(house.extends.as_ref().unwrap().to_string(), "sydney@1");
    let changed: Vec<String> = compare(&house, &sydney)
        .into_iter()
        .map(|difference| difference.key)
        .collect();
    assert_eq!(changed, ["split.again", "split.most-hands"]);
    assert_eq!(house.split.most_hands.clause.to_string(), "H1");
    assert_eq!(
        house.double.on, sydney.double.on,
        "what is not named is inherited, clause and all"
    );
}

#[test]
fn a_title_cannot_play_tricks_on_a_terminal() {
    let found = faults(&HOUSE.replace("our house", "our \\u001b[31mhouse"));
    assert_eq!(
        found,
        ["1:1: `title` must have 1 to 200 letters, none of them a control character"]
    );
}

#[test]
fn a_house_extends_a_reference_book_and_cites_its_clauses() {
    let text = HOUSE
        .replace("sydney", "blackjack")
        .replace("is = 4, clause = \"H1\"", "is = 3, clause = \"R8\"");
    let house = read(&text).unwrap();
    let blackjack = reference("blackjack").unwrap();
    assert_eq!(house.extends.as_ref().unwrap().to_string(), "blackjack@1");
    let changed: Vec<String> = compare(&house, &blackjack)
        .into_iter()
        .map(|difference| difference.key)
        .collect();
    assert_eq!(changed, ["split.most-hands"]);
    let words = |number: &str| {
        house
            .own_clauses
            .iter()
            .filter(|(own, _)| own == number)
            .count()
    };
    assert_eq!(
        (words("H1"), words("R8")),
        (1, 1),
        "its own clauses and those behind it"
    );
    let anew = read(&text.replace("\"H1\"", "\"R8\"")).unwrap();
    let words: Vec<&String> = anew
        .own_clauses
        .iter()
        .filter(|(own, _)| own == "R8")
        .map(|(_, words)| words)
        .collect();
    assert_eq!(
        words,
        ["Split hands may be split again, up to four hands."],
        "what it words anew it has once"
    );
    let same = text.replace("\"house\"", "\"blackjack\"");
    assert!(
        faults(&same)[0].starts_with("2:1: `id` cannot be `blackjack`"),
        "a house is not the book it extends"
    );
}

#[test]
fn the_reference_books_are_the_games_of_the_literature() {
    let differences = |left: &str, right: &str| -> Vec<String> {
        let (left, right) = (reference(left).unwrap(), reference(right).unwrap());
        compare(&left, &right)
            .into_iter()
            .map(|difference| format!("{} {}", difference.key, difference.right.0))
            .collect()
    };
    let no_hole_card = [
        "dealer.hole none",
        "dealer.soft-17 draws",
        "dealer.pontoon every-wager",
    ];
    assert_eq!(differences("blackjack", "european-blackjack"), no_hole_card);
    let blackjack = reference("blackjack").unwrap();
    blackjack.each(|key, _, setting| {
        if let Some(hand) = key
            .strip_prefix("pays.")
            .filter(|hand| *hand != "card-count")
        {
            assert_eq!(
                setting.text(),
                if hand == "pontoon" {
                    "3 to 2"
                } else {
                    "1 to 1"
                },
                "{key}"
            );
        }
    });
    // Spanish 21 pays what the five books pay.
    let (spanish, sydney) = (reference("spanish-21").unwrap(), builtin("sydney").unwrap());
    let other_pays = compare(&spanish, &sydney)
        .into_iter()
        .filter(|difference| difference.key.starts_with("pays."));
    assert_eq!(other_pays.count(), 0);
    let with_hole_card = [
        "surrender.against any-card",
        "double.forfeit-when under-21",
        "split.aces-cards any",
    ];
    for difference in with_hole_card {
        assert!(
            differences("blackjack", "spanish-21").contains(&difference.to_owned()),
            "{difference}"
        );
    }
    assert_eq!(spanish.dealer.hole, blackjack.dealer.hole);
}

#[test]
fn all_faults_are_reported_at_once_each_with_its_place_and_what_would_be_right() {
    let text = r#"id = "house"
version = 0
extends = "sydney"

[double]
on = { is = "any-total", clause = "13.1" }
amuont = { is = "full", clause = "13.1" }

[split]
most-hands = { is = 99, clause = "14.9.3" }
again = { is = "may", clause = "99.9" }
in-turn = "66"
"#;
    let found = faults(text);
    assert_eq!(found.len(), 6, "{found:#?}");
    let expected = [
        "2:1: `version` cannot be `0`: write a whole number from 1",
        "6:1: `double.on` cannot be `any-total`: write `hard-9-to-11` or `first-two` or \
        `any-cards`",
        "7:1: `double.amuont` is no setting of a rule book",
        "10:1: `split.most-hands` cannot be `99`: write a whole number from 2 to 8",
        "11:1: `split.again` cites clause 99.9, which this book does not have",
        "12:11: `split.in-turn` needs its clause",
    ];
    for start in expected {
        assert!(
            found.iter().any(|fault| fault.starts_with(start)),
            "{start} is not in {found:#?}"
        );
    }
}

#[test]
fn values_that_do_not_fit_together_and_clauses_that_do_not_exist_are_faults() {
    let found = faults(&format!(
        "{HOUSE}\n[cards]\ndecks-with-pairs = {{ is = \"3 to 8\", clause = \"H1\" }}\n"
    ));
    assert_eq!(
        found,
        ["15:1: `cards.decks-with-pairs` allows a number that `cards.decks` does not"]
    );
    let found = faults(&HOUSE.replace("clause = \"H1\"", "clause = \"H2\""));
    assert_eq!(found.len(), 2);
    assert!(
        found[0].starts_with("11:1: `split.again` cites clause H2, which this book does not have"),
        "{found:?}"
    );
}

#[test]
fn a_missing_value_a_missing_clause_and_an_unknown_base_are_faults() {
    let source = builtin_source("sydney").unwrap();
    let line = source
        .lines()
        .find(|line| line.starts_with("soft-17"))
        .unwrap();
    assert_eq!(
        faults(&source.replace(line, "")),
        ["1:1: `dealer.soft-17` is missing: it must be `draws` or `stands`"]
    );
    let house = "id = \"house\"\nversion = 1\nextends = \"sydney\"\n[dealer]\nsoft-17 = { is = \
        \"stands\" }\n";
    assert!(
        faults(house)[0].starts_with("5:1: `dealer.soft-17` names neither clause nor reading"),
        "a changed value cites a clause"
    );
    let own = house
        .replace("\"house\"", "\"sydney\"")
        .replace("is = \"stands\"", "clause = \"15.4\"");
    assert!(
        faults(&own)[0].starts_with("1:1: `id` cannot be `sydney`"),
        "a house is not the book it extends"
    );
    let found = faults(&source.replace(line, "soft-17 = { is = \"draws\" }"));
    assert!(
        found[0].contains("`dealer.soft-17` names neither clause nor reading"),
        "{found:?}"
    );
    let found = faults("id = \"x\"\nversion = 1\nextends = \"sidney\"\n");
    assert!(found.contains(
        &"3:1: `extends`: there is no book `sidney`: the books are adelaide, canberra, singapore, \
            tasmania, sydney; for reference blackjack, european-blackjack, spanish-21".to_owned()
    ));
}

#[test]
fn what_is_no_toml_is_reported_with_its_line() {
    let found = faults("id = \"house\nversion = 1\n");
    assert!(found[0].starts_with("1:"), "{found:?}");
    assert!(faults("")[0].contains("the file is empty"));
    assert!(faults(&"# x\n".repeat(1 << 19))[0].contains("a rule book has at most"));
}

#[test]
fn a_reading_is_changed_by_its_name_and_a_setting_by_its_key() {
    let mut book = RuleBook::clone(&builtin("sydney").unwrap());
    book.set("resplit", "may").unwrap();
    assert_eq!(book.setting("split.again").unwrap().0, "may");
    book.set("sydney.dealer-pontoon", "one-in-all").unwrap();
    assert_eq!(book.setting("dealer.pontoon").unwrap().0, "one-in-all");
    book.set("double.on", "first-two").unwrap();
    assert_eq!(book.changes_from(&builtin("sydney").unwrap()).len(), 3);
}

#[test]
fn a_change_that_is_refused_leaves_the_book_as_it_was() {
    let mut book = RuleBook::clone(&builtin("sydney").unwrap());
    let before = book.clone();
    assert!(matches!(
        book.set("split.most-hands", "99"),
        Err(SettingError::Value { .. })
    ));
    assert!(matches!(
        book.set("cards.decks", "4"),
        Err(SettingError::Together { .. })
    ));
    assert!(matches!(
        book.set("double.on", "sometimes"),
        Err(SettingError::Value { .. })
    ));
    let error = book.set("hands", "3").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no setting or reading `hands`: did you mean `split.most-hands`?"
    );
    assert_eq!(book, before);
}

#[test]
fn changes_that_fit_only_together_are_taken_in_any_order_and_otherwise_none_is() {
    let usual = builtin("sydney").unwrap();
    let both = [("cards.decks", "6"), ("cards.decks-with-pairs", "6")];
    for order in [both, [both[1], both[0]]] {
        let mut book = RuleBook::clone(&usual);
        book.set_all(order).unwrap();
        assert_eq!(book.setting("cards.decks").unwrap().0, "6");
    }
    let mut book = RuleBook::clone(&usual);
    let refused = book
        .set_all([("double.on", "first-two"), ("cards.decks", "4")])
        .unwrap_err();
    assert!(
        matches!(
            refused,
            ChangeRefused {
                change: None,
                why: SettingError::Together { .. }
            }
        ),
        "{refused}"
    );
    assert_eq!(refused.keys(), ["cards.decks-with-pairs", "cards.decks"]);
    let refused = book
        .set_all([("double.on", "first-two"), ("split.most-hands", "99")])
        .unwrap_err();
    assert_eq!(
        refused.change,
        Some(("split.most-hands".to_owned(), "99".to_owned()))
    );
    assert_eq!(refused.keys(), ["split.most-hands"]);
    let refused = book
        .set_all([("double.on", "first-two"), ("double.on", "hard-9-to-11")])
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`double.on` is told twice, with two values: tell it once"
    );
    assert_eq!(book, *usual);
}

#[test]
fn every_alternative_of_every_reading_can_be_taken() {
    let mut taken = 0;
    for name in BOOK_IDS {
        for reading in &builtin(name).unwrap().readings {
            for other in &reading.or {
                let mut book = RuleBook::clone(&builtin(name).unwrap());
                book.set(&reading.id, other)
                    .unwrap_or_else(|error| panic!("{name} {}={other}: {error}", reading.id));
                assert_ne!(
                    Some(other),
                    builtin(name)
                        .unwrap()
                        .setting(&reading.key)
                        .map(|(value, _)| value)
                        .as_ref(),
                    "{name} {} offers what it has",
                    reading.id
                );
                taken += 1;
            }
        }
    }
    assert!(taken > 90, "only {taken} alternatives");
}

#[test]
fn every_choice_is_some_books_answer_or_some_readings_alternative() {
    // A variant that nobody can choose is dead. Here are those for houses and for counting rounds,
    // and those of a type that two settings share.
    let others = [
        "double.after-split may-not",
        "settlement.pontoon as-21",
        "limits.late-device minimum",
    ];
    let mut used = std::collections::BTreeSet::new();
    let mut all = std::collections::BTreeSet::new();
    let books = BOOK_IDS
        .into_iter()
        .map(builtin)
        .chain(REFERENCE_IDS.into_iter().map(reference));
    for book in books.map(Result::unwrap) {
        book.each(|key, _, setting| {
            used.insert(format!("{key} {}", setting.text()));
            all.extend(
                setting
                    .all()
                    .into_iter()
                    .map(|value| format!("{key} {value}")),
            );
        });
        for reading in &book.readings {
            used.extend(
                reading
                    .or
                    .iter()
                    .map(|other| format!("{} {other}", reading.key)),
            );
        }
    }
    let unused: Vec<&String> = all
        .iter()
        .filter(|choice| !used.contains(*choice) && !others.contains(&choice.as_str()))
        .collect();
    assert!(
        unused.is_empty(),
        "no book and no reading takes {unused:#?}"
    );
}

#[test]
fn the_books_say_what_outlives_a_round() {
    // In the order of BOOK_IDS: adelaide, canberra, singapore, tasmania, sydney.
    let expected = [
        (
            "shuffle.by-order",
            [
                "may [35c]",
                "may-not [not stated]",
                "may-not [not stated]",
                "may-not [not stated]",
                "may [5.1.4]",
            ],
        ),
        (
            "shuffle.last-rounds",
            [
                "may-deal-on [54]",
                "deals-on [5.5]",
                "shuffled [5.20]",
                "shuffled [not stated]",
                "shuffled [5.1.3]",
            ],
        ),
        (
            "cut.first",
            [
                "far-left [36a]",
                "first-to-arrive [5.2a]",
                "first-to-arrive [reading first-cut]",
                "first-to-arrive [reading first-cut]",
                "first-to-arrive [5.3.1]",
            ],
        ),
        (
            "cut.nobody",
            [
                "dealer [39]",
                "supervisor [5.2]",
                "supervisor [reading last-cut]",
                "supervisor [reading last-cut]",
                "supervisor [5.4]",
            ],
        ),
        (
            "cut.rack",
            [
                "as-usual [110]",
                "as-usual [15.6]",
                "next-to-act [5.19]",
                "as-usual [reading rack-cut]",
                "as-usual [18.9]",
            ],
        ),
        (
            "seats.several",
            [
                "controls-one [83]",
                "gives-up-control [4.4]",
                "controls-one [3.8]",
                "gives-up [reading several-boxes]",
                "gives-up [6.9]",
            ],
        ),
        (
            "seats.idle-rounds",
            [
                "3 [114]",
                "3 [17.6]",
                "0 [not stated]",
                "0 [not stated]",
                "3 [20.10]",
            ],
        ),
        (
            "seats.late-from",
            [
                "first-two-rounds [21]",
                "first-round [4.7]",
                "not-provided [not stated]",
                "not-provided [not stated]",
                "first-round [6.11]",
            ],
        ),
        (
            "house.closing-notice",
            [
                "15 [121]",
                "20 [16.2]",
                "20 [reading closing-notice]",
                "20 [reading closing-notice]",
                "20 [20.9]",
            ],
        ),
        (
            "house.closing-rounds",
            [
                "3 [121]",
                "3 [5.5]",
                "0 [not stated]",
                "0 [not stated]",
                "0 [not stated]",
            ],
        ),
        (
            "house.void-settled",
            [
                "returned [reading void-settled]",
                "returned [Dictionary Void]",
                "returned [reading void-settled]",
                "returned [reading void-settled]",
                "stands [18.8]",
            ],
        ),
    ];
    for (key, answers) in expected {
        let found = BOOK_IDS.map(|name| builtin(name).unwrap().setting(key).unwrap());
        assert_eq!(
            found.map(|(value, clause)| format!("{value} [{clause}]")),
            answers,
            "{key}"
        );
    }
}

#[test]
fn who_may_be_restricted_from_when_is_said_where_restriction_is() {
    for name in BOOK_IDS {
        let book = builtin(name).unwrap();
        let provided = |key: &str| book.setting(key).unwrap().0 != "not-provided";
        assert_eq!(
            provided("seats.late-from"),
            provided("limits.late"),
            "{name}"
        );
    }
}

#[test]
fn a_question_of_the_table_has_one_name_in_all_books() {
    let mut names = std::collections::BTreeMap::new();
    for name in BOOK_IDS {
        for reading in &builtin(name).unwrap().readings {
            if ["shuffle.", "cut.", "seats.", "house."]
                .iter()
                .any(|start| reading.key.starts_with(start))
            {
                let first = names
                    .entry(reading.key.clone())
                    .or_insert_with(|| reading.id.clone());
                assert_eq!(*first, reading.id, "{name} {}", reading.key);
            }
        }
    }
    assert!(names.len() >= 10, "{names:?}");
}

#[test]
fn what_goes_on_and_on_is_repeated_as_far_as_its_beginning() {
    let long = "sydney".repeat(10_000);
    let begin = format!("`{}sydn…`", "sydney".repeat(6));
    let messages = [
        builtin(&long).unwrap_err().to_string(),
        SettingError::Key {
            key: long.clone(),
            near: Vec::new(),
        }
        .to_string(),
        SettingError::Key {
            key: long.clone(),
            near: vec!["`split.most-hands`".to_owned()],
        }
        .to_string(),
        SettingError::Value {
            text: long,
            valid: "a number".to_owned(),
        }
        .to_string(),
    ];
    for message in messages {
        assert!(message.contains(&begin) && message.len() < 250, "{message}");
    }
    assert!(
        builtin(&"x".repeat(40))
            .unwrap_err()
            .to_string()
            .contains(&format!("`{}`", "x".repeat(40)))
    );
}
