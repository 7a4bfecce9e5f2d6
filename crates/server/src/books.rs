//! The rule books: their settings with clauses, their pages clause by clause, and two of them
//! compared.

use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Segments;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use rules::{
    BOOK_IDS, ClauseEntry, EnforcedBy, RuleBook, Status, Value as _, builtin, builtin_prose,
    compare,
};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A book in the list.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct BookLine {
    /// Its id.
    pub(crate) book: String,
    /// The version of its data.
    pub(crate) version: u32,
    /// Its title.
    pub(crate) title: String,
    /// The date it prints.
    pub(crate) date: String,
    /// The usual number of decks.
    pub(crate) decks: u8,
    /// The numbers of decks it allows.
    pub(crate) decks_allowed: String,
}

/// A book.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct BookPage {
    /// Which.
    pub(crate) book: BookLine,
    /// Its settings, in the order of play.
    pub(crate) settings: Vec<SettingLine>,
    /// The questions it leaves open, and how they are settled.
    pub(crate) readings: Vec<ReadingLine>,
}

/// A setting.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SettingLine {
    /// Its key.
    pub(crate) key: String,
    /// What it is about.
    pub(crate) words: String,
    /// Its value; empty for a rule without alternatives.
    pub(crate) value: String,
    /// Every value there is, where that is a short list.
    pub(crate) values: Vec<String>,
    /// The clause that fixes it.
    pub(crate) clause: String,
}

/// A question that a book leaves open.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ReadingLine {
    /// Its name.
    pub(crate) reading: String,
    /// The setting it decides.
    pub(crate) key: String,
    /// The question.
    pub(crate) asks: String,
    /// The answers that are not taken.
    pub(crate) or: Vec<String>,
}

/// What the software does about a clause.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum ClauseStatus {
    /// It does it, or refuses its breach.
    Enforced,
    /// It does so for a part of it; the reason says what is missing.
    PartlyEnforced,
    /// People do it; the software keeps the record.
    Recorded,
    /// It decides nothing by itself.
    Informative,
    /// It is law or physical handling.
    Outside,
    /// It comes with a later part.
    Planned,
}

impl From<Status> for ClauseStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Enforced => Self::Enforced,
            Status::PartlyEnforced => Self::PartlyEnforced,
            Status::Recorded => Self::Recorded,
            Status::Informative => Self::Informative,
            Status::Outside => Self::Outside,
            Status::Planned => Self::Planned,
        }
    }
}

/// What enforces a clause, or a part of it.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum ClauseBy {
    /// The round; examples show it.
    Round,
    /// The table around the round.
    Table,
}

impl From<EnforcedBy> for ClauseBy {
    fn from(by: EnforcedBy) -> Self {
        match by {
            EnforcedBy::Round => Self::Round,
            EnforcedBy::Table => Self::Table,
        }
    }
}

/// A clause on a book's page.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ClauseLine {
    /// Its number.
    pub(crate) clause: String,
    /// The heading it stands under.
    pub(crate) section: String,
    /// What the software does about it.
    pub(crate) status: ClauseStatus,
    /// What enforces it, where it is enforced, wholly or partly.
    pub(crate) by: Option<ClauseBy>,
    /// Where the status needs a reason; where the clause is partly enforced, what is missing.
    pub(crate) reason: Option<String>,
    /// The clause in our own words.
    pub(crate) words: String,
    /// Rounds that show it, in the notation.
    pub(crate) examples: Vec<String>,
}

/// What two books do differently.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct DifferenceLine {
    /// The key of the setting.
    pub(crate) key: String,
    /// What it is about.
    pub(crate) words: String,
    /// The first book's value and clause.
    pub(crate) left: (String, String),
    /// The second's.
    pub(crate) right: (String, String),
}

fn book(name: &str) -> Result<Arc<RuleBook>, ApiError> {
    builtin(name).map_err(|unknown| ApiError::not_found(&unknown.to_string()))
}

fn line(book: &RuleBook) -> BookLine {
    BookLine {
        book: book.id.name.clone(),
        version: book.id.version,
        title: book.title.clone(),
        date: book.date.clone(),
        decks: book.decks(),
        decks_allowed: book.cards.decks.is.write(),
    }
}

fn clause_line(entry: ClauseEntry) -> ClauseLine {
    ClauseLine {
        clause: entry.clause,
        section: entry.section,
        status: entry.status.into(),
        by: entry.by.map(ClauseBy::from),
        reason: entry.reason,
        words: entry.words,
        examples: entry
            .examples
            .into_iter()
            .map(|example| example.text)
            .collect(),
    }
}

/// The five books.
#[utoipa::path(
    get,
    path = "/api/books",
    tag = "books",
    responses((status = 200, body = Vec<BookLine>)),
)]
pub(crate) async fn books(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<Vec<BookLine>>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    Ok(Json(
        BOOK_IDS
            .iter()
            .filter_map(|name| builtin(name).ok())
            .map(|book| line(&book))
            .collect(),
    ))
}

/// One book: every setting with its clause, and its readings.
#[utoipa::path(get, path = "/api/books/{book}", tag = "books", params(("book" = String, Path)),
    responses((status = 200, body = BookPage), (status = 404, body = ErrorBody)))]
pub(crate) async fn page(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(name): Segments<String>,
) -> Result<Json<BookPage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let book = book(&name)?;
    let mut settings = Vec::new();
    book.each(|key, words, setting| {
        settings.push(SettingLine {
            key: key.to_owned(),
            words: words.to_owned(),
            value: setting.text(),
            values: setting.all(),
            clause: setting.clause().to_string(),
        });
    });
    let reading = |reading: &rules::Reading| ReadingLine {
        reading: reading.id.clone(),
        key: reading.key.clone(),
        asks: reading.asks.clone(),
        or: reading.or.clone(),
    };
    Ok(Json(BookPage {
        book: line(&book),
        settings,
        readings: book.readings.iter().map(reading).collect(),
    }))
}

/// A book in our own words, clause by clause.
#[utoipa::path(
    get,
    path = "/api/books/{book}/clauses",
    tag = "books",
    params(("book" = String, Path)),
    responses((status = 200, body = Vec<ClauseLine>), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn clauses(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(name): Segments<String>,
) -> Result<Json<Vec<ClauseLine>>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let prose =
        builtin_prose(&name).map_err(|unknown| ApiError::not_found(&unknown.to_string()))?;
    Ok(Json(prose.entries.into_iter().map(clause_line).collect()))
}

/// One clause of a book.
#[utoipa::path(get, path = "/api/books/{book}/clauses/{clause}", tag = "books",
    params(("book" = String, Path), ("clause" = String, Path)),
    responses((status = 200, body = ClauseLine), (status = 404, body = ErrorBody)))]
pub(crate) async fn clause(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments((name, clause)): Segments<(String, String)>,
) -> Result<Json<ClauseLine>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let prose =
        builtin_prose(&name).map_err(|unknown| ApiError::not_found(&unknown.to_string()))?;
    let entry = prose.entry(&clause).cloned();
    let entry =
        entry.ok_or_else(|| ApiError::not_found(&format!("{name} has no clause {clause}")))?;
    Ok(Json(clause_line(entry)))
}

/// What two books do differently, setting by setting.
#[utoipa::path(get, path = "/api/books/{book}/compare/{other}", tag = "books",
    params(("book" = String, Path), ("other" = String, Path)),
    responses((status = 200, body = Vec<DifferenceLine>), (status = 404, body = ErrorBody)))]
pub(crate) async fn differences(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments((left, right)): Segments<(String, String)>,
) -> Result<Json<Vec<DifferenceLine>>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let found = compare(&*book(&left)?, &*book(&right)?);
    let lines = found.into_iter().map(|difference| DifferenceLine {
        key: difference.key,
        words: difference.words,
        left: (difference.left.0, difference.left.1.to_string()),
        right: (difference.right.0, difference.right.1.to_string()),
    });
    Ok(Json(lines.collect()))
}
