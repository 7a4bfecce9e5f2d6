//! What the solver says of a book as files: the par sheet, and the chart to print or for a
//! spreadsheet.
//!
//! The texts are those of the command line: both come from `report`.

use crate::analysis::{Asked, Question};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Params, Segments};
use crate::running::Running;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use desk::Deed;
use report::{Study, chart, decks_words, par_sheet};
use rules::Money;
use solver::{Best, Detail, Worth};
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use utoipa::IntoParams;

/// What stands behind the `?` of an address, part by part.
type Pairs = Vec<(String, String)>;

/// Every file of one question: what takes time is solving it, so they are made together.
#[derive(Debug)]
pub(crate) struct Files {
    par: String,
    svg: String,
    csv: String,
}

impl Files {
    fn of(asked: &Asked) -> Result<Self, String> {
        let asked = asked.for_report();
        let question = asked.question();
        let worth = Worth::played(&question.terms, question.shoe.clone(), &Best)
            .map_err(|error| error.to_string())?;
        let study = Study::new(&question, &worth.solved, Detail::ByCards);
        Ok(Self {
            par: par_sheet(&asked, &question, &worth, &study),
            svg: chart::svg(&asked, &study),
            csv: chart::csv(&study),
        })
    }
}

/// Which file.
#[derive(Clone, Copy, Debug)]
enum Form {
    Par,
    Svg,
    Csv,
}

impl Form {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Par => "text/html; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    /// The name under which it is kept: a sheet of a changed book is not to be taken for the book's
    /// own.
    fn name(self, asked: &Asked) -> String {
        let what = match self {
            Self::Par => "par.html",
            Self::Svg => "chart.svg",
            Self::Csv => "chart.csv",
        };
        let decks = decks_words(asked.key.decks).replace(' ', "-");
        let changed = if asked.key.changed.is_empty() {
            ""
        } else {
            "-changed"
        };
        format!("pontoon-{}-{decks}{changed}-{what}", asked.key.book)
    }

    fn text(self, files: &Files) -> String {
        match self {
            Self::Par => files.par.clone(),
            Self::Svg => files.svg.clone(),
            Self::Csv => files.csv.clone(),
        }
    }
}

/// What stands behind the `?` of an address: `decks`, `wager`, and every other name a setting or
/// reading.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Told {
    /// How many decks; the usual number unless told.
    decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told.
    wager: Option<u64>,
    /// Settings that are changed, each under its key or reading: `dealer.soft-17=stands`.
    #[param(style = Form, explode)]
    set: BTreeMap<String, String>,
}

impl Told {
    fn read(pairs: Vec<(String, String)>) -> Result<Self, ApiError> {
        let mut told = Self::default();
        for (key, value) in pairs {
            let twice = match key.as_str() {
                "decks" => told.decks.replace(number(&key, &value)?).is_some(),
                "wager" => told.wager.replace(number(&key, &value)?).is_some(),
                _ => told.set.insert(key.clone(), value).is_some(),
            };
            if twice {
                return Err(
                    ApiError::bad("form", &format!("`{key}` is told twice: tell it once"))
                        .at(&[&key]),
                );
            }
        }
        Ok(told)
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, ApiError> {
    value.parse().map_err(|_| {
        ApiError::bad(
            "form",
            &format!("`{key}` is `{value}`: it must be a whole number"),
        )
        .at(&[key])
    })
}

/// The file that is asked for, with its name.
async fn file(
    running: &Running,
    caller: &Caller,
    book: String,
    pairs: Pairs,
    form: Form,
) -> Result<Response, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let Told { decks, wager, set } = Told::read(pairs)?;
    let asked = Question {
        book,
        decks,
        wager: wager.map(Money::from_cents),
        set,
    }
    .asked()?;
    let name = format!("attachment; filename=\"{}\"", form.name(&asked));
    let analyses = running.analyses();
    let files = analyses
        .files
        .answer(&analyses.long, asked.key.clone(), move || Files::of(&asked))
        .await?;
    let headers = [
        (CONTENT_TYPE, form.media_type().to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, form.text(&files)).into_response())
}

/// The par sheet of a book, a page to print: the rules in force, what they are worth, how often
/// everything comes, and how that was reckoned. What `pontoon par` writes.
#[utoipa::path(
    get,
    path = "/api/books/{book}/par",
    tag = "analysis",
    params(("book" = String, Path), Told),
    responses(
        (status = 200, content_type = "text/html", body = String),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ),
)]
pub(crate) async fn par(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(book): Segments<String>,
    Params(pairs): Params<Pairs>,
) -> Result<Response, ApiError> {
    file(&running, &caller, book, pairs, Form::Par).await
}

/// The strategy chart of a book, a sheet to print. What `pontoon strategy --as svg` writes.
#[utoipa::path(
    get,
    path = "/api/books/{book}/chart.svg",
    tag = "analysis",
    params(("book" = String, Path), Told),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ),
)]
pub(crate) async fn chart_svg(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(book): Segments<String>,
    Params(pairs): Params<Pairs>,
) -> Result<Response, ApiError> {
    file(&running, &caller, book, pairs, Form::Svg).await
}

/// The strategy chart of a book, a line for each kind of hand against each upcard. What `pontoon
/// strategy --as csv` writes.
#[utoipa::path(
    get,
    path = "/api/books/{book}/chart.csv",
    tag = "analysis",
    params(("book" = String, Path), Told),
    responses(
        (status = 200, content_type = "text/csv", body = String),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ),
)]
pub(crate) async fn chart_csv(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(book): Segments<String>,
    Params(pairs): Params<Pairs>,
) -> Result<Response, ApiError> {
    file(&running, &caller, book, pairs, Form::Csv).await
}
