//! `pontoon round`: plays written rounds.

use crate::books;
use anyhow::{Result, bail};
use game::notation::{Played, Script, describe, outcome_line, play};
use rules::{Money, Net};
use serde_json::{Number, Value, json};
use std::path::{Path, PathBuf};

pub(crate) fn run(files: &[PathBuf], as_json: bool, quiet: bool) -> Result<()> {
    let mut faults = 0;
    let mut results = Vec::new();
    for file in files {
        let played = play_file(file);
        match (played, as_json) {
            (Ok((_, played)), true) => results.push(to_json(file, &played)),
            (Ok((script, played)), false) => print_round(file, files.len() > 1, &script, &played, quiet),
            (Err(error), as_json) => {
                faults += 1;
                eprintln!("pontoon: {error:#}");
                if as_json {
                    results.push(json!({ "file": file.display().to_string(), "error": format!("{error:#}") }));
                }
            }
        }
    }
    if as_json {
        let value = if files.len() == 1 { results.remove(0) } else { Value::Array(results) };
        println!("{value:#}");
    }
    if faults > 0 {
        bail!("{faults} of {} round(s) failed", files.len());
    }
    Ok(())
}

fn play_file(file: &Path) -> Result<(Script, Played)> {
    let text = books::read(file)?;
    let at = |error| anyhow::anyhow!("{}:{error}", file.display());
    let script = Script::parse(&text).map_err(at)?;
    let played = play(&script, &|name| books::find(name).map_err(|error| format!("{error:#}"))).map_err(at)?;
    Ok((script, played))
}

fn print_round(file: &Path, several: bool, script: &Script, played: &Played, quiet: bool) {
    let round = &played.round;
    if several {
        println!("{}", file.display());
    }
    println!("{} ({})", round.book().title, round.book().id);
    if !quiet {
        for event in round.events() {
            println!("  {:<72} {}", describe(round, event), event.clause);
        }
        for refusal in &played.refusals {
            println!("  refused: {:<63} {}", refusal.reason.to_string(), refusal.clause);
        }
    }
    if quiet {
        for (settled, clause) in round.settled() {
            println!("  {}", outcome_line(round, settled, clause));
        }
    }
    let nets: Vec<String> = players(round).map(|(name, net)| format!("{name} {net}")).collect();
    println!("net: {}", nets.join(", "));
    let stated = script.stated().count();
    if played.checks > 0 {
        println!("{} statement(s) hold ({} refused as said, {stated} about results)", played.checks, played.checks - stated);
    }
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
    text.trim_start_matches('+').parse::<Number>().map_or(Value::Null, Value::Number)
}

fn net_json(net: Net) -> Value {
    dollars(&net.to_string())
}

fn money_json(money: Money) -> Value {
    dollars(&money.to_string())
}

fn to_json(file: &Path, played: &Played) -> Value {
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
    let events = round.events().iter().map(|event| json!({ "what": describe(round, event), "clause": event.clause.to_string() }));
    let refusals = played.refusals.iter().map(|refusal| json!({ "why": refusal.reason.to_string(), "clause": refusal.clause.to_string() }));
    let net: serde_json::Map<String, Value> = players(round).map(|(name, net)| (name.to_owned(), net_json(net))).collect();
    json!({
        "file": file.display().to_string(),
        "book": round.book().id.to_string(),
        "finished": round.stage() == game::Stage::Over,
        "net": net,
        "wagers": wagers.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
        "refused": refusals.collect::<Vec<_>>(),
        "statements": played.checks,
    })
}
