//! `pontoon verify`: solver, simulator and engine side by side.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::asked::Asking;
use crate::figures::{bare, percent, settings, signed};
use crate::output::{say, tell};
use crate::simulate::{Around, Progressed, Rounds, Stop, all, summary};
use crate::table_out::{figures, table, words_first};
use anyhow::{Context, Result, bail};
use clap::Args;
use report::Asked;
use rules::{BOOK_IDS, Sign};
use serde_json::{Value, json};
use simulator::{Bets, Dealing, Mind, Seat, Simulation, Summary, Table};
use solver::{Best, Bounded, Pile, Strategy, Terms, full_shoe, solve};
use std::sync::atomic::AtomicBool;

/// More than this many standard errors apart is no chance: one honest run in sixteen thousand.
const APART: f64 = 4.0;

/// Words that no block of the simulator takes.
const ENGINE_BLOCK: u64 = u64::MAX;

#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// Books by name, or files; without any, the five books.
    books: Vec<String>,
    /// Decks in the shoe; without it each book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// How many rounds the simulator plays.
    #[arg(
        long,
        value_name = "N",
        default_value = "100M",
        allow_hyphen_values = true
    )]
    rounds: Rounds,
    /// How many rounds the engine plays.
    #[arg(
        long,
        value_name = "N",
        default_value = "100k",
        allow_hyphen_values = true
    )]
    engine_rounds: Rounds,
    /// The same seed is the same rounds.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    asking: Asking,
}

/// One book, three ways.
struct Row {
    asked: Asked,
    solver: Bounded<f64>,
    simulator: Summary,
    engine: Summary,
}

impl Row {
    /// How far a mean is from the solver's, in standard errors, the solver's bound granted.
    fn off(&self, summary: &Summary) -> f64 {
        let off = summary.mean - self.solver.worth;
        off.signum() * (off.abs() - self.solver.slack).max(0.0) / summary.error
    }

    fn agrees(&self) -> bool {
        [&self.simulator, &self.engine]
            .into_iter()
            .all(|summary| self.off(summary).abs() < APART)
    }
}

pub(crate) fn run(arguments: &VerifyArguments) -> Result<()> {
    let names = if arguments.books.is_empty() {
        BOOK_IDS.map(str::to_owned).to_vec()
    } else {
        arguments.books.clone()
    };
    let asked = names
        .iter()
        .map(|name| arguments.asking.terms.of(name, arguments.decks))
        .collect::<Result<Vec<_>>>()?;
    let rows = asked
        .into_iter()
        .map(|asked| verify(arguments, asked))
        .collect::<Result<Vec<Row>>>()?;
    if arguments.asking.json {
        say!("{:#}", Value::Array(rows.iter().map(to_json).collect()));
    } else {
        print(arguments, &rows);
    }
    match rows.iter().find(|row| !row.agrees()) {
        Some(row) => bail!(
            "{}: the routes are more than {APART} standard errors apart",
            row.asked.book.id.name
        ),
        None => Ok(()),
    }
}

fn verify(arguments: &VerifyArguments, asked: Asked) -> Result<Row> {
    if !asked.wager.cents().is_multiple_of(2) {
        // The solver pays odds and halves to the last part of a cent.
        bail!(
            "half of {} is not a whole cent, and the solver does not round: verify an even number \
            of cents",
            asked.wager
        );
    }
    let terms = Terms::of(&asked.book, asked.wager);
    let shoe = full_shoe(&asked.book, asked.decks)?;
    let pile = Pile::of(&shoe);
    let solved = solve::<f64>(&terms, &pile, &Best);
    let strategy = Strategy::new(&terms, &pile, &solved, &Best);
    let mut sign = Sign::usual(&asked.book);
    (sign.minimum, sign.maximum) = (sign.minimum.min(asked.wager), sign.maximum.max(asked.wager));
    let seat = Seat {
        mind: Mind {
            plays: vec![&strategy],
            counting: None,
        },
        bettors: vec![Bets::of(asked.wager)],
    };
    let table = Table {
        book: &asked.book,
        sign,
        shoe: shoe.clone(),
        dealing: Dealing::Fresh,
        seats: vec![seat],
        boxes: vec![0],
        multipliers: Vec::new(),
    };
    let simulation = Simulation::new(&table)?;
    let few = "two rounds are the least that tell anything";
    let engine_rounds = u32::try_from(arguments.engine_rounds.number())
        .context("the engine is too slow for so many rounds")?;
    let by_engine = simulation.block_by_engine(arguments.seed, ENGINE_BLOCK, engine_rounds);
    let engine = summary(&by_engine).context(few)?;
    let stop = Stop {
        rounds: arguments.rounds.number(),
        error: None,
    };
    let never = AtomicBool::new(false);
    let mut around = Around {
        threads: None,
        interrupted: &never,
        keep: &mut |_, _| Ok(()),
    };
    let run = all(
        &simulation,
        arguments.seed,
        stop,
        Progressed::default(),
        &mut around,
    )?;
    let simulator = summary(&run.record).context(few)?;
    Ok(Row {
        asked,
        solver: solved.expectation(),
        simulator,
        engine,
    })
}

fn print(arguments: &VerifyArguments, rows: &[Row]) {
    tell!(
        "Best play, one box, a fresh shuffle every round, in per cent of the initial wager, seed \
        {}. The solver is exact or within its bound; the simulator and the engine play random \
        rounds, each with its standard error, and are off by so many of them.",
        arguments.seed
    );
    let header = [
        "book",
        "decks",
        "solver",
        "simulator",
        "error",
        "off by",
        "engine",
        "error",
        "off by",
    ];
    let mut out = table(&header);
    words_first(&mut out);
    figures(&mut out, 1..header.len());
    for row in rows {
        let mut cells = vec![
            row.asked.book.id.name.to_string(),
            row.asked.decks.to_string(),
            bare(&signed(row.solver.worth)),
        ];
        for summary in [&row.simulator, &row.engine] {
            cells.extend([
                bare(&signed(summary.mean)),
                bare(&percent(summary.error)),
                format!("{:+.2}", row.off(summary)),
            ]);
        }
        out.add_row(cells);
    }
    say!("{out}");
    tell!(
        "{} rounds of each book by the simulator, {} by the engine.",
        arguments.rounds.number(),
        arguments.engine_rounds.number()
    );
    if rows.iter().all(Row::agrees) {
        tell!("The routes agree: none is {APART} standard errors off.");
    }
}

fn to_json(row: &Row) -> Value {
    let route = |summary: &Summary| {
        json!({
            "rounds": summary.rounds,
            "ev_per_initial_wager": summary.mean,
            "se": summary.error,
            "off_in_se": row.off(summary),
        })
    };
    json!({
        "book": row.asked.book.id.name,
        "decks": row.asked.decks,
        "settings": settings(&row.asked),
        "solver": { "ev_per_initial_wager": row.solver.worth, "bound": row.solver.slack },
        "simulator": route(&row.simulator),
        "engine": route(&row.engine),
        "agrees": row.agrees(),
    })
}
