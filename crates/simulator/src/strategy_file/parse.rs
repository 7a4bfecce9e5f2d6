//! From a text to a strategy: everything that is wrong is said at once.

use super::chart_lines::{read_chart, read_forfeits};
use super::charts::{Charts, Of};
use super::count_lines::Counted;
use super::fault::{At, FileFault, FileFaultKind};
use super::lines::{Line, Word, lines, shown};
use super::{Base, Places, StrategyFile};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// More faults than these help nobody.
const MOST_FAULTS: usize = 100;
/// The most letters of a name.
const MOST_LETTERS: usize = 80;
const TOP: At = At { line: 1, column: 1 };

/// A part of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Section {
    Chart(Of),
    Forfeits,
    Count,
    Ramp,
    Wonging,
    Index,
}

impl Section {
    /// The section that a line begins. What stands behind a colon is a remark.
    fn begun_by(line: &Line<'_>) -> Option<Self> {
        let title = line
            .words
            .iter()
            .map(|word| word.text.to_lowercase())
            .take_while(|word| word != ":");
        match title.collect::<Vec<_>>().join(" ").as_str() {
            "hard" | "hard totals" => Some(Self::Chart(Of::Hard)),
            "soft" | "soft totals" => Some(Self::Chart(Of::Soft)),
            "later soft" | "soft totals with a later ace" => Some(Self::Chart(Of::LaterSoft)),
            "pairs" => Some(Self::Chart(Of::Pair)),
            "forfeit" | "doubled hands" => Some(Self::Forfeits),
            "count" => Some(Self::Count),
            "ramp" => Some(Self::Ramp),
            "wonging" => Some(Self::Wonging),
            "index" => Some(Self::Index),
            _ => None,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Chart(of) => of.title(),
            Self::Forfeits => "Doubled hands",
            Self::Count => "count",
            Self::Ramp => "ramp",
            Self::Wonging => "wonging",
            Self::Index => "index",
        }
    }

    const fn is_chart(self) -> bool {
        match self {
            Self::Chart(_) | Self::Forfeits => true,
            Self::Count | Self::Ramp | Self::Wonging | Self::Index => false,
        }
    }
}

/// The lines of a section, and where it begins.
pub(crate) struct Part<'a> {
    pub(crate) at: At,
    pub(crate) lines: Vec<Line<'a>>,
}

/// What was found wrong.
#[derive(Default)]
pub(crate) struct Faults(Vec<FileFault>);

impl Faults {
    pub(crate) fn add(&mut self, at: At, what: FileFaultKind) {
        self.0.push(at.fault(what));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The lines before and between the sections.
#[derive(Default)]
struct Head {
    name: Option<String>,
    book: Option<(String, At)>,
    base: Option<(Base, At)>,
}

pub(crate) fn parse(text: &str) -> Result<StrategyFile, Vec<FileFault>> {
    let mut faults = Faults::default();
    let (head, parts) = divide(text, &mut faults);
    let charts = read_charts(&parts, &mut faults);
    let Counted {
        counting,
        index,
        ramp_at,
    } = Counted::read(&parts, &mut faults);
    match (&head.base, &charts) {
        (None, None) => faults.add(TOP, FileFaultKind::NothingToPlay),
        (Some((_, at)), Some(_)) => faults.add(*at, FileFaultKind::BaseAndCharts),
        (Some(_), None) | (None, Some(_)) => {}
    }
    let Faults(mut faults) = faults;
    if !faults.is_empty() {
        faults.sort_by_key(|fault| (fault.line, fault.column));
        faults.truncate(MOST_FAULTS);
        return Err(faults);
    }
    let (book, book_at) = head.book.unzip();
    let base = head.base.map_or(Base::Charts, |(base, _)| base);
    let places = Places {
        book: book_at.unwrap_or_default(),
        ramp: ramp_at,
    };
    Ok(StrategyFile {
        name: head.name.unwrap_or_default(),
        book,
        base,
        charts,
        counting,
        index,
        places,
    })
}

/// What lines belong to.
#[derive(Clone, Copy)]
enum Open {
    Nothing,
    Section(Section),
    /// A section that was there before: its lines are read by nobody.
    Second,
}

/// The text as its head and its sections.
fn divide<'a>(text: &'a str, faults: &mut Faults) -> (Head, BTreeMap<Section, Part<'a>>) {
    let mut head = Head::default();
    let mut parts: BTreeMap<Section, Part<'a>> = BTreeMap::new();
    let is_head = |line: &Line<'_>| matches!(line.first().text, "name" | "book" | "base");
    let mut open = Open::Nothing;
    for line in lines(text, |line| {
        is_head(line) || Section::begun_by(line).is_some()
    }) {
        let at = line.first().at;
        if is_head(&line) {
            head.read(&line, faults);
        } else if let Some(section) = Section::begun_by(&line) {
            open = match parts.entry(section) {
                Entry::Vacant(entry) => {
                    entry.insert(Part {
                        at,
                        lines: Vec::new(),
                    });
                    Open::Section(section)
                }
                Entry::Occupied(_) => {
                    faults.add(
                        at,
                        FileFaultKind::Twice {
                            what: section.words(),
                        },
                    );
                    Open::Second
                }
            };
        } else {
            match open {
                Open::Nothing => faults.add(
                    at,
                    FileFaultKind::UnknownLine {
                        word: line.first().shown(),
                    },
                ),
                Open::Section(section) => parts
                    .get_mut(&section)
                    .into_iter()
                    .for_each(|part| part.lines.push(line.clone())),
                Open::Second => {}
            }
        }
    }
    (head, parts)
}

impl Head {
    fn read(&mut self, line: &Line<'_>, faults: &mut Faults) {
        let at = line.first().at;
        match line.first().text {
            "name" => {
                let fits = !line.rest.is_empty()
                    && line.rest.chars().count() <= MOST_LETTERS
                    && !line.rest.contains(char::is_control);
                match (fits, &self.name) {
                    (_, Some(_)) => faults.add(at, FileFaultKind::Twice { what: "name" }),
                    (true, None) => self.name = Some(line.rest.to_owned()),
                    (false, None) => {
                        faults.add(
                            at,
                            FileFaultKind::Value {
                                text: shown(line.rest),
                                valid: "a name of 1 to 80 letters",
                            },
                        );
                    }
                }
            }
            "book" => {
                let Some(word) = one_word(line, "the name of a book, such as sydney", faults)
                else {
                    return;
                };
                match self.book {
                    Some(_) => faults.add(at, FileFaultKind::Twice { what: "book" }),
                    None => self.book = Some((word.shown(), word.at)),
                }
            }
            _ => {
                let valid = "best or card";
                let Some(word) = one_word(line, valid, faults) else {
                    return;
                };
                match (word.text, self.base) {
                    (_, Some(_)) => faults.add(at, FileFaultKind::Twice { what: "base" }),
                    ("best", None) => self.base = Some((Base::Best, at)),
                    ("card", None) => self.base = Some((Base::Card, at)),
                    (_, None) => {
                        // So that it is not said as well that there is nothing to play.
                        self.base = Some((Base::Best, at));
                        faults.add(
                            word.at,
                            FileFaultKind::Value {
                                text: word.shown(),
                                valid,
                            },
                        );
                    }
                }
            }
        }
    }
}

/// The one word behind the first of a line.
pub(crate) fn one_word<'a>(
    line: &Line<'a>,
    valid: &'static str,
    faults: &mut Faults,
) -> Option<Word<'a>> {
    match line.words[1..] {
        [] => faults.add(
            line.end(),
            FileFaultKind::Value {
                text: String::new(),
                valid,
            },
        ),
        [word] => return Some(word),
        [_, more, ..] => faults.add(more.at, FileFaultKind::TooMuchText { text: more.shown() }),
    }
    None
}

fn read_charts(parts: &BTreeMap<Section, Part<'_>>, faults: &mut Faults) -> Option<Charts> {
    let first = parts
        .iter()
        .filter(|(section, _)| section.is_chart())
        .map(|(_, part)| part.at)
        .min()?;
    let mut charts = Charts::default();
    for of in Of::ALL {
        match parts.get(&Section::Chart(of)) {
            Some(part) => _ = charts.tables.insert(of, read_chart(of, part, faults)),
            None if matches!(of, Of::Hard | Of::Soft) => {
                faults.add(first, FileFaultKind::SectionMissing { section: of.word() });
            }
            None => {}
        }
    }
    if let Some(part) = parts.get(&Section::Forfeits) {
        charts.forfeits = read_forfeits(part, faults);
    }
    Some(charts)
}
