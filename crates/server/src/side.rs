//! The wagers beside the one on the hand, as exact fractions.

use crate::analysis::{About, Asked, Question};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::Deed;
use rules::PairWager;
use serde::Serialize;
use solver::Number;
use solver::side_wagers::pandemonium::Chances;
use solver::side_wagers::{Fraction, SideWager, insurance, new_shoe, pairs, pandemonium};
use std::sync::Arc;
use utoipa::ToSchema;

/// The side wagers of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SidePage {
    /// Which book.
    pub(crate) about: About,
    /// The wager on a pair; nothing where the book has none, or not with so many decks.
    pub(crate) pairs: Option<SideLine>,
    /// The numbers of decks with which the wager on a pair is offered.
    pub(crate) pairs_decks: Vec<u8>,
    /// The Pontoon Pandemonium wager, where the book has it.
    pub(crate) pandemonium: Option<SideLine>,
    /// How often each multiplier comes; the book does not say it, and these chances are ours.
    pub(crate) multipliers: Vec<MultiplierLine>,
    /// Insurance against the dealer's Ace, by what is seen, for each unit insured.
    pub(crate) insurance: Vec<InsuranceLine>,
    /// The share of ten-point cards among those unseen at which insurance is fair.
    pub(crate) insurance_break_even: Exact,
}

/// A side wager.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SideLine {
    /// Its name.
    pub(crate) name: String,
    /// What one wager brings the bettor on average.
    pub(crate) expectation: Exact,
    /// The house's share of it.
    pub(crate) edge: Exact,
    /// How often it wins.
    pub(crate) wins: Exact,
    /// The variance of its result.
    pub(crate) variance: Exact,
    /// Every result.
    pub(crate) results: Vec<SideResultLine>,
    /// The house's share by the number of decks.
    pub(crate) by_decks: Vec<DecksLine>,
}

/// A result of a side wager.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SideResultLine {
    /// Which.
    pub(crate) result: String,
    /// The odds it pays; nothing where the wager is lost.
    pub(crate) pays: Option<String>,
    /// The clause that says so.
    pub(crate) clause: String,
    /// How often it comes.
    pub(crate) chance: Exact,
    /// What it adds to the expectation.
    pub(crate) adds: Exact,
}

/// The house's share with a number of decks.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct DecksLine {
    /// How many.
    pub(crate) decks: u8,
    /// The share.
    pub(crate) edge: Exact,
}

/// A multiplier of the jackpot meter.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MultiplierLine {
    /// Which.
    pub(crate) multiplier: u16,
    /// How often it comes.
    pub(crate) chance: Exact,
}

/// Insurance, given what is seen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct InsuranceLine {
    /// Ten-point cards among one's own two; nothing where they are not seen.
    pub(crate) own_tens: Option<u8>,
    /// The wager.
    pub(crate) wager: SideLine,
}

/// An exact number.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Exact {
    /// As a fraction.
    pub(crate) fraction: String,
    /// As a decimal number.
    pub(crate) decimal: f64,
}

fn exact(fraction: Fraction) -> Exact {
    Exact {
        fraction: fraction.to_string(),
        decimal: Number::to_double(fraction),
    }
}

fn line(wager: &SideWager, by_decks: &[(u8, SideWager)]) -> SideLine {
    let results = wager.results.iter().map(|result| SideResultLine {
        result: result.name.clone(),
        pays: result.odds.map(|odds| odds.to_string()),
        clause: result.clause.to_string(),
        chance: exact(result.probability),
        adds: exact(result.contribution),
    });
    SideLine {
        name: wager.name.clone(),
        expectation: exact(wager.expectation),
        edge: exact(wager.edge()),
        wins: exact(wager.win_frequency()),
        variance: exact(wager.variance()),
        results: results.collect(),
        by_decks: by_decks
            .iter()
            .map(|(decks, wager)| DecksLine {
                decks: *decks,
                edge: exact(wager.edge()),
            })
            .collect(),
    }
}

fn pairs_of(asked: &Asked) -> Result<Option<SideLine>, String> {
    let (book, decks) = (&asked.book, asked.key.decks);
    if book.pairs.wager.is == PairWager::None || !book.cards.decks_with_pairs.is.allows(decks) {
        return Ok(None);
    }
    let here =
        pairs::side_wager(book, &new_shoe(book, decks)).map_err(|error| error.to_string())?;
    let by_decks: Vec<(u8, SideWager)> = pairs::by_decks(book)
        .into_iter()
        .filter_map(|row| Some((row.decks, row.own?)))
        .collect();
    Ok(Some(line(&here, &by_decks)))
}

fn pandemonium_of(asked: &Asked) -> Result<(Option<SideLine>, Vec<MultiplierLine>), String> {
    let book = &asked.book;
    let multipliers = &book.pandemonium.multipliers.is;
    if multipliers.all().is_empty() {
        return Ok((None, Vec::new()));
    }
    let chances = Chances::ours(multipliers).map_err(|error| error.to_string())?;
    let shoe = new_shoe(book, asked.key.decks);
    let here = pandemonium::side_wager(book, &shoe, &chances).map_err(|error| error.to_string())?;
    let by_decks = pandemonium::by_decks(book, &chances).map_err(|error| error.to_string())?;
    let each = |(multiplier, chance): &(u16, Fraction)| MultiplierLine {
        multiplier: *multiplier,
        chance: exact(*chance),
    };
    Ok((
        Some(line(&here, &by_decks)),
        chances.all().iter().map(each).collect(),
    ))
}

fn insurance_of(asked: &Asked) -> Result<Vec<InsuranceLine>, String> {
    let unseen = insurance::ace_seen(&asked.book, asked.key.decks);
    let plain = insurance::side_wager(&asked.book, &unseen).map_err(|error| error.to_string())?;
    let rows = insurance::by_hand(&asked.book, &unseen).map_err(|error| error.to_string())?;
    let by_hand = rows.iter().map(|row| InsuranceLine {
        own_tens: Some(row.own_tens),
        wager: line(&row.bet, &[]),
    });
    Ok(std::iter::once(InsuranceLine {
        own_tens: None,
        wager: line(&plain, &[]),
    })
    .chain(by_hand)
    .collect())
}

fn side_page(asked: &Asked) -> Result<SidePage, String> {
    let offered = asked.book.pairs.wager.is != PairWager::None;
    let decks = asked.book.cards.decks_with_pairs.is.counts();
    let (pandemonium, multipliers) = pandemonium_of(asked)?;
    Ok(SidePage {
        about: asked.about(),
        pairs: pairs_of(asked)?,
        pairs_decks: decks.filter(|_| offered).collect(),
        pandemonium,
        multipliers,
        insurance: insurance_of(asked)?,
        insurance_break_even: exact(insurance::break_even(&asked.book)),
    })
}

/// The wagers beside the one on the hand: every result with its odds and its exact chance, and what
/// the wager is worth.
#[utoipa::path(post, path = "/api/analysis/side", tag = "analysis", request_body = Question,
    responses(
        (status = 200, body = SidePage),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn side(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<Question>,
) -> Result<Json<SidePage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let asked = question.asked()?;
    let analyses = running.analyses();
    let page = analyses
        .sides
        .answer(&analyses.quick, asked.key.clone(), move || {
            side_page(&asked)
        })
        .await?;
    Ok(Json(SidePage::clone(&page)))
}
