//! A chart as lines of values separated by commas: one for each class of hands against each upcard.

use super::Study;
use super::notation::{Class, cards};
use super::sheet::{About, Cell, Paint, Row};
use solver::{Action, CardValue, Kind, MOST_CARDS, SuitClass};

const HEADER: &str = "kind,total,hand,cards,suits,upcard,cell,best,second,margin,chance,stand,draw,double,split,surrender";

/// The lines of a chart, below the names of their values.
pub fn write(study: &Study) -> String {
    let mut out = format!("{HEADER}\n");
    for table in &study.sheet.tables {
        for row in &table.rows {
            for (upcard, cell) in CardValue::columns().zip(&row.cells) {
                if table.about == About::Forfeits {
                    forfeits(row, upcard, cell, &mut out);
                }
                for class in &cell.classes {
                    line(&of_class(class, row, upcard, cell), &mut out);
                }
            }
        }
    }
    out
}

/// The kind of a class: its name, the two cards where they are known, the number of cards and the
/// suits.
pub fn name(kind: Kind) -> (&'static str, String, String, &'static str) {
    let count = if cards(kind) == MOST_CARDS {
        format!("{MOST_CARDS}+")
    } else {
        cards(kind).to_string()
    };
    match kind {
        Kind::Hard(..) => ("hard", String::new(), count, ""),
        Kind::Soft(..) => ("soft", String::new(), count, ""),
        Kind::LaterSoft(..) => ("later-soft", String::new(), count, ""),
        Kind::Pair(CardValue::SEVEN, suits) => ("pair", "7-7".to_owned(), count, suits_word(suits)),
        Kind::Pair(pair, _) => ("pair", format!("{pair}-{pair}"), count, ""),
        Kind::Straight(low, high, suits) => (
            "six-seven-eight",
            format!("{low}-{high}"),
            count,
            suits_word(suits),
        ),
    }
}

const fn suits_word(suits: SuitClass) -> &'static str {
    match suits {
        SuitClass::Mixed => "mixed",
        SuitClass::Suited => "suited",
        SuitClass::Spades => "spades",
    }
}

fn of_class(class: &Class, row: &Row, upcard: CardValue, cell: &Cell) -> [String; 16] {
    let (kind, hand, cards, suits) = name(class.kind);
    let advice = &class.advice;
    let word = |place: usize| {
        advice
            .ranked
            .get(place)
            .map_or(String::new(), |(action, _)| action.to_string())
    };
    let worth = |wanted: Action| {
        let found = advice.ranked.iter().find(|(action, _)| *action == wanted);
        found.map_or(String::new(), |(_, worth)| worth.to_string())
    };
    let [stand, draw, double, split, surrender] = Action::ALL.map(worth);
    [
        kind.to_owned(),
        row.totals.start().to_string(),
        hand,
        cards,
        suits.to_owned(),
        upcard.to_string(),
        cell.text.clone(),
        word(0),
        word(1),
        advice
            .margin()
            .map_or(String::new(), |margin| margin.to_string()),
        advice.chance.to_string(),
        stand,
        draw,
        double,
        split,
        surrender,
    ]
}

fn forfeits(row: &Row, upcard: CardValue, cell: &Cell, out: &mut String) {
    let play = if cell.paint == Paint::Forfeit {
        "forfeit"
    } else {
        "keep"
    };
    for total in row.totals.clone() {
        let mut values: [String; 16] = Default::default();
        values[0] = "forfeit".to_owned();
        values[1] = total.to_string();
        values[5] = upcard.to_string();
        values[6].clone_from(&cell.text);
        values[7] = play.to_owned();
        line(&values, out);
    }
}

fn line(values: &[String; 16], out: &mut String) {
    let quoted = values.iter().map(|value| {
        if value.contains(['"', ',']) {
            format!("\"{}\"", value.replace('"', "\"\""))
        } else {
            value.clone()
        }
    });
    *out += &quoted.collect::<Vec<String>>().join(",");
    *out += "\n";
}
