//! Starting and stopping.

use crate::config::{Config, ConfigFault};
use crate::refused::{Refused, StartFault};
use crate::routes::router;
use crate::running::Running;
use crate::world::World;
use crate::{connections, days, demo, file_limit, housekeeping};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeFault {
    /// The house cannot start.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigFault),
    /// The days of the house cannot be set.
    #[error("the time zone of the house cannot be set: {0}")]
    Days(#[source] Refused),
    /// The demo tables cannot be opened.
    #[error("the demo tables cannot be opened: {0}")]
    Demo(#[from] Refused),
    /// The address cannot be listened at.
    #[error(
        "nothing can listen at {at}: {why}. Name another address with `--listen`, or stop what \
        listens there"
    )]
    Listen {
        /// Where.
        at: SocketAddr,
        /// Why.
        why: std::io::Error,
    },
    /// The journal was not closed in order.
    #[error("the journal was not closed in order (nothing acknowledged is lost): {0}")]
    Stop(store::Fault),
}

/// A server that listens and has not begun to answer.
#[derive(Debug)]
pub struct Started {
    running: Arc<Running>,
    listener: TcpListener,
    recorder: PrometheusHandle,
}

impl Started {
    /// Where it listens.
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    /// The house.
    pub fn running(&self) -> &Arc<Running> {
        &self.running
    }
}

/// Opens the data folder, listens, and opens the demo tables.
///
/// # Errors
///
/// When any of that cannot be.
pub async fn bind(config: Config) -> Result<Started, ServeFault> {
    file_limit::raise(&config);
    let listener = listen(config.listen).await?;
    let running = Running::start(config, World::machine())?;
    ready(running, listener).await
}

/// The same for a house that runs already: in tests, with a clock that is told and a disk that
/// fails.
///
/// # Errors
///
/// When nothing can listen there, or the demo tables cannot be opened.
pub async fn bind_running(running: Arc<Running>) -> Result<Started, ServeFault> {
    let listener = listen(running.config.listen).await?;
    ready(running, listener).await
}

async fn listen(at: SocketAddr) -> Result<TcpListener, ServeFault> {
    TcpListener::bind(at)
        .await
        .map_err(|why| ServeFault::Listen { at, why })
}

async fn ready(running: Arc<Running>, listener: TcpListener) -> Result<Started, ServeFault> {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    // A second server in one process, as in tests, shares the first one's figures.
    let _ = metrics::set_global_recorder(recorder);
    days::follow(&running).await?;
    demo::open(&running).await?;
    running.keep_private_tables();
    Ok(Started {
        running,
        listener,
        recorder: handle,
    })
}

/// Answers until `stop` comes, then stops in order: no new requests, those under way are answered,
/// sockets are closed with the reason, tables stop, and what is queued is written.
///
/// # Errors
///
/// When the journal fails.
pub async fn serve(
    started: Started,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeFault> {
    let Started {
        running,
        listener,
        recorder,
    } = started;
    let routes =
        router(Arc::clone(&running), recorder).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(housekeeping::keep(Arc::clone(&running)));
    let house = Arc::clone(&running);
    tokio::spawn(async move {
        stop.await;
        house.say_stop();
    });
    connections::answer(&running, listener, routes).await;
    running.stop().await.map_err(ServeFault::Stop)
}
