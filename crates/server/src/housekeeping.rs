//! What the house does by itself now and then: old sessions end, guests who are gone are closed,
//! and people who may not play any more are shown out.

use crate::refused::Refused;
use crate::running::{Running, stopped};
use desk::{By, DeskCommand, DeskRefusal, Kind, Session};
use ledger::{Account, PlayerId};
use rules::Money;
use std::sync::Arc;
use table::{Command, Span};

/// How often.
const EVERY: Span = Span::minutes(1);
/// Whoever has no page open and was not heard of for so long gives the seat up: others want it, and
/// wait for nobody's answer.
const AWAY: Span = Span::minutes(5);

/// Keeps house until it stops.
pub(crate) async fn keep(running: Arc<Running>) {
    let mut stop = running.stopping();
    loop {
        let next = running.now().after(EVERY);
        tokio::select! {
            () = stopped(&mut stop) => return,
            () = running.clock().wait_until(next) => {}
        }
        if let Err(refused) = running.keep_house().await {
            tracing::warn!(%refused, "housekeeping was interrupted");
        }
    }
}

impl Running {
    /// Ends sessions whose time is over, shows people out who may not play any more, and closes the
    /// accounts of guests who are gone.
    ///
    /// # Errors
    ///
    /// When it cannot be written down.
    pub async fn keep_house(self: &Arc<Self>) -> Result<(), Refused> {
        loop {
            match self.at_desk(By::House, DeskCommand::EndOldSessions).await {
                Ok(_) => {}
                Err(Refused::Desk(DeskRefusal::NoOldSessions)) => break,
                Err(refused) => return Err(refused),
            }
        }
        self.show_out().await;
        let gone: Vec<PlayerId> = self.desk().guests_gone().collect();
        for guest in gone {
            if self
                .tables()
                .values()
                .any(|handle| handle.latest().host.table().has_person(guest))
            {
                continue;
            }
            match self.close_guest(guest).await {
                // Somebody else was first, or the guest came back, or one account is not as it
                // should be: others are.
                Err(refused @ (Refused::Desk(_) | Refused::Journal(_))) => {
                    tracing::info!(%guest, %refused, "a guest's account stays open");
                }
                closed => closed?,
            }
        }
        Ok(())
    }

    async fn close_guest(self: &Arc<Self>, guest: PlayerId) -> Result<(), Refused> {
        let balance = self.balance(Account::Player(guest)).await?;
        let left = Money::from_cents(u64::try_from(balance.cents()).unwrap_or_default());
        self.at_desk(By::House, DeskCommand::CloseGuest { guest, left })
            .await
            .map(drop)
    }

    /// People who have signed out, went away, are locked or excluded themselves leave their tables;
    /// a round they are in is finished.
    async fn show_out(&self) {
        for handle in self.tables().into_values() {
            let there: Vec<PlayerId> = handle
                .latest()
                .host
                .table()
                .view()
                .people
                .iter()
                .map(|person| person.player)
                .collect();
            for player in there {
                if self.may_not_stay(player) {
                    let _ = handle.ask(By::Person(player), None, Command::Depart).await;
                }
            }
        }
    }

    /// Somebody who may not play any more leaves every table at once: what they laid goes back.
    pub(crate) async fn show_out_one(&self, player: PlayerId) {
        for handle in self.tables().into_values() {
            if handle.latest().host.table().has_person(player) {
                let _ = handle.ask(By::Person(player), None, Command::Depart).await;
            }
        }
    }

    /// Tables that ask for player cards hear what became of somebody's.
    pub(crate) async fn tell_tables_of_card(&self, player: PlayerId) {
        let valid = self.desk().holds_card(player);
        for handle in self.tables().into_values() {
            let latest = handle.latest();
            let table = latest.host.table();
            if table.has_person(player) && table.asks_for_cards() {
                let found = Command::FindCard { player, valid };
                let _ = handle.ask(By::House, None, found).await;
            }
        }
    }

    fn may_not_stay(&self, player: PlayerId) -> bool {
        let desk = self.desk();
        let Some(person) = desk.person(player) else {
            return true;
        };
        let now = self.now();
        let is_heard =
            |session: &Session| self.sockets().has(player) || now.since(session.seen) < AWAY;
        let gone = match person.kind {
            // Whoever the house locks has no session any more.
            Kind::Guest | Kind::Member | Kind::Staff => !desk.sessions().of(player).any(is_heard),
            // The house's own players need no session.
            Kind::HousePlayer => person.lock.is_some(),
        };
        gone || person.exclusion(now).is_some()
    }
}
