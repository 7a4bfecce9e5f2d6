//! A chart as a sheet of A4 to print: letters on colours, the legend, what it is worth.
#![expect(
    clippy::float_arithmetic,
    reason = "places on a sheet of paper are no money"
)]

use super::palette::{INK, fill};
use super::sheet::{About, Footnotes, Paint, Table};
use super::{DEAREST_TITLE, Study, hand_words, small_percent};
use crate::markup::escape;
use crate::{Asked, decks_words};
use solver::CardValue;

/// A4 in points of 1/96 inch.
const PAGE: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 40.0;
const GAP: f64 = 26.0;
const COLUMN: f64 = (PAGE.0 - 2.0 * MARGIN - GAP) / 2.0;
const LABEL: f64 = 40.0;
const CELL: f64 = (COLUMN - LABEL) / 10.0;
const ROW: f64 = 19.0;
const FAINT: &str = "#4a5056";
const LINE: &str = "#aab0b6";

/// The sheet of a chart.
pub fn write(asked: &Asked, study: &Study) -> String {
    let mut sheet = Drawing {
        out: String::new(),
        notes: Footnotes::default(),
    };
    let title = format!("{}: {}", study.heading(), asked.book.title);
    let mut y = MARGIN + 16.0;
    sheet.text((MARGIN, y), 20.0, "start", INK, "700", &title);
    for line in study
        .about()
        .map(str::to_owned)
        .into_iter()
        .chain(lines(&subtitle(asked), 112))
    {
        y += 17.0;
        sheet.text((MARGIN, y), 11.5, "start", FAINT, "400", &line);
    }
    y += 14.0;
    let of = |wanted: &[About]| {
        study
            .sheet
            .tables
            .iter()
            .filter(|table| wanted.contains(&table.about))
            .collect::<Vec<_>>()
    };
    let left = sheet.column(MARGIN, y, &of(&[About::Hard, About::Forfeits]));
    let right = sheet.column(
        MARGIN + COLUMN + GAP,
        y,
        &of(&[About::Soft, About::LaterSoft, About::Pairs]),
    );
    let legend = sheet.legend(left.max(right) + 26.0, study);
    let end = sheet.figures(legend + 14.0, study);
    sheet.page(&title, end)
}

fn subtitle(asked: &Asked) -> String {
    // A change is not broken between lines.
    let whole =
        |(key, value): &(String, String)| format!(" · {key}={}", value.replace(' ', "\u{a0}"));
    let changes: String = asked
        .book
        .changes_from(&asked.usual)
        .iter()
        .map(whole)
        .collect();
    let decks = decks_words(asked.decks);
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{} ({}) · {decks} · wager {} · pontoon {version}{changes}",
        asked.book.id, asked.book.date, asked.wager
    )
}

struct Drawing {
    out: String,
    notes: Footnotes,
}

impl Drawing {
    fn page(&self, title: &str, end: f64) -> String {
        let (width, height) = (PAGE.0, PAGE.1.max(end + MARGIN));
        let (wide, high) = (210.0, 210.0 * height / width);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high:.2}mm\" \
            viewBox=\"0 0 {width} {height:.1}\" font-family=\"Helvetica, Arial, 'Liberation Sans', \
            'DejaVu Sans', sans-serif\" role=\"img\" \
            aria-label=\"{title}\">\n<title>{title}</title>\n<rect width=\"{width}\" \
            height=\"{height:.1}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.out,
            title = escape(title),
        )
    }

    fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: &str,
        colour: &str,
        weight: &str,
        text: &str,
    ) {
        self.out += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
            fill=\"{colour}\" font-weight=\"{weight}\">{}</text>\n",
            escape(text)
        );
    }

    fn cell(&mut self, (x, y): (f64, f64), paint: Paint, text: &str) {
        self.out += &format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{CELL:.1}\" height=\"{ROW}\" fill=\"{}\" \
            stroke=\"{LINE}\" stroke-width=\"0.7\"/>\n",
            fill(paint)
        );
        let text = self.notes.fit(text, 6);
        let size = match text.chars().count() {
            0..=3 => 12.0,
            4 => 11.0,
            5 => 9.5,
            _ => 8.0,
        };
        let (colour, weight) = if paint == Paint::Nothing {
            (FAINT, "400")
        } else {
            (INK, "700")
        };
        self.text(
            (x + CELL / 2.0, y + ROW / 2.0 + size * 0.35),
            size,
            "middle",
            colour,
            weight,
            &text,
        );
    }

    /// Tables one below the other; says where they end.
    fn column(&mut self, x: f64, mut y: f64, tables: &[&Table]) -> f64 {
        for table in tables {
            y += 20.0;
            self.text((x, y), 13.0, "start", INK, "700", table.about.title());
            let hint = table.about.hint();
            if !hint.is_empty() {
                y += 13.0;
                self.text((x, y), 9.5, "start", FAINT, "400", hint);
            }
            y += 15.0;
            for (place, upcard) in (0_u8..).zip(CardValue::columns()) {
                let x = x + LABEL + CELL * (f64::from(place) + 0.5);
                self.text((x, y), 11.0, "middle", FAINT, "700", &upcard.to_string());
            }
            y += 5.0;
            for row in &table.rows {
                self.text(
                    (x + LABEL - 6.0, y + ROW / 2.0 + 4.0),
                    11.5,
                    "end",
                    INK,
                    "700",
                    &row.label,
                );
                for (place, cell) in (0_u8..).zip(&row.cells) {
                    self.cell(
                        (x + LABEL + CELL * f64::from(place), y),
                        cell.paint,
                        &cell.text,
                    );
                }
                y += ROW;
            }
        }
        y
    }

    /// The legend in two columns; says where it ends.
    fn legend(&mut self, top: f64, study: &Study) -> f64 {
        let own = study
            .sheet
            .legend
            .iter()
            .map(|(note, (sample, words))| (note.paint(), sample.clone(), words.clone()));
        let notes = self
            .notes
            .lines()
            .map(|(number, text)| (Paint::Nothing, number, text.to_owned()));
        let entries: Vec<(Paint, String, String)> = own.chain(notes).collect();
        let half = entries.len().div_ceil(2);
        let mut end = top;
        for (x, entries) in [MARGIN, MARGIN + COLUMN + GAP]
            .into_iter()
            .zip(entries.chunks(half.max(1)))
        {
            let mut y = top;
            for (paint, sample, words) in entries {
                let (colour, width) = (fill(*paint), CELL - 2.0);
                self.out += &format!(
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"14\" \
                    fill=\"{colour}\" stroke=\"{LINE}\" stroke-width=\"0.5\"/>\n",
                    y - 10.5
                );
                self.text((x + width / 2.0, y), 10.5, "middle", INK, "700", sample);
                for line in lines(words, 58) {
                    self.text((x + LABEL, y), 10.5, "start", INK, "400", &line);
                    y += 15.5;
                }
            }
            end = end.max(y);
        }
        end
    }

    /// What the charts are worth, and beside it the hands that cost most; says where it ends.
    fn figures(&mut self, top: f64, study: &Study) -> f64 {
        let mut y = top;
        for (words, share) in study.figures() {
            for (place, line) in lines(words, 44).iter().enumerate() {
                y += if place == 0 { 0.0 } else { 12.0 };
                self.text((MARGIN, y), 10.5, "start", INK, "400", line);
            }
            self.text((MARGIN + COLUMN - 40.0, y), 10.5, "end", INK, "400", &share);
            y += 14.0;
        }
        for line in lines(&study.convention(), 78) {
            self.text((MARGIN, y + 2.0), 9.5, "start", FAINT, "400", &line);
            y += 12.0;
        }
        y.max(self.losses(top, study))
    }

    fn losses(&mut self, top: f64, study: &Study) -> f64 {
        let (x, mut y) = (MARGIN + COLUMN + GAP, top);
        if !study.losses.is_empty() {
            self.text((x, y), 10.5, "start", INK, "700", DEAREST_TITLE);
        }
        for loss in &study.losses {
            y += 13.0;
            let hand = format!("{} v {}", hand_words(loss), loss.upcard);
            self.text((x, y), 9.5, "start", INK, "400", &hand);
            let plays = format!("{}, best {}", loss.chart, loss.best);
            self.text((x + COLUMN * 0.43, y), 9.5, "start", INK, "400", &plays);
            self.text(
                (x + COLUMN, y),
                9.5,
                "end",
                INK,
                "400",
                &small_percent(loss.cost),
            );
        }
        y
    }
}

/// A text in lines of about so many letters.
fn lines(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < letters => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}
