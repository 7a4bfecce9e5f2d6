//! What each other answer to one setting is worth, against the book's own.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::analysis::{About, Asked, Question};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use rules::Money;
use serde::{Deserialize, Serialize};
use solver::{Alternative, Bearing, alternatives, is_of_side_wager};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A question about one setting.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct PriceQuestion {
    /// The id of the book.
    pub(crate) book: String,
    /// How many decks; the usual number unless told.
    pub(crate) decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told.
    #[schema(value_type = Option<u64>)]
    pub(crate) wager: Option<Money>,
    /// Settings that are changed, by key or reading.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub(crate) set: BTreeMap<String, String>,
    /// The setting, by key or reading.
    pub(crate) key: String,
}

/// What the other answers to a setting are worth. All figures are in initial wagers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PricePage {
    /// Which book.
    pub(crate) about: About,
    /// The setting.
    pub(crate) key: String,
    /// What it is about.
    pub(crate) title: String,
    /// What it is now.
    pub(crate) now: String,
    /// The clause that fixes it.
    pub(crate) clause: String,
    /// Whether it is of a wager beside the main one, whose worth it does not change.
    pub(crate) side_wager: bool,
    /// What one wager brings the bettor on average as it is.
    pub(crate) expectation: f64,
    /// By how much that may be wrong.
    pub(crate) bound: f64,
    /// The other answers that the book could give.
    pub(crate) alternatives: Vec<PriceLine>,
}

/// One other answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PriceLine {
    /// What it would be instead.
    pub(crate) value: String,
    /// The reading to which it is another answer, if it is one.
    pub(crate) reading: Option<String>,
    /// Whether it makes another game, one that only reference books have.
    pub(crate) reference_only: bool,
    /// Whether it bears on the main wager at all: where not, the difference is exactly nothing.
    pub(crate) bears: bool,
    /// What one wager brings then.
    pub(crate) expectation: f64,
    /// By how much that may be wrong.
    pub(crate) bound: f64,
    /// What it is worth to the bettor: then, less now.
    pub(crate) difference: f64,
}

fn priced(asked: &Asked, wanted: &str) -> Result<PricePage, String> {
    let book = &asked.book;
    let now = asked.question();
    let before = now.expectation().map_err(|error| error.to_string())?;
    let mut named = None;
    book.each(|key, words, setting| {
        if key == wanted {
            named = Some((
                words.to_owned(),
                setting.text(),
                setting.clause().to_string(),
            ));
        }
    });
    let (title, value, clause) = named.ok_or_else(|| format!("there is no setting `{wanted}`"))?;
    let mut lines = Vec::new();
    for alternative in alternatives(book)
        .into_iter()
        .filter(|alternative| alternative.key == wanted)
    {
        let question =
            solver::Question::of(&alternative.of(book), asked.key.decks, asked.key.wager);
        let bears = now.bearing(&question) == Bearing::Some;
        let after = if bears {
            question.expectation().map_err(|error| error.to_string())?
        } else {
            before
        };
        let reference_only = alternative.is_reference_only();
        let Alternative { reading, value, .. } = alternative;
        lines.push(PriceLine {
            value,
            reading,
            reference_only,
            bears,
            expectation: after.worth,
            bound: after.slack,
            difference: after.worth - before.worth,
        });
    }
    Ok(PricePage {
        about: asked.about(),
        side_wager: is_of_side_wager(wanted),
        key: wanted.to_owned(),
        title,
        now: value,
        clause,
        expectation: before.worth,
        bound: before.slack,
        alternatives: lines,
    })
}

/// What each other answer to one setting is worth to the bettor, everything else as it is.
#[utoipa::path(post, path = "/api/analysis/price", tag = "analysis", request_body = PriceQuestion,
    responses(
        (status = 200, body = PricePage),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn price(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<PriceQuestion>,
) -> Result<Json<PricePage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let PriceQuestion {
        book,
        decks,
        wager,
        set,
        key,
    } = question;
    let asked = Question {
        book,
        decks,
        wager,
        set,
    }
    .asked()?;
    let readings = &asked.book.readings;
    let key = readings
        .iter()
        .find(|reading| reading.id == key)
        .map_or(key, |reading| reading.key.clone());
    if asked.book.setting(&key).is_none() {
        let what = format!(
            "there is no setting or reading `{key}`: /api/books/{}/settings lists them",
            asked.key.book
        );
        return Err(ApiError::bad("form", &what));
    }
    let analyses = running.analyses();
    let kept = (asked.key.clone(), key.clone());
    let page = analyses
        .prices
        .answer(&analyses.long, kept, move || priced(&asked, &key))
        .await?;
    Ok(Json(PricePage::clone(&page)))
}
