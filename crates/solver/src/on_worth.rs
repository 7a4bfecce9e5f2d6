//! Which rules bear on the worth of the main wager, which on wagers beside it, and which on
//! neither.

use crate::price::{Bearing, Question, is_of_side_wager};
use rules::{Money, RuleBook};

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
const TRIED: [&str; 10] = [
    "none",
    "1",
    "2",
    "3",
    "4",
    "7 to 3",
    "1 to 1",
    "13",
    "0.01 up: 77",
    "52",
];

/// What a setting has to do with the worth of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnWorth {
    /// It bears on the main wager.
    Bears,
    /// It is of a wager beside the main one.
    SideWager,
    /// Nothing: who may do what, when and for whom, or wagers of another size.
    Nothing,
}

/// What a setting has to do with the answer to a question about a book. `from` is how many decks
/// there are and how much is wagered, `all` the short list of the setting's values.
///
/// A setting bears on the worth if another value of it asks the solver another question.
pub fn on_worth(
    question: &Question,
    book: &RuleBook,
    from: (u8, Money),
    key: &str,
    all: &[String],
) -> OnWorth {
    if is_of_side_wager(key) {
        return OnWorth::SideWager;
    }
    // The number of decks is asked for beside the book.
    if STATED.contains(&key) || key == "cards.decks" {
        return OnWorth::Bears;
    }
    let other = |value: &String| {
        let mut changed = book.clone();
        let set = changed.set(key, value).is_ok();
        set && question.bearing(&Question::of(&changed, from.0, from.1)) != Bearing::None
    };
    if values(book, key, all).iter().any(other) {
        OnWorth::Bears
    } else {
        OnWorth::Nothing
    }
}

/// What a setting could be instead.
fn values(book: &RuleBook, key: &str, all: &[String]) -> Vec<String> {
    let readings = book
        .readings
        .iter()
        .filter(|reading| reading.key == key)
        .flat_map(|reading| reading.or.clone());
    all.iter()
        .cloned()
        .chain(readings)
        .chain(TRIED.map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{BOOK_IDS, builtin};

    fn placed(name: &str) -> Vec<(String, OnWorth)> {
        let book = builtin(name).unwrap();
        let from = (book.decks(), Money::from_dollars(25));
        let question = Question::of(&book, from.0, from.1);
        let mut found = Vec::new();
        book.each(|key, _, setting| {
            found.push((
                key.to_owned(),
                on_worth(&question, &book, from, key, &setting.all()),
            ));
        });
        found
    }

    #[test]
    fn every_rule_that_the_solver_goes_by_is_a_setting_without_a_value() {
        for name in BOOK_IDS {
            let book = builtin(name).unwrap();
            for key in STATED {
                assert_eq!(
                    book.setting(key)
                        .unwrap_or_else(|| panic!("there is no {key}"))
                        .0,
                    "",
                    "{key} has a value"
                );
            }
        }
    }

    #[test]
    fn what_bears_on_the_worth_is_found_by_trying() {
        let found = placed("canberra");
        let place = |key: &str| {
            found
                .iter()
                .find(|(other, _)| other == key)
                .map(|(_, place)| *place)
        };
        for key in [
            "cards.pack",
            "dealer.soft-17",
            "pays.five-cards",
            "pays.other",
            "split.most-hands",
            "super-bonus.prizes",
        ] {
            assert!(place(key) == Some(OnWorth::Bears), "{key}");
        }
        for key in [
            "shoe.burn",
            "limits.rounding",
            "boxes.most",
            "super-bonus.others-pay",
        ] {
            assert!(place(key) == Some(OnWorth::Nothing), "{key}");
        }
        assert!(place("pairs.perfect") == Some(OnWorth::SideWager));
        for start in ["shuffle.", "cut.", "seats.", "house."] {
            let of_table: Vec<OnWorth> = found
                .iter()
                .filter(|(key, _)| key.starts_with(start))
                .map(|(_, place)| *place)
                .collect();
            assert!(
                !of_table.is_empty() && of_table.iter().all(|place| *place == OnWorth::Nothing),
                "{start}"
            );
        }
    }
}
