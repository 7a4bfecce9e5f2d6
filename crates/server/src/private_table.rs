//! Private tables: anybody who plays may start one. The house keeps it, brings house players as
//! long as people are there, and closes it when nobody has been there for a time.

use crate::at_desk::to_the_end;
use crate::caller::{Caller, Knock};
use crate::company::{brought_in, company};
use crate::config::Config;
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::refused::Refused;
use crate::running::{Running, stopped};
use crate::table_task::TableHandle;
use axum::Json;
use axum::extract::State;
use desk::{By, Deed};
use house::HOUSE_PLAYER;
use ledger::{PlayerId, TableId};
use rules::{Money, Sign, builtin};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{Access, Command, PersonView, Table, Time};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use utoipa::ToSchema;

/// What the names of house players at private tables begin with. There are as many as are needed at
/// a time.
const COMPANION: &str = "private-";

/// Why no private table is started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PrivateRefusal {
    /// The house has none.
    #[error("this house has no private tables")]
    None,
    /// There are as many as there may be.
    #[error("the house has {0} private tables, as many as it keeps at a time: try again later")]
    TooMany(u32),
    /// Others are at one's own.
    #[error(
        "others are at your private table {0}: a person has one at a time, and nobody is sent away \
        from it"
    )]
    OthersThere(TableId),
}

/// A private table to start. Everything but the book has its usual value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct NewPrivateTable {
    /// The id of the rule book.
    pub(crate) book: String,
    /// How many decks.
    pub(crate) decks: Option<u8>,
    /// The minimum on its sign, in cents.
    #[schema(value_type = Option<u64>)]
    pub(crate) minimum: Option<Money>,
    /// The maximum on its sign, in cents.
    #[schema(value_type = Option<u64>)]
    pub(crate) maximum: Option<Money>,
    /// How many house players come; as many as the house allows unless told.
    pub(crate) house_players: Option<u8>,
}

/// A private table, for those who may come: its number and its key belong into the link.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PrivateTable {
    /// Its number.
    pub(crate) table: u32,
    /// Its key.
    pub(crate) key: String,
}

impl NewPrivateTable {
    /// The table that is wanted, if this house has such.
    fn config(self, house: &Config, owner: PlayerId) -> Result<table::Config, ApiError> {
        let book = builtin(&self.book).map_err(|unknown| Refused::Config(unknown.to_string()))?;
        let most = house.private.house_players;
        let house_players = self.house_players.unwrap_or(most);
        if house_players > most {
            let what = format!(
                "`house_players` is {house_players}: at a private table it is from 0 to {most}"
            );
            return Err(ApiError::bad("form", &what));
        }
        let usual = table::Config::for_play_money(&book);
        let highest = Money::from_dollars(house.private.maximum);
        let maximum = self.maximum.unwrap_or(usual.sign.maximum.min(highest));
        let minimum = self.minimum.unwrap_or(usual.sign.minimum.min(maximum));
        if maximum > highest {
            return Err(ApiError::bad(
                "form",
                &format!("`maximum` is {maximum}: at a private table it is at most {highest}"),
            ));
        }
        Ok(table::Config {
            decks: self.decks.unwrap_or(usual.decks),
            sign: Sign {
                minimum,
                maximum,
                ..usual.sign
            },
            times: house.table_times(),
            access: Access::Private {
                owner,
                house_players,
            },
            ..usual
        })
    }
}

/// What the house knows of private tables beside the tables themselves.
#[derive(Debug, Default)]
pub(crate) struct PrivateTables {
    /// One is started at a time, so that their number holds.
    turn: tokio::sync::Mutex<()>,
    kept: Mutex<BTreeMap<TableId, KeptTable>>,
    /// Those that were closed. Nothing happens there any more, but what happened can be read.
    closed: Mutex<BTreeMap<TableId, Access>>,
}

/// A private table that is kept.
#[derive(Clone, Debug)]
struct KeptTable {
    /// Says that whoever started it has started another.
    unwanted: Arc<Notify>,
    /// The numbers of its house players.
    company: Vec<u32>,
}

impl PrivateTables {
    /// Who might come to a table that was closed for good.
    pub(crate) fn closed(&self, id: TableId) -> Option<Access> {
        lock(&self.closed).get(&id).copied()
    }

    /// Notes that a table is closed for good.
    pub(crate) fn close(&self, id: TableId, access: Access) {
        lock(&self.kept).remove(&id);
        lock(&self.closed).insert(id, access);
    }

    /// The highest number that such a table had.
    pub(crate) fn last_closed(&self) -> Option<TableId> {
        lock(&self.closed).keys().next_back().copied()
    }

    /// Notes that a table is kept. Its house players are those who are at it, and others who are at
    /// no other table.
    fn keep(&self, table: &Table, house_players: u8) -> KeptTable {
        let mut kept = lock(&self.kept);
        let people = table.view().people;
        let there = people.iter().filter_map(|person| {
            person
                .name
                .strip_prefix(HOUSE_PLAYER)?
                .strip_prefix(COMPANION)?
                .parse()
                .ok()
        });
        let there: Vec<u32> = there.collect();
        let is_free = |no: &u32| {
            !there.contains(no) && !kept.values().any(|other| other.company.contains(no))
        };
        let more = (1..)
            .filter(is_free)
            .take(usize::from(house_players).saturating_sub(there.len()));
        let company = there.iter().copied().chain(more).collect();
        let own = KeptTable {
            unwanted: Arc::new(Notify::new()),
            company,
        };
        kept.insert(table.id(), own.clone());
        own
    }

    fn unwanted(&self, id: TableId) {
        if let Some(kept) = lock(&self.kept).get(&id) {
            kept.unwanted.notify_one();
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// People who are at a table, and neither of the house nor about to leave.
fn people_at(table: &Table) -> Vec<PersonView> {
    let stays = |person: &PersonView| !person.leaving && !person.name.starts_with(HOUSE_PLAYER);
    table.view().people.into_iter().filter(stays).collect()
}

impl Running {
    /// Every private table that is open, with whoever started it.
    fn private_ones(&self) -> Vec<(TableId, PlayerId, TableHandle)> {
        let found = self.tables().into_iter().filter_map(|(id, handle)| {
            match handle.latest().host.table().config().access {
                Access::Public => None,
                Access::Private { owner, .. } => Some((id, owner, handle)),
            }
        });
        found
            .filter(|(_, _, handle)| handle.latest().host.table().is_open())
            .collect()
    }

    /// Starts a private table and opens it. One that the same person started before is closed when
    /// nobody else is there.
    async fn start_private(
        self: &Arc<Self>,
        owner: PlayerId,
        config: table::Config,
    ) -> Result<TableId, Refused> {
        let _turn = self.private_tables().turn.lock().await;
        let most = self.config.private.tables;
        if most == 0 {
            return Err(PrivateRefusal::None.into());
        }
        self.desk().may_play(owner, self.now())?;
        let open = self.private_ones();
        let own: Vec<_> = open.iter().filter(|(_, by, _)| *by == owner).collect();
        for (id, _, handle) in &own {
            if people_at(handle.latest().host.table())
                .iter()
                .any(|person| person.player != owner)
            {
                return Err(PrivateRefusal::OthersThere(*id).into());
            }
        }
        // What the person gives up makes room for what takes its place, unless its round must be
        // played to the end first.
        let closes = own
            .iter()
            .filter(|(_, _, handle)| handle.latest().host.table().round().is_none())
            .count();
        if open.len() - closes >= usize::try_from(most).unwrap_or(usize::MAX) {
            return Err(PrivateRefusal::TooMany(most).into());
        }
        let id = self.found(By::Person(owner), config).await?;
        let handle = self.table(id)?;
        if let Err(refused) = handle.ask(By::House, None, Command::Open).await {
            self.private_tables()
                .close(id, handle.latest().host.table().config().access);
            self.forget_table(id);
            return Err(refused);
        }
        self.keep_private(handle);
        // Only now: whoever is refused another table keeps the first.
        for (id, _, handle) in own {
            handle.ask(By::Person(owner), None, Command::Depart).await?;
            self.private_tables().unwanted(*id);
        }
        Ok(id)
    }

    /// Goes on keeping the private tables that were open when the house stopped.
    pub(crate) fn keep_private_tables(self: &Arc<Self>) {
        for (_, _, handle) in self.private_ones() {
            self.keep_private(handle);
        }
    }

    fn keep_private(self: &Arc<Self>, handle: TableHandle) {
        let latest = handle.latest();
        let access = latest.host.table().config().access;
        let Access::Private { house_players, .. } = access else {
            return;
        };
        let kept = self
            .private_tables()
            .keep(latest.host.table(), house_players);
        let close_at = self.now().after(self.config.private_idle());
        let running = Arc::clone(self);
        tokio::spawn(async move {
            let id = latest.host.table().id();
            if let End::Closed = keep(&running, &handle, kept, close_at).await {
                running.private_tables().close(id, access);
                running.forget_table(id);
            }
        });
    }
}

/// Why a table is not kept any more.
enum End {
    /// It is closed.
    Closed,
    /// The house stops.
    Stopped,
}

/// Keeps a table until it is closed or the house stops.
async fn keep(
    running: &Arc<Running>,
    handle: &TableHandle,
    kept: KeptTable,
    mut close_at: Time,
) -> End {
    let idle = running.config.private_idle();
    let (mut changes, mut stop) = (handle.changes(), running.stopping());
    let mut playing: Option<JoinHandle<()>> = None;
    loop {
        let latest = changes.borrow_and_update().clone();
        let table = latest.host.table();
        if !table.is_open() {
            if let Some(playing) = playing.take() {
                playing.abort();
            }
            return End::Closed;
        }
        let is_empty = people_at(table).is_empty();
        if !is_empty {
            playing.get_or_insert_with(|| {
                tokio::spawn(play(
                    Arc::clone(running),
                    handle.clone(),
                    kept.company.clone(),
                ))
            });
        } else {
            if let Some(playing) = playing.take() {
                playing.abort();
                close_at = latest.at.after(idle);
            }
            send_home(handle, table).await;
        }
        let nothing_goes_on = table.view().people.is_empty() && table.round().is_none();
        if nothing_goes_on && close_at <= running.now() {
            close_at = running.now().after(idle);
            if let Err(refused) = handle.ask(By::House, None, Command::Close).await {
                tracing::warn!(table = %table.id(), %refused, "a private table that nobody uses \
                    stays open");
            }
        }
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return End::Stopped,
            changed = changes.changed() => if changed.is_err() { return End::Stopped },
            () = kept.unwanted.notified() => close_at = running.now(),
            () = running.clock().wait_until(close_at), if nothing_goes_on && close_at > running.now() => {}
        }
    }
}

async fn play(running: Arc<Running>, handle: TableHandle, numbers: Vec<u32>) {
    let mut players = Vec::new();
    for no in numbers {
        match brought_in(&running, format!("{HOUSE_PLAYER}{COMPANION}{no}")).await {
            Ok(player) => players.extend(player),
            Err(refused) => tracing::warn!(%refused, "a house player cannot be brought in"),
        }
    }
    if !players.is_empty() {
        company(running, handle, players).await;
    }
}

/// House players do not stay where nobody is.
async fn send_home(handle: &TableHandle, table: &Table) {
    for person in table
        .view()
        .people
        .into_iter()
        .filter(|person| !person.leaving)
    {
        if let Err(refused) = handle
            .ask(By::Person(person.player), None, Command::Depart)
            .await
        {
            tracing::warn!(table = %table.id(), %refused, "a house player stays at an empty table");
        }
    }
}

/// Starts a private table: it stands in nobody else's lobby, and whoever has its key may watch it
/// and play at it.
#[utoipa::path(post, path = "/api/private-tables", tag = "tables", request_body = NewPrivateTable,
    responses(
        (status = 200, body = PrivateTable),
        (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn start(
    State(running): State<Arc<Running>>,
    caller: Caller,
    _: Knock,
    Body(wanted): Body<NewPrivateTable>,
) -> Result<Json<PrivateTable>, ApiError> {
    running.permit(caller.by, Deed::StartPrivateTable)?;
    let owner = caller.person()?;
    let config = wanted.config(&running.config, owner)?;
    let house = Arc::clone(&running);
    let table = to_the_end(async move { house.start_private(owner, config).await }).await?;
    Ok(Json(PrivateTable {
        table: table.0,
        key: running.table_key(table),
    }))
}

/// The private table that one has started, with its key; none, or one.
#[utoipa::path(get, path = "/api/private-tables", tag = "tables",
    responses((status = 200, body = Vec<PrivateTable>), (status = 403, body = ErrorBody)))]
pub(crate) async fn own(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Vec<PrivateTable>>, ApiError> {
    running.permit(caller.by, Deed::StartPrivateTable)?;
    let person = caller.person()?;
    let own = running
        .private_ones()
        .into_iter()
        .filter(|(_, owner, _)| *owner == person);
    Ok(Json(
        own.map(|(id, ..)| PrivateTable {
            table: id.0,
            key: running.table_key(id),
        })
        .collect(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_house_player_is_wanted_at_two_tables() {
        let private = PrivateTables::default();
        let table = |id| {
            Table::new(
                TableId(id),
                table::Config::for_play_money(&builtin("sydney").unwrap()),
            )
            .unwrap()
        };
        assert_eq!(private.keep(&table(1), 2).company, [1, 2]);
        assert_eq!(private.keep(&table(2), 3).company, [3, 4, 5]);
        private.close(TableId(1), Access::Public);
        assert_eq!(private.keep(&table(3), 3).company, [1, 2, 6]);
    }
}
