//! The demo tables: one for each book that the configuration names, open from the start, with house players at them.

use crate::refused::Refused;
use crate::running::{Running, stopped};
use crate::table_task::TableHandle;
use desk::{Answer, By, DeskCommand};
use house::{CardStrategy, HOUSE_PLAYER, HousePlayer};
use ledger::{Account, PlayerId, TableId};
use rules::{Money, Net, builtin};
use std::sync::Arc;
use table::{Command, Table};

/// A house player with less than so many minimum wagers left is given more.
const WAGERS_LEFT: u64 = 20;

/// Sets up the demo tables that are not there yet, opens those that are closed, and seats the house players.
pub(crate) async fn open(running: &Arc<Running>) -> Result<(), Refused> {
    for book in &running.config.demo.tables {
        let Ok(rules) = builtin(book) else { continue };
        let id = match first_of(running, book) {
            Some(id) => id,
            None => {
                let config = table::Config { times: running.config.table_times(), ..table::Config::usual(&rules) };
                running.found_table(By::House, config).await?
            }
        };
        let handle = running.table(id)?;
        if !handle.latest().host.table().is_open() {
            handle.ask(By::House, None, Command::Open).await?;
        }
        let players = house_players(running, id, handle.latest().host.table()).await?;
        if !players.is_empty() {
            tokio::spawn(company(Arc::clone(running), handle, players));
        }
    }
    Ok(())
}

/// The demo table of a book is its first; others are the floor's, to open and to close.
fn first_of(running: &Running, book: &str) -> Option<TableId> {
    let tables = running.tables();
    let of_book = |handle: &TableHandle| handle.latest().host.table().config().book == book;
    tables.iter().find(|(_, handle)| of_book(handle)).map(|(id, _)| *id)
}

/// The house players of a table, known to the desk.
async fn house_players(running: &Arc<Running>, id: TableId, table: &Table) -> Result<Vec<(PlayerId, String)>, Refused> {
    let mut players = Vec::new();
    for no in 1..=running.config.demo.house_players {
        let handle = format!("{HOUSE_PLAYER}{}-{id}-{no}", &table.config().book[..3]);
        let known = running.desk().by_handle(&handle).map(|person| person.id);
        let player = match known {
            Some(player) => Some(player),
            None => created(&running.at_desk(By::House, DeskCommand::HousePlayer { handle: handle.clone() }).await?),
        };
        players.extend(player.map(|player| (player, handle)));
    }
    Ok(players)
}

fn created(answer: &Answer) -> Option<PlayerId> {
    if let Answer::Created { person } = answer { Some(*person) } else { None }
}

/// Plays for the house players of one table until the house stops.
async fn company(running: Arc<Running>, handle: TableHandle, players: Vec<(PlayerId, String)>) {
    let table = handle.latest();
    let config = table.host.table().config().clone();
    let book = table.host.table().book().clone();
    let solved = tokio::task::spawn_blocking(move || CardStrategy::of(&book, config.decks)).await;
    let Ok(Ok(strategy)) = solved else {
        tracing::warn!("no house players: their book has no card strategy");
        return;
    };
    let named = |(player, name): &(PlayerId, String)| {
        let seed = u64::from_be_bytes(running.chance().bytes().ok()?);
        HousePlayer::new(*player, name, seed, Arc::clone(&strategy)).ok()
    };
    let mut company: Vec<HousePlayer> = players.iter().filter_map(named).collect();
    let mut changes = handle.changes();
    let mut stop = running.stopping();
    loop {
        let latest = changes.borrow_and_update().clone();
        let wishes = company.iter_mut().enumerate().filter_map(|(place, player)| {
            let (time, command) = player.next(latest.host.table(), running.now())?;
            Some((time, place, command))
        });
        let first = wishes.min_by_key(|(time, ..)| *time);
        let due = first.as_ref().map(|(time, ..)| *time);
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return,
            changed = changes.changed() => if changed.is_err() { return },
            () = running.clock().wait_until(due.unwrap_or_default()), if due.is_some() => {
                if let Some((_, place, command)) = first {
                    act(&running, &handle, &mut company[place], command).await;
                }
            }
        }
    }
}

async fn act(running: &Arc<Running>, handle: &TableHandle, player: &mut HousePlayer, command: Command) {
    let lays = matches!(command, Command::Lay { .. });
    if let Err(refused) = handle.ask(By::Person(player.player()), None, command).await {
        tracing::debug!(player = player.name(), %refused, "a house player was refused");
    }
    if lays && let Ok(balance) = running.balance(Account::Player(player.player())).await {
        player.set_balance(keep_in_money(running, handle, player.player(), balance).await);
    }
}

/// A house player who runs out of play money is given more.
async fn keep_in_money(running: &Arc<Running>, handle: &TableHandle, player: PlayerId, balance: Net) -> Money {
    let has = Money::from_cents(u64::try_from(balance.cents()).unwrap_or_default());
    let minimum = handle.latest().host.table().sign().minimum;
    if has.cents() >= minimum.cents().saturating_mul(WAGERS_LEFT) {
        return has;
    }
    let amount = running.config.play_money();
    let credit = DeskCommand::Credit { player, amount, why: "play money of a house player".to_owned() };
    match running.at_desk(By::House, credit).await {
        Ok(_) => has + amount,
        Err(_) => has,
    }
}
