//! The days of the house follow the time zone of its configuration.

use crate::running::Running;
use crate::serve::ServeFault;
use desk::{By, DeskCommand};
use std::sync::Arc;

/// Lets the days follow the zone of the configuration, where they follow another one so far: one
/// of another name, or one whose clocks are known to go differently by now.
///
/// # Errors
///
/// When there is no such zone, or it cannot be written down.
pub(crate) async fn follow(running: &Arc<Running>) -> Result<(), ServeFault> {
    let zone = running.config.zone()?;
    if *running.desk().days().zone() == zone {
        return Ok(());
    }
    tracing::info!(zone = zone.name(), "the house follows another time zone");
    running
        .at_desk(By::House, DeskCommand::SetDays { zone })
        .await
        .map_err(ServeFault::Days)?;
    Ok(())
}
