//! The rules in force: those that bear on the worth of the wager, and the others.

use crate::Asked;
use crate::markup::{escape, table};
use rules::Clause;
use solver::{OnWorth, Question, on_worth};

pub(crate) fn section(asked: &Asked, question: &Question) -> String {
    let book = &asked.book;
    let mut found: Vec<(OnWorth, Vec<String>)> = Vec::new();
    book.each(|key, words, setting| {
        let clause = setting.clause();
        let mut place = on_worth(
            question,
            book,
            (asked.decks, asked.wager),
            key,
            &setting.all(),
        );
        if clause == Clause::SILENT && (place == OnWorth::SideWager || setting.text().is_empty()) {
            // The book does not say, and nothing follows from it.
            place = OnWorth::Nothing;
        }
        found.push((
            place,
            vec![
                key.to_owned(),
                words.to_owned(),
                value(asked, key, setting.text()),
                clause.to_string(),
            ],
        ));
    });
    let rows = |wanted: OnWorth| -> Vec<Vec<String>> {
        found
            .iter()
            .filter(|(place, _)| *place == wanted)
            .map(|(_, row)| row.clone())
            .collect()
    };
    let list = |caption: &str, place: OnWorth| {
        table(
            caption,
            &["setting", "what", "value", "clause"],
            &rows(place),
        )
        .replacen("<table>", "<table class=\"long rules\">", 1)
    };
    let mut out = String::from("<h2>Rules in force</h2>\n");
    out += &format!("<p class=\"small\">{}</p>\n", escape(&about(asked)));
    out += &list("Rules that bear on these figures", OnWorth::Bears);
    out += &list("Rules of the side wagers", OnWorth::SideWager);
    out += "<details>\n<summary>Rules without bearing on these figures</summary>\n";
    out += &list(
        "They settle who may do what, when and for whom, or concern wagers of another size",
        OnWorth::Nothing,
    );
    out + "</details>\n"
}

fn about(asked: &Asked) -> String {
    let book = &asked.book;
    let base = book
        .extends
        .as_ref()
        .map(|base| format!(", those it does not change by {base}"))
        .unwrap_or_default();
    let changed = if book.changes_from(&asked.usual).is_empty() {
        ""
    } else {
        " A changed setting keeps the clause of the question it answers."
    };
    format!(
        "Clauses are numbered by {} ({}){base}; a reading answers what the book leaves \
        open.{changed}",
        book.id, book.date
    )
}

/// A value in words, with what the book says where it was changed.
fn value(asked: &Asked, key: &str, value: String) -> String {
    match asked.usual.setting(key) {
        Some((usual, _)) if usual != value => format!("{value} (changed; the book says {usual})"),
        _ if value.is_empty() => "as stated".to_owned(),
        _ => value,
    }
}
