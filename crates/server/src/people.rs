//! The accounts of others, for staff who may read them.

use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::{HowMany, Params, Segments};
use crate::own::{OwnLimits, limits_of};
use crate::recall::{Recalled, rounds_of};
use crate::running::Running;
use crate::statement::{Statement, statement_of};
use axum::Json;
use axum::extract::State;
use desk::{Deed, Kind, Lock, Person};
use ledger::PlayerId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How many people a page has unless told.
const PAGE: usize = 50;
/// How many it may have.
const PAGE_MOST: usize = 500;

/// Which people are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Wanted {
    /// Letters that occur in the name.
    pub(crate) search: Option<String>,
    /// Only people of this kind: `guest`, `member`, `house_player` or `staff`.
    #[param(value_type = Option<String>)]
    pub(crate) kind: Option<Kind>,
    /// Only people with a higher number: the last one of the page before.
    pub(crate) after: Option<u32>,
    /// How many at most.
    pub(crate) most: Option<usize>,
}

/// An account. Passwords, hashes and tokens are in no answer.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PersonLine {
    /// The number.
    pub(crate) person: u32,
    /// The name.
    pub(crate) handle: String,
    /// `guest`, `member`, `house_player` or `staff`.
    #[schema(value_type = String)]
    pub(crate) kind: Kind,
    /// Roles.
    #[schema(value_type = Vec<String>)]
    pub(crate) roles: Vec<desk::Role>,
    /// Since when, in milliseconds since 1970.
    pub(crate) created: u64,
    /// When they signed in last.
    pub(crate) last_sign_in: Option<u64>,
    /// How often they signed in.
    pub(crate) sign_ins: u64,
    /// Why the account is locked.
    pub(crate) locked: Option<String>,
    /// Until when they are excluded.
    pub(crate) excluded: Option<String>,
    /// The number of the valid player card that was issued to them.
    pub(crate) card: Option<String>,
    /// How many sessions they have.
    pub(crate) sessions: usize,
}

/// An account with its limits.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PersonPage {
    /// The account.
    pub(crate) account: PersonLine,
    /// What they set for themselves, and their day where the caller may read money.
    pub(crate) limits: OwnLimits,
}

fn line(running: &Running, desk: &desk::Desk, person: &Person) -> PersonLine {
    let locked = person.lock.as_ref().and_then(|lock| match lock {
        // Nobody is kept out by it any more.
        Lock::Failures => None,
        Lock::ByStaff { why } => Some(why.clone()),
    });
    PersonLine {
        person: person.id.0,
        handle: person.handle.clone(),
        kind: person.kind,
        roles: person.roles.iter().copied().collect(),
        created: person.created.0,
        last_sign_in: person.last_sign_in.map(|time| time.0),
        sign_ins: person.sign_ins,
        locked,
        excluded: person
            .exclusion(running.now())
            .map(|exclusion| exclusion.to_string()),
        card: person.card.clone(),
        sessions: desk.sessions().of(person.id).count(),
    }
}

/// Accounts, page by page, by number.
#[utoipa::path(get, path = "/api/people", tag = "staff", params(Wanted),
    responses((status = 200, body = Vec<PersonLine>), (status = 403, body = ErrorBody)))]
pub(crate) async fn people(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Params(wanted): Params<Wanted>,
) -> Result<Json<Vec<PersonLine>>, ApiError> {
    running.permit(caller.by, Deed::ReadPeople)?;
    let most = HowMany { most: wanted.most }.of(PAGE, PAGE_MOST)?;
    let desk = running.desk();
    let fits = |person: &&Person| {
        wanted
            .search
            .as_ref()
            .is_none_or(|search| person.handle.contains(search.as_str()))
            && wanted.kind.is_none_or(|kind| person.kind == kind)
            && wanted.after.is_none_or(|after| person.id.0 > after)
    };
    Ok(Json(
        desk.people()
            .filter(fits)
            .take(most)
            .map(|person| line(&running, &desk, person))
            .collect(),
    ))
}

/// One account.
#[utoipa::path(get, path = "/api/people/{person}", tag = "staff", params(("person" = u32, Path)),
    responses((status = 200, body = PersonPage), (status = 404, body = ErrorBody)))]
pub(crate) async fn person(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
) -> Result<Json<PersonPage>, ApiError> {
    running.permit(caller.by, Deed::ReadPeople)?;
    let (id, now) = (PlayerId(person), running.now());
    // Asked before the desk is looked at: whoever looks twice may wait for a writer who waits for
    // the first look to end.
    let reads_money = running.permit(caller.by, Deed::ReadMoney).is_ok();
    let desk = running.desk();
    let person = desk
        .person(id)
        .ok_or_else(|| ApiError::not_found("there is no such person"))?;
    // What somebody won, lost and wagered is for those who may read money.
    let totals = reads_money.then(|| desk.plays().totals(id, now));
    let limits = limits_of(person, totals.as_ref(), desk.days(), now);
    Ok(Json(PersonPage {
        account: line(&running, &desk, person),
        limits,
    }))
}

fn known(running: &Running, person: u32) -> Result<PlayerId, ApiError> {
    let id = PlayerId(person);
    running
        .handle_of(id)
        .map(|_| id)
        .ok_or_else(|| ApiError::not_found("there is no such person"))
}

/// The statement of somebody's account.
#[utoipa::path(
    get,
    path = "/api/people/{person}/statement",
    tag = "staff",
    params(("person" = u32, Path), HowMany),
    responses((status = 200, body = Statement), (status = 403, body = ErrorBody)),
)]
pub(crate) async fn statement(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Params(how_many): Params<HowMany>,
) -> Result<Json<Statement>, ApiError> {
    running.permit(caller.by, Deed::ReadMoney)?;
    let player = known(&running, person)?;
    Ok(Json(
        statement_of(&running, player, how_many.of(PAGE, PAGE_MOST)?).await?,
    ))
}

/// Somebody's last rounds, step by step.
#[utoipa::path(
    get,
    path = "/api/people/{person}/rounds",
    tag = "staff",
    params(("person" = u32, Path), HowMany),
    responses((status = 200, body = Vec<Recalled>), (status = 403, body = ErrorBody)),
)]
pub(crate) async fn rounds(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Params(how_many): Params<HowMany>,
) -> Result<Json<Vec<Recalled>>, ApiError> {
    running.permit(caller.by, Deed::ReadMoney)?;
    let player = known(&running, person)?;
    Ok(Json(rounds_of(&running, player, how_many).await?))
}
