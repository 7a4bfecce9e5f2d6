//! How long an address must wait after wrong passwords, and whoever gives a name that nobody has.
//!
//! The waits of accounts are the desk's, which writes them down. These are in memory only: a
//! restart forgets them, and there are never more than so many.

use crate::bucket::network;
use crate::refused::Refused;
use crate::running::Running;
use desk::{DeskRefusal, Given, Tries, TriesOf, Verdict};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::Time;

/// How many addresses are kept, and how many names.
const MOST: usize = 10_000;

/// The wrong passwords of addresses and of names that nobody has.
#[derive(Debug, Default)]
pub(crate) struct Waits(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    addresses: BTreeMap<IpAddr, Tries>,
    /// Names that are no names are not kept: everybody knows that nobody has them.
    names: BTreeMap<String, Tries>,
}

impl Waits {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn wait(&self, handle: &str, from: IpAddr, at: Time) -> Option<Time> {
        let address = self.addresses.get(&network(from));
        let name = self.names.get(handle);
        address
            .into_iter()
            .chain(name)
            .filter_map(|tries| tries.wait(at))
            .max()
    }
}

impl Running {
    /// Until when no password is judged for this name from this address, where that is later than
    /// now. Names that nobody has wait like those that somebody has.
    pub(crate) fn sign_in_wait(&self, handle: &str, from: IpAddr) -> Option<Time> {
        let at = self.now();
        let account = self.desk().sign_in_wait(handle, at);
        account.max(self.waits().kept().wait(handle, from, at))
    }

    /// Whether a password for this name is compared at all.
    ///
    /// # Errors
    ///
    /// When the account or the address must wait.
    pub(crate) fn may_try(&self, handle: &str, from: IpAddr) -> Result<(), Refused> {
        match self.sign_in_wait(handle, from) {
            Some(until) => Err(self.wait_until(until)),
            None => Ok(()),
        }
    }

    /// Takes what came of comparing a password: of several that were compared at the same time,
    /// those after the one that brings a wait are not judged.
    ///
    /// # Errors
    ///
    /// When the account or the address must wait by now.
    pub(crate) fn judge(
        &self,
        handle: &str,
        from: IpAddr,
        verdict: &Verdict,
    ) -> Result<(), Refused> {
        let at = self.now();
        let account = self.desk().sign_in_wait(handle, at);
        let mut kept = self.waits().kept();
        if let Some(until) = account.max(kept.wait(handle, from, at)) {
            return Err(self.wait_until(until));
        }
        if verdict.given() == Given::Wrong {
            let of = TriesOf::Address;
            note(&mut kept.addresses, network(from), of, at);
            if verdict.person().is_none() && game::notation::check_name(handle).is_ok() {
                note(&mut kept.names, handle.to_owned(), TriesOf::Account, at);
            }
        }
        Ok(())
    }

    fn wait_until(&self, until: Time) -> Refused {
        let left = until.since(self.now());
        Refused::Desk(DeskRefusal::Wait { until, left })
    }
}

/// Notes a wrong password. Where there are too many, what was forgotten goes first, and then the
/// oldest.
fn note<K: Ord + Clone>(all: &mut BTreeMap<K, Tries>, key: K, of: TriesOf, at: Time) {
    let tries = Tries::fail(all.get(&key).copied(), of, at);
    if all.len() >= MOST && !all.contains_key(&key) {
        all.retain(|_, tries| tries.count_at(at) > 0);
    }
    if all.len() >= MOST && !all.contains_key(&key) {
        let oldest = all.iter().min_by_key(|(_, tries)| tries.last());
        if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
            all.remove(&oldest);
        }
    }
    all.insert(key, tries);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn there_are_never_more_than_so_many_and_the_oldest_goes_first() {
        let mut all = BTreeMap::new();
        for no in 0..MOST {
            let at = Time(u64::try_from(no).unwrap());
            note(&mut all, no, TriesOf::Address, at);
        }
        note(&mut all, MOST, TriesOf::Address, Time(100_000));
        assert_eq!(all.len(), MOST);
        assert!(!all.contains_key(&0) && all.contains_key(&MOST));
        // An hour later all of them are forgotten, and make room at once.
        note(&mut all, MOST + 1, TriesOf::Address, Time(3_700_000));
        assert_eq!(all.len(), 1);
    }
}
