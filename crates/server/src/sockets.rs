//! Everybody who is connected: how many they may be, and how they are told what concerns them
//! alone.
//!
//! Nobody is waited for here. What does not fit into somebody's outbox any more is not kept: the
//! connection is marked as lagging and asks for everything anew.

use crate::bucket::network;
use crate::config::SocketLimits;
use axum::extract::ws::Utf8Bytes;
use desk::SessionNo;
use ledger::{PlayerId, TableId};
use rules::Net;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// How many notes may wait for a slow reader.
const WAITING: usize = 32;

/// What a connection is told from elsewhere in the house.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// A version of a table, ready to be sent.
    Frame {
        /// Of which table.
        table: TableId,
        /// Which version.
        version: u64,
        /// The message.
        text: Utf8Bytes,
    },
    /// What the person has now.
    Balance(Net),
    /// The session has ended.
    SessionOver,
}

/// Where notes for one connection go.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    to: mpsc::Sender<Note>,
    lagged: Arc<AtomicBool>,
}

/// Where a connection finds its notes.
#[derive(Debug)]
pub(crate) struct Inbox {
    notes: mpsc::Receiver<Note>,
    lagged: Arc<AtomicBool>,
}

/// Notes and where to find them.
pub(crate) fn mailbox() -> (Outbox, Inbox) {
    let (to, notes) = mpsc::channel(WAITING);
    let lagged = Arc::new(AtomicBool::new(false));
    (
        Outbox {
            to,
            lagged: Arc::clone(&lagged),
        },
        Inbox { notes, lagged },
    )
}

impl Outbox {
    /// Leaves a note, or the mark that one is missing.
    pub(crate) fn post(&self, note: Note) {
        if self.to.try_send(note).is_err() {
            self.lagged.store(true, Ordering::Release);
        }
    }

    /// Whether nobody reads any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.to.is_closed()
    }
}

impl Inbox {
    /// The next note.
    pub(crate) async fn next(&mut self) -> Option<Note> {
        self.notes.recv().await
    }

    /// Whether notes are missing. If so those that wait are old, and forgotten.
    pub(crate) fn has_lagged(&mut self) -> bool {
        let lagged = self.lagged.swap(false, Ordering::AcqRel);
        while lagged && self.notes.try_recv().is_ok() {}
        lagged
    }
}

/// Everybody who is connected.
#[derive(Debug)]
pub(crate) struct Sockets {
    most: SocketLimits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    all: BTreeMap<u64, Member>,
    addresses: BTreeMap<IpAddr, usize>,
    sessions: BTreeMap<SessionNo, BTreeSet<u64>>,
    people: BTreeMap<PlayerId, BTreeSet<u64>>,
}

#[derive(Debug)]
struct Member {
    who: Who,
    outbox: Outbox,
}

/// Who opens a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Who {
    pub(crate) address: IpAddr,
    pub(crate) person: Option<PlayerId>,
    pub(crate) session: Option<SessionNo>,
}

/// Why no further socket is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum TooMany {
    #[error("the house has as many connections as it can take: try again later")]
    InAll,
    #[error("one address has at most {0} connections: close another first")]
    FromAddress(u32),
    #[error("one session has at most {0} connections: close another first")]
    OfSession(u32),
}

/// The place of one connection; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    sockets: Arc<Sockets>,
    /// The number of the connection.
    pub(crate) no: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.sockets.lock().leave(self.no);
    }
}

impl Sockets {
    pub(crate) fn new(most: SocketLimits) -> Self {
        Self {
            most,
            open: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place for a connection.
    pub(crate) fn enter(self: &Arc<Self>, who: Who) -> Result<(Ticket, Outbox, Inbox), TooMany> {
        let who = Who {
            address: network(who.address),
            ..who
        };
        let mut open = self.lock();
        let reached = |count: usize, most: u32| u32::try_from(count).unwrap_or(u32::MAX) >= most;
        if reached(open.all.len(), self.most.most) {
            return Err(TooMany::InAll);
        }
        if reached(
            open.addresses.get(&who.address).copied().unwrap_or(0),
            self.most.per_address,
        ) {
            return Err(TooMany::FromAddress(self.most.per_address));
        }
        let of_session = who
            .session
            .and_then(|session| open.sessions.get(&session))
            .map_or(0, BTreeSet::len);
        if reached(of_session, self.most.per_session) {
            return Err(TooMany::OfSession(self.most.per_session));
        }
        let (outbox, inbox) = mailbox();
        let no = open.enter(Member {
            who,
            outbox: outbox.clone(),
        });
        Ok((
            Ticket {
                sockets: Arc::clone(self),
                no,
            },
            outbox,
            inbox,
        ))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.lock().all.len()
    }

    /// Whether somebody is connected.
    pub(crate) fn has(&self, person: PlayerId) -> bool {
        self.lock().people.contains_key(&person)
    }

    /// Tells a player's connections what the player has now.
    pub(crate) fn tell_balance(&self, person: PlayerId, balance: Net) {
        let open = self.lock();
        let theirs = open
            .people
            .get(&person)
            .into_iter()
            .flatten()
            .filter_map(|no| open.all.get(no));
        theirs.for_each(|member| member.outbox.post(Note::Balance(balance)));
    }

    /// Tells the connections of a session that it is over.
    pub(crate) fn end_session(&self, session: SessionNo) {
        let open = self.lock();
        let theirs = open
            .sessions
            .get(&session)
            .into_iter()
            .flatten()
            .filter_map(|no| open.all.get(no));
        theirs.for_each(|member| member.outbox.post(Note::SessionOver));
    }
}

impl Open {
    fn enter(&mut self, member: Member) -> u64 {
        self.last += 1;
        let (no, who) = (self.last, member.who);
        *self.addresses.entry(who.address).or_default() += 1;
        if let Some(session) = who.session {
            self.sessions.entry(session).or_default().insert(no);
        }
        if let Some(person) = who.person {
            self.people.entry(person).or_default().insert(no);
        }
        self.all.insert(no, member);
        no
    }

    fn leave(&mut self, no: u64) {
        let Some(Member { who, .. }) = self.all.remove(&no) else {
            return;
        };
        if let Some(count) = self.addresses.get_mut(&who.address) {
            *count -= 1;
            if *count == 0 {
                self.addresses.remove(&who.address);
            }
        }
        if let Some(session) = who.session {
            forget(&mut self.sessions, session, no);
        }
        if let Some(person) = who.person {
            forget(&mut self.people, person, no);
        }
    }
}

fn forget<K: Ord>(of: &mut BTreeMap<K, BTreeSet<u64>>, key: K, no: u64) {
    if let Some(all) = of.get_mut(&key) {
        all.remove(&no);
        if all.is_empty() {
            of.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sockets() -> Arc<Sockets> {
        Arc::new(Sockets::new(SocketLimits {
            most: 4,
            per_address: 3,
            per_session: 2,
        }))
    }

    fn who(address: u8, person: u32, session: u64) -> Who {
        let address = IpAddr::from([10, 0, 0, address]);
        Who {
            address,
            person: Some(PlayerId(person)),
            session: Some(SessionNo(session)),
        }
    }

    #[test]
    fn places_are_limited_in_all_by_address_and_by_session_and_free_again_afterwards() {
        let sockets = sockets();
        let (first, ..) = sockets.enter(who(1, 1, 1)).unwrap();
        let _second = sockets.enter(who(1, 1, 1)).unwrap();
        assert_eq!(
            sockets.enter(who(2, 1, 1)).unwrap_err(),
            TooMany::OfSession(2)
        );
        let _third = sockets.enter(who(1, 1, 2)).unwrap();
        assert_eq!(
            sockets.enter(who(1, 2, 3)).unwrap_err(),
            TooMany::FromAddress(3)
        );
        let _fourth = sockets.enter(who(2, 2, 3)).unwrap();
        assert_eq!(sockets.enter(who(3, 3, 4)).unwrap_err(), TooMany::InAll);
        drop(first);
        assert_eq!(sockets.len(), 3);
        assert!(sockets.enter(who(1, 1, 1)).is_ok());
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_address() {
        let sockets = sockets();
        let of_network = |last: u16| Who {
            address: IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]),
            person: None,
            session: None,
        };
        let _places = [1, 2, 3].map(|last| sockets.enter(of_network(last)).unwrap());
        assert_eq!(
            sockets.enter(of_network(4)).unwrap_err(),
            TooMany::FromAddress(3)
        );
    }

    #[tokio::test]
    async fn notes_reach_all_connections_of_a_person_or_session_and_no_others() {
        let sockets = sockets();
        let (_one, _, mut one) = sockets.enter(who(1, 1, 1)).unwrap();
        let (_two, _, mut two) = sockets.enter(who(2, 1, 2)).unwrap();
        let (_other, _, mut other) = sockets.enter(who(2, 2, 3)).unwrap();
        sockets.tell_balance(PlayerId(1), Net::from_cents(5));
        sockets.end_session(SessionNo(2));
        sockets.tell_balance(PlayerId(2), Net::from_cents(7));
        assert!(matches!(one.next().await, Some(Note::Balance(net)) if net.cents() == 5));
        assert!(matches!(two.next().await, Some(Note::Balance(net)) if net.cents() == 5));
        assert!(matches!(two.next().await, Some(Note::SessionOver)));
        assert!(matches!(other.next().await, Some(Note::Balance(net)) if net.cents() == 7));
        assert!(one.notes.try_recv().is_err() && other.notes.try_recv().is_err());
    }

    #[test]
    fn who_lags_loses_what_waits_and_is_told_so_once() {
        let (outbox, mut inbox) = mailbox();
        (0..=WAITING).for_each(|_| outbox.post(Note::SessionOver));
        assert!(inbox.has_lagged());
        assert!(inbox.notes.try_recv().is_err());
        assert!(!inbox.has_lagged());
    }
}
