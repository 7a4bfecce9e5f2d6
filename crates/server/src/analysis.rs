//! What a book is worth and how to play it, reckoned by the solver on threads of its own.
//!
//! One at a time, since each takes a processor for seconds, and the last answers are kept. Nothing here is money.

use crate::caller::Caller;
use crate::chart::{ChartLine, chart_lines};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::refused::Refused;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use desk::Deed;
use rules::{Money, RuleBook, Value as _, builtin};
use serde::{Deserialize, Serialize};
use solver::{Chart, Detail, Worth};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

/// How many answers are kept.
const KEPT: usize = 32;
/// How many may wait for their turn.
const WAITING_MOST: usize = 8;
/// The wager unless told.
const WAGER: Money = Money::from_cents(2500);

/// A question: a book, from so many decks, for so much, with so many settings changed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The id of the book.
    pub(crate) book: String,
    /// How many decks; the usual number unless told.
    pub(crate) decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told. It decides which Super Bonus may be won.
    #[schema(value_type = Option<u64>)]
    pub(crate) wager: Option<Money>,
    /// Settings that are changed, by key or reading.
    #[serde(default)]
    pub(crate) set: BTreeMap<String, String>,
}

/// What a book is worth. All figures are in initial wagers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Edge {
    /// The book.
    pub(crate) book: String,
    /// The version of its data.
    pub(crate) version: u32,
    /// How many decks.
    pub(crate) decks: u8,
    /// The initial wager, in cents.
    pub(crate) wager: u64,
    /// The settings that differ from the book's own.
    pub(crate) changed: BTreeMap<String, String>,
    /// What one wager brings the bettor on average.
    pub(crate) expectation: f64,
    /// By how much that may be wrong.
    pub(crate) bound: f64,
    /// The house's share of the initial wager.
    pub(crate) edge_per_initial_wager: f64,
    /// The house's share of all that is wagered: doubles, splits and insurance included.
    pub(crate) edge_per_total_wagered: f64,
    /// What is wagered in all for one initial wager.
    pub(crate) total_wagered: f64,
    /// The standard deviation of the result.
    pub(crate) standard_deviation: f64,
    /// What being offered the Super Bonus is worth.
    pub(crate) super_bonus: f64,
    /// Where the expectation comes from.
    pub(crate) parts: Vec<PartLine>,
}

/// A part of the expectation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PartLine {
    /// Which.
    pub(crate) part: &'static str,
    /// How often.
    pub(crate) chance: f64,
    /// What it brings.
    pub(crate) worth: f64,
}

/// The strategy of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ChartPage {
    /// What the book is worth at best play.
    pub(crate) edge: Edge,
    /// The chart: one line for each kind of hand, one cell for each upcard.
    pub(crate) lines: Vec<ChartLine>,
}

/// The solver's turn, and what it answered last.
#[derive(Debug)]
pub(crate) struct Analyses {
    turn: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    kept: Mutex<VecDeque<(Key, Arc<ChartPage>)>>,
}

/// What makes two questions the same.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    book: String,
    decks: u8,
    wager: Money,
    changed: Vec<(String, String)>,
}

impl Default for Analyses {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)), waiting: Arc::default(), kept: Mutex::default() }
    }
}

/// A book as a question has it.
pub(crate) struct Asked {
    key: Key,
    book: RuleBook,
}

impl Question {
    /// The book that is asked for, changed as it is asked for.
    pub(crate) fn asked(self) -> Result<Asked, ApiError> {
        let usual = builtin(&self.book).map_err(|unknown| ApiError::not_found(&unknown.to_string()))?;
        let mut book = RuleBook::clone(&usual);
        for (key, value) in &self.set {
            book.set(key, value).map_err(|error| ApiError::bad("form", &error.to_string()))?;
        }
        let decks = self.decks.unwrap_or_else(|| book.decks());
        if !book.cards.decks.is.allows(decks) {
            let what = format!("{} is not dealt from {decks} decks: it allows {}", self.book, book.cards.decks.is.write());
            return Err(ApiError::bad("form", &what));
        }
        let wager = self.wager.unwrap_or(WAGER);
        if wager.is_zero() || wager > Money::MOST {
            return Err(ApiError::bad("form", &format!("a wager is more than nothing and at most {}", Money::MOST)));
        }
        let changed = book.changes_from(&usual);
        Ok(Asked { key: Key { book: self.book, decks, wager, changed }, book })
    }
}

impl Analyses {
    fn known(&self, key: &Key) -> Option<Arc<ChartPage>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == key).map(|(_, page)| Arc::clone(page))
    }

    fn keep(&self, key: Key, page: Arc<ChartPage>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back((key, page));
    }

    async fn answer(self: &Arc<Self>, question: Question) -> Result<Arc<ChartPage>, ApiError> {
        let asked = question.asked()?;
        if let Some(page) = self.known(&asked.key) {
            return Ok(page);
        }
        let waiting = Waiting::begin(&self.waiting)?;
        let turn = Arc::clone(&self.turn).acquire_owned().await.map_err(|_| Refused::Stopping)?;
        // Somebody may have asked the same meanwhile.
        if let Some(page) = self.known(&asked.key) {
            return Ok(page);
        }
        let analyses = Arc::clone(self);
        let solving = tokio::task::spawn_blocking(move || {
            // The turn and the place in the queue last as long as the work, also when nobody waits for it any more.
            let _held = (waiting, turn);
            let page = Arc::new(solve(&asked)?);
            analyses.keep(asked.key, Arc::clone(&page));
            Ok::<_, String>(page)
        });
        let solved = solving.await.map_err(|_| Refused::Bug)?;
        solved.map_err(|what| ApiError::bad("form", &what))
    }
}

/// A place in the queue.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn begin(count: &Arc<AtomicUsize>) -> Result<Self, ApiError> {
        let waiting = Self(Arc::clone(count));
        if count.fetch_add(1, Ordering::AcqRel) >= WAITING_MOST {
            let what = "the solver has many questions before this one: ask again in a moment";
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what));
        }
        Ok(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

fn solve(asked: &Asked) -> Result<ChartPage, String> {
    let Asked { key, book } = asked;
    let worth = Worth::of(book, key.decks, key.wager).map_err(|error| error.to_string())?;
    let chart = Chart::new(&worth.terms, &worth.solved, Detail::ByCards);
    let part = |(part, share): (&solver::Part, &solver::Share<f64>)| PartLine {
        part: part.words(),
        chance: share.chance,
        worth: share.worth,
    };
    let edge = Edge {
        book: key.book.clone(),
        version: book.id.version,
        decks: key.decks,
        wager: key.wager.cents(),
        changed: key.changed.iter().cloned().collect(),
        expectation: worth.expectation,
        bound: worth.slack,
        edge_per_initial_wager: worth.edge_per_initial_wager(),
        edge_per_total_wagered: worth.edge_per_total_wagered(),
        total_wagered: worth.tally.wagered,
        standard_deviation: worth.deviation(),
        super_bonus: worth.super_bonus(),
        parts: worth.tally.parts.iter().map(part).collect(),
    };
    Ok(ChartPage { edge, lines: chart_lines(&chart) })
}

/// What a book is worth: house edge, standard deviation and where they come from.
#[utoipa::path(post, path = "/api/analysis/edge", tag = "analysis", request_body = Question,
    responses((status = 200, body = Edge), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn edge(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<Question>,
) -> Result<Json<Edge>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    Ok(Json(running.analyses().answer(question).await?.edge.clone()))
}

/// How to play a book: the best action for each kind of hand against each upcard, with what every action is worth.
#[utoipa::path(post, path = "/api/analysis/chart", tag = "analysis", request_body = Question,
    responses((status = 200, body = ChartPage), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn chart(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<Question>,
) -> Result<Json<ChartPage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let page = running.analyses().answer(question).await?;
    Ok(Json(ChartPage::clone(&page)))
}
