//! A chart as a strategy file: what `pontoon simulate` can play, and people can change.

use report::Asked;
use simulator::{Charts, StrategyFile};
use solver::{Chart, Question, Solved, solve};

const ABOUT: &str = "# One cell for each hand and dealer's card: S stand, H draw, D double, P split, R surrender.
# S4 stands, but draws with 4 or more cards; D/S4 doubles, but stands with 4 or more; Dh doubles two cards and draws to more.
# On hard 13, 14 and 15: * two cards that can become a 6-7-8 draw, ' two of one suit, \" two spades; on 7-7 $ for the Super Bonus.
# docs/strategy-files.md tells the rest.
";

/// The file of a chart.
pub(crate) fn write(asked: &Asked, heading: &str, question: &Question, chart: &Chart) -> String {
    let Question { terms, shoe } = question;
    let played: Solved<f64> = solve(terms, shoe, chart);
    let name = asked.book.id.name.clone();
    let file = StrategyFile::of_charts(
        format!("{heading} of {name}"),
        Some(name),
        Charts::of(terms, chart, &played),
    );
    // A comment is one line, whatever the title holds.
    let title = format!(
        "{heading}: {}. Written by pontoon {}.",
        asked.title(),
        env!("CARGO_PKG_VERSION")
    );
    format!(
        "# {}\n{ABOUT}\n{file}",
        title.replace(char::is_control, " ")
    )
}
