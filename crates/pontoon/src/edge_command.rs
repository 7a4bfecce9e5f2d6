//! `pontoon edge`: what the books are worth.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::asked::Asking;
use crate::figures::{
    bare, bound_note, chance as share_of_rounds, money, percent, settings, signed, within,
};
use crate::output::{complain, say, tell};
use crate::reckon;
use crate::table_out::{figures, firm, table, words_first};
use anyhow::{Result, bail};
use clap::Args;
use report::{Asked, NONE, decks_words, is_nothing, part_words};
use rules::BOOK_IDS;
use serde_json::{Map, Value, json};
use solver::{Best, Fraction, Number, Part, Share, ShoeError, Worth};
use std::str::FromStr;

/// Results that come less often are counted together.
const RARE: f64 = 1e-9;

/// How every figure was reckoned.
pub(crate) const CONVENTION: &str = "Best play, each split hand by its own cards; one bettor alone \
    at the table, a full shoe, amounts not rounded to chips.";

/// What the distribution of results leaves out.
const INDEPENDENT: &str =
    "split hands taken as independent of each other once the dealer's result is known";

#[derive(Args)]
pub(crate) struct EdgeArguments {
    /// Books by name, or files; without any, the five books.
    books: Vec<String>,
    /// Decks in the shoe, or `all` for every number that the book allows; without it the book's
    /// usual number.
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
            number => number
                .parse()
                .map(Self::Number)
                .map_err(|_| "write a number of decks, or `all`".to_owned()),
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
    let row = |(asked, (worth, seconds)): (Asked, (Result<Worth, ShoeError>, f64))| {
        Ok(Row {
            asked,
            worth: worth?,
            seconds,
        })
    };
    let rows = asked
        .into_iter()
        .zip(answers)
        .map(row)
        .collect::<Result<Vec<Row>>>()?;
    if arguments.asking.json {
        say!(
            "{:#}",
            Value::Array(
                rows.iter()
                    .map(|row| to_json(row, arguments.parts))
                    .collect()
            )
        );
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
    let names = if named {
        arguments.books.clone()
    } else {
        BOOK_IDS.map(str::to_owned).to_vec()
    };
    let mut asked = Vec::new();
    let mut left_out = Vec::new();
    for name in names {
        let one = |decks| arguments.asking.terms.of(&name, decks);
        match arguments.decks {
            None => asked.push(one(None)?),
            Some(DeckChoice::All) => {
                for decks in one(None)?.book.cards.decks.is.counts() {
                    asked.push(one(Some(decks.into()))?);
                }
            }
            // Who names no book asks for those that are dealt so.
            Some(DeckChoice::Number(decks)) if !named => match one(None)?.book.cards.decks.is {
                allowed if u8::try_from(decks).is_ok_and(|decks| allowed.allows(decks)) => {
                    asked.push(one(Some(decks))?)
                }
                _ => left_out.push((name, decks)),
            },
            Some(DeckChoice::Number(decks)) => asked.push(one(Some(decks))?),
        }
    }
    if let (true, Some((_, decks))) = (asked.is_empty(), left_out.first()) {
        bail!("no book is dealt from {}", decks_words(*decks));
    }
    for (name, decks) in left_out {
        complain(format_args!(
            "{name} is not dealt from {} and is left out",
            decks_words(decks)
        ));
    }
    Ok(asked)
}

fn print_table(rows: &[Row]) {
    if let Some(row) = rows.first() {
        tell!("A wager of {}. {CONVENTION}", row.asked.wager);
    }
    tell!(
        "Expected (to the bettor), house edge, Super Bonus (worth of being offered it) and edge \
        without it: in per cent of the initial wager."
    );
    tell!(
        "Edge of all wagered: the same loss in per cent of all that is wagered: initial wagers, \
        doubles, splits and insurance."
    );
    tell!("SD: standard deviation of a round's net result, in initial wagers, {INDEPENDENT}.");
    let header = [
        "book",
        "decks",
        "expected",
        "house edge",
        "edge of all wagered",
        "SD",
        "Super Bonus",
        "edge w/o it",
    ];
    let mut out = table(&header);
    words_first(&mut out);
    figures(&mut out, 1..header.len());
    for row in rows {
        let Row { asked, worth, .. } = row;
        // The bound is the same for every figure that the expectation is in.
        let bounded = |share: f64, text: &dyn Fn(f64) -> String| {
            let mark = if rows.iter().all(|row| bound(row).is_none()) {
                ""
            } else {
                bound(row).map_or(" ", |_| "*")
            };
            firm(&(bare(&within(text(share), worth.slack)) + mark))
        };
        let has_bonus = worth.terms.super_bonus.is_some();
        let of_bonus = |text: String| if has_bonus { text } else { NONE.to_owned() };
        out.add_row(vec![
            name(asked),
            asked.decks.to_string(),
            bounded(worth.expectation, &signed),
            bounded(worth.edge_per_initial_wager(), &percent),
            bounded(worth.edge_per_total_wagered(), &percent),
            format!("{:.4}", worth.deviation()),
            of_bonus(bare(&signed(worth.super_bonus()))),
            of_bonus(bounded(-worth.without_super_bonus, &percent)),
        ]);
    }
    say!("{out}");
    if let Some(note) = bound_note(rows.iter().map(|row| row.worth.slack)) {
        tell!("* {note}");
    }
    for row in rows {
        let changes: Vec<String> = changes(&row.asked)
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        if !changes.is_empty() {
            tell!("{}: {}", name(&row.asked), changes.join(", "));
        }
    }
}

/// How far a row's figures are right, where that is told below the table.
fn bound(row: &Row) -> Option<String> {
    bound_note([row.worth.slack].into_iter())
}

/// A book by its name; with changes it is not that book any more.
fn name(asked: &Asked) -> String {
    format!(
        "{}{}",
        asked.book.id.name,
        if changes(asked).is_empty() {
            ""
        } else {
            ", changed"
        }
    )
}

fn changes(asked: &Asked) -> Vec<(String, String)> {
    asked.book.changes_from(&asked.usual)
}

fn print_parts(row: &Row) {
    let Row { asked, worth, .. } = row;
    tell!("{}", asked.title());
    tell!("{CONVENTION}");
    tell!(
        "Where the expectation comes from, per initial wager. What the bonuses add is told apart \
        from the hands that win them."
    );
    let mut out = table(&["part", "chance", "worth"]);
    figures(&mut out, 1..3);
    for (part, share) in &worth.tally.parts {
        // A game without bonuses has no such part.
        if !is_nothing(*part, share) {
            out.add_row(vec![
                part_words(*part).to_owned(),
                share_of_rounds(share.chance),
                signed(share.worth),
            ]);
        }
    }
    out.add_row(vec![
        "expectation".to_owned(),
        String::new(),
        within(signed(worth.expectation), worth.slack),
    ]);
    say!("{out}");
    if let Some(note) = bound(row) {
        tell!("the expectation is {note}");
    }
    tell!(
        "How often each net result of a round comes, in initial wagers; insurance apart, \
        {INDEPENDENT}."
    );
    let mut out = table(&["net", "chance", "once in"]);
    figures(&mut out, 0..3);
    let (often, rare) = results(worth);
    for (net, chance) in often {
        out.add_row(vec![
            in_wagers(net),
            share_of_rounds(chance),
            once_in(chance),
        ]);
    }
    if rare.0 > 0 {
        out.add_row(vec![
            if rare.0 == 1 {
                "1 other".to_owned()
            } else {
                format!("{} others", rare.0)
            },
            share_of_rounds(rare.1),
            once_in(rare.1),
        ]);
    }
    say!("{out}");
    say!(
        "standard deviation {:.4} initial wagers\n",
        worth.deviation()
    );
}

/// The results from the worst to the best, and the number and chance of those that hardly ever
/// come.
fn results(worth: &Worth) -> (Vec<(Fraction, f64)>, (usize, f64)) {
    let all = worth
        .tally
        .nets
        .iter()
        .map(|(&net, &chance)| (net, chance))
        .filter(|(_, chance)| *chance > 0.0);
    let (often, rare): (Vec<_>, Vec<_>) = all.partition(|(_, chance)| *chance >= RARE);
    let together = rare.iter().map(|(_, chance)| chance).sum();
    (often, (rare.len(), together))
}

/// A number of wagers without needless zeros: `+1.5`.
fn in_wagers(net: Fraction) -> String {
    let text = format!("{:+.4}", Number::to_double(net));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "+" || text == "+0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

fn once_in(chance: f64) -> String {
    if chance >= 0.01 {
        format!("{:.1}", 1.0 / chance)
    } else {
        format!("{:.0}", 1.0 / chance)
    }
}

fn to_json(row: &Row, parts: bool) -> Value {
    let Row {
        asked,
        worth,
        seconds,
    } = row;
    let mut value = json!({
        "book": asked.book.id.name,
        "version": asked.book.id.version,
        "decks": asked.decks,
        "settings": settings(asked),
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
        let share = |part: &Part, share: &Share<f64>| {
            (
                part.words().to_owned(),
                json!({ "chance": share.chance, "ev": share.worth }),
            )
        };
        value["parts"] = Value::Object(
            worth
                .tally
                .parts
                .iter()
                .map(|(part, of)| share(part, of))
                .collect::<Map<_, _>>(),
        );
        let (often, rare) = results(worth);
        let often = often
            .into_iter()
            .map(|(net, chance)| json!({ "net": Number::to_double(net), "chance": chance }));
        value["results"] = often.collect();
        value["rare_results"] = json!({ "results": rare.0, "chance": rare.1 });
    }
    value
}
