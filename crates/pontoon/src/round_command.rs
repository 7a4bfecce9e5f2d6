//! `pontoon round`: plays written rounds.

use crate::books;
use crate::output::{complain, say};
use anyhow::{Result, bail};
use game::notation::{NotationError, Played, Refused, Script, narrate, outcome_line, play};
use rules::{Money, Net};
use serde_json::{Number, Value, json};
use std::path::{Path, PathBuf};

pub(crate) fn run(files: &[PathBuf], as_json: bool, quiet: bool) -> Result<()> {
    let mut faults = 0;
    let mut results = Vec::new();
    let mut rounds = 0;
    for file in files {
        let scripts = match books::read(file) {
            Ok(text) => read_scripts(file, &text),
            Err(error) => vec![Err(error)],
        };
        let several = files.len() > 1 || scripts.len() > 1;
        for (index, script) in (1..).zip(scripts) {
            rounds += 1;
            let played =
                script.and_then(|script| play_script(file, &script).map(|played| (script, played)));
            match played {
                Ok((_, played)) if as_json => results.push(to_json(file, index, &played)),
                Ok((script, played)) => print_round(file, several, &script, &played, quiet),
                Err(error) => {
                    faults += 1;
                    complain(format_args!("{error:#}"));
                    results.push(json!({
                        "file": file.display().to_string(),
                        "index": index,
                        "error": format!("{error:#}"),
                    }));
                }
            }
        }
    }
    if as_json {
        let value = if results.len() == 1 {
            results.remove(0)
        } else {
            Value::Array(results)
        };
        say!("{value:#}");
    }
    if faults > 0 {
        bail!("{faults} of {rounds} round(s) failed");
    }
    Ok(())
}

/// The rounds of a file; one that is not notation hides no other.
fn read_scripts(file: &Path, text: &str) -> Vec<Result<Script>> {
    let at = |error: NotationError| anyhow::anyhow!("{}:{error}", file.display());
    let read = Script::parse_all(text).into_iter();
    read.map(|script| script.map_err(at)).collect()
}

fn play_script(file: &Path, script: &Script) -> Result<Played> {
    let find = |name: &str| books::find(name).map_err(|error| format!("{error:#}"));
    play(script, &find).map_err(|error| anyhow::anyhow!("{}:{error}", file.display()))
}

fn print_round(file: &Path, several: bool, script: &Script, played: &Played, quiet: bool) {
    let round = &played.round;
    if several {
        say!("{}", file.display());
    }
    say!("{} ({})", round.book().title, round.book().id);
    for (key, value) in changes(round) {
        say!("  set {key}={value}");
    }
    if !quiet {
        let mut refusals = played.refusals.iter().peekable();
        let events = narrate(round).map(Some).chain([None]);
        for (place, event) in (0..).zip(events) {
            while let Some(Refused { refusal, .. }) =
                refusals.next_if(|refused| refused.events <= place)
            {
                say!(
                    "  refused: {:<63} {}",
                    refusal.reason.to_string(),
                    refusal.clause
                );
            }
            if let Some((words, clause)) = event {
                say!("  {words:<72} {clause}");
            }
        }
    }
    if quiet {
        for (settled, clause) in round.settled() {
            say!("  {}", outcome_line(round, settled, clause));
        }
    }
    let nets: Vec<String> = players(round)
        .map(|(name, net)| format!("{name} {net}"))
        .collect();
    say!("net: {}", nets.join(", "));
    let stated = script.stated().count();
    if played.checks > 0 {
        say!(
            "{} statement(s) hold ({} refused as said, {stated} about results)",
            played.checks,
            played.checks - stated
        );
    }
}

/// The settings in which the table differs from the book of its name.
fn changes(round: &game::Round) -> Vec<(String, String)> {
    let book = round.book();
    rules::builtin(&book.id.name)
        .map(|usual| book.changes_from(&usual))
        .unwrap_or_default()
}

fn players(round: &game::Round) -> impl Iterator<Item = (&str, Net)> {
    let setup = round.setup();
    setup.patrons.iter().filter_map(|patron| {
        let player = setup.player(&patron.name)?;
        Some((patron.name.as_str(), round.net(player)))
    })
}

/// An amount of dollars as a JSON number.
pub(crate) fn dollars(text: &str) -> Value {
    text.trim_start_matches('+')
        .parse::<Number>()
        .map_or(Value::Null, Value::Number)
}

fn net_json(net: Net) -> Value {
    dollars(&net.to_string())
}

fn money_json(money: Money) -> Value {
    dollars(&money.to_string())
}

/// A round that was played; `index` counts the rounds of its file, from 1.
fn to_json(file: &Path, index: usize, played: &Played) -> Value {
    let round = &played.round;
    let wagers = round.settled().map(|(settled, clause)| {
        json!({
            "bettor": round.setup().name(settled.player),
            "box": settled.box_no.number(),
            "hand": settled.hand.map(|hand| hand + 1),
            "kind": settled.kind.word(),
            "result": settled.outcome.word(),
            "stake": money_json(settled.stake),
            "odds": settled.odds.map(|odds| odds.to_string()),
            "net": net_json(settled.net),
            "clause": clause.to_string(),
        })
    });
    let events = narrate(round)
        .map(|(words, clause)| json!({ "what": words, "clause": clause.to_string() }));
    let refusals = played.refusals.iter().map(|Refused { refusal, .. }| {
        json!({
            "why": refusal.reason.to_string(),
            "clause": refusal.clause.to_string(),
        })
    });
    let net: serde_json::Map<String, Value> = players(round)
        .map(|(name, net)| (name.to_owned(), net_json(net)))
        .collect();
    json!({
        "file": file.display().to_string(),
        "index": index,
        "book": round.book().id.to_string(),
        "settings": changes(round).into_iter().map(|(key, value)| (key, json!(value))).collect::<serde_json::Map<String, Value>>(),
        "finished": round.stage() == game::Stage::Over,
        "net": net,
        "wagers": wagers.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "refused": refusals.collect::<Vec<_>>(),
        "statements": played.checks,
    })
}
