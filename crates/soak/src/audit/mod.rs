//! The auditor: judges a run by its evidence, with a simple model of its own.
//!
//! It reads the log as JSON and shares no code with ledger, table and game. Only at the very end it
//! also asks the house's own replay and the fairness checks, which must agree.

mod again;
mod answers;
mod days;
mod hand;
mod json;
mod layout;
mod limits;
mod log;
mod objection;
mod payment;
mod purse;
mod shoes;

pub use objection::{Law, Objection};

use crate::counts::Counts;
use crate::evidence::{Ended, Evidence};
use layout::Floor;
use limits::People;
use log::Entry;
use purse::Purse;
use shoes::Shoes;

/// Judges a run.
///
/// # Errors
///
/// The first thing that does not hold.
pub fn judge(evidence: &Evidence) -> Result<Counts, Objection> {
    let entries = log::read(evidence)?;
    let (mut purse, mut floor, mut shoes) = (Purse::default(), Floor::default(), Shoes::default());
    let mut people = People::new(&evidence.away);
    let mut counts = Counts {
        entries: u64::try_from(entries.len()).unwrap_or(u64::MAX),
        ..Counts::default()
    };
    for entry in &entries {
        let step = || -> Result<(), Objection> {
            people.take(entry, &mut counts)?;
            purse.take(entry)?;
            floor.take(entry, &mut counts)?;
            shoes.take(entry)?;
            floor.compare(entry, &purse)
        };
        in_entry(step, entry)?;
    }
    purse.compare(&evidence.balances)?;
    if evidence.ended == Ended::Closed {
        floor.is_closed(&purse)?;
    }
    counts.shoes = shoes.compare(evidence)?;
    floor.compare_documents(evidence)?;
    counts.refused = answers::compare(&entries, evidence)?;
    again::replay(evidence, &purse)?;
    Ok(counts)
}

/// Says in which entry something does not hold.
fn in_entry(
    mut step: impl FnMut() -> Result<(), Objection>,
    entry: &Entry,
) -> Result<(), Objection> {
    step().map_err(|objection| {
        objection.at(&format!(
            "entry {} ({} {})",
            entry.position, entry.stream, entry.seq
        ))
    })
}
