//! `pontoon par`: everything there is to say about a book's worth, on one page to print.

use crate::asked::Terms;
use crate::file_out;
use anyhow::Result;
use clap::Args;
use report::{Study, par_sheet};
use solver::{Best, Detail, Worth};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ParArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    #[command(flatten)]
    terms: Terms,
    /// The file to write, a page of HTML; without it standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ParArguments) -> Result<()> {
    let asked = arguments.terms.of(&arguments.book, arguments.decks)?;
    let question = asked.question();
    let worth = Worth::played(&question.terms, question.shoe.clone(), &Best)?;
    let study = Study::new(&question, &worth.solved, Detail::ByCards);
    file_out::put(
        arguments.output.as_deref(),
        &par_sheet(&asked, &question, &worth, &study),
    )
}
