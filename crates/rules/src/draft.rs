//! A rule book's file as it was written, right or wrong.
//!
//! Reading a file never decides whether its values make sense: [`check`](crate::check) does.

use crate::check::Fault;
use crate::{Cited, Clause, RuleBook, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest file that is read, in bytes.
const LONGEST_FILE: usize = 1 << 20;

/// Line and column in a file, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One setting as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) at: Place,
    pub(crate) is: Option<String>,
    pub(crate) clause: Option<String>,
    pub(crate) reading: Option<String>,
    pub(crate) asks: Option<String>,
    pub(crate) or: Vec<String>,
}

/// A file as written: its head and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookDraft {
    pub(crate) head: BTreeMap<String, (String, Place)>,
    pub(crate) own_clauses: Vec<(String, String)>,
    pub(crate) entries: BTreeMap<String, Entry>,
    pub(crate) faults: Vec<Fault>,
}

/// Reads a file.
///
/// # Errors
///
/// Every fault of syntax, when the text is no TOML at all. Faults of content are kept in the draft
/// for [`check`](crate::check).
pub fn parse(text: &str) -> Result<BookDraft, Vec<Fault>> {
    let start = Place { line: 1, column: 1 };
    if text.len() > LONGEST_FILE {
        let what = format!(
            "the file has {} bytes: a rule book has at most {LONGEST_FILE}",
            text.len()
        );
        return Err(vec![Fault { at: start, what }]);
    }
    if text.trim().is_empty() {
        let what =
            "the file is empty: a rule book starts with `id = \"…\"` and `version = 1`".to_owned();
        return Err(vec![Fault { at: start, what }]);
    }
    let places = Places::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let fault = |error: &toml::de::Error| Fault {
            at: error.span().map_or(start, |span| places.at(&span)),
            what: error.message().to_owned(),
        };
        return Err(errors.iter().map(fault).collect());
    }
    let mut reader = Reader {
        places,
        draft: BookDraft {
            head: BTreeMap::new(),
            own_clauses: Vec::new(),
            entries: BTreeMap::new(),
            faults: Vec::new(),
        },
    };
    for (name, value) in table.get_ref() {
        reader.top(name, value);
    }
    Ok(reader.draft)
}

/// Finds line and column of a byte.
struct Places<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self { text, starts }
    }

    fn at(&self, span: &Range<usize>) -> Place {
        let line = self
            .starts
            .partition_point(|&start| start <= span.start)
            .max(1);
        let start = self.starts[line - 1];
        let column = self
            .text
            .get(start..span.start)
            .map_or(1, |before| before.chars().count() + 1);
        Place { line, column }
    }
}

type Key<'i> = Spanned<Cow<'i, str>>;
type Toml<'i> = Spanned<DeValue<'i>>;

struct Reader<'a> {
    places: Places<'a>,
    draft: BookDraft,
}

impl Reader<'_> {
    fn fault(&mut self, span: &Range<usize>, what: String) {
        let at = self.places.at(span);
        self.draft.faults.push(Fault { at, what });
    }

    fn top(&mut self, name: &Key<'_>, value: &Toml<'_>) {
        let DeValue::Table(table) = value.get_ref() else {
            if let Some(text) = self.text(name.get_ref(), value) {
                let at = self.places.at(&name.span());
                self.draft
                    .head
                    .insert(name.get_ref().to_string(), (text, at));
            }
            return;
        };
        for (key, value) in table {
            if name.get_ref() == "clauses" {
                if let Some(text) = self.text(key.get_ref(), value) {
                    self.draft
                        .own_clauses
                        .push((key.get_ref().to_string(), text));
                }
            } else {
                self.setting(&format!("{}.{}", name.get_ref(), key.get_ref()), key, value);
            }
        }
    }

    fn setting(&mut self, full_key: &str, key: &Key<'_>, value: &Toml<'_>) {
        let at = self.places.at(&key.span());
        let mut entry = Entry {
            at,
            is: None,
            clause: None,
            reading: None,
            asks: None,
            or: Vec::new(),
        };
        let DeValue::Table(parts) = value.get_ref() else {
            let what = format!(
                "`{full_key}` needs its clause: write {full_key} = {{ is = …, clause = \"…\" }}"
            );
            self.fault(&value.span(), what);
            return;
        };
        for (part, value) in parts {
            let name = format!("{full_key}.{}", part.get_ref());
            match part.get_ref().as_ref() {
                "is" => entry.is = self.text(&name, value),
                "clause" => entry.clause = self.text(&name, value),
                "reading" => entry.reading = self.text(&name, value),
                "asks" => entry.asks = self.text(&name, value),
                "or" => entry.or = self.texts(&name, value),
                _ => self.fault(
                    &part.span(),
                    format!(
                        "`{name}` is unknown: a setting has `is`, `clause`, `reading`, `asks` \
                        and `or`"
                    ),
                ),
            }
        }
        self.draft.entries.insert(full_key.to_owned(), entry);
    }

    fn texts(&mut self, name: &str, value: &Toml<'_>) -> Vec<String> {
        let DeValue::Array(items) = value.get_ref() else {
            self.fault(
                &value.span(),
                format!("`{name}` must be a list of values, for example [\"may\"]"),
            );
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|item| self.text(name, item))
            .collect()
    }

    fn text(&mut self, name: &str, value: &Toml<'_>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
            DeValue::Integer(_) => {
                self.fault(
                    &value.span(),
                    format!("`{name}` must be a plain decimal number"),
                );
                None
            }
            DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                self.fault(
                    &value.span(),
                    format!("`{name}` must be a text in quotation marks or a whole number"),
                );
                None
            }
        }
    }
}

/// Hands out the settings of a draft, or those of the book it extends, and keeps every fault.
pub(crate) struct Source<'a> {
    pub(crate) draft: &'a BookDraft,
    pub(crate) base: Option<&'a RuleBook>,
    pub(crate) taken: Vec<String>,
    pub(crate) faults: Vec<Fault>,
}

impl Source<'_> {
    pub(crate) fn take<T: Value>(&mut self, field: &'static str) -> Option<Cited<T>> {
        let key = field.replace('_', "-");
        self.taken.push(key.clone());
        let inherited = self.base.and_then(|base| base.setting(&key));
        let Some(entry) = self.draft.entries.get(&key) else {
            let Some((text, clause)) = inherited else {
                let what = format!("`{key}` is missing: it must be {}", T::valid());
                self.faults.push(Fault {
                    at: Place { line: 1, column: 1 },
                    what,
                });
                return None;
            };
            return T::read(&text).map(|is| Cited { is, clause });
        };
        let clause = self.clause(&key, entry, inherited.as_ref().map(|(_, clause)| *clause));
        let text = entry
            .is
            .clone()
            .or_else(|| inherited.map(|(text, _)| text))
            .unwrap_or_default();
        let is = T::read(&text);
        if is.is_none() {
            let what = match &entry.is {
                Some(text) => format!("`{key}` cannot be `{text}`: write {}", T::valid()),
                None => format!("`{key}` has no `is`: write {}", T::valid()),
            };
            self.faults.push(Fault { at: entry.at, what });
        }
        for other in &entry.or {
            if T::read(other).is_none() {
                let what = format!(
                    "`{key}` has the alternative `{other}`, which is not {}",
                    T::valid()
                );
                self.faults.push(Fault { at: entry.at, what });
            }
        }
        Some(Cited {
            is: is?,
            clause: clause?,
        })
    }

    fn clause(&mut self, key: &str, entry: &Entry, inherited: Option<Clause>) -> Option<Clause> {
        let clause = match (&entry.clause, &entry.reading) {
            (Some(text), _) if text == "silent" => Ok(Clause::SILENT),
            (Some(text), _) => Clause::printed(text),
            (None, Some(reading)) => Clause::reading(reading),
            (None, None) => match inherited {
                Some(clause) if entry.is.is_none() => Ok(clause),
                Some(_) | None => {
                    let what = format!(
                        "`{key}` names neither clause nor reading: write clause = \"…\", or clause \
                        = \"silent\""
                    );
                    self.faults.push(Fault { at: entry.at, what });
                    return None;
                }
            },
        };
        match clause {
            Ok(clause) => Some(clause),
            Err(error) => {
                self.faults.push(Fault {
                    at: entry.at,
                    what: format!("`{key}`: {error}"),
                });
                None
            }
        }
    }
}
