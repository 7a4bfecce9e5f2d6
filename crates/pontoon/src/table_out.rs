//! Tables on the terminal.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use terminal_size::terminal_size;

/// A plain table as wide as the terminal.
pub(crate) fn table(header: &[&str]) -> Table {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = asked.or_else(|| terminal_size().map(|(width, _)| width.0)).unwrap_or(120);
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(columns);
    table.set_header(header.iter().map(ToString::to_string).collect::<Vec<String>>());
    // A key is read and typed whole.
    if let Some(keys) = table.column_mut(0) {
        keys.set_constraint(ColumnConstraint::ContentWidth);
    }
    table
}

/// Columns of figures stand at the right.
pub(crate) fn figures(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
