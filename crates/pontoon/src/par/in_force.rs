//! The rules in force: those that bear on the worth of the wager, and the others.

use crate::asked::Asked;
use crate::markup::{escape, table};
use rules::{Clause, RuleBook};
use solver::{Bearing, Question};

/// Rules that every book states alike and that the solver goes by.
const STATED: [&str; 27] = [
    "insurance.offered",
    "insurance.most-half",
    "insurance.lost",
    "surrender.offered",
    "surrender.half-lost",
    "surrender.against-pontoon",
    "draw.initial-deal",
    "draw.draw",
    "draw.stand",
    "draw.no-card-to-pontoon",
    "draw.no-card-at-21",
    "draw.bust",
    "double.first-two",
    "double.one-card",
    "double.forfeit",
    "double.forfeit-needs-double",
    "split.pair",
    "split.further",
    "split.no-pontoon",
    "split.bust",
    "dealer.pontoon-doubled",
    "dealer.pontoon-split",
    "settlement.dealer-bust",
    "settlement.higher",
    "settlement.lower",
    "settlement.dealer-pontoon",
    "super-bonus.doubled",
];

/// Values of numbers, odds and amounts to try, where a setting has no short list of them.
const TRIED: [&str; 10] = ["none", "1", "2", "3", "4", "7 to 3", "1 to 1", "13", "0.01 up: 77", "52"];

/// Which list a setting stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Bears,
    SideWager,
    Rest,
}

pub(crate) fn section(asked: &Asked, question: &Question) -> String {
    let book = &asked.book;
    let mut found: Vec<(Place, Vec<String>)> = Vec::new();
    book.each(|key, words, setting| {
        let clause = setting.clause();
        let mut place = place(asked, question, key, &values(book, key, &setting.all()));
        if clause == Clause::SILENT && (place == Place::SideWager || setting.text().is_empty()) {
            // The book does not say, and nothing follows from it.
            place = Place::Rest;
        }
        found.push((place, vec![key.to_owned(), words.to_owned(), value(asked, key, setting.text()), clause.to_string()]));
    });
    let rows = |wanted: Place| -> Vec<Vec<String>> {
        found.iter().filter(|(place, _)| *place == wanted).map(|(_, row)| row.clone()).collect()
    };
    let list = |caption: &str, place: Place| {
        table(caption, &["setting", "what", "value", "clause"], &rows(place)).replacen(
            "<table>",
            "<table class=\"long rules\">",
            1,
        )
    };
    let mut out = String::from("<h2>Rules in force</h2>\n");
    out += &format!("<p class=\"small\">{}</p>\n", escape(&about(asked)));
    out += &list("Rules that bear on these figures", Place::Bears);
    out += &list("Rules of the side wagers", Place::SideWager);
    out += "<details>\n<summary>Rules without bearing on these figures</summary>\n";
    out += &list("They settle who may do what, when and for whom, or concern wagers of another size", Place::Rest);
    out + "</details>\n"
}

fn about(asked: &Asked) -> String {
    let book = &asked.book;
    let base = book.extends.as_ref().map(|base| format!(", those it does not change by {base}")).unwrap_or_default();
    let changed = if book.changes_from(&asked.usual).is_empty() {
        ""
    } else {
        " A changed setting keeps the clause of the question it answers."
    };
    format!("Clauses are numbered by {} ({}){base}; a reading answers what the book leaves open.{changed}", book.id, book.date)
}

/// A value in words, with what the book says where it was changed.
fn value(asked: &Asked, key: &str, value: String) -> String {
    match asked.usual.setting(key) {
        Some((usual, _)) if usual != value => format!("{value} (changed; the book says {usual})"),
        _ if value.is_empty() => "as stated".to_owned(),
        _ => value,
    }
}

/// What a setting could be instead.
fn values(book: &RuleBook, key: &str, all: &[String]) -> Vec<String> {
    let readings = book.readings.iter().filter(|reading| reading.key == key).flat_map(|reading| reading.or.clone());
    all.iter().cloned().chain(readings).chain(TRIED.map(str::to_owned)).collect()
}

/// A setting bears on the worth if another value of it asks the solver another question.
fn place(asked: &Asked, question: &Question, key: &str, values: &[String]) -> Place {
    if key.starts_with("pairs.") || key.starts_with("pandemonium.") {
        return Place::SideWager;
    }
    // The number of decks is asked for beside the book.
    if STATED.contains(&key) || key == "cards.decks" {
        return Place::Bears;
    }
    let other = |value: &String| {
        let mut changed = asked.book.clone();
        let set = changed.set(key, value).is_ok();
        set && question.bearing(&Question::of(&changed, asked.decks, asked.wager)) != Bearing::None
    };
    if values.iter().any(other) { Place::Bears } else { Place::Rest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{BOOK_IDS, Money, builtin};

    fn placed(name: &str) -> Vec<(String, Place)> {
        let book = builtin(name).unwrap();
        let asked = Asked { usual: book.clone(), book: (*book).clone(), decks: book.decks(), wager: Money::from_dollars(25) };
        let question = asked.question();
        let mut found = Vec::new();
        book.each(|key, _, setting| {
            found.push((key.to_owned(), place(&asked, &question, key, &values(&book, key, &setting.all()))));
        });
        found
    }

    #[test]
    fn every_rule_that_the_solver_goes_by_is_a_setting_without_a_value() {
        for name in BOOK_IDS {
            let book = builtin(name).unwrap();
            for key in STATED {
                assert_eq!(book.setting(key).unwrap_or_else(|| panic!("there is no {key}")).0, "", "{key} has a value");
            }
        }
    }

    #[test]
    fn what_bears_on_the_worth_is_found_by_trying() {
        let found = placed("canberra");
        let place = |key: &str| found.iter().find(|(other, _)| other == key).map(|(_, place)| *place);
        for key in ["cards.pack", "dealer.soft-17", "pays.five-cards", "pays.other", "split.most-hands", "super-bonus.prizes"] {
            assert!(place(key) == Some(Place::Bears), "{key}");
        }
        for key in ["shoe.burn", "limits.rounding", "boxes.most", "super-bonus.others-pay"] {
            assert!(place(key) == Some(Place::Rest), "{key}");
        }
        assert!(place("pairs.perfect") == Some(Place::SideWager));
        for start in ["shuffle.", "cut.", "seats.", "house."] {
            let of_table: Vec<Place> = found.iter().filter(|(key, _)| key.starts_with(start)).map(|(_, place)| *place).collect();
            assert!(!of_table.is_empty() && of_table.iter().all(|place| *place == Place::Rest), "{start}");
        }
    }
}
