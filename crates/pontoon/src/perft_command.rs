//! `pontoon perft`: counts complete rounds.

use crate::books;
use crate::cli::PerftArguments;
use crate::output::{complain, say};
use anyhow::{Context, Result, bail};
use cards::{Card, Composition};
use game::{Choice, Pack, Perft, Round, Setup, Suits, divide};
use rules::{BoxNo, RuleBook};
use std::sync::Arc;

const CHOICES: [&str; 7] = [
    "draw",
    "stand",
    "double",
    "split",
    "surrender",
    "insurance",
    "forfeit",
];

pub(crate) fn run(arguments: &PerftArguments) -> Result<()> {
    let (_, book) = books::changed(&arguments.book, &arguments.sets)?;
    if let Some(unknown) = arguments
        .only
        .iter()
        .find(|word| !CHOICES.contains(&word.as_str()))
    {
        bail!("--only {unknown}: the choices are {}", CHOICES.join(", "));
    }
    let only: Vec<&str> = arguments.only.iter().map(String::as_str).collect();
    let suits = if arguments.ranks {
        Suits::Ignored
    } else {
        Suits::Told
    };
    let round = open(book, &arguments.shoe, arguments.boxes)?;
    if round.unseen().len() > 12 || arguments.boxes > 1 {
        complain(format_args!(
            "counting every round of {} cards may take very long; Ctrl-C stops it",
            round.unseen().len()
        ));
    }
    let counts = divide(&round, Perft { suits, only: &only });
    for (first, count) in &counts {
        say!("{first:<14} {count:>14}");
    }
    say!("{:<14} {:>14}", "rounds", counts.values().sum::<u64>());
    if counts.is_empty() {
        say!("(no round can be completed with so few cards)");
    }
    Ok(())
}

fn open(book: RuleBook, shoe: &str, boxes: u8) -> Result<Round> {
    let cards: Composition = shoe
        .split_whitespace()
        .map(str::parse::<Card>)
        .collect::<Result<Vec<Card>, _>>()?
        .into_iter()
        .collect();
    if cards.len() > 60 {
        bail!(
            "--shoe holds {} cards: counting every round is for small shoes, at most 60",
            cards.len()
        );
    }
    let names: Vec<String> = (1..=boxes).map(|number| format!("p{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut setup = Setup::usual(Arc::new(book), &names);
    setup.pack = Pack::Cards(cards);
    let amount = setup.sign.minimum;
    let mut round = Round::open(setup)?;
    for (number, name) in (1..=boxes).zip(names) {
        let player = round
            .setup()
            .player(name)
            .context("everybody has a place")?;
        round.choose(
            player,
            Choice::Wager {
                box_no: BoxNo::new(number)?,
                amount,
                seated: true,
            },
        )?;
    }
    round.close_wagers()?;
    Ok(round)
}
