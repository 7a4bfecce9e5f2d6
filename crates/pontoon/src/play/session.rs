//! The conversation: prompts, and the words that are understood at every one of them.

use super::clauses::Clauses;
use super::console::{Console, Paint};
use super::layout;
use anyhow::{Context, Result};
use game::notation::{Script, narrate};
use game::{Player, Round};
use rules::{Clause, RuleBook};
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Arc;

const HELP: &str =
    "  at a decision   the number, the letter in brackets or the word; an amount behind it where one is allowed: double 10
  wagers          an amount, with side wagers behind it where the sign has them: 25 pairs 5
                  - or 0 leaves the box out; Enter or rebet: as last time; clear: begin the wagers again
  why or ?        the clause behind each choice, or behind each result of the last round, in the book's words
  rules CLAUSE    one clause of the book
  table           the cards and wagers as they lie
  last            everything that happened in the last round, each with its clause
  record FILE     append the last round to a file in the notation that `pontoon round` reads
  quit            leave; in mid-round the book plays your hands on as those of an absent player";

/// What a prompt is about.
pub(crate) struct Asking<'a> {
    pub(crate) prompt: &'a str,
    /// What `why` explains: each thing with its clause.
    pub(crate) why: &'a [(String, Clause)],
    pub(crate) round: Option<&'a Round>,
}

/// One person's conversation with the table.
pub(crate) struct Session<'a> {
    pub(crate) console: Console<'a>,
    pub(crate) clauses: Clauses,
    /// How the book was named on the command line, so that a recorded round finds it again.
    pub(crate) book_name: String,
    /// The book before the table's own settings.
    pub(crate) usual: Arc<RuleBook>,
    pub(crate) player: Player,
    pub(crate) last: Option<Round>,
}

impl Session<'_> {
    pub(crate) fn paint(&self) -> Paint {
        self.console.paint
    }

    pub(crate) fn say(&mut self, line: impl Display) -> Result<()> {
        Ok(self.console.say(line)?)
    }

    pub(crate) fn say_all(&mut self, lines: impl IntoIterator<Item = String>) -> Result<()> {
        lines.into_iter().try_for_each(|line| self.say(line))
    }

    /// Asks until something comes that is no common word; none when the person leaves or the input
    /// ends.
    pub(crate) fn ask(&mut self, asking: &Asking<'_>) -> Result<Option<String>> {
        while let Some(line) = self.console.ask(asking.prompt)? {
            let (word, rest) = line
                .split_once(' ')
                .map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
            match word.to_lowercase().as_str() {
                "quit" | "q" | "exit" | "leave" => return Ok(None),
                "help" => self.say(HELP)?,
                "?" | "why" => self.explain(asking.why)?,
                "rules" | "rule" => {
                    let words = self.clauses.look_up(rest);
                    self.say(words)?;
                }
                "table" => self.show_table(asking.round)?,
                "last" => self.show_last()?,
                "record" => self.record(rest)?,
                _ => return Ok(Some(line)),
            }
        }
        Ok(None)
    }

    fn explain(&mut self, why: &[(String, Clause)]) -> Result<()> {
        if why.is_empty() {
            return self.say("  there is nothing to explain yet");
        }
        // Things that one clause decides are named together.
        for group in why.chunk_by(|one, next| one.1 == next.1) {
            let (names, clauses): (Vec<&str>, Vec<Clause>) = group
                .iter()
                .map(|(what, clause)| (what.as_str(), *clause))
                .unzip();
            let clause = clauses[0];
            let words = self.clauses.words(clause);
            self.say(format!("  {} [{clause}]\n{words}", names.join(", ")))?;
        }
        Ok(())
    }

    fn show_table(&mut self, round: Option<&Round>) -> Result<()> {
        match round {
            Some(round) => self.say_all(layout::table(round, self.player, self.paint())),
            None => self.say("  no cards are on the table"),
        }
    }

    fn show_last(&mut self) -> Result<()> {
        let Some(round) = &self.last else {
            return self.say("  no round has been played yet");
        };
        let lines: Vec<String> = narrate(round)
            .map(|(words, clause)| format!("  {words:<64} [{clause}]"))
            .collect();
        self.say_all(lines)
    }

    fn record(&mut self, file: &str) -> Result<()> {
        let Some(round) = &self.last else {
            return self.say("  no round has been played yet: there is nothing to record");
        };
        if file.is_empty() {
            return self.say("  type the name of a file behind it: record my.round");
        }
        let mut script = Script::with_results(round, &self.usual);
        script.head.book.clone_from(&self.book_name);
        // A file that cannot be written is no reason to leave the table.
        let answer = match append(file, &script.to_string()) {
            Ok(0) => format!("  recorded: `pontoon round {file}` plays it again"),
            Ok(_) => format!(
                "  recorded behind what {file} held before; `pontoon round {file}` plays them all \
                again"
            ),
            Err(error) => format!("  not recorded: {error:#}"),
        };
        self.say(answer)
    }
}

/// Appends a text to a file and says how long the file was before.
fn append(file: &str, text: &str) -> Result<u64> {
    let mut out = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file)
        .with_context(|| format!("cannot open {file}"))?;
    let before = out
        .metadata()
        .with_context(|| format!("cannot look at {file}"))?
        .len();
    let gap = if before > 0 { "\n" } else { "" };
    out.write_all(format!("{gap}{}\n", text.trim_end()).as_bytes())
        .with_context(|| format!("cannot write {file}"))?;
    Ok(before)
}
