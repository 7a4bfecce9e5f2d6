//! `pontoon simulate`: rounds by the million, and what they come to.

mod bankroll;
mod box_asked;
mod columns;
mod cut_asked;
mod figures;
mod folder;
mod json;
mod plot;
mod print;
mod resume;
mod rounds;
mod run;
mod sheets;
mod table_asked;
mod ways;

pub(crate) use figures::SURE;
pub(crate) use rounds::Rounds;
pub(crate) use run::{Around, Progressed, Stop, all, summary};

use crate::asked::Asking;
use crate::output::{complain, say};
use anyhow::{Result, bail};
use bankroll::Bankrolls;
use box_asked::{BoxAsked, How};
use clap::Args;
use columns::Sheet;
use cut_asked::CutAsked;
use figures::Figures;
use plot::{Bar, CountBar, FanPoint, Plots};
use resume::Resume;
use rules::Money;
use run::{Moment, Run};
use simulator::{Method, Play, Simulation};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use table_asked::{Deal, TableAsked, in_words};

#[derive(Args)]
pub(crate) struct SimulateArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// How many rounds: 1000000, 1e9 or 250k, 20M, 3G. Shoes are dealt to their cutting cards until
    /// there are at least as many.
    #[arg(
        long,
        value_name = "N",
        default_value = "20M",
        allow_hyphen_values = true
    )]
    rounds: Rounds,
    /// The same seed is the same rounds, on any machine and by any number of threads.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How hands are played: best, card (the chart of `pontoon strategy`), or a strategy file.
    #[arg(long, value_name = "best|card|FILE", default_value = "best")]
    strategy: How,
    /// How the boxes after the first are played; without it like the first.
    #[arg(long, value_name = "best|card|FILE")]
    others: Option<How>,
    /// How many boxes, each with a bettor of its own.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=7))]
    boxes: Option<u8>,
    /// One box, instead of --boxes: a wager, and after commas best, card or a file, pairs=5,
    /// pandemonium=2, and up to two co-bettors co=10 (co=10:doubles follows doubles only; splits,
    /// nothing). Once for each box.
    #[arg(long = "box", value_name = "WAGER,…")]
    each: Vec<BoxAsked>,
    /// How the cards are dealt.
    #[arg(long, value_enum, default_value_t = Deal::Fresh)]
    deal: Deal,
    /// Where the cutting card goes in a shoe: decks from the back (1, 1.5), a range it is drawn
    /// from (0.5-2), or drawn (from all that the book allows). Without it one deck from the back.
    #[arg(long, value_name = "DECKS", allow_hyphen_values = true)]
    cut: Option<CutAsked>,
    /// A wager on a pair on the first box, and on the others where they are like it.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    pairs: Option<Money>,
    /// A Pontoon Pandemonium wager, likewise.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    pandemonium: Option<Money>,
    /// How often the jackpot button shows each multiplier: 100=0.07,50=9/100 and so on. Without it
    /// chances of our own.
    #[arg(long, value_name = "CHANCES")]
    chances: Option<String>,
    /// The smallest wager on the sign. Without it a ramp may not go below 5, and other wagers may
    /// be any.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    minimum: Option<Money>,
    /// The largest wager on the sign. Without it a ramp may not go above 1000, and other wagers may
    /// be any.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    maximum: Option<Money>,
    /// Stop when the standard error is below this part of a wager: 0.0005 is 0.05 %. It is looked
    /// at every 4.2 million rounds, or 65,536 shoes.
    #[arg(long, value_name = "ERROR", allow_hyphen_values = true)]
    until_se: Option<f64>,
    /// How many threads; without it as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Rounds dealt in an hour, for figures by the hour.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 70,
        value_parser = clap::value_parser!(u32).range(1..=100_000),
    )]
    hour: u32,
    /// A bankroll: how likely it is to be lost, by formula and by following players.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    bankroll: Option<Money>,
    /// For how many rounds players are followed.
    #[arg(
        long,
        value_name = "N",
        default_value = "10k",
        allow_hyphen_values = true
    )]
    follow: Rounds,
    /// Draw pictures (SVG and PNG) into this folder.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Write tables as CSV into this folder.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write tables as Parquet into this folder.
    #[arg(long, value_name = "DIR")]
    parquet: Option<PathBuf>,
    /// Keep the run in this file while it goes on, and go on from there where it is.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    asking: Asking,
}

/// The most rounds that players are followed: a thousand of them take their time.
const FOLLOWED_MOST: u64 = 1_000_000;

/// What a command that Ctrl-C stopped says to its shell.
const INTERRUPTED: u8 = 130;

pub(crate) fn run(arguments: &SimulateArguments) -> Result<ExitCode> {
    let asked = arguments
        .asking
        .terms
        .of(&arguments.book, arguments.decks)?;
    let stop = Stop {
        rounds: arguments.rounds.number(),
        error: arguments.until_se,
    };
    stop.check()?;
    if arguments.follow.number() > FOLLOWED_MOST {
        bail!("--follow: players are followed for at most {FOLLOWED_MOST} rounds");
    }
    for path in [&arguments.plot, &arguments.csv, &arguments.parquet]
        .into_iter()
        .flatten()
    {
        folder::check(path)?;
    }
    let asked_table = TableAsked::new(arguments, &asked)?;
    let bases: Vec<Box<dyn Play + '_>> = asked_table
        .ways
        .iter()
        .map(|way| way.base(&asked_table.pile))
        .collect();
    let plays: Vec<Vec<Box<dyn Play + '_>>> = asked_table
        .ways
        .iter()
        .zip(&bases)
        .map(|(way, base)| way.plays(&**base))
        .collect();
    let table = asked_table.table(&plays);
    let simulation = Simulation::new(&table)?;
    let run = play(arguments, &asked_table, &simulation, stop)?;
    let Some(figures) = Figures::of(&run.record, &asked_table.boxes_of_kinds()) else {
        bail!("too few rounds were played to tell anything")
    };
    let report = Report {
        arguments,
        table: &asked_table,
        run: &run,
        method: simulation.method(),
        figures: &figures,
        bankrolls: bankrolls(arguments, &simulation, &run),
    };
    // Neither a folder that cannot be written nor a full standard output takes the other away.
    let written = report.write_files();
    if arguments.asking.json {
        say!("{:#}", json::to_json(&report));
    } else {
        print::print(&report);
    }
    written?;
    Ok(if run.interrupted {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Everything that is told of a run.
pub(crate) struct Report<'a> {
    pub(crate) arguments: &'a SimulateArguments,
    pub(crate) table: &'a TableAsked<'a>,
    pub(crate) run: &'a Run,
    pub(crate) method: Method,
    pub(crate) figures: &'a Figures,
    pub(crate) bankrolls: Option<Bankrolls>,
}

/// Somebody pressed Ctrl-C.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// The first time a run is stopped and told, the second time the program ends.
fn interrupt() {
    if INTERRUPT.swap(true, Ordering::Relaxed) {
        std::process::exit(INTERRUPTED.into());
    }
}

fn play(
    arguments: &SimulateArguments,
    table: &TableAsked<'_>,
    simulation: &Simulation<'_>,
    stop: Stop,
) -> Result<Run> {
    if arguments.resume.as_deref() == Some(Path::new("-")) {
        bail!("--resume: a run is kept in a file, not on standard output");
    }
    let mut resume = arguments
        .resume
        .as_deref()
        .map(|path| Resume::new(path, table.asked_json(arguments.seed)));
    let from = resume
        .as_ref()
        .map(|resume| resume.read(simulation))
        .transpose()?
        .unwrap_or_default();
    if from.record.rounds > stop.rounds {
        bail!(
            "--resume: {} rounds are kept already: ask for at least as many",
            from.record.rounds
        );
    }
    // Where the handler cannot be set, Ctrl-C ends the program as it always did.
    let _ = ctrlc::set_handler(interrupt);
    let mut keep = |progressed: &Progressed, moment: Moment| match &mut resume {
        Some(resume) => resume.keep(progressed, moment),
        None => Ok(()),
    };
    let mut around = Around {
        threads: arguments.threads,
        interrupted: &INTERRUPT,
        keep: &mut keep,
    };
    let run = all(simulation, arguments.seed, stop, from, &mut around)?;
    if run.interrupted {
        complain(format_args!(
            "stopped after {} of {} rounds",
            run.record.rounds, stop.rounds
        ));
    }
    Ok(run)
}

/// Players are followed where somebody wants to know of them.
fn bankrolls(
    arguments: &SimulateArguments,
    simulation: &Simulation<'_>,
    run: &Run,
) -> Option<Bankrolls> {
    let wanted = (arguments.bankroll.is_some() || arguments.plot.is_some()) && !run.interrupted;
    let rounds = u32::try_from(arguments.follow.number()).unwrap_or(u32::MAX);
    wanted
        .then(|| bankroll::follow(simulation, arguments, rounds, &INTERRUPT))
        .flatten()
}

#[expect(
    clippy::as_conversions,
    clippy::float_arithmetic,
    reason = "what is lost in the last digits of a fortune does not matter"
)]
fn dollars(amount: Money) -> f64 {
    amount.cents() as f64 / 100.0
}

impl Report<'_> {
    /// Writes all files that were asked for; what can be written is, whatever becomes of the
    /// others.
    fn write_files(&self) -> Result<()> {
        let SimulateArguments {
            plot, csv, parquet, ..
        } = self.arguments;
        let sheets = sheets::sheets(self.figures, &self.run.points, self.bankrolls.as_ref());
        let named = |ending: &str, contents: fn(&Sheet) -> Result<Vec<u8>>| {
            sheets
                .iter()
                .map(|sheet| Ok((format!("{}.{ending}", sheet.name), contents(sheet)?)))
                .collect::<Result<Vec<_>>>()
        };
        let written = [
            plot.as_ref().map(|path| self.draw(path)),
            csv.as_ref().map(|path| {
                folder::put_all(
                    path,
                    &named("csv", |sheet| Ok(columns::csv(sheet).into_bytes()))?,
                )
            }),
            parquet
                .as_ref()
                .map(|path| folder::put_all(path, &named("parquet", columns::parquet)?)),
        ];
        written.into_iter().flatten().collect()
    }

    #[expect(clippy::float_arithmetic, reason = "amounts are drawn in wagers")]
    fn draw(&self, path: &Path) -> Result<()> {
        let figures = self.figures;
        let wager = figures.main.initial / 100.0;
        let fan = self.bankrolls.iter().flat_map(|bankrolls| &bankrolls.fan);
        let plots = Plots {
            title: self.table.asked.book.title.clone(),
            subtitle: self.subtitle(),
            convergence: self.run.points.clone(),
            expected: self.table.worth(),
            distribution: figures
                .distribution
                .iter()
                .map(|&(net, share)| Bar { net, share })
                .collect(),
            by_count: figures
                .by_count
                .iter()
                .filter_map(|row| {
                    Some(CountBar {
                        count: f64::from(row.count),
                        share: row.share,
                        mean: row.mean,
                        error: row.error?,
                    })
                })
                .collect(),
            fan: fan
                .map(|point| FanPoint {
                    rounds: point.rounds,
                    quantiles: point.quantiles.map(|sum| sum / wager),
                })
                .collect(),
        };
        let mut files = Vec::new();
        for (stem, svg) in plot::draw(&plots) {
            files.push((format!("{stem}.png"), plot::png(&svg)?));
            files.push((format!("{stem}.svg"), svg.into_bytes()));
        }
        folder::put_all(path, &files)
    }

    fn subtitle(&self) -> String {
        let asked = self.table.asked;
        let wager = match self.figures.by_count.is_empty() {
            true => format!("wager {}", self.table.kinds[0].wager),
            false => "wager by the count".to_owned(),
        };
        let mut facts = vec![report::decks_words(asked.decks), wager];
        facts.extend(in_words(self.table, self.arguments));
        facts.push(format!("{} rounds", Rounds::short(self.figures.rounds)));
        facts.join(" · ")
    }
}
