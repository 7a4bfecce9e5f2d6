//! Passwords: compared and hashed on threads of their own, a few at a time, since each takes memory and time on purpose.

use crate::error::ApiError;
use crate::refused::Refused;
use crate::running::Running;
use desk::{Cost, Phc, Verdict, hash_password};
use std::sync::Arc;

/// What came of comparing a password with somebody's.
pub(crate) async fn verdict(running: &Running, handle: &str, password: String) -> Result<Verdict, ApiError> {
    let challenge = running.desk().challenge(handle);
    one_of_few(running, move || challenge.compare(&password)).await
}

/// The hash of a new password.
pub(crate) async fn hashed(running: &Running, handle: &str, password: String) -> Result<Phc, ApiError> {
    let salt = running.chance().bytes().map_err(Refused::from)?;
    let handle = handle.to_owned();
    let phc = one_of_few(running, move || hash_password(&handle, &password, salt, Cost::USUAL)).await?;
    phc.map_err(|fault| ApiError::bad("password", &fault.to_string()))
}

async fn one_of_few<T: Send + 'static>(running: &Running, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let turn = Arc::clone(running.hashing()).acquire_owned().await.map_err(|_| Refused::Stopping)?;
    let in_turn = move || {
        // The turn lasts as long as the work, also when nobody waits for it any more.
        let _turn = turn;
        work()
    };
    Ok(tokio::task::spawn_blocking(in_turn).await.map_err(|_| Refused::Bug)?)
}
