//! How many files and connections the operating system lets this process have.

use crate::config::Config;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files of the journal and the key, and a few connections more.
const BESIDE: u64 = 200;

/// Asks for as many as the configuration may need, and says so where there are fewer: sockets
/// beyond it are refused by the operating system, which tells callers nothing.
pub(crate) fn raise(config: &Config) {
    // There may be as many connections that are no sockets yet as there are sockets.
    let needed = 2 * u64::from(config.sockets.most) + BESIDE;
    let limit = getrlimit(Resource::Nofile);
    let Some(now) = limit.current.filter(|now| *now < needed) else {
        return;
    };
    let most = limit.maximum.map_or(needed, |most| most.min(needed));
    let had = if setrlimit(
        Resource::Nofile,
        Rlimit {
            current: Some(most),
            ..limit
        },
    )
    .is_ok()
    {
        most
    } else {
        now
    };
    if had < needed {
        tracing::warn!(
            files = had,
            needed,
            "fewer sockets than `sockets.most` can be open: raise the limit of open files (`ulimit \
            -n`), or lower the key"
        );
    }
}
