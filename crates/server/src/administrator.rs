//! The first administrator of a house: somebody must be there before anybody can be made one.

use crate::passwords::hashed;
use crate::refused::Refused;
use crate::running::Running;
use desk::{By, DeskCommand, Person, Phc, Role};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the first administrator.
pub const FIRST_ADMINISTRATOR: &str = "admin";

/// Whether a first administrator was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstAdministrator {
    /// There is one now.
    Made,
    /// There was none but locked ones: the first of them is unlocked, with the new password.
    Unlocked,
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

/// Makes the first administrator of a house that has none, and unlocks one where all are locked:
/// three wrong passwords, which anybody can give, must not shut the house's own people out for
/// ever.
///
/// # Errors
///
/// When the password is not good enough, somebody else has the name, or it cannot be written down.
pub async fn make_first_administrator(
    running: &Arc<Running>,
    password: String,
) -> Result<FirstAdministrator, AdministratorFault> {
    let administrators: Vec<Person> = running
        .desk()
        .people()
        .filter(|person| person.roles.contains(&Role::Administrator))
        .cloned()
        .collect();
    if administrators.iter().any(|person| person.lock.is_none()) {
        return Ok(FirstAdministrator::ThereAlready);
    }
    if let Some(locked) = administrators.first() {
        let phc = new_password(running, &locked.handle, password).await?;
        running
            .at_desk(By::House, DeskCommand::Unlock { person: locked.id })
            .await?;
        running
            .at_desk(
                By::House,
                DeskCommand::ResetPassword {
                    person: locked.id,
                    phc,
                },
            )
            .await?;
        tracing::info!(name = locked.handle, "an administrator was unlocked");
        return Ok(FirstAdministrator::Unlocked);
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

async fn new_password(
    running: &Running,
    handle: &str,
    password: String,
) -> Result<Phc, AdministratorFault> {
    let phc = hashed(running, handle, password).await;
    phc.map_err(|error| AdministratorFault::Password(error.body().error.clone()))
}
