//! `pontoon serve`: the house on the network.

use crate::cli::ServeArgs;
use anyhow::{Context, Result, bail};
use server::{Config, FIRST_ADMINISTRATOR, FirstAdministrator, Started, bind, make_first_administrator, serve};
use std::io::Write;
use std::path::Path;

/// Where the password of the first administrator is found.
const ADMIN_PASSWORD: &str = "PONTOON_ADMIN_PASSWORD";

/// Reads the configuration, starts the house and answers until it is told to stop.
pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    if args.print_config {
        std::io::stdout().write_all(include_bytes!("../pontoon.toml"))?;
        return Ok(());
    }
    let config = configuration(args)?;
    logs(config.json_logs)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads for the server")?;
    runtime.block_on(async {
        let started = bind(config).await?;
        administrator(&started).await?;
        if let Some(address) = started.address() {
            let (data, key) = (started.running().config.data.display(), started.running().public_key());
            // Nobody need listen to this: a server whose output is closed goes on.
            let _ =
                writeln!(std::io::stdout(), "Pontoon is open at http://{address}\nKey: {key}\nData: {data}. Stop with Ctrl-C.");
        }
        serve(started, stop()).await?;
        let _ = writeln!(std::io::stdout(), "Stopped. Everything is written down.");
        Ok(())
    })
}

/// Makes the first administrator, where the environment asks for one and there is none.
async fn administrator(started: &Started) -> Result<()> {
    let Ok(password) = std::env::var(ADMIN_PASSWORD) else { return Ok(()) };
    let made = make_first_administrator(started.running(), password).await;
    match made.with_context(|| format!("no first administrator from {ADMIN_PASSWORD}"))? {
        FirstAdministrator::Made => {
            let _ = writeln!(std::io::stdout(), "The first administrator is `{FIRST_ADMINISTRATOR}`, with the password given.");
        }
        FirstAdministrator::Unlocked => {
            let words = "All administrators were locked: the first of them is unlocked, with the password given.";
            let _ = writeln!(std::io::stdout(), "{words}");
        }
        FirstAdministrator::ThereAlready => tracing::info!("{ADMIN_PASSWORD} is not needed: there is an administrator"),
    }
    Ok(())
}

fn configuration(args: &ServeArgs) -> Result<Config> {
    let mut config = match &args.config {
        Some(path) => read(path)?,
        None => Config::default(),
    };
    if let Some(data) = &args.data {
        config.data.clone_from(data);
    }
    if let Some(listen) = args.listen {
        config.listen = listen;
    }
    Ok(config)
}

fn read(path: &Path) -> Result<Config> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    match Config::read(&text) {
        Ok(config) => Ok(config),
        Err(fault) => bail!("{}: {fault}", path.display()),
    }
}

fn logs(json: bool) -> Result<()> {
    let filter =
        tracing_subscriber::EnvFilter::try_from_env("PONTOON_LOG").unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = if json { logs.json().try_init() } else { logs.try_init() };
    started.map_err(|error| anyhow::anyhow!("{error}"))
}

/// Comes when the process is asked to stop.
async fn stop() {
    let interrupt = tokio::signal::ctrl_c();
    let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}
