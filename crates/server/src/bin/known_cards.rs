//! A house whose chance comes from a number, for tests in a browser that want certain cards soon:
//! `known_cards NUMBER CONFIG DATA ADDRESS`. It is no part of the program `pontoon`, whose chance
//! is the operating system's alone.

use fair::{Entropy, NoEntropy, Seeded};
use server::{
    Chance, Clock, Config, Running, World, bind_running, make_first_administrator, serve,
};
use std::error::Error;
use std::io::Write;
use std::sync::Mutex;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, config, data, address] = arguments.as_slice() else {
        return Err("wanted: NUMBER CONFIG DATA ADDRESS".into());
    };
    let mut config = Config::read(&std::fs::read_to_string(config)?)?;
    config.data = data.into();
    config.listen = address.parse()?;
    let world = World {
        clock: Clock::machine(),
        chance: chance_of(number.parse()?),
    };
    let started = bind_running(Running::start(config, world)?).await?;
    if let Ok(password) = std::env::var("PONTOON_ADMIN_PASSWORD") {
        make_first_administrator(started.running(), password).await?;
    }
    if let Some(address) = started.address() {
        writeln!(
            std::io::stdout(),
            "Cards from {number}: open at http://{address}"
        )?;
    }
    serve(started, std::future::pending()).await?;
    Ok(())
}

/// The stream of a number, for everybody who asks the house for chance, in turn.
fn chance_of(number: u64) -> Chance {
    let stream = Mutex::new(Seeded::of_number(number));
    Chance::new(move |bytes| stream.lock().map_err(|_| NoEntropy)?.fill(bytes))
}
