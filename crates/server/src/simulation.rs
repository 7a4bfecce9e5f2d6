//! Rounds by the million, told while they are played: a line of JSON after every block.
//!
//! Few at a time and each on one thread, so that tables go on; whoever goes away ends theirs.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::analysis::{Asked, Question};
use crate::bucket::network;
use crate::caller::{Caller, Whence};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::body::Body as Stream;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use desk::{By, Deed};
use futures_util::stream::unfold;
use ledger::PlayerId;
use rules::{Money, Sign};
use serde::{Deserialize, Serialize};
use simulator::{BLOCK, Bets, Dealing, Mind, Record, Seat, Simulation, Summary, Table};
use solver::{Best, Strategy, check_shoe, full_shoe, solve};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;
use utoipa::ToSchema;

/// The most rounds of one simulation.
const ROUNDS_MOST: u64 = 1_000_000_000;
/// How many simulations run at a time.
const RUNNING_MOST: usize = 2;
/// A result is within so many standard errors 95 times in 100.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// A simulation is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct SimulationWanted {
    /// The id of the book.
    pub(crate) book: String,
    /// How many decks; the usual number unless told.
    pub(crate) decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told.
    #[schema(value_type = Option<u64>)]
    pub(crate) wager: Option<Money>,
    /// Settings that are changed, by key or reading.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub(crate) set: BTreeMap<String, String>,
    /// How many rounds, at most a thousand million.
    pub(crate) rounds: u64,
    /// The same seed gives the same rounds; 1 unless told.
    pub(crate) seed: Option<u64>,
}

/// How far a simulation has come: one line of the answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SimulationLine {
    /// Rounds so far.
    pub(crate) rounds: u64,
    /// Rounds in all.
    pub(crate) of: u64,
    /// What one wager brought on average, in initial wagers.
    pub(crate) expectation: f64,
    /// Its standard error.
    pub(crate) standard_error: f64,
    /// The interval that holds the true figure 95 times in 100.
    pub(crate) interval: (f64, f64),
    /// The standard deviation of one round.
    pub(crate) standard_deviation: f64,
    /// The solver's exact figure.
    pub(crate) exact: f64,
    /// By how much that may be wrong.
    pub(crate) exact_bound: f64,
    /// Whether this is the last line.
    pub(crate) done: bool,
}

/// Who runs a simulation: nobody runs two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Whose {
    Person(PlayerId),
    Address(IpAddr),
}

/// The simulations that run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Simulations(Arc<Mutex<BTreeSet<Whose>>>);

/// A place among them, given back when the simulation ends.
struct Place {
    all: Simulations,
    whose: Whose,
}

impl Simulations {
    fn begin(&self, whose: Whose) -> Result<Place, ApiError> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |what: &str| ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", what);
        if all.contains(&whose) {
            return Err(full("you have a simulation running: end it first"));
        }
        if all.len() >= RUNNING_MOST {
            return Err(full(
                "as many simulations run as may: try again in a moment",
            ));
        }
        all.insert(whose);
        Ok(Place {
            all: self.clone(),
            whose,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.whose);
    }
}

/// Plays the rounds, a block at a time; `tell` says whether anybody still listens.
fn simulate(
    asked: &Asked,
    rounds: u64,
    seed: u64,
    mut tell: impl FnMut(SimulationLine) -> bool,
) -> Result<(), String> {
    let solver::Question { terms, shoe } = asked.question();
    let best = solve::<f64>(&terms, &shoe, &Best);
    let exact = best.expectation();
    let play = Strategy::new(&terms, &shoe, &best, &Best);
    let mut sign = Sign::usual(&asked.book);
    sign.minimum = sign.minimum.min(asked.key.wager);
    sign.maximum = sign.maximum.max(asked.key.wager);
    (sign.pairs, sign.pandemonium) = (None, None);
    let table = Table {
        book: &asked.book,
        sign,
        shoe: full_shoe(&asked.book, asked.key.decks).map_err(|error| error.to_string())?,
        dealing: Dealing::Fresh,
        seats: vec![Seat {
            mind: Mind {
                plays: vec![&play],
                counting: None,
            },
            bettors: vec![Bets::of(asked.key.wager)],
        }],
        boxes: vec![0],
        multipliers: Vec::new(),
    };
    let simulation = Simulation::new(&table).map_err(|unfit| unfit.to_string())?;
    let mut sum: Option<Record> = None;
    for (block, from) in
        (0_u64..).zip((0..rounds).step_by(usize::try_from(BLOCK).unwrap_or(usize::MAX)))
    {
        let size = u32::try_from(rounds - from).unwrap_or(BLOCK).min(BLOCK);
        let record = simulation.block(seed, block, size);
        match &mut sum {
            Some(sum) => sum.merge(&record),
            None => sum = Some(record),
        }
        let so_far = from + u64::from(size);
        let Some(summary) = sum.as_ref().and_then(summary) else {
            continue;
        };
        let around = NINETY_FIVE * summary.error;
        let line = SimulationLine {
            rounds: so_far,
            of: rounds,
            expectation: summary.mean,
            standard_error: summary.error,
            interval: (summary.mean - around, summary.mean + around),
            standard_deviation: summary.deviation,
            exact: exact.worth,
            exact_bound: exact.slack,
            done: so_far == rounds,
        };
        if !tell(line) {
            break;
        }
    }
    Ok(())
}

fn summary(record: &Record) -> Option<Summary> {
    Summary::of_bettor(record.seats.first()?.bettors.first()?)
}

/// Plays rounds of a book by best play, each from a fresh shuffle, and says after every block what
/// they came to beside the solver's exact figure. The answer is a stream of JSON, one object a
/// line. It ends by itself, or when the caller goes away.
#[utoipa::path(
    post,
    path = "/api/analysis/simulation",
    tag = "analysis",
    request_body = SimulationWanted,
    responses(
        (status = 200, body = SimulationLine, content_type = "application/x-ndjson"),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn simulation(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Whence(from): Whence,
    Body(wanted): Body<SimulationWanted>,
) -> Result<Response, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let SimulationWanted {
        book,
        decks,
        wager,
        set,
        rounds,
        seed,
    } = wanted;
    let asked = Question {
        book,
        decks,
        wager,
        set,
    }
    .asked()?;
    if !(2..=ROUNDS_MOST).contains(&rounds) {
        return Err(ApiError::bad(
            "form",
            &format!("`rounds` is {rounds}: it must be from 2 to {ROUNDS_MOST}"),
        ));
    }
    let question = asked.question();
    check_shoe(&question.terms, &question.shoe)
        .map_err(|error| ApiError::bad("form", &error.to_string()))?;
    let whose = match caller.by {
        By::Person(person) => Whose::Person(person),
        By::House | By::Visitor => Whose::Address(network(from)),
    };
    let place = running.simulations().begin(whose)?;
    let (lines, told) = watch::channel(String::new());
    let mut stopping = running.stopping();
    let seed = seed.unwrap_or(1);
    tokio::task::spawn_blocking(move || {
        let _held = place;
        let tell = |line: SimulationLine| {
            // Nobody is waited for: whoever reads slowly misses lines, but never the last.
            lines.send_replace(serde_json::to_string(&line).unwrap_or_default() + "\n");
            !lines.is_closed() && !*stopping.borrow_and_update()
        };
        if let Err(error) = simulate(&asked, rounds, seed, tell) {
            let fault = ApiError::bad("form", &error).body().clone();
            lines.send_replace(serde_json::to_string(&fault).unwrap_or_default() + "\n");
        }
    });
    let stream = unfold(told, async |mut told| {
        told.changed().await.ok()?;
        let line = told.borrow_and_update().clone();
        Some((Ok::<_, Infallible>(line), told))
    });
    // Not packed: a packer would hold lines back.
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, Stream::from_stream(stream)).into_response())
}
