//! A chart as a page of its own: real tables, the worth of every play behind every cell, ready to
//! print.

use super::csv::name;
use super::notation::Class;
use super::palette::{INK, PAINTS, fill};
use super::sheet::{About, Cell, Table};
use super::{DEAREST_TITLE, Study, hand_words, small_percent};
use crate::Asked;
use crate::markup::{escape, scrolled, table};
use solver::CardValue;

/// The rules for how it looks, on a screen and on paper.
fn style() -> String {
    let mut out = format!(
        ":root {{ color-scheme: light; }}
body {{ font: 15px/1.45 system-ui, \"Segoe UI\", Roboto, Helvetica, Arial, sans-serif; color: {INK}; background: #fff; margin: 0 auto; padding: 24px; max-width: 1000px; }}
h1 {{ font-size: 1.6em; margin: 0 0 .2em; }}
h2 {{ font-size: 1.2em; margin: 1.6em 0 .4em; border-bottom: 1px solid #c8ccd0; padding-bottom: .15em; }}
p {{ margin: .3em 0; }}
.small {{ font-size: .85em; color: #4a5056; }}
table {{ border-collapse: collapse; margin: .6em 0 1.2em; font-variant-numeric: tabular-nums; }}
caption {{ text-align: left; font-weight: 600; padding: .2em 0; }}
th, td {{ border: 1px solid #c8ccd0; padding: .15em .5em; text-align: right; font-weight: normal; white-space: nowrap; }}
thead th {{ background: #eef0f2; font-weight: 600; white-space: normal; }}
tbody th, thead th:first-child {{ text-align: left; }}
td.words, thead th.words, .rules td, .rules thead th {{ text-align: left; white-space: normal; }}
.facts td {{ text-align: left; white-space: normal; }}
.side {{ display: flex; flex-wrap: wrap; gap: 0 28px; align-items: flex-start; }}
.scroll {{ overflow-x: auto; max-width: 100%; min-width: 0; }}
.side td, .side tbody th {{ white-space: normal; }}
.side td:last-child {{ white-space: nowrap; }}
.charts > div {{ min-width: 0; }}
summary {{ cursor: pointer; font-weight: 600; }}
tr.sum th, tr.sum td {{ font-weight: 600; border-top: 2px solid #4a5056; }}
.charts {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 0 28px; align-items: start; }}
.chart {{ table-layout: fixed; width: calc(100% - 2px); min-width: 400px; }}
.chart th, .chart td, .chart thead th:first-child {{ text-align: center; padding: .12em 0; white-space: nowrap; overflow: hidden; }}
.chart th:first-child {{ width: 3.4em; }}
.chart td {{ font-weight: 600; cursor: help; }}
.chart td.nothing {{ font-weight: normal; color: #4a5056; cursor: auto; }}
.chart caption .hint {{ font-weight: normal; font-size: .85em; color: #4a5056; }}
dl.legend {{ display: grid; grid-template-columns: max-content 1fr; gap: .15em .8em; margin: .4em 0; }}
dl.legend dt {{ font-weight: 600; min-width: 2.6em; text-align: center; align-self: start; border: 1px solid #c8ccd0; }}
dl.legend dd {{ margin: 0; }}
"
    );
    for paint in PAINTS {
        out += &format!(
            "td.{name}, dt.{name} {{ background: {}; }}\n",
            fill(paint),
            name = paint.name()
        );
    }
    out += "@page { size: A4; margin: 12mm; }
@media print {
body { font-size: 8.5pt; padding: 0; max-width: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.charts { grid-template-columns: 1fr 1fr; gap: 0 6mm; }
.side { gap: 0 6mm; }
.scroll { overflow: visible; }
.chart { min-width: 0; }
.rules { font-size: 7pt; }
h2.sheet { break-before: page; }
table, dl.legend { break-inside: avoid; }
table.long { break-inside: auto; }
tr { break-inside: avoid; }
th, td { padding: .05em .4em; }
h2, h2 + p { break-after: avoid; }
.chart th, .chart td { padding: .05em 0; font-size: 8pt; }
}
";
    out
}

/// A whole page.
pub fn page(asked: &Asked, study: &Study) -> String {
    let title = format!("{}: {}", study.heading(), asked.book.title);
    let body = format!(
        "<h1>{}</h1>\n{}<p>{}</p>\n<p>Point at a cell to see what every play is worth.</p>\n{}{}",
        escape(&title),
        study
            .about()
            .map_or(String::new(), |words| format!("<p>{}</p>\n", escape(words))),
        escape(&asked.title()),
        charts(study),
        figures(study)
    );
    let foot = format!(
        "<p class=\"small\">{} Date of the book: {}. Made by pontoon {}.</p>\n",
        escape(&study.convention()),
        escape(&asked.book.date),
        env!("CARGO_PKG_VERSION")
    );
    document(&title, &(body + &foot))
}

/// A page around what it holds.
pub(crate) fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta \
        name=\"viewport\" content=\"width=device-width, \
        initial-scale=1\"/>\n<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n\
        {body}</body>\n</html>\n",
        escape(title),
        style()
    )
}

/// The tables of a chart and its legend.
pub(crate) fn charts(study: &Study) -> String {
    let column = |wanted: &[About]| -> String {
        study
            .sheet
            .tables
            .iter()
            .filter(|table| wanted.contains(&table.about))
            .map(chart)
            .collect()
    };
    let left = column(&[About::Hard, About::Forfeits]);
    let right = column(&[About::Soft, About::LaterSoft, About::Pairs]);
    let legend = legend(study);
    format!("<div class=\"charts\">\n<div>\n{left}{legend}</div>\n<div>\n{right}</div>\n</div>\n")
}

fn legend(study: &Study) -> String {
    let mut out = String::from("<dl class=\"legend\">\n");
    for (note, (sample, words)) in &study.sheet.legend {
        let paint = note.paint().name();
        out += &format!(
            "<dt class=\"{paint}\">{}</dt><dd>{}</dd>\n",
            escape(sample),
            escape(words)
        );
    }
    out + "</dl>\n"
}

/// What the charts are worth and which hands cost most.
pub(crate) fn figures(study: &Study) -> String {
    let rows: Vec<Vec<String>> = study
        .figures()
        .into_iter()
        .map(|(words, share)| vec![words.to_owned(), share])
        .collect();
    let mut out = table(
        "What the charts are worth",
        &["", "per initial wager"],
        &rows,
    );
    if !study.losses.is_empty() {
        let row = |loss: &solver::Loss| {
            vec![
                hand_words(loss),
                loss.upcard.to_string(),
                loss.chart.to_string(),
                loss.best.to_string(),
                small_percent(loss.cost),
            ]
        };
        let rows: Vec<Vec<String>> = study.losses.iter().map(row).collect();
        out += &table(
            DEAREST_TITLE,
            &[
                "hand",
                "against",
                "the chart",
                "best",
                "costs per initial wager",
            ],
            &rows,
        );
    }
    format!("<div class=\"side\">\n{out}</div>\n")
}

fn chart(table: &Table) -> String {
    let hint = table.about.hint();
    let hint = if hint.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"hint\">{}</span>", escape(hint))
    };
    let mut out = format!(
        "<table class=\"chart\">\n<caption>{}{hint}</caption>\n<thead><tr>",
        escape(table.about.title())
    );
    out += if table.about == About::Pairs {
        "<th scope=\"col\">pair</th>"
    } else {
        "<th scope=\"col\">total</th>"
    };
    for upcard in CardValue::columns() {
        out += &format!("<th scope=\"col\">{upcard}</th>");
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        out += &format!("<tr><th scope=\"row\">{}</th>", escape(&row.label));
        for cell in &row.cells {
            let title = title(cell);
            let title = if title.is_empty() {
                title
            } else {
                format!(" title=\"{}\"", escape(&title))
            };
            out += &format!(
                "<td class=\"{}\"{title}>{}</td>",
                cell.paint.name(),
                escape(&cell.text)
            );
        }
        out += "</tr>\n";
    }
    scrolled(&(out + "</tbody>\n</table>\n"))
}

/// What every play is worth, a line for each class of hands that is met.
fn title(cell: &Cell) -> String {
    let met = |class: &&Class| class.advice.chance > 0.0;
    let some = cell.classes.iter().any(|class| met(&class));
    let line = |class: &Class| {
        let (_, hand, cards, suits) = name(class.kind);
        let what = if hand.is_empty() {
            format!("{cards} cards")
        } else {
            format!("{hand} {suits}").trim_end().to_owned()
        };
        let plays = class
            .advice
            .ranked
            .iter()
            .map(|(action, worth)| format!("{action} {worth:+.6}"));
        format!("{what}: {}", plays.collect::<Vec<String>>().join(", "))
    };
    let lines = cell
        .classes
        .iter()
        .filter(|class| !some || met(class))
        .map(line);
    lines.collect::<Vec<String>>().join("\n")
}
