//! `pontoon par`: everything there is to say about a book's worth, on one page to print.

use crate::asked::{Asked, check_wager, decks_of};
use crate::books;
use crate::file_out;
use crate::par;
use crate::strategy::Study;
use anyhow::Result;
use clap::Args;
use rules::Money;
use solver::{Best, Detail, Worth};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ParArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// The wager. It decides what Super Bonus may be won.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, default_value = "25")]
    wager: Money,
    /// Change a setting or reading: key=value.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// The file to write, a page of HTML; without it standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ParArguments) -> Result<()> {
    check_wager(arguments.wager)?;
    let (usual, book) = books::changed(&arguments.book, &arguments.sets)?;
    let decks = decks_of(&book, arguments.decks)?;
    let asked = Asked { usual, book, decks, wager: arguments.wager };
    let question = asked.question();
    let worth = Worth::played(&question.terms, question.shoe.clone(), &Best)?;
    let study = Study::new(&question, &worth.solved, Detail::ByCards);
    file_out::put(arguments.output.as_deref(), &par::page(&asked, &question, &worth, &study))
}
