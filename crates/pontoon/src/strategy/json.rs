//! A chart and everything behind it, for other programs.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::figures::{money, settings};
use report::chart::{Class, Row, Table, name};
use report::{Asked, Study};
use serde_json::{Map, Value, json};
use solver::{CardValue, Detail, Loss, SuitClass};

pub(crate) fn write(asked: &Asked, study: &Study) -> String {
    let detail = match study.detail {
        Detail::ByCards => "by-cards",
        Detail::Totals => "totals",
    };
    let value = json!({
        "program": format!("pontoon {}", env!("CARGO_PKG_VERSION")),
        "book": asked.book.id.name,
        "version": asked.book.id.version,
        "title": asked.book.title,
        "date": asked.book.date,
        "decks": asked.decks,
        "wager": money(asked.wager),
        "settings": settings(asked),
        "detail": detail,
        "upcards": CardValue::columns().map(|upcard| upcard.to_string()).collect::<Vec<_>>(),
        "tables": study.sheet.tables.iter().map(table).collect::<Vec<_>>(),
        "legend": study.sheet.legend().map(|(sample, words)| json!({ "sample": sample, "words": words })).collect::<Vec<_>>(),
        "classes": classes(study),
        "ev_best": study.best.worth,
        "ev_bound": study.best.slack,
        "ev_chart": study.by_cards.worth,
        "chart_costs": study.best.worth - study.by_cards.worth,
        "ev_plain_chart": study.plain.worth,
        "plain_chart_costs": study.best.worth - study.plain.worth,
        "losses": study.losses.iter().map(loss).collect::<Vec<_>>(),
    });
    format!("{value:#}")
}

fn table(table: &Table) -> Value {
    let row = |row: &Row| {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        json!({
            "label": row.label,
            "from": row.totals.start(),
            "to": row.totals.end(),
            "cells": cells,
        })
    };
    json!({
        "table": table.about.id(),
        "title": table.about.title(),
        "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn classes(study: &Study) -> Vec<Value> {
    let mut found = Vec::new();
    for table in &study.sheet.tables {
        for row in &table.rows {
            for (upcard, cell) in CardValue::columns().zip(&row.cells) {
                found.extend(
                    cell.classes
                        .iter()
                        .map(|one| class(one, table, row, upcard)),
                );
            }
        }
    }
    found
}

fn class(class: &Class, table: &Table, row: &Row, upcard: CardValue) -> Value {
    let (kind, hand, cards, suits) = name(class.kind);
    let some = |text: &str| {
        if text.is_empty() {
            Value::Null
        } else {
            json!(text)
        }
    };
    let ranked = class
        .advice
        .ranked
        .iter()
        .map(|(action, worth)| json!({ "action": action.word(), "ev": worth }));
    let at = |place: usize| {
        class
            .advice
            .ranked
            .get(place)
            .map(|(action, _)| action.word())
    };
    json!({
        "table": table.about.id(),
        "row": row.label,
        "kind": kind,
        "total": row.totals.start(),
        "hand": some(&hand),
        "cards": cards,
        "suits": some(suits),
        "upcard": upcard.to_string(),
        "best": at(0),
        "second": at(1),
        "margin": class.advice.margin(),
        "chance": class.advice.chance,
        "ranked": ranked.collect::<Vec<_>>(),
    })
}

fn loss(loss: &Loss) -> Value {
    let suits = match loss.suits {
        SuitClass::Mixed => Value::Null,
        SuitClass::Suited => json!("suited"),
        SuitClass::Spades => json!("spades"),
    };
    let mut value = Map::new();
    value.insert(
        "hand".to_owned(),
        loss.hand
            .iter()
            .map(|card| json!(card.to_string()))
            .collect(),
    );
    value.insert("suits".to_owned(), suits);
    value.insert("later_ace".to_owned(), json!(loss.later_ace));
    value.insert("upcard".to_owned(), json!(loss.upcard.to_string()));
    value.insert("chart".to_owned(), json!(loss.chart.word()));
    value.insert("best".to_owned(), json!(loss.best.word()));
    value.insert("costs".to_owned(), json!(loss.cost));
    Value::Object(value)
}
