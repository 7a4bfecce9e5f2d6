//! Connections: how many one address may have, and how long each may take to say what it wants.
//!
//! A connection that became a socket is counted among the sockets, not here.

use crate::bucket::network;
use crate::running::{Running, stopped};
use axum::Router;
use axum::extract::connect_info::IntoMakeServiceWithConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_service::Service;

/// How long the head of a request may take, and how long a connection may lie idle between two.
const HEAD: Duration = Duration::from_secs(15);
/// How long requests that are under way may take when the house stops.
const STOPPING: Duration = Duration::from_secs(10);
/// After an error that is not one caller's: no file handles, no memory.
const AFTER_ERROR: Duration = Duration::from_millis(500);
/// How many connections one address may have beside its sockets: browsers open six at a time, and
/// many people may share one address.
const BESIDE_SOCKETS: usize = 100;

type Routes = IntoMakeServiceWithConnectInfo<Router, SocketAddr>;

/// Answers whoever connects, until the house stops; then those whose requests are under way.
pub(crate) async fn answer(running: &Running, listener: TcpListener, routes: Routes) {
    let lines = Arc::new(Lines::of(running));
    let mut stop = running.stopping();
    let mut conversations = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = conversations.join_next() => continue,
            () = stopped(&mut stop) => break,
        };
        match accepted {
            Ok((stream, from)) => match lines.enter(from.ip()) {
                Some(line) => {
                    conversations.spawn(converse(
                        stream,
                        from,
                        routes.clone(),
                        running.stopping(),
                        line,
                    ));
                }
                None => metrics::counter!("pontoon_connections_refused").increment(1),
            },
            Err(error) if of_one_caller(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken now");
                tokio::time::sleep(AFTER_ERROR).await;
            }
        }
    }
    drop(listener);
    // Whoever takes longer is cut off.
    let _ = tokio::time::timeout(STOPPING, async {
        while conversations.join_next().await.is_some() {}
    })
    .await;
}

async fn converse(
    stream: TcpStream,
    from: SocketAddr,
    mut routes: Routes,
    mut stop: watch::Receiver<bool>,
    _line: Line,
) {
    // Messages are small, and each is waited for.
    let _ = stream.set_nodelay(true);
    let Ok(service) = routes.call(from).await;
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connection = http
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%from, %error, "a connection broke off");
    }
}

fn of_one_caller(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    [ConnectionAborted, ConnectionRefused, ConnectionReset].contains(&error.kind())
}

/// Who is connected.
#[derive(Debug)]
struct Lines {
    most: usize,
    per_address: usize,
    /// Proxies of the house's own speak for many.
    proxies: Vec<IpAddr>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    of: BTreeMap<IpAddr, usize>,
}

/// A connection; there is room for another when this is dropped.
#[derive(Debug)]
struct Line {
    lines: Arc<Lines>,
    from: IpAddr,
}

impl Lines {
    fn of(running: &Running) -> Self {
        let sockets = running.config.sockets;
        let room = |count: u32| {
            usize::try_from(count)
                .unwrap_or(usize::MAX)
                .saturating_add(BESIDE_SOCKETS)
        };
        Self {
            most: room(sockets.most),
            per_address: room(sockets.per_address),
            proxies: running.config.proxies.clone(),
            open: Mutex::default(),
        }
    }

    fn enter(self: &Arc<Self>, from: IpAddr) -> Option<Line> {
        // Who comes by the older protocol to a socket of both looks like the newer one.
        let from = from.to_canonical();
        let per_address = if self.proxies.contains(&from) {
            self.most
        } else {
            self.per_address
        };
        let from = network(from);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let here = open.of.get(&from).copied().unwrap_or_default();
        if open.all >= self.most || here >= per_address {
            return None;
        }
        open.all += 1;
        open.of.insert(from, here + 1);
        Some(Line {
            lines: Arc::clone(self),
            from,
        })
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut open = self
            .lines
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        if let Some(here) = open.of.get_mut(&self.from) {
            *here -= 1;
            if *here == 0 {
                open.of.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(most: usize, per_address: usize, proxies: &[IpAddr]) -> Arc<Lines> {
        Arc::new(Lines {
            most,
            per_address,
            proxies: proxies.to_vec(),
            open: Mutex::default(),
        })
    }

    #[test]
    fn one_address_has_so_many_places_and_leaves_the_others_to_others() {
        let lines = lines(5, 2, &[]);
        let [one, other] = [[203, 0, 113, 1], [203, 0, 113, 2]].map(IpAddr::from);
        let first = lines.enter(one).unwrap();
        let _second = lines.enter(one).unwrap();
        assert!(lines.enter(one).is_none());
        let _others = lines.enter(other).unwrap();
        drop(first);
        let _again = lines.enter(one).unwrap();
        assert!(lines.enter(one).is_none());
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_address() {
        let lines = lines(5, 1, &[]);
        let of_network = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]);
        let _line = lines.enter(of_network(1)).unwrap();
        assert!(lines.enter(of_network(2)).is_none());
        // Addresses of the older kind are none of one network, also where they look like the newer.
        let older =
            |last: u8| IpAddr::from(std::net::Ipv4Addr::new(203, 0, 113, last).to_ipv6_mapped());
        let _lines = (
            lines.enter(older(1)).unwrap(),
            lines.enter(older(2)).unwrap(),
        );
        assert!(lines.enter(older(2)).is_none());
    }

    #[test]
    fn a_proxy_has_as_many_as_there_are_and_nobody_has_more() {
        let [proxy, other] = [[10, 0, 0, 1], [203, 0, 113, 2]].map(IpAddr::from);
        let lines = lines(3, 1, &[proxy]);
        let all: Vec<Line> = (0..3).map(|_| lines.enter(proxy).unwrap()).collect();
        assert!(lines.enter(proxy).is_none());
        assert!(lines.enter(other).is_none());
        drop(all);
        assert!(lines.enter(other).is_some());
        assert!(
            lines.open.lock().unwrap().of.is_empty(),
            "who is gone is forgotten"
        );
    }
}
