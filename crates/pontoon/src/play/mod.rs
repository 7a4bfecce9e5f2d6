//! `pontoon play`: a real table in the terminal, one person against the dealer.
//!
//! The engine decides everything; here are the shoe, the money and the conversation.

mod clauses;
mod console;
mod layout;
mod menu;
mod purse;
mod randomness;
mod results;
mod session;
mod shoe;
mod table;
mod teller;
mod wagers;

pub(crate) use randomness::Seed;

use crate::books;
use crate::cli::PlayArguments;
use crate::side_command::in_decimals;
use anyhow::{Context, Result, bail};
use clauses::Clauses;
use console::{Console, Paint};
use game::{Choice, Pack, Player, Refusal, Round, Setup, WagersChecked};
use randomness::Randomness;
use rules::{BoxNo, RuleBook};
use session::Session;
use shoe::TableShoe;
use solver::side_wagers::pandemonium::Chances;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use table::Table;

/// The player's name in recorded rounds.
const NAME: &str = "player";

pub(crate) fn run(arguments: &PlayArguments) -> Result<()> {
    let terminal = io::stdout().is_terminal();
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let paint = if terminal && wanted {
        Paint::Colours
    } else {
        Paint::Plain
    };
    let echo = !io::stdin().is_terminal();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let console = Console {
        input: &mut input,
        output: &mut output,
        paint,
        echo,
    };
    let result = play(arguments, console);
    match result {
        // Whoever reads the output has gone: nobody is left to play for.
        Err(error)
            if error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            Ok(())
        }
        other => other,
    }
}

fn play(arguments: &PlayArguments, console: Console<'_>) -> Result<()> {
    let (usual, book) = books::changed(&arguments.book, &arguments.sets)?;
    let book = Arc::new(book);
    let (setup, notes) = table_setup(arguments, &book);
    let round = Round::open(setup.clone())?;
    if arguments.bankroll < setup.sign.minimum {
        bail!(
            "a bankroll of {} does not cover the minimum of {}",
            arguments.bankroll,
            setup.sign.minimum
        );
    }
    let player = setup.player(NAME).context("the player is at the table")?;
    let Boxes {
        allowed: boxes,
        refused,
    } = boxes(&round, player, arguments.boxes)?;
    let session = Session {
        console,
        clauses: Clauses::of(book),
        book_name: arguments.book.clone(),
        usual,
        player,
        last: None,
    };
    let shoe = TableShoe::new(setup.full(), Randomness::new(arguments.seed)?);
    let (brought, bankroll) = (arguments.bankroll, arguments.bankroll);
    let mut table = Table {
        session,
        setup,
        shoe,
        boxes,
        brought,
        bankroll,
        rounds: 0,
        laid: Vec::new(),
    };
    welcome(&mut table, arguments)?;
    table.session.say_all(notes)?;
    if let Some((box_no, refusal)) = refused {
        let words = format!(
            "Box {box_no} is refused: {} [{}]. You have {}.",
            refusal.reason,
            refusal.clause,
            count_boxes(&table.boxes)
        );
        table.session.say(words)?;
    }
    table.run()
}

/// The table as the arguments want it, and what has to be said about it.
fn table_setup(arguments: &PlayArguments, book: &Arc<RuleBook>) -> (Setup, Vec<String>) {
    let mut setup = Setup::usual(Arc::clone(book), &[NAME]);
    // Software sees each wager as it is laid, and can say at once what is wrong with it.
    setup.wagers_checked = WagersChecked::WhenLaid;
    setup.sign.chip = arguments.chip;
    let mut notes = Vec::new();
    if let Some(minimum) = arguments.minimum {
        setup.sign.minimum = minimum;
        setup.sign.maximum = setup.sign.maximum.max(minimum);
    }
    if let Some(maximum) = arguments.maximum {
        setup.sign.maximum = maximum;
    }
    if let Some(decks) = arguments.decks {
        setup.pack = Pack::Decks(decks);
        let rule = book.cards.decks_with_pairs;
        // A book may ask for more decks where pairs are offered: then a smaller shoe has no wager
        // on pairs.
        if setup.sign.pairs.is_some() && book.cards.decks.is.allows(decks) && !rule.is.allows(decks)
        {
            setup.sign.pairs = None;
            notes.push(format!(
                "With {decks} decks no wager on pairs is offered [{}].",
                rule.clause
            ));
        }
    }
    (setup, notes)
}

/// The boxes one person may have.
struct Boxes {
    allowed: Vec<BoxNo>,
    /// The book's refusal of the first that was wanted beside them.
    refused: Option<(BoxNo, Refusal)>,
}

/// Asks the book, with a round that is never played, which of the wanted boxes one person may have.
fn boxes(open: &Round, player: Player, wanted: u8) -> Result<Boxes> {
    let mut trial = open.clone();
    let amount = open.setup().sign.minimum;
    let mut allowed = Vec::new();
    for number in 1..=wanted {
        let box_no = BoxNo::new(number).context("--boxes")?;
        if let Err(refusal) = trial.choose(
            player,
            Choice::Wager {
                box_no,
                amount,
                seated: allowed.is_empty(),
            },
        ) {
            if allowed.is_empty() {
                bail!(
                    "box {box_no} is refused: {} [{}]",
                    refusal.reason,
                    refusal.clause
                );
            }
            return Ok(Boxes {
                allowed,
                refused: Some((box_no, refusal)),
            });
        }
        allowed.push(box_no);
    }
    Ok(Boxes {
        allowed,
        refused: None,
    })
}

fn count_boxes(boxes: &[BoxNo]) -> String {
    match boxes {
        [only] => format!("box {only}"),
        several => format!("boxes 1 to {}", several.len()),
    }
}

fn welcome(table: &mut Table<'_>, arguments: &PlayArguments) -> Result<()> {
    let sign = &table.setup.sign;
    let book = &table.setup.book;
    let cards = table.setup.full().len();
    let mut lines = vec![format!("{} ({}), {cards} cards.", book.title, book.id)];
    let mut offers = vec![format!("wagers {} to {}", sign.minimum, sign.maximum)];
    offers.extend(
        sign.pairs
            .map(|(least, most)| format!("pairs {least} to {most}")),
    );
    offers.extend(
        sign.pandemonium
            .map(|(least, most)| format!("pandemonium {least} to {most}")),
    );
    lines.push(format!(
        "The sign says: {}. You have {}.",
        offers.join("; "),
        count_boxes(&table.boxes)
    ));
    if let Some(chances) = sign
        .pandemonium
        .and_then(|_| Chances::usual(&book.pandemonium.multipliers.is))
    {
        lines.push(format!(
            "The book gives no chances for the jackpot meter. These are ours: {}.",
            in_decimals(&chances)
        ));
    }
    if arguments.seed.is_some() {
        lines.push(
            "The cards come from the seed given: the same seed and the same play give the \
            same cards."
                .to_owned(),
        );
    }
    lines.push(
        "Type help for the words, ? for the clauses behind a choice, quit to leave.".to_owned(),
    );
    table.session.say_all(lines)
}
