//! How often somebody may ask.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use table::Time;

/// A bucket that fills with time and empties with use. It counts in thousandths, so that slow rates are exact too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: u64,
    most: u64,
    /// Thousandths a second.
    rate: u64,
    last: Time,
}

impl Bucket {
    /// A full bucket of `burst`, refilled by `a_minute` in a minute.
    pub(crate) fn new(burst: u32, a_minute: u32, at: Time) -> Self {
        let most = u64::from(burst) * 1000;
        Self { level: most, most, rate: u64::from(a_minute) * 1000 / 60, last: at }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, at: Time) -> bool {
        let gained = at.since(self.last).0.saturating_mul(self.rate) / 1000;
        self.level = self.most.min(self.level.saturating_add(gained));
        self.last = at;
        let enough = self.level >= 1000;
        if enough {
            self.level -= 1000;
        }
        enough
    }

    fn is_full(&self, at: Time) -> bool {
        self.level.saturating_add(at.since(self.last).0.saturating_mul(self.rate) / 1000) >= self.most
    }
}

/// One bucket for each address.
#[derive(Debug)]
pub(crate) struct Addresses {
    a_minute: u32,
    buckets: Mutex<BTreeMap<IpAddr, Bucket>>,
}

/// Full buckets are forgotten when there are more than so many.
const REMEMBERED: usize = 10_000;

impl Addresses {
    pub(crate) fn new(a_minute: u32) -> Self {
        Self { a_minute, buckets: Mutex::default() }
    }

    /// Whether this address may ask once more.
    pub(crate) fn take(&self, address: IpAddr, at: Time) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > REMEMBERED {
            buckets.retain(|_, bucket| !bucket.is_full(at));
        }
        buckets.entry(address).or_insert_with(|| Bucket::new(self.a_minute, self.a_minute, at)).take(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let mut bucket = Bucket::new(2, 60, Time(0));
        assert!(bucket.take(Time(0)) && bucket.take(Time(0)));
        assert!(!bucket.take(Time(999)));
        assert!(bucket.take(Time(1000)));
        assert!(!bucket.take(Time(1000)));
        assert!(bucket.take(Time(60_000)) && bucket.take(Time(60_000)) && !bucket.take(Time(60_000)));
    }

    #[test]
    fn addresses_do_not_share_a_bucket() {
        let addresses = Addresses::new(1);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert!(addresses.take(one, Time(0)));
        assert!(!addresses.take(one, Time(1)));
        assert!(addresses.take(other, Time(1)));
    }
}
