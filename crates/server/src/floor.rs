//! The floor: setting up tables, and the incidents that staff write down. What is done at a table
//! is a command to it.

use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, HowMany, Params};
use crate::refused::Refused;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use desk::{Answer, Deed, DeskCommand, Document, Incident, Stakes, TableKind};
use game::{Dealing, Faces};
use ledger::TableId;
use rules::{Money, Sign, builtin};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Advice, Config, LastCutBy, LatePolicy, PlayerCards, Times};
use utoipa::ToSchema;

/// How many incidents are told unless told.
const INCIDENTS: usize = 50;
/// How many may be.
const INCIDENTS_MOST: usize = 1000;

/// A table to set up. Everything but the book has the book's usual value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct NewTable {
    /// The id of the rule book.
    pub(crate) book: String,
    /// Settings of the book that this table has otherwise, by key or reading.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<(String, String)>>", optional))]
    pub(crate) set: Vec<(String, String)>,
    /// How many decks.
    pub(crate) decks: Option<u8>,
    /// `shoe` or `device`.
    #[schema(value_type = Option<String>)]
    pub(crate) dealing: Option<Dealing>,
    /// `up` or `down`: how the first two cards of each box are dealt.
    #[schema(value_type = Option<String>)]
    pub(crate) faces: Option<Faces>,
    /// The sign at the table.
    #[schema(value_type = Option<Object>)]
    pub(crate) sign: Option<Sign>,
    /// How many cards lie behind the cutting card.
    pub(crate) cutting_card: Option<u32>,
    /// What the float holds when the table opens, in cents.
    #[schema(value_type = Option<u64>)]
    pub(crate) float: Option<Money>,
    /// How long people have, in milliseconds.
    #[schema(value_type = Option<Object>)]
    pub(crate) times: Option<Times>,
    /// `free` or `held`: what is done about players who sat out.
    #[schema(value_type = Option<String>)]
    pub(crate) late: Option<LatePolicy>,
    /// `asked` or `not_asked`: whether players show a player card where the book wants one. Only at
    /// a table of play money nobody is asked, by a clause of the house's own.
    #[schema(value_type = Option<String>)]
    pub(crate) player_cards: Option<PlayerCards>,
    /// `off` or `on`: whether the software advises players at the table. Where the book bars it only
    /// at a table of play money, by a clause of the house's own.
    #[schema(value_type = Option<String>)]
    pub(crate) advice: Option<Advice>,
    /// `software` or `supervisor`: who cuts when no player wants to and the book names a supervisor.
    #[schema(value_type = Option<String>)]
    pub(crate) last_cut: Option<LastCutBy>,
}

impl NewTable {
    /// The table that is wanted, with the usual values for what is not said.
    ///
    /// # Errors
    ///
    /// When there is no such book, or a setting does not fit it.
    pub(crate) fn config(self, times: Times) -> Result<Config, Refused> {
        let fault = |fault: &dyn std::fmt::Display| Refused::Config(fault.to_string());
        let mut book =
            rules::RuleBook::clone(&*builtin(&self.book).map_err(|unknown| fault(&unknown))?);
        book.set_all(self.set.iter().map(|(key, value)| (key, value)))
            .map_err(|refused| fault(&refused))?;
        let usual = Config::usual(&book);
        Ok(Config {
            set: self.set,
            decks: self.decks.unwrap_or(usual.decks),
            dealing: self.dealing.unwrap_or(usual.dealing),
            faces: self.faces.unwrap_or(usual.faces),
            sign: self.sign.unwrap_or(usual.sign),
            cutting_card: self.cutting_card.unwrap_or(usual.cutting_card),
            float: self.float.unwrap_or(usual.float),
            times: self.times.unwrap_or(times),
            late: self.late.unwrap_or(usual.late),
            wagers_checked: usual.wagers_checked,
            player_cards: self.player_cards.unwrap_or(usual.player_cards),
            advice: self.advice.unwrap_or(usual.advice),
            last_cut: self.last_cut.unwrap_or(usual.last_cut),
            access: usual.access,
            book: usual.book,
        })
    }
}

/// Whether a table may be set up so where this is wagered: clauses of the house's own that let
/// players go without what their book demands are for play money.
///
/// # Errors
///
/// When it goes by such a clause and is not for play money.
pub(crate) fn fits_stakes(config: &Config, kind: TableKind) -> Result<(), Refused> {
    let fault = |fault: table::ConfigFault| Refused::Config(fault.to_string());
    let own = config.house_clauses(&*config.rule_book().map_err(fault)?);
    match (kind.stakes, own.first()) {
        (Stakes::Play, _) | (Stakes::Credit, None) => Ok(()),
        (Stakes::Credit, Some(clause)) => Err(Refused::Config(format!(
            "{} holds at tables of play money alone: set `player_cards` to `asked` and `advice` to \
            `off`",
            clause.number
        ))),
    }
}

/// A table that was set up.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Founded {
    /// Its number.
    pub(crate) table: u32,
}

/// Sets up a table, closed.
#[utoipa::path(post, path = "/api/tables", tag = "floor", request_body = NewTable,
    responses(
        (status = 200, body = Founded),
        (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody),
    ))]
pub(crate) async fn found(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(wanted): Body<NewTable>,
) -> Result<Json<Founded>, ApiError> {
    let config = wanted.config(running.config.table_times())?;
    let table = running.found_table(caller.by, config).await?;
    Ok(Json(Founded { table: table.0 }))
}

/// An incident to write down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct NewIncident {
    /// At which table, if at one.
    pub(crate) table: Option<u32>,
    /// What: 1 to 200 characters.
    pub(crate) what: String,
}

/// An incident as it was written down.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct IncidentLine {
    /// Its number.
    pub(crate) no: u64,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// By whom.
    pub(crate) by: String,
    /// At which table, if at one.
    pub(crate) table: Option<u32>,
    /// What.
    pub(crate) what: String,
}

/// The number of an incident.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Noted {
    /// Its number.
    pub(crate) no: u64,
}

/// Writes an incident down.
#[utoipa::path(post, path = "/api/incidents", tag = "floor", request_body = NewIncident,
    responses((status = 200, body = Noted), (status = 403, body = ErrorBody)))]
pub(crate) async fn write_incident(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(NewIncident { table, what }): Body<NewIncident>,
) -> Result<Json<Noted>, ApiError> {
    let table = table.map(TableId);
    if let Some(table) = table {
        running.table(table)?;
    }
    let answer = running
        .at_desk(caller.by, DeskCommand::Incident { table, what })
        .await?;
    let Answer::Incident { no } = answer else {
        return Err(Refused::Bug.into());
    };
    Ok(Json(Noted { no }))
}

/// The last incidents, the latest first.
#[utoipa::path(get, path = "/api/incidents", tag = "floor", params(HowMany),
    responses((status = 200, body = Vec<IncidentLine>), (status = 403, body = ErrorBody)))]
pub(crate) async fn incidents(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Params(how_many): Params<HowMany>,
) -> Result<Json<Vec<IncidentLine>>, ApiError> {
    running.permit(caller.by, Deed::ReadIncidents)?;
    let most = how_many.of(INCIDENTS, INCIDENTS_MOST)?;
    let documents = running
        .read(move |read| read.last_documents(Incident::SPACE, most))
        .await?;
    let read = documents
        .iter()
        .filter_map(|document| Incident::read(&document.key, &document.value).ok());
    let lines = read.map(|incident| IncidentLine {
        no: incident.no,
        at: incident.at.0,
        by: incident.by,
        table: incident.table.map(|table| table.0),
        what: incident.what,
    });
    Ok(Json(lines.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use desk::Dealt;

    #[test]
    fn what_a_book_demands_is_waived_for_play_money_alone() {
        let book = builtin("sydney").unwrap();
        let credit = TableKind {
            stakes: Stakes::Credit,
            dealt: Dealt::BySoftware,
        };
        let play_money = Config::for_play_money(&book);
        assert_eq!(fits_stakes(&play_money, TableKind::TRIAL), Ok(()));
        let refused = fits_stakes(&play_money, credit).unwrap_err().to_string();
        assert!(
            refused.contains("H1 holds at tables of play money alone"),
            "{refused}"
        );
        assert_eq!(fits_stakes(&Config::usual(&book), credit), Ok(()));
        // Where the book demands nothing there is nothing to waive.
        let singapore = Config::for_play_money(&builtin("singapore").unwrap());
        assert_eq!(fits_stakes(&singapore, credit), Ok(()));
    }
}
