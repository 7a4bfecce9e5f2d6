//! What becomes of bankrolls: the same table played by many, each so many rounds.
#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "quantiles of money are no money"
)]

use super::SimulateArguments;
use super::plot::FanPoint;
use simulator::Simulation;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

/// How many players are followed.
const PLAYERS: u32 = 1_000;
/// At how many moments they are looked at.
const MOMENTS: u32 = 50;

/// What became of the players.
pub(crate) struct Bankrolls {
    /// In dollars.
    pub(crate) fan: Vec<FanPoint>,
    /// The share who lost their bankroll on the way, where there was one.
    pub(crate) ruined: Option<f64>,
    pub(crate) players: u32,
    pub(crate) rounds: u32,
}

/// Follows players on the first seat for so many rounds; none where that was interrupted.
pub(crate) fn follow(
    simulation: &Simulation<'_>,
    arguments: &SimulateArguments,
    rounds: u32,
    interrupted: &AtomicBool,
) -> Option<Bankrolls> {
    let (seed, bankroll) = (arguments.seed, arguments.bankroll.map(super::dollars));
    let threads = arguments.threads.map_or_else(
        || thread::available_parallelism().map_or(1, NonZero::get),
        usize::from,
    );
    let next = AtomicU32::new(0);
    let worker = || {
        let mut paths = Vec::new();
        loop {
            let player = next.fetch_add(1, Ordering::Relaxed);
            if player >= PLAYERS || interrupted.load(Ordering::Relaxed) {
                return paths;
            }
            paths.push((player, path(simulation, seed, player, rounds)));
        }
    };
    let mut paths = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a player was followed to the end"))
            .collect::<Vec<_>>()
    });
    if paths.len() < usize::try_from(PLAYERS).unwrap_or(0) {
        return None;
    }
    paths.sort_by_key(|(player, _)| *player);
    let lost = |dollars: f64| {
        paths
            .iter()
            .filter(|(_, path)| path.lowest as f64 <= -100.0 * dollars)
            .count()
    };
    let moments =
        (0..=MOMENTS).map(|moment| u64::from(rounds) * u64::from(moment) / u64::from(MOMENTS));
    let fan = moments.enumerate().map(|(place, rounds)| FanPoint {
        rounds,
        quantiles: quantiles(paths.iter().map(|(_, path)| path.moments[place])),
    });
    let ruined = bankroll.map(|bankroll| lost(bankroll) as f64 / f64::from(PLAYERS));
    Some(Bankrolls {
        fan: fan.collect(),
        ruined,
        players: PLAYERS,
        rounds,
    })
}

/// One player's money, in cents, at each moment, and how low it ever was.
struct Path {
    moments: Vec<i64>,
    lowest: i64,
}

fn path(simulation: &Simulation<'_>, seed: u64, player: u32, rounds: u32) -> Path {
    let (mut sum, mut lowest, mut played) = (0_i64, 0_i64, 0_u64);
    let due = |place: usize| u64::from(rounds) * place as u64 / u64::from(MOMENTS);
    let all = MOMENTS as usize + 1;
    let mut moments = vec![0; (0..all).take_while(|&place| due(place) == 0).count()];
    simulation.path(seed, u64::from(player), 0, rounds, |net| {
        sum += net;
        played += 1;
        lowest = lowest.min(sum);
        while moments.len() < all && due(moments.len()) <= played {
            moments.push(sum);
        }
    });
    Path { moments, lowest }
}

/// The amounts, in dollars, that 5, 25, 50, 75 and 95 of 100 have at most.
fn quantiles(amounts: impl Iterator<Item = i64>) -> [f64; 5] {
    let mut amounts: Vec<i64> = amounts.collect();
    amounts.sort_unstable();
    let last = amounts.len().saturating_sub(1);
    [5, 25, 50, 75, 95].map(|part| amounts[last * part / 100] as f64 / 100.0)
}
