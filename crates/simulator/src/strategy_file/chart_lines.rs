//! The lines of a chart: columns, and rows of cells.

use super::cell::Cell;
use super::charts::{FORFEITS, FORFEITS_NEEDED, Of, Placed, Row, Rows};
use super::fault::{At, FileFaultKind};
use super::lines::{Line, Word};
use super::parse::{Faults, Part};
use solver::{CardValue, VALUES};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Reads the chart of a section.
pub(crate) fn read_chart(of: Of, part: &Part<'_>, faults: &mut Faults) -> Rows<Cell> {
    let grid = Grid {
        rows: of.rows(),
        needed: of.needed(),
        valid: of.valid(),
        is_pair: of == Of::Pair,
        row: &|row| of.row(row),
        cell: &|word: Word<'_>, row, upcard| {
            Cell::read(word.text, of.among(row, upcard)).map_err(|fault| {
                (
                    At {
                        column: word.at.column + fault.offset,
                        ..word.at
                    },
                    fault.what,
                )
            })
        },
    };
    grid.read(part, faults)
}

/// Reads which doubled hands are given up.
pub(crate) fn read_forfeits(part: &Part<'_>, faults: &mut Faults) -> Rows<bool> {
    let grid = Grid {
        rows: FORFEITS,
        needed: FORFEITS_NEEDED,
        valid: "a total from 4 to 20 (21 may be left out), or several: to 16, 18-20",
        is_pair: false,
        row: &|row| format!("a doubled {row}"),
        cell: &|word: Word<'_>, _, _| match word.text {
            "F" => Ok(true),
            "-" => Ok(false),
            _ => Err((word.at, FileFaultKind::ForfeitCell { text: word.shown() })),
        },
    };
    grid.read(part, faults)
}

/// The value of a card as a column or a pair writes it.
pub(crate) fn value(text: &str) -> Option<CardValue> {
    if text == "10" {
        Some(CardValue::TEN)
    } else {
        CardValue::all().find(|value| value.to_string() == text)
    }
}

/// The two cards of a pair: `8-8`.
pub(crate) fn pair(text: &str) -> Option<CardValue> {
    let (one, other) = text.split_once('-')?;
    value(one).filter(|one| value(other) == Some(*one))
}

type ReadCell<'a, T> = &'a dyn Fn(Word<'_>, u8, CardValue) -> Result<T, (At, FileFaultKind)>;

/// What a chart must look like.
struct Grid<'a, T> {
    rows: RangeInclusive<u8>,
    needed: RangeInclusive<u8>,
    valid: &'static str,
    is_pair: bool,
    /// A row in words.
    row: &'a dyn Fn(u8) -> String,
    cell: ReadCell<'a, T>,
}

impl<T: Clone> Grid<'_, T> {
    fn read(&self, part: &Part<'_>, faults: &mut Faults) -> Rows<T> {
        let mut rows = Rows::new();
        let Some((first, lines)) = part
            .lines
            .split_first()
            .filter(|(first, _)| is_columns(first))
        else {
            faults.add(
                part.lines.first().map_or(part.at, |line| line.first().at),
                FileFaultKind::ColumnsMissing,
            );
            return rows;
        };
        // Without its columns, nothing can be said of the rows.
        let Some(columns) = columns(first, faults) else {
            return rows;
        };
        let mut seen = BTreeSet::new();
        for line in lines {
            let Some((numbers, words)) = self.label(line) else {
                faults.add(
                    line.first().at,
                    FileFaultKind::RowUnknown {
                        text: line.first().shown(),
                        valid: self.valid,
                    },
                );
                continue;
            };
            if let Some(twice) = numbers.clone().find(|number| !seen.insert(*number)) {
                faults.add(
                    line.first().at,
                    FileFaultKind::RowTwice {
                        row: (self.row)(twice),
                    },
                );
            }
            // The cells of several rows are wrong in the same way: that is said once.
            for (place, number) in numbers.enumerate() {
                let mut again = Faults::default();
                let row = self.cells(
                    line,
                    words,
                    &columns,
                    number,
                    if place == 0 { faults } else { &mut again },
                );
                row.into_iter().for_each(|row| _ = rows.insert(number, row));
            }
        }
        if seen.is_empty() {
            faults.add(part.at, FileFaultKind::LineMissing { what: "its rows" });
        } else {
            let missing = self.needed.clone().filter(|row| !seen.contains(row));
            missing.for_each(|row| {
                faults.add(
                    part.at,
                    FileFaultKind::RowMissing {
                        row: (self.row)(row),
                    },
                )
            });
        }
        rows
    }

    /// The rows that a line is about, and how many words say so.
    fn label(&self, line: &Line<'_>) -> Option<(RangeInclusive<u8>, usize)> {
        let first = line.first().text;
        if self.is_pair {
            return pair(first).map(|value| (value.points()..=value.points(), 1));
        }
        let total = |text: &str| {
            text.parse::<u8>()
                .ok()
                .filter(|total| self.rows.contains(total))
        };
        let second = || line.words.get(1).and_then(|word| total(word.text));
        match first {
            "to" => second().map(|last| (*self.rows.start()..=last, 2)),
            "from" => second().map(|first| (first..=*self.rows.end(), 2)),
            _ => match first.split_once('-') {
                Some((low, high)) => total(low)
                    .zip(total(high))
                    .filter(|(low, high)| low <= high)
                    .map(|(low, high)| (low..=high, 1)),
                None => total(first).map(|total| (total..=total, 1)),
            },
        }
    }

    fn cells(
        &self,
        line: &Line<'_>,
        words: usize,
        columns: &[CardValue],
        number: u8,
        faults: &mut Faults,
    ) -> Option<Row<T>> {
        let before = faults.len();
        let mut cells: BTreeMap<CardValue, Placed<T>> = BTreeMap::new();
        for (word, upcard) in line.words[words..].iter().zip(columns) {
            match (self.cell)(*word, number, *upcard) {
                Ok(is) => _ = cells.insert(*upcard, Placed { is, at: word.at }),
                Err((at, what)) => faults.add(at, what),
            }
        }
        let found = line.words.len() - words;
        if let Some(upcard) = columns.get(found) {
            faults.add(
                line.end(),
                FileFaultKind::CellMissing {
                    row: (self.row)(number),
                    upcard: *upcard,
                },
            );
        }
        if let Some(more) = line.words.get(words + columns.len()) {
            faults.add(more.at, FileFaultKind::CellTooMany { text: more.shown() });
        }
        let cells: Vec<Placed<T>> = if faults.len() == before {
            cells.into_values().collect()
        } else {
            Vec::new()
        };
        cells.try_into().ok()
    }
}

/// Whether a line is meant to be the columns.
fn is_columns(line: &Line<'_>) -> bool {
    let values = line
        .words
        .iter()
        .filter(|word| value(word.text).is_some())
        .count();
    2 * values > line.words.len()
}

/// The upcards in the order of the columns.
fn columns(line: &Line<'_>, faults: &mut Faults) -> Option<Vec<CardValue>> {
    let before = faults.len();
    let mut columns = Vec::new();
    for word in &line.words {
        match value(word.text) {
            None => faults.add(word.at, FileFaultKind::ColumnUnknown { text: word.shown() }),
            Some(upcard) if columns.contains(&upcard) => {
                faults.add(word.at, FileFaultKind::ColumnTwice { upcard })
            }
            Some(upcard) => columns.push(upcard),
        }
    }
    for upcard in CardValue::columns().filter(|upcard| !columns.contains(upcard)) {
        faults.add(line.end(), FileFaultKind::ColumnMissing { upcard });
    }
    (faults.len() == before && columns.len() == VALUES).then_some(columns)
}
