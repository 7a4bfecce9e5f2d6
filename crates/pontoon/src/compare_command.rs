//! `pontoon rules compare`: what two books do differently, and what each difference is worth.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::asked::{check_wager, decks_of};
use crate::books;
use crate::edge_command::CONVENTION;
use crate::figures::{bare, bound_note, money, signed, signed_within};
use crate::output::{say, tell};
use crate::price_command::{UNROUNDED, bearing_word};
use crate::reckon::Answers;
use crate::table_out::{figures, table};
use anyhow::{Result, bail};
use clap::Args;
use report::decks_words;
use rules::{Clause, Difference, Money, RuleBook, Value as _, compare};
use serde_json::{Value, json};
use solver::{Bearing, Bounded, Question, walk};

#[derive(Args)]
pub(crate) struct CompareArguments {
    /// A book by name, or a file.
    left: String,
    /// Another.
    right: String,
    /// What each difference is worth, changing one setting after the other from the first book to
    /// the second.
    #[arg(long)]
    price: bool,
    /// Decks in the shoe; without it the usual number of the first book, if the second allows it.
    #[arg(long, value_name = "N", requires = "price")]
    decks: Option<u32>,
    /// The wager. It decides what Super Bonus may be won; everything else goes by the wager.
    #[arg(
        long,
        value_name = "AMOUNT",
        allow_negative_numbers = true,
        default_value = "25",
        requires = "price"
    )]
    wager: Money,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &CompareArguments) -> Result<()> {
    let (left, right) = (
        books::find(&arguments.left)?,
        books::find(&arguments.right)?,
    );
    if arguments.price {
        return price(&left, &right, arguments);
    }
    let differences = compare(&left, &right);
    if arguments.json {
        let differences: Vec<Value> = differences.iter().map(difference_json).collect();
        say!(
            "{:#}",
            json!({
                "left": left.id.to_string(),
                "right": right.id.to_string(),
                "differences": differences,
            })
        );
        return Ok(());
    }
    if differences.is_empty() {
        say!("nothing differs");
        return Ok(());
    }
    let mut out = table(&["setting", "what", &left.id.name, &right.id.name]);
    for difference in &differences {
        out.add_row(vec![
            difference.key.clone(),
            difference.words.clone(),
            cited(&difference.left),
            cited(&difference.right),
        ]);
    }
    say!("{out}");
    say!("{} setting(s) differ", differences.len());
    Ok(())
}

fn cited((text, clause): &(String, Clause)) -> String {
    format!("{text} [{clause}]")
}

fn difference_json(difference: &Difference) -> Value {
    let side = |(value, clause): &(String, Clause)| {
        json!({
            "value": value,
            "clause": clause.to_string(),
        })
    };
    json!({
        "setting": difference.key,
        "what": difference.words,
        "left": side(&difference.left),
        "right": side(&difference.right),
    })
}

/// A difference, and what it is worth where it is reached.
struct Step {
    difference: Difference,
    bearing: Bearing,
    worth: f64,
    /// The expectation after this step.
    reached: Bounded<f64>,
}

fn price(left: &RuleBook, right: &RuleBook, arguments: &CompareArguments) -> Result<()> {
    check_wager(arguments.wager)?;
    let decks = common_decks(left, right, arguments.decks)?;
    let steps = walk(left, right);
    let books = [left]
        .into_iter()
        .chain(steps.iter().map(|step| &step.book));
    let questions: Vec<Question> = books
        .map(|book| Question::of(book, decks, arguments.wager))
        .collect();
    let answers = Answers::new(&questions)?;
    let step = |(step, questions): (solver::Step, &[Question])| {
        let (before, reached) = (answers.to(&questions[0]), answers.to(&questions[1]));
        let bearing = questions[0].bearing(&questions[1]);
        Step {
            difference: step.difference,
            bearing,
            worth: reached.worth - before.worth,
            reached,
        }
    };
    let start = answers.to(&questions[0]);
    let steps = steps
        .into_iter()
        .zip(questions.windows(2))
        .map(step)
        .collect();
    let walk = Walk {
        left,
        right,
        decks,
        wager: arguments.wager,
        start,
        steps,
    };
    if arguments.json {
        say!("{:#}", walk.to_json())
    } else {
        walk.print()
    }
    Ok(())
}

/// The number of decks both books allow: the first book's usual one if it can be.
fn common_decks(left: &RuleBook, right: &RuleBook, asked: Option<u32>) -> Result<u8> {
    if asked.is_some() {
        decks_of(left, asked)?;
        return decks_of(right, asked);
    }
    let both =
        |decks: &u8| left.cards.decks.is.allows(*decks) && right.cards.decks.is.allows(*decks);
    let usual = [left.decks(), right.decks()].into_iter().find(both);
    let Some(decks) = usual.or_else(|| left.cards.decks.is.counts().filter(both).max()) else {
        let allows =
            |book: &RuleBook| format!("{} allows {}", book.id.name, book.cards.decks.is.write());
        bail!(
            "no number of decks is common to both: {}, {}",
            allows(left),
            allows(right)
        );
    };
    Ok(decks)
}

/// The way from one book to another.
struct Walk<'a> {
    left: &'a RuleBook,
    right: &'a RuleBook,
    decks: u8,
    wager: Money,
    start: Bounded<f64>,
    steps: Vec<Step>,
}

impl Walk<'_> {
    fn end(&self) -> Bounded<f64> {
        self.steps.last().map_or(self.start, |step| step.reached)
    }

    /// Why these decks, where they are not the first book's usual ones.
    fn decks_words(&self) -> String {
        let (left, right) = (&self.left.id.name, &self.right.id.name);
        let whose = match self.decks {
            decks if decks == self.left.decks() && decks == self.right.decks() => {
                "the usual number of both".to_owned()
            }
            decks if decks == self.left.decks() => format!("the usual number of {left}"),
            decks if decks == self.right.decks() => format!("the usual number of {right}"),
            _ => "which both allow".to_owned(),
        };
        format!("{}, {whose}", decks_words(self.decks))
    }

    fn print(&self) {
        let Self {
            left,
            right,
            start,
            steps,
            ..
        } = self;
        let end = self.end();
        tell!(
            "From {} to {}: {}, wager {}",
            left.id.name,
            right.id.name,
            self.decks_words(),
            self.wager
        );
        if steps.is_empty() {
            say!(
                "nothing differs: both are worth {}",
                signed_within(start.worth, start.slack)
            );
            return;
        }
        tell!(
            "Each setting in its turn, those above it changed already. Expectation per initial \
            wager.\n{CONVENTION}"
        );
        tell!(
            "Each step depends on those before it: another order gives other steps and the same \
            sum."
        );
        tell!("{} begins at {}", left.id.name, signed(start.worth));
        let mut out = table(&[
            "setting",
            "what",
            &left.id.name,
            &right.id.name,
            "step %",
            "then at %",
        ]);
        figures(&mut out, 4..6);
        for step in steps.iter().filter(|step| step.bearing == Bearing::Some) {
            let Step {
                difference,
                worth,
                reached,
                ..
            } = step;
            out.add_row(vec![
                difference.key.clone(),
                difference.words.clone(),
                cited(&difference.left),
                cited(&difference.right),
                bare(&signed(*worth)),
                bare(&signed_within(reached.worth, reached.slack)),
            ]);
        }
        if steps.iter().any(|step| step.bearing == Bearing::Some) {
            say!("{out}");
        }
        tell!(
            "{} ends at {}: {} from {}",
            right.id.name,
            signed(end.worth),
            signed(end.worth - start.worth),
            left.id.name
        );
        tell!("{UNROUNDED}");
        if let Some(note) = bound_note(
            steps
                .iter()
                .map(|step| step.reached.slack)
                .chain([start.slack]),
        ) {
            tell!("each expectation is {note}");
        }
        let without = steps
            .iter()
            .filter(|step| step.bearing == Bearing::None)
            .map(|step| step.difference.key.as_str());
        let without: Vec<&str> = without.collect();
        if !without.is_empty() {
            let keys = without.join(", ");
            tell!(
                "{}, with no bearing here on the main wager of one bettor alone at the table: \
                {keys}",
                if without.len() == 1 {
                    "1 more differs".to_owned()
                } else {
                    format!("{} more differ", without.len())
                }
            );
        }
    }

    fn to_json(&self) -> Value {
        let Self {
            left,
            right,
            decks,
            wager,
            start,
            steps,
        } = self;
        let end = self.end();
        let steps = steps.iter().map(|step| {
            let mut value = difference_json(&step.difference);
            value["bearing"] = json!(bearing_word(step.bearing));
            value["worth"] = json!(step.worth);
            value["ev"] = json!(step.reached.worth);
            value["bound"] = json!(step.reached.slack);
            value
        });
        json!({
            "left": left.id.to_string(),
            "right": right.id.to_string(),
            "decks": decks,
            "wager": money(*wager),
            "ev_left": start.worth,
            "ev_right": end.worth,
            "difference": end.worth - start.worth,
            "steps": steps.collect::<Vec<_>>(),
        })
    }
}
