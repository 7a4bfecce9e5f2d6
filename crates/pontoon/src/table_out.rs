//! Tables on the terminal.

use comfy_table::{ContentArrangement, Table, presets};

/// A plain table as wide as the terminal.
pub(crate) fn table(header: &[&str]) -> Table {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(120);
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(columns);
    table.set_header(header.iter().map(ToString::to_string).collect::<Vec<String>>());
    table
}
