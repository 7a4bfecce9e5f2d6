//! Starting and stopping.

use crate::config::Config;
use crate::routes::router;
use crate::running::{Refused, Running, StartFault};
use crate::{demo, housekeeping};
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
    /// The demo tables cannot be opened.
    #[error("the demo tables cannot be opened: {0}")]
    Demo(#[from] Refused),
    /// The address cannot be listened at.
    #[error("nothing can listen at {at}: {why}. Name another address with `--listen`, or stop what listens there")]
    Listen {
        /// Where.
        at: SocketAddr,
        /// Why.
        why: std::io::Error,
    },
    /// The figures cannot be gathered.
    #[error("figures cannot be gathered: {0}")]
    Metrics(String),
    /// The network failed.
    #[error("the network failed: {0}")]
    Network(std::io::Error),
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
    let at = config.listen;
    let listener = TcpListener::bind(at).await.map_err(|why| ServeFault::Listen { at, why })?;
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    // A second server in one process, as in tests, shares the first one's figures.
    let _ = metrics::set_global_recorder(recorder);
    let running = Running::start(config)?;
    demo::open(&running).await?;
    Ok(Started { running, listener, recorder: handle })
}

/// Answers until `stop` comes, then stops in order.
///
/// # Errors
///
/// When the network or the journal fails.
pub async fn serve(started: Started, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeFault> {
    let Started { running, listener, recorder } = started;
    let service = router(Arc::clone(&running), recorder).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(housekeeping::keep(Arc::clone(&running)));
    let house = Arc::clone(&running);
    let stopped = async move {
        stop.await;
        house.say_stop();
    };
    axum::serve(listener, service).with_graceful_shutdown(stopped).await.map_err(ServeFault::Network)?;
    running.stop().await.map_err(ServeFault::Stop)
}
