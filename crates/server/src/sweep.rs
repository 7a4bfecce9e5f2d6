//! What the house tidies up by itself: sessions whose time is over, and guests who are gone.

use crate::refused::Refused;
use crate::running::{Running, stopped};
use desk::{By, DeskCommand, DeskRefusal};
use ledger::{Account, PlayerId};
use rules::Money;
use std::sync::Arc;
use table::Span;

/// How often.
const EVERY: Span = Span::minutes(1);
/// How many guests are closed at a time, so that others get their turn at the desk.
const GUESTS_AT_ONCE: usize = 100;

/// Tidies up until the house stops.
pub(crate) async fn sweep(running: Arc<Running>) {
    let mut stop = running.stopping();
    loop {
        let next = running.now().after(EVERY);
        tokio::select! {
            () = stopped(&mut stop) => return,
            () = running.clock().wait_until(next) => {}
        }
        if let Err(refused) = running.tidy_up().await {
            tracing::warn!(%refused, "the house could not tidy up");
        }
    }
}

impl Running {
    /// Ends sessions whose time is over, and closes the accounts of guests who are gone.
    ///
    /// # Errors
    ///
    /// When it cannot be written down.
    pub async fn tidy_up(self: &Arc<Self>) -> Result<(), Refused> {
        loop {
            match self.at_desk(By::House, DeskCommand::EndOldSessions).await {
                Ok(_) => {}
                Err(Refused::Desk(DeskRefusal::NoOldSessions)) => break,
                Err(refused) => return Err(refused),
            }
        }
        let gone: Vec<PlayerId> = self.desk().guests_gone().take(GUESTS_AT_ONCE).collect();
        for guest in gone {
            let balance = self.balance(Account::Player(guest)).await?;
            let left = Money::from_cents(u64::try_from(balance.cents()).unwrap_or_default());
            match self.at_desk(By::House, DeskCommand::CloseGuest { guest, left }).await {
                // Somebody else tidied up, or the guest came back.
                Ok(_) | Err(Refused::Desk(DeskRefusal::NoSuchPerson(_) | DeskRefusal::GuestStillHere)) => {}
                Err(refused) => return Err(refused),
            }
        }
        Ok(())
    }
}
