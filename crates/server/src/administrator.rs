//! The first administrator of a house: somebody must be there before anybody can be made one.

use crate::passwords::hashed;
use crate::refused::Refused;
use crate::running::Running;
use desk::{By, DeskCommand, Phc, Role};
use ledger::PlayerId;
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
    if administrator(running).is_some() {
        return Ok(FirstAdministrator::ThereAlready);
    }
    let phc = new_password(running, FIRST_ADMINISTRATOR, password).await?;
    let (handle, roles) = (
        FIRST_ADMINISTRATOR.to_owned(),
        BTreeSet::from([Role::Administrator]),
    );
    running
        .at_desk(By::House, DeskCommand::Staff { handle, phc, roles })
        .await?;
    tracing::info!(
        name = FIRST_ADMINISTRATOR,
        "the first administrator was made"
    );
    Ok(FirstAdministrator::Made)
}

/// Gives the first administrator who is not locked a new password, for a house whose administrators
/// have lost theirs. It must be changed at the next sign-in. The name of that administrator; none
/// where there is no administrator.
///
/// # Errors
///
/// When the password is not good enough, or it cannot be written down.
pub async fn reset_administrator(
    running: &Arc<Running>,
    password: String,
) -> Result<Option<String>, AdministratorFault> {
    let Some((person, handle)) = administrator(running) else {
        return Ok(None);
    };
    let phc = new_password(running, &handle, password).await?;
    let command = DeskCommand::ResetPassword { person, phc };
    running.at_desk(By::House, command).await?;
    tracing::info!(name = handle, "an administrator has a new password");
    Ok(Some(handle))
}

/// The first administrator who is not locked: there is always one, once there was one.
fn administrator(running: &Running) -> Option<(PlayerId, String)> {
    let desk = running.desk();
    let mut able = desk
        .people()
        .filter(|person| person.roles.contains(&Role::Administrator) && !person.is_locked());
    able.next().map(|person| (person.id, person.handle.clone()))
}

async fn new_password(
    running: &Running,
    handle: &str,
    password: String,
) -> Result<Phc, AdministratorFault> {
    let phc = hashed(running, handle, password).await;
    phc.map_err(|error| AdministratorFault::Password(error.body().error.clone()))
}
