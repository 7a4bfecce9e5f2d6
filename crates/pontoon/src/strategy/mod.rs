//! `pontoon strategy`: the best play as a chart, on the terminal or as a file.

mod file;
mod json;
mod terminal;

use crate::asked::Terms;
use crate::file_out;
use anyhow::Result;
use clap::{Args, ValueEnum};
use report::{Study, chart};
use solver::{Best, Chart, Detail, Solved, check_shoe, solve};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct StrategyArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    #[command(flatten)]
    asked: Terms,
    /// The plain chart: totals only, first two cards and later ones; neither how many cards nor
    /// their suits.
    #[arg(long)]
    plain: bool,
    /// What to write; without it what the name of the file says, else terminal.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
    /// The file to write; without it standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// No colours on the terminal; NO_COLOR in the environment says the same.
    #[arg(long)]
    no_color: bool,
}

/// What a chart can be written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Letters in columns.
    Terminal,
    /// A sheet to print.
    Svg,
    /// A page with the worth of every play.
    Html,
    /// A line for each class of hands.
    Csv,
    /// Everything.
    Json,
    /// A strategy file: what `pontoon simulate` can play.
    Strategy,
}

impl Form {
    /// What the name of a file asks for.
    fn of(file: &Path) -> Option<Self> {
        let ending = file.extension()?.to_str()?.to_ascii_lowercase();
        [Self::Svg, Self::Html, Self::Csv, Self::Json, Self::Strategy]
            .into_iter()
            .find(|form| {
                form.to_possible_value()
                    .is_some_and(|value| value.get_name() == ending)
            })
    }
}

pub(crate) fn run(arguments: &StrategyArguments) -> Result<()> {
    let asked = arguments.asked.of(&arguments.book, arguments.decks)?;
    let question = asked.question();
    check_shoe(&question.terms, &question.shoe)?;
    let best: Solved<f64> = solve(&question.terms, &question.shoe, &Best);
    let detail = if arguments.plain {
        Detail::Totals
    } else {
        Detail::ByCards
    };
    let study = Study::new(&question, &best, detail);
    let file = arguments.output.as_deref();
    let form = arguments
        .form
        .or_else(|| file.and_then(Form::of))
        .unwrap_or(Form::Terminal);
    let text = match form {
        Form::Terminal => terminal::write(&asked, &study, coloured(arguments)),
        Form::Svg => chart::svg(&asked, &study),
        Form::Html => chart::html(&asked, &study),
        Form::Csv => chart::csv(&study),
        Form::Json => json::write(&asked, &study),
        Form::Strategy => file::write(
            &asked,
            study.heading(),
            &question,
            &Chart::new(&question.terms, &best, detail),
        ),
    };
    file_out::put(file, &text)
}

/// Colours are for people at a terminal who have not asked for none.
fn coloured(arguments: &StrategyArguments) -> bool {
    let asked_for_none =
        arguments.no_color || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    arguments.output.is_none() && !asked_for_none && std::io::stdout().is_terminal()
}
