//! The lines of a strategy chart. What is best is the solver's business.

use serde::Serialize;
use solver::{Advice, CardValue, Chart, Kind, MOST_CARDS, SuitClass};
use utoipa::ToSchema;

/// One kind of hand.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ChartLine {
    /// `hard`, `soft`, `later_soft` (an Ace came after the first two cards), `pair` or `straight`
    /// (two cards of a 6-7-8).
    pub(crate) kind: &'static str,
    /// The total, or the cards of a pair or straight.
    pub(crate) hand: String,
    /// How many cards; the largest number stands for more too.
    pub(crate) cards: u8,
    /// `mixed`, `suited` or `spades`, where suits matter.
    pub(crate) suits: Option<&'static str>,
    /// What to do against each upcard, 2 to ten and then Ace; nothing where there are no such
    /// hands.
    pub(crate) cells: Vec<Option<ChartCell>>,
}

/// What to do with one kind of hand against one upcard.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ChartCell {
    /// The upcard.
    pub(crate) upcard: String,
    /// The actions from the best to the worst, each with what it is worth in initial wagers.
    pub(crate) ranked: Vec<(&'static str, f64)>,
    /// How often best play meets such a hand.
    pub(crate) chance: f64,
}

/// Every line that has a hand in it.
pub(crate) fn chart_lines(chart: &Chart) -> Vec<ChartLine> {
    kinds().filter_map(|kind| line(chart, kind)).collect()
}

fn kinds() -> impl Iterator<Item = Kind> {
    let totals = |least: u8| {
        (least..=20_u8).flat_map(|total| (2..=MOST_CARDS).map(move |cards| (total, cards)))
    };
    let suits = [SuitClass::Mixed, SuitClass::Suited, SuitClass::Spades];
    let pairs = CardValue::all().flat_map(move |value| suits.map(|suits| Kind::Pair(value, suits)));
    let values = [
        (CardValue::SIX, CardValue::SEVEN),
        (CardValue::SIX, CardValue::EIGHT),
        (CardValue::SEVEN, CardValue::EIGHT),
    ];
    let straights = values
        .into_iter()
        .flat_map(move |(low, high)| suits.map(|suits| Kind::Straight(low, high, suits)));
    let hard = totals(4).map(|(total, cards)| Kind::Hard(total, cards));
    let soft = totals(12).map(|(total, cards)| Kind::Soft(total, cards));
    let later = totals(12).map(|(total, cards)| Kind::LaterSoft(total, cards));
    hard.chain(soft).chain(later).chain(pairs).chain(straights)
}

fn line(chart: &Chart, kind: Kind) -> Option<ChartLine> {
    let cell = |upcard| {
        chart
            .advice(upcard, kind)
            .map(|advice| cell(upcard, advice))
    };
    let cells: Vec<Option<ChartCell>> = CardValue::columns().map(cell).collect();
    if cells.iter().all(Option::is_none) {
        return None;
    }
    let (kind, hand, cards, suits) = name(kind);
    Some(ChartLine {
        kind,
        hand,
        cards,
        suits,
        cells,
    })
}

fn cell(upcard: CardValue, advice: &Advice) -> ChartCell {
    let ranked = advice
        .ranked
        .iter()
        .map(|(action, worth)| (action.word(), *worth))
        .collect();
    ChartCell {
        upcard: upcard.to_string(),
        ranked,
        chance: advice.chance,
    }
}

fn name(kind: Kind) -> (&'static str, String, u8, Option<&'static str>) {
    match kind {
        Kind::Hard(total, cards) => ("hard", total.to_string(), cards, None),
        Kind::Soft(total, cards) => ("soft", total.to_string(), cards, None),
        Kind::LaterSoft(total, cards) => ("later_soft", total.to_string(), cards, None),
        Kind::Pair(value, suits) => ("pair", format!("{value}{value}"), 2, Some(suit_word(suits))),
        Kind::Straight(low, high, suits) => (
            "straight",
            format!("{low}{high}"),
            2,
            Some(suit_word(suits)),
        ),
    }
}

const fn suit_word(suits: SuitClass) -> &'static str {
    match suits {
        SuitClass::Mixed => "mixed",
        SuitClass::Suited => "suited",
        SuitClass::Spades => "spades",
    }
}
