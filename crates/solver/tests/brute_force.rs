//! The solver against the engine.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "support/comparison.rs"]
mod comparison;
#[path = "support/every_order.rs"]
mod every_order;
#[path = "support/layout.rs"]
mod layout;
#[path = "support/players.rs"]
mod players;
#[path = "support/seen.rs"]
mod seen;

use comparison::{Case, Comparison};
use players::Whim;
use seen::Seen;
use solver::{Best, Fraction};

const BOOKS: &str = "
    own values | sydney | | 8s*4 Ks*4 As*2 5s*2 | 10
";

#[test]
fn each_book_is_worth_what_its_rounds_come_to() {
    check(BOOKS, &["double"]);
}

/// Checks every line of a table, and that they meet all that is named.
#[track_caller]
fn check(table: &str, meets: &[&str]) {
    let (mut faults, mut seen) = (Vec::new(), Seen::default());
    for case in &Case::table(table) {
        let mut comparison = Comparison::new(case, None, &Best);
        comparison.strategy();
        comparison.options();
        comparison.splits();
        let expectation = comparison.solved.expectation();
        if expectation.slack != Fraction::default() {
            faults.push(format!("{}: the solver is off by up to {}", case.name, expectation.slack));
        }
        for (place, (key, value)) in case.sets.iter().enumerate() {
            if case.solved_without::<Fraction>(Some(place), &Best).expectation().worth == expectation.worth {
                faults.push(format!("{}: {key}={value} changes nothing", case.name));
            }
        }
        faults.append(&mut comparison.faults);
        seen.add_all(comparison.seen.take());
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(seen.missing(meets), [""; 0], "no case meets these");
}
