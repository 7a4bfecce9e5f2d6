//! How often somebody may ask.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use table::{Span, Time};

/// A millisecond at one a minute.
const ONE: u64 = 60_000;

/// A bucket that fills with time and empties with use. It counts in parts of [`ONE`], so that every
/// rate is exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: u64,
    most: u64,
    a_minute: u64,
    last: Time,
}

impl Bucket {
    /// A full bucket of `burst`, refilled by `a_minute` in a minute.
    pub(crate) fn new(burst: u32, a_minute: u32, at: Time) -> Self {
        let most = u64::from(burst) * ONE;
        Self {
            level: most,
            most,
            a_minute: u64::from(a_minute),
            last: at,
        }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, at: Time) -> bool {
        self.level = self.level_at(at);
        self.last = self.last.max(at);
        let enough = self.level >= ONE;
        if enough {
            self.level -= ONE;
        }
        enough
    }

    fn level_at(&self, at: Time) -> u64 {
        self.most.min(
            self.level
                .saturating_add(at.since(self.last).0.saturating_mul(self.a_minute)),
        )
    }

    fn is_full(&self, at: Time) -> bool {
        self.level_at(at) >= self.most
    }
}

/// One bucket for each address.
#[derive(Debug)]
pub(crate) struct Addresses {
    a_minute: u32,
    buckets: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    all: BTreeMap<IpAddr, Bucket>,
    /// When full ones were forgotten last.
    swept: Time,
}

/// Full buckets are forgotten so often.
const SWEPT_EVERY: Span = Span::minutes(1);

impl Addresses {
    pub(crate) fn new(a_minute: u32) -> Self {
        Self {
            a_minute,
            buckets: Mutex::default(),
        }
    }

    /// Whether this address may ask once more.
    pub(crate) fn take(&self, address: IpAddr, at: Time) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if at.since(buckets.swept) >= SWEPT_EVERY {
            buckets.all.retain(|_, bucket| !bucket.is_full(at));
            buckets.swept = at;
        }
        let new = || Bucket::new(self.a_minute, self.a_minute, at);
        buckets
            .all
            .entry(network(address))
            .or_insert_with(new)
            .take(at)
    }
}

/// Whoever has one address of the newer kind has all of its network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
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
        assert!(
            bucket.take(Time(60_000)) && bucket.take(Time(60_000)) && !bucket.take(Time(60_000))
        );
    }

    #[test]
    fn a_slow_rate_is_exact_however_often_one_tries() {
        let mut bucket = Bucket::new(1, 30, Time(0));
        assert!(bucket.take(Time(0)));
        assert!((1..2000).all(|at| !bucket.take(Time(at))));
        assert!(bucket.take(Time(2000)));
    }

    #[test]
    fn addresses_do_not_share_a_bucket() {
        let addresses = Addresses::new(1);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert!(addresses.take(one, Time(0)));
        assert!(!addresses.take(one, Time(1)));
        assert!(addresses.take(other, Time(1)));
        let of_network = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]);
        assert!(addresses.take(of_network(1), Time(1)));
        assert!(
            !addresses.take(of_network(2), Time(1)),
            "one network, one bucket"
        );
    }
}
