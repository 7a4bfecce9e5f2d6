//! What two books do differently.

use crate::{Clause, RuleBook};

/// One setting with the values of two books.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Difference {
    pub key: String,
    pub words: String,
    pub left: (String, Clause),
    pub right: (String, Clause),
}

/// The settings whose values differ, in the order of play. Rules without alternatives never differ.
pub fn compare(left: &RuleBook, right: &RuleBook) -> Vec<Difference> {
    let mut rights = Vec::new();
    right.each(|_, _, setting| rights.push((setting.text(), setting.clause())));
    let mut rights = rights.into_iter();
    let mut differences = Vec::new();
    left.each(|key, words, setting| {
        let right = rights.next().expect("all books have the same settings");
        let left = (setting.text(), setting.clause());
        if left.0 != right.0 {
            differences.push(Difference {
                key: key.to_owned(),
                words: words.to_owned(),
                left,
                right,
            });
        }
    });
    differences
}
