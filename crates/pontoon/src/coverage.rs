//! `pontoon rules coverage`: how many clauses of each book have each status, and where those that
//! are enforced are enforced.

use crate::output::say;
use crate::table_out::table;
use anyhow::Result;
use rules::{BOOK_IDS, EnforcedBy, Prose, Status, builtin_prose};
use serde_json::{Map, Value, json};

/// The clauses of one book, counted.
struct Coverage {
    book: &'static str,
    prose: Prose,
}

pub(crate) fn run(as_json: bool) -> Result<()> {
    let mut books = Vec::new();
    for book in BOOK_IDS {
        let prose = builtin_prose(book)?;
        books.push(Coverage { book, prose });
    }
    if as_json {
        let books = books.iter().map(Coverage::json).collect();
        say!("{:#}", Value::Array(books));
        return Ok(());
    }
    let mut out = table(&[
        "book",
        "clauses",
        "enforced by the round",
        "enforced by the table",
        "partly enforced",
        "recorded",
        "informative",
        "outside",
        "planned",
        "examples",
        "without example",
    ]);
    for book in &books {
        out.add_row(book.row());
    }
    say!("{out}");
    say!(
        "The table is one dealt by software. What only written rounds show is partly enforced; \
        `pontoon rules show BOOK CLAUSE` says what is missing."
    );
    Ok(())
}

/// The clauses that a round should show and none does.
pub(crate) fn without_example(prose: &Prose) -> Vec<&str> {
    prose
        .entries
        .iter()
        .filter(|entry| entry.is_shown_by_a_round() && entry.examples.is_empty())
        .map(|entry| entry.clause.as_str())
        .collect()
}

impl Coverage {
    fn count(&self, status: Status) -> usize {
        let entries = self.prose.entries.iter();
        entries.filter(|entry| entry.status == status).count()
    }

    fn count_by(&self, status: Status, by: EnforcedBy) -> usize {
        let entries = self.prose.entries.iter();
        entries
            .filter(|entry| entry.status == status && entry.by == Some(by))
            .count()
    }

    fn examples(&self) -> usize {
        let entries = self.prose.entries.iter();
        entries.map(|entry| entry.examples.len()).sum()
    }

    fn json(&self) -> Value {
        let by_status: Map<String, Value> = Status::ALL
            .into_iter()
            .map(|status| (status.word().to_owned(), json!(self.count(status))))
            .collect();
        let by_place = |status: Status| -> Map<String, Value> {
            EnforcedBy::ALL
                .into_iter()
                .map(|by| (by.word().to_owned(), json!(self.count_by(status, by))))
                .collect()
        };
        json!({
            "book": self.book,
            "clauses": self.prose.entries.len(),
            "by_status": by_status,
            "enforced_by": by_place(Status::Enforced),
            "partly_enforced_by": by_place(Status::PartlyEnforced),
            "examples": self.examples(),
            "enforced_without_example": without_example(&self.prose),
        })
    }

    fn row(&self) -> Vec<String> {
        let lacking = without_example(&self.prose);
        let mut row = vec![self.book.to_owned(), self.prose.entries.len().to_string()];
        let enforced = EnforcedBy::ALL.map(|by| self.count_by(Status::Enforced, by));
        let rest = [
            Status::PartlyEnforced,
            Status::Recorded,
            Status::Informative,
            Status::Outside,
            Status::Planned,
        ];
        let rest = rest.map(|status| self.count(status));
        let counts = enforced.into_iter().chain(rest);
        row.extend(
            counts
                .chain([self.examples()])
                .map(|count| count.to_string()),
        );
        row.push(if lacking.is_empty() {
            "none".to_owned()
        } else {
            format!("{}: {}", lacking.len(), lacking.join(" "))
        });
        row
    }
}
