//! The Super Bonus of a book: what being offered it is worth, wager by wager.

use crate::analysis::{About, Asked, Question};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use report::{Prize, telling_wagers};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The Super Bonus of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SuperBonusPage {
    /// Which book.
    pub(crate) about: About,
    /// The clause that names the prizes.
    pub(crate) clause: String,
    /// Wagers that tell its steps apart, in their order; none where the book has no Super Bonus.
    pub(crate) wagers: Vec<SuperBonusLine>,
}

/// The Super Bonus for one wager. Worths are in initial wagers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SuperBonusLine {
    /// The initial wager, in cents.
    pub(crate) wager: u64,
    /// What may be won, in cents; nothing where such a wager wins none.
    pub(crate) prize: Option<u64>,
    /// What being offered it is worth.
    pub(crate) worth: f64,
    /// What one wager brings the bettor on average.
    pub(crate) expectation: f64,
    /// By how much that may be wrong.
    pub(crate) bound: f64,
    /// The house's share of the initial wager.
    pub(crate) edge: f64,
}

fn line(prize: &Prize) -> SuperBonusLine {
    SuperBonusLine {
        wager: prize.wager.cents(),
        prize: prize.prize.map(|prize| prize.cents()),
        worth: prize.worth(),
        expectation: prize.expectation.worth,
        bound: prize.expectation.slack,
        edge: prize.edge(),
    }
}

fn page(asked: &Asked) -> Result<SuperBonusPage, String> {
    let report = asked.for_report();
    let prizes = telling_wagers(&report)
        .into_iter()
        .map(|wager| Prize::of(&report, wager));
    let prizes = prizes
        .collect::<Result<Vec<Prize>, _>>()
        .map_err(|error| error.to_string())?;
    let clause = asked.book.super_bonus.prizes.clause.to_string();
    Ok(SuperBonusPage {
        about: asked.about(),
        clause,
        wagers: prizes.iter().map(line).collect(),
    })
}

/// What the Super Bonus is worth to wagers of every step: as `pontoon side` tells it.
#[utoipa::path(post, path = "/api/analysis/super-bonus", tag = "analysis", request_body = Question,
    responses(
        (status = 200, body = SuperBonusPage),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn super_bonus(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<Question>,
) -> Result<Json<SuperBonusPage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let asked = question.asked()?;
    let analyses = running.analyses();
    let found = analyses
        .super_bonuses
        .answer(&analyses.long, asked.key.clone(), move || page(&asked))
        .await?;
    Ok(Json(SuperBonusPage::clone(&found)))
}
