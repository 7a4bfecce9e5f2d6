//! The first administrator of a house: somebody must be there before anybody can be made one.

use crate::passwords::hashed;
use crate::refused::Refused;
use crate::running::Running;
use desk::{By, DeskCommand, Person, Role};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the first administrator.
pub const FIRST_ADMINISTRATOR: &str = "admin";

/// Whether a first administrator was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstAdministrator {
    /// There is one now.
    Made,
    /// There was one.
    ThereAlready,
}

/// Why no first administrator was made.
#[derive(Debug, thiserror::Error)]
pub enum AdministratorFault {
    /// The password is not good enough.
    #[error("{0}")]
    Password(String),
    /// The desk or the journal refuses it.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Makes the first administrator of a house that has none.
///
/// # Errors
///
/// When the password is not good enough, somebody else has the name, or it cannot be written down.
pub async fn make_first_administrator(
    running: &Arc<Running>,
    password: String,
) -> Result<FirstAdministrator, AdministratorFault> {
    let there = running.desk().people().any(|person: &Person| person.roles.contains(&Role::Administrator));
    if there {
        return Ok(FirstAdministrator::ThereAlready);
    }
    let phc = hashed(running, FIRST_ADMINISTRATOR, password).await;
    let phc = phc.map_err(|error| AdministratorFault::Password(error.body().error.clone()))?;
    let (handle, roles) = (FIRST_ADMINISTRATOR.to_owned(), BTreeSet::from([Role::Administrator]));
    running.at_desk(By::House, DeskCommand::Staff { handle, phc, roles }).await?;
    tracing::info!(name = FIRST_ADMINISTRATOR, "the first administrator was made");
    Ok(FirstAdministrator::Made)
}
