//! What the journal keeps in memory, and how it is read: the last projection and the entries after
//! it.

use crate::backend::{Answered, Identity, Projection, Read, Row};
use crate::chain::Head;
use crate::command::CommandId;
use crate::entry::Entry;
use crate::fault::{Fault, FaultKind};
use crate::stream::Stream;
use ledger::{Account, Ledger, Series, TransferId, Undo};
use rules::Net;
use std::collections::{BTreeMap, HashMap};

/// How many entries are read at a time.
const AT_ONCE: usize = 512;

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) ledger: Ledger,
    pub(crate) head: Head,
    pub(crate) streams: BTreeMap<Stream, u64>,
    /// How many entries the last checkpoint covers.
    pub(crate) signed: u64,
    /// How many entries the last projection covers.
    pub(crate) projected: u64,
    pub(crate) recent: Recent,
}

/// What changed since the last projection.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    pub(crate) streams: Vec<(u64, Stream, u64)>,
    pub(crate) commands: HashMap<CommandId, (u64, Answered)>,
    // With repetitions: they are cheaper to leave out once than to look for every time.
    accounts: Vec<Account>,
    holds: Vec<TransferId>,
    series: Vec<Series>,
}

impl Recent {
    pub(crate) fn touch(&mut self, undo: &Undo) {
        self.accounts.extend(undo.accounts());
        self.holds.extend(undo.holds());
        self.series.extend(undo.series());
    }

    /// How much there is, to come back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            streams: self.streams.len(),
            accounts: self.accounts.len(),
            holds: self.holds.len(),
            series: self.series.len(),
        }
    }

    /// Takes back what a group added: accounts that only it used were never used.
    pub(crate) fn forget_since(&mut self, mark: Mark, size: u64) {
        self.streams.truncate(mark.streams);
        self.commands.retain(|_, (position, _)| *position <= size);
        self.accounts.truncate(mark.accounts);
        self.holds.truncate(mark.holds);
        self.series.truncate(mark.series);
    }
}

/// How much was recent at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    streams: usize,
    accounts: usize,
    holds: usize,
    series: usize,
}

impl State {
    /// Reads the last projection and all entries after it, each checked against the chain and the
    /// last signature.
    pub(crate) fn read(read: &mut dyn Read, identity: &Identity) -> Result<Self, Fault> {
        let loaded = read.load(identity.genesis())?;
        let sum: Net = loaded.ledger.balances().map(|(_, balance)| balance).sum();
        if sum != Net::ZERO {
            return Err(corrupt(format!(
                "the balances come to {sum}, not to nothing"
            )));
        }
        let mut state = Self {
            ledger: loaded.ledger,
            head: loaded.projected,
            streams: loaded.streams,
            signed: 0,
            projected: loaded.projected.size,
            recent: Recent::default(),
        };
        let signed = loaded.checkpoint.as_ref().map(|checkpoint| checkpoint.head);
        if let Some(checkpoint) = &loaded.checkpoint {
            state.signed = checkpoint.head.size;
            let fault =
                |fault| corrupt(format!("the last checkpoint, at {}: {fault}", state.signed));
            checkpoint.check(identity).map_err(fault)?;
        }
        state.meets(signed)?;
        while state.head.size < loaded.head.size {
            let rows = read.rows(state.head.size + 1, AT_ONCE)?;
            if rows.is_empty() {
                return Err(corrupt(format!("entry {} is missing", state.head.size + 1)));
            }
            for row in rows {
                state.follow(row)?;
                state.meets(signed)?;
            }
        }
        if state.head != loaded.head {
            return Err(corrupt(format!(
                "the log ends with {}, not with {}",
                loaded.head.hash, state.head.hash
            )));
        }
        if state.signed > state.head.size {
            return Err(corrupt(format!(
                "{} entries are signed and only {} are there",
                state.signed, state.head.size
            )));
        }
        Ok(state)
    }

    /// What there is to write, now that everything recent is in memory.
    pub(crate) fn projection(&self) -> Projection {
        let Recent {
            streams,
            commands,
            accounts,
            holds,
            series,
        } = &self.recent;
        Projection {
            size: self.head.size,
            streams: streams
                .iter()
                .map(|&(position, stream, seq)| ((stream, seq), position))
                .collect(),
            commands: commands
                .iter()
                .map(|(id, &(position, _))| (id.clone(), position))
                .collect(),
            balances: accounts
                .iter()
                .map(|&account| (account, self.ledger.balance(account)))
                .collect(),
            holds: holds.iter().map(|&id| (id, self.ledger.hold(id))).collect(),
            series: series
                .iter()
                .map(|&series| (series, self.ledger.next_no(series) - 1))
                .collect(),
        }
    }

    /// Everything is written.
    pub(crate) fn projected(&mut self, size: u64) {
        self.projected = size;
        self.recent = Recent::default();
    }

    /// Takes in one more entry, as the journal did when it was written.
    fn follow(&mut self, row: Row) -> Result<(), Fault> {
        let raw = row.raw;
        let head = Head {
            size: self.head.size + 1,
            hash: self.head.hash.next(&raw.bytes),
        };
        if (raw.position, raw.hash) != (head.size, head.hash) {
            return Err(corrupt(format!(
                "entry {} breaks the chain: `pontoon audit verify` says more",
                head.size
            )));
        }
        let at = |what: &dyn std::fmt::Display| corrupt(format!("entry {}: {what}", head.size));
        let entry = Entry::decode(&raw.bytes).map_err(|fault| at(&fault))?;
        let last = self.streams.entry(entry.stream).or_default();
        *last += 1;
        if (entry.seq, entry.stream, entry.seq) != (*last, raw.stream, raw.seq) {
            return Err(at(&format_args!(
                "it is entry {} of {}, and {last} is next",
                entry.seq, entry.stream
            )));
        }
        let undo = self
            .ledger
            .apply(&entry.transfers)
            .map_err(|refusal| at(&refusal))?;
        self.recent.touch(&undo);
        self.recent
            .streams
            .push((head.size, entry.stream, entry.seq));
        if let (Some(id), Some(answered)) = (entry.command, row.answered) {
            self.recent.commands.insert(id, (head.size, answered));
        }
        self.head = head;
        Ok(())
    }

    /// Where the signed entry is reached, it must have the signed hash.
    fn meets(&self, signed: Option<Head>) -> Result<(), Fault> {
        match signed {
            Some(signed) if signed.size == self.head.size && signed.hash != self.head.hash => {
                Err(corrupt(format!(
                    "entry {} has the hash {}, and {} is signed",
                    signed.size, self.head.hash, signed.hash
                )))
            }
            Some(_) | None => Ok(()),
        }
    }
}

fn corrupt(what: String) -> Fault {
    Fault::new(FaultKind::Corrupt, what)
}
