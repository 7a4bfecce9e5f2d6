//! A house whose chances come from a small number: for tests in the browser that need certain hands to come soon. Nobody
//! should play here, for everybody who knows the number knows the cards.
//!
//! `seeded_house NUMBER --config FILE --data DIR --listen ADDRESS`

use fair::{Entropy, Seeded};
use server::{Chance, Clock, Config, Running, World, bind_running, serve};
use std::error::Error;
use std::sync::{Mutex, PoisonError};

const USAGE: &str = "seeded_house NUMBER --config FILE --data DIR --listen ADDRESS";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, _, config, _, data, _, listen] = &arguments[..] else { return Err(USAGE.into()) };
    let mut config = Config::read(&std::fs::read_to_string(config)?)?;
    (config.data, config.listen) = (data.into(), listen.parse()?);
    config.check()?;

    let stream = Mutex::new(Seeded::of_number(number.parse()?));
    let chance = Chance::new(move |bytes| stream.lock().unwrap_or_else(PoisonError::into_inner).fill(bytes));
    let running = Running::start(config, World { clock: Clock::machine(), chance })?;
    let started = bind_running(running).await?;
    if let Some(address) = started.address() {
        println!("Pontoon is open at http://{address}");
    }
    serve(started, std::future::pending()).await?;
    Ok(())
}
