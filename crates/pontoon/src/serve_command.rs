//! `pontoon serve`: the house on the network.

use crate::books::read_up_to;
use crate::cli::ServeArgs;
use crate::output::say;
use anyhow::{Context, Result, bail};
use server::{
    Config, FIRST_ADMINISTRATOR, FirstAdministrator, Started, bind, make_first_administrator,
    reset_administrator, serve,
};
use std::env::VarError;
use std::io::{IsTerminal, Write};
use std::path::Path;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// Where the password of the first administrator is found.
const ADMIN_PASSWORD: &str = "PONTOON_ADMIN_PASSWORD";

/// No configuration is larger, in bytes.
const LARGEST_CONFIG: u64 = 1 << 20;

/// Where it is found what is logged.
const LOG: &str = "PONTOON_LOG";
const LEVELS: &str = "write off, error, warn, info, debug or trace, or such a level for a part of \
    the program, as in warn,server=debug";

/// Reads the configuration, starts the house and answers until it is told to stop.
pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    if args.print_config {
        say!("{}", include_str!("../pontoon.toml").trim_end());
        return Ok(());
    }
    let config = configuration(args)?;
    let password = variable(ADMIN_PASSWORD)?;
    if args.reset_admin && password.is_none() {
        bail!("`--reset-admin` needs the new password in the variable {ADMIN_PASSWORD}");
    }
    logs(config.json_logs)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no threads for the server")?;
    runtime.block_on(async {
        let started = bind(config).await?;
        administrator(&started, password, args.reset_admin).await?;
        if let Some(address) = started.address() {
            let (data, key) = (
                started.running().config.data.display(),
                started.running().public_key(),
            );
            // Nobody need listen to this: a server whose output is closed goes on.
            let _ = writeln!(
                std::io::stdout(),
                "Pontoon is open at http://{address}\nKey: {key}\nData: {data}. Stop with Ctrl-C."
            );
        }
        serve(started, stop()).await?;
        let _ = writeln!(std::io::stdout(), "Stopped. Everything is written down.");
        Ok(())
    })
}

/// Makes the first administrator, where the environment asks for one and there is none; or gives
/// the one there is a new password.
async fn administrator(started: &Started, password: Option<String>, reset: bool) -> Result<()> {
    let Some(password) = password else {
        return Ok(());
    };
    if reset {
        let running = started.running();
        let done = reset_administrator(running, password.clone()).await;
        let done = done.with_context(|| format!("no new password from {ADMIN_PASSWORD}"))?;
        if let Some(name) = done {
            let words = format!("The administrator `{name}` has the password given.");
            let _ = writeln!(
                std::io::stdout(),
                "{words} Start without `--reset-admin` from now on."
            );
            return Ok(());
        }
    }
    let made = make_first_administrator(started.running(), password).await;
    match made.with_context(|| format!("no first administrator from {ADMIN_PASSWORD}"))? {
        FirstAdministrator::Made => {
            let _ = writeln!(
                std::io::stdout(),
                "The first administrator is `{FIRST_ADMINISTRATOR}`, with the password given."
            );
        }
        FirstAdministrator::ThereAlready => {
            tracing::info!("{ADMIN_PASSWORD} is not needed: there is an administrator")
        }
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
    config.check()?;
    Ok(config)
}

fn read(path: &Path) -> Result<Config> {
    let text = read_up_to(path, LARGEST_CONFIG, "no configuration")?;
    match Config::read(&text) {
        Ok(config) => Ok(config),
        Err(fault) => bail!("{}: {fault}", path.display()),
    }
}

fn logs(json: bool) -> Result<()> {
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter()?)
        .with_writer(std::io::stderr);
    let started = if json {
        logs.json().try_init()
    } else {
        logs.try_init()
    };
    started.map_err(|error| anyhow::anyhow!("{error}"))
}

/// What is logged.
fn filter() -> Result<EnvFilter> {
    let wanted = variable(LOG)?
        .filter(|wanted| !wanted.trim().is_empty())
        .unwrap_or_else(|| "warn".to_owned());
    // A word alone that is no level would be taken for a part of the program, and nothing would be
    // logged.
    let stray = wanted
        .split(',')
        .map(str::trim)
        .find(|part| !part.contains('=') && part.parse::<LevelFilter>().is_err());
    match (stray, EnvFilter::try_new(&wanted)) {
        (None, Ok(filter)) => Ok(filter),
        (Some(part), _) => bail!("{LOG} is `{wanted}`, and `{part}` is no level: {LEVELS}"),
        (None, Err(error)) => bail!("{LOG} is `{wanted}`: {error}: {LEVELS}"),
    }
}

/// A variable of the environment, if it is there.
fn variable(name: &str) -> Result<Option<String>> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => {
            bail!("{name} is no text in UTF-8: set it anew, or unset it")
        }
    }
}

/// Comes when the process is asked to stop: from the keyboard, by the system, or because its
/// terminal is gone. Whoever starts it with `nohup`, and so without a terminal to read from, means
/// it to go on.
async fn stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let comes = async |kind| match signal(kind) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(error) => {
            tracing::warn!(%error, "one way to stop the server in order is missing");
            std::future::pending().await
        }
    };
    tokio::select! {
        () = comes(SignalKind::interrupt()) => {}
        () = comes(SignalKind::terminate()) => {}
        () = comes(SignalKind::hangup()), if std::io::stdin().is_terminal() => {}
    }
}
