//! The books that come with the program, compiled in: the five, with their pages, and those for
//! reference, without.

use crate::setting::short;
use crate::{Prose, RuleBook, check, parse};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The names of the five books.
pub const BOOK_IDS: [&str; 5] = ["adelaide", "canberra", "singapore", "tasmania", "sydney"];

const SOURCES: [&str; 5] = [
    include_str!("../../../rulebooks/adelaide.toml"),
    include_str!("../../../rulebooks/canberra.toml"),
    include_str!("../../../rulebooks/singapore.toml"),
    include_str!("../../../rulebooks/tasmania.toml"),
    include_str!("../../../rulebooks/sydney.toml"),
];

/// The names of the reference books: games of the literature, to check the solver against published
/// figures.
pub const REFERENCE_IDS: [&str; 3] = ["blackjack", "european-blackjack", "spanish-21"];

const REFERENCE_SOURCES: [&str; 3] = [
    include_str!("../../../rulebooks/reference/blackjack.toml"),
    include_str!("../../../rulebooks/reference/european-blackjack.toml"),
    include_str!("../../../rulebooks/reference/spanish-21.toml"),
];

const PAGES: [&str; 5] = [
    include_str!("../../../rulebooks/adelaide.md"),
    include_str!("../../../rulebooks/canberra.md"),
    include_str!("../../../rulebooks/singapore.md"),
    include_str!("../../../rulebooks/tasmania.md"),
    include_str!("../../../rulebooks/sydney.md"),
];

/// There is no book of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBook(pub String);

impl fmt::Display for UnknownBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (five, reference) = (BOOK_IDS.join(", "), REFERENCE_IDS.join(", "));
        if REFERENCE_IDS.contains(&self.0.as_str()) {
            return write!(
                f,
                "`{}` is a reference book and has no page: the books with pages are {five}",
                self.0
            );
        }
        write!(
            f,
            "there is no book `{}`: the books are {five}; for reference {reference}",
            short(&self.0)
        )
    }
}

impl std::error::Error for UnknownBook {}

fn number(name: &str) -> Result<usize, UnknownBook> {
    BOOK_IDS
        .iter()
        .position(|id| *id == name)
        .ok_or_else(|| UnknownBook(name.to_owned()))
}

/// One of the five books.
///
/// # Errors
///
/// When there is no such book.
///
/// # Panics
///
/// When a file that was compiled in is faulty; the tests of this crate read all of them.
pub fn builtin(name: &str) -> Result<Arc<RuleBook>, UnknownBook> {
    static BOOKS: [OnceLock<Arc<RuleBook>>; 5] = [const { OnceLock::new() }; 5];
    let number = number(name)?;
    Ok(Arc::clone(
        BOOKS[number].get_or_init(|| read(name, SOURCES[number])),
    ))
}

/// One of the reference books. The engine plays none of them: their settings are for the solver.
///
/// # Errors
///
/// When there is no such book.
///
/// # Panics
///
/// When a file that was compiled in is faulty; the tests of this crate read all of them.
pub fn reference(name: &str) -> Result<Arc<RuleBook>, UnknownBook> {
    static BOOKS: [OnceLock<Arc<RuleBook>>; 3] = [const { OnceLock::new() }; 3];
    let number = REFERENCE_IDS
        .iter()
        .position(|id| *id == name)
        .ok_or_else(|| UnknownBook(name.to_owned()))?;
    Ok(Arc::clone(
        BOOKS[number].get_or_init(|| read(name, REFERENCE_SOURCES[number])),
    ))
}

fn read(name: &str, source: &str) -> Arc<RuleBook> {
    let book = parse(source).and_then(|draft| check(&draft));
    Arc::new(
        book.unwrap_or_else(|faults| panic!("the built-in book {name} is faulty: {faults:#?}")),
    )
}

/// One of the five books in our own words.
///
/// # Errors
///
/// When there is no such book.
///
/// # Panics
///
/// When a page that was compiled in is faulty; the tests of this crate read all of them.
pub fn builtin_prose(name: &str) -> Result<Prose, UnknownBook> {
    let page = PAGES[number(name)?];
    Ok(Prose::parse(page)
        .unwrap_or_else(|faults| panic!("the page of {name} is faulty: {faults:#?}")))
}

/// The file of one of the five books, as text.
///
/// # Errors
///
/// When there is no such book.
pub fn builtin_source(name: &str) -> Result<&'static str, UnknownBook> {
    Ok(SOURCES[number(name)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Citation;

    #[test]
    fn the_five_books_and_their_pages_are_without_fault() {
        for name in BOOK_IDS {
            let book = builtin(name).unwrap();
            assert_eq!(book.id.name, name);
            assert!(!builtin_prose(name).unwrap().entries.is_empty());
        }
        assert_eq!(builtin("sidney"), Err(UnknownBook("sidney".to_owned())));
    }

    #[test]
    fn the_reference_books_are_without_fault_and_none_of_the_five() {
        for name in REFERENCE_IDS {
            let book = reference(name).unwrap();
            assert_eq!(book.id.name, name);
            assert!(builtin(name).is_err(), "{name}");
            let message = builtin_prose(name).unwrap_err().to_string();
            assert!(
                message.starts_with(&format!("`{name}` is a reference book and has no page")),
                "{message}"
            );
        }
        let message = reference("black-jack").unwrap_err().to_string();
        for name in BOOK_IDS.into_iter().chain(REFERENCE_IDS) {
            assert!(message.contains(name), "{name} is not in: {message}");
        }
        assert!(reference("sydney").is_err());
    }

    #[test]
    fn every_clause_that_a_book_cites_is_one_the_software_enforces() {
        // Wholly or partly. What outlives a round is the table's business, and so is who cuts and where.
        let of_table = [
            "shuffle.",
            "cut.",
            "seats.",
            "house.",
            "shoe.cut-after-first",
            "shoe.cutting-card-place",
        ];
        for name in BOOK_IDS {
            let prose = builtin_prose(name).unwrap();
            builtin(name).unwrap().each(|key, _, setting| {
                if let Citation::Printed(clause) = setting.clause().citation() {
                    let entry = prose
                        .entry(clause)
                        .unwrap_or_else(|| panic!("{name} {key} cites {clause}"));
                    let by_table = entry.is_kept_by_the_table()
                        && of_table.iter().any(|start| key.starts_with(start));
                    assert!(
                        by_table || entry.is_shown_by_a_round(),
                        "{name} {key} cites {clause}"
                    );
                }
            });
        }
    }

    #[test]
    fn the_pages_list_every_clause_of_the_books_once_and_in_order() {
        let printed = [
            include_str!("../../../rulebooks/clauses/adelaide.txt"),
            include_str!("../../../rulebooks/clauses/canberra.txt"),
            include_str!("../../../rulebooks/clauses/singapore.txt"),
            include_str!("../../../rulebooks/clauses/tasmania.txt"),
            include_str!("../../../rulebooks/clauses/sydney.txt"),
        ];
        for (name, printed) in BOOK_IDS.into_iter().zip(printed) {
            let prose = builtin_prose(name).unwrap();
            let listed: Vec<&str> = prose
                .entries
                .iter()
                .map(|entry| entry.clause.as_str())
                .collect();
            assert_eq!(listed, printed.lines().collect::<Vec<_>>(), "{name}");
        }
    }
}
