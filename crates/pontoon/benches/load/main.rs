//! The real program with many tables and many sockets: how long a decision takes until it is
//! durable and answered, what a socket costs, and whether somebody who does not read hurts the
//! others.
//!
//! Server and clients share the machine; `LOAD_TABLES` says how many tables there are, with ten
//! sockets each.
#![expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
#![expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "figures for people"
)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod latency;
mod player;
mod program;

use latency::{Latencies, Spread};
use player::{Pace, Player};
use program::{Program, Token, post};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

const BOOKS: [&str; 5] = ["adelaide", "canberra", "singapore", "tasmania", "sydney"];
/// Of the ten sockets at a table.
const PLAYERS: usize = 3;
const WATCHERS: usize = 7;
/// How many of all watchers stop reading for one of the measurements.
const ONE_WATCHER_IN: usize = 70;
const WARM: Duration = Duration::from_secs(10);
const MEASURED: Duration = Duration::from_secs(30);

fn main() {
    // A test runner that lists or runs tests finds none here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let tables = std::env::var("LOAD_TABLES")
        .ok()
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(1000);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(load(tables));
}

async fn load(tables: usize) {
    let program = Program::start();
    let manager = program.manager();
    open_tables(&program, &manager, tables);
    let guests: Vec<Token> = (0..tables * PLAYERS).map(|_| program.guest()).collect();
    let before = program.memory();
    let sockets = tables * (PLAYERS + WATCHERS);

    let (pace, told) = watch::channel(Pace::Still);
    let latencies = Arc::new(Latencies::default());
    let (mut players, mut watchers) = (JoinSet::new(), JoinSet::new());
    for (no, guest) in guests.into_iter().enumerate() {
        let player = Player::come(program.at, guest, no / PLAYERS + 1, no % PLAYERS * 2 + 1).await;
        players.spawn(player.play(told.clone(), Arc::clone(&latencies)));
    }
    for no in 0..tables * WATCHERS {
        let socket = player::connect(program.at, None, no / WATCHERS + 1).await;
        watchers.spawn(player::look_on(
            socket,
            told.clone(),
            no % ONE_WATCHER_IN == 0,
        ));
    }
    tokio::time::sleep(WARM).await;
    let after = program.memory();
    println!(
        "{tables} tables, {sockets} sockets: {} of them players'",
        tables * PLAYERS
    );
    let each = after.saturating_sub(before) as f64 / sockets as f64;
    println!(
        "memory: {} MiB without sockets, {} MiB with them: {each:.1} KiB a socket",
        before / 1024,
        after / 1024
    );

    println!(
        "{:<34} {:>9} {:>8} {:>8} {:>8} {:>8} {:>9}",
        "", "a second", "p50 ms", "p99 ms", "p99.9", "most", "an fsync"
    );
    for (name, next) in [
        ("people's pace", Pace::Human),
        ("the same, some watchers asleep", Pace::HumanAndSleepers),
        ("as fast as they can", Pace::Hasty),
    ] {
        let _ = pace.send(next);
        tokio::time::sleep(WARM).await;
        latencies.take();
        let before = program.written();
        tokio::time::sleep(MEASURED).await;
        report(
            name,
            &latencies.take(),
            program.written().batches_a_group_since(before),
        );
    }
    println!("memory after it: {} MiB", program.memory() / 1024);
    let _ = pace.send(Pace::Over);
    let acknowledged: usize = players.join_all().await.into_iter().sum();
    let frames: usize = watchers.join_all().await.into_iter().sum();
    let entries = program.stop_and_verify();
    println!(
        "{acknowledged} commands acknowledged, {frames} frames watched, {entries} entries in a log \
        that verifies"
    );
    assert!(
        frames > 0 && entries >= acknowledged,
        "what was acknowledged is in the log"
    );
}

fn open_tables(program: &Program, manager: &Token, tables: usize) {
    for (no, book) in (1..=tables).zip(BOOKS.iter().cycle()) {
        post(
            program.at,
            "/api/tables",
            Some(manager),
            &json!({ "book": book, "player_cards": "not_asked", "advice": "on" }),
        );
        let open = json!({ "id": format!("open-{no}"), "command": "open" });
        post(
            program.at,
            &format!("/api/tables/{no}/commands"),
            Some(manager),
            &open,
        );
    }
}

fn report(name: &str, spread: &Spread, together: f64) {
    let millis = |share: f64| spread.at(share).as_secs_f64() * 1000.0;
    let rate = spread.count() as f64 / MEASURED.as_secs_f64();
    let [half, most, nearly, all] = [0.5, 0.99, 0.999, 1.0].map(millis);
    println!(
        "{name:<34} {rate:>9.0} {half:>8.1} {most:>8.1} {nearly:>8.1} {all:>8.1} {together:>9.1}"
    );
}
