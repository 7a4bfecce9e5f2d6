//! A house that really listens, with a clock that is told, seeded cards and a disk that can fail;
//! and clients for it.
#![allow(dead_code, unused_imports, reason = "each test uses its part")]

mod client;
mod player;

pub(crate) use client::{Client, Reply, Socket};
pub(crate) use player::Follower;

use fair::{Entropy, NoEntropy, Seeded};
use serde_json::{Value, json};
use server::{
    Chance, Clock, ClockHand, Config, Demo, Disk, ORIGIN, Rate, Readers, Running, ServeFault,
    World, bind_running, serve,
};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use store::{Backend, FakeDisk, HouseKey, Journal, Memory};
use table::{Span, Time};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A morning in November 2026.
pub(crate) const MORNING: Time = Time(1_794_700_000_000);
/// A password that fits every name.
pub(crate) const PASSWORD: &str = "a few plain words";

/// A house and the way to it.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) running: Arc<Running>,
    pub(crate) hand: ClockHand,
    pub(crate) disk: FakeDisk,
    pub(crate) dry: Arc<AtomicBool>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeFault>>,
}

/// A configuration for tests: no demo tables, nobody is in a hurry.
pub(crate) fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        demo: Demo {
            tables: Vec::new(),
            house_players: 0,
        },
        // The clock stands still while tests play: nobody would get new messages.
        rate: Rate {
            messages: 10_000,
            burst: 10_000,
            ..Rate::default()
        },
        ..Config::default()
    }
}

/// The same with a table of each of these books.
pub(crate) fn with_tables(books: &[&str]) -> Config {
    let tables = books.iter().map(|book| (*book).to_owned()).collect();
    Config {
        demo: Demo {
            tables,
            house_players: 0,
        },
        ..config()
    }
}

/// A clock that is told, and chances from a seed that can run dry.
pub(crate) fn world(seed: u64) -> (World, ClockHand, Arc<AtomicBool>) {
    let (clock, hand) = Clock::told(MORNING);
    let seeded = Mutex::new(Seeded::of_number(seed));
    let dry = Arc::new(AtomicBool::new(false));
    let runs_dry = Arc::clone(&dry);
    let chance = Chance::new(move |bytes| {
        if runs_dry.load(Ordering::Acquire) {
            return Err(NoEntropy);
        }
        seeded.lock().unwrap().fill(bytes)
    });
    (World { clock, chance }, hand, dry)
}

/// A fake disk as a house uses it.
pub(crate) fn on(disk: &FakeDisk) -> Disk<Memory> {
    let same = disk.clone();
    let readers: Readers = Box::new(move || Ok(Box::new(Memory::on(&same).reader()?)));
    let key = HouseKey::from_entropy([7; 32]);
    let journal = Journal::open(Memory::on(disk), key.clone(), ORIGIN).unwrap();
    Disk {
        journal,
        key,
        readers,
    }
}

impl House {
    /// A house on a fake disk.
    pub(crate) async fn start(config: Config) -> Self {
        Self::start_on(config, FakeDisk::new(), 1).await
    }

    pub(crate) async fn start_on(config: Config, disk: FakeDisk, seed: u64) -> Self {
        let (world, hand, dry) = world(seed);
        let running = Running::start_on(on(&disk), config, world).unwrap();
        Self::serve(running, hand, disk, dry).await
    }

    /// A house on a fake disk with this chance.
    pub(crate) async fn start_with(config: Config, chance: Chance) -> Self {
        let (clock, hand) = Clock::told(MORNING);
        let disk = FakeDisk::new();
        let running = Running::start_on(on(&disk), config, World { clock, chance }).unwrap();
        Self::serve(running, hand, disk, Arc::default()).await
    }

    /// A house in a folder.
    pub(crate) async fn start_in(config: Config, folder: &Path, seed: u64) -> Self {
        let (world, hand, dry) = world(seed);
        let running = Running::start(
            Config {
                data: folder.to_owned(),
                ..config
            },
            world,
        )
        .unwrap();
        Self::serve(running, hand, FakeDisk::new(), dry).await
    }

    async fn serve(
        running: Arc<Running>,
        hand: ClockHand,
        disk: FakeDisk,
        dry: Arc<AtomicBool>,
    ) -> Self {
        let started = bind_running(Arc::clone(&running)).await.unwrap();
        let address = started.address().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(serve(started, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            running,
            hand,
            disk,
            dry,
            stop,
            served,
        }
    }

    /// Stops in order.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap().unwrap();
    }

    pub(crate) fn advance(&self, span: Span) {
        self.hand.advance(span);
    }

    /// A client who has not signed in.
    pub(crate) fn visitor(&self) -> Client {
        Client::new(self.address)
    }

    pub(crate) async fn guest(&self) -> Client {
        self.visitor().enters("/api/guest", None).await
    }

    pub(crate) async fn member(&self, name: &str) -> Client {
        self.visitor()
            .enters("/api/register", Some(credentials(name)))
            .await
    }

    /// Somebody of the staff with these roles, signed in, with a password of their own.
    pub(crate) async fn staff(&self, name: &str, roles: &[&str]) -> Client {
        let admin = self.administrator().await;
        let given = "given by the house";
        let body = json!({ "handle": name, "password": given, "roles": roles });
        admin.post("/api/staff", body).await.ok();
        let first = json!({ "handle": name, "password": given });
        let staff = self.visitor().enters("/api/sign-in", Some(first)).await;
        staff
            .post("/api/me/password", json!({ "old": given, "new": PASSWORD }))
            .await
            .ok();
        staff
    }

    /// The first administrator, signed in.
    pub(crate) async fn administrator(&self) -> Client {
        server::make_first_administrator(&self.running, PASSWORD.to_owned())
            .await
            .unwrap();
        self.visitor()
            .enters("/api/sign-in", Some(credentials("admin")))
            .await
    }
}

pub(crate) fn credentials(name: &str) -> Value {
    json!({ "handle": name, "password": PASSWORD })
}
