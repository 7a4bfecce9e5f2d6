//! `pontoon price`: what a rule is worth.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::asked::{Asking, decks_of};
use crate::books;
use crate::edge_command::CONVENTION;
use crate::figures::{bare, bound_note, money, settings, signed_within};
use crate::output::{say, tell};
use crate::reckon::Answers;
use crate::table_out::{figures, table};
use anyhow::Result;
use clap::Args;
use report::{Asked, decks_words};
use rules::RuleBook;
use serde_json::{Value, json};
use solver::{Alternative, Bearing, Bounded, Question, alternatives, is_of_side_wager};

#[derive(Args)]
pub(crate) struct PriceArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// Also what only the reference games have, and every setting without bearing by name.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    asking: Asking,
}

/// What most settings have.
const NO_BEARING: &str = "no bearing on the main wager of one bettor alone at the table";

/// What is subtracted.
pub(crate) const UNROUNDED: &str = "differences are of the unrounded figures";

/// The word for a bearing in JSON.
pub(crate) const fn bearing_word(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::None => "none",
        Bearing::Some => "some",
    }
}

pub(crate) fn run(arguments: &PriceArguments) -> Result<()> {
    let asked = arguments
        .asking
        .terms
        .of(&arguments.book, arguments.decks)?;
    if arguments.asking.terms.sets.is_empty() {
        every_rule(&asked, arguments)
    } else {
        changes(&asked, arguments)
    }
}

/// Changes that were asked for, together and each alone.
fn changes(asked: &Asked, arguments: &PriceArguments) -> Result<()> {
    let question = |book: &RuleBook| -> Result<(u8, Question)> {
        let decks = decks_of(book, arguments.decks)?;
        Ok((decks, Question::of(book, decks, asked.wager)))
    };
    let alone = |change: &String| {
        let mut book = (*asked.usual).clone();
        let changed =
            books::set(&mut book, std::slice::from_ref(change)).and_then(|()| question(&book));
        (
            change.clone(),
            changed.map_err(|error| format!("{error:#}")),
        )
    };
    let (decks, now) = question(&asked.usual)?;
    let sets = &arguments.asking.terms.sets;
    let mut versions = vec![(sets.join(", "), Ok(question(&asked.book)?))];
    if sets.len() > 1 {
        versions.extend(sets.iter().map(alone));
    }
    let others = versions
        .iter()
        .filter_map(|(_, version)| version.as_ref().ok())
        .map(|(_, question)| question);
    let answers = Answers::new([&now].into_iter().chain(others))?;
    let before = answers.to(&now);
    let change = |(words, version): (String, Result<(u8, Question), String>)| {
        let found = version.map(|(decks, question)| {
            let after = answers.to(&question);
            Found {
                bearing: now.bearing(&question),
                decks,
                after,
                difference: after.worth - before.worth,
            }
        });
        Change { words, found }
    };
    let mut changes: Vec<Change> = versions.into_iter().map(change).collect();
    let together = changes.remove(0);
    let price = Price {
        asked,
        decks,
        before,
        together,
        alone: changes,
    };
    if arguments.asking.json {
        say!("{:#}", price.to_json())
    } else {
        price.print()
    }
    Ok(())
}

/// What a change is worth, or why it cannot be.
struct Change {
    words: String,
    found: Result<Found, String>,
}

struct Found {
    bearing: Bearing,
    decks: u8,
    after: Bounded<f64>,
    difference: f64,
}

impl Change {
    fn to_json(&self) -> Value {
        match &self.found {
            Ok(found) => json!({
                "change": self.words,
                "decks": found.decks,
                "bearing": bearing_word(found.bearing),
                "ev": found.after.worth,
                "bound": found.after.slack,
                "difference": found.difference,
            }),
            Err(why) => json!({ "change": self.words, "refused": why }),
        }
    }
}

/// Changes to a book, together and each alone.
struct Price<'a> {
    asked: &'a Asked,
    decks: u8,
    before: Bounded<f64>,
    together: Change,
    alone: Vec<Change>,
}

impl Price<'_> {
    fn all(&self) -> impl Iterator<Item = &Change> {
        self.alone.iter().chain([&self.together])
    }

    fn print(&self) {
        let Self {
            asked,
            decks,
            before,
            ..
        } = self;
        tell!(
            "{} ({}), {}, wager {}",
            asked.usual.title,
            asked.usual.id,
            decks_words(*decks),
            asked.wager
        );
        tell!("Expectation per initial wager.\n{CONVENTION}");
        let mut out = table(&["change", "before", "after", "difference"]);
        figures(&mut out, 1..4);
        for change in self.all() {
            let words = if self.alone.is_empty() || !std::ptr::eq(change, &self.together) {
                &change.words
            } else {
                "together"
            };
            let cells = match &change.found {
                Ok(found) => [
                    signed_within(found.after.worth, found.after.slack),
                    signed_within(found.difference, found.after.slack + before.slack),
                ],
                Err(_) => ["refused".to_owned(), String::new()],
            };
            let [after, difference] = cells;
            out.add_row(vec![
                words.to_owned(),
                signed_within(before.worth, before.slack),
                after,
                difference,
            ]);
        }
        say!("{out}");
        for change in self.all() {
            match &change.found {
                Ok(found) if found.decks != *decks => {
                    tell!("{}: dealt from {}", change.words, decks_words(found.decks))
                }
                Ok(_) => {}
                Err(why) => tell!("alone it cannot be: {why}"),
            }
        }
        tell!("{UNROUNDED}");
        self.explain();
        let slacks = self
            .all()
            .filter_map(|change| change.found.as_ref().ok())
            .map(|found| found.after.slack);
        if let Some(note) = bound_note(slacks.chain([before.slack])) {
            tell!("each expectation is {note}");
        }
    }

    /// Why a change is worth nothing.
    fn explain(&self) {
        let wager = self.asked.wager;
        // Where changes are told each alone, what they are together needs no words.
        let told = if self.alone.is_empty() {
            std::slice::from_ref(&self.together)
        } else {
            &self.alone
        };
        for change in told {
            match change.found.as_ref().map(|found| found.bearing) {
                Ok(Bearing::None) => tell!(
                    "{}: exactly nothing; {NO_BEARING} who wagers {wager}",
                    change.words
                ),
                Ok(Bearing::Some) | Err(_) => {}
            }
        }
        let changed = self.asked.book.changes_from(&self.asked.usual);
        if changed.iter().any(|(key, _)| is_of_side_wager(key)) {
            let book = &self.asked.usual.id.name;
            tell!(
                "a side wager is a wager of its own and does not change the main one: `pontoon \
                side {book}` prices it"
            );
        }
        if changed.iter().any(|(key, _)| key.starts_with("insurance.")) {
            tell!(
                "insurance is a wager of its own: it is in the expectation only where it is worth \
                taking"
            );
        }
    }

    fn to_json(&self) -> Value {
        let Self {
            asked,
            decks,
            before,
            together,
            alone,
        } = self;
        let after = together.found.as_ref().ok();
        json!({
            "book": asked.usual.id.name,
            "version": asked.usual.id.version,
            "decks": decks,
            "decks_after": after.map(|found| found.decks),
            "settings": settings(asked),
            "wager": money(asked.wager),
            "ev_before": before.worth,
            "ev_after": after.map(|found| found.after.worth),
            "bound_before": before.slack,
            "bound": after.map_or(before.slack, |found| found.after.slack),
            "bearing": after.map(|found| bearing_word(found.bearing)),
            "difference": after.map(|found| found.difference),
            "alone": alone.iter().map(Change::to_json).collect::<Vec<_>>(),
        })
    }
}

/// Another answer to a setting, and what it is worth.
struct Priced {
    alternative: Alternative,
    bearing: Bearing,
    after: Bounded<f64>,
    difference: f64,
}

/// Every other answer to every setting.
fn every_rule(asked: &Asked, arguments: &PriceArguments) -> Result<()> {
    let now = asked.question();
    let wanted = |alternative: &Alternative| arguments.all || !alternative.is_reference_only();
    let listed: Vec<Alternative> = alternatives(&asked.book)
        .into_iter()
        .filter(wanted)
        .collect();
    let question = |alternative: &Alternative| {
        Question::of(&alternative.of(&asked.book), asked.decks, asked.wager)
    };
    let questions: Vec<Question> = listed.iter().map(question).collect();
    let answers = Answers::new([&now].into_iter().chain(&questions))?;
    let before = answers.to(&now);
    let price = |(alternative, question): (Alternative, &Question)| {
        let after = answers.to(question);
        Priced {
            alternative,
            bearing: now.bearing(question),
            after,
            difference: after.worth - before.worth,
        }
    };
    let mut priced: Vec<Priced> = listed.into_iter().zip(&questions).map(price).collect();
    // What is dearest comes first; the order of play decides between equals.
    priced.sort_by(|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    if arguments.asking.json {
        say!("{:#}", every_rule_json(asked, before, &priced));
    } else {
        print_every_rule(asked, before, &priced, arguments.all);
    }
    Ok(())
}

fn print_every_rule(asked: &Asked, before: Bounded<f64>, priced: &[Priced], all: bool) {
    tell!(
        "{}: expectation {}",
        asked.title(),
        signed_within(before.worth, before.slack)
    );
    tell!(
        "What another answer to each setting is worth to the bettor, per initial wager, everything \
        else as it is."
    );
    tell!("{CONVENTION}");
    let mut out = table(&["setting", "what", "now", "instead", "reading", "worth %"]);
    figures(&mut out, [5]);
    for Priced {
        alternative,
        after,
        difference,
        ..
    } in priced
        .iter()
        .filter(|priced| priced.bearing == Bearing::Some)
    {
        let worth = bare(&signed_within(*difference, after.slack + before.slack));
        let Alternative {
            key,
            words,
            reading,
            now,
            value,
        } = alternative;
        let reading = reading.clone().unwrap_or_default();
        out.add_row(vec![
            key.clone(),
            words.clone(),
            now.clone(),
            value.clone(),
            reading,
            worth,
        ]);
    }
    say!("{out}");
    tell!("{UNROUNDED}");
    if let Some(note) = bound_note(
        priced
            .iter()
            .map(|priced| priced.after.slack)
            .chain([before.slack]),
    ) {
        tell!("each expectation is {note}, unless its own bound stands beside it");
    }
    print_without_bearing(asked, priced, all);
}

fn print_without_bearing(asked: &Asked, priced: &[Priced], all: bool) {
    let without = priced
        .iter()
        .filter(|priced| priced.bearing == Bearing::None);
    let (side, main): (Vec<&Priced>, Vec<&Priced>) =
        without.partition(|priced| is_of_side_wager(&priced.alternative.key));
    tell!(
        "{} more answers have {NO_BEARING} who wagers {}",
        main.len(),
        asked.wager
    );
    list(&main, all);
    let book = &asked.book.id.name;
    tell!(
        "{} are of side wagers, which do not change the main one: `pontoon side {book}` prices \
        those",
        side.len()
    );
    list(&side, all);
    if !all {
        tell!("`--all` names them, and prices what only the reference games have");
    }
}

fn list(priced: &[&Priced], all: bool) {
    for Priced {
        alternative: Alternative {
            key, now, value, ..
        },
        ..
    } in priced.iter().filter(|_| all)
    {
        say!("  {key}={value} (now {now})");
    }
}

fn every_rule_json(asked: &Asked, before: Bounded<f64>, priced: &[Priced]) -> Value {
    let each = priced.iter().map(
        |Priced {
             alternative,
             bearing,
             after,
             difference,
         }| {
            json!({
                "setting": alternative.key,
                "what": alternative.words,
                "reading": alternative.reading,
                "now": alternative.now,
                "instead": alternative.value,
                "bearing": bearing_word(*bearing),
                "side_wager": is_of_side_wager(&alternative.key),
                "ev": after.worth,
                "bound": after.slack,
                "difference": difference,
            })
        },
    );
    json!({
        "book": asked.book.id.name,
        "version": asked.book.id.version,
        "decks": asked.decks,
        "wager": money(asked.wager),
        "ev": before.worth,
        "bound": before.slack,
        "alternatives": each.collect::<Vec<_>>(),
    })
}
