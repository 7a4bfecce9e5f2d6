//! A chart in columns of letters, at most 80 wide, with or without colours.

use report::chart::{DEAREST_TITLE, Footnotes, Paint, Table, hand_words, small_percent};
use report::{Asked, Study};
use solver::{Action, CardValue};
use std::fmt::Write as _;

const WIDTH: usize = 80;
const LABEL: usize = 6;
const CELL: usize = 7;

pub(crate) fn write(asked: &Asked, study: &Study, coloured: bool) -> String {
    let mut out = wrapped(&format!("{}: {}", study.heading(), asked.title()), 0);
    if let Some(words) = study.about() {
        out += &format!("{words}\n");
    }
    let mut notes = Footnotes::default();
    for table in &study.sheet.tables {
        out += "\n";
        out += &grid(table, coloured, &mut notes);
    }
    out += "\n";
    for (number, text) in notes.lines() {
        out += &format!("{number:<LABEL$}{text}\n");
    }
    for (sample, words) in study.sheet.legend() {
        out += &wrapped(&format!("{sample:<6}{words}"), LABEL);
    }
    out += "\n";
    for (words, share) in study.figures() {
        out += &format!("{words:<62}{share:>14}\n");
    }
    out += &wrapped(&study.convention(), 0);
    out += &losses(study);
    out
}

fn grid(table: &Table, coloured: bool, notes: &mut Footnotes) -> String {
    let hint = table.about.hint();
    let mut out = String::from(table.about.title());
    if !hint.is_empty() {
        out += &format!(": {hint}");
    }
    out += &format!("\n{:<LABEL$}", "");
    let upcards: String = CardValue::columns()
        .map(|upcard| format!("{upcard:<CELL$}"))
        .collect();
    out += upcards.trim_end();
    out += "\n";
    for row in &table.rows {
        let mut line = format!("{:>5} ", row.label);
        for cell in &row.cells {
            // The blanks behind a text have no colour.
            let text = notes.fit(&cell.text, CELL - 1);
            let blanks = CELL - text.chars().count();
            line += &if coloured {
                painted(cell.paint, &text)
            } else {
                text
            };
            line += &" ".repeat(blanks);
        }
        out += line.trim_end();
        out += "\n";
    }
    out
}

fn painted(paint: Paint, text: &str) -> String {
    let colour = match paint {
        Paint::Play(Action::Stand) => "33",
        Paint::Play(Action::Draw) => "32",
        Paint::Play(Action::Double) => "1;36",
        Paint::Play(Action::Split) => "1;35",
        Paint::Play(Action::Surrender) | Paint::Forfeit => "1;31",
        Paint::Nothing => return text.to_owned(),
    };
    format!("\x1b[{colour}m{text}\x1b[0m")
}

fn losses(study: &Study) -> String {
    if study.losses.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{DEAREST_TITLE}:\n");
    for loss in &study.losses {
        let hand = format!("{} v {}", hand_words(loss), loss.upcard);
        let line = format!("{hand:<28} {:<9} but {:<9} is best", loss.chart, loss.best);
        // Writing to a text cannot fail.
        let _ = writeln!(out, "  {line:<58}{:>13}", small_percent(loss.cost));
    }
    out
}

/// A text in lines of at most 80 letters; every line but the first is indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        if line.chars().count() + word.trim_end().chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        line += word;
    }
    lines.push(line);
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}
