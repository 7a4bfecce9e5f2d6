//! The demo tables: one for each book that the configuration names, open from the start, with house
//! players at them.

use crate::company::{brought_in, company};
use crate::refused::Refused;
use crate::running::Running;
use crate::table_task::TableHandle;
use desk::By;
use house::HOUSE_PLAYER;
use ledger::{PlayerId, TableId};
use rules::builtin;
use std::sync::Arc;
use table::{Command, Table};

/// Sets up the demo tables that are not there yet, opens those that are closed, and seats the house
/// players.
pub(crate) async fn open(running: &Arc<Running>) -> Result<(), Refused> {
    for book in &running.config.demo.tables {
        let Ok(rules) = builtin(book) else { continue };
        let id = match first_of(running, book) {
            Some(id) => id,
            None => {
                let config = table::Config {
                    times: running.config.table_times(),
                    ..table::Config::for_play_money(&rules)
                };
                running.found_table(By::House, config).await?
            }
        };
        let handle = running.table(id)?;
        if !handle.latest().host.table().is_open() {
            handle.ask(By::House, None, Command::Open).await?;
        }
        let players = house_players(running, id, handle.latest().host.table()).await?;
        if !players.is_empty() {
            tokio::spawn(company(Arc::clone(running), handle, players));
        }
    }
    Ok(())
}

/// The demo table of a book is its first; others are the floor's, to open and to close.
fn first_of(running: &Running, book: &str) -> Option<TableId> {
    let tables = running.tables();
    let of_book = |handle: &TableHandle| {
        let latest = handle.latest();
        let config = latest.host.table().config();
        config.book == book && config.access.is_public()
    };
    tables
        .iter()
        .find(|(_, handle)| of_book(handle))
        .map(|(id, _)| *id)
}

/// The house players of a table, known to the desk.
async fn house_players(
    running: &Arc<Running>,
    id: TableId,
    table: &Table,
) -> Result<Vec<(PlayerId, String)>, Refused> {
    let mut players = Vec::new();
    for no in 1..=running.config.demo.house_players {
        let handle = format!("{HOUSE_PLAYER}{}-{id}-{no}", &table.config().book[..3]);
        players.extend(brought_in(running, handle).await?);
    }
    Ok(players)
}
