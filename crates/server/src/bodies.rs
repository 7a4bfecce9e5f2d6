//! Every form in which something may come in, side by side: so that any text can be put to all of
//! them at once.

use crate::accounts::Credentials;
use crate::analysis::Question;
use crate::config::Config;
use crate::course::RoundQuestion;
use crate::floor::{NewIncident, NewTable};
use crate::hand::HandQuestion;
use crate::lobby::Asked;
use crate::log::Verification;
use crate::message::Say;
use crate::own::{ExclusionWanted, LimitsWanted};
use crate::price::PriceQuestion;
use crate::private_table::NewPrivateTable;
use crate::sessions::{Again, NewPassword};
use crate::simulation::SimulationWanted;
use crate::staff::{Correction, Credit, GivenPassword, NewCard, NewStaff, RoleGiven, Why};
use crate::statement::CashOut;
use crate::top_up::TopUpWanted;
use crate::trainer::DealWanted;
use serde::de::DeserializeOwned;

/// Reads a text as every message, every body and the configuration; how many of them it is.
///
/// No text makes the server panic: that is what this is for.
pub fn read_as_everything(text: &str) -> usize {
    fn is<T: DeserializeOwned>(text: &str) -> Option<T> {
        serde_json::from_str(text).ok()
    }
    let table = is::<NewTable>(text).map(|wanted| {
        wanted
            .config(Config::default().table_times())
            .map(|config| config.check().is_ok())
    });
    let question = is::<Question>(text).map(|question| question.asked().is_ok());
    let forms = [
        Say::read(text).is_ok(),
        is::<Credentials>(text).is_some(),
        is::<Again>(text).is_some(),
        is::<NewPassword>(text).is_some(),
        is::<LimitsWanted>(text)
            .is_some_and(|wanted| wanted.changes.iter().all(|change| change.check().is_ok())),
        is::<ExclusionWanted>(text).is_some(),
        is::<CashOut>(text).is_some(),
        is::<TopUpWanted>(text).is_some(),
        is::<Asked>(text).is_some(),
        table.is_some(),
        is::<NewPrivateTable>(text).is_some(),
        is::<NewIncident>(text).is_some(),
        is::<NewStaff>(text).is_some(),
        is::<RoleGiven>(text).is_some(),
        is::<NewCard>(text).is_some(),
        is::<Why>(text).is_some(),
        is::<GivenPassword>(text).is_some(),
        is::<Credit>(text).is_some(),
        is::<Correction>(text).is_some(),
        is::<Verification>(text).is_some(),
        question.is_some(),
        is::<HandQuestion>(text).is_some_and(|question| question.asked().is_ok()),
        is::<PriceQuestion>(text).is_some(),
        is::<RoundQuestion>(text).is_some(),
        is::<SimulationWanted>(text).is_some(),
        is::<DealWanted>(text).is_some(),
        Config::read(text).is_ok(),
    ];
    forms.into_iter().filter(|is| *is).count()
}
