//! Tables and prose on the terminal, as wide as it is. A number is never broken.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::fmt;
use terminal_size::terminal_size;

/// A blank at which no line is broken.
const FIRM: char = '\u{a0}';

/// A table with words above its columns.
pub(crate) struct Grid {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    kinds: Vec<Kind>,
}

/// How the cells of a column may be broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Names of settings: read and typed whole, broken behind a dot where nothing else helps.
    Keys,
    /// Words: broken at blanks and behind hyphens.
    Words,
    /// Sentences: broken at blanks.
    Prose,
    /// Figures: at the right, broken before a bound only.
    Figures,
}

/// A plain table as wide as the terminal. The first column holds keys, the others words.
pub(crate) fn table(header: &[&str]) -> Grid {
    let kind = |place| if place == 0 { Kind::Keys } else { Kind::Words };
    let header: Vec<String> = header.iter().map(|&words| words.to_owned()).collect();
    Grid {
        kinds: (0..header.len()).map(kind).collect(),
        header,
        rows: Vec::new(),
    }
}

/// Columns of figures stand at the right.
pub(crate) fn figures(grid: &mut Grid, columns: impl IntoIterator<Item = usize>) {
    columns
        .into_iter()
        .for_each(|column| grid.kinds[column] = Kind::Figures);
}

/// A first column that holds words, not keys.
pub(crate) fn words_first(grid: &mut Grid) {
    grid.kinds[0] = Kind::Words;
}

/// A text in lines no longer than the terminal is wide.
pub(crate) fn prose(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| broken(line, Kind::Prose, columns()));
    lines.collect::<Vec<_>>().join("\n").replace(FIRM, " ")
}

/// A text that stays in one line.
pub(crate) fn firm(text: &str) -> String {
    text.replace(' ', &FIRM.to_string())
}

fn columns() -> usize {
    let asked = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    asked
        .or_else(|| terminal_size().map(|(width, _)| width.0.into()))
        .filter(|&columns| columns > 0)
        .unwrap_or(120)
}

impl Grid {
    pub(crate) fn add_row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The width of each column in a terminal of so many columns.
    fn widths(&self, columns: usize) -> Vec<usize> {
        let cells = |place: usize| self.rows.iter().filter_map(move |row| row.get(place));
        let most = |place: usize| {
            cells(place)
                .chain(self.header.get(place))
                .map(|text| length(text))
                .max()
                .unwrap_or(0)
        };
        let least = |place: usize, kind: Kind| {
            let header = self
                .header
                .get(place)
                .map(|text| longest(text, Kind::Words));
            cells(place)
                .map(|text| longest(text, kind))
                .chain(header)
                .max()
                .unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..self.header.len()).map(most).collect();
        // A blank on either side of each column, and one between two.
        let room = columns.saturating_sub(3 * widths.len().saturating_sub(1) + 2);
        // Words give way first, then the headers of figures, then keys.
        for kind in [Kind::Words, Kind::Figures, Kind::Keys] {
            let places: Vec<usize> = (0..widths.len())
                .filter(|&place| self.kinds[place] == kind)
                .collect();
            let least: Vec<usize> = places.iter().map(|&place| least(place, kind)).collect();
            while widths.iter().sum::<usize>() > room {
                let narrower = places
                    .iter()
                    .zip(&least)
                    .filter(|(place, least)| widths[**place] > **least);
                let Some((&widest, _)) = narrower.max_by_key(|(place, _)| widths[**place]) else {
                    break;
                };
                widths[widest] -= 1;
            }
        }
        widths
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths(columns());
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY);
        // The lines are broken here: the table breaks words anywhere.
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(
            self.header
                .iter()
                .zip(&widths)
                .map(|(text, &width)| kept(text, Kind::Words, width)),
        );
        for row in &self.rows {
            let cells = row.iter().zip(&self.kinds).zip(&widths);
            table.add_row(cells.map(|((text, &kind), &width)| kept(text, kind, width)));
        }
        for (place, _) in self
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| **kind == Kind::Figures)
        {
            if let Some(column) = table.column_mut(place) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        f.write_str(&table.to_string().replace(FIRM, " "))
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// The pieces between which a text may be broken, each with the blank behind it.
fn pieces(text: &str, kind: Kind) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut before) = (0, ' ');
    for (place, letter) in text.char_indices() {
        let after = &text[place + letter.len_utf8()..];
        let in_word = before.is_alphanumeric() && after.starts_with(char::is_alphanumeric);
        let breaks = match kind {
            Kind::Words | Kind::Prose if letter == ' ' => !after.starts_with('%'),
            Kind::Prose => false,
            Kind::Words => letter == '-' && in_word,
            Kind::Keys => letter == '.' && in_word,
            Kind::Figures => letter == ' ' && after.starts_with('±'),
        };
        if breaks {
            let end = place + letter.len_utf8();
            pieces.push(&text[start..end]);
            start = end;
        }
        before = letter;
    }
    pieces.push(&text[start..]);
    pieces
}

fn longest(text: &str, kind: Kind) -> usize {
    pieces(text, kind)
        .into_iter()
        .map(|piece| length(piece.trim_end_matches(' ')))
        .max()
        .unwrap_or(0)
}

/// A text in lines of at most so many letters, where its pieces allow.
fn broken(text: &str, kind: Kind, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for piece in pieces(text, kind) {
        if !line.is_empty() && length(&line) + length(piece.trim_end_matches(' ')) > width {
            out += line.trim_end_matches(' ');
            out.push('\n');
            line.clear();
        }
        line += piece;
    }
    out + line.trim_end_matches(' ')
}

/// The lines of a cell, whose blanks the table leaves alone.
fn kept(text: &str, kind: Kind, width: usize) -> String {
    firm(&broken(text, kind, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_at_blanks_and_hyphens_and_numbers_never() {
        assert_eq!(
            broken("stand-off [12.1]", Kind::Words, 8),
            "stand-\noff\n[12.1]"
        );
        assert_eq!(
            broken("see split.most-hands", Kind::Prose, 12),
            "see\nsplit.most-hands"
        );
        assert_eq!(broken("expected %", Kind::Words, 4), "expected %");
        assert_eq!(broken("-352/383", Kind::Words, 3), "-352/383");
        assert_eq!(
            broken("+0.2883 ± 0.0077", Kind::Figures, 9),
            "+0.2883\n± 0.0077"
        );
        assert_eq!(
            broken("split.most-hands", Kind::Keys, 9),
            "split.\nmost-hands"
        );
    }

    #[test]
    fn words_give_way_to_figures() {
        let mut grid = table(&["key", "what it is about", "worth %"]);
        figures(&mut grid, [2]);
        grid.add_row(vec![
            "split.again".to_owned(),
            "split hands again".to_owned(),
            "-12.3456".to_owned(),
        ]);
        assert_eq!(grid.widths(80), [11, 17, 8]);
        assert_eq!(grid.widths(35), [11, 8, 8]);
        assert_eq!(grid.widths(10), [6, 5, 8]);
    }
}
