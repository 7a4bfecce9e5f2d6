//! `pontoon simulate`: rounds by the million, and what they come to.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

#[cfg_attr(not(test), expect(dead_code, reason = "`--csv` and `--parquet` are not options yet"))]
mod columns;
#[cfg_attr(not(test), expect(dead_code, reason = "`--plot`, `--csv` and `--parquet` are not options yet"))]
mod folder;
#[cfg_attr(not(test), expect(dead_code, unused_imports, reason = "`--plot` is not an option yet"))]
mod plot;
mod rounds;
mod run;

pub(crate) use rounds::Rounds;
pub(crate) use run::{Stop, all};

use crate::asked::{Asked, Asking};
use crate::figures::{percent, settings, signed};
use crate::output::{say, tell};
use crate::table_out::{figures, firm, table, words_first};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use game::{Round, Setup};

use rules::Sign;

use run::Run;
use serde_json::{Value, json};
use simulator::{Fresh, Play, Summary};
use solver::{Best, CardValue, Chart, Detail, Pile, Strategy, Terms, check_shoe, full_shoe, solve};
use std::sync::Arc;

/// How sure the interval is: 95 in 100.
const SURE: f64 = 1.959_963_984_540_054;

#[derive(Args)]
pub(crate) struct SimulateArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// How many rounds: 1000000, 1e9 or 250k, 20M, 3G.
    #[arg(long, value_name = "N", default_value = "20M", allow_hyphen_values = true)]
    rounds: Rounds,
    /// The same seed is the same rounds, on any machine and by any number of threads.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How hands are played.
    #[arg(long, value_enum, default_value_t = How::Best)]
    strategy: How,
    /// Stop as soon as the standard error is below this (in wagers).
    #[arg(long, value_name = "ERROR", allow_hyphen_values = true)]
    until_se: Option<f64>,
    /// How many threads; without it as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    asking: Asking,
}

/// A strategy by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum How {
    /// The best play, by the exact cards of the hand.
    Best,
    /// The chart that fits on a card: `pontoon strategy`.
    Card,
}

impl How {
    const fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Card => "card",
        }
    }
}

pub(crate) fn run(arguments: &SimulateArguments) -> Result<()> {
    let asked = Asked::new(&arguments.book, arguments.decks, &arguments.asking.terms)?;
    let stop = Stop { rounds: arguments.rounds.number(), error: arguments.until_se, wager: asked.wager };
    stop.check()?;
    let terms = Terms::of(&asked.book, asked.wager);
    let shoe = full_shoe(&asked.book, asked.decks)?;
    let pile = Pile::of(&shoe);
    check_shoe(&terms, &pile)?;
    // What the engine does not play is not simulated either: it says why.
    Round::open(Setup::usual(Arc::new(asked.book.clone()), &["bettor"]))?;
    let solved = solve::<f64>(&terms, &pile, &Best);
    let sign = Sign::usual(&asked.book);
    let simulate = |play: &dyn Play| -> Result<Run> {
        let fresh = Fresh::new(&asked.book, &sign, asked.wager, &shoe, &play)?;
        Ok(all(&fresh, arguments.seed, stop, arguments.threads))
    };
    let run = match arguments.strategy {
        How::Best => simulate(&Strategy::new(&terms, &pile, &solved, &Best))?,
        How::Card => {
            let chart = Chart::new(&terms, &solved, Detail::ByCards);
            let by_chart = solve::<f64>(&terms, &pile, &chart);
            simulate(&Strategy::new(&terms, &pile, &by_chart, &chart))?
        }
    };
    let Some(summary) = run.tally.summary(asked.wager) else { bail!("one round tells nothing: ask for more") };
    if arguments.asking.json {
        say!("{:#}", to_json(arguments, &asked, &run, &summary));
    } else {
        print(arguments, &asked, &run, &summary);
    }
    Ok(())
}

fn print(arguments: &SimulateArguments, asked: &Asked, run: &Run, summary: &Summary) {
    let Summary { rounds, mean, error, deviation, wagered, super_bonus } = *summary;
    tell!("{}.", asked.title());
    tell!(
        "One box, a fresh shuffle every round, {} play, seed {}. Each round to the cent, by the book.",
        arguments.strategy.word(),
        arguments.seed
    );
    let mut out = table(&["figure", "value"]);
    words_first(&mut out);
    figures(&mut out, 1..2);
    let mut line = |what: &str, figure: String| out.add_row(vec![what.to_owned(), firm(&figure)]);
    line("rounds", rounds.to_string());
    line("per initial wager", signed(mean));
    line("95 % interval", format!("{} to {}", signed(mean - SURE * error), signed(mean + SURE * error)));
    line("standard error", percent(error));
    line("per total wagered", signed(mean / wagered));
    line("standard deviation", format!("{deviation:.4}"));
    line("wagered per round", format!("{wagered:.4}"));
    if !asked.book.super_bonus.prizes.is.steps().is_empty() {
        line("of it Super Bonus", signed(super_bonus));
        line("without Super Bonus", signed(mean - super_bonus));
    }
    line("rounds a second", format!("{:.1} million", run.rounds_per_second() / 1e6));
    say!("{out}");
    print_by_upcard(asked, run, rounds);
}

fn print_by_upcard(asked: &Asked, run: &Run, rounds: u64) {
    let mut out = table(&["against", "of rounds", "per initial wager", "standard error"]);
    figures(&mut out, 1..4);
    for upcard in CardValue::columns() {
        let results: Vec<_> = run.tally.against(upcard).collect();
        if let Some(here) = Summary::of(results.iter().copied(), asked.wager) {
            out.add_row(vec![upcard.to_string(), percent(ratio(here.rounds, rounds)), signed(here.mean), percent(here.error)]);
        }
    }
    say!("{out}");
}

fn to_json(arguments: &SimulateArguments, asked: &Asked, run: &Run, summary: &Summary) -> Value {
    let Summary { rounds, mean, error, deviation, wagered, super_bonus } = *summary;
    let by_upcard = CardValue::columns().filter_map(|upcard| {
        let results: Vec<_> = run.tally.against(upcard).collect();
        let here = Summary::of(results.iter().copied(), asked.wager)?;
        Some(json!({ "upcard": upcard.to_string(), "rounds": here.rounds, "ev_per_initial_wager": here.mean, "se": here.error }))
    });
    json!({
        "book": asked.book.id.name,
        "version": asked.book.id.version,
        "decks": asked.decks,
        "settings": settings(&asked.book, &asked.usual),
        "wager": crate::figures::money(asked.wager),
        "deal": "fresh",
        "boxes": 1,
        "strategy": arguments.strategy.word(),
        "seed": arguments.seed,
        "rounds": rounds,
        "ev_per_initial_wager": mean,
        "ev_per_total_wagered": mean / wagered,
        "ev_without_super_bonus": mean - super_bonus,
        "super_bonus_ev": super_bonus,
        "total_wagered": wagered,
        "se": error,
        "sd": deviation,
        "by_upcard": by_upcard.collect::<Vec<_>>(),
        "generator": "xoshiro256++, eight streams a block, seeded by SplitMix64",
        "rounds_per_second": run.rounds_per_second(),
        "seconds": run.seconds,
    })
}

#[expect(clippy::as_conversions, reason = "counts of rounds are far below 2^53")]
fn ratio(part: u64, of: u64) -> f64 {
    part as f64 / of as f64
}
