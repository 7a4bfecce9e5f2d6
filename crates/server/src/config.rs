//! The configuration file: every key, its default and its range.

use desk::Zone;
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
    /// The addresses of proxies in front of the server: what they say of where a request comes from
    /// is believed.
    pub proxies: Vec<IpAddr>,
    /// Whether browsers come by https, through something that ends it: cookies are then sent by
    /// https only.
    pub https: bool,
    /// The time zone whose midnight begins the days of the house, by its name in the IANA's
    /// database.
    pub time_zone: String,
    /// What somebody new gets, in whole dollars of play money.
    pub play_money: u32,
    /// Whether people may try a table without an account.
    pub guests: bool,
    /// Demo tables, opened at the start.
    pub demo: Demo,
    /// Private tables.
    pub private: Private,
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

/// Private tables, which people start themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Private {
    /// How many may be open at a time; none where it is 0.
    pub tables: u32,
    /// After so many minutes without people one is closed.
    pub idle_minutes: u32,
    /// The highest maximum that may stand on a sign, in whole dollars.
    pub maximum: u32,
    /// How many house players may come to one.
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
    /// Sign-ins, registrations, guests and private tables a minute from one address.
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
            time_zone: "UTC".to_owned(),
            play_money: 1000,
            guests: true,
            demo: Demo::default(),
            private: Private::default(),
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
        Self {
            tables: BOOK_IDS.map(str::to_owned).to_vec(),
            house_players: 3,
        }
    }
}

impl Default for Private {
    fn default() -> Self {
        Self {
            tables: 50,
            idle_minutes: 10,
            maximum: 10_000,
            house_players: 3,
        }
    }
}

impl Default for Rate {
    fn default() -> Self {
        Self {
            messages: 20,
            burst: 40,
            requests: 6000,
            sign_ins: 30,
        }
    }
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            most: 10_000,
            per_address: 100,
            per_session: 10,
        }
    }
}

impl Default for Times {
    fn default() -> Self {
        Self {
            wagers_ms: 15_000,
            decision_ms: 20_000,
            cut_ms: 10_000,
        }
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

/// Every whole number with its range.
const RANGES: [(&str, u64, u64); 16] = [
    ("play_money", 0, 1_000_000),
    ("rate.messages", 1, 10_000),
    ("rate.burst", 1, 10_000),
    ("rate.requests", 1, 1_000_000),
    ("rate.sign_ins", 1, 100_000),
    ("sockets.most", 1, 1_000_000),
    ("sockets.per_address", 1, 1_000_000),
    ("sockets.per_session", 1, 1000),
    ("demo.house_players", 0, 7),
    ("private.tables", 0, 10_000),
    ("private.idle_minutes", 1, 1440),
    ("private.maximum", 1, 1_000_000),
    ("private.house_players", 0, 7),
    ("times.wagers_ms", 50, Span::minutes(60).0),
    ("times.decision_ms", 50, Span::minutes(60).0),
    ("times.cut_ms", 50, Span::minutes(60).0),
];

const TRUE_OR_FALSE: &str = "it must be true or false, without quotes";

/// Everything else, with what it must be.
const FORMS: [(&str, &str); 10] = [
    (
        "listen",
        "it must be an address and a port such as \"127.0.0.1:8021\" or \"[::1]:8021\"; names are \
        not looked up",
    ),
    ("data", "it must be the path of a folder, in quotes"),
    (
        "origins",
        "each origin is written like https://example.org or http://example.org:8080, in small \
        letters, without a path and \
         without a slash at its end, and they stand in a list: [\"https://example.org\"]",
    ),
    (
        "proxies",
        "it must be a list of addresses such as [\"127.0.0.1\"]; names are not looked up",
    ),
    (
        "demo.tables",
        "it must be a list of books such as [\"sydney\"]",
    ),
    ("time_zone", zones::EXPECTED),
    ("https", TRUE_OR_FALSE),
    ("guests", TRUE_OR_FALSE),
    ("open_metrics", TRUE_OR_FALSE),
    ("json_logs", TRUE_OR_FALSE),
];

fn in_range(least: u64, most: u64) -> String {
    format!("it must be a whole number from {least} to {most}")
}

fn wrong(key: &'static str, value: &str) -> ConfigFault {
    let range = FORMS
        .iter()
        .find(|(name, _)| *name == key)
        .map_or("", |(_, right)| *right);
    ConfigFault::Range {
        key,
        value: value.to_owned(),
        range: range.to_owned(),
    }
}

/// Whether a browser could name this as where it comes from.
fn is_origin(text: &str) -> bool {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
        .unwrap_or_default();
    let fits = |letter: char| {
        letter.is_ascii_graphic() && !letter.is_ascii_uppercase() && !"/?#@\\*".contains(letter)
    };
    !host.is_empty() && host.chars().all(fits)
}

/// What is wrong with a text, in words for whoever wrote it. What TOML itself says of a value names
/// types of this program.
fn fault(text: &str, error: &toml::de::Error) -> ConfigFault {
    let form = || ConfigFault::Form(error.to_string().trim_end().to_owned());
    let Some(span) = error.span().filter(|span| text.get(span.clone()).is_some()) else {
        return form();
    };
    let is_of_value = [
        "invalid type",
        "invalid value",
        "invalid socket",
        "invalid IP",
    ];
    if !is_of_value
        .iter()
        .any(|start| error.message().starts_with(start))
    {
        return form();
    }
    let value = text[span.clone()].trim();
    let key = key_at(text, span.start);
    let number = RANGES.iter().find(|(name, ..)| *name == key);
    let other = FORMS.iter().find(|(name, _)| *name == key);
    match (number, other) {
        (Some(&(key, least, most)), _) => ConfigFault::Range {
            key,
            value: value.to_owned(),
            range: in_range(least, most),
        },
        (None, Some((key, _))) => wrong(key, value),
        (None, None) => form(),
    }
}

/// The name of the key whose value is at a place, with its table.
fn key_at(text: &str, place: usize) -> String {
    let before = text.get(..place).unwrap_or_default();
    let lines = || {
        before
            .lines()
            .rev()
            .map(str::trim)
            .filter(|line| !line.starts_with('#'))
    };
    let key = lines()
        .find_map(|line| line.split_once('='))
        .map_or("", |(key, _)| key.trim());
    let table = lines().find_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    table.map_or_else(|| key.to_owned(), |table| format!("{}.{key}", table.trim()))
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, ConfigFault> {
        let config: Self = toml::from_str(text).map_err(|error| fault(text, &error))?;
        config.check()?;
        Ok(config)
    }

    /// Checks every range.
    ///
    /// # Errors
    ///
    /// The first value that is out of its range.
    pub fn check(&self) -> Result<(), ConfigFault> {
        let Self {
            rate,
            sockets,
            times,
            demo,
            private,
            ..
        } = self;
        let values: [(&str, u64); 16] = [
            ("play_money", self.play_money.into()),
            ("rate.messages", rate.messages.into()),
            ("rate.burst", rate.burst.into()),
            ("rate.requests", rate.requests.into()),
            ("rate.sign_ins", rate.sign_ins.into()),
            ("sockets.most", sockets.most.into()),
            ("sockets.per_address", sockets.per_address.into()),
            ("sockets.per_session", sockets.per_session.into()),
            ("demo.house_players", demo.house_players.into()),
            ("private.tables", private.tables.into()),
            ("private.idle_minutes", private.idle_minutes.into()),
            ("private.maximum", private.maximum.into()),
            ("private.house_players", private.house_players.into()),
            ("times.wagers_ms", times.wagers_ms),
            ("times.decision_ms", times.decision_ms),
            ("times.cut_ms", times.cut_ms),
        ];
        for (name, value) in values {
            let range = RANGES.iter().find(|(key, ..)| *key == name);
            if let Some(&(key, least, most)) =
                range.filter(|(_, least, most)| !(*least..=*most).contains(&value))
            {
                return Err(ConfigFault::Range {
                    key,
                    value: value.to_string(),
                    range: in_range(least, most),
                });
            }
        }
        self.zone()?;
        if self.data.as_os_str().is_empty() {
            return Err(wrong("data", "empty"));
        }
        for (place, book) in demo.tables.iter().enumerate() {
            if let Err(unknown) = builtin(book) {
                let range = format!("{unknown}");
                return Err(ConfigFault::Range {
                    key: "demo.tables",
                    value: format!("`{book}`"),
                    range,
                });
            }
            if demo.tables[..place].contains(book) {
                let range = "a book has one demo table, so it is named once".to_owned();
                return Err(ConfigFault::Range {
                    key: "demo.tables",
                    value: format!("`{book}` twice"),
                    range,
                });
            }
        }
        match self.origins.iter().find(|origin| !is_origin(origin)) {
            Some(origin) => Err(wrong("origins", &format!("`{origin}`"))),
            None => Ok(()),
        }
    }

    /// The time zone of the house.
    ///
    /// # Errors
    ///
    /// When there is no such zone.
    pub fn zone(&self) -> Result<Zone, ConfigFault> {
        zones::zone(&self.time_zone)
            .ok_or_else(|| wrong("time_zone", &format!("`{}`", self.time_zone)))
    }

    /// What somebody new gets.
    pub fn play_money(&self) -> Money {
        Money::from_dollars(self.play_money)
    }

    /// How long nobody may be at a private table before it is closed.
    pub(crate) fn private_idle(&self) -> Span {
        Span::minutes(self.private.idle_minutes.into())
    }

    /// How long people have at the demo tables.
    pub fn table_times(&self) -> table::Times {
        table::Times {
            wagers: Span(self.times.wagers_ms),
            decision: Span(self.times.decision_ms),
            cut: Span(self.times.cut_ms),
        }
    }
}
