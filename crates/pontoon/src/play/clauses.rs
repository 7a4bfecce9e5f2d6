//! The book at the table: what a clause says.

use super::console::{quoted, wrap};
use crate::rules_command::near_clauses;
use rules::{Citation, Clause, Prose, RuleBook, builtin_prose};
use std::sync::Arc;

const WIDTH: usize = 96;

/// A rule book with its page.
pub(crate) struct Clauses {
    book: Arc<RuleBook>,
    /// None for a house's own book that extends no other.
    prose: Option<Prose>,
}

impl Clauses {
    pub(crate) fn of(book: Arc<RuleBook>) -> Self {
        let page = book
            .extends
            .as_ref()
            .map_or(&book.id.name, |base| &base.name);
        let prose = builtin_prose(page).ok();
        Self { book, prose }
    }

    fn printed(&self, name: &str) -> Option<&str> {
        let own = self
            .book
            .own_clauses
            .iter()
            .find(|(number, _)| number == name)
            .map(|(_, words)| words.as_str());
        own.or_else(|| {
            self.prose
                .as_ref()?
                .entry(name)
                .map(|entry| entry.words.as_str())
        })
    }

    /// A clause in the book's words, indented.
    pub(crate) fn words(&self, clause: Clause) -> String {
        let words = match clause.citation() {
            Citation::Printed(name) => self
                .printed(name)
                .unwrap_or("the page of this book has no words for it")
                .to_owned(),
            Citation::Reading(name) => self.reading(name),
            Citation::Silent => "The book says nothing about it.".to_owned(),
        };
        wrap(&words, WIDTH, 4)
    }

    fn reading(&self, name: &str) -> String {
        let reading = self.book.readings.iter().find(|reading| reading.id == name);
        reading.map_or(String::new(), |reading| {
            let taken = self
                .book
                .setting(&reading.key)
                .map(|(value, _)| value)
                .unwrap_or_default();
            format!(
                "The book leaves a question open: {} ({taken} is taken here.)",
                reading.asks
            )
        })
    }

    /// The answer to `rules CLAUSE`.
    pub(crate) fn look_up(&self, asked: &str) -> String {
        let asked = asked.trim().trim_start_matches('[').trim_end_matches(']');
        let name = &self.book.id.name;
        if asked.is_empty() {
            return format!(
                "type a clause of {name} behind it, as it stands in brackets: rules {}",
                self.book.draw.draw.clause
            );
        }
        if let Some(words) = self.printed(asked) {
            return format!("{name} {asked}\n{}", wrap(words, WIDTH, 4));
        }
        let reading = asked.strip_prefix("reading ").unwrap_or(asked);
        if self.book.readings.iter().any(|each| each.id == reading) {
            return format!(
                "{name}, reading {reading}\n{}",
                wrap(&self.reading(reading), WIDTH, 4)
            );
        }
        let near = self
            .prose
            .as_ref()
            .map_or(String::new(), |prose| near_clauses(prose, asked));
        format!("{name} has no clause {}{near}", quoted(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_a_reading_and_nonsense_are_looked_up() {
        let clauses = Clauses::of(rules::builtin("adelaide").unwrap());
        assert!(clauses.look_up("19").starts_with("adelaide 19\n    "));
        assert!(clauses.look_up("[19]").starts_with("adelaide 19\n    "));
        assert!(
            clauses
                .look_up("reading lone-player")
                .contains("leaves a question open")
        );
        assert!(clauses.look_up("nothing").contains("no clause `nothing`"));
        assert!(clauses.look_up("").contains("rules "));
    }
}
