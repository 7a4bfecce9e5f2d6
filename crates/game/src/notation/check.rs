//! Comparing what a text states with what the book gives.

use super::parse::clause_name;
use super::player::Played;
use super::script::{Line, ResultLine, Script};
use crate::event::Settled;
use crate::round::Round;
use rules::Clause;

/// One settled wager as the notation states it.
pub fn outcome_line(round: &Round, settled: &Settled, clause: Clause) -> ResultLine {
    ResultLine {
        box_no: settled.box_no,
        hand: settled.hand.map(|hand| hand + 1),
        name: round.setup().name(settled.player).to_owned(),
        kind: settled.kind,
        outcome: settled.outcome,
        net: Some(settled.net),
        clause: Some(clause.to_string()),
    }
}

/// Every settled wager as the notation states it, in the order of settlement.
pub(super) fn result_lines(round: &Round) -> Vec<Line> {
    round
        .settled()
        .map(|(settled, clause)| Line::Result(outcome_line(round, settled, clause)))
        .collect()
}

impl Script {
    /// The lines that state results.
    pub fn stated(&self) -> impl Iterator<Item = &Line> {
        self.lines
            .iter()
            .map(|numbered| &numbered.line)
            .filter(|line| line.is_statement())
    }
}

/// Whether this is the clause that a text names.
pub(super) fn is_clause(cited: Clause, named: &str) -> bool {
    clause_name(&cited.to_string()) == named
}

pub(super) fn check_line(played: &Played, line: &Line) -> Result<(), String> {
    let round = &played.round;
    match line {
        Line::Result(stated) => check_result(round, stated),
        Line::Net { name, net } => {
            let player = round
                .setup()
                .player(name)
                .ok_or_else(|| format!("nobody called {name} is at the table"))?;
            let actual = round.net(player);
            if actual == *net {
                Ok(())
            } else {
                Err(format!(
                    "{name} is said to end at {net}, but the book gives {actual}"
                ))
            }
        }
        Line::Cites { clause } => {
            let cited = round
                .events()
                .iter()
                .map(|event| event.clause)
                .chain(played.refusals.iter().map(|refused| refused.refusal.clause));
            let found = cited.into_iter().any(|cited| is_clause(cited, clause));
            if found {
                Ok(())
            } else {
                Err(format!("nothing in this round cites clause {clause}"))
            }
        }
        Line::Wagers { .. }
        | Line::Declines { .. }
        | Line::Close
        | Line::Withdraws { .. }
        | Line::Deal(_)
        | Line::Insurance(_)
        | Line::Press { .. }
        | Line::Box { .. }
        | Line::Dealer(_)
        | Line::Refused { .. }
        | Line::RefusedTable { .. }
        | Line::Unfinished => Ok(()),
    }
}

fn check_result(round: &Round, stated: &ResultLine) -> Result<(), String> {
    let actual: Vec<(ResultLine, Clause)> = round
        .settled()
        .map(|(settled, clause)| (outcome_line(round, settled, clause), clause))
        .collect();
    let same_wager = |(line, _): &&(ResultLine, Clause)| {
        let hand = stated.hand.is_none() || stated.hand == line.hand;
        hand && line.box_no == stated.box_no && line.name == stated.name && line.kind == stated.kind
    };
    let fits = |(line, cited): &(ResultLine, Clause)| {
        let net = stated.net.is_none() || stated.net == line.net;
        let named = stated.clause.as_deref();
        let clause = named.is_none_or(|named| is_clause(*cited, named));
        line.outcome == stated.outcome && net && clause
    };
    let candidates: Vec<&(ResultLine, Clause)> = actual.iter().filter(same_wager).collect();
    if candidates.iter().any(|line| fits(line)) {
        return Ok(());
    }
    match candidates.first() {
        Some((line, _)) => Err(format!("stated `{stated}`, but the book gives `{line}`")),
        None => Err(format!("stated `{stated}`, but there is no such wager")),
    }
}
