//! One's own play: limits, reality checks and self-exclusion.

use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use desk::{
    Answer, Calendar, Check, Deed, DeskCommand, Exclusion, ExclusionLength, Limit, LimitChange,
    Person, Totals,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Span, Time};
use utoipa::ToSchema;

/// What one has set for oneself, and what the day has come to. Amounts are in cents, times in
/// milliseconds.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnLimits {
    /// The most that may be lost in a day.
    pub(crate) loss_a_day: OwnLimit,
    /// The most that may be wagered in a day.
    pub(crate) wagered_a_day: OwnLimit,
    /// The most on one wager.
    pub(crate) one_wager: OwnLimit,
    /// The longest play in a day.
    pub(crate) play_a_day: OwnLimit,
    /// The time of play from one reality check to the next.
    pub(crate) reality_every: OwnLimit,
    /// The days for which the limits hold.
    pub(crate) days: OwnDays,
    /// What today has come to.
    pub(crate) today: Option<Day>,
    /// Until when one has excluded oneself; `for_ever`, or nothing.
    #[schema(value_type = Option<Object>)]
    pub(crate) excluded: Option<Exclusion>,
}

/// One limit: what holds, and what comes.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnLimit {
    /// What holds now; nothing where there is no limit.
    pub(crate) now: Option<u64>,
    /// The loosening that waits.
    pub(crate) coming: Option<ComingLimit>,
}

/// A loosening that waits.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ComingLimit {
    /// The new limit; nothing where it is removed.
    pub(crate) is: Option<u64>,
    /// From when on.
    pub(crate) from: u64,
}

/// The days of the house.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnDays {
    /// The time zone at whose midnight they begin, by its name in the IANA's database.
    pub(crate) zone: String,
    /// When today ends.
    pub(crate) until: u64,
}

/// A day's play.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Day {
    /// Won or lost.
    pub(crate) net: i64,
    /// Wagers that were decided.
    pub(crate) wagered: u64,
    /// Time at tables.
    pub(crate) played: u64,
    /// Wagers that are not decided.
    pub(crate) at_stake: u64,
}

/// Limits that are wanted: `{"changes": [{"loss_a_day": 10000}, {"one_wager": null}]}`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LimitsWanted {
    /// One after the other: `loss_a_day`, `wagered_a_day` and `one_wager` in cents, `play_a_day`
    /// and `reality_every` in milliseconds; null removes a limit.
    #[schema(value_type = Vec<Object>)]
    pub(crate) changes: Vec<LimitChange>,
}

/// From when on a change holds.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LimitSet {
    /// The change.
    #[schema(value_type = Object)]
    pub(crate) change: LimitChange,
    /// From when on: at once for a tightening, a day later for a loosening.
    pub(crate) from: u64,
}

/// A reality check.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RealityCheck {
    /// How long was played since the last one and what it came to, where one is due.
    #[schema(value_type = Option<Object>)]
    pub(crate) due: Option<Check>,
}

/// How long to be excluded: `{"for": {"hours": 720}}` or `{"for": "ever"}`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ExclusionWanted {
    /// For so many hours, 24 at least, or for ever. It cannot be shortened.
    pub(crate) r#for: HowLong,
}

/// How long somebody wants to be excluded.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum HowLong {
    /// So many hours.
    Hours(u32),
    /// For ever.
    Ever,
}

/// The limits of a person, as the API tells them.
pub(crate) fn limits_of(
    person: &Person,
    totals: Option<&Totals>,
    days: &Calendar,
    at: Time,
) -> OwnLimits {
    let limits = &person.limits;
    OwnLimits {
        loss_a_day: limit(&limits.loss, at, rules::Money::cents),
        wagered_a_day: limit(&limits.wagered, at, rules::Money::cents),
        one_wager: limit(&limits.wager, at, rules::Money::cents),
        play_a_day: limit(&limits.play, at, |span| span.0),
        reality_every: limit(&limits.reality, at, |span| span.0),
        days: OwnDays {
            zone: days.zone_at(at).name().to_owned(),
            until: days.next_day(at).0,
        },
        today: totals.map(|totals| Day {
            net: totals.today.net.cents(),
            wagered: totals.today.wagered.cents(),
            played: totals.today.played.0,
            at_stake: totals.open.cents(),
        }),
        excluded: person.exclusion(at),
    }
}

fn limit<T: Copy + Ord>(limit: &Limit<T>, at: Time, number: impl Fn(T) -> u64) -> OwnLimit {
    let coming = limit.coming(at).map(|coming| ComingLimit {
        is: coming.is.map(&number),
        from: coming.from.0,
    });
    OwnLimit {
        now: limit.at(at).map(&number),
        coming,
    }
}

/// One's own limits, what comes, and what today has come to.
#[utoipa::path(
    get,
    path = "/api/me/limits",
    tag = "oneself",
    responses((status = 200, body = OwnLimits)),
)]
pub(crate) async fn limits(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<OwnLimits>, ApiError> {
    running.permit(caller.by, Deed::ReadOwnAccount)?;
    let (id, now) = (caller.person()?, running.now());
    let desk = running.desk();
    let person = desk
        .person(id)
        .ok_or_else(|| ApiError::not_found("this person is gone"))?;
    Ok(Json(limits_of(
        person,
        Some(&desk.plays().totals(id, now)),
        desk.days(),
        now,
    )))
}

/// Sets limits: a tightening holds at once, a loosening after 24 hours.
#[utoipa::path(post, path = "/api/me/limits", tag = "oneself", request_body = LimitsWanted,
    responses((status = 200, body = Vec<LimitSet>), (status = 400, body = ErrorBody)))]
pub(crate) async fn set_limits(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(LimitsWanted { changes }): Body<LimitsWanted>,
) -> Result<Json<Vec<LimitSet>>, ApiError> {
    let answer = running
        .at_desk(caller.by, DeskCommand::SetLimits { changes })
        .await?;
    let set = if let Answer::Limits { from } = answer {
        from
    } else {
        Vec::new()
    };
    Ok(Json(
        set.into_iter()
            .map(|(change, from)| LimitSet {
                change,
                from: from.0,
            })
            .collect(),
    ))
}

/// The reality check that is due, if one is.
#[utoipa::path(
    get,
    path = "/api/me/reality",
    tag = "oneself",
    responses((status = 200, body = RealityCheck)),
)]
pub(crate) async fn reality(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<Json<RealityCheck>, ApiError> {
    running.permit(caller.by, Deed::ReadOwnAccount)?;
    let due = running.desk().reality_due(caller.person()?, running.now());
    Ok(Json(RealityCheck { due }))
}

/// Says that the reality check was read.
#[utoipa::path(
    post,
    path = "/api/me/reality",
    tag = "oneself",
    responses((status = 204), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn acknowledge(
    State(running): State<Arc<Running>>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    running.at_desk(caller.by, DeskCommand::Acknowledge).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Excludes oneself from play, at once. It cannot be undone or shortened; reading one's account and
/// cashing out go on.
#[utoipa::path(post, path = "/api/me/exclusion", tag = "oneself", request_body = ExclusionWanted,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn exclude(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(wanted): Body<ExclusionWanted>,
) -> Result<StatusCode, ApiError> {
    let length = match wanted.r#for {
        HowLong::Hours(hours) => ExclusionLength::For(Span::minutes(60 * u64::from(hours))),
        HowLong::Ever => ExclusionLength::ForEver,
    };
    let person = caller.person()?;
    running
        .at_desk(caller.by, DeskCommand::Exclude { length })
        .await?;
    running.show_out_one(person).await;
    Ok(StatusCode::NO_CONTENT)
}
