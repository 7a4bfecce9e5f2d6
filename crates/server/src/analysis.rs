//! What a book is worth and how to play it, reckoned by the solver on threads of its own.
//!
//! The last answers are kept. Nothing here is money.

use crate::caller::Caller;
use crate::chart::{ChartLine, chart_lines};
use crate::downloads::Files;
use crate::error::{ApiError, ErrorBody};
use crate::hand::{HandPage, Lie};
use crate::input::Body;
use crate::kept::{Kept, Turn};
use crate::price::PricePage;
use crate::running::Running;
use crate::settings::SettingsPage;
use crate::side::SidePage;
use crate::super_bonus::SuperBonusPage;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use house::CardStrategy;
use rules::{Money, RuleBook, Value as _, builtin};
use serde::{Deserialize, Serialize};
use solver::{Chart, Detail, Worth};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// How many answers are kept.
const KEPT: usize = 32;
/// How many hands are.
const HANDS_KEPT: usize = 512;
/// How many questions have their files kept.
const FILES_KEPT: usize = 8;
/// How many prices of settings are.
const PRICES_KEPT: usize = 256;
/// The wager unless told.
const WAGER: Money = Money::from_cents(2500);

/// A question: a book, from so many decks, for so much, with so many settings changed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Question {
    /// The id of the book.
    pub(crate) book: String,
    /// How many decks; the usual number unless told.
    pub(crate) decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told. It decides which Super Bonus may be
    /// won.
    #[schema(value_type = Option<u64>)]
    pub(crate) wager: Option<Money>,
    /// Settings that are changed, by key or reading.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub(crate) set: BTreeMap<String, String>,
}

/// What a book is worth. All figures are in initial wagers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ChartPage {
    /// What the book is worth at best play.
    pub(crate) edge: Edge,
    /// The chart: one line for each kind of hand, one cell for each upcard.
    pub(crate) lines: Vec<ChartLine>,
}

/// The solver's turns, and what it answered last.
#[derive(Debug)]
pub(crate) struct Analyses {
    /// For what takes seconds.
    pub(crate) long: Turn,
    /// For what takes a small part of one, so that nobody who types waits for a whole book.
    pub(crate) quick: Turn,
    pages: Arc<Kept<Key, ChartPage>>,
    pub(crate) hands: Arc<Kept<(Key, Lie), HandPage>>,
    pub(crate) prices: Arc<Kept<(Key, String), PricePage>>,
    pub(crate) sides: Arc<Kept<Key, SidePage>>,
    pub(crate) super_bonuses: Arc<Kept<Key, SuperBonusPage>>,
    pub(crate) settings: Arc<Kept<String, SettingsPage>>,
    pub(crate) files: Arc<Kept<Key, Files>>,
    pub(crate) cards: Arc<Kept<Key, Arc<CardStrategy>>>,
}

/// What makes two questions the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) book: String,
    pub(crate) decks: u8,
    pub(crate) wager: Money,
    pub(crate) changed: Vec<(String, String)>,
}

impl Default for Analyses {
    fn default() -> Self {
        Self {
            long: Turn::default(),
            quick: Turn::default(),
            pages: Kept::new(KEPT),
            hands: Kept::new(HANDS_KEPT),
            prices: Kept::new(PRICES_KEPT),
            sides: Kept::new(KEPT),
            super_bonuses: Kept::new(KEPT),
            settings: Kept::new(KEPT),
            files: Kept::new(FILES_KEPT),
            cards: Kept::new(KEPT),
        }
    }
}

/// A book as a question has it.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) key: Key,
    /// As it stands.
    usual: Arc<RuleBook>,
    /// As it was changed.
    pub(crate) book: RuleBook,
}

/// Which book an answer is about, and how it was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct About {
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
}

impl Asked {
    /// What is asked about.
    pub(crate) fn about(&self) -> About {
        let Key {
            book,
            decks,
            wager,
            changed,
        } = &self.key;
        About {
            book: book.clone(),
            version: self.book.id.version,
            decks: *decks,
            wager: wager.cents(),
            changed: changed.iter().cloned().collect(),
        }
    }

    /// The same for whoever writes a report.
    pub(crate) fn for_report(&self) -> report::Asked {
        let Key { decks, wager, .. } = self.key;
        report::Asked {
            usual: Arc::clone(&self.usual),
            book: self.book.clone(),
            decks,
            wager,
        }
    }

    /// The question for the solver.
    pub(crate) fn question(&self) -> solver::Question {
        solver::Question::of(&self.book, self.key.decks, self.key.wager)
    }
}

impl Question {
    /// A book as it stands.
    pub(crate) fn plain(book: &str) -> Self {
        Self {
            book: book.to_owned(),
            decks: None,
            wager: None,
            set: BTreeMap::new(),
        }
    }

    /// The book of a table, as it is dealt there.
    pub(crate) fn of_table(table: &table::Config) -> Self {
        let table::Config {
            book, decks, set, ..
        } = table;
        Self {
            book: book.clone(),
            decks: Some(*decks),
            wager: None,
            set: set.iter().cloned().collect(),
        }
    }

    /// The book that is asked for, changed as it is asked for.
    pub(crate) fn asked(self) -> Result<Asked, ApiError> {
        let usual =
            builtin(&self.book).map_err(|unknown| ApiError::not_found(&unknown.to_string()))?;
        let mut book = RuleBook::clone(&usual);
        book.set_all(&self.set)
            .map_err(|refused| ApiError::bad("form", &refused.to_string()).at(&refused.keys()))?;
        let decks = self.decks.unwrap_or_else(|| book.decks());
        if !book.cards.decks.is.allows(decks) {
            let what = format!(
                "{} is not dealt from {decks} decks: it allows {}",
                self.book,
                book.cards.decks.is.write()
            );
            return Err(ApiError::bad("form", &what).at(&["decks"]));
        }
        let wager = self.wager.unwrap_or(WAGER);
        if wager.is_zero() || wager > Money::MOST {
            let what = format!("a wager is more than nothing and at most {}", Money::MOST);
            return Err(ApiError::bad("form", &what).at(&["wager"]));
        }
        let changed = book.changes_from(&usual);
        Ok(Asked {
            key: Key {
                book: self.book,
                decks,
                wager,
                changed,
            },
            usual,
            book,
        })
    }
}

impl Analyses {
    pub(crate) async fn answer(&self, question: Question) -> Result<Arc<ChartPage>, ApiError> {
        let asked = question.asked()?;
        self.pages
            .answer(&self.long, asked.key.clone(), move || solve(&asked))
            .await
    }

    /// The card strategy of a book.
    pub(crate) async fn card_strategy(
        &self,
        question: Question,
    ) -> Result<Arc<CardStrategy>, ApiError> {
        let asked = question.asked()?;
        let solve = |asked: &Asked| {
            CardStrategy::of(&asked.book, asked.key.decks).map_err(|error| error.to_string())
        };
        let found = self
            .cards
            .answer(&self.long, asked.key.clone(), move || solve(&asked))
            .await?;
        Ok(Arc::clone(&found))
    }
}

fn solve(asked: &Asked) -> Result<ChartPage, String> {
    let Asked { key, book, .. } = asked;
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
    Ok(ChartPage {
        edge,
        lines: chart_lines(&chart),
    })
}

/// What a book is worth: house edge, standard deviation and where they come from.
#[utoipa::path(post, path = "/api/analysis/edge", tag = "analysis", request_body = Question,
    responses(
        (status = 200, body = Edge),
        (status = 400, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn edge(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<Question>,
) -> Result<Json<Edge>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    Ok(Json(
        running.analyses().answer(question).await?.edge.clone(),
    ))
}

/// How to play a book: the best action for each kind of hand against each upcard, with what every
/// action is worth.
#[utoipa::path(post, path = "/api/analysis/chart", tag = "analysis", request_body = Question,
    responses(
        (status = 200, body = ChartPage),
        (status = 400, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn chart(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<Question>,
) -> Result<Json<ChartPage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let page = running.analyses().answer(question).await?;
    Ok(Json(ChartPage::clone(&page)))
}
