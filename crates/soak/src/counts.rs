//! How much happened in a run, and in many.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

/// How much happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Counts {
    pub seeds: u64,
    /// Simulated time, in milliseconds.
    pub millis: u64,
    pub entries: u64,
    pub rounds: u64,
    pub void: u64,
    pub shoes: u64,
    /// Requests sent, repetitions counted.
    pub sent: u64,
    pub repeated: u64,
    pub answered: u64,
    pub refused: u64,
    /// Answers that said: ask again.
    pub faulted: u64,
    pub disconnected: u64,
    pub faults: u64,
    pub crashes: u64,
    /// Rounds that were being played when the power went.
    pub interrupted: u64,
    /// Wagers that were settled and reckoned again.
    pub settled: u64,
    /// How often a player who had run out of play money was given more.
    pub top_ups: u64,
    /// How often each kind of event happened.
    pub events: BTreeMap<String, u64>,
}

impl AddAssign<&Self> for Counts {
    fn add_assign(&mut self, other: &Self) {
        self.seeds += other.seeds;
        self.millis += other.millis;
        self.entries += other.entries;
        self.rounds += other.rounds;
        self.void += other.void;
        self.shoes += other.shoes;
        self.sent += other.sent;
        self.repeated += other.repeated;
        self.answered += other.answered;
        self.refused += other.refused;
        self.faulted += other.faulted;
        self.disconnected += other.disconnected;
        self.faults += other.faults;
        self.crashes += other.crashes;
        self.interrupted += other.interrupted;
        self.settled += other.settled;
        self.top_ups += other.top_ups;
        for (kind, count) in &other.events {
            *self.events.entry(kind.clone()).or_default() += count;
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hours = self.millis / 3_600_000;
        writeln!(
            f,
            "{} seeds, {hours} simulated hours, {} entries in the log",
            self.seeds, self.entries
        )?;
        writeln!(
            f,
            "{} rounds, {} of them void; {} wagers settled; {} shoes opened",
            self.rounds, self.void, self.settled, self.shoes
        )?;
        writeln!(
            f,
            "{} requests sent ({} repetitions), {} answered, {} of them refused, {} told to ask \
            again",
            self.sent, self.repeated, self.answered, self.refused, self.faulted
        )?;
        write!(
            f,
            "{} faults, {} crashes, {} rounds interrupted, {} connections broken",
            self.faults, self.crashes, self.interrupted, self.disconnected
        )
    }
}
