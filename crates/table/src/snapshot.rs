//! A table between rounds, written down whole, so that it need not be told from its first event.

use crate::clock::Time;
use crate::config::{Config, ConfigFault};
use crate::state::{Laid, Openness, Person, Seat, ShoeState, Standing, Table, Till};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Money, Sign};

/// Everything a table is between two rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct Snapshot {
    id: TableId,
    config: Config,
    open: Openness,
    sign: Sign,
    coming_sign: Option<(Sign, Time)>,
    raised: Vec<(BoxNo, Money)>,
    reserved: Vec<(BoxNo, PlayerId)>,
    people: Vec<(PlayerId, Person)>,
    known: Vec<(PlayerId, Standing)>,
    seats: Vec<Option<Seat>>,
    order: u64,
    shoe: ShoeState,
    laid: Vec<Laid>,
    rounds: u64,
    until: Option<Time>,
    money: Till,
}

impl Table {
    /// The table as it is; none while a round is being played.
    pub fn snapshot(&self) -> Option<Snapshot> {
        if self.live.is_some() {
            return None;
        }
        Some(Snapshot {
            id: self.id,
            config: Config::clone(&self.config),
            open: self.open,
            sign: self.sign.clone(),
            coming_sign: self.coming_sign.clone(),
            raised: self.raised.clone(),
            reserved: self.reserved.clone(),
            people: self
                .people
                .iter()
                .map(|(player, person)| (*player, person.clone()))
                .collect(),
            known: self
                .known
                .iter()
                .map(|(player, standing)| (*player, *standing))
                .collect(),
            seats: self.seats.clone(),
            order: self.order,
            shoe: self.shoe.clone(),
            laid: self.laid.clone(),
            rounds: self.rounds,
            until: self.until,
            money: self.money.clone(),
        })
    }

    /// The table that was written down.
    ///
    /// # Errors
    ///
    /// When its book no longer allows such a table.
    pub fn restore(snapshot: Snapshot) -> Result<Self, ConfigFault> {
        let book = snapshot.config.check()?;
        let table = Self::closed(snapshot.id, snapshot.config, book);
        Ok(Self {
            open: snapshot.open,
            sign: snapshot.sign,
            coming_sign: snapshot.coming_sign,
            raised: snapshot.raised,
            reserved: snapshot.reserved,
            people: snapshot.people.into_iter().collect(),
            known: snapshot.known.into_iter().collect(),
            seats: snapshot.seats,
            order: snapshot.order,
            shoe: snapshot.shoe,
            laid: snapshot.laid,
            rounds: snapshot.rounds,
            until: snapshot.until,
            money: snapshot.money,
            ..table
        })
    }
}
