//! What staff do to accounts: opening them, roles, locks, passwords, credits and corrections.

use crate::accounts::check_free;
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Segments};
use crate::passwords::hashed;
use crate::refused::Refused;
use crate::running::Running;
use crate::statement::MovedMoney;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use desk::{Answer, Deed, DeskCommand, Role};
use ledger::PlayerId;
use rules::{Money, Net};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::ToSchema;

/// An account for somebody of the staff.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NewStaff {
    /// The name.
    pub(crate) handle: String,
    /// The first password; it must be changed at the first sign-in.
    pub(crate) password: String,
    /// What they are employed to do: `dealer`, `supervisor`, `gaming_manager`,
    /// `tournament_director`, `inspector`, `administrator`.
    #[schema(value_type = Vec<String>)]
    pub(crate) roles: BTreeSet<Role>,
}

/// Somebody who has an account now.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NewPerson {
    /// Who.
    pub(crate) person: u32,
}

/// A role to give.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RoleGiven {
    /// Which.
    #[schema(value_type = String)]
    pub(crate) role: Role,
}

/// A player card to issue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NewCard {
    /// Its number: 1 to 20 letters and digits.
    pub(crate) number: String,
}

/// A reason, for the record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Why {
    /// 1 to 200 characters.
    pub(crate) why: String,
}

/// A new password, chosen by the staff.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GivenPassword {
    /// The password; it must be changed at the next sign-in.
    pub(crate) password: String,
}

/// A credit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Credit {
    /// The caller's own name for it; a repetition has the same, and moves nothing again.
    pub(crate) id: String,
    /// How much, in cents.
    #[schema(value_type = u64)]
    pub(crate) amount: Money,
    /// Why, for the record.
    pub(crate) why: String,
}

/// A correction.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Correction {
    /// The caller's own name for it; a repetition has the same, and moves nothing again.
    pub(crate) id: String,
    /// By how much, in cents; below nothing it is taken from the player.
    #[schema(value_type = i64)]
    pub(crate) net: Net,
    /// Why, for the record.
    pub(crate) why: String,
}

/// Opens an account for somebody of the staff.
#[utoipa::path(post, path = "/api/staff", tag = "staff", request_body = NewStaff,
    responses(
        (status = 200, body = NewPerson),
        (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ))]
pub(crate) async fn create(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(NewStaff {
        handle,
        password,
        roles,
    }): Body<NewStaff>,
) -> Result<Json<NewPerson>, ApiError> {
    // Before the password is hashed: that is dear.
    running.permit(caller.by, Deed::CreateStaff)?;
    check_free(&handle)?;
    let phc = hashed(&running, &handle, password).await?;
    let answer = running
        .at_desk(caller.by, DeskCommand::Staff { handle, phc, roles })
        .await?;
    let Answer::Created { person } = answer else {
        return Err(Refused::Bug.into());
    };
    Ok(Json(NewPerson { person: person.0 }))
}

async fn done(
    running: &Arc<Running>,
    caller: Caller,
    command: DeskCommand,
) -> Result<StatusCode, ApiError> {
    running.at_desk(caller.by, command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives staff a role.
#[utoipa::path(
    post,
    path = "/api/people/{person}/roles",
    tag = "staff",
    params(("person" = u32, Path)),
    request_body = RoleGiven,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn give_role(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Body(RoleGiven { role }): Body<RoleGiven>,
) -> Result<StatusCode, ApiError> {
    done(
        &running,
        caller,
        DeskCommand::GiveRole {
            person: PlayerId(person),
            role,
        },
    )
    .await
}

/// Takes a role from staff.
#[utoipa::path(delete, path = "/api/people/{person}/roles/{role}", tag = "staff",
    params(("person" = u32, Path), ("role" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn take_role(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments((person, role)): Segments<(u32, Role)>,
) -> Result<StatusCode, ApiError> {
    done(
        &running,
        caller,
        DeskCommand::TakeRole {
            person: PlayerId(person),
            role,
        },
    )
    .await
}

/// Issues a player card to somebody with an account. One that was held before is no longer valid,
/// and where the person is at a table that asks for cards it is told.
#[utoipa::path(
    post,
    path = "/api/people/{person}/card",
    tag = "staff",
    params(("person" = u32, Path)),
    request_body = NewCard,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn issue_card(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Body(NewCard { number }): Body<NewCard>,
) -> Result<StatusCode, ApiError> {
    let person = PlayerId(person);
    let command = DeskCommand::IssueCard { person, number };
    let issued = done(&running, caller, command).await?;
    running.tell_tables_of_card(person).await;
    Ok(issued)
}

/// Declares somebody's player card invalid. Where the person is at a table that asks for cards it is
/// told; a round that is being played goes on.
#[utoipa::path(
    delete,
    path = "/api/people/{person}/card",
    tag = "staff",
    params(("person" = u32, Path)),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn cancel_card(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
) -> Result<StatusCode, ApiError> {
    let person = PlayerId(person);
    let command = DeskCommand::CancelCard { person };
    let cancelled = done(&running, caller, command).await?;
    running.tell_tables_of_card(person).await;
    Ok(cancelled)
}

/// Locks an account: its sessions end, and nothing may be done with it.
#[utoipa::path(
    post,
    path = "/api/people/{person}/lock",
    tag = "staff",
    params(("person" = u32, Path)),
    request_body = Why,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn lock(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Body(Why { why }): Body<Why>,
) -> Result<StatusCode, ApiError> {
    let person = PlayerId(person);
    let locked = done(&running, caller, DeskCommand::Lock { person, why }).await?;
    running.show_out_one(person).await;
    Ok(locked)
}

/// Unlocks an account.
#[utoipa::path(
    post,
    path = "/api/people/{person}/unlock",
    tag = "staff",
    params(("person" = u32, Path)),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn unlock(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
) -> Result<StatusCode, ApiError> {
    done(
        &running,
        caller,
        DeskCommand::Unlock {
            person: PlayerId(person),
        },
    )
    .await
}

/// Gives somebody a new password. It ends the wait after wrong passwords, and all their
/// sessions.
#[utoipa::path(
    post,
    path = "/api/people/{person}/password",
    tag = "staff",
    params(("person" = u32, Path)),
    request_body = GivenPassword,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)),
)]
pub(crate) async fn reset_password(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Body(GivenPassword { password }): Body<GivenPassword>,
) -> Result<StatusCode, ApiError> {
    running.permit(caller.by, Deed::ResetPassword)?;
    let person = PlayerId(person);
    let handle = running
        .handle_of(person)
        .ok_or_else(|| ApiError::not_found("there is no such person"))?;
    let phc = hashed(&running, &handle, password).await?;
    done(&running, caller, DeskCommand::ResetPassword { person, phc }).await
}

/// Credits a player.
#[utoipa::path(
    post,
    path = "/api/people/{person}/credit",
    tag = "staff",
    params(("person" = u32, Path)),
    request_body = Credit,
    responses((status = 200, body = MovedMoney), (status = 403, body = ErrorBody)),
)]
pub(crate) async fn credit(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Body(Credit { id, amount, why }): Body<Credit>,
) -> Result<Json<MovedMoney>, ApiError> {
    let content = format!("credit {person} {} {why}", amount.cents());
    let command = DeskCommand::Credit {
        player: PlayerId(person),
        amount,
        why,
    };
    Ok(Json(MovedMoney::try_from(
        running
            .at_desk_once(caller.by, &id, &content, command)
            .await?,
    )?))
}

/// Corrects a balance. Nothing is changed or removed: a correction is a movement of its own.
#[utoipa::path(
    post,
    path = "/api/people/{person}/correct",
    tag = "staff",
    params(("person" = u32, Path)),
    request_body = Correction,
    responses((status = 200, body = MovedMoney), (status = 403, body = ErrorBody)),
)]
pub(crate) async fn correct(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(person): Segments<u32>,
    Body(Correction { id, net, why }): Body<Correction>,
) -> Result<Json<MovedMoney>, ApiError> {
    let content = format!("correct {person} {} {why}", net.cents());
    let command = DeskCommand::Correct {
        player: PlayerId(person),
        net,
        why,
    };
    Ok(Json(MovedMoney::try_from(
        running
            .at_desk_once(caller.by, &id, &content, command)
            .await?,
    )?))
}
