//! A rule book in our own words: one entry for every clause, some with rounds that are played as
//! tests.
//!
//! The page is markdown. An entry is one line, ``- `14.8` *enforced*. Words.``; the fenced `round`
//! blocks below it are its examples. Behind the status stands, in parentheses, what it needs:
//!
//! - ``*enforced*``: the round enforces it. ``*enforced* (table)``: the table around the round
//!   does, and no round shows it.
//! - ``*partly enforced* (what is missing)``: the same, for a part of the clause; where the table
//!   enforces that part, ``*partly enforced* (table: what is missing)``.
//! - ``*recorded*``, ``*outside*`` and ``*planned*`` give their reason; ``*informative*`` needs
//!   none.

use std::fmt;

/// What the software does about a clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// The engine, or the table around it, does it or refuses its breach.
    Enforced,
    /// A part of it is enforced; the reason says what is missing.
    PartlyEnforced,
    /// People do it; the system keeps the record.
    Recorded,
    /// It decides nothing by itself.
    Informative,
    /// Law or physical handling.
    Outside,
    /// It comes with the floor, tournaments or promotions.
    Planned,
}

impl Status {
    /// Every status, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::Enforced,
        Self::PartlyEnforced,
        Self::Recorded,
        Self::Informative,
        Self::Outside,
        Self::Planned,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::PartlyEnforced => "partly enforced",
            Self::Recorded => "recorded",
            Self::Informative => "informative",
            Self::Outside => "outside",
            Self::Planned => "planned",
        }
    }
}

/// Where an enforced clause, or the enforced part of one, is enforced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EnforcedBy {
    /// By the engine of a round; an example on the page shows it.
    Round,
    /// By the table around the rounds, as the software deals at it; no round can show it.
    Table,
}

impl EnforcedBy {
    /// Both, in the order of reports.
    pub const ALL: [Self; 2] = [Self::Round, Self::Table];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Table => "table",
        }
    }
}

/// One clause.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ClauseEntry {
    pub clause: String,
    pub status: Status,
    /// Where it is enforced, if it is, wholly or partly.
    pub by: Option<EnforcedBy>,
    /// Why it has this status; of a clause that is partly enforced, what is missing.
    pub reason: Option<String>,
    pub words: String,
    /// The heading it stands under.
    pub section: String,
    /// The line of the page it stands on.
    pub line: usize,
    pub examples: Vec<Example>,
}

impl ClauseEntry {
    /// Whether a round shows it: the round enforces it, wholly or partly. Such a clause has
    /// examples.
    pub fn is_shown_by_a_round(&self) -> bool {
        self.by == Some(EnforcedBy::Round)
    }

    /// Whether the table enforces it, wholly or partly, between rounds or around one.
    pub fn is_kept_by_the_table(&self) -> bool {
        self.by == Some(EnforcedBy::Table)
    }

    /// What stands behind the status: where a clause is enforced when no round shows it, what is
    /// missing, or the reason.
    pub fn remark(&self) -> Option<String> {
        let table = self
            .is_kept_by_the_table()
            .then(|| EnforcedBy::Table.word());
        let parts: Vec<&str> = table.into_iter().chain(self.reason.as_deref()).collect();
        (!parts.is_empty()).then(|| parts.join(": "))
    }
}

/// A round on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The line of the page before its first.
    pub line: usize,
    /// The round, in the notation.
    pub text: String,
}

/// The whole page.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Prose {
    pub title: String,
    pub entries: Vec<ClauseEntry>,
}

/// What is wrong with a page.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ProseFault {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for ProseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

impl Prose {
    /// Reads a page.
    ///
    /// # Errors
    ///
    /// Every line that should be an entry and is not, every clause that stands twice, every block
    /// that is not closed.
    pub fn parse(text: &str) -> Result<Self, Vec<ProseFault>> {
        let mut prose = Self {
            title: String::new(),
            entries: Vec::new(),
        };
        let mut faults = Vec::new();
        let mut section = String::new();
        let mut block: Option<(usize, bool, String)> = None;
        for (line, words) in text.lines().enumerate().map(|(at, words)| (at + 1, words)) {
            let mut fault = |what: &str| {
                faults.push(ProseFault {
                    line,
                    what: what.to_owned(),
                })
            };
            if let Some((start, is_round, body)) = &mut block {
                if words.trim() != "```" {
                    body.push_str(words);
                    body.push('\n');
                    continue;
                }
                match prose.entries.last_mut() {
                    Some(entry) if *is_round => entry.examples.push(Example {
                        line: *start,
                        text: std::mem::take(body),
                    }),
                    None if *is_round => fault("a round stands before the first clause"),
                    Some(_) | None => {}
                }
                block = None;
            } else if let Some(kind) = words.trim_start().strip_prefix("```") {
                block = Some((
                    line,
                    kind.trim_matches(['`', ' ']) == "round",
                    String::new(),
                ));
            } else if words.starts_with("* `") {
                fault("an entry starts with a hyphen: - `14.8` *enforced*. Words.");
            } else if let Some(title) = words.strip_prefix("# ") {
                title.clone_into(&mut prose.title);
            } else if words.starts_with("##") {
                words
                    .trim_start_matches('#')
                    .trim()
                    .clone_into(&mut section);
            } else if words.starts_with("- `") {
                match entry(line, words, &section) {
                    Ok(new) if prose.entries.iter().any(|old| old.clause == new.clause) => {
                        fault("this clause stands twice")
                    }
                    Ok(new) => prose.entries.push(new),
                    Err(what) => fault(what),
                }
            }
        }
        if let Some((line, ..)) = block {
            faults.push(ProseFault {
                line,
                what: "this block is not closed".to_owned(),
            });
        }
        if prose.entries.is_empty() && faults.is_empty() {
            faults.push(ProseFault {
                line: 1,
                what: "the page lists no clause".to_owned(),
            });
        }
        if faults.is_empty() {
            Ok(prose)
        } else {
            Err(faults)
        }
    }

    /// One clause by its number.
    pub fn entry(&self, clause: &str) -> Option<&ClauseEntry> {
        self.entries.iter().find(|entry| entry.clause == clause)
    }
}

fn entry(line: usize, text: &str, section: &str) -> Result<ClauseEntry, &'static str> {
    let form = "an entry has the form: - `14.8` *enforced*. Words. (or *planned* (reason). Words.)";
    let rest = text.strip_prefix("- `").ok_or(form)?;
    let (clause, rest) = rest.split_once("` *").ok_or(form)?;
    let (word, rest) = rest.split_once('*').ok_or(form)?;
    let status = Status::ALL
        .into_iter()
        .find(|status| status.word() == word)
        .ok_or("unknown status")?;
    let (remark, words) = match rest.strip_prefix(" (") {
        Some(rest) => rest
            .split_once("). ")
            .map(|(remark, words)| (Some(remark), words))
            .ok_or(form)?,
        None => (None, rest.strip_prefix(". ").ok_or(form)?),
    };
    let (by, reason) = remark_of(status, remark)?;
    if words.trim().is_empty() {
        return Err("the clause has no words");
    }
    let (clause, words, section) = (
        clause.to_owned(),
        words.trim().to_owned(),
        section.to_owned(),
    );
    Ok(ClauseEntry {
        clause,
        status,
        by,
        reason: reason.map(str::to_owned),
        words,
        section,
        line,
        examples: Vec::new(),
    })
}

/// Where a clause is enforced and the reason for its status, from what stands in parentheses.
fn remark_of(
    status: Status,
    remark: Option<&str>,
) -> Result<(Option<EnforcedBy>, Option<&str>), &'static str> {
    match (status, remark) {
        (Status::Enforced, None) => Ok((Some(EnforcedBy::Round), None)),
        (Status::Enforced, Some("table")) => Ok((Some(EnforcedBy::Table), None)),
        (Status::Enforced, Some(_)) => {
            Err("an enforced clause is enforced by the round, or by the table: *enforced* (table)")
        }
        (Status::PartlyEnforced, remark) => {
            let remark = remark.unwrap_or_default();
            let (by, missing) = match remark.strip_prefix("table") {
                Some(rest) if rest.is_empty() || rest.starts_with(':') => {
                    (EnforcedBy::Table, rest.trim_start_matches(':').trim_start())
                }
                Some(_) | None => (EnforcedBy::Round, remark),
            };
            // One word would only repeat the status.
            if missing.split_whitespace().count() < 3 || missing.contains(". ") {
                return Err(
                    "a partly enforced clause says in one sentence what is missing: *partly \
                    enforced* (the inspector is not told), or (table: the inspector is not told)",
                );
            }
            Ok((Some(by), Some(missing)))
        }
        (Status::Informative, reason) => Ok((None, reason)),
        (Status::Recorded | Status::Outside | Status::Planned, Some(reason)) => {
            Ok((None, Some(reason)))
        }
        (Status::Recorded | Status::Outside | Status::Planned, None) => {
            Err("this status needs its reason in parentheses")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_with_its_examples() {
        let page = "# Ours\n\nIntro.\n\n## Doubling\n\n- `1` *enforced*. One \
            rule.\n\n```round\nbook ours\n```\n- `2a` *planned* (floor). Another (or not).\n- `3` \
            *enforced* (table). A third.\n";
        let prose = Prose::parse(page).unwrap();
        assert_eq!(prose.title, "Ours");
        assert_eq!(
            prose.entry("1").unwrap().examples,
            [Example {
                line: 9,
                text: "book ours\n".to_owned()
            }]
        );
        assert_eq!(prose.entry("1").unwrap().section, "Doubling");
        assert_eq!(prose.entry("2a").unwrap().reason.as_deref(), Some("floor"));
        assert_eq!(prose.entry("2a").unwrap().words, "Another (or not).");
        assert_eq!(prose.entry("3").unwrap().reason, None);
        let shown = |clause: &str| prose.entry(clause).unwrap().is_shown_by_a_round();
        let kept = |clause: &str| prose.entry(clause).unwrap().is_kept_by_the_table();
        assert_eq!(["1", "2a", "3"].map(shown), [true, false, false]);
        assert_eq!(["1", "2a", "3"].map(kept), [false, false, true]);
    }

    #[test]
    fn a_partly_enforced_clause_says_what_is_missing_and_who_enforces_the_rest() {
        let page = "# Ours\n- `1` *partly enforced* (nobody is told). One.\n- `2` *partly \
            enforced* (table: the time is missing). Two.\n- `3` *partly enforced* (tables of the \
            house are not counted). Three.\n";
        let prose = Prose::parse(page).unwrap();
        let found: Vec<_> = prose
            .entries
            .iter()
            .map(|entry| {
                (
                    entry.status,
                    entry.by.unwrap(),
                    entry.reason.as_deref().unwrap(),
                )
            })
            .collect();
        let partly = Status::PartlyEnforced;
        assert_eq!(
            found,
            [
                (partly, EnforcedBy::Round, "nobody is told"),
                (partly, EnforcedBy::Table, "the time is missing"),
                (
                    partly,
                    EnforcedBy::Round,
                    "tables of the house are not counted"
                ),
            ]
        );
        assert_eq!(prose.entries[0].words, "One.");
        let remarks: Vec<_> = prose
            .entries
            .iter()
            .map(|entry| entry.remark().unwrap())
            .collect();
        assert_eq!(
            remarks[..2],
            ["nobody is told", "table: the time is missing"]
        );
    }

    #[test]
    fn a_partly_enforced_clause_without_its_one_sentence_is_refused() {
        for remark in [
            "",
            " ()",
            " (table)",
            " (table: )",
            " (half)",
            " (It is half. The rest is not)",
        ] {
            let page = format!("# Ours\n- `1` *partly enforced*{remark}. One.\n");
            let faults = Prose::parse(&page).unwrap_err();
            assert!(
                faults[0]
                    .what
                    .contains("says in one sentence what is missing"),
                "{remark}: {}",
                faults[0]
            );
        }
    }

    #[test]
    fn every_fault_of_a_page_is_told_with_its_line() {
        let page = "# Ours\n- `1` *enforced*. One.\n- `1` *enforced*. Again.\n- `2` *planned*. No \
            reason.\n- `3` *perhaps*. What?\n- `4` enforced\n- `5` *enforced* (floor). By \
            whom?\n```round\n";
        let lines: Vec<usize> = Prose::parse(page)
            .unwrap_err()
            .iter()
            .map(|fault| fault.line)
            .collect();
        assert_eq!(lines, [3, 4, 5, 6, 7, 8]);
    }
}
