//! Written rounds, read and played: their steps, what became of each wager, and the round in the
//! notation.

use crate::caller::Caller;
use crate::course::{Course, NotationFault, RoundQuestion, ThenDo};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::refused::Refused;
use crate::running::Running;
use crate::steps::{NeedLine, StepLine, WordsLine, needs, steps, words_line};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cards::WordSource;
use desk::Deed;
use fair::Words;
use game::notation::Script;
use game::{Round, Stage};
use rules::{Clause, Net, RuleBook, builtin};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A round that was read.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RoundPage {
    /// The book, with its version.
    pub(crate) book: String,
    /// Its title.
    pub(crate) title: String,
    /// The settings that differ from the book's own.
    pub(crate) changed: BTreeMap<String, String>,
    /// The people at the table; views and choices name them by their place in this list, from 0.
    pub(crate) players: Vec<String>,
    /// Every step, in order.
    pub(crate) steps: Vec<StepLine>,
    /// Whether the round is over.
    pub(crate) finished: bool,
    /// What the round waits for at its end; nothing when it is over.
    pub(crate) needs: Option<NeedLine>,
    /// What became of each wager.
    pub(crate) results: Vec<ResultLine>,
    /// What each player has won or lost, in cents.
    pub(crate) nets: Vec<NetLine>,
    /// What was refused, as the text demanded.
    pub(crate) refused: Vec<WordsLine>,
    /// How many statements of the text hold.
    pub(crate) statements: usize,
    /// The round as it stands, in the notation.
    pub(crate) text: String,
    /// What was done after the steps that were kept, with what chance answered.
    pub(crate) instead: Vec<ThenDo>,
}

/// What became of a wager.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ResultLine {
    /// Whose.
    pub(crate) bettor: String,
    /// On which box.
    pub(crate) box_no: u8,
    /// On which hand of it, from 1, where it lay on one.
    pub(crate) hand: Option<u8>,
    /// `wager`, `double`, `pairs`, `pandemonium`, `insurance`, `super-bonus` or `others-bonus`.
    pub(crate) kind: &'static str,
    /// `won`, `lost`, `stand-off`, `surrendered`, `forfeited` or `returned`.
    pub(crate) result: &'static str,
    /// What was at stake, in cents.
    pub(crate) stake: u64,
    /// The odds it was paid at.
    pub(crate) odds: Option<String>,
    /// What was won or lost, in cents.
    pub(crate) net: i64,
    /// By which clause.
    pub(crate) clause: String,
}

/// What a player has won or lost.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NetLine {
    /// Who.
    pub(crate) player: String,
    /// How much, in cents.
    pub(crate) net: i64,
}

fn results(round: &Round) -> Vec<ResultLine> {
    let line = |(settled, clause): (&game::Settled, Clause)| ResultLine {
        bettor: round.setup().name(settled.player).to_owned(),
        box_no: settled.box_no.number(),
        hand: settled.hand.map(|hand| hand + 1),
        kind: settled.kind.word(),
        result: settled.outcome.word(),
        stake: settled.stake.cents(),
        odds: settled.odds.map(|odds| odds.to_string()),
        net: settled.net.cents(),
        clause: clause.to_string(),
    };
    round.settled().map(line).collect()
}

fn page(question: &RoundQuestion, words: &mut impl WordSource) -> Result<RoundPage, NotationFault> {
    let (course, played) = Course::of(question, words)?;
    let round = course.last();
    // What the text states of its own end says nothing of another one.
    let as_told = question.after.is_none() && question.then.is_empty();
    let refused = played
        .refusals
        .iter()
        .filter(|refused| as_told || refused.events < round.events().len());
    let usual =
        builtin(&round.book().id.name).unwrap_or_else(|_| Arc::new(RuleBook::clone(round.book())));
    let finished = round.stage() == Stage::Over;
    let script = if finished {
        Script::with_results(round, &usual)
    } else {
        Script::of(round, &usual)
    };
    let net = |player: game::Player| -> Net { round.net(player) };
    let nets = round.setup().players().map(|player| NetLine {
        player: round.setup().name(player).to_owned(),
        net: net(player).cents(),
    });
    Ok(RoundPage {
        book: round.book().id.to_string(),
        title: round.book().title.clone(),
        changed: round.book().changes_from(&usual).into_iter().collect(),
        players: round
            .setup()
            .patrons
            .iter()
            .map(|patron| patron.name.clone())
            .collect(),
        steps: steps(&course, question.values),
        finished,
        needs: needs(round),
        results: results(round),
        nets: nets.collect(),
        refused: refused
            .map(|each| words_line(each.refusal.reason.to_string(), each.refusal.clause))
            .collect(),
        statements: if as_told { played.checks } else { 0 },
        text: script.to_string(),
        instead: course.then.clone(),
    })
}

/// Reads a round in the notation and plays it: every step with the table after it, what could be
/// done there and, where that is wanted, what each choice was worth by the cards that the decider
/// could know. `after` and `then` ask what would have been: so many steps of the text, and other
/// things after them.
#[utoipa::path(post, path = "/api/rounds/read", tag = "rounds", request_body = RoundQuestion,
    responses(
        (status = 200, body = RoundPage),
        (status = 400, body = NotationFault),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn read(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<RoundQuestion>,
) -> Result<Response, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let mut words = Words::new(running.chance().clone());
    let read = move || {
        let page = page(&question, &mut words);
        words.finish().map(|_| page)
    };
    let page = running
        .analyses()
        .quick
        .work(read)
        .await?
        .map_err(Refused::from)?;
    Ok(match page {
        Ok(page) => Json(page).into_response(),
        Err(fault) => (StatusCode::BAD_REQUEST, Json(fault)).into_response(),
    })
}
