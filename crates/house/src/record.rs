//! The body of a table's entry in the log: what was asked, by whom, and what happened.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::LazyLock;
use store::{UpcastFault, Upcasters};
use table::{Actor, Command, Config, Event};

/// The kind of a table's entries.
pub const KIND: &str = "table";
/// The version of their form.
pub const VERSION: u16 = 1;

/// How older forms become the newest: a step for each version after the first. What was written is
/// never changed.
static FORMS: LazyLock<Upcasters> = LazyLock::new(|| Upcasters::new().kind(KIND, Vec::new()));

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
