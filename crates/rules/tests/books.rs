//! Books as files: what is wrong is said all at once, with its place, and a house can write its own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rules::{BOOK_IDS, Fault, RuleBook, SettingError, builtin, builtin_source, check, compare, parse};

fn read(text: &str) -> Result<RuleBook, Vec<Fault>> {
    parse(text).and_then(|draft| check(&draft))
}

#[track_caller]
fn faults(text: &str) -> Vec<String> {
    read(text).unwrap_err().iter().map(ToString::to_string).collect()
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
    let changed: Vec<String> = compare(&house, &sydney).into_iter().map(|difference| difference.key).collect();
    assert_eq!(changed, ["split.again", "split.most-hands"]);
    assert_eq!(house.split.most_hands.clause.to_string(), "H1");
    assert_eq!(house.double.on, sydney.double.on, "what is not named is inherited, clause and all");
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
        "6:1: `double.on` cannot be `any-total`: write `hard-9-to-11` or `first-two` or `any-cards`",
        "7:1: `double.amuont` is no setting of a rule book",
        "10:1: `split.most-hands` cannot be `99`: write a whole number from 2 to 8",
        "11:1: `split.again` cites clause 99.9, which this book does not have",
        "12:11: `split.in-turn` needs its clause",
    ];
    for start in expected {
        assert!(found.iter().any(|fault| fault.starts_with(start)), "{start} is not in {found:#?}");
    }
}

#[test]
fn values_that_do_not_fit_together_and_clauses_that_do_not_exist_are_faults() {
    let found = faults(&format!("{HOUSE}\n[cards]\ndecks-with-pairs = {{ is = \"3 to 8\", clause = \"H1\" }}\n"));
    assert_eq!(found, ["15:1: `cards.decks-with-pairs` allows a number that `cards.decks` does not"]);
    let found = faults(&HOUSE.replace("clause = \"H1\"", "clause = \"H2\""));
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("11:1: `split.again` cites clause H2, which this book does not have"), "{found:?}");
}

#[test]
fn a_missing_value_a_missing_clause_and_an_unknown_base_are_faults() {
    let source = builtin_source("sydney").unwrap();
    let line = source.lines().find(|line| line.starts_with("soft-17")).unwrap();
    assert_eq!(faults(&source.replace(line, "")), ["1:1: `dealer.soft-17` is missing: it must be `draws` or `stands`"]);
    let house = "id = \"house\"\nversion = 1\nextends = \"sydney\"\n[dealer]\nsoft-17 = { is = \"stands\" }\n";
    assert!(
        faults(house)[0].starts_with("5:1: `dealer.soft-17` names neither clause nor reading"),
        "a changed value cites a clause"
    );
    let own = house.replace("\"house\"", "\"sydney\"").replace("is = \"stands\"", "clause = \"15.4\"");
    assert!(faults(&own)[0].starts_with("1:1: `id` cannot be `sydney`"), "a house is not the book it extends");
    let found = faults(&source.replace(line, "soft-17 = { is = \"draws\" }"));
    assert!(found[0].contains("`dealer.soft-17` names neither clause nor reading"), "{found:?}");
    let found = faults("id = \"x\"\nversion = 1\nextends = \"sidney\"\n");
    assert!(found.contains(
        &"3:1: `extends`: there is no book `sidney`: the books are adelaide, canberra, singapore, tasmania, sydney".to_owned()
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
    assert!(matches!(book.set("split.most-hands", "99"), Err(SettingError::Value { .. })));
    assert!(matches!(book.set("cards.decks", "4"), Err(SettingError::Together(_))));
    assert!(matches!(book.set("double.on", "sometimes"), Err(SettingError::Value { .. })));
    let error = book.set("hands", "3").unwrap_err();
    assert_eq!(error.to_string(), "there is no setting or reading `hands`: did you mean `split.most-hands`?");
    assert_eq!(book, before);
}

#[test]
fn every_alternative_of_every_reading_can_be_taken() {
    let mut taken = 0;
    for name in BOOK_IDS {
        for reading in &builtin(name).unwrap().readings {
            for other in &reading.or {
                let mut book = RuleBook::clone(&builtin(name).unwrap());
                book.set(&reading.id, other).unwrap_or_else(|error| panic!("{name} {}={other}: {error}", reading.id));
                assert_ne!(
                    Some(other),
                    builtin(name).unwrap().setting(&reading.key).map(|(value, _)| value).as_ref(),
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
    // A variant that nobody can choose is dead. Here are those for reference games, and those of a type that two settings share.
    let reference = [
        "dealer.soft-17 stands",
        "settlement.twenty-one compared",
        "settlement.pontoon as-21",
        "limits.late-device minimum",
        "shoe.device may-not",
    ];
    let mut used = std::collections::BTreeSet::new();
    let mut all = std::collections::BTreeSet::new();
    for name in BOOK_IDS {
        let book = builtin(name).unwrap();
        book.each(|key, _, setting| {
            used.insert(format!("{key} {}", setting.text()));
            all.extend(setting.all().into_iter().map(|value| format!("{key} {value}")));
        });
        for reading in &book.readings {
            used.extend(reading.or.iter().map(|other| format!("{} {other}", reading.key)));
        }
    }
    let unused: Vec<&String> =
        all.iter().filter(|choice| !used.contains(*choice) && !reference.contains(&choice.as_str())).collect();
    assert!(unused.is_empty(), "no book and no reading takes {unused:#?}");
}
