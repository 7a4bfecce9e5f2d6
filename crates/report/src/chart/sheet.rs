//! A chart as tables of cells, each with what it stands for.
//!
//! Nothing here knows how a sheet is printed.

use super::notation::{Class, Legend, Pen};
use rules::ForfeitWhen;
use solver::{Action, CardValue, Chart, Kind, MOST_CARDS, SuitClass, Terms};

/// Which hands a table is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Totals without an Ace that counts 11.
    Hard,
    /// Totals with one, among the first two cards where that matters.
    Soft,
    /// Totals with one that came later, where that matters.
    LaterSoft,
    /// Pairs.
    Pairs,
    /// Hands that were doubled.
    Forfeits,
}

impl About {
    /// A name for it, where a name is needed.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
            Self::LaterSoft => "later-soft",
            Self::Pairs => "pairs",
            Self::Forfeits => "forfeit",
        }
    }

    /// What stands above the table.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Hard => "Hard totals",
            Self::Soft => "Soft totals",
            Self::LaterSoft => "Soft totals with a later Ace",
            Self::Pairs => "Pairs",
            Self::Forfeits => "Doubled hands",
        }
    }

    /// What a reader should know of the table.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Hard => "rows: the hand; columns: the dealer's card",
            Self::Soft => "13 is A-2, 20 is A-9",
            Self::LaterSoft => "such an Ace may count 11 in a double",
            Self::Pairs => "",
            Self::Forfeits => "forfeit or keep, by the total after the last card",
        }
    }
}

/// What is done, for the colour of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// An action.
    Play(Action),
    /// A doubled hand is given up.
    Forfeit,
    /// Nothing.
    Nothing,
}

impl Paint {
    /// A name for it, where a name is needed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play(action) => action.word(),
            Self::Forfeit => "forfeit",
            Self::Nothing => "nothing",
        }
    }
}

/// A cell: its text, and the hands it puts together.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The letters, with the mark of a near tie.
    pub text: String,
    /// Its colour.
    pub paint: Paint,
    /// The hands.
    pub classes: Vec<Class>,
}

/// Texts that are too long for their cells: each is told below the tables.
#[derive(Debug, Default)]
pub struct Footnotes(Vec<String>);

impl Footnotes {
    /// A text for a cell of so many letters: itself, or the first letter and the number of a
    /// footnote.
    pub fn fit(&mut self, text: &str, letters: usize) -> String {
        if text.chars().count() <= letters {
            return text.to_owned();
        }
        let known = self.0.iter().position(|known| known == text);
        let place = known.unwrap_or_else(|| {
            self.0.push(text.to_owned());
            self.0.len() - 1
        });
        let first: String = text.chars().take(1).collect();
        format!("{first}[{}]", place + 1)
    }

    /// The footnotes in their order, each with its number.
    pub fn lines(&self) -> impl Iterator<Item = (String, &str)> {
        (1..)
            .zip(&self.0)
            .map(|(number, text): (usize, _)| (format!("[{number}]"), text.as_str()))
    }
}

impl Cell {
    const EMPTY: Self = Self {
        text: String::new(),
        paint: Paint::Nothing,
        classes: Vec::new(),
    };
}

/// A row: a cell for each upcard, in the order of [`CardValue::columns`].
#[derive(Clone, Debug)]
pub struct Row {
    /// What stands before it.
    pub label: String,
    /// The totals the row is about; for a pair its total with every Ace counted 1.
    pub totals: std::ops::RangeInclusive<u8>,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A table of a sheet.
#[derive(Clone, Debug)]
pub struct Table {
    /// Which hands.
    pub about: About,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A whole chart.
#[derive(Debug)]
pub struct Sheet {
    /// Its tables.
    pub tables: Vec<Table>,
    pub(crate) legend: Legend,
}

impl Sheet {
    /// The sheet of a chart.
    pub(crate) fn new(terms: &Terms, chart: &Chart) -> Self {
        let mut pen = Pen::new(terms);
        let hard = totals(&mut pen, chart, 5..=20, Kind::Hard, straight);
        let soft = totals(&mut pen, chart, 12..=20, Kind::Soft, |_| None);
        let later = totals(&mut pen, chart, 12..=20, Kind::LaterSoft, |_| None);
        let pairs = pairs(&mut pen, chart);
        let forfeits = forfeits(&mut pen, terms, chart);
        pen.ten();
        let tables = [
            (About::Hard, hard),
            (About::Soft, soft),
            (About::LaterSoft, later),
            (About::Pairs, pairs),
            (About::Forfeits, forfeits),
        ];
        let tables = tables
            .into_iter()
            .filter(|(_, rows)| !rows.is_empty())
            .map(|(about, rows)| Table { about, rows });
        Self {
            tables: tables.collect(),
            legend: pen.legend,
        }
    }

    /// The legend: what stands on the chart, and what that means.
    pub fn legend(&self) -> impl Iterator<Item = (&str, &str)> {
        self.legend
            .values()
            .map(|(sample, words)| (sample.as_str(), words.as_str()))
    }
}

/// The two cards of a total that a third can make a 6-7-8.
fn straight(total: u8) -> Option<(CardValue, CardValue)> {
    let [six, seven, eight] = [CardValue::SIX, CardValue::SEVEN, CardValue::EIGHT];
    [(six, seven), (six, eight), (seven, eight)]
        .into_iter()
        .find(|(low, high)| low.points() + high.points() == total)
}

fn totals(
    pen: &mut Pen<'_>,
    chart: &Chart,
    points: std::ops::RangeInclusive<u8>,
    kind: impl Fn(u8, u8) -> Kind,
    straight: impl Fn(u8) -> Option<(CardValue, CardValue)>,
) -> Vec<Row> {
    let row = |total: u8| {
        let cells: Vec<Cell> = CardValue::columns()
            .map(|upcard| {
                let counted = (2..=MOST_CARDS)
                    .filter_map(|cards| Class::of(chart, upcard, kind(total, cards)));
                let counted: Vec<Class> = counted.collect();
                let suits = [SuitClass::Mixed, SuitClass::Suited, SuitClass::Spades];
                let of_suits =
                    |suits| straight(total).map(|(low, high)| Kind::Straight(low, high, suits));
                let straights = suits
                    .into_iter()
                    .filter_map(of_suits)
                    .filter_map(|kind| Class::of(chart, upcard, kind));
                let straights: Vec<Class> = straights.collect();
                let Some(written) = pen.total(&counted, &straights) else {
                    return Cell::EMPTY;
                };
                let paint = written.action.map_or(Paint::Nothing, Paint::Play);
                let classes = counted.into_iter().chain(straights).collect();
                Cell {
                    text: written.text + written.nearness.mark(),
                    paint,
                    classes,
                }
            })
            .collect();
        let some = cells.iter().any(|cell| !cell.text.is_empty());
        some.then(|| Row {
            label: total.to_string(),
            totals: total..=total,
            cells,
        })
    };
    points.filter_map(row).collect()
}

fn pairs(pen: &mut Pen<'_>, chart: &Chart) -> Vec<Row> {
    let row = |pair: CardValue| {
        let cells = CardValue::columns().map(|upcard| {
            let suits = [SuitClass::Mixed, SuitClass::Suited, SuitClass::Spades];
            let classes = suits
                .into_iter()
                .filter_map(|suits| Class::of(chart, upcard, Kind::Pair(pair, suits)));
            let classes: Vec<Class> = classes.collect();
            let Some(written) = pen.pair(upcard, &classes) else {
                return Cell::EMPTY;
            };
            let paint = written.action.map_or(Paint::Nothing, Paint::Play);
            Cell {
                text: written.text + written.nearness.mark(),
                paint,
                classes,
            }
        });
        let total = 2 * pair.points();
        Row {
            label: format!("{pair}-{pair}"),
            totals: total..=total,
            cells: cells.collect(),
        }
    };
    CardValue::columns().map(row).collect()
}

/// Totals that are given up alike stand together. Below the least total that is given up, none can
/// be made.
fn forfeits(pen: &mut Pen<'_>, terms: &Terms, chart: &Chart) -> Vec<Row> {
    let most = match terms.double.forfeit {
        ForfeitWhen::Never => return Vec::new(),
        // No hand of 21 is worth giving up.
        ForfeitWhen::Under21 | ForfeitWhen::NotOver21 => 20,
    };
    let given_up = |total| {
        CardValue::columns()
            .map(|upcard| chart.gives_up(upcard, total))
            .collect::<Vec<bool>>()
    };
    let mut rows: Vec<(u8, Vec<bool>)> = Vec::new();
    for (total, gives_up) in (4..=most)
        .map(|total| (total, given_up(total)))
        .skip_while(|(_, row)| !row.contains(&true))
    {
        match rows.last_mut() {
            Some((last, same)) if *same == gives_up => *last = total,
            Some(_) | None => rows.push((total, gives_up)),
        }
    }
    let mut least = 4;
    let row = |(last, gives_up): (u8, Vec<bool>)| {
        let totals = std::mem::replace(&mut least, last + 1)..=last;
        let label = match *totals.start() {
            4 => format!("to {last}"),
            first if first == last => last.to_string(),
            first => format!("{first}-{last}"),
        };
        let cells = gives_up.into_iter().map(|gives_up| {
            let paint = if gives_up {
                Paint::Forfeit
            } else {
                Paint::Nothing
            };
            Cell {
                text: pen.forfeit(gives_up).to_owned(),
                paint,
                classes: Vec::new(),
            }
        });
        Row {
            label,
            cells: cells.collect(),
            totals,
        }
    };
    rows.into_iter().map(row).collect()
}
