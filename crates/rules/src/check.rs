//! From a draft to a rule book: everything that is wrong is said at once.

use crate::book::{BookId, Reading, RuleBook};
use crate::books::{BOOK_IDS, builtin, builtin_prose, reference};
use crate::choices::PairWager;
use crate::draft::{BookDraft, Place, Source};
use crate::sections::{
    Boxes, Cards, Cutting, Dealer, Doubling, Drawing, HouseRules, InsuranceRules, Limits,
    Pandemonium, Payouts, Seats, Settlement, ShoeRules, Shuffling, SideWagers, Splitting,
    SuperBonus, SurrenderRules,
};
use crate::{Clause, ClauseError};
use std::collections::BTreeSet;
use std::fmt;

/// One thing that is wrong with a book's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where.
    pub at: Place,
    /// What is wrong and what would be right.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

const TOP: Place = Place { line: 1, column: 1 };

/// Makes a book from a draft.
///
/// # Errors
///
/// Every fault there is, in the order of the file.
pub fn check(draft: &BookDraft) -> Result<RuleBook, Vec<Fault>> {
    let mut faults = draft.faults.clone();
    let base = base_of(draft, &mut faults);
    if base.is_none() && draft.head.contains_key("extends") {
        // Without the book behind it, everything would be missing: that is no help.
        return Err(faults);
    }
    faults.extend(bad_own_clauses(draft));
    let mut source = Source {
        draft,
        base: base.as_ref(),
        taken: Vec::new(),
        faults,
    };
    let id = book_id(&mut source);
    let title = head(
        &mut source,
        "title",
        base.as_ref().map(|base| base.title.clone()),
    );
    let date = head(
        &mut source,
        "date",
        base.as_ref().map(|base| base.date.clone()),
    );
    // Every section is read before the first missing value ends the attempt, so that all faults are
    // found.
    let sections = Sections::draw_up(&mut source);
    unknown_names(&mut source);
    let readings = readings_of(&mut source);
    let Source { mut faults, .. } = source;
    faults.extend(unknown_clauses(draft, id.as_ref(), base.as_ref()));
    let book = match (id, title, date, sections) {
        (Some(id), Some(title), Some(date), Some(sections)) => Some(RuleBook {
            id,
            title,
            date,
            own_clauses: own_clauses(draft, base.as_ref()),
            extends: base.map(|base| base.id),
            readings,
            cards: sections.cards,
            shoe: sections.shoe,
            shuffle: sections.shuffle,
            cut: sections.cut,
            boxes: sections.boxes,
            seats: sections.seats,
            limits: sections.limits,
            pairs: sections.pairs,
            pandemonium: sections.pandemonium,
            insurance: sections.insurance,
            surrender: sections.surrender,
            draw: sections.draw,
            double: sections.double,
            split: sections.split,
            dealer: sections.dealer,
            settlement: sections.settlement,
            pays: sections.pays,
            super_bonus: sections.super_bonus,
            house: sections.house,
        }),
        _ => None,
    };
    if let Some(book) = &book {
        let place = |key: &str| draft.entries.get(key).map_or(TOP, |entry| entry.at);
        faults.extend(contradictions(book).into_iter().map(|found| Fault {
            at: place(found.at),
            what: found.what.to_owned(),
        }));
    }
    faults.sort_by_key(|fault| fault.at);
    match book {
        Some(book) if faults.is_empty() => Ok(book),
        _ => Err(faults),
    }
}

struct Sections {
    cards: Cards,
    shoe: ShoeRules,
    shuffle: Shuffling,
    cut: Cutting,
    boxes: Boxes,
    seats: Seats,
    limits: Limits,
    pairs: SideWagers,
    pandemonium: Pandemonium,
    insurance: InsuranceRules,
    surrender: SurrenderRules,
    draw: Drawing,
    double: Doubling,
    split: Splitting,
    dealer: Dealer,
    settlement: Settlement,
    pays: Payouts,
    super_bonus: SuperBonus,
    house: HouseRules,
}

impl Sections {
    fn draw_up(source: &mut Source<'_>) -> Option<Self> {
        let cards = Cards::draw_up(source);
        let shoe = ShoeRules::draw_up(source);
        let shuffle = Shuffling::draw_up(source);
        let cut = Cutting::draw_up(source);
        let boxes = Boxes::draw_up(source);
        let seats = Seats::draw_up(source);
        let limits = Limits::draw_up(source);
        let pairs = SideWagers::draw_up(source);
        let pandemonium = Pandemonium::draw_up(source);
        let insurance = InsuranceRules::draw_up(source);
        let surrender = SurrenderRules::draw_up(source);
        let draw = Drawing::draw_up(source);
        let double = Doubling::draw_up(source);
        let split = Splitting::draw_up(source);
        let dealer = Dealer::draw_up(source);
        let settlement = Settlement::draw_up(source);
        let pays = Payouts::draw_up(source);
        let super_bonus = SuperBonus::draw_up(source);
        let house = HouseRules::draw_up(source);
        Some(Self {
            cards: cards?,
            shoe: shoe?,
            shuffle: shuffle?,
            cut: cut?,
            boxes: boxes?,
            seats: seats?,
            limits: limits?,
            pairs: pairs?,
            pandemonium: pandemonium?,
            insurance: insurance?,
            surrender: surrender?,
            draw: draw?,
            double: double?,
            split: split?,
            dealer: dealer?,
            settlement: settlement?,
            pays: pays?,
            super_bonus: super_bonus?,
            house: house?,
        })
    }
}

/// Clauses of a house that could be taken for something else.
fn bad_own_clauses(draft: &BookDraft) -> Vec<Fault> {
    let taken = |name: &str| {
        name == "silent"
            || name == "not stated"
            || name.starts_with("reading ")
            || name.contains(['[', ']'])
    };
    let bad = draft
        .own_clauses
        .iter()
        .filter(|(name, _)| taken(name) || name.trim() != name || Clause::printed(name).is_err());
    bad.map(|(name, _)| Fault {
        at: TOP,
        what: format!(
            "`{name}` under [clauses] is no name for a clause: {ClauseError}, no brackets"
        ),
    })
    .collect()
}

/// The clauses a draft lists, after those of the book it extends that it does not word anew.
fn own_clauses(draft: &BookDraft, base: Option<&RuleBook>) -> Vec<(String, String)> {
    let anew = |number: &String| draft.own_clauses.iter().any(|(own, _)| own == number);
    let inherited = base
        .into_iter()
        .flat_map(|base| &base.own_clauses)
        .filter(|(number, _)| !anew(number));
    inherited.chain(&draft.own_clauses).cloned().collect()
}

fn base_of(draft: &BookDraft, faults: &mut Vec<Fault>) -> Option<RuleBook> {
    let (name, at) = draft.head.get("extends")?;
    match builtin(name).or_else(|_| reference(name)) {
        Ok(book) => Some(RuleBook::clone(&book)),
        Err(unknown) => {
            faults.push(Fault {
                at: *at,
                what: format!("`extends`: {unknown}"),
            });
            None
        }
    }
}

fn head(source: &mut Source<'_>, name: &str, inherited: Option<String>) -> Option<String> {
    let text = source
        .draft
        .head
        .get(name)
        .map(|(text, _)| text.clone())
        .or(inherited);
    if text.as_ref().is_some_and(|text| {
        text.trim().is_empty() || text.len() > 200 || text.chars().any(char::is_control)
    }) {
        source.faults.push(Fault {
            at: TOP,
            what: format!("`{name}` must have 1 to 200 letters, none of them a control character"),
        });
    }
    if text.is_none() {
        source.faults.push(Fault {
            at: TOP,
            what: format!("`{name}` is missing: write {name} = \"…\" at the top"),
        });
    }
    text
}

fn book_id(source: &mut Source<'_>) -> Option<BookId> {
    let name = head(source, "id", None);
    let version = head(source, "version", None);
    let draft = source.draft;
    let at = |name: &str| draft.head.get(name).map_or(TOP, |(_, at)| *at);
    let plain = |name: &String| {
        let letters = name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        letters && (1..=24).contains(&name.len())
    };
    let extends = draft.head.get("extends").map(|(base, _)| base);
    let taken = |name: &String| {
        extends.is_some_and(|base| base == name || BOOK_IDS.contains(&name.as_str()))
    };
    if let Some(name) = name.as_ref().filter(|name| taken(name)) {
        let what =
            format!("`id` cannot be `{name}`: that is a book of its own; give yours another name");
        source.faults.push(Fault { at: at("id"), what });
    }
    if let Some(name) = name.as_ref().filter(|name| !plain(name)) {
        let what =
            format!("`id` cannot be `{name}`: write 1 to 24 small letters, digits or hyphens");
        source.faults.push(Fault { at: at("id"), what });
    }
    let number = version
        .as_ref()
        .and_then(|version| version.parse().ok())
        .filter(|&version: &u32| version > 0);
    if let (Some(version), None) = (&version, number) {
        let what = format!("`version` cannot be `{version}`: write a whole number from 1");
        source.faults.push(Fault {
            at: at("version"),
            what,
        });
    }
    Some(BookId {
        name: name.filter(plain)?,
        version: number?,
    })
}

fn unknown_names(source: &mut Source<'_>) {
    let taken: BTreeSet<&String> = source.taken.iter().collect();
    for (key, entry) in &source.draft.entries {
        if !taken.contains(key) {
            let what = format!(
                "`{key}` is no setting of a rule book: `pontoon rules show sydney` lists them all"
            );
            source.faults.push(Fault { at: entry.at, what });
        }
    }
    for (name, (_, at)) in &source.draft.head {
        if !["id", "version", "title", "date", "extends"].contains(&name.as_str()) {
            let what = format!(
                "`{name}` is unknown: the head has `id`, `version`, `title`, `date` and `extends`"
            );
            source.faults.push(Fault { at: *at, what });
        }
    }
}

fn readings_of(source: &mut Source<'_>) -> Vec<Reading> {
    let mut readings: Vec<Reading> = source
        .base
        .map(|base| base.readings.clone())
        .unwrap_or_default();
    for (key, entry) in &source.draft.entries {
        let Some(id) = &entry.reading else { continue };
        if entry.asks.is_none() {
            let what =
                format!("reading `{id}` of `{key}` does not say what it asks: write asks = \"…\"");
            source.faults.push(Fault { at: entry.at, what });
        }
        let reading = Reading {
            id: id.clone(),
            key: key.clone(),
            asks: entry.asks.clone().unwrap_or_default(),
            or: entry.or.clone(),
        };
        match readings
            .iter_mut()
            .find(|other| other.key == *key || other.id == *id)
        {
            Some(other) if other.id == *id && other.key != *key => {
                let what = format!(
                    "reading `{id}` decides both `{}` and `{key}`: give each question its own name",
                    other.key
                );
                source.faults.push(Fault { at: entry.at, what });
            }
            Some(other) => *other = reading,
            None => readings.push(reading),
        }
    }
    readings
}

/// Two settings whose values do not fit together.
pub(crate) struct Contradiction {
    /// The setting that is wrong as long as the other is as it is.
    pub at: &'static str,
    pub against: &'static str,
    pub what: &'static str,
}

/// What does not fit together.
pub(crate) fn contradictions(book: &RuleBook) -> Vec<Contradiction> {
    let mut found = Vec::new();
    if book.pairs.wager.is != PairWager::None {
        if !book
            .cards
            .decks_with_pairs
            .is
            .counts()
            .all(|decks| book.cards.decks.is.allows(decks))
        {
            found.push(Contradiction {
                at: "cards.decks-with-pairs",
                against: "cards.decks",
                what: "`cards.decks-with-pairs` allows a number that `cards.decks` does not",
            });
        }
        if book.pairs.most.is.get() == 0 {
            found.push(Contradiction {
                at: "pairs.most",
                against: "pairs.wager",
                what: "`pairs.most` must be from 1 to 3 where there is such a wager",
            });
        }
    }
    found
}

/// Clauses that the draft cites and that neither it nor the books behind it have.
fn unknown_clauses(draft: &BookDraft, id: Option<&BookId>, base: Option<&RuleBook>) -> Vec<Fault> {
    let mut known: BTreeSet<String> = draft
        .own_clauses
        .iter()
        .map(|(number, _)| number.clone())
        .collect();
    known.extend(
        base.into_iter()
            .flat_map(|base| &base.own_clauses)
            .map(|(number, _)| number.clone()),
    );
    for name in id
        .map(|id| &id.name)
        .into_iter()
        .chain(base.map(|base| &base.id.name))
    {
        if BOOK_IDS.contains(&name.as_str()) {
            known.extend(
                builtin_prose(name)
                    .into_iter()
                    .flat_map(|prose| prose.entries)
                    .map(|entry| entry.clause),
            );
        }
    }
    let cited = draft
        .entries
        .iter()
        .filter_map(|(key, entry)| Some((key, entry.at, entry.clause.as_ref()?)));
    let unknown = cited.filter(|(_, _, clause)| *clause != "silent" && !known.contains(*clause));
    let what = |key: &String, clause: &String| {
        format!(
            "`{key}` cites clause {clause}, which this book does not have: list it under \
            [clauses], or cite one that is there"
        )
    };
    unknown
        .map(|(key, at, clause)| Fault {
            at,
            what: what(key, clause),
        })
        .collect()
}
