//! Incidents: what the house must be able to show later, in the words of whoever saw it.

use crate::document::Document;
use ledger::TableId;
use serde::{Deserialize, Serialize};
use table::Time;

/// An incident as it was noted. The newest are the last documents of its space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// Its number.
    pub no: u64,
    /// When it was noted.
    pub at: Time,
    /// By whom.
    pub by: String,
    /// Where, if at a table.
    pub table: Option<TableId>,
    /// What.
    pub what: String,
}

impl Document for Incident {
    const SPACE: &'static str = "incident";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        format!("{:020}", self.no)
    }

    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}
