//! A strategy as text again.

use super::cell::Cell;
use super::charts::{Charts, FORFEITS, Of, Row, Rows};
use super::index::IndexPlay;
use super::{Base, StrategyFile};
use crate::counting::{Counting, DeckEye, Late, Rounding, UNIT};
use solver::CardValue;
use std::fmt;

const LABEL: usize = 6;
const CELL: usize = 7;

impl fmt::Display for StrategyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() {
            writeln!(f, "name {}", self.name)?;
        }
        if let Some(book) = &self.book {
            writeln!(f, "book {book}")?;
        }
        match self.base {
            Base::Best => writeln!(f, "base best")?,
            Base::Card => writeln!(f, "base card")?,
            Base::Charts => {}
        }
        if let Some(charts) = &self.charts {
            write!(f, "{charts}")?;
        }
        if let Some(counting) = &self.counting {
            write_count(f, counting)?;
            write_ramp(f, counting)?;
            write_wonging(f, counting)?;
            write_index(f, counting, &self.index)?;
        }
        Ok(())
    }
}

impl fmt::Display for Charts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (of, rows) in &self.tables {
            header(f, of.title())?;
            // Two Aces stand last, as their column does.
            let aces = |row: &u8| *of == Of::Pair && *row == CardValue::ACE.points();
            let (last, first): (Vec<_>, Vec<_>) = rows.iter().partition(|(row, _)| aces(row));
            for (row, cells) in first.into_iter().chain(last) {
                write_row(f, &of.label(*row), cells, Cell::to_string)?;
            }
        }
        if self.forfeits.is_empty() {
            return Ok(());
        }
        header(f, "Doubled hands")?;
        for (label, cells) in grouped(&self.forfeits) {
            write_row(f, &label, cells, |gives_up| {
                if *gives_up {
                    "F".to_owned()
                } else {
                    "-".to_owned()
                }
            })?;
        }
        Ok(())
    }
}

fn header(f: &mut fmt::Formatter<'_>, title: &str) -> fmt::Result {
    let upcards: String = CardValue::columns()
        .map(|upcard| format!("{upcard:<CELL$}"))
        .collect();
    writeln!(f, "\n{title}\n{:<LABEL$}{}", "", upcards.trim_end())
}

fn write_row<T>(
    f: &mut fmt::Formatter<'_>,
    label: &str,
    cells: &Row<T>,
    text: impl Fn(&T) -> String,
) -> fmt::Result {
    let mut line = format!("{label:>5} ");
    for upcard in CardValue::columns() {
        let text = text(&cells[upcard.index()].is);
        // A long cell still has a blank behind it.
        line += &format!("{text:<width$} ", width = CELL - 1);
    }
    writeln!(f, "{}", line.trim_end())
}

/// Totals that are given up alike, together.
fn grouped(rows: &Rows<bool>) -> Vec<(String, &Row<bool>)> {
    let gives_up = |row: &Row<bool>| row.iter().map(|cell| cell.is).collect::<Vec<bool>>();
    let mut groups: Vec<(u8, u8, &Row<bool>)> = Vec::new();
    for (total, row) in rows {
        match groups.last_mut() {
            Some((_, last, same)) if gives_up(same) == gives_up(row) && *last + 1 == *total => {
                *last = *total
            }
            Some(_) | None => groups.push((*total, *total, row)),
        }
    }
    let label = |first: u8, last: u8| match first {
        first if first == last => last.to_string(),
        first if first == *FORFEITS.start() => format!("to {last}"),
        first => format!("{first}-{last}"),
    };
    groups
        .into_iter()
        .map(|(first, last, row)| (label(first, last), row))
        .collect()
}

/// Hundredths as people write them.
fn number(hundredths: i32) -> String {
    let (whole, part) = (
        hundredths.unsigned_abs() / UNIT.unsigned_abs(),
        hundredths.unsigned_abs() % UNIT.unsigned_abs(),
    );
    let sign = if hundredths < 0 { "-" } else { "" };
    let text = if part == 0 {
        whole.to_string()
    } else {
        format!("{whole}.{part:02}")
    };
    format!("{sign}{text}")
}

fn write_count(f: &mut fmt::Formatter<'_>, counting: &Counting) -> fmt::Result {
    let sign = |tag: i32| if tag > 0 { "+" } else { "" };
    let tags: Vec<String> = CardValue::all()
        .map(|value| (value, counting.tag(value)))
        .map(|(value, tag)| format!("{value} {}{}", sign(tag), number(tag)))
        .collect();
    let rounding = match counting.rounding {
        Rounding::Exact => "exact",
        Rounding::Floor => "floor",
        Rounding::Truncate => "truncate",
        Rounding::Nearest => "nearest",
    };
    let decks = match counting.decks {
        DeckEye::Cards => "cards",
        DeckEye::Halves => "halves",
        DeckEye::Whole => "whole",
    };
    writeln!(
        f,
        "\ncount\ntags {}\nstart {}\ntrue {rounding}\ndecks {decks}",
        tags.join("  "),
        number(counting.start)
    )
}

fn write_ramp(f: &mut fmt::Formatter<'_>, counting: &Counting) -> fmt::Result {
    if counting.ramp.is_empty() {
        return Ok(());
    }
    writeln!(f, "\nramp")?;
    for (place, step) in counting.ramp.iter().enumerate() {
        match (place, counting.ramp.get(1)) {
            (0, Some(next)) => writeln!(f, "below {}: {}", number(next.from), step.wager)?,
            (_, _) => writeln!(f, "{}: {}", number(step.from), step.wager)?,
        }
    }
    Ok(())
}

fn write_wonging(f: &mut fmt::Formatter<'_>, counting: &Counting) -> fmt::Result {
    if counting.enter.is_none() && counting.leave.is_none() && counting.late == Late::Free {
        return Ok(());
    }
    writeln!(f, "\nwonging")?;
    for (word, at) in [("enter", counting.enter), ("leave", counting.leave)] {
        if let Some(at) = at {
            writeln!(f, "{word} {}", number(at))?;
        }
    }
    let late = match counting.late {
        Late::Free => "free",
        Late::Held => "held",
    };
    writeln!(f, "late {late}")
}

fn write_index(
    f: &mut fmt::Formatter<'_>,
    counting: &Counting,
    index: &[IndexPlay],
) -> fmt::Result {
    if index.is_empty() && counting.insurance.is_none() {
        return Ok(());
    }
    writeln!(f, "\nindex")?;
    if let Some(from) = counting.insurance {
        writeln!(f, "insurance from {}", number(from))?;
    }
    for play in index {
        write!(f, "{}: {}", play.hand(), play.cell)?;
        for (word, at) in [("from", play.from), ("below", play.below)] {
            if let Some(at) = at {
                write!(f, " {word} {}", number(at))?;
            }
        }
        writeln!(f)?;
    }
    Ok(())
}
