//! What an auditor is given: the log, what clients were told, and what lies on the disk beside the
//! log.
//!
//! Everything is bytes, text and JSON. Nothing here was looked at by whoever wrote it down.

use crate::reading::{self, ORIGIN, Trouble};
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use store::{Backend, FakeDisk, HouseKey, Memory, Read};

/// One entry of the log as it lies on the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its position, from 1.
    pub position: u64,
    /// Its hash.
    pub hash: [u8; 32],
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// An answer that reached whoever asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    /// Which client heard it.
    pub client: usize,
    /// In whose name it asked.
    pub sender: String,
    /// The client's name for the request.
    pub id: String,
    /// Which table was asked; none where it was the desk.
    pub table: Option<u64>,
    /// What the table was asked for.
    pub command: Option<Value>,
    /// The answer.
    pub answer: Value,
    /// When the request was first sent, by the true clock.
    pub first: u64,
    /// When the answer was heard, by the true clock.
    pub heard: u64,
}

/// The house was away, and a table goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away {
    /// How many entries the log had.
    pub size: u64,
    /// Which table.
    pub table: u64,
    /// When it goes on, by the machine's clock.
    pub at: u64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The power went in the middle of everything.
    Anyhow,
    /// Every table was closed in order.
    Closed,
}

/// Everything there is to judge a run by.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The name of the house.
    pub origin: String,
    /// The house's public key.
    pub key: [u8; 32],
    /// The log.
    pub log: Vec<Line>,
    /// What clients were answered, in the order they heard it.
    pub heard: Vec<Heard>,
    /// What everybody was told of each version of each table.
    pub frames: BTreeMap<(u64, u64), Rc<str>>,
    /// The documents on the disk, by space and key.
    pub documents: BTreeMap<(String, String), Vec<u8>>,
    /// The balances that the disk comes to, by the JSON of the account.
    pub balances: BTreeMap<String, i64>,
    /// When the house was away.
    pub away: Vec<Away>,
    /// How the run ended.
    pub ended: Ended,
}

impl Evidence {
    /// What lies on a disk. What clients heard must be added.
    ///
    /// # Errors
    ///
    /// When the disk cannot be read, or what is on it does not hold.
    pub fn on_disk(disk: &FakeDisk, secret: [u8; 32], ended: Ended) -> Result<Self, Trouble> {
        let key = HouseKey::from_entropy(secret).public();
        let mut read = Memory::on(disk).reader()?;
        let log = read.log(1, usize::MAX)?;
        let log = log
            .into_iter()
            .map(|raw| Line {
                position: raw.position,
                hash: raw.hash.0,
                bytes: raw.bytes,
            })
            .collect();
        let mut documents = BTreeMap::new();
        for space in [house::SHOE, house::SEALED, house::ROUND] {
            for document in read.documents(space)? {
                documents.insert((space.to_owned(), document.key), document.value);
            }
        }
        // Balances are written now and then only: a journal that opens the disk reckons the rest.
        let journal = reading::journal(Memory::on(disk), HouseKey::from_entropy(secret))?;
        let balances = journal.ledger().balances().map(|(account, balance)| {
            let account = serde_json::to_string(&account).expect("an account is plain data");
            (account, balance.cents())
        });
        Ok(Self {
            origin: ORIGIN.to_owned(),
            key,
            log,
            heard: Vec::new(),
            frames: BTreeMap::new(),
            documents,
            balances: balances.collect(),
            away: Vec::new(),
            ended,
        })
    }
}
