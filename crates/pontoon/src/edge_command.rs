//! `pontoon edge`: what the books are worth.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::asked::{Asked, Asking};
use crate::figures::{bare, bound_note, money, percent, signed, signed_within};
use crate::output::{complain, say};
use crate::reckon;
use crate::table_out::{figures, table};
use anyhow::{Result, bail};
use clap::Args;
use rules::BOOK_IDS;
use serde_json::{Map, Value, json};
use solver::{Best, Fraction, Number, ShoeError, Worth};
use std::str::FromStr;

/// Results that come less often are counted together.
const RARE: f64 = 1e-9;

/// How every figure was reckoned.
pub(crate) const CONVENTION: &str =
    "Best play, each split hand by its own cards; one bettor alone at the table, a full shoe, amounts not rounded to chips.";

/// What the distribution of results leaves out.
const INDEPENDENT: &str = "split hands taken as independent of each other once the dealer's result is known";

#[derive(Args)]
pub(crate) struct EdgeArguments {
    /// Books by name, or files; without any, the five books.
    books: Vec<String>,
    /// Decks in the shoe, or `all` for every number that the book allows; without it the book's usual number.
    #[arg(long, value_name = "N|all")]
    decks: Option<DeckChoice>,
    /// Where the expectation comes from, and how often each net result comes.
    #[arg(long)]
    parts: bool,
    #[command(flatten)]
    asking: Asking,
}

/// A number of decks, or every number.
#[derive(Clone, Copy)]
enum DeckChoice {
    Number(u32),
    All,
}

impl FromStr for DeckChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            number => number.parse().map(Self::Number).map_err(|_| "write a number of decks, or `all`".to_owned()),
        }
    }
}

/// A book and what it is worth.
struct Row {
    asked: Asked,
    worth: Worth,
    seconds: f64,
}

pub(crate) fn run(arguments: &EdgeArguments) -> Result<()> {
    let asked = asked(arguments)?;
    let answers = reckon::each(&asked, |asked| {
        reckon::timed(|| {
            let question = asked.question();
            Worth::played(&question.terms, question.shoe, &Best)
        })
    });
    let row = |(asked, (worth, seconds)): (Asked, (Result<Worth, ShoeError>, f64))| Ok(Row { asked, worth: worth?, seconds });
    let rows = asked.into_iter().zip(answers).map(row).collect::<Result<Vec<Row>>>()?;
    if arguments.asking.json {
        say!("{:#}", Value::Array(rows.iter().map(|row| to_json(row, arguments.parts)).collect()));
    } else if arguments.parts {
        for row in &rows {
            print_parts(row);
        }
    } else {
        print_table(&rows);
    }
    Ok(())
}

/// Every book with every number of decks that was asked for.
fn asked(arguments: &EdgeArguments) -> Result<Vec<Asked>> {
    let named = !arguments.books.is_empty();
    let names = if named { arguments.books.clone() } else { BOOK_IDS.map(str::to_owned).to_vec() };
    let mut asked = Vec::new();
    let mut left_out = Vec::new();
    for name in names {
        let one = |decks| Asked::new(&name, decks, &arguments.asking);
        match arguments.decks {
            None => asked.push(one(None)?),
            Some(DeckChoice::All) => {
                for decks in one(None)?.book.cards.decks.is.counts() {
                    asked.push(one(Some(decks.into()))?);
                }
            }
            // Who names no book asks for those that are dealt so.
            Some(DeckChoice::Number(decks)) if !named => match one(None)?.book.cards.decks.is {
                allowed if u8::try_from(decks).is_ok_and(|decks| allowed.allows(decks)) => asked.push(one(Some(decks))?),
                _ => left_out.push((name, decks)),
            },
            Some(DeckChoice::Number(decks)) => asked.push(one(Some(decks))?),
        }
    }
    if let (true, Some((_, decks))) = (asked.is_empty(), left_out.first()) {
        bail!("no book is dealt from {decks} decks");
    }
    for (name, decks) in left_out {
        complain(format_args!("{name} is not dealt from {decks} decks and is left out"));
    }
    Ok(asked)
}

fn print_table(rows: &[Row]) {
    if let Some(row) = rows.first() {
        say!("A wager of {}. {CONVENTION}", row.asked.wager);
    }
    say!("Expected (to the bettor), house edge and what having the Super Bonus is worth: per initial wager.");
    say!("Edge of all wagered: the same loss per total wagered: initial wagers, doubles, splits and insurance.");
    say!("Standard deviation: of a round's net result, in initial wagers, {INDEPENDENT}.");
    let header = [
        "book",
        "decks",
        "expected %",
        "house edge %",
        "edge of all wagered %",
        "standard deviation",
        "Super Bonus %",
        "edge without it %",
    ];
    let mut out = table(&header);
    figures(&mut out, 1..header.len());
    for Row { asked, worth, .. } in rows {
        let mark = bound_note([worth.slack].into_iter()).map_or("", |_| " *");
        out.add_row(vec![
            name(asked),
            asked.decks.to_string(),
            bare(&signed_within(worth.expectation, worth.slack)) + mark,
            bare(&percent(worth.edge_per_initial_wager())),
            bare(&percent(worth.edge_per_total_wagered())),
            format!("{:.4}", worth.deviation()),
            bare(&signed(worth.super_bonus())),
            bare(&percent(-worth.without_super_bonus)),
        ]);
    }
    say!("{out}");
    if let Some(note) = bound_note(rows.iter().map(|row| row.worth.slack)) {
        say!("* {note}");
    }
    for row in rows {
        let changes: Vec<String> = changes(&row.asked).iter().map(|(key, value)| format!("{key}={value}")).collect();
        if !changes.is_empty() {
            say!("{}: {}", name(&row.asked), changes.join(", "));
        }
    }
}

/// A book by its name; with changes it is not that book any more.
fn name(asked: &Asked) -> String {
    format!("{}{}", asked.book.id.name, if changes(asked).is_empty() { "" } else { ", changed" })
}

fn changes(asked: &Asked) -> Vec<(String, String)> {
    asked.book.changes_from(&asked.usual)
}

fn print_parts(row: &Row) {
    let Row { asked, worth, .. } = row;
    say!("{}", asked.title());
    say!("{CONVENTION}");
    say!("Where the expectation comes from, per initial wager. What the bonuses add is told apart from the hands that win them.");
    let mut out = table(&["part", "chance", "worth"]);
    figures(&mut out, 1..3);
    for (part, share) in &worth.tally.parts {
        out.add_row(vec![part.words().to_owned(), percent(share.chance), signed(share.worth)]);
    }
    out.add_row(vec!["expectation".to_owned(), String::new(), signed(worth.expectation)]);
    say!("{out}");
    say!("How often each net result of a round comes, in initial wagers; insurance apart, {INDEPENDENT}.");
    let mut out = table(&["net", "chance", "one in"]);
    figures(&mut out, 0..3);
    let (often, rare) = results(worth);
    for (net, chance) in often {
        out.add_row(vec![in_wagers(net), percent(chance), one_in(chance)]);
    }
    if rare.0 > 0 {
        out.add_row(vec![format!("{} others", rare.0), percent(rare.1), one_in(rare.1)]);
    }
    say!("{out}");
    say!("standard deviation {:.4} initial wagers\n", worth.deviation());
}

/// The results from the worst to the best, and the number and chance of those that hardly ever come.
fn results(worth: &Worth) -> (Vec<(Fraction, f64)>, (usize, f64)) {
    let all = worth.tally.nets.iter().map(|(&net, &chance)| (net, chance)).filter(|(_, chance)| *chance > 0.0);
    let (often, rare): (Vec<_>, Vec<_>) = all.partition(|(_, chance)| *chance >= RARE);
    let together = rare.iter().map(|(_, chance)| chance).sum();
    (often, (rare.len(), together))
}

/// A number of wagers without needless zeros: `+1.5`.
fn in_wagers(net: Fraction) -> String {
    let text = format!("{:+.4}", Number::to_double(net));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "+" || text == "+0" { "0".to_owned() } else { text.to_owned() }
}

fn one_in(chance: f64) -> String {
    if chance >= 0.01 { format!("{:.1}", 1.0 / chance) } else { format!("{:.0}", 1.0 / chance) }
}

fn to_json(row: &Row, parts: bool) -> Value {
    let Row { asked, worth, seconds } = row;
    let mut value = json!({
        "book": asked.book.id.name,
        "version": asked.book.id.version,
        "decks": asked.decks,
        "settings": asked.settings(),
        "wager": money(asked.wager),
        "ev_per_initial_wager": worth.expectation,
        "ev_bound": worth.slack,
        "edge_per_initial_wager": worth.edge_per_initial_wager(),
        "edge_per_total_wagered": worth.edge_per_total_wagered(),
        "total_wagered": worth.tally.wagered,
        "sd": worth.deviation(),
        "super_bonus_ev": worth.super_bonus(),
        "ev_without_super_bonus": worth.without_super_bonus,
        "seconds": seconds,
    });
    if parts {
        let share = |part: &solver::Part, share: &solver::Share<f64>| {
            (part.words().to_owned(), json!({ "chance": share.chance, "ev": share.worth }))
        };
        value["parts"] = Value::Object(worth.tally.parts.iter().map(|(part, of)| share(part, of)).collect::<Map<_, _>>());
        let (often, rare) = results(worth);
        let often = often.into_iter().map(|(net, chance)| json!({ "net": Number::to_double(net), "chance": chance }));
        value["results"] = often.collect();
        value["rare_results"] = json!({ "results": rare.0, "chance": rare.1 });
    }
    value
}
