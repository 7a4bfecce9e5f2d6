//! A par sheet: the rules in force, what they are worth, how often everything comes, and how that
//! was reckoned.
//!
//! Nothing is reckoned here: the solver's figures are put on a page.

mod figures;
mod in_force;
mod method;
mod numbers;
mod side_wagers;

use crate::Asked;
use crate::chart::{self, Study};
use crate::markup::escape;
use rules::Value as _;
use solver::{Question, Worth};

/// The whole page.
pub fn page(asked: &Asked, question: &Question, worth: &Worth, study: &Study) -> String {
    let title = format!("Par sheet: {}", asked.book.title);
    let parts = [
        format!("<h1>{}</h1>\n", escape(&title)),
        head(asked),
        figures::summary(worth),
        "<h2>The dealer's card</h2>\n".to_owned(),
        figures::by_upcard(worth),
        figures::dealer(worth),
        figures::results(worth),
        figures::parts(worth),
        figures::nets(worth),
        side_wagers::section(asked),
        "<h2 class=\"sheet\">Strategy</h2>\n".to_owned(),
        "<p class=\"small\">The chart of best play by total, number of cards and the dealer's \
        card. Point at a cell to see what every play is worth.</p>\n"
            .to_owned(),
        chart::charts(study),
        chart::figures(study),
        in_force::section(asked, question),
        method::section(asked, worth),
    ];
    chart::document(&title, &parts.concat())
}

/// Which book, from what cards, for what wager.
fn head(asked: &Asked) -> String {
    let book = &asked.book;
    let row = |words: &'static str, value: String| (words, value);
    let mut rows = vec![
        row("Book", book.id.to_string()),
        row("Its date", book.date.clone()),
        row(
            "Decks",
            format!("{} of {} cards", asked.decks, book.cards.pack.is.write()),
        ),
        row("Wager", asked.wager.to_string()),
    ];
    if let Some(base) = &book.extends {
        rows.insert(1, row("Extends", base.to_string()));
    }
    let changes = book.changes_from(&asked.usual);
    let changes = changes
        .into_iter()
        .map(|(key, value)| format!("{key} = {value}"))
        .collect::<Vec<_>>();
    rows.push(row(
        "Settings changed",
        if changes.is_empty() {
            "none".to_owned()
        } else {
            changes.join("; ")
        },
    ));
    rows.push(row(
        "Made by",
        format!("pontoon {}", env!("CARGO_PKG_VERSION")),
    ));
    let mut out = String::from("<table class=\"facts\">\n<tbody>\n");
    for (words, value) in rows {
        out += &format!(
            "<tr><th scope=\"row\">{words}</th><td>{}</td></tr>\n",
            escape(&value)
        );
    }
    out + "</tbody>\n</table>\n"
}
