//! Refusals that are kept under the name of their request: a late copy of it must not be done after
//! all.

use crate::error::ApiError;
use crate::error_detail::ErrorDetail;
use crate::refused::Refused;
use crate::running::Running;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Batch, Command, Outcome};

/// Under this key a refusal is kept as an answer.
const DENIED: &str = "denied";

/// A refusal as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Denied {
    /// As HTTP says it.
    pub status: u16,
    /// For programs.
    pub code: String,
    /// For people.
    pub error: String,
    /// Amounts and times that it goes by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<ErrorDetail>>,
}

impl Running {
    /// Refuses a request, and keeps the refusal where it has a name and somebody said no. A request
    /// that was answered before is answered so again.
    pub(crate) async fn deny(
        &self,
        command: Option<Command>,
        refused: Refused,
    ) -> Result<Value, Refused> {
        let Some(command) = command.filter(|_| refused.is_final()) else {
            return Err(refused);
        };
        let answer = json!({ DENIED: ApiError::from(refused.clone()).denied() });
        match self
            .commit(Batch {
                command: Some(command),
                answer,
                ..Batch::default()
            })
            .await?
        {
            Outcome::Done { .. } | Outcome::Noted => Err(refused),
            Outcome::Repeated(answer) => answered_before(answer),
            Outcome::Refused(refusal) => Err(refusal.into()),
            Outcome::Fault(fault) => Err(Refused::Fault(fault.to_string())),
        }
    }
}

/// The first answer to a request that comes again.
pub(crate) fn answered_before(mut answer: Value) -> Result<Value, Refused> {
    match answer.get_mut(DENIED).map(Value::take) {
        Some(denied) => Err(Refused::Before(
            serde_json::from_value(denied).map_err(|_| Refused::Bug)?,
        )),
        None => Ok(answer),
    }
}
