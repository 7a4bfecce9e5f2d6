//! Passwords: compared and hashed on threads of their own, a few at a time, since each takes memory
//! and time on purpose.

use crate::caller::Whence;
use crate::error::ApiError;
use crate::refused::Refused;
use crate::running::Running;
use desk::{Cost, HashMemory, Phc, Verdict, hash_password};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// What came of comparing a password with somebody's; it is given from this address.
///
/// # Errors
///
/// When the account or the address must wait after wrong passwords.
pub(crate) async fn verdict(
    running: &Running,
    handle: &str,
    password: String,
    Whence(from): Whence,
) -> Result<Verdict, ApiError> {
    running.may_try(handle, from)?;
    let challenge = running.desk().challenge(handle);
    let compared = one_of_few(running, move |memory| challenge.compare(&password, memory));
    let verdict = compared.await?;
    running.judge(handle, from, &verdict)?;
    Ok(verdict)
}

/// The hash of a new password.
pub(crate) async fn hashed(
    running: &Running,
    handle: &str,
    password: String,
) -> Result<Phc, ApiError> {
    let salt = running.chance().bytes().map_err(Refused::from)?;
    let handle = handle.to_owned();
    let phc = one_of_few(running, move |memory| {
        hash_password(&handle, &password, salt, Cost::USUAL, memory)
    })
    .await?;
    phc.map_err(|fault| ApiError::bad("password", &fault.to_string()))
}

/// How many passwords are compared at a time.
const MOST: usize = 4;

/// Where passwords are reckoned: few places, each with its memory.
#[derive(Debug)]
pub(crate) struct Reckoning {
    turns: Arc<Semaphore>,
    memories: Arc<Mutex<Vec<HashMemory>>>,
}

impl Default for Reckoning {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(MOST)),
            memories: Arc::default(),
        }
    }
}

async fn one_of_few<T: Send + 'static>(
    running: &Running,
    work: impl FnOnce(&mut HashMemory) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let Reckoning { turns, memories } = running.reckoning();
    let turn = Arc::clone(turns)
        .acquire_owned()
        .await
        .map_err(|_| Refused::Stopping)?;
    let memories = Arc::clone(memories);
    let in_turn = move || {
        // The turn lasts as long as the work, also when nobody waits for it any more.
        let _turn = turn;
        let mut memory = memories
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()
            .unwrap_or_default();
        let done = work(&mut memory);
        memories
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(memory);
        done
    };
    Ok(tokio::task::spawn_blocking(in_turn)
        .await
        .map_err(|_| Refused::Bug)?)
}
