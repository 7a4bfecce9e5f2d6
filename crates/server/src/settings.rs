//! The settings of a book as a form: what each may be, and whether it bears on the worth.

use crate::analysis::Question;
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Segments;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use rules::{Form, Reading, RuleBook, Setting};
use serde::Serialize;
use solver::{OnWorth, on_worth};
use std::sync::Arc;
use utoipa::ToSchema;

/// The settings of a book, in the order of play.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SettingsPage {
    /// The book.
    pub(crate) book: String,
    /// Its title.
    pub(crate) title: String,
    /// The usual number of decks.
    pub(crate) decks: u8,
    /// Every number of decks it allows.
    pub(crate) decks_allowed: Vec<u8>,
    /// Its settings.
    pub(crate) settings: Vec<FormLine>,
}

/// One setting.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FormLine {
    /// Its key, which a question's `set` takes.
    pub(crate) key: String,
    /// The part of the book it stands in: the key up to its first dot.
    pub(crate) section: String,
    /// What it is about.
    pub(crate) title: String,
    /// The clause that fixes it.
    pub(crate) clause: String,
    /// The book's own value; empty for a rule without alternatives.
    pub(crate) value: String,
    /// What it may be.
    pub(crate) may_be: MayBe,
    /// The same in words.
    pub(crate) valid: String,
    /// What it has to do with the worth, at the usual decks and a wager of 25 dollars.
    pub(crate) worth: OnWorthWord,
    /// The reading that settles it, where the book leaves it open.
    pub(crate) reading: Option<ReadingOf>,
}

/// What the value of a setting may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum MayBe {
    /// Nothing: the rule has no value.
    Nothing,
    /// One of these.
    OneOf {
        /// Every value.
        values: Vec<String>,
    },
    /// A whole number.
    Number {
        /// The smallest.
        least: u8,
        /// The largest.
        most: u8,
    },
    /// Numbers of decks, for example `6 or 8` or `3 to 8`.
    Decks {
        /// The largest.
        most: u8,
    },
    /// Odds, for example `3 to 2`.
    Odds,
    /// An amount of dollars, for example `12.50`.
    Money,
    /// Steps of wagers with their prizes, or `none`.
    Steps,
    /// Multipliers, the largest first, or `none`.
    Multipliers,
}

/// What a setting has to do with the worth of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum OnWorthWord {
    /// It bears on the main wager.
    Main,
    /// It bears on a wager beside it.
    Side,
    /// Neither.
    None,
}

/// The reading behind a setting.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ReadingOf {
    /// Its name, which a question's `set` takes too.
    pub(crate) reading: String,
    /// The question.
    pub(crate) asks: String,
    /// The answers that are not taken.
    pub(crate) or: Vec<String>,
}

fn may_be(form: Form) -> MayBe {
    match form {
        Form::Nothing => MayBe::Nothing,
        Form::OneOf(values) => MayBe::OneOf { values },
        Form::Whole { least, most } => MayBe::Number { least, most },
        Form::Decks { most } => MayBe::Decks { most },
        Form::Odds => MayBe::Odds,
        Form::Money => MayBe::Money,
        Form::Steps => MayBe::Steps,
        Form::Multipliers => MayBe::Multipliers,
    }
}

fn line(
    book: &RuleBook,
    key: &str,
    title: &str,
    setting: &dyn Setting,
    worth: OnWorth,
) -> FormLine {
    let reading = |reading: &Reading| ReadingOf {
        reading: reading.id.clone(),
        asks: reading.asks.clone(),
        or: reading.or.clone(),
    };
    FormLine {
        key: key.to_owned(),
        section: key.split('.').next().unwrap_or_default().to_owned(),
        title: title.to_owned(),
        clause: setting.clause().to_string(),
        value: setting.text(),
        may_be: may_be(setting.form()),
        valid: setting.valid(),
        worth: match worth {
            OnWorth::Bears => OnWorthWord::Main,
            OnWorth::SideWager => OnWorthWord::Side,
            OnWorth::Nothing => OnWorthWord::None,
        },
        reading: book
            .readings
            .iter()
            .find(|reading| reading.key == key)
            .map(reading),
    }
}

/// Every setting and reading of a book: its clause, its value and what it may be, so that a page
/// can draw a form.
#[utoipa::path(
    get,
    path = "/api/books/{book}/settings",
    tag = "books",
    params(("book" = String, Path)),
    responses((status = 200, body = SettingsPage), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn settings(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(name): Segments<String>,
) -> Result<Json<SettingsPage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let asked = Question::plain(&name).asked()?;
    let key = name.clone();
    let analyses = running.analyses();
    let work = move || {
        let (question, book) = (asked.question(), &asked.book);
        let mut settings = Vec::new();
        book.each(|key, title, setting| {
            let worth = on_worth(
                &question,
                book,
                (asked.key.decks, asked.key.wager),
                key,
                &setting.all(),
            );
            settings.push(line(book, key, title, setting, worth));
        });
        let decks_allowed = book.cards.decks.is.counts().collect();
        Ok(SettingsPage {
            book: name,
            title: book.title.clone(),
            decks: book.decks(),
            decks_allowed,
            settings,
        })
    };
    let page = analyses.settings.answer(&analyses.quick, key, work).await?;
    Ok(Json(SettingsPage::clone(&page)))
}
