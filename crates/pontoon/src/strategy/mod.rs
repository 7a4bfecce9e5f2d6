//! `pontoon strategy`: the best play as a chart, on the terminal or as a file.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

mod csv;
mod file;
pub(crate) mod html;
mod json;
pub(crate) mod notation;
mod palette;
pub(crate) mod sheet;
mod svg;
mod terminal;

use crate::asked::{self, Asked};
use crate::file_out;
use anyhow::Result;
use clap::{Args, ValueEnum};
use rules::DoubleAces;
use sheet::Sheet;
use solver::{Best, Bounded, Chart, Detail, Loss, Question, Solved, SuitClass, Terms, check_shoe, solve};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// How many of the dearest hands a chart tells.
const DEAREST: usize = 12;

/// What stands above them.
pub(crate) const DEAREST_TITLE: &str = "The hands that cost most by this chart, split hands apart";

#[derive(Args)]
pub(crate) struct StrategyArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    #[command(flatten)]
    asked: asked::Terms,
    /// The plain chart: totals only, first two cards and later ones; neither how many cards nor their suits.
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
            .find(|form| form.to_possible_value().is_some_and(|value| value.get_name() == ending))
    }
}

/// A chart, and what it costs.
pub(crate) struct Study {
    pub(crate) detail: Detail,
    pub(crate) sheet: Sheet,
    /// The expectation of best play.
    pub(crate) best: Bounded<f64>,
    /// Of the chart by the number of cards, and of the plain one.
    pub(crate) by_cards: Bounded<f64>,
    /// See [`Study::by_cards`].
    pub(crate) plain: Bounded<f64>,
    /// The hands that the chart on the sheet plays less well than can be, the dearest first.
    pub(crate) losses: Vec<Loss>,
}

impl Study {
    /// The chart of a book that was solved for best play.
    pub(crate) fn new(question: &Question, best: &Solved<f64>, detail: Detail) -> Self {
        let Question { terms, shoe } = question;
        let of = |detail| {
            let chart = Chart::new(terms, best, detail);
            let played: Solved<f64> = solve(terms, shoe, &chart);
            (chart, played)
        };
        let (by_cards, plain) = (of(Detail::ByCards), of(Detail::Totals));
        let (chart, played) = match detail {
            Detail::ByCards => &by_cards,
            Detail::Totals => &plain,
        };
        let mut losses = told_apart(terms, chart.losses(best, played));
        losses.truncate(DEAREST);
        Self {
            detail,
            sheet: Sheet::new(terms, chart),
            best: best.expectation(),
            by_cards: by_cards.1.expectation(),
            plain: plain.1.expectation(),
            losses,
        }
    }

    /// What stands above the chart.
    pub(crate) fn heading(&self) -> &'static str {
        match self.detail {
            Detail::ByCards => "Strategy",
            Detail::Totals => "Plain strategy",
        }
    }

    /// What a plain chart goes by.
    pub(crate) const fn about(&self) -> Option<&'static str> {
        match self.detail {
            Detail::ByCards => None,
            Detail::Totals => Some("The plain chart: totals only, first two cards and later ones."),
        }
    }

    /// What the charts are worth, line by line: words, and a share of the wager.
    pub(crate) fn figures(&self) -> [(&'static str, String); 5] {
        let costs = |chart: Bounded<f64>| format!("{:.6} %", (self.best.worth - chart.worth) * 100.0);
        [
            ("Best play, by every card of the hand", percent(self.best.worth)),
            ("The chart by number of cards", percent(self.by_cards.worth)),
            ("Cost of the chart by number of cards", costs(self.by_cards)),
            ("The plain chart: totals only, first two cards and later ones", percent(self.plain.worth)),
            ("Cost of the plain chart", costs(self.plain)),
        ]
    }

    /// What the figures are shares of, and how far they can be trusted.
    pub(crate) fn convention(&self) -> String {
        let slack = self.best.slack.max(self.by_cards.slack).max(self.plain.slack);
        let bound = if slack > 0.0 { format!(", within {:.0e} %", slack * 100.0) } else { String::new() };
        format!("Expectation per initial wager{bound}; one bettor alone at the table, a full shoe.")
    }
}

/// Whether an Ace came later is told only where it matters; elsewhere such hands are one.
fn told_apart(terms: &Terms, losses: Vec<Loss>) -> Vec<Loss> {
    if terms.double.aces == DoubleAces::FirstTwo {
        return losses;
    }
    let mut found: Vec<Loss> = Vec::new();
    for loss in losses {
        let key = |loss: &Loss| (loss.upcard, loss.hand.clone(), loss.suits, loss.chart, loss.best);
        match found.iter_mut().find(|known| key(known) == key(&loss)) {
            Some(known) => known.cost += loss.cost,
            None => found.push(Loss { later_ace: false, ..loss }),
        }
    }
    found.sort_by(|one, other| other.cost.total_cmp(&one.cost));
    found
}

/// A share in per cent with six places and its sign.
pub(crate) fn percent(share: f64) -> String {
    format!("{:+.6} %", share * 100.0)
}

/// What a very small share comes to, in per cent.
pub(crate) fn small_percent(share: f64) -> String {
    format!("{:.7} %", share * 100.0)
}

/// The cards of a hand that costs something.
pub(crate) fn hand_words(loss: &Loss) -> String {
    let cards: Vec<String> = loss.hand.iter().map(ToString::to_string).collect();
    let suits = match loss.suits {
        SuitClass::Mixed => "",
        SuitClass::Suited => " of one suit",
        SuitClass::Spades => " of spades",
    };
    let later = if loss.later_ace { " (later Ace)" } else { "" };
    format!("{}{suits}{later}", cards.join("-"))
}

pub(crate) fn run(arguments: &StrategyArguments) -> Result<()> {
    let asked = Asked::new(&arguments.book, arguments.decks, &arguments.asked)?;
    let question = asked.question();
    check_shoe(&question.terms, &question.shoe)?;
    let best: Solved<f64> = solve(&question.terms, &question.shoe, &Best);
    let detail = if arguments.plain { Detail::Totals } else { Detail::ByCards };
    let study = Study::new(&question, &best, detail);
    let file = arguments.output.as_deref();
    let form = arguments.form.or_else(|| file.and_then(Form::of)).unwrap_or(Form::Terminal);
    let text = match form {
        Form::Terminal => terminal::write(&asked, &study, coloured(arguments)),
        Form::Svg => svg::write(&asked, &study),
        Form::Html => html::page(&asked, &study),
        Form::Csv => csv::write(&study),
        Form::Json => json::write(&asked, &study),
        Form::Strategy => file::write(&asked, study.heading(), &question, &Chart::new(&question.terms, &best, detail)),
    };
    file_out::put(file, &text)
}

/// Colours are for people at a terminal who have not asked for none.
fn coloured(arguments: &StrategyArguments) -> bool {
    let asked_for_none = arguments.no_color || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    arguments.output.is_none() && !asked_for_none && std::io::stdout().is_terminal()
}
