//! The company of a table: house players, who are known to the desk and play as long as they are
//! wanted.

use crate::analysis::Question;
use crate::refused::Refused;
use crate::running::{Running, stopped};
use crate::table_task::TableHandle;
use desk::{Answer, By, DeskCommand};
use house::{CardStrategy, HousePlayer};
use ledger::{Account, PlayerId};
use rules::{Money, Net};
use std::sync::Arc;
use table::{Command, Span};

/// A house player with less than so many minimum wagers left is given more.
const WAGERS_LEFT: u64 = 20;
/// After so long the solver is asked again.
const ASK_AGAIN: Span = Span::seconds(10);

/// The house player of a name, whom the desk knows or gets to know.
pub(crate) async fn brought_in(
    running: &Arc<Running>,
    handle: String,
) -> Result<Option<(PlayerId, String)>, Refused> {
    let known = running.desk().by_handle(&handle).map(|person| person.id);
    let player = match known {
        Some(player) => Some(player),
        None => created(
            &running
                .at_desk(
                    By::House,
                    DeskCommand::HousePlayer {
                        handle: handle.clone(),
                    },
                )
                .await?,
        ),
    };
    Ok(player.map(|player| (player, handle)))
}

fn created(answer: &Answer) -> Option<PlayerId> {
    if let Answer::Created { person } = answer {
        Some(*person)
    } else {
        None
    }
}

/// Plays for the house players of one table until the house stops, or nobody wants them there any
/// more.
pub(crate) async fn company(
    running: Arc<Running>,
    handle: TableHandle,
    players: Vec<(PlayerId, String)>,
) {
    let Some(strategy) = strategy(&running, &handle).await else {
        return;
    };
    let named = |(player, name): &(PlayerId, String)| {
        let absent = |error: &dyn std::fmt::Display| {
            tracing::warn!(name, %error, "a house player \
            stays away")
        };
        let seed = running
            .chance()
            .bytes()
            .inspect_err(|error| absent(error))
            .ok()?;
        let player = HousePlayer::new(
            *player,
            name,
            u64::from_be_bytes(seed),
            Arc::clone(&strategy),
        );
        player.inspect_err(|error| absent(error)).ok()
    };
    let mut company: Vec<HousePlayer> = players.iter().filter_map(named).collect();
    let mut changes = handle.changes();
    let mut stop = running.stopping();
    loop {
        let latest = changes.borrow_and_update().clone();
        let wishes = company
            .iter_mut()
            .enumerate()
            .filter_map(|(place, player)| {
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

/// The card strategy of a table's book. While the solver is busy it is asked again; nothing once
/// the house stops.
async fn strategy(running: &Running, handle: &TableHandle) -> Option<Arc<CardStrategy>> {
    let mut stop = running.stopping();
    loop {
        let question = Question::of_table(handle.latest().host.table().config());
        match running.analyses().card_strategy(question).await {
            Ok(strategy) => return Some(strategy),
            Err(error) => tracing::info!(
                why = error.body().error,
                "house players wait for their strategy"
            ),
        }
        tokio::select! {
            () = stopped(&mut stop) => return None,
            () = running.clock().wait_until(running.now().after(ASK_AGAIN)) => {}
        }
    }
}

async fn act(
    running: &Arc<Running>,
    handle: &TableHandle,
    player: &mut HousePlayer,
    command: Command,
) {
    let lays = matches!(command, Command::Lay { .. });
    if let Err(refused) = handle.ask(By::Person(player.player()), None, command).await {
        tracing::debug!(player = player.name(), %refused, "a house player was refused");
    }
    if lays && let Ok(balance) = running.balance(Account::Player(player.player())).await {
        player.set_balance(keep_in_money(running, handle, player.player(), balance).await);
    }
}

/// A house player who runs out of play money is given more.
async fn keep_in_money(
    running: &Arc<Running>,
    handle: &TableHandle,
    player: PlayerId,
    balance: Net,
) -> Money {
    let has = Money::from_cents(u64::try_from(balance.cents()).unwrap_or_default());
    let minimum = handle.latest().host.table().sign().minimum;
    if has.cents() >= minimum.cents().saturating_mul(WAGERS_LEFT) {
        return has;
    }
    let amount = running.config.play_money();
    match running
        .at_desk(By::House, DeskCommand::FundHousePlayer { player, amount })
        .await
    {
        Ok(_) => has + amount,
        Err(refused) => {
            tracing::warn!(%player, %refused, "a house player runs out of play money");
            has
        }
    }
}
