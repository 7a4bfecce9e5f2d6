//! The statuses of clauses that are easily told better or worse than they are, as `statuses.txt`
//! lists them with their reasons, and what every status must say.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rules::{BOOK_IDS, EnforcedBy, Prose, Status, builtin_prose};

const TRUE: &str = include_str!("statuses.txt");

/// The status of a clause in the words of the list.
fn words(prose: &Prose, clause: &str) -> String {
    prose
        .entry(clause)
        .map_or("not on the page".to_owned(), |entry| match entry.by {
            Some(by) => format!("{} by the {}", entry.status.word(), by.word()),
            None => entry.status.word().to_owned(),
        })
}

#[test]
fn every_clause_has_the_status_that_is_true_of_it() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    let rows = TRUE.lines();
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let [clauses, status, why] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row is BOOK CLAUSE, CLAUSE | STATUS | REASON: {row}");
        };
        let (book, clauses) = clauses.split_once(' ').unwrap();
        let prose = builtin_prose(book).unwrap();
        for clause in clauses.split(", ") {
            let found = words(&prose, clause);
            if found != status {
                wrong.push(format!("{book} {clause} is {found}, not {status}: {why}"));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 150, "only {checked} clauses are listed");
}

#[test]
fn no_clause_is_partly_enforced_without_its_sentence_and_no_enforced_one_has_one() {
    for book in BOOK_IDS {
        for entry in builtin_prose(book).unwrap().entries {
            let clause = format!("{book} {}", entry.clause);
            match (entry.status, &entry.reason) {
                (Status::PartlyEnforced, missing) => {
                    let missing = missing.as_deref().unwrap_or_default();
                    let is_sentence = missing.split_whitespace().count() > 3;
                    assert!(is_sentence && entry.by.is_some(), "{clause}: {missing}");
                }
                (Status::Enforced, reason) => {
                    assert!(entry.by.is_some() && reason.is_none(), "{clause}");
                }
                (Status::Recorded | Status::Informative | Status::Outside | Status::Planned, _) => {
                    assert_eq!(entry.by, None::<EnforcedBy>, "{clause}")
                }
            }
        }
    }
}
