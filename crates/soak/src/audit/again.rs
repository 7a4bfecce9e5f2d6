//! The house's own replay of the log, which must come to what the auditor found.

use super::objection::{Law, Objection, demand};
use super::purse::Purse;
use crate::evidence::Evidence;
use house::Replayed;
use store::Entry;

pub(crate) fn replay(evidence: &Evidence, purse: &Purse) -> Result<(), Objection> {
    let fault = |what: String| Objection::new(Law::Replay, what);
    let mut replayed = Replayed::default();
    for line in &evidence.log {
        let entry = Entry::decode_exact(&line.bytes).map_err(|error| fault(error.to_string()))?;
        replayed
            .tell(line.position, &entry)
            .map_err(|error| fault(error.to_string()))?;
    }
    for (account, balance) in replayed.balances() {
        let account = serde_json::to_string(&account).expect("an account is plain data");
        let (right, is) = (purse.balance(&account), balance.cents());
        demand(right == is, Law::Replay, || {
            format!("replayed, {account} has {is}, not {right}")
        })?;
    }
    Ok(())
}
