//! The demo tables: one for each book that the configuration names, open from the start.

use crate::running::{Refused, Running};
use desk::By;
use rules::builtin;
use std::sync::Arc;
use table::Command;

/// Sets up the demo tables that are not there yet, and opens those that are closed.
pub(crate) async fn open(running: &Arc<Running>) -> Result<(), Refused> {
    for book in &running.config.demo.tables {
        let there = running.tables().into_values().any(|handle| handle.latest().host.table().config().book == *book);
        if !there && let Ok(rules) = builtin(book) {
            let config = table::Config { times: running.config.table_times(), ..table::Config::usual(&rules) };
            running.found_table(By::House, config).await?;
        }
    }
    for handle in running.tables().into_values() {
        if !handle.latest().host.table().is_open() {
            handle.ask(By::House, None, Command::Open).await?;
        }
    }
    Ok(())
}
