//! What a rule is worth: every other answer a book could give, the way from one book to another,
//! and what bears on the wager.
//!
//! Nothing here goes through several questions at once, or keeps an answer: whoever asks decides in
//! what order.

use crate::pile::Pile;
use crate::plan::Best;
use crate::side_wagers::new_shoe;
use crate::solve::{Solved, solve};
use crate::split::Bounded;
use crate::terms::Terms;
use crate::worth::{ShoeError, check_shoe};
use rules::{Difference, Money, RuleBook, compare};

/// Values that make another game of it, or that no round is dealt by: a setting's key and its
/// value.
const REFERENCE_ONLY: [(&str, &str); 5] = [
    ("cards.pack", "52"),
    ("dealer.hole", "peeks"),
    ("settlement.pontoon", "as-21"),
    ("settlement.pontoon", "compared"),
    ("settlement.twenty-one", "compared"),
];

/// Settings of wagers beside the one on the hand, by the beginning of their keys. Insurance is not
/// among them: it is part of the expectation where it is worth taking.
const SIDE_WAGERS: [&str; 2] = ["pairs.", "pandemonium."];

/// Another answer that a book could give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The setting.
    pub key: String,
    /// Its words.
    pub words: String,
    /// The reading to which it is another answer, if it is one.
    pub reading: Option<String>,
    /// What the book says.
    pub now: String,
    /// What it could say instead.
    pub value: String,
}

impl Alternative {
    /// Whether this value makes another game, one for the solver's reference books.
    pub fn is_reference_only(&self) -> bool {
        REFERENCE_ONLY.contains(&(self.key.as_str(), self.value.as_str()))
    }

    /// The book with this answer.
    ///
    /// # Panics
    ///
    /// When the alternative is not one of this book.
    pub fn of(&self, book: &RuleBook) -> RuleBook {
        let mut changed = book.clone();
        changed
            .set(&self.key, &self.value)
            .expect("an alternative is a value that the book accepts");
        changed
    }
}

/// Every other answer to every setting of a book, in the order of play: all that a choice offers,
/// and what the book's readings list for numbers and odds. A value that would contradict the rest
/// of the book is not listed.
pub fn alternatives(book: &RuleBook) -> Vec<Alternative> {
    let mut found = Vec::new();
    book.each(|key, words, setting| {
        let reading = book.readings.iter().find(|reading| reading.key == key);
        let now = setting.text();
        let mut values = setting.all();
        for value in reading.into_iter().flat_map(|reading| &reading.or) {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        for value in values {
            if value != now && book.clone().set(key, &value).is_ok() {
                let reading = reading
                    .filter(|reading| reading.or.contains(&value))
                    .map(|reading| reading.id.clone());
                found.push(Alternative {
                    key: key.to_owned(),
                    words: words.to_owned(),
                    reading,
                    now: now.clone(),
                    value,
                });
            }
        }
    });
    found
}

/// Whether a setting, by its key, is one of a wager beside the one on the hand.
pub fn is_of_side_wager(key: &str) -> bool {
    SIDE_WAGERS.iter().any(|start| key.starts_with(start))
}

/// What the solver is asked: rules and cards. Equal questions have equal answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The rules.
    pub terms: Terms,
    /// The cards.
    pub shoe: Pile,
}

impl Question {
    /// What a book is worth from so many decks, allowed by the book or not, to a bettor who wagers
    /// so much.
    pub fn of(book: &RuleBook, decks: u8, wager: Money) -> Self {
        Self {
            terms: Terms::of(book, wager),
            shoe: Pile::of(&new_shoe(book, decks)),
        }
    }

    /// The book solved for best play.
    ///
    /// # Errors
    ///
    /// When the cards may run out in mid-round.
    pub fn solved(&self) -> Result<Solved<f64>, ShoeError> {
        check_shoe(&self.terms, &self.shoe)?;
        Ok(solve(&self.terms, &self.shoe, &Best))
    }

    /// The expectation of one wager at best play, and by how much it may be wrong.
    ///
    /// # Errors
    ///
    /// When the cards may run out in mid-round.
    pub fn expectation(&self) -> Result<Bounded<f64>, ShoeError> {
        Ok(self.solved()?.expectation())
    }

    /// Whether another question has another answer.
    pub fn bearing(&self, other: &Self) -> Bearing {
        if self == other {
            Bearing::None
        } else {
            Bearing::Some
        }
    }
}

/// Whether a change bears on the wager of a bettor alone on a box and alone at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// No: what the solver is asked is the same.
    None,
    /// It may.
    Some,
}

/// One step on the way from one book to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The setting that is changed, with both values.
    pub difference: Difference,
    /// The book after this step and all before it.
    pub book: RuleBook,
}

/// The way from one book to another, one setting at a time in the order of play. After the last
/// step every setting has the value of the other book.
///
/// A change that would contradict what is still to be changed waits until it does not.
pub fn walk(from: &RuleBook, to: &RuleBook) -> Vec<Step> {
    let mut book = from.clone();
    let mut steps = Vec::new();
    let mut waiting: Vec<Difference> = Vec::new();
    for difference in compare(from, to) {
        waiting.push(difference);
        let mut still = Vec::new();
        // The newest first: what waits may have waited for it.
        for difference in waiting.into_iter().rev() {
            match book.set(&difference.key, &difference.right.0) {
                Ok(()) => steps.push(Step {
                    difference,
                    book: book.clone(),
                }),
                Err(_) => still.insert(0, difference),
            }
        }
        waiting = still;
    }
    // Settings that can only be changed together: their steps end at the other book.
    steps.extend(waiting.into_iter().map(|difference| Step {
        difference,
        book: to.clone(),
    }));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{BOOK_IDS, REFERENCE_IDS, builtin, reference};

    fn books() -> Vec<RuleBook> {
        let five = BOOK_IDS.iter().map(|id| builtin(id).unwrap());
        five.chain(REFERENCE_IDS.iter().map(|id| reference(id).unwrap()))
            .map(|book| (*book).clone())
            .collect()
    }

    #[test]
    fn every_alternative_is_another_value_that_the_book_accepts() {
        for book in books() {
            for alternative in alternatives(&book) {
                let changed = alternative.of(&book);
                assert_eq!(
                    changed.changes_from(&book),
                    [(alternative.key.clone(), alternative.value.clone())]
                );
            }
        }
    }

    #[test]
    fn every_answer_of_every_reading_is_an_alternative() {
        for book in books() {
            let found = alternatives(&book);
            for reading in &book.readings {
                for value in &reading.or {
                    let listed = |other: &&Alternative| {
                        other.reading.as_ref() == Some(&reading.id) && other.value == *value
                    };
                    assert_eq!(
                        found.iter().filter(listed).count(),
                        1,
                        "{} {}={value}",
                        book.id,
                        reading.id
                    );
                }
            }
        }
    }

    #[test]
    fn a_walk_ends_at_every_setting_of_the_other_book() {
        for from in books() {
            for to in books() {
                let steps = walk(&from, &to);
                assert_eq!(steps.len(), compare(&from, &to).len());
                let end = steps.last().map_or(&from, |step| &step.book);
                assert!(compare(end, &to).is_empty(), "{} to {}", from.id, to.id);
            }
        }
    }

    #[test]
    fn settings_that_can_only_change_together_do() {
        let from = builtin("adelaide").unwrap();
        let (mut low, mut high) = ((*from).clone(), (*from).clone());
        for (book, decks) in [(&mut low, "3 to 5"), (&mut high, "6")] {
            // The wager on pairs is what ties the two settings together.
            book.set("pairs.wager", "none").unwrap();
            book.set("cards.decks", decks).unwrap();
            book.set("cards.decks-with-pairs", decks).unwrap();
            book.set("pairs.wager", "perfect-pairs").unwrap();
        }
        let steps = walk(&low, &high);
        assert_eq!(steps.len(), 2);
        assert!(compare(&steps[1].book, &high).is_empty());
    }

    #[test]
    fn what_is_paid_may_bear_on_the_wager_and_how_it_is_rounded_has_no_bearing() {
        let book = builtin("canberra").unwrap();
        let question = |key: &str, value: &str| {
            let mut changed = (*book).clone();
            changed.set(key, value).unwrap();
            Question::of(&changed, 8, Money::from_dollars(25))
        };
        let now = Question::of(&book, 8, Money::from_dollars(25));
        assert_eq!(now.bearing(&question("double.scope", "box")), Bearing::Some);
        assert_eq!(
            now.bearing(&question("limits.rounding", "exact")),
            Bearing::None
        );
        assert_eq!(
            now.bearing(&question("dealer.soft-17", "stands")),
            Bearing::Some
        );
    }
}
