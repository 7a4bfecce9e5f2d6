//! Money in and out at the desk, and the statement of an account: rounds and movements at the desk
//! in their order.
//!
//! A movement is written down as a small document together with the entry that moved it, so that
//! one person's account need not be looked for in everybody's log.

use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, HowMany, Params};
use crate::recall::cents;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::{Deed, DeskCommand, DeskDecision, DeskEvent, MoneyWhy};
use house::{Funds, funds_after_space, funds_space};
use ledger::{Account, PlayerId};
use rules::{Money, Net};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{Put, Read};
use table::Time;
use utoipa::ToSchema;

/// How many lines a statement has unless told.
const LINES: usize = 50;
/// How many it may have.
const LINES_MOST: usize = 5000;

/// A movement of money at the desk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cash {
    at: Time,
    net: Net,
    why: MoneyWhy,
    transfer: String,
}

fn cash_space(player: PlayerId) -> String {
    format!("cash/{player}")
}

/// What is written down of the money a decision of the desk moves.
pub(crate) fn cash_puts(decision: &DeskDecision) -> Vec<Put> {
    let moved = decision.events.iter().filter_map(|event| {
        if let DeskEvent::Moved { person, net, why } = event {
            Some((*person, *net, why.clone()))
        } else {
            None
        }
    });
    // One transfer for each such event, in their order.
    let each = moved
        .zip(&decision.transfers)
        .map(|((person, net, why), transfer)| {
            let cash = Cash {
                at: decision.at,
                net,
                why,
                transfer: transfer.id.to_string(),
            };
            let value = serde_json::to_vec(&cash).expect("a movement is plain data");
            Put {
                space: cash_space(person),
                key: format!("{:016}-{:010}", cash.at.0, transfer.id.no),
                value: Some(value),
            }
        });
    each.collect()
}

/// A line of a statement.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Line {
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What came or went, in cents.
    pub(crate) net: i64,
    /// `round`, `newcomer`, `top_up`, `credit`, `correction`, `cash_out` or `guest_closed`.
    pub(crate) what: &'static str,
    /// At which table, if it was a round.
    pub(crate) table: Option<u32>,
    /// Which round there.
    pub(crate) round: Option<u64>,
    /// The reason that was given.
    pub(crate) why: Option<String>,
    /// The number of the transfer, if it was at the desk.
    pub(crate) transfer: Option<String>,
    /// What the account held after a round.
    pub(crate) after: Option<i64>,
}

/// A statement of an account.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Statement {
    /// What the account holds, in cents.
    pub(crate) balance: i64,
    /// What is wagered and not decided, in cents.
    pub(crate) at_stake: u64,
    /// The movements, the latest first.
    pub(crate) lines: Vec<Line>,
}

fn of_cash(cash: Cash) -> Line {
    let (what, why) = match cash.why {
        MoneyWhy::Newcomer => ("newcomer", None),
        MoneyWhy::TopUp => ("top_up", None),
        MoneyWhy::Credit(why) => ("credit", Some(why)),
        MoneyWhy::Correction(why) => ("correction", Some(why)),
        MoneyWhy::CashOut => ("cash_out", None),
        MoneyWhy::GuestClosed => ("guest_closed", None),
    };
    let transfer = Some(cash.transfer);
    Line {
        at: cash.at.0,
        net: cash.net.cents(),
        what,
        table: None,
        round: None,
        why,
        transfer,
        after: None,
    }
}

fn of_funds(funds: &Funds, after: Option<i64>) -> Line {
    Line {
        at: funds.at.0,
        net: funds.net.cents(),
        what: "round",
        table: Some(funds.table.0),
        round: Some(funds.round),
        why: None,
        transfer: None,
        after,
    }
}

fn lines(read: &mut dyn Read, player: PlayerId, most: usize) -> Result<Vec<Line>, store::Fault> {
    let mut all: Vec<(String, Line)> = Vec::new();
    for document in read.last_documents(&cash_space(player), most)? {
        all.extend(
            serde_json::from_slice(&document.value)
                .ok()
                .map(|cash| (document.key, of_cash(cash))),
        );
    }
    for document in read.last_documents(&funds_space(player), most)? {
        let Ok(funds) = serde_json::from_slice::<Funds>(&document.value) else {
            continue;
        };
        let after = read.document(&funds_after_space(player), &document.key)?;
        all.push((
            document.key,
            of_funds(&funds, after.as_deref().and_then(cents)),
        ));
    }
    // Keys begin with the time.
    all.sort_by(|(one, _), (other, _)| other.cmp(one));
    Ok(all.into_iter().map(|(_, line)| line).take(most).collect())
}

/// The statement of anybody's account; whether it may be read is the caller's business.
pub(crate) async fn statement_of(
    running: &Arc<Running>,
    player: PlayerId,
    most: usize,
) -> Result<Statement, ApiError> {
    let lines = running.read(move |read| lines(read, player, most)).await?;
    let balance = running.balance(Account::Player(player)).await?.cents();
    let at_stake = running
        .desk()
        .plays()
        .totals(player, running.now())
        .open
        .cents();
    Ok(Statement {
        balance,
        at_stake,
        lines,
    })
}

/// One's own statement: the last movements of money, the latest first.
#[utoipa::path(
    get,
    path = "/api/me/statement",
    tag = "oneself",
    params(HowMany),
    responses((status = 200, body = Statement)),
)]
pub(crate) async fn statement(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Params(how_many): Params<HowMany>,
) -> Result<Json<Statement>, ApiError> {
    running.permit(caller.by, Deed::ReadOwnHistory)?;
    Ok(Json(
        statement_of(&running, caller.person()?, how_many.of(LINES, LINES_MOST)?).await?,
    ))
}

/// Money that is to move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CashOut {
    /// The caller's own name for it; a repetition has the same, and moves nothing again.
    pub(crate) id: String,
    /// How much, in cents.
    #[schema(value_type = u64)]
    pub(crate) amount: Money,
}

/// Money that moved.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MovedMoney {
    /// The number of the transfer.
    pub(crate) transfer: String,
}

impl TryFrom<desk::Answer> for MovedMoney {
    type Error = ApiError;

    fn try_from(answer: desk::Answer) -> Result<Self, ApiError> {
        if let desk::Answer::Moved { transfer } = answer {
            return Ok(Self {
                transfer: transfer.to_string(),
            });
        }
        Err(crate::refused::Refused::Bug.into())
    }
}

/// Takes money out.
#[utoipa::path(post, path = "/api/me/cash-out", tag = "oneself", request_body = CashOut,
    responses((status = 200, body = MovedMoney), (status = 409, body = ErrorBody)))]
pub(crate) async fn cash_out(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(CashOut { id, amount }): Body<CashOut>,
) -> Result<Json<MovedMoney>, ApiError> {
    let content = format!("cash out {}", amount.cents());
    let answer = running
        .at_desk_once(caller.by, &id, &content, DeskCommand::CashOut { amount })
        .await?;
    Ok(Json(MovedMoney::try_from(answer)?))
}
