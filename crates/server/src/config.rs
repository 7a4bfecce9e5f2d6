//! The configuration file: every key, its default and its range.

use rules::{BOOK_IDS, Money, builtin};
use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use table::Span;

/// Everything the server can be told. Keys that are not here are refused.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder with the database and the house's key.
    pub data: PathBuf,
    /// Other origins from which browsers may come, beside the server's own.
    pub origins: Vec<String>,
    /// The addresses of proxies in front of the server: what they say of where a request comes from is believed.
    pub proxies: Vec<IpAddr>,
    /// Whether browsers come by https, through something that ends it: cookies are then sent by https only.
    pub https: bool,
    /// What somebody new gets, in whole dollars of play money.
    pub play_money: u32,
    /// Whether people may try a table without an account.
    pub guests: bool,
    /// Demo tables, opened at the start.
    pub demo: Demo,
    /// How much one client may ask.
    pub rate: Rate,
    /// How many may be connected.
    pub sockets: SocketLimits,
    /// How long people have at the demo tables.
    pub times: Times,
    /// Whether figures for monitoring may be read without signing in.
    pub open_metrics: bool,
    /// Whether log lines are JSON.
    pub json_logs: bool,
}

/// Demo tables and the house players at them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Demo {
    /// The books that have a demo table.
    pub tables: Vec<String>,
    /// How many house players sit at each.
    pub house_players: u8,
}

/// How much one client may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rate {
    /// Messages a second on a socket, over time.
    pub messages: u32,
    /// Messages at once.
    pub burst: u32,
    /// Requests a minute from one address.
    pub requests: u32,
    /// Sign-ins, registrations and guests a minute from one address.
    pub sign_ins: u32,
}

/// How many sockets may be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SocketLimits {
    /// In all.
    pub most: u32,
    /// From one address.
    pub per_address: u32,
    /// Of one session.
    pub per_session: u32,
}

/// How long people have, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Times {
    /// From the first wager to "no more bets".
    pub wagers_ms: u64,
    /// For a decision.
    pub decision_ms: u64,
    /// For the cut.
    pub cut_ms: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8021)),
            data: PathBuf::from("pontoon-data"),
            origins: Vec::new(),
            proxies: Vec::new(),
            https: false,
            play_money: 1000,
            guests: true,
            demo: Demo::default(),
            rate: Rate::default(),
            sockets: SocketLimits::default(),
            times: Times::default(),
            open_metrics: true,
            json_logs: false,
        }
    }
}

impl Default for Demo {
    fn default() -> Self {
        Self { tables: BOOK_IDS.map(str::to_owned).to_vec(), house_players: 3 }
    }
}

impl Default for Rate {
    fn default() -> Self {
        Self { messages: 20, burst: 40, requests: 6000, sign_ins: 30 }
    }
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self { most: 10_000, per_address: 100, per_session: 10 }
    }
}

impl Default for Times {
    fn default() -> Self {
        Self { wagers_ms: 15_000, decision_ms: 20_000, cut_ms: 10_000 }
    }
}

/// What is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigFault {
    /// It is no TOML, or has a key or a type that does not belong there.
    #[error("{0}")]
    Form(String),
    /// A value out of its range.
    #[error("`{key}` is {value}: {range}")]
    Range {
        /// Which key.
        key: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
        range: String,
    },
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, ConfigFault> {
        let config: Self = toml::from_str(text).map_err(|error| ConfigFault::Form(error.to_string().trim_end().to_owned()))?;
        config.check()?;
        Ok(config)
    }

    /// Checks every range.
    ///
    /// # Errors
    ///
    /// The first value that is out of its range.
    pub fn check(&self) -> Result<(), ConfigFault> {
        let range = |key, value: u64, least: u64, most: u64| {
            let fits = (least..=most).contains(&value);
            let range = format!("it must be from {least} to {most}");
            if fits { Ok(()) } else { Err(ConfigFault::Range { key, value: value.to_string(), range }) }
        };
        range("play_money", self.play_money.into(), 0, 1_000_000)?;
        range("rate.messages", self.rate.messages.into(), 1, 10_000)?;
        range("rate.burst", self.rate.burst.into(), 1, 10_000)?;
        range("rate.requests", self.rate.requests.into(), 1, 1_000_000)?;
        range("sockets.most", self.sockets.most.into(), 1, 1_000_000)?;
        range("sockets.per_address", self.sockets.per_address.into(), 1, 1_000_000)?;
        range("sockets.per_session", self.sockets.per_session.into(), 1, 1000)?;
        range("rate.sign_ins", self.rate.sign_ins.into(), 1, 100_000)?;
        range("demo.house_players", self.demo.house_players.into(), 0, 7)?;
        let hour = Span::minutes(60).0;
        range("times.wagers_ms", self.times.wagers_ms, 50, hour)?;
        range("times.decision_ms", self.times.decision_ms, 50, hour)?;
        range("times.cut_ms", self.times.cut_ms, 50, hour)?;
        for book in &self.demo.tables {
            if let Err(unknown) = builtin(book) {
                let range = format!("{unknown}");
                return Err(ConfigFault::Range { key: "demo.tables", value: format!("`{book}`"), range });
            }
        }
        for origin in &self.origins {
            if !(origin.starts_with("http://") || origin.starts_with("https://")) || origin.ends_with('/') {
                let range = "an origin is written like https://example.org, without a slash at its end".to_owned();
                return Err(ConfigFault::Range { key: "origins", value: format!("`{origin}`"), range });
            }
        }
        Ok(())
    }

    /// What somebody new gets.
    pub fn play_money(&self) -> Money {
        Money::from_dollars(self.play_money)
    }

    /// How long people have at the demo tables.
    pub fn table_times(&self) -> table::Times {
        table::Times { wagers: Span(self.times.wagers_ms), decision: Span(self.times.decision_ms), cut: Span(self.times.cut_ms) }
    }
}
