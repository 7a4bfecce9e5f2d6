//! `pontoon rules`: the books in tables.

use crate::books;
use crate::cli::RulesAction;
use crate::compare_command;
use crate::coverage;
use crate::output::say;
use crate::table_out::table;
use anyhow::{Context, Result, bail};
use game::notation::{Script, play};
use rules::{BOOK_IDS, ClauseEntry, Prose, RuleBook, builtin, builtin_prose};
use std::path::Path;

/// The settings that tell the books apart at a glance.
const HEADLINES: [&str; 22] = [
    "cards.decks",
    "shoe.burn",
    "boxes.unseated",
    "limits.below-minimum",
    "limits.maximum-scope",
    "pairs.wager",
    "insurance.with-pontoon",
    "insurance.anothers",
    "surrender.co-bettors",
    "surrender.controller-plays-on",
    "draw.must-draw",
    "draw.absent",
    "double.on",
    "double.amount",
    "double.aces",
    "split.again",
    "split.most-hands",
    "split.aces-again",
    "split.declined",
    "dealer.pontoon",
    "super-bonus.prizes",
    "super-bonus.others",
];

pub(crate) fn run(action: RulesAction) -> Result<()> {
    match action {
        RulesAction::Table => side_by_side(),
        RulesAction::Show { book, clause } if clause.is_empty() => show(&book),
        RulesAction::Show { book, clause } => show_clause(&book, &clause.join(" ")),
        RulesAction::Compare(arguments) => compare_command::run(&arguments),
        RulesAction::Coverage { json } => coverage::run(json),
        RulesAction::Check { file } => check_file(&file),
    }
}

fn side_by_side() -> Result<()> {
    let mut header = vec!["rule"];
    header.extend(BOOK_IDS);
    let mut out = table(&header);
    let books = BOOK_IDS.map(|id| builtin(id).map(|book| (*book).clone()));
    let books = books.into_iter().collect::<Result<Vec<RuleBook>, _>>()?;
    for key in HEADLINES {
        let mut row = vec![key.to_owned()];
        row.extend(
            books
                .iter()
                .filter_map(|book| book.setting(key))
                .map(|(text, clause)| format!("{text} [{clause}]")),
        );
        out.add_row(row);
    }
    say!("{out}");
    say!(
        "`pontoon rules show BOOK` lists all settings of a book, `pontoon rules compare A B` what \
        two do differently."
    );
    Ok(())
}

fn show(name: &str) -> Result<()> {
    let book = books::find(name)?;
    say!("{}, {} ({})", book.title, book.date, book.id);
    if let Some(base) = &book.extends {
        say!("extends {base}");
    }
    let mut out = table(&["setting", "what", "value", "clause"]);
    book.each(|key, words, setting| {
        out.add_row(vec![
            key.to_owned(),
            words.to_owned(),
            setting.text(),
            setting.clause().to_string(),
        ]);
    });
    say!("{out}");
    let mut out = table(&["reading", "question", "taken", "or"]);
    for reading in &book.readings {
        let taken = book
            .setting(&reading.key)
            .map(|(value, _)| value)
            .unwrap_or_default();
        out.add_row(vec![
            reading.id.clone(),
            reading.asks.clone(),
            taken,
            reading.or.join(", "),
        ]);
    }
    say!(
        "Readings: questions the book leaves open. `set READING=VALUE` in a round takes another \
        answer.\n{out}"
    );
    Ok(())
}

/// A setting by its key, or a reading by its name.
fn show_setting(book: &RuleBook, name: &str) -> bool {
    let reading = book
        .readings
        .iter()
        .find(|reading| reading.id == name.trim_start_matches("reading ") || reading.key == name);
    let key = reading.map_or(name, |reading| reading.key.as_str());
    let Some((value, clause)) = book.setting(key) else {
        return false;
    };
    book.each(|other, words, setting| {
        if other == key {
            let all = setting.all();
            let or = if all.is_empty() {
                String::new()
            } else {
                format!(" (of {})", all.join(", "))
            };
            say!("{} {key}: {words}\n  {value}{or} [{clause}]", book.id.name);
        }
    });
    if let Some(reading) = reading {
        let or = if reading.or.is_empty() {
            "no other answer".to_owned()
        } else {
            format!("or {}", reading.or.join(", "))
        };
        say!(
            "  reading {}: {} Here {value}; {or}.",
            reading.id,
            reading.asks
        );
    }
    true
}

fn show_clause(name: &str, clause: &str) -> Result<()> {
    let book = books::find(name)?;
    if show_setting(&book, clause) {
        return Ok(());
    }
    let own = book.own_clauses.iter().find(|(number, _)| number == clause);
    if let Some((number, words)) = own {
        say!("{} {number}: {words}", book.id.name);
        return Ok(());
    }
    let page = book
        .extends
        .as_ref()
        .map_or(&book.id.name, |base| &base.name);
    let prose = builtin_prose(page)?;
    let Some(entry) = prose.entry(clause) else {
        let near = near_clauses(&prose, clause);
        bail!("{page} has no clause `{clause}`{near}");
    };
    say!(
        "{page} {} ({}), {}{}",
        entry.clause,
        entry.section,
        entry.status.word(),
        remark(entry)
    );
    say!("  {}", entry.words);
    book.each(|key, words, setting| {
        if setting.clause().to_string() == clause {
            let value = setting.text();
            say!(
                "  setting {key}{}{value}: {words}",
                if value.is_empty() { "" } else { " = " }
            );
        }
    });
    if let Some(base) = &book.extends {
        let theirs = builtin(&base.name)?;
        theirs.each(|key, _, setting| {
            let own = book
                .setting(key)
                .filter(|(_, own)| *own != setting.clause());
            if let Some((_, own)) = own.filter(|_| setting.clause().to_string() == clause) {
                say!("  {} has its own rule for {key}: {own}", book.id.name);
            }
        });
    }
    for example in &entry.examples {
        say!("\n{}", example.text.trim_end());
    }
    Ok(())
}

fn remark(entry: &ClauseEntry) -> String {
    entry
        .remark()
        .map_or(String::new(), |remark| format!(" ({remark})"))
}

pub(crate) fn near_clauses(prose: &Prose, clause: &str) -> String {
    let stem: String = clause
        .chars()
        .take_while(|letter| !matches!(letter, '.' | '(' | ' '))
        .collect();
    let near = prose
        .entries
        .iter()
        .filter(|entry| !stem.is_empty() && entry.clause.starts_with(&stem));
    let near: Vec<&str> = near.take(8).map(|entry| entry.clause.as_str()).collect();
    if !near.is_empty() {
        return format!(": there are {}", near.join(", "));
    }
    let ends = prose.entries.first().zip(prose.entries.last());
    ends.map_or(String::new(), |(first, last)| {
        format!(": its clauses run from {} to {}", first.clause, last.clause)
    })
}

fn check_file(file: &Path) -> Result<()> {
    if file.extension().is_some_and(|extension| extension == "md") {
        return check_page(file);
    }
    let book = books::read_book(file)?;
    say!(
        "{}: {} ({}) is a valid book",
        file.display(),
        book.title,
        book.id
    );
    Ok(())
}

fn check_page(file: &Path) -> Result<()> {
    let text = books::read(file)?;
    let prose = Prose::parse(&text).map_err(|faults| {
        let lines: Vec<String> = faults
            .iter()
            .map(|fault| format!("{}:{fault}", file.display()))
            .collect();
        anyhow::anyhow!("{}", lines.join("\n"))
    })?;
    let (mut played, mut faults) = (0, 0);
    for entry in &prose.entries {
        for (number, example) in (1..).zip(&entry.examples) {
            match play_example(&example.text) {
                Ok(()) => played += 1,
                Err(error) => {
                    faults += 1;
                    let place = format!("{} from line {}", file.display(), example.line + 1);
                    say!(
                        "{place}: clause {}, example {number}: {error:#}",
                        entry.clause
                    );
                }
            }
        }
    }
    let lacking = coverage::without_example(&prose);
    say!(
        "{} clauses, {played} examples hold, {faults} fail",
        prose.entries.len()
    );
    if !lacking.is_empty() {
        say!(
            "{} enforced without example: {}",
            lacking.len(),
            lacking.join(" ")
        );
    }
    if faults > 0 || !lacking.is_empty() {
        bail!("the page is not complete");
    }
    Ok(())
}

fn play_example(example: &str) -> Result<()> {
    let script = Script::parse(example).context("notation")?;
    let played = play(&script, &|name| {
        books::find(name).map_err(|error| format!("{error:#}"))
    })?;
    if played.checks == 0 {
        bail!("states nothing that is checked");
    }
    Ok(())
}
