//! The lines about counting: tags, the ramp, wonging and index plays.

use super::cell::Cell;
use super::chart_lines::{pair, value};
use super::charts::Of;
use super::fault::{At, FileFaultKind};
use super::index::IndexPlay;
use super::lines::{Line, Word};
use super::parse::{Faults, Part, Section, one_word};
use crate::counting::{Counting, DeckEye, Late, Rounding, Step, UNIT};
use rules::Money;
use solver::{CardValue, VALUES};
use std::collections::{BTreeMap, BTreeSet};

/// The largest tag. A running count of these and the largest start stays far below the largest
/// number.
const MOST_TAG: i32 = 20;
/// The largest true count, and the largest start.
const MOST_COUNT: i32 = 1_000;
/// The most steps of a ramp.
const MOST_STEPS: usize = 100;
/// The most index plays.
const MOST_INDEX: usize = 500;
/// The most true counts at which something changes: for each there is a table.
const MOST_THRESHOLDS: usize = 40;

const INDEX_FORM: &str = "hard 16 v T: S from 2, soft 18 v 9: S below -1, pair 8-8 v T: H from -3 \
    below 0, or insurance from 3";
const RAMP_FORM: &str = "below 1: 5 or 2: 25, a true count and a wager";

/// What a file says of counting.
#[derive(Default)]
pub(crate) struct Counted {
    pub(crate) counting: Option<Counting>,
    pub(crate) index: Vec<IndexPlay>,
    pub(crate) ramp_at: Vec<At>,
}

impl Counted {
    pub(crate) fn read(parts: &BTreeMap<Section, Part<'_>>, faults: &mut Faults) -> Self {
        let mut counted = Self::default();
        let mut counting = Counting::new([0; VALUES]);
        match parts.get(&Section::Count) {
            Some(part) => read_count(&mut counting, part, faults),
            None => {
                for (section, what) in [
                    (Section::Ramp, "a ramp"),
                    (Section::Wonging, "wonging"),
                    (Section::Index, "an index play"),
                ] {
                    parts
                        .get(&section)
                        .into_iter()
                        .for_each(|part| faults.add(part.at, FileFaultKind::NeedsCount { what }));
                }
            }
        }
        if let Some(part) = parts.get(&Section::Ramp) {
            counted.ramp_at = read_ramp(&mut counting, part, faults);
        }
        if let Some(part) = parts.get(&Section::Wonging) {
            read_wonging(&mut counting, part, faults);
        }
        if let Some(part) = parts.get(&Section::Index) {
            counted.index = read_index(&mut counting, part, faults);
            let counts: BTreeSet<i32> = counted
                .index
                .iter()
                .flat_map(|play| [play.from, play.below])
                .flatten()
                .collect();
            if counts.len() > MOST_THRESHOLDS {
                faults.add(
                    part.at,
                    FileFaultKind::TooMany {
                        what: "different true counts",
                        most: MOST_THRESHOLDS,
                    },
                );
            }
            counting.thresholds = counts.into_iter().collect();
        }
        counted.counting = parts.contains_key(&Section::Count).then_some(counting);
        counted
    }
}

/// A number with at most two digits after the point, in hundredths.
fn hundredths(text: &str, most: i32) -> Option<i32> {
    let negative = text.starts_with(['-', '−']);
    let digits = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |digits: &str, most: usize| {
        (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !plain(whole, 4) || !plain(part, 2) {
        return None;
    }
    let number = format!("{whole}{part:0<2}")
        .parse::<i32>()
        .ok()
        .filter(|number| *number <= most * UNIT)?;
    Some(if negative { -number } else { number })
}

fn number(word: Word<'_>, most: i32, faults: &mut Faults) -> Option<i32> {
    let number = hundredths(word.text, most);
    if number.is_none() {
        faults.add(
            word.at,
            FileFaultKind::Number {
                text: word.shown(),
                most,
            },
        );
    }
    number
}

/// The one number behind the first word of a line.
fn one_number(line: &Line<'_>, faults: &mut Faults) -> Option<i32> {
    one_word(line, "a number", faults).and_then(|word| number(word, MOST_COUNT, faults))
}

/// The one word behind the first of a line, as what it stands for.
fn one_of<T: Copy>(
    line: &Line<'_>,
    words: &[(&str, T)],
    valid: &'static str,
    faults: &mut Faults,
) -> Option<T> {
    let word = one_word(line, valid, faults)?;
    let found = words
        .iter()
        .find(|(text, _)| *text == word.text)
        .map(|(_, is)| *is);
    if found.is_none() {
        faults.add(
            word.at,
            FileFaultKind::Value {
                text: word.shown(),
                valid,
            },
        );
    }
    found
}

fn unknown(line: &Line<'_>, valid: &'static str, faults: &mut Faults) {
    faults.add(
        line.first().at,
        FileFaultKind::Value {
            text: line.first().shown(),
            valid,
        },
    );
}

/// The lines of a section, each of which may stand there once.
fn each_once<'l, 'a>(
    part: &'l Part<'a>,
    words: &[&'static str],
    faults: &mut Faults,
) -> Vec<&'l Line<'a>> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for line in &part.lines {
        match words.iter().find(|word| **word == line.first().text) {
            Some(what) if !seen.insert(*what) => {
                faults.add(line.first().at, FileFaultKind::Twice { what })
            }
            Some(_) | None => lines.push(line),
        }
    }
    lines
}

fn read_count(counting: &mut Counting, part: &Part<'_>, faults: &mut Faults) {
    let lines = each_once(part, &["tags", "start", "true", "decks"], faults);
    if !lines.iter().any(|line| line.first().text == "tags") {
        faults.add(
            part.at,
            FileFaultKind::LineMissing {
                what: "a line such as: tags A -1 2 +1 3 +1 4 +1 5 +1 6 +1 7 0 8 0 9 0 T -1",
            },
        );
    }
    for line in lines {
        match line.first().text {
            "tags" => read_tags(counting, line, faults),
            "start" => counting.start = one_number(line, faults).unwrap_or(0),
            "true" => {
                let words = [
                    ("floor", Rounding::Floor),
                    ("truncate", Rounding::Truncate),
                    ("nearest", Rounding::Nearest),
                    ("exact", Rounding::Exact),
                ];
                let read = one_of(line, &words, "floor, truncate, nearest or exact", faults);
                counting.rounding = read.unwrap_or(counting.rounding);
            }
            "decks" => {
                let words = [
                    ("cards", DeckEye::Cards),
                    ("halves", DeckEye::Halves),
                    ("whole", DeckEye::Whole),
                ];
                counting.decks = one_of(line, &words, "cards, halves or whole", faults)
                    .unwrap_or(counting.decks);
            }
            _ => unknown(line, "tags, start, true or decks", faults),
        }
    }
}

fn read_tags(counting: &mut Counting, line: &Line<'_>, faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    for two in line.words[1..].chunks(2) {
        let Some(card) = value(two[0].text) else {
            faults.add(
                two[0].at,
                FileFaultKind::Value {
                    text: two[0].shown(),
                    valid: "a card and its tag, such as A -1",
                },
            );
            return;
        };
        if !seen.insert(card) {
            faults.add(two[0].at, FileFaultKind::TagTwice { value: card });
        }
        match two.get(1) {
            Some(word) => {
                counting.tags[card.index()] = number(*word, MOST_TAG, faults).unwrap_or(0)
            }
            None => faults.add(
                line.end(),
                FileFaultKind::Number {
                    text: String::new(),
                    most: MOST_TAG,
                },
            ),
        }
    }
    for value in CardValue::all().filter(|value| !seen.contains(value)) {
        faults.add(line.end(), FileFaultKind::TagMissing { value });
    }
}

/// Reads the steps and says where they stand.
fn read_ramp(counting: &mut Counting, part: &Part<'_>, faults: &mut Faults) -> Vec<At> {
    if part.lines.is_empty() {
        faults.add(
            part.at,
            FileFaultKind::LineMissing {
                what: "lines such as below 1: 5 and 1: 10",
            },
        );
    }
    if part.lines.len() > MOST_STEPS {
        faults.add(
            part.at,
            FileFaultKind::TooMany {
                what: "steps",
                most: MOST_STEPS,
            },
        );
    }
    let mut places = Vec::new();
    let mut ends: Option<i32> = None;
    for (place, line) in part.lines.iter().enumerate() {
        let texts: Vec<&str> = line.words.iter().map(|word| word.text).collect();
        let (is_below, from, wager) = match texts[..] {
            ["below", _, ":", _] if place == 0 => (true, line.words[1], line.words[3]),
            [_, ":", _] => (false, line.words[0], line.words[2]),
            _ => {
                faults.add(
                    line.first().at,
                    FileFaultKind::Value {
                        text: line.first().shown(),
                        valid: RAMP_FORM,
                    },
                );
                continue;
            }
        };
        let Some((count, amount)) = number(from, MOST_COUNT, faults).zip(money(wager, faults))
        else {
            continue;
        };
        let first = counting.ramp.last().map(|step| step.from);
        if ends.take().is_some_and(|end| end != count) {
            faults.add(from.at, FileFaultKind::RampGap);
        } else if first.is_some_and(|before| before >= count) {
            faults.add(from.at, FileFaultKind::RampOrder);
        }
        // The first step holds for everything below it too: one true count lower will do.
        ends = is_below.then_some(count);
        counting.ramp.push(Step {
            from: if is_below { count - UNIT } else { count },
            wager: amount,
        });
        places.push(wager.at);
    }
    places
}

fn money(word: Word<'_>, faults: &mut Faults) -> Option<Money> {
    match word.text.parse::<Money>() {
        Ok(Money::ZERO) => faults.add(word.at, FileFaultKind::NoWager),
        Ok(amount) => return Some(amount),
        Err(why) => faults.add(
            word.at,
            FileFaultKind::Wager {
                text: word.shown(),
                why,
            },
        ),
    }
    None
}

fn read_wonging(counting: &mut Counting, part: &Part<'_>, faults: &mut Faults) {
    let lines = each_once(part, &["enter", "leave", "late"], faults);
    if lines.is_empty() {
        faults.add(
            part.at,
            FileFaultKind::LineMissing {
                what: "lines such as enter 1 and leave -1",
            },
        );
    }
    for line in lines {
        match line.first().text {
            "enter" => counting.enter = one_number(line, faults),
            "leave" => counting.leave = one_number(line, faults),
            "late" => {
                let words = [("free", Late::Free), ("held", Late::Held)];
                counting.late =
                    one_of(line, &words, "free or held", faults).unwrap_or(counting.late);
            }
            _ => unknown(line, "enter, leave or late", faults),
        }
    }
    if counting
        .enter
        .zip(counting.leave)
        .is_some_and(|(enter, leave)| leave > enter)
    {
        faults.add(part.at, FileFaultKind::LeaveAboveEnter);
    }
}

fn read_index(counting: &mut Counting, part: &Part<'_>, faults: &mut Faults) -> Vec<IndexPlay> {
    if part.lines.is_empty() {
        faults.add(
            part.at,
            FileFaultKind::LineMissing {
                what: "lines such as hard 16 v T: S from 2",
            },
        );
    }
    if part.lines.len() > MOST_INDEX {
        faults.add(
            part.at,
            FileFaultKind::TooMany {
                what: "index plays",
                most: MOST_INDEX,
            },
        );
        return Vec::new();
    }
    let mut plays: Vec<IndexPlay> = Vec::new();
    for line in &part.lines {
        if line.first().text == "insurance" {
            read_insurance(counting, line, faults);
            continue;
        }
        match index_play(line) {
            Ok(play) => {
                if let Some(other) = plays.iter().find(|other| other.overlaps(&play)) {
                    faults.add(
                        line.first().at,
                        FileFaultKind::IndexOverlap {
                            row: play.hand(),
                            line: other.at.line,
                        },
                    );
                }
                plays.push(play);
            }
            Err((at, what)) => faults.add(at, what),
        }
    }
    plays
}

fn read_insurance(counting: &mut Counting, line: &Line<'_>, faults: &mut Faults) {
    let texts: Vec<&str> = line.words.iter().map(|word| word.text).collect();
    match texts[..] {
        ["insurance", "from", _] if counting.insurance.is_some() => {
            faults.add(line.first().at, FileFaultKind::Twice { what: "insurance" });
        }
        ["insurance", "from", _] => counting.insurance = number(line.words[2], MOST_COUNT, faults),
        _ => faults.add(
            line.first().at,
            FileFaultKind::IndexLine {
                valid: "insurance from 3",
            },
        ),
    }
}

/// `hard 16 v T: S from 2`.
fn index_play(line: &Line<'_>) -> Result<IndexPlay, (At, FileFaultKind)> {
    let wrong = |at| (at, FileFaultKind::IndexLine { valid: INDEX_FORM });
    let mut words = line.words.iter().copied().peekable();
    let mut next = || words.next().ok_or_else(|| wrong(line.end()));
    let first = next()?;
    let of = match first.text {
        "hard" => Of::Hard,
        "soft" => Of::Soft,
        "pair" => Of::Pair,
        "later" if next()?.text == "soft" => Of::LaterSoft,
        _ => return Err(wrong(first.at)),
    };
    let word = next()?;
    let row = match of {
        Of::Pair => pair(word.text).map(CardValue::points),
        Of::Hard | Of::Soft | Of::LaterSoft => word
            .text
            .parse::<u8>()
            .ok()
            .filter(|row| of.rows().contains(row)),
    };
    let row = row.ok_or_else(|| {
        (
            word.at,
            FileFaultKind::RowUnknown {
                text: word.shown(),
                valid: of.valid(),
            },
        )
    })?;
    let versus = next()?;
    let upcard = next()?;
    let colon = next()?;
    if versus.text != "v" || colon.text != ":" {
        return Err(wrong(if versus.text == "v" {
            colon.at
        } else {
            versus.at
        }));
    }
    let upcard = value(upcard.text).ok_or_else(|| wrong(upcard.at))?;
    let text = next()?;
    let cell = Cell::read(text.text, of.among(row, upcard)).map_err(|fault| {
        (
            At {
                column: text.at.column + fault.offset,
                ..text.at
            },
            fault.what,
        )
    })?;
    let (from, below) = true_counts(line, words, INDEX_FORM)?;
    Ok(IndexPlay {
        of,
        row,
        upcard,
        cell,
        from,
        below,
        at: first.at,
    })
}

/// `from 2`, `below 5`, or both in this order.
fn true_counts<'a>(
    line: &Line<'a>,
    mut words: std::iter::Peekable<impl Iterator<Item = Word<'a>>>,
    valid: &'static str,
) -> Result<(Option<i32>, Option<i32>), (At, FileFaultKind)> {
    let mut found = [None; 2];
    for (place, keyword) in ["from", "below"].into_iter().enumerate() {
        if words.next_if(|word| word.text == keyword).is_some() {
            let word = words.next().ok_or((
                line.end(),
                FileFaultKind::Number {
                    text: String::new(),
                    most: MOST_COUNT,
                },
            ))?;
            let count = hundredths(word.text, MOST_COUNT);
            found[place] = Some(count.ok_or_else(|| {
                (
                    word.at,
                    FileFaultKind::Number {
                        text: word.shown(),
                        most: MOST_COUNT,
                    },
                )
            })?);
        }
    }
    let [from, below] = found;
    match words.next() {
        Some(more) => Err((more.at, FileFaultKind::TooMuchText { text: more.shown() })),
        None if found == [None; 2] => Err((line.end(), FileFaultKind::IndexLine { valid })),
        None if from.zip(below).is_some_and(|(from, below)| from >= below) => {
            Err((line.first().at, FileFaultKind::IndexEmpty))
        }
        None => Ok((from, below)),
    }
}
