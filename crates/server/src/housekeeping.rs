//! What the house does by itself now and then: old sessions end, guests who are gone are closed, and people who excluded
//! themselves are shown out.

use crate::running::{Refused, Running, stopped};
use crate::world::now;
use desk::{By, DeskCommand};
use ledger::{Account, PlayerId};
use rules::Money;
use std::sync::Arc;
use std::time::Duration;
use table::Command;

const EVERY: Duration = Duration::from_secs(60);
/// How many old sessions are looked for at a time.
const AT_ONCE: usize = 1000;

/// Keeps house until it stops.
pub(crate) async fn keep(running: Arc<Running>) {
    let mut stop = running.stopping();
    let mut clock = tokio::time::interval(EVERY);
    loop {
        tokio::select! {
            () = stopped(&mut stop) => return,
            _ = clock.tick() => {}
        }
        if let Err(refused) = once(&running).await {
            tracing::warn!(%refused, "housekeeping was interrupted");
        }
    }
}

async fn once(running: &Running) -> Result<(), Refused> {
    let over = !running.desk().sessions().over(now(), AT_ONCE).is_empty();
    if over {
        running.at_desk(By::House, DeskCommand::EndOldSessions).await?;
    }
    show_out(running).await;
    let gone: Vec<PlayerId> = running.desk().guests_gone().collect();
    for guest in gone {
        if running.tables().values().any(|handle| handle.latest().host.table().has_person(guest)) {
            continue;
        }
        let balance = running.balance(Account::Player(guest)).await?;
        let left = Money::from_cents(u64::try_from(balance.cents()).unwrap_or_default());
        running.at_desk(By::House, DeskCommand::CloseGuest { guest, left }).await?;
    }
    Ok(())
}

/// Guests whose session is over and people who excluded themselves leave their tables; a round they are in is finished.
async fn show_out(running: &Running) {
    for handle in running.tables().into_values() {
        let there: Vec<PlayerId> = handle.latest().host.table().view().people.iter().map(|person| person.player).collect();
        for player in there {
            let leaves = {
                let desk = running.desk();
                let excluded = desk.person(player).is_some_and(|person| person.exclusion(now()).is_some());
                excluded || desk.guests_gone().any(|guest| guest == player)
            };
            if leaves {
                let _ = handle.ask(By::Person(player), None, Command::Depart).await;
            }
        }
    }
}
