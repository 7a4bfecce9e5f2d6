//! The body of a table's entry in the log: what was asked, by whom, and what happened.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::LazyLock;
use store::{UpcastFault, Upcasters};
use table::{Actor, Command, Config, Event};

/// The kind of a table's entries.
pub const KIND: &str = "table";
/// The version of their form.
pub const VERSION: u16 = 2;

/// How older forms become the newest: a step for each version after the first. What was written is
/// never changed.
static FORMS: LazyLock<Upcasters> =
    LazyLock::new(|| Upcasters::new().kind(KIND, vec![Box::new(cards_and_cuts)]));

/// From version 1 to 2. Players said of themselves that they held a player card, which says nothing;
/// and what the software dealt and cut was written down as a dealer's or a supervisor's.
fn cards_and_cuts(mut body: Value) -> Result<Value, String> {
    let steps = body.get_mut("steps").and_then(Value::as_array_mut);
    for step in steps.into_iter().flatten() {
        let arrive = step.pointer_mut("/command/arrive");
        if let Some(arrive) = arrive.and_then(Value::as_object_mut) {
            arrive.remove("card");
        }
        let dealt = step.get("by").is_some_and(|by| by == "dealer");
        let events = step.get_mut("events").and_then(Value::as_array_mut);
        for event in events.into_iter().flatten() {
            let arrived = event.pointer_mut("/what/arrived");
            if let Some(arrived) = arrived.and_then(Value::as_object_mut) {
                arrived.remove("card");
            }
            for place in ["/what/cut/by", "/what/seed_given/by"] {
                if let Some(by) = event.pointer_mut(place).filter(|_| dealt) {
                    *by = Value::from("software");
                }
            }
        }
        if let Some(by) = step.get_mut("by").filter(|_| dealt) {
            *by = Value::from("software");
        }
    }
    Ok(body)
}

/// One entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableRecord"))]
pub enum Record {
    /// The table was set up, closed.
    Founded(Config),
    /// A request and everything that followed from it.
    Steps(Vec<Step>),
}

/// One command and its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TableStep"))]
pub struct Step {
    /// Who asked.
    pub by: Actor,
    /// For what.
    pub command: Command,
    /// What happened.
    pub events: Vec<Event>,
}

/// Why an entry cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// It is of another kind, or of a version that this program does not know.
    #[error(transparent)]
    Unknown(#[from] UpcastFault),
    /// It has not the form it says.
    #[error("an entry of a table cannot be read: {0}")]
    Form(String),
}

impl Record {
    /// The record as the log holds it.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("a record is plain data")
    }

    /// The record of an entry.
    ///
    /// # Errors
    ///
    /// When it is none that this program can read.
    pub fn from_entry(kind: &str, version: u16, body: &Value) -> Result<Self, RecordFault> {
        let body = FORMS.newest_of(kind, version, body)?;
        Self::deserialize(&*body).map_err(|error| RecordFault::Form(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::WagersChecked;
    use ledger::PlayerId;
    use table::Access;

    #[test]
    fn the_newest_form_is_the_one_that_is_written() {
        assert_eq!(FORMS.newest(KIND), Some(VERSION));
        let newer = Record::from_entry(KIND, VERSION + 1, &Value::Null).unwrap_err();
        assert!(
            newer.to_string().ends_with("use a newer program"),
            "{newer}"
        );
        assert!(matches!(
            Record::from_entry("said", VERSION, &Value::Null),
            Err(RecordFault::Unknown(_))
        ));
    }

    /// As the first version wrote it.
    const FIRST: &str = r#"{"steps":[
        {"by":{"player":1},"command":{"arrive":{"name":"ann","card":true}},
            "events":[{"what":{"arrived":{"player":1,"name":"ann","card":true}},"clause":null}]},
        {"by":"dealer","command":{"cut_by_house":{"place":60}},
            "events":[{"what":{"cut":{"by":"supervisor","place":60}},"clause":{"printed":"5.4"}}]},
        {"by":{"player":1},"command":{"cut":{"place":60}},
            "events":[{"what":{"cut":{"by":{"player":1},"place":60}},"clause":{"printed":"5.5"}}]}
    ]}"#;

    #[test]
    fn what_players_said_of_cards_and_the_softwares_cuts_are_read_as_what_they_were() {
        let first: Value = serde_json::from_str(FIRST).unwrap();
        let newest = FORMS.newest_of(KIND, 1, &first).unwrap();
        let cut_by = |step: usize| newest["steps"][step]["events"][0]["what"]["cut"]["by"].clone();
        assert_eq!(
            newest["steps"][0]["command"]["arrive"],
            serde_json::json!({"name": "ann"})
        );
        let arrived = &newest["steps"][0]["events"][0]["what"]["arrived"];
        assert_eq!(arrived, &serde_json::json!({"player": 1, "name": "ann"}));
        assert_eq!(newest["steps"][1]["by"], "software");
        assert_eq!(cut_by(1), "software");
        assert_eq!(cut_by(2), serde_json::json!({"player": 1}));
    }

    #[test]
    fn a_table_from_before_cards_and_advice_were_settings_is_read_as_it_was() {
        let play = Config::for_play_money(&rules::builtin("sydney").unwrap());
        let older = Record::Founded(play.clone()).to_value();
        for asked_since in ["player_cards", "advice", "last_cut"] {
            assert_eq!(older["founded"].get(asked_since), None);
        }
        assert_eq!(
            Record::from_entry(KIND, 1, &older),
            Ok(Record::Founded(play.clone()))
        );
        let usual = Config::usual(&rules::builtin("sydney").unwrap());
        let newer = Record::Founded(usual.clone()).to_value();
        assert_eq!(newer["founded"]["player_cards"], "asked");
        assert_eq!(newer["founded"]["advice"], "off");
        assert_eq!(
            Record::from_entry(KIND, VERSION, &newer),
            Ok(Record::Founded(usual))
        );
    }

    #[test]
    fn a_table_from_before_wagers_were_checked_when_laid_is_read_as_it_was() {
        let config = Config::usual(&rules::builtin("sydney").unwrap());
        assert_eq!(config.wagers_checked, WagersChecked::WhenLaid);
        let newer = Record::Founded(config.clone()).to_value();
        assert_eq!(
            Record::from_entry(KIND, VERSION, &newer),
            Ok(Record::Founded(config.clone()))
        );
        let mut older = newer;
        let removed = older["founded"]
            .as_object_mut()
            .unwrap()
            .remove("wagers_checked");
        assert_eq!(removed, Some("when_laid".into()));
        let was = Config {
            wagers_checked: WagersChecked::WhenClosed,
            ..config
        };
        assert_eq!(
            Record::from_entry(KIND, VERSION, &older),
            Ok(Record::Founded(was))
        );
    }

    #[test]
    fn a_public_table_is_written_down_as_it_was_before_there_were_private_ones() {
        let public = Config::usual(&rules::builtin("sydney").unwrap());
        assert_eq!(
            Record::Founded(public.clone()).to_value()["founded"].get("access"),
            None
        );
        let access = Access::Private {
            owner: PlayerId(7),
            house_players: 2,
        };
        let private = Record::Founded(Config { access, ..public });
        assert_eq!(
            private.to_value()["founded"]["access"]["private"]["owner"],
            7
        );
        assert_eq!(
            Record::from_entry(KIND, VERSION, &private.to_value()),
            Ok(private)
        );
    }
}
