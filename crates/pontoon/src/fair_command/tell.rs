//! A report in words and as JSON.

use super::read::Record;
use crate::output::say;
use fair::{Checked, Cut, Move, Outcome, Report, Verdict, Who};
use serde_json::{Value, json};

/// A line about the record, one for each check, and one for the verdict.
pub(super) fn lines(record: &Record, report: &Report) {
    say!("{}", head(record));
    for checked in &report.checks {
        let (word, text) = words(checked);
        say!("{word:<9} {:<13} {text}", checked.check.name());
    }
    match (report.verdict(), report.first_fault()) {
        (Verdict::Failed, Some((check, _))) => say!(
            "FAILED: the first check that does not hold is {}",
            check.name()
        ),
        (Verdict::Incident, _) => say!(
            "INCIDENT: nothing that is there is wrong, but what was committed to was withheld. If \
            it is still in play, check it again when it is over"
        ),
        (Verdict::Holds | Verdict::Failed, _) => {
            say!("holds: every check that could be made is ok")
        }
    }
}

/// The same for programs.
pub(super) fn json(report: &Report) {
    let verdict = match report.verdict() {
        Verdict::Holds => "holds",
        Verdict::Incident => "incident",
        Verdict::Failed => "failed",
    };
    let checks: Vec<Value> = report
        .checks
        .iter()
        .map(|checked| {
            let (word, text) = words(checked);
            json!({ "check": checked.check.name(), "outcome": word, "text": text })
        })
        .collect();
    say!("{:#}", json!({ "verdict": verdict, "checks": checks }));
}

fn words(checked: &Checked) -> (&'static str, String) {
    match &checked.outcome {
        Outcome::Held => ("ok", checked.check.says().to_owned()),
        Outcome::Failed(fault) => ("FAILED", fault.to_string()),
        Outcome::Incident(withheld) => ("INCIDENT", withheld.to_string()),
        Outcome::NotMade(why) => ("not made", why.to_string()),
    }
}

/// What it is about. Names and other texts of the file are not repeated: they might be anything.
fn head(record: &Record) -> String {
    match record {
        Record::Shoe(shoe) => {
            let cut = shoe.cut.as_ref().map_or_else(|| "not cut".to_owned(), cut);
            format!(
                "shoe {}: {} cards, {cut}, {} out",
                shoe.commitment.id,
                shoe.commitment.cards,
                shoe.out.len()
            )
        }
        Record::Device(device) => {
            let moves = device.stretches.iter().flat_map(|stretch| &stretch.moves);
            let drawn = moves.filter(|one| matches!(one, Move::Draw(_))).count();
            format!(
                "device: {} decks, {} pairs of seeds, {drawn} cards drawn",
                device.pack.decks,
                device.stretches.len()
            )
        }
    }
}

fn cut(cut: &Cut) -> String {
    let by = match &cut.by {
        Who::Player(_) => "a player".to_owned(),
        Who::Software => "the software".to_owned(),
        Who::Dealer => "the dealer".to_owned(),
        Who::Supervisor => "a supervisor".to_owned(),
        Who::Beacon(round) => format!("round {} of a beacon", round.round),
    };
    format!("cut at {} by {by}", cut.place)
}
